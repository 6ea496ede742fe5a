// @ts-check
/** Small things that every part of the board is made of: signs, runs of goods, workers in a seat's colours. */
import { backgroundClass, badgeClass, colourOf, h, liveryOf, number } from "../../kit/index.js";
import { signImage, workerImage } from "./art.js";
import { goodsWords } from "./cards/text.js";

/** @import { Context, Language } from "../../kit/board.js" */
/** @import { Token } from "./run.js" */
/** @import { Goods, World } from "./world.js" */

/** Every sign that a board may want later: asked for at once, so that no rule comes late. */
const ALL = "clay wood stone gold marble silver tax virtue debt paid building_cards vp hand reset".split(" ");

export function prepare(/** @type {Context} */ context) {
  for (const sign of [...ALL, "purge", "evade", "bars", "chain", "cathedral", "carpentry", "tiling", "masonry"])
    signClass(sign);
  for (const { seat, colour } of context.seats) {
    workerClass(seat, context);
    badgeClass(colour);
  }
}

/** The class of a sign's picture alone. @param {string} sign @param {boolean} [faint] */
export const signPicture = (sign, faint = false) =>
  backgroundClass(`a-${sign}${faint ? "-faint" : ""}`, signImage(sign, faint));

export const signClass = (/** @type {string} */ sign) => `a-sign ${signPicture(sign)}`;

/** A sign alone; its meaning is written next to it. @param {string} name */
export const sign = (name) => h("i", { className: signClass(name) });

/** The class of a worker's picture alone. @param {number} seat @param {Context} context @param {boolean} [faint] */
export function workerPicture(seat, context, faint = false) {
  const livery = liveryOf(colourOf(seat, context));
  return backgroundClass(`a-worker-${livery.name}${faint ? "-faint" : ""}`, workerImage(livery, faint));
}

/** @param {number} seat @param {Context} context */
export const workerClass = (seat, context) => `a-worker ${workerPicture(seat, context)}`;

/** A worker of a seat. @param {number} seat @param {Context} context */
export const worker = (seat, context) => h("i", { className: workerClass(seat, context) });

/** A number with its sign. @param {string} good @param {number | string} count @param {string} [className] */
export const amountOf = (good, count, className = "") =>
  h("span", { className: `a-good ${className}` }, String(count), sign(good));

/** Words in a line that changes. @param {string} text @returns {Token} */
export const wordsToken = (text) => ({ kind: "a-words", order: "words", text, picture: "" });

/** A sign alone in a line that changes. @param {string} name @returns {Token} */
export const signToken = (name) => ({ kind: "a-good", order: "after", text: "", picture: signPicture(name) });

/** A sign's number. @param {string} good @param {number | string} count @param {string} [className] @returns {Token} */
export function goodToken(good, count, className = "") {
  return { kind: `a-good ${className}`, order: "before", text: String(count), picture: signPicture(good) };
}

/** @param {Goods} goods @returns {Token[]} */
export const goodsTokens = (goods) => Object.entries(goods).map(([good, count]) => goodToken(good, count));

/** A change with its sign, in a line that changes: `+2` and a good. @param {string} good @param {number} change */
export const changeToken = (good, change) => goodToken(good, number(change, true), change < 0 ? "less" : "gain");

/** A worker of a seat, in a line that changes. @param {number} seat @param {Context} context @returns {Token} */
export function workerToken(seat, context) {
  return { kind: "a-many", order: "after", text: "", picture: workerPicture(seat, context) };
}

/** Goods as pictures. @param {World} world @param {Goods} goods @param {Language} lang @param {string} [className] */
export const goodsPicture = (world, goods, lang, className = "") =>
  h(
    "span",
    { className: `a-goods ${className}`, role: "img", "aria-label": goodsWords(world, goods, lang) },
    ...Object.entries(goods).map(([good, count]) => amountOf(good, count)),
  );

/** A change with its sign: `+2` and a good. @param {string} good @param {number} change */
export const changeOf = (good, change) => amountOf(good, number(change, true), change < 0 ? "less" : "gain");

/** Workers by seat, as tokens. @param {Record<string, number>} counts @param {Context} context @returns {Token[]} */
export const workersTokens = (counts, context) =>
  context.seats
    .filter(({ seat }) => counts[seat])
    .map(({ seat }) => ({ ...workerToken(seat, context), text: counts[seat] > 1 ? String(counts[seat]) : "" }));

/** Counts by seat in words: *Ana 2, Bruno 1*. @param {Record<string, number>} counts @param {Context} context */
export const countsWords = (counts, context) =>
  context.seats
    .filter(({ seat }) => counts[seat])
    .map(({ seat }) => `${context.seatName(seat)} ${counts[seat]}`)
    .join(", ");
