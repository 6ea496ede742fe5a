// @ts-check
/** A record in a list: what is played, who plays, who won, how it stands. */
import { badge } from "../../kit/badge.js";
import { h } from "../../kit/dom.js";
import { moment } from "../../kit/times.js";
import { number } from "../../kit/words.js";
import { placed } from "../common/about.js";
import { text } from "../common/texts.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @typedef {{lang: Language, title: string, href: string, colourName: (colour: string) => string,
 *   narrow?: (key: string, value: string, words: string) => HTMLElement, extra?: readonly (string | null)[],
 *   go?: (event: Event) => void}} Look `narrow` makes what narrows the list to those that have the same; `extra` is
 *   said beside how it stands; `go` is called instead of following the address.
 */

/** @param {any} one A summary. @param {Look} look */
export function card(one, look) {
  const { lang } = look;
  const { league, event, ...occasion } = one.occasion ?? {};
  const when = one.changed_at ? moment(lang, one.changed_at) : "";
  const about = placed(occasion, lang);
  const moves = one.ply === undefined ? null : text(lang, "moves_made", { count: one.ply ?? 0 });
  const state = [moves, one.status ? text(lang, one.status) : null, ...(look.extra ?? []), when];
  const link = h("a.game", { href: look.href }, look.title);
  if (look.go) link.addEventListener("click", look.go);
  const said = [
    ...(one.league ? [narrowed(look, "league", one.league.id)] : []),
    ...(league ? [narrowed(look, "occasion.league", league)] : []),
    ...(event ? [narrowed(look, "event", event)] : []),
    ...(about.length ? [about.join(" · ")] : []),
  ].flatMap((part, place) => (place ? [" · ", part] : [part]));
  return h(
    "li",
    link,
    said.length ? h("p.occasion", ...said) : null,
    h("ul.who-all", ...one.seats.map((/** @type {any} */ seat) => seatLine(one, seat, look))),
    h("p.quiet", state.filter(Boolean).join(" · ")),
  );
}

/** @param {any} one @param {any} seat @param {Look} look */
function seatLine(one, seat, look) {
  const won = one.winners?.includes(seat.seat);
  const score = one.scores?.[seat.seat];
  const colour = look.colourName(seat.colour);
  return h(
    "li",
    { className: won ? "won" : "" },
    badge(seat.colour ?? ""),
    won ? h("span.crown", { role: "img", "aria-label": text(look.lang, "winner") }) : null,
    seat.name ? narrowed(look, "player", seat.player, seat.name) : h("span", colour),
    score === undefined || score === null ? null : h("b", number(score)),
  );
}

/** @param {Look} look @param {string} key @param {string} value @param {string} [words] */
function narrowed(look, key, value, words = value) {
  return look.narrow && value ? look.narrow(key, value, words) : h("span", words);
}
