// @ts-check
/** The card of a seat: who sits there, whose turn it is, and what the game puts below. */
import { badge } from "./badge.js";
import { h } from "./dom.js";
import { listed, speaker } from "./words.js";

/**
 * @import { Context, Seat } from "./board.js"
 * @import { Child } from "./dom.js"
 * @typedef {{box: HTMLElement, show: (signs: Record<string, boolean>) => void}} SeatCard `show` names what holds for
 *   the seat now: `turn` (the table waits for it), `out`, and whatever the board's style knows.
 */

/** @type {import("./words.js").Table} */ export const WORDS = { to_move: ["to move", "le toca"] };
const say = speaker(WORDS);

/** What changes when people or the language change: then cards are built again. @param {Context} context */
export const modeOf = ({ lang, seats }) => `${lang} ${seats.map((seat) => `${seat.colour} ${seat.name}`).join("|")}`;

/** The colour of a seat; empty where nobody sits. @param {number} seat @param {Context} context */
export const colourOf = (seat, { seats }) => seats.find((one) => one.seat === seat)?.colour ?? "";

/** People: *Ana, Ben and Eva*. @param {readonly number[]} seats @param {Pick<Context, "lang" | "seatName">} of */
export const names = (seats, { lang, seatName }) => listed(seats.map(seatName), lang);

/** A number in a box of fixed size: nothing next to it moves. @param {string} className @param {number} digits */
export function count(className, digits) {
  const box = h("span", { className: `count ${className}` }, "");
  box.style.width = `${digits}ch`;
  return box;
}

/** A seat by badge and name, the colour after a person's name. @param {Seat} seat @param {Context} context */
export function whoIs(seat, context) {
  const who = context.seatName(seat.seat);
  const colour = context.colourName(seat.colour);
  return [badge(seat.colour), h("span.who", who, colour === who ? null : h("small", ` ${colour}`))];
}

/** @param {Seat} seat @param {Context} context @param {{head?: Child[], body: Child[]}} parts @returns {SeatCard} */
export function seatCard(seat, context, { head = [], body }) {
  const turn = h("span.card-turn", say(context.lang, "to_move"));
  const box = h("section", h("h2", ...whoIs(seat, context), turn, ...head), ...body);
  const plain = `card seat-${seat.colour}`;
  box.className = plain;
  return {
    box,
    show: (signs) => {
      const className = [plain, ...Object.keys(signs).filter((sign) => signs[sign])].join(" ");
      if (box.className !== className) box.className = className;
    },
  };
}
