// @ts-check
/** What is wrong with an edition as its owner can see while entering it; the service checks all of it. */
import { told } from "../../../kit/index.js";
import { say } from "./words.js";
import { FORMS, NEW, ONLY_AS } from "./vocabulary.js";

/**
 * @typedef {import("../../../kit/words.js").Language} Language
 * @typedef {(path: string, key: string, blanks?: Record<string, string | number>) => void} Fault
 */

/**
 * @param {any} box
 * @param {Language} lang
 * @returns {{path: string, words: string}[]} In the order of the box.
 */
export function faultsOf(box, lang) {
  /** @type {{path: string, words: string}[]} */
  const out = [];
  /** @type {Fault} */
  const fault = (path, key, blanks) => void out.push({ path, words: say(lang, `fault_${key}`, blanks) });
  for (const table of Object.keys(FORMS)) if (!Array.isArray(box[table])) fault(table, "table");
  if (out.length) return out;
  checkProgress(box, fault);
  checkCounts(box, fault);
  checkCities(box, fault);
  checkRegions(box, lang, fault);
  for (const table of Object.keys(FORMS)) {
    box[table].forEach((/** @type {any} */ row, /** @type {number} */ at) =>
      checkNumbers(row, `${table}.${at}`, fault),
    );
  }
  const open = Object.keys(FORMS).some((table) => box[table].some((/** @type {any} */ row) => row.stand_in?.length));
  if (box.stand_in === false && open) fault("stand_in", "verified");
  return out;
}

/** Whole numbers everywhere, none below zero but those of food and of losses; names in both languages. */
const BELOW = new Set(["food", "attacker_loss", "defender_loss"]);

/** @param {any} value @param {string} path @param {Fault} fault */
function checkNumbers(value, path, fault) {
  for (const [key, one] of Object.entries(value ?? {})) {
    const where = `${path}.${key}`;
    const least = BELOW.has(key) ? -9 : 0;
    if (typeof one === "number" && !(Number.isInteger(one) && one >= least)) fault(where, "number", { least });
    if (key === "name" && typeof one === "object" && !(one.en && one.es)) fault(where, "name");
    else if (one && typeof one === "object") checkNumbers(one, where, fault);
  }
}

/**
 * Effects of the vocabulary, on tiles of the use that they need; copies alike.
 * @param {any} box
 * @param {Fault} fault
 */
function checkProgress({ progress }, fault) {
  /** @type {Map<string, string>} */
  const copies = new Map();
  progress.forEach((/** @type {any} */ tile, /** @type {number} */ at) => {
    (tile.effects ?? []).forEach((/** @type {any} */ effect, /** @type {number} */ place) => {
      const path = `progress.${at}.effects.${place}.kind`;
      if (!(effect.kind in NEW)) fault(path, "kind", { kind: String(effect.kind) });
      else if (ONLY_AS[effect.kind] && tile.use !== ONLY_AS[effect.kind])
        fault(path, "use", { kind: effect.kind, use: ONLY_AS[effect.kind] });
    });
    const name = `${tile.era} ${told(tile.name, "en").toLowerCase()}`;
    const does = JSON.stringify([tile.effects, tile.use, tile.red_stripe]);
    if (!copies.has(name)) copies.set(name, does);
    else if (copies.get(name) !== does) fault(`progress.${at}.effects`, "copy");
  });
}

/** Tiles in all. @param {any} box @param {Fault} fault */
function checkCounts({ counts, territory, ...box }, fault) {
  const tiles = territory.reduce((/** @type {number} */ sum, /** @type {any} */ kind) => sum + kind.count, 0);
  if (tiles !== counts.territory) fault("territory", "count", { found: tiles, wanted: counts.territory });
  for (const table of ["progress", "empire", "regions", "trade"]) {
    const found = box[table].length;
    if (found !== counts[table]) fault(table, "count", { found, wanted: counts[table] });
  }
}

/** So many of each turn, the wonders among them. @param {any} box @param {Fault} fault */
function checkCities({ cities, counts, turns }, fault) {
  const wonders = cities.filter((/** @type {any} */ city) => city.kind === "wonder").length;
  if (wonders !== counts.wonders) fault("cities", "wonders", { found: wonders, wanted: counts.wonders });
  for (const { era, letter, cities: wanted } of turns) {
    const found = cities.filter((/** @type {any} */ city) => city.era === era && city.letter === letter).length;
    if (found !== wanted) fault("cities", "set", { found, era, letter, wanted });
  }
}

/** Links both ways, standards in order. @param {any} box @param {Language} lang @param {Fault} fault */
function checkRegions({ regions }, lang, fault) {
  const byId = new Map(regions.map((/** @type {any} */ region) => [region.id, region]));
  regions.forEach((/** @type {any} */ region, /** @type {number} */ at) => {
    const { vp_first: first, vp_second: second } = region;
    if (second > first) fault(`regions.${at}.vp_second`, "second", { first, second });
    (region.adjacent ?? []).forEach((/** @type {string} */ id, /** @type {number} */ place) => {
      const other = byId.get(id);
      const path = `regions.${at}.adjacent.${place}`;
      if (!other) fault(path, "region", { other: id });
      else if (!other.adjacent?.includes(region.id))
        fault(path, "links", { other: told(other.name, lang), name: told(region.name, lang) });
    });
  });
}
