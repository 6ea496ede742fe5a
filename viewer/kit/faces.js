// @ts-check
/**
 * What a game says of the values of its moves, and of its places, to the pages that enter moves. It is declared in
 * `boards/<game>/faces.js`, and exported by `boards/<game>-seat.js`:
 *
 * - `face(asked, table)`: how a value looks and what it is called; null where its box names it well.
 * - `starts(key, table)`: the types of move that a tap on a place of the board begins, where its key is no field of
 *   theirs.
 * - `fills(key, move, table)`: the answers that a tap on a place gives to a move as far as it was entered, by field,
 *   where the place's key are not fields of it; null where it gives none.
 * - `label(type, table)`: what a type of move is called in this position; null where its game's label fits.
 * - `aside`: fields that are usually left out, by type of move: they are offered under "more", and not asked.
 * - `draws`: random fields of a set-up, by type of move: the phone may draw them for the table.
 * - `left(view, seat, lang, box)`: what a seat has left, in a few letters, and what that is.
 * - `taken(key, table)`: why a place of the board cannot be chosen, in a few words; null where it can.
 *
 * Each may be missing. A board of before has `name(value, lang)` and `picture(field, value, box)` instead of `face`.
 */
import { localized } from "./words.js";

/**
 * @import { Key } from "./targets.js"
 * @import { Language } from "./words.js"
 * @typedef {object} Face
 * @property {string} name For people and for ears: never an id, and never a coordinate that is not printed.
 * @property {string | null} [picture] The address of a picture, in the art of the board.
 * @property {string} [cost] What it costs, in words.
 * @property {string} [gives] What it gives or does, in words.
 * @property {string} [words] Further words that it is found by.
 * @property {string} [copies] The same for copies of one card; they are numbered.
 *
 * @typedef {object} Asked
 * @property {string} field That asks for the value: `tile`, of `place.0.region` the last name; `type` for a type of
 *   move, of which the picture alone is shown.
 * @property {any} value
 * @property {string} type Of the move; empty where it is about none.
 * @property {any} move As far as it was entered.
 *
 * @typedef {{box: any, view: any, lang: Language, colour: (seat: number) => string,
 *   seatName: (seat: number) => string}} Table What lies there; `view` is null where that is not known.
 *
 * @typedef {{face?: (asked: Asked, table: Table) => Face | null, starts?: (key: Key, table: Table) => string[],
 *   fills?: (key: Key, move: any, table: Table) => Record<string, any> | null,
 *   lies?: (key: Key, table: Table) => any[],
 *   taken?: (key: Key, table: Table) => string | null, label?: (type: string, table: Table) => string | null,
 *   aside?: Record<string, string[]>, draws?: Record<string, string[]>,
 *   left?: (view: any, seat: number, lang: Language) => {text: string, label: string},
 *   name?: (value: any, lang: Language) => string | null,
 *   picture?: (field: string, value: any, box: any) => string | null}} Faces What a game declares.
 */

/** The face of a value. @param {Faces} game @param {Asked} asked @param {Table} table @returns {Face} */
export function faceOf(game, asked, table) {
  const { field, value } = asked;
  const own = game.face?.(asked, table);
  if (own) return own;
  const picture = game.picture?.(field, value, table.box) ?? null;
  return { name: game.name?.(value, table.lang) ?? nameIn(table.box, value, table.lang), picture };
}

/** All that a face is found by, as it is read. @param {Face} face */
export const wordsOf = ({ name, cost, gives, words }) => [name, cost, gives, words].filter(Boolean).join(" ");

/** The name of a value. @param {any} box @param {any} value An id of the box, or any other. @param {Language} lang */
export function nameIn(box, value, lang) {
  const found = typeof value === "string" ? find(box, value) : null;
  return found ? localized(found, lang) : String(value).replaceAll("_", " ");
}

/** The names of the component with an id. @param {any} part Of a box. @param {string} id @returns {any} */
function find(part, id) {
  if (!part || typeof part !== "object") return null;
  if (part.id === id && part.name && typeof part.name === "object") return part.name;
  for (const inner of Object.values(part)) {
    const found = find(inner, id);
    if (found) return found;
  }
  return null;
}
