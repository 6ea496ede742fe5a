// @ts-check
/** The seats in a row: who moves, the score, and a lock where something is sealed. */
import { badge } from "../../kit/badge.js";
import { h, s } from "../../kit/dom.js";

/**
 * A seat that may move is chosen by a tap; any other, and the one that is chosen, shows its details.
 * @param {HTMLElement} holder
 * @param {{t: (key: string, blanks?: Record<string, string | number>) => string, seatName: (seat: number) => string,
 *   colour: (seat: number) => string, left: (seat: number) => {text: string, label: string} | null}} page `left`: what
 *   a seat has left, where its game says it in short.
 * @param {{count: number, now: number | null, movers: number[], scores: Record<string, number> | null, locked:
 *   number[], choose: (seat: number) => void, details: (seat: number) => void}} seats `movers`: who may move now.
 */
export function drawSeats(holder, page, { count, now, movers, scores, locked, choose, details }) {
  const { t, seatName, colour } = page;
  const rest = Array.from({ length: count }, (_, seat) => page.left(seat));
  const key = JSON.stringify([count, now, movers, scores, locked, rest, t("players")]);
  // A row that stays as it is keeps the focus, and a tap that has begun.
  if (holder.dataset.key === key) return;
  const focused = holder.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.seat
    : null;
  holder.dataset.key = key;
  holder.setAttribute("role", "group");
  holder.setAttribute("aria-label", t("players"));
  holder.replaceChildren(
    ...Array.from({ length: count }, (_, seat) => {
      const may = movers.includes(seat);
      const score = scores?.[seat] ?? null;
      const lock = s(
        "svg",
        { viewBox: "0 0 24 24", class: "lock", role: "img", "aria-label": t("sealed") },
        s("path", { d: "M5 10h1V8a6 6 0 0 1 12 0v2h1v11H5Zm4 0h6V8a3 3 0 0 0-6 0Z" }),
      );
      const button = h(
        "button",
        { "data-seat": seat, className: `seat-${colour(seat)} ${may ? "may" : ""}` },
        badge(colour(seat)),
        h("span.who", seatName(seat)),
        h(
          "span.facts",
          score === null ? null : h("b", { title: t("score") }, String(score)),
          locked.includes(seat) ? lock : null,
          rest[seat] && h("small", { title: rest[seat].label }, rest[seat].text),
        ),
      );
      if (may) button.setAttribute("aria-pressed", String(seat === now));
      else button.setAttribute("aria-haspopup", "dialog");
      button.addEventListener("click", () => (may && seat !== now ? choose(seat) : details(seat)));
      return button;
    }),
  );
  if (focused) /** @type {HTMLElement | null} */ (holder.querySelector(`[data-seat="${focused}"]`))?.focus();
}

/**
 * Every type of move of a game, each with who may have made it.
 * @param {Record<string, any>} kinds As the game declares them. @param {number[]} seats
 * @param {{label: (type: string) => string, seatName: (seat: number) => string, choose: (type: string, seat: number |
 *   null) => void}} page
 * @param {string} [head] Over the moves of one seat, without those of the table.
 */
export function everyKind(kinds, seats, { label, seatName, choose }, head) {
  const button = (/** @type {string} */ type, /** @type {number | null} */ seat, /** @type {string} */ words) =>
    h("button", { "data-type": type, onclick: () => choose(type, seat) }, words);
  const under = (/** @type {string} */ legend, /** @type {Node[]} */ buttons) =>
    h("fieldset.ask", h("legend", legend), h("div.options", ...buttons));
  const seated = (/** @type {string} */ type) => kinds[type].seated !== false;
  const types = Object.keys(kinds);
  if (head)
    return [
      under(
        head,
        types.filter(seated).map((type) => button(type, seats[0], label(type))),
      ),
    ];
  return types.map((type) => {
    const all = seated(type)
      ? seats.map((seat) => button(type, seat, seatName(seat)))
      : [button(type, null, label(type))];
    return under(label(type), all);
  });
}
