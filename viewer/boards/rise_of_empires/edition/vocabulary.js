// @ts-check
/**
 * The vocabulary of effects, for the form of a progress tile: each kind with its words, and how such a tile is used.
 */

/** How a tile is used. */
export const USES = ["phase", "passive", "free_action", "with_action_once"];
/** What is gained and paid. */
export const UNITS = ["food", "gold", "resource", "cubes", "vp"];
/** What can be counted for an income. */
export const COUNTERS = [
  "territory.plain",
  "territory.island",
  "territory.forest",
  "territory.mountain",
  "territory.town",
  "city",
  "region.controlled",
  "region.present",
];
/** What comes in which phase. @type {Record<string, string[]>} */
export const GAINED = { food: ["food"], income: ["gold", "resource", "cubes"], vp: ["vp"] };

/** Kind -> how an effect of it begins. @type {Record<string, Record<string, any>>} */
export const NEW = {
  income: { phase: "income", gold: 1 },
  income_per: { phase: "income", per: "city", max_units: null, gold: 1 },
  no_disc_cost: {},
  opens_overseas: {},
  treat_tile_as_water: {},
  remove_cube: { count: 1, where: "any_region", victim: "other_player" },
  exchange: { pay: { resource: 1 }, gain: { gold: 1 } },
  extra_region: { count: 1 },
  ignore_adjacency: { regions: 1 },
  battle_attacker: { attacker_loss: -1, defender_loss: 0 },
  battle_defender: { defender_loss: -1, minimum: 1 },
  city_gold_discount: { gold: 1 },
  old_progress_discount: { gold: 1 },
  trade_bonus: { on: "gold", gold: 1 },
  place_alliance: {},
  text: { text: { en: "", es: "" } },
};
/** Kinds that work only on a tile that is used in one way. @type {Record<string, string>} */
export const ONLY_AS = {
  remove_cube: "free_action",
  exchange: "free_action",
  place_alliance: "free_action",
  extra_region: "with_action_once",
  treat_tile_as_water: "with_action_once",
  ignore_adjacency: "with_action_once",
  battle_attacker: "with_action_once",
  trade_bonus: "with_action_once",
};

/** Tables of a box in the order in which an owner is led through them, with the values of their rows. */
export const FORMS = Object.freeze({
  progress: ["name", "aliases", "use", "effects", "red_stripe"],
  territory: ["name", "count", "food", "cubes", "gold", "resource", "vp", "red_stripe"],
  cities: ["name", "aliases", "kind", "cost", "upkeep", "income", "vp_per_turn", "vp_immediate", "red_stripe"],
  empire: ["side_era_1", "side_era_2_3"],
  regions: ["name", "aliases", "era", "vp_first", "vp_second", "benefit", "adjacent"],
  trade: ["resources", "gold", "vp", "eras"],
});
