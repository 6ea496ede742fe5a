// @ts-check
/** A box of Kingdoms, whole: every kind of tile with its value and count, castles for each number of players. */
import { h, picture, reportTable, speaker, told } from "../../kit/index.js";
import { castleImage, tileImage } from "./art.js";

/** @typedef {import("../../kit/words.js").Language} Language */

/** @type {import("../../kit/words.js").Table} */
export const WORDS = {
  tiles: ["Tiles: {count}", "Losetas: {count}"],
  castles: ["Castles of a colour", "Castillos de un color"],
  players: ["{count} {count:player|players}", "{count} {count:jugador|jugadores}"],
  rank: ["rank {rank}", "rango {rank}"],
  board: [
    "{rows} {rows:row|rows}, {columns} {columns:column|columns}, {epochs} {epochs:epoch|epochs}, " +
      "{gold} gold at the start",
    "{rows} {rows:fila|filas}, {columns} {columns:columna|columnas}, {epochs} {epochs:época|épocas}, " +
      "{gold} de oro al comienzo",
  ],
  all: ["in the box", "en la caja"],
};
const say = speaker(WORDS);
const GREY = { name: "box", seat: "#9a948a", deep: "#4d4942", ink: "#fff", emblem: "" };

export const title = { en: "Kingdoms", es: "Kingdoms" };
export const sheets = ["kingdoms/style.css"];

/** @param {any} box */
export function fits(box) {
  return Array.isArray(box?.kinds) && Boolean(box?.castles);
}

/** The tile of a row. @param {string} _table @param {any} row */
export function rowPicture(_table, { id, value }) {
  return picture(tileImage(id, value || null), "");
}

/**
 * @param {HTMLElement} el
 * @param {any} box
 * @param {Language} lang
 */
export function drawBox(el, box, lang) {
  const { board, kinds, castles, epochs, starting_gold: gold } = box;
  const total = kinds.reduce((/** @type {number} */ sum, /** @type {any} */ kind) => sum + kind.count, 0);
  const tiles = kinds.map((/** @type {any} */ { id, value, count, name }) => {
    const words = h("span", null, told(name, lang) || id);
    return h("li", null, picture(tileImage(id, value || null), ""), words, h("b", null, `×${count}`));
  });
  const ranks = Object.keys(castles.per_colour);
  /** @param {string} words @param {Record<string, number>} counts */
  const row = (words, counts) => ({
    head: [words],
    cells: ranks.map((rank) => ({ content: [String(counts[rank] ?? 0)] })),
  });
  const head = (/** @type {string} */ rank) => [
    picture(castleImage(Number(rank), GREY), "k-castle", say(lang, "rank", { rank })),
  ];
  const players = Object.entries(castles.per_player).map(([count, counts]) =>
    row(say(lang, "players", { count }), /** @type {any} */ (counts)),
  );
  const table = reportTable({
    className: "box-castles",
    caption: say(lang, "castles"),
    unseen: true,
    columns: [[], ...ranks.map(head)],
    bodies: [[row(say(lang, "all"), castles.per_colour), ...players]],
  });
  el.append(
    h("p", null, say(lang, "board", { rows: board.rows, columns: board.columns, epochs, gold })),
    h(
      "section",
      null,
      h("h2", null, say(lang, "tiles", { count: total })),
      h("ul", { className: "box-tiles" }, ...tiles),
    ),
    h("section", null, h("h2", null, say(lang, "castles")), table),
  );
}
