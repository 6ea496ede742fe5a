// @ts-check
/** The result of Lords of Xidit, and what its charts can show. */
import { sum } from "../../kit/index.js";
import { say } from "./words.js";
import { contenderName, criterionName, groupsOf, worldOf } from "./world.js";

/** @import { Board, Context } from "../../kit/board.js" */

/** Known numbers by seat. @param {any} position @param {Context["seats"]} seats @param {(derived: any) => any} get */
function behind(position, seats, get) {
  /** @type {Record<string, number>} */ const out = {};
  for (const { seat } of seats) {
    const value = position.derived?.[seat] ? get(position.derived[seat]) : null;
    if (typeof value === "number") out[seat] = value;
  }
  return Object.keys(out).length ? out : null;
}

/** Lines over the game; gold and units as far as these eyes know. @type {Required<Board>["series"]} */
export function series({ lang, seats }) {
  /** @param {(seat: number) => number} get */
  const bySeat = (get) => Object.fromEntries(seats.map(({ seat }) => [seat, get(seat)]));
  const bards = (/** @type {any} */ position, /** @type {number} */ seat) => {
    const placed = Object.values(position.regions).map((/** @type {any} */ region) => region.bards[seat] ?? 0);
    const inside = position.bastion.owners ? 0 : (position.derived?.[seat]?.bastion ?? 0);
    return sum(placed) + inside;
  };
  const units = (/** @type {any} */ own) => {
    const counts = Object.values(own.units);
    return counts.every((count) => typeof count === "number") ? sum(counts) : null;
  };
  return [
    { key: "gold", label: say(lang, "gold"), of: (position) => behind(position, seats, (own) => own.gold) },
    { key: "stories", label: say(lang, "chart_stories"), of: ({ seats }) => bySeat((seat) => seats[seat].placed) },
    { key: "bards", label: say(lang, "chart_bards"), of: (position) => bySeat((seat) => bards(position, seat)) },
    { key: "units", label: say(lang, "units"), of: (position) => behind(position, seats, units) },
  ];
}

/** The lines of the result's table. @type {Required<Board>["breakdown"]} */
export function breakdown(result, context) {
  const { lang, seats } = context;
  const world = worldOf(context.box);
  const of = seats.map((seat) => result.seats[String(seat.seat)].breakdown);
  const evaluated = result.evaluations.map((/** @type {any} */ one) => {
    const { dummy: own } = one.values;
    const dummy = own === undefined ? "" : ` (${contenderName("dummy", context, world)} ${own})`;
    const values = seats.map(({ seat }) => `${one.values[seat]}${one.out.includes(String(seat)) ? " ✕" : ""}`);
    return { head: `${criterionName(world, one.criterion, lang)}${dummy}`, values };
  });
  const ruled = of.some((one) => one.gold.rulings) ? ["rulings"] : [];
  const gold = ["threats", "titans", "census", ...ruled].map((source, place) => ({
    head: say(lang, "gold_of", { source: say(lang, `from_${source}`) }),
    values: of.map((one) => one.gold[source] ?? 0),
    group: !place,
  }));
  return {
    headline: result.winners.length ? undefined : say(lang, "nobody_saves"),
    ending: endingOf(result, context),
    parts: [
      ...evaluated,
      { head: say(lang, "threats_freed"), values: of.map((one) => one.threats), group: true },
      { head: say(lang, "titans_freed"), values: of.map((one) => one.titans) },
      ...gold,
      { head: say(lang, "units_held"), values: of.map((one) => one.units.total), group: true },
      { head: say(lang, "recruited_spent"), values: of.map((one) => `${sum(one.recruited)} / ${sum(one.spent)}`) },
      { head: say(lang, "census_wins"), values: of.map((one) => sum(one.census_wins)) },
      { head: say(lang, "stories_left"), values: of.map((one) => one.stories.supply + one.stories.aside) },
      { head: say(lang, "bards_left"), values: of.map((one) => one.bards.left) },
      {
        head: say(lang, "orders_cancelled"),
        values: of.map((one) => `${sum(one.orders.cancelled)} / ${one.orders.executed}`),
      },
    ],
  };
}

/** How it ended, and what separated those who were tied. @param {any} result @param {Context} context */
function endingOf({ end, tie_break: tie }, context) {
  const { lang } = context;
  const world = worldOf(context.box);
  const steps = (tie?.steps ?? []).map((/** @type {any} */ step) =>
    say(lang, `ended_by_${step.how}`, {
      criterion: criterionName(world, step.criterion, lang),
      groups: groupsOf(step, context, world),
    }),
  );
  return [say(lang, end.reason === "dummy_survived" ? "dummy_survived" : "last_one"), ...steps].join(" ");
}
