// @ts-check
/** The other phone's side of pairing: a code, scanned or typed, becomes a token of this phone's own. */
import { randomKey } from "../../device/random.js";
import { caller, post } from "../common/service.js";

/** @import { Store } from "../../device/database.js" */
/** @import { Own } from "../../device/queue.js" */

/** A code as the service reads it, for a name under which to keep something. @param {string} typed */
const plain = (typed) => typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");

/**
 * Claim a code and store what it gives. The claim's key is stored before it is sent: where the answer is lost, or the
 * page is closed, the same claim is sent again and gets the same token.
 * @param {Store} store @param {string} typed @param {() => import("../../kit/words.js").Language} lang
 * @param {(words: string) => void} busy Called when it takes longer. @returns {Promise<Own>} The row of this phone.
 * @throws {import("../../device/refusal.js").Refusal} The service refuses it.
 */
export async function claim(store, typed, lang, busy) {
  const place = `claim ${plain(typed)}`;
  const once = (await store.kept(place)) ?? randomKey();
  await store.keep(place, once);
  const ask = caller("", null, lang, busy);
  const made = await ask("/claims", post({ code: typed }, { "Idempotency-Key": once }));
  const role = made.scope === "seat" ? "seat" : "recorder";
  const known = await store.ownOf("", made.record, role, made.seat);
  const { record, token, seat } = made;
  const own = await store.keepOwn({ ...(known ? { own: known.own } : {}), api: "", record, token, role, seat });
  await store.keep(place, null);
  try {
    const found = await caller("", made.token, lang, busy)(`/records/${made.record}`);
    const { game, seats, status, version } = found;
    return await store.keepOwn({ own: own.own, game, seats, status, base: version });
  } catch {
    // The token is stored; what it is for is read when the page of the record is opened.
    return own;
  }
}
