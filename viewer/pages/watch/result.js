// @ts-check
/** Who won, and by what: ranks of any game, and the table of parts that its board gives. */
import { badge } from "../../kit/badge.js";
import { h } from "../../kit/dom.js";
import { reportTable, scrolling, seatColumns } from "../../kit/report.js";
import { listed, number } from "../../kit/words.js";
import { text } from "../common/texts.js";

/** @import { Board, Context } from "../../kit/board.js" */

const noted = (/** @type {string | undefined} */ words) => (words ? h("small.quiet", words) : null);

export function resultPicture(/** @type {any} */ result, /** @type {Context} */ context, /** @type {Board} */ board) {
  const { lang, seats, seatName } = context;
  const { parts = [], ending = "", headline } = board.breakdown?.(result, context) ?? {};
  const unit = board.words?.score?.[lang] ?? text(lang, "score");
  const rank = (/** @type {number} */ seat) => result.seats[seat].rank;
  const order = [...seats].sort((a, b) => rank(a.seat) - rank(b.seat) || a.seat - b.seat);
  const winners = order.filter((one) => rank(one.seat) === 1).map((one) => seatName(one.seat));
  const said = text(lang, winners.length > 1 ? "win_together" : "wins", { who: listed(winners, lang) || "–" });
  const places = order.map((one) =>
    h(
      "li",
      { className: `place place-${rank(one.seat)}` },
      h("span.rank", { "aria-label": `${text(lang, "rank")} ${rank(one.seat)}` }, String(rank(one.seat))),
      badge(one.colour),
      h("span.who", seatName(one.seat)),
      h("span.points", h("span.unit", unit), h("strong", number(result.seats[one.seat].score))),
    ),
  );
  const rows = parts.map((part) => ({
    head: [part.head],
    className: `${part.strong ? "strong" : ""} ${part.group ? "group" : ""}`,
    cells: part.values.map((value, place) => ({
      content: [typeof value === "number" ? number(value) : value, noted(part.notes?.[place])],
      className: typeof value === "number" && value < 0 ? "less" : "",
    })),
  }));
  const caption = text(lang, "result");
  const columns = [[], ...seatColumns(context)];
  return h(
    "section.result.paper",
    h("h2.winner", headline ?? said),
    h("ol.places", ...places),
    ending ? h("p.quiet", ending) : null,
    rows.length
      ? scrolling(caption, reportTable({ className: "parts", caption, unseen: true, columns, bodies: [rows] }))
      : null,
  );
}
