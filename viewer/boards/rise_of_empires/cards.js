// @ts-check
/** Beside the map: the order of turns, battles just fought, and what each player has. */
import {
  badge,
  colourOf,
  count,
  differs,
  h,
  localized,
  names,
  perElement,
  picture,
  seatCard,
  set,
  write,
} from "../../kit/index.js";
import { art } from "./art.js";
import { drawBattles, layBattles } from "./battles.js";
import { empireFace, landPicture, standInSign, tileWords } from "./tiles.js";
import { say } from "./words.js";
import { nameOf, roman, turnName, worldOf } from "./world.js";

/**
 * @import { Context, Seat } from "../../kit/board.js"
 * @import { World } from "./world.js"
 * @typedef {{card: import("../../kit/card.js").SeatCard, numbers: Record<string, HTMLElement>, tiles: HTMLElement,
 *   discs: Element | null, shown: unknown[], chips: Map<string, HTMLElement>}} Card `discs`: the label of their
 *   number. `chips`: all that were drawn, by tile and state.
 * @typedef {{world: World, box: HTMLElement, order: HTMLElement, coming: HTMLElement,
 *   fights: import("./battles.js").Fights, orderKey: string, comingKey: string, cards: Card[]}} Cards
 */

/** A seat's numbers: key in the view -> picture, or word. @type {readonly [string, string, boolean][]} */
const NUMBERS = [
  ["food", "food", true],
  ["gold", "gold", true],
  ["resource", "resource", true],
  ["pool", "pool_short", false],
  ["stock", "stock_short", false],
  ["on_map", "on_map_short", false],
  ["discs", "discs_short", false],
];

/** Show the seats in an element. @type {Required<import("../../kit/board.js").Board>["panel"]} */
export function showCards(el, position, changed, context) {
  const cards = cardsIn(el, context, position);
  const { world } = cards;
  if (cards.box.parentNode !== el) el.replaceChildren(cards.box);
  showOrder(cards, position, context);
  showComing(cards, position, context);
  drawBattles(cards.fights, position, world, context);
  context.seats.forEach((seat, place) => {
    const mine = position.seats[String(seat.seat)];
    showCard(cards.cards[place], mine, position, world, context);
    const touched = changed.some((path) => path.startsWith(`/seats/${seat.seat}/`));
    cards.cards[place].card.show({ turn: position.to_move.includes(seat.seat), "r-touched": touched });
  });
}

/** @type {(el: HTMLElement, context: Context, position: any) => Cards} */
const cardsIn = perElement((_el, context) => {
  const world = worldOf(context.box);
  const cards = context.seats.map((seat) => layCard(seat, context));
  const order = h("ol.r-order.centre.flow", { "aria-label": say(context.lang, "order") });
  const coming = h("p.r-small.r-coming", "");
  const fights = layBattles(context);
  const box = h("div.r-cards.stack", order, fights.box, ...cards.map((one) => one.card.box), coming);
  return { world, box, order, coming, fights, orderKey: "", comingKey: "", cards };
});

/** @param {Seat} seat @param {Context} context @returns {Card} */
function layCard(seat, context) {
  const { lang } = context;
  const vp = count("", 4);
  /** @type {Record<string, HTMLElement>} */ const numbers = { vp };
  /** @type {Element | null} */ let discs = null;
  const items = NUMBERS.map(([key, sign, drawn]) => {
    const number = h("b", "");
    numbers[key] = number;
    const label = drawn ? picture(art(key), "r-icon", say(lang, key)) : h("span", say(lang, sign));
    if (key === "discs") discs = label;
    const before = key === "pool" ? h("span", say(lang, "cubes_short")) : null;
    return h("li", { className: `r-${key}`, title: say(lang, key) }, before, number, label);
  });
  const tiles = h("div.r-own");
  const score = h("strong.r-vp", vp, h("span.unseen", ` ${say(lang, "vp")}`), picture(art("vp"), "r-icon"));
  const card = seatCard(seat, context, { head: [score], body: [h("ul.r-numbers", ...items), tiles] });
  return { card, numbers, discs, tiles, shown: [], chips: new Map() };
}

