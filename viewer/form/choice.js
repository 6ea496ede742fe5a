// @ts-check
/**
 * One of some values, each a button with its face at its own place. A long row of them can be searched. What is
 * declared and not on offer now is shown pale: a long press, or the mode for it, chooses it all the same.
 */
import { h } from "../kit/dom.js";
import { wordsOf } from "../kit/faces.js";
import { same } from "./shape.js";

/** @import { Ask, Speech, Widget } from "./widget.js" */

const MANY = 24; // More values than this can be searched.
const SHORT = 30; // A face with more letters is shown as a card.
const FULL = 12; // A list of moves shows more pictures than this without their names.
const READ = 6; // Of more values only names and pictures are shown where these tell them apart: more are in sight.
/** Where fewer than this share of what is declared is on offer, or there is much of it, the rest is shown on demand. */
const SHARE = 1 / 3;
const LONG_MS = 600; // Duration of a long press.
const MOST_NUMBERS = 60; // Maximum number of numbers shown as buttons.

/** @param {Ask} ask @returns {Widget} */
export function choice(ask) {
  const { domain, speech } = ask;
  /** @type {any[]} */ const offered = domain.of;
  const all = universe(ask);
  const few = offered.length < all.length && all.length <= MANY && offered.length >= all.length * SHARE;
  const pale = Boolean(ask.off) && few;
  const shown = pale ? all : all.filter((value) => offered.includes(value));
  return buttons(ask, shown, offered, all, speech);
}

/** Every declared value of a field in order, then others on offer. @param {Ask} ask @returns {any[]} */
function universe({ domain, shape }) {
  const { low, high } = shape ?? {};
  /** @type {any[]} */ let known = shape?.choices ?? [];
  if (!shape?.seat && low !== undefined && high !== undefined && high - low < MOST_NUMBERS)
    known = Array.from({ length: high - low + 1 }, (_, place) => low + place);
  return [...new Set([...known, ...domain.of])];
}

/** @param {Ask} ask @param {any[]} shown @param {any[]} offered @param {any[]} all @param {Speech} speech */
function buttons(ask, shown, offered, all, speech) {
  const { label, name, off } = ask;
  let { value } = ask;
  const grid = h("div.options", { role: "group", "aria-label": label });
  let mode = false;
  /** What the buttons are found by. @type {WeakMap<Element, string>} */
  const words = new WeakMap();
  /** @type {Map<any, import("../kit/faces.js").Face>} */ const faces = new Map();
  const faceOf = (/** @type {any} */ one) => {
    const known = faces.get(one);
    if (known) return known;
    const its = { ...speech.face(one, ask.shape, name) };
    // Copies of one card have a number from the second on.
    const same = its.copies ? [...faces.values()].filter(({ copies }) => copies === its.copies).length : 0;
    if (same) its.name = `${its.name} (${same + 1})`;
    faces.set(one, its);
    return its;
  };
  const [shapes, lines] = [new Set(), new Set()];
  for (const { name, picture, cost, gives } of shown.map(faceOf)) {
    shapes.add(name + picture);
    if (cost || gives) lines.add(name);
  }
  const many = shown.length > READ && shapes.size === shown.length && lines.size > 0;
  const button = (/** @type {any} */ one) => {
    const on = offered.includes(one);
    const its = faceOf(one);
    const made = h(
      "button",
      {
        className: on ? "value" : "value pale",
        "aria-pressed": String(same(one, value)),
        "aria-disabled": on || mode ? null : "true",
        "data-value": JSON.stringify(one),
        title: [its.cost, its.gives].filter(Boolean).join(" · ") || null,
      },
      ...face(many ? { ...its, cost: "", gives: "" } : its),
    );
    words.set(made, folded(wordsOf(its)));
    pressed(made, {
      tap: () => {
        if (on) taken(one);
        else if (mode) off?.(one);
      },
      long: () => {
        if (!on) off?.(one);
      },
    });
    return made;
  };
  /** Show which value is chosen. @param {any} one */
  const mark = (one) => {
    value = one;
    for (const made of element.querySelectorAll("button.value"))
      made.setAttribute("aria-pressed", String(made.dataset.value === JSON.stringify(value)));
  };
  /** Among other fields what may be left out is left out by a second tap. @param {any} one */
  const taken = (one) => {
    const next = ask.inside && ask.domain.optional && one === value ? undefined : one;
    if (ask.inside) mark(next);
    ask.pick(next);
  };
  const fill = (/** @type {any[]} */ values) => {
    for (const old of grid.querySelectorAll(".value")) old.remove();
    grid.prepend(...values.map(button));
  };
  fill(shown);
  const drawn = [...faces.values()];
  const numbers =
    !ask.shape?.seat && shown.every((one) => typeof one === "number") && drawn.every(({ name }) => name.length < 5);
  const pictures = drawn.some(({ picture }) => picture);
  const cards = drawn.some(({ name, picture, cost, gives }) => {
    return !many && (picture || cost || gives) && [name, cost, gives].join("").length > SHORT;
  });
  const plain = shown.length > FULL && drawn.every(({ picture, cost, gives }) => picture && !cost && !gives);
  for (const [name, on] of Object.entries({ numbers, pictures, cards, many, plain })) grid.classList.toggle(name, on);
  /** @type {HTMLElement[]} */ const parts = [h("legend", label)];
  if (shown.length > MANY) parts.push(search(grid, label, speech, words));
  parts.push(grid);
  if (off && all.length > offered.length) {
    const more = h("button.quiet", speech.text("not_on_offer"));
    more.addEventListener("click", () => {
      mode = !mode;
      more.setAttribute("aria-pressed", String(mode));
      fill(mode ? all : shown);
    });
    if (shown.length > MANY) parts.push(more);
    else grid.append(more);
  }
  /** @type {any} */ const element = h("fieldset.ask.choice", { "data-field": name }, ...parts);
  return {
    element,
    mark,
    focus: () =>
      /** @type {HTMLElement | null} */ (
        grid.querySelector('[aria-pressed="true"]') ?? grid.querySelector("button:not(.pale)")
      )?.focus(),
  };
}

