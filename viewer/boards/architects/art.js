// @ts-check
/** The pictures of Architects: goods, skills, signs of cards, workers, and an emblem for each place of the board. */
import { drawing, strip } from "../../kit/index.js";

const INK = "#2b2016";
const LINE = `stroke="${INK}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"`;
const BOLD = `fill="none" stroke="${INK}" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"`;

/** Signs of 24 by 24, distinguished by their shapes alone. @type {Record<string, string>} */
const SIGNS = {
  clay: `<path d="M2 15 h9 v6 h-9Z M13 15 h9 v6 h-9Z M7.500 8 h9 v6 h-9Z" fill="#cf6a3f" ${LINE}/>`,
  wood: `<g ${LINE}><path d="M6 8 L19 4.500 Q22 6 21 9.500 L8 15Z" fill="#9a6233"/><ellipse cx="6.500" cy="11.500"
    rx="3.500" ry="4" fill="#e4bd83"/><path d="M6 16 L19 12 Q22 14 21 17.500 L8 22.500Z" fill="#9a6233"/><ellipse
    cx="6.500" cy="19" rx="3.500" ry="3.800" fill="#e4bd83"/></g>`,
  stone: `<path d="M3 17 L6 8 L13 5 L20 9 L22 17 L17 21 H7Z" fill="#9aa1a6" ${LINE}/><path d="M6 8 L12 11 L20 9 M12 11
    L11 21" fill="none" stroke="#5d646a" stroke-width="1.3"/>`,
  gold: `<path d="M2 19 L6 8 H18 L22 19Z" fill="#f3c332" ${LINE}/><path d="M6 8 L9 12 H15 L18 8 M9 12 L6 19 M15 12 L18
    19" fill="none" stroke="#9a6d05" stroke-width="1.3"/>`,
  marble: `<path d="M12 2 L21 7 V17 L12 22 L3 17 V7Z" fill="#f4f1fa" ${LINE}/><path d="M3 7 L12 12 L21 7 M12 12 V22"
    fill="none" stroke="#8a83a6" stroke-width="1.4"/><path d="M6 12 q2 1 2.500 4 M15 16 q1 -3 3 -3.500" fill="none"
    stroke="#b7afd0"/>`,
  silver: `<circle cx="12" cy="12" r="9.500" fill="#cfd6dc" ${LINE}/><circle cx="12" cy="12" r="6.300" fill="none"
    stroke="#7b8791" stroke-width="1.300"/><path d="M12 8 v8 M9.500 10 h5 M9.500 14 h5" stroke="#4d5963"
    stroke-width="1.500"/>`,
  tax: `<circle cx="12" cy="12" r="9.500" fill="#d8432f" ${LINE}/><path d="M12 7.500 v9 M9.500 10 h5 M9.500 14 h5"
    stroke="#fff" stroke-width="1.700"/>`,
  virtue: `<ellipse cx="12" cy="5" rx="7" ry="2.500" fill="none" stroke="#d49a00" stroke-width="2.200"/><path d="M12 22
    C2 15 4 8.500 8 8.500 Q11 8.500 12 11.500 Q13 8.500 16 8.500 C20 8.500 22 15 12 22Z" fill="#fff3c4" ${LINE}/>`,
  debt: `<path d="M5 2 H19 V22 L16.500 20 L14 22 L12 20 L10 22 L7.500 20 L5 22Z" fill="#f4dfc0" ${LINE}/><path d="M8 7
    h8 M8 10.500 h8" stroke="${INK}" stroke-width="1.300"/><path d="M8.500 13.500 l7 4 M15.500 13.500 l-7 4"
    stroke="#c1271b" stroke-width="2"/>`,
  paid: `<path d="M5 2 H19 V22 L16.500 20 L14 22 L12 20 L10 22 L7.500 20 L5 22Z" fill="#dfe9cd" ${LINE}/><path d="M8 7
    h8 M8 10.500 h8" stroke="${INK}" stroke-width="1.300"/><path d="M8 15 l3 3 l5 -6" fill="none" stroke="#24622a"
    stroke-width="2.400"/>`,
  building_cards: `<rect x="3" y="5" width="12" height="16" rx="1.500" fill="#7d94ad" ${LINE}/><rect x="9" y="3"
    width="12" height="16" rx="1.500" fill="#a9bed3" ${LINE}/><path d="M11.500 15.500 v-4.500 l3.500 -3.500 l3.500 3.500
    v4.500Z" fill="#fff" stroke="${INK}"/>`,
  vp: `<path d="M4 2 V23" ${BOLD}/><path d="M4 2.500 V22.500" stroke="#c9a873" stroke-width="1.200"/><path d="M4 3 H21
    L17 8.500 L21 14 H4Z" fill="#c9302c" ${LINE}/>`,
  carpentry: `<path d="M2 14 L17 4 L20 8 L6 19Z" fill="#cfd6dc" ${LINE}/><path d="M3.500 17.500 l1 -2.500 l1.500 1.500
    l1 -2.500 l1.500 1.500 l1 -2.500 l1.500 1.500" fill="none" stroke="${INK}"/><path d="M16 4.500 L20 2 L23 7 L19.500
    9.500Z" fill="#d59a5b" ${LINE}/>`,
  tiling: `<path d="M3 5 H21 V11 Q18 15 15 11 Q12 15 9 11 Q6 15 3 11Z" fill="#cf6a3f" ${LINE}/><path d="M3 13 Q6 17 9 13
    Q12 17 15 13 Q18 17 21 13 V18 Q18 22 15 18 Q12 22 9 18 Q6 22 3 18Z" fill="#e08a5c" ${LINE}/>`,
  masonry: `<path d="M12 2 L22 11 L13 15 L8 10Z" fill="#cfd6dc" ${LINE}/><path d="M11 12.500 L7 16.500" stroke="${INK}"
    stroke-width="4.600"/><path d="M11.500 12 L7 16.500" stroke="#cfd6dc" stroke-width="2"/><path d="M8 14 L10 16.500 L5
    22 L2 19.500Z" fill="#d59a5b" ${LINE}/>`,
  hand: `<rect x="2.500" y="6" width="10" height="14" rx="1.500" transform="rotate(-14 7 13)" fill="#7d94ad" ${LINE}/>
    <rect x="7" y="4" width="10" height="15" rx="1.500" fill="#8fa7bf" ${LINE}/><rect x="11.500" y="6" width="10"
    height="14" rx="1.500" transform="rotate(14 17 13)" fill="#a9bed3" ${LINE}/>`,
  reset: `<path d="M19.500 8 A8.500 8.500 0 1 0 20.500 13.500 M21 3 V9 H15" fill="none" stroke="#8b5cb8"
    stroke-width="3" stroke-linecap="round"/>`,
  purge: `<rect x="4" y="3" width="12" height="17" rx="1.500" fill="#f4dfc0" ${LINE}/><path d="M7.500 8 l5 7 M12.500 8
    l-5 7" stroke="#c1271b" stroke-width="2"/><path d="M20 8 v11 M17 16 l3 4 l3 -4" fill="none" ${LINE}/>`,
  evade: `<circle cx="12" cy="12" r="9" fill="#d8432f" ${LINE}/><path d="M4 20 L20 4" stroke="#fff"
    stroke-width="3.600"/><path d="M4 20 L20 4" ${BOLD}/>`,
  bars: `<path d="M3 3 H21 V21 H3Z" fill="#c3c8ce" ${LINE}/><path d="M7.500 3 V21 M12 3 V21 M16.500 3 V21 M3 8 H21 M3 16
    H21" stroke="${INK}" stroke-width="1.700"/>`,
  chain: `<g fill="none" stroke="${INK}" stroke-width="5"><ellipse cx="8" cy="9" rx="5" ry="3.500" transform="rotate(35
    8 9)"/><ellipse cx="16" cy="15" rx="5" ry="3.500" transform="rotate(35 16 15)"/></g><g fill="none" stroke="#c3c8ce"
    stroke-width="2.200"><ellipse cx="8" cy="9" rx="5" ry="3.500" transform="rotate(35 8 9)"/><ellipse cx="16" cy="15"
    rx="5" ry="3.500" transform="rotate(35 16 15)"/></g>`,
  market: `<path d="M5 22 Q3 9 12 2 Q21 9 19 22Z" fill="#7a6596" ${LINE}/><path d="M8 14 Q12 8 16 14 Q14 19 12 19 Q10 19
    8 14Z" fill="#15101b"/><path d="M9.500 14 h1.800 M12.700 14 h1.800" stroke="#ffd75e" stroke-width="1.700"/>`,
  cathedral: `<path d="M3 22 V11 L7 5 L11 11 V22Z M13 22 V11 L17 5 L21 11 V22Z" fill="#e9dfc6" ${LINE}/><path d="M7 5 V1
    M17 5 V1 M5.500 2.500 h3 M15.500 2.500 h3" stroke="${INK}" stroke-width="1.300"/><path d="M9 22 V16 Q12 11 15 16
    V22Z" fill="#b8862b" ${LINE}/>`,
  guildhall: `<path d="M2 10 L12 3 L22 10Z" fill="#a5502f" ${LINE}/><path d="M4 10 H20 V21 H4Z" fill="#e9dfc6" ${LINE}/>
    <path d="M7 13 v6 M12 13 v6 M17 13 v6" stroke="${INK}" stroke-width="1.800"/>`,
  quarry: `<path d="M2 20 L5 11 L11 8 L14 12 L19 10 L22 20Z" fill="#9aa1a6" ${LINE}/><path d="M5 3 Q12 0 18 6 M12 2.500
    L8 13" ${BOLD}/>`,
  forest: `<path d="M12 2 L18 10 H15 L20 16 H4 L9 10 H6Z" fill="#4d8f4a" ${LINE}/><path d="M10.500 16 h3 v6 h-3Z"
    fill="#9a6233" ${LINE}/>`,
  mines: `<path d="M2 21 Q3 6 12 5 Q21 6 22 21 H17 Q17 11 12 11 Q7 11 7 21Z" fill="#8a6a4a" ${LINE}/><path d="M7 21 Q7
    11 12 11 Q17 11 17 21Z" fill="#221b16"/><path d="M10 20 l2 -4 l3 4Z" fill="#f3c332"/>`,
  silversmith: `
    <path d="M3 9 H16 Q20 9 21 6 Q21 13 15 13.500 V16 L18 20 H6 L9 16 V13.500 Q4 13 3 9Z" fill="#727c85" ${LINE}/>`,
  kings_storehouse: `<path d="M3 18 L2 7 L8 11 L12 4 L16 11 L22 7 L21 18Z" fill="#f3c332" ${LINE}/><path d="M3 18 h18 v3
    h-18Z" fill="#d49a00" ${LINE}/>`,
  workshop: `<path d="M4 4 H15 L18 7 V9 H4Z" fill="#8d99a2" ${LINE}/><path d="M9 9 H13 V22 H9Z" fill="#9a6233"
    ${LINE}/>`,
  town_centre: `<path d="M11 21 V3 H13 V21" fill="#9a6233" ${LINE}/><path d="M13 4 H22 L19 7.500 L22 11 H13Z"
    fill="#2f72bd" ${LINE}/><path d="M4 22 Q4 17 12 17 Q20 17 20 22Z" fill="#b9ae9a" ${LINE}/>`,
  tax_stand: `<path d="M6 9 Q2 14 3 20 Q12 23 21 20 Q22 14 18 9 Q12 12 6 9Z" fill="#c98b3c" ${LINE}/><path d="M7 3 L10 8
    H14 L17 3 Q12 6 7 3Z" fill="#c98b3c" ${LINE}/><circle cx="12" cy="16" r="3" fill="#d8432f"/>`,
  guardhouse: `<path d="M12 2 L21 5 Q21 17 12 22 Q3 17 3 5Z" fill="#7d94ad" ${LINE}/><path d="M12 7 V17 M8 10 H16"
    stroke="#fff" stroke-width="2.400"/>`,
};

