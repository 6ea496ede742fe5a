// @ts-check
/** The board of Kingdoms: spaces with what lies on them, what the last move changed, and the picture of a scoring. */
import { Targets, arrange, colourOf, drawn, h, liveryOf, number, perElement, s, set, write } from "../../kit/index.js";
import { MEADOWS, bonusImage, castleImage, fieldImage, hatchImage, signImage, tileImage } from "./art.js";
import { cellWords, say, scoringOf, valueOf, worldOf } from "./words.js";

/**
 * @import { Board, Context } from "../../kit/board.js"
 * @import { Cell, Line, Part, Scoring, World } from "./words.js"
 * @typedef {{group: SVGElement, image: SVGElement, signs: SVGElement[], shown: string[], now: Cell, url: string,
 *   landing: boolean}} Space
 * @typedef {{group: SVGElement, rect: SVGElement, text: SVGElement, part: Part | null}} Chip
 * @typedef {{context: Context, position: any, world: World, svg: SVGElement, spaces: Space[][], chips:
 *   Map<string, Chip>, right: SVGElement, bottom: SVGElement, over: SVGElement, light: SVGElement, key: HTMLElement,
 *   targets: Targets, scoring: Scoring | null}} Table
 */

const SPACE = 100; // In units of the picture.
const FRAME = 44; // The frame around all spaces.
const SIGNS = 3; // Maximum number of signs of a scoring on one space: hatched both ways, and one more.
/** What is explained below the board of a scoring, in this order. */
const KEYS = ["across", "down", "mine", "wizard", "mountain"];

/** The table last drawn: where a line of the scoring lights up. @type {Table | null} */
let shown = null;

/** The picture of what lies on a space. @param {NonNullable<Cell>} cell @param {Context} context */
function pieceUrl(cell, context) {
  if ("tile" in cell) return tileImage(cell.tile, valueOf(worldOf(context.box), cell.tile));
  return fieldImage(cell.castle, liveryOf(colourOf(cell.seat, context)));
}

/** Have every picture at hand. @param {World} world @param {Context} context */
function prepare(world, context) {
  for (const { id, value } of world.kinds.values()) {
    tileImage(id, value || null);
    if (value > 0) for (const way of /** @type {const} */ (["across", "down"])) hatchImage(way, value);
  }
  for (const sign of ["double", "aura", "divide"]) signImage(sign);
  bonusImage(1);
  for (const { colour } of context.seats) {
    for (const rank of world.ranks) for (const image of [castleImage, fieldImage]) image(rank, liveryOf(colour));
  }
}

const tableIn = perElement((el, context) => {
  const world = worldOf(context.box);
  prepare(world, context);
  const { rows, columns } = world;
  const [wide, high] = [columns * SPACE, rows * SPACE];
  const [width, height] = [wide + 2 * FRAME, high + 2 * FRAME];
  const label = say(context.lang, "board", { rows, columns });
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "k-board", role: "group", "aria-label": label });
  const land = { x: FRAME - 6, y: FRAME - 6, width: wide + 12, height: high + 12, rx: 10 };
  svg.append(
    s("rect", { class: "k-wood", x: 1, y: 1, width: width - 2, height: height - 2, rx: 20 }),
    s("rect", { class: "k-wood-line", x: 7, y: 7, width: width - 14, height: height - 14, rx: 15 }),
    s("rect", { class: "k-land", ...land }),
    s("g", { class: "k-labels", "aria-hidden": "true" }, ...labels(rows, columns)),
  );
  const field = s("g", { transform: `translate(${FRAME} ${FRAME})` });
  const right = s("g", { class: "k-chips", transform: `translate(${FRAME + wide} ${FRAME})` });
  const bottom = s("g", { class: "k-chips", transform: `translate(${FRAME} ${FRAME + high})` });
  svg.append(field, right, bottom);
  const key = h("ul.k-key.flow.quiet", { hidden: true });
  const frame = h("div.k-frame", svg);
  el.replaceChildren(frame, key);
  const targets = new Targets(frame, {
    name: ({ row, col }) => say(table.context.lang, "space", { row, col }),
    describe: (where) => spaceWords(table, Number(where.row), Number(where.col)),
    press: (where) => {
      const { now } = table.spaces[Number(where.row) - 1][Number(where.col) - 1];
      if (now) table.context.goto(now.name);
      return now !== null;
    },
  });
  const over = s("g", { class: "k-over" });
  const light = s("g", { class: "k-light" });
  /** @type {Table} */ const table = {
    ...{ context, position: null, world, svg, spaces: [], chips: new Map() },
    ...{ right, bottom, over, light, key, targets, scoring: null },
  };
  for (let row = 1; row <= rows; row += 1) {
    const line = [];
    for (let col = 1; col <= columns; col += 1) line.push(laySpace(field, targets, row, col));
    table.spaces.push(line);
  }
  field.append(over, light);
  return table;
});

