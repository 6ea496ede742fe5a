// @ts-check
/** Tables of reports: a column for every seat, sums below, and a frame that scrolls where the page is narrow. */
import { badge } from "./badge.js";
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
