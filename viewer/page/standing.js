// @ts-check
/** What a result stands on: moves against the rules and rulings; signatures and disputes; how it was closed. */
import { h } from "../kit/dom.js";
import { tell } from "./history-texts.js";

/** Types of entries that say what the table made of its result. */
const SAID = ["signed", "disputed", "closed", "voided"];

/**
 * Sections of the result's panel; none where there is nothing to say.
 * @param {import("./history.js").Told} told
 * @param {(ply: number) => void} go
 * @returns {HTMLElement[]}
 */
export function standing(told, go) {
  const { lang, says } = told.words;
  const irregular = told.irregular.map(({ ply, label }) => {
    const words = tell(lang, "go_move", { name: told.store.nameAt(ply), says: says(ply) });
    const button = h("button", { type: "button", className: "link" }, words);
    button.addEventListener("click", () => go(ply));
    return h("li", null, button, ` (${label})`);
  });
  const said = told.history.acts
    .filter((act) => SAID.includes(act.type))
    .map((act) => told.line(act))
    .filter(Boolean)
    .map((line) => h("li", null, line));
  return [section(tell(lang, "not_regular"), irregular), section(tell(lang, "table_says"), said)].filter(
    (one) => one !== null,
  );
}

/** @param {string} title @param {HTMLElement[]} items */
function section(title, items) {
  return items.length ? h("section", { className: "standing" }, h("h3", null, title), h("ul", null, ...items)) : null;
}
