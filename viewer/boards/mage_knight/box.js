// @ts-check
/** Rows of a box of Mage Knight as they are printed: cards, tokens, tiles. */
import { localized, picture } from "../../kit/index.js";
import { tileArt } from "./art.js";
import { face } from "./chips.js";
import { worldOf } from "./world.js";

/** @typedef {import("../../kit/words.js").Language} Language */
/** @typedef {import("./world.js").Kind} Kind */

export const title = { en: "Mage Knight", es: "Mage Knight" };
export const sheets = ["mage_knight/style.css", "mage_knight/map.css", "mage_knight/box.css"];

export const wide = true;

export const fits = (/** @type {any} */ box) =>
  Array.isArray(box?.cards) && Array.isArray(box?.tactics) && Boolean(box?.fame_rows && box?.explore);

/** Tables whose rows are cards or tokens. @type {Record<string, Kind>} */
const KINDS = { cards: "card", units: "unit", enemies: "enemy", ruins: "ruin", tactics: "tactic", skills: "skill" };

/** A row as printed, or null. @param {string} table @param {any} row @param {any} box @param {Language} lang */
export function rowPicture(table, row, box, lang) {
  if (table === "tiles") return picture(tileArt(row), "m-tile", localized(row.name, lang));
  const kind = KINDS[table];
  return kind ? face(worldOf(box), kind, kind === "skill" ? `${row.id}.${row.hero}` : row.id, lang) : null;
}
