// @ts-check
/** A box of Xidit, whole: map with numbers, colours and values, both faces of every tile, titans, prizes. */
import { h } from "../dom.js";
import { fistImage, rewardImage, roadStyle, titanImage, unitImage } from "./xidit-art.js";
import { crossings } from "./xidit-layout.js";
import { ground, prepare, printed, rewardRow, s, tileCard, told, worldOf } from "./xidit.js";

/** @typedef {"en" | "es"} Language */

/** @type {Record<string, [string, string]>} */
const WORDS = {
  map: ["The map", "El mapa"],
  roads: ["Roads, city by city", "Caminos, ciudad por ciudad"],
  stand_in: ["Stand-in: map, values and faces are not those of a printed copy.", "Sucedáneo: ni mapa, ni valores, ni caras son los de un ejemplar impreso."],
  crossing: ["As placed, these roads meet where no city is, so the map is drawn without the coordinates: {roads}.", "Tal como están colocadas, estas carreteras se encuentran donde no hay ciudad, y el mapa se dibuja sin las coordenadas: {roads}."],
  no_places: ["The box has no coordinates for every city; the map is drawn from roads and borders alone.", "La caja no da coordenadas a cada ciudad; el mapa se dibuja solo con caminos y fronteras."],
  counts: ["{cities} cities, {roads} roads, {regions} regions", "{cities} ciudades, {roads} caminos, {regions} regiones"],
  tiles: ["Tiles {id}: {count}", "Losetas {id}: {count}"],
  recruits: ["recruits", "reclutas"],
  threat: ["threat", "amenaza"],
  titans: ["Titans", "Titanes"],
  units: ["Units: {count}", "Unidades: {count}"],
  symbols: ["Symbols on the recruitment sides", "Símbolos de las caras de reclutamiento"],
  census: ["Census", "Censo"],
  prize: ["{alone}, tied {tied}", "{alone}, en empate {tied}"],
  dummy: ["The dummy", "El jugador ficticio"],
  track: ["{name}: starts at {start}, step {step}", "{name}: empieza en {start}, paso {step}"],
  city: ["City", "Ciudad"],
  on: ["Regions", "Regiones"],
  no_city: ["there is no city {city}", "no hay ciudad {city}"],
  no_road: ["no road leads here", "ningún camino llega aquí"],
  second_road: ["city {city} has another {colour} road, {path}", "la ciudad {city} ya tiene un camino {colour}, {path}"],
  crosses: ["the road {one} meets {other} where no city is", "el camino {one} se encuentra con {other} donde no hay ciudad"],
  open_border: ["the border is open: no road joins {a} and {b}", "la frontera está abierta: ningún camino une {a} y {b}"],
  five: ["{count} units instead of {all}", "{count} unidades en vez de {all}"],
  same_city: ["set {set} has another tile of city {city}, {path}", "el juego {set} ya tiene una loseta de la ciudad {city}, {path}"],
  without_tile: ["set {set} has no tile of city {city}", "el juego {set} no tiene loseta de la ciudad {city}"],
  no_needs: ["the threat asks for nobody", "la amenaza no pide a nadie"],
};

/** @typedef {(key: string, blanks?: Record<string, string | number>) => string} Say */

/** @param {Language} lang @returns {Say} */
function speaker(lang) {
  return (key, blanks = {}) => WORDS[key][lang === "es" ? 1 : 0].replace(/\{(\w+)\}/g, (whole, blank) => (blank in blanks ? String(blanks[blank]) : whole));
}

/**
 * What is wrong with the map and the tiles as anybody can see in the drawing, by path; the service checks far more.
 * @param {any} box
 * @param {Language} lang
 * @returns {{path: string, words: string}[]}
 */
