// @ts-check
/** What a seat knows, from public moves and from what it gave itself: a line for each figure. */
import { $, h } from "../../kit/dom.js";
import { figure } from "./names.js";

/** @typedef {{label: string, value: any, image: string | null}} Known */

/** What follows from public moves, where no game says it. @param {any} view @param {number} seat @returns {Known[]} */
export const derivedOf = (view, seat) =>
  Object.entries(view.derived?.[seat] ?? {}).map(([name, value]) => ({
    label: name.replaceAll("_", " "),
    value,
    image: null,
  }));

/** @param {readonly Known[]} rows @param {(value: any) => string} named */
export function showKnown(rows, named) {
  $("knows").hidden = !rows.length;
  $("known").replaceChildren(
    ...rows.map(({ label, value, image }) =>
      h("div", h("dt", image ? h("img", { src: image, alt: "" }) : null, label), h("dd", figure(value, named))),
    ),
  );
}
