// @ts-check
/**
 * Where the cities, roads and regions of a box lie in a drawing. Knows no page: numbers in, numbers out, always the
 * same for the same box.
 *
 * Coordinates of the box are kept where they give a plane map. A box without them, or whose roads would cross, is drawn
 * after Tutte: the outer ring on a convex line, every other city and the middle of every region in the balance of its
 * neighbours. Regions are the faces of such a drawing, so no two roads cross.
 */

import { crossings, distance, inside } from "./geometry.js";

/**
 * @import { Point, Road } from "./geometry.js"
 * @typedef {{id: string, central: boolean, first: number, second: number, name: Record<string, string>, border:
 *   number[]}} Region
 * @typedef {Point & {hand: 1 | -1}} Spot A city; its guild stands to its right (1) or left (-1).
 * @typedef {{width: number, height: number, given: boolean, cities: Map<number, Spot>, roads: Road[], regions: (Region
 *   & Point & {points: Point[]})[], outer: number[]}} Plan `x` and `y` of a region are where its label lies.
 */

/** The width of every drawing. */
export const WIDTH = 1000;
/** From the edge of the drawing to the outermost city: left and right, above, below (where figures stand). */
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
/** Along a road, where its letter may stand: as near to the middle as there is room. */
const STATIONS = [0.5, 0.4, 0.6, 0.33, 0.67, 0.28, 0.72];
/** As many rounds as the balance takes to come to rest, and how often the weights follow the lengths. */
const ROUNDS = 400;
const WEIGHINGS = 12;

/**
 * The drawing of a box.
 * @param {any} box
 * @param {{stretch?: number, bare?: boolean, sheet?: boolean}} [wish] How much higher than wide a unit may be drawn, so
 *   that tiles find room (1 keeps the shape); whether nothing will lie on the map; whether cities stay where the box
 *   has them on its sheet, even if roads cross there.
 * @returns {Plan}
 */
export function plan(box, { stretch = 1.36, bare = false, sheet = false } = {}) {
  const roads = box.map.roads;
  const own = given(box);
  const raw = own && (sheet || !crossings(own, roads).length) ? own : tutte(box);
  const { cities, height } = fit(raw, stretch, sheet && raw === own ? box.map : null);
  const regions = box.regions.map((/** @type {Region} */ region) => {
    const points = region.border.flatMap((city) => cities.get(city) ?? []);
    return {
      ...region,
      points,
      ...labelSpot(points, [...cities.values()], height, bare ? BARE : { city: CITY, label: LABEL }),
    };
  });
  return { width: WIDTH, height, given: raw === own, cities, roads, regions, outer: outerRing(box) };
}

/** The coordinates of a box; null unless whole and distinct. @param {any} box @returns {Map<number, Point> | null} */
function given(box) {
  const places = new Map();
  const seen = new Set();
  for (const { id, x, y } of box.map.cities) {
    if (!Number.isFinite(x) || !Number.isFinite(y) || seen.has(`${x} ${y}`)) return null;
    seen.add(`${x} ${y}`);
    places.set(id, { x, y });
  }
  return places;
}

/**
 * Scale places into the drawing.
 * @param {Map<number, Point>} raw @param {number} stretch @param {{width: number, height: number} | null} sheet
 */
function fit(raw, stretch, sheet) {
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
  const down = Math.min(Math.max(570 / high, across), across * stretch);
  const cities = new Map(
    [...raw].map(([id, { x, y }]) => [
      id,
      { x: round(MARGIN.side + (x - left) * across), y: round(MARGIN.top + (y - top) * down) },
    ]),
  );
  return { cities: handed(cities), height: Math.ceil(MARGIN.top + high * down + MARGIN.bottom) };
}

