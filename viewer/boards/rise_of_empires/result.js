// @ts-check
/** The result of Rise of Empires, and what its charts can show. */
import { number, sum } from "../../kit/index.js";
import { byEra } from "./scoring-table.js";
import { editionWords } from "./display.js";
import { say } from "./words.js";
import { LINES, nameOf, roman, turnName, worldOf } from "./world.js";

/** @import { Board, Context } from "../../kit/board.js" */

/** Lines over the game: points, goods, the size of the empires, points by source. @type {Required<Board>["series"]} */
export function series({ lang, seats }) {
  /** @param {(seat: number) => number} get */
  const bySeat = (get) => Object.fromEntries(seats.map(({ seat }) => [seat, get(seat)]));
  const own = (/** @type {string} */ key, /** @type {string} */ label) => ({
    key,
    label: say(lang, label),
    of: (/** @type {any} */ position) => bySeat((seat) => position.seats[seat][key]),
  });
  const controlled = (/** @type {any} */ position, /** @type {number} */ seat) =>
    Object.values(position.map).filter((/** @type {any} */ held) => held.control.includes(seat)).length;
  const lines = LINES.filter((line) => line !== "gold" && line !== "resource" && line !== "ruled").map((line) => ({
    key: `line_${line}`,
    label: say(lang, "chart_line", { line: say(lang, `line_${line}`) }),
    of: (/** @type {any} */ position) => bySeat((seat) => lineSum(position.ledger[seat], line)),
  }));
  return [
    own("vp", "chart_vp"),
    own("on_map", "chart_on_map"),
    {
      key: "regions",
      label: say(lang, "chart_regions"),
      of: (position) => bySeat((seat) => controlled(position, seat)),
    },
    own("gold", "gold"),
    own("food", "food"),
    own("resource", "resource"),
    ...lines,
  ];
}

/** @param {Record<string, Record<string, number>>} turns @param {string} line */
const lineSum = (turns, line) => Object.values(turns).reduce((sum, lines) => sum + (lines[line] ?? 0), 0);

/** The lines of the result's table. @type {Required<Board>["breakdown"]} */
export function breakdown(result, context) {
  const { lang, seats } = context;
  const world = worldOf(context.box);
  const of = seats.map((seat) => result.seats[String(seat.seat)].breakdown);
  const eras = of.map((one) => {
    /** @type {Record<string, Record<string, number>>} */ const turns = {};
    for (const { turn, line, vp } of one.ledger) {
      const lines = (turns[turn] ??= {});
      lines[line] = (lines[line] ?? 0) + vp;
    }
    return byEra(turns, world);
  });
  const used = LINES.filter((line) => of.some((one) => one.lines[line]));
  const eraIds = [...new Set(eras.flatMap((one) => [...one.keys()]))].sort((a, b) => a - b);
  const sums = eraIds.map((era, at) => ({
    head: say(lang, "era_sum", { era: roman(era) }),
    values: eras.map((one) => number(sum(one.get(era) ?? {}), true)),
    group: !at,
  }));
  const after = Object.entries(result.turns).map(([turn, { vp }], at) => ({
    head: `${say(lang, "vp_after")}: ${turnName(world, Number(turn), lang)}`,
    values: seats.map(({ seat }) => vp[seat]),
    group: !at,
  }));
  return {
    ending: endingOf(result, world, context),
    parts: [
      ...used.map((line) => ({
        head: say(lang, `line_${line}`),
        values: of.map((one) => number(one.lines[line], true)),
      })),
      { head: say(lang, "total"), values: of.map((one) => one.total), strong: true },
      ...sums,
      ...after,
      { head: say(lang, "gold_left"), values: of.map((one) => one.gold), group: true },
      { head: say(lang, "resource"), values: of.map((one) => one.resource) },
      { head: say(lang, "tiles_end"), values: of.map((one) => tilesOf(one.tiles)) },
      { head: say(lang, "map_end"), values: of.map((one) => sum(one.map)) },
    ],
  };
}

/** @param {{progress: string[], territory: Record<string, number>, cities: string[]}} tiles */
const tilesOf = ({ progress, territory, cities }) => progress.length + sum(territory) + cities.length;

/** The ending, in words. @param {any} result @param {import("./world.js").World} world @param {Context} context */
function endingOf(result, world, context) {
  const { lang } = context;
  const tie = result.tie_break ? say(lang, `tie_${result.tie_break.how}`) : "";
  const tiles = result.unchecked.map((/** @type {string} */ id) => nameOf(world, id, lang)).join(", ");
  const unchecked = tiles ? say(lang, "unchecked", { tiles }) : "";
  return [say(lang, "ended"), tie, editionWords(result, context), unchecked].filter(Boolean).join(" ");
}
