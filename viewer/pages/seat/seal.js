// @ts-check
/** What a seat has sealed, to be looked at; its values closed, for a phone lies on the table. */
import { h } from "../../kit/dom.js";
import { say } from "./words.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @typedef {{label: string, fixed: string[], faces: import("../../kit/faces.js").Face[], own: boolean, until: string,
 *   entry: {at: string}, lang: Language}} Seal What the move is called and its open values, the sealed values, whether
 *   this seat sealed it itself, and in words until when it stays sealed.
 */

/** @param {string} at RFC 3339. @param {Language} lang */
function clockTime(at, lang) {
  const tag = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;
  return new Date(at).toLocaleTimeString(tag, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

export function sealCard(/** @type {Seal} */ { label, fixed, faces, own, until, entry, lang }) {
  const when = say(lang, "sealed_at", { time: clockTime(entry.at, lang) });
  const values = faces.map(({ name, picture }) => h("li", picture ? h("img", { src: picture, alt: "" }) : null, name));
  return h(
    "div.seal",
    h("p.what", [label, ...fixed].join(": ")),
    h("p", `${when} ${say(lang, own ? "sealed_own" : "sealed_told", { until })}`),
    values.length ? h("details", h("summary", say(lang, "look")), h("ul.mine", ...values)) : null,
  );
}

/** What a seal says of itself, for ears; empty where there is none. @param {Element | null} seal */
export const wordsOf = (seal) => [...(seal?.querySelectorAll("p") ?? [])].map((line) => line.textContent).join(" ");
