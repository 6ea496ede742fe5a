// @ts-check
/**
 * The places of a board that can be pointed at. A board declares each once: its key in the words of moves (`{row: 2,
 * col: 5}`, `{city: 12}`) and its element. From that come the light on what a move changed, hints for the pointer, the
 * keyboard (one stop for Tab, arrows to the nearest place, Enter, Escape), names for screen readers, taps, and the
 * words that a tap shows. A tap is first the event `target`, with the places within a finger of it:
 * who listens and prevents its default takes the tap.
 */
import { h, s, set, write } from "./dom.js";
import { forEars } from "./deferred-labels.js";
import { openNotes } from "./notes.js";

/** @typedef {Readonly<Record<string, string | number>>} Key */

/**
 * @typedef {object} TargetOptions Texts of places; called each time, so they may follow the position.
 * @property {(key: Key) => string} name A short name: *City 12*.
 * @property {(key: Key) => string} describe The full description of a place now.
 * @property {(key: Key) => Element | null} [picture] Shown with the description.
 * @property {(key: Key) => boolean} [press] Handles a tap; false to show the description, as without
 *   does not.
 *
 * @typedef {{key: Key, element: HTMLElement | SVGElement, area: Element, rings: Map<string, Element[]>,
 *   name: () => string}} Target
 */

/** Every place of every board, by its element. @type {WeakMap<Element, Target>} */
const declared = new WeakMap();

/** The short name of a place; null where none was declared. @param {Element | null} element */
export const placeName = (element) => (element && declared.get(element)?.name()) ?? null;

/**
 * Mark places of a board in a way of their own, and no others in that way.
 * @param {HTMLElement} holder Of the board.
 * @param {string} way A class, and for SVG the end of that of a line around it: `open`, `tapped`.
 * @param {(key: Key) => boolean} wanted
 */
export function markTargets(holder, way, wanted) {
  for (const element of holder.querySelectorAll("[data-target]")) {
    const target = declared.get(element);
    if (target) ring(target, wanted(target.key), way, [`target-${way}`]);
  }
}

/** Keys that walk over the board, as steps to the right and down. @type {Record<string, [number, number]>} */
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const WIDE = 44; // A finger does not miss a place of this width and height (px).
const FINGER = 12; // A tap may mean a place within this distance (px).
const MOST_LIT = 8; // More changes at once are a new table: nothing is lit.

