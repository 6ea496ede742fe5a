// @ts-check
/** Below the map: the action display with its discs, the trade track, and the tiles on offer. */
import { Targets, arrange, badge, capital, colourOf, h, set, write } from "../../kit/index.js";
import { circleWords, rowName } from "./describe.js";
import * as tiles from "./tiles.js";
import { say } from "./words.js";
import { nameOf, roman, standInWords, tileOf, worldOf } from "./world.js";

/**
 * @import { Context } from "../../kit/board.js"
 * @import { Key } from "../../kit/targets.js"
 * @import { World } from "./world.js"
 * @typedef {{now: string, element: HTMLElement, held: HTMLElement, cost: HTMLElement}} Spot A circle or a trade box.
 * @typedef {{now: any, list: HTMLElement, none: HTMLElement, shown: Map<string, HTMLElement>, made: Map<string,
 *   HTMLElement>}} Shelf Tiles of a kind: those that lie there by id, and all that were drawn by id and state.
 * @typedef {{world: World, context: Context, position: any, box: HTMLElement, targets: Targets,
 *   spots: Map<string, Spot>, trade: Map<string, Spot>, shelves: Record<string, Shelf>, edition: HTMLElement}} Display
 */

/** Kinds of tiles on offer, in the order in which they lie below the display. */
const SHELVES = ["empire", "progress", "city", "territory"];

/** @param {any} position @param {Context} context @returns {Display} */
export function layDisplay(position, context) {
  const { lang } = context;
  const world = worldOf(context.box);
  const box = h("div.r-table");
  const targets = new Targets(box, {
    name: (key) => placeName(display, key),
    describe: (key) => placeWords(display, key),
  });
  /** @type {Display} */ const display = {
    ...{ world, context, position, box, targets, spots: new Map(), trade: new Map() },
    shelves: Object.fromEntries(SHELVES.map((kind) => [kind, layShelf(kind, lang)])),
    edition: h("p.r-edition", ""),
  };
  const rows = world.rows.map((row) => layRow(display, row, Object.keys(position.rows[row]).length, context));
  const trade = [...world.trade.values()].map((one) => layTrade(display, one, context));
  box.append(
    display.edition,
    h("section.r-display", h("h2", { title: say(lang, "cost_key") }, say(lang, "display")), h("div.r-rows", ...rows)),
    ...SHELVES.map((kind) => {
      const title = h("h2", say(lang, `offer_${kind}`));
      return h("section", { className: `r-offer r-offer-${kind}` }, title, display.shelves[kind].list);
    }),
    h("section.r-trade", h("h2", say(lang, "trade_track")), h("div.r-boxes", ...trade)),
  );
  return display;
}

/** @param {string} kind @param {Context["lang"]} lang @returns {Shelf} */
function layShelf(kind, lang) {
  const list = h("div", { className: `r-shelf r-shelf-${kind}` });
  return { now: null, list, none: h("p.r-none", say(lang, "none_left")), shown: new Map(), made: new Map() };
}

/** @param {Display} display @param {string} row @param {number} circles @param {Context} context */
function layRow(display, row, circles, context) {
  const most = display.world.box.circles[context.seats.length] ?? circles;
  const spots = Array.from({ length: circles }, (_, at) => {
    const spot = laySpot("r-circle");
    display.spots.set(`${row} ${at + 1}`, spot);
    display.targets.declare({ row, circle: at + 1 }, spot.element);
    return spot.element;
  });
  // Circle 1 is the rightmost; a row that takes fewer discs ends earlier.
  const none = Array.from({ length: Math.max(0, most - circles) }, () => h("span.r-no-circle"));
  const head = h("span", { className: `r-row-name r-row-${row}` }, capital(rowName(display.world, row, context)));
  return h("div.r-row-line.centre", head, ...none, ...spots.reverse());
}

/** @param {string} className @returns {Spot} */
function laySpot(className) {
  const held = h("span.r-held");
  const cost = h("span.r-price", "");
  return { now: "", element: h("span", { className }, held, cost), held, cost };
}

function layTrade(/** @type {Display} */ display, /** @type {any} */ row, /** @type {Context} */ { lang }) {
  const held = h("span.r-held");
  const element = h("div.r-trade-box", ...tiles.tradeParts(row, lang), held);
  display.trade.set(row.id, { now: "", element, held, cost: held });
  display.targets.declare({ box: row.id }, element);
  return element;
}

/** @param {Display} display @param {any} position @param {readonly string[]} changed @param {Context} context */
export function drawDisplay(display, position, changed, context) {
  display.context = context;
  display.position = position;
  for (const [row, circles] of Object.entries(position.rows)) {
    for (const [circle, seat] of Object.entries(circles)) {
      const spot = display.spots.get(`${row} ${circle}`);
      if (spot) drawSpot(spot, seat, position.removal[row][circle], position.letter === "B", context);
    }
  }
  for (const [id, spot] of display.trade) drawTrade(display, id, spot, position, context);
  for (const kind of SHELVES) drawShelf(display, kind, position, context);
  write(display.edition, editionWords(position, context));
  display.targets.light(context.report ? [] : litOf(changed));
  display.targets.refresh();
}

export const editionWords = (/** @type {any} */ { edition }, /** @type {Context} */ { lang }) =>
  say(lang, edition.verified_against_printed_copy ? "edition_checked" : "edition_open", { id: edition.id });

