// @ts-check
/** The board of a game, with its style sheets. */
import { addSheet } from "../../kit/stylesheet.js";
import * as fallback from "../watch/fallback.js";

/** @import { Board } from "../../kit/board.js" */

/** @param {string} game A slug; an exported page says where its board is. @returns {Promise<Board>} */
export async function loadBoard(game) {
  try {
    if (/^[a-z0-9_]+$/.test(game)) {
      const own = /** @type {any} */ (window).movebookModules?.[game];
      const address = own ?? new URL(`../../boards/${game}.js`, import.meta.url).href;
      /** @type {Board} */ const board = await import(address);
      for (const sheet of board.sheets ?? []) await addSheet(sheet, address);
      return board;
    }
  } catch (error) {
    // No picture of this game, or a broken one: the fallback describes any in words.
    console.error(error);
  }
  return fallback;
}
