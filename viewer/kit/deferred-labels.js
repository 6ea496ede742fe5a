// @ts-check
/** Labels that nobody sees (alternative texts, names for screen readers, hints) are written when scrubbing rests. */

/** A scrub has rested after this time without another step, in milliseconds. */
export const REST_MS = 220;

/** @type {Map<object, () => void>} What to write, by its element. */
const waiting = new Map();
/** @type {any} */ let timer = null;

/** Write an element's label when scrubbing rests; the last wins. @param {object} element @param {() => void} write */
export function forEars(element, write) {
  waiting.set(element, write);
}

/** Restart the timer: another step was made. */
export function stepped() {
  clearTimeout(timer);
  timer = setTimeout(flush, REST_MS);
}

function flush() {
  // A write may defer another one, which then runs in the same turn.
  for (const [element, write] of waiting) {
    waiting.delete(element);
    write();
  }
}
