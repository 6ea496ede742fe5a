// @ts-check
/** Tiles of Xidit as pictures: recruits that are there and taken, threats with what they ask for and give. */
import { drawing, inset, s } from "../../kit/index.js";
import { REWARDS, STRANGER, THREATS, UNITS, numberAt, rewardImage } from "./art.js";

/** A tile lies around (0, 0), 96 by 66; a threat's head looks over it. */
export const TILE_BOX = { x: -48, y: -66, width: 96, height: 100 };
const SLOT = 28; // A unit on a tile.
const FONT = `font-family="'Palatino Linotype', Palatino, Georgia, serif" font-weight="700" text-anchor="middle"`;
const EDGE = `x="-46.7" y="-31.7" width="93.4" height="63.4" rx="9"`;
const FACE = `<rect ${EDGE} fill="#f3ecd0" stroke="#3d6a32" stroke-width="2.6"/>`;
const EMPTY = `fill="none" stroke="#a99c78" stroke-width="1.6" stroke-dasharray="3 3"`;

/** Where the units of a tile go: up to three above, then below. @param {number} count @returns {[number, number][]} */
function slotSpots(count) {
  const top = count > 3 ? Math.ceil(count / 2) : count;
  return Array.from({ length: count }, (_, place) => {
    const [at, wide] = place < top ? [place, top] : [place - top, count - top];
    return [(at - (wide - 1) / 2) * Math.min(30, 88 / wide), count > 3 ? (place < top ? -15 : 15.5) : 0];
  });
}

/** What lies in a city, as large as `TILE_BOX`. @param {string} key @param {() => string} draw */
function laid(key, draw) {
  const { x, y, width, height } = TILE_BOX;
  return drawing(`xidit ${key}`, width, height, () => `<g transform="translate(${-x} ${-y})">${draw()}</g>`);
}

/** A recruitment side with the units left on it. @param {(string | null)[]} slots Units on it; null: taken. */
export const recruitCard = (slots) =>
  laid(`recruit card ${slots.map((unit) => unit ?? "-").join()}`, () => recruitBody(slots));

/** A threat. @param {number} city The tile's. @param {string[]} needs Units. @param {[string, number][]} rewards */
export const threatCard = (city, needs, rewards) =>
  laid(`threat card ${city} ${needs.join()} ${rewards.join()}`, () => threatBody(city, needs, rewards));

/** A threat around (0, 0). @param {number} city @param {string[]} needs @param {[string, number][]} rewards */
function threatBody(city, needs, rewards) {
  const step = Math.min(29, 90 / Math.max(1, needs.length));
  const size = Math.min(27, step + 3);
  const asked = needs.map((unit, place) => {
    const x = (place - (needs.length - 1) / 2) * step - size / 2;
    return inset(UNITS[unit] ?? STRANGER, [48, 48], { x, y: -17.5 - size / 2, width: size, height: size });
  });
  const head = inset(THREATS[(city * 7) % THREATS.length], [64, 48], { x: -18, y: -66, width: 56, height: 42 });
  const face = `<rect ${EDGE} fill="#5d2420" stroke="#240b08" stroke-width="2.6"/>`;
  const line = `<path d="M-42 -3 H42" stroke="#a35a45" stroke-width="1.5"/>`;
  return [head, face, line, ...asked, rewardsBody(rewards)].join("");
}

/** Rewards around (0, 15). @param {[string, number][]} rewards */
function rewardsBody(rewards) {
  const given = rewards.map(([reward, count], place) => {
    const [dx, dy] = numberAt(reward);
    const paint = reward === "gold" ? `fill="#3d2800" stroke="#ffe9a0"` : `fill="#fff" stroke="#24150c"`;
    const pen = `font-size="22" stroke-width="3" paint-order="stroke" stroke-linejoin="round"`;
    const x = (place - 1) * 30;
    const coin = inset(REWARDS[reward] ?? "", [32, 32], { x: x - 14.5, y: 1, width: 29, height: 29 });
    return `${coin}<text x="${x + dx}" y="${22.5 + dy}" ${FONT} ${pen} ${paint}>${count}</text>`;
  });
  return given.join("");
}

/**
 * A tile as a picture of its own, with its number.
 * @param {number | string} number
 * @param {{slots: (string | null)[]} | {needs: string[], rewards: [string, number][]}} face Units on it (null: taken),
 *   or a threat.
 */
export function tileImage(number, face) {
  const top = "needs" in face ? -70 : -46;
  return drawing(`xidit tile ${number} ${JSON.stringify(face)}`, 108, 38 - top, () => {
    const body = "needs" in face ? threatBody(Number(number), face.needs, face.rewards) : recruitBody(face.slots);
    const disc = `<circle cx="-40" cy="-30" r="14" fill="#fff8e4" stroke="#33240f" stroke-width="2"/>`;
    const text = `<text x="-40" y="-24" ${FONT} font-size="17.5" fill="#33240f">${number}</text>`;
    return `<g transform="translate(56 ${-top})">${body}${disc}${text}</g>`;
  });
}

/** What a titan gives, as one picture. @param {[string, number][]} rewards */
export const rewardsCard = (rewards) =>
  drawing(`xidit rewards ${rewards.join()}`, 96, 32, () => {
    return `<g transform="translate(48 0)">${rewardsBody(rewards)}</g>`;
  });

function recruitBody(/** @type {(string | null)[]} */ slots) {
  const units = slotSpots(slots.length).map(([x, y], place) => {
    const unit = slots[place];
    if (!unit) return `<circle cx="${x}" cy="${y}" r="8" ${EMPTY}/>`;
    const at = { x: x - SLOT / 2, y: y - SLOT / 2, width: SLOT, height: SLOT };
    return inset(UNITS[unit] ?? STRANGER, [48, 48], at);
  });
  return FACE + units.join("");
}

/** Where a tile would lie that nobody knows, or none. @param {"?" | "–"} sign */
export const unknownImage = (sign) =>
  drawing(`xidit unknown ${sign}`, 96, 66, () => {
    const frame = `<rect x="2" y="2" width="92" height="62" rx="9" fill="#9a8a66" fill-opacity=".18"/>`;
    const edge = `<rect x="2" y="2" width="92" height="62" rx="9" ${EMPTY}/>`;
    return `${frame}${edge}<text x="48" y="43" ${FONT} font-size="28" fill="#8a7a58">${sign}</text>`;
  });

const ORDER = ["gold", "bards", "stories"]; // Rewards in the order in which they are drawn.

/** Three rewards in a row. @param {Record<string, number>} rewards */
export function rewardRow(rewards) {
  const size = 30;
  const groups = ORDER.map((reward, place) => {
    const [x, y] = [16 + place * 32, 16];
    const [dx, dy] = numberAt(reward);
    const coin = { href: rewardImage(reward), x: x - size / 2, y: y - size / 2, width: size, height: size };
    const text = { x: x + dx, y: y + dy + size * 0.26, "font-size": size * 0.8 };
    const count = s("text", text, String(rewards[reward] ?? 0));
    return s("g", { class: `x-reward x-reward-${reward}` }, s("image", coin), count);
  });
  return s("svg", { viewBox: "0 0 96 32", class: "x-titan-rewards", "aria-hidden": "true" }, ...groups);
}
