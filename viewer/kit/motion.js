// @ts-check
/** Pieces fly to where they go: at a single step forward, never while somebody scrubs or wants less motion. */
import { s } from "./dom.js";

const [MS, REST_MS] = [380, 200]; // Duration of a piece's move, and the pause of a replay before it.
let last = -Infinity;
/** @type {Animation[]} */ let flying = [];

/** Whether pieces fly to this position; asked once at each drawing. @param {{forward: boolean}} context */
export function flies({ forward }) {
  for (const one of flying) one.finish();
  flying = [];
  const now = performance.now();
  const rested = now - last > REST_MS;
  last = now;
  return forward && rested && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Let a piece fly to where it is drawn; a copy flies, above all else.
 * @param {Element} layer Of an SVG, drawn last. @param {SVGElement | null} piece It is hidden meanwhile.
 * @param {{x: number, y: number}} origin What the piece's own transform counts from, in units of the layer.
 * @param {{x: number, y: number}} from The same where it comes from.
 */
export function fly(layer, piece, origin, from) {
  if (!piece) return;
  const at = `translate(${origin.x} ${origin.y})`;
  const copy = s("g", { class: "flying", transform: at, "aria-hidden": "true" }, piece.cloneNode(true));
  layer.append(copy);
  piece.style.opacity = "0";
  const way = [`${from.x - origin.x}px ${from.y - origin.y}px`, "0px 0px"];
  const flight = copy.animate({ translate: way }, { duration: MS, easing: "cubic-bezier(0.4, 0, 0.2, 1)" });
  flight.onfinish = () => {
    copy.remove();
    piece.style.opacity = "";
  };
  flying.push(flight);
}