/** A picture of 24 by 24, or a faint one. @param {string} name @param {boolean} faint @param {() => string} draw */
function square(name, faint, draw) {
  if (!faint) return drawing(`architects ${name}`, 24, 24, draw);
  return drawing(`architects ${name} faint`, 24, 24, () => `<g opacity="0.45">${draw()}</g>`);
}

/** The picture of a sign: a good, a skill, a place. @param {string} sign @param {boolean} [faint] */
export const signImage = (sign, faint = false) => square(sign, faint, () => markOf(sign));

export const hasSign = (/** @type {string} */ sign) => sign in SIGNS;

const markOf = (/** @type {string} */ sign) => SIGNS[sign] ?? `<circle cx="12" cy="12" r="8" fill="#b9ae9a" ${LINE}/>`;

/** Signs in a row with their numbers, as one picture. @param {[text: string, sign: string][]} parts */
export const stripImage = (parts) => strip("architects", parts, markOf);

/** @import { Livery } from "../../kit/badge.js" */

/** A worker in a seat's colours with its emblem, 24 by 24. @param {Livery} livery @param {boolean} [faint] */
export const workerImage = (livery, faint = false) =>
  square(`worker ${livery.name}`, faint, () => {
    const light = livery.name === "yellow" || livery.name === "white";
    const edge = `stroke="${livery.deep}" stroke-width="2" paint-order="stroke"`;
    const paint = light ? `fill="#3d2800"` : `fill="#fff" ${edge}`;
    return `<path d="M12 1.500 A4.300 4.300 0 0 1 14.500 9 L22 12.500 Q23 15 20 15.500 L17 15.500 L20 22.500 H4 L7
    15.500 H4 Q1 15 2 12.500 L9.500 9 A4.300 4.300 0 0 1 12 1.500Z" fill="${livery.seat}" stroke="${livery.deep}"
    stroke-width="1.500" stroke-linejoin="round"/><path d="${livery.emblem}" transform="translate(4.600 8.600)
    scale(.62)" ${paint}/>`;
  });
