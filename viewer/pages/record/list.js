// @ts-check
/**
 * The moves of a record, the last first: those that count, each with what was said of it, and between them what was
 * taken out.
 */
import { h } from "../../kit/dom.js";
import { sentence } from "./entry-texts.js";

/**
 * @typedef {import("./entry-texts.js").Page} Page
 * @typedef {import("./corrections.js").Told} Move
 * @typedef {import("../watch/history/history.js").Told} History
 */

/**
 * What was changed and said of the moves of a replay; null where the parts that tell it cannot be fetched just now.
 * @param {any} replay
 * @param {Page} page
 * @returns {Promise<History | null>}
 */
export async function historyTold(replay, page) {
  if (!replay) return null;
  try {
    const [{ Store }, { Told }] = await Promise.all([import("../../store.js"), import("../watch/history/history.js")]);
    const { lang, seatName, named } = page;
    const says = (/** @type {number} */ ply) => sentence(replay.frames[ply - 1]?.says, page);
    return new Told(new Store(replay), { lang: lang(), seatName, named, says });
  } catch (error) {
    // Without a network the moves are listed all the same.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * The lines of the list.
 * @param {readonly Move[]} line The moves that count, in order.
 * @param {History | null} told
 * @param {(words: (string | Node)[], move: Move) => HTMLElement} way Makes the button of a move.
 * @param {Page} page
 */
export function movesListed(line, told, way, page) {
  const lines = line.flatMap((move, place) => {
    const labels = told?.labels.get(place + 1) ?? [];
    const words = [
      `[${move.name}] ${sentence(move.says, page)}`,
      ...labels.map((label) => h("small", { className: "label" }, label)),
    ];
    return [h("li", null, way(words, move)), ...beside(told, place + 1)];
  });
  return [...beside(told, 0), ...lines].reverse();
}

/**
 * What stands behind a move and is none that counts: moves that were taken out, folded; or a line about the record.
 * @param {History | null} told
 * @param {number} ply
 */
function beside(told, ply) {
  return (told?.behind.get(ply) ?? []).map((one) => {
    if (typeof one === "string") return h("li", { className: "beside" }, one);
    const steps = one.steps.map(({ name, says }) => h("li", null, h("s", null, `[${name}] ${says}`)));
    const folded = h("details", null, h("summary", null, one.title), h("ol", { className: "line" }, ...steps));
    return h("li", { className: "beside" }, folded);
  });
}
