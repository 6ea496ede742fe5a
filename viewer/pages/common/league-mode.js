// @ts-check
/** League mode: what broke what the table fixed, on every page of the game; and the second tap before it is broken. */
import { h, write } from "../../kit/dom.js";
import { speaker } from "../../kit/words.js";

/** @import { Language } from "../../kit/words.js" */

const say = speaker({
  broken: ["League mode was broken: {what}", "Se incumplió el modo liga: {what}"],
  title: ["This breaks league mode", "Esto incumple el modo liga"],
  anyway: ["Do it, and let everyone see", "Hacerlo, a la vista de todos"],
  back: ["Back", "Volver"],
});

/**
 * What broke league mode, above the page; nobody can close it.
 * @param {any} standing How the record stands. @param {Language} lang
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

/** Whether the user goes on with what breaks league mode. @param {any} problem @param {Language} lang */
export function goesOn(problem, lang) {
  const button = (/** @type {string} */ key, /** @type {string} */ look) =>
    h("button", { type: "button", className: look }, say(lang, key));
  const [anyway, back] = [button("anyway", "plain"), button("back", "primary")];
  const dialog = h(
    "dialog",
    { id: "breach", "aria-labelledby": "breach-title" },
    h("h2", { id: "breach-title" }, say(lang, "title")),
    h("p", problem.consequence),
    h("p.ways", back, anyway),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((/** @type {(goes: boolean) => void} */ done) => {
    let goes = false;
    anyway.addEventListener("click", () => (goes = true));
    for (const one of [anyway, back]) one.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(goes);
    });
  });
}
