// @ts-check
/** Beside the map: every hero with its track, its cards as far as these eyes know them, units, skills, mana. */
import {
  amount,
  capital,
  details,
  h,
  listed,
  localized,
  number,
  perElement,
  picture,
  seatCard,
  sum,
} from "../../kit/index.js";
import { manaArt, sign } from "./art.js";
import { chip, gainSigns, readsChips } from "./chips.js";
import { gainsOf, turnAround, woundsOf } from "./moved.js";
import { rewardWords, unitWords } from "./describe.js";
import { say } from "./words.js";
import { manaName, nameOf, rowOf, worldOf } from "./world.js";

/**
 * @import { Context, Language, Seat } from "../../kit/board.js"
 * @import { World } from "./world.js"
 * @typedef {{card: import("../../kit/card.js").SeatCard, values: HTMLElement, mana: HTMLElement, play: HTMLElement,
 *   rest: HTMLElement, piles: import("../../kit/details.js").Details, fame: HTMLElement, hero: any}} Card
 * @typedef {{world: World, box: HTMLElement, cards: Card[], context: Context, active: number | null}} Cards
 */

/** Show the heroes in an element. @type {Required<import("../../kit/board.js").Board>["panel"]} */
export function showHeroes(el, position, _changed, context) {
  const cards = cardsIn(el, context, position);
  cards.context = context;
  if (cards.box.parentNode !== el) el.replaceChildren(cards.box);
  context.seats.forEach(({ seat }, place) => {
    const card = cards.cards[place];
    showHero(card, position.heroes[seat], seat, cards.world, context);
    card.card.show({ turn: position.to_move.includes(seat), "m-active": position.active === seat });
  });
  if (cards.active === position.active) return;
  cards.active = position.active;
  const active = cards.cards[context.seats.findIndex(({ seat }) => seat === position.active)]?.card.box;
  // Once everything is drawn, where the heroes scroll: there is room for one.
  if (active) requestAnimationFrame(() => (el.scrollTop = active.offsetTop - cards.box.offsetTop));
}

/** @type {(el: HTMLElement, context: Context, position: any) => Cards} */
const cardsIn = perElement((_el, context) => {
  const world = worldOf(context.box);
  const cards = context.seats.map((seat) => layCard(seat, context));
  const box = h("div.m-heroes.stack", ...cards.map((one) => one.card.box));
  /** @type {Cards} */
  const made = { world, box, cards, context, active: null };
  readsChips(box, () => ({ world, lang: made.context.lang }));
  return made;
});

/** @param {Seat} seat @param {Context} context @returns {Card} */
function layCard(seat, context) {
  const fame = h("strong.m-fame.inline");
  const [values, mana, play, rest] = ["m-values", "m-stock", "m-play", "m-rest"].map((className) =>
    h("div", { className }),
  );
  const piles = details("m-piles");
  const card = seatCard(seat, context, { head: [fame], body: [values, mana, play, rest, piles.box] });
  return { card, values, mana, play, rest, piles, fame, hero: null };
}

/** @param {Card} card @param {any} hero @param {number} seat @param {World} world @param {Context} context */
function showHero(card, hero, seat, world, context) {
  const { lang } = context;
  const was = card.hero;
  if (was === hero) return;
  card.hero = hero;
  /** Whether any of these differs from what is shown. @param {...string} keys */
  const other = (...keys) => !was || keys.some((key) => was[key] !== hero[key]);
  card.fame.replaceChildren(trackOf(hero, world, lang), String(hero.fame), sign("fame", say(lang, "fame")));
  const values = ["fame", "level", "reputation", "armor", "hand_limit", "command", "units", "owned"];
  if (other(...values)) card.values.replaceChildren(...valuesOf(hero, world, lang));
  if (other("crystals", "mana", "turn")) card.mana.replaceChildren(...stockOf(hero, world, lang));
  const { options, rewards } = hero.turn ?? {};
  if (other("played") || was?.turn?.options !== options || was?.turn?.rewards !== rewards)
    card.play.replaceChildren(...playOf(hero, seat, world, context));
  if (other("tactic", "units", "skills", "plundered")) card.rest.replaceChildren(...ownOf(hero, world, lang));
  const words = ["hand", "deck", "discard"]
    .map((pile) => `${say(lang, pile)} ${pile === "discard" ? hero.discard.length : hero[pile]}`)
    .join(" · ");
  card.piles.show(words, hero, () => pilesOf(hero, world, lang));
}

/** A number with its sign and its name. @param {string} name @param {string} value @param {string} words */
const figure = (name, value, words) =>
  h("span.m-figure-value.inline", { title: words }, sign(name), h("b", value), h("span.unseen", ` ${words}`));

