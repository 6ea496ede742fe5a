// @ts-check
/** Choices stored in this browser: language, theme, hand. A frame may have no storage. */

export function readChoice(/** @type {string} */ key) {
  try {
    return localStorage.getItem(`movebook-${key}`);
  } catch {
    return null;
  }
}

export function storeChoice(/** @type {string} */ key, /** @type {string} */ value) {
  try {
    localStorage.setItem(`movebook-${key}`, value);
  } catch {
    // No storage: the choice is not stored.
  }
}

export function dropChoice(/** @type {string} */ key) {
  try {
    localStorage.removeItem(`movebook-${key}`);
  } catch {
    // No storage: there is nothing to remove.
  }
}
