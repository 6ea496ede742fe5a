// @ts-check
/**
 * Kingdoms: the board, what lies beside it, and the picture of a scoring.
 *
 * What a board module may export (only `draw` is required) is told in main.js at `Board`.
 */
// By way of the folder above: so the address is right in an exported page, too, where modules have no folders.
import { arrange, set, write } from "../dom.js";
import { HATCHES, MEADOWS, castleImage, fieldImage, tileImage, valueBadge } from "./kingdoms-art.js";

/**
 * @typedef {{tile: string, seat: number, from: string, name: string}} Tile
 * @typedef {{castle: number, seat: number, name: string}} Castle
 * @typedef {Tile | Castle | null} Cell
 * @typedef {{row: number, col: number, seat: number, rank: number, bonus: number, effective: number}} Counted
 * @typedef {{cells: [number, number][], resources: number, cancelled: number, hazards: number, dragon: boolean, mine: number,
 *   base: number, castles: Counted[], ranks: Record<string, number>, gold: Record<string, number>}} Part
 * @typedef {{line: "row" | "column", index: number, parts: Part[], gold: Record<string, number>}} Line
 * @typedef {{lines: Line[], rows: Record<string, number>, columns: Record<string, number>, total: Record<string, number>,
 *   before: Record<string, number>, after: Record<string, number>, counted: Record<string, number> | null}} Scoring
 * @typedef {"en" | "es"} Language
 * @typedef {import("../main.js").Context} Context
 */

const SVG = "http://www.w3.org/2000/svg";
const ROWS = 5;
const COLS = 6;
/** The frame around the spaces, in units of the picture; a space is 100 wide. */
const FRAME = 44;

// ------------------------------------------------------------------------------------------------------------- words

/** @type {Record<string, [string, string]>} kind -> name in English and Spanish. Nothing is keyed on them. */
const NAMES = {
  resource_1: ["Village", "Aldea"],
  resource_2: ["Farm", "Granja"],
  resource_3: ["City", "Ciudad"],
  resource_4: ["Windmill", "Molino"],
  resource_5: ["Knight", "Caballero"],
  resource_6: ["Resource", "Recurso"],
  hazard_1: ["Hazard", "Peligro"],
  hazard_2: ["Cemetery", "Cementerio"],
  hazard_3: ["Dire Wolves", "Lobos feroces"],
  hazard_4: ["Hazard", "Peligro"],
  hazard_5: ["Raider", "Saqueador"],
  hazard_6: ["Troll", "Trol"],
  mountain: ["Mountain", "Montaña"],
  dragon: ["Dragon", "Dragón"],
  gold_mine: ["Gold Mine", "Mina de oro"],
  wizard: ["Wizard", "Mago"],
};
const KINDS = Object.keys(NAMES);

/** @type {Record<string, [string, string]>} */
const WORDS = {
  row: ["Row {n}", "Fila {n}"],
  column: ["Column {n}", "Columna {n}"],
  part: ["part {n}", "parte {n}"],
  empty: ["empty", "vacía"],
  castle: ["castle {rank}, {who}", "castillo {rank}, {who}"],
  board: ["The board: {rows} rows, {columns} columns. A table with every space follows.", "El tablero: {rows} filas, {columns} columnas. Sigue una tabla con cada casilla."],
  caption: ["The board after move {ply}", "El tablero tras la jugada {ply}"],
  placed_by: ["{what}: {who}, move {name}", "{what}: {who}, jugada {name}"],
  gold: ["gold", "oro"],
  to_move: ["to move", "le toca"],
  starts: ["starts", "empieza"],
  reserve: ["Castles in the reserve", "Castillos en la reserva"],
  of_rank: ["{count} of rank {rank}", "{count} de rango {rank}"],
  boxed: ["{count} used up", "{count} gastados"],
  starting: ["Starting tile", "Loseta inicial"],
  not_dealt: ["not dealt", "sin repartir"],
  face_down: ["face down", "boca abajo"],
  placed: ["placed: {what}", "colocada: {what}"],
  revealed: ["revealed: {what}", "revelada: {what}"],
  known: ["face down, known: {what}", "boca abajo, conocida: {what}"],
  deduced: ["face down, deduced: {what}", "boca abajo, deducida: {what}"],
  can_be: ["one of {count} kinds", "una de {count} clases"],
  supply: ["Supply", "Reserva de losetas"],
  left: ["{count} tiles", "{count} losetas"],
  left_one: ["1 tile", "1 loseta"],
  unseen: ["Not yet seen", "Aún sin ver"],
  times: ["{what}: {count} left", "{what}: quedan {count}"],
  scoring: ["Scoring {n}", "Puntuación {n}"],
  scoring_of: ["Scoring of epoch {n}", "Puntuación de la época {n}"],
  line: ["Line", "Línea"],
  base: ["Base", "Base"],
  rows_sum: ["Rows", "Filas"],
  columns_sum: ["Columns", "Columnas"],
  epoch_sum: ["Epoch {n}", "Época {n}"],
  before: ["Before", "Antes"],
  after: ["After", "Después"],
  counted: ["Table’s count", "Cuenta de la mesa"],
  none: ["no castle", "ningún castillo"],
  towers: ["{count} towers × base {base} = {gold}", "{count} torres × base {base} = {gold}"],
  hint: ["A line of the table lights up on the board.", "Una línea de la tabla se ilumina en el tablero."],
  key_across: ["cancelled in its row", "anulado en su fila"],
  key_down: ["cancelled in its column", "anulado en su columna"],
  key_mine: ["doubled", "doblado"],
  key_wizard: ["wizard: +1", "mago: +1"],
  key_mountain: ["divides", "divide"],
  start_gold: ["At the start", "Al comienzo"],
  final: ["Final", "Final"],
  positive: ["Gained", "Ganado"],
  negative: ["Paid", "Pagado"],
  used: ["Castles used (ranks 1–4)", "Castillos usados (rangos 1–4)"],
  never: ["Never placed (ranks 2–4)", "Nunca colocados (rangos 2–4)"],
  tiles_never: ["Starting tiles kept", "Losetas iniciales sin colocar"],
  passes: ["Passes", "Pases"],
  third: ["The game ended with the scoring of the third epoch.", "La partida acabó con la puntuación de la tercera época."],
  shared: ["A tie for the most gold: the victory is shared.", "Empate a oro: la victoria se comparte."],
};

/** Words for what main.js draws around the board. */
export const words = {
  round: { en: "Epoch {round}", es: "Época {round}" },
  score: { en: "gold", es: "oro" },
  chart: { en: "Gold over the game", es: "Oro durante la partida" },
};

/**
 * @param {Language} lang
 * @param {string} key
 * @param {Record<string, string | number>} [blanks]
 */
function say(lang, key, blanks = {}) {
  return WORDS[key][lang === "es" ? 1 : 0].replace(/\{(\w+)\}/g, (whole, blank) => (blank in blanks ? String(blanks[blank]) : whole));
}

/**
 * What a tile counts, from its id; null for those that carry no number.
 * @param {string} kind
 */
