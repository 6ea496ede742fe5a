// @ts-check
/** Waiting for what is written to a record: one question at a time, as long as somebody looks. */
import { headersOf } from "./load.js";

/** Seconds that the service holds a question for which there is no answer yet. */
const WAIT_S = 25;
/** After a failure so many seconds pass, after each further one twice as many up to the last. */
const FIRST_S = 2;
const LAST_S = 60;
/** An answer without news that came sooner, in milliseconds, was not waited for: the next question is put off. */
const SOON_MS = 1000;
/** The service is asked again after these: it is busy, or on its way back. Any other refusal ends the following. */
const PASSING = [408, 425, 429, 500, 502, 503, 504];

/** @typedef {{record: string, api: string, token: string | null, lang: string}} Place */
/** @typedef {{version: number, generation: number | null}} News */

export class Follower {
  /**
   * @param {(news: News) => Promise<number>} heard Takes the news in and gives the version it has come to; where it
   *   fails, it is told again later.
   * @param {(seconds: number) => number} [spread] Of a wait: so that not all ask again in the same instant.
   */
  constructor(heard, spread = (seconds) => seconds * (0.75 + Math.random() / 2)) {
    this.heard = heard;
    this.spread = spread;
    /** @type {Place | null} */
    this.place = null;
    this.version = 0;
    /** The loop that asks; an older one ends where it finds another here. @type {AbortController | null} */
    this.asking = null;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#pause() : this.#go()));
  }

  /**
   * Follow a record from a version on, and no other.
   * @param {Place} place
   * @param {number} version
   */
  follow(place, version) {
    this.stop();
    this.place = place;
    this.version = version;
    this.#go();
  }

  stop() {
    this.#pause();
    this.place = null;
  }

  #pause() {
    this.asking?.abort();
    this.asking = null;
  }

  #go() {
    if (!this.place || this.asking || document.hidden) return;
    this.asking = new AbortController();
    void this.#ask(this.place, this.asking.signal);
  }

  /**
   * @param {Place} place
   * @param {AbortSignal} over
   */
  async #ask(place, over) {
    let failed = 0;
    while (!over.aborted) {
      let wait = 0;
      try {
        const asked = performance.now();
        const answer = await question(place, this.version, over);
        if (!answer.ok && !PASSING.includes(answer.status)) return this.stop();
        wait = Number(answer.headers.get("Retry-After")) || 0;
        if (!answer.ok) throw new Error(`${answer.status}`);
        const { version, generation } = await answer.json();
        if (version > this.version) {
          const come = await this.heard({ version, generation });
          if (over.aborted) return;
          this.version = come;
        } else if (performance.now() - asked < SOON_MS) wait = FIRST_S;
        failed = 0;
      } catch {
        if (over.aborted) return;
        failed += 1;
        wait = Math.max(wait, Math.min(FIRST_S * 2 ** (failed - 1), LAST_S));
      }
      if (wait) await rest(this.spread(wait), over);
    }
  }
}

/**
 * @param {Place} place
 * @param {number} after
 * @param {AbortSignal} signal
 */
function question({ record, api, token, lang }, after, signal) {
  const path = `/v1/records/${encodeURIComponent(record)}/log?eyes=public&after=${after}&limit=1&wait=${WAIT_S}`;
  return fetch(`${api}${path}`, { headers: headersOf(token, lang), credentials: "omit", cache: "no-store", signal });
}

/**
 * Until so many seconds have passed, the browser is back on a network, or it is over.
 * @param {number} seconds
 * @param {AbortSignal} over
 */
function rest(seconds, over) {
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
