// @ts-check
/** Who moves: the seats in a row, the one that moves filled in; one tap on another changes it. */
import { badge } from "../../kit/badge.js";
import { h } from "../../kit/dom.js";

/**
 * @param {HTMLElement} holder
 * @param {{t: (key: string) => string, seatName: (seat: number) => string, colour: (seat: number) => string}} page
 * @param {{count: number, now: number | null, movers: number[], choose: (seat: number) => void}} seats `movers`: who
 *   may move now; the others cannot be chosen.
 */
export function drawSeats(holder, { t, seatName, colour }, { count, now, movers, choose }) {
  const key = JSON.stringify([count, now, movers, t("to_move")]);
  holder.hidden = count < 2;
  // A row that stays as it is keeps the focus, and a tap that has begun.
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  holder.setAttribute("role", "group");
  holder.setAttribute("aria-label", t("to_move"));
  holder.replaceChildren(
    ...Array.from({ length: count }, (_, seat) => {
      const button = h(
        "button",
        { type: "button", "aria-pressed": String(seat === now), "data-seat": seat, className: `seat-${colour(seat)}` },
        badge(colour(seat)),
        h("span", null, seatName(seat)),
      );
      button.disabled = !movers.includes(seat);
      button.addEventListener("click", () => choose(seat));
      return button;
    }),
  );
}

/**
 * Every type of move of a game, each with who may have made it.
 * @param {Record<string, any>} kinds As the game declares them.
 * @param {number} count Of seats.
 * @param {{label: (type: string) => string, seatName: (seat: number) => string, choose: (type: string, seat: number |
 *   null) => void}} page
 */
export function everyKind(kinds, count, { label, seatName, choose }) {
  return Object.entries(kinds).map(([type, kind]) => {
    const whose = kind.seated === false ? [null] : Array.from({ length: count }, (_, seat) => seat);
    const buttons = whose.map((seat) => {
      const button = h("button", { type: "button", "data-type": type }, seat === null ? label(type) : seatName(seat));
      button.addEventListener("click", () => choose(type, seat));
      return button;
    });
    const options = h("div", { className: "options" }, ...buttons);
    return h("fieldset", { className: "ask" }, h("legend", null, label(type)), options);
  });
}
