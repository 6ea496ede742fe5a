// @ts-check
/** Figures of a record in words. */

/** A figure in words, known or not. @param {any} value @param {(value: any) => string} named @returns {string} */
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
