// @ts-check
/**
 * What the page behind a seat's link needs to know of Architects: which cards of its hand a seat may note, and of which
 * moves.
 */

import { formulaAt } from "./architects-world.js";

/** @typedef {"en" | "es"} Language */

const HELD = { en: "you construct the cards or show your hand", es: "construyas las cartas o muestres tu mano" };
const UNDER = {
  en: "the end: cards under the pile are never shown",
  es: "el final: las cartas bajo el mazo no se muestran",
};

/** Until what a sealed part stays hidden, by the type of its move. @type {Record<string, Record<Language, string>>} */
export const until = {
  draft_done: HELD,
  workshop_draw: HELD,
  market_draw: HELD,
  build: HELD,
  cathedral: UNDER,
  discard_to_limit: UNDER,
};

/**
 * Whether what a move holds lies hidden on the table now: hands are, until their owner shows them.
 * @param {any} view
 * @param {number} seat
 */
export function hidden(view, seat) {
  return !view.revealed_hands[seat];
}

/**
 * What a seat may note of a move that the recorder wrote: cards drafted, drawn or discarded, each field with its
 * domain.
 * @param {any} body The move.
 * @param {any} view
 * @param {number} seat
 * @param {any} box
 * @returns {Record<string, any>}
 */
export function asks(body, view, seat, box) {
  const built = Object.values(view.seats).flatMap((/** @type {any} */ own) => own.buildings);
  const all = box.buildings.map((/** @type {any} */ card) => card.id);
  const own = view.seats[seat];
  /** @param {number} count @param {string[]} [cards] */
  const cards = (count, cards = all) => ({
    kind: "list",
    of: { kind: "choice", of: cards },
    least: count,
    most: count,
  });
  const unseen = all.filter((/** @type {string} */ id) => !built.includes(id) || own.buildings.includes(id));
  if (body.type === "draft_done") return { kept: cards(box.setup.draft.keep, unseen) };
  if (body.seat !== seat) return {};
  if (body.type === "workshop_draw") {
    const n = body.n ?? view.locations.workshop[seat] ?? 0;
    const draw = box.locations
      .find((/** @type {any} */ place) => place.id === "workshop")
      ?.choose_action?.find((/** @type {any} */ one) => one.id === "draw");
    return n && draw ? { drawn: cards(formulaAt(draw.cards, n), unseen) } : {};
  }
  if (body.type === "cathedral" && !noDiscard(box, own)) {
    return { discarded: cards(box.cathedral.discard_building_cards_per_step) };
  }
  return {};
}

/** Whether a seat's character advances without a discard. @param {any} box @param {any} own */
function noDiscard(box, own) {
  const card = box.characters.find((/** @type {any} */ one) => one.id === own.character);
  const parts = card?.ability.parts ?? [card?.ability];
  return parts.some((/** @type {any} */ part) => part?.type === "cathedral_no_building_discard");
}

/**
 * What this seat's eyes know of its hand.
 * @param {any} view
 * @param {number} seat
 * @param {any} _box
 * @param {Language} lang
 * @returns {{label: string, value: any, image: string | null}[]}
 */
export function known(view, seat, _box, lang) {
  const { hand, buildings } = view.seats[seat];
  const es = lang === "es";
  const rows = [{ label: es ? "Cartas en mano" : "Cards in hand", value: hand.size, image: null }];
  if (hand.known.length)
    rows.push({ label: es ? "De ellas conocidas" : "Known of them", value: hand.known, image: null });
  if (buildings.length) rows.push({ label: es ? "Construidos" : "Constructed", value: buildings, image: null });
  return rows;
}
