// @ts-check
/**
 * Words that no eye waits for (alternative texts, names for screen readers, hints) are written when scrubbing rests.
 */

/** A scrub has rested after this time without another step, in milliseconds. */
export const REST_MS = 220;

/** @type {Map<object, () => void>} What is to be written, by what it is written to. */
const waiting = new Map();
/** @type {any} */
let timer = null;

/**
 * Write words for an element as soon as scrubbing rests; what was to be written before is dropped.
 * @param {object} element
 * @param {() => void} write
 */
export function forEars(element, write) {
  waiting.set(element, write);
}

/** Begin the rest anew: another step was made. */
export function stepped() {
  clearTimeout(timer);
  timer = setTimeout(flush, REST_MS);
}

function flush() {
  // What is written may ask for more to be written, which then comes in the same turn.
  for (const [element, write] of waiting) {
    waiting.delete(element);
    write();
  }
}