export function faults(box, lang) {
  const say = speaker(lang);
  /** @type {{path: string, words: string}[]} */
  const out = [];
  /** @param {string} path @param {string} key @param {Record<string, string | number>} [blanks] */
  const fault = (path, key, blanks) => void out.push({ path, words: say(key, blanks) });
  const { cities, roads, colours } = box.map;
  const known = new Set(cities.map((/** @type {any} */ city) => city.id));
  /** @type {Map<string, string>} */
  const first = new Map();
  roads.forEach((/** @type {any} */ road, /** @type {number} */ place) => {
    for (const end of ["a", "b"]) {
      const city = road[end];
      if (!known.has(city)) fault(`map.roads.${place}.${end}`, "no_city", { city });
      const key = `${city} ${road.colour}`;
      if (first.has(key) && !box.map.several_roads_of_a_colour) fault(`map.roads.${place}.colour`, "second_road", { city, colour: told(colours.find((/** @type {any} */ one) => one.id === road.colour)?.name, lang) || road.colour, path: first.get(key) ?? "" });
      else first.set(key, `map.roads.${place}`);
    }
  });
  cities.forEach((/** @type {any} */ city, /** @type {number} */ place) => {
    if (!roads.some((/** @type {any} */ road) => road.a === city.id || road.b === city.id)) fault(`map.cities.${place}`, "no_road");
  });
  const places = new Map(cities.map((/** @type {any} */ city) => [city.id, city]));
  for (const [one, other] of crossings(places, roads)) fault(`map.roads.${roads.indexOf(one)}`, "crosses", { one: ends(one), other: typeof other === "number" ? other : `${ends(other)} (map.roads.${roads.indexOf(other)})` });
  box.regions.forEach((/** @type {any} */ region, /** @type {number} */ at) => {
    region.border.forEach((/** @type {number} */ a, /** @type {number} */ place) => {
      const b = region.border[(place + 1) % region.border.length];
      if (!roads.some((/** @type {any} */ road) => (road.a === a && road.b === b) || (road.a === b && road.b === a))) fault(`regions.${at}.border.${place}`, "open_border", { a, b });
    });
  });
  /** @param {Record<string, number>} counts */
  const sum = (counts) => Object.values(counts ?? {}).reduce((all, count) => all + count, 0);
  const all = common(box.tiles.map((/** @type {any} */ tile) => sum(tile.recruits)));
  const sizes = new Map();
  for (const { set } of box.tiles) sizes.set(set, (sizes.get(set) ?? 0) + 1);
  /** @type {Map<string, string>} */
  const tileOf = new Map();
  box.tiles.forEach((/** @type {any} */ tile, /** @type {number} */ place) => {
    const count = sum(tile.recruits);
    if (count !== all) fault(`tiles.${place}.recruits`, "five", { count, all });
    if (!sum(tile.needs)) fault(`tiles.${place}.needs`, "no_needs");
    const key = `${tile.set} ${tile.city}`;
    if (!known.has(tile.city)) fault(`tiles.${place}.city`, "no_city", { city: tile.city });
    else if (tileOf.has(key)) fault(`tiles.${place}.city`, "same_city", { set: tile.set, city: tile.city, path: tileOf.get(key) ?? "" });
    else tileOf.set(key, `tiles.${place}`);
  });
  // The set for most players has a tile for every city.
  const [whole] = [...sizes].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (whole) for (const city of known) if (!tileOf.has(`${whole} ${city}`)) fault("tiles", "without_tile", { set: whole, city: String(city) });
  return out;
}

/** @param {any} road */
function ends(road) {
  return `${road.a}–${road.b}`;
}

/** The number that occurs most. @param {number[]} numbers */
function common(numbers) {
  const counts = new Map();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

export const title = { en: "Lords of Xidit", es: "Lords of Xidit" };

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
  prepare();
  const say = speaker(lang);
  const world = worldOf(box, { stretch: 1, bare: true });
  const { map } = world;
  if (box.stand_in) el.append(h("p", { className: "x-note" }, say("stand_in")));
  if (!map.given) el.append(h("p", { className: "x-note" }, whyNot(box, say)));
  el.append(h("section", { className: "x-box x-sheet" }, h("h2", null, say("map")), h("p", { className: "x-small" }, say("counts", { cities: box.map.cities.length, roads: box.map.roads.length, regions: box.regions.length })), mapOf(world, lang, say("map")), legend(box, lang)));
  el.append(h("section", { className: "x-box" }, h("h2", null, say("roads")), roadTable(box, lang, say)));
  for (const set of [...new Set(box.tiles.map((/** @type {any} */ tile) => tile.set))]) {
    const tiles = box.tiles.filter((/** @type {any} */ tile) => tile.set === set);
    const list = h("ul", { className: "x-faces" });
    for (const tile of tiles) list.append(h("li", null, h("b", null, tile.id), tileCard(world, printed(world, tile.id, "recruit"), lang), tileCard(world, printed(world, tile.id, "threat"), lang)));
    const sums = h("ul", { className: "x-units" }, ...world.units.map((unit) => h("li", null, h("img", { src: unitImage(unit), className: "x-unit", alt: unit }), String(tiles.reduce((/** @type {number} */ sum, /** @type {any} */ tile) => sum + (tile.recruits[unit] ?? 0), 0)))));
    el.append(h("section", { className: "x-box" }, h("h2", null, say("tiles", { id: String(set), count: tiles.length })), list, h("p", { className: "x-small" }, say("symbols")), sums));
  }
  const titans = h("ul", { className: "x-faces" });
  for (const stack of box.titans.stacks) {
    for (const id of stack.tiles) titans.append(h("li", { className: "x-titan" }, h("b", null, id), h("img", { src: titanImage("raging"), className: "x-titan-face", alt: "" }), h("span", { className: "x-marks" }, "?".repeat(stack.symbols)), rewardRow(box.titans.tiles.find((/** @type {any} */ tile) => tile.id === id)?.rewards ?? {})));
  }
  el.append(h("section", { className: "x-box" }, h("h2", null, say("titans")), titans));
  const units = h("ul", { className: "x-units" }, ...box.units.map((/** @type {any} */ unit) => h("li", null, h("img", { src: unitImage(unit.id), className: "x-unit", alt: "" }), `${told(unit.name, lang)} ${unit.count}`)));
  const total = box.units.reduce((/** @type {number} */ sum, /** @type {any} */ unit) => sum + unit.count, 0);
  const census = h("ul", { className: "x-units" }, ...box.census.map((/** @type {any} */ prize) => h("li", null, h("img", { src: unitImage(prize.unit), className: "x-unit", alt: prize.unit }), h("img", { src: rewardImage(prize.kind), className: "x-mini", alt: prize.kind }), say("prize", prize))));
  el.append(h("section", { className: "x-box" }, h("h2", null, say("units", { count: total })), units));
  el.append(h("section", { className: "x-box" }, h("h2", null, h("img", { src: fistImage("closed"), className: "x-mini", alt: "" }), ` ${say("census")}`), census));
  if (box.dummy) {
    const names = Object.fromEntries(box.evaluations.map((/** @type {any} */ one) => [one.id, told(one.name, lang)]));
    el.append(h("section", { className: "x-box" }, h("h2", null, say("dummy")), h("ul", null, ...Object.entries(box.dummy.tracks).map(([id, track]) => h("li", null, say("track", { name: names[id] ?? id, .../** @type {any} */ (track) }))))));
  }
}

