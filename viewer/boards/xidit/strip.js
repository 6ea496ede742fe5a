// @ts-check
/** Beside the map: calendar, evaluations, queues, piles, titans, barracks; on narrow pages also the tiles. */
import { arrange, count, details, h, picture, set, write } from "../../kit/index.js";
import { fistImage, titanImage, unitImage } from "./art.js";
import { rewardRow, unknownImage } from "./tiles.js";
import { say } from "./words.js";
import { criterionName, printed, rewardWords, tileCard, tileUrl, tileWords, unitName } from "./world.js";

/**
 * @import { Context, Language } from "../../kit/board.js"
 * @import { Details } from "../../kit/details.js"
 * @import { World } from "./world.js"
 * @typedef {{box: HTMLElement, now: any, known: Map<string, Element[]>}} Stack
 * @typedef {{tile: HTMLImageElement, known: Map<string, HTMLImageElement>}} Slot What it shows, and what it showed.
 * @typedef {{box: HTMLElement, slots: Slot[], size: HTMLElement, more: Details, gone: Details, side: "recruit" |
 *   "threat", now: any}} Queue
 * @typedef {{world: World, lang: Language, box: HTMLElement, year: HTMLElement, years: HTMLElement[], hall:
 *   HTMLElement, held: string, queues: Record<string, Queue>, titans: Map<string, Stack>, barracks: Map<string,
 *   HTMLElement>, tiles: HTMLElement, known: Map<string, HTMLElement>, narrow: boolean, now: any}} Strip
 */

/** @param {World} world @param {Context} context @returns {Strip} */
export function layStrip(world, { lang }) {
  const year = h("ol.x-years", { "aria-label": say(lang, "calendar") });
  const hall = h("ol.x-hall.flow", { "aria-label": say(lang, "hall") });
  const titans = new Map();
  for (const { id } of world.box.titans?.stacks ?? []) titans.set(id, { box: h("li"), now: null, known: new Map() });
  const barracks = new Map(world.units.map((unit) => [unit, count("", 2)]));
  const pool = [...barracks].map(([unit, number]) => {
    const name = unitName(world, unit, lang);
    return h("li", { title: name }, picture(unitImage(unit), "x-unit", name), number);
  });
  const queues = { R: layQueue("recruit", lang), T: layQueue("threat", lang) };
  const tiles = h("ul.x-tiles");
  /** @param {string} name @param {...Element} content */
  const section = (name, ...content) =>
    h("section", { className: `x-box paper x-${name}` }, h("h2", say(lang, name)), ...content);
  const lair = h("ul.x-lair", ...[...titans.values()].map((stack) => stack.box));
  const sections = [
    ...[section("calendar", year, hall), queues.R.box, queues.T.box, section("titans", lair)],
    ...[section("barracks", h("ul.x-units", ...pool)), section("tiles_lying", tiles)],
  ];
  const box = h("div.x-side", h("div.x-strip", ...sections));
  const parts = { box, year, hall, queues, titans, barracks, tiles };
  return { world, lang, ...parts, years: [], held: "", known: new Map(), narrow: false, now: null };
}

/** @param {"recruit" | "threat"} side @param {Language} lang @returns {Queue} */
function layQueue(side, lang) {
  const slots = [0, 1].map(() => ({ tile: picture(unknownImage("–"), "x-tile-card"), known: new Map() }));
  const size = h("span.x-small", "");
  const [more, gone] = [details("x-candidates"), details("x-candidates")];
  const box = h(
    "section",
    { className: `x-box paper x-queue x-queue-${side}` },
    h("h2", say(lang, `coming_${side}`)),
    h("div.x-slots", h("div", slots[0].tile, h("span.x-small", say(lang, "next_tile"))), h("div", slots[1].tile, size)),
    h("div.x-more.flow", more.box, gone.box),
  );
  return { box, slots, size, more, gone, side, now: null };
}

export function drawStrip(/** @type {Strip} */ strip, /** @type {any} */ position) {
  const before = strip.now;
  strip.now = position;
  if (before?.calendar !== position.calendar || before?.phase !== position.phase) drawCalendar(strip, position);
  if (before?.evaluations !== position.evaluations) drawHall(strip, position.evaluations);
  for (const [id, queue] of Object.entries(strip.queues)) {
    if (queue.now !== position.queues[id]) drawQueue(queue, position.queues[id], strip);
  }
  for (const [id, stack] of strip.titans)
    if (stack.now !== position.titans[id]) drawStack(stack, position.titans[id], strip);
  if (before?.barracks !== position.barracks) {
    for (const [unit, number] of strip.barracks) write(number, String(position.barracks[unit] ?? 0));
  }
  if (strip.narrow && before?.cities !== position.cities) drawTiles(strip, position);
}

/** The years, with the current one marked. @param {Strip} strip @param {any} position */
function drawCalendar(strip, position) {
  const { years, census_years: census, year } = position.calendar;
  if (strip.years.length !== years) {
    strip.years = Array.from({ length: years }, (_, place) => {
      const n = place + 1;
      if (!census.includes(n)) return h("li", String(n));
      const fist = picture(fistImage("closed"), "x-fist-mini", say(strip.lang, "census"));
      return h("li", { title: say(strip.lang, "census_year", { n }) }, String(n), fist);
    });
    strip.year.replaceChildren(...strip.years);
  }
  const now = ["setup", "placing"].includes(position.phase) ? 0 : year;
  const over = position.phase === "finished" || position.phase === "evaluating";
  strip.years.forEach((item, place) => {
    const n = place + 1;
    const when = n < now || over ? "x-past" : n === now ? "x-this" : "";
    const className = `${when} ${census.includes(n) ? "x-held" : ""}`;
    if (item.className !== className) item.className = className;
    set(item, { "aria-current": n === now ? "step" : null });
  });
}

