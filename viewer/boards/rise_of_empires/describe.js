// @ts-check
/** All that is to be said of a region, what the table waits for, and the board as tables for ears. */
import { capital, either, localized, names } from "../../kit/index.js";
import { say } from "./words.js";
import { dueOf, goodsWords, nameOf, roman, standInWords, turnName, worldOf } from "./world.js";

/** @import { Board, Context } from "../../kit/board.js" */
/** @import { World } from "./world.js" */

export function regionTitle(/** @type {World} */ world, /** @type {string} */ id, /** @type {Context} */ { lang }) {
  const region = world.regions.get(id);
  const area = localized(world.areas.get(region.area)?.name, lang);
  const title = say(lang, "region_head", { name: nameOf(world, id, lang), area, era: roman(region.era) });
  return region.sea ? `${title}, ${say(lang, "sea")}` : title;
}

/** Cubes by seat, most first. @param {any} held @returns {[number, number][]} */
export const cubesOf = (held) =>
  Object.entries(held.cubes)
    .map(([seat, count]) => /** @type {[number, number]} */ ([Number(seat), Number(count)]))
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);

/** Who has how many cubes there. @param {any} held @param {Context} context */
function cubeWords(held, context) {
  const all = cubesOf(held).map(([seat, count]) => `${context.seatName(seat)} ${count}`);
  return all.join(", ");
}

/** Who controls a region and why, and who is second. @param {any} held @param {Context} context */
function controlWords({ control, second }, context) {
  const { lang } = context;
  if (!control.length) return "";
  const key = control.length > 1 ? "controls_jointly" : "controls";
  const parts = [say(lang, key, { who: names(control, context) })];
  if (second.length && control.length === 1) parts.push(say(lang, "seconds", { who: names(second, context) }));
  return parts.join(" ");
}

/** @param {World} world @param {string} id @param {any} position @param {Context} context */
export function regionWords(world, id, position, context) {
  const { lang } = context;
  const region = world.regions.get(id);
  const held = position.map[id];
  const links = region.adjacent.map((/** @type {string} */ other) => nameOf(world, other, lang)).join(", ");
  const gains = goodsWords(region.benefit, lang);
  const here = cubeWords(held, context);
  const due = [...dueOf(region, held)]
    .map(([seat, goods]) => [context.seatName(seat), goodsWords(goods, lang)].join(" "))
    .filter((words) => /\d/.test(words));
  const allied = context.seats.filter(({ seat }) => position.seats[seat].alliance === id).map(({ seat }) => seat);
  return [
    `${regionTitle(world, id, context)}.`,
    `${say(lang, "standard", { first: region.vp_first, second: region.vp_second })}.`,
    gains ? `${say(lang, "gains", { goods: gains })}.` : "",
    here ? say(lang, "cubes_here", { who: here }) : say(lang, "empty_region"),
    controlWords(held, context),
    due.length ? say(lang, "brings", { who: due.join("; ") }) : "",
    allied.length ? say(lang, "alliance_here", { who: names(allied, context) }) : "",
    `${links ? say(lang, "links", { regions: links }) : say(lang, "no_links")}.`,
    standInWords(region, lang),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Positions of the next turn that nobody has chosen. @param {any} position @returns {string[]} */
const freePositions = ({ next_order: next }) => Object.keys(next).filter((place) => next[place] === null);

/** What the table waits for, in a sentence. @type {Required<Board>["status"]} */
export function statusWords(position, context) {
  const { lang } = context;
  const world = worldOf(context.box);
  const { phase, round, to_move: toMove } = position;
  const mine = position.seats[toMove[0]];
  return say(lang, `status_${phase}`, {
    turn: turnName(world, round, lang),
    who: names(toMove, context),
    n: mine ? mine.acted + 1 : "",
    all: world.box.start.discs,
    free: either(freePositions(position), lang),
  });
}

/** The board as tables for ears: regions, action display. @type {Required<Board>["grid"]} */
export function grid(position, context) {
  const { lang, ply } = context;
  const world = worldOf(context.box);
  const when = ply ? say(lang, "after_move", { name: ply }) : say(lang, "at_start");
  const rows = world.rows.map((row) => [row, position.rows[row]]);
  const circles = Math.max(0, ...rows.map(([, row]) => Object.keys(row).length));
  return [
    {
      caption: say(lang, "regions_caption", { when }),
      columns: ["values", "cubes", "control"].map((key) => say(lang, key)),
      rows: [...world.regions.values()].map((region) => {
        const held = position.map[region.id];
        const values = [`${region.vp_first} / ${region.vp_second}`, goodsWords(region.benefit, lang)];
        return {
          head: nameOf(world, region.id, lang),
          cells: [
            [...values, standInWords(region, lang)].filter(Boolean).join("; "),
            cubeWords(held, context),
            controlWords(held, context),
          ],
        };
      }),
    },
    {
      caption: say(lang, "rows_caption", { when }),
      columns: Array.from({ length: circles }, (_, at) => say(lang, "circle", { n: at + 1 })),
      rows: rows.map(([row, circle]) => ({
        head: capital(rowName(world, row, context)),
        cells: Array.from({ length: circles }, (_, at) => circleWords(circle, position.removal[row], at + 1, context)),
      })),
    },
  ];
}

export function rowName(/** @type {World} */ world, /** @type {string} */ row, /** @type {Context} */ { lang }) {
  const found = world.box.rows.find((/** @type {any} */ one) => one.id === row);
  return localized(found?.name, lang) || row;
}

/**
 * What lies on a circle and what taking it back would cost.
 * @param {Record<string, number | null>} row @param {Record<string, number | null>} costs @param {number} circle
 * @param {Context} context
 */
export function circleWords(row, costs, circle, context) {
  const { lang } = context;
  const seat = row[circle];
  if (seat === undefined) return "";
  if (seat === null) return say(lang, "circle_empty");
  const cost = costs[circle];
  const price = cost ? say(lang, "takes_back", { cost }) : say(lang, "takes_free");
  return `${say(lang, "disc_of", { who: context.seatName(seat) })}; ${price}`;
}
