// @ts-check
/**
 * Where the cities, roads and regions of a box lie in a drawing. Knows no page: numbers in, numbers out, always the
 * same for the same box.
 *
 * The coordinates of a box that can be played give a plane map, whose enclosed faces are the regions (XID-1.5). A draft
 * may lack some, or have roads that cross: cities without a place, and their roads, are not drawn.
 */

import { distance, inside } from "./geometry.js";

/**
 * @import { Point, Road } from "./geometry.js"
 * @typedef {{id: string, central: boolean, first: number, second: number, name: Record<string, string>, border:
 *   number[]}} Region
 * @typedef {Point & {hand: 1 | -1}} Spot A city; its guild is to its right (1) or left (-1).
 * @typedef {{width: number, height: number, cities: Map<number, Spot>, roads: Road[], regions: (Region
 *   & Point & {points: Point[]})[], outer: number[]}} Plan `x` and `y` of a region are where its label lies.
 */

/** The width of every drawing. */
export const WIDTH = 1000;
/** From the edge of the drawing to the outermost city: left and right, above, below (for the figures). */
const MARGIN = { side: 64, top: 66, bottom: 82 };
const GUILD = { x: 52, y: 24 }; // Offset of the middle of a guild from its city.
/** Half the size of a city with tile and figures, on the side of its guild, and of a region's label. */
const CITY = { x: 55, guild: 66, y: 56, down: 8 };
const LABEL = { x: 52, y: 44 };
/** Half the size of a region's name and bards; a city's number: its offset, and half its largest size. */
const NAME = { x: 54, y: 22 };
const NUMBER = { x: -42, y: -30, half: 22 };
/** The same where nothing lies on the map. */
const BARE = { city: { x: 24, guild: 24, y: 24, down: 0 }, label: { x: 56, y: 30 } };
/** Positions of a letter along its road: as near to the middle as there is room. */
const STATIONS = [0.5, 0.4, 0.6, 0.33, 0.67, 0.28, 0.72];
const STRETCH = 1.36; // How much higher than wide a unit may be drawn, so that tiles find room.

/** The drawing of a box. @param {any} box @param {boolean} [sheet] As on the owner's sheet, with nothing on the map. */
export function plan(box, sheet = false) {
  const { cities, height } = fit(placesOf(box), sheet ? box.map : null);
  const regions = box.regions.map((/** @type {Region} */ region) => {
    const points = region.border.flatMap((city) => cities.get(city) ?? []);
    return {
      ...region,
      points,
      ...labelSpot(points, [...cities.values()], height, sheet ? BARE : { city: CITY, label: LABEL }),
    };
  });
  return { width: WIDTH, height, cities, roads: box.map.roads, regions, outer: outerRing(box) };
}

/** The cities that have coordinates. @param {any} box @returns {Map<number, Point>} */
export const placesOf = (box) =>
  new Map(
    box.map.cities.flatMap((/** @type {Point & {id: number}} */ { id, x, y }) =>
      Number.isFinite(x) && Number.isFinite(y) ? [[id, { x, y }]] : [],
    ),
  );

