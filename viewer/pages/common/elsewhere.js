// @ts-check
/** The line above everything where a page shows what another service says: its address is not the one in the bar. */
import { h, write } from "../../kit/dom.js";
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  elsewhere: [
    "From another service: {there}. {here} has not checked it.",
    "De otro servicio: {there}. {here} no lo ha comprobado.",
  ],
};
const say = speaker(WORDS);

/** @type {HTMLElement | null} */ let line = null;

/**
 * Name the service that a page shows, where it is not the page's own.
 * @param {string} api As in the address, empty for the page's own. @param {import("../../kit/words.js").Language} lang
 */
export function nameService(api, lang) {
  const there = placeOf(api);
  if (there !== null && !line) {
    line = h("p.elsewhere", { role: "note" });
    document.body.prepend(line);
  }
  if (line) line.hidden = there === null;
  if (line && there !== null) write(line, say(lang, "elsewhere", { there, here: location.host }));
}

/** Where a service is; null for the page's own. @param {string} api */
function placeOf(api) {
  if (!api || !URL.canParse(api, location.href)) return api || null;
  const { origin, host, pathname } = new URL(api, location.href);
  const path = pathname.replace(/\/+$/, "");
  return origin === location.origin && !path ? null : host + path;
}
