// @ts-check
/** Tokens that come in links, for every page that takes one: a link never replaces a stored token without asking. */
import { dropChoice } from "../storage.js";

/**
 * @import { Language } from "../../../kit/words.js"
 * @typedef {{stored: () => Promise<string | null> | string | null, keep: (token: string) => unknown,
 *   known?: (token: string) => Promise<boolean>}} Place Where a page stores its token; `known`: whether this device has
 *   that token anyway.
 */

/** What a tab's tokens are called, by what they are for. */
const PREFIXES = { page: "movebook:", watch: "movebook-token " };
/** @typedef {keyof typeof PREFIXES} Use */
const CHANNEL = "movebook-forgotten";
/** Where the browser refuses to store them: they last as long as the page. @type {Map<string, string>} */
const unstored = new Map();

/**
 * A token in this tab, for one record of one service: a link that names another service gets none of ours.
 * @param {Use} use @param {string} api @param {string | null} record Null for a service's list.
 * @returns {Place & {stored: () => string | null}}
 */
export function tabPlace(use, api, record) {
  const name = `${PREFIXES[use]}${api} ${record}`;
  return {
    stored() {
      try {
        return sessionStorage.getItem(name);
      } catch {
        return unstored.get(name) ?? null;
      }
    },
    keep(token) {
      try {
        sessionStorage.setItem(name, token);
      } catch {
        unstored.set(name, token);
      }
    },
  };
}

/**
 * The token with which a page writes a record: this tab's, else this device's.
 * @param {import("../../../device/database.js").Store} store @param {string} record @returns {Place}
 */
export function devicePlace(store, record) {
  const tab = tabPlace("page", "", record);
  return {
    ...tab,
    stored: async () => tab.stored() ?? (await store.ownOf("", record))?.token ?? null,
    known: async (token) => (await store.owns()).some((own) => own.record === record && own.token === token),
  };
}

/** The token in the address. */
export const linked = () => new URLSearchParams(location.hash.slice(1)).get("t");

/** One question after another: each is about what the one before left. @type {Promise<any>} */
let turn = Promise.resolve();

/**
 * The token that a page goes on with, out of the address at once: that of its link, or the stored one where the link
 * has none, or where somebody who was asked wants to keep it.
 * @param {Place} place @param {string} api @param {Language} lang
 * @param {string | null} [found] The link's token, if already read. @returns {Promise<string | null>}
 */
export function takeToken(place, api, lang, found = linked()) {
  if (linked()) {
    const rest = new URLSearchParams(location.hash.slice(1));
    rest.delete("t");
    history.replaceState(history.state, "", `${location.pathname}${location.search}${rest.size ? `#${rest}` : ""}`);
  }
  const taken = turn.then(async () => {
    const stored = await place.stored();
    if (!found || found === stored) return stored;
    if (stored !== null && !(await place.known?.(found))) {
      const { wanted } = await import("./question.js");
      if (!(await wanted(stored, found, api, lang))) return stored;
    }
    await place.keep(found);
    return found;
  });
  turn = taken.catch(() => {});
  return taken;
}

/**
 * Forget a record's tokens, and what waits to be signed.
 * @param {string} api @param {string} record @param {string} own Its row on this device.
 */
export function forgetTokens(api, record, own) {
  forgotten({ api, record, own });
  channel?.postMessage({ api, record, own });
}

function forgotten(/** @type {{api: string, record: string, own: string}} */ { api, record, own }) {
  dropChoice(`signs ${record}`);
  try {
    for (const prefix of Object.values(PREFIXES)) sessionStorage.removeItem(`${prefix}${api} ${record}`);
  } catch {
    // Nothing is stored here, and what the page knows goes with it.
  }
  const query = new URLSearchParams(`${location.search}&${location.hash.slice(1)}`);
  if (query.get("record") === record || query.get("own") === own) location.reload();
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
channel?.addEventListener("message", (event) => forgotten(event.data));