export class Targets {
  /** @param {HTMLElement} frame Holds all targets, and the words that a tap shows. @param {TargetOptions} options */
  constructor(frame, options) {
    this.frame = frame;
    this.options = options;
    /** @type {Map<string, Target>} */ this.all = new Map();
    /** @type {WeakMap<Element, Target>} */ this.byElement = new WeakMap();
    /** @type {Set<Target>} */ this.lit = new Set();
    /** @type {Target | null} */ this.chosen = null;
    /** @type {Target | null} What Tab stops at. */
    this.stop = null;
    this.detail = h("div.target-detail.centre", { hidden: true });
    this.close = () => this.#choose(null);
    frame.append(this.detail);
    frame.addEventListener("click", (event) => this.#pressed(this.#under(event), event));
    frame.addEventListener("keydown", (event) => this.#key(event));
    frame.addEventListener("focusin", (event) => this.#focused(this.#under(event)));
    frame.addEventListener("focusout", (event) => this.#named(this.#under(event)));
    frame.addEventListener("pointerover", (event) => this.#pointed(this.#under(event)));
  }

  /**
   * Declare a place.
   * @param {Key} key @param {HTMLElement | SVGElement} element What is focused and tapped.
   * @param {Element} [area] A shape inside it, or elsewhere, that is lit; for what is no SVG the element itself.
   * @param {Element[]} [parts] Further elements that belong to it: pieces in other layers.
   */
  declare(key, element, area = element, parts = []) {
    /** @type {Target} */ const target = { key, element, area, rings: new Map(), name: () => this.options.name(key) };
    declared.set(element, target);
    set(element, { role: "button", tabindex: -1, "aria-label": target.name(), "data-target": JSON.stringify(key) });
    element.classList.add("target");
    this.all.set(JSON.stringify(key), target);
    for (const part of [element, area, ...parts]) this.byElement.set(part, target);
    if (!this.stop) this.#stopAt(target);
  }

  /** Take a place back: its element leaves the board. @param {Key} key */
  forget(key) {
    const id = JSON.stringify(key);
    const target = this.all.get(id);
    if (!target) return;
    this.all.delete(id);
    this.lit.delete(target);
    if (this.chosen === target) this.#choose(null);
    const [next] = this.all.values();
    if (this.stop === target) this.stop = null;
    if (!this.stop && next) this.#stopAt(next);
  }

  /** Light the places that a move changed, and no others. @param {readonly Key[]} keys */
  light(keys) {
    const wanted = new Set(
      keys.length > MOST_LIT ? [] : keys.flatMap((key) => this.all.get(JSON.stringify(key)) ?? []),
    );
    for (const target of this.lit) if (!wanted.has(target)) ring(target, false);
    for (const target of wanted) if (!this.lit.has(target)) ring(target, true);
    this.lit = wanted;
  }

  /** Say anew what is shown and what has the focus: the position is another. */
  refresh() {
    if (this.chosen) this.#showDetail(this.chosen);
    const focused = this.#under({ target: document.activeElement });
    if (focused) forEars(focused, () => set(focused.element, { "aria-label": this.options.describe(focused.key) }));
  }

  /** @param {{target: EventTarget | null}} event @returns {Target | null} */
  #under({ target }) {
    for (let node = /** @type {Element | null} */ (target); node && node !== this.frame; node = node.parentElement) {
      const found = this.byElement.get(node);
      if (found) return found;
    }
    return null;
  }

  /** @param {Target | null} target @param {{clientX: number, clientY: number, detail: number}} [where] Of a tap. */
  #pressed(target, where) {
    // A key presses one place; a finger may mean its neighbour.
    const box = target?.area.getBoundingClientRect();
    const wide = box && box.width >= WIDE && box.height >= WIDE;
    const near = where?.detail && !wide ? this.#near(where) : [];
    const meant = target && !near.includes(target) ? [target, ...near] : near;
    const all = (meant.length || !target ? meant : [target]).map(({ key }) => ({ key, name: this.options.name(key) }));
    const detail = { near: all, key: target?.key };
    const event = new CustomEvent("target", { bubbles: true, cancelable: true, detail });
    if (all.length && !this.frame.dispatchEvent(event)) return;
    if (target && this.options.press?.(target.key)) return;
    this.#choose(target === this.chosen ? null : target);
  }

  /** The places within a finger of a point, the nearest first. @param {{clientX: number, clientY: number}} point */
  #near({ clientX, clientY }) {
    const far = new Map(
      [...this.all.values()].map((target) => {
        const { left, right, top, bottom } = target.area.getBoundingClientRect();
        const aside = Math.max(left - clientX, clientX - right, 0);
        const below = Math.max(top - clientY, clientY - bottom, 0);
        return [target, Math.hypot(aside, below)];
      }),
    );
    return [...far.keys()]
      .filter((target) => Number(far.get(target)) <= FINGER && reaches(target.area, clientX, clientY))
      .sort((a, b) => Number(far.get(a)) - Number(far.get(b)));
  }

  #choose(/** @type {Target | null} */ target) {
    for (const one of [this.chosen, target]) {
      if (!one) continue;
      one.area.classList.toggle("chosen", one === target);
      set(one.element, { "aria-expanded": one === target });
    }
    this.chosen = target;
    this.detail.hidden = !target;
    if (target) openNotes.add(this.close);
    else openNotes.delete(this.close);
    if (!target) return;
    this.#showDetail(target);
    // Where the words do not lie over the place.
    const [frame, place] = [this.frame, target.element].map((one) => one.getBoundingClientRect());
    this.detail.classList.toggle("above", place.top + place.height / 2 > frame.top + frame.height / 2);
  }

  #showDetail(/** @type {Target} */ target) {
    const words = this.options.describe(target.key);
    const picture = this.options.picture?.(target.key) ?? null;
    this.detail.replaceChildren(...(picture ? [picture] : []), h("p", words));
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const target = this.#under(event);
    const step = STEPS[event.key];
    if (event.key === "Escape" && this.chosen) this.#choose(null);
    else if (target && (event.key === "Enter" || event.key === " ")) this.#pressed(target);
    // A tapped place has the focus, too; then the arrows stay the replay's.
    else if (target && step && target.element.matches(":focus-visible")) this.#walk(target, step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Go to the nearest place in a direction. @param {Target} from @param {[number, number]} step */
  #walk(from, [right, down]) {
    const here = middle(from.element);
    let best = null;
    let least = Infinity;
    for (const target of this.all.values()) {
      const there = middle(target.element);
      const along = (there.x - here.x) * right + (there.y - here.y) * down;
      const aside = Math.abs((there.x - here.x) * down) + Math.abs((there.y - here.y) * right);
      const far = along + 2 * aside;
      if (target !== from && along > 1 && aside <= 2 * along && far < least) [best, least] = [target, far];
    }
    if (best) this.#stopAt(best).element.focus();
  }

