// @ts-check
/** Architects of the West Kingdom: the main board, the players' boards, what a move took from where, the result. */
import { signImage } from "./art.js";
import { say } from "./words.js";

export { breakdown, series } from "./result.js";
export { showSeats as panel } from "./seats.js";
export { draw } from "./table.js";
export { grid, statusWords as status } from "./describe.js";

/** @import { Board } from "../../kit/board.js" */

export const sheets = ["moved", "style", "cards/style", "low"].map((name) => `architects/${name}.css`);

export const cover = () => signImage("kings_storehouse");

/** Words for what the page draws around the board. */
export const words = {
  title: { en: "Architects of the West Kingdom", es: "Arquitectos del Reino del Oeste" },
  round: { en: "Round {round}", es: "Ronda {round}" },
  score: { en: "points", es: "puntos" },
  chart: { en: "Over the game", es: "Durante la partida" },
};

/** Marks of the slider that are emphasized; the others are those of every move. */
const MARKS = ["built", "cathedral", "reset", "end_triggered", "final_round"];

/** What a mark of the slider is called here. @type {Required<Board>["markWords"]} */
export const markWords = (mark, lang) =>
  MARKS.includes(mark.kind) ? { label: say(lang, `mark_${mark.kind}`), report: false } : null;
