// @ts-check
/** One widget for each kind of domain: every value a button of its own wherever values can be counted. */
import { h } from "../kit/dom.js";
import { choice } from "./choice.js";
import { group, list, map } from "./nested.js";
import { narrowed } from "./shape.js";

/**
 * @import { Domain, Shape } from "./shape.js"
 * @typedef {object} Speech What a widget says, and what pictures it shows.
 * @property {import("../kit/words.js").Language} lang
 * @property {(key: string, blanks?: Record<string, string | number>) => string} text
 * @property {(value: any, shape: Shape | null, field?: string) => import("../kit/faces.js").Face} face Of a value of a
 *   field; of none, of a key of a map.
 * @property {number} seats How many sit at the table.
 *
 * @typedef {object} Ask What a widget asks for.
 * @property {string} name The field, as moves call it.
 * @property {string} label
 * @property {Domain} domain
 * @property {Shape | null} shape As its game declares the field; null where it declares none.
 * @property {any} [value] What was answered before; undefined where nothing was.
 * @property {Speech} speech
 * @property {(value: any) => void} pick Called with each whole answer; undefined where it is not whole any more.
 * @property {boolean} [inside] It is one of several fields that are answered together: then every change is reported,
 *   and no button of its own says that this is all.
 * @property {(part: any) => void} [keep] Called with every change of what is not whole yet, so that it can be shown
 *   again as a `value`.
 * @property {((value: any) => void)} [off] Called with a value that is not on offer, after a long press or in the mode
 *   for them; without it there are none.
 *
 * @typedef {{element: HTMLElement, focus: () => void, mark?: (value: any) => void}} Widget `mark` shows which value is
 *   chosen, where the widget is one row of values.
 *
 * @typedef {(ask: Ask) => Widget} Maker
 */

const BUTTONS = 24; // Larger ranges have steps up and down, or a text field, instead of buttons.

/** @param {Ask} ask @returns {Widget} */
function number(ask) {
  const { low = 0, high } = ask.domain;
  if (high === undefined || high - low >= BUTTONS) return counter(ask);
  const of = Array.from({ length: high - low + 1 }, (_, place) => low + place);
  return choice({ ...ask, domain: { ...ask.domain, kind: "choice", of } });
}

/** A number between two large buttons that count, by one and by ten. @param {Ask} ask @returns {Widget} */
function counter({ name, label, domain, value, speech, inside, pick }) {
  const { low = 0, high } = domain;
  const input = h("input", {
    type: "number",
    inputMode: "numeric",
    min: String(low),
    max: high === undefined ? null : String(high),
    value: value ?? "",
    "aria-label": label,
  });
  const read = () => (/^-?\d+$/.test(input.value) ? Number(input.value) : undefined);
  const step = (/** @type {number} */ by) => {
    const onclick = () => {
      const next = Math.max(low, Math.min((read() ?? low - Math.sign(by)) + by, high ?? Infinity));
      input.value = String(next);
      if (inside) pick(next);
    };
    const label = speech.text(by > 0 ? "more_by" : "less_by", { n: Math.abs(by) });
    return h("button", { "aria-label": label, onclick }, by > 0 ? `+${by}` : `−${-by}`);
  };
  const done = h("button.ok", speech.text("take"));
  const take = () => {
    const wanted = read();
    input.setAttribute("aria-invalid", String(wanted === undefined && input.value !== ""));
    if (inside || wanted !== undefined) pick(wanted);
  };
  done.hidden = Boolean(inside);
  done.addEventListener("click", take);
  input.addEventListener("input", () => inside && take());
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !inside) take();
  });
  const steps = h("div.steps", step(-10), step(-1), input, step(1), step(10), done);
  const element = h("fieldset.ask.counter", { "data-field": name }, h("legend", label), steps);
  return { element, focus: () => input.focus() };
}

/** Yes or no. @param {Ask} ask @returns {Widget} */
function flag(ask) {
  const { speech } = ask;
  const words = { ...speech, face: (/** @type {any} */ one) => ({ name: speech.text(one ? "yes" : "no") }) };
  return choice({ ...ask, speech: words, shape: null, domain: { ...ask.domain, kind: "choice", of: [true, false] } });
}

/** Free text. @param {Ask} ask @returns {Widget} */
function free({ name, label, value, speech, inside, pick }) {
  const input = h("input", { type: "text", value: value ?? "", "aria-label": label, maxLength: 1000 });
  const done = h("button.ok", speech.text("take"));
  const take = () => pick(input.value.trim() || undefined);
  done.hidden = Boolean(inside);
  done.addEventListener("click", take);
  input.addEventListener("input", () => inside && take());
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !inside) take();
  });
  const element = h("fieldset.ask.free", { "data-field": name }, h("legend", label), h("div.steps", input, done));
  return { element, focus: () => input.focus() };
}

/** @type {Record<string, (ask: Ask, widget: Maker) => Widget>} */
const KINDS = { choice, range: number, flag, free, list, map, group };

/** The widget of a domain. @param {Ask} ask @returns {Widget} @throws {Error} Nobody has drawn this kind yet. */
export function widget(ask) {
  const domain = narrowed(ask.domain, ask.shape, ask.speech.seats);
  const make = KINDS[domain.kind];
  if (!make) throw new Error(`no widget for a domain of the kind ${domain.kind}`);
  return make({ ...ask, domain }, widget);
}
