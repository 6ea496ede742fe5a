// @ts-check
/** Marks on the slider: where rounds begin, reports, contradictions; and the warnings above the board. */
import { $, h } from "../../kit/dom.js";
import { text } from "../common/texts.js";

/** @import { Language } from "../../kit/words.js" */
/** @import { Mark, Store } from "../../store.js" */

const APART = 15; // Minimum distance of two marks (px, at letters of 16 px).
const ROUND_PX = 22; // Room that a round's number needs (px).
const MANY_ROUNDS = 6; // More rounds have short names on a short slider.
const MANY_WHERE_NARROW = 4;
const NARROW = 650;

const LETTERS_PX = 16; // Pixels of the usual size of letters.

/** Width of an element, in pixels at letters of the usual size: larger ones leave less. @param {Element} one */
function widthOf(one) {
  return (one.clientWidth * LETTERS_PX) / parseFloat(getComputedStyle(document.documentElement).fontSize);
}

const APART_KINDS = ["contradiction", "irregular", "corrected"]; // Marks that no other hides.

/** Which rounds are marked where not all can be: every second, every fifth and so on. */
const STEPS = [2, 5, 10, 20, 50, 100, 200, 500];

/**
 * @param {Store} store
 * @param {{lang: Language, go: (ply: number) => void, roundWords: (round: number) =>
 *   import("../../kit/board.js").RoundWords, markWords: (mark: Mark, ply: number) => {label: string, report: boolean} |
 *   null, more: readonly {ply: number, kind: string, labels: string[]}[], end: number}} page `markWords` is null for
 *   what is not shown; `more`: what the board does not mark; nothing after `end` is marked.
 */
export function fillMarks(store, { lang, go, roundWords, markWords, more, end }) {
  const { last } = store;
  const { rounds } = store;
  const holder = $("marks");
  const wide = widthOf(holder);
  holder.replaceChildren();
  fillChecks(store, lang);
  holder.classList.toggle("many", rounds.length > (wide < NARROW ? MANY_WHERE_NARROW : MANY_ROUNDS));
  // While it is hidden there is no room at all; it is filled again when it is shown.
  if (!last || !wide) return;
  const put = (/** @type {HTMLElement} */ mark, /** @type {number} */ ply) => {
    mark.style.left = `${(ply / last) * 100}%`;
    mark.addEventListener("click", () => go(ply));
    holder.append(mark);
  };
  const marked = someRounds(rounds, Math.floor(wide / ROUND_PX)).filter(({ ply }) => ply <= end);
  marked.forEach(({ round, ply }, place) => {
    const { long, short } = roundWords(round);
    const words = [h("span.long", long), h("span.short", { "aria-hidden": "true" }, short)];
    // A round that begins at the very end has no room for its name within the page.
    const room = !ply || (1 - ply / last) * wide >= ROUND_PX;
    const label = h("button.mark-round", { tabIndex: -1, title: long }, ...(room ? words : []));
    label.style.width = `${(((marked[place + 1]?.ply ?? last) - ply) / last) * 100}%`;
    put(label, ply);
  });
  const own = store.marks.flatMap((mark) => {
    const contradiction =
      mark.kind === "contradiction" ? { label: text(lang, "mark_contradiction"), report: false } : null;
    const words = mark.kind === "round" ? null : (markWords(mark, mark.ply) ?? contradiction);
    return words
      ? [{ ply: mark.ply, kind: words.report ? `report ${mark.kind}` : mark.kind, labels: [words.label] }]
      : [];
  });
  const all = [...own, ...more].filter(({ ply }) => ply <= end).sort((a, b) => a.ply - b.ply);
  for (const { ply, kind, labels } of together(all, (APART / wide) * last)) {
    const label = labels.join(" · ");
    const className = `mark ${kind.replace(/\w+/g, "mark-$&").replaceAll("_", "-")}`;
    put(h("button", { className, title: label, "aria-label": label, tabIndex: -1 }), ply);
  }
}

/** Under the slider: what was compared, where numbers differ. @param {Store} store @param {Language} lang */
function fillChecks(store, lang) {
  const line = $("checked");
  const { check_points: points = [], checks } = /** @type {any} */ (store.replay.standing ?? {});
  line.hidden = !checks?.checked;
  if (line.hidden) return;
  line.title = text(lang, "check_line", checks);
  line.setAttribute("aria-label", line.title);
  let from = 0;
  const parts = points.map((/** @type {{name: string, checked: boolean, open: number}} */ { name, checked, open }) => {
    const to = store.plyOf(name);
    const part = h("span", { className: open ? "differs" : checked ? "agrees" : "" });
    part.style.width = `${(100 * (to - from)) / (store.last || 1)}%`;
    from = to;
    return part;
  });
  line.replaceChildren(...parts);
}

/**
 * The rounds that are marked where there is room for so many: all of them, else the first and every second, fifth,
 * tenth and so on.
 * @template {{round: number}} R
 * @param {readonly R[]} rounds
 * @param {number} room
 * @returns {readonly R[]}
 */
export function someRounds(rounds, room) {
  if (rounds.length <= room) return rounds;
  const step = STEPS.find((one) => rounds.length / one <= room) ?? STEPS[STEPS.length - 1];
  return rounds.filter(({ round }, place) => !place || round % step === 0);
}

/**
 * Marks that would lie on each other as one mark, which leads to the first of them; what says that something is not as
 * usual stays apart.
 * @template {{ply: number, kind: string, labels: string[]}} M
 * @param {readonly M[]} marks In order.
 * @param {number} apart Plies.
 * @returns {M[]}
 */
export function together(marks, apart) {
  /** @type {M[]} */ const out = [];
  for (const mark of marks) {
    const before = out.at(-1);
    const alike = APART_KINDS.includes(mark.kind)
      ? before?.kind === mark.kind
      : !APART_KINDS.includes(before?.kind ?? "");
    if (before && alike && mark.ply - before.ply < apart) {
      before.labels.push(...mark.labels);
      if (!before.kind.split(" ").includes(mark.kind)) before.kind += ` ${mark.kind}`;
    } else out.push({ ...mark, labels: [...mark.labels] });
  }
  return out;
}

/** @param {Store} store @param {Language} lang @param {(ply: number) => void} go */
export function fillWarnings(store, lang, go) {
  const { broken, last } = store;
  const holder = $("warnings");
  holder.replaceChildren();
  if (broken) {
    const words = text(lang, "broken", { last, reason: broken.reason });
    holder.append(h("p", { role: "alert" }, words));
  }
  const { contradictions } = store.at(last);
  if (!contradictions?.length) return;
  const line = h("p", `${text(lang, "contradiction")} `);
  for (const one of contradictions) {
    const words = text(lang, "contradiction_of", {
      names: one.names.map((/** @type {string} */ name) => store.plyOf(name)).join(", "),
      rule: one.rule,
    });
    const button = h("button.link", words);
    button.addEventListener("click", () => go(store.plyOf(one.names.at(-1))));
    line.append(button, " ");
  }
  holder.append(line);
}
