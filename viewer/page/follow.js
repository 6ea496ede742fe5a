// @ts-check
/**
 * Waiting for what is written to a record, as long as somebody looks: by a stream of the service, and where there is
 * none to be had by one question at a time.
 */
import { headersOf } from "./load.js";

/** Seconds until a stream's first word must have come: a proxy that holds answers back would pass on none. */
const FIRST_WORD_S = 10;
/** Seconds of silence after which a stream is broken: the service says every 15 that it is still there. */
const SILENT_S = 40;
/** Where there is no stream, so many questions are asked before one is tried again. */
const QUESTIONS = 4;
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
    let questions = 0;
    while (!over.aborted) {
      let wait = 0;
      try {
        if (questions) {
          questions -= 1;
          const asked = performance.now();
          const answer = await question(place, this.version, over);
          if (!answer.ok && !PASSING.includes(answer.status)) return this.stop();
          wait = Number(answer.headers.get("Retry-After")) || 0;
          if (!answer.ok) throw new Error(`${answer.status}`);
          const came = await this.#take(await answer.json(), over);
          if (!came && performance.now() - asked < SOON_MS) wait = FIRST_S;
          failed = 0;
        } else {
          const ended = await this.#listen(place, over);
          if (ended === "record") return this.#rest(over);
          if (ended === "none") questions = QUESTIONS;
          else [wait, failed] = [FIRST_S, 0];
        }
      } catch {
        if (over.aborted) return;
        failed += 1;
        wait = Math.max(wait, Math.min(FIRST_S * 2 ** (failed - 1), LAST_S));
      }
      if (wait) await rest(this.spread(wait), over);
    }
  }

  /**
   * Nothing follows: nothing is asked until somebody comes back to the page.
   * @param {AbortSignal} over
   */
  #rest(over) {
    if (this.asking?.signal === over) this.asking = null;
  }

  /**
   * Take in what the service tells, if it is news. Whether it was.
   * @param {News} told
   * @param {AbortSignal} over
   */
  async #take({ version, generation }, over) {
    if (version <= this.version) return false;
    const come = await this.heard({ version, generation });
    if (!over.aborted) this.version = come;
    return true;
  }

  /**
   * Follow by a stream until it ends.
   * @param {Place} place
   * @param {AbortSignal} over
   * @returns {Promise<"none" | "stream" | "record">} What has ended; "none" where there was no stream to be had.
   */
  async #listen({ record, api, token, lang }, over) {
    const own = new AbortController();
    const end = () => own.abort();
    over.addEventListener("abort", end);
    let timer = setTimeout(end, FIRST_WORD_S * 1000);
    let spoke = false;
    try {
      const path = `/v1/records/${encodeURIComponent(record)}/stream?eyes=public&after=${this.version}`;
      const headers = { ...headersOf(token, lang), Accept: "text/event-stream" };
      const answer = await fetch(`${api}${path}`, {
        headers,
        credentials: "omit",
        cache: "no-store",
        signal: own.signal,
      });
      if (!answer.ok || !answer.body || !answer.headers.get("Content-Type")?.startsWith("text/event-stream")) {
        end();
        return "none";
      }
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ""; ; ) {
        const { value, done } = await reader.read();
        clearTimeout(timer);
        if (done) return "stream";
        spoke = true;
        const events = (text + value).split("\n\n");
        text = events.pop() ?? "";
        // Each event says how far the record has come: the last one says it all.
        const news = events.map((event) => /^id: [0-9]+\ndata: (.*)$/m.exec(event)?.[1]).findLast(Boolean);
        if (news) await this.#take(JSON.parse(news), over);
        if (events.some((event) => event.startsWith("event: end"))) return "record";
        timer = setTimeout(end, SILENT_S * 1000);
      }
    } catch (error) {
      if (!spoke && own.signal.aborted && !over.aborted) return "none";
      throw error;
    } finally {
      clearTimeout(timer);
      over.removeEventListener("abort", end);
      end();
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
