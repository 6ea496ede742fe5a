// @ts-check
/** All that is to be said of a city or a region, and the map as tables for ears. */
import { capital, listed, localized } from "../../kit/index.js";
import { say } from "./words.js";
import { regionName, tileWords, worldOf } from "./world.js";

/** @import { Board, Context, Language } from "../../kit/board.js" */
/** @import { World } from "./world.js" */

/** Who is in a city. @param {number} id @param {any} position @param {Context} context */
const figuresIn = (id, position, context) =>
  context.seats.filter((seat) => position.idrakys[String(seat.seat)] === id).map((seat) => context.seatName(seat.seat));

function roadWords(/** @type {World} */ world, /** @type {number} */ id, /** @type {Language} */ lang) {
  const ways = world.map.roads.flatMap((road) => {
    if (road.a !== id && road.b !== id) return [];
    const colour = world.box.map.colours.find((/** @type {any} */ one) => one.id === road.colour)?.name;
    return [`${localized(colour, lang) || road.colour} → ${road.a === id ? road.b : road.a}`];
  });
  return ways.length ? say(lang, "roads_of", { ways: ways.join(", ") }) : "";
}

/** @param {World} world @param {number} id @param {any} position @param {Context} context */
export function cityWords(world, id, position, context) {
  const { lang } = context;
  const { tile, guild } = position.cities[String(id)];
  const parts = [tile ? tileWords(world, tile, lang) : say(lang, "no_tile")];
  if (guild) parts.push(say(lang, "guild_of", { who: context.seatName(guild.seat), height: guild.height }));
  const here = figuresIn(id, position, context);
  if (here.length) parts.push(say(lang, "who_is_here", { who: listed(here, lang) }));
  const roads = roadWords(world, id, lang);
  if (roads) parts.push(roads);
  const city = world.box.map.cities.find((/** @type {any} */ one) => one.id === id);
  const regions = (city?.regions ?? []).map((/** @type {string} */ region) => regionName(world, region, lang));
  if (regions.length) parts.push(say(lang, "lies_on", { regions: listed(regions, lang) }));
  return `${say(lang, "city", { n: id })}: ${parts.join(" ")}`;
}

/** Who has how many bards there. @param {any} region Of the box. @param {any} position @param {Context} context */
function bardWords(region, position, context) {
  const { bards } = position.regions[region.id] ?? { bards: {} };
  const here = context.seats
    .filter((seat) => bards[String(seat.seat)])
    .map((seat) => `${context.seatName(seat.seat)} ${bards[String(seat.seat)]}`);
  const { total, owners } = position.bastion;
  if (region.central && total && !owners) here.push(say(context.lang, "in_bastion", { count: total }));
  return here.join(", ");
}

/** @param {any} region Of the box. @param {Language} lang */
export const regionTitle = ({ name, first, second }, lang) =>
  say(lang, "region_title", { name: localized(name, lang), first, second });

/** @param {World} world @param {string} id @param {any} position @param {Context} context */
export function regionWords(world, id, position, context) {
  const { lang } = context;
  const region = world.box.regions.find((/** @type {any} */ one) => one.id === id);
  const who = bardWords(region, position, context);
  return `${regionTitle(region, lang)}. ${say(lang, who ? "bards_here" : "no_bards", { who })}`;
}

/** The map as tables for ears: cities, regions. @type {Required<Board>["grid"]} */
export function grid(position, context) {
  const { lang, ply } = context;
  const world = worldOf(context.box);
  const when = ply ? say(lang, "after_move", { name: ply }) : say(lang, "at_start");
  const cities = [...world.map.cities.keys()].sort((a, b) => a - b);
  const regions = world.map.regions;
  return [
    {
      caption: say(lang, "cities_caption", { when }),
      columns: ["tile", "guild", "figures", "roads"].map((key) => say(lang, key)),
      rows: cities.map((id) => {
        const { tile, guild } = position.cities[String(id)];
        const owner = guild ? { who: context.seatName(guild.seat), height: guild.height } : null;
        return {
          head: say(lang, "city", { n: id }),
          cells: [
            tile ? tileWords(world, tile, lang) : say(lang, "no_tile"),
            owner ? say(lang, "guild_of", owner) : "",
            listed(figuresIn(id, position, context), lang),
            roadWords(world, id, lang),
          ],
        };
      }),
    },
    {
      caption: say(lang, "regions_caption", { when }),
      columns: [say(lang, "values"), say(lang, "bards")],
      rows: regions.map((region) => ({
        head: capital(localized(region.name, lang)),
        cells: [`${region.first} / ${region.second}`, bardWords(region, position, context)],
      })),
    },
  ];
}
