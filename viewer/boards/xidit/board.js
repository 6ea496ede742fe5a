// @ts-check
/** Lords of Xidit: the map, the queues, the players' boards and screens, census and evaluations. */
import { REWARDS, rewardImage, titanImage, unitImage, wheelImage } from "./art.js";
import { capital, h, letters, perElement, picture, reporting } from "../../kit/index.js";
import { showCards } from "./cards.js";
import { censusPicture } from "./census.js";
import { drawMap, layMap } from "./map/map.js";
import { evaluationPicture } from "./reports.js";
import { drawStrip, layStrip, narrowStrip } from "./strip.js";
import { say } from "./words.js";
import { evaluationOf, iconName, unitName, worldOf } from "./world.js";

export { breakdown, series } from "./result.js";
export { statusWords as status } from "./status.js";
export { grid } from "./describe.js";

/** @import { Board } from "../../kit/board.js" */

export const sheets = ["xidit/style.css", "xidit/panel.css"];

export const cover = () => titanImage("raging");

/** Words for what the page draws around the board. */
export const words = {
  title: { en: "Lords of Xidit", es: "Lords of Xidit" },
  round: { en: "Year {round}", es: "Año {round}" },
  score: { en: "contenders outlasted", es: "rivales superados" },
  chart: { en: "Over the years", es: "A lo largo de los años" },
};

/** Units, rewards and the wheels of orders. @type {Required<Board>["legend"]} */
export function legend({ lang, box }) {
  const world = worldOf(box);
  const row = (/** @type {string} */ address, /** @type {string} */ words) =>
    /** @type {[Node, string]} */ ([picture(address, "x-sign"), capital(words)]);
  return [
    ...box.units.map((/** @type {any} */ { id }) => row(unitImage(id), unitName(world, id, lang))),
    ...Object.keys(REWARDS).map((id) => row(rewardImage(id), say(lang, `reward_${id}`))),
    ...box.icons.map((/** @type {any} */ icon) => row(wheelImage(icon), iconName(world, icon.id, lang))),
  ];
}

const NARROW = 500; // A narrower map has larger numbers and fewer words (px, with letters of 16 px).

/** Draw a position into an element; only what differs from what it shows is touched. @type {Required<Board>["draw"]} */
export function draw(el, position, changed, context) {
  const { map, strip } = tableIn(el, context, position);
  drawMap(map, position, changed, context);
  drawStrip(strip, position);
}

const tableIn = perElement((el, context, position) => {
  const map = layMap(position, context);
  const strip = layStrip(map.world, context);
  const holder = h("div.x-board", map.frame, strip.box);
  el.replaceChildren(holder);
  // Not by a container query: those make every seek lay the map out twice.
  const narrow = (/** @type {number} */ width) => width < NARROW * letters();
  holder.classList.toggle("x-narrow", narrow(el.clientWidth));
  new ResizeObserver(([{ contentRect }]) => {
    holder.classList.toggle("x-narrow", narrow(contentRect.width));
    narrowStrip(strip, narrow(contentRect.width));
  }).observe(map.frame);
  return { map, strip };
});

/** The seats, or the picture of the census or the evaluation at this position. */
export const { panel, foresee } = reporting(showCards, (position, context) => {
  const evaluation = evaluationOf(position);
  if (!evaluation && !position.census) return null;
  const world = worldOf(context.box);
  return evaluation
    ? { key: evaluation, make: () => evaluationPicture(evaluation, position, world, context) }
    : {
        key: JSON.stringify([position.census, position.phase, position.due]),
        make: () => censusPicture(position, world, context),
      };
});

/** Whether a position shows its census or evaluation unasked. @type {Required<Board>["atReport"]} */
export function atReport(position) {
  if (position.phase === "census") return true;
  if (position.phase === "year_end") return position.census?.year === position.round;
  return evaluationOf(position) !== null;
}

/** The label of the report at a position. @type {Required<Board>["reportName"]} */
export function reportName(position, lang) {
  if (!atReport(position)) return null;
  const evaluation = evaluationOf(position);
  if (evaluation) return say(lang, `report_${evaluation.criterion}`);
  return say(lang, "census_of", { n: position.census?.year ?? position.round });
}

/** The label of a mark on the slider, and whether it opens a report. @type {Required<Board>["markWords"]} */
export function markWords(mark, lang, position) {
  if (mark.kind === "evaluated") return { label: say(lang, `report_${mark.criterion}`), report: true };
  if (mark.kind === "awakened") return { label: say(lang, "awakened"), report: false };
  const all = Object.keys(position?.barracks ?? {}).length;
  if (mark.kind === "census_won" && position?.census && Object.keys(position.census.rounds).length === all) {
    return { label: say(lang, "census_of", { n: position.census.year }), report: true };
  }
  return null;
}
