// @ts-check
/** The phrase of each op of the effect language. */
import { either, number } from "../../../kit/index.js";
import { amountOf } from "./phrases.js";

/** @import { Speech } from "./phrases.js" */
/** @typedef {(node: any, to: Speech) => string} Phrase */

/** A value with what is added to it. @param {string} what @param {any} node @param {Speech} to */
function added(what, node, to) {
  const { plus, max, may_add_up_to: more, per_added_point: each, removes, counts_double_against: double } = node;
  let words = what;
  if (plus) words = to.say("plus", { what: words, n: number(plus.n, true), per: to.say(`per_${plus.per}`) });
  if (max) words = to.say("at_most", { what: words, n: max });
  if (more) words = to.say("may_add", { what: words, n: more, each: to.inner(each) });
  if (removes) words = to.say(`removes_${removes}`, { what: words });
  const abilities = double && to.list(double.map((/** @type {string} */ one) => to.say(one)));
  return double ? to.say("counts_double", { what: words, abilities }) : words;
}

/** A value that has no more than its amount. @param {string} key @param {boolean} [plus] @returns {Phrase} */
const value =
  (key, plus = false) =>
  (node, to) =>
    added(to.say(key, { n: amountOf(node, to, plus) }), node, to);
/** A phrase that depends on nothing but numbers of the node. @param {string} key @returns {Phrase} */
const plain = (key) => (node, to) => to.say(key, numbers(node));
/** A phrase about what follows. @param {string} key @param {string} [from] @returns {Phrase} */
const about =
  (key, from = "then") =>
  (node, to) =>
    to.say(key, { ...numbers(node), what: to.inner(node[from]) });

/** @param {any} node @returns {Record<string, number>} */
const numbers = (node) => Object.fromEntries(Object.entries(node).filter(([, one]) => typeof one === "number"));

/** Colours, all of them. @param {string[]} colours @param {Speech} to */
const each = (colours, to) => to.list(colours.map((one) => to.colours([one])));

function oneOf(/** @type {any} */ node, /** @type {Speech} */ to) {
  const all = node.options.map(to.inner);
  const long = all.some((/** @type {string} */ one) => /[;,]| and | y /.test(one));
  const last = all.pop() ?? "";
  const both = all.length ? to.say(long ? "or_long" : "or", { a: all.join(long ? "; " : ", "), b: last }) : last;
  let words = added(both, node, to);
  for (const { pay, n } of node.boost ?? []) words = to.say("boost", { what: words, mana: each(pay, to), n });
  return words;
}

/** @param {string} key @returns {Phrase} */
const gain = (key) => (node, to) => {
  const { pick_from: from, n = 1, day, night } = node;
  if (!from) return to.say(`${key}_day_night`, { day: to.colours(day), night: to.colours(night) });
  if (!Array.isArray(from)) return to.say(`${key}_${from}`, { n });
  return to.say(n === 1 || from.length < 2 ? key : `${key}_more`, { n, colours: to.colours(from) });
};

/** What happens to enemies. @param {string} who @param {any} node @param {Speech} to */
function struck(who, node, to) {
  const parts = [];
  const least = node.minimum ?? 1;
  if (node.no_attack) parts.push(to.say("a_no_attack"));
  if (node.destroy) parts.push(to.say("a_destroy"));
  const lost = node.lose?.map((/** @type {string} */ one) => to.say(`l_${one}`));
  if (lost) parts.push(to.say("a_lose", { what: to.list(lost) }));
  if (node.armor_if_fortified) {
    const [n, more] = [number(node.armor), number(node.armor_if_fortified)];
    parts.push(to.say("a_armor_fortified", { n, more, least }));
  } else if (node.armor) parts.push(to.say("a_armor", { n: number(node.armor), least }));
  if (node.armor_per_resistance)
    parts.push(to.say("a_armor_resistance", { n: number(node.armor_per_resistance), least }));
  return to.say("struck", { who, what: to.list(parts) });
}

function manyEnemies(/** @type {any} */ node, /** @type {Speech} */ to) {
  const costs = node.next_target_costs_move?.join(", ");
  const who = to.say(costs ? "more_enemies" : "up_to_enemies", { costs, n: node.up_to });
  return struck(who, node, to);
}

