// @ts-check
/**
 * Lords of Xidit: the map of the kingdom, what waits beside it, the players' boards and screens, the census and the three
 * evaluations.
 *
 * What a board module may export (only `draw` is required) is told in main.js at `Board`. Everything that an owner's box
 * may change (cities, roads, regions, tiles, units, prizes) is read from the box.
 */
import { arrange, h, set, write } from "../dom.js";
import {
  IDRAKYS, ROSE, SCENERY, STOREY, THREAT_BOX, TOWNS, firstImage, fistImage, numberAt, rewardImage, roadStyle, screenImage, slotSpots, threatCard, threatImage, tileImage, titanImage, unitImage,
  wheelImage,
} from "./xidit-art.js";
import { STYLE } from "./xidit-style.js";
import { coast, letterSpot, plan, scenery } from "./xidit-layout.js";
import { NAMES, REWARDS, say } from "./xidit-words.js";

/**
 * @typedef {"en" | "es"} Language
 * @typedef {import("../main.js").Context} Context
 * @typedef {import("./xidit-layout.js").Plan} Plan
 * @typedef {{en: string, es: string}} Text
 * @typedef {{id: string, side: "recruit" | "threat", units: Record<string, number> | null, needs: Record<string, number> | null,
 *   rewards: Record<string, number> | null}} Tile
 * @typedef {{tile: Tile | null, guild: {seat: number, height: number} | null}} City
 * @typedef {{did: string, city: number, unit: string | null, tile: string | null, reason: string | null}} Outcome
 * @typedef {{name: string | null, orders: (string | null | {unknown: string[]})[], executed: number, outcomes: (Outcome | null)[]}} Program
 * @typedef {{id: string, city: number, recruits: Record<string, number>, needs: Record<string, number>, rewards: Record<string, number>}} Face
 * @typedef {{box: any, map: Plan, units: string[], tiles: Map<string, Face>, icons: Map<string, any>}} World
 */

const SVG = "http://www.w3.org/2000/svg";
const REWARD_KINDS = ["gold", "bards", "stories"];

/** Words for what main.js draws around the board. */
export const words = {
  title: { en: "Lords of Xidit", es: "Lords of Xidit" },
  round: { en: "Year {round}", es: "Año {round}" },
  score: { en: "contenders outlasted", es: "rivales superados" },
  chart: { en: "Over the years", es: "A lo largo de los años" },
};

// ------------------------------------------------------------------------------------------------------------- hands

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * A picture as an element of its own; what it stands for is its alternative text, or said beside it.
 * @param {string} src
 * @param {string} className
 * @param {string} [alt]
 */
function picture(src, className, alt = "") {
  return h("img", { src, className, alt, title: alt || undefined, decoding: "sync", draggable: false });
}

