// @ts-check
/** What the board of Kingdoms says and reads from the box: kinds of tiles with names and values, size, ranks. */
import { localized, number, perObject, speaker } from "../../kit/index.js";

/**
 * @import { Context, Language } from "../../kit/board.js"
 * @typedef {{tile: string, seat: number, from: string, name: string}} Tile
 * @typedef {{castle: number, seat: number, name: string}} Castle
 * @typedef {Tile | Castle | null} Cell
 * @typedef {{row: number, col: number, seat: number, rank: number, bonus: number, effective: number}} Counted
 * @typedef {{cells: [number, number][], resources: number, cancelled: number, hazards: number, dragon: boolean, mine:
 *   number, base: number, castles: Counted[], ranks: Record<string, number>, gold: Record<string, number>}} Part
 * @typedef {{line: "row" | "column", index: number, parts: Part[], gold: Record<string, number>}} Line
 * @typedef {{lines: Line[], rows: Record<string, number>, columns: Record<string, number>, total: Record<string,
 *   number>, before: Record<string, number>, after: Record<string, number>, counted: Record<string, number> | null}}
 *   Scoring
 * @typedef {{id: string, category: string, value: number, count: number, name: Record<Language, string>}} Kind
 * @typedef {{rows: number, columns: number, ranks: number[], kinds: Map<string, Kind>, most: number}} World `most`:
 *   copies of the kind that has the most.
 */

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  row: ["Row {n}", "Fila {n}"],
  part: ["part {n}", "parte {n}"],
  space: ["Row {row}, column {col}", "Fila {row}, columna {col}"],
  empty: ["empty", "vacía"],
  castle: ["castle {rank}, {who}", "castillo {rank}, {who}"],
  rank: ["Rank {n}", "Rango {n}"],
  in_reserve: ["{count} left", "{count:queda|quedan} {count}"],
  taken_castle: ["Taken by {who}’s castle", "Ocupada por un castillo de {who}"],
  taken_tile: ["Taken by a tile: {what}", "Ocupada por una loseta: {what}"],
  board: [
    "The board: {rows} {rows:row|rows}, {columns} {columns:column|columns}. A table of all spaces follows.",
    "El tablero: {rows} {rows:fila|filas}, {columns} {columns:columna|columnas}. " +
      "Sigue una tabla con todas las casillas.",
  ],
  caption: ["The board after move {name}", "El tablero tras la jugada {name}"],
  caption_start: ["The empty board", "El tablero vacío"],
  placed_by: ["{where}: {what}. {who}, move {name}", "{where}: {what}. {who}, jugada {name}"],
  gold: ["gold", "oro"],
  starts: ["starts", "empieza"],
  reserve: ["Castles in reserve", "Castillos en la reserva"],
  of_rank: ["{count} of rank {rank}", "{count} de rango {rank}"],
  boxed: ["{count} in the box", "{count} en la caja"],
  starting: ["Starting tile", "Loseta inicial"],
  not_dealt: ["not dealt", "sin repartir"],
  face_down: ["face down", "boca abajo"],
  placed: ["placed: {what}", "colocada: {what}"],
  revealed: ["revealed: {what}", "mostrada: {what}"],
  known: ["face down, known: {what}", "boca abajo, conocida: {what}"],
  deduced: ["face down, deduced: {what}", "boca abajo, deducida: {what}"],
  can_be: ["one of {count} {count:kind|kinds}", "uno de {count} {count:tipo|tipos}"],
  supply: ["Supply", "Montón"],
  left: ["{count} {count:tile|tiles}", "{count} {count:loseta|losetas}"],
  unseen: ["Not yet seen", "Aún sin ver"],
  times: ["{what}: {count} left", "{what}: {count:queda|quedan} {count}"],
  status_dealing: ["Epoch {n}: dealing the starting tiles.", "Época {n}: se reparten las losetas iniciales."],
  status_playing: ["{who}'s turn.", "Le toca a {who}."],
  status_scored: ["Epoch {n} is scored.", "La época {n} está puntuada."],
  scoring: ["Scoring {n}", "Puntuación {n}"],
  scoring_of: ["Scoring of epoch {n}", "Puntuación de la época {n}"],
  line: ["Line", "Línea"],
  base: ["Base", "Base"],
  rows_sum: ["Rows", "Filas"],
  columns_sum: ["Columns", "Columnas"],
  epoch_sum: ["Epoch {n}", "Época {n}"],
  before: ["Before", "Antes"],
  after: ["After", "Después"],
  counted: ["Table’s count", "Recuento de la mesa"],
  none: ["no castle", "ningún castillo"],
  towers: ["{count} {count:tower|towers} × base {base}: {gold}", "{count} {count:torre|torres} × base {base}: {gold}"],
  key_across: ["cancelled in its row", "anulado en su fila"],
  key_down: ["cancelled in its column", "anulado en su columna"],
  key_mine: ["counts double", "cuenta doble"],
  key_wizard: ["wizard: +1", "mago: +1"],
  key_mountain: ["splits the line", "divide la línea"],
  start_gold: ["At the start", "Al comienzo"],
  final: ["Final", "Final"],
  positive: ["Gained", "Ganado"],
  negative: ["Paid", "Pagado"],
  used: ["Castles used (ranks {ranks})", "Castillos usados (rangos {ranks})"],
  ruled: ["Judge’s rulings", "Decisiones del juez"],
  never: ["Never placed (ranks {ranks})", "Nunca colocados (rangos {ranks})"],
  tiles_never: ["Starting tiles not placed", "Losetas iniciales sin colocar"],
  passes: ["Passes", "Pases"],
  last_epoch: ["The game ended with its last epoch, epoch {n}.", "La partida acabó con su última época, la {n}."],
  one_epoch: ["The game ended with its only epoch.", "La partida acabó con su única época."],
  shared: ["Tied for the most gold: the victory is shared.", "Empate a oro: la victoria se comparte."],
};
export const say = speaker(WORDS);

/** The box as the board needs it, worked out once. @type {(box: any) => World} */
export const worldOf = perObject((box) => {
  const { rows, columns } = box.board;
  const ranks = Object.keys(box.castles.per_colour).map(Number);
  const kinds = new Map(box.kinds.map((/** @type {Kind} */ kind) => [kind.id, kind]));
  const most = Math.max(...box.kinds.map((/** @type {Kind} */ kind) => kind.count));
  return { rows, columns, ranks, kinds, most };
});

/** What a tile counts; null for those that carry no number. @param {World} world @param {string} kind */
export const valueOf = (world, kind) => world.kinds.get(kind)?.value || null;

/** A kind's name, with its value unless it has it. @param {World} world @param {string} kind @param {Language} lang */
export function nameOf(world, kind, lang) {
  const name = localized(world.kinds.get(kind)?.name, lang) || kind;
  const value = valueOf(world, kind);
  const written = `${(value ?? 0) > 0 ? "+" : ""}${value}`;
  if (value === null) return name;
  const printed = number(value, true);
  return name.includes(written) ? name.replace(written, printed) : `${name} ${printed}`;
}

export function cellWords(/** @type {Cell} */ cell, /** @type {Context} */ context) {
  if (!cell) return say(context.lang, "empty");
  if ("tile" in cell) return nameOf(worldOf(context.box), cell.tile, context.lang);
  return say(context.lang, "castle", { rank: cell.castle, who: context.seatName(cell.seat) });
}

/** The scoring that a position stands at: that of its own epoch. @param {any} position @returns {Scoring | null} */
export const scoringOf = (position) => position.results[String(position.round)] ?? null;
