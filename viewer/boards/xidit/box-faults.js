// @ts-check
/**
 * What is wrong with map and tiles of a box of Xidit as anybody can see in its drawing; the service checks far more.
 */
import { told } from "../../kit/index.js";
import { say } from "./box-words.js";
import { crossings } from "./map/geometry.js";

/**
 * @typedef {import("../../kit/words.js").Language} Language
 * @typedef {(path: string, key: string, blanks?: Record<string, string | number>) => void} Fault
 * @typedef {import("./map/geometry.js").Road} Road
 */

/**
 * @param {any} box
 * @param {Language} lang
 * @returns {{path: string, words: string}[]} In the order of the box.
 */
export function faults(box, lang) {
  /** @type {{path: string, words: string}[]} */
  const out = [];
  /** @type {Fault} */
  const fault = (path, key, blanks) => void out.push({ path, words: say(lang, key, blanks) });
  checkRoads(box.map, lang, fault);
  checkBorders(box, fault);
  checkTiles(box, fault);
  return out;
}

/** Whether a road joins two cities. @param {Road[]} roads @param {number} a @param {number} b */
function joined(roads, a, b) {
  return roads.some((road) => (road.a === a && road.b === b) || (road.a === b && road.b === a));
}

/** @param {Road} road */
function ends({ a, b }) {
  return `${a}–${b}`;
}

/**
 * Roads that end nowhere, that are second of their colour in a city, that cross; cities without a road.
 * @param {any} map
 * @param {Language} lang
 * @param {Fault} fault
 */
function checkRoads({ cities, roads, colours, several_roads_of_a_colour: several }, lang, fault) {
  const known = new Map(cities.map((/** @type {any} */ city) => [city.id, city]));
  /** @type {Map<string, string>} */
  const first = new Map();
  roads.forEach((/** @type {any} */ road, /** @type {number} */ place) => {
    const name = told(colours.find((/** @type {any} */ one) => one.id === road.colour)?.name, lang);
    for (const end of ["a", "b"]) {
      const city = road[end];
      if (!known.has(city)) fault(`map.roads.${place}.${end}`, "no_city", { city });
      const key = `${city} ${road.colour}`;
      const other = first.get(key);
      if (other === undefined) first.set(key, `map.roads.${place}`);
      else if (!several) {
        fault(`map.roads.${place}.colour`, "second_road", { city, colour: name || road.colour, path: other });
      }
    }
  });
  cities.forEach((/** @type {any} */ city, /** @type {number} */ place) => {
    const led = roads.some((/** @type {Road} */ road) => road.a === city.id || road.b === city.id);
    if (!led) fault(`map.cities.${place}`, "no_road");
  });
  for (const [one, other] of crossings(known, roads)) {
    const met = typeof other === "number" ? other : `${ends(other)} (map.roads.${roads.indexOf(other)})`;
    fault(`map.roads.${roads.indexOf(one)}`, "crosses", { one: ends(one), other: met });
  }
}

/** Borders of regions that no road closes. @param {any} box @param {Fault} fault */
function checkBorders({ regions, map }, fault) {
  regions.forEach((/** @type {any} */ { border }, /** @type {number} */ at) => {
    border.forEach((/** @type {number} */ a, /** @type {number} */ place) => {
      const b = border[(place + 1) % border.length];
      if (!joined(map.roads, a, b)) fault(`regions.${at}.border.${place}`, "open_border", { a, b });
    });
  });
}

/**
 * Tiles with another number of units, without needs, of no city or of one that has a tile.
 * @param {any} box
 * @param {Fault} fault
 */
function checkTiles({ tiles, map }, fault) {
  /** @param {Record<string, number>} counts */
  const sum = (counts) => Object.values(counts ?? {}).reduce((all, count) => all + count, 0);
  const known = new Set(map.cities.map((/** @type {any} */ city) => city.id));
  const all = commonest(tiles.map((/** @type {any} */ tile) => sum(tile.recruits)));
  /** @type {Map<string, string>} */
  const tileOf = new Map();
  tiles.forEach((/** @type {any} */ { recruits, needs, set, city }, /** @type {number} */ place) => {
    const count = sum(recruits);
    if (count !== all) fault(`tiles.${place}.recruits`, "five", { count, all });
    if (!sum(needs)) fault(`tiles.${place}.needs`, "no_needs");
    const path = tileOf.get(`${set} ${city}`);
    if (!known.has(city)) fault(`tiles.${place}.city`, "no_city", { city });
    else if (path !== undefined) fault(`tiles.${place}.city`, "same_city", { set, city, path });
    else tileOf.set(`${set} ${city}`, `tiles.${place}`);
  });
  // The set for most players has a tile for every city.
  const whole = commonest(tiles.map((/** @type {any} */ tile) => tile.set));
  for (const city of known) if (!tileOf.has(`${whole} ${city}`)) fault("tiles", "without_tile", { set: whole, city });
}

/** What occurs most. @param {any[]} values */
function commonest(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
