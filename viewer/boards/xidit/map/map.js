// @ts-check
/** The map of the kingdom: regions, cities, guilds, figures, and the road that was travelled last. */
import { drawn, emblemPath, h, s, set, Targets, zoomable } from "../../../kit/index.js";
import { cityName, drawCity, layCities } from "./cities.js";
import { ground, line } from "./ground.js";
import { drawLands, layLands } from "./lands.js";
import { IDRAKYS } from "./scene.js";
import { cityWords, regionTitle, regionWords } from "../describe.js";
import { say } from "../words.js";
import { evaluationOf, measureOf, tileCard, worldOf } from "../world.js";

/**
 * @import { Context } from "../../../kit/board.js"
 * @import { World } from "../world.js"
 * @import { Place } from "./cities.js"
 * @import { Land } from "./lands.js"
 * @typedef {{group: SVGElement, at: string, className: string}} Figure
 * @typedef {{group: SVGElement, lines: SVGElement[], tip: SVGElement, key: string}} Way
 * @typedef {{world: World, context: Context, position: any, frame: HTMLElement, svg: SVGElement, targets:
 *   Targets, places: Map<number, Place>, lands: Map<string, Land>, figures: Figure[], layer: SVGElement, way: Way,
 *   className: string, moving: string}} Map_
 */

const FOOT = 72; // Distance of figures below the middle of a city.
const STEP = { few: 33, many: 27 }; // Distance between two figures; smaller for many.
const AWAY = 40; // Distance from a city to the ends of the line on a travelled road.

/** @param {any} position @param {Context} context @returns {Map_} */
export function layMap(position, context) {
  const world = worldOf(context.box);
  const { width, height, cities: all } = world.map;
  const label = say(context.lang, "map_label", { cities: all.size });
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "x-play", role: "group", "aria-label": label });
  const [shapes, labels, ways, cities, towers, layer] = Array.from({ length: 6 }, () => s("g", null));
  const frame = h("div.x-map", zoomable(context.lang, ground(world), svg));
  const targets = new Targets(frame, {
    name: ({ city, region }) => {
      if (city) return cityName(Number(city), map.context);
      const found = world.box.regions.find((/** @type {any} */ one) => one.id === region);
      return regionTitle(found, map.context.lang);
    },
    describe: ({ city, region }) =>
      city
        ? cityWords(world, Number(city), map.position, map.context)
        : regionWords(world, String(region), map.position, map.context),
    picture: ({ city }) => {
      const tile = city ? map.position.cities[String(city)].tile : null;
      return tile ? tileCard(world, tile, map.context.lang) : null;
    },
  });
  const way = layWay();
  /** @type {Map_} */ const map = {
    ...{ world, context, position, frame, svg, targets, places: new Map(), lands: new Map() },
    ...{ figures: [], layer, way, className: "", moving: "" },
  };
  map.lands = layLands(world, targets, context, { shapes, labels });
  map.places = layCities(world, targets, { cities, towers });
  map.figures = context.seats.map((seat) => layFigure(seat.colour));
  ways.append(way.group);
  layer.append(...map.figures.map((figure) => figure.group));
  svg.append(shapes, labels, cities, ways, towers, layer);
  return map;
}

/** @returns {Way} */
function layWay() {
  const lines = ["x-way-edge", "x-way-line"].map((name) => s("path", { class: name }));
  const tip = s("path", { class: "x-way-tip" });
  return { group: s("g", null, ...lines, tip), lines, tip, key: "" };
}

/** @param {string} colour @returns {Figure} */
function layFigure(colour) {
  const group = s("g", { class: `x-figure seat-${colour}` });
  group.append(
    s("ellipse", { class: "x-halo", fill: "none", rx: 25, ry: 10, cy: 1 }),
    drawn(null, IDRAKYS),
    s("path", { class: "x-emblem", d: emblemPath(colour), transform: "translate(-9.6 -19) scale(.68)" }),
  );
  return { group, at: "", className: "" };
}

