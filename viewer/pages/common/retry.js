// @ts-check
/** Trying again what the network did not let through: soon at first, and then less often. */

/** After a failure so many seconds pass, then twice as many each time, up to the last: a table cannot wait more. */
export const FIRST_S = 2;
export const LAST_S = 15;

/**
 * Until so many seconds have passed, the browser is back on a network, or it is over.
 * @param {number} seconds
 * @param {AbortSignal} over
 */
export function rest(seconds, over) {
  return new Promise((done) => {
    const timer = setTimeout(end, seconds * 1000);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      over.removeEventListener("abort", end);
      done(null);
    }
    addEventListener("online", end);
    over.addEventListener("abort", end);
  });
}

/** What is tried until it succeeds; whoever tries something newer lets the older go. */
export class Again {
  /** @param {(error: unknown) => void} [fail] Hears what a later try throws. */
  constructor(fail = (error) => Promise.reject(error)) {
    this.fail = fail;
    this.over = new AbortController();
  }

  /** Nothing is tried any more. */
  stop() {
    this.over.abort();
  }

  /**
   * Try this instead of what was tried before: once now, and behind until it is done.
   * @param {(over: AbortSignal) => Promise<boolean>} work Whether it is done. It shows nothing once it is over.
   */
  async until(work) {
    this.stop();
    this.over = new AbortController();
    const { signal } = this.over;
    if (!(await work(signal))) void this.#later(work, signal).catch(this.fail);
  }

  /** @param {(over: AbortSignal) => Promise<boolean>} work @param {AbortSignal} over */
  async #later(work, over) {
    for (let wait = FIRST_S; ; wait = Math.min(2 * wait, LAST_S)) {
      await rest(wait, over);
      if (over.aborted || (await work(over))) return;
    }
  }
}
