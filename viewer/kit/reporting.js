// @ts-check
/** Reports in the panel instead of the seats: each picture is made once, then reused. */
import { modeOf } from "./card.js";

const MOST = 60; // Maximum number of cached pictures.

/** @import { Context } from "./board.js" */
/** @typedef {{key: any, make: () => HTMLElement}} Report `key`: the same for the same report, as of a `Map`. */

/**
 * What a board exports for its reports: `panel`, which draws the seats or the report of a position, and `foresee`,
 * which makes a report ahead of its time, so that going there costs less.
 * @param {(el: HTMLElement, position: any, changed: readonly string[], context: Context) => void} showSeats
 * @param {(position: any, context: Context) => Report | null} reportAt The report of a position.
 */
export function reporting(showSeats, reportAt) {
  let mode = ""; // The people and the language that the pictures show.
  /** @type {Map<any, HTMLElement>} */ const made = new Map();

  function pictureOf(/** @type {any} */ position, /** @type {Context} */ context) {
    const report = reportAt(position, context);
    if (!report) return null;
    if (mode !== modeOf(context)) made.clear();
    mode = modeOf(context);
    let shown = made.get(report.key);
    if (!shown) {
      shown = report.make();
      if (made.size >= MOST) made.clear();
      made.set(report.key, shown);
    }
    return shown;
  }

  return {
    /** @param {HTMLElement} el @param {any} position @param {readonly string[]} changed @param {Context} context */
    panel(el, position, changed, context) {
      const picture = context.report ? pictureOf(position, context) : null;
      if (!picture) showSeats(el, position, changed, context);
      else if (picture.parentNode !== el || el.childNodes.length > 1) el.replaceChildren(picture);
    },
    /** @param {HTMLElement} _el What `panel` draws into. @param {any} position @param {Context} context */
    foresee(_el, position, context) {
      if (made.size < MOST) pictureOf(position, context);
    },
  };
}
