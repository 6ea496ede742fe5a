// @ts-check
/**
 * Keeps what is entered, holds it for a moment, and sends it: the row of `queue.js` in the store, moved on by the
 * service's answers. Everything is in the store before it is sent.
 */
import * as queue from "./queue.js";
import { randomKey } from "./random.js";
import { StorageError } from "./storage.js";
import { asOnlyTab } from "./tab-lock.js";

/**
 * @import { Lasting, Store } from "./database.js"
 * @import { Answer, Entry, Flight, Own, Problem, Row } from "./queue.js"
 * @typedef {"idle" | "sending" | "offline" | "waiting" | "clash" | "refused" | "stopped" | "elsewhere" | "full" |
 *   "unkept"} Doing `full`, `unkept`: the phone has no room for what was answered, or its store refuses it.
 * @typedef {{here: number, unsent: number, held: Entry | null, doing: Doing, again: number | null, why: string | null,
 *   clock_s: number, version: number, lasting: Lasting, clash: import("./conflict.js").Clash | null, mine: readonly
 *   Entry[], problem: Problem | null}} State `mine`: what waits, in its order. `again`: when the next try is, in
 *   milliseconds since 1970.
 * @typedef {{lang?: () => string, fetch?: typeof fetch, now?: () => number, zone?: string, rest?: (ms: number) =>
 *   number}} How `rest`: how long a wait really is, for tests.
 */

const PATIENCE_MS = 20_000; // Timeout of a request.
const ORPHAN_MS = 15_000; // Delay before a page sends what a closed page held back.
/** Waits after lost answers, one after another; the last one again and again. */
const WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000];
/** Whoever enters what another phone wrote so short a time ago is asked whether it is the same move. */
const LATELY_MS = 10_000;
const CLOCK_S = 90; // A smaller clock difference is not reported.

export class Outbox extends EventTarget {
  /** @type {State} */
  state;
  #over = new AbortController();
  #turn = false;
  #busy = false;
  #lost = 0;
  #unsaid = 0;
  /** Why the store does not take what was answered. @type {"full" | "unkept" | null} */
  #unkept = null;
  #timed = false; // Whether this page knows the service's clock.
  #more = false; // Whether there may be unseen entries to send.
  /** @type {number | null} */
  #again = null;
  /** @type {any} */
  #timer = null;
  /** @type {any} */
  #orphans = null;
  /** What others wrote a moment ago, and when this phone heard of it. @type {{entry: any, at: number}[]} */
  #lately = [];
  /** Keys that this page holds back itself. @type {Set<string>} */
  #held = new Set();

  constructor(/** @type {Store} */ store, /** @type {string} */ own, /** @type {How} */ how) {
    super();
    this.store = store;
    this.own = own;
    this.lang = how.lang ?? (() => "en");
    this.fetch = how.fetch ?? ((url, init) => fetch(url, init));
    this.now = how.now ?? Date.now;
    this.rest = how.rest ?? ((ms) => ms);
    this.zone = how.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
    /** @type {State} */ this.state = {
      here: 0,
      unsent: 0,
      held: null,
      doing: "idle",
      again: null,
      why: null,
      clock_s: 0,
      version: 0,
      lasting: store.lasting,
      clash: null,
      mine: [],
      problem: null,
    };
  }

