// @ts-check
/** The board above the form: drawn as the viewer draws it, and tapped to fill in where something lies. */
import { h, write } from "../../kit/dom.js";
import { loadBoard } from "../common/boards.js";

/**
 * @typedef {import("../../kit/board.js").Board} Board
 * @typedef {import("../../kit/board.js").Context} Context
 * @typedef {Record<string, string | number>} Key
 */

export class Table {
  /**
   * @param {HTMLElement} holder
   * @param {HTMLElement} chooser
   * @param {{tap: (key: Key) => void, fits: (key: Key) => boolean, question: () => string}} hooks `tap` takes a place;
   *   `fits`: whether the form can use it.
   */
  constructor(holder, chooser, hooks) {
    this.holder = holder;
    this.chooser = chooser;
    this.hooks = hooks;
    /** @type {Board | null} */
    this.board = null;
    /** @type {any} */
    this.before = null;
    /** Tapped places that are marked. @type {readonly Key[]} */
    this.marked = [];
    /** Why a place cannot be chosen, beside it. */
    this.why = h("p", { className: "place-why", role: "alert", hidden: true });
    addEventListener("pointerdown", (event) => this.#pressed(event), { capture: true });
    holder.addEventListener("target", (event) => this.#tapped(/** @type {CustomEvent} */ (event)));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close();
    });
  }

  /** A tap anywhere closes what an earlier one has opened. @param {PointerEvent} event */
  #pressed({ target }) {
    this.why.hidden = true;
    if (this.holder.contains(/** @type {Node} */ (target))) return;
    const open = this.holder.querySelector(".target[aria-expanded=true]");
    open?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }

  /** @param {string} game A slug. */
  async load(game) {
    this.board = await loadBoard(game);
  }

  /**
   * Draw a position.
   * @param {any} view
   * @param {Omit<Context, "before" | "forward">} context
   */
  draw(view, context) {
    if (!this.board || !view) return;
    this.board.draw(this.holder, view, [], { ...context, before: this.before, forward: false });
    this.before = view;
    this.mark(this.marked);
  }

  /** The element of a place; null where the board shows none. @param {Key} key @returns {HTMLElement | null} */
  #at(key) {
    return this.holder.querySelector(`[data-target='${CSS.escape(JSON.stringify(key))}']`);
  }

  /** What a place is called. @param {Key} key */
  name(key) {
    return this.#at(key)?.getAttribute("aria-label") ?? Object.values(key).join(", ");
  }

  /** Mark tapped places, and no others. @param {readonly Key[]} keys */
  mark(keys) {
    this.marked = keys;
    for (const element of this.holder.querySelectorAll(".tapped")) element.classList.remove("tapped");
    for (const key of keys) this.#at(key)?.classList.add("tapped");
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
    /** @type {{key: Key, name: string}[]} */
    const near = event.detail.near.filter((/** @type {any} */ { key }) => this.hooks.fits(key));
    this.#close();
    // What the form cannot use is told about, as in the viewer.
    if (!near.length) return;
    event.preventDefault();
    if (near.length === 1) return this.hooks.tap(near[0].key);
    this.chooser.replaceChildren(
      h("p", null, this.hooks.question()),
      ...near.slice(0, 4).map(({ key, name }) => {
        const button = h("button", { type: "button" }, name);
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