function banner(/** @type {any} */ node, /** @type {Speech} */ to) {
  const parts = [];
  if (node.armor) parts.push(to.say("b_armor", { n: node.armor }));
  if (node.attack_bonus) parts.push(to.say("b_bonus", { attack: node.attack_bonus, block: node.block_bonus }));
  if (node.resists) parts.push(to.say("b_resists", { what: resisted(node.resists, to) }));
  if (node.on_unit_attack_or_block) parts.push(to.say("b_when", { what: to.of(node.on_unit_attack_or_block) }));
  if (node.block_phase_spend_unit_to) parts.push(to.say("b_cancel", { what: to.inner(node.then) }));
  if (node.once_per_round_not_in_combat) parts.push(to.say("b_ready"));
  return to.say("banner", { what: parts.join("; ") });
}

/** @param {string[]} all @param {Speech} to */
const resisted = (all, to) => to.list(all.map((one) => to.say(`resist_${one}`)));

function terrainCost(/** @type {any} */ node, /** @type {Speech} */ to) {
  const terrains = to.terrains(node.terrains);
  if (node.set !== undefined) return to.say("terrain_set", { terrains, n: node.set });
  return to.say("terrain_add", { terrains, n: -node.add, least: node.minimum ?? 0 });
}

function jump(/** @type {any} */ node, /** @type {Speech} */ to) {
  const cost = node.cost_move ? to.say("jump_cost", { n: node.cost_move }) : "";
  const not = node.not_to_or_through ? to.say("jump_not", { terrains: to.terrains(node.not_to_or_through) }) : "";
  return to.say("jump", { n: node.max_spaces, end: to.say(`end_${node.end_on}`), cost, not });
}

function atTurnEnd(/** @type {any} */ node, /** @type {Speech} */ to) {
  if (node.return_crystals_spent_this_turn) return to.say("at_end_crystals");
  if (node.may_throw_away) return to.say("at_end_wounds");
  return to.say(node.may_place_this_card === "deck_top" ? "at_end_top" : "at_end_bottom");
}

function roll(/** @type {any} */ node, /** @type {Speech} */ to) {
  const faces = Object.entries(node.on).map(([on, does]) => {
    const face = on === "basic" ? to.say("basic") : to.colours([on]);
    return to.say("face", { face, what: typeof does === "string" ? to.say(does) : to.of(does) });
  });
  return to.say("roll", { n: node.n, faces: faces.join("; ") });
}

function readyUnit(/** @type {any} */ node, /** @type {Speech} */ to) {
  let words = to.say(node.max_level ? "ready_unit" : "ready_unit_any", { level: node.max_level ?? 0 });
  if (node.also_heal) words = to.say("also_heal", { what: words });
  if (node.then_may) words = to.say("then_may", { what: words, more: to.of(node.then_may) });
  return words;
}

function othersUntil(/** @type {any} */ node, /** @type {Speech} */ to) {
  if (node.rule) return to.say("others_die", { what: to.of(node.then_on_your_next_turn) });
  if (node.terrain_cost) return to.say("others_terrain", { n: node.terrain_cost, most: node.maximum });
  return to.say("others_mana", { what: to.of(node.using_basic_mana_of_other_color) });
}

function convert(/** @type {any} */ node, /** @type {Speech} */ to) {
  const element = node.element_choice
    ? node.element_choice.map((/** @type {string} */ one) => to.say(`c_${one}_${node.to}`))
    : [to.say(`c_${node.to}`)];
  return to.say("convert", { from: to.say(`c_${node.from}`), to: either(element, to.lang), rate: node.rate });
}

function sidewaysValue(/** @type {any} */ node, /** @type {Speech} */ to) {
  const kind = node.n_if_advanced_action_spell_or_artifact;
  const die = node.n_if_no_source_die_used_this_turn;
  const more = (kind ? to.say("sideways_kind", { n: kind }) : "") + (die ? to.say("sideways_die", { n: die }) : "");
  return to.say("sideways", { n: node.n }) + more;
}

function toDeck(/** @type {any} */ node, /** @type {Speech} */ to) {
  if (node.only_if === "deck_empty") return to.say("to_deck_empty", { n: node.n });
  return to.say(`to_deck_${node.pick}`, { n: node.n });
}

