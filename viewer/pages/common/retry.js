// @ts-check
/** Retries: after a network failure, soon at first and then less often; and when a busy service says when. */

/** Delay after the first failure (s); it doubles after each further one, up to `LAST_S`. */
export const FIRST_S = 2;
export const LAST_S = 15;

/** Wait for seconds, for the network, or until `over` aborts. @param {number} seconds @param {AbortSignal} over */
export const rest = (seconds, over) =>
  new Promise((done) => {
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

/** Tries something until it succeeds; a newer task replaces the older one. */
export class Retry {
  /** @param {(error: unknown) => void} [fail] Called with the error of a later try. */
  constructor(fail = (error) => Promise.reject(error)) {
    this.fail = fail;
    this.over = new AbortController();
  }

  /** Stop trying. */
  stop() {
    this.over.abort();
  }

  /**
   * Try this task instead of the one before: once now, then in the background until it is done.
   * @param {(over: AbortSignal) => Promise<boolean>} work Whether it is done. It shows nothing once it is over.
   */
  async until(work) {
    this.stop();
    this.over = new AbortController();
    const { signal } = this.over;
    if (!(await work(signal))) void this.#later(work, signal).catch(this.fail);
  }

  async #later(/** @type {(over: AbortSignal) => Promise<boolean>} */ work, /** @type {AbortSignal} */ over) {
    for (let wait = FIRST_S; ; wait = Math.min(2 * wait, LAST_S)) {
      await rest(wait, over);
      if (over.aborted || (await work(over))) return;
    }
  }
}

const TRIES = 4; // Maximum number of requests, with the first one.
const LONGEST_S = 30; // Longest wait between two requests (s); a longer `Retry-After` is answered at once.

/**
 * As `fetch`; asks again where the service says 429 with `Retry-After`, or, for a request that only reads, 503.
 * @param {string} url @param {RequestInit} how @param {(seconds: number) => void} waiting Called before each wait.
 * @returns {Promise<Response>} The last answer.
 */
export async function fetchWithRetry(url, how, waiting) {
  const reads = (how.method ?? "GET") === "GET";
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch(url, how);
    const seconds = Number(answer.headers.get("Retry-After"));
    const later = answer.status === 429 || (reads && answer.status === 503);
    if (!later || !(seconds > 0 && seconds <= LONGEST_S) || tried === TRIES) return answer;
    waiting(seconds);
    await new Promise((done) => setTimeout(done, seconds * 1000));
  }
}
