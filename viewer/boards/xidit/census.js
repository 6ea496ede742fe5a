// @ts-check
/** The census as a picture: a line for each type of unit, a fist for each player. */
import { h, names, picture, reportTable, scrolling, seatColumns } from "../../kit/index.js";
import { fistImage, rewardImage, unitImage } from "./art.js";
import { say } from "./words.js";
import { unitName } from "./world.js";

/** @import { Context } from "../../kit/board.js" */
/** @import { Cell, Row } from "../../kit/report.js" */
/** @import { World } from "./world.js" */

export function censusPicture(/** @type {any} */ position, /** @type {World} */ world, /** @type {Context} */ context) {
  const { lang } = context;
  const { census } = position;
  const caption = say(lang, "census_long", { n: census?.year ?? position.round });
  const rows = world.box.census.flatMap((/** @type {any} */ prize) => prizeRows(prize, census, world, context));
  const columns = [[say(lang, "unit")], ...seatColumns(context)];
  const table = reportTable({ className: "x-census", caption, columns, bodies: [rows] });
  return scrolling(caption, table);
}

/** @param {any} prize @param {any} census @param {World} world @param {Context} context @returns {Row[]} */
function prizeRows(prize, census, world, context) {
  const { lang, seats } = context;
  const { unit, kind, alone, tied } = prize;
  const round = census?.rounds[unit];
  const open = census?.unit === unit && !round;
  const stake = say(lang, `prize_${kind}`, { alone, tied });
  const name = h("span", h("b", unitName(world, unit, lang)), h("span.x-small", stake));
  const head = [h("div", picture(unitImage(unit), "x-unit"), name)];
  const cells = seats.map(({ seat }) => {
    if (round) return openHand(round, seat, context);
    return open ? fist(census.fists?.[String(seat)], context) : { content: [] };
  });
  const line = { head, cells, className: round ? "x-opened" : open ? "x-open" : "x-later" };
  const winners = round?.winners ?? [];
  if (!round || winners.length === 1) return [line];
  const who = names(winners, context);
  const words = winners.length ? say(lang, "tied", { who, each: round.each }) : say(lang, "none_shown");
  return [line, { head: [words], cells: [], className: "x-tied", wide: seats.length + 1 }];
}

/** @param {any} round @param {number} seat @param {Context} context @returns {Cell} */
function openHand({ winners, counts, each, kind }, seat, { lang }) {
  const hand = h("span.x-hand", picture(fistImage("open"), "x-fist"), String(counts[String(seat)]));
  if (!winners.includes(seat)) return { content: [hand] };
  const won = h("span.x-prize.centre", `+${each}`, picture(rewardImage(kind), "x-mini", say(lang, `reward_${kind}`)));
  return { className: "x-winner", content: [hand, won] };
}

/** @param {any} held In a seat's fist; null or without a count: not ready. @param {Context} context @returns {Cell} */
function fist(held, { lang }) {
  const ready = held?.count !== null && held?.count !== undefined;
  const words = say(lang, ready ? "fist_closed" : "fist_waiting");
  const image = picture(fistImage(ready ? "closed" : "waiting"), "x-fist", words);
  const shown = ready ? (typeof held.count === "number" ? String(held.count) : "?") : null;
  return { content: [h("span.x-hand", image, shown)] };
}