function valueOf(kind) {
  const [, sort, value] = /^(resource|hazard)_(\d+)$/.exec(kind) ?? [];
  return sort ? (sort === "resource" ? 1 : -1) * Number(value) : null;
}

/** @param {number} value */
function signed(value) {
  return `${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.abs(value)}`;
}

/** @param {number} value */
function plain(value) {
  return `${value < 0 ? "−" : ""}${Math.abs(value)}`;
}

/**
 * @param {string} kind
 * @param {Language} lang
 */
function nameOf(kind, lang) {
  const name = NAMES[kind]?.[lang === "es" ? 1 : 0] ?? kind;
  const value = valueOf(kind);
  return value === null ? name : `${name} ${signed(value)}`;
}

/**
 * @param {Cell} cell
 * @param {Context} context
 */
function cellWords(cell, context) {
  if (!cell) return say(context.lang, "empty");
  if ("tile" in cell) return nameOf(cell.tile, context.lang);
  return say(context.lang, "castle", { rank: cell.castle, who: context.seatName(cell.seat) });
}

// ------------------------------------------------------------------------------------------------------------- hands

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * @param {string} tag
 * @param {string} [className]
 * @param {...(Node | string | null)} children
 */
function h(tag, className = "", ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/**
 * A picture as an element of its own; what it stands for is said beside it.
 * @param {string} url
 * @param {string} className
 */
function picture(url, className) {
  const image = new Image();
  image.alt = "";
  image.className = className;
  image.decoding = "sync";
  image.draggable = false;
  image.src = url;
  return image;
}

/** @type {Map<string, import("./kingdoms-art.js").Livery>} */
const liveries = new Map();

/**
 * The colours of a seat, as the page's style has them, and its emblem.
 * @param {number} seat
 * @param {Context} context
 */
function liveryOf(seat, context) {
  const name = context.seats.find((one) => one.seat === seat)?.colour ?? "";
  let livery = liveries.get(name);
  if (!livery) {
    const probe = h("i", `seat-${name}`);
    document.body.append(probe);
    const style = getComputedStyle(probe);
    livery = {
      name, seat: style.getPropertyValue("--seat").trim(), deep: style.getPropertyValue("--seat-deep").trim(), ink: "#fff",
      emblem: context.emblemPath(name),
    };
    probe.remove();
    liveries.set(name, livery);
  }
  return livery;
}

/**
 * The picture of a tile with its value.
 * @param {string} kind
 */
function tileUrl(kind) {
  return tileImage(kind, valueOf(kind));
}

/**
 * The picture of a tile or castle as it lies on the board.
 * @param {NonNullable<Cell>} cell
 * @param {Context} context
 */
function pieceUrl(cell, context) {
  return "tile" in cell ? tileUrl(cell.tile) : fieldImage(cell.castle, liveryOf(cell.seat, context));
}

// ------------------------------------------------------------------------------------------------------------- board

/**
 * @typedef {{image: SVGElement, effect: SVGElement, known: Map<string, SVGElement[]>, title: SVGElement, group: SVGElement, now: Cell, url: string, lit: boolean}} Space
 * @typedef {{group: SVGElement, title: SVGElement, rect: SVGElement, text: SVGElement, part: Part | null, key: string}} Chip
 * @typedef {{svg: SVGElement, spaces: Space[][], chips: Map<string, Chip>, right: SVGElement, bottom: SVGElement, over: SVGElement, light: SVGElement,
 *   labels: SVGElement, scoring: Scoring | null, key: HTMLElement, lang: string, context: Context}} Table
 */

/** @type {WeakMap<HTMLElement, Table>} */
const tables = new WeakMap();
/** The table last drawn: where a line of the scoring lights up. @type {Table | null} */
let shown = null;

/**
 * Put the style into the page, and have every picture at hand.
 * @param {Context} context
 */
function prepare(context) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const kind of KINDS) tileUrl(kind);
  for (const seat of context.seats) for (const rank of [1, 2, 3, 4]) fieldImage(rank, liveryOf(seat.seat, context));
}

/**
 * @param {HTMLElement} el
 * @param {Context} context
 * @returns {Table}
 */
function lay(el, context) {
  prepare(context);
  const width = COLS * 100 + 2 * FRAME;
  const height = ROWS * 100 + 2 * FRAME;
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "k-board", role: "img" });
  const defs = s("defs");
  defs.innerHTML = HATCHES;
  svg.append(
    defs,
    s("rect", { class: "k-wood", x: 1, y: 1, width: width - 2, height: height - 2, rx: 20 }),
    s("rect", { class: "k-wood-line", x: 7, y: 7, width: width - 14, height: height - 14, rx: 15 }),
    s("rect", { class: "k-land", x: FRAME - 6, y: FRAME - 6, width: COLS * 100 + 12, height: ROWS * 100 + 12, rx: 10 }),
  );
  const labels = s("g", { class: "k-labels" });
  for (let row = 1; row <= ROWS; row += 1) labels.append(s("text", { x: FRAME / 2 - 1, y: FRAME + row * 100 - 43 }, String(row)));
  for (let col = 1; col <= COLS; col += 1) labels.append(s("text", { x: FRAME + col * 100 - 50, y: FRAME / 2 + 6 }, String(col)));
  svg.append(labels);
  const field = s("g", { transform: `translate(${FRAME} ${FRAME})` });
  const spaces = [];
  for (let row = 0; row < ROWS; row += 1) {
    const line = [];
    for (let col = 0; col < COLS; col += 1) {
      const group = s("g", { class: "k-space", transform: `translate(${col * 100} ${row * 100})` });
      const title = s("title");
      const ground = s("g", { class: `k-ground k-shade-${(row * 7 + col * 5 + ((row * col) % 3)) % 4}` },
        s("rect", { x: 2.5, y: 2.5, width: 95, height: 95, rx: 8 }));
      const meadow = s("g");
      meadow.innerHTML = MEADOWS[(row * 5 + col * 2 + (col % 2) * row) % MEADOWS.length];
      ground.append(meadow);
      const image = s("image", { width: 100, height: 100, class: "k-piece" });
      const effect = s("g", { class: "k-effect" });
      const edge = { x: 1, y: 1, width: 98, height: 98, rx: 11 };
      group.append(title, ground, image, effect, s("rect", { class: "k-glow-edge", ...edge }), s("rect", { class: "k-glow", ...edge }));
      field.append(group);
      line.push({ image, effect, known: new Map(), title, group, now: /** @type {Cell} */ (null), url: "", lit: false });
    }
    spaces.push(line);
  }
  const over = s("g", { class: "k-over" });
  const light = s("g", { class: "k-light" });
  field.append(over, light);
  const right = s("g", { class: "k-chips", transform: `translate(${FRAME + COLS * 100} ${FRAME})` });
  const bottom = s("g", { class: "k-chips", transform: `translate(${FRAME} ${FRAME + ROWS * 100})` });
  svg.append(field, right, bottom);
  const key = h("ul", "k-key");
  key.hidden = true;
  el.replaceChildren(svg, key);
  const table = { svg, spaces, chips: new Map(), right, bottom, over, light, labels, scoring: null, key, lang: "", context };
  /** @param {Event} event */
  const under = (event) => {
    const group = /** @type {Element} */ (event.target).closest(".k-space");
    const place = table.spaces.flat().findIndex((one) => one.group === group);
    return place < 0 ? null : { space: table.spaces.flat()[place], row: Math.floor(place / COLS) + 1, col: (place % COLS) + 1 };
  };
  svg.addEventListener("click", (event) => {
    const now = under(event)?.space.now;
    if (now) table.context.goto(now.name);
  });
  // What lies there is told when somebody points at it.
  svg.addEventListener("pointerover", (event) => {
    const at = under(event);
    if (at) at.space.title.textContent = pointed(at.space.now, at.row, at.col, table.context);
  });
  tables.set(el, table);
  return table;
}

