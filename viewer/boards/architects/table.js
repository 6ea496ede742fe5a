// @ts-check
/** The main board: all its parts in one frame, and what can be pointed at. */
import { Targets, h, letters, perElement } from "../../kit/index.js";
import { Arrows } from "./arrows.js";
import { displayPart, priceWords, spaceName, spaceWords } from "./cards/display.js";
import { readCard } from "./cards/face.js";
import { cathedralPart, cathedralWords, hallPart, hallWords, stepWords, trackPart } from "./guildhall.js";
import { changesOf, flowsOf } from "./moved.js";
import { marketPart, marketWords, openPlace, openWords, prisonPlace, prisonWords } from "./places.js";
import { prepare } from "./signs.js";
import { showPlayerBoard, playerBoardWords, playerStrip } from "./player-strip.js";
import { placeName, worldOf } from "./world.js";
import { say } from "./words.js";

/**
 * @import { Board, Context } from "../../kit/board.js"
 * @import { Key } from "../../kit/targets.js"
 * @import { Changed, Flow } from "./moved.js"
 * @import { World } from "./world.js"
 * @typedef {{world: World, context: Context, position: any, changes: Changed[],
 *   targets: Targets, parts: {show: (position: any, context: Context) => void}[],
 *   boards: import("./player-strip.js").PlayerBoard[], arrows: Arrows}} Table
 */

const NARROW = 500; // A narrower board has three locations in a row (px, with letters of 16 px).
const LOW = 700; // The same in a low window, where the board is laid out in its width.
const TIGHT = 340; // Below this it has room for small words only.
const CROWD = 4; // With more players than this, workers are closer together.

/** Draw a position into an element; only what differs from what it shows is touched. @type {Required<Board>["draw"]} */
export function draw(el, position, changed, context) {
  const table = tableIn(el, context, position);
  table.context = context;
  table.position = position;
  for (const part of table.parts) part.show(position, context);
  const flows = flowsOf(context.before, position);
  table.changes = changesOf(context.before, position);
  for (const board of table.boards) {
    const mine = table.changes.find((one) => one.seat === board.seat);
    showPlayerBoard(board, position, mine, context);
  }
  table.arrows.show(flows, context);
  table.targets.light(litBy(changed, flows));
  table.targets.refresh();
}

const tableIn = perElement(lay, (position) => position.guildhall.spaces);

/** @param {HTMLElement} el @param {Context} context @param {any} position @returns {Table} */
function lay(el, context, position) {
  const world = worldOf(context.box);
  const { lang } = context;
  prepare(context);
  const crowd = context.seats.length > CROWD ? "a-crowd" : "";
  const frame = h("div", { className: `a-board stack ${crowd}`, role: "group", "aria-label": say(lang, "board") });
  const track = trackPart(world, lang);
  const open = world.open.map((about) => openPlace(world, about, lang));
  const prison = prisonPlace(world, lang);
  const market = marketPart(world, lang);
  const display = displayPart(world, lang);
  const hall = hallPart(world, position, lang);
  const cathedral = cathedralPart(world, context.seats.length, lang);
  const { box: strip, boards: all } = playerStrip(context);
  const places = h("div.a-places", ...[...open, prison].map((one) => one.box));
  const lower = h("div.a-lower", display.box, market.box);
  const last = h("div.a-lower.a-halls", hall.box, cathedral.box);
  frame.append(track.box, strip, places, lower, last);
  el.replaceChildren(frame);
  const at = new Map();
  for (const place of [...open, prison, ...market.spaces]) at.set(place.id, place.box);
  at.set("guildhall", hall.box);
  for (const board of all) at.set(`board:${board.seat}`, board.box);
  const targets = new Targets(frame, {
    name: (key) => nameOf(table, key),
    describe: (key) => describeTarget(table, key),
    press: (key) => pressed(table, key),
  });
  const arrows = new Arrows(frame, at);
  /** @type {Table} */ const table = {
    ...{ world, context, position, changes: [], targets },
    ...{ parts: [track, ...open, prison, market, display, hall, cathedral], boards: all, arrows },
  };
  for (const [n, box] of track.steps) targets.declare({ virtue: n }, box);
  for (const place of [...open, prison, ...market.spaces]) targets.declare({ location: place.id }, place.box);
  for (const space of display.spaces) targets.declare({ row: space.row, column: space.column }, space.box);
  targets.declare({ location: "guildhall" }, hall.box);
  targets.declare({ location: "cathedral" }, cathedral.box);
  for (const board of all) targets.declare({ seat: board.seat }, board.box);
  const fit = (/** @type {number} */ width) => {
    frame.classList.toggle("a-narrow", width < (innerHeight > 500 ? NARROW : LOW) * letters());
    frame.classList.toggle("a-tight", width < TIGHT * letters());
  };
  fit(el.clientWidth);
  new ResizeObserver(([{ contentRect }]) => {
    fit(contentRect.width);
    arrows.measureAnew();
    arrows.show(flowsOf(table.context.before, table.position), table.context);
  }).observe(frame);
  return table;
}

/** @param {Table} table @param {Key} key */
function nameOf({ world, position, context: { lang, seatName } }, { location, row, column, virtue, seat }) {
  if (row !== undefined) {
    const now = position.apprentices[row][Number(column)];
    return spaceName(world, String(row), Number(column), now, lang);
  }
  if (virtue !== undefined) return say(lang, "step", { n: virtue });
  if (seat !== undefined) return say(lang, "board_of", { who: seatName(Number(seat)) });
  return location === "cathedral" ? say(lang, "line_cathedral") : placeName(world, String(location), lang);
}

/** @param {Table} table @param {Key} key */
function describeTarget({ world, context, position, changes }, { location, row, column, virtue, seat }) {
  if (row !== undefined) return spaceWords(world, String(row), Number(column), position, context.lang);
  if (virtue !== undefined) return stepWords(world, Number(virtue), position, context);
  if (seat !== undefined) {
    const mine = changes.find((one) => one.seat === seat);
    return playerBoardWords(world, Number(seat), position, mine, context);
  }
  if (location === "prison") return prisonWords(world, position, context);
  if (location === "guildhall") return hallWords(world, position, context);
  if (location === "cathedral") return cathedralWords(world, position, context);
  const about = world.places.get(String(location));
  return about.kind === "open"
    ? openWords(world, about, position, context)
    : marketWords(world, about, position, context);
}

/** A card of the display is opened to be read. @param {Table} table @param {Key} key */
function pressed({ world, context, position }, { row, column }) {
  const space = row === undefined ? null : position.apprentices[row][column];
  if (!space?.card) return false;
  readCard(world, space.card, context.lang, priceWords(world, String(row), Number(column), position, context.lang));
  return true;
}

/** The targets that a move changed. @param {readonly string[]} changed @param {Flow[]} flows @returns {Key[]} */
function litBy(changed, flows) {
  /** @type {Key[]} */ const lit = [];
  for (const path of changed) {
    const [, row, column] = /^\/apprentices\/(top|bottom)\/(\d+)/.exec(path) ?? [];
    if (row) lit.push({ row, column: Number(column) });
    if (/^\/seats\/\d+\/cathedral/.test(path)) lit.push({ location: "cathedral" });
  }
  for (const place of flows.flatMap(({ from, to }) => [from, to]))
    if (!place.startsWith("board:")) lit.push({ location: place });
  return [...new Map(lit.map((key) => [JSON.stringify(key), key])).values()];
}
