// @ts-check
/** Cities with tile and guild. Nodes stay and get other pictures: adding and removing nodes makes seeking slow. */
import { colourOf, drawn, liveryOf, s, set } from "../../../kit/index.js";
import { TOWER, TOWNS, towerImage } from "./scene.js";
import { TILE_BOX, recruitCard, threatCard } from "../tiles.js";
import { say } from "../words.js";
import { slotsOf, threatOf } from "../world.js";

/** @import { Context } from "../../../kit/board.js" */
/** @import { Targets } from "../../../kit/targets.js" */
/** @import { City, Tile, World } from "../world.js" */
/** @typedef {{image: SVGElement, x: number, y: number, url: string}} Piece An image of the map, and what it shows. */
/** @typedef {{card: Piece, guild: Piece, now: City | null, tile: string}} Place */

const GUILD = { x: 52, y: 36 }; // Offset of the foot of a guild from its city.

/**
 * @param {World} world @param {Targets} targets
 * @param {{cities: SVGElement, towers: SVGElement}} layers Guilds are above every city: a neighbour's tile must not
 *   hide one.
 * @returns {Map<number, Place>}
 */
export function layCities(world, targets, { cities, towers }) {
  const places = new Map();
  for (const [id, spot] of [...world.map.cities].sort(([, a], [, b]) => a.y - b.y)) {
    const group = s("g", { class: "x-city", transform: `translate(${spot.x} ${spot.y})`, "data-city": id });
    const hit = s("rect", { fill: "transparent", x: -52, y: -37, width: 104, height: 74, rx: 12 });
    const card = piece(TILE_BOX);
    const { width } = TOWER;
    const at = { x: spot.x + GUILD.x * spot.hand - width / 2, y: spot.y + GUILD.y, width, height: 0 };
    const guild = piece(at, "x-guild");
    group.append(
      hit,
      drawn({ class: "x-town", transform: "translate(0 20)" }, TOWNS[id % TOWNS.length]),
      s("g", { class: "x-tile" }, card.image),
      numberOf(id),
    );
    cities.append(group);
    towers.append(guild.image);
    targets.declare({ city: id }, group, hit, [guild.image]);
    places.set(id, { card, guild, now: null, tile: "" });
  }
  return places;
}

/** @param {{x: number, y: number, width: number, height: number}} at @param {string} [className] @returns {Piece} */
const piece = (at, className = "") => ({ image: s("image", { class: className, ...at }), x: at.x, y: at.y, url: "" });

/** Show a picture; empty shows none. @param {Piece} one @param {string} url */
function show(one, url) {
  if (one.url === url) return;
  set(one.image, { href: url || null });
  one.url = url;
}

function numberOf(/** @type {number} */ value) {
  const attributes = { class: "x-number", transform: "translate(-42 -30)" };
  return s("g", attributes, s("circle", { r: 14.5 }), s("text", { y: 6.5 }, String(value)));
}

/** @param {Place} place @param {City} city @param {World} world @param {Context} context */
export function drawCity(place, city, world, context) {
  if (place.now === city) return;
  if (place.now?.tile !== city.tile) drawTile(place, city.tile, world);
  if (place.now?.guild !== city.guild) drawGuild(place.guild, city.guild, context);
  place.now = city;
}

function drawTile(/** @type {Place} */ place, /** @type {Tile | null} */ tile, /** @type {World} */ world) {
  const key = tile ? `${tile.id} ${tile.side} ${JSON.stringify(tile.units)}` : "";
  if (place.tile === key) return;
  place.tile = key;
  show(place.card, tile ? cardUrl(world, tile) : "");
}

/** A tile's picture on the map; one per tile keeps seeking fast. @param {World} world @param {Tile} tile */
function cardUrl(world, tile) {
  if (tile.side === "recruit") return recruitCard(slotsOf(world, tile));
  const { needs, rewards } = threatOf(world, tile);
  return threatCard(world.tiles.get(tile.id)?.city ?? 0, needs, rewards);
}

function drawGuild(/** @type {Piece} */ tower, /** @type {City["guild"]} */ guild, /** @type {Context} */ context) {
  if (guild) {
    const height = guild.height * TOWER.storey + TOWER.head;
    set(tower.image, { y: tower.y - height, height });
  }
  show(tower, guild ? towerImage(guild.height, liveryOf(colourOf(guild.seat, context))) : "");
}

/** What a city is called. @param {number} id @param {Context} context */
export const cityName = (id, context) => say(context.lang, "city", { n: id });
