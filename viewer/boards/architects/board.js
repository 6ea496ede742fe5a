// @ts-check
/** Architects of the West Kingdom: the main board, the players' boards, what a move took from where, the result. */
import { capital, localized } from "../../kit/index.js";
import { hasSign, signImage } from "./art.js";
import { sign } from "./signs.js";
import { say } from "./words.js";
import { worldOf } from "./world.js";

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

/** Signs whose words are not a name of the box. */
const SIGNS = { virtue: "virtue_track", debt: "unpaid", paid: "paid", building_cards: "hand", vp: "chart_points" };

/** Goods, skills, places and other signs. @type {Required<Board>["legend"]} */
export const legend = ({ lang, box }) => [
  ...[...worldOf(box).names]
    .filter(([id]) => hasSign(id))
    .map(([id, name]) => /** @type {[Node, string]} */ ([sign(id), capital(localized(name, lang))])),
  ...Object.entries(SIGNS).map(([id, key]) => /** @type {[Node, string]} */ ([sign(id), capital(say(lang, key))])),
];

/** Marks of the slider that are emphasized; the others are those of every move. */
const MARKS = ["built", "cathedral", "reset", "end_triggered", "final_round"];

/** What a mark of the slider is called here. @type {Required<Board>["markWords"]} */
export const markWords = (mark, lang) =>
  MARKS.includes(mark.kind) ? { label: say(lang, `mark_${mark.kind}`), report: false } : null;
