// @ts-check
/** Assets of a game for the pages that enter its moves: pictures and words of values. */

import { OffLine, reached } from "../../device/refusal.js";

let tries = 0; // Number of failed loads.

/**
 * Load `boards/<game>-seat.js`; an empty object where the game has none.
 * @param {string} game A slug. @returns {Promise<any>} @throws {OffLine} No network: load it again later.
 */
export async function gameAssets(game) {
  const own = new URL(`../../boards/${/^[a-z0-9_]+$/.test(game) ? game : "none"}-seat.js`, import.meta.url).href;
  try {
    // A browser may cache a failed import: each further try has an address of its own.
    return await import(tries ? `${own}?again=${tries}` : own);
  } catch (error) {
    tries += 1;
    if ((await reached(fetch(own, { method: "HEAD" }))).ok) throw new OffLine(String(error));
    return {};
  }
}
