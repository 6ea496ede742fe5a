// @ts-check
/** The open locations, the prison and the Black Market: the workers there, and what the next worker would gain. */
import { either, h } from "../../kit/index.js";
import { Run } from "./run.js";
import {
  changeOf,
  countsWords,
  goodToken,
  goodsTokens,
  sign,
  signToken,
  wordsToken,
  workerToken,
  workersTokens,
} from "./signs.js";
import { goodsWords } from "./cards/text.js";
import { actingSeat, nextAt, placeName } from "./world.js";
import { say } from "./words.js";

/**
 * @import { Context, Language } from "../../kit/board.js"
 * @import { Next, World } from "./world.js"
 * @typedef {{id: string, box: HTMLElement, show: (position: any, context: Context) => void}} Place One place of the
 *   board; `show` touches only what differs.
 */

/** Emblem, name, two lines. @param {World} world @param {string} id @param {Language} lang @param {string} [emblem] */
function frameOf(world, id, lang, emblem = id) {
  const workers = h("span.a-workers");
  const next = h("span.a-next.centre.quiet");
  const name = h("b", placeName(world, id, lang));
  const box = h("div.a-place", { "data-place": id }, h("span.a-head.centre", sign(emblem), name), workers, next);
  return { box, workers: new Run(workers), next: new Run(next) };
}

/** An open location. @param {World} world @param {any} about Of the box. @param {Language} lang @returns {Place} */
export function openPlace(world, about, lang) {
  const { box, workers, next } = frameOf(world, about.id, lang);
  /** @type {any} */ let shown;
  let said = "";
  return {
    id: about.id,
    box,
    show: (position, context) => {
      const counts = position.locations[about.id];
      if (shown !== counts) workers.show(workersTokens(counts, context));
      shown = counts;
      const seat = actingSeat(position);
      const what = seat === null ? null : nextAt(world, about, position, seat);
      const key = `${seat} ${JSON.stringify(what)} ${about.gain === "tax_silver" ? position.tax_silver : ""}`;
      if (key === said) return;
      said = key;
      if (seat !== null && what) next.show([workerToken(seat, context), ...nextTokens(about, what, lang)]);
      else next.show(about.gain === "tax_silver" ? [goodToken("tax", position.tax_silver, "a-tax")] : []);
    },
  };
}

/** What the next worker brings, as pictures. @param {any} about @param {Next} next @param {Language} lang */
function nextTokens(about, next, lang) {
  if (next.actions !== null)
    return [wordsToken(say(lang, about.captures_up_to ? "cap_short" : "act_short", { n: next.actions }))];
  if (next.columns !== null) {
    const column = wordsToken(say(lang, "column_short", { n: next.columns }));
    return [column, wordsToken("/"), goodToken("building_cards", next.cards ?? 0)];
  }
  if (!next.gain.length) return [wordsToken("–")];
  return next.gain.flatMap((goods, place) => [...(place ? [wordsToken("/")] : []), ...goodsTokens(goods)]);
}

/** The same in words. @param {World} world @param {any} about @param {Next} next @param {Language} lang */
function nextWords(world, about, next, lang) {
  if (next.actions !== null) return say(lang, about.captures_up_to ? "captures" : "actions", { n: next.actions });
  if (next.columns !== null) {
    const cards = goodsWords(world, { building_cards: next.cards ?? 0 }, lang);
    return say(lang, "hire_or_draw", { columns: next.columns, cards });
  }
  const gains = next.gain.map((goods) => goodsWords(world, goods, lang));
  return either(gains, lang) || say(lang, "nothing_next");
}

/** All about a location. @param {World} world @param {any} about @param {any} position @param {Context} context */
export function openWords(world, about, position, context) {
  const { lang } = context;
  const who = countsWords(position.locations[about.id], context);
  const parts = [who ? say(lang, "workers_here", { who }) : say(lang, "no_workers")];
  if (about.gain === "tax_silver") parts.push(say(lang, "tax_here", { n: position.tax_silver }));
  for (const { seat } of context.seats) {
    const what = nextWords(world, about, nextAt(world, about, position, seat), lang);
    parts.push(`${say(lang, "next_of", { who: context.seatName(seat), what })}.`);
  }
  return `${placeName(world, about.id, lang)}. ${parts.join(" ")}`;
}

