// @ts-check
/** Pictures on the map of Xidit: towns, what grows, towers of guilds, figures, the compass; painted by the page. */
import { drawing } from "../../../kit/index.js";
import { LINE, THIN } from "../art.js";

/** @import { Livery } from "../../../kit/badge.js" */

/** Two little towns, standing on (0, 0), some 50 wide: for cities without a tile. */
export const TOWNS = [
  `<ellipse cx="0" cy="2" rx="30" ry="8" fill="#000" opacity=".16"/><path d="M-27 0 V-16 h5 v4 h5 v-4 h5 v4 h24 v-4
    h5 v4 h5 v-4 h5 V0Z" fill="#e0cfa6" ${THIN}/><path d="M-22 -12 V-30 h11 v18 M11 -12 V-28 h11 v16" fill="#efe1bd"
    ${THIN}/><path d="M-24 -30 L-16.500 -43 L-9 -30Z" fill="#b4472f" ${THIN}/><path d="M9 -28 L16.500 -40 L24 -28Z"
    fill="#3f6f94" ${THIN}/><path d="M-8 -12 V-26 H8 V-12" fill="#f6ecd0" ${THIN}/><path d="M-11 -26 L0 -40 L11 -26Z"
    fill="#8e5a9c" ${THIN}/><path d="M-5 0 V-6 a5 5 0 0 1 10 0 V0Z" fill="#4a3220"/><path d="M0 -40 V-48 l8 3 -8 3"
    fill="#f2c53d" ${THIN}/>`,
  `<ellipse cx="0" cy="2" rx="30" ry="8" fill="#000" opacity=".16"/><path d="M-26 0 V-14 L-18 -24 L-10 -14 V0Z M10 0
    V-13 L18 -22 L26 -13 V0Z" fill="#f1e0b6" ${THIN}/><path d="M-29 -13 L-18 -26 L-7 -13Z M7 -12 L18 -24 L29 -12Z"
    fill="#bf5b32" ${THIN}/><path d="M-9 0 V-34 H9 V0Z" fill="#e6d6ae" ${THIN}/><path d="M-11 -34 h4 v-5 h5 v5 h4 v-5
    h5 v5 h4 v5 h-22Z" fill="#d2bf92" ${THIN}/><path d="M-4 0 V-7 a4 4 0 0 1 8 0 V0Z" fill="#4a3220"/><path d="M-3
    -24 v6 M3 -24 v6" ${LINE}/><path d="M0 -39 V-49 l9 3.500 -9 3.500" fill="#d6483a" ${THIN}/>`,
];

const TREE = `<path d="M0 0 v-6" stroke="#5a3a20" stroke-width="3"/><path d="M-8 -4 L0 -24 L8 -4Z" fill="var(--x-leaf)"
  ${THIN}/>`;
const ROUND = `<path d="M0 0 v-7" stroke="#5a3a20" stroke-width="3"/><circle cx="0" cy="-13" r="8.500"
  fill="var(--x-leaf)"
  ${THIN}/>`;
const HILL = `<path d="M-20 0 Q-10 -18 0 -6 Q8 -20 20 0Z" fill="var(--x-hill)" ${THIN}/><path d="M-8 -9 q4 -2 6 2 M9
  -11 q4
  -1 6 4" fill="none" ${THIN}/>`;
const PEAK = `<path d="M-22 0 L-6 -26 L2 -13 L8 -20 L22 0Z" fill="var(--x-rock)" ${THIN}/><path d="M-10 -19 L-6 -26
  L-1 -18
  L-5 -16Z M5 -16 L8 -20 L12 -14 L8 -13Z" fill="#fff" ${THIN}/>`;
const REED = `<path d="M-8 0 Q-7 -8 -10 -14 M-2 0 V-17 M4 0 Q5 -9 9 -13 M-14 1 h28" fill="none" stroke="var(--x-reed)"
  stroke-width="2" stroke-linecap="round"/>`;
const DUNE = `<path d="M-22 0 Q-10 -12 0 -3 Q10 -14 22 0" fill="none" stroke="var(--x-dune)" stroke-width="2.200"
  stroke-linecap="round"/>`;
const FIELD = `<path d="M-16 0 L-10 -12 H16 L12 0Z" fill="var(--x-field)" ${THIN}/><path d="M-8 0 L-3 -12 M0 0 L4 -12
  M7 0
  L10 -12" fill="none" ${THIN}/>`;

/** What grows in the regions, one kind each, in the order of the box; standing on (0, 0). */
export const SCENERY = [TREE, HILL, PEAK, FIELD, ROUND, REED, DUNE, PEAK, ROUND];

/** An Idrakys with its rider, standing on (0, 0), some 34 wide and 46 high; painted by the page. */
export const IDRAKYS = `<ellipse cx="0" cy="0" rx="17" ry="5.500" class="x-foot"/><path d="M-15 -1 Q-17 -16 -9 -20
  Q-12 -29 -6 -33 Q-9 -40 -5 -46 L-1 -37 Q2 -38 5 -36 L11 -45 Q12 -37 8 -32 L16 -27 Q17 -22 12 -21 L7 -22 Q15 -14 15
  -1 Q0 5 -15 -1Z" class="x-beast"/><path d="M-6 -33 q3 2 2 6 M5 -29.500 h.1" class="x-eye"/>`;