function gainCard(/** @type {any} */ node, /** @type {Speech} */ to) {
  const colour = to.say(`of_${node.color ?? "any"}`);
  return to.say("gain_card", { colour, offer: to.say(`offer_${node.from}`), to: to.say(`to_${node.to}`) });
}

/** The element of an attack or block; a physical one is not named. @param {any} node @param {Speech} to */
const elementOf = (node, to) => (node.element === "physical" ? "" : to.say(`e_${node.element}`));

/** Op -> its phrase. @type {Record<string, Phrase>} */
export const OPS = {
  all: (node, to) => to.of(node.steps),
  one_of: oneOf,
  attack: (node, to) => {
    const kind = node.kind === "melee" ? "" : to.say(`k_${node.kind}`);
    const words = { kind, element: elementOf(node, to), n: amountOf(node, to) };
    return added(to.say("v_attack", words), node, to);
  },
  block: (node, to) => added(to.say("v_block", { element: elementOf(node, to), n: amountOf(node, to) }), node, to),
  move: value("v_move"),
  influence: value("v_influence"),
  heal: value("v_heal"),
  fame: value("v_fame", true),
  reputation: value("v_reputation", true),
  gain_mana: gain("mana"),
  gain_crystal: gain("crystal"),
  pay_mana: (node, to) => to.say("pay_mana", { n: node.n, colours: to.colours(node.pick_from) }),
  extra_source_die: plain("extra_source_die"),
  take_die_set_color: (node, to) =>
    to.say("take_die", { colours: to.colours(node.not_to), n: node.gain_tokens_of_that_color }),
  source_die_to_crystal: (node, to) => to.say("die_to_crystal", { n: node.n, colours: to.colours(node.die_shows) }),
  reroll_source: (node, to) => to.say(node.which === "all" ? "reroll_all" : "reroll_some", { n: node.up_to ?? 0 }),
  keep_source_die: (node, to) => to.say("keep_die", { colours: to.colours(node.die_shows) }),
  claim_source_die: (node, to) => {
    const [now, later] = ["tokens_now", "tokens_each_later_turn"].map(
      (key) => node.options.find((/** @type {any} */ one) => key in one)?.[key] ?? 0,
    );
    return to.say("claim_die", { colours: to.colours(node.die_shows), now, later });
  },
  endless_mana: (node, to) => to.say("endless", { colours: each(node.colors, to) }),
  mana_as_opposite_color: (node, to) =>
    to.say("opposite", {
      pairs: node.pairs
        .map((/** @type {string[]} */ pair) => pair.map((one) => to.colours([one])).join("–"))
        .join(", "),
      day_from: to.colours([node.day.from]),
      day_as: to.colours(node.day.as),
      night_from: to.colours([node.night.from]),
      night_as: to.colours(node.night.as),
    }),
  roll_mana_die: roll,
  choose_color: (node, to) => to.say("choose_color", { colours: to.colours(node.not) }),
  choose_basic_color: plain("choose_basic_color"),
  by_paid_mana: (node, to) => {
    const face = (/** @type {string} */ one) => to.say("face", { face: to.colours([one]), what: to.of(node[one]) });
    return to.say("paid", { all: node.pay_from.map(face).join("; ") });
  },
  draw: plain("draw"),
  discard: (node, to) => to.say("discard", { what: to.say(`f_${node.filter}`) }),
  throw_away: (node, to) => to.say("throw_away", { what: to.say(`f_${node.filter}`) }),
  discard_any_number: (node, to) => to.say("discard_any", { each: to.inner(node.each_gives) }),
  discard_to_deck: toDeck,
  hand_limit_next_draw: plain("hand_next"),
  hand_limit_for_draw: (node, to) => to.say("hand_if", { n: node.n, least: node.if_cards_in_hand_at_least }),
  search_deck: plain("search"),
  shuffle_hand_cards_into_deck: (node, to) => to.say("shuffle_hand", { n: node.up_to }),
  swap_hand: (node, to) => to.say("swap", { n: node.discard_up_to }),
  store_top_of_deck_face_down: plain("store"),
  take_all_stored: plain("take_stored"),
  play_with: (node, to) => to.say("play_with", { n: node.bonus }),
  throw_away_and_repeat: (node, to) => to.say(`repeat_${node.use}`, { n: node.times }),
  gain_card: gainCard,
  may_buy_once: (node, to) => to.say("buy_once", { n: node.cost_influence, to: to.say(`to_${node.to}`) }),
  cast_from_offer: plain("cast"),
  at_turn_end: atTurnEnd,
  extra_turn: (node, to) => to.say(node.this_card ? "extra_turn_card" : "extra_turn"),
  target_enemy: (node, to) => struck(to.say(node.only === "unfortified" ? "one_unfortified" : "one_enemy"), node, to),
  target_enemies: manyEnemies,
  all_enemies: (node, to) => struck(to.say("all_enemies"), node, to),
  all_other_enemies: (node, to) => struck(to.say("all_other_enemies"), node, to),
  enemy_armor: (node, to) => to.say("blocked_armor", { n: number(node.n), least: node.minimum }),
  destroy: plain("blocked_destroy"),
  if_part_of_successful_block: (node, to) =>
    to.say(node.phase ? "if_block_attack" : "if_block", { what: to.inner(node.then) }),
  first_combat_card_bonus: plain("first_card"),
  double_attacks: plain("double_attacks"),
  own_attacks: (node, to) => to.say(`own_${node.become}`),
  convert,
  take_wound: (node, to) => to.say(`take_wound_${node.who}`, { n: node.n }),
  per_enemy_defeated_this_turn: about("per_defeated"),
  per_healing_point_of_this_card_spent: about("per_healing"),
  per_spell_cast_this_turn: (node, to) =>
    to.say("per_spell", { colour: to.colours([node.color]), what: to.inner(node.then) }),
  per_unit_recruited_this_turn: about("per_recruited"),
  per_wound_healed_from_hand_this_turn: about("per_healed"),
  if_used_in_interaction: about("if_interaction"),
  if_day: about("if_day"),
  if_night: about("if_night"),
  if_strictly_lowest_fame: about("if_lowest_fame"),
  may: about("may", "steps"),
  throw_away_wounds_from_hand: (node, to) => to.say("wounds_away", { n: node.up_to }),
  wound_sideways: plain("wound_sideways"),
  sideways_value: sidewaysValue,
  sideways_with_mana: (node, to) =>
    to.say("sideways_mana", { n: node.n, same: node.n_if_action_or_spell_of_same_color }),
  ready_unit: readyUnit,
  spend_others_unit: (node, to) => to.say("spend_others", { level: node.max_level }),
  ready_units: (node, to) => to.say("ready_units", { n: node.total_level, forest: node.total_level_if_in_forest }),
  ready_all_own_units: plain("ready_all"),
  heal_unit: plain("heal_unit"),
  wound_this_unit: plain("wound_this"),
  unit_bonus: plain("unit_bonus"),
  units_this_turn: (node, to) =>
    to.say("units_turn", {
      ...{ armor: node.armor, attack: node.attack_bonus, block: node.block_bonus },
      each: to.inner(node.per_unit_attacking_or_blocking),
    }),
  own_units_gain_resists: (node, to) => to.say("unit_resists", { what: resisted(node.resists, to) }),
  next_unit_activation_bonus: ({ one_of: one }, to) =>
    to.say("next_unit", { block: one.block, attack: one.attack, ranged: one.ranged_attack }),
  use_offer_unit_ability: plain("offer_ability"),
  recruit_free: plain("recruit_free"),
  extra_command_slot: (node, to) =>
    to.say("command", { n: node.recruit_discount }) + to.say("on_gain", { what: to.of(node.on_gain) }),
  add_to_unit_offer: plain("add_units"),
  assign_banner: banner,
  terrain_cost: terrainCost,
  jump,
  spend_move_jump: plain("fly"),
  rule: (node, to) => to.say(node.lasts === "combat" ? "this_combat" : "this_turn", { what: to.say(`r_${node.set}`) }),
  others_discard: plain("others_discard"),
  steal_discarded: plain("steal"),
  others_lose_crystal: (node, to) => to.say("others_crystal", { n: node.n, what: to.of(node.if_none) }),
  wound_per_crystal: plain("wound_per_crystal"),
  curse_color: (node, to) => to.say("curse", { what: to.of(node.effect) }),
  others_until_your_turn: othersUntil,
};
