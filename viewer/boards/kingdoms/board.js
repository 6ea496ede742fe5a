// @ts-check
/** Kingdoms: the board with its spaces, the seats, the picture and the table of every scoring, the result. */
import { castleImage, tileImage } from "./art.js";
import { liveryOf, number, picture, reporting } from "../../kit/index.js";
import { showCards } from "./cards.js";
import { ledger } from "./scoring-table.js";
import { cellWords, nameOf, say, scoringOf, worldOf } from "./words.js";

export { draw } from "./table.js";

/** @import { Board } from "../../kit/board.js" */
/** @import { Cell } from "./words.js" */

/** Moves that begin a turn: what a seat does in turn. */
export const turns = ["draw_and_place", "place_castle", "place_starting_tile", "pass"];

export const sheets = ["kingdoms/style.css"];

export const cover = () => castleImage(4, liveryOf("red"));

/** Words for what the page draws around the board. */
export const words = {
  round: { en: "Epoch {round}", es: "Época {round}" },
  score: { en: "gold", es: "oro" },
  chart: { en: "Gold over the game", es: "Oro durante la partida" },
};

/** Tiles and castles. @type {Required<Board>["legend"]} */
export function legend({ lang, box, seats: [{ colour }] }) {
  const world = worldOf(box);
  const row = (/** @type {string} */ address, /** @type {string} */ label) =>
    /** @type {[Node, string]} */ ([picture(address, ""), label]);
  return [
    ...[...world.kinds.values()].map(({ id, value }) => row(tileImage(id, value || null), nameOf(world, id, lang))),
    ...world.ranks.map((n) => row(castleImage(n, liveryOf(colour)), say(lang, "rank", { n }))),
  ];
}

/** Seats and supply, or the table of the scoring at this position. */
export const { panel, foresee } = reporting(showCards, (position, context) => {
  const scoring = scoringOf(position);
  return scoring && { key: scoring, make: () => ledger(scoring, position.round, context) };
});

/** Whether a position shows its scoring unasked. @type {Required<Board>["atReport"]} */
export const atReport = (position) =>
  (position.phase === "scored" || position.phase === "finished") && scoringOf(position) !== null;

/** The label of a mark on the slider, and whether it opens a report. @type {Required<Board>["markWords"]} */
export const markWords = (mark, lang) =>
  mark.kind === "epoch_scored" ? { label: say(lang, "scoring", { n: mark.epoch }), report: true } : null;

/** What the table waits for. @type {Required<Board>["status"]} */
export const status = ({ phase, round, to_move: [seat] }, { lang, seatName }) =>
  say(lang, `status_${phase}`, { n: round, who: seat === undefined ? "" : seatName(seat) });

/** The board as a table for ears. @type {Required<Board>["grid"]} */
export function grid(position, context) {
  const { lang, ply } = context;
  const { columns } = worldOf(context.box);
  return {
    caption: ply ? say(lang, "caption", { name: ply }) : say(lang, "caption_start"),
    columns: Array.from({ length: columns }, (_, col) => say(lang, "column", { n: col + 1 })),
    rows: position.board.map((/** @type {Cell[]} */ cells, /** @type {number} */ row) => ({
      head: say(lang, "row", { n: row + 1 }),
      cells: cells.map((cell) => cellWords(cell, context)),
    })),
  };
}

/** The lines of the result's table. @type {Required<Board>["breakdown"]} */
export function breakdown(result, context) {
  const { lang, seats, box } = context;
  const of = seats.map((seat) => result.seats[seat.seat].breakdown);
  const epochs = Object.keys(of[0].epochs);
  const ended = epochs.length > 1 ? say(lang, "last_epoch", { n: epochs.length }) : say(lang, "one_epoch");
  const { ranks } = worldOf(box);
  const span = (/** @type {number[]} */ some) => (some.length > 1 ? `${some[0]}–${some.at(-1)}` : String(some[0]));
  const list = (/** @type {Record<string, number>} */ map) => Object.values(map).join("·");
  const never = Object.keys(of[0].castles_never_placed).map(Number);
  return {
    ending: result.tie_break ? `${ended} ${say(lang, "shared")}` : ended,
    parts: [
      { head: say(lang, "start_gold"), values: of.map((one) => one.start) },
      ...epochs.map((n) => ({
        head: say(lang, "epoch_sum", { n }),
        values: of.map((one) => number(one.epochs[n].total, true)),
      })),
      // Starting gold, epochs and what judges gave or took are the final gold.
      ...(of.some((one) => one.ruled)
        ? [{ head: say(lang, "ruled"), values: of.map((one) => number(one.ruled ?? 0, true)) }]
        : []),
      { head: say(lang, "final"), values: of.map((one) => one.final), strong: true },
      { head: say(lang, "positive"), values: of.map((one) => number(one.positive, true)), group: true },
      { head: say(lang, "negative"), values: of.map((one) => number(one.negative, true)) },
      { head: say(lang, "used", { ranks: span(ranks) }), values: of.map((one) => list(one.castles_used)) },
      { head: say(lang, "never", { ranks: span(never) }), values: of.map((one) => list(one.castles_never_placed)) },
      { head: say(lang, "tiles_never"), values: of.map((one) => one.starting_tiles_never_placed) },
      { head: say(lang, "passes"), values: of.map((one) => one.passes) },
    ],
  };
}