  /** Read the row, and begin to send as soon as no other tab does. */
  async open() {
    const signal = this.#over.signal;
    this.store.addEventListener("change", (event) => this.#changed(event), { signal });
    if (typeof window !== "undefined") {
      window.addEventListener("online", () => void this.again(), { signal });
      document.addEventListener("visibilitychange", () => void (document.hidden || this.#pump()), { signal });
    }
    await this.store.change(this.own, (row) => [queue.reloaded(row), null]).catch(() => {});
    await this.#look();
    void asOnlyTab(`outbox ${this.own}`, this.store, signal, () => {
      this.#turn = true;
      void this.#pump();
    });
    return this;
  }

  /** Stop sending; what waits stays in the store. */
  close() {
    this.#over.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#orphans);
  }

  #changed(/** @type {Event} */ event) {
    if (/** @type {CustomEvent} */ (event).detail.own !== this.own) return;
    void this.#look().then(() => this.#pump());
  }

  /** Read what is in the store, and notify the page. */
  async #look() {
    const row = await this.store.storage.read(this.own);
    if (row && !this.#over.signal.aborted) this.#show(row);
  }

  #show(/** @type {Row} */ { own, queue }) {
    const refused = queue.find((entry) => entry.state === "refused") ?? null;
    const held = queue.find((entry) => entry.state === "held") ?? null;
    const wants = queue.some((entry) => entry.state !== "held") || (!own.record && own.opening !== null);
    /** @type {Doing} */ let doing = "idle";
    if (own.stop) doing = "stopped";
    else if (own.clash) doing = "clash";
    else if (refused && !own.flight) doing = "refused";
    else if (wants && !this.#turn) doing = "elsewhere";
    else if (this.#unkept) doing = this.#unkept;
    else if (this.#lost) doing = "offline";
    else if (this.#again !== null) doing = "waiting";
    else if (wants) doing = "sending";
    const problem = own.stop?.problem ?? own.clash?.problem ?? refused?.problem ?? null;
    const slug = problem?.type?.split(":").at(-1) ?? null;
    const clock_s = Math.abs(own.clock_s) < CLOCK_S ? 0 : own.clock_s;
    this.state = {
      here: own.sent + queue.length,
      unsent: queue.length,
      held,
      doing,
      again: this.#again,
      why: own.stop?.why ?? (refused ? slug : null),
      clock_s,
      version: own.base,
      lasting: this.store.lasting,
      clash: own.clash,
      mine: queue,
      problem,
    };
    this.#adopt(held);
    this.dispatchEvent(new Event("change"));
  }

  /** Release after a while what a page held back that is gone. @param {Entry | null} held */
  #adopt(held) {
    const mine = held && this.#held.has(held.key);
    if (held && !mine && this.#orphans === null)
      this.#orphans = setTimeout(() => void this.release(), this.rest(ORPHAN_MS));
    if ((!held || mine) && this.#orphans !== null) {
      clearTimeout(this.#orphans);
      this.#orphans = null;
    }
  }

  /**
   * Keep an entry and hold it back until `release`; done when it is on disk. What was held before is released.
   * @param {{call?: string, query?: Record<string, any>, any?: boolean, body: any, says?: Record<string, string> |
   *   null, at?: number}} what `at`: the one version of the record that it may follow.
   * @returns {Promise<Entry | null>} Null: the record has another version, and nothing was entered.
   * @throws {import("./storage.js").StorageError} It could not be stored: nothing was entered.
   */
  async hold({ call = "moves", query = {}, any = false, body, says = null, at }) {
    const occurred_at = new Date(this.now()).toISOString();
    const what = { key: randomKey(), call, query, any, body, says, occurred_at, zone: this.zone };
    this.#held.add(what.key);
    const lately = this.#lately.filter(({ at }) => at > this.now() - LATELY_MS).map(({ entry }) => entry);
    const entry = await this.#change((row) => {
      if (at !== undefined && at !== row.own.base) return [row, null];
      return queue.added(queue.released(row), what, true, lately);
    });
    if (this.state.doing === "clash") this.dispatchEvent(new CustomEvent("clash", { detail: this.state.clash }));
    return entry;
  }

  /** Take in what others wrote. @param {readonly any[]} entries Of the log, as everybody sees them. */
  async heard(entries) {
    const own = await this.store.own(this.own);
    const token = own?.token?.split("_")[1];
    const sent = (await this.store.entries(this.own)).filter((entry) => entry.name !== null);
    const wrote = (/** @type {number} */ version) =>
      sent.some(({ name, through }) => Number(name) <= version && version <= (through ?? Number(name)));
    // Two phones may write with one token; an entry on its way cannot be distinguished from what the other one wrote.
    const isMine = (/** @type {any} */ entry) => entry.by === token && (own?.flight || wrote(entry.version));
    const at = this.now();
    const theirs = entries.filter((entry) => entry.type === "move" && !isMine(entry));
    this.#lately = [
      ...this.#lately.filter((one) => one.at > at - LATELY_MS),
      ...theirs.map((entry) => ({ entry, at })),
    ];
  }

  /** Send what is held back. */
  async release() {
    this.#held.clear();
    await this.#change((row) => [queue.released(row), null]);
  }

  /** Take back an unsent entry. @param {string} key @returns {Promise<Entry | null>} Null: it is too late for that. */
  takeBack(key) {
    return this.#change((row) => queue.takenBack(row, key));
  }

  /**
   * Give an entry that is not on its way another body.
   * @param {string} key
   * @param {{body: any, says?: Record<string, string> | null, query?: Record<string, any>}} what
   * @returns {Promise<Entry | null>} Null: it is too late for that.
   */
  change(key, what) {
    return this.#change((row) => queue.changed(row, key, what, randomKey()));
  }

  /** Decide what a clash ends in. @param {"mine" | "theirs" | "same"} choice */
  settle(choice) {
    this.#lately = [];
    return this.#change((row) => [queue.settled(row, choice), null]);
  }

  /** Try again now. */
  again() {
    this.#wait(null);
    this.#lost = 0;
    return this.#change((row) => [queue.resumed(row), null]);
  }

  /** The page shows the record as of a version: what is entered next follows that. @param {number} version */
  rebased(version) {
    return this.#change((row) => [queue.following(row, version), null]);
  }

  /** Every entry of this row as a file that `movebook import` takes. */
  async file() {
    const own = await this.store.own(this.own);
    return lines(own, await this.store.entries(this.own));
  }

  /** @template T @param {(row: Row) => [Row, T]} step @returns {Promise<T>} */
  async #change(step) {
    const result = await this.store.change(this.own, step);
    await this.#look();
    void this.#pump();
    return result;
  }

  /** Send what waits, one request after another, until nothing does or it has to rest. */
  async #pump() {
    this.#more = true;
    if (!this.#turn || this.#busy) return;
    this.#busy = true;
    try {
      while (this.#more && this.#again === null && !this.#over.signal.aborted) {
        this.#more = false;
        const flight = await this.store.change(this.own, (row) => this.#next(row));
        this.#unkept = null;
        if (!flight) continue;
        if (flight === "unheard") await this.#hear();
        else await this.#send(flight);
        this.#more = true;
      }
    } catch (error) {
      // The row is gone, or the store refuses: what was sent is sent again, and the service gives it the same answer.
      const why = error instanceof StorageError ? error.why : "refused";
      this.#unkept = why === "missing" ? null : why === "full" ? "full" : "unkept";
      this.#wait(WAITS_MS.at(-1) ?? 0);
    } finally {
      this.#busy = false;
    }
    await this.#look().catch(() => {});
  }

  /** Freeze the next request, once the clock is known. @param {Row} row @returns {[Row, Flight | "unheard" | null]} */
  #next(row) {
    const [after, flight] = queue.request(row, randomKey(), this.lang());
    return flight?.keys.length && !row.own.flight && !this.#timed ? [row, "unheard"] : [after, flight];
  }

  /** Hear the service's clock; where no answer comes, rest as after any lost one. */
  async #hear() {
    const own = await this.store.own(this.own);
    const answer = await this.#call(`/records/${own?.record}`, own?.api ?? "", own?.token, {});
    this.#lost = answer ? 0 : this.#lost + 1;
    if (!answer) this.#wait(WAITS_MS[Math.min(this.#lost, WAITS_MS.length) - 1]);
    await this.#look();
  }

  async #send(/** @type {Flight} */ flight) {
    const answer = await this.#ask(flight);
    if (this.#over.signal.aborted) return;
    let happened = await this.store.change(this.own, (row) => queue.answered(row, flight, answer));
    if (happened.did === "lookup") {
      const found = await this.#log((happened.first ?? 1) - 1, flight.keys.length);
      if (!found) happened = { did: "again", after_s: null };
      else happened = await this.store.change(this.own, (row) => queue.lookedUp(row, flight.key, found));
    }
    const { did, problem } = happened;
    this.#lost = answer ? 0 : this.#lost + 1;
    if (did !== "again") this.#unsaid = 0;
    if (did === "again" && happened.after_s !== 0) {
      this.#unsaid += 1;
      const own = WAITS_MS[Math.min(this.#unsaid, WAITS_MS.length) - 1];
      this.#wait(happened.after_s ? happened.after_s * 1000 : own);
    }
    for (const entry of happened.entries ?? []) {
      const name = entry.state === "sent" ? "sent" : "refused";
      this.dispatchEvent(new CustomEvent(name, { detail: { entry, answer: happened.body, problem } }));
    }
    if (did === "sent" && flight.call === "open")
      this.dispatchEvent(new CustomEvent("opened", { detail: { answer: happened.body } }));
    if (did === "clash") this.dispatchEvent(new CustomEvent("clash", { detail: happened.clash }));
    await this.#look();
  }

  /** Rest; null ends a rest. @param {number | null} ms */
  #wait(ms) {
    clearTimeout(this.#timer);
    this.#again = ms === null ? null : this.now() + ms;
    if (ms !== null)
      this.#timer = setTimeout(() => {
        this.#again = null;
        void this.#pump();
      }, this.rest(ms));
  }

  /** @param {Flight} flight @returns {Promise<Answer>} */
  async #ask(flight) {
    const own = await this.store.own(this.own);
    const token = own?.token ?? (await this.store.service(own?.api ?? ""))?.token;
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": flight.type, "Idempotency-Key": flight.key };
    if (flight.match) headers["If-Match"] = flight.match;
    return this.#call(flight.path, own?.api ?? "", token, { method: "POST", headers, body: flight.body });
  }

