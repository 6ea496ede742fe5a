// @ts-check
/** Points, lines and polygons: where they cross, what lies inside, how far apart they are. */

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{a: number, b: number, colour: string}} Road
 */

/**
 * On which side of the line from one point to another a third lies.
 * @param {Point} a
 * @param {Point} b
 * @param {Point} c
 */
function side(a, b, c) {
  return Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

/**
 * Pairs of roads that meet anywhere but in a city they share, and roads that run through a city.
 * @param {Map<number, Point>} places
 * @param {readonly Road[]} roads
 * @returns {[Road, Road | number][]}
 */
export function crossings(places, roads) {
  /** @type {[Road, Road | number][]} */
  const out = [];
  /** @param {number} city @returns {Point} */
  const at = (city) => places.get(city) ?? { x: NaN, y: NaN };
  roads.forEach((one, place) => {
    const [a, b] = [at(one.a), at(one.b)];
    for (const [city, c] of places) {
      if (city === one.a || city === one.b || side(a, b, c) !== 0) continue;
      const along = (c.x - a.x) * (b.x - a.x) + (c.y - a.y) * (b.y - a.y);
      if (along > 0 && along < (b.x - a.x) ** 2 + (b.y - a.y) ** 2) out.push([one, city]);
    }
    for (const other of roads.slice(place + 1)) {
      if ([other.a, other.b].some((city) => city === one.a || city === one.b)) continue;
      const [c, d] = [at(other.a), at(other.b)];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) out.push([one, other]);
    }
  });
  return out;
}

/** Whether a point lies inside a polygon. @param {Point} point @param {readonly Point[]} points */
export function inside({ x, y }, points) {
  let odd = false;
  points.forEach((a, place) => {
    const b = points[(place + points.length - 1) % points.length];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  });
  return odd;
}

/** How far a point is from a line between two others. @param {Point} point @param {Point} a @param {Point} b */
export function distance({ x, y }, a, b) {
  const long = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1;
  const part = Math.min(1, Math.max(0, ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / long));
  return Math.hypot(x - a.x - part * (b.x - a.x), y - a.y - part * (b.y - a.y));
}