/** How far it is to the next level. @param {any} hero @param {World} world @param {Language} lang */
function trackOf(hero, world, lang) {
  const fameOf = (/** @type {number} */ level) =>
    world.box.levels.find((/** @type {any} */ one) => one.level === level)?.fame ?? null;
  const [least, most] = [fameOf(hero.level) ?? 0, fameOf(hero.level + 1)];
  const title = most === null ? "" : say(lang, "level_next", { n: hero.level + 1, fame: most });
  const part = most === null || most <= least ? 1 : Math.max(0, Math.min(1, (hero.fame - least) / (most - least)));
  const done = h("i");
  done.style.width = `${Math.round(part * 100)}%`;
  return h("span.m-track", { title }, done);
}

/** The figures of a hero. @param {any} hero @param {World} world @param {Language} lang */
function valuesOf(hero, world, lang) {
  const { reputation } = world.box;
  const step = reputation.find((/** @type {any} */ one) => one.step === hero.reputation);
  const influence = step?.influence ?? null;
  const n = number(hero.reputation, true);
  const bonus = influence === null ? "" : number(influence, true);
  const words = say(lang, bonus ? "reputation_is" : "reputation_x", { n, influence: bonus });
  const name = localized(world.heroes.get(hero.hero)?.name, lang) || hero.hero;
  const title = `${name}, ${say(lang, "level_of", { n: hero.level })}`;
  return [
    h("b.m-level", title),
    figure("reputation", `${n} (${bonus || "✕"})`, words),
    figure("armor", String(hero.armor), say(lang, "armor")),
    figure("cards", String(hero.hand_limit), say(lang, "hand_limit")),
    figure("unit", `${Object.keys(hero.units).length}/${hero.command}`, say(lang, "command")),
    figure("wound", String(woundsOf(hero)), say(lang, "wounds")),
  ];
}

/** Crystals, mana tokens, points of the turn. @param {any} hero @param {World} world @param {Language} lang */
function stockOf(hero, world, lang) {
  /** @param {Record<string, number>} counts @param {string} shape @param {string} label */
  const row = (counts, shape, label) =>
    Object.entries(counts).flatMap(([colour, n]) => {
      const words = `${say(lang, label)}: ${manaName(world, colour, lang)} ${n}`;
      return Array.from({ length: n }, (_, at) => picture(manaArt(colour, shape), "m-mana", at ? "" : words));
    });
  const stock = [...row(hero.crystals, "crystal", "crystals"), ...row(hero.mana, "token", "mana")];
  if (!hero.turn) return stock;
  const { move, influence, heal, dice, part, step } = hero.turn;
  const gains = Object.entries({ move, influence, heal }).flatMap(([what, n]) => (n ? [{ what, n }] : []));
  const points = gainSigns(world, gains, lang);
  const words = h("span.m-quiet", capital(say(lang, `part_${part}`, { step: step ?? "" })));
  const used = h("span.m-quiet", { title: say(lang, "dice_used", dice) }, sign("die"), `${dice.used}/${dice.allowed}`);
  return [...stock, h("span.m-points.inline", words, ...points, used)];
}

/** The cards in play, by order. @param {any} hero @param {number} seat @param {World} world @param {Context} context */
function playOf(hero, seat, world, context) {
  const { lang } = context;
  const plays = Object.entries(hero.played);
  const steps = hero.turn
    ? turnAround(context.ply, context.step).filter((one) => one.seat === seat && one.ply <= context.ply)
    : [];
  const chips = plays.map(([name, { card, use, gives }]) => {
    const by = steps.find((one) => one.after.heroes[seat].played[name] && !one.before.heroes[seat].played[name]);
    const gains = by ? gainsOf(by.before, by.after, seat).filter(({ what }) => what !== "cards") : [];
    // A card that has left the play area is still shown by its play.
    const gone = card ? "" : `, ${say(lang, "gone")}`;
    const how = (gives ? `${say(lang, use)}, ${say(lang, `g_${gives}`)}` : say(lang, use)) + gone;
    const id = card ?? name.split(".")[0];
    const className = `m-use-${use} ${card ? "" : "m-spent"}`;
    const signs = gainSigns(world, gains, lang);
    return chip(world, "card", id, lang, { className, more: how, after: [h("small", how), ...signs] });
  });
  const due = (hero.turn?.rewards ?? []).map((/** @type {any} */ one) => rewardWords(world, one, lang));
  const open = Object.entries(hero.turn?.options ?? {}).flatMap(([name, some]) =>
    some.length ? [optionName(world, name, lang)] : [],
  );
  return [
    ...(chips.length ? [h("div.m-row", { role: "group", "aria-label": say(lang, "played") }, ...chips)] : []),
    ...(due.length ? [h("p.m-due", say(lang, "rewards_due", { what: listed(due, lang) }))] : []),
    ...(open.length ? [h("p.m-quiet", say(lang, "options_open", { what: listed(open, lang) }))] : []),
  ];
}

