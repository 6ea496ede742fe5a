// @ts-check
/** Xidit on the page behind a seat's link: pictures, how long a seal lasts, what lies behind the screen. */
import { namesOfValues } from "../../kit/words.js";
import { rewardImage, unitImage } from "./art.js";
import { say } from "./words.js";

/** The set of tiles follows from the number of players. */
export const aside = { setup: ["tile_set"] };
export const draws = {
  setup: [
    ...["recruit_tiles", "threat_tiles", "next_recruitment", "top_recruitment", "next_threat", "top_threat"],
    "evaluation_order",
  ],
};
export { face, fills, lays, lies } from "./faces.js";

/** @import { Language, Table } from "../../kit/words.js" */

/** @type {Table} */ export const WORDS = {
  moved: ["moved", "se movió"],
  stayed: ["stayed", "se quedó"],
  waited: ["waited", "esperó"],
  recruited: ["recruited", "reclutó"],
  threat: ["eliminated a threat", "eliminó una amenaza"],
  titan: ["eliminated a titan", "eliminó un titán"],
  nothing: ["nothing", "nada"],
  gold: ["gold", "oro"],
  bards: ["bards", "bardos"],
  stories: ["guild floors", "pisos de gremio"],
  R: ["recruits", "reclutas"],
  T: ["threats", "amenazas"],
};
/** The name of a value that the box has no name for. */
export const name = namesOfValues(WORDS);

/** Until what a sealed part stays hidden, by the type of its move. @type {Record<string, Record<Language, string>>} */
export const until = {
  program: { en: "all orders are revealed", es: "se revelen todas las órdenes" },
  census_show: { en: "the fists are opened", es: "se abran los puños" },
};

/** Whether a part is hidden. @param {any} view @param {number} seat @param {any} body @param {string} name */
export function hidden(view, seat, body, name) {
  if (body.type === "program") return view.phase === "programming" && view.programs[seat]?.name === name;
  return view.phase === "census" && view.census?.unit === body.unit && Boolean(view.census.fists?.[seat]);
}

/** A seat's floors left for its guilds. @param {any} view @param {number} seat @param {Language} lang */
export function left(view, seat, lang) {
  const n = view.seats[seat].stories;
  return { text: say(lang, "left_short", { n }), label: say(lang, "left") };
}

/**
 * What lies behind this seat's screen, as it follows from what everybody saw.
 * @param {any} view @param {number} seat @param {any} box @param {Language} lang
 * @returns {{label: string, value: any, image: string | null}[]}
 */
export function known(view, seat, box, lang) {
  const own = view.derived?.[seat];
  if (!own) return [];
  const es = lang === "es";
  return [
    ...box.units.map((/** @type {any} */ unit) => ({
      label: unit.name[lang] ?? unit.name.en,
      value: own.units[unit.id],
      image: unitImage(unit.id),
    })),
    { label: es ? "Oro" : "Gold", value: own.gold, image: rewardImage("gold") },
    { label: es ? "Bardos sin colocar" : "Bards left", value: own.bards_left, image: rewardImage("bards") },
    { label: es ? "Tus bardos en el Bastión" : "Your bards in the Bastion", value: own.bastion, image: null },
    {
      label: es ? "Pisos apartados" : "Guild floors set aside",
      value: own.stories_aside,
      image: rewardImage("stories"),
    },
  ];
}
