// @ts-check
/** What the board of Architects reads from the box, worked out once: names, cards, yields, prices, thresholds. */
import { byId, localized, perObject } from "../../kit/index.js";

/**
 * @import { Language } from "../../kit/board.js"
 * @typedef {Record<string, number>} Goods Counts by good; also `virtue`, `building_cards`, `debt`.
 * @typedef {{box: any, open: any[], markets: any[], places: Map<string, any>, apprentices: Map<string, any>,
 *   buildings: Map<string, any>, rewards: Map<string, any>, characters: Map<string, any>, goods: string[],
 *   names: Map<string, any>}} World
 */

export const ROWS = ["top", "bottom"];
const BLACK_MARKET = "black_market"; // In abilities this location means all three spaces.

/** The box as the board needs it. @type {(box: any) => World} */
export const worldOf = perObject((box) => {
  return {
    box,
    open: box.locations.filter((/** @type {any} */ one) => one.kind === "open"),
    markets: box.locations.filter((/** @type {any} */ one) => one.kind === "single"),
    places: byId(box.locations),
    apprentices: byId(box.apprentices),
    buildings: byId(box.buildings),
    rewards: byId(box.rewards),
    characters: byId(box.characters),
    goods: box.resources.map((/** @type {any} */ one) => one.id),
    names: new Map([...box.resources, ...box.skills, ...box.locations].map((one) => [one.id, one.name])),
  };
});

/** The name of a card of any of the three kinds. @param {World} world @param {string} id @param {Language} lang */
export const cardName = (world, id, lang) =>
  localized((world.apprentices.get(id) ?? world.buildings.get(id) ?? world.characters.get(id))?.name, lang) || id;

/** The name of a place of the board. @param {World} world @param {string} place @param {Language} lang */
export function placeName(world, place, lang) {
  if (place === BLACK_MARKET) return localized(world.box.black_market.name, lang);
  return localized(world.names.get(place), lang) || place;
}

/** A formula's value at `n`. @param {string} formula @param {number} n Own workers there, the new one among them. */
export function formulaAt(formula, n) {
  const found = /^(?:(\d+)\+)?n(?:\/\/(\d))?(?:\+(\d+))?$|^min\(n,(\d+)\)$/.exec(formula);
  if (!found) return 0;
  const [, before, per, after, most] = found;
  if (most) return Math.min(n, Number(most));
  return Number(before ?? after ?? 0) + Math.floor(n / Number(per ?? 1));
}

/**
 * @typedef {{gain: Goods[], actions: number | null, columns: number | null, cards: number | null}} Next What a worker
 *   would bring: one of some gains, so many actions, a hire up to a column, or so many cards.
 */

/**
 * What the next worker of a seat would bring to an open location.
 * @param {World} world @param {any} place Of the box. @param {any} position @param {number} seat @returns {Next}
 */
export function nextAt(world, place, position, seat) {
  const n = (position.locations[place.id]?.[seat] ?? 0) + 1;
  const own = position.seats[seat];
  const extra = bonusAt(world, place.id, own);
  const goods = (/** @type {Record<string, any>} */ about) => {
    const { minimum_n: least, ...formulas } = about;
    if (n < (least ?? 1)) return null;
    return added(Object.fromEntries(Object.entries(formulas).map(([good, one]) => [good, formulaAt(one, n)])), extra);
  };
  const one = { gain: /** @type {Goods[]} */ ([]), actions: null, columns: null, cards: null };
  if (place.gain === "tax_silver")
    return { ...one, gain: position.tax_silver ? [added({ silver: position.tax_silver }, extra)] : [] };
  if (place.gain) return { ...one, gain: [goods(place.gain) ?? {}] };
  if (place.choose) return { ...one, gain: place.choose.flatMap((/** @type {any} */ choice) => goods(choice) ?? []) };
  const most = place.actions_up_to ?? place.captures_up_to;
  if (most) return { ...one, actions: formulaAt(most, n) + extraWorkers(world, place.id, own) };
  const hire = place.choose_action?.find((/** @type {any} */ action) => action.id === "hire");
  const draw = place.choose_action?.find((/** @type {any} */ action) => action.id === "draw");
  return {
    ...one,
    columns: hire?.column_limit ? formulaAt(hire.column_limit, n) : null,
    cards: draw?.cards ? formulaAt(String(draw.cards), n) : null,
  };
}

/** @param {Goods} one @param {Goods} other @returns {Goods} */
function added(one, other) {
  const sum = { ...one };
  for (const [good, count] of Object.entries(other)) sum[good] = (sum[good] ?? 0) + count;
  return sum;
}

/** Abilities of the apprentices of a seat. @param {World} world @param {any} own @returns {any[]} */
const abilities = (world, own) =>
  own.apprentices.map((/** @type {string} */ id) => world.apprentices.get(id)?.ability).filter(Boolean);

/** What apprentices add at a location. @param {World} world @param {string} place @param {any} own @returns {Goods} */
const bonusAt = (world, place, own) =>
  abilities(world, own)
    .filter((ability) => ability.trigger === "location_action" && ability.location === place)
    .reduce((sum, ability) => added(sum, ability.gain ?? {}), /** @type {Goods} */ ({}));

/** @param {World} world @param {string} place @param {any} own @returns {number} */
const extraWorkers = (world, place, own) =>
  abilities(world, own)
    .filter((ability) => ability.trigger === "virtual_worker" && ability.location === place)
    .reduce((sum, ability) => sum + (ability.extra_workers ?? 0), 0);

/**
 * What a hire from a column costs at the Workshop: the price, and the silver put on cards for each column beyond those
 * that the worker of the player to move reaches.
 * @param {World} world @param {number} column From 1. @param {any} position
 * @returns {{silver: number, tax: number, skip: number} | null}
 */
export function hireCost(world, column, position) {
  const hire = world.places.get("workshop")?.choose_action?.find((/** @type {any} */ one) => one.id === "hire");
  if (!hire) return null;
  const seat = actingSeat(position);
  const reach = seat === null ? column : formulaAt(hire.column_limit, (position.locations.workshop?.[seat] ?? 0) + 1);
  const skip = (hire.skip_cost_per_column ?? 0) * Math.max(0, column - reach);
  return { silver: hire.cost.silver, tax: hire.cost.of_which_tax ?? 0, skip };
}

/** The seat that acts now, or null. @param {any} position @returns {number | null} */
export const actingSeat = (position) => position.to_move[0] ?? null;

/** Of a step of the virtue track: what it forbids or allows. @param {any} step Of the box. */
export function stepSigns(step) {
  return { noCathedral: !step.cathedral_allowed, noMarket: !step.black_market_allowed, evade: step.tax_evasion_icons };
}
