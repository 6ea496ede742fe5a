// @ts-check
/**
 * The board above the form: drawn as the viewer draws it, tapped to fill in where something lies, with the pieces of
 * moves that no view has yet.
 */
import { same } from "../../form/shape.js";
import { badge } from "../../kit/badge.js";
import { h, write } from "../../kit/dom.js";
import { markTargets, placeName } from "../../kit/targets.js";
import { loadBoard } from "../common/boards.js";

/**
 * @typedef {import("../../kit/board.js").Board} Board
 * @typedef {import("../../kit/board.js").Context} Context
 * @typedef {Record<string, string | number>} Key
 * @typedef {{body: import("../../form/shape.js").Json, drawn?: boolean}} Ghost A move that can be taken back, or that
 *   the view lacks; `drawn`: the view has it.
 */

export class Table {
  /**
   * @param {HTMLElement} holder
   * @param {HTMLElement} chooser
   * @param {{tap: (key: Key) => void, waits: (key: Key, tap: () => void) => boolean,
   *   fits: (key: Key) => boolean, legal: (key: Key) => boolean,
   *   why: (key: Key) => string | null, question: () => string, colour: (seat: number) => string,
   *   starts: (key: Key) => string[], names: (move: Ghost["body"], key: Key) => boolean,
   *   lays: (move: Ghost["body"], key: Key) => [string, any] | null,
   *   picture: (field: string, value: any, move: Ghost["body"]) => string | null}} hooks `tap` takes a place;
   *   `waits`: whether that comes later; `fits`: whether the form can use it;
   *   `legal`: whether it is marked so; `why` it cannot, where the form asks for such a place;
   *   `lays`: what a move puts there, where it does not name the place: a field and its value;
   *   `starts`: the types of move that begin there; `names`: whether a move names a place as a whole.
   */
  constructor(holder, chooser, hooks) {
    this.holder = holder;
    this.chooser = chooser;
    this.hooks = hooks;
    /** @type {Board | null} */
    this.board = null;
    /** @type {{view: any, changed: readonly string[], context: Context} | null} */
    this.drawn = null;
    /** @type {[Element, HTMLElement][]} Places and what is shown on them. */
    this.pieces = [];
    this.frame = 0;
    this.ghosts = h("div.ghosts", { "aria-hidden": "true" });
    holder.after(this.ghosts);
    /** The place that was tapped last. @type {Key | null} */
    this.last = null;
    /** Tapped places that are marked. @type {readonly Key[]} */
    this.marked = [];
    /** Why a place cannot be chosen, beside it. */
    this.why = h("p.place-why", { role: "alert", hidden: true });
    addEventListener("pointerdown", (event) => this.#pressed(event), { capture: true });
    holder.addEventListener("target", (event) => this.#tapped(/** @type {CustomEvent} */ (event)));
    // What is on the board moves with it.
    for (const kind of ["scroll", "resize"]) addEventListener(kind, () => this.#settle(), { capture: true });
    new ResizeObserver(() => this.#settle()).observe(holder);
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close();
    });
  }

  /** A tap anywhere closes what an earlier one has opened. @param {PointerEvent} event */
  #pressed({ target }) {
    this.why.hidden = true;
    const node = /** @type {Node} */ (target);
    if (!this.chooser.contains(node)) this.#close();
    if (this.holder.contains(node)) return;
    const open = this.holder.querySelector(".target[aria-expanded=true]");
    open?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }

  /** @param {string} game A slug. */
  async load(game) {
    this.board = await loadBoard(game);
  }

  /** Draw a position. @param {any} view @param {readonly string[]} changed @param {Context} context */
  draw(view, changed, context) {
    this.drawn = { view, changed, context };
    this.board?.draw(this.holder, view, changed, context);
    this.mark(this.marked);
  }

  /** Draws what is next to the board into an element. @param {HTMLElement} el */
  panel(el) {
    if (this.drawn) this.board?.panel?.(el, this.drawn.view, this.drawn.changed, this.drawn.context);
  }

  /** The report of the position: its picture and its figures. @param {HTMLElement[]} into */
  report([picture, figures]) {
    if (!this.drawn) return;
    const { view, changed, context } = this.drawn;
    const asReport = { ...context, report: true, forward: false };
    this.board?.draw(picture, view, changed, asReport);
    this.board?.panel?.(figures, view, changed, asReport);
  }

  /** Draw an earlier position into another element. @param {HTMLElement} into @param {any} view */
  drawThen(into, view) {
    if (this.drawn) this.board?.draw(into, view, [], { ...this.drawn.context, enters: false, before: null });
  }

  /** Show moves on their places. @param {readonly Ghost[]} moves */
  ghost(moves) {
    this.pieces = moves.flatMap(({ body, drawn }) =>
      this.#placesOf(body).map(([place, key]) => {
        const node = h("div", { className: drawn ? "ghost drawn" : "ghost" }, drawn ? null : this.#piece(body, key));
        return /** @type {[Element, HTMLElement]} */ ([place, node]);
      }),
    );
    this.ghosts.replaceChildren(...this.pieces.map(([, node]) => node));
    // Once a frame, after layout.
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.#settle());
  }

