// @ts-check
/** What a result stands on: moves against the rules and rulings; signatures and disputes; how it was closed. */
import { h } from "../../kit/dom.js";
import { moment } from "../../kit/times.js";
import { listed } from "../../kit/words.js";
import { say } from "./history/texts.js";

/**
 * @import { RecordHistory } from "./history/history.js"
 * @typedef {{seat: number, way: string, name: string, at: string}} Word
 * @typedef {{status: string, outcome: string | null, signatures: Word[], disputes: Word[], closed: {reason: string,
 *   seat: number | null, way: string | null, name: string, at: string} | null, closes_at: string | null, voided: string
 *   | null, [key: string]: any}} Standing The status of a record, as the service returns it.
 */

/** What the page says first of a record: void, or closed without a result. @param {RecordHistory} history */
export function statusOf(history) {
  const { standing, result } = history.store.replay;
  if (standing?.voided) return history.lineOf(standing.voided);
  return result ? "" : history.lineOf(standing?.closed?.name);
}

/** The result's panel. @param {RecordHistory} history @param {(ply: number) => void} go @returns {HTMLElement[]} */
export function standing(history, go) {
  const { lang, says } = history.words;
  const irregular = history.irregular.map(({ ply, label }) => {
    const words = say(lang, "go_move", { name: ply, says: says(ply) });
    const button = h("button.link", words);
    button.addEventListener("click", () => go(ply));
    return h("li", button, ` (${label})`);
  });
  const said = saidOf(history).map((line) => h("li", line));
  return [section(say(lang, "not_regular"), irregular), section(say(lang, "table_says"), said)].filter(
    (one) => one !== null,
  );
}

/** Corrections, rule breaches and signatures in one line, even if there are none. @param {RecordHistory} history */
export function regularity(history) {
  const { lang, seatName } = history.words;
  const { standing, policies, copy } = history.store.replay;
  const { acts, gone } = history.history;
  const counted = (/** @type {string} */ key, /** @type {number} */ count) =>
    say(lang, count ? `some_${key}` : `no_${key}`, { count });
  const undone = gone.filter(({ how }) => how === "undone").length;
  const by = (/** @type {string} */ key, /** @type {Word[]} */ words) =>
    words.length ? say(lang, key, { who: listed([...new Set(words.map(({ seat }) => seatName(seat)))], lang) }) : "";
  const { signatures = [], disputes = [] } = standing ?? {};
  const asked = standing && !copy && policies?.signing !== "none" && !signatures.length && !disputes.length;
  return [
    counted("corrections", acts.filter(({ type, withdrawn }) => type === "corrected" && withdrawn === null).length),
    undone ? `${say(lang, "undone", { count: undone })}.` : "",
    counted("breaches", history.irregular.length),
    by("signed_by", signatures),
    by("disputed_by", disputes),
    asked ? `${say(lang, "nobody_signed")}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Who signed or disputed the result, who has not, and what closes the record. @param {RecordHistory} history */
function saidOf(history) {
  const { lang, seatName } = history.words;
  const { standing, policies, seats, copy } = history.store.replay;
  if (!standing) return [];
  const { signatures, disputes, closed, closes_at: closes, voided } = standing;
  const words = [...signatures, ...disputes];
  const silent = seats.filter(({ seat }) => words.every((one) => one.seat !== seat));
  const open = !closed && !voided;
  const asked = open && !copy && policies?.signing !== "none";
  const missing = words.length ? silent.map(({ seat }) => say(lang, "unsigned", { who: seatName(seat) })) : [];
  return [
    ...words.map((word) => history.lineOf(word.name)),
    ...(asked ? missing : []),
    asked && !words.length ? say(lang, "nobody_signed") : "",
    history.lineOf(closed?.name),
    history.lineOf(voided),
    open && closes ? say(lang, "closes_at", { when: moment(lang, closes) }) : "",
  ].filter(Boolean);
}

function section(/** @type {string} */ title, /** @type {HTMLElement[]} */ items) {
  return items.length ? h("section.standing", h("h3", title), h("ul", ...items)) : null;
}
