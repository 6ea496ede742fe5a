// @ts-check
/** What a seat knows, from public moves and from what it gave itself: a line for each figure. */
import { $, h } from "../../kit/dom.js";

/** @typedef {{label: string, value: any, image: string | null}} Known */

/** What follows from public moves, where no game says it. @param {any} view @param {number} seat @returns {Known[]} */
export const derivedOf = (view, seat) =>
  Object.entries(view.derived?.[seat] ?? {}).map(([name, value]) => ({
    label: name.replaceAll("_", " "),
    value,
    image: null,
  }));

export function showKnown(/** @type {readonly Known[]} */ rows, /** @type {(value: any) => string} */ named) {
  $("knows").hidden = !rows.length;
  $("known").replaceChildren(
    ...rows.map(({ label, value, image }) =>
      h("div", h("dt", image ? h("img", { src: image, alt: "" }) : null, label), h("dd", figure(value, named))),
    ),
  );
}

/** A figure in words, known or not. @param {any} value @param {(value: any) => string} named @returns {string} */
function figure(value, named) {
  if (Array.isArray(value)) return value.map((one) => figure(one, named)).join(", ");
  if (value && "least" in Object(value)) {
    return value.least === value.most ? String(value.least) : `${value.least}–${value.most ?? ""}`;
  }
  if (Array.isArray(value?.unknown)) return value.unknown.map(named).join(" / ");
  if (value && typeof value === "object") {
    const parts = Object.entries(value).map(([key, inner]) => `${named(key)} ${figure(inner, named)}`);
    return parts.join(", ");
  }
  return value === null || value === undefined ? "?" : named(value);
}
