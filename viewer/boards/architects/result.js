// @ts-check
/** The result of Architects with all its lines, and what its charts can show. */
import { listed, number } from "../../kit/index.js";
import { cardName, worldOf } from "./world.js";
import { say } from "./words.js";

/** @import { Board, Context } from "../../kit/board.js" */

/** Lines over the game: current points, virtue, free workers, silver. @type {Required<Board>["series"]} */
export function series({ lang, seats }) {
  const bySeat = (/** @type {(own: any) => number} */ get) => (/** @type {any} */ position) =>
    Object.fromEntries(seats.map(({ seat }) => [seat, get(position.seats[seat])]));
  return [
    { key: "points", label: say(lang, "chart_points"), of: (position) => position.standing },
    { key: "virtue", label: say(lang, "chart_virtue"), of: bySeat((own) => own.virtue) },
    { key: "workers", label: say(lang, "chart_workers"), of: bySeat((own) => own.workers) },
    { key: "silver", label: say(lang, "chart_silver"), of: bySeat((own) => own.goods.silver) },
  ];
}

/** The lines of the score sheet, and what each is counted from. @type {[string, (line: any) => string][]} */
const LINES = [
  ["cathedral", (line) => String(line.level)],
  ["virtue", (line) => String(line.position)],
  ["debts", (line) => `${line.unpaid}`],
  ["gold_marble", (line) => `${line.gold} + ${line.marble}`],
  ["silver", (line) => String(line.silver)],
  ["prison", (line) => String(line.prisoners)],
];

/** The lines of the result's table. @type {Required<Board>["breakdown"]} */
export function breakdown(result, context) {
  const { lang, seats } = context;
  const world = worldOf(context.box);
  const of = seats.map(({ seat }) => result.seats[String(seat)]);
  /** @type {Map<string, (number | string)[]>} */ const cards = new Map();
  of.forEach(({ breakdown: { buildings } }, place) => {
    for (const card of buildings.cards) {
      const values = cards.get(card.id) ?? seats.map(() => "");
      values[place] = card.bonus ? `${card.vp} ${number(card.bonus, true)}` : String(card.vp);
      cards.set(card.id, values);
    }
  });
  const built = [...cards].map(([id, values]) => ({ head: `·\u00a0${cardName(world, id, lang)}`, values }));
  const moved = of.some((one) => one.end_effects.length)
    ? [
        {
          head: say(lang, "end_virtue"),
          values: of.map((one) => {
            const { before_end_effects: from, position } = one.breakdown.virtue;
            return one.end_effects.length ? `${from} → ${position}` : "";
          }),
          group: true,
        },
      ]
    : [];
  const others = of.some((one) => one.order_matters)
    ? [{ head: say(lang, "other_totals"), values: of.map((one) => one.other_totals.join(", ")) }]
    : [];
  return {
    ending: endingOf(result, context),
    parts: [
      { head: say(lang, "line_buildings"), values: of.map((one) => number(one.breakdown.buildings.vp)), strong: true },
      ...built,
      ...LINES.map(([key, from]) => ({
        head: say(lang, `line_${key}`),
        values: of.map(
          (one) => `${number(one.breakdown[key].vp)} (${from(one.breakdown[key]).replaceAll(" ", "\u00a0")})`,
        ),
      })),
      { head: say(lang, "total"), values: of.map((one) => number(one.score)), strong: true },
      ...moved,
      ...others,
    ],
  };
}

/** How it ended, and what parted those who were tied. @param {any} result @param {Context} context */
function endingOf({ end, tie_break: tie }, context) {
  const { lang, seatName } = context;
  const steps = (tie?.steps ?? []).map((/** @type {any} */ step) => {
    const groups = step.groups.map((/** @type {number[]} */ group) => listed(group.map(seatName), lang));
    return say(lang, `tie_${step.how}`, {
      groups: groups.reduce((/** @type {string} */ a, /** @type {string} */ b) => say(lang, "before_", { a, b })),
    });
  });
  const by = end.triggered_by === null ? [] : [say(lang, "end_by", { who: seatName(end.triggered_by) })];
  return [say(lang, "ending"), ...by, ...steps].join(" ");
}
