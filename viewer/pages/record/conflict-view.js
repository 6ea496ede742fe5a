// @ts-check
/** What others wrote meanwhile and what waits on this phone, side by side. */
import { h } from "../../kit/dom.js";
import { entryInWords, inWords } from "./entry-texts.js";

/**
 * @typedef {import("./entry-texts.js").Page} Page
 * @typedef {{sentenceOf: (name: string) => string}} Line Of a move; empty for none.
 */

/**
 * @param {import("../../device/conflict.js").Clash} clash
 * @param {readonly import("../../device/queue.js").Entry[]} mine What waits, in its order. @param {any} game
 * @param {Page} page @param {Line} line
 */
export function sideBySide(clash, mine, game, page, line) {
  const theirs = clash.theirs.map((entry) => {
    if (entry.type === "move") return line.sentenceOf(String(entry.version)) || inWords(entry.body, game, page);
    return page.t(`clash_${entry.type}`);
  });
  const ours = mine.map((entry) => entryInWords(entry, game, page));
  return h("div.sides", side(page.t("theirs"), theirs), side(page.t("mine"), ours));
}

function side(/** @type {string} */ title, /** @type {string[]} */ lines) {
  return h("section", h("h2", title), h("ol", ...lines.map((line) => h("li", line))));
}
