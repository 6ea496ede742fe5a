// @ts-check
/** The box of Lords of Xidit worked out, and how its things are called: cities, tiles, units, rewards, contenders. */
import { badge, byId, capital, colourOf, localized, perObject, picture } from "../../kit/index.js";
import { plan } from "./map/layout.js";
import { tileImage } from "./tiles.js";
import { say } from "./words.js";

/**
 * @import { Context, Language } from "../../kit/board.js"
 * @typedef {{id: string, side: "recruit" | "threat", units: Record<string, number> | null, needs: Record<string,
 *   number> | null, rewards: Record<string, number> | null}} Tile
 * @typedef {{tile: Tile | null, guild: {seat: number, height: number} | null}} City
 * @typedef {{id: string, city: number, recruits: Record<string, number>, needs: Record<string, number>, rewards:
 *   Record<string, number>}} Face
 * @typedef {{box: any, map: import("./map/layout.js").Plan, units: string[], tiles: Map<string, Face>, icons:
 *   Map<string, any>}} World
 */

const REWARD_KINDS = ["gold", "bards", "stories"];

/**
 * The box with its drawing, worked out once; `sheet` counts the first time alone.
 * @type {(box: any, sheet?: boolean) => World}
 */
export const worldOf = perObject((box, sheet) => {
  return {
    box,
    map: plan(box, sheet),
    units: box.units.map((/** @type {any} */ unit) => unit.id),
    tiles: byId(box.tiles),
    icons: byId(box.icons),
  };
});

export const unitName = (/** @type {World} */ world, /** @type {string} */ unit, /** @type {Language} */ lang) =>
  localized(world.box.units.find((/** @type {any} */ one) => one.id === unit)?.name, lang) || unit;

/** @param {World} world @param {string} id @param {Language} lang */
export const iconName = (world, id, lang) => localized(world.icons.get(id)?.name, lang) || id;

export const regionName = (/** @type {World} */ world, /** @type {string} */ id, /** @type {Language} */ lang) =>
  localized(world.box.regions.find((/** @type {any} */ one) => one.id === id)?.name, lang) || id;

export const criterionName = (/** @type {World} */ world, /** @type {string} */ id, /** @type {Language} */ lang) =>
  localized(world.box.evaluations.find((/** @type {any} */ one) => one.id === id)?.name, lang) || id;

/** Units in words. @param {World} world @param {Record<string, number>} units @param {Language} lang */
export function unitWords(world, units, lang) {
  const one = (/** @type {string} */ unit) =>
    localized(world.box.units.find((/** @type {any} */ its) => its.id === unit)?.one, lang);
  return world.units
    .filter((unit) => units[unit])
    .map((unit) => (units[unit] === 1 && one(unit)) || `${units[unit]} ${unitName(world, unit, lang)}`)
    .join(", ");
}

export const rewardWords = (/** @type {Record<string, number>} */ rewards, /** @type {Language} */ lang) =>
  REWARD_KINDS.filter((one) => one in rewards)
    .map((one) => `${say(lang, `reward_${one}`)} ${rewards[one]}`)
    .join(", ");

/** A contender's key as a name. @param {string} key @param {Context} context @param {World} world */
export const contenderName = (key, context, world) =>
  key === "dummy" ? capital(localized(world.box.dummy?.name, context.lang) || key) : context.seatName(Number(key));

/** Those a step parted, best first. @param {{groups: string[][]}} step @param {Context} context @param {World} world */
export function groupsOf(step, context, world) {
  const name = (/** @type {string} */ key) => contenderName(key, context, world);
  return step.groups.map((group) => group.map(name).join(", ")).join(" > ");
}

/** @param {string} key @param {Context} context */
export const contenderBadge = (key, context) => badge(colourOf(Number(key), context) || "dummy");

/** The units on a recruitment tile, weakest first; null for those taken. @param {World} world @param {Tile} tile */
export function slotsOf(world, tile) {
  const left = tile.units ?? {};
  const symbols = world.tiles.get(tile.id)?.recruits ?? left;
  return world.units.flatMap((unit) => {
    const all = Math.max(symbols[unit] ?? 0, left[unit] ?? 0);
    return Array.from({ length: all }, (_, place) => (place < all - (left[unit] ?? 0) ? null : unit));
  });
}

/** What a threat asks for and gives. @param {World} world @param {Tile} tile */
export function threatOf(world, tile) {
  const needs = world.units.flatMap((unit) => Array.from({ length: tile.needs?.[unit] ?? 0 }, () => unit));
  return {
    needs,
    rewards: REWARD_KINDS.map((reward) => /** @type {[string, number]} */ ([reward, tile.rewards?.[reward] ?? 0])),
  };
}

/** A tile as printed. @param {World} world @param {string} id @param {"recruit" | "threat"} side @returns {Tile} */
export function printed(world, id, side) {
  const face = world.tiles.get(id);
  return side === "recruit"
    ? { id, side, units: face?.recruits ?? {}, needs: null, rewards: null }
    : { id, side, units: null, needs: face?.needs ?? {}, rewards: face?.rewards ?? {} };
}

/** The picture of a tile, with its number. @param {World} world @param {Tile} tile */
export function tileUrl(world, tile) {
  const face = tile.side === "threat" ? threatOf(world, tile) : { slots: slotsOf(world, tile) };
  return tileImage(world.tiles.get(tile.id)?.city ?? tile.id, face);
}

/** The same as an element. @param {World} world @param {Tile} tile @param {Language} lang */
export const tileCard = (world, tile, lang) =>
  picture(tileUrl(world, tile), `x-tile-card x-card-${tile.side}`, tileWords(world, tile, lang));

export function tileWords(/** @type {World} */ world, /** @type {Tile} */ tile, /** @type {Language} */ lang) {
  const n = world.tiles.get(tile.id)?.city ?? "?";
  if (tile.side === "threat") {
    const needs = unitWords(world, tile.needs ?? {}, lang);
    return say(lang, "threat_of", { n, needs, rewards: rewardWords(tile.rewards ?? {}, lang) });
  }
  const units = unitWords(world, tile.units ?? {}, lang) || say(lang, "nobody");
  return say(lang, "recruits_of", { n, units });
}

/** How many units a titan asks for; 0 where the box has no such titan. @param {World} world @param {string} id */
export const symbolsOf = ({ box }, id) =>
  box.titans?.stacks.find((/** @type {any} */ stack) => stack.tiles.includes(id))?.symbols ?? 0;

/** @param {World} world @param {string} id @param {Language} lang */
export const titanName = (world, id, lang) => say(lang, "titan_of", { n: symbolsOf(world, id) });

export const measureOf = (/** @type {World} */ world, /** @type {string} */ criterion) =>
  world.box.evaluations.find((/** @type {any} */ one) => one.id === criterion)?.measure ?? "";

/** The evaluation at a position: the last one done. @param {any} position */
export function evaluationOf(position) {
  if (position.phase !== "evaluating" && position.phase !== "finished") return null;
  return position.evaluations.findLast((/** @type {any} */ one) => one.out !== null) ?? null;
}
