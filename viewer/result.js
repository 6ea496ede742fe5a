// @ts-check
/** Who won, and by what: ranks of any game, and the table of parts that its board gives. */
import { h } from "./dom.js";
import { badge } from "./emblems.js";
import { number } from "./texts.js";

/**
 * @typedef {{head: string, values: (number | string)[], strong?: boolean, group?: boolean}} Part One line; `values` by seat.
 */

/**
 * @param {HTMLElement} holder
 * @param {any} result
 * @param {{seats: import("./store.js").Seat[], seat: (seat: number) => string, text: (key: string, blanks?: Record<string, string | number>) => string,
 *   score: string, parts: Part[], ending: string, headline?: string}} words `headline` says it where nobody wins.
 */
export function drawResult(holder, result, { seats, seat, text, score, parts, ending, headline }) {
  const order = [...seats].sort((a, b) => result.seats[a.seat].rank - result.seats[b.seat].rank || a.seat - b.seat);
  const winners = order.filter((one) => result.seats[one.seat].rank === 1).map((one) => seat(one.seat));
  const who = winners.length > 1 ? `${winners.slice(0, -1).join(", ")} ${text("and")} ${winners.at(-1)}` : winners[0];
  const places = h("ol", { className: "places" });
  for (const one of order) {
    const { rank, score: points } = result.seats[one.seat];
    places.append(
      h("li", { className: `place place-${rank}` },
        h("span", { className: "rank", "aria-label": `${text("rank")} ${rank}` }, String(rank)),
        badge(one.colour), h("span", { className: "who" }, seat(one.seat)),
        h("span", { className: "unit" }, score), h("strong", null, number(points))),
    );
  }
  holder.append(h("h2", { className: "winner" }, headline ?? text(winners.length > 1 ? "win_together" : "wins", { who: who ?? "–" })), places);
  if (ending) holder.append(h("p", { className: "quiet" }, ending));
  if (!parts.length) return;
  const table = h("table", { className: "parts" });
  const head = table.createTHead().insertRow();
  head.append(h("td", null));
  for (const one of seats) {
    head.append(h("th", { scope: "col" }, badge(one.colour), h("span", { className: "who" }, seat(one.seat))));
  }
  const body = table.createTBody();
  for (const part of parts) {
    const row = body.insertRow();
    row.className = `${part.strong ? "strong" : ""} ${part.group ? "group" : ""}`;
    row.append(h("th", { scope: "row" }, part.head));
    for (const value of part.values) {
      const cell = row.insertCell();
      cell.textContent = typeof value === "number" ? number(value) : value;
      if (typeof value === "number" && value < 0) cell.className = "less";
    }
  }
  holder.append(h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": text("result") }, table));
}
