// @ts-check
/** The map: hexes with their terrain by day and night, sites with their state, tokens, figures and their way. */
import { colourOf, emblemPath, flies, fly, h, s, set, Targets, zoomable } from "../../kit/index.js";
import { BACKS, HOMES, art, manaArt } from "./art.js";
import { costOf, fromWhere, positionName, spaceName, spaceWords } from "./describe.js";
import { say } from "./words.js";
import { SIZE, boundsOf, corners, hexOf, middle, openPositions, outline, point, spacesOf, withStart } from "./world.js";

/**
 * @import { Context } from "../../kit/board.js"
 * @import { World } from "./world.js"
 * @typedef {{group: SVGElement, area: SVGElement, cost: SVGElement, top: SVGElement, space: any, key: string}} Hex
 * @typedef {{world: World, context: Context, position: any, frame: HTMLElement, svg: SVGElement, hexes: SVGElement,
 *   edges: SVGElement, ways: SVGElement, open: SVGElement, targets: Targets, all: Map<string, Hex>,
 *   free: Map<string, SVGElement>, layout: string, named: string, room: Size | null, bounds: Size}} MapPart `open`:
 *   where a tile may go. `room`: of the map, in pixels.
 * @typedef {{width: number, height: number}} Size
 */

const HEX = corners()
  .map(([x, y]) => `${point(x)},${point(y)}`)
  .join(" ");
/** Terrain that is drawn without a picture over its colour where there is a site. */
const BARE = new Set(["plains", "hills", "forest", "swamp", "desert", "wasteland"]);
const TOKENS_ALONE = new Set(["orcs", "draconum"]); // Sites that lie open to see as their tokens alone.

/** @param {World} world @param {any} position @param {Context} context @returns {MapPart} */
export function layMap(world, position, context) {
  const layers = ["m-free", "m-hexes", "m-edges", "m-ways"].map((name) => s("g", { class: name }));
  const [open, hexes, edges, ways] = layers;
  const svg = s("svg", { class: "m-map-play", role: "group" }, ...layers);
  const frame = h("div.m-map", zoomable(context.lang, svg));
  new ResizeObserver(([{ contentRect }]) => {
    map.room = contentRect;
    fitLetters(map);
  }).observe(svg);
  /** @type {MapPart} */ const map = {
    ...{ world, context, position, frame, svg, hexes, edges, ways, open, all: new Map(), free: new Map() },
    ...{ layout: "", named: "", room: null, bounds: { width: 0, height: 0 } },
    targets: new Targets(frame, {
      name: ({ a, b, q, r }) =>
        a === undefined
          ? spaceName(world, `${q}_${r}`, map.position, map.context)
          : positionName(`${a}_${b}`, map.position, map.context),
      describe: (key) =>
        key.a === undefined
          ? spaceWords(world, `${key.q}_${key.r}`, map.position, map.context)
          : map.targets.options.name(key),
    }),
  };
  return map;
}

/** @param {MapPart} map @param {any} position @param {readonly string[]} changed @param {Context} context */
export function drawMap(map, position, changed, context) {
  position = withStart(map.world, position);
  map.position = position;
  map.context = context;
  const free = context.enters ? openPositions(map.world, position) : [];
  layTiles(map, Object.keys(position.map.tiles), Object.keys(position.map.spaces), free);
  nameTargets(map);
  set(map.svg, {
    "aria-label": say(context.lang, "map_label", { count: map.all.size }),
    class: position.night ? "m-map-play m-by-night" : "m-map-play",
  });
  const heroes = byPlace(position);
  for (const [key, hex] of map.all) drawHex(map, hex, key, heroes.get(key) ?? []);
  drawWays(map);
  if (flies(context)) flyHeroes(map);
  const lit = new Set(changed.flatMap((path) => /^\/map\/spaces\/([^/]+)/.exec(path)?.[1] ?? []));
  for (const path of changed) {
    const [, seat] = /^\/heroes\/(\d+)\/space/.exec(path) ?? [];
    const at = seat === undefined ? null : position.heroes[seat].space;
    if (at) lit.add(at.join("_"));
  }
  map.targets.light([...lit].map((key) => ({ q: hexOf(key)[0], r: hexOf(key)[1] })));
  map.targets.refresh();
}

/** The figures that went to another space. @param {MapPart} map */
function flyHeroes({ all, ways, position, context }) {
  for (const { seat, colour } of context.seats) {
    const [was, now] = [context.before?.heroes[seat].space, position.heroes[seat].space];
    if (!was || !now || `${was}` === `${now}`) continue;
    const figure = all.get(now.join("_"))?.top.querySelector(`.m-figure.seat-${colour}`);
    fly(ways, /** @type {SVGElement | null} */ (figure), middle(now), middle(was));
  }
}

/** Names count from the hero to move. @param {MapPart} map */
function nameTargets(map) {
  const { context, position, targets, layout } = map;
  const from = fromWhere(position);
  const named = `${context.lang} ${layout} ${from} ${from === null ? "" : position.heroes[from].space}`;
  if (named === map.named) return;
  map.named = named;
  for (const { key, element } of targets.all.values()) set(element, { "aria-label": targets.options.name(key) });
}

