// @ts-check
/** A box of Xidit, whole: map with numbers, colours and values, both faces of every tile, titans, prizes. */
import { h, picture, reportTable, s, set, told } from "../../kit/index.js";
import { rewardImage, titanImage, unitImage } from "./art.js";
import { say } from "./box-words.js";
import { ground, roadLines } from "./map/ground.js";
import { crossings } from "./map/geometry.js";
import { rewardRow } from "./tiles.js";
import { printed, sum, tileCard, worldOf } from "./world.js";

/**
 * @typedef {import("../../kit/words.js").Language} Language
 * @typedef {import("./world.js").World} World
 */

export const title = { en: "Lords of Xidit", es: "Lords of Xidit" };
export const sheets = ["xidit/style.css", "xidit/panel.css"];

/** @param {any} box */
export function fits(box) {
  return Boolean(box?.map?.cities && box?.map?.roads && box?.tiles && box?.regions);
}

/**
 * @param {HTMLElement} el
 * @param {any} box
 * @param {Language} lang
 */
export function drawBox(el, box, lang) {
  const world = worldOf(box, { stretch: 1, bare: true });
  const { cities, roads } = box.map;
  const counts = say(lang, "counts", { cities: cities.length, roads: roads.length, regions: box.regions.length });
  const sets = [...new Set(box.tiles.map((/** @type {any} */ tile) => tile.set))];
  const mapWords = say(lang, "map");
  el.append(
    ...(box.stand_in ? [note(say(lang, "stand_in"))] : []),
    ...(world.map.given ? [] : [note(whyNot(box, lang))]),
    section("x-sheet", mapWords, small(counts), mapOf(world, lang, mapWords), legend(box, lang)),
    section("", say(lang, "roads"), roadTable(box, lang)),
    ...sets.map((id) => tileSection(String(id), world, lang)),
    section("", say(lang, "titans"), titansOf(box)),
    section(
      "",
      say(lang, "units", { count: sum(box.units.map((/** @type {any} */ unit) => unit.count)) }),
      units(box, lang),
    ),
    section("", say(lang, "census"), census(box, lang)),
    ...(box.dummy ? [section("", say(lang, "dummy"), dummy(box, lang))] : []),
  );
}

/**
 * A row as it is printed: both faces of a tile, or its place on the map.
 * @param {string} table
 * @param {any} row
 * @param {any} box
 * @param {Language} lang
 */
export function rowPicture(table, row, box, lang) {
  if (table === "dummy.tracks") return null;
  if (table === "titans.tiles") return rewardRow(row.rewards);
  const world = worldOf(box, { stretch: 1, bare: true });
  if (table === "tiles") {
    const sides = /** @type {const} */ (["recruit", "threat"]);
    return h(
      "div",
      { className: "x-faces" },
      ...sides.map((side) => tileCard(world, printed(world, row.id, side), lang)),
    );
  }
  const map = mapOf(world, lang, say(lang, "map"));
  const here = [row.a, row.b, ...(row.border ?? []), ...(table === "map.cities" ? [row.id] : [])];
  if (world.map.given) map.querySelector("svg")?.setAttribute("data-places", scaleOf(world));
  for (const spot of map.querySelectorAll(".x-number")) {
    const shown = here.includes(Number(spot.querySelector("text")?.textContent));
    spot.classList.toggle("x-here", shown);
  }
  return map;
}

/** How the box gives a place of the drawing: factor and offset, across and down. @param {World} world */
function scaleOf({ box, map }) {
  return ["x", "y"]
    .flatMap((axis) => {
      const pairs = box.map.cities.map((/** @type {any} */ { id, [axis]: own }) => [
        /** @type {any} */ (map.cities.get(id))[axis],
        own,
      ]);
      pairs.sort((/** @type {number[]} */ [one], /** @type {number[]} */ [other]) => one - other);
      const [[low, first], [high, last]] = [pairs[0], pairs.at(-1)];
      const factor = (last - first) / (high - low);
      return [factor, first - factor * low];
    })
    .join(" ");
}

/** @param {string} words */
const note = (words) => h("p", { className: "box-note" }, words);
/** @param {string} words */
const small = (words) => h("p", { className: "x-small" }, words);

/** @param {string} className @param {string} head @param {...Element} content */
function section(className, head, ...content) {
  return h("section", { className: `x-box ${className}` }, h("h2", null, head), ...content);
}

/** Why the coordinates of a box are not drawn. @param {any} box @param {Language} lang */
function whyNot(box, lang) {
  const places = new Map(box.map.cities.map((/** @type {any} */ city) => [city.id, city]));
  const found = crossings(places, box.map.roads).map(([one, other]) => {
    const met = typeof other === "number" ? other : `${other.a}–${other.b}`;
    return `${one.a}–${one.b} / ${met}`;
  });
  return found.length ? say(lang, "crossing", { roads: found.join(", ") }) : say(lang, "no_places");
}

/**
 * @param {World} world
 * @param {Language} lang
 * @param {string} label
 */
