// @ts-check
/** The tables of a league: in rounds, by what becomes of them, and each as an item of a list. */
import { h } from "../../kit/dom.js";
import { localized, titleOf } from "../../kit/words.js";
import { personOf } from "../common/people.js";
import { colourWord } from "../common/texts.js";
import { card } from "../front/card.js";
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
export const roundOf = ({ occasion: { event = "", round = "" } }) => JSON.stringify([event, round]);

/** @param {string} key @param {Language} lang */
export const roundName = (key, lang) => JSON.parse(key).filter(Boolean).join(" · ") || say(lang, "no_round");

/** Tables in the order of their numbers. @param {any[]} tables */
export function inOrder(tables) {
  /** @param {any} one */
  const place = ({ occasion, league }) => `${occasion.event ?? ""} ${occasion.table ?? ""} ${league.ref}`;
  return tables.sort((one, other) => order.compare(place(one), place(other)));
}

/** What a table is called. @param {any} one @param {Language} lang */
export const tableOf = (one, lang) =>
  one.occasion.table ? say(lang, "table", { table: one.occasion.table }) : one.league.ref;

/** Who sits at a seat. @param {any} seat @param {any} one @param {Language} lang */
export const whoOf = (seat, one, lang) => personOf(seat, one.seats, (colour) => colourWord(lang, colour));

/** The status of a table in words. @param {any} one @param {Language} lang */
export const statusOf = (one, lang) => say(lang, one.status === "running" && !one.ply ? "not_begun" : one.status);

/** Whether it counts, and every reason why not; empty while it runs. @param {any} one @param {Language} lang */
function counts({ counts }, lang) {
  const reasons = (counts?.reasons ?? []).filter((/** @type {any} */ reason) => reason.code !== "running");
  if (!counts || (counts.answer === "not_yet" && !reasons.length)) return "";
  return say(lang, counts.answer, {
    why: [...new Set(reasons.map((/** @type {any} */ reason) => localized(reason.text, lang)))].join("; "),
  });
}

/**
 * What a list says of a table.
 * @param {any} one @param {Language} lang @param {Node[]} does What can be done there.
 * @param {() => void} go Called when its game is opened. @param {boolean} rounded Whether the round is said, too.
 */
export function item(one, lang, does, go, rounded) {
  const signed = one.status === "finished" && one.standing.signatures.length;
  const { round, place } = one.occasion;
  const shown = { ...one, status: null, league: null, occasion: rounded ? { round, place } : { place } };
  const { childNodes } = card(shown, {
    lang,
    title: `${tableOf(one, lang)} · ${titleOf(one.game)}`,
    href: `./?record=${one.id}`,
    colourName: (colour) => colourWord(lang, colour),
    extra: [signed ? say(lang, "signed", { count: signed, all: one.seats.length }) : null],
    go,
  });
  const why = counts(one, lang);
  return [
    ...childNodes,
    h("span.status", statusOf(one, lang)),
    ...(why ? [h("p", { className: `counts ${one.counts.answer}` }, why)] : []),
    ...(does.length ? [h("p.does", ...does)] : []),
  ];
}