/** Scale to the drawing. @param {Map<number, Point>} raw @param {{width: number, height: number} | null} sheet */
function fit(raw, sheet) {
  const corners = sheet
    ? [
        { x: 0, y: 0 },
        { x: sheet.width, y: sheet.height },
      ]
    : [];
  const xs = [...raw.values(), ...corners].map((place) => place.x);
  const ys = [...raw.values(), ...corners].map((place) => place.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const wide = Math.max(...xs) - left || 1;
  const high = Math.max(...ys) - top || 1;
  const across = (WIDTH - 2 * MARGIN.side) / wide;
  // Some 570 high suits a screen with panels below.
  const down = sheet ? across : Math.min(Math.max(570 / high, across), across * STRETCH);
  const cities = new Map(
    [...raw].map(([id, { x, y }]) => [
      id,
      { x: round(MARGIN.side + (x - left) * across), y: round(MARGIN.top + (y - top) * down) },
    ]),
  );
  return { cities: handed(cities), height: Math.ceil(MARGIN.top + high * down + MARGIN.bottom) };
}

/** The side of a city for its guild. @param {Map<number, Point>} cities @returns {Map<number, Spot>} */
function handed(cities) {
  const all = [...cities.values()];
  return new Map(
    [...cities].map(([id, city]) => {
      /** How far the nearest number or tile is from a guild on that side. @param {1 | -1} hand */
      const room = (hand) =>
        Math.min(
          ...all
            .filter((other) => other !== city)
            .map((other) =>
              Math.max(
                Math.abs(other.x - 3 - city.x - GUILD.x * hand) - 53,
                Math.abs(other.y - 3 - city.y - GUILD.y) - 41,
              ),
            ),
        );
      return [id, { ...city, hand: room(1) >= 20 || room(1) >= room(-1) ? 1 : -1 }];
    }),
  );
}

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** The outermost cities in order, along roads that border one region. @param {any} box @returns {number[]} */
function outerRing(box) {
  /** @type {Map<string, [number, number]>} */ const once = new Map();
  for (const { border } of box.regions) {
    border.forEach((/** @type {number} */ city, /** @type {number} */ place) => {
      const next = border[(place + 1) % border.length];
      const key = [city, next].sort((a, b) => a - b).join(" ");
      if (!once.delete(key)) once.set(key, [city, next]);
    });
  }
  /** @type {Map<number, number[]>} */ const near = new Map();
  for (const [a, b] of once.values()) {
    near.set(a, [...(near.get(a) ?? []), b]);
    near.set(b, [...(near.get(b) ?? []), a]);
  }
  const start = Math.min(...near.keys());
  const ring = [start];
  const seen = new Set(ring);
  for (let here = start; ; ) {
    const next = (near.get(here) ?? []).find((city) => !seen.has(city));
    if (next === undefined) return ring;
    ring.push(next);
    seen.add(next);
    here = next;
  }
}

/**
 * Where the label of a region lies: inside it, as clear of cities and roads as can be.
 * @param {Point[]} points @param {Spot[]} cities @param {number} height @param {typeof BARE} room @returns {Point}
 */
function labelSpot(points, cities, height, { city: own, label }) {
  const middle = { x: mean(points.map((point) => point.x)), y: mean(points.map((point) => point.y)) };
  let best = middle;
  let most = -Infinity;
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  for (let y = Math.min(...ys); y <= Math.max(...ys); y += 6) {
    for (let x = Math.min(...xs); x <= Math.max(...xs); x += 6) {
      const spot = { x, y };
      if (!inside(spot, points)) continue;
      let free = Math.min(x - label.x, WIDTH - x - label.x, y - label.y, height - y - label.y);
      for (const city of cities)
        free = Math.min(
          free,
          Math.max(
            Math.abs(x - city.x) - ((x - city.x) * city.hand > 0 ? own.guild : own.x) - label.x,
            Math.abs(y - city.y - own.down) - own.y - label.y,
          ),
        );
      points.forEach((a, place) => {
        free = Math.min(free, (distance(spot, a, points[(place + 1) % points.length]) - label.y) / 2);
      });
      let worth = Math.min(free, 18) - Math.hypot(x - middle.x, y - middle.y) / 60;
      // A number must be read: rather something else a little nearer.
      if (label === LABEL)
        for (const city of cities)
          worth -=
            3 *
            Math.max(
              0,
              Math.min(
                NAME.x + NUMBER.half - Math.abs(x - city.x - NUMBER.x),
                NAME.y + NUMBER.half - Math.abs(y + 5 - city.y - NUMBER.y),
              ),
            );
      if (worth > most) [most, best] = [worth, spot];
    }
  }
  return { x: round(best.x), y: round(best.y) };
}

/** Where a road's letter goes. @param {Plan} map @param {Point} a @param {Point} b @returns {Point} */
export function letterSpot(map, a, b) {
  const spots = STATIONS.map((part) => ({ x: round(a.x + (b.x - a.x) * part), y: round(a.y + (b.y - a.y) * part) }));
  const clear = (/** @type {Point} */ { x, y }) =>
    map.regions.every((region) => Math.abs(x - region.x) > LABEL.x + 8 || Math.abs(y - region.y + 5) > LABEL.y + 6);
  return spots.find(clear) ?? spots[0];
}

const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** The coast: the outer ring, widened and bent. @param {Plan} map @param {number} by How far. @returns {Point[]} */
export function coast(map, by) {
  const ring = map.outer.flatMap((city) => map.cities.get(city) ?? []);
  const middle = { x: mean(ring.map((point) => point.x)), y: mean(ring.map((point) => point.y)) };
  const dice = random(7);
  return ring.flatMap((point, place) => {
    const next = ring[(place + 1) % ring.length];
    return [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }].map(({ x, y }) => {
      const far = Math.hypot(x - middle.x, y - middle.y) || 1;
      const out = by * (0.8 + 0.4 * dice());
      return { x: x + ((x - middle.x) / far) * out, y: y + ((y - middle.y) / far) * out };
    });
  });
}

/** Always the same chance. @param {number} seed */
function random(seed) {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/**
 * Spots for trees and hills: inside regions, away from cities, roads and labels.
 * @param {Plan} map
 * @returns {{x: number, y: number, region: number}[]} From far to near, so that later ones are in front.
 */
export function scenery(map) {
  const dice = random(11);
  /** @type {{x: number, y: number, region: number}[]} */ const out = [];
  map.regions.forEach((region, place) => {
    const xs = region.points.map((point) => point.x);
    const ys = region.points.map((point) => point.y);
    for (let go = 0; go < 90; go += 1) {
      const spot = {
        x: round(Math.min(...xs) + dice() * (Math.max(...xs) - Math.min(...xs))),
        y: round(Math.min(...ys) + dice() * (Math.max(...ys) - Math.min(...ys))),
      };
      if (
        !inside(spot, region.points) ||
        out.some((other) => Math.hypot(other.x - spot.x, (other.y - spot.y) * 1.3) < 30)
      )
        continue;
      if (Math.abs(spot.x - region.x) < LABEL.x + 10 && Math.abs(spot.y - region.y) < LABEL.y + 12) continue;
      if (
        [...map.cities.values()].some(
          (city) => Math.abs(city.x - spot.x) < CITY.x + 12 && Math.abs(city.y + 10 - spot.y) < CITY.y + 14,
        )
      )
        continue;
      if (region.points.some((a, at) => distance(spot, a, region.points[(at + 1) % region.points.length]) < 20))
        continue;
      out.push({ ...spot, region: place });
    }
  });
  return out.sort((a, b) => a.y - b.y);
}
