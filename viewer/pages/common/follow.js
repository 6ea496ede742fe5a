// @ts-check
/** Follow what is written to a record while somebody looks: by a stream, or else by long polling. */
import { FIRST_S, LAST_S, rest } from "./retry.js";
import { headersOf } from "./load.js";

/** Seconds until a stream's first word must have come: a proxy that holds answers back would pass on none. */
const FIRST_WORD_S = 10;
/** Seconds of silence after which a stream is broken: the service says every 15 that it is still there. */
const SILENT_S = 40;
const QUESTIONS = 4; // Without a stream: number of long polls before a stream is tried again.
const MOST_ENTRIES = 20; // Maximum number of entries of a long poll.
const WAIT_S = 25; // The service holds a long poll for this time (s).
const CLOSED_S = 60; // Poll interval for closed records (s).
const SOON_MS = 1000; // An empty answer that comes sooner (ms) was not held: the next poll is delayed.
/** Statuses that are retried: the service is busy or restarting. Any other refusal ends the following. */
const PASSING = [408, 425, 429, 500, 502, 503, 504];

/** @typedef {{record: string, api: string, token: string | null, lang: string}} Place */
/**
 * @typedef {{version: number, generation: number | null, entries: any[]}} News `entries`: the first of those that came.
 * @typedef {{onStatus?: (status: number, over: boolean) => void, spread?: (seconds: number) => number}} How
 *   `onStatus`: called when the status of the connection changes: 200, 0 (unreachable), or that of a refusal; `over`:
 *   final, polling has ended. `spread`: the actual delay (s) for a wait, so that clients do not all retry together.
 */

/** The page could not take in the news. */
class UnheardError extends Error {}

/** The service answers with a refusal. */
class RefusedError extends Error {
  constructor(/** @type {number} */ status) {
    super(`${status}`);
    this.status = status;
  }
}

export class Follower {
  /**
   * @param {(news: News) => Promise<number>} heard Takes the news in and gives the version it has come to; where it
   *   fails, it is called again later.
   * @param {How} [how]
   */
  constructor(heard, how = {}) {
    this.heard = heard;
    this.onStatus = how.onStatus ?? (() => {});
    this.spread = how.spread ?? ((seconds) => seconds * (0.75 + Math.random() / 2));
    this.status = 200; // The last one passed to `onStatus`.
    /** @type {Place | null} */ this.place = null;
    this.version = 0;
    /** The loop that asks; an older one ends where it finds another here. @type {AbortController | null} */
    this.asking = null;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#pause() : this.#go()));
  }

  /** Follow a record from a version on, and no other. @param {Place} place @param {number} version */
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

