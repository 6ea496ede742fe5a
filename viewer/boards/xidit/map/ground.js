// @ts-check
/** What never changes on the map: sea, coast, land, what grows there, and the roads. */
import { drawn, s } from "../../../kit/index.js";
import { roadStyle } from "../art.js";
import { coast, letterSpot, scenery } from "./layout.js";
import { ROSE, SCENERY } from "./scene.js";

/** @import { World } from "../world.js" */
/** @import { Plan } from "./layout.js" */

/** Lines around the land, and how far from it. @type {[string, number][]} */
const SHORES = [
  ["x-wave-3", 92],
  ["x-wave-2", 82],
  ["x-wave-1", 74],
  ["x-shore", 66],
];

export const line = (/** @type {{x: number, y: number}[]} */ points) =>
  points.map(({ x, y }, place) => `${place ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");

/** A closed line through points, bent. @param {{x: number, y: number}[]} points */
function bent(points) {
  const at = (/** @type {number} */ place) => points[(place + points.length) % points.length];
  let d = `M${at(0).x.toFixed(1)} ${at(0).y.toFixed(1)}`;
  points.forEach((point, place) => {
    const [before, next, after] = [at(place - 1), at(place + 1), at(place + 2)];
    const bends = [
      [point.x + (next.x - before.x) / 6, point.y + (next.y - before.y) / 6],
      [next.x - (after.x - point.x) / 6, next.y - (after.y - point.y) / 6],
      [next.x, next.y],
    ];
    d += ` C${bends.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(" ")}`;
  });
  return `${d}Z`;
}

/** What never changes: land, sea, roads. @param {World} world @param {boolean} [plain] Without what grows there. */
export function ground(world, plain = false) {
  const { map, box } = world;
  const svg = s("svg", { viewBox: `0 0 ${map.width} ${map.height}`, class: "x-ground", "aria-hidden": "true" });
  svg.append(s("rect", { fill: "var(--x-sea)", width: map.width, height: map.height }));
  if (map.outer.length > 2) {
    for (const [name, by] of SHORES) svg.append(s("path", { class: name, d: bent(coast(map, by)) }));
  }
  map.regions.forEach((region, place) => {
    if (!region.points.length) return;
    const look = { class: `x-land ${region.central ? "x-heart" : ""}`, fill: `var(--x-l${place % 9})` };
    svg.append(s("path", { ...look, d: `${line(region.points)}Z` }));
  });
  if (!plain) {
    const grown = scenery(map).map(({ x, y, region }) => {
      const picture = SCENERY[region % SCENERY.length];
      return `<g transform="translate(${x} ${y})" class="x-of-${region % 9}">${picture}</g>`;
    });
    const rose = rosePlace(map);
    svg.append(
      drawn({ class: "x-scenery" }, grown.join("")),
      drawn({ class: "x-compass", transform: `translate(${rose.x} ${rose.y}) scale(.8)` }, ROSE),
    );
  }
  const letters = s("g", { class: "x-letters" });
  for (const road of map.roads) {
    const [a, b] = [map.cities.get(road.a), map.cities.get(road.b)];
    if (!a || !b) continue;
    svg.append(...roadLines(road.colour, line([a, b])));
    const icon = box.icons.find((/** @type {any} */ one) => one.kind === "road" && one.colour === road.colour);
    const { x, y } = letterSpot(map, a, b);
    const { fill } = roadStyle(road.colour);
    letters.append(s("circle", { cx: x, cy: y, r: 10, fill }), s("text", { x, y: y + 4.8 }, icon?.token ?? ""));
  }
  svg.append(letters);
  return svg;
}

/** The corner with most room. @param {Plan} map */
function rosePlace(map) {
  const corners = [
    { x: 46, y: map.height - 50 },
    { x: map.width - 46, y: map.height - 50 },
    { x: 46, y: 50 },
    { x: map.width - 46, y: 50 },
  ];
  const room = (/** @type {{x: number, y: number}} */ at) =>
    Math.min(...[...map.cities.values()].map(({ x, y }) => Math.hypot(x - at.x, y - at.y)));
  return corners.reduce((best, corner) => (room(corner) > room(best) ? corner : best));
}

/** A road: its bed and its colour, broken so that colour is never needed. @param {string} colour @param {string} d */
function roadLines(colour, d) {
  const { fill, dash, cap } = roadStyle(colour);
  const own = { d, stroke: fill, "stroke-linecap": cap, ...(dash ? { "stroke-dasharray": dash } : {}) };
  return [s("path", { class: "x-bed", d }), s("path", { class: `x-road x-road-${colour}`, ...own })];
}
