// @ts-check
/**
 * The main board: all its parts in one frame, what can be pointed at, and arrows for what the last move took from
 * where.
 */
import { Targets, h, modeOf, s } from "../kit/index.js";
import { displayPart, priceWords, spaceWords } from "./architects-display.js";
import { readCard } from "./architects-face.js";
import { cathedralPart, cathedralWords, hallPart, hallWords, stepWords, trackPart } from "./architects-hall.js";
import { changesOf, flowsOf } from "./architects-moved.js";
import { marketPart, marketWords, openPlace, openWords, prisonPlace, prisonWords } from "./architects-places.js";
import { prepare } from "./architects-signs.js";
import { showStand, standWords, standsPart } from "./architects-stands.js";
import { placeName, worldOf } from "./architects-world.js";
import { say } from "./architects-words.js";

/**
 * @typedef {import("../kit/board.js").Context} Context
 * @typedef {import("./architects-world.js").World} World
 * @typedef {import("./architects-moved.js").Flow} Flow
 * @typedef {import("./architects-moved.js").Changed} Changed
 * @typedef {{mode: string, spaces: number, world: World, context: Context, position: any, changes: Changed[],
 *   targets: Targets, frame: HTMLElement, over: SVGElement, parts: {show: (position: any, context: Context) => void}[],
 *   stands: import("./architects-stands.js").Stand[], at: Map<string, HTMLElement>,
 *   middles: Map<string, [number, number]>, flows: string}} Table
 */

/** A board narrower than this has three locations in a row, in pixels. */
const NARROW = 500;

/** @type {WeakMap<HTMLElement, Table>} */
const tables = new WeakMap();

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
  if (table?.mode !== modeOf(context) || table.world !== world || table.spaces !== position.guildhall.spaces)
    table = lay(el, position, context);
  table.context = context;
  table.position = position;
  for (const part of table.parts) part.show(position, context);
  const flows = flowsOf(context.before, position);
  table.changes = changesOf(context.before, position);
  for (const stand of table.stands) {
    const mine = table.changes.find((one) => one.seat === stand.seat);
    showStand(stand, position, mine, context);
  }
  drawFlows(table, flows);
  table.targets.light(litBy(changed, flows));
  table.targets.refresh();
}

/**
 * @param {HTMLElement} el
 * @param {any} position
 * @param {Context} context
 * @returns {Table}
 */
function lay(el, position, context) {
  const world = worldOf(context.box);
  const { lang } = context;
  prepare(context);
  const frame = h("div", { className: "a-board", role: "group", "aria-label": say(lang, "board") });
  const track = trackPart(world, lang);
  const open = world.open.map((about) => openPlace(world, about, lang));
  const prison = prisonPlace(world, lang);
  const market = marketPart(world, lang);
  const display = displayPart(world, lang);
  const hall = hallPart(world, position, lang);
  const cathedral = cathedralPart(world, lang);
  const { box: stands, stands: all } = standsPart(context);
  const over = s("svg", { class: "a-over", "aria-hidden": "true" });
  const places = h("div", { className: "a-places" }, ...[...open, prison].map((one) => one.box));
  const lower = h("div", { className: "a-lower" }, display.box, market.box);
  const last = h("div", { className: "a-lower" }, hall.box, cathedral.box);
  frame.append(track.box, stands, places, lower, last, over);
  el.replaceChildren(frame);
  const at = new Map();
  for (const place of [...open, prison, ...market.spaces]) at.set(place.id, place.box);
  at.set("guildhall", hall.box);
  for (const stand of all) at.set(`board:${stand.seat}`, stand.box);
  const targets = new Targets(frame, {
    name: (key) => nameOf(table, key),
    tell: (key) => tellOf(table, key),
    press: (key) => pressed(table, key),
  });
  /** @type {Table} */
  const table = {
    ...{
      mode: modeOf(context),
      spaces: position.guildhall.spaces,
      world,
      context,
      position,
      changes: [],
      targets,
      frame,
      over,
    },
    ...{
      parts: [track, ...open, prison, market, display, hall, cathedral],
      stands: all,
      at,
      middles: new Map(),
      flows: "",
    },
  };
  for (const [n, box] of track.steps) targets.declare({ virtue: n }, box);
  for (const place of [...open, prison, ...market.spaces]) targets.declare({ location: place.id }, place.box);
  for (const space of display.spaces) targets.declare({ row: space.row, column: space.column }, space.box);
  targets.declare({ location: "guildhall" }, hall.box);
  targets.declare({ location: "cathedral" }, cathedral.box);
  for (const stand of all) targets.declare({ seat: stand.seat }, stand.box);
  tables.set(el, table);
  new ResizeObserver(([{ contentRect }]) => {
    frame.classList.toggle("a-narrow", contentRect.width < NARROW);
    table.middles.clear();
    table.flows = "";
    drawFlows(table, flowsOf(table.context.before, table.position));
  }).observe(frame);
  return table;
}

// ------------------------------------------------------------------------------------------------------------- targets

/** @param {Table} table @param {import("../kit/targets.js").Key} key */
function nameOf({ world, context: { lang, seatName } }, { location, row, column, virtue, seat }) {
  if (row !== undefined) return say(lang, "card_space", { row: say(lang, String(row)), column });
  if (virtue !== undefined) return say(lang, "step", { n: virtue });
  if (seat !== undefined) return say(lang, "stand", { who: seatName(Number(seat)) });
  return location === "cathedral" ? say(lang, "line_cathedral") : placeName(world, String(location), lang);
}

