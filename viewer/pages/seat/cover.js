// @ts-check
/**
 * A seat's phone lies on a table: what only its player may see is covered until somebody presses to look. It is covered
 * again when the phone is put away, when it lies untouched, and by a button; then what is being chosen is covered, too.
 */
import { h, write } from "../../kit/dom.js";
import { speaker } from "../../kit/words.js";

const REST_MS = 45_000; // An untouched page is covered after this time.

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  look: ["Look at what you know (mind who sees your screen)", "Mirar lo que sabes (cuidado con quien vea tu pantalla)"],
  go_on: ["Your screen is covered. Tap to continue", "Tu pantalla está tapada. Toca para seguir"],
  cover: ["Cover my screen", "Tapar mi pantalla"],
};
const say = speaker(WORDS);

export class Cover {
  /**
   * @param {HTMLElement} page What is covered; `data-cover` says how much of it: `private`, `all` or `none`, and
   *   `pages/seat/cover.css` which parts these are.
   * @param {HTMLElement} secret The part that is covered from the start.
   * @param {() => import("../../kit/words.js").Language} lang
   * @param {() => boolean} chosen Whether something was chosen that is not given yet: then all of it is covered.
   */
  constructor(page, secret, lang, chosen) {
    this.page = page;
    this.lang = lang;
    this.chosen = chosen;
    /** @type {any} */ this.timer = null;
    this.look = h("button.look");
    this.cover = h("button.cover");
    secret.before(this.look);
    page.append(this.cover);
    this.look.addEventListener("click", () => this.#set("none"));
    this.cover.addEventListener("click", () => this.close());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.close();
    });
    for (const touch of ["click", "keydown", "change", "scroll"])
      document.addEventListener(touch, () => this.#touched());
    this.close();
  }

  /** Cover it again: also what is being chosen, where something is. */
  close() {
    for (const sheet of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (sheet).close();
    for (const details of this.page.querySelectorAll("details")) details.open = false;
    this.#set(this.chosen() ? "all" : "private");
  }

  /** Say the words in the language of the page. */
  speak() {
    write(this.look, say(this.lang(), this.page.dataset.cover === "all" ? "go_on" : "look"));
    write(this.cover, say(this.lang(), "cover"));
  }

  #set(/** @type {"private" | "all" | "none"} */ what) {
    const pressed = document.activeElement === this.look;
    this.page.dataset.cover = what;
    this.speak();
    this.#touched();
    // Whoever came by the keyboard stays where the button was.
    if (pressed && what === "none") this.cover.focus({ preventScroll: true });
  }

  /** The time begins anew; there is a cover to lay where something lies open. */
  #touched() {
    const open = this.page.dataset.cover;
    this.cover.hidden = open === "all" || (open === "private" && !this.chosen());
    clearTimeout(this.timer);
    if (open !== "all") this.timer = setTimeout(() => this.close(), REST_MS);
  }
}
