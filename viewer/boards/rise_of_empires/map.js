// @ts-check
/** The map: land and sea, links, and a card for each region with its values, its cubes, and who controls it. */
import { Targets, badge, colourOf, emblemPath, flies, fly, h, s, set, zoomable } from "../../kit/index.js";
import { art } from "./art.js";
import { CARD } from "./places.js";
import { cubesOf, regionTitle, regionWords } from "./describe.js";
import { say } from "./words.js";
import { countedTurn, nameOf, standInWords, worldOf } from "./world.js";

/**
 * @import { Context } from "../../kit/board.js"
 * @import { World } from "./world.js"
 * @typedef {{now: any, key: string, group: SVGElement, outer: SVGElement, edges: SVGElement[], cubes: SVGElement,
 *   due: SVGElement, holders: SVGElement}} Card
 * @typedef {{world: World, context: Context, position: any, frame: HTMLElement, targets: Targets,
 *   cards: Map<string, Card>}} Map_
 */

/** The gains of a region that are printed as pictures, in their order. */
const GAINS = /** @type {const} */ (["food", "gold", "resource", "cubes"]);
const [HALF_W, HALF_H] = [CARD.width / 2, CARD.height / 2];
const CUBE = 30; // Side of the square that shows the cubes of a seat.

/** @param {any} position @param {Context} context @returns {Map_} */
export function layMap(position, context) {
  const world = worldOf(context.box);
  const { width, height } = world;
  const label = say(context.lang, "map_label", { count: world.regions.size });
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "r-map-play", role: "group", "aria-label": label });
  const frame = h("div.r-map", zoomable(context.lang, groundOf(world), svg));
  const targets = new Targets(frame, {
    name: ({ region }) => regionTitle(world, String(region), map.context),
    describe: ({ region }) => regionWords(world, String(region), map.position, map.context),
  });
  /** @type {Map_} */ const map = { world, context, position, frame, targets, cards: new Map() };
  for (const [id, place] of world.places) {
    const card = layCard(world, id, context);
    set(card.group, { transform: `translate(${place.x} ${place.y})`, "data-region": id });
    svg.append(card.group);
    targets.declare({ region: id }, card.group, card.outer);
    map.cards.set(id, card);
  }
  return map;
}