function optionName(/** @type {World} */ world, /** @type {string} */ name, /** @type {Language} */ lang) {
  const id = name.split(".")[0];
  const row = world.cards.get(id) ?? world.units.get(id) ?? world.tactics.get(id) ?? rowOf(world, "skill", id);
  return localized(row?.name, lang) || id;
}

/** Tactic, units and skills. @param {any} hero @param {World} world @param {Language} lang */
function ownOf(hero, world, lang) {
  /** @type {HTMLElement[]} */ const parts = [];
  const own = (
    /** @type {import("./world.js").Kind} */ kind,
    /** @type {string} */ id,
    /** @type {string} */ more,
    /** @type {boolean} */ spent,
    after = more ? [h("small", more)] : [],
  ) =>
    parts.push(chip(world, kind, id, lang, { className: spent ? "m-spent" : "", more, before: [sign(kind)], after }));
  if (hero.tactic) {
    const { id, used, stored } = hero.tactic;
    const words = [used ? say(lang, "used_up") : "", stored ? say(lang, "stored", { n: stored }) : ""];
    own("tactic", id, words.filter(Boolean).join(", "), used);
  }
  for (const unit of Object.values(hero.units)) {
    const more = unitWords(world, unit, lang).split(": ").slice(1).join(": ");
    const state = unit.ready ? [] : [h("small", say(lang, "unit_spent"))];
    const wounds = Array.from({ length: unit.wounds }, () => sign("wound"));
    own("unit", unit.unit, more, !unit.ready, [...state, ...wounds, ...(unit.banner ? [sign("end")] : [])]);
  }
  for (const [id, skill] of Object.entries(hero.skills)) {
    const state = ["used", "centre", "new"].filter((one) => skill[one]).map((one) => say(lang, `skill_${one}`));
    own("skill", `${id.split(".")[0]}.${skill.hero}`, state.join(", "), skill.used || skill.centre);
  }
  if (hero.plundered) parts.push(h("span.m-quiet", say(lang, "plundered")));
  return parts.length ? [h("div.m-row", ...parts)] : [];
}

/** A hero's piles, as far as these eyes know. @param {any} hero @param {World} world @param {Language} lang */
function pilesOf(hero, world, lang) {
  /** @param {string} label @param {(string | null)[]} cards @param {number} unknown @param {string} [more] */
  const pile = (label, cards, unknown, more = "") => {
    const chips = counted(cards.filter((card) => card !== null)).map(([card, n]) => cardChip(world, card, n, lang));
    const hidden = unknown + cards.filter((card) => card === null).length;
    const rest = hidden > 0 ? h("span.m-unknown", say(lang, "unknown_cards", { n: hidden })) : null;
    return h("div.m-pile", h("b", say(lang, label)), ...chips, rest, more ? h("small", more) : null);
  };
  const { hand, top, bottom } = hero.known;
  const names = (/** @type {string[]} */ cards) => cards.map((card) => nameOf(world, "card", card, lang)).join(", ");
  const deck = [
    top.length ? say(lang, "on_top", { cards: names(top) }) : "",
    bottom.length ? say(lang, "at_bottom", { cards: names(bottom) }) : "",
  ].filter(Boolean);
  const piles = [
    pile("hand", hand, hero.hand - hand.length),
    pile("deck", [], hero.deck - top.length - bottom.length, deck.join("; ")),
    pile("discard", hero.discard, 0),
  ];
  if (hero.aside.length) piles.push(pile("aside", hero.aside, 0));
  if (hero.removed.length) piles.push(pile("removed", hero.removed, 0));
  const owned = Object.entries(hero.owned).map(([card, n]) => cardChip(world, card, n, lang));
  piles.push(h("div.m-pile", h("b", `${say(lang, "owned")} (${amount(ownedBy(hero))})`), ...owned));
  return piles;
}

/** @param {World} world @param {string} card @param {number} n @param {Language} lang */
function cardChip(world, card, n, lang) {
  const many = n > 1 ? [h("small", say(lang, "copies", { n }))] : [];
  // An artifact that nobody can name has no row.
  if (!world.cards.has(card)) return h("span.m-chip.m-unknown", say(lang, `${card}_unknown`), ...many);
  return chip(world, "card", card, lang, { after: many });
}

/** How many cards a hero owns. @param {any} hero @returns {number} */
export const ownedBy = (hero) => sum(hero.owned);

/** @param {(string | null)[]} cards @returns {[string, number][]} */
function counted(cards) {
  /** @type {Map<string, number>} */ const all = new Map();
  for (const card of cards) if (card !== null) all.set(card, (all.get(card) ?? 0) + 1);
  return [...all];
}
