// @ts-check
/** Names and numbers of a record, as its box calls them. */
import { told } from "../../kit/words.js";

/** @typedef {import("../../kit/words.js").Language} Language */

/**
 * The name of a value.
 * @param {any} box
 * @param {any} value An id of the box; anything else is said as it is.
 * @param {Language} lang
 */
export function nameIn(box, value, lang) {
  const found = typeof value === "string" ? find(box, value) : null;
  return found ? told(found, lang) : String(value).replaceAll("_", " ");
}

/**
 * The names of the component with an id.
 * @param {any} part Of a box.
 * @param {string} id
 * @returns {any}
 */
function find(part, id) {
  if (!part || typeof part !== "object") return null;
  if (part.id === id && part.name && typeof part.name === "object") return part.name;
  for (const inner of Object.values(part)) {
    const found = find(inner, id);
    if (found) return found;
  }
  return null;
}

/**
 * A figure that is known, narrowed or not known, in words.
 * @param {any} value
 * @param {(value: any) => string} named
 * @returns {string}
 */
export function figure(value, named) {
  if (Array.isArray(value)) return value.map((one) => figure(one, named)).join(", ");
  if (value && "least" in Object(value)) {
    return value.least === value.most ? String(value.least) : `${value.least}–${value.most ?? ""}`;
  }
  if (Array.isArray(value?.unknown)) return value.unknown.map(named).join(" / ");
  if (value && typeof value === "object") {
    return Object.entries(value)
      .map(([key, inner]) => `${named(key)} ${figure(inner, named)}`)
      .join(", ");
  }
  return value === null || value === undefined ? "?" : named(value);
}
