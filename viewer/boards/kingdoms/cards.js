// @ts-check
/** Beside the board of Kingdoms: a card for every seat with gold, castles and starting tile, and the supply. */
import {
  colourOf,
  count,
  details,
  forEars,
  h,
  liveryOf,
  number,
  perElement,
  picture,
  seatCard,
  set,
  turn,
  write,
} from "../../kit/index.js";
import { castleImage, tileImage } from "./art.js";
import { nameOf, say, valueOf, worldOf } from "./words.js";

/**
 * @import { Context, Language, Seat } from "../../kit/board.js"
 * @import { World } from "./words.js"
 * @typedef {{box: HTMLElement, face: HTMLImageElement, peek: HTMLImageElement, words: HTMLElement,
 *   kinds: import("../../kit/details.js").Details}} Start The starting tile of a seat.
 * @typedef {{rank: number, image: HTMLImageElement, times: HTMLElement, count: number, gone: number}} Stock Castles of
 *   a rank.
 * @typedef {{now: any, card: import("../../kit/card.js").SeatCard, gold: HTMLElement, castles: Stock[], start: Start}}
 *   Card
 * @typedef {{kind: string, image: HTMLImageElement, left: HTMLElement, count: number}} Pile
 * @typedef {{world: World, cards: Card[], seats: HTMLElement, supply: HTMLElement, piles: Pile[],
 *   number: HTMLElement, stock: any}} Cards
 */

const MOST_POINTS = 3; // More copies of a kind are shown as a number, not as points.

/** Show seats and supply in an element. @type {Required<import("../../kit/board.js").Board>["panel"]} */
export function showCards(el, position, changed, context) {
  const cards = cardsIn(el, context, position);
  const { world } = cards;
  if (cards.seats.parentNode !== el) el.replaceChildren(cards.seats, cards.supply);
  context.seats.forEach((seat, place) => {
    const { start_player, to_move, seats } = position;
    showCard(cards.cards[place], seats[String(seat.seat)], world, context);
    const at = `/seats/${seat.seat}/`;
    const touched = (/** @type {string} */ part) => changed.some((path) => path.startsWith(at + part));
    cards.cards[place].card.show({
      turn: to_move.includes(seat.seat),
      starts: start_player === seat.seat,
      "gold-changed": touched("gold"),
      "reserve-changed": touched("reserve"),
      "tile-changed": seats[String(seat.seat)].starting_tile.status !== "not_dealt" && touched("starting_tile/status"),
    });
  });
  showSupply(cards, position, context.lang);
}

/** @type {(el: HTMLElement, context: Context, position: any) => Cards} */
const cardsIn = perElement((_el, context) => {
  const world = worldOf(context.box);
  const cards = context.seats.map((seat) => layCard(seat, world, context));
  const seats = h("div.k-seats.stack", ...cards.map((one) => one.card.box));
  const left = h("strong");
  const piles = [...world.kinds.keys()].map((kind) => layPile(kind, world, context.lang));
  const backs = [1, 2, 3].map(() => picture(tileImage("back"), "k-mini"));
  const supply = h(
    "section.k-supply.paper",
    h("h2", h("span.k-stack", ...backs), h("span.who", say(context.lang, "supply")), left),
    h("p.k-label", say(context.lang, "unseen")),
    h("ul.k-stock", ...piles.map((pile) => h("li", pile.image, pile.left))),
  );
  return { world, cards, seats, supply, piles, number: left, stock: null };
});

/** @param {Seat} seat @param {World} world @param {Context} context @returns {Card} */
function layCard(seat, world, context) {
  const { lang } = context;
  const livery = liveryOf(colourOf(seat.seat, context));
  const castles = world.ranks.map((rank) => ({
    rank,
    image: picture(castleImage(rank, livery), "k-castle"),
    times: count("k-times", 3),
    count: -1,
    gone: -1,
  }));
  const gold = count("", 5);
  const list = h("ul.k-castles", { "aria-label": say(lang, "reserve") });
  for (const { image, times } of castles) list.append(h("li", image, times));
  const start = layStart(lang);
  const coin = h("span.k-coin");
  const unit = h("span.unseen", ` ${say(lang, "gold")}`);
  const card = seatCard(seat, context, {
    head: [h("span.k-starts.quiet", say(lang, "starts")), h("strong.k-gold", gold, unit, coin)],
    body: [h("div.k-holdings.centre.flow", list, start.box)],
  });
  return { now: null, card, gold, castles, start };
}

