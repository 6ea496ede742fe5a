// @ts-check
/** Numbers, yes or no, and free text. */
import { h } from "../kit/dom.js";
import { choice } from "./choice.js";

/** @import { Ask, Widget } from "./widget.js" */

const BUTTONS = 24; // Larger ranges have steps up and down, or a text field, instead of buttons.

/** @param {Ask} ask @returns {Widget} */
export function number(ask) {
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
export function flag(ask) {
  const { speech } = ask;
  const words = { ...speech, face: (/** @type {any} */ one) => ({ name: speech.text(one ? "yes" : "no") }) };
  return choice({ ...ask, speech: words, shape: null, domain: { ...ask.domain, kind: "choice", of: [true, false] } });
}

/** Free text. @param {Ask} ask @returns {Widget} */
export function free({ name, label, value, speech, inside, pick }) {
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
