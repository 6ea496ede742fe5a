// @ts-check
/** What a record is opened with besides game and seats: the game's options, when and where, who may watch, policies. */
import { h, write } from "../../kit/dom.js";
import { localized } from "../../kit/words.js";
import { say } from "./words.js";

/** @import { Language } from "../../kit/words.js" */
/** @typedef {{kind: string, label?: any, default?: any, choices?: any[], low?: number, high?: number}} Field */

/** How the service calls the values of a policy, the default first. @type {Record<string, readonly string[]>} */
const POLICIES = {
  undo: ["barriers", "consent", "none"],
  start: ["free", "seats"],
  signing: ["seats", "none"],
  typing: ["recorder", "seats"],
  strict: ["free", "play", "all"],
};
const OCCASION = /** @type {const} */ (["date", "zone", "place", "event", "league"]); // What is said of when and where.
const VISIBILITIES = ["unlisted", "public", "private"];

/**
 * A select of values.
 * @param {readonly any[]} values @param {any} value The one chosen. @param {(value: any) => string} words
 * @param {(value: any) => void} chosen
 */
function select(values, value, words, chosen) {
  const made = h("select", ...values.map((one) => h("option", { value: String(one) }, words(one))));
  made.value = String(value);
  made.addEventListener("change", () => chosen(values[made.selectedIndex]));
  return made;
}

const labelled = (/** @type {string} */ label, /** @type {HTMLElement} */ control) =>
  h(
    "label",
    { className: control instanceof HTMLInputElement && control.type === "checkbox" ? "check" : "" },
    h("span", label),
    control,
  );

/** A widget. @param {Field} field @param {any} value @param {string} label @param {(value: any) => void} chosen */
function optionField(field, value, label, chosen) {
  if (field.kind === "flag") {
    const box = h("input", { type: "checkbox", checked: value === true, onchange: () => chosen(box.checked) });
    return labelled(label, box);
  }
  const values = field.choices ?? span(field.low ?? 0, field.high ?? 0);
  const words = (/** @type {any} */ one) => String(one).replaceAll("_", " ");
  return labelled(label, select(values, value, words, chosen));
}

/** @param {number} low @param {number} high */
const span = (low, high) => Array.from({ length: Math.max(1, high - low + 1) }, (_, step) => low + step);

/**
 * The options of a game, folded away: those that differ from their default are counted in the summary.
 * @param {HTMLElement} place @param {Record<string, Field>} fields
 * @param {Record<string, any>} values What was chosen, by option; changed here.
 * @param {Language} lang @param {() => void} changed
 */
export function showOptions(place, fields, values, lang, changed) {
  const count = () => Object.keys(values).length;
  const summary = h("span.quiet");
  const showCount = () =>
    write(summary, count() ? say(lang, "options_changed", { count: count() }) : say(lang, "options_as_usual"));
  const rows = Object.entries(fields).map(([name, field]) =>
    optionField(
      field,
      values[name] ?? field.default,
      localized(field.label, lang) || name.replaceAll("_", " "),
      (value) => {
        if (value === field.default) delete values[name];
        else values[name] = value;
        showCount();
        changed();
      },
    ),
  );
  showCount();
  const open = place.querySelector("details")?.open ?? false;
  const details = h("details", { open }, h("summary", `${say(lang, "options")}: `, summary), ...rows);
  place.replaceChildren(...(rows.length ? [details] : []));
}

/**
 * @typedef {{date: string, zone: string, place: string, event: string, league: string, visibility: string,
 *   undo: string, start: string, signing: string, typing: string, strict: string, memory_aid: boolean}} Circumstances
 */

/** What the device says of day and zone, and the usual choices. @param {Date} now @returns {Circumstances} */
export function usual(now) {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [undo, start, signing, typing, strict] = Object.values(POLICIES).map(([first]) => first);
  const where = { date: day.join("-"), zone: timeZone ?? "", place: "", event: "", league: "" };
  return { ...where, visibility: VISIBILITIES[0], undo, start, signing, typing, strict, memory_aid: false };
}

/**
 * When, where, who may watch, and what the table agrees on.
 * @param {HTMLElement} place @param {Circumstances} of Changed here. @param {Language} lang @param {() => void} changed
 */
export function showCircumstances(place, of, lang, changed) {
  const set = (/** @type {keyof Circumstances} */ name, /** @type {string | boolean} */ value) => {
    Object.assign(of, { [name]: value });
    changed();
  };
  const input = (/** @type {(typeof OCCASION)[number]} */ name) => {
    const type = name === "date" ? "date" : "text";
    const made = h("input", { type, value: of[name], maxLength: 200, autocomplete: "off" });
    made.addEventListener("input", () => set(name, made.value));
    return labelled(say(lang, name), made);
  };
  const policy = (/** @type {"undo" | "start" | "signing" | "typing" | "strict"} */ name) => {
    const words = (/** @type {string} */ value) => say(lang, `${name}_${value}`);
    const made = select(POLICIES[name], of[name], words, (value) => set(name, value));
    return labelled(say(lang, name), made);
  };
  const seen = (/** @type {string} */ value) => say(lang, value);
  const watch = select(VISIBILITIES, of.visibility, seen, (value) => set("visibility", value));
  const aid = h("input", { type: "checkbox", checked: of.memory_aid, onchange: () => set("memory_aid", aid.checked) });
  const open = place.querySelector("details")?.open ?? false;
  const parts = [
    ...OCCASION.map(input),
    labelled(say(lang, "visibility"), watch),
    ...[policy("typing"), policy("undo"), policy("start"), policy("signing"), policy("strict")],
    labelled(say(lang, "memory_aid"), aid),
  ];
  place.replaceChildren(h("details", { open }, h("summary", say(lang, "more")), ...parts));
}

/** What `POST /v1/records` gets of these. @param {Record<string, any>} options @param {Circumstances} of */
export function asked(options, of) {
  const said = OCCASION.map((name) => [name, of[name].trim()]);
  const chosen = Object.entries(POLICIES).map(([name, [usual]]) => {
    const value = of[/** @type {"undo" | "start" | "signing" | "typing"} */ (name)];
    return [name, value === usual ? "" : value];
  });
  const policies = [...chosen, ["memory_aid", of.memory_aid]];
  return {
    options,
    occasion: Object.fromEntries(said.filter(([, value]) => value)),
    visibility: of.visibility,
    policies: Object.fromEntries(policies.filter(([, value]) => value)),
  };
}