/** @param {Text | string | null | undefined} text @param {Language} lang */
export function told(text, lang) {
  return typeof text === "string" ? text : (text?.[lang] ?? text?.en ?? "");
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {string[]} list @param {Language} lang */
function listed(list, lang) {
  return list.length > 1 ? `${list.slice(0, -1).join(", ")} ${say(lang, "and")} ${list.at(-1)}` : (list[0] ?? "");
}

// ------------------------------------------------------------------------------------------------------------- the box

/** @type {WeakMap<object, World>} */
const worlds = new WeakMap();

/**
 * The box with its drawing, worked out once.
 * @param {any} box
 * @param {{stretch?: number, bare?: boolean}} [wish] Of the drawing; only the first time.
 * @returns {World}
 */
export function worldOf(box, wish) {
  let world = worlds.get(box);
  if (!world) {
    world = {
      box, map: plan(box, wish), units: box.units.map((/** @type {any} */ unit) => unit.id),
      tiles: new Map(box.tiles.map((/** @type {Face} */ tile) => [tile.id, tile])), icons: new Map(box.icons.map((/** @type {any} */ icon) => [icon.id, icon])),
    };
    worlds.set(box, world);
  }
  return world;
}
/** @param {World} world @param {string} unit @param {Language} lang */
function unitName(world, unit, lang) {
  return told(world.box.units.find((/** @type {any} */ one) => one.id === unit)?.name, lang) || unit;
}

/** @param {World} world @param {string} id @param {Language} lang */
function iconName(world, id, lang) {
  return told(world.icons.get(id)?.name, lang) || id;
}

/** @param {World} world @param {string} id @param {Language} lang */
function regionName(world, id, lang) {
  return told(world.box.regions.find((/** @type {any} */ one) => one.id === id)?.name, lang) || id;
}

/** @param {World} world @param {string} id @param {Language} lang */
function criterionName(world, id, lang) {
  return told(world.box.evaluations.find((/** @type {any} */ one) => one.id === id)?.name, lang) || NAMES[id]?.[lang === "es" ? 1 : 0] || id;
}

/**
 * Units in words: "2 Archers, a cleric".
 * @param {World} world
 * @param {Record<string, number>} units
 * @param {Language} lang
 */
function unitWords(world, units, lang) {
  const one = (/** @type {string} */ unit) => told(world.box.units.find((/** @type {any} */ its) => its.id === unit)?.one, lang);
  return world.units.filter((unit) => units[unit]).map((unit) => (units[unit] === 1 && one(unit)) || `${units[unit]} ${unitName(world, unit, lang)}`).join(", ");
}

/** @param {Record<string, number>} rewards @param {Language} lang */
function rewardWords(rewards, lang) {
  return REWARD_KINDS.filter((one) => one in rewards).map((one) => `${REWARDS[one][lang === "es" ? 1 : 0]} ${rewards[one]}`).join(", ");
}

/** A contender's key as a name. @param {string} key @param {Context} context @param {World} world */
function contenderName(key, context, world) {
  return key === "dummy" ? capital(told(world.box.dummy?.name, context.lang) || key) : context.seatName(Number(key));
}

/** @param {string} key @param {Context} context */
function contenderBadge(key, context) {
  const colour = context.seats.find((seat) => String(seat.seat) === key)?.colour ?? "dummy";
  return context.badge(colour);
}

// ------------------------------------------------------------------------------------------------------- tiles, drawn

/**
 * The units on a recruitment tile, weakest first; null for those taken.
 * @param {World} world
 * @param {Tile} tile
 */
function slotsOf(world, tile) {
  const left = tile.units ?? {};
  const symbols = world.tiles.get(tile.id)?.recruits ?? left;
  return world.units.flatMap((unit) => {
    const all = Math.max(symbols[unit] ?? 0, left[unit] ?? 0);
    return Array.from({ length: all }, (_, place) => (place < all - (left[unit] ?? 0) ? null : unit));
  });
}

/**
 * What a threat asks for and gives.
 * @param {World} world
 * @param {Tile} tile
 */
function threatOf(world, tile) {
  const needs = world.units.flatMap((unit) => Array.from({ length: tile.needs?.[unit] ?? 0 }, () => unit));
  return { needs, rewards: REWARD_KINDS.map((reward) => /** @type {[string, number]} */ ([reward, tile.rewards?.[reward] ?? 0])) };
}

/**
 * A tile as it lies in its city, around (0, 0), 96 by 66.
 * @param {World} world
 * @param {Tile} tile
 */
function tileGroup(world, tile) {
  const group = s("g", { class: `x-tile x-${tile.side}` });
  if (tile.side === "threat") {
    const { needs, rewards } = threatOf(world, tile);
    group.append(s("image", { href: threatCard(world.tiles.get(tile.id)?.city ?? 0, needs, rewards), ...THREAT_BOX }));
    return group;
  }
  group.append(s("rect", { class: "x-face", x: -48, y: -33, width: 96, height: 66, rx: 9 }));
  const slots = slotsOf(world, tile);
  slotSpots(slots.length).forEach(([x, y], place) => {
    const unit = slots[place];
    if (unit) group.append(s("image", { href: unitImage(unit), x: x - 14, y: y - 14, width: 28, height: 28 }));
    else group.append(s("circle", { class: "x-empty", cx: x, cy: y, r: 8 }));
  });
  return group;
}

/**
 * A reward with its number.
 * @param {string} reward
 * @param {number} count
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function rewardGroup(reward, count, x, y, size) {
  const [dx, dy] = numberAt(reward);
  return s("g", { class: `x-reward x-reward-${reward}` },
    s("image", { href: rewardImage(reward), x: x - size / 2, y: y - size / 2, width: size, height: size }),
    s("text", { x: x + dx, y: y + dy + size * 0.19, "font-size": size * 0.56 }, String(count)));
}

/**
 * Three rewards in a row.
 * @param {Record<string, number>} rewards
 */
export function rewardRow(rewards) {
  const svg = s("svg", { viewBox: "0 0 96 32", class: "x-titan-rewards", "aria-hidden": "true" });
  svg.append(...REWARD_KINDS.map((reward, place) => rewardGroup(reward, rewards[reward] ?? 0, 16 + place * 32, 16, 30)));
  return svg;
}

/**
 * A tile of the box as it comes out of it.
 * @param {World} world
 * @param {string} id
 * @param {"recruit" | "threat"} side
 * @returns {Tile}
 */
export function printed(world, id, side) {
  const face = world.tiles.get(id);
  return side === "recruit"
    ? { id, side, units: face?.recruits ?? {}, needs: null, rewards: null }
    : { id, side, units: null, needs: face?.needs ?? {}, rewards: face?.rewards ?? {} };
}

/**
 * A tile as a picture of its own, with its number.
 * @param {World} world
 * @param {Tile} tile
 * @param {Language} lang
 */
export function tileCard(world, tile, lang) {
  const url = tileImage(world.tiles.get(tile.id)?.city ?? tile.id, tile.side === "threat" ? threatOf(world, tile) : { slots: slotsOf(world, tile) });
  return picture(url, `x-tile-card x-card-${tile.side}`, tileWords(world, tile, lang));
}

/** @param {number | string} value */
function number(value) {
  return s("g", { class: "x-number", transform: "translate(-42 -30)" }, s("circle", { r: 14.500 }), s("text", { y: 6.500 }, String(value)));
}

/**
 * @param {World} world
 * @param {Tile} tile
 * @param {Language} lang
 */
export function tileWords(world, tile, lang) {
  if (tile.side === "threat") return say(lang, "threat_of", { tile: tile.id, needs: unitWords(world, tile.needs ?? {}, lang), rewards: rewardWords(tile.rewards ?? {}, lang) });
  return say(lang, "recruits_of", { tile: tile.id, units: unitWords(world, tile.units ?? {}, lang) || say(lang, "nobody") });
}

// --------------------------------------------------------------------------------------------------------- the ground

/** @param {{x: number, y: number}[]} points */
function line(points) {
  return points.map(({ x, y }, place) => `${place ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");
}

/**
 * A closed line through points, bent.
 * @param {{x: number, y: number}[]} points
 */
function bent(points) {
  const at = (/** @type {number} */ place) => points[(place + points.length) % points.length];
  let d = `M${at(0).x.toFixed(1)} ${at(0).y.toFixed(1)}`;
  points.forEach((point, place) => {
    const [before, next, after] = [at(place - 1), at(place + 1), at(place + 2)];
    d += ` C${(point.x + (next.x - before.x) / 6).toFixed(1)} ${(point.y + (next.y - before.y) / 6).toFixed(1)} ${(next.x - (after.x - point.x) / 6).toFixed(1)} ${(next.y - (after.y - point.y) / 6).toFixed(1)} ${next.x.toFixed(1)} ${next.y.toFixed(1)}`;
  });
  return `${d}Z`;
}

/**
 * What never changes: sea, coast, land, what grows there, and the roads.
 * @param {World} world
 * @param {boolean} [plain] Without what grows: to compare with the cardboard.
 */
export function ground(world, plain = false) {
  const { map, box } = world;
  const svg = s("svg", { viewBox: `0 0 ${map.width} ${map.height}`, class: "x-ground", "aria-hidden": "true" });
  svg.append(s("rect", { class: "x-sea", width: map.width, height: map.height }));
  if (map.outer.length > 2) {
    for (const [by, name] of /** @type {[number, string][]} */ ([[92, "x-wave-3"], [82, "x-wave-2"], [74, "x-wave-1"], [66, "x-shore"]])) svg.append(s("path", { class: name, d: bent(coast(map, by)) }));
  }
  map.regions.forEach((region, place) => {
    if (region.points.length) svg.append(s("path", { class: `x-land x-land-${place % 9} ${region.central ? "x-heart" : ""}`, d: `${line(region.points)}Z` }));
  });
  if (!plain) {
    const grown = s("g", { class: "x-scenery" });
    grown.innerHTML = scenery(map).map(({ x, y, region }) => `<g transform="translate(${x} ${y})" class="x-of-${region % 9}">${SCENERY[region % SCENERY.length]}</g>`).join("");
    svg.append(grown);
    const rose = rosePlace(map);
    const compass = s("g", { class: "x-compass", transform: `translate(${rose.x} ${rose.y}) scale(.8)` });
    compass.innerHTML = ROSE;
    svg.append(compass);
  }
  const letters = s("g", { class: "x-letters" });
  for (const road of map.roads) {
    const [a, b] = [map.cities.get(road.a), map.cities.get(road.b)];
    if (!a || !b) continue;
    const { fill, dash, cap } = roadStyle(road.colour);
    const d = line([a, b]);
    svg.append(s("path", { class: "x-bed", d }), s("path", { class: `x-road x-road-${road.colour}`, d, stroke: fill, "stroke-linecap": cap, ...(dash ? { "stroke-dasharray": dash } : {}) }));
    const letter = box.icons.find((/** @type {any} */ icon) => icon.kind === "road" && icon.colour === road.colour)?.token ?? "";
    const { x, y } = letterSpot(map, a, b);
    letters.append(s("circle", { cx: x, cy: y, r: 10, fill }), s("text", { x, y: y + 4.800 }, letter));
  }
  svg.append(letters);
  return svg;
}

/** The corner with most room. @param {Plan} map */
function rosePlace(map) {
  const corners = [{ x: 46, y: map.height - 50 }, { x: map.width - 46, y: map.height - 50 }, { x: 46, y: 50 }, { x: map.width - 46, y: 50 }];
  const room = (/** @type {{x: number, y: number}} */ at) => Math.min(...[...map.cities.values()].map(({ x, y }) => Math.hypot(x - at.x, y - at.y)));
  return corners.reduce((best, corner) => (room(corner) > room(best) ? corner : best));
}

// ----------------------------------------------------------------------------------------------------------- the table

/**
 * @typedef {{group: SVGElement, town: SVGElement, card: SVGElement, guild: SVGElement, title: SVGElement, now: City | null, cards: Map<string, SVGElement>, towers: Map<string, SVGElement>, lit: boolean}} Place
 * @typedef {{shape: SVGElement | null, label: SVGElement, pills: SVGElement, known: Map<string, SVGElement>, now: any, key: string, className: string}} Land
 * @typedef {{group: SVGElement, at: string, className: string}} Figure
 * @typedef {{context: Context, world: World, mode: string, svg: SVGElement, places: Map<number, Place>, lands: Map<string, Land>, figures: Figure[],
 *   detail: HTMLElement, chosen: number | string | null, marked: number | string | null, strip: Strip, position: any, figuresLayer: SVGElement}} Table
 */

/** @type {WeakMap<HTMLElement, Table>} */
const tables = new WeakMap();
/** @type {CSSStyleSheet | null} */
let sheet = null;
/** Pictures that are backgrounds, by class. @type {Set<string>} */
const backgrounds = new Set();

/** Put the style into the page. */
export function prepare() {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/**
 * The class that has a picture as its background: changing it costs a tenth of what another `src` does.
 * @param {string} name
 * @param {string} url
 */
function background(name, url) {
  const className = `x-bg-${name.replace(/[^a-z0-9_]/gi, "-")}`;
  if (!backgrounds.has(className)) {
    backgrounds.add(className);
    sheet?.insertRule(`.${className} { background-image: url("${url}"); }`);
  }
  return className;
}

/**
 * The class of a wheel's picture.
 * @param {World} world
 * @param {string | null} order Null: not known.
 */
function wheelClass(world, order) {
  return background(`wheel-${order ?? "down"}`, wheelImage(order ? (world.icons.get(order) ?? { kind: "wait" }) : null));
}

/** @param {number} city The number of the tile. */
function threatClass(city) {
  return background(`threat-${city}`, threatImage(city));
}

/** @param {string} unit */
function unitClass(unit) {
  return background(`unit-${unit}`, unitImage(unit));
}

function titanClass() {
  return background("titan", titanImage("raging"));
}

/**
 * Every background that may be wanted, at once: a rule that comes later has the browser look over its whole page.
 * @param {World} world
 */
function prepareBackgrounds(world) {
  for (const order of [null, ...world.icons.keys()]) wheelClass(world, order);
  for (const unit of world.units) unitClass(unit);
  for (const { city } of world.tiles.values()) threatClass(city);
  titanClass();
}

/** @param {Context} context */
function modeOf(context) {
  return `${context.lang} ${context.seats.map((seat) => `${seat.colour} ${seat.name}`).join("|")}`;
}

/**
 * @param {HTMLElement} el
 * @param {any} position
 * @param {Context} context
 * @returns {Table}
 */
function lay(el, position, context) {
  prepare();
  const { lang } = context;
  const world = worldOf(context.box);
  prepareBackgrounds(world);
  const { map } = world;
  const svg = s("svg", { viewBox: `0 0 ${map.width} ${map.height}`, class: "x-play", role: "group", "aria-label": say(lang, "map_label", { cities: map.cities.size }) });
  const shapes = s("g", { class: "x-shapes" });
  const cities = s("g");
  const labels = s("g", { class: "x-labels" });
  const figuresLayer = s("g", { class: "x-figures" });
  const towers = s("g");
  svg.append(shapes, labels, cities, towers, figuresLayer);
  const lands = new Map();
  for (const region of map.regions) {
    const shape = region.points.length ? s("path", { class: "x-shape", d: `${line(region.points)}Z`, "data-region": region.id }) : null;
    if (shape) shapes.append(shape);
    const name = told(region.name, lang);
    const what = say(lang, "region_title", { name, first: region.first, second: region.second });
    const label = s("g", { class: `x-region ${region.central ? "x-central" : ""}`, "data-region": region.id, ...pressable(what), transform: `translate(${region.x} ${region.y})` });
    label.append(s("title", {}, what));
    if (region.central) label.append(bastion());
    label.append(
      s("g", { class: "x-medal x-first", transform: "translate(-12 -31)" }, s("circle", { r: 13 }), s("text", { y: 6 }, String(region.first))),
      s("g", { class: "x-medal x-second", transform: "translate(14 -30)" }, s("circle", { r: 11 }), s("text", { y: 5.500 }, String(region.second))),
      s("text", { class: "x-region-name", y: -2 }, name),
    );
    const pills = s("g", { class: "x-pills" });
    label.append(pills);
    labels.append(label);
    lands.set(region.id, { shape, label, pills, known: new Map(), now: null, key: "", className: "" });
  }
  const places = new Map();
  for (const [id, { x, y, hand }] of [...map.cities].sort(([, a], [, b]) => a.y - b.y)) {
    const group = s("g", { class: "x-city", transform: `translate(${x} ${y})`, "data-city": id, ...pressable(say(lang, "city", { n: id })) });
    const town = s("g", { class: "x-town", transform: "translate(0 20)" });
    town.innerHTML = TOWNS[id % TOWNS.length];
    const card = s("g");
    // Above every city: a neighbour's tile must not hide it.
    const guild = s("g", { transform: `translate(${x + 52 * hand} ${y + 36})`, "data-city": id });
    const title = s("title");
    group.append(title, s("rect", { class: "x-hit", x: -52, y: -44, width: 104, height: 84 }), town, card, s("rect", { class: "x-glow", x: -52, y: -37, width: 104, height: 74, rx: 12 }), number(id));
    cities.append(group);
    towers.append(guild);
    places.set(id, { group, town, card, guild, title, now: null, cards: new Map(), towers: new Map(), lit: false });
  }
  const figures = context.seats.map((seat) => {
    const group = s("g", { class: `x-figure seat-${seat.colour}` });
    group.append(s("ellipse", { class: "x-halo", rx: 25, ry: 10, cy: 1 }));
    const beast = s("g");
    beast.innerHTML = IDRAKYS;
    group.append(beast, s("path", { class: "x-emblem", d: context.emblemPath(seat.colour), transform: "translate(-9.600 -19) scale(.68)" }));
    figuresLayer.append(group);
    return { group, at: "", className: "" };
  });
  const detail = h("div", { className: "x-detail" });
  const board = h("div", { className: "x-map" });
  board.append(ground(world), svg, detail);
  const strip = layStrip(world, context);
  const holder = h("div", { className: "x-board" }, board, strip.box);
  el.replaceChildren(holder);
  // Not by a container query: those make every seek lay the map out twice.
  new ResizeObserver(([{ contentRect }]) => {
    strip.narrow = contentRect.width < 540;
    holder.classList.toggle("x-narrow", strip.narrow);
    if (strip.narrow && strip.now) drawTiles(strip, strip.now, world, lang);
  }).observe(board);
  /** @type {Table} */
  const table = { context, world, mode: modeOf(context), svg, places, lands, figures, detail, chosen: null, marked: null, strip, position, figuresLayer };
  const under = (/** @type {Event} */ event) => {
    const { city, region } = /** @type {SVGElement} */ (/** @type {Element} */ (event.target).closest("[data-city], [data-region]"))?.dataset ?? {};
    return city ? Number(city) : (region ?? null);
  };
  const choose = (/** @type {number | string | null} */ what) => {
    table.chosen = table.chosen === what ? null : what;
    drawDetail(table);
  };
  svg.addEventListener("click", (event) => choose(under(event)));
  svg.addEventListener("keydown", (event) => {
    const what = under(event);
    if (event.key === "Escape" && table.chosen !== null) choose(table.chosen);
    else if ((event.key === "Enter" || event.key === " ") && what !== null) choose(what);
    else return;
    // These keys are not the replay's here.
    event.preventDefault();
    event.stopPropagation();
  });
  // Who comes to it by keyboard is told all of it at once, not its name only; what is told goes along with the moves.
  svg.addEventListener("focusin", () => tellFocus(table));
  svg.addEventListener("focusout", (event) => {
    const one = /** @type {Element} */ (event.target);
    set(one, { "aria-label": /** @type {SVGElement} */ (one).dataset.name ?? "" });
  });
  svg.addEventListener("pointerover", (event) => {
    const city = under(event);
    if (typeof city === "number") write(/** @type {Place} */ (table.places.get(city)).title, cityWords(table.world, city, table.position, table.context));
  });
  tables.set(el, table);
  return table;
}

/**
 * What makes a group of the map a button for keyboard and screen reader.
 * @param {string} name
 */
function pressable(name) {
  return { role: "button", tabindex: 0, "data-name": name, "aria-label": name, "aria-expanded": "false" };
}

/** All that is to be said of what has the focus, as its name. @param {Table} table */
function tellFocus(table) {
  const one = document.activeElement;
  if (!(one instanceof SVGElement) || !table.svg.contains(one)) return;
  const { city, region } = one.dataset;
  if (city || region) set(one, { "aria-label": wordsOf(table, city ? Number(city) : (region ?? "")) });
}

/** What is to be said of a city or of a region now. @param {Table} table @param {number | string} what */
function wordsOf({ world, position, context }, what) {
  return typeof what === "number" ? cityWords(world, what, position, context) : regionWords(world, what, position, context);
}

/** The Bastion, standing above the label of the central region. */
function bastion() {
  const group = s("g", { class: "x-bastion", transform: "translate(0 -48)" });
  group.innerHTML = `<ellipse cy="2" rx="46" ry="9" class="x-shade"/><path d="M-40 0 V-20 h7 v5 h7 v-5 h7 v5 h38 v-5 h7 v5 h7 v-5 h7 V0Z" class="x-wall"/><path d="M-19 -15 V-44 h6 v5 h6 v-5 h14 v5 h6 v-5 h6 V-15Z" class="x-wall"/><path d="M-34 -20 V-33 h12 v13 M22 -20 V-33 h12 v13" class="x-wall"/><path d="M-37 -33 L-28 -45 L-19 -33Z M19 -33 L28 -45 L37 -33Z" class="x-roof"/><path d="M-9 0 V-10 a9 9 0 0 1 18 0 V0Z" class="x-gate"/><path d="M0 -44 V-62 l13 5 -13 5" class="x-flag"/>`;
  return group;
}

/**
 * Draw a position into an element; only what differs from what it shows is touched.
 * @param {HTMLElement} el
 * @param {any} position The view.
 * @param {readonly string[]} changed JSON Pointers into the position that the last move changed.
 * @param {Context} context
 */
export function draw(el, position, changed, context) {
  let table = tables.get(el);
  const world = worldOf(context.box);
  if (!table || table.mode !== modeOf(context) || table.world !== world) table = lay(el, position, context);
  table.context = context;
  table.position = position;
  const lit = new Set();
  for (const path of changed) {
    const [, city] = /^\/cities\/(\d+)(?:\/|$)/.exec(path) ?? [];
    if (city) lit.add(Number(city));
  }
  // A move that sets everything up lights nothing.
  if (lit.size > 8) lit.clear();
  for (const [id, place] of table.places) {
    const city = position.cities[String(id)];
    if (place.now !== city) drawCity(place, city, table);
    const light = lit.has(id);
    if (place.lit !== light) place.group.classList.toggle("changed", light);
    place.lit = light;
  }
  drawFigures(table, position, context);
  drawLands(table, position, context);
  const evaluation = context.report ? evaluationOf(position) : null;
  const mode = `x-play ${evaluation ? `x-eval-${measureOf(world, evaluation.criterion)}` : ""}`;
  if (table.svg.getAttribute("class") !== mode) table.svg.setAttribute("class", mode);
  drawDetail(table);
  tellFocus(table);
  drawStrip(table.strip, position, context, world);
}

/**
 * @param {Place} place
 * @param {City} city
 * @param {Table} table
 */
function drawCity(place, city, table) {
  if (place.now?.tile !== city.tile) {
    place.town.setAttribute("class", city.tile ? "x-town x-away" : "x-town");
    if (city.tile) {
      const key = `${city.tile.id} ${city.tile.side} ${JSON.stringify(city.tile.units)}`;
      let card = place.cards.get(key);
      if (!card) place.cards.set(key, (card = tileGroup(table.world, city.tile)));
      arrange(place.card, [card]);
    } else arrange(place.card, []);
  }
  if (place.now?.guild !== city.guild) {
    if (city.guild) {
      const key = `${city.guild.seat} ${city.guild.height}`;
      let tower = place.towers.get(key);
      if (!tower) place.towers.set(key, (tower = towerGroup(city.guild, table.context)));
      arrange(place.guild, [tower]);
    } else arrange(place.guild, []);
  }
  place.now = city;
}

/**
 * A guild: its storeys, and the emblem of whose it is on top.
 * @param {{seat: number, height: number}} guild
 * @param {Context} context
 */
function towerGroup({ seat, height }, context) {
  const colour = context.seats.find((one) => one.seat === seat)?.colour ?? "";
  const tower = s("g", { class: `x-guild seat-${colour}` });
  tower.innerHTML = Array.from({ length: height }, (_, storey) => `<g transform="translate(0 ${-storey * 9})">${STOREY}</g>`).join("")
    + `<g transform="translate(0 ${-height * 9 - 9})"><circle r="10.500" class="x-guild-disc"/><path d="${context.emblemPath(colour)}" class="x-guild-mark" transform="translate(-7.200 -7.200) scale(.6)"/></g>`;
  return tower;
}

/**
 * The figures: side by side where several stand in a city.
 * @param {Table} table
 * @param {any} position
 * @param {Context} context
 */
function drawFigures(table, position, context) {
  /** @type {Map<number, number[]>} */
  const crowds = new Map();
  context.seats.forEach((seat, place) => {
    const city = position.idrakys[String(seat.seat)];
    if (city !== null) crowds.set(city, [...(crowds.get(city) ?? []), place]);
  });
  const layer = context.forward ? "x-figures x-moving" : "x-figures";
  if (table.figuresLayer.getAttribute("class") !== layer) table.figuresLayer.setAttribute("class", layer);
  const now = position.current?.seat;
  context.seats.forEach((seat, place) => {
    const figure = table.figures[place];
    const city = position.idrakys[String(seat.seat)];
    const spot = city === null ? undefined : table.world.map.cities.get(city);
    let at = "";
    if (spot) {
      const crowd = crowds.get(city) ?? [];
      const step = crowd.length > 3 ? 27 : 33;
      const tower = position.cities[String(city)].guild ? 5 * spot.hand : 0;
      at = `translate(${(spot.x + (crowd.indexOf(place) - (crowd.length - 1) / 2) * step - tower).toFixed(1)}px, ${(spot.y + 72).toFixed(1)}px)`;
    }
    if (figure.at !== at) figure.group.style.transform = at;
    figure.at = at;
    const className = `x-figure seat-${seat.colour} ${spot ? "" : "x-away"} ${now === seat.seat || (position.phase === "placing" && position.to_move.includes(seat.seat)) ? "x-now" : ""}`;
    if (figure.className !== className) figure.group.setAttribute("class", className);
    figure.className = className;
  });
}

/**
 * Bards in the regions; where some may be placed now; who leads, in the evaluation of reputation.
 * @param {Table} table
 * @param {any} position
 * @param {Context} context
 */
function drawLands(table, position, context) {
  const { due, derived } = position;
  const near = due?.what === "place_bards" ? (table.world.box.map.cities.find((/** @type {any} */ city) => city.id === due.city)?.regions ?? []) : [];
  const evaluation = context.report ? evaluationOf(position) : null;
  const rated = evaluation && measureOf(table.world, evaluation.criterion) === "regions" ? evaluation : null;
  for (const region of table.world.map.regions) {
    const land = /** @type {Land} */ (table.lands.get(region.id));
    const bards = position.regions[region.id]?.bards ?? {};
    // What these eyes know of the closed Bastion, and what lies in it in all.
    const veiled = region.central && !position.bastion.owners && position.bastion.total > 0;
    const inside = veiled ? context.seats.map((seat) => derived?.[String(seat.seat)]?.bastion ?? null) : [];
    const key = veiled ? `${JSON.stringify(bards)} ${position.bastion.total} ${inside.join()}` : "";
    if (land.now !== bards || land.key !== key) drawPills(land, bards, veiled ? { total: position.bastion.total, inside } : null, context);
    land.now = bards;
    land.key = key;
    let className = "x-shape";
    if (near.includes(region.id)) className += " x-due";
    if (rated) {
      const first = context.seats.filter((seat) => ["first", "tied_first"].includes(rated.detail?.[String(seat.seat)]?.regions?.[region.id]?.place));
      className += first.length === 1 ? ` x-won seat-${first[0].colour}` : first.length ? " x-shared" : "";
    }
    if (region.id === table.chosen) className += " chosen";
    if (land.shape && land.className !== className) land.shape.setAttribute("class", className);
    land.className = className;
  }
}

/**
 * @param {Land} land
 * @param {Record<string, number>} bards
 * @param {{total: number, inside: (number | null)[]} | null} veil
 * @param {Context} context
 */
function drawPills(land, bards, veil, context) {
  const pills = context.seats.filter((seat) => bards[String(seat.seat)]).map((seat) => pill(land, seat.colour, String(bards[String(seat.seat)]), context, ""));
  if (veil) {
    const known = veil.inside.every((count) => typeof count === "number");
    context.seats.forEach((seat, place) => {
      const count = veil.inside[place];
      if (typeof count === "number" && count > 0) pills.push(pill(land, seat.colour, String(count), context, "x-veiled"));
    });
    const rest = veil.total - veil.inside.reduce((/** @type {number} */ sum, count) => sum + (typeof count === "number" ? count : 0), 0);
    if (!known && rest > 0) pills.push(s("g", { class: "x-pill x-closed" }, s("title", {}, say(context.lang, "in_bastion", { count: rest })), s("rect", { x: -22, y: -14, width: 44, height: 28, rx: 14 }), s("text", { y: 6 }, `${rest} ?`)));
  }
  const rows = pills.length > 2 ? 2 : 1;
  const top = Math.ceil(pills.length / rows);
  // Two rows take the place of the name: below them lie cities.
  land.pills.parentElement?.classList.toggle("x-crowded", rows > 1);
  land.pills.parentElement?.classList.toggle("x-several", pills.length > 1);
  pills.forEach((one, place) => {
    const [row, at, wide] = place < top ? [0, place, top] : [1, place - top, pills.length - top];
    const spot = `translate(${(at - (wide - 1) / 2) * 47} ${row * 31 + (rows > 1 ? -1 : 20)})`;
    if (one.getAttribute("transform") !== spot) one.setAttribute("transform", spot);
  });
  arrange(land.pills, pills);
}

/**
 * Bards of a colour in a region: its emblem and their number.
 * @param {Land} land
 * @param {string} colour
 * @param {string} count
 * @param {Context} context
 * @param {string} className
 */
function pill(land, colour, count, context, className) {
  const key = `${colour} ${className}`;
  let one = land.known.get(key);
  if (!one) {
    one = s("g", { class: `x-pill seat-${colour} ${className}` },
      s("rect", { x: -22, y: -14, width: 44, height: 28, rx: 14 }),
      s("path", { d: context.emblemPath(colour), transform: "translate(-18.500 -9) scale(.75)" }),
      s("text", { x: 10, y: 6.800 }));
    land.known.set(key, one);
  }
  write(/** @type {Element} */ (one.lastElementChild), count);
  return one;
}

/**
 * What is to be said of a city.
 * @param {World} world
 * @param {number} id
 * @param {any} position
 * @param {Context} context
 */
function cityWords(world, id, position, context) {
  const { lang } = context;
  const { tile, guild } = position.cities[String(id)];
  const parts = [tile ? tileWords(world, tile, lang) : say(lang, "no_tile")];
  if (guild) parts.push(say(lang, "guild_of", { who: context.seatName(guild.seat), height: guild.height }));
  const here = context.seats.filter((seat) => position.idrakys[String(seat.seat)] === id).map((seat) => context.seatName(seat.seat));
  if (here.length) parts.push(say(lang, "stands_here", { who: listed(here, lang) }));
  const roads = roadWords(world, id, lang);
  if (roads) parts.push(roads);
  const regions = (world.box.map.cities.find((/** @type {any} */ city) => city.id === id)?.regions ?? []).map((/** @type {string} */ region) => regionName(world, region, lang));
  if (regions.length) parts.push(say(lang, "lies_on", { regions: listed(regions, lang) }));
  return `${say(lang, "city", { n: id })}: ${parts.join(" ")}`;
}

/** @param {World} world @param {number} id @param {Language} lang */
function roadWords(world, id, lang) {
  const ways = world.map.roads.flatMap((road) => {
    if (road.a !== id && road.b !== id) return [];
    const colour = told(world.box.map.colours.find((/** @type {any} */ one) => one.id === road.colour)?.name, lang) || road.colour;
    return [`${colour} → ${road.a === id ? road.b : road.a}`];
  });
  return ways.length ? say(lang, "roads_of", { ways: ways.join(", ") }) : "";
}

/**
 * What is to be said of a region.
 * @param {World} world
 * @param {string} id
 * @param {any} position
 * @param {Context} context
 */
function regionWords(world, id, position, context) {
  const { lang } = context;
  const region = world.box.regions.find((/** @type {any} */ one) => one.id === id);
  const { bards } = position.regions[id];
  const here = context.seats.filter((seat) => bards[String(seat.seat)]).map((seat) => `${context.seatName(seat.seat)} ${bards[String(seat.seat)]}`);
  if (region.central && position.bastion.total && !position.bastion.owners) here.push(say(lang, "in_bastion", { count: position.bastion.total }));
  return `${say(lang, "region_title", { name: told(region.name, lang), first: region.first, second: region.second })}. ${say(lang, here.length ? "bards_here" : "no_bards", { who: here.join(", ") })}`;
}

/** What was asked for with a click on a city or a region: its tile, large, and words. @param {Table} table */
function drawDetail(table) {
  const { chosen, context, world, position, detail } = table;
  if (table.marked !== chosen) {
    for (const [id, place] of table.places) {
      place.group.classList.toggle("chosen", id === chosen);
      set(place.group, { "aria-expanded": id === chosen });
    }
    for (const [id, land] of table.lands) {
      land.shape?.classList.toggle("chosen", id === chosen);
      set(land.label, { "aria-expanded": id === chosen });
    }
  }
  table.marked = chosen;
  detail.hidden = chosen === null;
  if (chosen === null) return;
  const city = typeof chosen === "number";
  const tile = city ? position.cities[String(chosen)].tile : null;
  const words = wordsOf(table, chosen);
  const key = `${words} ${tile ? JSON.stringify(tile) : ""}`;
  if (detail.dataset.key === key) return;
  detail.dataset.key = key;
  // Where it does not lie over what was asked about.
  const at = city ? world.map.cities.get(chosen) : world.map.regions.find((one) => one.id === chosen);
  detail.classList.toggle("x-above", (at?.y ?? 0) > world.map.height / 2);
  detail.replaceChildren(...(tile ? [tileCard(world, tile, context.lang)] : []), h("p", null, words));
}

// ----------------------------------------------------------------------------------------------- what lies beside the map

/**
 * @typedef {{box: HTMLElement, years: HTMLElement[], hall: HTMLElement, queues: Record<string, Queue>, titans: Map<string, Stack>, barracks: Map<string, HTMLElement>,
 *   tiles: HTMLElement, known: Map<string, HTMLElement>, narrow: boolean, now: any, year: HTMLElement}} Strip
 * @typedef {{box: HTMLElement, now: any, known: Map<string, Element[]>}} Stack
 * @typedef {{box: HTMLElement, next: HTMLElement, top: HTMLElement, size: HTMLElement, more: HTMLDetailsElement, summary: HTMLElement, list: HTMLElement, gone: HTMLDetailsElement, goneSummary: HTMLElement, goneList: HTMLElement,
 *   cards: Map<HTMLElement, Map<string, Element>>, now: any}} Queue
 */

/**
 * @param {World} world
 * @param {Context} context
 * @returns {Strip}
 */
function layStrip(world, context) {
  const { lang } = context;
  const year = h("ol", { className: "x-years", "aria-label": say(lang, "calendar") });
  const hall = h("ol", { className: "x-hall", "aria-label": say(lang, "hall") });
  const calendar = h("section", { className: "x-box x-calendar" }, h("h2", null, say(lang, "calendar")), year, hall);
  const titans = new Map();
  const lair = h("ul", { className: "x-lair" });
  for (const stack of world.box.titans?.stacks ?? []) {
    const box = h("li", null);
    titans.set(stack.id, { box, now: null, known: new Map() });
    lair.append(box);
  }
  const barracks = new Map();
  const pool = h("ul", { className: "x-units" });
  for (const unit of world.units) {
    const count = h("span", null);
    barracks.set(unit, count);
    pool.append(h("li", { title: unitName(world, unit, lang) }, picture(unitImage(unit), "x-unit", unitName(world, unit, lang)), count));
  }
  const queues = { R: layQueue("recruit", lang), T: layQueue("threat", lang) };
  const tiles = h("ul", { className: "x-tiles" });
  const box = h("div", { className: "x-beside" }, h("div", { className: "x-strip" }, calendar, queues.R.box, queues.T.box,
    h("section", { className: "x-box x-titans" }, h("h2", null, say(lang, "titans")), lair),
    h("section", { className: "x-box x-barracks" }, h("h2", null, say(lang, "barracks")), pool),
    h("section", { className: "x-box x-lying" }, h("h2", null, say(lang, "tiles_lying")), tiles)));
  return { box, years: [], hall, queues, titans, barracks, tiles, known: new Map(), narrow: false, now: null, year };
}

/** @param {"recruit" | "threat"} side @param {Language} lang @returns {Queue} */
function layQueue(side, lang) {
  const [next, top] = [h("span", { className: "x-slot" }), h("span", { className: "x-slot" })];
  const size = h("span", { className: "x-small" });
  const [summary, goneSummary] = [h("summary", null), h("summary", null)];
  const [list, goneList] = [h("div", { className: "x-candidates" }), h("div", { className: "x-candidates" })];
  const [more, gone] = [h("details", null, summary, list), h("details", null, goneSummary, goneList)];
  const box = h("section", { className: `x-box x-queue x-queue-${side}` }, h("h2", null, say(lang, `queue_${side}`)),
    h("div", { className: "x-slots" },
      h("div", null, next, h("span", { className: "x-small" }, say(lang, "next_tile"))),
      h("div", null, top, size)),
    h("div", { className: "x-more" }, more, gone));
  const cards = new Map([[next, new Map()], [top, new Map()]]);
  return { box, next, top, size, more, summary, list, gone, goneSummary, goneList, cards, now: null };
}

/**
 * @param {Strip} strip
 * @param {any} position
 * @param {Context} context
 * @param {World} world
 */
function drawStrip(strip, position, context, world) {
  const { lang } = context;
  const before = strip.now;
  strip.now = position;
  if (before?.calendar !== position.calendar || before?.phase !== position.phase) drawCalendar(strip, position, lang);
  const hall = JSON.stringify(position.evaluations.map((/** @type {any} */ one) => [one.criterion, one.eliminates, one.out !== null]));
  if (strip.hall.dataset.key !== hall) {
    strip.hall.dataset.key = hall;
    strip.hall.replaceChildren(...position.evaluations.map((/** @type {any} */ one, /** @type {number} */ place) => h("li", { className: one.out ? "x-done" : "" },
      h("b", null, String(place + 1)), ` ${criterionName(world, one.criterion, lang)} `, h("span", { className: "x-small", title: say(lang, "eliminates", { count: one.eliminates }) }, one.eliminates === 1 ? "" : `−${one.eliminates}`))));
  }
  for (const [id, queue] of Object.entries(strip.queues)) if (queue.now !== position.queues[id]) drawQueue(queue, position.queues[id], id === "R" ? "recruit" : "threat", world, lang);
  for (const [id, stack] of strip.titans) if (stack.now !== position.titans[id]) drawStack(stack, position.titans[id], world, lang);
  if (before?.barracks !== position.barracks) for (const [unit, count] of strip.barracks) write(count, String(position.barracks[unit] ?? 0));
  if (strip.narrow && before?.cities !== position.cities) drawTiles(strip, position, world, lang);
}

/** @param {Strip} strip @param {any} position @param {Language} lang */
function drawCalendar(strip, position, lang) {
  const { years, census_years: census, year } = position.calendar;
  if (strip.years.length !== years) {
    strip.years = Array.from({ length: years }, (_, place) => {
      const held = census.includes(place + 1);
      const words = held ? say(lang, "census_year", { n: place + 1 }) : "";
      return h("li", { title: words || undefined }, String(place + 1), held ? picture(fistImage("closed"), "x-fist-mini", say(lang, "census")) : null);
    });
    strip.year.replaceChildren(...strip.years);
  }
  const now = ["setup", "placing"].includes(position.phase) ? 0 : year;
  strip.years.forEach((item, place) => {
    const className = `${place + 1 < now || position.phase === "finished" || position.phase === "evaluating" ? "x-past" : ""} ${place + 1 === now ? "x-this" : ""} ${census.includes(place + 1) ? "x-held" : ""}`;
    if (item.className !== className) item.className = className;
    if (place + 1 === now) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
}

/**
 * @param {Queue} queue
 * @param {any} now
 * @param {"recruit" | "threat"} side
 * @param {World} world
 * @param {Language} lang
 */
function drawQueue(queue, now, side, world, lang) {
  const other = side === "recruit" ? "threat" : "recruit";
  /** @param {HTMLElement} slot @param {any} tile */
  const show = (slot, tile) => {
    const key = typeof tile === "string" ? tile : tile ? "?" : "-";
    if (slot.dataset.tile === key) return;
    slot.dataset.tile = key;
    const cards = /** @type {Map<string, Element>} */ (queue.cards.get(slot));
    let card = cards.get(key);
    if (!card) {
      card = typeof tile === "string" ? tileCard(world, printed(world, tile, side), lang)
        : h("span", { className: "x-unknown" }, tile ? "?" : "–", h("span", { className: "unseen" }, say(lang, tile ? "unknown" : "empty")));
      cards.set(key, card);
    }
    arrange(slot, [card]);
  };
  queue.now = now;
  show(queue.next, now.next);
  show(queue.top, now.top);
  write(queue.size, say(lang, now.size ? "top_of" : "pile_empty", { count: now.size }));
  // Below the top: the order of a turned discard is public, otherwise what may lie there.
  const candidates = now.top?.unknown ?? null;
  const order = now.order?.slice(1) ?? [];
  queue.more.hidden = !candidates && !order.length;
  if (candidates) write(queue.summary, say(lang, "one_of", { count: candidates.length }));
  else if (order.length) write(queue.summary, say(lang, "then"));
  fill(queue.more, queue.list, () => (candidates ?? order).map((/** @type {string} */ tile) => tileCard(world, printed(world, tile, side), lang)));
  queue.gone.hidden = !now.discard.length;
  write(queue.goneSummary, say(lang, "discarded", { count: now.discard.length }));
  // A discard comes back with its other side up.
  fill(queue.gone, queue.goneList, () => now.discard.map((/** @type {string} */ tile) => tileCard(world, printed(world, tile, other), lang)));
}

/** @type {WeakMap<HTMLElement, () => Element[]>} */
const fillings = new WeakMap();

/**
 * Fill a list when it is opened, not before.
 * @param {HTMLDetailsElement} details
 * @param {HTMLElement} list
 * @param {() => Element[]} make
 */
function fill(details, list, make) {
  if (!fillings.has(details)) details.addEventListener("toggle", () => list.replaceChildren(...(details.open ? fillings.get(details)?.() ?? [] : [])));
  fillings.set(details, make);
  if (details.open) list.replaceChildren(...make());
}

/**
 * @param {Stack} stack
 * @param {any} now
 * @param {World} world
 * @param {Language} lang
 */
function drawStack(stack, now, world, lang) {
  stack.now = now;
  const key = JSON.stringify([now.raging, now.asleep.count, now.rewards]);
  if (stack.box.dataset.key === key) return;
  stack.box.dataset.key = key;
  const state = now.raging ? "raging" : now.asleep.count ? "asleep" : "gone";
  stack.box.className = `x-titan x-titan-${state}`;
  let known = stack.known.get(key);
  if (!known) {
    const words = say(lang, `titan_${state}`, { tile: now.raging ?? "", symbols: now.symbols, count: now.asleep.count, rewards: now.rewards ? rewardWords(now.rewards, lang) : "" });
    known = [
      picture(titanImage(state), "x-titan-face", words), h("span", { className: "x-marks", "aria-hidden": "true" }, "?".repeat(now.symbols)), ...(now.rewards ? [rewardRow(now.rewards)] : []),
      h("span", { className: "x-small", "aria-hidden": "true" }, say(lang, now.raging ? (now.asleep.count ? "below" : "titan_last_short") : `titan_${state}_short`, { count: now.asleep.count })),
    ];
    stack.known.set(key, known);
  }
  arrange(stack.box, known);
}

/**
 * The tiles in the cities, larger: for narrow pages, where the map is small.
 * @param {Strip} strip
 * @param {any} position
 * @param {World} world
 * @param {Language} lang
 */
function drawTiles(strip, position, world, lang) {
  const lying = [...world.map.cities.keys()].map((city) => position.cities[String(city)].tile).filter(Boolean);
  lying.sort((a, b) => a.side.localeCompare(b.side));
  arrange(strip.tiles, lying.map((tile) => {
    const key = `${tile.id} ${tile.side} ${JSON.stringify(tile.units)}`;
    let item = strip.known.get(key);
    if (!item) strip.known.set(key, (item = h("li", null, tileCard(world, tile, lang))));
    return item;
  }));
}

// ----------------------------------------------------------------------------------------------------------- the seats

/** @typedef {globalThis.Text} Text_ */
/**
 * @typedef {{box: HTMLElement, units: Map<string, Held>, gold: Held, bards: Held, aside: Held}} Screen
 * @typedef {{item: HTMLElement, count: HTMLElement, words: string}} Held
 * @typedef {{box: HTMLElement, wheels: {item: HTMLElement, image: HTMLElement, before: Text_, face: HTMLElement, after: Text_, key: string}[], screen: Screen, stories: HTMLElement, first: HTMLElement,
 *   out: HTMLElement, now: {program: any, derived: any, seat: any}}} Card
 * @typedef {{mode: string, world: World, cards: Card[], dummy: HTMLElement, seats: HTMLElement, status: HTMLElement, pictures: Map<any, HTMLElement>}} Panel
 */

/** @type {WeakMap<HTMLElement, Panel>} */
const panels = new WeakMap();

/**
 * The seats, or the picture of a census or of an evaluation, into the element beside the board.
 * @param {HTMLElement} el
 * @param {any} position
 * @param {readonly string[]} changed
 * @param {Context} context
 */
export function panel(el, position, changed, context) {
  const world = worldOf(context.box);
  let state = panels.get(el);
  if (!state || state.mode !== modeOf(context) || state.world !== world) {
    const status = h("p", { className: "x-status" });
    const cards = context.seats.map((seat) => layCard(seat, world, context));
    const dummy = h("section", { className: "x-card x-dummy seat-dummy" });
    state = { mode: modeOf(context), world, cards, dummy, seats: h("div", { className: "x-seats" }, status, ...cards.map((card) => card.box), dummy), status, pictures: new Map() };
    panels.set(el, state);
  }
  if (context.report) {
    const evaluation = evaluationOf(position);
    const about = evaluation ?? position.census;
    const key = evaluation ? evaluation : JSON.stringify([position.census, position.phase, position.due]);
    let shown = state.pictures.get(key);
    if (!shown && about) {
      shown = evaluation ? evaluationPicture(evaluation, position, world, context) : censusPicture(position, world, context);
      if (state.pictures.size > 40) state.pictures.clear();
      state.pictures.set(key, shown);
    }
    if (shown && (shown.parentNode !== el || el.childNodes.length > 1)) el.replaceChildren(shown);
    return;
  }
  if (state.seats.parentNode !== el) el.replaceChildren(state.seats);
  write(state.status, statusWords(position, world, context));
  context.seats.forEach((seat, place) => drawCard(/** @type {Panel} */ (state).cards[place], seat, position, changed, world, context));
  drawDummy(state.dummy, position.dummy, world, context);
}

/**
 * The dummy: where its markers stand on the three tracks.
 * @param {HTMLElement} box
 * @param {any} dummy Null with four or five players.
 * @param {World} world
 * @param {Context} context
 */
function drawDummy(box, dummy, world, context) {
  const key = JSON.stringify(dummy);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.hidden = !dummy;
  if (!dummy) return;
  const { lang } = context;
  const tracks = world.box.evaluations.filter((/** @type {any} */ one) => one.id in dummy.tracks);
  box.className = `x-card x-dummy seat-dummy ${dummy.out ? "x-gone" : ""}`;
  box.replaceChildren(
    h("h2", null, contenderBadge("dummy", context), h("span", { className: "who" }, contenderName("dummy", context, world)), h("span", { className: "x-out" }, dummy.out ? say(lang, "out_in", { n: dummy.out }) : "")),
    h("dl", { className: "x-tracks" }, ...tracks.map((/** @type {any} */ one) => h("div", null, h("dt", null, criterionName(world, one.id, lang)), h("dd", null, String(dummy.tracks[one.id].value))))));
}

/**
 * @param {import("../store.js").Seat} seat
 * @param {World} world
 * @param {Context} context
 * @returns {Card}
 */
function layCard(seat, world, context) {
  const { lang } = context;
  const first = h("span", { className: "x-first-player" }, picture(firstImage(), "x-horn", say(lang, "first_player")));
  const stories = h("span", { className: "x-stories" }, picture(rewardImage("stories"), "x-mini"), h("b", { "aria-hidden": "true" }), h("span", { className: "x-small", "aria-hidden": "true" }), h("span", { className: "unseen" }));
  const out = h("span", { className: "x-out" });
  const who = context.seatName(seat.seat);
  const colour = context.colourName(seat.colour);
  const list = h("ol", { className: "x-wheels", "aria-label": say(lang, "orders_of", { who }) });
  const wheels = Array.from({ length: world.box.wheels ?? 6 }, () => {
    const image = h("span", { className: "x-wheel", role: "img" });
    const face = h("span", { className: "x-face-of" });
    const [before, after] = [document.createTextNode(""), document.createTextNode("")];
    const item = h("li", null, image, h("span", { className: "x-outcome", "aria-hidden": "true" }, before, face, after));
    list.append(item);
    return { item, image, before, face, after, key: "" };
  });
  const screen = layScreen(world, lang);
  // The same for who points at it.
  list.addEventListener("pointerover", (event) => {
    const image = /** @type {HTMLElement} */ (event.target).closest("li")?.querySelector(".x-wheel");
    if (image) /** @type {HTMLElement} */ (image.parentElement).title = image.getAttribute("aria-label") ?? "";
  });
  const box = h("section", { className: `x-card seat-${seat.colour}` },
    h("h2", null, context.badge(seat.colour), h("span", { className: "who" }, who, colour === who ? null : h("small", null, ` ${colour}`)), first, out, stories), list, screen.box);
  return { box, wheels, screen, stories, first, out, now: { program: null, derived: undefined, seat: null } };
}

/**
 * @param {Card} card
 * @param {import("../store.js").Seat} seat
 * @param {any} position
 * @param {readonly string[]} changed
 * @param {World} world
 * @param {Context} context
 */
function drawCard(card, seat, position, changed, world, context) {
  const { lang } = context;
  const id = String(seat.seat);
  const own = position.seats[id];
  const program = position.programs[id];
  const derived = position.derived?.[id] ?? null;
  if (card.now.seat !== own) {
    const words = say(lang, "stories_words", { placed: own.placed, left: own.stories });
    const [placed, left, unseen] = card.stories.querySelectorAll("b, span");
    write(placed, String(own.placed));
    write(left, ` + ${own.stories}`);
    write(unseen, words);
    if (card.stories.title !== words) card.stories.title = words;
    write(card.out, own.out ? say(lang, "out_in", { n: own.out }) : "");
  }
  const current = position.current?.seat === seat.seat ? position.current.order : 0;
  card.wheels.forEach((wheel, place) => {
    const fresh = changed.length < 80 && changed.some((path) => path === `/programs/${id}/outcomes/${place}`);
    drawWheel(wheel, program.orders[place], program.outcomes[place], { busy: current === place + 1, fresh, order: place + 1 }, world, lang);
  });
  if (card.now.derived !== derived) drawScreen(card.screen, derived);
  card.now = { program, derived, seat: own };
  card.first.hidden = position.first_player !== seat.seat;
  const touched = changed.some((path) => path.startsWith(`/derived/${id}/`) || path.startsWith(`/seats/${id}/`)) && changed.length < 80;
  const turn = current > 0 || position.to_move.includes(seat.seat) || position.due?.seat === seat.seat;
  const className = `x-card seat-${seat.colour} ${turn ? "turn" : ""} ${touched ? "touched" : ""} ${own.out ? "x-gone" : ""}`;
  if (card.box.className !== className) card.box.className = className;
}

/**
 * A wheel: not set, locked and unknown, or its icon; lit while it is executed; then what became of it.
 * @param {Card["wheels"][number]} wheel
 * @param {string | null | {unknown: string[]}} order
 * @param {Outcome | null} outcome
 * @param {{busy: boolean, fresh: boolean, order: number}} at Whether it is to be executed now; whether it was just now.
 * @param {World} world
 * @param {Language} lang
 */
function drawWheel(wheel, order, outcome, { busy, fresh, order: number }, world, lang) {
  const known = typeof order === "string" ? order : null;
  const key = `${known ?? (order ? "?" : "-")} ${busy} ${fresh} ${outcome ? Object.values(outcome).join() : ""}`;
  if (wheel.key === key) return;
  wheel.key = key;
  wheel.image.className = `x-wheel ${wheelClass(world, known)}`;
  const words = known ? iconName(world, known, lang) : say(lang, order ? "order_locked" : "order_open");
  const result = outcome ? outcomeWords(outcome, world, lang) : "";
  const label = `${number}: ${words}${busy ? `, ${say(lang, "order_now")}` : ""}${result ? `. ${result}` : ""}`;
  wheel.image.setAttribute("aria-label", label);
  wheel.item.className = `${order ? "" : "x-unset"} ${busy ? "x-busy" : ""} ${fresh ? "x-fresh" : ""} ${outcome && !busy ? "x-executed" : ""} ${outcome?.reason ? "x-cancelled" : ""}`;
  if (busy) wheel.item.setAttribute("aria-current", "step");
  else wheel.item.removeAttribute("aria-current");
  const [before, face, after] = outcome ? outcomeMarks(outcome, world, lang) : ["", "", ""];
  if (wheel.before.data !== before) wheel.before.data = before;
  if (wheel.after.data !== after) wheel.after.data = after;
  wheel.face.className = face ? `x-face-of ${face}` : "x-face-of";
}

/**
 * What stands under an executed order: words, the class of a picture, words.
 * @param {Outcome} outcome
 * @param {World} world
 * @param {Language} lang
 * @returns {[string, string, string]}
 */
function outcomeMarks(outcome, world, lang) {
  const city = world.tiles.get(outcome.tile ?? "")?.city ?? 0;
  if (outcome.reason) return [`✕ ${say(lang, `reason_${outcome.reason}`)}`, "", ""];
  if (outcome.did === "moved") return [`→ ${outcome.city}`, "", ""];
  if (outcome.did === "recruited" && outcome.unit) return ["+", unitClass(outcome.unit), ""];
  if (outcome.did === "threat") return ["", threatClass(city), ` ${city || ""}`];
  if (outcome.did === "titan") return ["", titanClass(), ` ${outcome.tile ?? "?"}`];
  return [say(lang, `did_${outcome.did}`), "", ""];
}

/** @param {Outcome} outcome @param {World} world @param {Language} lang */
function outcomeWords(outcome, world, lang) {
  if (outcome.reason) return `${say(lang, "cancelled")}: ${say(lang, `reason_${outcome.reason}`)}`;
  return say(lang, `did_${outcome.did}_long`, { city: outcome.city, unit: outcome.unit ? unitName(world, outcome.unit, lang) : "", tile: outcome.tile ?? "?" });
}

/**
 * A number, or from where to where it can be.
 * @param {any} value
 */
function amount(value) {
  if (typeof value === "number") return String(value);
  const all = value?.unknown;
  if (Array.isArray(all) && all.length) return `${Math.min(...all)}–${Math.max(...all)}`;
  if (value && "least" in value) return value.least === value.most ? String(value.least) : `${value.least}–${value.most ?? ""}`;
  return "?";
}

/**
 * A screen: units, gold and bards, and the curtain before them.
 * @param {World} world
 * @param {Language} lang
 * @returns {Screen}
 */
function layScreen(world, lang) {
  /** @param {string} url @param {string} className @param {string} words @returns {Held} */
  const held = (url, className, words) => {
    const count = h("span", null);
    return { item: h("li", null, picture(url, className, words), count), count, words };
  };
  const units = new Map(world.units.map((unit) => [unit, held(unitImage(unit), "x-unit", unitName(world, unit, lang))]));
  const gold = held(rewardImage("gold"), "x-mini", say(lang, "gold"));
  const bards = held(rewardImage("bards"), "x-mini", say(lang, "bards_left"));
  const aside = held(rewardImage("stories"), "x-mini", say(lang, "aside"));
  const box = h("div", { className: "x-screen closed" },
    h("ul", { className: "x-units", "aria-label": say(lang, "units") }, ...[...units.values()].map(({ item }) => item)),
    h("ul", { className: "x-units x-wealth" }, gold.item, bards.item, aside.item),
    h("p", { className: "x-behind" }, picture(screenImage(), "x-curtain"), h("span", { className: "x-small" }, say(lang, "behind"))));
  return { box, units, gold, bards, aside };
}

/**
 * What is known behind a screen; a curtain where nothing is.
 * @param {Screen} screen
 * @param {any} derived
 */
function drawScreen(screen, derived) {
  screen.box.classList.toggle("closed", !derived);
  if (!derived) return;
  /** @param {Held} held @param {any} value */
  const put = (held, value) => {
    const count = amount(value);
    if (held.count.textContent === count) return;
    held.count.textContent = count;
    held.item.className = count === "0" ? "none" : "";
    held.item.title = `${held.words}: ${count}`;
  };
  for (const [unit, held] of screen.units) put(held, derived.units?.[unit]);
  put(screen.gold, derived.gold);
  put(screen.bards, derived.bards_left);
  put(screen.aside, derived.stories_aside ?? 0);
  screen.aside.item.hidden = !derived.stories_aside;
}

/**
 * What the table waits for, in a sentence.
 * @param {any} position
 * @param {World} world
 * @param {Context} context
 */
function statusWords(position, world, context) {
  const { lang } = context;
  const { due, current, phase } = position;
  const names = (/** @type {number[]} */ seats) => listed(seats.map((seat) => context.seatName(seat)), lang);
  if (due) {
    const who = due.seat === null ? "" : context.seatName(due.seat);
    const stack = due.pile ? say(lang, due.pile === "R" ? "queue_recruit" : "queue_threat") : "";
    return say(lang, `due_${due.what}${due.count === 1 ? "_one" : ""}`, { who, count: due.count ?? 0, city: due.city ?? "", rewards: due.rewards ? rewardWords(due.rewards, lang) : "", pile: stack });
  }
  if (current) {
    const order = position.programs[String(current.seat)]?.orders[current.order - 1];
    return say(lang, "status_order", { who: context.seatName(current.seat), n: current.order, order: typeof order === "string" ? iconName(world, order, lang).toLowerCase() : "?" });
  }
  if (phase === "programming") {
    const open = context.seats.filter((seat) => position.programs[String(seat.seat)].name === null && position.programs[String(seat.seat)].orders[0] === null).map((seat) => seat.seat);
    return open.length ? say(lang, "status_programming", { who: names(open) }) : say(lang, "status_locked");
  }
  if (phase === "placing") return say(lang, "status_placing", { who: names(position.to_move) });
  return say(lang, `status_${phase}`, { n: position.round });
}

// -------------------------------------------------------------------------------------------------------------- reports

/**
 * The evaluation that a position stands at: the last one done.
 * @param {any} position
 */
function evaluationOf(position) {
  if (position.phase !== "evaluating" && position.phase !== "finished") return null;
  return position.evaluations.findLast((/** @type {any} */ one) => one.out !== null) ?? null;
}

/** @param {World} world @param {string} criterion */
function measureOf(world, criterion) {
  return world.box.evaluations.find((/** @type {any} */ one) => one.id === criterion)?.measure ?? "";
}

/**
 * Whether a position stands at a census or at an evaluation, so that it is shown without being asked for.
 * @param {any} position
 */
export function atReport(position) {
  if (position.phase === "census") return true;
  if (position.phase === "year_end") return position.census?.year === position.round;
  return evaluationOf(position) !== null;
}

/**
 * What the report is called that a position stands at.
 * @param {any} position
 * @param {Language} lang
 */
export function reportName(position, lang) {
  if (!atReport(position)) return null;
  const evaluation = evaluationOf(position);
  return evaluation ? say(lang, `report_${evaluation.criterion}`) : say(lang, "census_of", { n: position.census?.year ?? position.round });
}

/**
 * What a mark of the slider is called here, and whether it is a report to go back to.
 * @param {{kind: string, [key: string]: any}} mark
 * @param {Language} lang
 * @param {any} position After the move.
 * @returns {{label: string, report: boolean} | null}
 */
export function markWords(mark, lang, position) {
  if (mark.kind === "evaluated") return { label: say(lang, `report_${mark.criterion}`), report: true };
  if (mark.kind === "awakened") return { label: say(lang, "awakened"), report: false };
  if (mark.kind === "census_won" && position?.census && Object.keys(position.census.rounds).length === Object.keys(position.barracks).length) {
    return { label: say(lang, "census_of", { n: position.census.year }), report: true };
  }
  return null;
}

/**
 * The census as a picture: a line for each type, a fist for each player.
 * @param {any} position
 * @param {World} world
 * @param {Context} context
 */
function censusPicture(position, world, context) {
  const { lang, seats } = context;
  const { census } = position;
  const table = h("table", { className: "x-census" });
  table.append(h("caption", null, say(lang, "census_long", { n: census?.year ?? position.round })));
  const head = h("tr", null, h("th", { scope: "col" }, say(lang, "unit")));
  for (const seat of seats) head.append(h("th", { scope: "col" }, context.badge(seat.colour), h("span", { className: "who" }, context.seatName(seat.seat))));
  table.append(h("thead", null, head));
  const body = h("tbody", null);
  for (const prize of world.box.census.length ? world.box.census : world.units.map((unit) => ({ unit, kind: "", alone: 0, tied: 0 }))) {
    const round = census?.rounds[prize.unit];
    const open = census?.unit === prize.unit && !round;
    const won = round?.winners ?? [];
    const row = h("tr", { className: round ? "x-opened" : open ? "x-open" : "x-later" });
    const told = prize.kind ? say(lang, `prize_${prize.kind}${prize.alone === 1 ? "_one" : ""}`, { alone: prize.alone, tied: prize.tied }) : "";
    row.append(h("th", { scope: "row" }, h("div", null, picture(unitImage(prize.unit), "x-unit"), h("span", null, h("b", null, unitName(world, prize.unit, lang)), h("span", { className: "x-small" }, told)))));
    for (const seat of seats) {
      const id = String(seat.seat);
      const cell = h("td", null);
      if (round) {
        const winner = won.includes(seat.seat);
        cell.className = winner ? "x-winner" : "";
        cell.append(h("span", { className: "x-hand" }, picture(fistImage("open"), "x-fist"), h("b", null, String(round.counts[id]))));
        if (winner) cell.append(h("span", { className: "x-prize" }, `+${round.each}`, picture(rewardImage(round.kind), "x-mini", say(lang, round.kind === "stories" ? "stories" : round.kind === "bards" ? "bards" : "gold"))));
      } else if (open) {
        const fist = census.fists?.[id];
        const ready = fist?.count !== null && fist?.count !== undefined;
        cell.append(h("span", { className: "x-hand" }, picture(fistImage(ready ? "closed" : "waiting"), "x-fist", say(lang, ready ? "fist_closed" : "fist_waiting")), ready ? h("b", null, typeof fist.count === "number" ? String(fist.count) : "?") : null));
      }
      row.append(cell);
    }
    body.append(row);
    if (round && won.length !== 1) body.append(h("tr", { className: "x-tied" }, h("td", { colSpan: seats.length + 1 }, won.length ? say(lang, "tied", { who: listed(won.map((/** @type {number} */ seat) => context.seatName(seat)), lang), each: round.each }) : say(lang, "none_shown"))));
  }
  table.append(body);
  const due = position.due ? h("p", { className: "x-status" }, statusWords(position, world, context)) : null;
  return region(say(lang, "census_long", { n: census?.year ?? position.round }), due, table);
}

/** A box that scrolls where it must. @param {string} label @param {...(Node | null)} children */
function region(label, ...children) {
  return h("div", { className: "scroll x-report", tabIndex: 0, role: "region", "aria-label": label }, ...children);
}

/**
 * An evaluation as a picture: who is ranked where and by what, what broke a tie, who is out.
 * @param {any} evaluation
 * @param {any} position
 * @param {World} world
 * @param {Context} context
 */
function evaluationPicture(evaluation, position, world, context) {
  const { lang } = context;
  const measure = measureOf(world, evaluation.criterion);
  const title = say(lang, `report_${evaluation.criterion}`);
  const at = position.evaluations.indexOf(evaluation);
  const gone = new Set(position.evaluations.slice(0, at).flatMap((/** @type {any} */ one) => one.out ?? []));
  const order = Object.keys(evaluation.ranks).sort((a, b) => evaluation.ranks[a] - evaluation.ranks[b]);
  const most = Math.max(1, ...Object.values(evaluation.values).map(Number));
  const list = h("ol", { className: "x-ranks" });
  for (const key of order) {
    const value = evaluation.values[key];
    const out = evaluation.out.includes(key);
    const bar = h("span", { className: "x-bar", "aria-hidden": "true" });
    for (const part of parts(evaluation, key, measure, position, lang)) {
      const piece = h("i", { className: `x-part ${part.className}`, title: part.words }, part.value * 18 > most ? String(part.value) : "");
      piece.style.flexGrow = String(part.value);
      bar.append(piece);
    }
    bar.style.width = `${(value / most) * 100}%`;
    const tie = evaluation.ties.find((/** @type {any} */ one) => one.contenders.includes(key));
    const units = tie ? tie.units[tie.contenders.indexOf(key)] : null;
    const colour = context.seats.find((seat) => String(seat.seat) === key)?.colour ?? "dummy";
    list.append(h("li", { className: `x-rank seat-${colour} ${out ? "x-eliminated" : ""} ${gone.has(key) ? "x-before" : ""}` },
      h("span", { className: "x-place" }, String(evaluation.ranks[key])), contenderBadge(key, context), h("span", { className: "who" }, contenderName(key, context, world)),
      h("span", { className: "x-track" }, bar), h("strong", null, String(value)),
      h("span", { className: "x-why" },
        units === null ? null : h("span", { className: "x-tie" }, say(lang, "tie_units", { units })),
        out ? h("b", { className: "x-stamp" }, say(lang, "eliminated")) : gone.has(key) ? h("span", { className: "x-small" }, say(lang, "out_before")) : null)));
  }
  const ties = evaluation.ties.map((/** @type {any} */ tie) => h("p", { className: "x-tie-words" }, say(lang, "tie_at", {
    who: listed(tie.contenders.map((/** @type {string} */ key) => contenderName(key, context, world)), lang), value: evaluation.values[tie.contenders[0]],
    steps: tie.steps.map((/** @type {any} */ step) => say(lang, `tie_by_${step.how}`, { groups: groupsOf(step, context, world) })).join(" "),
  })));
  const how = measure === "regions" ? regionTable(evaluation, order, world, context) : measure === "gold" ? goldTable(evaluation, order, world, context) : guildTable(evaluation, order, world, context);
  const outs = h("p", { className: "x-verdict" }, say(lang, evaluation.out.length > 1 ? "are_out" : "is_out", { who: listed(evaluation.out.map((/** @type {string} */ key) => contenderName(key, context, world)), lang) }));
  return region(title, h("h2", null, h("span", { className: "x-nth" }, String(at + 1)), ` ${title}`), h("p", { className: "x-small" }, say(lang, `measure_${measure || "gold"}`)), list, ...ties, outs, how);
}

/**
 * What a value is made of.
 * @param {any} evaluation
 * @param {string} key
 * @param {string} measure
 * @param {any} position
 * @param {Language} lang
 * @returns {{value: number, words: string, className: string}[]}
 */
function parts(evaluation, key, measure, position, lang) {
  const own = evaluation.detail?.[key];
  const value = evaluation.values[key];
  /** @type {{value: number, words: string, className: string}[]} */
  let out = [];
  if (own && measure === "gold") out = ["threats", "titans", "census"].map((source) => ({ value: own[source] ?? 0, words: say(lang, `from_${source}`), className: `x-from-${source}` }));
  else if (own && measure === "stories") out = Object.entries(own.cities).map(([city, height]) => ({ value: Number(height), words: say(lang, "city", { n: city }), className: "" }));
  else if (own) out = Object.entries(own.regions).map(([id, one]) => ({ value: /** @type {any} */ (one).points, words: id, className: "" }));
  out = out.filter((part) => part.value > 0);
  return out.length ? out : value > 0 ? [{ value, words: "", className: "" }] : [];
}

/** @param {string[]} order @param {Context} context @param {World} world */
function headOf(order, context, world) {
  const head = h("tr", null, h("td", null));
  for (const key of order) head.append(h("th", { scope: "col" }, contenderBadge(key, context), h("span", { className: "who" }, contenderName(key, context, world))));
  return h("thead", null, head);
}

/**
 * Nine regions, and what they brought to whom.
 * @param {any} evaluation
 * @param {string[]} all
 * @param {World} world
 * @param {Context} context
 */
function regionTable(evaluation, all, world, context) {
  const { lang } = context;
  const order = all.filter((key) => key !== "dummy").sort();
  const body = h("tbody", null);
  for (const land of world.box.regions) {
    const row = h("tr", { className: land.central ? "x-heart-row" : "" }, h("th", { scope: "row" }, capital(told(land.name, lang)), h("span", { className: "x-small" }, ` ${land.first} / ${land.second}`)));
    for (const key of order) {
      const one = evaluation.detail?.[key]?.regions?.[land.id];
      const cell = h("td", null);
      if (one) {
        cell.className = one.points ? `x-got x-place-${one.place.replace("tied_", "")}` : "";
        cell.append(h("span", { className: "x-small" }, String(one.bards), h("span", { className: "unseen" }, ` ${say(lang, "bards")}`)), h("b", null, one.points ? `+${one.points}` : "–"));
        if (one.place) cell.title = say(lang, one.place);
        if (one.place?.startsWith("tied")) cell.append(h("span", { className: "x-equal", "aria-hidden": "true" }, "="), h("span", { className: "unseen" }, say(lang, one.place)));
      }
      row.append(cell);
    }
    body.append(row);
  }
  const sum = h("tr", { className: "x-sum" }, h("th", { scope: "row" }, say(lang, "total")));
  for (const key of order) sum.append(h("td", null, h("b", null, String(evaluation.values[key]))));
  return h("table", { className: "x-table" }, h("caption", { className: "unseen" }, say(lang, "report_reputation")), headOf(order, context, world), body, h("tfoot", null, sum));
}

/**
 * Where the gold came from.
 * @param {any} evaluation
 * @param {string[]} all
 * @param {World} world
 * @param {Context} context
 */
function goldTable(evaluation, all, world, context) {
  const { lang } = context;
  const order = all.filter((key) => key !== "dummy").sort();
  const rows = ["threats", "titans", "census"].map((source) => h("tr", null, h("th", { scope: "row" }, h("i", { className: `x-part x-from-${source} x-key` }), ` ${say(lang, `from_${source}`)}`),
    ...order.map((key) => h("td", null, String(evaluation.detail?.[key]?.[source] ?? 0)))));
  const sum = h("tr", { className: "x-sum" }, h("th", { scope: "row" }, say(lang, "total")), ...order.map((key) => h("td", null, h("b", null, String(evaluation.values[key])))));
  return h("table", { className: "x-table" }, h("caption", { className: "unseen" }, say(lang, "report_wealth")), headOf(order, context, world), h("tbody", null, ...rows), h("tfoot", null, sum));
}

/**
 * Every guild with its height.
 * @param {any} evaluation
 * @param {string[]} all
 * @param {World} world
 * @param {Context} context
 */
function guildTable(evaluation, all, world, context) {
  const { lang } = context;
  const order = all.filter((key) => key !== "dummy");
  const list = h("dl", { className: "x-guilds" });
  for (const key of order) {
    const cities = Object.entries(evaluation.detail?.[key]?.cities ?? {}).sort(([a], [b]) => Number(a) - Number(b));
    const colour = context.seats.find((seat) => String(seat.seat) === key)?.colour ?? "";
    list.append(h("dt", null, contenderBadge(key, context), ` ${contenderName(key, context, world)}`), h("dd", null,
      ...(cities.length ? cities.map(([city, height]) => h("span", { className: `x-tower seat-${colour}`, title: say(lang, "city", { n: city }) }, ...Array.from({ length: Number(height) }, () => h("i", null)), h("b", null, city), h("span", { className: "unseen" }, `: ${height} `))) : ["–"])));
  }
  return list;
}

// --------------------------------------------------------------------------------------------------------------- ears

/**
 * The map as tables for ears: cities, regions.
 * @param {any} position
 * @param {Context} context
 */
export function grid(position, context) {
  const { lang } = context;
  const world = worldOf(context.box);
  const cities = [...world.map.cities.keys()].sort((a, b) => a - b).map((id) => {
    const { tile, guild } = position.cities[String(id)];
    const here = context.seats.filter((seat) => position.idrakys[String(seat.seat)] === id).map((seat) => context.seatName(seat.seat));
    return { head: say(lang, "city", { n: id }), cells: [tile ? tileWords(world, tile, lang) : say(lang, "no_tile"), guild ? say(lang, "guild_of", { who: context.seatName(guild.seat), height: guild.height }) : "", listed(here, lang), roadWords(world, id, lang)] };
  });
  const regions = world.map.regions.map((one) => ({
    head: capital(told(one.name, lang)),
    cells: [`${one.first} / ${one.second}`, context.seats.filter((seat) => position.regions[one.id]?.bards[String(seat.seat)]).map((seat) => `${context.seatName(seat.seat)} ${position.regions[one.id].bards[String(seat.seat)]}`).join(", ")
      + (one.central && position.bastion.total && !position.bastion.owners ? say(lang, "in_bastion", { count: position.bastion.total }) : "")],
  }));
  return [
    { caption: say(lang, "cities_caption", { ply: context.ply }), columns: [say(lang, "tile"), say(lang, "guild"), say(lang, "figures"), say(lang, "roads")], rows: cities },
    { caption: say(lang, "regions_caption", { ply: context.ply }), columns: [say(lang, "values"), say(lang, "bards")], rows: regions },
  ];
}

// -------------------------------------------------------------------------------------------------------------- result

/**
 * Lines over the game: stories and bards are public; gold and units as far as these eyes know them.
 * @param {Context} context
 * @returns {{key: string, label: string, of: (position: any) => Record<string, number> | null}[]}
 */
export function series({ lang, seats }) {
  /** @param {any} position @param {(derived: any) => any} get */
  const behind = (position, get) => {
    /** @type {Record<string, number>} */
    const out = {};
    for (const { seat } of seats) {
      const value = position.derived?.[seat] ? get(position.derived[seat]) : null;
      if (typeof value === "number") out[seat] = value;
    }
    return Object.keys(out).length ? out : null;
  };
  return [
    { key: "gold", label: say(lang, "gold"), of: (position) => behind(position, (own) => own.gold) },
    { key: "stories", label: say(lang, "chart_stories"), of: (position) => Object.fromEntries(seats.map(({ seat }) => [seat, position.seats[seat].placed])) },
    {
      key: "bards", label: say(lang, "chart_bards"), of: (position) => Object.fromEntries(seats.map(({ seat }) => [seat,
        Object.values(position.regions).reduce((sum, region) => sum + (/** @type {any} */ (region).bards[seat] ?? 0), 0) + (position.bastion.owners ? 0 : position.derived?.[seat]?.bastion ?? 0)])),
    },
    { key: "units", label: say(lang, "units"), of: (position) => behind(position, (own) => {
      const counts = Object.values(own.units);
      return counts.every((count) => typeof count === "number") ? counts.reduce((sum, count) => sum + count, 0) : null;
    }) },
  ];
}

/**
 * Whom a step of a tie separated, the better first: "Ana > Ben, dummy".
 * @param {{groups: string[][]}} step
 * @param {Context} context
 * @param {World} world
 */
function groupsOf(step, context, world) {
  return step.groups.map((group) => group.map((key) => contenderName(key, context, world)).join(", ")).join(" > ");
}

/**
 * The lines of the result's table.
 * @param {any} result
 * @param {Context} context
 */
export function breakdown(result, context) {
  const { lang, seats } = context;
  const world = worldOf(context.box);
  const of = seats.map((seat) => result.seats[String(seat.seat)].breakdown);
  /** @param {Record<string, number>} counts */
  const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);
  const evaluated = result.evaluations.map((/** @type {any} */ one) => ({
    head: `${criterionName(world, one.criterion, lang)}${one.values.dummy === undefined ? "" : ` (${contenderName("dummy", context, world)} ${one.values.dummy})`}`,
    values: seats.map(({ seat }) => `${one.values[seat]}${one.out.includes(String(seat)) ? " ✕" : ""}`), strong: false,
  }));
  const tie = result.tie_break;
  const ending = result.end.reason === "dummy_survived" ? say(lang, "dummy_survived") : say(lang, "last_one");
  return {
    headline: result.winners.length ? undefined : say(lang, "nobody_saves"),
    ending: [ending, ...(tie ? tie.steps : []).map((/** @type {any} */ step) => say(lang, `ended_by_${step.how}`, { criterion: criterionName(world, step.criterion, lang), groups: groupsOf(step, context, world) }))].join(" "),
    parts: [
      ...evaluated,
      { head: say(lang, "threats_freed"), values: of.map((one) => one.threats), group: true },
      { head: say(lang, "titans_freed"), values: of.map((one) => one.titans) },
      ...["threats", "titans", "census"].map((source, place) => ({ head: say(lang, "gold_of", { source: say(lang, `from_${source}`) }), values: of.map((one) => one.gold[source]), group: !place })),
      { head: say(lang, "units_held"), values: of.map((one) => one.units.total), group: true },
      { head: say(lang, "recruited_spent"), values: of.map((one) => `${sum(one.recruited)} / ${sum(one.spent)}`) },
      { head: say(lang, "census_wins"), values: of.map((one) => sum(one.census_wins)) },
      { head: say(lang, "stories_left"), values: of.map((one) => one.stories.supply + one.stories.aside) },
      { head: say(lang, "bards_left"), values: of.map((one) => one.bards.left) },
      { head: say(lang, "orders_cancelled"), values: of.map((one) => `${sum(one.orders.cancelled)} / ${one.orders.executed}`) },
    ],
  };
}
