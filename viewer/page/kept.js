// @ts-check
/** What this browser keeps: language and theme for good, tokens for the tab. A frame may have no store of its own. */

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

/** @param {string} api @param {string | null} record */
const place = (api, record) => `movebook-token ${api} ${record}`;

/**
 * The token kept for a record of a service.
 * @param {string} api
 * @param {string | null} record
 */
export function keptToken(api, record) {
  try {
    return sessionStorage.getItem(place(api, record));
  } catch {
    return null;
  }
}

/**
 * Keep a token for this tab, bound to where it is for, and take it out of the address bar at once.
 * @param {string} token
 * @param {string} api
 * @param {string | null} record
 */
export function keepToken(token, api, record) {
  try {
    sessionStorage.setItem(place(api, record), token);
  } catch {
    // Then it lasts as long as the page.
  }
  const rest = new URLSearchParams(location.hash.replace(/^#/, ""));
  rest.delete("t");
  history.replaceState(history.state, "", `${location.pathname}${location.search}${rest.size ? `#${rest}` : ""}`);
}