  /** Entries of the log after a version; null where no answer came. @param {number} after @param {number} most */
  async #log(after, most) {
    const own = await this.store.own(this.own);
    const path = `/records/${own?.record}/log?after=${after}&limit=${most}`;
    const answer = await this.#call(path, own?.api ?? "", own?.token, {});
    return answer?.status === 200 ? answer.body.entries : null;
  }

  /**
   * @param {string} path @param {string} api @param {string | null | undefined} token
   * @param {RequestInit & {headers?: Record<string, string>}} how @returns {Promise<Answer>}
   */
  async #call(path, api, token, how) {
    const headers = {
      Accept: "application/json",
      "Accept-Language": this.lang(),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...how.headers,
    };
    const gone = new AbortController();
    const timer = setTimeout(() => gone.abort(), PATIENCE_MS);
    try {
      const answer = await this.fetch(`${api}/v1${path}`, {
        ...how,
        headers,
        credentials: "omit",
        redirect: "error",
        cache: "no-store",
        signal: gone.signal,
      });
      const body = await answer.json();
      this.#timed = true;
      await this.#time(answer.headers.get("Date"));
      const seconds = Number(answer.headers.get("Retry-After"));
      return { status: answer.status, body, retry_s: seconds > 0 ? seconds : null };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Note how far this phone's clock is ahead of the service's. @param {string | null} date */
  async #time(date) {
    const at = Date.parse(date ?? "");
    if (!Number.isFinite(at)) return;
    const ahead = Math.round((this.now() - at) / 1000);
    const own = await this.store.own(this.own);
    const clock_s = Math.abs(ahead) < CLOCK_S ? 0 : ahead;
    if (own && Math.abs(own.clock_s - clock_s) > CLOCK_S / 3)
      await this.store.change(this.own, (row) => [{ ...row, own: { ...row.own, clock_s } }, null]);
  }
}

