// @ts-check
/**
 * Kingdoms: the board, what lies beside it, and the picture of a scoring.
 *
 * What a board module may export (only `draw` is required) is told in main.js at `Board`.
 */
import { ART } from "./kingdoms-art.js";

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
  can_be: ["can be any of {count} kinds", "puede ser de {count} clases"],
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
 * A picture by id, as an element of its own.
 * @param {string} id
 * @param {string} className
 */
function picture(id, className) {
  return s("svg", { viewBox: "0 0 100 100", class: className, "aria-hidden": "true" }, s("use", { href: `#k-${id}` }));
}

/**
 * The badge with the value of a tile.
 * @param {number} value
 */
function valueBadge(value) {
  return s(
    "g",
    { class: value > 0 ? "k-value good" : "k-value bad" },
    s("path", { d: "M6 6 H42 V33 L24 43 L6 33Z" }),
    s("text", { x: 24, y: 32.5 }, signed(value)),
  );
}

/**
 * A tile or castle as it lies on the board.
 * @param {NonNullable<Cell>} cell
 * @param {Context} context
 */
function piece(cell, context) {
  if ("tile" in cell) {
    const value = valueOf(cell.tile);
    const tile = s("g", { class: "k-piece" }, s("use", { href: `#k-${cell.tile}`, width: 100, height: 100 }));
    if (value !== null) tile.append(valueBadge(value));
    return tile;
  }
  const colour = context.seats[cell.seat].colour;
  return s(
    "g",
    { class: `k-piece k-castle seat-${colour}` },
    s("rect", { class: "k-plate", x: 4, y: 4, width: 92, height: 92, rx: 9 }),
    s("rect", { class: `k-pattern`, x: 4, y: 4, width: 92, height: 92, rx: 9, fill: `url(#k-field-${colour})` }),
    s("use", { href: `#k-castle-${cell.castle}`, width: 100, height: 100 }),
    s("path", { class: "k-shield", d: "M36 66 H64 V80 Q64 92 50 97 Q36 92 36 80Z" }),
    s("path", { class: "k-arms", d: context.emblemPath(colour), transform: "translate(40.2 69.5) scale(.82)" }),
    s("circle", { class: "k-rank", cx: 85, cy: 85, r: 11.5 }),
    s("text", { class: "k-rank-number", x: 85, y: 91 }, String(cell.castle)),
  );
}

// ------------------------------------------------------------------------------------------------------------- board

/**
 * @typedef {{ground: SVGElement, holder: SVGElement, effect: SVGElement, title: SVGElement, group: SVGElement, now: Cell | undefined, lit: boolean}} Space
 * @typedef {{svg: SVGElement, spaces: Space[][], right: SVGElement, bottom: SVGElement, over: SVGElement, light: SVGElement,
 *   labels: SVGElement, scoring: Scoring | null, key: HTMLElement, lang: string, context: Context}} Table
 */

/** @type {WeakMap<HTMLElement, Table>} */
const tables = new WeakMap();
/** The table last drawn: where a line of the scoring lights up. @type {Table | null} */
let shown = null;

