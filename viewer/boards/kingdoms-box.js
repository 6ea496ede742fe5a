// @ts-check
/** A box of Kingdoms, whole: every kind of tile with its value and count, castles for each number of players. */
import { h } from "../dom.js";
import { castleImage, tileImage } from "./kingdoms-art.js";

/** @typedef {"en" | "es"} Language */

/** @type {Record<string, [string, string]>} */
const WORDS = {
  tiles: ["Tiles: {count}", "Losetas: {count}"],
  castles: ["Castles of a colour", "Castillos de un color"],
  players: ["{count} players", "{count} jugadores"],
  rank: ["rank {rank}", "rango {rank}"],
  board: ["{rows} rows, {columns} columns, {epochs} epochs, {gold} gold at the start", "{rows} filas, {columns} columnas, {epochs} épocas, {gold} de oro al comienzo"],
  all: ["in the box", "en la caja"],
};
const GREY = { name: "box", seat: "#9a948a", deep: "#4d4942", ink: "#fff", emblem: "" };

export const title = { en: "Kingdoms", es: "Kingdoms" };

/** @param {any} box */
export function fits(box) {
  return Array.isArray(box?.kinds) && Boolean(box?.castles);
}

/**
 * @param {HTMLElement} el
 * @param {any} box
 * @param {Language} lang
 */
export function drawBox(el, box, lang) {
  /** @param {string} key @param {Record<string, string | number>} [blanks] */
  const say = (key, blanks = {}) => WORDS[key][lang === "es" ? 1 : 0].replace(/\{(\w+)\}/g, (whole, blank) => (blank in blanks ? String(blanks[blank]) : whole));
  const total = box.kinds.reduce((/** @type {number} */ sum, /** @type {any} */ kind) => sum + kind.count, 0);
  el.append(h("p", null, say("board", { rows: box.board.rows, columns: box.board.columns, epochs: box.epochs, gold: box.starting_gold })));
  const tiles = h("ul", { className: "box-tiles" });
  for (const kind of box.kinds) {
    const value = kind.value ? kind.value : null;
    tiles.append(h("li", null, h("img", { src: tileImage(kind.id, value), alt: "" }), h("span", null, kind.name?.[lang] ?? kind.id), h("b", null, `×${kind.count}`)));
  }
  el.append(h("section", null, h("h2", null, say("tiles", { count: total })), tiles));
  const ranks = Object.keys(box.castles.per_colour);
  const head = h("tr", null, h("td", null), ...ranks.map((rank) => h("th", { scope: "col" }, h("img", { src: castleImage(Number(rank), GREY), alt: say("rank", { rank }), width: 48, height: 48 }))));
  const row = (/** @type {string} */ words, /** @type {Record<string, number>} */ counts) => h("tr", null, h("th", { scope: "row" }, words), ...ranks.map((rank) => h("td", null, String(counts[rank] ?? 0))));
  const body = h("tbody", null, row(say("all"), box.castles.per_colour), ...Object.entries(box.castles.per_player).map(([count, counts]) => row(say("players", { count }), /** @type {any} */ (counts))));
  el.append(h("section", null, h("h2", null, say("castles")), h("table", { className: "parts box-castles" }, h("thead", null, head), body)));
}
