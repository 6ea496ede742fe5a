// @ts-check
/** The fields of a form for a thumb: every value a button of its own, nothing chosen beforehand. */

import { h, write } from "../kit/dom.js";

/**
 * @typedef {{kind: string, of?: any, low?: number, high?: number, least?: number, most?: number}} Domain As an offer
 *   tells it.
 * @typedef {{name: (value: any) => string, picture: (field: string, value: any) => string | null, text: (key: string,
 *   blanks?: Record<string, string | number>) => string}} Speech
 * @typedef {{name: string, label: string, element: HTMLElement, value: () => any, focus: () => void}} Field `value` is
 *   undefined while something is missing.
 * @typedef {Map<string, any>} Drafts What was chosen so far; outlives the form.
 */

/** So many numbers are buttons; more are typed. */
const BUTTONS = 24;
let fields = 0;

/**
 * @param {string} name
 * @param {string} label
 * @param {Domain} domain
 * @param {Drafts} drafts
 * @param {Speech} speech
 * @returns {Field}
 */
export function field(name, label, domain, drafts, speech) {
  if (domain.kind === "list" && domain.of?.kind === "choice") return row(name, label, domain, drafts, speech);
  if (domain.kind === "choice" && domain.of.length === 1) return given(name, label, domain.of[0], speech);
  if (domain.kind === "choice") return choice(name, label, domain.of, drafts, speech);
  const { low = 0, high } = domain;
  if (high !== undefined && high - low < BUTTONS)
    return choice(
      name,
      label,
      Array.from({ length: high - low + 1 }, (_, place) => low + place),
      drafts,
      speech,
    );
  return typed(name, label, domain, drafts);
}

/** @param {string} name @param {any} value @param {Speech} speech */
function face(name, value, speech) {
  const src = speech.picture(name, value);
  return [src ? h("img", { src, alt: "", decoding: "sync" }) : null, h("span", null, speech.name(value))];
}

/**
 * What is not for this seat to choose: said, and sent along.
 * @param {string} name
 * @param {string} label
 * @param {any} value
 * @param {Speech} speech
 * @returns {Field}
 */
function given(name, label, value, speech) {
  const element = h("p", { className: "given" }, ...face(name, value, speech));
  return { name, label, element, value: () => value, focus: () => {} };
}

/**
 * One of some values.
 * @param {string} name
 * @param {string} label
 * @param {any[]} values
 * @param {Drafts} drafts
 * @param {Speech} speech
 * @returns {Field}
 */
function choice(name, label, values, drafts, speech) {
  fields += 1;
  const group = `field-${fields}`;
  const numbers = values.every((value) => typeof value === "number");
  const inputs = values.map((value, place) => {
    const input = h("input", { type: "radio", name: group, value: String(place), checked: drafts.get(name) === value });
    input.addEventListener("change", () => drafts.set(name, value));
    return input;
  });
  const element = h(
    "fieldset",
    null,
    h("legend", null, label),
    h(
      "div",
      { className: numbers ? "options numbers" : "options" },
      ...values.map((value, place) => h("label", null, inputs[place], ...face(name, value, speech))),
    ),
  );
  return {
    name,
    label,
    element,
    value: () => values[inputs.findIndex((input) => input.checked)],
    focus: () => (inputs.find((input) => input.checked) ?? inputs[0])?.focus(),
  };
}

/**
 * Several values in order: places above, what may stand there below; each choice goes on to the next place.
 * @param {string} name
 * @param {string} label
 * @param {Domain} domain
 * @param {Drafts} drafts
 * @param {Speech} speech
 * @returns {Field}
 */
