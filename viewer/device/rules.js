// @ts-check
/**
 * What may be recorded next, and what a move would do. One set of questions for a page; the game's own engine on this
 * phone answers them once it is loaded, for it waits for no network, and the service until then. Who has no way to the
 * service waits for the engine. The same JSON from both.
 */
import { bothFrom } from "../kit/words.js";
import { known } from "./known.js";
import { STATEMENTS } from "./queue.js";
import { OffLine, Refusal } from "./refusal.js";

/**
 * @import { Entry, Own } from "./queue.js"
 * @typedef {"phone" | "service" | "none"} Where Who answered last; `none`: nobody could.
 * @typedef {{name: string, last: number}} Made A move that was made on the table of this phone: its name, and the
 *   version of the last move that a run took along.
 */

const PATIENCE_MS = 20_000; // Timeout of a request.
/** The engine weighs 13 MB: it is loaded when a page has been open so long, or when there is no way to the service. */
const WARM_MS = 20_000;
const RETRY_MS = 60_000; // Delay before a failed load of the engine is retried.

/** Rules of one row; `change` is dispatched when `where` changes. */
export class Rules extends EventTarget {
  /** @type {Where} */
  where = "service";
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, (answer: any) => void>} */
  #asked = new Map();
  #last = 0;
  /** Keys of the entries in this phone's table; null: those it began with. @type {Map<string, Made | null>} */
  #made = new Map();
  #begun = -1; // The first version of the table on this phone; -1 for none.
  #next = 2; // The version that the next move gets, unless another phone writes first.
  #ready = false;
  #failed = -Infinity; // When the engine could not be loaded.
  /** @type {Promise<void>} */
  #turn = Promise.resolve();
  /** @type {any} */
  #warming = null;

  /** @param {import("./database.js").Store} store @param {string} own @param {() => string} lang */
  constructor(store, own, lang) {
    super();
    this.store = store;
    this.own = own;
    this.lang = lang;
  }

  /** Begin with the service, and load the engine after a while. @param {number} warm_ms */
  open(warm_ms) {
    this.#warming = setTimeout(() => void this.#caughtUp().catch(() => {}), warm_ms);
    return this;
  }

  close() {
    clearTimeout(this.#warming);
    this.#give();
  }

  /** Do without the phone's own rules. */
  #give() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const done of this.#asked.values()) done({ failed: "closed" });
    this.#asked.clear();
    this.#ready = false;
    this.#begun = -1;
    this.#set("service");
  }

  #set(/** @type {Where} */ where) {
    if (where === this.where) return;
    this.where = where;
    this.dispatchEvent(new Event("change"));
  }

  /** @throws {OffLine} It could not be loaded. */
  async #loaded() {
    if (this.#worker) return;
    if (Date.now() < this.#failed + RETRY_MS) throw new OffLine("no rules here");
    try {
      this.#worker = new Worker(new URL("./rules-worker.js", import.meta.url), { type: "module" });
      this.#worker.onmessage = (event) => {
        this.#asked.get(event.data.id)?.(event.data);
        this.#asked.delete(event.data.id);
      };
      this.#worker.onerror = () => this.#give();
      await this.#ask("load", null);
    } catch (error) {
      this.#failed = Date.now();
      this.#give();
      throw new OffLine(String(error));
    }
  }

  /** @param {string} call @param {any} asked @returns {Promise<any>} */
  async #ask(call, asked) {
    const worker = this.#worker;
    if (!worker) throw new OffLine("no rules here");
    const { game } = (await this.store.own(this.own)) ?? { game: "" };
    // It was given up meanwhile: it would never answer.
    if (worker !== this.#worker) throw new OffLine("closed");
    this.#last += 1;
    const id = this.#last;
    const answer = await new Promise((done) => {
      this.#asked.set(id, done);
      worker.postMessage({ id, call, asked, game, lang: this.lang() });
    });
    if (answer.problem) throw refusalOf(answer.problem);
    if (answer.failed) throw new OffLine(answer.failed);
    return answer.body;
  }

  /** Bring the table on this phone to where the record is: as the service packed it, and what was entered since. */
  #caughtUp() {
    const turn = this.#turn.then(() => this.#catchUp());
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #catchUp() {
    const own = await this.store.own(this.own);
    if (!own) throw new OffLine("no such row");
    // The table to go on with is the recorder's.
    if (own.role === "seat") throw new OffLine("a seat's phone");
    await this.#loaded();
    const entries = (await this.store.entries(this.own)).filter((one) => one.state !== "set_aside");
    const names = new Map(entries.map(({ key, name }) => [key, name]));
    const stale = this.#begun < 0 || [...this.#made].some(([key, made]) => !fits(made, names.get(key)));
    const behind = own.record !== null && own.base > this.#reached(names);
    if (stale || behind) await this.#begin(own, entries, behind || this.#begun < 0);
    for (const entry of entries) if (!this.#made.has(entry.key)) await this.#make(entry);
    if (own.record !== null && own.base > this.#reached(names)) this.#lacks();
    this.#ready = true;
    this.#set("phone");
  }

  /** @param {Own} own @param {readonly Entry[]} entries @param {boolean} fresh Ask the service where it begins. */
  async #begin(own, entries, fresh) {
    const start = await this.#start(own, fresh);
    await this.#ask("begin", start.table);
    this.#begun = start.version;
    this.#next = Math.max(1, start.version) + 1;
    const there = entries.filter(({ name }) => name !== null && Number(name) <= start.version);
    this.#made = new Map(there.map(({ key }) => [key, null]));
  }

  /** Make a move of this phone on its table. @param {Entry} entry */
  async #make(entry) {
    if (entry.state === "refused") return;
    if (entry.call !== "moves" && !STATEMENTS.has(entry.call)) throw new OffLine("not a move");
    if (entry.name !== null && Number(entry.name) !== this.#next) this.#lacks();
    const name = String(this.#next);
    if (entry.call !== "moves") {
      this.#next += 1;
      this.#made.set(entry.key, { name, last: Number(name) });
      return;
    }
    try {
      const answer = await this.#ask("make", { name, move: entry.body, run: Boolean(entry.query.run) });
      this.#next += answer.moves;
      this.#made.set(entry.key, { name, last: this.#next - 1 });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // What is to become of it the outbox asks when the service has refused it, too.
      this.#made.set(entry.key, { name: "", last: 0 });
    }
  }

  /** Others have written what this phone has not seen: it cannot say what comes next. */
  #lacks() {
    this.#begun = -1;
    throw new OffLine("others wrote in between");
  }

  /** The version that this phone's table has. @param {Map<string, string | null>} names Of the entries. */
  #reached(names) {
    const last = [...this.#made].map(([key, made]) => (made && names.get(key) ? made.last : 0));
    return Math.max(this.#begun, ...last);
  }

  /** Answered by the table on this phone. @param {string} call @param {any} asked */
  async #here(call, asked) {
    await this.#caughtUp();
    return this.#ask(call, asked);
  }

  /**
   * Where the table on this phone begins.
   * @param {Own} own @param {boolean} fresh Whether it is asked of the service anew.
   * @returns {Promise<{version: number, table: any}>}
   */
  async #start(own, fresh) {
    const name = `fold ${own.own}`;
    if (!own.record) {
      const game = await this.#known(own, `/games/${own.game}`);
      const { options, policies, box } = own.opening ?? {};
      const seats = own.seats.map((seat) => seat.colour);
      const table = { rules: game.rules, seats, options, memory_aid: policies?.memory_aid };
      return { version: 0, table: { ...table, box: await this.#box(own, box, game.box) } };
    }
    if (fresh) {
      try {
        const { version, fold } = await this.#call(own, `/records/${own.record}/state?what=fold`);
        const table = { ...fold, box: await this.#box(own, fold.box, null) };
        await this.store.keep(name, { version, table });
        return { version, table };
      } catch (error) {
        if (error instanceof Refusal) throw new OffLine(error.message);
      }
    }
    const kept = await this.store.kept(name);
    if (kept) return kept;
    if (!own.opening) throw new OffLine("this phone never saw the record");
    return this.#start({ ...own, record: null }, false);
  }

  async #box(/** @type {Own} */ own, /** @type {string | undefined} */ hash, /** @type {any} */ usual) {
    if (!hash || hash === usual?.hash) return usual;
    const found = await this.#known(own, `/boxes/${hash}`);
    return found.box ?? found;
  }

  /**
   * What this phone's own moves would lead to if one of them had been another: of that one and those after it the
   * sentence, or why the rules refuse it.
   * @param {string} key Of the entry. @param {any} body @returns {Promise<{entry: Entry, says: any, problem: any}[]>}
   * @throws {OffLine} The rules are not here.
   */
  instead(key, body) {
    const turn = this.#turn.then(async () => {
      await this.#catchUp();
      const own = /** @type {Own} */ (await this.store.own(this.own));
      const entries = (await this.store.entries(this.own)).filter((one) => one.state !== "set_aside");
      /** @type {{entry: Entry, says: any, problem: any}[]} */ const found = [];
      try {
        await this.#begin(own, entries, false);
        for (const entry of entries.filter((one) => !this.#made.has(one.key))) {
          if (entry.key !== key && (!found.length || STATEMENTS.has(entry.call))) {
            await this.#make(entry);
            continue;
          }
          const move = entry.key === key ? body : entry.body;
          const run = Boolean(entry.query.run);
          try {
            const { says } = await this.#ask("dry", { move, run });
            this.#next += (await this.#ask("make", { name: String(this.#next), move, run })).moves;
            found.push({ entry, says, problem: null });
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            found.push({ entry, says: null, problem: error.problem });
          }
        }
      } finally {
        this.#begun = -1; // the table here has moves that were not made
      }
      return found;
    });
    this.#turn = turn.then(() => {}).catch(() => {});
    return turn;
  }

  #known(/** @type {Own} */ own, /** @type {string} */ path) {
    return known(this.store, path, () => this.#call(own, path));
  }

  /**
   * @param {Own} own @param {string} path
   * @param {{method?: string, headers?: Record<string, string>, body?: string}} [how]
   */
  async #call(own, path, how = {}) {
    const token = own.token ?? (await this.store.service(own.api))?.token;
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json", "Accept-Language": this.lang(), ...(how.headers ?? {}) };
    if (token) headers.Authorization = `Bearer ${token}`;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    /** @type {any} */ let body;
    let fine = false;
    try {
      const answer = await fetch(`${own.api}/v1${path}`, { ...how, headers, credentials: "omit", signal });
      fine = answer.ok;
      body = await answer.json();
    } catch {
      throw new OffLine("no way to the service");
    }
    if (!fine) throw refusalOf(body);
    return body;
  }

  /**
   * What the first of these answers that can: the engine here once it is loaded, the service where nothing waits to be
   * sent, the engine as soon as it is loaded.
   * @param {string} call @param {any} asked @param {(own: Own) => Promise<any>} service @returns {Promise<any>}
   * @throws {Refusal | OffLine}
   */
  async #answer(call, asked, service) {
    try {
      if (this.#ready) return await this.#here(call, asked);
    } catch (error) {
      if (!(error instanceof OffLine)) throw error;
    }
    const own = await this.store.own(this.own);
    try {
      if (own?.record && !own.unsent) {
        const answer = await service(own);
        if (this.where === "none") this.#set("service");
        return answer;
      }
    } catch (error) {
      if (!(error instanceof OffLine)) throw error;
    }
    try {
      return await this.#here(call, asked);
    } catch (error) {
      if (error instanceof OffLine) this.#set("none");
      throw error;
    }
  }

  /**
   * As `GET offers`, after everything on this phone.
   * @param {any} [partial] Part of a move: the answer is then its next field. @returns {Promise<any>}
   * @throws {Refusal | OffLine}
   */
  offers(partial) {
    const query = partial ? `?${new URLSearchParams({ move: JSON.stringify(partial) })}` : "";
    return this.#answer("offers", { partial: partial ?? null }, (own) =>
      this.#call(own, `/records/${own.record}/offers${query}`),
    );
  }

  /**
   * As a dry run of `POST moves`: the sentence; from the service the offers that follow, too.
   * @param {any} body @param {{run?: number}} [query] @returns {Promise<any>} @throws {Refusal | OffLine}
   */
  dry(body, query = {}) {
    const lang = bothFrom(this.lang());
    const asked = new URLSearchParams({ dry_run: "1", offers: "1", lang, ...(query.run ? { run: "1" } : {}) });
    return this.#answer("dry", { move: body, run: Boolean(query.run) }, (own) => {
      const headers = { "Content-Type": "application/json", "If-Match": `"${own.base}"` };
      const how = { method: "POST", headers, body: JSON.stringify(body) };
      return this.#call(own, `/records/${own.record}/moves?${asked}`, how);
    });
  }

  /**
   * What a line of text notation writes so far, and how it may go on: as `GET offers` with `line`.
   * @param {string} line Up to the cursor. @returns {Promise<any>} @throws {Refusal | OffLine}
   */
  typed(line) {
    const query = new URLSearchParams({ line });
    return this.#answer("typed", { line }, (own) => this.#call(own, `/records/${own.record}/offers?${query}`));
  }

  /** The recorder's view of the table after everything here. @returns {Promise<any>} @throws {Refusal | OffLine} */
  view() {
    return this.#answer("view", {}, async (own) => (await this.#call(own, `/records/${own.record}/state`)).view);
  }
}

/** Whether a move has its name, or none yet. @param {Made | null} made @param {string | null | undefined} name */
function fits(made, name) {
  if (name === undefined) return false;
  return made === null || name === null || made.name === name;
}

function refusalOf(/** @type {any} */ problem) {
  const words = [problem?.detail ?? problem?.title ?? "", problem?.rule ? `(${problem.rule})` : ""].join(" ").trim();
  return new Refusal(problem?.status ?? 0, words, problem);
}

/**
 * The rules for a row of this phone.
 * @param {import("./database.js").Store} store @param {string} own
 * @param {{lang?: () => string, warm_ms?: number}} [how] `warm_ms`: when the engine is loaded at the latest.
 */
export const openRules = (store, own, how = {}) =>
  new Rules(store, own, how.lang ?? (() => "en")).open(how.warm_ms ?? WARM_MS);