/** Draw the spaces. @param {MapPart} map @param {string[]} tiles @param {string[]} spaces @param {string[]} free */
function layTiles(map, tiles, spaces, free) {
  const layout = [...spaces, "+", ...free].join(" ");
  if (layout === map.layout) return;
  map.layout = layout;
  for (const [key, hex] of map.all) {
    if (spaces.includes(key)) continue;
    const [q, r] = hexOf(key);
    map.targets.forget({ q, r });
    hex.group.remove();
    map.all.delete(key);
  }
  for (const key of spaces) {
    if (map.all.has(key)) continue;
    const [q, r] = hexOf(key);
    const hex = layHex(map, key);
    map.hexes.append(hex.group);
    map.targets.declare({ q, r }, hex.group, hex.area);
    map.all.set(key, hex);
  }
  map.edges.replaceChildren(...tiles.map((key) => s("path", { class: "m-edge", d: outline(key) })));
  for (const [key, group] of map.free) {
    if (free.includes(key)) continue;
    map.targets.forget(positionKey(key));
    group.remove();
    map.free.delete(key);
  }
  for (const key of free.filter((one) => !map.free.has(one))) {
    const { x, y } = middle(spacesOf(key)[0]);
    const area = s("path", { class: "m-open-tile", d: outline(key, true) });
    const plus = s("path", { class: "m-plus", d: `M${point(x - 26)} ${point(y)}h52m-26-26v52` });
    const group = s("g", null, area, plus);
    map.open.append(group);
    map.targets.declare(positionKey(key), group, area);
    map.free.set(key, group);
  }
  const shown = [...spaces, ...free.flatMap((key) => spacesOf(key).map((at) => at.join("_")))];
  const { x, y, width, height } = (map.bounds = boundsOf(shown));
  set(map.svg, { viewBox: `${x} ${y} ${width} ${height}` });
  fitLetters(map);
}

/** Letters stay legible on a map far away: `--px` is a pixel in its units. @param {MapPart} map */
function fitLetters({ svg, room, bounds }) {
  if (!room?.height) return;
  const px = Math.max(bounds.width / room.width, bounds.height / room.height);
  svg.style.setProperty("--px", px.toFixed(2));
}

/** A place for a tile, as a target. @param {string} key */
function positionKey(key) {
  const [a, b] = key.split("_").map(Number);
  return { a, b };
}

/** @param {MapPart} map @param {string} key @returns {Hex} */
function layHex(map, key) {
  const { terrain } = map.position.map.spaces[key];
  const { x, y } = middle(hexOf(key));
  const area = s("polygon", { class: "m-hex", fill: `var(--m-${terrain})`, points: HEX });
  const cost = s("text", { class: "m-cost", x: 0, y: SIZE - 9 }, "");
  const top = s("g", null);
  const spot = { transform: `translate(${point(x)} ${point(y)})`, "data-space": key };
  const group = s("g", spot, area, cost, top);
  return { group, area, cost, top, space: null, key: "" };
}

/** Seats by the space of their figures. @param {any} position @returns {Map<string, number[]>} */
function byPlace(position) {
  /** @type {Map<string, number[]>} */ const found = new Map();
  for (const [seat, { space }] of Object.entries(position.heroes)) {
    if (space) found.set(space.join("_"), [...(found.get(space.join("_")) ?? []), Number(seat)]);
  }
  return found;
}

/** @param {MapPart} map @param {Hex} hex @param {string} key @param {number[]} heroes Seats with a figure there. */
function drawHex({ world, position, context }, hex, key, heroes) {
  const space = position.map.spaces[key];
  const here = heroes.map((seat) => `${colourOf(seat, context)} ${seat === position.active}`);
  const now = `${here} ${position.night}`;
  if (hex.space === space && hex.key === now) return;
  hex.space = space;
  hex.key = now;
  const cost = costOf(world, space.terrain, position.night);
  hex.cost.textContent = cost === null ? "" : String(cost);
  const tokens = [...space.tokens, ...(space.ruin ? [{ ...space.ruin, back: "ruin" }] : [])];
  const site = space.site && !TOKENS_ALONE.has(space.site) ? space.site : null;
  const parts = [];
  if (!site && !tokens.length && !heroes.length) parts.push(image(art(space.terrain), 0, 2, 54, "m-terrain"));
  else if (!BARE.has(space.terrain)) parts.push(image(art(space.terrain), 0, 18, 40, "m-terrain"));
  else if (site || tokens.length) parts.push(image(art(space.terrain), -30, 16, 20, "m-terrain"));
  if (site) parts.push(...drawSite(site, space, tokens.length > 0));
  if (space.cleared) parts.push(s("path", { class: "m-cleared", d: "M-12 -8 12 16M12 -8-12 16" }));
  tokens.forEach((token, at) => {
    const x = tokens.length > 1 ? (at - (tokens.length - 1) / 2) * 44 : site ? 19 : 0;
    parts.push(drawToken(world, token, x, site ? 16 : heroes.length ? -14 : 0));
  });
  space.shield.forEach((/** @type {number} */ seat, /** @type {number} */ at) => {
    parts.push(shield(colourOf(seat, context), -34 + at * 15, 22));
  });
  heroes.forEach((seat, at) => {
    const x = (at - (heroes.length - 1) / 2) * 30;
    parts.push(figure(colourOf(seat, context), x, site || tokens.length ? -20 : -4, seat === position.active));
  });
  hex.top.replaceChildren(...parts);
}

