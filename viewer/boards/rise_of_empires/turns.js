// @ts-check
/** The report of a turn: who got what from where in food, income and points, what stayed at the end of an era. */
import { badge, h, number, reportTable, scrolling, seatColumns } from "../../kit/index.js";
import { ledgerPicture } from "./scoring-table.js";
import { goodsRow } from "./tiles.js";
import { say } from "./words.js";
import { GOODS, goodsWords, nameOf, turnName } from "./world.js";

/** @import { Context } from "../../kit/board.js" */
/** @import { Row } from "../../kit/report.js" */
/** @import { Goods, World } from "./world.js" */
/** @typedef {{from: string, of: string, count: number} & Goods} Gain */
/** @typedef {string | Node | null} What */

/** @param {number} turn @param {any} report @param {any} position @param {World} world @param {Context} context */
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

/** A table of a phase. @param {string} phase @param {Row[]} rows @param {Row[]} foot @param {Context} context */
function phaseTable(phase, rows, foot, context) {
  const caption = say(context.lang, `phase_${phase}`);
  const columns = [[say(context.lang, "source")], ...seatColumns(context)];
  return reportTable({ className: `r-phase r-phase-${phase}`, caption, columns, bodies: [rows], foot });
}

/**
 * One line for each source, in the order of first use.
 * @param {Record<string, any>} bySeat @param {"items" | "after"} part Of what a seat has. @param {World} world
 * @param {Context} context @returns {Row[]}
 */
function gainRows(bySeat, part, world, { lang, seats }) {
  /** @type {Map<string, {from: string, of: string, by: Map<string, Gain>}>} */ const sources = new Map();
  for (const [seat, own] of Object.entries(bySeat)) {
    for (const item of own[part]) {
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

/** A row of seats. @param {string} head @param {Context} context @param {(seat: string) => What} of @returns {Row[]} */
function seatRow(head, { lang, seats }, of) {
  const cells = seats.map(({ seat }) => of(String(seat)));
  if (cells.every((cell) => cell === null)) return [];
  const className = head === "sum" ? "r-sum" : "";
  return [{ head: [say(lang, head)], className, cells: cells.map((cell) => ({ content: [cell] })) }];
}

/** Makes rows of a phase, seat by seat. @param {Record<string, any>} some By seat. @param {Context} context */
const rowsOf = (some, context) => (/** @type {string} */ head, /** @type {(one: any) => What} */ get) =>
  seatRow(head, context, (seat) => (some[seat] ? get(some[seat]) : null));

/** @param {Record<string, any>} food @param {World} world @param {Context} context */
function foodTable(food, world, context) {
  if (!Object.keys(food).length) return [];
  const { lang } = context;
  const row = rowsOf(food, context);
  const head = [say(lang, "surplus", { most: world.box.food.most })];
  const surplus = row("surplus", (one) => (one.gold ? goodsRow({ gold: one.gold }, lang) : null));
  const foot = [
    ...row("sum", (one) => number(one.total, true)),
    ...row("doubled", (one) => (one.times > 1 ? number(one.total * one.times, true) : null)),
    ...row("moved", (one) => (one.moved === one.total * one.times ? null : number(one.moved, true))),
    ...surplus.map((one) => ({ ...one, head })),
    ...row("shortage", (one) => (one.missing ? (one.lost ? goodsRow({ vp: -one.lost }, lang) : "0") : null)),
    ...row("given_up", (one) => listOf(one.given_up, world, context)),
  ];
  return [phaseTable("food", gainRows(food, "items", world, context), foot, context)];
}

/** Names of tiles, or null where there are none. @param {string[]} ids @param {World} world @param {Context} context */
const listOf = (ids, world, { lang }) =>
  ids.length ? h("span.r-list", ids.map((id) => nameOf(world, id, lang)).join(", ")) : null;

/** @param {Record<string, any>} income @param {World} world @param {Context} context */
function incomeTable(income, world, context) {
  if (!Object.keys(income).length) return [];
  const { lang } = context;
  const after = gainRows(income, "after", world, context).map((row) => ({
    ...row,
    head: [...row.head, `, ${say(lang, "after_upkeep")}`],
  }));
  const row = rowsOf(income, context);
  const foot = [
    ...row("sum", (one) => goodsRow(summed([...one.items, ...one.after]), lang)),
    ...row("paid_for", (one) => listOf(one.paid, world, context)),
    ...row("given_up", (one) => listOf(one.given_up, world, context)),
  ];
  return [phaseTable("income", [...gainRows(income, "items", world, context), ...after], foot, context)];
}

/** @param {Gain[]} items @returns {Goods} */
const summed = (items) =>
  Object.fromEntries(GOODS.map((good) => [good, items.reduce((sum, item) => sum + (item[good] ?? 0), 0)]));

/** @param {any} report @param {World} world @param {Context} context */
function pointsTable({ vp, vp_after: after }, world, context) {
  if (!Object.keys(vp).length) return [];
  const foot = [
    ...rowsOf(vp, context)("sum", (one) => number(summed(one.items).vp ?? 0, true)),
    ...(after ? seatRow("vp_after", context, (seat) => h("b", String(after[seat]))) : []),
  ];
  return [phaseTable("vp", gainRows(vp, "items", world, context), foot, context)];
}

/** What a seat retains, pays, loses. @param {Record<string, any>} ends @param {World} world @param {Context} context */
function eraPicture(ends, world, context) {
  if (!Object.keys(ends).length) return [];
  const { lang, seats, seatName } = context;
  const none = () => h("span.quiet", say(lang, "nothing"));
  const blocks = seats.flatMap(({ seat, colour }) => {
    const one = ends[seat];
    if (!one) return [];
    const home = homeOf(one.home, world, context);
    const paid = one.gold || one.cubes ? goodsRow({ gold: -one.gold, cubes: -one.cubes }, lang) : none();
    /** @type {[string, Node][]} */ const lines = [
      ["kept", listOf([...one.progress, ...one.cities], world, context) ?? none()],
      ["paid", paid],
      ["lost", listOf(one.lost, world, context) ?? none()],
      ...(home ? [/** @type {[string, Node]} */ (["home", home])] : []),
    ];
    const terms = lines.flatMap(([key, what]) => [h("dt", say(lang, key)), h("dd", what)]);
    return [h("div", h("h4", badge(colour), " ", seatName(seat)), h("dl", ...terms))];
  });
  return [h("section.r-ends", h("h3", say(lang, "phase_era_end")), ...blocks)];
}

/** @param {Record<string, number>} home @param {World} world @param {Context} context */
function homeOf(home, world, { lang }) {
  const words = Object.entries(home).map(([region, cubes]) => `${nameOf(world, region, lang)} −${cubes}`);
  return words.length ? h("span.r-list", words.join(", ")) : null;
}
