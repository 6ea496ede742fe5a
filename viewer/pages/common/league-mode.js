// @ts-check
/** League mode: shows breaches on every page of the game, and asks before a call that would be one. */
import { dialogOf, h, write } from "../../kit/dom.js";
import { speaker } from "../../kit/words.js";

/** @import { Language } from "../../kit/words.js" */

const say = speaker({
  broken: ["League mode was broken: {what}", "Se incumplió el modo liga: {what}"],
  title: ["This breaks league mode", "Esto incumple el modo liga"],
  back: ["Back", "Volver"],
});

/**
 * Show the breaches of league mode above the page; they cannot be dismissed.
 * @param {any} standing Of the record. @param {Language} lang
 */
export function showBreaches(standing, lang) {
  let strip = document.getElementById("broken");
  const found = /** @type {{says: Record<Language, string>}[]} */ (standing?.breaches ?? []);
  if (!found.length) return strip?.remove();
  if (!strip) {
    strip = h("p", { id: "broken", role: "status" });
    (document.getElementById("head") ?? document.getElementById("main"))?.prepend(strip);
  }
  const what = [...new Set(found.map(({ says }) => says[lang]))].join(", ");
  return write(strip, say(lang, "broken", { what }));
}

/** Ask whether to break league mode. @param {any} problem @param {Language} lang */
export function confirmBreach(problem, lang) {
  const button = (/** @type {string} */ key, /** @type {string} */ look) =>
    h("button", { className: look }, say(lang, key));
  const [anyway, back] = [button("anyway", "plain"), button("back", "primary")];
  const dialog = dialogOf("breach", say(lang, "title"), h("p", problem.consequence), h("p.ways", back, anyway));
  dialog.showModal();
  return new Promise((/** @type {(confirmed: boolean) => void} */ done) => {
    let confirmed = false;
    anyway.addEventListener("click", () => (confirmed = true));
    for (const one of [anyway, back]) one.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => done(confirmed));
  });
}
