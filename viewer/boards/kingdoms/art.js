// @ts-check
/** The pictures of Kingdoms, each 100 by 100. */
import { drawing } from "../../kit/index.js";
import { BACK, LINE, THIN, TILES } from "./tiles.js";

/** A tower with its flag. @param {number} x @param {number} top Of its wall. @param {number} w @param {number} base */
function tower(x, top, w, base) {
  const l = x - w / 2;
  const roof = w * 1.05;
  const n = w / 5;
  return `<path d="M${x} ${top - roof} V${top - roof - 11} l10 3.6 -10 3.6" fill="var(--seat)" ${THIN}/>
<rect x="${l}" y="${top}" width="${w}" height="${base - top}" fill="#efe6d2" ${LINE}/><rect x="${x + w * 0.12}"
y="${top}" width="${w * 0.38}" height="${base - top}" fill="#000" opacity=".11"/>
<path d="M${l - 3} ${top + 1} v5 h${w + 6} v-5Z" fill="#d9ccb0" ${THIN}/>
<path d="M${l - 3.5} ${top + 1} L${x} ${top - roof} L${l + w + 3.5} ${top + 1}Z" fill="var(--seat)" ${LINE}/><path
d="M${x} ${top - roof} L${l + w + 3.5} ${top + 1} H${x + n}Z" fill="#000" opacity=".22"/>
<path d="M${x - w * 0.13} ${top + 20} v-7 a${w * 0.13} ${w * 0.13} 0 0 1 ${w * 0.26} 0 v7Z" fill="#3b2c20"/>`;
}

/** A crenellated wall. @param {number} x @param {number} y @param {number} w @param {number} base */
function wall(x, y, w, base) {
  const step = 6;
  let d = `M${x} ${base} V${y}`;
  for (let at = 0; at + step <= w; at += step * 2) d += ` h${step} v4 h${Math.min(step, w - at - step)} v-4`;
  return `<path d="${d} L${x + w} ${y} V${base}Z" fill="#e0d4b8" ${LINE}/><path d="M${x + 5} ${y + 13} h7
    M${x + w - 13} ${y + 12} h7 M${x + 8} ${base - 6} h6 M${x + w - 12} ${base - 8} h6" stroke="#b5a582"
    stroke-width="1.6" stroke-linecap="round"/>`;
}

const MOUND = `<ellipse cx="50" cy="86" rx="43" ry="9" fill="#000" opacity=".16"/><path d="M6 86 Q14 76 30 77 H70 Q86
  76 94 86 Q72 94 50 93 Q28 94 6 86Z" fill="#86a858" ${THIN}/>`;
const GATE = `<path d="M43 86 V77 a7 7 0 0 1 14 0 V86Z" fill="#4a3220" ${THIN}/>`;

/** @type {Record<number, string>} */ const CASTLES = {
  1: `${MOUND}${wall(28, 68, 44, 86)}${tower(50, 44, 26, 86)}${GATE}`,
  2: `${MOUND}${tower(30, 46, 22, 86)}${tower(70, 46, 22, 86)}${wall(36, 62, 28, 86)}${GATE}`,
  3: `${MOUND}${tower(50, 38, 21, 80)}${tower(24, 52, 19, 86)}${tower(76, 52, 19, 86)}${wall(31, 64, 38, 86)}${GATE}`,
  4: [
    ...[MOUND, tower(37, 36, 18, 80), tower(63, 36, 18, 80), tower(17.5, 54, 17, 86), tower(82.5, 54, 17, 86)],
    ...[wall(25, 64, 50, 86), GATE],
  ].join(""),
};

