// @ts-check
/** What the board of Mage Knight reads from the box, worked out once: names, rows by their ids, and where hexes lie. */
import { byId, localized, perObject } from "../../kit/index.js";

/**
 * @import { Language } from "../../kit/board.js"
 * @typedef {{box: any, cards: Map<string, any>, units: Map<string, any>, enemies: Map<string, any>,
 *   skills: Map<string, any>, tactics: Map<string, any>, sites: Map<string, any>, ruins: Map<string, any>,
 *   terrain: Map<string, any>, tiles: Map<string, any>, heroes: Map<string, any>, manas: Map<string, any>}} World
 * @typedef {"card" | "unit" | "enemy" | "skill" | "tactic" | "ruin"} Kind Of what can be opened.
 * @typedef {[q: number, r: number]} Hex
 */

/** Phases of a combat, in their order. */
export const PHASES = ["ranged_siege", "block", "damage", "attack"];

/** The box as the board needs it. @type {(box: any) => World} */
export const worldOf = perObject((box) => {
  return {
    box,
    cards: byId([...box.cards, { ...box.wound, kind: "wound", colour: null }]),
    units: byId(box.units),
    enemies: byId(box.enemies),
    skills: new Map(box.skills.map((/** @type {any} */ one) => [`${one.id}.${one.hero}`, one])),
    tactics: byId(box.tactics),
    sites: byId(box.sites),
    ruins: byId(box.ruins),
    terrain: byId(box.terrain),
    tiles: byId(box.tiles),
    heroes: byId(box.heroes),
    manas: byId(box.mana.colours),
  };
});

/** The row of a thing that can be opened. @param {World} world @param {Kind} kind @param {string} id @returns {any} */
export function rowOf(world, kind, id) {
  const found = {
    card: world.cards,
    unit: world.units,
    enemy: world.enemies,
    skill: world.skills,
    tactic: world.tactics,
    ruin: world.ruins,
  }[kind];
  return found.get(id) ?? (kind === "skill" ? world.box.skills.find((/** @type {any} */ one) => one.id === id) : null);
}

/** What a thing is called. @param {World} world @param {Kind} kind @param {string} id @param {Language} lang */
export const nameOf = (world, kind, id, lang) =>
  localized(rowOf(world, kind, id)?.name, lang) || id.replaceAll("_", " ");

/** What a colour of mana is called. @param {World} world @param {string} colour @param {Language} lang */
export const manaName = (world, colour, lang) => localized(world.manas.get(colour)?.name, lang) || colour;

/** What a play is called. @param {World} world @param {string} name `rage.2`, `peasants.1`. @param {Language} lang */
export function sourceName(world, name, lang) {
  const id = name.split(".")[0];
  for (const rows of [world.cards, world.units, world.tactics]) {
    const row = rows.get(id);
    if (row) return localized(row.name, lang);
  }
  return nameOf(world, "skill", id, lang);
}

/** What kind of thing a piece comes from. @param {World} world @param {string} name @returns {Kind} */
export function sourceKind(world, name) {
  const id = name.split(".")[0];
  if (world.cards.has(id)) return "card";
  return world.units.has(id) ? "unit" : world.tactics.has(id) ? "tactic" : "skill";
}

/** Half the height of a hex, in the map's own units. */
export const SIZE = 60;
const WIDE = Math.sqrt(3) * SIZE;
/** Neighbours in the order of the corners below: NE, E, SE, SW, W, NW. @type {readonly Hex[]} */
const AROUND = [
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
];

/** The middle of a hex. @param {Hex} hex @returns {{x: number, y: number}} */
export const middle = ([q, r]) => ({ x: WIDE * (q + r / 2), y: 1.5 * SIZE * r });

/** A space from its key `q_r`. @param {string} key @returns {Hex} */
export function hexOf(key) {
  const [q, r] = key.split("_").map(Number);
  return [q, r];
}

/** Corners of a hex around its middle, from the top to the right. @param {number} [size] */
export const corners = (size = SIZE) =>
  Array.from({ length: 6 }, (_, at) => {
    const angle = (Math.PI / 3) * at - Math.PI / 2;
    return /** @type {[number, number]} */ ([size * Math.cos(angle), size * Math.sin(angle)]);
  });