function mapOf(world, lang, label) {
  const svg = ground(world, true);
  set(svg, { "aria-hidden": null, role: "img", "aria-label": label });
  for (const { id, x, y, name, first, second } of world.map.regions) {
    const medal = (/** @type {string} */ place, /** @type {number} */ at, /** @type {number} */ value, r = 14) =>
      s(
        "g",
        { class: `x-medal ${place}`, transform: `translate(${at} 12)` },
        s("circle", { r }),
        s("text", { y: 6 }, String(value)),
      );
    const words = s("text", { class: "x-region-name", y: -13 }, `${id} ${told(name, lang)}`);
    const attributes = { class: "x-region", transform: `translate(${x} ${y})` };
    svg.append(s("g", attributes, words, medal("x-first", -16, first, 15), medal("x-second", 17, second, 13)));
  }
  for (const [id, { x, y }] of world.map.cities) {
    const name = world.box.map.cities.find((/** @type {any} */ city) => city.id === id)?.name;
    const words = name ? s("text", { class: "x-region-name", y: 40 }, told(name, lang)) : null;
    const attributes = { class: "x-number x-spot", transform: `translate(${x} ${y})` };
    svg.append(s("g", attributes, s("circle", { r: 21 }), s("text", { y: 7.5 }, String(id)), words));
  }
  // Wider than a phone, so that it can be read there; it scrolls.
  return h("div", { className: "x-map scroll", tabIndex: 0, role: "region", "aria-label": label }, svg);
}

/** How many roads of each colour. @param {any} box @param {Language} lang */
function legend({ map }, lang) {
  const items = map.colours.map((/** @type {any} */ colour) => {
    const svg = s("svg", { viewBox: "0 0 64 16", "aria-hidden": "true" }, ...roadLines(colour.id, "M2 8 H62"));
    const count = map.roads.filter((/** @type {any} */ road) => road.colour === colour.id).length;
    return h("li", null, svg, `${told(colour.name, lang)}: ${count}`);
  });
  return h("ul", { className: "x-units x-legend" }, ...items);
}

/** @param {any} box @param {Language} lang */
function roadTable({ map }, lang) {
  const heads = map.colours.map((/** @type {any} */ colour) => told(colour.name, lang));
  const rows = map.cities.map((/** @type {any} */ city) => {
    const ends = map.colours.map((/** @type {any} */ colour) =>
      map.roads.flatMap((/** @type {any} */ road) => {
        if (road.colour !== colour.id) return [];
        return road.a === city.id ? [road.b] : road.b === city.id ? [road.a] : [];
      }),
    );
    const words = [
      ...ends.map((/** @type {number[]} */ all) => all.join(", ") || "–"),
      (city.regions ?? []).join(", "),
    ];
    return {
      head: [[city.id, told(city.name, lang)].filter(Boolean).join(" ")],
      cells: words.map((one) => ({ content: [one] })),
    };
  });
  const columns = [say(lang, "city"), ...heads, say(lang, "on")].map((words) => [words]);
  const caption = say(lang, "roads");
  return reportTable({ className: "x-table x-roads", caption, unseen: true, columns, bodies: [rows] });
}

/**
 * Both faces of every tile of a set, and how often each unit is on them.
 * @param {string} id
 * @param {World} world
 * @param {Language} lang
 */
function tileSection(id, world, lang) {
  const tiles = world.box.tiles.filter((/** @type {any} */ tile) => String(tile.set) === id);
  const faces = tiles.map((/** @type {any} */ tile) => {
    const sides = /** @type {const} */ (["recruit", "threat"]);
    return h(
      "li",
      null,
      h("b", null, tile.id),
      ...sides.map((side) => tileCard(world, printed(world, tile.id, side), lang)),
    );
  });
  const sums = world.units.map((unit) => {
    const count = sum(tiles.map((/** @type {any} */ tile) => tile.recruits[unit] ?? 0));
    return h("li", null, picture(unitImage(unit), "x-unit", unit), String(count));
  });
  return section(
    "",
    say(lang, "tiles", { id, count: tiles.length }),
    h("ul", { className: "x-faces" }, ...faces),
    small(say(lang, "symbols")),
    h("ul", { className: "x-units" }, ...sums),
  );
}

/** @param {any} box */
function titansOf({ titans }) {
  const items = titans.stacks.flatMap((/** @type {any} */ { tiles, symbols }) =>
    tiles.map((/** @type {string} */ id) => {
      const rewards = titans.tiles.find((/** @type {any} */ tile) => tile.id === id)?.rewards ?? {};
      const marks = h("span", { className: "x-marks" }, "?".repeat(symbols));
      const face = picture(titanImage("raging"), "x-titan-face");
      return h("li", { className: "x-titan" }, h("b", null, id), face, marks, rewardRow(rewards));
    }),
  );
  return h("ul", { className: "x-faces" }, ...items);
}

/** @param {any} box @param {Language} lang */
function units(box, lang) {
  const items = box.units.map((/** @type {any} */ unit) =>
    h("li", null, picture(unitImage(unit.id), "x-unit"), `${told(unit.name, lang)} ${unit.count}`),
  );
  return h("ul", { className: "x-units" }, ...items);
}

/** @param {any} box @param {Language} lang */
function census(box, lang) {
  const items = box.census.map((/** @type {any} */ { unit, kind, alone, tied }) =>
    h(
      "li",
      null,
      picture(unitImage(unit), "x-unit", unit),
      picture(rewardImage(kind), "x-mini", kind),
      say(lang, "prize", { alone, tied }),
    ),
  );
  return h("ul", { className: "x-units" }, ...items);
}

/** @param {any} box @param {Language} lang */
function dummy(box, lang) {
  const names = new Map(box.evaluations.map((/** @type {any} */ one) => [one.id, told(one.name, lang)]));
  const items = Object.entries(box.dummy.tracks).map(([id, track]) => {
    const { start, step } = /** @type {any} */ (track);
    return h("li", null, say(lang, "track", { name: names.get(id) ?? id, start, step }));
  });
  return h("ul", null, ...items);
}
