// @ts-check
/** What the page behind a seat's link needs to know of Kingdoms. */
export { face, taken } from "./faces.js";

/** @typedef {"en" | "es"} Language */

/** Until what a sealed part stays hidden, by the type of its move. @type {Record<string, Record<Language, string>>} */
export const until = { deal_starting_tile: { en: "you place or show the tile", es: "coloques o muestres la loseta" } };

/** Whether its tile is face down. @param {any} view @param {number} seat @param {any} _body @param {string} name */
export function hidden(view, seat, _body, name) {
  const own = view.seats[seat]?.starting_tile;
  return own?.status === "face_down" && own.name === name;
}

/** A seat's castles in sight, by rank. @param {any} view @param {number} seat @param {Language} lang */
export function left(view, seat, lang) {
  const label = lang === "es" ? "castillos que quedan, por rango" : "castles left, by rank";
  return { text: Object.values(view.seats[seat].reserve).join("·"), label };
}
