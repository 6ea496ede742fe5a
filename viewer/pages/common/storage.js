// @ts-check
/** Choices stored in this browser: language, theme, hand. A frame may have no storage. */

/** @param {string} key */
export function readChoice(key) {
  try {
    return localStorage.getItem(`movebook-${key}`);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function storeChoice(key, value) {
  try {
    localStorage.setItem(`movebook-${key}`, value);
  } catch {
    // No storage: the choice is not stored.
  }
}