/** Land, shore and links: what never changes. @param {World} world */
export function groundOf(world) {
  const { width, height, places, regions } = world;
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "r-ground", "aria-hidden": "true" });
  const lands = [...places].filter(([id]) => !regions.get(id).sea);
  const links = linksOf(world);
  svg.append(s("rect", { class: "r-sea", width, height }));
  for (const pass of ["shoal", "shore", "soil"]) {
    const group = s("g", { class: `r-${pass}` });
    for (const [id, { x, y }] of lands) {
      const area = { x: x - HALF_W - 8, y: y - HALF_H - 8, width: CARD.width + 16, height: CARD.height + 16, rx: 34 };
      group.append(s("rect", { class: `r-area-${regions.get(id).area}`, ...area }));
    }
    for (const { a, b, sea } of links) {
      const ends = { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
      if (!sea) group.append(s("line", { class: "r-neck", ...ends }));
    }
    svg.append(group);
  }
  for (const { a, b, sea } of links) {
    svg.append(s("line", { class: `r-link ${sea ? "r-by-sea" : ""}`, x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
  }
  return svg;
}

/** Each link once. @param {World} world */
const linksOf = ({ regions, places }) =>
  [...regions.values()].flatMap((region) =>
    region.adjacent
      .filter((/** @type {string} */ other) => region.id < other && places.has(other))
      .map((/** @type {string} */ other) => ({
        a: /** @type {any} */ (places.get(region.id)),
        b: /** @type {any} */ (places.get(other)),
        sea: region.sea || regions.get(other).sea,
      })),
  );

/**
 * @param {World} world @param {string} id @param {Context | {lang: import("../../kit/words.js").Language}} context
 * @returns {Card}
 */
export function layCard(world, id, { lang }) {
  const region = world.regions.get(id);
  const box = { x: -HALF_W, y: -HALF_H, width: CARD.width, height: CARD.height, rx: 14 };
  const edges = ["r-plate", "r-edge", "r-edge-2"].map((name) => s("rect", { class: name, ...box }));
  // What is lit: around the card, so that the colour of who controls it is still seen.
  const around = { x: -HALF_W - 7, y: -HALF_H - 7, width: CARD.width + 14, height: CARD.height + 14, rx: 20 };
  const outer = s("rect", { class: "r-outer", ...around });
  const name = nameOf(world, id, lang);
  const unsure = standInWords(region, lang);
  const gains = GAINS.filter((good) => region.benefit[good]).flatMap((good, at) => {
    const x = -18 + at * 47;
    return [
      s("text", { class: "r-gain", x: x + 9, y: -6 }, String(region.benefit[good])),
      s("image", { href: art(good), x: x + 16, y: -26, width: 25, height: 25 }),
    ];
  });
  const medals = [...medal(-76, region.vp_first, "r-first"), ...medal(-46, region.vp_second, "r-second")];
  const cubes = s("g", { class: "r-cubes" });
  // Who controls, by emblem as well as by colour.
  const holders = s("g", null);
  const due = s("g", { class: "r-due", "aria-hidden": "true" });
  const group = s(
    "g",
    { class: `r-region r-in-era-${region.era} ${region.sea ? "r-is-sea" : ""}` },
    outer,
    ...edges,
    s("text", { x: 0, y: -HALF_H + 19, ...fitting(name) }, name),
    s("text", { class: "r-token", x: 6, y: -HALF_H + 28 }, (region.token ?? id).toUpperCase()),
    s("circle", { class: "r-pip", fill: `var(--r-era-${region.era})`, cx: HALF_W - 19, cy: HALF_H - 19, r: 14 }),
    s("text", { class: "r-pip-text", x: HALF_W - 19, y: HALF_H - 12.5 }, "I".repeat(region.era)),
    s("g", { class: "r-standard" }, ...medals),
    s("g", { class: "r-gains" }, ...gains),
    cubes,
    due,
    holders,
  );
  if (unsure) group.append(s("text", { class: "r-stand-in", x: HALF_W - 44, y: HALF_H - 12 }, "≈"));
  return { now: null, key: "", group, outer, edges, cubes, due, holders };
}

/** A long name is narrowed to the card. @param {string} name @returns {Record<string, string | number>} */
const fitting = (name) =>
  name.length < 16
    ? { class: "r-name" }
    : { class: "r-name", textLength: CARD.width - 14, lengthAdjust: "spacingAndGlyphs" };

function medal(/** @type {number} */ x, /** @type {number} */ value, /** @type {string} */ name) {
  return [s("circle", { class: name, cx: x, cy: -13, r: 14 }), s("text", { x, y: -6 }, String(value))];
}

/** @param {Map_} map @param {any} position @param {readonly string[]} changed @param {Context} context */
export function drawMap(map, position, changed, context) {
  map.context = context;
  map.position = position;
  const gains = context.report ? regionPoints(position) : new Map();
  for (const [id, card] of map.cards) {
    const allies = context.seats.filter(({ seat }) => position.seats[seat].alliance === id).map(({ seat }) => seat);
    drawCard(card, position.map[id], allies, context);
    drawDue(card, gains.get(id) ?? [], context);
  }
  if (flies(context)) flyCubes(map);
  const lit = new Set(changed.flatMap((path) => /^\/map\/([^/]+)/.exec(path)?.[1] ?? []));
  map.targets.light(context.report ? [] : [...lit].map((region) => ({ region })));
  map.targets.refresh();
}

/** Cubes that a region gained, from one that lost some, else from above. @param {Map_} map */
function flyCubes({ world, cards, position, context: { before, seats } }) {
  if (!before) return;
  for (const { seat, colour } of seats) {
    const gain = (/** @type {string} */ id) => {
      const [was, now] = [before.map[id], position.map[id]].map(
        (held) => cubesOf(held).find(([other]) => other === seat)?.[1] ?? 0,
      );
      return now - was;
    };
    const from = [...cards.keys()].find((id) => gain(id) < 0);
    for (const [id, { cubes, group }] of cards) {
      if (gain(id) <= 0) continue;
      const place = /** @type {import("./places.js").Place} */ (world.places.get(id));
      const start = (from && world.places.get(from)) || { x: place.x, y: place.y - CARD.height };
      const mark = /** @type {SVGElement | null} */ (cubes.querySelector(`.seat-${colour}`));
      fly(/** @type {Element} */ (group.parentNode), mark, place, start);
    }
  }
}

/** Points by region in the last counted turn. @param {any} position @returns {Map<string, [number, number][]>} */
function regionPoints(position) {
  /** @type {Map<string, [number, number][]>} */ const found = new Map();
  for (const [seat, { items }] of Object.entries(countedTurn(position)?.report.vp ?? {})) {
    for (const { from, of, vp = 0 } of items) {
      if (from === "region" || from === "second") found.set(of, [...(found.get(of) ?? []), [Number(seat), vp]]);
    }
  }
  return found;
}

/** @param {Card} card @param {any} held @param {number[]} allies @param {Context} context */
function drawCard(card, held, allies, context) {
  const key = `${allies} ${context.lang}`;
  if (card.now === held && card.key === key) return;
  card.now = held;
  card.key = key;
  const all = cubesOf(held);
  const step = Math.min(CUBE + 5, (CARD.width - 62) / Math.max(1, all.length));
  card.cubes.replaceChildren(
    ...all.map(([seat, count], at) => cubeMark(seat, count, -HALF_W + 10 + at * step, held, allies, context)),
  );
  const colours = held.control.map((/** @type {number} */ seat) => colourOf(seat, context));
  // Who controls has the edge in the own colour; of several, the edges alternate.
  set(card.edges[1], { class: colours[0] ? `r-edge seat-${colours[0]}` : "r-edge" });
  set(card.edges[2], { class: colours[1] ? `r-edge-2 seat-${colours[1]}` : "r-edge-2" });
  card.holders.replaceChildren(
    ...colours.map((/** @type {string} */ colour, /** @type {number} */ at) => {
      const corner = badge(colour, "r-holder");
      set(corner, { x: HALF_W - 12 - at * 26, y: -HALF_H - 14, width: 28, height: 28 });
      return corner;
    }),
  );
}

/**
 * The cubes of a seat: a square in its colour with emblem and number; a crown over who controls.
 * @param {number} seat @param {number} count @param {number} x @param {{control: number[]}} held
 * @param {number[]} allies @param {Context} context
 */
function cubeMark(seat, count, x, { control }, allies, context) {
  const colour = colourOf(seat, context);
  const mark = s(
    "g",
    { class: `r-cube seat-${colour}`, transform: `translate(${x} ${HALF_H - CUBE - 7})` },
    s("rect", { width: CUBE, height: CUBE, rx: 4 }),
    s("path", { class: "r-emblem", d: emblemPath(colour), transform: "translate(3 3)" }),
    s("text", { x: CUBE / 2, y: CUBE / 2 + 8 }, String(count)),
  );
  if (control.includes(seat)) mark.append(s("path", { class: "r-crown", d: "M5 1 3-6l6 3 6-6 6 6 6-3-2 7Z" }));
  if (allies.includes(seat)) mark.append(s("path", { class: "r-ally", d: "M21 20h12v7c0 5-6 7-6 7s-6-2-6-7Z" }));
  return mark;
}

/** A region's points in that turn. @param {Card} card @param {[number, number][]} points @param {Context} context */
function drawDue(card, points, context) {
  const key = points.map(([seat, vp]) => `${colourOf(seat, context)} ${vp}`).join(",");
  if (card.due.getAttribute("data-key") === key) return;
  set(card.due, { "data-key": key });
  card.due.replaceChildren(
    ...points.map(([seat, vp], at) => {
      const place = `translate(${HALF_W - 46 - at * 48} ${HALF_H - 14})`;
      const disc = s("rect", { width: 44, height: 28, rx: 14 });
      const text = s("text", { x: 22, y: 21 }, `+${vp}`);
      return s("g", { class: `r-points seat-${colourOf(seat, context)}`, transform: place }, disc, text);
    }),
  );
}
