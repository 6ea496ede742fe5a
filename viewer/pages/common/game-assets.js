// @ts-check
/** What a game brings for the pages on which its moves are entered: pictures and words of values. */

/** How often it could not be brought. */
let tries = 0;

/**
 * The module `boards/<game>-seat.js`; empty where there is none, for words alone do.
 * @param {string} game A slug.
 * @returns {Promise<any>}
 * @throws {TypeError} The network was away: it is to be asked for again.
 */
export async function broughtBy(game) {
  const own = new URL(`../../boards/${/^[a-z0-9_]+$/.test(game) ? game : "none"}-seat.js`, import.meta.url).href;
  try {
    // A browser may remember that an address brought nothing: each further try has one of its own.
    return await import(tries ? `${own}?again=${tries}` : own);
  } catch (error) {
    tries += 1;
    if ((await fetch(own, { method: "HEAD" })).ok) throw new TypeError(String(error));
    return {};
  }
}