/** @param {any} box @param {Say} say */
function whyNot(box, say) {
  const places = new Map(box.map.cities.map((/** @type {any} */ city) => [city.id, city]));
  const found = crossings(places, box.map.roads).map(([one, other]) => `${one.a}–${one.b} / ${typeof other === "number" ? other : `${other.a}–${other.b}`}`);
  return found.length ? say("crossing", { roads: found.join(", ") }) : say("no_places");
}

/**
 * @param {import("./xidit.js").World} world
 * @param {Language} lang
 * @param {string} title
 */
function mapOf(world, lang, title) {
  const svg = ground(world, true);
  svg.removeAttribute("aria-hidden");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", title);
  for (const region of world.map.regions) {
    svg.append(s("g", { class: "x-region", transform: `translate(${region.x} ${region.y})` },
      s("text", { class: "x-region-name", y: -13 }, `${region.id} ${told(region.name, lang)}`),
      s("g", { class: "x-medal x-first", transform: "translate(-16 12)" }, s("circle", { r: 15 }), s("text", { y: 6 }, String(region.first))),
      s("g", { class: "x-medal x-second", transform: "translate(17 12)" }, s("circle", { r: 13 }), s("text", { y: 5.500 }, String(region.second)))));
  }
  for (const [id, { x, y }] of world.map.cities) {
    const name = world.box.map.cities.find((/** @type {any} */ city) => city.id === id)?.name;
    svg.append(s("g", { class: "x-number x-spot", transform: `translate(${x} ${y})` }, s("circle", { r: 21 }), s("text", { y: 7.500 }, String(id)), ...(name ? [s("text", { class: "x-region-name", y: 40 }, told(name, lang))] : [])));
  }
  // Wider than a phone, so that it can be read there; it scrolls.
  return h("div", { className: "x-map scroll", tabIndex: 0, role: "region", "aria-label": title }, /** @type {any} */ (svg));
}

/** @param {any} box @param {Language} lang */
function legend(box, lang) {
  const list = h("ul", { className: "x-units x-legend" });
  for (const colour of box.map.colours) {
    const svg = s("svg", { viewBox: "0 0 64 16", "aria-hidden": "true" });
    const { fill, dash, cap } = roadStyle(colour.id);
    svg.append(s("path", { class: "x-bed", d: "M2 8 H62" }), s("path", { class: `x-road x-road-${colour.id}`, d: "M2 8 H62", stroke: fill, "stroke-linecap": cap, ...(dash ? { "stroke-dasharray": dash } : {}) }));
    const count = box.map.roads.filter((/** @type {any} */ road) => road.colour === colour.id).length;
    list.append(h("li", null, /** @type {any} */ (svg), `${told(colour.name, lang)}: ${count}`));
  }
  return list;
}

/** @param {any} box @param {Language} lang @param {Say} say */
function roadTable(box, lang, say) {
  const head = h("tr", null, h("th", { scope: "col" }, say("city")), ...box.map.colours.map((/** @type {any} */ colour) => h("th", { scope: "col" }, told(colour.name, lang))), h("th", { scope: "col" }, say("on")));
  const body = h("tbody", null);
  for (const city of box.map.cities) {
    const ends = (/** @type {string} */ colour) => box.map.roads.flatMap((/** @type {any} */ road) => (road.colour !== colour ? [] : road.a === city.id ? [road.b] : road.b === city.id ? [road.a] : []));
    body.append(h("tr", null, h("th", { scope: "row" }, [city.id, told(city.name, lang)].filter(Boolean).join(" ")), ...box.map.colours.map((/** @type {any} */ colour) => h("td", null, ends(colour.id).join(", ") || "–")), h("td", null, (city.regions ?? []).join(", "))));
  }
  return h("table", { className: "x-table x-roads" }, h("thead", null, head), body);
}
