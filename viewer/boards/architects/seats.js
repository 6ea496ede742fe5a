// @ts-check
/** The players' boards: goods, captives, cards, debts, and hands as far as they are known. */
import { count, forEars, h, localized, number, perElement, seatCard, set, write } from "../../kit/index.js";
import { Chips, readsChips } from "./cards/chips.js";
import { Run } from "./run.js";
import { countsWords, sign, signPicture, signToken, workerPicture, workersTokens } from "./signs.js";
import { worldOf } from "./world.js";
import { say } from "./words.js";

/**
 * @import { Context, Language, Seat } from "../../kit/board.js"
 * @import { World } from "./world.js"
 * @typedef {{box: HTMLElement, number: HTMLElement, some: string, none: string, words: string, shown: string}} Figure
 *   `some` and `none` are the classes of the number.
 * @typedef {{card: import("../../kit/card.js").SeatCard, figures: Map<string, Figure>, points: HTMLElement,
 *   first: HTMLElement, character: Chips, captives: Run, apprentices: Chips, buildings: Chips, hand: Chips,
 *   unknown: HTMLElement, own: any}} Card
 * @typedef {{world: World, context: Context, cards: Card[], box: HTMLElement}} Panel
 */

/** The figures after the goods, each with its sign. */
const REST = { workers_free: "", virtue: "virtue", cathedral: "cathedral", unpaid: "debt", paid: "paid", hand: "hand" };

const LINES = { apprentices: "workshop", buildings: "guildhall", hand: "hand" }; // Lines of cards, and their signs.

/** Show the players' boards. @type {Required<import("../../kit/board.js").Board>["panel"]} */
export function showSeats(el, position, _changed, context) {
  const panel = panelIn(el, context, position);
  if (panel.box.parentNode !== el) el.replaceChildren(panel.box);
  panel.context = context;
  context.seats.forEach((seat, place) => drawCard(panel.cards[place], seat, position, context));
}

/** @type {(el: HTMLElement, context: Context, position: any) => Panel} */
const panelIn = perElement((_el, context) => {
  const world = worldOf(context.box);
  const cards = context.seats.map((seat) => layCard(seat, world, context));
  const box = h("div.a-seats.stack", ...cards.map((one) => one.card.box));
  const panel = { world, context, cards, box };
  readsChips(box, () => ({ world, lang: panel.context.lang }));
  return panel;
});

const DIGITS = 3; // Maximum number of digits of a figure.

/** A number, faint where none. @param {string} words @param {(faint: boolean) => string} picture @returns {Figure} */
function figure(words, picture) {
  const number = count(`a-number ${picture(false)}`, DIGITS);
  const some = number.className;
  const none = `count a-number none ${picture(true)}`;
  return { box: h("li", number), number, some, none, words, shown: "" };
}

/** @param {Seat} seat @param {World} world @param {Context} context @returns {Card} */
function layCard(seat, world, context) {
  const { lang } = context;
  /** @type {Map<string, Figure>} */ const figures = new Map();
  for (const good of world.goods)
    figures.set(
      good,
      figure(localized(world.names.get(good), lang), (faint) => signPicture(good, faint)),
    );
  for (const [key, emblem] of Object.entries(REST)) {
    const image = (/** @type {boolean} */ faint) =>
      emblem ? signPicture(emblem, faint) : workerPicture(seat.seat, context, faint);
    figures.set(key, figure(say(lang, key === "virtue" ? "line_virtue" : key), image));
  }
  const list = (/** @type {string[]} */ keys) =>
    h("ul.a-figures", ...keys.map((key) => /** @type {Figure} */ (figures.get(key)).box));
  const first = h("span.a-first.quiet", "");
  const character = new Chips(h("span.a-who-plays"), world, lang);
  const points = h("strong.a-points", "");
  const line = (/** @type {string} */ key) =>
    h("div.a-line.centre.flow", { "aria-label": say(lang, key), role: "group" });
  const captives = new Run(line("captives"));
  const [apprentices, buildings, hand] = Object.entries(LINES).map(
    ([key, emblem]) => new Chips(line(key), world, lang, sign(emblem)),
  );
  const unknown = h("small", "");
  hand.holder.append(unknown);
  const lines = [captives, apprentices, buildings, hand].map((one) => one.holder);
  const body = [list(world.goods), list(Object.keys(REST)), ...lines];
  const card = seatCard(seat, context, { head: [first, character.holder, points], body });
  return { card, figures, points, first, character, captives, apprentices, buildings, hand, unknown, own: null };
}

/** @param {Card} card @param {Seat} seat @param {any} position @param {Context} context */
function drawCard(card, seat, position, context) {
  const { lang } = context;
  const own = position.seats[seat.seat];
  card.card.show({ turn: position.to_move.includes(seat.seat) });
  const score = position.standing?.[seat.seat];
  write(card.points, score === undefined ? "" : say(lang, "pts", { n: number(score) }));
  forEars(card.points, () => {
    set(card.points, { title: score === undefined ? "" : say(lang, "provisional", { n: number(score) }) });
  });
  write(card.first, position.start_player === seat.seat ? say(lang, "starts") : "");
  const before = card.own;
  if (before === own) return;
  card.own = own;
  for (const [good, n] of Object.entries(own.goods)) put(card.figures.get(good), Number(n));
  put(card.figures.get("workers_free"), own.workers);
  for (const key of ["virtue", "cathedral", "unpaid", "paid"]) put(card.figures.get(key), own[key]);
  put(card.figures.get("hand"), own.hand.size);
  card.character.show(own.character ? [own.character] : []);
  if (before?.captives !== own.captives) {
    const held = workersTokens(own.captives, context);
    card.captives.show(held.length ? [signToken("chain"), ...held] : []);
    showLine(card.captives, held.length > 0);
    forEars(card.captives, () => {
      card.captives.holder.title = say(lang, "captives_of", { who: countsWords(own.captives, context) });
    });
  }
  if (before?.apprentices !== own.apprentices) fill(card.apprentices, own.apprentices);
  if (before?.buildings !== own.buildings) fill(card.buildings, own.buildings);
  if (before?.hand !== own.hand) showHand(card, own.hand, lang);
}

function put(/** @type {Figure | undefined} */ held, /** @type {number} */ value) {
  const shown = String(value);
  if (!held || held.shown === shown) return;
  held.shown = shown;
  write(held.number, shown);
  const className = value ? held.some : held.none;
  if (held.number.className !== className) held.number.className = className;
  forEars(held, () => {
    const words = `${held.words}: ${held.shown}`;
    set(held.box, { title: words });
    set(held.number, { "aria-label": words, role: "img" });
  });
}

/** Cards in a line that is there only where there are some. @param {Chips} line @param {string[]} ids */
function fill(line, ids) {
  line.show(ids);
  showLine(line, ids.length > 0);
}

function showLine(/** @type {{holder: HTMLElement}} */ { holder }, /** @type {boolean} */ shown) {
  if (holder.hidden === shown) holder.hidden = !shown;
}

/** The known cards of a hand, and how many more. @param {Card} card @param {any} hand @param {Language} lang */
function showHand({ hand: line, unknown }, hand, lang) {
  const more = hand.size - hand.known.length;
  line.show(hand.known);
  write(unknown, more ? say(lang, "unknown_cards", { n: more }) : "");
  showLine(line, hand.known.length > 0);
}
