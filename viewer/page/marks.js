// @ts-check
/** Marks on the slider: where rounds begin, reports, contradictions; and the warnings above the board. */
import { $, h } from "../kit/dom.js";
import { text } from "./texts.js";

/**
 * @typedef {import("../kit/words.js").Language} Language
 * @typedef {import("../store.js").Store} Store
 */

/** More rounds than these are marked by their numbers where the slider is short. */
const MANY_ROUNDS = 6;

/**
 * @param {Store} store
 * @param {{lang: Language, go: (ply: number) => void, roundName: (round: number) => string,
 *   markLabel: (mark: import("../store.js").Mark) => string | null}} page `markLabel` is null for what is not shown.
 */
export function fillMarks(store, { lang, go, roundName, markLabel }) {
  const { marks, rounds, last } = store;
  const holder = $("marks");
  holder.replaceChildren();
  holder.classList.toggle("many", rounds.length > MANY_ROUNDS);
  if (!last) return;
  /** @param {HTMLElement} mark @param {number} ply */
  const put = (mark, ply) => {
    mark.style.left = `${(ply / last) * 100}%`;
    mark.addEventListener("click", () => go(ply));
    holder.append(mark);
  };
  rounds.forEach(({ round, ply }, place) => {
    const name = roundName(round);
    const label = h(
      "button",
      { type: "button", className: "mark-round", tabIndex: -1, title: name },
      h("span", { className: "long" }, name),
      h("span", { className: "short", "aria-hidden": "true" }, String(round)),
    );
    label.style.width = `${(((rounds[place + 1]?.ply ?? last) - ply) / last) * 100}%`;
    put(label, ply);
  });
  for (const mark of marks) {
    const contradiction = mark.kind === "contradiction" ? text(lang, "mark_contradiction") : null;
    const label = mark.kind === "round" ? null : (markLabel(mark) ?? contradiction);
    if (!label) continue;
    const className = `mark mark-${mark.kind.replaceAll("_", "-")}`;
    put(h("button", { type: "button", className, title: label, "aria-label": label, tabIndex: -1 }), mark.ply);
  }
}

/**
 * @param {Store} store
 * @param {Language} lang
 * @param {(ply: number) => void} go
 */
export function fillWarnings(store, lang, go) {
  const { broken, last } = store;
  const holder = $("warnings");
  holder.replaceChildren();
  if (broken) {
    const words = text(lang, "broken", { last: store.nameAt(last), reason: broken.reason });
    holder.append(h("p", { role: "alert" }, words));
  }
  const { contradictions } = store.at(last);
  if (!contradictions?.length) return;
  const line = h("p", null, `${text(lang, "contradiction")} `);
  for (const one of contradictions) {
    const words = text(lang, "contradiction_of", { names: one.names.join(", "), rule: one.rule });
    const button = h("button", { type: "button", className: "link" }, words);
    button.addEventListener("click", () => go(store.plyOf(one.names.at(-1))));
    line.append(button, " ");
  }
  holder.append(line);
}