/** What the pictures fill with, by id. @type {Record<string, string>} */
const FILLS = {
  "k-clip": `<clipPath id="k-clip"><rect x="8" y="8" width="84" height="84" rx="5"/></clipPath>`,
  "k-day": `<linearGradient id="k-day" x2="0" y2="1"><stop offset="0" stop-color="#a9d5e6"/><stop offset=".75"
    stop-color="#f7efd2"/></linearGradient>`,
  "k-gold": `<linearGradient id="k-gold" x2="0" y2="1"><stop offset="0" stop-color="#f8c75a"/><stop offset=".8"
    stop-color="#fdf0c0"/></linearGradient>`,
  "k-dusk": `<linearGradient id="k-dusk" x2="0" y2="1"><stop offset="0" stop-color="#43345c"/><stop offset=".75"
    stop-color="#b5685a"/></linearGradient>`,
  "k-fire": `<linearGradient id="k-fire" x2="0" y2="1"><stop offset="0" stop-color="#5a1c22"/><stop offset=".8"
    stop-color="#e0762f"/></linearGradient>`,
  "k-bog": `<linearGradient id="k-bog" x2="0" y2="1"><stop offset="0" stop-color="#56604f"/><stop offset=".8"
    stop-color="#a6a67c"/></linearGradient>`,
  "k-ice": `<linearGradient id="k-ice" x2="0" y2="1"><stop offset="0" stop-color="#9cc7dd"/><stop offset=".8"
    stop-color="#eef5f4"/></linearGradient>`,
  "k-night": `<linearGradient id="k-night" x2="0" y2="1"><stop offset="0" stop-color="#1b2050"/><stop offset=".9"
    stop-color="#7d62b8"/></linearGradient>`,
  "k-across": `<pattern id="k-across" width="7" height="7" patternUnits="userSpaceOnUse"><path d="M0 1.6 H7"
    stroke="#1c1410" stroke-width="2.8"/></pattern>`,
  "k-down": `<pattern id="k-down" width="7" height="7" patternUnits="userSpaceOnUse"><path d="M1.6 0 V7"
    stroke="#1c1410" stroke-width="2.8"/></pattern>`,
  "k-field-yellow": `<pattern id="k-field-yellow" width="20" height="20" patternUnits="userSpaceOnUse"><circle cx="5"
    cy="5" r="2.6" fill="#fff" opacity=".5"/><circle cx="15" cy="15" r="2.6" fill="#fff" opacity=".5"/></pattern>`,
  "k-field-red": `<pattern id="k-field-red" width="14" height="14" patternUnits="userSpaceOnUse"
    patternTransform="rotate(45)"><rect width="5" height="14" fill="#fff" opacity=".24"/></pattern>`,
  "k-field-blue": `<pattern id="k-field-blue" width="24" height="12" patternUnits="userSpaceOnUse"><path d="M0 8 Q6 2
    12 8 T24 8" fill="none" stroke="#fff" stroke-width="2.6" opacity=".36"/></pattern>`,
  "k-field-green": `<pattern id="k-field-green" width="18" height="18" patternUnits="userSpaceOnUse"><rect width="9"
    height="9" fill="#fff" opacity=".25"/><rect x="9" y="9" width="9" height="9" fill="#fff"
    opacity=".25"/></pattern>`,
};

/** Meadows, for spaces where nothing lies. */
export const MEADOWS = [
  `<path d="M24 66 q3 -9 5 -1 q3 -11 6 0 q2 -7 5 1 M62 36 q3 -8 5 -1 q3 -9 5 1" fill="none" stroke="#5d7f33"
    stroke-width="2.2" stroke-linecap="round"/><circle cx="70" cy="68" r="2" fill="#f6efc6"/><circle cx="76" cy="64"
    r="2" fill="#f6efc6"/>`,
  `<path d="M18 60 Q36 44 54 58 M46 66 Q64 52 82 64" fill="none" stroke="#5d7f33" stroke-width="2.2"
    stroke-linecap="round"/><path d="M30 34 q3 -8 5 -1 q3 -9 5 1" fill="none" stroke="#5d7f33" stroke-width="2.2"
    stroke-linecap="round"/>`,
  `<g fill="#5d7f33"><path d="M34 62 l6 -16 6 16Z M46 66 l5 -13 5 13Z M60 42 l5 -13 5 13Z"/></g><path d="M22 40 q3 -8
    5 -1 q3 -9 5 1" fill="none" stroke="#5d7f33" stroke-width="2.2" stroke-linecap="round"/>`,
];

const FONT = `font-family="system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif" font-weight="800"
  text-anchor="middle"`;

/** The badge with the value of a tile. @param {number} value */
function valueBadge(value) {
  return `<path d="M5 5 H45 V34 L25 44 L5 34Z" fill="${value > 0 ? "#2f6b2c" : "#8d1f26"}" stroke="#fff6dd"
    stroke-width="2" stroke-linejoin="round"/>
<text x="24.6" y="32" ${FONT} font-size="24" letter-spacing="-1"
fill="#fff">${value > 0 ? "+" : "−"}${Math.abs(value)}</text>`;
}

