// @ts-check
/** Points by source as bars: a bar for each seat and era, a part of it for each source; losses to the left. */
import { badge, h, number } from "../../kit/index.js";
import { say } from "./words.js";
import { LINES, roman, turnOf } from "./world.js";

/** @import { Context } from "../../kit/board.js" */
/** @import { World } from "./world.js" */
/** @typedef {Record<string, number>} Lines VP by line of the scoring breakdown. */

const NARROW = 14; // A part wider than 1/N of the bar shows its number.

/** VP by era, line. @param {Record<string, Lines>} turns By turn. @param {World} world @returns {Map<number, Lines>} */
export function byEra(turns, world) {
  /** @type {Map<number, Lines>} */ const eras = new Map();
  for (const [turn, lines] of Object.entries(turns)) {
    const { era } = turnOf(world, Number(turn));
    const sums = eras.get(era) ?? {};
    for (const [line, vp] of Object.entries(lines)) sums[line] = (sums[line] ?? 0) + vp;
    eras.set(era, sums);
  }
  return eras;
}

/** @param {Record<string, Record<string, Lines>>} ledger By seat. @param {World} world @param {Context} context */
export function ledgerPicture(ledger, world, context) {
  const { lang, seats, seatName } = context;
  const all = seats.map((seat) => ({ seat, eras: byEra(ledger[String(seat.seat)], world) }));
  const sizes = all.flatMap(({ eras }) => [...eras.values()].map((lines) => gained(lines) - lostOf(lines)));
  const most = Math.max(1, ...sizes);
  const used = LINES.filter((line) => all.some(({ eras }) => [...eras.values()].some((lines) => lines[line])));
  const key = used.map((line) => h("li", h("i", { className: `r-part r-line-${line}` }), say(lang, `line_${line}`)));
  const bars = all.map(({ seat, eras }) =>
    h(
      "li",
      h("p", badge(seat.colour), h("span.who", seatName(seat.seat))),
      ...[...eras].sort(([a], [b]) => a - b).map(([era, lines]) => barOf(era, lines, most, lang)),
    ),
  );
  return h("section.r-ledger", h("h3", say(lang, "by_source")), h("ul.r-key", ...key), h("ul.r-bars", ...bars));
}

const gained = (/** @type {Lines} */ lines) => Object.values(lines).reduce((sum, vp) => sum + Math.max(0, vp), 0);
const lostOf = (/** @type {Lines} */ lines) => Object.values(lines).reduce((sum, vp) => sum + Math.min(0, vp), 0);

/** @param {number} era @param {Lines} lines @param {number} most @param {import("../../kit/words.js").Language} lang */
function barOf(era, lines, most, lang) {
  const sum = gained(lines) + lostOf(lines);
  const used = LINES.filter((line) => lines[line]);
  const items = used.map((line) => `${say(lang, `line_${line}`)} ${number(lines[line], true)}`);
  const parts = used.map((line) => {
    const size = Math.abs(lines[line]);
    const words = `${say(lang, `line_${line}`)}: ${number(lines[line], true)}`;
    const shown = size * NARROW > most ? number(lines[line]) : "";
    const part = h("i", { className: `r-part r-line-${line}`, title: words }, shown);
    part.style.width = `${(100 * size) / most}%`;
    return part;
  });
  const label = `${say(lang, "era", { era: roman(era) })}: ${items.join(", ")}`;
  const bar = h("span.r-bar", { role: "img", "aria-label": label }, ...parts);
  return h("div.r-bar-line", h("small", roman(era)), bar, h("b", number(sum)));
}