/**
 * Draw a position into an element; only what differs from what it shows is touched.
 * @param {HTMLElement} el
 * @param {any} position The view of SPEC: `board[row - 1][col - 1]` and so on.
 * @param {readonly string[]} changed JSON Pointers into the position that the last move changed.
 * @param {Context} context
 */
export function draw(el, position, changed, context) {
  const table = tables.get(el) ?? lay(el, context);
  const anew = table.lang !== context.lang;
  table.context = context;
  table.lang = context.lang;
  shown = table;
  if (anew) table.svg.setAttribute("aria-label", say(context.lang, "board", { rows: ROWS, columns: COLS }));
  const lit = new Set();
  for (const path of changed) {
    // A row may have been replaced whole.
    const [, row, col] = /^\/board\/(\d+)(?:\/(\d+))?/.exec(path) ?? [];
    if (row !== undefined) for (let one = 0; one < COLS; one += 1) if (col === undefined || Number(col) === one) lit.add(`${row} ${one}`);
  }
  for (let row = 0; row < ROWS; row += 1) {
    for (let col = 0; col < COLS; col += 1) {
      const space = table.spaces[row][col];
      /** @type {Cell} */
      const cell = position.board[row][col];
      const light = cell !== null && lit.has(`${row} ${col}`);
      if (space.now !== cell) {
        const url = cell ? pieceUrl(cell, context) : "";
        if (space.url !== url) {
          if (url) space.image.setAttribute("href", url);
          else space.image.removeAttribute("href");
          space.url = url;
        }
        space.image.classList.toggle("landing", light && context.forward);
      }
      space.now = cell;
      if (space.lit !== light) space.group.classList.toggle("changed", light);
      space.lit = light;
    }
  }
  const scoring = context.report ? scoringOf(position) : null;
  if (table.scoring !== scoring || (anew && scoring)) drawEffects(table, scoring, position, context);
  table.scoring = scoring;
}

/**
 * What a space says to who points at it.
 * @param {Cell} cell
 * @param {number} row
 * @param {number} col
 * @param {Context} context
 */
function pointed(cell, row, col, context) {
  if (!cell) return `${say(context.lang, "row", { n: row })}, ${say(context.lang, "column", { n: col }).toLowerCase()}`;
  return say(context.lang, "placed_by", { what: cellWords(cell, context), who: context.seatName(cell.seat), name: context.plyOf(cell.name) });
}

/**
 * The scoring that a position stands at: that of its own epoch.
 * @param {any} position
 * @returns {Scoring | null}
 */
function scoringOf(position) {
  return position.results[String(position.round)] ?? null;
}

/**
 * The value of a tile once more, above the hatching.
 * @param {string} kind
 */
function badgeOf(kind) {
  const group = s("g");
  group.innerHTML = valueBadge(valueOf(kind) ?? 0);
  return group;
}

/**
 * The place of a part on the board: x, y, width, height in its field.
 * @param {Part} part
 */
function boxOf(part) {
  const rows = part.cells.map(([row]) => row);
  const cols = part.cells.map(([, col]) => col);
  const [top, left] = [Math.min(...rows), Math.min(...cols)];
  return { x: (left - 1) * 100, y: (top - 1) * 100, width: (Math.max(...cols) - left + 1) * 100, height: (Math.max(...rows) - top + 1) * 100 };
}

/**
 * What dragon, mine, wizard and mountain did, and the base value of each part at the end of its line.
 * @param {Table} table
 * @param {Scoring | null} scoring
 * @param {any} position
 * @param {Context} context
 */
function drawEffects(table, scoring, position, context) {
  table.over.replaceChildren();
  table.light.replaceChildren();
  table.svg.classList.toggle("scored", scoring !== null);
  table.svg.classList.remove("focused");
  table.key.hidden = scoring === null;
  /** @type {Map<Space, Element[]>} */
  const effects = new Map();
  /** @type {Record<string, Element[]>} */
  const chips = { row: [], column: [] };
  const used = new Set();
  /**
   * What was made once for a space is put back, not made again.
   * @param {number} row @param {number} col @param {string} key @param {() => SVGElement[]} make
   */
  const put = (row, col, key, make) => {
    const space = table.spaces[row - 1][col - 1];
    const known = space.known.get(key) ?? make();
    space.known.set(key, known);
    effects.set(space, [...(effects.get(space) ?? []), ...known]);
  };
  const once = new Set();
  for (const line of scoring?.lines ?? []) {
    line.parts.forEach((part, place) => {
      if (part.mine > 1) {
        used.add("mine");
        for (const name of ["k-mine-edge", "k-mine"]) table.over.append(s("rect", { class: name, ...boxOf(part), rx: 10 }));
      }
      for (const [row, col] of part.cells) {
        /** @type {Cell} */
        const cell = position.board[row - 1][col - 1];
        if (!cell || !("tile" in cell)) continue;
        const { tile } = cell;
        if (part.dragon && (valueOf(tile) ?? 0) > 0) {
          const hatch = line.line === "row" ? "across" : "down";
          used.add(hatch);
          put(row, col, `${hatch} ${tile}`, () => [s("rect", { class: "k-hatch", x: 8, y: 8, width: 84, height: 84, rx: 5, fill: `url(#k-${hatch})` }), badgeOf(tile)]);
        }
        if (tile === "gold_mine" && !once.has("mine")) {
          once.add("mine");
          put(row, col, "mine", () => [s("circle", { class: "k-double", cx: 80, cy: 22, r: 17 }), s("text", { class: "k-double-text", x: 80, y: 29 }, "×2")]);
        }
      }
      for (const { row, col, bonus } of part.castles) {
        const id = `${row} ${col}`;
        if (!bonus || once.has(id)) continue;
        once.add(id);
        used.add("wizard");
        put(row, col, `bonus ${bonus}`, () => [
          s("rect", { class: "k-magic", x: 3, y: 3, width: 94, height: 94, rx: 10 }),
          s("circle", { class: "k-bonus", cx: 20, cy: 22, r: 16 }),
          s("text", { class: "k-bonus-text", x: 20, y: 28.5 }, `+${bonus}`),
        ]);
      }
      chips[line.line].push(chip(table, line, place));
    });
  }
  if (scoring) {
    position.board.forEach((/** @type {Cell[]} */ cells, /** @type {number} */ row) =>
      cells.forEach((cell, col) => {
        if (!cell || !("tile" in cell)) return;
        if (cell.tile === "wizard") put(row + 1, col + 1, "aura", () => [s("circle", { class: "k-aura", cx: 50, cy: 50, r: 46 })]);
        if (cell.tile !== "mountain") return;
        used.add("mountain");
        put(row + 1, col + 1, "divide", () => [s("rect", { class: "k-divide", x: 0, y: 0, width: 100, height: 100, rx: 11 })]);
      }),
    );
    table.key.replaceChildren(
      ...["across", "down", "mine", "wizard", "mountain"].filter((one) => used.has(one)).map((one) => h("li", `k-key-${one}`, h("span", "k-key-sign"), say(context.lang, `key_${one}`))),
    );
  }
  for (const space of table.spaces.flat()) arrange(space.effect, effects.get(space) ?? []);
  arrange(table.right, chips.row);
  arrange(table.bottom, chips.column);
}