  /** Lay every piece over its place. */
  #settle() {
    if (!this.pieces.length) return;
    const frame = this.ghosts.getBoundingClientRect();
    const boxes = this.pieces.map(([place]) => place.getBoundingClientRect());
    for (const [at, { left, top, width, height }] of boxes.entries()) {
      const { style } = this.pieces[at][1];
      style.translate = `${left - frame.left}px ${top - frame.top}px`;
      [style.width, style.height] = [`${width}px`, `${height}px`];
    }
  }

  /** What a move puts on a place, as far as its answers say. @param {Ghost["body"]} body @param {Key} key */
  #piece(body, key) {
    const { type: _type, seat, ...answers } = body;
    const laid = this.hooks.lays(body, key);
    const pictures = Object.entries(answers).map(([name, value]) =>
      name in key || value === null ? null : this.hooks.picture(name, value, body),
    );
    const src = laid ? this.hooks.picture(...laid, body) : pictures.find(Boolean);
    return src ? h("img", { src, alt: "" }) : badge(this.hooks.colour(seat));
  }

  /** The places that a move names. @param {Ghost["body"]} body @returns {[HTMLElement, Key][]} */
  #placesOf(body) {
    const { type, seat: _seat, ...answers } = body;
    /** @type {HTMLElement[]} */
    const places = [...this.holder.querySelectorAll(/** @type {any} */ ("[data-target]"))];
    return places.flatMap((place) => {
      const key = JSON.parse(place.dataset.target ?? "{}");
      const named = Object.entries(key).every(([name, value]) => [answers[name]].flat().includes(value));
      return named || this.hooks.names(body, key) || this.hooks.lays(body, key) || this.hooks.starts(key).includes(type)
        ? [/** @type {[HTMLElement, Key]} */ ([place, key])]
        : [];
    });
  }

  /** All places whose keys have these names, as fields have them. @param {string[]} names */
  places(names) {
    const all = [...this.holder.querySelectorAll(/** @type {any} */ ("[data-target]"))];
    const keys = all.map((place) => JSON.parse(place.dataset.target));
    return keys.filter((key) => same(names, Object.keys(key))).map((key) => names.map((name) => key[name]));
  }

  /** The element of a place; null where the board shows none. @param {Key} key @returns {HTMLElement | null} */
  #at(key) {
    return this.holder.querySelector(`[data-target='${CSS.escape(JSON.stringify(key))}']`);
  }

  /** What a place is called. @param {Key} key */
  name(key) {
    return placeName(this.#at(key)) ?? Object.values(key).join(", ");
  }

  /** Mark tapped places, and what can be tapped; no others. @param {readonly Key[]} keys */
  mark(keys) {
    this.marked = keys;
    const tapped = new Set(keys.map((key) => JSON.stringify(key)));
    markTargets(this.holder, "tapped", (key) => tapped.has(JSON.stringify(key)));
    markTargets(this.holder, "open", (key) => this.hooks.legal(key));
  }

  /** Say at the place of a move why it is refused. @param {Ghost["body"]} body @param {string} why */
  refuseMove(body, why) {
    const [named] = this.#placesOf(body);
    if (named) this.refuse(named[1], why);
  }

  /** Say at a place why it cannot be chosen, until the next touch. @param {Key} key @param {string} why */
  refuse(key, why) {
    const place = this.#at(key)?.getBoundingClientRect();
    const frame = this.holder.getBoundingClientRect();
    write(this.why, why);
    this.holder.after(this.why);
    this.why.hidden = false;
    const { width, height } = this.why.getBoundingClientRect();
    const { left, width: wide, top, bottom } = place ?? frame;
    const low = bottom + height < innerHeight;
    this.why.style.left = `${Math.max(8, Math.min(left + wide / 2 - width / 2, innerWidth - width - 8))}px`;
    this.why.style.top = `${Math.max(8, low ? bottom + 4 : top - height - 4)}px`;
  }

  /** @param {CustomEvent} event */
  #tapped(event) {
    const { key } = event.detail;
    if (key && this.hooks.waits(key, () => this.#tapped(event))) return event.preventDefault();
    this.last = key ?? this.last;
    /** @type {{key: Key, name: string}[]} */
    const near = event.detail.near.filter((/** @type {any} */ { key }) => this.hooks.fits(key));
    const why = key && this.hooks.why(key);
    this.#close();
    if (why) {
      event.preventDefault();
      return this.refuse(key, why);
    }
    // A target that the form cannot use shows its description, as in the viewer.
    if (!near.length) return;
    event.preventDefault();
    if (near.length === 1) return this.hooks.tap(near[0].key);
    this.chooser.replaceChildren(
      h("p", this.hooks.question()),
      ...near.slice(0, 4).map(({ key, name }) => {
        const button = h("button", name);
        button.addEventListener("click", () => {
          this.#close();
          this.hooks.tap(key);
        });
        return button;
      }),
    );
    this.chooser.hidden = false;
    /** @type {HTMLElement | null} */ (this.chooser.querySelector("button"))?.focus();
  }

  #close() {
    this.chooser.hidden = true;
  }
}