/** A picture from a drawing, with the fills that it names. @param {string} id @param {() => string} draw */
const image = (id, draw) =>
  drawing(`kingdoms ${id}`, 100, 100, () => {
    const body = draw();
    const fills = Object.keys(FILLS).filter((fill) => body.includes(`url(#${fill})`));
    return `<defs>${fills.map((fill) => FILLS[fill]).join("")}</defs>${body}`;
  });

/** A tile's picture. @param {string} kind Or `back`, as any other. @param {number | null} [value] On a badge. */
export const tileImage = (kind, value = null) =>
  image(`${kind} ${value}`, () => (TILES[kind] ?? BACK) + (value === null ? "" : valueBadge(value)));

/** @import { Livery } from "../../kit/badge.js" */

/** @param {string} markup @param {Livery} livery */
const dressed = (markup, livery) => markup.replaceAll("var(--seat)", livery.seat);

/** A castle alone, for the reserve. @param {number} rank 1 to 4. @param {Livery} livery */
export const castleImage = (rank, livery) =>
  image(`castle ${rank} ${livery.name}`, () => dressed(CASTLES[rank] ?? CASTLES[4], livery));

/** A castle on a field of its colour: shield, emblem, rank. @param {number} rank 1 to 4. @param {Livery} livery */
export function fieldImage(rank, livery) {
  const { seat, deep, emblem, name, ink } = livery;
  const pattern = FILLS[`k-field-${name}`]
    ? `<rect x="4" y="4" width="92" height="92" rx="9" fill="url(#k-field-${name})"/>`
    : "";
  return image(
    `field ${rank} ${name}`,
    () => `<rect x="4" y="4" width="92" height="92" rx="9" fill="${seat}" stroke="${deep}" stroke-width="3"/>${pattern}
${dressed(CASTLES[rank] ?? CASTLES[4], livery)}
<path d="M36 66 H64 V80 Q64 92 50 97 Q36 92 36 80Z" fill="${deep}" stroke="#fff6dd" stroke-width="2.4"
stroke-linejoin="round"/><path d="${emblem}" transform="translate(40.2 69.5) scale(.82)" fill="${ink}"/>
<circle cx="85" cy="85" r="11.5" fill="#fff6dd" stroke="${deep}" stroke-width="2.4"/><text x="85" y="91" ${FONT}
font-size="17" fill="#33261a">${rank}</text>`,
  );
}

/** What a scoring puts on a space, by name. @type {Record<string, string>} */
const SIGNS = {
  double: `<circle cx="80" cy="22" r="17" fill="#ffd24a" stroke="#5d3d00" stroke-width="2.4"/>
<text x="80" y="29" ${FONT} font-size="19" fill="#3d2800">×2</text>`,
  aura: `<circle cx="50" cy="50" r="46" fill="none" stroke="#7df3e6" stroke-width="11" opacity=".35"/>
<circle cx="50" cy="50" r="46" fill="none" stroke="#7df3e6" stroke-width="7" opacity=".9"/>`,
  divide: `<rect width="100" height="100" rx="11" fill="none" stroke="#14181c" stroke-width="7"/>`,
};

/** Signs of a scoring: `double` (mine), `aura` (wizard), `divide` (mountain). @param {string} sign */
export const signImage = (sign) => image(`sign ${sign}`, () => SIGNS[sign]);

/** A castle that counts more. @param {number} bonus */
export const bonusImage = (bonus) =>
  image(
    `bonus ${bonus}`,
    () => `<rect x="3" y="3" width="94" height="94" rx="10" fill="none" stroke="#7df3e6" stroke-width="6"/>
<circle cx="20" cy="22" r="16" fill="#14585a" stroke="#b9fff6" stroke-width="2.6"/>
<text x="20" y="28.5" ${FONT} font-size="18" fill="#fff">+${bonus}</text>`,
  );

/** A resource cancelled by a dragon. @param {"across" | "down"} way In its row, in its column. @param {number} value */
export function hatchImage(way, value) {
  const hatch = `<rect x="8" y="8" width="84" height="84" rx="5" fill="url(#k-${way})" opacity=".6"/>`;
  return image(`hatch ${way} ${value}`, () => hatch + valueBadge(value));
}