/**
 * The base value of one part, at the end of its line.
 * @param {Table} table
 * @param {Line} line
 * @param {number} place
 */
function chip(table, line, place) {
  const { parts } = line;
  const part = parts[place];
  const id = `${line.line} ${line.index} ${place}`;
  let one = table.chips.get(id);
  if (!one) {
    const [title, rect, text] = [s("title"), s("rect", { rx: 7 }), s("text")];
    /** @type {Chip} */
    const fresh = { group: s("g", {}, title, rect, text), title, rect, text, part: null, key: "" };
    fresh.group.addEventListener("pointerenter", () => focusOn(fresh.part));
    fresh.group.addEventListener("pointerleave", () => focusOn(null));
    table.chips.set(id, (one = fresh));
  }
  const { group, title, rect, text } = one;
  const { base } = part;
  const { lang } = table.context;
  one.part = part;
  const key = `${lang} ${parts.length} ${base} ${part.mine > 1}`;
  if (one.key === key) return group;
  one.key = key;
  const room = 100 / parts.length;
  const across = line.line === "row";
  const width = across ? 38 : Math.min(52, room - 4);
  const high = across ? Math.min(34, room - 4) : 32;
  const x = across ? 4 : (line.index - 1) * 100 + room * (place + 0.5) - width / 2;
  const y = across ? (line.index - 1) * 100 + room * (place + 0.5) - high / 2 : 6;
  set(group, { class: `k-chip ${base > 0 ? "good" : base < 0 ? "bad" : ""} ${part.mine > 1 ? "doubled" : ""}` });
  set(rect, { x, y, width, height: high });
  set(text, { x: x + width / 2, y: y + high / 2 + 6.2, class: Math.abs(base) > 9 ? "long" : "" });
  write(title, `${say(lang, line.line, { n: line.index })}: ${plain(base)}`);
  write(text, plain(base));
  return group;
}

/**
 * Light one part up, or none.
 * @param {Part | null} part
 */
function focusOn(part) {
  if (!shown) return;
  shown.light.replaceChildren();
  shown.svg.classList.toggle("focused", part !== null);
  const inside = new Set(part?.cells.map(([row, col]) => `${row} ${col}`));
  shown.spaces.forEach((line, row) => line.forEach((space, col) => space.group.classList.toggle("inside", inside.has(`${row + 1} ${col + 1}`))));
  if (!part) return;
  const box = boxOf(part);
  shown.light.append(s("rect", { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2, rx: 11 }));
}

// ------------------------------------------------------------------------------------------------------- beside it

/**
 * @typedef {{face: HTMLImageElement, peek: HTMLImageElement, words: HTMLElement, details: HTMLDetailsElement, summary: HTMLElement, kinds: string[], filled: string}} Start
 * @typedef {{now: any, box: HTMLElement, gold: HTMLElement, castles: {item: HTMLElement, image: HTMLImageElement, times: HTMLElement, count: number, gone: number}[],
 *   holder: HTMLElement, start: Start}} Card
 * @typedef {{mode: string, cards: Card[], seats: HTMLElement, supply: HTMLElement, counts: Map<string, HTMLElement>, number: HTMLElement, stock: any, left: number, ledgers: Map<Scoring, HTMLElement>}} Panel
 */

/** @type {WeakMap<HTMLElement, Panel>} */
const panels = new WeakMap();

/**
 * Seats and supply, or the table of a scoring, into the element beside the board.
 * @param {HTMLElement} el
 * @param {any} position
 * @param {readonly string[]} changed
 * @param {Context} context
 */
export function panel(el, position, changed, context) {
  const scoring = context.report ? scoringOf(position) : null;
  const state = panelOf(el, context);
  if (scoring) {
    const table = ledgerOf(state, scoring, position.round, context);
    if (table.parentNode !== el) el.replaceChildren(table);
    return;
  }
  if (state.seats.parentNode !== el) el.replaceChildren(state.seats, state.supply);
  drawSeats(state, position, changed, context);
  drawSupply(state, position, context);
}

/**
 * Make the report of a position ahead of its time, so that going there costs less.
 * @param {HTMLElement} el What `panel` draws into.
 * @param {any} position
 * @param {Context} context
 */
export function foresee(el, position, context) {
  const scoring = scoringOf(position);
  if (scoring) ledgerOf(panelOf(el, context), scoring, position.round, context);
}

/**
 * @param {HTMLElement} el
 * @param {Context} context
 * @returns {Panel}
 */
function panelOf(el, context) {
  const mode = `${context.lang} ${context.seats.map((seat) => `${seat.colour} ${seat.name}`).join("|")}`;
  let state = panels.get(el);
  if (!state || state.mode !== mode) {
    state = { mode, cards: [], seats: h("div", "k-seats"), supply: h("section", "k-supply"), counts: new Map(), number: h("strong"), stock: null, left: -1, ledgers: new Map() };
    panels.set(el, state);
    for (const seat of context.seats) state.cards.push(layCard(seat, context));
    state.seats.append(...state.cards.map((card) => card.box));
    laySupply(state, context);
  }
  return state;
}

/**
 * The table of a scoring, made once.
 * @param {Panel} state
 * @param {Scoring} scoring
 * @param {number} epoch
 * @param {Context} context
 */
function ledgerOf(state, scoring, epoch, context) {
  const known = state.ledgers.get(scoring) ?? ledger(scoring, epoch, context);
  state.ledgers.set(scoring, known);
  return known;
}

/**
 * @param {Panel} state
 * @param {any} position
 * @param {readonly string[]} changed
 * @param {Context} context
 */
function drawSeats(state, position, changed, context) {
  context.seats.forEach((seat, place) => {
    const card = state.cards[place];
    const now = position.seats[String(seat.seat)];
    if (card.now !== now) fillCard(card, now, context);
    card.now = now;
    const at = `/seats/${seat.seat}/`;
    const signs = [
      position.to_move.includes(seat.seat) ? "turn" : "",
      position.start_player === seat.seat ? "starts" : "",
      changed.includes(`${at}gold`) ? "gold-changed" : "",
      changed.some((path) => path.startsWith(`${at}reserve`)) ? "reserve-changed" : "",
      now.starting_tile.status !== "not_dealt" && changed.includes(`${at}starting_tile/status`) ? "tile-changed" : "",
    ];
    const className = `k-card seat-${seat.colour} ${signs.join(" ")}`;
    if (card.box.className !== className) card.box.className = className;
  });
}