function drawSite(/** @type {string} */ site, /** @type {any} */ space, /** @type {boolean} */ guarded) {
  const name = space.burned ? "burned" : site;
  const parts = [image(art(name), guarded ? -16 : 0, guarded ? 4 : 6, guarded ? 44 : 52, `m-site m-site-${site}`)];
  if (space.color) parts.push(image(manaArt(space.color, "crystal"), guarded ? -16 : 0, 18, 22, "m-site-colour"));
  return parts;
}

/** @param {string} href @param {number} x @param {number} y @param {number} side @param {string} className */
const image = (href, x, y, side, className) =>
  s("image", { href, x: x - side / 2, y: y - side / 2, width: side, height: side, class: className });

/** A token, face up or face down. @param {World} world @param {any} token @param {number} x @param {number} y */
function drawToken(world, token, x, y) {
  const [fill, edge] = BACKS[token.back] ?? ["#e3cf9a", "#6b4f1e"];
  const group = s("g", null, s("circle", { r: 21, fill, stroke: edge, "stroke-width": 2.5 }));
  const placed = s("g", { class: "m-token", transform: `translate(${x} ${y})` }, group);
  const row = typeof token.token === "string" ? (world.enemies.get(token.token) ?? world.ruins.get(token.token)) : null;
  group.append(row ? s("circle", { r: 17, class: "m-token-face" }) : s("text", { class: "m-token-back", y: 9 }, "?"));
  if (!row) return placed;
  if (row.altar) group.append(image(manaArt(row.altar.colour, "token"), 0, 0, 24, ""));
  else if (row.enemies) {
    row.enemies.forEach((/** @type {string} */ back, /** @type {number} */ at) => {
      const [own, line] = BACKS[back] ?? ["#ccc", "#444"];
      const x = at ? 8 : -8;
      group.append(s("circle", { cx: x, r: 8, fill: own, stroke: line, "stroke-width": 1.5 }));
      group.append(image(art(HOMES[back]), x, 0, 12, ""));
    });
  } else {
    const attack = row.attack.summons ? "✦" : String(row.attack.value);
    group.append(
      s("text", { class: `m-token-attack m-el-${row.attack.element ?? "physical"}`, y: -1 }, attack),
      s("text", { class: "m-token-armor", y: 3.5 }, String(row.armor)),
      s("path", { class: "m-token-line", d: "M-13 2H13" }),
    );
    if (TOKENS_ALONE.has(HOMES[token.back])) group.append(image(art(HOMES[token.back]), -16, -14, 16, ""));
    if (row.defence.includes("fortified")) group.append(image(art("keep"), 15, -15, 18, ""));
  }
  return placed;
}

const shield = (/** @type {string} */ colour, /** @type {number} */ x, /** @type {number} */ y) =>
  s(
    "g",
    { class: `m-shield seat-${colour}`, transform: `translate(${x} ${y})` },
    s("path", { d: "M-9-10H9V2C9 9 4 12 0 14-4 12-9 9-9 2Z" }),
    s("path", { class: "m-emblem", d: emblemPath(colour), transform: "translate(-6.5 -7.5) scale(.54)" }),
  );

/** @param {string} colour @param {number} x @param {number} y @param {boolean} active */
const figure = (colour, x, y, active) =>
  s(
    "g",
    { class: `m-figure seat-${colour} ${active ? "m-active" : ""}`, transform: `translate(${x} ${y})` },
    s("path", { d: "M0-25a9 9 0 0 1 6 16c6 2 9 8 10 22H-16c1-14 4-20 10-22A9 9 0 0 1 0-25Z" }),
    s("path", { class: "m-emblem", d: emblemPath(colour), transform: "translate(-7.5 -6) scale(.62)" }),
  );

/** The way of each hero who has a turn: from where it began to where the figure is. @param {MapPart} map */
function drawWays(map) {
  const { position, context } = map;
  const lines = context.seats.flatMap(({ seat, colour }) => {
    const path = position.heroes[seat].turn?.path ?? [];
    if (path.length < 2) return [];
    const points = path.map((/** @type {[number, number]} */ at) => {
      const { x, y } = middle(at);
      return `${point(x)} ${point(y + 14)}`;
    });
    const { x, y } = middle(path[0]);
    return [
      s("path", { class: "m-way-edge", d: `M${points.join("L")}` }),
      s("path", { class: `m-way seat-${colour}`, d: `M${points.join("L")}` }),
      s("circle", { class: `m-way-start seat-${colour}`, cx: point(x), cy: point(y + 14), r: 7 }),
    ];
  });
  map.ways.replaceChildren(...lines);
}