/** @param {Card} card @param {any} mine @param {any} position @param {World} world @param {Context} context */
function showCard(card, mine, position, world, context) {
  for (const key of Object.keys(card.numbers)) write(card.numbers[key], String(mine[key]));
  if (card.discs instanceof HTMLElement) write(card.discs, say(context.lang, "discs_short", { n: mine.discs }));
  if (!differs(card, [mine.progress, mine.territory, mine.cities, mine.empire, position.era])) return;
  const { lang } = context;
  /** @param {string} className @param {string} id @param {string} more @param {(Node | string | null)[]} content */
  const chip = (className, id, more, ...content) => {
    const title = [tileWords(world, id, position.era, lang), more].filter(Boolean).join(" ");
    return h("li", { className: `r-chip inline ${className}`, title }, ...content);
  };
  // Each chip is drawn once in each of its states: a seek puts most of them back.
  const all = (/** @type {Record<string, any>} */ tiles, /** @type {(id: string, how: any) => HTMLElement} */ make) =>
    Object.entries(tiles).map(([id, how]) => {
      const state = `${id} ${position.era} ${JSON.stringify(how)}`;
      const made = card.chips.get(state) ?? make(id, how);
      card.chips.set(state, made);
      return made;
    });
  const progress = all(mine.progress, (id, { up, waiting }) => {
    const waits = waiting.length ? say(lang, "waits_for", { who: names(waiting, context) }) : "";
    const more = up ? waits : say(lang, "face_down");
    const row = world.progress.get(id);
    const sign = more ? h("small", up ? picture(art("wait"), "r-icon") : " ↓", h("span.unseen", ` ${more}`)) : null;
    const className = `r-of-era-${row?.era} ${up ? "" : "r-used"} ${waiting.length ? "r-waits" : ""}`;
    return chip(className, id, more, nameOf(world, id, lang), " ", standInSign(row, lang), sign);
  });
  const cities = all(mine.cities, (id, turn) => {
    const row = world.cities.get(id);
    const more = say(lang, "taken_in", { turn: turnName(world, turn, lang) });
    const each = h("b", `+${row?.vp_per_turn ?? 0}`, picture(art("vp"), "r-icon", say(lang, "good_vp")));
    const name = [picture(art("city"), "r-icon"), localized(row?.name, lang)];
    return chip(`r-city-chip r-of-era-${row?.era}`, id, more, ...name, " ", each, standInSign(row, lang));
  });
  const lands = all(mine.territory, (id, number) => {
    const row = world.territory.get(id);
    return chip("r-land-chip", id, "", landPicture(row, lang), `×${number}`);
  });
  const empire = all(mine.empire, (id) => chip("r-empire", id, "", ...empireFace(world, id, position.era, lang)));
  const list = (/** @type {string} */ key, /** @type {HTMLElement[]} */ all) =>
    all.length ? [h("ul", { "aria-label": say(lang, `offer_${key}`) }, ...all)] : [];
  card.tiles.replaceChildren(
    ...list("progress", progress),
    ...list("city", cities),
    ...list("territory", lands),
    ...list("empire", empire),
  );
}

/** The order of this turn, or the next one. @param {Cards} cards @param {any} position @param {Context} context */
function showOrder(cards, position, context) {
  const next = position.phase === "turn_order";
  const { order, next_order, choosing, to_move, overseas_open } = position;
  const key = JSON.stringify([next, order, next_order, choosing, to_move, overseas_open]);
  if (cards.orderKey === key) return;
  cards.orderKey = key;
  const { lang } = context;
  const places = next ? Object.values(position.next_order) : position.order;
  set(cards.order, { "aria-label": say(lang, next ? "next_order" : "order") });
  const items = places.map((/** @type {number | null} */ seat, /** @type {number} */ at) => {
    const n = at + 1;
    const title = say(lang, "position_free", { n });
    if (seat === null) return h("li.r-open", { title }, String(n), h("span.unseen", title));
    const className = position.to_move.includes(seat) && !next ? "r-now" : "";
    return h(
      "li",
      { className },
      String(n),
      badge(colourOf(seat, context)),
      h("span.who.clip", context.seatName(seat)),
    );
  });
  // Before the starting player is known there is no order.
  const head = items.length ? [h("li.r-head", say(lang, next ? "next_order" : "order"))] : [];
  const [first] = next ? choosing : [];
  const chooser = first === undefined ? [] : [h("li.r-now", say(lang, "chooses", { who: context.seatName(first) }))];
  const open = overseas_open ? "overseas_open" : "overseas_closed";
  const sea = position.era > 1 ? [h("li.r-head", say(lang, open))] : [];
  cards.order.replaceChildren(...head, ...items, ...chooser, ...sea);
}

/** What must come next, and what is unseen. @param {Cards} cards @param {any} position @param {Context} context */
function showComing(cards, position, context) {
  const { coming, unseen } = position;
  const key = `${context.lang} ${JSON.stringify([coming, unseen])}`;
  if (cards.comingKey === key) return;
  cards.comingKey = key;
  const { lang } = context;
  const { world } = cards;
  const name = (/** @type {string} */ id) => nameOf(world, id, lang);
  const sure = [
    ...(coming.progress ?? []).map(name),
    ...Object.entries(coming.territory ?? {}).map(([id, number]) =>
      say(lang, "times", { what: name(id), count: number }),
    ),
    ...coming.city.map(name),
  ];
  const progress = Object.entries(unseen.progress)
    .map(([era, number]) => `${roman(Number(era))} ${number}`)
    .join(", ");
  const territory = Object.entries(unseen.territory)
    .filter(([, number]) => number)
    .map(([id, number]) => `${name(id)} ${number}`)
    .join(", ");
  const some = Object.values(unseen.progress).some(Boolean);
  const left = some || territory ? say(lang, "unseen", { progress, territory: territory || "0" }) : "";
  const words = sure.length ? say(lang, "coming", { what: sure.join(", ") }) : "";
  write(cards.coming, [words, left].filter(Boolean).join(" "));
}
