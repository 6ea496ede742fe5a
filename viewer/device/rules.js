// @ts-check
/**
 * What may be recorded next, and what a move would say: by the game's own engine on this phone where it is here, else
 * by the service, else by the fields that the game declares. The same JSON from each.
 */
import { declaredOffers } from "./declared.js";

/**
 * @typedef {"phone" | "service" | "none"} Where
 * @typedef {import("./queue.js").Entry} Entry
 */

/** What the service or the rules refuse. */
export class RuleRefusal extends Error {
  /** @param {import("./queue.js").Problem} problem */
  constructor(problem) {
    super(problem.detail ?? problem.title ?? "");
    this.problem = problem;
    this.status = problem.status ?? 0;
  }
}

/** There is no network, and no engine here that could say. */
export class OffLine extends Error {}

/** A phone that has not the rules within this time goes on without them until it has. */
const PATIENCE_MS = 20_000;

/** Rules of one row; `change` is dispatched when `where` changes. */
export class Rules extends EventTarget {
  /** @type {Where} */
  where = "service";
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, (told: any) => void>} */
  #asked = new Map();
  #last = 0;
  /** Keys of the entries that the table on this phone has. @type {Set<string>} */
  #made = new Set();
  /** The version that the table on this phone began with; -1 for none. */
  #begun = -1;
  /** The name that the next move gets, where nobody else writes before. */
  #next = 2;
  /** Whether the engine is loaded: until then the service is asked, and nobody waits for it but who is off line. */
  #ready = false;
  /** @type {Promise<void>} */
  #turn = Promise.resolve();

  /** @param {import("./store.js").Store} store @param {string} own @param {() => string} lang */
  constructor(store, own, lang) {
    super();
    this.store = store;
    this.own = own;
    this.lang = lang;
  }

  /** Begin: with the service, and by the phone's own rules as soon as they are here. */
  open() {
    try {
      this.#worker = new Worker(new URL("./rules-worker.js", import.meta.url), { type: "module" });
      this.#worker.onmessage = (event) => {
        this.#asked.get(event.data.id)?.(event.data);
        this.#asked.delete(event.data.id);
      };
      this.#worker.onerror = () => this.#give();
    } catch {
      this.#worker = null;
    }
    void this.#caughtUp().catch(() => {});
    return this;
  }

  close() {
    this.#give();
  }

  /** Do without the phone's own rules. */
  #give() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const done of this.#asked.values()) done({ failed: "closed" });
    this.#asked.clear();
    this.#ready = false;
    this.#set("service");
  }

  /** @param {Where} where */
  #set(where) {
    if (where === this.where) return;
    this.where = where;
    this.dispatchEvent(new Event("change"));
  }

  /**
   * @param {string} call
   * @param {any} asked
   * @returns {Promise<any>}
   */
  async #ask(call, asked) {
    const worker = this.#worker;
    if (!worker) throw new OffLine("no rules here");
    const { game } = (await this.store.own(this.own)) ?? { game: "" };
    this.#last += 1;
    const id = this.#last;
    const told = await new Promise((done) => {
      this.#asked.set(id, done);
      worker.postMessage({ id, call, asked, game, lang: this.lang() });
    });
    if (told.problem) throw new RuleRefusal(told.problem);
    if (told.failed) throw new OffLine(told.failed);
    return told.body;
  }

  /** Bring the table on this phone to where the record is: as the service packed it, and what was entered since. */
  #caughtUp() {
    const turn = this.#turn.then(() => this.#catchUp());
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #catchUp() {
    const own = await this.store.own(this.own);
    if (!own || !this.#worker) throw new OffLine("no rules here");
    const entries = (await this.store.entries(this.own)).filter((one) => one.state !== "set_aside");
    const stale = this.#begun < 0 || [...this.#made].some((key) => !entries.some((one) => one.key === key));
    const behind = own.record !== null && own.base > this.#reached(entries);
    if (stale || behind) {
      const start = await this.#start(own, behind || this.#begun < 0);
      await this.#ask("begin", start.table);
      this.#begun = start.version;
      this.#next = Math.max(1, start.version) + 1;
      this.#made = new Set(
        entries.filter((one) => one.name && Number(one.name) <= start.version).map((one) => one.key),
      );
    }
    for (const entry of entries) {
      if (this.#made.has(entry.key) || entry.state === "refused") continue;
      if (entry.call !== "moves") throw new OffLine("not a move");
      const name = entry.name ?? String(this.#next);
      const told = await this.#ask("make", { name, move: entry.body, run: Boolean(entry.query.run) });
      this.#next = Number(name) + told.moves;
      this.#made.add(entry.key);
    }
    this.#ready = true;
    this.#set("phone");
  }

  /**
   * Answered by the table on this phone.
   * @param {string} call
   * @param {any} asked
   */
  async #here(call, asked) {
    await this.#caughtUp();
    return this.#ask(call, asked);
  }

  /** The version up to which the table on this phone has all. @param {readonly Entry[]} entries */
  #reached(entries) {
    const names = entries.filter((one) => this.#made.has(one.key) && one.name).map((one) => Number(one.name));
    return Math.max(this.#begun, ...names);
  }

  /**
   * Where the table on this phone begins.
   * @param {import("./queue.js").Own} own
   * @param {boolean} fresh Whether it is asked of the service anew.
   * @returns {Promise<{version: number, table: any}>}
   */
  async #start(own, fresh) {
    const name = `fold ${own.own}`;
    if (!own.record) {
      const game = await this.#game(own.game);
      const { options, policies, box } = own.opening ?? {};
      const seats = own.seats.map((seat) => seat.colour);
      const table = { rules: game.rules, seats, options, memory_aid: policies?.memory_aid, box: box ?? game.box };
      return { version: 0, table: { ...table, box: await this.#box(own.api, box, game.box) } };
    }
    if (fresh) {
      try {
        const { version, fold } = await this.#call(own, `/records/${own.record}/state?what=fold`);
        const table = { ...fold, box: await this.#box(own.api, fold.box, null) };
        await this.store.keep(name, { version, table });
        return { version, table };
      } catch (error) {
        if (error instanceof RuleRefusal) throw new OffLine(error.message);
      }
    }
    const kept = await this.store.kept(name);
    if (kept) return kept;
    if (!own.opening) throw new OffLine("this phone never saw the record");
    return this.#start({ ...own, record: null }, false);
  }

  /** @param {string} api @param {string | undefined} hash @param {any} usual */
  async #box(api, hash, usual) {
    if (!hash || hash === usual?.hash) return usual;
    const kept = await this.store.kept(`box ${hash}`);
    if (kept) return kept;
    const found = await this.#call({ api, token: null }, `/boxes/${hash}`);
    const box = found.box ?? found;
    await this.store.keep(`box ${hash}`, box);
    return box;
  }

  /** What is told of a game: kept, so that it is there without a network. @param {string} slug */
  async #game(slug) {
    const own = await this.store.own(this.own);
    try {
      const found = await this.#call({ api: own?.api ?? "", token: null }, `/games/${slug}`);
      await this.store.keep(`game ${slug}`, found);
      return found;
    } catch (error) {
      const kept = await this.store.kept(`game ${slug}`);
      if (!kept) throw error;
      return kept;
    }
  }

  /**
   * @param {{api: string, token: string | null}} own
   * @param {string} path
   * @param {{method?: string, headers?: Record<string, string>, body?: string}} [how]
   */
  async #call(own, path, how = {}) {
    const token = own.token ?? (await this.store.service(own.api))?.token;
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json", "Accept-Language": this.lang(), ...(how.headers ?? {}) };
    if (token) headers.Authorization = `Bearer ${token}`;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    /** @type {any} */
    let body;
    let fine = false;
    try {
      const answer = await fetch(`${own.api}/v1${path}`, { ...how, headers, credentials: "omit", signal });
      fine = answer.ok;
      body = await answer.json();
    } catch {
      throw new OffLine("no way to the service");
    }
    if (!fine) throw new RuleRefusal(body);
    return body;
  }

  /**
   * What the first of these answers that can: the engine here once it is loaded, the service where nothing waits to be
   * sent, the engine as soon as it is loaded.
   * @param {string} call
   * @param {any} asked
   * @param {(own: import("./queue.js").Own) => Promise<any>} service
   * @returns {Promise<any>}
   * @throws {RuleRefusal | OffLine}
   */
  async #answer(call, asked, service) {
    const passing = (/** @type {unknown} */ error) => {
      if (!(error instanceof OffLine)) throw error;
      return null;
    };
    const first = this.#ready ? await this.#here(call, asked).catch(passing) : null;
    if (first) return first;
    const own = await this.store.own(this.own);
    if (own?.record && !own.unsent) {
      const second = await service(own).catch(passing);
      if (second) return second;
    }
    return this.#here(call, asked);
  }

  /**
   * As `GET offers`, after everything on this phone.
   * @param {any} [partial] Part of a move: the answer is then its next field.
   * @returns {Promise<any>}
   * @throws {RuleRefusal | OffLine}
   */
  async offers(partial) {
    const query = partial ? `?${new URLSearchParams({ move: JSON.stringify(partial) })}` : "";
    try {
      return await this.#answer("offers", { partial: partial ?? null }, (own) =>
        this.#call(own, `/records/${own.record}/offers${query}`),
      );
    } catch (error) {
      if (!(error instanceof OffLine)) throw error;
    }
    this.#set("none");
    const own = await this.store.own(this.own);
    if (!own) throw new OffLine("no such row");
    return declaredOffers(await this.#game(own.game), own.seats.length, partial);
  }

  /**
   * As a dry run of `POST moves`: the sentence, and what follows.
   * @param {any} body
   * @param {{run?: number}} [query]
   * @returns {Promise<any>}
   * @throws {RuleRefusal | OffLine} Off line without rules: it is entered without a check.
   */
  dry(body, query = {}) {
    const asked = new URLSearchParams({ dry_run: "1", ...(query.run ? { run: "1" } : {}) });
    return this.#answer("dry", { move: body, run: Boolean(query.run) }, (own) => {
      const headers = { "Content-Type": "application/json", "If-Match": `"${own.base}"` };
      const how = { method: "POST", headers, body: JSON.stringify(body) };
      return this.#call(own, `/records/${own.record}/moves?${asked}`, how);
    });
  }

  /** The table as the recorder may see it, after everything on this phone; null where nobody can say. */
  view() {
    return this.#answer("view", {}, async (own) => (await this.#call(own, `/records/${own.record}/state`)).view).catch(
      () => null,
    );
  }
}

/**
 * The rules for a row of this phone.
 * @param {import("./store.js").Store} store
 * @param {string} own
 * @param {{lang?: () => string}} [how]
 */
export function openRules(store, own, how = {}) {
  return new Rules(store, own, how.lang ?? (() => "en")).open();
}
