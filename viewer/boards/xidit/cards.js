// @ts-check
/** The seats of Lords of Xidit: orders and what became of them, stories, what lies behind the screen; the dummy. */
import {
  amount,
  backgroundClass,
  count,
  forEars,
  h,
  perElement,
  picture,
  seatCard,
  set,
  write,
} from "../../kit/index.js";
import { firstImage, rewardImage, screenImage, threatImage, titanImage, unitImage, wheelImage } from "./art.js";
import { say } from "./words.js";
import { contenderBadge, contenderName, criterionName, iconName, symbolsOf, unitName, worldOf } from "./world.js";

/**
 * @import { Context, Language, Seat } from "../../kit/board.js"
 * @import { World } from "./world.js"
 * @typedef {{did: string, city: number, unit: string | null, tile: string | null, reason: string | null}} Outcome
 * @typedef {{item: HTMLElement, number: HTMLElement, words: string, shown: string}} Held
 * @typedef {{box: HTMLElement, units: Map<string, Held>, gold: Held, bards: Held, aside: Held}} Screen
 * @typedef {{item: HTMLElement, image: HTMLElement, outcome: HTMLElement, before: Text, face: HTMLElement, after: Text,
 *   key: string, label: string}} Wheel
 * @typedef {{card: import("../../kit/card.js").SeatCard, wheels: Wheel[], screen: Screen, placed: HTMLElement, left:
 *   HTMLElement, stories: HTMLElement, first: HTMLElement, out: HTMLElement, derived: any, seat: any}} Card
 * @typedef {{world: World, cards: Card[], dummy: HTMLElement, dummyKey: string, seats: HTMLElement}}
 *   Cards
 */

const WHEELS = 6; // Orders of a program, unless the box gives a number.
const MANY = 80; // More changes than this are more than one move: nothing is marked.

/** The class of a wheel's picture. @param {World} world @param {string | null} order Null: not known. */
function wheelClass(world, order) {
  const icon = order ? (world.icons.get(order) ?? { kind: "wait" }) : null;
  return backgroundClass(`x-wheel-${order ?? "down"}`, wheelImage(icon));
}

/** @param {number} city The number of the tile. */
const threatClass = (city) => backgroundClass(`x-threat-${city}`, threatImage(city));
const unitClass = (/** @type {string} */ unit) => backgroundClass(`x-unit-${unit}`, unitImage(unit));
const titanClass = () => backgroundClass("x-titan", titanImage("raging"));

/** Every background that may be wanted, at once. @param {World} world */
function prepare(world) {
  for (const order of [null, ...world.icons.keys()]) wheelClass(world, order);
  for (const unit of world.units) unitClass(unit);
  for (const { city } of world.tiles.values()) threatClass(city);
  titanClass();
}

/** Show the seats in an element. @type {Required<import("../../kit/board.js").Board>["panel"]} */
export function showCards(el, position, changed, context) {
  const cards = cardsIn(el, context, position);
  const { world } = cards;
  if (cards.seats.parentNode !== el) el.replaceChildren(cards.seats);
  context.seats.forEach((seat, place) => drawCard(cards.cards[place], seat, position, changed, world, context));
  drawDummy(cards, position.dummy, context);
}

/** @type {(el: HTMLElement, context: Context, position: any) => Cards} */
const cardsIn = perElement((_el, context) => {
  const world = worldOf(context.box);
  prepare(world);
  const cards = context.seats.map((seat) => layCard(seat, world, context));
  const dummy = h("section.card.seat-dummy", { hidden: true });
  const seats = h("div.x-seats.stack", ...cards.map((one) => one.card.box), dummy);
  return { world, cards, dummy, dummyKey: "", seats };
});

/** Draw the dummy. @param {Cards} cards @param {any} dummy Null with four or five players. @param {Context} context */
function drawDummy(cards, dummy, context) {
  const key = dummy ? JSON.stringify(dummy) : "";
  if (cards.dummyKey === key) return;
  cards.dummyKey = key;
  const { dummy: box, world } = cards;
  box.hidden = !dummy;
  if (!dummy) return;
  const { lang } = context;
  const tracks = world.box.evaluations.filter((/** @type {any} */ one) => one.id in dummy.tracks);
  const values = tracks.map((/** @type {any} */ one) => {
    const name = h("dt", criterionName(world, one.id, lang));
    return h("div", name, h("dd", String(dummy.tracks[one.id].value)));
  });
  box.classList.toggle("out", Boolean(dummy.out));
  const name = h("span.who", contenderName("dummy", context, world));
  const out = h("span.x-out", dummy.out ? say(lang, "out_in", { n: dummy.out }) : "");
  box.replaceChildren(h("h2", contenderBadge("dummy", context), name, out), h("dl.x-tracks.flow", ...values));
}

