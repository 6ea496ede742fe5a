// @ts-check
/** Saying the phrases of card texts: tables of both languages, one or many, numbers by day and night. */
import { number, speaker } from "../../../kit/index.js";
import { MORE_WORDS } from "./more-words.js";
import { WORDS } from "./words.js";

/**
 * @import { Language } from "../../../kit/board.js"
 * @typedef {object} Speech What a phrase is made with.
 * @property {Language} lang
 * @property {(key: string, blanks?: Record<string, string | number>) => string} say
 * @property {(node: any) => string} of The phrase of a node, or of several, one after the other.
 * @property {(node: any) => string} inner The phrase of a node inside another one: its steps joined by *and*.
 * @property {(colours: readonly string[]) => string} colours *red, blue or green*.
 * @property {(ids: readonly string[]) => string} terrains
 * @property {(words: readonly string[]) => string} list
 */

export const say = speaker({ ...WORDS, ...MORE_WORDS });

/** A node's number, or those by day and night. @param {any} node @param {Speech} to @param {boolean} [plus] */
export function amountOf(node, to, plus = false) {
  const each = (/** @type {number} */ one) => number(one, plus);
  if (node.n === undefined && node.day !== undefined)
    return to.say("day_night", { day: each(node.day), night: each(node.night) });
  if (node.n_if_in_forest) return to.say("in_forest", { n: node.n, forest: node.n_if_in_forest });
  return each(node.n ?? 0);
}