  #setStatus(/** @type {number} */ status, /** @type {boolean} */ over = false) {
    if (status === this.status) return;
    this.status = status;
    this.onStatus(status, over);
  }

  async #ask(/** @type {Place} */ place, /** @type {AbortSignal} */ over) {
    let failed = 0;
    let questions = 0;
    let closed = false;
    while (!over.aborted) {
      let wait = 0;
      let spoke = false;
      try {
        if (closed || questions) {
          questions -= closed ? 0 : 1;
          const asked = performance.now();
          const held_s = closed ? 0 : WAIT_S;
          const { status, later_s, body } = await cut(over, (own) => question(place, this.version, held_s, own.signal));
          if (!body && !PASSING.includes(status)) {
            this.stop();
            return this.#setStatus(status, true);
          }
          wait = later_s;
          if (!body) throw new RefusedError(status);
          this.#setStatus(200);
          const came = await this.#take([body], over);
          if (closed && !came) wait = CLOSED_S;
          else if (!came && performance.now() - asked < SOON_MS) wait = FIRST_S;
          // A judge may have opened it again.
          if (came) closed = false;
          failed = 0;
        } else {
          const began = () => (spoke = true);
          const took = () => (failed = 0);
          const ended = await cut(over, (own) => this.#listen(place, over, own, began, took));
          if (ended === "record") return this.#rest(over);
          closed = ended === "closed";
          if (closed) wait = CLOSED_S;
          else if (ended === "none") questions = QUESTIONS;
          else [wait, failed] = [FIRST_S, 0];
        }
      } catch (error) {
        if (over.aborted) return;
        const unheard = error instanceof UnheardError;
        if (!unheard) this.#setStatus(error instanceof RefusedError ? error.status : 0);
        // A stream that sent something had recovered: what cut it off is the first failure since.
        failed = spoke && !unheard ? 1 : failed + 1;
        wait = Math.max(wait, Math.min(FIRST_S * 2 ** (failed - 1), LAST_S));
      }
      if (wait) await rest(this.spread(wait), over);
    }
  }

  /** Nothing follows: nothing is asked until somebody comes back to the page. @param {AbortSignal} over */
  #rest(over) {
    if (this.asking?.signal === over) this.asking = null;
  }

  /** Take in the news; whether there was any. @param {News[]} news In order. @param {AbortSignal} over */
  async #take(news, over) {
    const { version, generation } = news[news.length - 1];
    if (version <= this.version) return false;
    const entries = news.flatMap((one) => one.entries ?? []);
    try {
      const come = await this.heard({ version, generation, entries });
      if (!over.aborted) this.version = come;
    } catch (error) {
      throw new UnheardError(String(error));
    }
    return true;
  }

  /**
   * Follow by a stream until it ends.
   * @param {Place} place @param {AbortSignal} over @param {AbortController} own Of this try.
   * @param {() => void} began Called with the stream's first data.
   * @param {() => void} took Called when the page has taken in the stream's data: earlier failures no longer count.
   * @returns {Promise<"none" | "stream" | "closed" | "record">} What has ended; "none" where there was no stream to be
   *   had, "closed" where only a judge writes on, "record" where nobody does.
   */
  async #listen({ record, api, token, lang }, over, own, began, took) {
    const end = () => own.abort();
    let timer = setTimeout(end, FIRST_WORD_S * 1000);
    let spoke = false;
    try {
      const path = `/v1/records/${encodeURIComponent(record)}/stream?eyes=public&after=${this.version}`;
      const headers = { ...headersOf(token, lang), Accept: "text/event-stream" };
      const { signal } = own;
      const answer = await fetch(`${api}${path}`, { headers, credentials: "omit", cache: "no-store", signal });
      if (!answer.ok || !answer.body || !answer.headers.get("Content-Type")?.startsWith("text/event-stream"))
        return "none";
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ""; ; ) {
        const { value, done } = await reader.read();
        clearTimeout(timer);
        if (done) return "stream";
        if (!spoke) {
          this.#setStatus(200);
          began();
        }
        spoke = true;
        const events = (text + value).split("\n\n");
        text = events.pop() ?? "";
        const news = events.flatMap((event) => /^id: [0-9]+\ndata: (.*)$/m.exec(event)?.[1] ?? []);
        const said = news.map((data) => JSON.parse(data));
        if (said.length && (await this.#take(said, over))) took();
        const last = events.find((event) => event.startsWith("event: end"));
        if (last) return last.includes('"closed"') ? "closed" : "record";
        timer = setTimeout(end, SILENT_S * 1000);
      }
    } catch (error) {
      if (!spoke && own.signal.aborted && !over.aborted) return "none";
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Do something that is cut off when it is over, or when the browser leaves the network: nothing may come then, and no
 * error either.
 * @template T
 * @param {AbortSignal} over @param {(own: AbortController) => Promise<T>} work
 */
async function cut(over, work) {
  const own = new AbortController();
  const end = () => own.abort();
  over.addEventListener("abort", end);
  addEventListener("offline", end);
  try {
    return await work(own);
  } finally {
    over.removeEventListener("abort", end);
    removeEventListener("offline", end);
    end();
  }
}

/**
 * Ask what came after a version; `body` is null where the service refuses.
 * @param {Place} place @param {number} after @param {number} seconds How long the service may hold it.
 * @param {AbortSignal} signal
 */
async function question({ record, api, token, lang }, after, seconds, signal) {
  const query = `eyes=public&after=${after}&limit=${MOST_ENTRIES}${seconds ? `&wait=${seconds}` : ""}`;
  const path = `/v1/records/${encodeURIComponent(record)}/log?${query}`;
  const headers = headersOf(token, lang);
  const answer = await fetch(`${api}${path}`, { headers, credentials: "omit", cache: "no-store", signal });
  const { ok, status } = answer;
  return { status, later_s: Number(answer.headers.get("Retry-After")) || 0, body: ok ? await answer.json() : null };
}
