// @ts-check
/** The board above the form: drawn as the viewer draws it, and tapped to fill in where something lies. */
import { h } from "../kit/dom.js";
import { loadBoard } from "./boards.js";

/**
 * @typedef {import("../kit/board.js").Board} Board
 * @typedef {import("../kit/board.js").Context} Context
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
    holder.addEventListener("target", (event) => this.#tapped(/** @type {CustomEvent} */ (event)));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close();
    });
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
