// @ts-check
/** Reports, each made once, and their tables: a column for every seat, sums below, and a frame that scrolls. */
import { badge } from "./badge.js";
import { modeOf } from "./card.js";
import { h } from "./dom.js";

/**
 * @import { Context } from "./board.js"
 * @import { Child } from "./dom.js"
 * @typedef {{className?: string, title?: string, label?: string, content: Child[]}} Cell `label`: read aloud
 *   instead of a sign.
 * @typedef {{head: Child[], cells: Cell[], className?: string, wide?: number}} Row `wide`: columns that its head takes.
 * @typedef {{className?: string, caption: string, unseen?: boolean, columns: Child[][], bodies: Row[][], foot?: Row[]}}
 *   Report `unseen`: its caption is for screen readers, a title is above. `columns`: their heads, the first
 *   over the heads.
 */

/** A box that scrolls sideways where it must. @param {string} label @param {...Child} children */
export const scrolling = (label, ...children) =>
  h("div.scroll.report", { tabIndex: 0, role: "region", "aria-label": label }, ...children);

/** Badge and name over the column of each seat. @param {Context} context @returns {Child[][]} */
export const seatColumns = ({ seats, seatName }) =>
  seats.map((seat) => [badge(seat.colour), h("span.who", seatName(seat.seat))]);

/** @param {Report} report */
export function reportTable({ className = "", caption, unseen = false, columns, bodies, foot = [] }) {
  const table = h("table", { className: `report-table ${className}` });
  table.append(h("caption", { className: unseen ? "unseen" : "" }, caption));
  const heads = columns.map((content) => (content.length ? h("th", { scope: "col" }, ...content) : h("td")));
  table.append(h("thead", h("tr", ...heads)));
  for (const rows of bodies) table.append(h("tbody", ...rows.map(rowOf)));
  if (foot.length) table.append(h("tfoot", ...foot.map(rowOf)));
  return table;
}

export const rowOf = (/** @type {Row} */ { head, cells, className = "", wide = 1 }) =>
  h(
    "tr",
    { className },
    h("th", { scope: "row", colSpan: wide }, ...head),
    ...cells.map((cell) =>
      h("td", { className: cell.className ?? "", title: cell.title, "aria-label": cell.label }, ...cell.content),
    ),
  );

const MOST = 60; // Maximum number of cached pictures.

/** @typedef {{key: any, make: () => HTMLElement}} Shown `key`: the same for the same report, as of a `Map`. */

/**
 * What a board exports for its reports: `panel`, which draws the seats or the report of a position, and `foresee`,
 * which makes a report ahead of its time, so that going there costs less.
 * @param {(el: HTMLElement, position: any, changed: readonly string[], context: Context) => void} showSeats
 * @param {(position: any, context: Context) => Shown | null} reportAt The report of a position.
 */
export function reporting(showSeats, reportAt) {
  let mode = ""; // The people and the language that the pictures show.
  /** @type {Map<any, HTMLElement>} */ const made = new Map();

  function pictureOf(/** @type {any} */ position, /** @type {Context} */ context) {
    const report = reportAt(position, context);
    if (!report) return null;
    if (mode !== modeOf(context)) made.clear();
    mode = modeOf(context);
    let shown = made.get(report.key);
    if (!shown) {
      shown = report.make();
      if (made.size >= MOST) made.clear();
      made.set(report.key, shown);
    }
    return shown;
  }

  return {
    /** @param {HTMLElement} el @param {any} position @param {readonly string[]} changed @param {Context} context */
    panel(el, position, changed, context) {
      const picture = context.report ? pictureOf(position, context) : null;
      if (!picture) showSeats(el, position, changed, context);
      else if (picture.parentNode !== el || el.childNodes.length > 1) el.replaceChildren(picture);
    },
    /** @param {HTMLElement} _el What `panel` draws into. @param {any} position @param {Context} context */
    foresee(_el, position, context) {
      if (made.size < MOST) pictureOf(position, context);
    },
  };
}