/** The side of a city where its guild stands. @param {Map<number, Point>} cities @returns {Map<number, Spot>} */
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
export function outerRing(box) {
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

/** A plane drawing from roads and borders alone. @param {any} box @returns {Map<number, Point>} */
export function tutte(box) {
  const ring = outerRing(box);
  /** City number or region id -> its place. @type {Map<number | string, Point>} */
  const places = new Map();
  // The first city of the ring comes to the upper left; the ring is a flattened circle, so strictly convex.
  ring.forEach((city, place) => {
    const turn = (place / ring.length) * 2 * Math.PI - 2.3;
    places.set(city, { x: 500 + 480 * Math.cos(turn), y: 300 + 290 * Math.sin(turn) });
  });
  if (clockwise(box, ring) < 0) for (const place of places.values()) place.x = 1000 - place.x;
  /** @type {Map<number | string, (number | string)[]>} */ const near = new Map();
  const join = (/** @type {number | string} */ a, /** @type {number | string} */ b) => {
    if (!near.get(a)?.includes(b)) near.set(a, [...(near.get(a) ?? []), b]);
    if (!near.get(b)?.includes(a)) near.set(b, [...(near.get(b) ?? []), a]);
  };
  for (const { a, b } of box.map.roads) join(a, b);
  // The middle of each region holds on to its border: then every face is a triangle, and none can collapse.
  for (const { id, border } of box.regions) for (const city of border) join(id, city);
  // A city that is on no border (the end of a blind road) holds on to the regions it names.
  const on = new Set(box.regions.flatMap((/** @type {Region} */ region) => region.border));
  for (const { id, regions } of box.map.cities) if (!on.has(id)) for (const region of regions ?? []) join(id, region);
  const fixed = new Set(/** @type {(number | string)[]} */ (ring));
  const free = [...near.keys()].filter((one) => !fixed.has(one));
  for (const one of free) places.set(one, { x: 500, y: 300 });
  /** @param {number | string} one @returns {Point} */
  const at = (one) => /** @type {Point} */ (places.get(one));
  /** @param {(number | string)[]} ends @param {number[]} pulls @param {(end: number | string) => number} of */
  const balance = (ends, pulls, of) => {
    let sum = 0;
    ends.forEach((end, place) => (sum += of(end) * pulls[place]));
    return sum;
  };
  /** @type {Map<number | string, number[]>} */
  let weights = new Map(free.map((one) => [one, (near.get(one) ?? []).map(() => 1)]));
  for (let weighing = 0; weighing < WEIGHINGS; weighing += 1) {
    for (let step = 0; step < ROUNDS; step += 1) {
      for (const one of free) {
        const ends = near.get(one) ?? [];
        const pulls = weights.get(one) ?? [];
        const all = pulls.reduce((sum, pull) => sum + pull, 0) || 1;
        places.set(one, {
          x: balance(ends, pulls, (end) => at(end).x) / all,
          y: balance(ends, pulls, (end) => at(end).y) / all,
        });
      }
    }
    // Long roads pull harder the next time, so that lengths even out; any weights above zero keep the drawing plane.
    weights = new Map(
      free.map((one) => [
        one,
        (near.get(one) ?? []).map((end) => Math.hypot(at(end).x - at(one).x, at(end).y - at(one).y) ** 1.1 + 5),
      ]),
    );
  }
  const cities = new Map();
  box.map.cities.forEach((/** @type {{id: number}} */ { id }, /** @type {number} */ order) => {
    cities.set(id, places.get(id) ?? { x: 30 + order * 40, y: 620 });
  });
  return cities;
}

/** Whether the ring turns as the regions' borders do. @param {any} box @param {number[]} ring */
function clockwise(box, ring) {
  for (const { border } of box.regions) {
    for (let place = 0; place < border.length; place += 1) {
      const at = ring.indexOf(border[place]);
      const next = border[(place + 1) % border.length];
      if (at >= 0 && ring[(at + 1) % ring.length] === next) return 1;
      if (at >= 0 && ring[(at + ring.length - 1) % ring.length] === next) return -1;
    }
  }
  return 1;
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
 * @returns {{x: number, y: number, region: number}[]} From far to near, so that later ones stand in front.
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
