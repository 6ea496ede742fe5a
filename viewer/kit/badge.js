// @ts-check
/** An emblem for each colour of a seat, so that nobody needs to distinguish colours. */
import { h, s, set } from "./dom.js";
import { backgroundClass, drawing } from "./picture.js";

/** Paths in a square of 24 by 24. @type {Record<string, string>} */
const EMBLEMS = {
  // A sun.
  yellow: `M12 7a5 5 0 1 0 0 10a5 5 0 0 0 0-10Z
    M11 1h2v4h-2Z M11 19h2v4h-2Z M1 11h4v2h-4Z M19 11h4v2h-4Z M3.5 4.9l1.4-1.4
      2.9 2.9-1.4 1.4Z M16.2 17.6l1.4-1.4 2.9 2.9-1.4 1.4Z M19.1 3.5l1.4 1.4-2.9 2.9-1.4-1.4Z M6.4 16.2l1.4 1.4-2.9
      2.9-1.4-1.4Z`,
  // Two chevrons.
  red: "M12 2 22.5 12.5v5.5L12 7.5 1.5 18v-5.5Z M12 11.5 19 18.5v4L12 16 5 22.5v-4Z",
  // A drop.
  blue: "M12 1C14 6 19.5 10.5 19.5 15.5a7.5 7.5 0 0 1-15 0C4.5 10.5 10 6 12 1Z",
  // A clover.
  green:
    "M12 2a4.6 4.6 0 0 1 3.8 7.2a4.6 4.6 0 1 1-2.7 8.1L14.5 23h-5l1.4-5.7a4.6 4.6 0 1 1-2.7-8.1A4.6 4.6 0 0 1 12 2Z",
  // A star.
  white: "M12 1.5l3.1 7 7.6.8-5.7 5.1 1.6 7.5L12 18l-6.6 3.9L7 14.4 1.3 9.3l7.6-.8Z",
  // A cross.
  black: "M9 2h6v7h7v6h-7v7H9v-7H2V9h7Z",
  // A crescent.
  purple: "M15.5 2A10 10 0 1 0 21.5 17.5A8.5 8.5 0 0 1 15.5 2Z",
  // A hexagon.
  orange: "M7 2.5h10L22 12l-5 9.5H7L2 12Z",
};
const PLAIN = "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18Z"; // A disc, for any other colour.

/** The path of a colour's emblem, in a square of 24 by 24. @param {string} colour */
export const emblemPath = (colour) => EMBLEMS[colour] ?? PLAIN;

/** A badge in a seat's colour with its emblem. @param {string} colour @param {string} [className] */
export const badge = (colour, className = "badge") =>
  s(
    "svg",
    { viewBox: "-4 -4 32 32", class: `${className} seat-${colour}`, "aria-hidden": "true" },
    s("circle", { class: "badge-disc", cx: 12, cy: 12, r: 15 }),
    s("path", { class: "badge-mark", d: emblemPath(colour), transform: "translate(2.4 2.4) scale(.8)" }),
  );

/**
 * Give a badge another colour. Its shapes stay: new ones would make the browser lay out what is around them.
 * @param {Element} badge @param {string} colour @param {string} [className]
 */
export function turnBadge(badge, colour, className = "badge") {
  set(badge, { class: `${className} seat-${colour}` });
  set(/** @type {Element} */ (badge.lastElementChild), { d: emblemPath(colour) });
}

/**
 * @typedef {{name: string, seat: string, deep: string, ink: string, emblem: string}} Livery A seat's colours and the
 *   path of its emblem.
 */

/** @type {Map<string, Livery>} */ const liveries = new Map();

/** The colours of a seat as the page's style has them, for pictures that are drawn once. @param {string} colour */
export function liveryOf(colour) {
  let livery = liveries.get(colour);
  if (!livery) {
    const probe = h("i", { className: `seat-${colour}` });
    document.body.append(probe);
    const style = getComputedStyle(probe);
    const [seat, deep] = ["--seat", "--seat-deep"].map((name) => style.getPropertyValue(name).trim());
    livery = { name: colour, seat, deep, ink: "#fff", emblem: emblemPath(colour) };
    probe.remove();
    liveries.set(colour, livery);
  }
  return livery;
}

const SIDE = 32; // Side of the square that a badge is drawn on.

/** The class with a seat's badge as background, which long lists paint fast. @param {string} colour */
export function badgeClass(colour) {
  const address = drawing(`badge ${colour}`, SIDE, SIDE, () => {
    const { seat, deep, emblem } = liveryOf(colour);
    const light = colour === "yellow" || colour === "white";
    const paint = light
      ? `fill="#3d2800"`
      : `fill="#fff" stroke="${deep}" stroke-width="1.2" paint-order="stroke" stroke-linejoin="round"`;
    return `<circle cx="16" cy="16" r="15" fill="${seat}" stroke="${deep}" stroke-width="1.6"/>
<path d="${emblem}" transform="translate(6.4 6.4) scale(.8)" ${paint}/>`;
  });
  return backgroundClass(`badge-${colour}`, address);
}