/** The spaces of a tile position `a_b`. @param {string} key @returns {Hex[]} */
export function spacesOf(key) {
  const [a, b] = key.split("_").map(Number);
  const [q, r] = [3 * a + b, -2 * a - 3 * b];
  return [[q, r], ...AROUND.map(([dq, dr]) => /** @type {Hex} */ ([q + dq, r + dr]))];
}

/** The spaces of a tile, as steps from its centre. @type {Record<string, Hex>} */
export const HEXES = { C: [0, 0], NE: [1, -1], E: [1, 0], SE: [0, 1], SW: [-1, 1], W: [-1, 0], NW: [0, -1] };
/** From a tile position to those that border it. */
const BESIDE = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
  [-1, 1],
];

/** How many steps one space is from another. @param {Hex} one @param {Hex} other */
const distance = ([q, r], [p, s]) => Math.max(Math.abs(q - p), Math.abs(r - s), Math.abs(q + r - p - s));

/**
 * The way from one space to another, as at most two directions that border each other.
 * @param {Hex} from @param {Hex} to @returns {{way: number, n: number}[]} `way` counts clockwise from the north-east.
 */
export function wayTo([fromQ, fromR], [toQ, toR]) {
  const [q, r] = [toQ - fromQ, toR - fromR];
  for (const [at, [a, b]] of AROUND.entries()) {
    const [c, d] = AROUND[(at + 1) % 6];
    // Two neighbouring directions make a whole lattice.
    const parts = [
      { way: at, n: (q * d - r * c) / (a * d - b * c) },
      { way: (at + 1) % 6, n: (r * a - q * b) / (a * d - b * c) },
    ];
    if (parts.every(({ n }) => n >= 0)) return parts.filter(({ n }) => n > 0);
  }
  return [];
}

/** Where tiles may go now, by the map alone. @param {World} world @param {any} position @returns {string[]} */
export function openPositions({ box }, position) {
  const { tiles } = position.map;
  if (position.phase === "setup") return box.map.setup.map((/** @type {Hex} */ at) => at.join("_"));
  const { turn, space } = position.heroes[position.active] ?? {};
  if (!space || !["start", "move"].includes(turn?.part) || turn.move < box.explore.cost) return [];
  const near = Object.keys(tiles).flatMap((key) => {
    const [a, b] = key.split("_").map(Number);
    return BESIDE.map(([da, db]) => `${a + da}_${b + db}`);
  });
  return [...new Set(near)].filter(
    (key) => !(key in tiles) && !key.includes("-") && spacesOf(key).some((at) => distance(at, space) <= 2),
  );
}

/** Add the starting tile to a position of set-up. @param {World} world @param {any} position */
export function withStart({ box }, position) {
  if (position.phase !== "setup") return position;
  const start = box.tiles.find((/** @type {any} */ tile) => tile.kind === "start");
  const free = { site: null, tokens: [], ruin: null, shield: [], burned: false, cleared: false };
  const spaces = Object.entries(start.hexes).map(([at, hex]) => [HEXES[at].join("_"), { ...free, ...hex }]);
  return { ...position, map: { tiles: { "0_0": start.id }, spaces: Object.fromEntries(spaces) } };
}

/** A tile's outline as a path, or the outlines of its spaces. @param {string} key @param {boolean} [whole] */
export function outline(key, whole = false) {
  const spaces = spacesOf(key);
  const inside = new Set(spaces.map(String));
  const ring = corners();
  const lines = spaces.flatMap(([q, r]) => {
    const { x, y } = middle([q, r]);
    if (whole) return `M${ring.map(([dx, dy]) => `${point(x + dx)} ${point(y + dy)}`).join("L")}Z`;
    return AROUND.flatMap(([dq, dr], side) => {
      if (inside.has(String([q + dq, r + dr]))) return [];
      const [[ax, ay], [bx, by]] = [ring[side], ring[(side + 1) % 6]];
      return [`M${point(x + ax)} ${point(y + ay)}L${point(x + bx)} ${point(y + by)}`];
    });
  });
  return lines.join("");
}

export const point = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** The part of the plane that all spaces take, with some room around. @param {string[]} keys Of spaces. */
export function boundsOf(keys) {
  const all = (keys.length ? keys : ["0_0"]).map((key) => middle(hexOf(key)));
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  const room = 8;
  return {
    x: point(left - WIDE / 2 - room),
    y: point(top - SIZE - room),
    width: point(right - left + WIDE + 2 * room),
    height: point(bottom - top + 2 * SIZE + 2 * room),
  };
}
