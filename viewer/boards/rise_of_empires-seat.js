// @ts-check
/** What the recorder's page knows of Rise of Empires besides its box: how units are called. */
import { WORDS, say } from "./rise_of_empires-words.js";

/** @typedef {import("../kit/words.js").Language} Language */

/**
 * The name of a value that the box has no name for; null for any other.
 * @param {any} value
 * @param {Language} lang
 */
export function name(value, lang) {
  const key = `good_${value}`;
  return typeof value === "string" && key in WORDS ? say(lang, key) : null;
}
