// @ts-check
/** The regions on the map: values, bards, the Bastion, and who leads where in the evaluation of reputation. */
import { drawn, liveryOf, localized, s, set, sum, write } from "../../../kit/index.js";
import { line } from "./ground.js";
import { BASTION, PILL, pillImage } from "./scene.js";
import { evaluationOf, measureOf } from "../world.js";

/**
 * @import { Context } from "../../../kit/board.js"
 * @import { Targets } from "../../../kit/targets.js"
 * @import { World } from "../world.js"
 * @typedef {{group: SVGElement, image: SVGElement, text: SVGElement, url: string, at: string}} Pill
 * @typedef {{shape: SVGElement, label: SVGElement, pills: Pill[], now: any, key: string, className: string, crowd:
 *   string}} Land
 * @typedef {{colour: string | null, words: string, veiled: boolean}} Bards
 */

const STEP = { x: 47, y: 31 }; // From one pill to the next, and from row to row.

/**
 * @param {World} world @param {Targets} targets @param {Context} context
 * @param {{shapes: SVGElement, labels: SVGElement}} layers @returns {Map<string, Land>}
 */
export function layLands({ map }, targets, context, { shapes, labels }) {
  const lands = new Map();
  for (const region of map.regions) {
    const d = region.points.length ? `${line(region.points)}Z` : "";
    const shape = s("path", { class: "x-shape", d });
    const area = s("path", { class: "x-area", d });
    shapes.append(shape, area);
    const transform = `translate(${region.x} ${region.y})`;
    const label = s("g", { class: "x-region", "data-region": region.id, transform });
    // One for each seat; in the Bastion one more, for bards whose owner is not known.
    const pills = Array.from({ length: context.seats.length + (region.central ? 1 : 0) }, layPill);
    label.append(
      ...(region.central ? [drawn({ transform: "translate(0 -48)" }, BASTION)] : []),
      medal("x-first", region.first, { x: -12, y: -31, r: 13, down: 6 }),
      medal("x-second", region.second, { x: 14, y: -30, r: 11, down: 5.5 }),
      s("text", { class: "x-region-name", y: -2 }, localized(region.name, context.lang)),
      s("g", { class: "x-pills" }, ...pills.map((pill) => pill.group)),
    );
    labels.append(label);
    targets.declare({ region: region.id }, label, area);
    lands.set(region.id, { shape, label, pills, now: null, key: "", className: "x-shape", crowd: "" });
  }
  return lands;
}

/** @param {string} className @param {number} value @param {{x: number, y: number, r: number, down: number}} at */
export function medal(className, value, { x, y, r, down }) {
  const attributes = { class: `x-medal ${className}`, transform: `translate(${x} ${y})` };
  return s("g", attributes, s("circle", { r }), s("text", { y: down }, String(value)));
}

/** @returns {Pill} */
function layPill() {
  const { width, height } = PILL;
  const image = s("image", { x: -width / 2, y: -height / 2, width, height });
  const text = s("text", { y: 6.8 }, "");
  return { group: s("g", null, image, text), image, text, url: "", at: "" };
}

/** The bards. @param {Map<string, Land>} lands @param {any} position @param {World} world @param {Context} context */
export function drawLands(lands, position, world, context) {
  const { due, derived, bastion } = position;
  const city = world.box.map.cities.find((/** @type {any} */ one) => one.id === due?.city);
  const near = due?.what === "place_bards" ? (city?.regions ?? []) : [];
  const evaluation = context.report ? evaluationOf(position) : null;
  const rated = evaluation && measureOf(world, evaluation.criterion) === "regions" ? evaluation : null;
  for (const region of world.map.regions) {
    const land = /** @type {Land} */ (lands.get(region.id));
    const bards = position.regions[region.id]?.bards ?? {};
    // What these eyes know of the closed Bastion, and what lies in it in all.
    const veiled = region.central && !bastion.owners && bastion.total > 0;
    const inside = veiled ? context.seats.map((seat) => derived?.[String(seat.seat)]?.bastion ?? null) : [];
    const key = veiled ? `${JSON.stringify(bards)} ${bastion.total} ${inside.join()}` : "";
    if (land.now !== bards || land.key !== key) {
      drawPills(land, [...ownBards(bards, context), ...(veiled ? veiledBards(bastion.total, inside, context) : [])]);
    }
    land.now = bards;
    land.key = key;
    const leads = rated ? winner(rated, region.id, context) : "";
    const className = `x-shape ${near.includes(region.id) ? "x-due" : ""} ${leads}`;
    if (land.className !== className) set(land.shape, { class: className });
    land.className = className;
  }
}

/** @param {Record<string, number>} bards By seat. @param {Context} context @returns {Bards[]} */
const ownBards = (bards, { seats }) =>
  seats
    .filter((seat) => bards[String(seat.seat)])
    .map(({ colour, seat }) => ({ colour, words: String(bards[String(seat)]), veiled: false }));

/**
 * What lies in the closed Bastion, as far as these eyes know whose it is.
 * @param {number} total @param {(number | null)[]} inside By seat; null: not known. @param {Context} context
 * @returns {Bards[]}
 */
function veiledBards(total, inside, { seats }) {
  const known = inside.map((count) => (typeof count === "number" ? count : 0));
  const rest = total - sum(known);
  const unknown = inside.some((count) => typeof count !== "number") && rest > 0;
  const all = seats.map(({ colour }, place) => ({ colour, words: String(known[place]), veiled: true }));
  const own = all.filter((_, place) => known[place]);
  return unknown ? [...own, { colour: null, words: `${rest} ?`, veiled: true }] : own;
}

function drawPills(/** @type {Land} */ land, /** @type {Bards[]} */ all) {
  const rows = all.length > 2 ? 2 : 1;
  const top = Math.ceil(all.length / rows);
  // Two rows take the place of the name: below them lie cities.
  const crowd = `${rows > 1 ? "x-crowded" : ""} ${all.length > 1 ? "x-several" : ""}`;
  if (land.crowd !== crowd) {
    land.label.classList.toggle("x-crowded", rows > 1);
    land.label.classList.toggle("x-several", all.length > 1);
  }
  land.crowd = crowd;
  land.pills.forEach((pill, place) => {
    const bards = all[place];
    const url = bards ? pillImage(bards.colour ? liveryOf(bards.colour) : null, bards.veiled) : "";
    if (pill.url !== url) set(pill.image, { href: url || null });
    pill.url = url;
    write(pill.text, bards?.words ?? "");
    if (!bards) return;
    const [row, nth, wide] = place < top ? [0, place, top] : [1, place - top, all.length - top];
    const at = `translate(${(nth - (wide - 1) / 2) * STEP.x} ${row * STEP.y + (rows > 1 ? -1 : 20)})`;
    if (pill.at !== at) set(pill.group, { transform: at });
    pill.at = at;
    const dark = bards.colour === "yellow" || bards.colour === "white";
    set(pill.text, { x: bards.colour ? 10 : 0, class: `x-count ${dark ? "x-dark" : ""}` });
  });
}

/** How a region's shape is marked. @param {any} evaluation @param {string} region @param {Context} context */
function winner(evaluation, region, { seats }) {
  const placeOf = (/** @type {number} */ seat) => evaluation.detail?.[String(seat)]?.regions?.[region]?.place;
  const first = seats.filter(({ seat }) => ["first", "tied_first"].includes(placeOf(seat)));
  if (first.length === 1) return `x-won seat-${first[0].colour}`;
  return first.length ? "x-shared" : "";
}