/**
 * @param {import("../store.js").Seat} seat
 * @param {Context} context
 * @returns {Card}
 */
function layCard(seat, context) {
  const { lang } = context;
  const list = h("ul", "k-castles");
  list.setAttribute("aria-label", say(lang, "reserve"));
  const castles = [1, 2, 3, 4].map((rank) => {
    const times = h("span", "k-times");
    times.setAttribute("aria-hidden", "true");
    const image = picture(castleImage(rank, liveryOf(seat.seat, context)), "k-mini-castle");
    const item = h("li", "", image, times);
    list.append(item);
    return { item, image, times, count: -1, gone: -1 };
  });
  const gold = h("span");
  const who = context.seatName(seat.seat);
  const colour = context.colourName(seat.colour);
  const head = h("h2", "", context.badge(seat.colour), h("span", "who", who, colour === who ? null : h("small", "", ` ${colour}`)),
    h("span", "k-turn", say(lang, "to_move")), h("span", "k-starts", say(lang, "starts")),
    h("strong", "k-gold", h("span", "k-coin"), gold, h("span", "unseen", ` ${say(lang, "gold")}`)));
  const holder = h("div", "k-start");
  const start = layStart(holder, lang);
  return { now: null, box: h("section", "k-card", head, h("div", "k-holdings", list, holder)), gold, castles, holder, start };
}

/**
 * @param {HTMLElement} holder
 * @param {Language} lang
 * @returns {Start}
 */
function layStart(holder, lang) {
  const face = picture(tileImage("back"), "k-mini");
  const peek = picture(tileImage("back"), "k-peek");
  const words = h("span", "k-start-state");
  const summary = h("summary");
  const details = /** @type {HTMLDetailsElement} */ (h("details", "", summary));
  holder.append(h("span", "k-start-tile", face, peek), h("p", "", h("span", "k-start-label", say(lang, "starting")), words, details));
  const start = { face, peek, words, details, summary, kinds: /** @type {string[]} */ ([]), filled: "" };
  details.addEventListener("toggle", () => fillCandidates(start, lang));
  return start;
}

/**
 * @param {HTMLImageElement} image
 * @param {string} url
 */
function turn(image, url) {
  if (image.getAttribute("src") !== url) image.src = url;
}

/**
 * @param {Card} card
 * @param {any} seat
 * @param {Context} context
 */
function fillCard(card, seat, context) {
  const { lang } = context;
  write(card.gold, plain(seat.gold));
  card.castles.forEach((one, place) => {
    const rank = String(place + 1);
    const count = seat.reserve[rank] ?? 0;
    const gone = seat.boxed[rank] ?? 0;
    if (one.count === count && one.gone === gone) return;
    one.item.className = count ? "" : "none";
    if (one.count !== count) one.times.textContent = `×${count}`;
    one.count = count;
    one.gone = gone;
    one.image.alt = say(lang, "of_rank", { count, rank }) + (gone ? `, ${say(lang, "boxed", { count: gone })}` : "");
    one.item.title = one.image.alt;
  });
  if (card.now?.starting_tile !== seat.starting_tile) fillStart(card, seat.starting_tile, lang);
}

/**
 * The starting tile: not dealt, face down (what it can be, is known or must be), placed or revealed.
 * @param {Card} card
 * @param {{status: string, tile: any, deduced: string | null}} now
 * @param {Language} lang
 */
function fillStart(card, now, lang) {
  const { start } = card;
  const known = typeof now.tile === "string" ? now.tile : null;
  const what = known ?? now.deduced;
  const down = now.status === "face_down";
  let words = say(lang, now.status === "not_dealt" ? "not_dealt" : "face_down");
  if (down && what) words = say(lang, known ? "known" : "deduced", { what: nameOf(what, lang) });
  else if (now.status === "placed" || now.status === "revealed") words = say(lang, now.status, { what: known ? nameOf(known, lang) : "?" });
  write(start.words, words);
  turn(start.face, !down && known ? tileUrl(known) : tileImage("back"));
  if (down && what) turn(start.peek, tileUrl(what));
  start.kinds = down && !what && now.tile ? now.tile.unknown : [];
  const className = `k-start ${now.status} ${down && what ? "peeked" : ""} ${start.kinds.length ? "open" : ""}`;
  if (card.holder.className !== className) card.holder.className = className;
  if (start.kinds.length) write(start.summary, say(lang, "can_be", { count: start.kinds.length }));
  fillCandidates(start, lang);
}

/**
 * What a tile can be, in pictures, for who wants them.
 * @param {Start} start
 * @param {Language} lang
 */
function fillCandidates(start, lang) {
  const wanted = start.details.open ? start.kinds.join(" ") : "";
  if (start.filled === wanted) return;
  start.filled = wanted;
  start.details.replaceChildren(start.summary);
  if (wanted) start.details.append(tokens(start.kinds, lang));
}

/**
 * Kinds of tiles in a row, each with its picture.
 * @param {string[]} kinds
 * @param {Language} lang
 */
function tokens(kinds, lang) {
  const list = h("ul", "k-tokens");
  for (const kind of kinds) {
    const image = picture(tileUrl(kind), "k-token");
    image.alt = nameOf(kind, lang);
    image.title = image.alt;
    list.append(h("li", "", image));
  }
  return list;
}

/**
 * @param {Panel} state
 * @param {Context} context
 */
function laySupply(state, context) {
  const { lang } = context;
  const list = h("ul", "k-stock");
  for (const kind of KINDS) {
    const pips = h("span", "k-pips", h("i"), h("i"), h("i"));
    pips.setAttribute("aria-hidden", "true");
    const item = h("li", "", picture(tileUrl(kind), "k-token"), pips);
    item.title = nameOf(kind, lang);
    state.counts.set(kind, item);
    list.append(item);
  }
  state.supply.append(h("h2", "", h("span", "k-stack", ...[1, 2, 3].map(() => picture(tileImage("back"), "k-mini"))), h("span", "who", say(lang, "supply")), state.number),
    h("p", "k-start-label", say(lang, "unseen")), list);
}

/**
 * @param {Panel} state
 * @param {any} position
 * @param {Context} context
 */
function drawSupply(state, position, context) {
  const { lang } = context;
  if (state.left !== position.supply) {
    state.left = position.supply;
    state.number.textContent = position.supply === 1 ? say(lang, "left_one") : say(lang, "left", { count: position.supply });
  }
  if (state.stock === position.stock) return;
  for (const [kind, item] of state.counts) {
    const count = position.stock[kind] ?? 0;
    if (state.stock && (state.stock[kind] ?? 0) === count) continue;
    item.className = `left-${Math.min(count, 3)}`;
    /** @type {HTMLImageElement} */ (item.firstElementChild).alt = say(lang, "times", { what: nameOf(kind, lang), count });
  }
  state.stock = position.stock;
}

// ----------------------------------------------------------------------------------------------------- the scoring

