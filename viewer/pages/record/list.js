// @ts-check
/** The moves of a record, the last first, each with its remarks; removed moves are in between. */
import { OffLine, reached } from "../../device/refusal.js";
import { h } from "../../kit/dom.js";
import { sentence } from "./entry-texts.js";

/**
 * @typedef {import("./entry-texts.js").Page} Page
 * @typedef {import("./corrections.js").CountedMove} Move
 * @typedef {import("../watch/history/history.js").RecordHistory} History
 */

/**
 * The history of the moves of a replay; null where its modules cannot be fetched now.
 * @param {any} replay @param {Page} page @returns {Promise<History | null>}
 */
export async function readHistory(replay, page) {
  if (!replay) return null;
  try {
    const [{ Store }, { RecordHistory }] = await reached(
      Promise.all([import("../../store.js"), import("../watch/history/history.js")]),
    );
    const { lang, seatName, named } = page;
    const says = (/** @type {number} */ ply) => sentence(replay.frames[ply - 1]?.says, page);
    return new RecordHistory(new Store(replay), { lang: lang(), seatName, named, says });
  } catch (error) {
    // Without a network the moves are listed all the same.
    if (error instanceof OffLine) return null;
    throw error;
  }
}

/**
 * The lines of the list.
 * @param {readonly Move[]} line The moves that count, in order. @param {History | null} history
 * @param {(words: (string | Node)[], move: Move) => HTMLElement} way Makes the button of a move. @param {Page} page
 */
export function moveItems(line, history, way, page) {
  const lines = line.flatMap((move, place) => {
    const labels = history?.labels.get(place + 1) ?? [];
    const words = [`${place + 1}. ${sentence(move.says, page)}`, ...labels.map((label) => h("small.label", label))];
    return [h("li", way(words, move)), ...(history?.items(place + 1) ?? [])];
  });
  return [...(history?.items(0) ?? []), ...lines].reverse();
}