/** @param {Language} lang @returns {Start} */
function layStart(lang) {
  const face = picture(tileImage("back"), "k-mini");
  const peek = picture(tileImage("back"), "k-peek");
  const words = h("span.k-start-state", "");
  const kinds = details("k-tokens flow");
  const label = h("span.k-label", say(lang, "starting"));
  const box = h("div.k-start", h("span.k-start-tile", face, peek), h("div.k-start-words", label, words, kinds.box));
  return { box, face, peek, words, kinds };
}

/** @param {Card} card @param {any} seat @param {World} world @param {Context} context */
function showCard(card, seat, world, context) {
  const before = card.now;
  if (before === seat) return;
  const { lang } = context;
  card.now = seat;
  write(card.gold, number(seat.gold));
  for (const one of card.castles) {
    const left = seat.reserve[String(one.rank)] ?? 0;
    const gone = seat.boxed[String(one.rank)] ?? 0;
    if (one.count === left && one.gone === gone) continue;
    one.count = left;
    one.gone = gone;
    write(one.times, `×${left}`);
    one.image.classList.toggle("none", !left);
    forEars(one, () => {
      const words = say(lang, "of_rank", { count: one.count, rank: one.rank });
      hint(one.image, one.gone ? `${words}, ${say(lang, "boxed", { count: one.gone })}` : words);
    });
  }
  if (before?.starting_tile !== seat.starting_tile) showStart(card.start, seat.starting_tile, world, lang);
}

function hint(/** @type {HTMLImageElement} */ image, /** @type {string} */ words) {
  image.alt = words;
  image.title = words;
}

/**
 * The starting tile: not dealt, face down (what it can be, is known or must be), placed or revealed.
 * @param {Start} start @param {{status: string, tile: any, deduced: string | null}} now @param {World} world
 * @param {Language} lang
 */
function showStart(start, now, world, lang) {
  const known = typeof now.tile === "string" ? now.tile : null;
  const what = known ?? now.deduced;
  const down = now.status === "face_down";
  const url = (/** @type {string} */ kind) => tileImage(kind, valueOf(world, kind));
  let words = say(lang, now.status === "not_dealt" ? "not_dealt" : "face_down");
  if (down && what) words = say(lang, known ? "known" : "deduced", { what: nameOf(world, what, lang) });
  else if (now.status === "placed" || now.status === "revealed") {
    words = say(lang, now.status, { what: known ? nameOf(world, known, lang) : "?" });
  }
  write(start.words, words);
  turn(start.face, !down && known ? url(known) : tileImage("back"));
  if (down && what) turn(start.peek, url(what));
  const className = `k-start ${now.status} ${down && what ? "peeked" : ""}`;
  if (start.box.className !== className) start.box.className = className;
  const kinds = down && !what && now.tile ? now.tile.unknown : [];
  start.kinds.show(kinds.length ? say(lang, "can_be", { count: kinds.length }) : null, kinds.join(), () =>
    kinds.map((/** @type {string} */ kind) => picture(url(kind), "k-token", nameOf(world, kind, lang))),
  );
}

/** @param {string} kind @param {World} world @param {Language} lang @returns {Pile} */
function layPile(kind, world, lang) {
  const image = picture(tileImage(kind, valueOf(world, kind)), "k-token", nameOf(world, kind, lang));
  const points = world.most <= MOST_POINTS;
  const left = points ? h("span.k-points") : count("k-times", 3);
  set(left, { "aria-hidden": "true" });
  return { kind, image, left, count: -1 };
}

function showSupply(/** @type {Cards} */ cards, /** @type {any} */ position, /** @type {Language} */ lang) {
  const { supply, stock } = position;
  write(cards.number, say(lang, "left", { count: supply }));
  if (cards.stock === stock) return;
  cards.stock = stock;
  for (const pile of cards.piles) {
    const left = stock[pile.kind] ?? 0;
    if (pile.count === left) continue;
    pile.count = left;
    if (cards.world.most <= MOST_POINTS) pile.left.className = `k-points left-${left}`;
    else write(pile.left, `×${left}`);
    pile.image.classList.toggle("none", !left);
    forEars(pile, () => {
      hint(pile.image, say(lang, "times", { what: nameOf(cards.world, pile.kind, lang), count: pile.count }));
    });
  }
}
