// @ts-check
/** Two versions of an edition, row by row: the person who sees both decides which one is printed. */
import { h } from "../../kit/dom.js";
import { localized } from "../../kit/words.js";
import { labelOf, rowName } from "./fields.js";
import { rowsOf, same, unitsOf } from "./rows.js";
import { say } from "./words.js";

/**
 * @typedef {import("./rows.js").Language} Language
 * @typedef {object} Two
 * @property {"draft" | "file" | "edition"} kind Where the other version comes from.
 * @property {import("./rows.js").BoxForm} form
 * @property {any} mine
 * @property {any} theirs
 * @property {string[]} paths Rows that differ.
 * @property {string[]} [taken] Those of them that only the other version has; the rest is to be decided.
 * @property {string[]} [conflicts] Those to be decided; all without it.
 * @property {Language} lang
 */

/**
 * Show where two versions differ, and ask.
 * @param {HTMLElement} place @param {Two} two
 * @param {(how: "one" | "both", rows: string[]) => Promise<void>} choose `rows`: those to take from the other version;
 *   what is entered meanwhile stays.
 */
export function ask(place, { kind, form, mine, theirs, paths, taken = [], conflicts = paths, lang }, choose) {
  const t = (/** @type {string} */ key, /** @type {any} */ blanks = {}) => say(lang, key, blanks);
  const rows = new Map([...rowsOf(form, theirs), ...rowsOf(form, mine)].map((row) => [row.path, row]));
  const [own, its] = [unitsOf(form, mine), unitsOf(form, theirs)];
  /** Row -> whose it is. @type {Map<string, "mine" | "theirs">} */
  const picks = new Map(
    paths.filter((path) => !conflicts.includes(path)).map((path) => [path, taken.includes(path) ? "theirs" : "mine"]),
  );
  const settle = () => {
    for (const made of place.querySelectorAll("[data-pick]")) {
      const [whose, path] = /** @type {HTMLElement} */ (made).dataset.pick?.split(" ") ?? [];
      made.setAttribute("aria-pressed", String(picks.get(path) === whose));
    }
    done.disabled = picks.size < paths.length;
  };
  const button = (/** @type {string} */ words, /** @type {() => void} */ onclick, /** @type {any} */ more = {}) =>
    h("button", { ...more, onclick }, words);
  const close = (/** @type {"one" | "both"} */ how) => {
    place.hidden = true;
    const rows = paths.filter((path) => picks.get(path) === "theirs");
    void choose(how, rows);
  };
  const items = paths.map((path) => {
    const row = rows.get(path);
    const [one, other] = [own.get(path), its.get(path)];
    const keys = Object.keys({ ...one, ...other }).filter((key) => !same(one?.[key], other?.[key]));
    const values = (/** @type {any} */ of) =>
      keys.map((key) => `${labelOf(row?.table.fields[key]?.label, key, lang)}: ${valueOf(row, key, of, lang)}`);
    const choice = (/** @type {"mine" | "theirs"} */ whose, /** @type {any} */ of) => {
      const words = of ? values(of).join("; ") : t("no_row");
      const pick = () => {
        picks.set(path, whose);
        settle();
      };
      return button(`${t(`is_${whose}`)} ${words}`, pick, { className: "e-chip", "data-pick": `${whose} ${path}` });
    };
    const called = row && rowName(one ?? other ?? {}, row.name, lang);
    const name = row ? `${localized(row.table.label, lang)} · ${called}` : t("outside");
    return h("li", { "data-differs": path }, h("b", name), choice("mine", one), choice("theirs", other));
  });
  const all = (/** @type {"mine" | "theirs"} */ whose) =>
    button(t(`all_${whose}`), () => {
      for (const path of conflicts) picks.set(path, whose);
      settle();
    });
  const done = button(t("take_these"), () => close("one"), { className: "primary" });
  const ways = [...(conflicts.length ? [all("mine"), all("theirs")] : []), button(t("keep_both"), () => close("both"))];
  place.replaceChildren(
    h("h2", t(`conflict_${kind}`, { name: kind === "edition" ? theirs.edition : mine.edition })),
    h("p.quiet", t("differ", { n: paths.length, open: conflicts.length })),
    h("ul.e-differences", ...items),
    h("p.e-ways", ...ways, done),
  );
  place.hidden = false;
  settle();
}

/** @param {import("./rows.js").Row | undefined} row @param {string} key @param {any} of @param {Language} lang */
function valueOf(row, key, of, lang) {
  if (key === "stand_in") return say(lang, of[key]?.length ? "state_placeholder" : "state_compared");
  return words(row?.table.fields[key], of[key], lang);
}

/** A value in words. @param {any} field @param {any} value @param {Language} lang @returns {string} */
function words(field, value, lang) {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return say(lang, value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((one) => words(field?.of, one, lang)).join(", ") || "–";
  if (typeof value !== "object") return labelOf(field?.words?.[value], value, lang);
  if (value.en !== undefined) return localized(value, lang);
  const inner = { ...field?.fields, ...field?.variants?.[value.kind] };
  const parts = Object.entries(value).filter(([, one]) => one);
  const part = (/** @type {[string, any]} */ [key, one]) =>
    `${labelOf(inner[key]?.label ?? field?.words?.[key], key, lang)} ${words(inner[key] ?? field?.of, one, lang)}`;
  return parts.map(part).join(", ") || "–";
}