/** Circles and boxes that a move changed. @param {readonly string[]} changed @returns {Key[]} */
function litOf(changed) {
  /** @type {Key[]} */ const lit = [];
  for (const path of changed) {
    const [, where, one, two] = /^\/(rows|trade)\/([^/]+)(?:\/(\d+))?/.exec(path) ?? [];
    if (where === "rows" && two) lit.push({ row: one, circle: Number(two) });
    if (where === "trade") lit.push({ box: one });
  }
  return lit;
}

/**
 * @param {Spot} spot @param {number | null} seat @param {number | null} cost @param {boolean} due
 * @param {Context} context
 */
function drawSpot(spot, seat, cost, due, context) {
  const key = `${seat} ${cost} ${due}`;
  if (spot.now === key) return;
  spot.now = key;
  spot.held.replaceChildren(...(seat === null ? [] : [badge(colourOf(seat, context))]));
  write(spot.cost, cost === null ? "" : String(cost));
  spot.cost.className = `r-price ${cost === 0 ? "r-free" : ""} ${due ? "r-payable" : ""}`;
}

/** @param {Display} display @param {string} id @param {Spot} spot @param {any} position @param {Context} context */
function drawTrade({ world }, id, spot, position, context) {
  const taken = position.trade[id];
  const open = world.trade.get(id).eras.includes(position.era);
  const key = `${taken?.seat} ${open}`;
  if (spot.now === key) return;
  spot.now = key;
  spot.element.classList.toggle("r-shut", !open);
  spot.held.replaceChildren(...(taken ? [badge(colourOf(taken.seat, context))] : []));
}

/** @param {Display} display @param {string} kind @param {any} position @param {Context} context */
function drawShelf(display, kind, position, context) {
  const shelf = display.shelves[kind];
  const { world, targets } = display;
  const now = position.on_offer[kind];
  const key = kind === "empire" ? `${position.era}` : "";
  if (shelf.now === now && shelf.list.dataset.key === key) return;
  shelf.now = now;
  set(shelf.list, { "data-key": key });
  /** @type {Map<string, HTMLElement>} */ const shown = new Map();
  for (const id of world.shelves[kind].keys()) {
    if (!(id in now)) continue;
    // Each tile is drawn once in each of its states: a seek puts most of them back.
    const state = `${id} ${key} ${JSON.stringify(now[id])}`;
    const item = shelf.made.get(state) ?? itemOf(world, kind, id, now[id], position.era, context);
    shelf.made.set(state, item);
    shown.set(id, item);
  }
  const keyOf = (/** @type {string} */ id) => ({ [kind === "territory" ? "kind" : "tile"]: id });
  for (const [id, item] of shelf.shown) if (shown.get(id) !== item) targets.forget(keyOf(id));
  for (const [id, item] of shown) if (shelf.shown.get(id) !== item) targets.declare(keyOf(id), item);
  shelf.shown = shown;
  arrange(shelf.list, shown.size ? [...shown.values()] : [shelf.none]);
}

/**
 * @param {World} world @param {string} kind @param {string} id @param {any} how @param {number} era
 * @param {Context} context
 */
function itemOf(world, kind, id, how, era, { lang }) {
  const row = tileOf(world, id);
  if (kind === "empire") return h("div.r-tile.r-empire", ...tiles.empireFace(world, id, era, lang));
  if (kind === "territory") {
    const count = h("b", `×${how.new + how.aside}`);
    const aside = how.aside ? h("small", ` (${say(lang, "aside_some", { n: how.aside })})`) : null;
    const parts = [
      tiles.landPicture(row, lang),
      count,
      tiles.goodsRow(tiles.landGoods(row), lang),
      tiles.standInSign(row, lang),
      aside,
    ];
    return h("div.r-tile.r-land-tile", ...parts);
  }
  const className = `r-tile r-of-era-${row?.era} ${how === "aside" ? "r-aside" : ""} ${row?.red_stripe ? "r-red" : ""}`;
  const aside = how === "aside" ? h("small", say(lang, "aside")) : null;
  return h("div", { className }, ...tiles.tileFace(world, id, lang), aside);
}

/** @param {Display} display @param {Key} key */
function placeName({ world, context, position }, { row, circle, box, tile, kind }) {
  const { lang } = context;
  if (row) return say(lang, "circle_name", { row: rowName(world, String(row), context), circle });
  const empire = world.empire.get(String(tile));
  return empire ? tiles.empireName(empire, position.era, lang) : nameOf(world, String(box ?? tile ?? kind), lang);
}

function placeWords(/** @type {Display} */ display, /** @type {Key} */ key) {
  const { world, context, position } = display;
  const { lang } = context;
  const name = placeName(display, key);
  if (key.row) {
    const row = String(key.row);
    return `${name}: ${circleWords(position.rows[row], position.removal[row], Number(key.circle), context)}.`;
  }
  if (key.box) {
    const row = world.trade.get(String(key.box));
    const taken = position.trade[String(key.box)];
    const open = row.eras.includes(position.era) ? "box_free" : "box_closed";
    const state = taken ? say(lang, "box_taken", { who: context.seatName(taken.seat) }) : say(lang, open);
    const eras = say(lang, "eras_open", { eras: row.eras.map(roman).join(", ") });
    return [`${name}: ${state}.`, `${eras}.`, standInWords(row, lang)].filter(Boolean).join(" ");
  }
  const id = String(key.tile ?? key.kind);
  const aside = position.on_offer.progress[id] === "aside" || position.on_offer.city[id] === "aside";
  return [tiles.tileWords(world, id, position.era, lang), aside ? `${say(lang, "aside")}.` : ""]
    .filter(Boolean)
    .join(" ");
}
