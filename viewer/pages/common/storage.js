// @ts-check
/** What this browser keeps of its user's choices: language, theme, hand. A frame may have no store of its own. */

/** @param {string} key */
export function remembered(key) {
  try {
    return localStorage.getItem(`movebook-${key}`);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`movebook-${key}`, value);
  } catch {
    // Then it is not remembered.
  }
}
