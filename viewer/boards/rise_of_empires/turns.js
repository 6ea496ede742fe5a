// @ts-check
/** The report of a turn: who got what from where in food, income and points, what was kept at the end of an era. */
import { badge, h, number, reportTable, scrolling, seatColumns } from "../../kit/index.js";
import { ledgerPicture } from "./scoring-table.js";
import { goodsRow } from "./tiles.js";
import { say } from "./words.js";
import { GOODS, goodsWords, nameOf, turnName } from "./world.js";

/**
 * @import { Context } from "../../kit/board.js"
 * @import { Row } from "../../kit/report.js"
 * @import { Goods, World } from "./world.js"
 * @typedef {{from: string, of: string, count: number} & Goods} Gain
 */

/**
 * The report of a turn, as far as it has come.
 * @param {number} turn
 * @param {any} report Of the view.
 * @param {any} position @param {World} world @param {Context} context
 */
export function turnPicture(turn, report, position, world, context) {
  const { lang } = context;
  const title = say(lang, "report_of", { turn: turnName(world, turn, lang) });
  return scrolling(
    title,
    h("h2", title),
    ...foodTable(report.food, world, context),
    ...incomeTable(report.income, world, context),
    ...pointsTable(report, world, context),
    ...eraPicture(report.era_end, world, context),
    ledgerPicture(position.ledger, world, context),
  );
}

/**
 * A table of a phase with a column for each seat.
 * @param {string} phase @param {Row[]} rows @param {Row[]} foot @param {Context} context
 */
function phaseTable(phase, rows, foot, context) {
  const caption = say(context.lang, `phase_${phase}`);
  const columns = [[say(context.lang, "source")], ...seatColumns(context)];
  return reportTable({ className: `r-phase r-phase-${phase}`, caption, columns, bodies: [rows], foot });
}

/**
 * One line for each source, in the order of first use.
 * @param {Record<string, Gain[]>} bySeat @param {World} world @param {Context} context @returns {Row[]}
 */
function gainRows(bySeat, world, { lang, seats }) {
  /** @type {Map<string, {from: string, of: string, by: Map<string, Gain>}>} */
  const sources = new Map();
  for (const [seat, items] of Object.entries(bySeat)) {
    for (const item of items) {
      // Copies of a tile are one source.
      const key = `${item.from} ${nameOf(world, item.of, lang)}`;
      const source = sources.get(key) ?? { from: item.from, of: item.of, by: new Map() };
      source.by.set(seat, item);
      sources.set(key, source);
    }
  }
  const order = ["territory", "town", "city", "upkeep", "progress", "region", "second"];
  return [...sources.values()]
    .sort((a, b) => order.indexOf(a.from) - order.indexOf(b.from))
    .map(({ from, of, by }) => ({
      head: [sourceName(from, of, [...by.values()], world, lang)],
      cells: seats.map(({ seat }) => {
        const item = by.get(String(seat));
        if (!item) return { content: [] };
        const times = (from === "territory" || from === "town") && item.count > 1 ? ` ×${item.count}` : "";
        if (!GOODS.some((good) => item[good])) return { content: [h("span.quiet", `0${times}`)] };
        return { content: [goodsRow(item, lang), h("small", times)], label: `${goodsWords(item, lang)}${times}` };
      }),
    }));
}

/**
 * @param {string} from @param {string} of @param {Gain[]} items @param {World} world
 * @param {import("../../kit/words.js").Language} lang
 */
function sourceName(from, of, items, world, lang) {
  const what = nameOf(world, of, lang);
  const shared = items.some((item) => item.count > 1);
  if (from === "upkeep") return say(lang, "from_upkeep", { what });
  if (from === "region") return say(lang, shared ? "from_joint" : "from_region", { what });
  if (from === "second") return say(lang, shared ? "from_second_joint" : "from_second", { what });
  return from === "ruled" ? say(lang, "from_ruled") : what;
}

/**
 * A row with a cell for each seat; left out where no seat has anything to tell.
 * @param {string} head @param {Context} context @param {(seat: string) => string | Node | null} of
 * @param {string} [className] @returns {Row[]}
 */
function seatRow(head, { lang, seats }, of, className = "") {
  const cells = seats.map(({ seat }) => of(String(seat)));
  if (cells.every((cell) => cell === null)) return [];
  return [{ head: [say(lang, head)], className, cells: cells.map((cell) => ({ content: [cell] })) }];
}

/** @param {Record<string, any>} food @param {World} world @param {Context} context */
function foodTable(food, world, context) {
  if (!Object.keys(food).length) return [];
  const { lang } = context;
  const rows = gainRows(
    bySeat(food, (one) => one.items),
    world,
    context,
  );
  const of = (/** @type {(one: any) => string | Node | null} */ get) => (/** @type {string} */ seat) =>
    food[seat] ? get(food[seat]) : null;
  const foot = [
    ...seatRow(
      "sum",
      context,
      of((one) => number(one.total, true)),
      "r-sum",
    ),
    ...seatRow(
      "doubled",
      context,
      of((one) => (one.times > 1 ? number(one.total * one.times, true) : null)),
    ),
    ...seatRow(
      "moved",
      context,
      of((one) => (one.moved === one.total * one.times ? null : number(one.moved, true))),
    ),
    ...surplus(
      context,
      world,
      of((one) => (one.gold ? goodsRow({ gold: one.gold }, lang) : null)),
    ),
    ...seatRow(
      "shortage",
      context,
      of((one) => (one.missing ? (one.lost ? goodsRow({ vp: -one.lost }, lang) : "0") : null)),
    ),
    ...seatRow(
      "given_up",
      context,
      of((one) => listOf(one.given_up, world, context)),
    ),
  ];
  return [phaseTable("food", rows, foot, context)];
}

