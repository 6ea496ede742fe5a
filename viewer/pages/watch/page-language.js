// @ts-check
/** The page in another language: every fixed word of index.html, and the list of keys. */
import { $, h, write } from "../../kit/dom.js";
import { readChoice } from "../common/storage.js";
import { KEYS } from "./keys.js";
import { bestLanguage, text } from "../common/texts.js";

/** The link's language, the one chosen before, or the browser's. @param {import("../common/link.js").Link} link */
export function firstLanguage(link) {
  const wanted = link.lang && bestLanguage([link.lang]) === link.lang ? [link.lang] : [readChoice("lang") ?? ""];
  return bestLanguage([...wanted, ...navigator.languages]);
}

export function speak(/** @type {import("../../kit/words.js").Language} */ lang) {
  document.documentElement.lang = lang;
  for (const element of document.querySelectorAll("[data-text]")) {
    write(element, text(lang, element.getAttribute("data-text") ?? ""));
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = text(lang, element.getAttribute("data-label") ?? "");
    element.setAttribute("aria-label", label);
    if (element instanceof HTMLButtonElement) element.title = label;
  }
  const other = $("language");
  write(other, lang === "en" ? "ES" : "EN");
  other.setAttribute("aria-label", text(lang, "other_language"));
  other.title = text(lang, "other_language");
  other.lang = lang === "en" ? "es" : "en";
  const keys = KEYS.flatMap((row) => [h("dt", ...shownKeys(lang, row.shown)), h("dd", text(lang, row.text))]);
  $("help-keys").replaceChildren(...keys);
}

/**
 * @param {import("../../kit/words.js").Language} lang
 * @param {readonly string[]} shown Keys, or what names them in `texts.js`, and a dash for those in between.
 */
function shownKeys(lang, shown) {
  return shown.flatMap((key, place) => {
    if (key === "–") return ["–"];
    return [place && shown[place - 1] !== "–" ? " " : "", h("kbd", key.startsWith("kbd_") ? text(lang, key) : key)];
  });
}
