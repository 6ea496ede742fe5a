// @ts-check
/** A warning on pages that came by plain HTTP over a network: what does not work there. */
import { h, write } from "../../kit/dom.js";
import { speaker } from "../../kit/words.js";

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  plain: [
    "No HTTPS here: others in this network can read along, the screen may go dark, and pages need the network to open.",
    "Aquí no hay HTTPS: otros en esta red pueden leerlo, la pantalla puede apagarse y las páginas no se abren sin red.",
  ],
};
const say = speaker(WORDS);

/** @type {HTMLElement | null} */ let line = null;

/** Show the warning, unless by HTTPS or on the same machine. @param {import("../../kit/words.js").Language} lang */
export function warnOfHttp(lang) {
  if (isSecureContext) return;
  if (!line) {
    line = h("p.plain-http");
    document.querySelector("header")?.after(line);
  }
  write(line, say(lang, "plain"));
}
