// @ts-check
/** Architects on the page behind a seat's link: which cards a seat may note, and of which moves. */
import { namesOfValues } from "../../kit/words.js";
import { say } from "./words.js";

export { face, starts, taken } from "./faces.js";

/** What a set-up takes by chance. */
export const draws = { setup: ["top", "bottom", "small_face"] };

/** @import { Language, Table } from "../../kit/words.js" */

/** @type {Table} */ export const WORDS = {
  top: ["top", "la de arriba"],
  bottom: ["bottom", "la de abajo"],
  base_virtue: ["for virtue", "por virtud"],
  base_marble: ["for marble", "por mármol"],
  board: ["a player's board", "el tablero de un jugador"],
  send: ["send to prison", "enviar a prisión"],
  release: ["release", "liberar"],
  ransom: ["ransom", "rescatar"],
  pay_debt: ["pay a debt", "pagar una deuda"],
  debt: ["a debt", "una deuda"],
  capture: ["capture", "capturar"],
  build: ["build", "construir"],
  cathedral: ["Cathedral", "Catedral"],
};
/** The name of a value that the box has no name for. */
export const name = namesOfValues(WORDS);

const HELD = { en: "you construct the cards or show your hand", es: "construyas las cartas o muestres tu mano" };
const UNDER = {
  en: "the end: cards under the pile are never shown",
  es: "el final: las cartas bajo la pila no se muestran",
};

/** Until what a sealed part stays hidden, by the type of its move. @type {Record<string, Record<Language, string>>} */
export const until = {
  draft_done: HELD,
  workshop_draw: HELD,
  market_draw: HELD,
  market_left: HELD,
  market_right: HELD,
  market_hire: HELD,
  build: HELD,
  cathedral: UNDER,
  discard_to_limit: UNDER,
};

/** What a seat has left in sight: its workers. @param {any} view @param {number} seat @param {Language} lang */
export function left(view, seat, lang) {
  const { workers } = view.seats[seat];
  return { text: say(lang, "left_short", { n: workers }), label: say(lang, "workers_free") };
}

/** Whether a move's cards are still hidden: until the hand is shown. @param {any} view @param {number} seat */
export const hidden = (view, seat) => !view.revealed_hands[seat];

/** Secret parameters with cards that left the hand; all others have cards that came. */
const LEFT = ["discarded", "library_card"];

/**
 * What a seat may note of a move that the recorder wrote: cards drafted, drawn, chosen, discarded, each parameter with
 * its domain. How many there were, everybody saw: the position keeps it for the last moves of each seat.
 * @param {any} view @param {number} seat @param {{name: string}} move @param {any} box @returns {Record<string, any>}
 */
export function asks(view, seat, { name }, box) {
  const own = view.seats[seat];
  const built = Object.values(view.seats).flatMap((/** @type {any} */ other) => other.buildings);
  const all = box.buildings.map((/** @type {any} */ card) => card.id);
  // A card that came is not built by another; a card under the pile may have come up again and be anywhere.
  const came = all.filter((/** @type {string} */ id) => !built.includes(id) || own.buildings.includes(id));
  return Object.fromEntries(
    Object.entries(own.hand.moved[name] ?? {}).map(([parameter, count]) => {
      const of = LEFT.includes(parameter.split(".").at(-1) ?? "") ? all : came;
      return [parameter, { kind: "list", of: { kind: "choice", of }, least: count, most: count }];
    }),
  );
}

/**
 * What this seat's eyes know of its hand.
 * @param {any} view @param {number} seat @param {any} _box @param {Language} lang
 * @returns {{label: string, value: any, image: string | null}[]}
 */
export function known(view, seat, _box, lang) {
  const { hand, buildings } = view.seats[seat];
  const es = lang === "es";
  const rows = { [es ? "Cartas en mano" : "Cards in hand"]: hand.size };
  if (hand.known.length) rows[es ? "Conocidas" : "Known"] = hand.known;
  if (buildings.length) rows[es ? "Construidos" : "Constructed"] = buildings;
  return Object.entries(rows).map(([label, value]) => ({ label, value, image: null }));
}