/** Put the pictures and the style into the page, once. */
function prepare() {
  const art = document.getElementById("art");
  if (!art || art.querySelector("#k-back")) return;
  art.innerHTML = ART;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/**
 * @param {HTMLElement} el
 * @param {Context} context
 * @returns {Table}
 */
function lay(el, context) {
  prepare();
  const width = COLS * 100 + 2 * FRAME;
  const height = ROWS * 100 + 2 * FRAME;
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "k-board", role: "img" });
  svg.append(
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
        s("rect", { x: 2.5, y: 2.5, width: 95, height: 95, rx: 8 }),
        s("use", { href: `#k-meadow-${(row * 5 + col * 2 + (col % 2) * row) % 3}`, width: 100, height: 100 }));
      const holder = s("g", { class: "k-holder" });
      const effect = s("g", { class: "k-effect" });
      const glow = s("rect", { class: "k-glow", x: 1, y: 1, width: 98, height: 98, rx: 11 });
      group.append(title, ground, holder, effect, glow);
      field.append(group);
      line.push({ ground, holder, effect, title, group, now: /** @type {Cell | undefined} */ (undefined), lit: false });
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
  const table = { svg, spaces, right, bottom, over, light, labels, scoring: null, key, lang: "", context };
  svg.addEventListener("click", (event) => {
    const group = /** @type {Element} */ (event.target).closest(".k-space");
    const space = table.spaces.flat().find((one) => one.group === group);
    if (space?.now) table.context.goto(space.now.name);
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
    const [, row, col] = /^\/board\/(\d+)\/(\d+)/.exec(path) ?? [];
    if (col !== undefined) lit.add(`${row} ${col}`);
  }
  for (let row = 0; row < ROWS; row += 1) {
    for (let col = 0; col < COLS; col += 1) {
      const space = table.spaces[row][col];
      /** @type {Cell} */
      const cell = position.board[row][col];
      const light = cell !== null && lit.has(`${row} ${col}`);
      if (space.now !== cell) {
        if (cell) space.holder.replaceChildren(piece(cell, context));
        else space.holder.replaceChildren();
        space.group.classList.toggle("taken", cell !== null);
        space.holder.classList.toggle("landing", light && context.forward);
      }
      if (space.now !== cell || anew) {
        space.title.textContent = cell
          ? say(context.lang, "placed_by", { what: cellWords(cell, context), who: context.seatName(cell.seat), name: context.plyOf(cell.name) })
          : `${say(context.lang, "row", { n: row + 1 })}, ${say(context.lang, "column", { n: col + 1 }).toLowerCase()}`;
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
 * The scoring that a position stands at: that of its own epoch.
 * @param {any} position
 * @returns {Scoring | null}
 */
function scoringOf(position) {
  return position.results[String(position.round)] ?? null;
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
  for (const space of table.spaces.flat()) space.effect.replaceChildren();
  for (const group of [table.right, table.bottom, table.over, table.light]) group.replaceChildren();
  table.svg.classList.toggle("scored", scoring !== null);
  table.svg.classList.remove("focused");
  table.key.hidden = scoring === null;
  if (!scoring) return;
  const used = new Set();
  /** @param {[number, number]} at @returns {Cell} */
  const cellAt = ([row, col]) => position.board[row - 1][col - 1];
  /** @param {number} row @param {number} col */
  const effectAt = (row, col) => table.spaces[row - 1][col - 1].effect;
  const once = new Set();
  for (const line of scoring.lines) {
    line.parts.forEach((part, place) => {
      const box = boxOf(part);
      if (part.mine > 1) {
        used.add("mine");
        table.over.append(s("rect", { class: "k-mine", x: box.x + 5, y: box.y + 5, width: box.width - 10, height: box.height - 10, rx: 8 }));
      }
      if (part.dragon) {
        table.over.append(s("rect", { class: "k-dragon", x: box.x + 9, y: box.y + 9, width: box.width - 18, height: box.height - 18, rx: 6 }));
      }
      for (const at of part.cells) {
        const cell = cellAt(at);
        if (!cell || !("tile" in cell)) continue;
        const effect = effectAt(...at);
        if (part.dragon && (valueOf(cell.tile) ?? 0) > 0) {
          const hatch = line.line === "row" ? "across" : "down";
          used.add(hatch);
          effect.append(s("rect", { class: "k-hatch", x: 8, y: 8, width: 84, height: 84, rx: 5, fill: `url(#k-${hatch})` }));
        }
        if (cell.tile === "gold_mine" && !once.has("mine")) {
          once.add("mine");
          effect.append(s("circle", { class: "k-double", cx: 80, cy: 22, r: 17 }), s("text", { class: "k-double-text", x: 80, y: 29 }, "×2"));
        }
      }
      for (const castle of part.castles) {
        const id = `${castle.row} ${castle.col}`;
        if (!castle.bonus || once.has(id)) continue;
        once.add(id);
        used.add("wizard");
        effectAt(castle.row, castle.col).append(
          s("rect", { class: "k-magic", x: 3, y: 3, width: 94, height: 94, rx: 10 }),
          s("circle", { class: "k-bonus", cx: 20, cy: 22, r: 16 }),
          s("text", { class: "k-bonus-text", x: 20, y: 28.5 }, `+${castle.bonus}`),
        );
      }
      table[line.line === "row" ? "right" : "bottom"].append(chip(line, place, context));
    });
  }
  position.board.forEach((/** @type {Cell[]} */ cells, /** @type {number} */ row) =>
    cells.forEach((cell, col) => {
      if (!cell || !("tile" in cell)) return;
      if (cell.tile === "wizard") table.spaces[row][col].effect.append(s("circle", { class: "k-aura", cx: 50, cy: 50, r: 46 }));
      if (cell.tile !== "mountain") return;
      used.add("mountain");
      table.spaces[row][col].effect.append(s("path", { class: "k-divide", d: "M-1 -4 V104 M101 -4 V104 M-4 -1 H104 M-4 101 H104" }));
    }),
  );
  table.key.replaceChildren(
    ...["across", "down", "mine", "wizard", "mountain"].filter((one) => used.has(one)).map((one) => h("li", `k-key-${one}`, h("span", "k-key-sign"), say(context.lang, `key_${one}`))),
  );
}

/**
 * The base value of one part, at the end of its line.
 * @param {Line} line
 * @param {number} place
 * @param {Context} context
 */
function chip(line, place, context) {
  const { parts } = line;
  const { base } = parts[place];
  const room = 100 / parts.length;
  const across = line.line === "row";
  const width = across ? 38 : Math.min(52, room - 4);
  const high = across ? Math.min(34, room - 4) : 32;
  const x = across ? 4 : (line.index - 1) * 100 + room * (place + 0.5) - width / 2;
  const y = across ? (line.index - 1) * 100 + room * (place + 0.5) - high / 2 : 6;
  const group = s("g", { class: `k-chip ${base > 0 ? "good" : base < 0 ? "bad" : ""}` },
    s("title", {}, `${say(context.lang, line.line, { n: line.index })}: ${plain(base)}`),
    s("rect", { x, y, width, height: high, rx: 7 }),
    s("text", { x: x + width / 2, y: y + high / 2 + 6.4 }, plain(base)));
  group.addEventListener("pointerenter", () => focusOn(parts[place]));
  group.addEventListener("pointerleave", () => focusOn(null));
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

/** @typedef {{mode: string, seats: any[], cards: HTMLElement[], holder: HTMLElement, supply: HTMLElement, counts: Map<string, HTMLElement>, number: HTMLElement, stock: any, left: number, open: Set<number>, scoring: any}} Panel */

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
  const mode = `${scoring ? "scoring" : "seats"} ${context.lang}`;
  let state = panels.get(el);
  if (!state || state.mode !== mode || !el.firstChild) {
    state = {
      mode, seats: [], cards: [], holder: h("div", "k-seats"), supply: h("section", "k-supply"), counts: new Map(), number: h("strong"),
      stock: null, left: -1, open: state?.open ?? new Set(), scoring: null,
    };
    panels.set(el, state);
    if (scoring) el.replaceChildren();
    else {
      laySupply(state, context);
      el.replaceChildren(state.holder, state.supply);
    }
  }
  if (scoring) {
    if (state.scoring !== scoring) el.replaceChildren(ledger(scoring, position.round, context));
    state.scoring = scoring;
    return;
  }
  drawSeats(state, position, changed, context);
  drawSupply(state, position, context);
}

/**
 * @param {Panel} state
 * @param {any} position
 * @param {readonly string[]} changed
 * @param {Context} context
 */
function drawSeats(state, position, changed, context) {
  context.seats.forEach((seat, place) => {
    const id = String(seat.seat);
    const now = position.seats[id];
    if (state.seats[place] !== now) {
      const fresh = card(now, seat.seat, state, context);
      if (state.cards[place]) state.cards[place].replaceWith(fresh);
      else state.holder.append(fresh);
      state.cards[place] = fresh;
      state.seats[place] = now;
    }
    const one = state.cards[place];
    one.classList.toggle("turn", position.to_move.includes(seat.seat));
    one.classList.toggle("starts", position.start_player === seat.seat);
    one.classList.toggle("gold-changed", changed.includes(`/seats/${id}/gold`));
    one.classList.toggle("reserve-changed", changed.some((path) => path.startsWith(`/seats/${id}/reserve`)));
    one.classList.toggle("tile-changed", changed.some((path) => path === `/seats/${id}/starting_tile/status` || path === `/seats/${id}/starting_tile/name`));
  });
}

/**
 * @param {any} seat
 * @param {number} number
 * @param {Panel} state
 * @param {Context} context
 */
function card(seat, number, state, context) {
  const { lang } = context;
  const castles = h("ul", "k-castles");
  castles.setAttribute("aria-label", say(lang, "reserve"));
  for (const rank of [1, 2, 3, 4]) {
    const count = seat.reserve[String(rank)];
    const gone = seat.boxed[String(rank)] ?? 0;
    const words = say(lang, "of_rank", { count, rank }) + (gone ? `, ${say(lang, "boxed", { count: gone })}` : "");
    const item = h("li", count ? "" : "none", picture(`castle-${rank}`, "k-mini-castle"), h("span", "k-times", `×${count}`), h("span", "unseen", words));
    item.firstElementChild?.nextElementSibling?.setAttribute("aria-hidden", "true");
    item.title = words;
    castles.append(item);
  }
  const gold = h("strong", "k-gold", h("span", "k-coin"), plain(seat.gold), h("span", "unseen", ` ${say(lang, "gold")}`));
  const head = h("h3", "", context.badge(seat.colour), h("span", "who", context.seatName(number)),
    h("span", "k-turn", say(lang, "to_move")), h("span", "k-starts", say(lang, "starts")), gold);
  return h("section", `k-card seat-${seat.colour}`, head, h("div", "k-holdings", castles, startingTile(seat.starting_tile, number, state, context)));
}

/**
 * @param {{status: string, tile: any, deduced: string | null}} start
 * @param {number} number
 * @param {Panel} state
 * @param {Context} context
 */
function startingTile(start, number, state, context) {
  const { lang } = context;
  const known = typeof start.tile === "string" ? start.tile : null;
  const can = start.tile && typeof start.tile === "object" ? /** @type {string[]} */ (start.tile.unknown) : [];
  const what = known ?? start.deduced;
  const box = h("div", `k-start ${start.status}`);
  const label = h("span", "k-start-label", say(lang, "starting"));
  if (start.status === "not_dealt") {
    box.append(h("span", "k-start-none"), h("p", "", label, h("span", "k-start-state", say(lang, "not_dealt"))));
    return box;
  }
  if (start.status === "face_down") {
    const face = h("span", `k-start-tile ${what ? "peeked" : ""}`, picture("back", "k-mini"));
    if (what) face.append(tilePicture(what, "k-peek"));
    const state_ = known ? say(lang, "known", { what: nameOf(known, lang) }) : start.deduced ? say(lang, "deduced", { what: nameOf(start.deduced, lang) }) : say(lang, "face_down");
    const text = h("p", "", label, h("span", "k-start-state", state_));
    box.append(face, text);
    if (!what && can.length) {
      const details = /** @type {HTMLDetailsElement} */ (document.createElement("details"));
      details.open = state.open.has(number);
      details.append(h("summary", "", say(lang, "can_be", { count: can.length })), tokens(can, lang));
      details.addEventListener("toggle", () => (details.open ? state.open.add(number) : state.open.delete(number)));
      text.append(details);
    }
    return box;
  }
  box.append(h("span", "k-start-tile", tilePicture(known ?? "back", "k-mini")),
    h("p", "", label, h("span", "k-start-state", say(lang, start.status, { what: known ? nameOf(known, lang) : "?" }))));
  return box;
}

/**
 * A small picture of a tile with its value.
 * @param {string} kind
 * @param {string} className
 */
function tilePicture(kind, className) {
  const svg = picture(kind, className);
  const value = valueOf(kind);
  if (value !== null) svg.append(valueBadge(value));
  return svg;
}

/**
 * Kinds of tiles in a row, each with its picture.
 * @param {string[]} kinds
 * @param {Language} lang
 */
function tokens(kinds, lang) {
  const list = h("ul", "k-tokens");
  for (const kind of kinds) {
    const item = h("li", "", tilePicture(kind, "k-token"), h("span", "unseen", nameOf(kind, lang)));
    item.title = nameOf(kind, lang);
    list.append(item);
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
    const count = h("span", "k-left");
    const item = h("li", "", tilePicture(kind, "k-token"), count);
    item.title = nameOf(kind, lang);
    state.counts.set(kind, item);
    list.append(item);
  }
  state.supply.append(h("h3", "", h("span", "k-stack", picture("back", "k-mini"), picture("back", "k-mini"), picture("back", "k-mini")), h("span", "who", say(lang, "supply")), state.number),
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
    item.className = count ? "" : "none";
    const left = /** @type {HTMLElement} */ (item.lastElementChild);
    left.replaceChildren(h("span", "unseen", say(lang, "times", { what: nameOf(kind, lang), count })));
    const pips = h("span", "k-pips", ...Array.from({ length: count }, () => h("i")));
    pips.setAttribute("aria-hidden", "true");
    left.append(pips);
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
  const table = /** @type {HTMLTableElement} */ (h("table", "k-ledger"));
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
    if (part.mine > 1) how.append(h("span", "k-x2", "×2"));
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
      cell.append(ranks, h("b", gold < 0 ? "less" : gold > 0 ? "gain" : "", signed(gold)));
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
  const list = (map) => Object.values(map).join(" · ");
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
.k-board text { font-family: var(--serif); font-variant-numeric: lining-nums; text-anchor: middle; font-weight: 700; user-select: none; }
.k-wood { fill: var(--wood); stroke: var(--wood-edge); stroke-width: 2; }
.k-wood-line { fill: none; stroke: var(--wood-line); stroke-width: 1.5; stroke-dasharray: 14 5 3 5; }
.k-land { fill: var(--land-seam); stroke: var(--wood-edge); stroke-width: 2; }
.k-ground rect { fill: var(--land-0); } .k-shade-1 rect { fill: var(--land-1); } .k-shade-2 rect { fill: var(--land-2); } .k-shade-3 rect { fill: var(--land-3); }
.k-ground use { opacity: .5; }
.k-labels text { font-size: 19px; fill: var(--wood-ink); }
.k-space.taken { cursor: pointer; }
.k-glow { fill: none; stroke: transparent; stroke-width: 5; pointer-events: none; }
.k-space.changed .k-glow { stroke: var(--glow); }
.k-space.changed .k-holder { filter: drop-shadow(0 0 7px var(--glow)); }
.k-value path { stroke: #fff6dd; stroke-width: 2; stroke-linejoin: round; } .k-value.good path { fill: #2f6b2c; } .k-value.bad path { fill: #8d1f26; }
.k-value text { fill: #fff; font: 800 24px var(--sans); text-anchor: middle; letter-spacing: -1px; }
.k-plate { fill: var(--seat); stroke: var(--seat-deep); stroke-width: 3; }
.k-shield { fill: var(--seat-deep); stroke: #fff6dd; stroke-width: 2.4; stroke-linejoin: round; } .k-arms { fill: #fff; }
.k-rank { fill: #fff6dd; stroke: var(--seat-deep); stroke-width: 2.4; } .k-board .k-rank-number { fill: #33261a; font: 800 17px var(--sans); }
.k-effect, .k-over, .k-light { pointer-events: none; }
.k-hatch { opacity: .62; }
.k-mine { fill: none; stroke: #f5b915; stroke-width: 5; stroke-dasharray: 16 8; }
.k-dragon { fill: none; stroke: #b3261e; stroke-width: 3.4; }
.k-double { fill: #ffd24a; stroke: #5d3d00; stroke-width: 2.4; } .k-board .k-double-text { font: 800 19px var(--sans); fill: #3d2800; }
.k-magic { fill: none; stroke: #7df3e6; stroke-width: 6; } .k-bonus { fill: #14585a; stroke: #b9fff6; stroke-width: 2.6; } .k-board .k-bonus-text { font: 800 18px var(--sans); fill: #fff; }
.k-aura { fill: none; stroke: #7df3e6; stroke-width: 7; opacity: .9; filter: drop-shadow(0 0 8px #7df3e6); }
.k-divide { fill: none; stroke: #1e2226; stroke-width: 7; stroke-linecap: round; }
.k-chip rect { fill: var(--chip); stroke: var(--wood-edge); stroke-width: 1.4; } .k-board .k-chip text { font: 800 18px var(--sans); fill: var(--ink); }
.k-chip.good rect { fill: #2f6b2c; } .k-chip.bad rect { fill: #8d1f26; } .k-board .k-chip.good text, .k-board .k-chip.bad text { fill: #fff; }
.k-board.focused .k-space:not(.inside) { opacity: .38; } .k-board.focused .k-over { opacity: .25; }
.k-light rect { fill: none; stroke: var(--glow); stroke-width: 6; }
.k-board.scored .k-space.changed .k-glow { stroke: transparent; } .k-board.scored .k-space.changed .k-holder { filter: none; }
.k-key { display: flex; flex-wrap: wrap; gap: .2rem .9rem; margin: .35rem 0 0; padding: 0; list-style: none; font-size: .8rem; color: var(--quiet); }
.k-key[hidden] { display: none; }
.k-key li { display: flex; align-items: center; gap: .35rem; }
.k-key-sign { width: 1.1em; height: 1.1em; border-radius: 3px; border: 1.5px solid var(--edge); }
.k-key-across .k-key-sign { background: repeating-linear-gradient(0deg, var(--ink) 0 2px, transparent 2px 5px); } .k-key-down .k-key-sign { background: repeating-linear-gradient(90deg, var(--ink) 0 2px, transparent 2px 5px); }
.k-key-mine .k-key-sign { border: 2px dashed #d99e00; } .k-key-wizard .k-key-sign { border: 3px solid #1fb5a6; border-radius: 50%; } .k-key-mountain .k-key-sign { border-width: 0 3px; border-color: var(--ink); border-radius: 0; }
@media (prefers-reduced-motion: no-preference) {
  .k-holder.landing { animation: k-land .28s cubic-bezier(.2, 1.3, .5, 1); transform-origin: 50px 50px; }
  .k-space.changed .k-glow { animation: k-glow 1.1s ease-out; }
  .k-space { transition: opacity .15s; }
}
@keyframes k-land { from { transform: scale(1.35); opacity: 0; } }
@keyframes k-glow { from { stroke-width: 14; stroke-opacity: .3; } }
.k-seats { display: grid; gap: .5rem; }
.k-card, .k-supply { background: var(--paper); border: 1px solid var(--edge); border-radius: .6rem; padding: .45rem .65rem .5rem; }
.k-card { border-left: .45rem solid var(--seat); }
.k-card.turn { box-shadow: 0 0 0 2px var(--glow); }
.k-card h3, .k-supply h3 { display: flex; align-items: center; gap: .5rem; margin: 0; font-size: 1rem; }
.k-card .who, .k-supply .who { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.k-card h3 .badge { width: 1.45rem; height: 1.45rem; flex: none; }
.k-turn, .k-starts { display: none; font: 600 .72rem var(--sans); border-radius: 1rem; padding: .08rem .5rem; white-space: nowrap; }
.turn .k-turn { display: inline; background: var(--glow); color: #2a1a00; } .starts .k-starts { display: inline; border: 1px solid var(--edge); color: var(--quiet); } .turn.starts .k-starts { display: none; }
.k-gold, .k-supply h3 strong { margin-left: auto; font-variant-numeric: lining-nums tabular-nums; white-space: nowrap; }
.k-gold { display: flex; align-items: center; gap: .35rem; font-size: 1.25rem; }
.k-coin { width: 1rem; height: 1rem; border-radius: 50%; background: radial-gradient(circle at 35% 30%, #fff0b3, #f0b429 55%, #b67a08); border: 1.5px solid #7d5200; }
.gold-changed .k-gold { background: var(--mark); border-radius: .4rem; padding: 0 .35rem; }
.k-holdings { display: flex; gap: .5rem .9rem; align-items: center; flex-wrap: wrap; margin-top: .2rem; }
.k-castles { display: flex; gap: .3rem; margin: 0; padding: 0; list-style: none; }
.k-castles li { position: relative; display: grid; justify-items: center; }
.k-castles .none { opacity: .28; filter: grayscale(1); }
.reserve-changed .k-castles { background: var(--mark); border-radius: .4rem; }
.k-mini-castle { width: 2.35rem; height: 2.35rem; } .k-times { font: 700 .78rem/1 var(--sans); }
.k-start { display: flex; align-items: center; gap: .5rem; flex: 1 1 9.5rem; min-width: 0; } .k-start p { margin: 0; min-width: 0; font-size: .84rem; line-height: 1.25; }
.tile-changed .k-start { background: var(--mark); border-radius: .4rem; }
.k-start-label { display: block; font-size: .74rem; color: var(--quiet); margin: 0; } .k-start-state { display: block; }
.k-start-tile { position: relative; flex: none; width: 2.5rem; height: 2.5rem; } .k-mini { width: 2.5rem; height: 2.5rem; display: block; }
.k-peek { position: absolute; right: -.35rem; bottom: -.35rem; width: 1.9rem; height: 1.9rem; }
.k-start.placed .k-start-tile { opacity: .5; } .k-start-none { width: 2.5rem; height: 2.5rem; border: 2px dashed var(--edge); border-radius: .35rem; flex: none; }
.k-start summary { cursor: pointer; color: var(--link); font-size: .8rem; padding: .15rem 0; }
.k-tokens { display: flex; flex-wrap: wrap; gap: .15rem; margin: .2rem 0 0; padding: 0; list-style: none; } .k-token { width: 1.9rem; height: 1.9rem; display: block; }
.k-tokens li { line-height: 0; }
.k-supply { margin-top: .5rem; }
.k-stack { position: relative; width: 2rem; height: 1.7rem; flex: none; } .k-stack svg { position: absolute; width: 1.55rem; height: 1.55rem; } .k-stack svg:nth-child(2) { left: .2rem; top: .12rem; } .k-stack svg:nth-child(3) { left: .4rem; top: .24rem; }
.k-stock { display: grid; grid-template-columns: repeat(8, 1fr); gap: .3rem .2rem; margin: .15rem 0 0; padding: 0; list-style: none; }
.k-stock li { display: grid; justify-items: center; gap: .15rem; } .k-stock .k-token { width: 100%; max-width: 2.6rem; height: auto; }
.k-stock .none .k-token { opacity: .2; filter: grayscale(1); }
.k-pips { display: flex; gap: 3px; height: 5px; } .k-pips i { width: 5px; height: 5px; border-radius: 50%; background: var(--ink); }
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
@media (max-width: 560px) {
  .k-ledger { font-size: .8rem; } .k-ledger th, .k-ledger td { padding: .08rem .22rem; } .k-ledger th:first-child { padding-left: .45rem; } .k-ledger thead .who { max-width: 3.2rem; }
  .k-base .k-how { margin-right: .2rem; } .k-line { min-width: 0; } .k-ranks { margin-right: .1rem; font-size: .72rem; } .k-ledger td b { min-width: 1.9em; } .k-base b { min-width: 1.5em; }
}
`;
