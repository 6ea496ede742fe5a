// @ts-check
/** Around the map: day or night, the order with its tactics, the source, the offers, the tiles and tokens left. */
import { Targets, badge, colourOf, details, differs, h, picture, write } from "../../kit/index.js";
import { BACKS, manaArt, sign } from "./art.js";
import { chip, read } from "./chips.js";
import { backName, dieWords } from "./describe.js";
import { say } from "./words.js";
import { nameOf } from "./world.js";

/**
 * @import { Context, Language } from "../../kit/board.js"
 * @import { Kind, World } from "./world.js"
 * @typedef {{box: HTMLElement, time: HTMLElement, order: HTMLElement, source: HTMLElement, shown: unknown[]}} Strip
 * @typedef {{box: HTMLElement, lists: HTMLElement, rest: import("../../kit/details.js").Details, shown: unknown[],
 *   targets: Targets, world: World | null, lang: Language}} Offers
 */

/** Offers of cards: key in the view -> kind of what lies there. @type {Record<string, Kind>} */
const OFFERS = { units: "unit", monastery: "card", actions: "card", spells: "card" };

/** @param {Context} context @returns {Strip} */
export function layStrip({ lang }) {
  const time = h("p.m-time.centre");
  const order = h("ol.m-order", { "aria-label": say(lang, "order") });
  const source = h("ul.m-source", { "aria-label": say(lang, "source") });
  return { box: h("div.m-strip", time, order, source), time, order, source, shown: [] };
}

/** @param {Strip} strip @param {any} position @param {World} world @param {Context} context */
export function drawStrip(strip, position, world, context) {
  const { lang } = context;
  const tactics = Object.values(position.heroes)
    .map((/** @type {any} */ hero) => `${hero.tactic?.id} ${hero.tactic?.used}`)
    .join();
  const { night, order, source, to_move: toMove, choosing } = position;
  if (!differs(strip, [night, order, source, tactics, toMove.join(), choosing.join(), lang])) return;
  const time = position.night ? "night" : "day";
  strip.box.classList.toggle("m-dark", position.night);
  strip.time.replaceChildren(sign(time), say(lang, time));
  const seats = position.phase === "tactics" ? [...position.order] : position.order;
  strip.order.replaceChildren(
    ...seats.map((/** @type {number} */ seat) => {
      const tactic = position.heroes[seat].tactic;
      const now = position.to_move.includes(seat) ? "m-now" : "";
      const row = tactic ? world.tactics.get(tactic.id) : null;
      const name = tactic ? nameOf(world, "tactic", tactic.id, lang) : say(lang, "no_tactic");
      const words = `${context.seatName(seat)}: ${name}${tactic?.used ? `, ${say(lang, "used_up")}` : ""}`;
      return h(
        "li",
        { className: now, title: words },
        badge(colourOf(seat, context)),
        h("span", { className: `m-tactic-number ${tactic?.used ? "m-spent" : ""}` }, row ? String(row.number) : "–"),
        h("span.m-tactic-name.clip", tactic ? name : ""),
        h("span.unseen", words),
      );
    }),
  );
  strip.source.replaceChildren(
    ...position.source.map((/** @type {any} */ die) => {
      const words = dieWords(world, die, context);
      const spent = die.face === (night ? "gold" : "black") ? "m-spent" : "";
      const away = die.on === "source" ? "" : "m-away";
      const owner = die.seat === null ? null : badge(colourOf(die.seat, context));
      const face = picture(manaArt(die.face, "die"), "m-die", words);
      return h("li", { className: `${away} ${spent}`, title: words }, face, owner);
    }),
  );
}

/** @param {Context} context @returns {Offers} */
export function layOffers({ lang }) {
  const lists = h("div.m-offer-lists");
  const rest = details("m-offer-rest");
  const box = h("section.m-offers.paper", lists, rest.box);
  /** @param {import("../../kit/targets.js").Key} key @param {typeof nameOf | typeof read} does */
  const about = ({ unit, card }, does) =>
    does(/** @type {World} */ (offers.world), unit ? "unit" : "card", String(unit ?? card), offers.lang);
  const name = (/** @type {import("../../kit/targets.js").Key} */ key) => String(about(key, nameOf));
  const press = (/** @type {import("../../kit/targets.js").Key} */ key) => about(key, read) === undefined;
  const targets = new Targets(box, { name, describe: name, press });
  /** @type {Offers} */ const offers = { box, lists, rest, shown: [], targets, world: null, lang };
  return offers;
}

/** @param {Offers} offers @param {any} position @param {World} world @param {Context} context */
export function drawOffers(offers, position, world, context) {
  const { lang } = context;
  if (!differs(offers, [position.offers, position.deck, position.tokens, lang])) return;
  [offers.world, offers.lang] = [world, lang];
  const { offers: on } = position;
  const lists = Object.entries(OFFERS).flatMap(([key, kind]) => {
    const all = on[key];
    if (key === "monastery" && !all.length) return [];
    const left = on[`${key}_left`];
    const rest = left === undefined ? null : h("small", ` ${say(lang, "left", { n: left })}`);
    const head = h("h2", say(lang, `offer_${key}`), rest);
    const chips = all?.map((/** @type {string} */ id) => offerChip(world, kind, id, lang)) ?? [];
    const none = h("span.m-quiet", say(lang, all ? "none" : "offer_unknown"));
    return [h("div.m-offer", { "data-offer": key }, head, h("div.m-row", ...(chips.length ? chips : [none])))];
  });
  const skills = on.skills.map((/** @type {any} */ { hero, skill }) =>
    chip(world, "skill", `${skill}.${hero}`, lang, { before: [sign("skill")] }),
  );
  const title = h("h2", say(lang, "offer_skills"));
  if (skills.length) lists.push(h("div.m-offer", { "data-offer": "skills" }, title, h("div.m-row", ...skills)));
  for (const { key } of [...offers.targets.all.values()]) offers.targets.forget(key);
  offers.lists.replaceChildren(...lists);
  for (const one of offers.lists.querySelectorAll("[data-lies]")) {
    const [kind, id] = String(/** @type {HTMLElement} */ (one).dataset.lies).split(" ");
    offers.targets.declare({ [kind]: id }, /** @type {HTMLElement} */ (one));
  }
  const left = say(lang, "deck_left", position.deck);
  offers.rest.show(`${left}; ${say(lang, "artifacts_left", { n: on.artifacts })}`, position.tokens, () =>
    pilesOf(position.tokens, world, context),
  );
}

/** @param {World} world @param {Kind} kind @param {string} id @param {Language} lang */
function offerChip(world, kind, id, lang) {
  const row = world.units.get(id);
  const signs = row ? { before: [sign("unit")], after: [h("small", `${row.cost}`)] } : {};
  const made = chip(world, kind, id, lang, { ...signs, place: true });
  made.dataset.lies = `${kind} ${id}`;
  return made;
}

/** Enemy tokens left, by back. @param {Record<string, any>} tokens @param {World} world @param {Context} context */
const pilesOf = (tokens, world, { lang }) =>
  Object.entries(tokens).map(([back, { left, discarded }]) => {
    const words = h("span", "");
    write(words, say(lang, "pile", { back: backName(world, back, lang), left, gone: discarded.length }));
    const dot = h("i.m-back");
    dot.style.background = BACKS[back]?.[0] ?? "";
    const gone = discarded.map((/** @type {string} */ id) => chip(world, "enemy", id, lang));
    return h("div.m-pile", dot, words, ...gone);
  });