/** @param {Context} context @param {World} world @param {(seat: string) => string | Node | null} of @returns {Row[]} */
function surplus(context, world, of) {
  return seatRow("surplus", context, of).map((row) => ({
    ...row,
    head: [say(context.lang, "surplus", { most: world.box.food.most })],
  }));
}

/** @param {Record<string, any>} some @param {(one: any) => Gain[]} get @returns {Record<string, Gain[]>} */
const bySeat = (some, get) => Object.fromEntries(Object.entries(some).map(([seat, one]) => [seat, get(one)]));

/** Names of tiles, or null where there are none. @param {string[]} ids @param {World} world @param {Context} context */
function listOf(ids, world, { lang }) {
  return ids.length ? h("span.r-list", ids.map((id) => nameOf(world, id, lang)).join(", ")) : null;
}

/** @param {Record<string, any>} income @param {World} world @param {Context} context */
function incomeTable(income, world, context) {
  if (!Object.keys(income).length) return [];
  const rows = [
    ...gainRows(
      bySeat(income, (one) => one.items),
      world,
      context,
    ),
    ...gainRows(
      bySeat(income, (one) => one.after),
      world,
      context,
    ).map((row) => ({ ...row, head: [...row.head, `, ${say(context.lang, "after_upkeep")}`] })),
  ];
  const of = (/** @type {(one: any) => string | Node | null} */ get) => (/** @type {string} */ seat) =>
    income[seat] ? get(income[seat]) : null;
  const foot = [
    ...seatRow(
      "sum",
      context,
      of((one) => goodsRow(summed([...one.items, ...one.after]), context.lang)),
      "r-sum",
    ),
    ...seatRow(
      "paid_for",
      context,
      of((one) => listOf(one.paid, world, context)),
    ),
    ...seatRow(
      "given_up",
      context,
      of((one) => listOf(one.given_up, world, context)),
    ),
  ];
  return [phaseTable("income", rows, foot, context)];
}

/** @param {Gain[]} items @returns {Goods} */
function summed(items) {
  return Object.fromEntries(GOODS.map((good) => [good, items.reduce((sum, item) => sum + (item[good] ?? 0), 0)]));
}

/** @param {any} report @param {World} world @param {Context} context */
function pointsTable({ vp, vp_after: after }, world, context) {
  if (!Object.keys(vp).length) return [];
  const rows = gainRows(
    bySeat(vp, (one) => one.items),
    world,
    context,
  );
  const foot = [
    ...seatRow("sum", context, (seat) => (vp[seat] ? number(summed(vp[seat].items).vp ?? 0, true) : null), "r-sum"),
    ...(after ? seatRow("vp_after", context, (seat) => h("b", String(after[seat]))) : []),
  ];
  return [phaseTable("vp", rows, foot, context)];
}

/**
 * What each seat kept, paid and lost at the end of an era: in blocks, for lists of tiles have no room in columns.
 * @param {Record<string, any>} ends @param {World} world @param {Context} context
 */
function eraPicture(ends, world, context) {
  if (!Object.keys(ends).length) return [];
  const { lang, seats, seatName } = context;
  const none = () => h("span.quiet", say(lang, "nothing"));
  const blocks = seats.flatMap(({ seat, colour }) => {
    const one = ends[seat];
    if (!one) return [];
    const home = homeOf(one.home, world, context);
    const paid = one.gold || one.cubes ? goodsRow({ gold: -one.gold, cubes: -one.cubes }, lang) : none();
    /** @type {[string, Node][]} */
    const lines = [
      ["kept", listOf([...one.progress, ...one.cities], world, context) ?? none()],
      ["paid", paid],
      ["lost", listOf(one.lost, world, context) ?? none()],
      ...(home ? [/** @type {[string, Node]} */ (["home", home])] : []),
    ];
    const told = lines.flatMap(([key, what]) => [h("dt", say(lang, key)), h("dd", what)]);
    return [h("div", h("h4", badge(colour), " ", seatName(seat)), h("dl", ...told))];
  });
  return [h("section.r-ends", h("h3", say(lang, "phase_era_end")), ...blocks)];
}

/** @param {Record<string, number>} home @param {World} world @param {Context} context */
function homeOf(home, world, { lang }) {
  const words = Object.entries(home).map(([region, cubes]) => `${nameOf(world, region, lang)} −${cubes}`);
  return words.length ? h("span.r-list", words.join(", ")) : null;
}