/** @param {Seat} seat @param {World} world @param {Context} context @returns {Card} */
function layCard(seat, world, context) {
  const { lang } = context;
  const horn = picture(firstImage(), "x-horn", say(lang, "first_player"));
  const first = h("span.x-first-player", horn);
  const [placed, left] = [count("", 2), count("x-small", 4)];
  const stories = h("span.x-stories.inline", { role: "img" }, picture(rewardImage("stories"), "x-mini"), placed, left);
  const out = h("span.x-out");
  const wheels = Array.from({ length: world.box.wheels ?? WHEELS }, layWheel);
  const label = say(lang, "orders_of", { who: context.seatName(seat.seat) });
  const list = h("ol.x-wheels", { "aria-label": label }, ...wheels.map((wheel) => wheel.item));
  // The label for screen readers, also the pointer's hint.
  list.addEventListener("pointerover", (event) => {
    const item = /** @type {Element} */ (event.target).closest("li");
    const wheel = wheels.find((one) => one.item === item);
    if (wheel) wheel.item.title = wheel.label;
  });
  const screen = layScreen(world, lang);
  const card = seatCard(seat, context, { head: [first, out, stories], body: [list, screen.box] });
  return { card, wheels, screen, placed, left, stories, first, out, derived: undefined, seat: null };
}

/** @returns {Wheel} */
function layWheel() {
  const image = h("span.x-wheel", { role: "img" });
  const face = h("span.x-face-of");
  const [before, after] = [document.createTextNode(""), document.createTextNode("")];
  const outcome = h("span.x-outcome", { "aria-hidden": "true" }, before, face, after);
  return { item: h("li", image, outcome), image, outcome, before, face, after, key: "", label: "" };
}

/**
 * @param {Card} card @param {Seat} seat @param {any} position @param {readonly string[]} changed @param {World} world
 * @param {Context} context
 */
function drawCard(card, seat, position, changed, world, context) {
  const id = String(seat.seat);
  const own = position.seats[id];
  const program = position.programs[id];
  const derived = position.derived?.[id] ?? null;
  if (card.seat !== own) drawSeat(card, own, context.lang);
  card.seat = own;
  const current = position.current?.seat === seat.seat ? position.current.order : 0;
  const single = changed.length < MANY;
  card.wheels.forEach((wheel, place) => {
    const fresh = single && changed.includes(`/programs/${id}/outcomes/${place}`);
    const at = { busy: current === place + 1, fresh, nth: place + 1 };
    drawWheel(wheel, program.orders[place], program.outcomes[place], at, world, context.lang);
  });
  if (card.derived !== derived) drawScreen(card.screen, derived);
  card.derived = derived;
  const first = position.first_player === seat.seat;
  if (card.first.hidden === first) card.first.hidden = !first;
  card.card.show({
    turn: current > 0 || position.to_move.includes(seat.seat) || position.due?.seat === seat.seat,
    out: Boolean(own.out),
  });
}

/** A seat's stories; when it went out. @param {Card} card @param {any} own @param {Language} lang */
function drawSeat(card, own, lang) {
  write(card.placed, String(own.placed));
  write(card.left, `+ ${own.stories}`);
  write(card.out, own.out ? say(lang, "out_in", { n: own.out }) : "");
  forEars(card.stories, () => {
    const words = say(lang, "stories_words", { placed: own.placed, left: own.stories });
    set(card.stories, { "aria-label": words, title: words });
  });
}

/**
 * A wheel: not set, locked and unknown, or its icon; lit while it is executed; then what became of it.
 * @param {Wheel} wheel @param {string | null | {unknown: string[]}} order @param {Outcome | null} outcome
 * @param {{busy: boolean, fresh: boolean, nth: number}} at Whether it is to be executed now; whether it was just now.
 * @param {World} world @param {Language} lang
 */
