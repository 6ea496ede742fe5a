// @ts-check
/** The service's statement about a game that this seat signed: stored on this phone, shown as a QR code. */
import { h } from "../../kit/dom.js";
import { readChoice, storeChoice } from "../common/storage.js";
import { qr } from "../pair/sheet.js";
import { say } from "./words.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @typedef {{record: string, version: number, head: string, status: string, at: string, signature: string}} Statement
 *   As `GET /v1/records/{id}/statement` has it.
 */

const MOST = 8; // Maximum number of stored statements per game; others are compared with the first.

/** @param {string} record @returns {Statement[]} */
export function stored(record) {
  try {
    const found = JSON.parse(readChoice(`statements-${record}`) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** All statements; the latest make room. @param {Statement[]} known @param {Statement} one @returns {Statement[]} */
export function added(known, one) {
  if (known.some(({ signature }) => signature === one.signature)) return known;
  return [...known.slice(0, MOST - 1), one];
}

/** Two statements about one version with different heads; null where none contradict. @param {Statement[]} known */
export function contradiction(known) {
  for (const [place, one] of known.entries()) {
    const other = known.slice(place + 1).find(({ version, head }) => version === one.version && head !== one.head);
    if (other) return [one, other];
  }
  return null;
}

/** Store what the service states now. @param {string} record @param {() => Promise<Statement>} read */
export async function keep(record, read) {
  const known = stored(record);
  const now = await read().catch(() => null);
  const found = now?.record === record && now.signature ? added(known, now) : known;
  if (found !== known) storeChoice(`statements-${record}`, JSON.stringify(found));
  return found;
}

/** What this phone has, with the last as a QR code; folded away. @param {Statement[]} found @param {Language} lang */
export function shown(found, lang) {
  const clash = contradiction(found);
  const last = (clash ?? found).at(-1);
  if (!last) return null;
  const words = say(lang, clash ? "proof_clash" : "proof_how", { version: String(last.version) });
  const text = (clash ?? [last]).map((one) => `${JSON.stringify(one)}\n`).join("");
  const href = `data:application/jsonl,${encodeURIComponent(text)}`;
  const save = h("a.button", { download: `${last.record}.jsonl`, href }, say(lang, "proof_save"));
  return h(
    "details.proof",
    { open: clash !== null },
    h("summary", say(lang, "proof")),
    h(clash ? "p.error" : "p", words),
    qr(JSON.stringify(last), say(lang, "proof_picture")),
    save,
  );
}
