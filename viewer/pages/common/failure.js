// @ts-check
/** What the page says where something cannot be read. */
import { $, h } from "../../kit/dom.js";
import { LoadError } from "./load.js";
import { text } from "./texts.js";

/** @import { Language } from "../../kit/words.js" */

/**
 * Why a service cannot be read, in words.
 * @param {() => Language} lang @param {(words: string) => void} busy Called when it takes longer.
 * @returns {import("./load.js").Failures}
 */
export const failuresIn = (lang, busy) => ({
  unreachable: (where) => text(lang(), "unreachable", { where }),
  unreadable: (where) => text(lang(), "unreadable", { where }),
  address: (names) => text(lang(), "bad_address", { names }),
  busy: (seconds) => busy(text(lang(), "busy", { seconds })),
});

/**
 * Say in place of all else that something failed, with a button that tries again.
 * @param {Language} lang @param {unknown} error @param {() => void} again @param {Node | null} [home] A way elsewhere.
 * @returns {string} The same for ears.
 */
export function showFailure(lang, error, again, home = null) {
  const failed = text(lang, "failed");
  const words = error instanceof LoadError ? [error.title, error.detail].filter(Boolean) : [String(error)];
  const button = h("button.primary", { onclick: again }, text(lang, "again"));
  const parts = words.map((line) => h("p", line));
  $("message").replaceChildren(h("h2", failed), ...parts, h("p.row", button, home));
  $("message").hidden = false;
  return [failed, ...words].join(". ");
}
