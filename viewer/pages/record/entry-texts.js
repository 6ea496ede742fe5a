// @ts-check
/** Entries in words: the sentence of a move, or its answers where it has none. */
import { labelOf } from "../../form/shape.js";
import { Asking } from "./asking.js";

/**
 * @typedef {import("../../form/shape.js").Json} Json
 * @typedef {{t: (key: string, blanks?: Record<string, string | number>) => string, lang: () => "en" | "es",
 *   seatName: (seat: number) => string, named: (sentence: string) => string,
 *   speech: (move?: any, view?: any) => import("../../form/widget.js").Speech}} Page
 */

/** Answers are shown here, not changed. */
const NONE = { answer: () => {}, change: () => {} };

/** A move: who made it, what it is, every answer. @param {Json} body @param {any} game @param {Page} page */
export function inWords(body, game, page) {
  const lang = page.lang();
  const kind = game.moves[body.type];
  if (!kind) return String(body.type);
  const asking = new Asking(kind.fields, { ...page, speech: () => page.speech(body, null) }, NONE);
  const answers = Object.entries(body)
    .filter(([name, value]) => name in kind.fields && value !== null)
    .map(([name, value]) => {
      const label = labelOf(kind.fields, name, lang, (key, seat) => asking.keyName(key, seat));
      return `${label} ${asking.spoken(value, name)}`;
    });
  const label = kind.label?.[lang] ?? kind.label?.en ?? body.type.replaceAll("_", " ");
  const what = answers.length ? `${label} – ${answers.join(", ")}` : label;
  return typeof body.seat === "number" ? `${page.seatName(body.seat)}: ${what}` : what;
}

/** The sentence of a move. @param {Record<string, string> | null | undefined} says @param {Page} page */
export function sentence(says, page) {
  return page.named(says?.[page.lang()] ?? Object.values(says ?? {})[0] ?? "");
}

/** An entry of this phone. @param {import("../../device/queue.js").Entry} entry @param {any} game @param {Page} page */
export function entryInWords(entry, game, page) {
  if (entry.call !== "moves") return page.t(`entry_${entry.call}`);
  return sentence(entry.says, page) || inWords(entry.body, game, page);
}
