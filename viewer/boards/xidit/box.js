// @ts-check
/** Rows of a box of Xidit as they are printed, and its map; what a tap on the map enters. */
import { h, listed, localized, s, set, speaker } from "../../kit/index.js";
import { ground } from "./map/ground.js";
import { medal } from "./map/lands.js";
import { around, crossings } from "./map/geometry.js";
import { placesOf } from "./map/layout.js";
import { rewardRow } from "./tiles.js";
import { printed, tileCard, worldOf } from "./world.js";

/** @typedef {import("../../kit/words.js").Language} Language */
/** @typedef {import("./world.js").World} World */

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  crossing: [
    "These roads cross where there is no city: {roads}.",
    "Estos caminos se cruzan donde no hay ciudad: {roads}.",
  ],
  no_places: [
    "{n} {n:city has|cities have} no coordinates and {n:is|are} not on the map: {cities}.",
    "{n} {n:ciudad no tiene|ciudades no tienen} coordenadas y no {n:está|están} en el mapa: {cities}.",
  ],
};
const say = speaker(WORDS);

export const title = { en: "Lords of Xidit", es: "Lords of Xidit" };
export const sheets = ["xidit/style.css", "xidit/panel.css"];

const REACH = 60; // A tap within this distance selects a city.
/** Hints below the map, by table. @type {Record<string, string>} */
const HINTS = { "map.cities": "tap_place", "map.roads": "tap_ends", regions: "tap_inside" };

/** @param {any} box */
export const fits = (box) => Boolean(box?.map?.cities && box?.map?.roads && box?.tiles && box?.regions);

/** Tables whose rows are on the map. */
export const maps = ["map.cities", "map.roads", "regions"];

/** The map, whole. @param {HTMLElement} el @param {any} box @param {Language} lang @param {string} label */
export function drawBox(el, box, lang, label) {
  el.className = "x-sheet";
  const world = worldOf(box, true);
  el.append(...faultsOf(world, lang).map((words) => h("p.box-note", words)), mapOf(world, lang, label));
}

/** A row's picture: faces, or place. @param {string} table @param {any} row @param {any} box @param {Language} lang */
export function rowPicture(table, row, box, lang) {
  if (table === "dummy.tracks") return null;
  if (table === "titans.tiles") return rewardRow(row.rewards);
  const world = worldOf(box, true);
  if (table === "tiles") {
    const sides = /** @type {const} */ (["recruit", "threat"]);
    return h("div.x-faces", ...sides.map((side) => tileCard(world, printed(world, row.id, side), lang)));
  }
  const map = mapOf(world, lang, `${row.id ?? `${row.a}–${row.b}`}`);
  const here = [row.a, row.b, ...(row.border ?? []), ...(table === "map.cities" ? [row.id] : [])];
  if (!unplaced(world).length) map.querySelector("svg")?.setAttribute("data-places", HINTS[table]);
  for (const spot of map.querySelectorAll(".x-number")) {
    const shown = here.includes(Number(spot.querySelector("text")?.textContent));
    spot.classList.toggle("x-here", shown);
  }
  return map;
}

/**
 * What a tap on the map puts into a row: its place, the next end of a road, or the border around that point.
 * @param {string} table @param {any} row @param {any} box @param {import("./map/geometry.js").Point} point
 */
export function rowTap(table, row, box, point) {
  const { cities, roads } = worldOf(box, true).map;
  if (table === "map.cities") return onSheet(box, cities, point);
  if (table === "regions") {
    const border = around(point, cities, roads);
    return border.length ? { border, ...onSheet(box, cities, point) } : null;
  }
  const far = (/** @type {{x: number, y: number}} */ { x, y }) => Math.hypot(x - point.x, y - point.y);
  const [[city, place]] = [...cities].sort(([, one], [, other]) => far(one) - far(other));
  if (far(place) > REACH) return null;
  const left = [row.a, row.b].filter((end) => end !== null && end !== city);
  const [a = null, b = null] = [row.a, row.b].includes(city) ? left : [...left.slice(-1), city];
  return { a, b };
}

/** A point of the drawing as the box gives it. @param {any} box @param {Map<number, any>} cities @param {any} point */
function onSheet({ map }, cities, point) {
  const [one, other] = ["x", "y"].map((axis) => {
    const pairs = map.cities.map((/** @type {any} */ { id, [axis]: own }) => [cities.get(id)[axis], own]);
    pairs.sort((/** @type {number[]} */ [one], /** @type {number[]} */ [other]) => one - other);
    const [[low, first], [high, last]] = [pairs[0], pairs.at(-1)];
    return Math.round(first + ((point[axis] - low) * (last - first)) / (high - low));
  });
  return { x: one, y: other };
}

/** Cities without coordinates. @param {World} world @returns {number[]} */
const unplaced = ({ box, map }) =>
  box.map.cities.flatMap((/** @type {{id: number}} */ { id }) => (map.cities.has(id) ? [] : [id]));

/** What keeps the map from being drawn in full. @param {World} world @param {Language} lang @returns {string[]} */
function faultsOf(world, lang) {
  const crossed = crossings(placesOf(world.box), world.map.roads).map(([one, other]) => {
    const met = typeof other === "number" ? other : `${other.a}–${other.b}`;
    return `${one.a}–${one.b} / ${met}`;
  });
  const missing = unplaced(world);
  return [
    ...(crossed.length ? [say(lang, "crossing", { roads: crossed.join(", ") })] : []),
    ...(missing.length
      ? [say(lang, "no_places", { n: missing.length, cities: listed(missing.map(String), lang) })]
      : []),
  ];
}

function mapOf(/** @type {World} */ world, /** @type {Language} */ lang, /** @type {string} */ label) {
  const svg = ground(world, true);
  set(svg, { "aria-hidden": null, role: "img", "aria-label": label });
  for (const { id, x, y, name, first, second } of world.map.regions) {
    const medals = [
      medal("x-first", first, { x: -16, y: 12, r: 15, down: 6 }),
      medal("x-second", second, { x: 17, y: 12, r: 13, down: 6 }),
    ];
    const words = s("text", { class: "x-region-name", y: -13 }, `${id} ${localized(name, lang)}`);
    const attributes = { class: "x-region", transform: `translate(${x} ${y})` };
    svg.append(s("g", attributes, words, ...medals));
  }
  for (const [id, { x, y }] of world.map.cities) {
    const name = world.box.map.cities.find((/** @type {any} */ city) => city.id === id)?.name;
    const words = name ? s("text", { class: "x-region-name", y: 40 }, localized(name, lang)) : null;
    const attributes = { class: "x-number x-spot", transform: `translate(${x} ${y})` };
    svg.append(s("g", attributes, s("circle", { r: 21 }), s("text", { y: 7.5 }, String(id)), words));
  }
  // Wider than a phone, so that it can be read there; it scrolls.
  return h("div.x-map.scroll", { tabIndex: 0, role: "region", "aria-label": label }, svg);
}
