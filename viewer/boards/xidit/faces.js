// @ts-check
/** Tiles, titans, orders and places of Xidit, for the pages that enter its moves. */
import { sum } from "../../kit/index.js";
import { rewardImage, unitImage, wheelImage } from "./art.js";
import { rewardsCard } from "./tiles.js";
import { say } from "./words.js";
import { iconName, printed, rewardWords, threatOf, tileUrl, titanName, unitName, unitWords, worldOf } from "./world.js";

/** @import { Asked, Face, Table } from "../../kit/faces.js" */

/** The side of a tile that a field asks for. @param {string} field @param {any} move */
const sideOf = (field, move) => (field.includes("recruit") || move.pile === "R" ? "recruit" : "threat");

/** @param {Asked} asked @param {Table} table @returns {Face | null} */
export function face({ field, value, move }, { box, lang }) {
  const world = worldOf(box);
  const tile = world.tiles.get(value);
  if (tile) {
    const lying = printed(world, value, sideOf(field, move));
    const name = say(lang, "tile_of", { n: tile.city });
    const { units, needs, rewards } = lying;
    const [cost, gives] = [unitWords(world, needs ?? {}, lang), rewardWords(rewards ?? {}, lang)];
    return {
      name,
      picture: tileUrl(world, lying),
      ...(units ? { gives: unitWords(world, units, lang) } : { cost, gives: `→ ${gives}` }),
    };
  }
  const titan = box.titans?.tiles.find((/** @type {any} */ one) => one.id === value);
  if (titan) {
    const { rewards } = threatOf(world, { id: value, side: "threat", units: null, needs: {}, rewards: titan.rewards });
    return {
      name: titanName(world, value, lang),
      picture: rewardsCard(rewards),
      gives: rewardWords(titan.rewards, lang),
    };
  }
  if (field === "tile_set") return { name: setName(box, value, lang) };
  if (world.icons.has(value))
    return { name: iconName(world, value, lang), picture: wheelImage(world.icons.get(value)) };
  if (world.units.includes(value)) return { name: unitName(world, value, lang), picture: unitImage(value) };
  if (field === "city") return { name: say(lang, "city", { n: value }) };
  const reward = field === "rewards" ? say(lang, `reward_${value}`) : null;
  return reward ? { name: reward, picture: rewardImage(value) } : null;
}

/** For how many players a set of tiles is. @param {any} box @param {string} set @param {Table["lang"]} lang */
function setName(box, set, lang) {
  const tables = Object.keys(box.tables).filter((players) => box.tables[players].tile_set === set);
  const [least, most] = [tables[0] ?? "?", tables.at(-1) ?? "?"];
  return say(lang, tables.length > 1 ? "set_for_some" : "set_for", { least, most });
}

function tileAt(/** @type {number} */ city, /** @type {any} */ move, /** @type {any} */ view, /** @type {any} */ box) {
  const set = move.tile_set ?? box.tables[Object.keys(view.seats).length]?.tile_set;
  const tile = box.tiles.find((/** @type {any} */ one) => one.city === city && one.set === set)?.id;
  const [recruits, threats] = [move.recruit_tiles ?? [], move.threat_tiles ?? []];
  if (!tile || [...recruits, ...threats].includes(tile)) return null;
  if (recruits.length < box.setup.recruitment_cities) return { recruit_tiles: [...recruits, tile] };
  return threats.length < box.setup.threat_cities ? { threat_tiles: [...threats, tile] } : null;
}

/**
 * The tile that a set-up puts in a city, and the field that names it; null for none.
 * @param {import("../../kit/targets.js").Key} key @param {any} move As far as it was entered. @param {Table} table
 * @returns {[string, string] | null}
 */
export function lays({ city }, move, { box }) {
  for (const field of move.type === "setup" ? ["recruit_tiles", "threat_tiles"] : [])
    for (const id of move[field] ?? [])
      if (box.tiles.some((/** @type {any} */ one) => one.id === id && one.city === city)) return [field, id];
  return null;
}

/** The tapped city's tile, else the city. @param {import("../../kit/targets.js").Key} key @param {Table} table */
export const lies = ({ city, region }, { view }) => [view?.cities?.[String(city)]?.tile?.id ?? city ?? region];

/**
 * All bards that are left go to a tapped region; in set-up a tapped city gets its tile, first those with recruits.
 * @param {import("../../kit/targets.js").Key} key @param {any} move As far as it was entered. @param {Table} table
 */
export function fills({ region, city }, move, { box, view }) {
  if (move.type === "setup" && view && city !== undefined) return tileAt(Number(city), move, view, box);
  const due = view?.due;
  if (region === undefined || move.type !== "place_bards" || due?.what !== "place_bards") return null;
  const near = box.map.cities.find((/** @type {any} */ city) => city.id === due.city)?.regions ?? [];
  if (!near.includes(region)) return null;
  const given = Object.fromEntries(near.map((/** @type {string} */ one) => [one, move.regions?.[one] ?? 0]));
  return { regions: { ...given, [region]: due.count - sum({ ...given, [region]: 0 }) } };
}
