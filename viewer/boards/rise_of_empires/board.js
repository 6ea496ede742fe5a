// @ts-check
/** Rise of Empires: the map, the action display, trade and tiles on offer, the players, the report of each turn. */
import { capital, h, letters, perElement, picture, reporting, localized } from "../../kit/index.js";
import { art, prepare } from "./art.js";
import { drawBattles, layBattles } from "./battles.js";
import { showCards } from "./cards.js";
import { drawDisplay, layDisplay } from "./display.js";
import { drawMap, layMap } from "./map.js";
import { turnPicture } from "./turns.js";
import { say } from "./words.js";
import { GOODS, countedTurn, roman, turnName, turnOf, worldOf } from "./world.js";

export { breakdown, series } from "./result.js";
export { grid, statusWords as status } from "./describe.js";

/** @import { Board } from "../../kit/board.js" */

export const sheets = ["rise_of_empires/style.css", "rise_of_empires/table.css", "rise_of_empires/panel.css"];

export const cover = () => art("city");

/** Words for what the page draws around the board. */
export const words = {
  title: { en: "Rise of Empires", es: "Rise of Empires" },
  score: { en: "VP", es: "PV" },
  chart: { en: "Over the eras", es: "A lo largo de las eras" },
};

/** Goods, kinds of land and of tiles. @type {Required<Board>["legend"]} */
export function legend({ lang, box }) {
  const lands = new Map(
    [...worldOf(box).territory.values()].reverse().map(({ group, name }) => [group, localized(name, lang)]),
  );
  /** @type {[string, string][]} */ const rows = [
    ...GOODS.map((good) => /** @type {[string, string]} */ ([good, say(lang, `good_${good}`)])),
    ...lands.set("town", say(lang, "line_towns")),
    ["water", say(lang, "water")],
    ...["city", "progress"].map((row) => /** @type {[string, string]} */ ([row, say(lang, `offer_${row}`)])),
    ["wonder", say(lang, "wonder")],
  ];
  return rows.map(([name, label]) => [picture(art(name), ""), capital(label)]);
}

const NARROW = 480; // A narrower map has short names and larger numbers (px, with letters of 16 px).

/** Draw a position into an element; only what differs from what it shows is touched. @type {Required<Board>["draw"]} */
export function draw(el, position, changed, context) {
  const { map, fights, display } = tableIn(el, context, position);
  drawMap(map, position, changed, context);
  drawBattles(fights, position, map.world, context);
  drawDisplay(display, position, changed, context);
}

const tableIn = perElement((el, context, position) => {
  prepare();
  const map = layMap(position, context);
  const fights = layBattles(context);
  const display = layDisplay(position, context);
  const holder = h("div.r-board.stack", map.frame, display.box);
  display.box.querySelector(".r-display")?.after(fights.box);
  el.replaceChildren(holder);
  const fit = (/** @type {number} */ width) => holder.classList.toggle("r-narrow", width < NARROW * letters());
  fit(el.clientWidth); // Before the first drawing, so that the layout does not shift.
  // Not by a container query: those make every seek lay the map out twice.
  new ResizeObserver(([{ contentRect }]) => fit(contentRect.width)).observe(map.frame);
  return { map, fights, display };
});

/** The seats, or the report of the turn at this position. */
export const { panel, foresee } = reporting(showCards, (position, context) => {
  const counted = countedTurn(position);
  if (!counted) return null;
  const { turn, report } = counted;
  return { key: report, make: () => turnPicture(turn, report, position, worldOf(context.box), context) };
});

/** From the first player's food to the first choice of a position. @type {Required<Board>["atReport"]} */
export function atReport(position) {
  const { phase, round, turns, next_order: next } = position;
  if (phase === "turn_order") return Object.values(next).every((seat) => seat === null);
  return ["food", "income", "era_end", "finished"].includes(phase) && countedTurn({ turns })?.turn === round;
}

/** The label of the report at a position. @type {Required<Board>["reportName"]} */
export function reportName(position, lang) {
  const { era, letter } = position;
  return atReport(position) ? say(lang, "turn_name", { era: roman(era), letter }) : null;
}

/** What a turn is called: by its era and its letter. @type {Required<Board>["roundWords"]} */
export function roundWords(round, lang, box) {
  const world = worldOf(box);
  const { era, letter } = turnOf(world, round);
  return { long: turnName(world, round, lang), short: `${roman(era)}-${letter}` };
}

/** The label of a mark on the slider, and whether it opens a report. @type {Required<Board>["markWords"]} */
export function markWords(mark, lang, position) {
  if (mark.kind === "era") return { label: say(lang, "era", { era: roman(mark.era) }), report: false };
  if (mark.kind !== "turn_scored" || !position) return null;
  return { label: reportName(position, lang) ?? say(lang, "turn_name", { era: mark.turn, letter: "" }), report: true };
}