function drawWheel(wheel, order, outcome, { busy, fresh, nth }, world, lang) {
  const known = typeof order === "string" ? order : null;
  const key = `${known ?? (order ? "?" : "-")} ${busy} ${fresh} ${outcome ? Object.values(outcome).join() : ""}`;
  if (wheel.key === key) return;
  wheel.key = key;
  const cancelled = Boolean(outcome?.reason);
  // Each part has the state itself: a class further up would make the browser restyle everything below.
  const state = !order ? "x-unset" : busy ? "x-turning" : cancelled ? "x-void" : outcome ? "x-executed" : "";
  wheel.image.className = `x-wheel ${wheelClass(world, known)} ${state}`;
  wheel.item.className = `${busy ? "x-busy" : ""} ${fresh ? "x-fresh" : ""}`;
  const [before, face, after] = outcome ? outcomeMarks(outcome, world, lang) : ["", "", ""];
  if (wheel.before.data !== before) wheel.before.data = before;
  if (wheel.after.data !== after) wheel.after.data = after;
  wheel.face.className = `x-face-of ${face}`;
  const className = `x-outcome ${cancelled ? "x-cancelled" : ""}`;
  if (wheel.outcome.className !== className) wheel.outcome.className = className;
  forEars(wheel, () => {
    const words = known ? iconName(world, known, lang) : say(lang, order ? "order_locked" : "order_open");
    const now = busy ? `, ${say(lang, "order_now")}` : "";
    wheel.label = `${nth}: ${words}${now}${outcome ? `. ${outcomeWords(outcome, world, lang)}` : ""}`;
    set(wheel.image, { "aria-label": wheel.label });
    set(wheel.item, { "aria-current": busy ? "step" : null });
  });
}

/**
 * The outcome under an executed order: words, the class of a picture, words.
 * @param {Outcome} outcome @param {World} world @param {Language} lang @returns {[string, string, string]}
 */
function outcomeMarks(outcome, world, lang) {
  const city = world.tiles.get(outcome.tile ?? "")?.city ?? 0;
  if (outcome.reason) return [`✕ ${say(lang, `reason_${outcome.reason}`)}`, "", ""];
  if (outcome.did === "moved") return [`→ ${outcome.city}`, "", ""];
  if (outcome.did === "recruited" && outcome.unit) return ["+", unitClass(outcome.unit), ""];
  if (outcome.did === "threat") return ["", threatClass(city), ` ${city || ""}`];
  if (outcome.did === "titan") return ["", titanClass(), ` ${symbolsOf(world, outcome.tile ?? "") || ""}`];
  return [say(lang, `did_${outcome.did}`), "", ""];
}

/** @param {Outcome} outcome @param {World} world @param {Language} lang */
function outcomeWords({ reason, did, city, unit }, world, lang) {
  if (reason) return `${say(lang, "cancelled")}: ${say(lang, `reason_${reason}`)}`;
  return say(lang, `did_${did}_long`, { city, unit: unit ? unitName(world, unit, lang) : "" });
}

/** A screen with its curtain. @param {World} world @param {Language} lang @returns {Screen} */
function layScreen(world, lang) {
  /** @param {string} url @param {string} className @param {string} words @returns {Held} */
  const held = (url, className, words) => {
    const number = count("", className === "x-unit" ? 2 : 3);
    return { item: h("li", picture(url, className, words), number), number, words, shown: "" };
  };
  const each = (/** @type {string} */ unit) => held(unitImage(unit), "x-unit", unitName(world, unit, lang));
  const units = new Map(world.units.map((unit) => [unit, each(unit)]));
  const gold = held(rewardImage("gold"), "x-mini", say(lang, "gold"));
  const bards = held(rewardImage("bards"), "x-mini", say(lang, "bards_left"));
  const aside = held(rewardImage("stories"), "x-mini", say(lang, "aside"));
  const curtain = picture(screenImage(), "x-curtain");
  const all = [...units.values()].map(({ item }) => item);
  const box = h(
    "div.x-screen.centre.flow.closed",
    h("ul.x-units", { "aria-label": say(lang, "units") }, ...all),
    h("ul.x-units.x-wealth", gold.item, bards.item, aside.item),
    h("p.x-behind", curtain, h("span.x-small", say(lang, "behind"))),
  );
  return { box, units, gold, bards, aside };
}

/** What is known behind a screen; a curtain where nothing is. @param {Screen} screen @param {any} derived */
function drawScreen(screen, derived) {
  if (screen.box.classList.contains("closed") === Boolean(derived)) screen.box.classList.toggle("closed", !derived);
  if (!derived) return;
  for (const [unit, held] of screen.units) put(held, derived.units?.[unit]);
  put(screen.gold, derived.gold);
  put(screen.bards, derived.bards_left);
  put(screen.aside, derived.stories_aside ?? 0);
  const none = !derived.stories_aside;
  if (screen.aside.item.hidden !== none) screen.aside.item.hidden = none;
}

function put(/** @type {Held} */ held, /** @type {any} */ value) {
  const shown = amount(value);
  if (held.shown === shown) return;
  held.shown = shown;
  write(held.number, shown);
  const className = shown === "0" ? "none" : "";
  if (held.item.className !== className) held.item.className = className;
  forEars(held, () => set(held.item, { title: `${held.words}: ${held.shown}` }));
}
