// @ts-check
/** The timer that plays a replay: at a speed, with a longer look at what is marked. */

/** Multiples of one move in `STEP_MS`. */
export const SPEEDS = Object.freeze([0.25, 0.5, 1, 2, 4, 8, 16]);
const STEP_MS = 1100;
const LONGER = 3; // How many times longer a marked move (the end of a round) stays.

export class Player {
  /**
   * @param {{step: () => boolean, marked: () => boolean, changed: () => void, later?: (run: () => void, ms: number) =>
   *   any, never?: (timer: any) => void}} hooks `step` goes on by one and says whether more is to come; `marked`
   *   whether the move now shown deserves a longer look; `changed` hears of play, pause and speed. The clock can be
   *   another, for tests.
   */
  constructor({
    step,
    marked,
    changed,
    later = (run, ms) => setTimeout(run, ms),
    never = (timer) => clearTimeout(timer),
  }) {
    this.hooks = { step, marked, changed, later, never };
    this.playing = false;
    this.place = SPEEDS.indexOf(1);
    /** @type {any} */ this.timer = null;
  }

  /** Moves a second, as a multiple of the usual pace. */
  get speed() {
    return SPEEDS[this.place];
  }

  /** How long the move now shown stays, in milliseconds. */
  get wait() {
    return (STEP_MS / this.speed) * (this.hooks.marked() ? LONGER : 1);
  }

  play() {
    if (this.playing) return;
    this.playing = true;
    this.#wind();
    this.hooks.changed();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.hooks.never(this.timer);
    this.hooks.changed();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** One step faster or slower, as far as the list goes. @param {number} steps */
  faster(steps) {
    this.setPlace(this.place + steps);
  }

  /** @param {number} place In `SPEEDS`. */
  setPlace(place) {
    this.place = Math.min(Math.max(place, 0), SPEEDS.length - 1);
    if (this.playing) {
      this.hooks.never(this.timer);
      this.#wind();
    }
    this.hooks.changed();
  }

  #wind() {
    this.timer = this.hooks.later(() => {
      if (!this.playing) return;
      if (this.hooks.step()) this.#wind();
      else this.pause();
    }, this.wait);
  }
}
