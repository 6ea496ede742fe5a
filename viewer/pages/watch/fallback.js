// @ts-check
/** For a game without a picture of its own: who is to move, the scores, and what each move changed, in words. */
import { whoIs } from "../../kit/card.js";
import { h } from "../../kit/dom.js";
import { speaker } from "../../kit/words.js";

const MOST = 60; // Maximum number of changes listed.

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  none: [
    "There is no picture of this game here yet. " +
      "The moves, the scores and what each move changed can be followed all the same.",
    "Aquí no hay todavía un dibujo de este juego. " +
      "Aun así se pueden seguir las jugadas, los puntos y lo que cambió en cada una.",
  ],
  changed: ["What this move changed", "Lo que cambió esta jugada"],
  nothing: ["Nothing.", "Nada."],
  gone: ["removed", "quitado"],
  to_move: ["to move", "le toca"],
};
const say = speaker(WORDS);

function lookUp(/** @type {any} */ position, /** @type {string} */ path) {
  let value = position;
  for (const key of path.split("/").slice(1)) value = value?.[key.replaceAll("~1", "/").replaceAll("~0", "~")];
  return value;
}

/** @type {Required<import("../../kit/board.js").Board>["draw"]} */
export function draw(el, position, changed, context) {
  const { lang } = context;
  const seats = context.seats.map((seat) => {
    const score = position.scores?.[String(seat.seat)];
    const turn = position.to_move?.includes(seat.seat);
    return h(
      "li",
      ...whoIs(seat, context),
      score === undefined ? null : h("strong", ` ${score}`),
      turn ? h("em.quiet", ` · ${say(lang, "to_move")}`) : null,
    );
  });
  const changes = changed.slice(0, MOST).flatMap((path) => {
    const value = lookUp(position, path);
    const words = value === undefined ? say(lang, "gone") : JSON.stringify(value);
    return [h("dt", path.slice(1).replaceAll("/", " › ")), h("dd", words)];
  });
  el.replaceChildren(
    h(
      "div.any.paper",
      h("p", say(lang, "none")),
      h("ul.any-seats", ...seats),
      h("h2", say(lang, "changed")),
      h("dl.any-changes", ...(changes.length ? changes : [h("dd", say(lang, "nothing"))])),
    ),
  );
}