/** The numbers at the edges. @param {number} rows @param {number} columns */
function labels(rows, columns) {
  const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, place) => place + 1);
  return [
    ...numbers(rows).map((row) => s("text", { x: FRAME / 2 - 1, y: FRAME + row * SPACE - 43 }, String(row))),
    ...numbers(columns).map((col) => s("text", { x: FRAME + col * SPACE - 50, y: FRAME / 2 + 6 }, String(col))),
  ];
}

/**
 * @param {SVGElement} field @param {Targets} targets @param {number} row From 1. @param {number} col From 1.
 * @returns {Space}
 */
function laySpace(field, targets, row, col) {
  const [r, c] = [row - 1, col - 1];
  const meadow = drawn(null, MEADOWS[(r * 5 + c * 2 + (c % 2) * r) % MEADOWS.length]);
  const fill = `var(--land-${(r * 7 + c * 5 + ((r * c) % 3)) % 4})`;
  const ground = s("rect", { x: 2.5, y: 2.5, width: 95, height: 95, rx: 8, fill });
  const image = s("image", { width: SPACE, height: SPACE, class: "k-piece" });
  const signs = Array.from({ length: SIGNS }, () => s("image", { width: SPACE, height: SPACE, class: "k-sign" }));
  const group = s("g", { class: "k-space", transform: `translate(${c * SPACE} ${r * SPACE})` });
  group.append(s("g", { class: "k-ground" }, ground, meadow), image, ...signs);
  field.append(group);
  targets.declare({ row, col }, group, ground);
  return { group, image, signs, shown: signs.map(() => ""), now: null, url: "", landing: false };
}

/** All that is to be said of a space. @param {Table} table @param {number} row @param {number} col */
function spaceWords({ spaces, context }, row, col) {
  const { lang } = context;
  const where = say(lang, "space", { row, col });
  const cell = spaces[row - 1][col - 1].now;
  const what = cellWords(cell, context);
  if (!cell) return `${where}: ${what}`;
  const [who, name] = [context.seatName(cell.seat), context.plyOf?.(cell.name) ?? cell.name];
  return say(lang, "placed_by", { where, what, who, name });
}

/** Draw a position into an element; only what differs from what it shows is touched. @type {Required<Board>["draw"]} */
export function draw(el, position, changed, context) {
  const table = tableIn(el, context, position);
  table.context = context;
  table.position = position;
  shown = table;
  const lit = litSpaces(changed, position, table.world);
  table.spaces.forEach((line, row) =>
    line.forEach((space, col) => {
      const cell = position.board[row][col];
      if (space.now !== cell) drawSpace(space, cell, context);
      space.now = cell;
    }),
  );
  const landed = context.forward ? lit.map(({ row, col }) => table.spaces[row - 1][col - 1]) : [];
  for (const space of table.spaces.flat()) {
    const landing = landed.includes(space);
    if (space.landing !== landing) space.image.classList.toggle("landing", landing);
    space.landing = landing;
  }
  const scoring = context.report ? scoringOf(position) : null;
  table.targets.light(scoring ? [] : lit);
  table.targets.refresh();
  if (table.scoring !== scoring) drawScoring(table, scoring);
  table.scoring = scoring;
}

/** Spaces with something new. @param {readonly string[]} changed @param {any} position @param {World} world */
function litSpaces(changed, position, { columns }) {
  const found = [];
  for (const path of changed) {
    // A row may have been replaced whole.
    const [, row, col] = /^\/board\/(\d+)(?:\/(\d+))?/.exec(path) ?? [];
    if (row === undefined) continue;
    const cols = col === undefined ? Array.from({ length: columns }, (_, place) => place) : [Number(col)];
    for (const one of cols) if (position.board[Number(row)][one]) found.push({ row: Number(row) + 1, col: one + 1 });
  }
  return found;
}

function drawSpace(/** @type {Space} */ space, /** @type {Cell} */ cell, /** @type {Context} */ context) {
  const url = cell ? pieceUrl(cell, context) : "";
  if (space.url !== url) set(space.image, { href: url || null });
  space.url = url;
}

/** The place of a part on the board: x, y, width, height in its field. @param {Part} part */
function boxOf(part) {
  const rows = part.cells.map(([row]) => row);
  const cols = part.cells.map(([, col]) => col);
  const [top, left] = [Math.min(...rows), Math.min(...cols)];
  return {
    x: (left - 1) * SPACE,
    y: (top - 1) * SPACE,
    width: (Math.max(...cols) - left + 1) * SPACE,
    height: (Math.max(...rows) - top + 1) * SPACE,
  };
}