/** The compass, around (0, 0). */
export const ROSE = `<circle r="30" fill="none" stroke="var(--x-ink)" stroke-width="1.500"/><circle r="24" fill="none"
  stroke="var(--x-ink)" stroke-width=".8"/><path d="M0 -40 L6 -6 L0 0 L-6 -6Z M0 40 L6 6 L0 0 L-6 6Z M40 0 L6 6 L0 0
  L6 -6Z
  M-40 0 L-6 6 L0 0 L-6 -6Z" fill="var(--x-shore)" stroke="var(--x-ink)"/><path d="M0 -40 L6 -6 L0 0Z M0 40 L-6 6 L0
  0Z M40 0 L6 6 L0 0Z M-40 0
  L-6 -6 L0 0Z" fill="var(--x-ink)"/>`;

const EDGE = `stroke="#33240f" stroke-width="2" stroke-linejoin="round"`;
/** The Bastion, standing on (0, 0). */
export const BASTION = `<ellipse cy="2" rx="46" ry="9" fill="#000" opacity=".18"/><path d="M-40 0 V-20 h7 v5 h7 v-5 h7
  v5 h38
  v-5 h7 v5 h7 v-5 h7 V0Z" fill="#d8cfbb" ${EDGE}/><path d="M-19 -15 V-44 h6 v5 h6 v-5 h14 v5 h6 v-5 h6 V-15Z"
  fill="#d8cfbb" ${EDGE}/><path d="M-34 -20 V-33 h12 v13 M22 -20 V-33 h12 v13" fill="#d8cfbb" ${EDGE}/><path d="M-37
  -33 L-28 -45
  L-19 -33Z M19 -33 L28 -45 L37 -33Z" fill="#6b4a8c" ${EDGE}/><path d="M-9 0 V-10 a9 9 0 0 1 18 0 V0Z" fill="#3b2718"
  stroke="#33240f" stroke-width="1.5"/><path
  d="M0 -44 V-62 l13 5 -13 5" fill="#f2c53d" stroke="#33240f" stroke-width="1.8"/>`;

/** A tower stands on the middle of the lower edge of its picture: 28 wide, so much higher than its storeys. */
export const TOWER = { width: 28, storey: 9, head: 23 };

/** A guild's storeys with its owner's emblem on top. @param {number} height Storeys. @param {Livery} livery */
export function towerImage(height, { name, seat, deep, emblem }) {
  const { width, storey, head } = TOWER;
  const high = height * storey + head;
  const light = name === "yellow" || name === "white";
  return drawing(`xidit tower ${height} ${name}`, width, high, () => {
    const storeys = Array.from({ length: height }, (_, nth) => {
      const wall = `<path d="M-12 0 V-9 H12 V0Z" fill="${seat}" stroke="${deep}" stroke-width="1.8"/>`;
      const windows = `<path d="M-4 -2 v-4 M4 -2 v-4" stroke="#fff" stroke-opacity=".75" stroke-width="1.8"/>`;
      return `<g transform="translate(0 ${-nth * storey})">${wall}${windows}</g>`;
    });
    const disc = `<circle r="10.5" fill="${seat}" stroke="#fff8e4" stroke-width="2"/>`;
    const paint = light ? `fill="#3d2800"` : `fill="#fff" stroke="${deep}" stroke-width="1.5" paint-order="stroke"`;
    const mark = `<path d="${emblem}" transform="translate(-7.2 -7.2) scale(.6)" ${paint}/>`;
    const top = `<g transform="translate(0 ${-height * storey - 9})">${disc}${mark}</g>`;
    return `<g transform="translate(${width / 2} ${high - 1})">${storeys.join("")}${top}</g>`;
  });
}

/** Bards of a colour: so wide and high is what their number stands on. */
export const PILL = { width: 48, height: 32 };

/**
 * What the number of a seat's bards stands on: its colour and emblem.
 * @param {Livery | null} livery Null: whose they are is not known.
 * @param {boolean} veiled Inside the closed Bastion, as these eyes know.
 */
export function pillImage(livery, veiled) {
  const { width, height } = PILL;
  return drawing(`xidit pill ${livery?.name} ${veiled}`, width, height, () => {
    const edge = veiled
      ? `stroke="#2b1d00" stroke-width="3" stroke-dasharray="5 4"`
      : `stroke="#fff8e4" stroke-width="2.4"`;
    const shape = `x="2" y="2" width="${width - 4}" height="${height - 4}" rx="14"`;
    if (!livery) return `<rect ${shape} fill="#6a6258" ${edge}/>`;
    const light = livery.name === "yellow" || livery.name === "white";
    const paint = light
      ? `fill="#3d2800"`
      : `fill="#fff" stroke="${livery.deep}" stroke-width="1.6" paint-order="stroke"`;
    const mark = `<path d="${livery.emblem}" transform="translate(5.5 7) scale(.75)" ${paint}/>`;
    return `<rect ${shape} fill="${livery.seat}" ${edge}/>${mark}`;
  });
}