/**
 * Draw a position; only what differs from what is shown is touched.
 * @param {Map_} map @param {any} position
 * @param {readonly string[]} changed JSON Pointers into the position that the last move changed.
 * @param {Context} context
 */
export function drawMap(map, position, changed, context) {
  const { world, targets } = map;
  map.context = context;
  map.position = position;
  for (const [id, place] of map.places) drawCity(place, position.cities[String(id)], world, context);
  const lit = new Set(changed.flatMap((path) => /^\/cities\/(\d+)(?:\/|$)/.exec(path)?.[1] ?? []));
  targets.light([...lit].map((city) => ({ city: Number(city) })));
  drawWay(map, position, context);
  drawFigures(map, position, context);
  drawLands(map.lands, position, world, context);
  const evaluation = context.report ? evaluationOf(position) : null;
  const className = `x-play ${evaluation ? `x-eval-${measureOf(world, evaluation.criterion)}` : ""}`;
  if (map.className !== className) set(map.svg, { class: className });
  map.className = className;
  targets.refresh();
}

/** The last travelled road, in its seat's colour. @param {Map_} map @param {any} position @param {Context} context */
function drawWay({ way, world }, position, context) {
  const travelled = context.seats.flatMap(({ seat, colour }) => {
    const [from, to] = [context.before?.idrakys[String(seat)], position.idrakys[String(seat)]];
    const road = world.map.roads.find(({ a, b }) => (a === from && b === to) || (a === to && b === from));
    return road && from !== to ? [{ from, to, colour }] : [];
  })[0];
  const key = travelled ? `${travelled.from} ${travelled.to} ${travelled.colour}` : "";
  if (way.key === key) return;
  way.key = key;
  set(way.group, { class: travelled ? `x-way seat-${travelled.colour}` : "x-way" });
  const [a, b] = travelled ? [travelled.from, travelled.to].map((city) => world.map.cities.get(city)) : [];
  if (!a || !b) {
    for (const one of [...way.lines, way.tip]) set(one, { d: null });
    return;
  }
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  /** @param {number} far */
  const along = (far) => ({ x: a.x + ((b.x - a.x) * far) / long, y: a.y + ((b.y - a.y) * far) / long });
  const gap = Math.min(AWAY, long / 4);
  for (const one of way.lines) set(one, { d: line([along(gap), along(long - gap)]) });
  const middle = along(long * 0.58);
  const turned = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  set(way.tip, {
    d: "M-15 -15 L17 0 L-15 15 L-8 0Z",
    transform: `translate(${middle.x.toFixed(1)} ${middle.y.toFixed(1)}) rotate(${turned.toFixed(1)})`,
  });
}

/** The figures, side by side within a city. @param {Map_} map @param {any} position @param {Context} context */
function drawFigures(map, position, context) {
  const { seats } = context;
  const cityOf = (/** @type {number} */ seat) => position.idrakys[String(seat)];
  const moving = context.forward ? "x-moving" : "";
  if (map.moving !== moving) set(map.layer, { class: moving });
  map.moving = moving;
  seats.forEach(({ seat, colour }, place) => {
    const figure = map.figures[place];
    const city = cityOf(seat);
    const spot = map.world.map.cities.get(city);
    let at = "";
    if (spot) {
      const crowd = seats.filter((other) => cityOf(other.seat) === city).map((other) => other.seat);
      const step = crowd.length > 3 ? STEP.many : STEP.few;
      const tower = position.cities[String(city)].guild ? 5 * spot.hand : 0;
      const x = spot.x + (crowd.indexOf(seat) - (crowd.length - 1) / 2) * step - tower;
      at = `translate(${x.toFixed(1)}px, ${(spot.y + FOOT).toFixed(1)}px)`;
    }
    if (figure.at !== at) figure.group.style.transform = at;
    figure.at = at;
    const turn = position.phase === "placing" && position.to_move.includes(seat);
    const now = position.current?.seat === seat || turn;
    const className = `x-figure seat-${colour} ${spot ? "" : "x-away"} ${now ? "x-now" : ""}`;
    if (figure.className !== className) set(figure.group, { class: className });
    figure.className = className;
  });
}
