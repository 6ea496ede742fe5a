// @ts-check
/** What the page behind a seat's link needs to know of the night market. */
import { cardImage } from "./toy-art.js";

/** Until what a sealed part stays hidden, by the type of its move. @type {Record<string, Record<"en" | "es", string>>} */
export const until = {
  deal: { en: "you show your hand", es: "muestres tu mano" },
  order: { en: "all orders are turned up", es: "se descubran todas las órdenes" },
};

/**
 * The picture of a value; null where it has none.
 * @param {string} field
 * @param {any} value
 * @param {any} box
 */
export function picture(field, value, box) {
  return typeof value === "string" && value in box.cards && !field.includes("order") ? cardImage(value) : null;
}

/**
 * Whether what a move holds lies hidden on the table now.
 * @param {any} view
 * @param {number} seat
 * @param {any} body The move.
 * @param {string} name Of the move.
 */
export function hidden(view, seat, body, name) {
  const own = view.seats[seat];
  return body.type === "deal" ? !own?.shown : own?.ordered === name;
}