/**
 * The table of a scoring: a line for every part, a column for every seat.
 * @param {Scoring} scoring
 * @param {number} epoch
 * @param {Context} context
 */
function ledger(scoring, epoch, context) {
  const { lang, seats } = context;
  const table = /** @type {HTMLTableElement} */ (h("table", `k-ledger seats-${seats.length}`));
  const caption = table.createCaption();
  caption.textContent = say(lang, "scoring_of", { n: epoch });
  const head = table.createTHead().insertRow();
  head.append(th(say(lang, "line"), "col"), th(say(lang, "base"), "col"));
  for (const seat of seats) {
    const cell = th("", "col");
    cell.append(context.badge(seat.colour), h("span", "who", context.seatName(seat.seat)));
    head.append(cell);
  }
  for (const kind of /** @type {const} */ (["row", "column"])) {
    const body = table.createTBody();
    for (const line of scoring.lines.filter((one) => one.line === kind)) {
      line.parts.forEach((part, place) => body.append(ledgerRow(line, part, place, context)));
    }
    const sums = kind === "row" ? scoring.rows : scoring.columns;
    body.append(sumRow(say(lang, `${kind}s_sum`), sums, context, "sum", true));
  }
  const foot = table.createTFoot();
  foot.append(sumRow(say(lang, "epoch_sum", { n: epoch }), scoring.total, context, "total", true));
  if (scoring.counted) foot.append(sumRow(say(lang, "counted"), scoring.counted, context, "counted", true, scoring.total));
  foot.append(sumRow(say(lang, "before"), scoring.before, context, "quiet", false), sumRow(say(lang, "after"), scoring.after, context, "after", false));
  const box = h("div", "scroll k-ledger-box", table);
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", say(lang, "scoring_of", { n: epoch }));
  return box;
}

/**
 * @param {string} words
 * @param {"row" | "col"} scope
 */
function th(words, scope) {
  const cell = document.createElement("th");
  cell.scope = scope;
  if (words) cell.textContent = words;
  return cell;
}

/**
 * @param {Line} line
 * @param {Part} part
 * @param {number} place
 * @param {Context} context
 */
function ledgerRow(line, part, place, context) {
  const { lang } = context;
  const row = document.createElement("tr");
  const label = say(lang, line.line, { n: line.index });
  const head = th("", "row");
  const button = /** @type {HTMLButtonElement} */ (h("button", "k-line", place ? "" : label));
  button.type = "button";
  if (line.parts.length > 1) {
    button.append(h("span", "k-part", String.fromCharCode(97 + place)));
    button.setAttribute("aria-label", `${label}, ${say(lang, "part", { n: place + 1 })}`);
  }
  head.append(button);
  const base = document.createElement("td");
  base.className = "k-base";
  const sums = [];
  if (part.resources) sums.push(h(part.cancelled ? "s" : "span", "", signed(part.resources)));
  if (part.hazards) sums.push(h("span", "", signed(part.hazards)));
  const told = part.mine > 1 || part.cancelled > 0 || sums.length > 1;
  if (told) {
    const how = h("span", "k-how", ...sums.flatMap((sum, at) => (at ? [" ", sum] : [sum])));
    if (part.mine > 1) how.append(h("span", "k-x2", `×${part.mine}`));
    how.append(h("span", "", " ="));
    base.append(how);
  }
  base.append(h("b", part.base < 0 ? "less" : part.base > 0 ? "gain" : "", plain(part.base)));
  row.append(head, base);
  for (const seat of context.seats) {
    const id = String(seat.seat);
    const cell = document.createElement("td");
    if (id in part.ranks) {
      const gold = part.gold[id];
      const ranks = h("span", "k-ranks", `×${part.ranks[id]}`);
      cell.append(ranks, " ", h("b", gold < 0 ? "less" : gold > 0 ? "gain" : "", signed(gold)));
      cell.title = say(lang, "towers", { count: part.ranks[id], base: plain(part.base), gold: plain(gold) });
    } else cell.append(h("span", "k-nothing", h("span", "unseen", say(lang, "none"))));
    row.append(cell);
  }
  const on = () => focusOn(part);
  const off = () => focusOn(null);
  row.addEventListener("pointerenter", on);
  row.addEventListener("pointerleave", off);
  button.addEventListener("focus", on);
  button.addEventListener("blur", off);
  button.addEventListener("click", on);
  return row;
}

/**
 * @param {string} words
 * @param {Record<string, number>} sums
 * @param {Context} context
 * @param {string} className
 * @param {boolean} plus
 * @param {Record<string, number> | null} [compare] Where a sum differs from these, it is marked.
 */
function sumRow(words, sums, context, className, plus, compare = null) {
  const row = document.createElement("tr");
  row.className = className;
  const head = th(words, "row");
  head.colSpan = 2;
  row.append(head);
  for (const seat of context.seats) {
    const sum = sums[String(seat.seat)];
    const cell = document.createElement("td");
    if (sum !== undefined) {
      const differs = compare !== null && compare[String(seat.seat)] !== sum;
      cell.append(h("b", `${sum < 0 ? "less" : ""} ${differs ? "differs" : ""}`, plus ? signed(sum) : plain(sum)));
    }
    row.append(cell);
  }
  return row;
}

/**
 * Whether a position stands at a scoring, so that it is shown without being asked for.
 * @param {any} position
 */
export function atReport(position) {
  return (position.phase === "scored" || position.phase === "finished") && scoringOf(position) !== null;
}

/**
 * What a mark of the slider is called here, and whether it is a report to go back to.
 * @param {{kind: string, [key: string]: any}} mark
 * @param {Language} lang
 * @returns {{label: string, report: boolean} | null}
 */
export function markWords(mark, lang) {
  return mark.kind === "epoch_scored" ? { label: say(lang, "scoring", { n: mark.epoch }), report: true } : null;
}

/**
 * The board as a table for ears.
 * @param {any} position
 * @param {Context} context
 */
export function grid(position, context) {
  const { lang } = context;
  return {
    caption: say(lang, "caption", { ply: context.ply }),
    columns: Array.from({ length: COLS }, (_, col) => say(lang, "column", { n: col + 1 })),
    rows: position.board.map((/** @type {Cell[]} */ cells, /** @type {number} */ row) => ({
      head: say(lang, "row", { n: row + 1 }),
      cells: cells.map((cell) => cellWords(cell, context)),
    })),
  };
}

/**
 * The lines of the result's table.
 * @param {any} result
 * @param {Context} context
 */
export function breakdown(result, context) {
  const { lang, seats } = context;
  const of = seats.map((seat) => result.seats[seat.seat].breakdown);
  /** @param {Record<string, number>} map */
  const list = (map) => Object.values(map).join("·");
  const out = [{ head: say(lang, "start_gold"), values: of.map((one) => one.start) }];
  for (const epoch of Object.keys(of[0].epochs)) {
    out.push({ head: say(lang, "epoch_sum", { n: epoch }), values: of.map((one) => signed(one.epochs[epoch].total)) });
  }
  return {
    ending: result.tie_break ? say(lang, "shared") : say(lang, "third"),
    parts: [
      ...out,
      { head: say(lang, "final"), values: of.map((one) => one.final), strong: true },
      { head: say(lang, "positive"), values: of.map((one) => signed(one.positive)), group: true },
      { head: say(lang, "negative"), values: of.map((one) => signed(one.negative)) },
      { head: say(lang, "used"), values: of.map((one) => list(one.castles_used)) },
      { head: say(lang, "never"), values: of.map((one) => list(one.castles_never_placed)) },
      { head: say(lang, "tiles_never"), values: of.map((one) => one.starting_tiles_never_placed) },
      { head: say(lang, "passes"), values: of.map((one) => one.passes) },
    ],
  };
}

