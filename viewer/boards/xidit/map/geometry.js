// @ts-check
/** Points, lines and polygons: where they cross, what lies inside, how far apart they are. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{a: number, b: number, colour: string}} Road */

/** On which side of a line a point lies. @param {Point} a @param {Point} b @param {Point} c */
const side = (a, b, c) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

/**
 * Pairs of roads that meet anywhere but in a city they share, and roads that run through a city.
 * @param {Map<number, Point>} places @param {readonly Road[]} roads @returns {[Road, Road | number][]}
 */
export function crossings(places, roads) {
  /** @type {[Road, Road | number][]} */ const out = [];
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

/** Cities around a point. @param {Point} point @param {Map<number, Point>} places @param {readonly Road[]} roads */
export function around(point, places, roads) {
  const ends = roads.flatMap(({ a, b }) => [
    [a, b],
    [b, a],
  ]);
  const at = (/** @type {number} */ city) => places.get(city) ?? { x: NaN, y: NaN };
  const turn = (/** @type {number} */ from, /** @type {number} */ to) =>
    Math.atan2(at(to).y - at(from).y, at(to).x - at(from).x);
  /** The road on the left of the one that comes in. @param {number} from @param {number} to */
  const next = (from, to) => {
    const back = turn(to, from);
    const bend = (/** @type {number} */ city) => (back - turn(to, city) + 4 * Math.PI) % (2 * Math.PI) || 7;
    return ends.flatMap(([a, b]) => (a === to ? [b] : [])).sort((one, other) => bend(one) - bend(other))[0];
  };
  for (const [first, second] of ends) {
    const face = [first];
    for (
      let [from, to] = [first, second];
      to !== first && face.length <= places.size;
      [from, to] = [to, next(from, to)]
    )
      face.push(to);
    const points = face.map(at);
    const area = points.reduce(
      (sum, { x, y }, n) => sum + x * points[(n + 1) % face.length].y - y * points[(n + 1) % face.length].x,
      0,
    );
    if (area > 0 && inside(point, points)) return face;
  }
  return [];
}

/** How far a point is from a line between two others. @param {Point} point @param {Point} a @param {Point} b */
export function distance({ x, y }, a, b) {
  const long = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1;
  const part = Math.min(1, Math.max(0, ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / long));
  return Math.hypot(x - a.x - part * (b.x - a.x), y - a.y - part * (b.y - a.y));
}