  #stopAt(/** @type {Target} */ target) {
    if (this.stop) set(this.stop.element, { tabindex: -1 });
    set(target.element, { tabindex: 0 });
    this.stop = target;
    return target;
  }

  /** A place with focus has its full description as its label. @param {Target | null} target */
  #focused(target) {
    if (!target) return;
    this.#stopAt(target);
    set(target.element, { "aria-label": this.options.describe(target.key) });
  }

  #named(/** @type {Target | null} */ target) {
    if (target) set(target.element, { "aria-label": this.options.name(target.key) });
  }

  /** Show the description as the pointer's hint. @param {Target | null} target */
  #pointed(target) {
    if (!target) return;
    const { element } = target;
    const words = this.options.describe(target.key);
    if (element instanceof HTMLElement) element.title = words;
    else {
      if (element.firstElementChild?.localName !== "title") element.prepend(s("title", null, ""));
      write(/** @type {Element} */ (element.firstElementChild), words);
    }
  }
}

/** Whether a large shape is within a finger of a point. @param {Element} area @param {number} x @param {number} y */
function reaches(area, x, y) {
  const { width, height } = area.getBoundingClientRect();
  const matrix = area instanceof SVGGeometryElement && area.getScreenCTM()?.inverse();
  if (!matrix || Math.min(width, height) < 2 * FINGER) return true;
  return Array.from({ length: 9 }, (_, at) => {
    const [far, angle] = [at ? FINGER : 0, (at * Math.PI) / 4];
    return new DOMPoint(x + far * Math.cos(angle), y + far * Math.sin(angle)).matrixTransform(matrix);
  }).some((point) => /** @type {SVGGeometryElement} */ (area).isPointInFill(point));
}

function middle(/** @type {Element} */ element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * Mark a place, or take its mark: by a class, and in SVG, where nothing has an outline everywhere, by lines around its
 * area.
 * @param {Target} target @param {boolean} on @param {string} [way] The class.
 * @param {string[]} [names] Classes of the lines, the lowest first.
 */
function ring({ element, area, rings }, on, way = "lit", names = ["target-edge", "target-light"]) {
  if (element.classList.contains(way) === on) return;
  element.classList.toggle(way, on);
  if (!(area instanceof SVGGeometryElement)) return;
  const lines =
    rings.get(way) ??
    names.map((name) => {
      const line = /** @type {Element} */ (area.cloneNode());
      line.setAttribute("class", name);
      return line;
    });
  rings.set(way, lines);
  if (!on) for (const line of lines) line.remove();
  else if (element.contains(area)) element.append(...lines);
  else area.after(...lines);
}