/** @param {World} world @param {Language} lang @returns {Place} */
export function prisonPlace(world, lang) {
  const { box, workers } = frameOf(world, "prison", lang, "bars");
  box.classList.add("a-prison");
  /** @type {any} */ let shown;
  return {
    id: "prison",
    box,
    show: (position, context) => {
      if (shown !== position.prison) workers.show(workersTokens(position.prison, context));
      shown = position.prison;
    },
  };
}

export function prisonWords(/** @type {World} */ world, /** @type {any} */ position, /** @type {Context} */ context) {
  const { lang } = context;
  const who = countsWords(position.prison, context);
  return `${placeName(world, "prison", lang)}. ${who ? say(lang, "prisoners", { who }) : say(lang, "no_prisoners")}`;
}

/** What the space of the market gives now: goods, or null for the middle. @param {any} about @param {any} position */
function marketGoods(about, position) {
  if (about.gain === "small_face") return position.small_market;
  return about.gain === "large_face" ? position.large_market : null;
}

/** @param {any} about */
const drawOf = (about) => about.choose_action?.find((/** @type {any} */ one) => one.id === "draw") ?? {};

/**
 * The three spaces, with what they cost and give.
 * @param {World} world @param {Language} lang
 * @returns {{box: HTMLElement, spaces: Place[], show: (position: any, context: Context) => void}}
 */
export function marketPart(world, lang) {
  const left = h("small", "");
  /** @type {any} */ let pile;
  const spaces = world.markets.map(marketPlace);
  const head = h("h2.a-title", sign("market"), say(lang, "market"), " ", left);
  const box = h("section.a-part.a-market", head, ...spaces.map((one) => one.box));
  box.title = say(lang, "reset_when");
  return {
    box,
    spaces,
    show: (position, context) => {
      for (const space of spaces) space.show(position, context);
      if (pile !== position.market.left_pile)
        left.textContent = say(lang, "market_left_short", { n: position.market.left_pile });
      pile = position.market.left_pile;
    },
  };
}

/** @param {any} about @returns {Place} */
function marketPlace(about) {
  const stand = h("span.a-space");
  const goods = h("span.a-goods");
  const price = h("span.a-price", ...Object.entries(about.cost).map(([good, n]) => changeOf(good, -Number(n))));
  const box = h("div.a-place.a-row", { "data-place": about.id }, stand, goods, price);
  const [standing, given] = [new Run(stand), new Run(goods)];
  /** @type {any} */ let seat;
  /** @type {any} */ let face;
  return {
    id: about.id,
    box,
    show: (position, context) => {
      const now = position.market[about.id.replace("market_", "")];
      if (seat !== now) standing.show(now === null ? [] : [workerToken(now, context)]);
      seat = now;
      const gives = marketGoods(about, position);
      if (face !== undefined && face === gives) return;
      face = gives;
      const { cards = 0, keep = 0 } = drawOf(about);
      if (gives) given.show(goodsTokens(gives));
      else given.show([signToken("workshop"), goodToken("building_cards", `${cards}→${keep}`)]);
    },
  };
}

/** @param {World} world @param {any} about @param {any} position @param {Context} context */
export function marketWords(world, about, position, context) {
  const { lang } = context;
  const key = about.id.replace("market_", "");
  const seat = position.market[key];
  const gives = marketGoods(about, position);
  const { cards = 0, keep = 0 } = drawOf(about);
  const what = gives ? goodsWords(world, gives, lang) : say(lang, "hire_or_keep", { n: cards, keep });
  const face = position.market[key === "left" ? "small_face" : "large_face"];
  const printed = gives && face === null && position.phase !== "setup" ? `, ${say(lang, "market_printed")}` : "";
  const price = say(lang, "market_price", { price: goodsWords(world, about.cost, lang) });
  const who = seat === null ? say(lang, "free_space") : say(lang, "taken_by", { who: context.seatName(seat) });
  const turned = key === "left" ? ` ${say(lang, "market_left", { n: position.market.left_pile })}.` : "";
  return `${placeName(world, about.id, lang)}: ${what}${printed}; ${price}; ${who}.${turned}`;
}
