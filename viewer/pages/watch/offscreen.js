// @ts-check
/** Draws the panel beside the board; out of sight, as on an upright phone, only when scrubbing rests. */
import { $ } from "../../kit/dom.js";
import { forEars } from "../../kit/deferred-labels.js";

export class Offscreen {
  constructor() {
    this.seen = true; // Whether some of it is in sight.
    /** What was shown last: a record as some eyes see it, and the language. @type {readonly any[]} */
    this.of = [];
    /** Draws what is to be shown; null: it is drawn. @type {(() => void) | null} */
    this.due = null;
    this.watch = new IntersectionObserver((sights) => {
      this.seen = sights[sights.length - 1].isIntersecting;
      if (this.seen) this.#draw();
    });
    this.renew();
  }

  /** Another element took the place of the one that was there. */
  renew() {
    this.watch.disconnect();
    this.watch.observe($("panel"));
  }

  /**
   * Show something else: at once where it is in sight, and where another record, other eyes or another language have
   * it; else when scrubbing rests, as words for ears, or when it comes into sight.
   * @param {readonly any[]} of What it is of: equal, one by one, where it may wait. @param {() => void} draw
   */
  show(of, draw) {
    const same = of.length === this.of.length && of.every((one, place) => one === this.of[place]);
    Object.assign(this, { of, due: draw });
    if (this.seen || !same) this.#draw();
    else forEars(this, () => this.#draw());
  }

  #draw() {
    const { due } = this;
    this.due = null;
    due?.();
  }
}