// ------------------------------------------------------------------------------------------------------------- style

const STYLE = `
.k-board { display: block; width: 100%; height: auto; max-height: var(--board-height, none); touch-action: pan-y pinch-zoom; }
.k-labels text, .k-chip text, .k-effect > text { font-family: var(--serif); font-variant-numeric: lining-nums; text-anchor: middle; font-weight: 700; user-select: none; }
.k-wood { fill: var(--wood); stroke: var(--wood-edge); stroke-width: 2; }
.k-wood-line { fill: none; stroke: var(--wood-line); stroke-width: 1.5; stroke-dasharray: 14 5 3 5; }
.k-land { fill: var(--land-seam); stroke: var(--wood-edge); stroke-width: 2; }
.k-ground rect { fill: var(--land-0); } .k-shade-1 rect { fill: var(--land-1); } .k-shade-2 rect { fill: var(--land-2); } .k-shade-3 rect { fill: var(--land-3); }
.k-ground g { opacity: .5; }
.k-labels text { font-size: 19px; fill: var(--wood-ink); }
.k-piece[href] { cursor: pointer; }
.k-glow, .k-glow-edge { fill: none; stroke: none; stroke-width: 5; pointer-events: none; }
.k-space.changed .k-glow { stroke: #fff4b8; } .k-space.changed .k-glow-edge { stroke: #4a2a00; stroke-width: 9; }
.k-space.changed .k-piece { filter: drop-shadow(0 0 7px var(--glow)); }
.k-effect, .k-over, .k-light { pointer-events: none; }
.k-hatch { opacity: .6; }
.k-mine { fill: none; stroke: #ffc928; stroke-width: 4.5; } .k-mine-edge { fill: none; stroke: #5d3d00; stroke-width: 8; }
.k-chip.doubled rect { stroke: #ffc928; stroke-width: 4; }
.k-double { fill: #ffd24a; stroke: #5d3d00; stroke-width: 2.4; } .k-board .k-double-text { font: 800 19px var(--sans); fill: #3d2800; }
.k-magic { fill: none; stroke: #7df3e6; stroke-width: 6; } .k-bonus { fill: #14585a; stroke: #b9fff6; stroke-width: 2.6; } .k-board .k-bonus-text { font: 800 18px var(--sans); fill: #fff; }
.k-aura { fill: none; stroke: #7df3e6; stroke-width: 7; opacity: .9; filter: drop-shadow(0 0 8px #7df3e6); }
.k-divide { fill: none; stroke: #14181c; stroke-width: 7; }
.k-chip rect { fill: var(--chip); stroke: var(--wood-edge); stroke-width: 1.4; } .k-board .k-chip text { font: 800 18px var(--sans); fill: #33261a; } .k-board .k-chip .long { font-size: 16px; letter-spacing: -.5px; }
.k-chip.good rect { fill: #2f6b2c; } .k-chip.bad rect { fill: #8d1f26; } .k-board .k-chip.good text, .k-board .k-chip.bad text { fill: #fff; }
.k-board.focused .k-space:not(.inside) { opacity: .38; } .k-board.focused .k-over { opacity: .25; }
.k-light rect { fill: none; stroke: var(--glow); stroke-width: 6; }
.k-board.scored .k-space.changed :is(.k-glow, .k-glow-edge) { stroke: none; } .k-board.scored .k-space.changed .k-piece { filter: none; }
.k-key { display: flex; flex-wrap: wrap; gap: .2rem .9rem; margin: .35rem 0 0; padding: 0; list-style: none; font-size: .8rem; color: var(--quiet); }
.k-key[hidden] { display: none; }
.k-key li { display: flex; align-items: center; gap: .35rem; }
.k-key-sign { width: 1.1em; height: 1.1em; border-radius: 3px; border: 1.5px solid var(--edge); }
.k-key-across .k-key-sign { background: repeating-linear-gradient(0deg, var(--ink) 0 2px, transparent 2px 5px); } .k-key-down .k-key-sign { background: repeating-linear-gradient(90deg, var(--ink) 0 2px, transparent 2px 5px); }
.k-key-mine .k-key-sign { border: 3px solid #e0a400; } .k-key-wizard .k-key-sign { border: 3px solid #1fb5a6; border-radius: 50%; } .k-key-mountain .k-key-sign { border-width: 0 3px; border-color: var(--ink); border-radius: 0; }
@media (prefers-reduced-motion: no-preference) {
  .k-piece.landing { animation: k-land .28s cubic-bezier(.2, 1.3, .5, 1); transform-origin: 50px 50px; }
  .k-space.changed .k-glow { animation: k-glow 1.1s ease-out; }
  .k-space { transition: opacity .15s; }
}
@keyframes k-land { from { transform: scale(1.35); opacity: 0; } }
@keyframes k-glow { from { stroke-width: 14; stroke-opacity: .3; } }
.k-panel { display: grid; grid-template-columns: minmax(0, 1fr); } .k-side { grid-area: 1 / 1; align-self: start; min-width: 0; } .k-side.away { content-visibility: hidden; }
@supports not (content-visibility: hidden) { .k-side.away { display: none; } }
.k-seats { display: grid; gap: .5rem; }
.k-card, .k-supply { background: var(--paper); border: 1px solid var(--edge); border-radius: .6rem; padding: .45rem .65rem .5rem; }
.k-card { border-left: .45rem solid var(--seat); }
.k-card, .k-supply { contain: layout style; }
.k-card.turn { box-shadow: 0 0 0 2px var(--glow); }
.k-card h2, .k-supply h2 { display: flex; align-items: center; gap: .5rem; margin: 0; font-size: 1rem; }
.k-card .who, .k-supply .who { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.k-card h2 .badge { width: 1.45rem; height: 1.45rem; flex: none; }
.k-card small { font: .78rem var(--sans); color: var(--quiet); }
.k-turn, .k-starts { display: none; font: 600 .72rem var(--sans); border-radius: 1rem; padding: .08rem .5rem; white-space: nowrap; }
.turn .k-turn { display: inline; background: var(--glow); color: #2a1a00; } .starts .k-starts { display: inline; border: 1px solid var(--edge); color: var(--quiet); } .turn.starts .k-starts { display: none; }
.k-gold, .k-supply h2 strong { margin-left: auto; font-variant-numeric: lining-nums tabular-nums; white-space: nowrap; }
.k-gold { display: flex; align-items: center; gap: .35rem; font-size: 1.25rem; }
.k-coin { width: 1rem; height: 1rem; border-radius: 50%; background: radial-gradient(circle at 35% 30%, #fff0b3, #f0b429 55%, #b67a08); border: 1.5px solid #7d5200; }
.gold-changed .k-gold { background: var(--mark); border-radius: .4rem; padding: 0 .35rem; }
.k-holdings { display: flex; gap: .3rem .7rem; align-items: center; flex-wrap: wrap; margin-top: .2rem; }
.k-castles { display: flex; gap: .1rem; margin: 0; padding: 0; list-style: none; }
.k-castles li { position: relative; display: grid; justify-items: center; }
.k-castles .none img { opacity: .28; filter: grayscale(1); } .k-castles .none { color: var(--quiet); }
.reserve-changed .k-castles { background: var(--mark); border-radius: .4rem; }
.k-mini-castle { width: 2.2rem; height: 2.2rem; } .k-times { font: 700 .78rem/1 var(--sans); }
.k-start { display: flex; align-items: center; gap: .5rem; flex: 1 1 8.2rem; min-width: 0; } .k-start p { margin: 0; min-width: 0; font-size: .84rem; line-height: 1.25; }
.tile-changed .k-start { background: var(--mark); border-radius: .4rem; }
.k-start-label { display: block; font-size: .74rem; color: var(--quiet); margin: 0; } .k-start-state { display: block; }
.k-start-tile { position: relative; flex: none; width: 2.5rem; height: 2.5rem; } .k-mini { width: 2.5rem; height: 2.5rem; display: block; }
.k-peek { position: absolute; right: -.35rem; bottom: -.35rem; width: 1.9rem; height: 1.9rem; }
.k-start.placed .k-start-tile { opacity: .5; } .k-start.not_dealt .k-start-tile { border: 2px dashed var(--edge); border-radius: .35rem; } .k-start.not_dealt .k-mini, .k-start:not(.peeked) .k-peek, .k-start:not(.open) details { display: none; }
.k-start summary { cursor: pointer; color: var(--link); font-size: .8rem; padding: .15rem 0; }
.k-tokens { display: flex; flex-wrap: wrap; gap: .15rem; margin: .2rem 0 0; padding: 0; list-style: none; } .k-token { width: 1.9rem; height: 1.9rem; display: block; }
.k-tokens li { line-height: 0; }
.k-supply { margin-top: .5rem; }
.k-stack { position: relative; width: 2rem; height: 1.7rem; flex: none; } .k-stack img { position: absolute; width: 1.55rem; height: 1.55rem; } .k-stack img:nth-child(2) { left: .2rem; top: .12rem; } .k-stack img:nth-child(3) { left: .4rem; top: .24rem; }
.k-stock { display: grid; grid-template-columns: repeat(8, 1fr); gap: .3rem .2rem; margin: .15rem 0 0; padding: 0; list-style: none; }
.k-stock li { display: grid; justify-items: center; gap: .15rem; } .k-stock .k-token { width: 100%; max-width: 2.6rem; height: auto; }
.k-stock .left-0 .k-token { opacity: .2; filter: grayscale(1); }
.k-pips { display: flex; gap: 3px; height: 5px; } .left-0 .k-pips i, .left-1 .k-pips i + i, .left-2 .k-pips i + i + i { display: none; }
.k-pips i { width: 5px; height: 5px; border-radius: 50%; background: var(--ink); }
.k-ledger-box { background: var(--paper); border: 1px solid var(--edge); border-radius: .6rem; }
.k-ledger { width: 100%; border-collapse: collapse; font-size: .84rem; font-variant-numeric: lining-nums tabular-nums; }
.k-ledger caption { text-align: left; font: 700 1.05rem var(--serif); padding: .45rem .6rem .15rem; }
.k-ledger th, .k-ledger td { padding: .08rem .45rem; text-align: right; white-space: nowrap; height: 1.55rem; }
.k-ledger th:first-child { text-align: left; padding-left: .6rem; font-weight: 500; }
.k-ledger thead th { font-weight: 600; font-size: .78rem; color: var(--quiet); vertical-align: bottom; }
.k-ledger thead .badge { width: 1.05rem; height: 1.05rem; vertical-align: -.2rem; margin-right: .25rem; } .k-ledger thead .who { display: inline-block; max-width: 4.6rem; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
.k-ledger tbody tr:hover, .k-ledger tbody tr:focus-within { background: var(--mark); }
.k-ledger tbody tr + tr td, .k-ledger tbody tr + tr th { border-top: 1px solid var(--hair); }
.k-line { all: unset; cursor: pointer; display: inline-flex; gap: .35rem; align-items: baseline; min-width: 3.4rem; justify-content: space-between; width: 100%; } .k-line:focus-visible { outline: 3px solid var(--focus); outline-offset: 1px; border-radius: 3px; }
.k-part { color: var(--quiet); margin-left: auto; }
.k-base .k-how { color: var(--quiet); margin-right: .45rem; } .k-base s { text-decoration-thickness: 2px; text-decoration-color: var(--less); } .k-base b { display: inline-block; min-width: 1.9em; }
.k-x2 { background: #ffd24a; color: #3d2800; border-radius: 1rem; padding: 0 .3rem; margin-left: .3rem; font-weight: 700; font-size: .74rem; }
.k-ranks { color: var(--quiet); margin-right: .35rem; font-size: .78rem; } .k-ledger td b { display: inline-block; min-width: 2.1em; } .k-nothing::before { content: "·"; color: var(--quiet); }
.k-ledger .sum th, .k-ledger .sum td { border-top: 1.5px solid var(--edge) !important; font-weight: 700; padding-bottom: .35rem; }
.k-ledger .total th, .k-ledger .total td { border-top: 2.5px double var(--ink); font-weight: 700; font-size: .95rem; } .k-ledger .after th, .k-ledger .after td { font-weight: 700; padding-bottom: .45rem; } .k-ledger .quiet { color: var(--quiet); }
.k-ledger .quiet b { font-weight: 500; } .k-ledger .differs { background: #b3261e; color: #fff; border-radius: .3rem; padding: 0 .3rem; }
.k-ledger-box { container-type: inline-size; }
@container (max-width: 31rem) {
  .k-ledger { font-size: .8rem; } .k-ledger th, .k-ledger td { padding: .08rem .2rem; } .k-ledger th:first-child { padding-left: .5rem; } .k-ledger td:last-child { padding-right: .5rem; }
  .k-ledger thead .who { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } .k-ledger thead .badge { width: 1.3rem; height: 1.3rem; margin: 0; }
  .k-line { min-width: 0; } .k-base .k-how { margin-right: .2rem; } .k-ranks { margin-right: .1rem; font-size: .72rem; } .k-ledger td b { min-width: 2em; } .k-ledger .k-base b { min-width: 1.6em; } .k-x2 { margin-left: .15rem; padding: 0 .2rem; }
}
@container (max-width: 24rem) {
  .k-ledger .k-how > span:not(.k-x2) { display: none; }
}
@container (max-width: 31rem) {
  .k-ledger.seats-4 :is(.k-how > span:not(.k-x2), .k-how > s) { display: none; }
}
`;