/** The evaluations in their order; those done are struck through. @param {Strip} strip @param {any[]} evaluations */
function drawHall(strip, evaluations) {
  const { lang, world } = strip;
  const held = JSON.stringify(evaluations.map((one) => [one.criterion, one.eliminates, one.out !== null]));
  if (strip.held === held) return;
  strip.held = held;
  strip.hall.replaceChildren(
    ...evaluations.map(({ criterion, eliminates, out }, place) => {
      const title = say(lang, "eliminates", { count: eliminates });
      const more = h("span.x-small", { title }, eliminates === 1 ? "" : `−${eliminates}`);
      const name = ` ${criterionName(world, criterion, lang)} `;
      return h("li", { className: out ? "x-done" : "" }, h("b", String(place + 1)), name, more);
    }),
  );
}

function drawQueue(/** @type {Queue} */ queue, /** @type {any} */ now, /** @type {Strip} */ { world, lang }) {
  const { side } = queue;
  const cards = (/** @type {string[]} */ tiles, /** @type {"recruit" | "threat"} */ face) =>
    tiles.map((tile) => tileCard(world, printed(world, tile, face), lang));
  queue.now = now;
  [now.next, now.top].forEach((tile, place) => showSlot(queue.slots[place], tile, side, world, lang));
  write(queue.size, say(lang, now.size ? "top_of" : "pile_empty", { count: now.size }));
  // Below the top: the order of a turned discard is public, otherwise what may lie there.
  const candidates = now.top?.unknown ?? null;
  const order = candidates ?? now.order?.slice(1) ?? [];
  const words = candidates ? say(lang, "one_of", { count: candidates.length }) : say(lang, "then");
  queue.more.show(order.length ? words : null, order.join(), () => cards(order, side));
  // A discard comes back with its other side up.
  const other = side === "recruit" ? "threat" : "recruit";
  const gone = now.discard.length ? say(lang, "discarded", { count: now.discard.length }) : null;
  queue.gone.show(gone, now.discard.join(), () => cards(now.discard, other));
}

/**
 * A tile in a queue. Each is made once and put back: a long address costs an image more than its place costs the page.
 * @param {Slot} slot @param {any} tile Its id; something else: not known; null: none.
 * @param {"recruit" | "threat"} side @param {World} world @param {Language} lang
 */
function showSlot(slot, tile, side, world, lang) {
  const key = typeof tile === "string" ? tile : tile ? "?" : "–";
  let shown = slot.known.get(key);
  if (!shown) {
    const known = typeof tile === "string" ? printed(world, tile, side) : null;
    shown = known
      ? picture(tileUrl(world, known), "x-tile-card", tileWords(world, known, lang))
      : picture(unknownImage(tile ? "?" : "–"), "x-tile-card x-unknown", say(lang, tile ? "unknown" : "empty"));
    slot.known.set(key, shown);
  }
  if (slot.tile !== shown) slot.tile.replaceWith(shown);
  slot.tile = shown;
}

/** A stack of titans in its state. @param {Stack} stack @param {any} now @param {Strip} strip */
function drawStack(stack, now, { lang }) {
  stack.now = now;
  const { raging, rewards, symbols } = now;
  const asleep = now.asleep.count;
  const state = raging ? "raging" : asleep ? "asleep" : "gone";
  const key = JSON.stringify([raging, asleep, rewards]);
  const className = `x-titan x-titan-${state}`;
  if (stack.box.className !== className) stack.box.className = className;
  let known = stack.known.get(key);
  if (!known) {
    const blanks = { symbols, count: asleep, rewards: rewards ? rewardWords(rewards, lang) : "" };
    const below = raging ? (asleep ? "below" : "titan_last_short") : `titan_${state}_short`;
    known = [
      picture(titanImage(state), "x-titan-face", say(lang, `titan_${state}`, blanks)),
      h("span.x-marks", { "aria-hidden": "true" }, "?".repeat(symbols)),
      ...(rewards ? [rewardRow(rewards)] : []),
      h("span.x-small", { "aria-hidden": "true" }, say(lang, below, { count: asleep })),
    ];
    stack.known.set(key, known);
  }
  arrange(stack.box, known);
}

/** Show the tiles in the cities larger, where the map is small. @param {Strip} strip @param {boolean} narrow */
export function narrowStrip(strip, narrow) {
  strip.narrow = narrow;
  if (narrow && strip.now) drawTiles(strip, strip.now);
}

function drawTiles(/** @type {Strip} */ { world, lang, tiles, known }, /** @type {any} */ position) {
  const lying = [...world.map.cities.keys()].map((city) => position.cities[String(city)].tile).filter(Boolean);
  lying.sort((a, b) => a.side.localeCompare(b.side));
  const items = lying.map((tile) => {
    const key = `${tile.id} ${tile.side} ${JSON.stringify(tile.units)}`;
    const item = known.get(key) ?? h("li", tileCard(world, tile, lang));
    known.set(key, item);
    return item;
  });
  arrange(tiles, items);
}
