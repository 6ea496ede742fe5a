// @ts-check
/** The night market: what is for sale, what was turned up, and what each seat has. */
import { Targets, arrange, h, listed, localized, modeOf, picture, seatCard, write } from "../kit/index.js";
import { cardImage } from "./toy-art.js";
import { say } from "./toy-words.js";

/**
 * @typedef {import("../kit/board.js").Context} Context
 * @typedef {{unknown: string[]} | string} Card
 */

export const sheets = ["toy.css"];

/** Words for what the page draws around the board. */
export const words = {
  title: { en: "Night market", es: "Mercado nocturno" },
  round: { en: "Round {round}", es: "Ronda {round}" },
  score: { en: "points", es: "puntos" },
  chart: { en: "Points over the game", es: "Puntos durante la partida" },
};

/**
 * @type {WeakMap<HTMLElement, {mode: string, targets: Targets, now: {position: any, context: Context}, parts: Record<string, HTMLElement>}>}
 */
const tables = new WeakMap();

/**
 * The shop and the cards that were turned up; what a move changed is lit.
 * @param {HTMLElement} el
 * @param {any} position
 * @param {readonly string[]} changed
 * @param {Context} context
 */
export function draw(el, position, changed, context) {
  const { lang, box } = context;
  const table = tables.get(el)?.mode === modeOf(context) ? /** @type {any} */ (tables.get(el)) : lay(el, context);
  table.now = { position, context };
  write(table.parts.effect, effectWords(position, context));
  write(table.parts.pile, `${say(lang, "pile", position.pile)} · ${say(lang, "lots", { count: position.lots })}`);
  table.parts.market.replaceChildren(...position.market.map((/** @type {string} */ card) => cardOf(card, context)));
  if (!position.market.length) table.parts.market.append(say(lang, "nothing"));
  for (const item of Object.keys(box.items)) table.parts[item].classList.toggle("sold", !(item in position.shop));
  table.targets.light(
    Object.keys(box.items)
      .filter((item) => changed.includes(`/shop/${item}`))
      .map((item) => ({ item })),
  );
  table.targets.refresh();
}

/** @param {HTMLElement} el @param {Context} context */
function lay(el, context) {
  const { lang, box } = context;
  /** @type {Record<string, HTMLElement>} */
  const parts = {
    effect: h("p", { className: "toy-effect" }, ""),
    pile: h("p", null, ""),
    market: h("div", { className: "toy-cards" }),
  };
  const shop = h("ul", { className: "toy-shop" });
  const frame = h(
    "div",
    { className: "toy" },
    h("h2", null, say(lang, "shop")),
    shop,
    h("h2", null, say(lang, "market")),
    parts.market,
    parts.pile,
    parts.effect,
  );
  const table = { mode: modeOf(context), now: { position: null, context }, parts, targets: /** @type {any} */ (null) };
  const nameOf = (/** @type {string | number} */ item) => localized(box.items[item].name, lang);
  table.targets = new Targets(frame, {
    name: ({ item }) => nameOf(item),
    describe: ({ item }) =>
      say(lang, "price", { item: nameOf(item), price: box.items[item].price, points: box.items[item].points }),
  });
  for (const [item, { price }] of Object.entries(box.items)) {
    parts[item] = h("li", null, nameOf(item), h("b", null, String(price)));
    shop.append(parts[item]);
    table.targets.declare({ item }, parts[item]);
  }
  el.replaceChildren(frame);
  tables.set(el, table);
  return table;
}

/** What a roll called for and is not yet done. @param {any} position @param {Context} context */
function effectWords({ effect }, { lang, seatName }) {
  return effect ? say(lang, effect.kind, { who: seatName(effect.seat), left: effect.left }) : "";
}

/** @param {Card} card @param {Context} context */
function cardOf(card, { lang, box }) {
  const name = (/** @type {string} */ id) => localized(box.cards[id]?.name, lang) || id;
  if (typeof card === "string") return picture(cardImage(card), "toy-card", name(card));
  return picture(cardImage(null), "toy-card", say(lang, "one_of", { all: listed(card.unknown.map(name), lang) }));
}

/**
 * The seats: gold, goods, items, order and hand.
 * @param {HTMLElement} el
 * @param {any} position
 * @param {readonly string[]} _changed
 * @param {Context} context
 */
export function panel(el, position, _changed, context) {
  const { lang, box, seats } = context;
  const cards = seats.map((seat) => {
    const has = position.seats[seat.seat];
    const wares = Object.entries(has.goods).map(
      ([ware, count]) => `${count} × ${localized(box.wares[ware]?.name, lang) || ware}`,
    );
    const items = Object.keys(has.items).map((item) => localized(box.items[item]?.name, lang) || item);
    const order =
      has.order === null
        ? null
        : typeof has.order === "string"
          ? localized(box.orders[has.order].name, lang)
          : say(lang, "sealed");
    const body = [
      h("p", null, `${say(lang, "gold", { count: has.gold })} · ${listed(wares, lang)}`),
      items.length ? h("p", null, `${say(lang, "items")}: ${listed(items, lang)}`) : null,
      order ? h("p", null, say(lang, "order", { order })) : null,
      h("div", { className: "toy-cards" }, ...has.hand.map((/** @type {Card} */ card) => cardOf(card, context))),
    ];
    const card = seatCard(seat, context, { body });
    card.show({ turn: position.to_move.includes(seat.seat) });
    return card.box;
  });
  arrange(el, cards);
}

/**
 * Orders that were turned up, on the slider.
 * @param {any} mark
 * @param {import("../kit/words.js").Language} lang
 */
export function markWords(mark, lang) {
  return mark.kind === "orders" ? { label: say(lang, "order", { order: String(mark.round) }), report: false } : null;
}

/**
 * The table for ears.
 * @param {any} position
 * @param {Context} context
 */
export function grid(position, context) {
  const { lang, box, seats, seatName } = context;
  const name = (/** @type {Card} */ card) =>
    typeof card === "string"
      ? localized(box.cards[card]?.name, lang) || card
      : say(lang, "one_of", { all: listed(card.unknown, lang) });
  return {
    caption: say(lang, "caption"),
    columns: [say(lang, "gold", { count: "" }).trim(), say(lang, "hand"), say(lang, "items")],
    rows: seats.map((seat) => {
      const has = position.seats[seat.seat];
      const items = Object.keys(has.items).map((item) => localized(box.items[item]?.name, lang) || item);
      return {
        head: seatName(seat.seat),
        cells: [String(has.gold), listed(has.hand.map(name), lang), listed(items, lang)],
      };
    }),
  };
}

/**
 * The lines of the result's table.
 * @param {any} result
 * @param {Context} context
 */
export function breakdown(result, { lang, seats }) {
  const of = seats.map((seat) => result.seats[seat.seat].breakdown);
  const heads = {
    gold: say(lang, "gold", { count: "" }).trim(),
    lots: say(lang, "drawn"),
    items: say(lang, "items"),
    hand: say(lang, "hand"),
  };
  return {
    ending: say(lang, "over"),
    parts: Object.entries(heads).map(([kind, head]) => ({ head, values: of.map((one) => one[kind]) })),
  };
}
