// @ts-check
/** What Rise of Empires reads from the box, once: rows by id, places on the map, values nobody has compared. */
import { byId, localized, number, perObject } from "../../kit/index.js";
import { SIZE, placed } from "./places.js";
import { say } from "./words.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @import { Place } from "./places.js"
 * @typedef {"food" | "gold" | "resource" | "cubes" | "vp"} Good
 * @typedef {Partial<Record<Good, number>>} Goods
 * @typedef {{box: any, progress: Map<string, any>, cities: Map<string, any>, territory: Map<string, any>,
 *   empire: Map<string, any>, regions: Map<string, any>, trade: Map<string, any>, areas: Map<string, any>,
 *   shelves: Record<string, Map<string, any>>, rows: string[], turns: any[], places: Map<string, Place>, width: number,
 *   height: number}} World What has an order is shown in that of the box: keys of a position are in none.
 */

/** What can be gained and paid, in the order in which it is shown. @type {readonly Good[]} */
export const GOODS = ["food", "gold", "resource", "cubes", "vp"];
/** Where points come from, in the order of the scoring breakdown. */
export const LINES = "control second cities towns progress wonders trade gold resource ruled food discs".split(" ");

/** @type {(box: any) => World} */ export const worldOf = perObject((box) => {
  /** @type {Map<string, Place> | null} */ let places = null;
  return {
    box,
    progress: byId(box.progress),
    cities: byId(box.cities),
    territory: byId(box.territory),
    empire: byId(box.empire),
    regions: byId(box.regions),
    trade: byId(box.trade),
    areas: byId(box.areas),
    get shelves() {
      return { empire: this.empire, progress: this.progress, city: this.cities, territory: this.territory };
    },
    rows: box.rows.map((/** @type {any} */ row) => row.id),
    turns: box.turns,
    ...SIZE,
    // Moving the regions apart costs more than all the rest, and pages that draw one tile do not need it.
    get places() {
      return (places ??= placed(box.regions));
    },
  };
});

/** A tile's row in whichever table; ids are unique over all. @param {World} world @param {string} id */
export const tileOf = (world, id) =>
  world.progress.get(id) ?? world.cities.get(id) ?? world.empire.get(id) ?? world.territory.get(id) ?? null;

/** What a tile, a region or a trade box is called. @param {World} world @param {string} id @param {Language} lang */
export function nameOf(world, id, lang) {
  const trade = world.trade.get(id);
  if (trade) return tradeName(trade, lang);
  // Empire tiles have no names of their own.
  if (world.empire.has(id)) return say(lang, "only_row");
  const row = world.regions.get(id) ?? tileOf(world, id);
  return row ? localized(row.name, lang) || id : id;
}

/** @param {any} row Of the trade table. @param {Language} lang */
export function tradeName(row, lang) {
  const [key, gain] = row.vp ? ["vp", row.vp] : ["gold", row.gold];
  return say(lang, `trade_${key}`, { discs: row.resources, gain });
}

/** The side of an empire tile that lies up in an era. @param {any} tile @param {number} era */
export const sideOf = (tile, era) => (era === 1 ? tile.side_era_1 : tile.side_era_2_3);

/** The turn of a box: era and letter. @param {World} world @param {number} turn From 1. */
export const turnOf = (world, turn) => world.turns.find((one) => one.turn === turn) ?? { turn, era: 1, letter: "A" };

export const roman = (/** @type {number} */ era) => ["", "I", "II", "III"][era] ?? String(era);

/** How a turn is called: Turn II-A. @param {World} world @param {number} turn @param {Language} lang */
export function turnName(world, turn, lang) {
  const { era, letter } = turnOf(world, turn);
  return say(lang, "turn_name", { era: roman(era), letter });
}

/** Amounts in words: *+2 food, −1 gold*. @param {Goods} goods @param {Language} lang @param {boolean} [plus] */
export const goodsWords = (goods, lang, plus = true) =>
  GOODS.filter((good) => goods[good])
    .map((good) => `${number(goods[good] ?? 0, plus)} ${say(lang, `good_${good}`)}`)
    .join(", ");

/** The values of a row not compared with a printed copy, in words. @param {any} row @param {Language} lang */
export function standInWords(row, lang) {
  const fields = (row?.stand_in ?? []).map((/** @type {string} */ field) => say(lang, `field_${field}`));
  return fields.length ? say(lang, "stand_in", { fields: fields.join(", ") }) : "";
}

/**
 * What each seat gets of a region now: gains in phases 3 and 4, points in phase 5 (control alone or jointly, second).
 * @param {any} region Of the box. @param {{control: number[], second: number[]}} held @returns {Map<number, Goods>}
 */
export function dueOf(region, { control, second }) {
  /** @type {Map<number, Goods>} */ const due = new Map();
  const joint = control.length > 1;
  const points = joint ? region.vp_first + region.vp_second : region.vp_first;
  for (const seat of control) {
    /** @type {Goods} */ const goods = { vp: Math.floor(points / control.length) };
    for (const good of /** @type {const} */ (["food", "gold", "resource", "cubes"])) {
      goods[good] = Math.floor(region.benefit[good] / control.length);
    }
    due.set(seat, goods);
  }
  if (!joint) for (const seat of second) due.set(seat, { vp: Math.floor(region.vp_second / second.length) });
  return due;
}

/** The turn counted last or now, or null. @param {any} position @returns {{turn: number, report: any} | null} */
export function countedTurn(position) {
  const turns = Object.keys(position.turns)
    .map(Number)
    .filter((turn) => Object.keys(position.turns[turn].food).length || Object.keys(position.turns[turn].income).length)
    .sort((a, b) => b - a);
  return turns.length ? { turn: turns[0], report: position.turns[turns[0]] } : null;
}
