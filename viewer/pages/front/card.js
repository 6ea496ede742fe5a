// @ts-check
/** A record in a list: what is played, who plays, who won, its status. */
import { badge } from "../../kit/badge.js";
import { h } from "../../kit/dom.js";
import { day, moment } from "../../kit/times.js";
import { number } from "../../kit/words.js";
import { placed } from "../common/about.js";
import { text } from "../common/texts.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @typedef {{lang: Language, title: string, href: string, colourName: (colour: string) => string,
 *   narrow?: (key: string, value: string, words: string) => HTMLElement, extra?: readonly (string | null)[],
 *   go?: (event: Event) => void, veiled?: boolean, picture?: HTMLElement | null}} Look `narrow` makes what narrows the
 *   list to those that have the same; `extra` is shown next to the status; `go` is called instead of following the
 *   address; `veiled` leaves results out.
 */

/** @param {any} one A summary. @param {Look} look */
export function card(one, look) {
  const { lang } = look;
  const { league, event, ...occasion } = one.occasion ?? {};
  const when = one.changed_at ? moment(lang, one.changed_at) : "";
  const about = [occasion.date && day(lang, occasion.date), ...placed(occasion, lang)].filter(Boolean);
  const moves = one.ply === undefined ? null : text(lang, "moves_made", { count: one.ply ?? 0 });
  const broken = one.standing?.breaches?.length ? text(lang, "league_broken") : null;
  const state = [moves, one.status ? text(lang, one.status) : null, broken, ...(look.extra ?? []), when];
  const link = h("a.game", { href: look.href }, look.title);
  if (look.go) link.addEventListener("click", look.go);
  const said = [
    ...(one.league ? [narrowed(look, "league", one.league.id)] : []),
    ...(league ? [narrowed(look, "occasion.league", league)] : []),
    ...(event ? [narrowed(look, "event", event)] : []),
    ...(about.length ? [about.join(" · ")] : []),
  ].flatMap((part, place) => (place ? [" · ", part] : [part]));
  const seats = ranked(look.veiled ? { seats: one.seats } : one).map(([seat, rank]) => seatLine(one, seat, rank, look));
  return h(
    "li",
    { className: look.picture ? "paper pictured" : "paper" },
    look.picture,
    link,
    said.length ? h("p.occasion", ...said) : null,
    h("ul.who-all", ...seats),
    h("p.quiet", state.filter(Boolean).join(" · ")),
  );
}

/** The seats, ranked once the game is over. @param {any} one @returns {[seat: any, rank: number | null][]} */
function ranked({ seats, winners, scores }) {
  if (!winners?.length) return seats.map((/** @type {any} */ seat) => [seat, null]);
  const score = (/** @type {any} */ seat) => scores?.[seat.seat] ?? -Infinity;
  const first = (/** @type {any} */ seat) => Number(winners.includes(seat.seat));
  const order = [...seats].sort((a, b) => first(b) - first(a) || score(b) - score(a) || a.seat - b.seat);
  const above = (/** @type {any} */ seat) =>
    order.filter((other) => first(other) > first(seat) || (first(other) === first(seat) && score(other) > score(seat)));
  return order.map((seat) => [seat, first(seat) ? 1 : scores ? 1 + above(seat).length : null]);
}

/** @param {any} one @param {any} seat @param {number | null} rank @param {Look} look */
function seatLine(one, seat, rank, look) {
  const won = rank === 1;
  const score = look.veiled ? null : one.scores?.[seat.seat];
  const place = won ? h("span.crown", { role: "img", "aria-label": text(look.lang, "winner") }) : rank && `${rank}.`;
  const colour = look.colourName(seat.colour);
  return h(
    "li",
    { className: won ? "won" : "" },
    one.winners?.length && !look.veiled ? h("span.rank", place || null) : null,
    badge(seat.colour ?? ""),
    seat.name ? narrowed(look, "player", seat.player, seat.name) : h("span", colour),
    score === undefined || score === null ? null : h("b", number(score)),
  );
}

/** @param {Look} look @param {string} key @param {string} value @param {string} [words] */
function narrowed(look, key, value, words = value) {
  return look.narrow && value ? look.narrow(key, value, words) : h("span", words);
}
