// @ts-check
/** The table of a scoring of Kingdoms: parts as lines, seats as columns; a line lights up on the board. */
import { h, number, reportTable, scrolling, seatColumns, set } from "../../kit/index.js";
import { lightPart } from "./table.js";
import { say } from "./words.js";

/** @import { Context } from "../../kit/board.js" */
/** @import { Cell, Row } from "../../kit/report.js" */
/** @import { Line, Part, Scoring } from "./words.js" */

const BEFORE_SEATS = 2; // Columns before those of the seats.

/** The table of a scoring. @param {Scoring} scoring @param {number} epoch @param {Context} context */
export function ledger(scoring, epoch, context) {
  const { lang, seats } = context;
  const caption = say(lang, "scoring_of", { n: epoch });
  /** @type {Map<string, Part>} By the key of their row. */
  const parts = new Map();
  const bodies = /** @type {const} */ (["row", "column"]).map((kind) => [
    ...scoring.lines.filter((one) => one.line === kind).flatMap((line) => lineRows(line, parts, context)),
    sumRow(say(lang, `${kind}s_sum`), kind === "row" ? scoring.rows : scoring.columns, context, "sum", true),
  ]);
  const foot = [sumRow(say(lang, "epoch_sum", { n: epoch }), scoring.total, context, "total", true)];
  if (scoring.counted)
    foot.push(sumRow(say(lang, "counted"), scoring.counted, context, "counted", true, scoring.total));
  foot.push(sumRow(say(lang, "before"), scoring.before, context, "quiet", false));
  foot.push(sumRow(say(lang, "after"), scoring.after, context, "after", false));
  const columns = [[say(lang, "line")], [say(lang, "base")], ...seatColumns(context)];
  const table = reportTable({ className: `k-ledger seats-${seats.length}`, caption, columns, bodies, foot });
  const partOf = (/** @type {Event} */ event) => {
    const row = /** @type {Element} */ (event.target).closest("tr");
    return parts.get(row?.querySelector(".k-line")?.getAttribute("data-part") ?? "") ?? null;
  };
  for (const on of ["pointerover", "focusin", "click"]) table.addEventListener(on, (event) => lightPart(partOf(event)));
  for (const off of ["pointerleave", "focusout"]) table.addEventListener(off, () => lightPart(null));
  return scrolling(caption, table);
}

/** One row per part. @param {Line} line @param {Map<string, Part>} parts @param {Context} context @returns {Row[]} */
function lineRows(line, parts, context) {
  const { lang, seats } = context;
  const label = say(lang, line.line, { n: line.index });
  return line.parts.map((part, place) => {
    const id = `${line.line} ${line.index} ${place}`;
    parts.set(id, part);
    const several = line.parts.length > 1;
    const letter = several ? h("span.k-part.quiet", String.fromCharCode(97 + place)) : null;
    const name = several ? `${label}, ${say(lang, "part", { n: place + 1 })}` : label;
    const head = h("span.k-line", { role: "button", tabIndex: 0, "data-part": id }, place ? "" : label, letter);
    set(head, { "aria-label": name });
    const cells = seats.map((seat) => seatCell(part, String(seat.seat), context));
    return { head: [head], cells: [baseCell(part), ...cells] };
  });
}

/** What a part counts, and how that came about. @param {Part} part @returns {Cell} */
function baseCell({ resources, cancelled, hazards, mine, base }) {
  const sums = [];
  if (resources) sums.push(cancelled ? h("s", number(resources, true)) : number(resources, true));
  if (hazards) sums.push(number(hazards, true));
  const explained = mine > 1 || cancelled > 0 || sums.length > 1;
  const how = h("span.k-how", ...sums.flatMap((sum, at) => (at ? [" ", sum] : [sum])));
  if (mine > 1) how.append(h("span.k-x2", `×${mine}`));
  how.append(" =");
  return { className: "k-base", content: [explained ? how : null, h("b", { className: signOf(base) }, number(base))] };
}

/** What a part brings to a seat. @param {Part} part @param {string} seat @param {Context} context @returns {Cell} */
function seatCell(part, seat, { lang }) {
  if (!(seat in part.ranks)) {
    return { className: "k-nothing", label: say(lang, "none"), content: ["·"] };
  }
  const gold = part.gold[seat];
  const blanks = { count: part.ranks[seat], base: number(part.base), gold: number(gold) };
  const ranks = h("span.k-ranks", `×${part.ranks[seat]}`);
  const content = [ranks, " ", h("b", { className: signOf(gold) }, number(gold, true))];
  return { title: say(lang, "towers", blanks), content };
}

const signOf = (/** @type {number} */ value) => (value < 0 ? "less" : value > 0 ? "gain" : "");

/**
 * @param {string} words @param {Record<string, number>} sums @param {Context} context @param {string} className
 * @param {boolean} plus @param {Record<string, number> | null} [compare] Where a sum differs from these, it is marked.
 * @returns {Row}
 */
function sumRow(words, sums, { seats }, className, plus, compare = null) {
  const cells = seats.map((seat) => {
    const sum = sums[String(seat.seat)];
    if (sum === undefined) return { content: [] };
    const differs = compare !== null && compare[String(seat.seat)] !== sum;
    const sign = `${sum < 0 ? "less" : ""} ${differs ? "differs" : ""}`;
    return { content: [h("b", { className: sign }, number(sum, plus))] };
  });
  return { head: [words], wide: BEFORE_SEATS, className, cells };
}