/** What a button shows. @param {import("../kit/faces.js").Face} face @param {boolean} [short] Without cost and gain. */
export function face({ name, picture, cost, gives }, short = false) {
  const lines = short ? [] : [cost, gives].filter(Boolean).map((line) => h("small", line));
  const image = picture ? [h("img", { src: picture, alt: "", decoding: "async" })] : [];
  // In short a picture that says which it is leaves its name to ears.
  const seen = short && picture && !cost && !gives ? "unseen" : "";
  return [...image, h("span", { className: seen }, name), ...lines];
}

/**
 * A field that hides what does not have all of its words.
 * @param {HTMLElement} grid @param {string} label @param {Speech} speech
 * @param {WeakMap<Element, string>} words Of the buttons.
 */
function search(grid, label, speech, words) {
  const input = h("input.search", {
    type: "search",
    placeholder: speech.text("search"),
    "aria-label": speech.text("search_in", { what: label }),
    autocomplete: "off",
    enterKeyHint: "go",
  });
  const fitting = () => {
    const wanted = folded(input.value).split(/\s+/);
    return /** @type {HTMLElement[]} */ ([...grid.children]).filter((button) => {
      button.hidden = !wanted.every((word) => words.get(button)?.includes(word));
      return !button.hidden;
    });
  };
  input.addEventListener("input", fitting);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    const [only, more] = fitting();
    if (only && !more) only.click();
  });
  return input;
}

/** Words as they are compared: small, without accents. @param {string} words */
const folded = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** A tap, a key, or a long press. @param {HTMLElement} element @param {{tap: () => void, long: () => void}} acts */
function pressed(element, { tap, long }) {
  /** @type {any} */ let timer = null;
  let held = false;
  const stop = () => clearTimeout(timer);
  element.addEventListener("pointerdown", () => {
    held = false;
    stop();
    timer = setTimeout(() => {
      held = true;
      long();
    }, LONG_MS);
  });
  for (const kind of ["pointerup", "pointerleave", "pointercancel"]) element.addEventListener(kind, stop);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("click", () => {
    if (!held) tap();
    held = false;
  });
}
