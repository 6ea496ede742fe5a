// @ts-check
/** A seat's consent to undo the last move, where a barrier or the table's policy asks for it. */
import { h, write } from "../../kit/dom.js";
import { say } from "./words.js";
import { Words, twice } from "../sign/sign.js";

/** @typedef {{standing: import("../watch/standing.js").Standing, policies: {undo?: string}}} Summary */
/** @typedef {{name: string, seat: number | null}} Move */

/**
 * The way to consent, or that it is done; null where this seat is not asked: the move is its own, nothing is taken back
 * at this table, or nobody writes any more.
 * @param {Summary} summary @param {Move | undefined} move The last one that counts. @param {number} seat
 * @param {Iterable<{type: string, body: any}>} entries What the log has, as far as it was read.
 * @param {import("../sign/sign.js").Table} table
 */
export function consent({ standing, policies }, move, seat, entries, table) {
  if (!move || move.seat === seat || policies.undo === "none" || standing.closed || standing.voided) return null;
  const lang = table.lang();
  const done = [...entries].some(
    ({ type, body }) => type === "consented" && body.seat === seat && String(body.to) === move.name,
  );
  if (done) return h("p", say(lang, "consented"));
  const wrong = h("p.error", { role: "alert" });
  const words = new Words(table, () => {});
  const button = twice({ words: say(lang, "consent"), sure: say(lang, "consent_sure") }, async () =>
    write(wrong, await words.send("consents", { to: [move.name] })),
  );
  return h("div", button, wrong);
}
