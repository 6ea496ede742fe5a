// @ts-check
/** Rows of a box of Architects as they are printed: cards with their text, and what rewards and markets give. */
import { h } from "../../kit/index.js";
import { cardFace, costPicture } from "./cards/face.js";
import { goodsPicture } from "./signs.js";
import { worldOf } from "./world.js";

/** @typedef {import("../../kit/words.js").Language} Language */

export const title = { en: "Architects of the West Kingdom", es: "Arquitectos del Reino del Oeste" };
export const wide = true;
export const sheets = ["architects/style.css", "architects/cards/style.css"];

export const fits = (/** @type {any} */ box) =>
  Array.isArray(box?.apprentices) && Array.isArray(box?.buildings) && Boolean(box?.virtue_track && box?.cathedral);

/** A row as printed; null: no card. @param {string} table @param {any} row @param {any} box @param {Language} lang */
export function rowPicture(table, row, box, lang) {
  const world = worldOf(box);
  if (table === "rewards") return goodsPicture(world, row.gain, lang);
  if (table === "cathedral.levels") return row.cost ? costPicture(world, row.cost, lang) : null;
  if (table === "black_market.cards")
    return h("div", ...[row.small, row.large].map((face) => goodsPicture(world, face, lang)));
  return ["apprentices", "buildings", "characters"].includes(table) ? cardFace(world, row.id, lang) : null;
}