/** The outbox of a row, which sends what waits. @param {Store} store @param {string} own @param {How} [how] */
export const openOutbox = (store, own, how = {}) => new Outbox(store, own, how).open();

/**
 * What this phone has of a record, as a file: a line that says of which record, then a line for each entry of whatever
 * kind, as `movebook import` takes it (docs/format.md). It holds no token.
 * @param {Own | null} own @param {readonly Entry[]} entries In their order.
 */
function lines(own, entries) {
  const head = {
    format: "movebook-phone",
    format_version: 1,
    game: own?.game ?? "",
    record: own?.record ?? null,
    follows: own?.base ?? 0,
    opening: own?.opening ?? null,
    seats: (own?.seats ?? []).map(({ name, colour }) => ({ name: name ?? null, colour })),
  };
  const all = [head, ...entries.map((entry) => lineOf(entry, own?.clock_s ?? 0))];
  const text = all.map((one) => `${JSON.stringify(one)}\n`).join("");
  const day = (own?.changed ?? "").slice(0, 10);
  return { name: `movebook-${own?.game || "record"}-${day}.jsonl`, type: "application/x-ndjson", text };
}

/** @param {Entry} entry @param {number} clock_s How far the phone's clock is ahead. */
function lineOf(entry, clock_s) {
  const { call, state, name, key, query, body, zone } = entry;
  return {
    call,
    state: state === "sent" || state === "set_aside" ? state : "unsent",
    ...(name ? { name } : {}),
    key,
    ...(query.run ? { run: true } : {}),
    occurred_at: queue.timeOf(entry, clock_s),
    ...(zone ? { zone } : {}),
    body,
  };
}
