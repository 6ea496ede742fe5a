// @ts-check
/** Details that are filled when somebody opens them. */
import { h, write } from "./dom.js";

/**
 * A summary with a list that is made when it is wanted.
 *
 * @typedef {{box: HTMLDetailsElement, show: (words: string | null, key: unknown, make: () => readonly Element[]) =>
 *   void}} Details `show` says what the summary says (null: there is nothing to show), and how the list is made; it is
 *   made again where `key` is another.
 */

/** @param {string} className Of the list. @returns {Details} */
export function details(className) {
  const summary = h("summary");
  const list = h("div", { className });
  const box = h("details", summary, list);
  /** @type {{key: unknown, make: () => readonly Element[]}} */ let wanted = { key: undefined, make: () => [] };
  /** @type {unknown} */ let filled;
  const fill = () => {
    if (box.open ? filled === wanted.key : filled === undefined) return;
    filled = box.open ? wanted.key : undefined;
    list.replaceChildren(...(box.open ? wanted.make() : []));
  };
  box.addEventListener("toggle", fill);
  return {
    box,
    show: (words, key, make) => {
      if (box.hidden !== (words === null)) box.hidden = words === null;
      if (words !== null) write(summary, words);
      wanted = { key: words === null ? undefined : key, make };
      fill();
    },
  };
}