function row(name, label, domain, drafts, speech) {
  const count = domain.most ?? domain.least ?? 1;
  // Where fewer will do, those before the first empty place are given.
  const least = domain.least ?? count;
  /** @type {any[]} */
  const chosen = Array.from({ length: count }, (_, place) => drafts.get(name)?.[place]);
  const missing = () => chosen.findIndex((value) => value === undefined);
  let at = Math.max(0, missing());
  const said = h("p", { className: "unseen", role: "status" });
  const places = chosen.map((_, place) => {
    const button = h("button", { type: "button" });
    button.addEventListener("click", () => {
      at = place;
      show();
    });
    return button;
  });
  const turn = h("p", { className: "turn", "aria-hidden": "true" });
  const palette = h(
    "div",
    { className: "options", role: "group" },
    ...domain.of.of.map((/** @type {any} */ value) => {
      const button = h("button", { type: "button" }, ...face(name, value, speech));
      button.addEventListener("click", () => {
        chosen[at] = value;
        drafts.set(name, [...chosen]);
        const done = at;
        // On to the next place without a value; after the last one, stay.
        const next = [...chosen.keys()]
          .map((step) => (at + 1 + step) % count)
          .find((place) => chosen[place] === undefined);
        at = next ?? at;
        show();
        const rest = next === undefined ? speech.text("all_chosen") : speech.text("turn", { n: next + 1, count });
        write(said, `${words(done)}. ${rest}`);
      });
      return button;
    }),
  );
  /** @param {number} place */
  const words = (place) =>
    speech.text("place", {
      n: place + 1,
      count,
      what: chosen[place] === undefined ? speech.text("not_chosen") : speech.name(chosen[place]),
    });
  function show() {
    places.forEach((button, place) => {
      const value = chosen[place];
      const src = value === undefined ? null : speech.picture(name, value);
      button.replaceChildren(
        h("b", null, String(place + 1)),
        ...(src ? [h("img", { src, alt: "" })] : [h("span", null, value === undefined ? "–" : speech.name(value))]),
      );
      button.setAttribute("aria-label", words(place));
      button.setAttribute("aria-pressed", String(place === at));
      button.className = value === undefined ? "" : "set";
    });
    const left = missing() >= 0;
    const line =
      left || chosen[at] === undefined
        ? speech.text("turn", { n: at + 1, count })
        : speech.text("change", { n: at + 1 });
    write(turn, line);
    palette.setAttribute("aria-label", line);
  }
  show();
  const element = h(
    "fieldset",
    null,
    h("legend", null, label),
    h("div", { className: "places", role: "group", "aria-label": label }, ...places),
    turn,
    palette,
    said,
  );
  return {
    name,
    label,
    element,
    value: () => {
      const filled = missing() < 0 ? count : missing();
      const gap = chosen.slice(filled).some((value) => value !== undefined);
      return gap || filled < least ? undefined : chosen.slice(0, filled);
    },
    focus: () => places[Math.max(0, missing())].focus(),
  };
}

/**
 * A number that is typed.
 * @param {string} name
 * @param {string} label
 * @param {Domain} domain
 * @param {Drafts} drafts
 * @returns {Field}
 */
function typed(name, label, domain, drafts) {
  const input = h("input", {
    type: "number",
    inputMode: "numeric",
    min: String(domain.low ?? 0),
    value: drafts.get(name) ?? "",
  });
  if (domain.high !== undefined) input.max = String(domain.high);
  input.addEventListener("input", () => drafts.set(name, input.value));
  return {
    name,
    label,
    element: h("label", { className: "typed" }, label, input),
    value: () => (input.value === "" ? undefined : Number(input.value)),
    focus: () => input.focus(),
  };
}

/**
 * The domain of a field that nobody offers any more, from what the move's fields are.
 * @param {any} shape
 * @param {number} most Of a list that does not say.
 * @returns {Domain}
 */
export function domainOf(shape, most) {
  if (shape.kind === "list") return { kind: "list", of: domainOf(shape.of, most), most: shape.high ?? most };
  return shape.kind === "choice"
    ? { kind: "choice", of: shape.choices }
    : { kind: "range", low: shape.low ?? 0, high: shape.high };
}
