// @ts-check
/** What a result stands on: moves against the rules and rulings; signatures and disputes; how it was closed. */
import { h } from "../../kit/dom.js";
import { moment } from "../../kit/times.js";
import { tell } from "./history/texts.js";

/**
 * @typedef {{seat: number, way: string, name: string, at: string}} Word
 * @typedef {{status: string, outcome: string | null, signatures: Word[], disputes: Word[],
 *   closed: {reason: string, seat: number | null, way: string | null, name: string, at: string} | null,
 *   closes_at: string | null, voided: string | null, [key: string]: any}} Standing The status of a record, as the
 *   service returns it.
 * @typedef {import("./history/history.js").Told} Told
 */

/**
 * What is to be said of a record before anything else: that it is void, or closed without a result.
 * @param {Told} told
 */
export function statusOf(told) {
  const { standing, result } = told.store.replay;
  if (standing?.voided) return told.lineOf(standing.voided);
  return result ? "" : told.lineOf(standing?.closed?.name);
}

/**
 * Sections of the result's panel; none where there is nothing to say.
 * @param {Told} told
 * @param {(ply: number) => void} go
 * @returns {HTMLElement[]}
 */
export function standing(told, go) {
  const { lang, says } = told.words;
  const irregular = told.irregular.map(({ ply, label }) => {
    const words = tell(lang, "go_move", { name: told.store.nameAt(ply), says: says(ply) });
    const button = h("button", { type: "button", className: "link" }, words);
    button.addEventListener("click", () => go(ply));
    return h("li", null, button, ` (${label})`);
  });
  const said = saidOf(told).map((line) => h("li", null, line));
  return [section(tell(lang, "not_regular"), irregular), section(tell(lang, "table_says"), said)].filter(
    (one) => one !== null,
  );
}

/**
 * Who signed or disputed the result, and how; who has not; what closed the record, or when it will close.
 * @param {Told} told
 */
function saidOf(told) {
  const { lang, seatName } = told.words;
  const { standing, policies, seats, copy } = told.store.replay;
  if (!standing) return [];
  const { signatures, disputes, closed, closes_at: closes, voided } = standing;
  const words = [...signatures, ...disputes];
  const silent = seats.filter(({ seat }) => words.every((one) => one.seat !== seat));
  const open = !closed && !voided;
  const asked = open && !copy && policies?.signing !== "none";
  const missing = words.length ? silent.map(({ seat }) => tell(lang, "unsigned", { who: seatName(seat) })) : [];
  return [
    ...words.map((word) => told.lineOf(word.name)),
    ...(asked ? missing : []),
    asked && !words.length ? tell(lang, "nobody_signed") : "",
    told.lineOf(closed?.name),
    told.lineOf(voided),
    open && closes ? tell(lang, "closes_at", { when: moment(lang, closes) }) : "",
  ].filter(Boolean);
}

/** @param {string} title @param {HTMLElement[]} items */
function section(title, items) {
  return items.length ? h("section", { className: "standing" }, h("h3", null, title), h("ul", null, ...items)) : null;
}