/** @param {Table} table @param {import("../kit/targets.js").Key} key */
function tellOf({ world, context, position, changes }, { location, row, column, virtue, seat }) {
  if (row !== undefined) return spaceWords(world, String(row), Number(column), position, context.lang);
  if (virtue !== undefined) return stepWords(world, Number(virtue), position, context);
  if (seat !== undefined) {
    const mine = changes.find((one) => one.seat === seat);
    return standWords(world, Number(seat), position, mine, context);
  }
  if (location === "prison") return prisonWords(world, position, context);
  if (location === "guildhall") return hallWords(world, position, context);
  if (location === "cathedral") return cathedralWords(world, position, context);
  const about = world.places.get(String(location));
  return about.kind === "open"
    ? openWords(world, about, position, context)
    : marketWords(world, about, position, context);
}

/** A card of the display is opened to be read. @param {Table} table @param {import("../kit/targets.js").Key} key */
function pressed({ world, context, position }, { row, column }) {
  const space = row === undefined ? null : position.apprentices[row][column];
  if (!space?.card) return false;
  readCard(world, space.card, context.lang, priceWords(world, String(row), Number(column), position, context.lang));
  return true;
}

/**
 * The places that a move changed, as targets.
 * @param {readonly string[]} changed
 * @param {Flow[]} flows
 * @returns {import("../kit/targets.js").Key[]}
 */
function litBy(changed, flows) {
  /** @type {import("../kit/targets.js").Key[]} */
  const lit = [];
  for (const path of changed) {
    const [, row, column] = /^\/apprentices\/(top|bottom)\/(\d+)/.exec(path) ?? [];
    if (row) lit.push({ row, column: Number(column) });
    if (/^\/seats\/\d+\/cathedral/.test(path)) lit.push({ location: "cathedral" });
  }
  for (const place of flows.flatMap(({ from, to }) => [from, to]))
    if (!place.startsWith("board:")) lit.push({ location: place });
  return [...new Map(lit.map((key) => [JSON.stringify(key), key])).values()];
}

// -------------------------------------------------------------------------------------------------------------- arrows

/**
 * The middle of a place in the frame, measured once for a size of it.
 * @param {Table} table
 * @param {string} place
 * @returns {[number, number] | null}
 */
function middleOf(table, place) {
  const known = table.middles.get(place);
  if (known) return known;
  const element = table.at.get(place);
  if (!element) return null;
  const [frame, box] = [table.frame, element].map((one) => one.getBoundingClientRect());
  if (!box.width) return null;
  /** @type {[number, number]} */
  const middle = [box.left - frame.left + box.width / 2, box.top - frame.top + box.height / 2];
  table.middles.set(place, middle);
  return middle;
}

/**
 * An arrow for each group of workers that the move took from one place to another.
 * @param {Table} table
 * @param {Flow[]} flows
 */
function drawFlows(table, flows) {
  const key = JSON.stringify(flows);
  if (table.flows === key) return;
  table.flows = key;
  const ways = flows.map(({ from, to }) => `${from} ${to}`);
  // Arrows of one way lie side by side.
  const nth = (/** @type {number} */ place) => ways.slice(0, place).filter((way) => way === ways[place]).length;
  table.over.replaceChildren(...flows.flatMap((flow, place) => arrow(table, flow, nth(place)) ?? []));
}

/** @param {Table} table @param {Flow} flow @param {number} nth Of the arrows of this way, from 0. */
function arrow(table, { seat, count, from, to }, nth) {
  const [start, end] = [middleOf(table, from), middleOf(table, to)];
  if (!start || !end || from === to) return null;
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const far = Math.hypot(dx, dy) || 1;
  // A bow to the left of the way, so that there and back do not lie on each other.
  const bow = Math.min(40, far / 5) * (1 + 1.6 * nth);
  const [cx, cy] = [(start[0] + end[0]) / 2 + (dy / far) * bow, (start[1] + end[1]) / 2 - (dx / far) * bow];
  const [first, bend, last] = [start, [cx, cy], end].map((point) => point.map(Math.round).join(" "));
  const path = `M${first} Q${bend} ${last}`;
  const [ax, ay] = [end[0] - cx, end[1] - cy];
  const angle = (Math.atan2(ay, ax) * 180) / Math.PI;
  const colour = table.context.seats.find((one) => one.seat === seat)?.colour ?? "";
  const [mx, my] = [(start[0] + 2 * cx + end[0]) / 4, (start[1] + 2 * cy + end[1]) / 4];
  const words = s("g", { transform: `translate(${Math.round(mx)} ${Math.round(my)})` });
  if (count > 1)
    words.append(
      s("circle", { r: 11, class: "a-flow-disc" }),
      s("text", { y: 5, class: "a-flow-count" }, String(count)),
    );
  return s(
    "g",
    { class: `a-flow seat-${colour}`, "data-from": from, "data-to": to, "data-count": count },
    s("path", { d: path, class: "a-flow-edge" }),
    s("path", { d: path, class: "a-flow-line" }),
    s("path", {
      d: "M0 0 L-13 -7 L-9 0 L-13 7Z",
      class: "a-flow-head",
      transform: `translate(${Math.round(end[0])} ${Math.round(end[1])}) rotate(${Math.round(angle)})`,
    }),
    words,
  );
}
