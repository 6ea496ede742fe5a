// @ts-check
/** The tables of a league: in rounds, by what becomes of them, and each as an item of a list. */
import { badge } from "../../kit/badge.js";
import { h } from "../../kit/dom.js";
import { number, titleOf, told } from "../../kit/words.js";
import { personOf } from "../common/people.js";
import { colourWord } from "../common/texts.js";
import { say } from "./words.js";

/** @typedef {import("../../kit/words.js").Language} Language */

/** What tables may be narrowed to, and which these are. @type {Record<string, (one: any) => boolean>} */
export const ONLY = {
  all: () => true,
  running: (one) => one.status === "running",
  signing: (one) => one.status === "finished",
  not: (one) => one.counts?.answer === "no",
};

const order = new Intl.Collator("en", { numeric: true });

/** The round of a table, as a key. @param {any} one A summary. */
export function roundOf({ occasion: { event = "", round = "" } }) {
  return JSON.stringify([event, round]);
}

/** @param {string} key @param {Language} lang */
export function roundName(key, lang) {
  return JSON.parse(key).filter(Boolean).join(" · ") || say(lang, "no_round");
}

/** Tables in the order of their numbers. @param {any[]} tables */
export function inOrder(tables) {
  /** @param {any} one */
  const place = ({ occasion, league }) => `${occasion.event ?? ""} ${occasion.table ?? ""} ${league.ref}`;
  return tables.sort((one, other) => order.compare(place(one), place(other)));
}

/** What a table is called. @param {any} one @param {Language} lang */
export function tableOf(one, lang) {
  return one.occasion.table ? say(lang, "table", { table: one.occasion.table }) : one.league.ref;
}

/** Who sits at a seat. @param {any} seat @param {any} one @param {Language} lang */
export function whoOf(seat, one, lang) {
  return personOf(seat, one.seats, (colour) => colourWord(lang, colour)) || say(lang, "seat", { seat: seat.seat + 1 });
}

/** The status of a table in words. @param {any} one @param {Language} lang */
export function statusOf(one, lang) {
  return say(lang, one.status === "running" && !one.ply ? "not_begun" : one.status);
}

/** Whether it counts, and every reason why not; empty while it runs. @param {any} one @param {Language} lang */
function counts({ counts }, lang) {
  const reasons = (counts?.reasons ?? []).filter((/** @type {any} */ reason) => reason.code !== "running");
  if (!counts || (counts.answer === "not_yet" && !reasons.length)) return "";
  return say(lang, counts.answer, {
    why: [...new Set(reasons.map((/** @type {any} */ reason) => told(reason.text, lang)))].join("; "),
  });
}

/**
 * What a list says of a table.
 * @param {any} one
 * @param {Language} lang
 * @param {Node[]} does What can be done there.
 * @param {boolean} [rounded] Whether the round is said, too.
 */
export function item(one, lang, does, rounded = false) {
  const { status, standing, ply, changed_at: changed } = one;
  const time = new Date(changed).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
  const moving = status === "running" && ply ? say(lang, "moves", { count: ply, time }) : null;
  const about = [titleOf(one.game), rounded ? roundName(roundOf(one), lang) : null, moving].filter(Boolean).join(" · ");
  const why = counts(one, lang);
  return [
    h("h3", null, tableOf(one, lang)),
    h("span", { className: "status" }, statusOf(one, lang)),
    h("p", { className: "quiet" }, about),
    h(
      "ul",
      { className: "who-all" },
      ...one.seats.map((/** @type {any} */ seat) => {
        const score = one.scores?.[seat.seat];
        const signed = standing.signatures.some((/** @type {any} */ word) => word.seat === seat.seat);
        const won = one.winners?.includes(seat.seat);
        return h(
          "li",
          { className: won ? "won" : "" },
          badge(seat.colour),
          h("span", null, whoOf(seat, one, lang)),
          won ? h("i", null, say(lang, "winner")) : null,
          signed && status !== "closed" ? h("i", null, `✓ ${say(lang, "signed")}`) : null,
          score === undefined || score === null ? null : h("b", null, number(score)),
        );
      }),
    ),
    why ? h("p", { className: `counts ${one.counts.answer}` }, why) : null,
    does.length ? h("p", { className: "does" }, ...does) : null,
  ].filter((part) => part !== null);
}
