// @ts-check
/** What the night market's pages say, in both languages. */
import { speaker } from "../kit/index.js";

/** @type {import("../kit/words.js").Table} */
export const WORDS = {
  market: ["Turned up", "Descubiertas"],
  nothing: ["nothing yet", "aún nada"],
  pile: ["Pile: {count}", "Montón: {count}"],
  lots: ["Lots left: {count}", "Suertes que quedan: {count}"],
  shop: ["For sale", "En venta"],
  price: ["{item}: {price} gold, {points} points", "{item}: {price} de oro, {points} puntos"],
  gold: ["{count} gold", "{count} de oro"],
  hand: ["Hand", "Mano"],
  order: ["Order: {order}", "Orden: {order}"],
  sealed: ["sealed", "sellada"],
  one_of: ["one of: {all}", "una de: {all}"],
  give: ["{who} gives a good away", "{who} da una mercancía"],
  turn_up: ["Cards are turned up for {who}: {left} more", "Se descubren cartas para {who}: {left} más"],
  caption: ["Cards and goods of each seat", "Cartas y mercancías de cada asiento"],
  seat: ["Seat", "Asiento"],
  goods: ["Goods", "Mercancías"],
  items: ["Items", "Objetos"],
  over: ["All hands are shown.", "Se han mostrado todas las manos."],
  drawn: ["Lots", "Suertes"],
  cards: ["Cards", "Cartas"],
  copies: ["{card}: {count} copies, {points} points each", "{card}: {count} ejemplares, {points} puntos cada una"],
  face: ["Face {face}: {ware}", "Cara {face}: {ware}"],
};
export const say = speaker(WORDS);
