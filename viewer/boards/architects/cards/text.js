// @ts-check
/** What a card does, in words made from the data of its box: no card is known here by its name or number. */
import { capital, either, listed, localized } from "../../../kit/index.js";
import { say } from "./text-words.js";
import { placeName } from "../world.js";

/** @import { Language } from "../../../kit/board.js" */
/** @import { Goods, World } from "../world.js" */

const COUNTED = new Set(["building_cards", "vp", "debt"]); // What has a plural of its own.

/** Goods in words: *2 clay and 1 wood*. @param {World} world @param {Goods} goods @param {Language} lang */
export function goodsWords(world, goods, lang) {
  const parts = Object.entries(goods).map(([good, n]) => {
    if (COUNTED.has(good)) return say(lang, good, { n });
    if (good === "virtue") return say(lang, "virtue", { n });
    return say(lang, "good", { n, good: localized(world.names.get(good), lang) || good });
  });
  return listed(parts, lang);
}

/** A cost in any of its forms, in words. @param {World} world @param {any} cost @param {Language} lang */
export function costWords(world, cost, lang) {
  const mix = cost.any_of ?? cost.pay_any;
  if (!mix) return goodsWords(world, cost.fixed ?? cost, lang);
  const from = mix.from.map((/** @type {string} */ good) => localized(world.names.get(good), lang) || good);
  return say(lang, "mixed", { n: mix.count, goods: either(from, lang) });
}

/** What an apprentice does. @param {World} world @param {any} ability @param {Language} lang @returns {string} */
function abilityWords(world, ability, lang) {
  const { trigger, location, reduce } = ability;
  const place = location ? placeName(world, location, lang) : "";
  const gain = ability.gain ? goodsWords(world, ability.gain, lang) : "";
  if (trigger === "cost_reduction") {
    if (reduce?.virtue === "all") return say(lang, "cost_reduction_virtue_all", { place });
    if (reduce?.virtue) return say(lang, "cost_reduction_virtue", { place, n: reduce.virtue });
    const tax = ability.excludes?.includes("tax") ? "_tax" : "";
    const how = ability.scope === "option:conspirator_scope" ? "_each" : tax;
    return say(lang, `cost_reduction_silver${how}`, { place, n: reduce?.silver ?? 0 });
  }
  if (trigger === "black_market_reset") {
    const release = ability.release_from_prison?.up_to;
    if (release) return say(lang, "black_market_reset_release", { n: release });
    return say(lang, ability.condition ? "black_market_reset_free" : "black_market_reset", { gain });
  }
  if (trigger === "location_action")
    return say(lang, ability.optional ? "location_action_may" : "location_action", { place, gain });
  const pay = ability.pay ? costWords(world, ability.pay, lang) : "";
  return say(lang, trigger, { place, gain, pay, n: ability.extra_workers ?? 0 });
}

/** A character's type of ability -> the trigger that says the same of an apprentice. @type {Record<string, string>} */
const TRIGGERS = {
  on_location_action: "location_action",
  on_build: "build",
  on_black_market_reset: "black_market_reset",
  on_captives_sent_to_prison: "captives_sent_to_prison",
};

/** What a character can do. @param {World} world @param {any} ability @param {Language} lang @returns {string} */
function characterWords(world, ability, lang) {
  const { type } = ability;
  if (type === "multi")
    return ability.parts.map((/** @type {any} */ part) => characterWords(world, part, lang)).join(" ");
  if (TRIGGERS[type]) return abilityWords(world, { ...ability, trigger: TRIGGERS[type] }, lang);
  if (type === "cost_reduction") {
    const from = ability.reduce_one_of?.map(
      (/** @type {string} */ good) => localized(world.names.get(good), lang) || good,
    );
    return from
      ? say(lang, "one_less", { goods: either(from, lang) })
      : say(lang, "hire_less", { n: ability.reduce?.silver ?? 0 });
  }
  const pay = ability.pay ? costWords(world, ability.pay, lang) : "";
  return say(lang, type, { n: ability.amount ?? ability.value ?? 0, pay });
}

/** A sentence as it goes on after a colon. @param {string} words */
const small = (words) => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;

/** What is counted, as in *for each ...*. @param {World} world @param {any} effect @param {Language} lang */
function countedWords(world, { count, every = 1, includes_itself: itself }, lang) {
  if (count === "virtue") return say(lang, "count_virtue");
  if (world.goods.includes(count))
    return say(lang, "count_good", { good: localized(world.names.get(count), lang) || count });
  const [, skill] = /^apprentices_with_(.+)$/.exec(count) ?? [];
  if (skill) return say(lang, "apprentices_with", { every, skill: localized(world.names.get(skill), lang) || skill });
  if (count === "constructed_buildings" && !itself) return say(lang, "constructed_others", { every });
  return say(lang, count, { every });
}

/** What a building does. @param {World} world @param {any} effect @param {Language} lang @returns {string} */
export function effectWords(world, effect, lang) {
  const { type } = effect;
  const goods = (/** @type {Goods | undefined} */ some) => goodsWords(world, some ?? {}, lang);
  const gain = goods(effect.gain ?? effect.lose);
  switch (type) {
    case "choose_one":
      return say(lang, "gain", { gain: either(effect.options.map(goods), lang) });
    case "choose_one_action":
      return say(lang, "one_of", {
        all: effect.options
          .map((/** @type {any} */ one) => small(effectWords(world, one, lang).replace(/\.$/, "")))
          .join("; "),
      });
    case "per": {
      const counted = countedWords(world, effect, lang);
      return say(lang, effect.every > 1 ? "per_every" : "per", { gain, counted, every: effect.every ?? 1 });
    }
    case "most": {
      if (effect.of === "cathedral_level") return say(lang, "most_cathedral", { gain });
      return say(lang, "most", { gain, counted: localized(world.names.get(effect.of), lang) || effect.of });
    }
    case "if": {
      const n = effect.condition?.unpaid_debts ?? 0;
      return say(lang, n ? "if_debts" : "if_no_debts", { gain, n });
    }
    case "each_player_if":
      return say(lang, "each_player_loses", { gain, n: effect.condition?.own_workers_in_prison_at_least ?? 0 });
    case "capture_free":
      return say(lang, type, { n: effect.groups ?? 1 });
    case "take_debt":
      return say(lang, type, { gain: goods({ debt: effect.count ?? 1 }) });
    case "unpaid_debt_vp_modifier": {
      const delta = effect.delta_per_unpaid_debt;
      return say(lang, delta > 0 ? "debts_cost_less" : "debts_cost_more", { gain: goods({ vp: Math.abs(delta) }) });
    }
    case "discard_building_for":
      return say(lang, type, { gain, cards: goods({ building_cards: effect.discard ?? 1 }) });
    default:
      return say(lang, type, { gain, n: effect.count ?? 1 });
  }
}

/** What a card says. @param {World} world @param {string} id @param {Language} lang @returns {string} */
export function cardText(world, id, lang) {
  const apprentice = world.apprentices.get(id);
  if (apprentice) return capital(abilityWords(world, apprentice.ability, lang));
  const building = world.buildings.get(id);
  if (building?.effect) {
    const when = say(lang, building.timing === "end_game" ? "at_end" : "at_once");
    const what = effectWords(world, building.effect, lang);
    return `${when}: ${small(what)}`;
  }
  const character = world.characters.get(id);
  return character ? capital(characterWords(world, character.ability, lang)) : "";
}