/** Draw what changed the values, and the base of each part. @param {Table} table @param {Scoring | null} scoring */
function drawScoring(table, scoring) {
  const { world, position, context } = table;
  /** @type {Map<Space, string[]>} Pictures by space. */
  const signs = new Map();
  const used = new Set();
  const put = (/** @type {number} */ row, /** @type {number} */ col, /** @type {string} */ url) => {
    const space = table.spaces[row - 1][col - 1];
    const there = signs.get(space) ?? [];
    if (!there.includes(url)) signs.set(space, [...there, url]);
  };
  const mines = [];
  for (const { line, parts } of scoring?.lines ?? []) {
    const way = line === "row" ? "across" : "down";
    for (const part of parts) {
      if (part.mine > 1) {
        used.add("mine");
        for (const name of ["k-mine-edge", "k-mine"]) mines.push(s("rect", { class: name, ...boxOf(part), rx: 10 }));
      }
      for (const [row, col] of part.dragon ? part.cells : []) {
        const value = valueOf(world, position.board[row - 1][col - 1]?.tile) ?? 0;
        if (value <= 0) continue;
        used.add(way);
        put(row, col, hatchImage(way, value));
      }
      for (const { row, col, bonus } of part.castles) {
        if (!bonus) continue;
        used.add("wizard");
        put(row, col, bonusImage(bonus));
      }
    }
  }
  if (scoring) drawSpecials(table, put, used);
  table.over.replaceChildren(...mines);
  table.light.replaceChildren();
  for (const space of table.spaces.flat()) showSigns(space, signs.get(space) ?? []);
  for (const [holder, line] of /** @type {const} */ ([
    [table.right, "row"],
    [table.bottom, "column"],
  ])) {
    const lines = scoring?.lines.filter((one) => one.line === line) ?? [];
    const chips = lines.flatMap((one) => one.parts.map((_, place) => chip(table, one, place)));
    arrange(holder, chips);
  }
  table.svg.classList.remove("focused");
  table.key.hidden = scoring === null;
  if (!scoring) return;
  const item = (/** @type {string} */ key) =>
    h("li", { className: `k-key-${key}` }, h("span.k-key-sign"), say(context.lang, `key_${key}`));
  table.key.replaceChildren(...KEYS.filter((key) => used.has(key)).map(item));
}

/**
 * The signs of wizard, mine and mountain, by their category in the box.
 * @param {Table} table @param {(row: number, col: number, url: string) => void} put @param {Set<string>} used
 */
function drawSpecials({ world, position }, put, used) {
  /** @type {Record<string, string>} */ const signs = { wizard: "aura", gold_mine: "double", mountain: "divide" };
  position.board.forEach((/** @type {any[]} */ cells, /** @type {number} */ row) =>
    cells.forEach((cell, col) => {
      const category = world.kinds.get(cell?.tile)?.category ?? "";
      if (!(category in signs)) return;
      put(row + 1, col + 1, signImage(signs[category]));
      if (category === "mountain") used.add("mountain");
    }),
  );
}

function showSigns(/** @type {Space} */ space, /** @type {string[]} */ urls) {
  space.signs.forEach((sign, place) => {
    const url = urls[place] ?? "";
    if (space.shown[place] !== url) set(sign, { href: url || null });
    space.shown[place] = url;
  });
}

/** A part's base value, drawn once per place. @param {Table} table @param {Line} line @param {number} place */
function chip(table, { line, index, parts }, place) {
  const part = parts[place];
  const id = `${line} ${index} ${place} ${parts.length}`;
  const one = table.chips.get(id) ?? layChip(line === "row", index, place, parts.length);
  table.chips.set(id, one);
  const { base } = part;
  one.part = part;
  const sign = base > 0 ? "good" : base < 0 ? "bad" : "";
  set(one.group, { class: `k-chip ${sign} ${part.mine > 1 ? "doubled" : ""}` });
  set(one.text, { class: Math.abs(base) > 9 ? "long" : "" });
  write(one.text, number(base));
  return one.group;
}

/**
 * @param {boolean} across @param {number} index Of its line, from 1. @param {number} place Of its part.
 * @param {number} count Parts of the line. @returns {Chip}
 */
function layChip(across, index, place, count) {
  const room = SPACE / count;
  const width = across ? 38 : Math.min(52, room - 4);
  const height = across ? Math.min(34, room - 4) : 32;
  const along = (index - 1) * SPACE + room * (place + 0.5);
  const [x, y] = across ? [4, along - height / 2] : [along - width / 2, 6];
  const rect = s("rect", { x, y, width, height, rx: 7 });
  const text = s("text", { x: x + width / 2, y: y + height / 2 + 6.2 });
  /** @type {Chip} */ const made = { group: s("g", null, rect, text), rect, text, part: null };
  made.group.addEventListener("pointerenter", () => lightPart(made.part));
  made.group.addEventListener("pointerleave", () => lightPart(null));
  return made;
}

/** Light one part up on the board last drawn, or none. @param {Part | null} part */
export function lightPart(part) {
  if (!shown) return;
  shown.light.replaceChildren();
  shown.svg.classList.toggle("focused", part !== null);
  const inside = new Set(part?.cells.map(([row, col]) => `${row} ${col}`));
  shown.spaces.forEach((line, row) =>
    line.forEach((space, col) => space.group.classList.toggle("inside", inside.has(`${row + 1} ${col + 1}`))),
  );
  if (!part) return;
  const { x, y, width, height } = boxOf(part);
  shown.light.append(s("rect", { x: x + 1, y: y + 1, width: width - 2, height: height - 2, rx: 11 }));
}
