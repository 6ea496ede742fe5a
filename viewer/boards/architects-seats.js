// @ts-check
/** The players' boards beside the main board: goods, captives, cards, debts, and hands as far as they are known. */
import { forEars, h, modeOf, seatCard, set, told, write } from "../kit/index.js";
import { cardChip, readsChips } from "./architects-face.js";
import { sign, workersRun, countsWords, worker } from "./architects-signs.js";
import { statusWords } from "./architects-tells.js";
import { worldOf } from "./architects-world.js";
import { say } from "./architects-words.js";

/**
 * @typedef {import("../kit/board.js").Context} Context
 * @typedef {import("../kit/board.js").Seat} Seat
 * @typedef {import("../kit/board.js").Language} Language
 * @typedef {import("./architects-world.js").World} World
 * @typedef {{box: HTMLElement, number: HTMLElement, words: string, shown: string}} Figure
 * @typedef {{card: import("../kit/card.js").SeatCard, figures: Map<string, Figure>, points: HTMLElement,
 *   first: HTMLElement, character: HTMLElement, captives: HTMLElement, apprentices: HTMLElement,
 *   buildings: HTMLElement, hand: HTMLElement, own: any}} Card
 * @typedef {{mode: string, world: World, context: Context, cards: Card[], box: HTMLElement, status: HTMLElement}} Panel
 */

/** @type {WeakMap<HTMLElement, Panel>} */
const known = new WeakMap();

/** What stands in the line of figures beside the goods, and its sign. @type {[string, string][]} */
const FIGURES = [
  ["workers_free", ""],
  ["virtue", "virtue"],
  ["cathedral", "cathedral"],
  ["unpaid", "debt"],
  ["paid", "paid"],
  ["hand", "hand"],
];

/**
 * @param {HTMLElement} el
 * @param {any} position
 * @param {Context} context
 */
export function showSeats(el, position, context) {
  const world = worldOf(context.box);
  let panel = known.get(el);
  if (panel?.mode !== modeOf(context) || panel.world !== world) known.set(el, (panel = lay(world, context)));
  if (panel.box.parentNode !== el) el.replaceChildren(panel.box);
  panel.context = context;
  write(panel.status, statusWords(position, context));
  context.seats.forEach((seat, place) =>
    drawCard(/** @type {Panel} */ (panel).cards[place], seat, position, world, context),
  );
}

/** @param {World} world @param {Context} context @returns {Panel} */
function lay(world, context) {
  const status = h("p", { className: "a-status" }, "");
  const cards = context.seats.map((seat) => layCard(seat, world, context));
  const box = h("div", { className: "a-seats" }, status, ...cards.map((one) => one.card.box));
  const panel = { mode: modeOf(context), world, context, cards, box, status };
  readsChips(box, () => ({ world, lang: panel.context.lang }));
  return panel;
}

/** @param {Element} image @param {string} words @returns {Figure} */
function figure(image, words) {
  const number = h("span", { className: "a-number" }, "");
  return { box: h("li", null, image, number), number, words, shown: "" };
}

/** @param {Seat} seat @param {World} world @param {Context} context @returns {Card} */
function layCard(seat, world, context) {
  const { lang } = context;
  /** @type {Map<string, Figure>} */
  const figures = new Map();
  for (const good of world.goods) figures.set(good, figure(sign(good), told(world.names.get(good), lang)));
  for (const [key, picture] of FIGURES) {
    figures.set(
      key,
      figure(
        picture ? sign(picture) : worker(seat.seat, context),
        key === "virtue" ? say(lang, "line_virtue") : say(lang, key),
      ),
    );
  }
  const list = (/** @type {string[]} */ keys) =>
    h("ul", { className: "a-figures" }, ...keys.map((key) => /** @type {Figure} */ (figures.get(key)).box));
  const first = h("span", { className: "a-first" }, "");
  const character = h("span", { className: "a-who-plays" });
  const points = h("strong", { className: "a-points" }, "");
  const line = (/** @type {string} */ key) =>
    h("div", { className: "a-line", "aria-label": say(lang, key), role: "group" });
  const [captives, apprentices, buildings, hand] = ["captives", "apprentices", "buildings", "hand"].map(line);
  const body = [list(world.goods), list(FIGURES.map(([key]) => key)), captives, apprentices, buildings, hand];
  const card = seatCard(seat, context, { head: [first, character, points], body });
  return { card, figures, points, first, character, captives, apprentices, buildings, hand, own: null };
}

/**
 * @param {Card} card
 * @param {Seat} seat
 * @param {any} position
 * @param {World} world
 * @param {Context} context
 */
function drawCard(card, seat, position, world, context) {
  const { lang } = context;
  const own = position.seats[seat.seat];
  card.card.show({ turn: position.to_move.includes(seat.seat) });
  const score = position.standing?.[seat.seat];
  write(card.points, score === undefined ? "" : say(lang, "pts", { n: score }));
  card.points.title = score === undefined ? "" : say(lang, "provisional", { n: score });
  write(card.first, position.start_player === seat.seat ? say(lang, "starts") : "");
  const before = card.own;
  if (before === own) return;
  card.own = own;
  for (const [good, n] of Object.entries(own.goods)) put(card.figures.get(good), Number(n));
  put(card.figures.get("workers_free"), own.workers);
  for (const key of ["virtue", "cathedral", "unpaid", "paid"]) put(card.figures.get(key), own[key]);
  put(card.figures.get("hand"), own.hand.size);
  if (before?.character !== own.character)
    card.character.replaceChildren(...(own.character ? [cardChip(world, own.character, lang)] : []));
  if (before?.captives !== own.captives) {
    const run = workersRun(own.captives, context);
    card.captives.replaceChildren(...(run.length ? [sign("chain"), ...run] : []));
    const who = countsWords(own.captives, context);
    card.captives.title = who ? say(lang, "captives_of", { who }) : "";
    card.captives.hidden = !run.length;
  }
  if (before?.apprentices !== own.apprentices) fill(card.apprentices, "workshop", own.apprentices, world, lang);
  if (before?.buildings !== own.buildings) fill(card.buildings, "guildhall", own.buildings, world, lang);
  if (before?.hand !== own.hand) showHand(card.hand, own.hand, world, lang);
}

/** @param {Figure | undefined} held @param {number} value */
function put(held, value) {
  const shown = String(value);
  if (!held || held.shown === shown) return;
  held.shown = shown;
  write(held.number, shown);
  held.box.className = value ? "" : "none";
  forEars(held, () => {
    const words = `${held.words}: ${held.shown}`;
    set(held.box, { title: words });
    set(held.number, { "aria-label": words, role: "img" });
  });
}

/**
 * @param {HTMLElement} line
 * @param {string} emblem
 * @param {string[]} ids
 * @param {World} world
 * @param {Language} lang
 */
function fill(line, emblem, ids, world, lang) {
  line.hidden = !ids.length;
  line.replaceChildren(...(ids.length ? [sign(emblem)] : []), ...ids.map((id) => cardChip(world, id, lang)));
}

/**
 * The cards of a hand that these eyes know, and how many more there are.
 * @param {HTMLElement} line
 * @param {any} hand
 * @param {World} world
 * @param {Language} lang
 */
function showHand(line, hand, world, lang) {
  const unknown = hand.size - hand.known.length;
  fill(line, "hand", hand.known, world, lang);
  if (unknown) line.append(h("small", null, say(lang, "unknown_cards", { n: unknown })));
}
