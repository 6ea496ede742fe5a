// @ts-check
/** For a game without a picture of its own: who is to move, the scores, and what each move changed, in words. */

/** @type {Record<string, [string, string]>} */
const WORDS = {
  none: ["There is no picture of this game here yet. The moves, the scores and what each move changed can be followed all the same.",
    "Aquí no hay todavía un dibujo de este juego. Aun así se pueden seguir las jugadas, los puntos y lo que cambió en cada una."],
  changed: ["What this move changed", "Lo que cambió esta jugada"],
  nothing: ["Nothing.", "Nada."],
  gone: ["removed", "quitado"],
  to_move: ["to move", "le toca"],
};

/**
 * @param {string} tag
 * @param {string} className
 * @param {...(Node | string)} children
 */
function h(tag, className, ...children) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

/**
 * @param {any} position
 * @param {string} path
 */
function lookUp(position, path) {
  let value = position;
  for (const key of path.split("/").slice(1)) {
    value = value?.[key.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return value;
}

/**
 * @param {HTMLElement} el
 * @param {any} position
 * @param {readonly string[]} changed
 * @param {import("./main.js").Context} context
 */
export function draw(el, position, changed, context) {
  /** @param {string} key */
  const say = (key) => WORDS[key][context.lang === "es" ? 1 : 0];
  const seats = h("ul", "any-seats");
  for (const seat of context.seats) {
    const line = h("li", "", context.badge(seat.colour), " ", context.seatName(seat.seat));
    const score = position.scores?.[String(seat.seat)];
    if (score !== undefined) line.append(h("strong", "", ` ${score}`));
    if (position.to_move?.includes(seat.seat)) line.append(h("em", "quiet", ` · ${say("to_move")}`));
    seats.append(line);
  }
  const changes = h("dl", "any-changes");
  for (const path of changed.slice(0, 60)) {
    const value = lookUp(position, path);
    changes.append(h("dt", "", path.slice(1).replaceAll("/", " › ")), h("dd", "", value === undefined ? say("gone") : JSON.stringify(value)));
  }
  if (!changed.length) changes.append(h("dd", "", say("nothing")));
  el.replaceChildren(h("div", "any", h("p", "", say("none")), seats, h("h2", "", say("changed")), changes));
}
