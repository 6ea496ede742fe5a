// @ts-check
/**
 * The recorder's desk: one record on this phone, what may be recorded now, and what was entered and is held. It shows
 * nothing; whoever shows it hears `change`.
 */
import { openOutbox } from "../device/outbox.js";
import { newOwn, openStore } from "../device/store.js";
import { declared, lastOf, shapeAt, valueAt } from "../form/shape.js";
import { openRules } from "./record-rules.js";
import { Refusal, caller, tokenOf } from "./seat-service.js";

/**
 * @typedef {import("../kit/words.js").Language} Language
 * @typedef {import("../form/shape.js").Json} Json
 * @typedef {import("../form/shape.js").Domain} Domain
 * @typedef {{type: string, seat: number | null, fields: Record<string, Domain>}} Offer
 * @typedef {{version: number, ply: number, says: Record<string, string> | null, marks: any[], entry: any,
 *   moves?: any[], offers?: {moves: Offer[]}}} Written What a write did, or would do.
 */

/** So long an entry is held before it is sent, in milliseconds; the next tap sends it at once. */
export const HELD_MS = 3000;
/** Where the game does not say of how many a list is, so many are asked for offline. */
const MOST_ITEMS = 12;

export class Desk extends EventTarget {
  /** @param {() => Language} lang */
  constructor(lang) {
    super();
    this.lang = lang;
    /** @type {any} */ this.store = null;
    /** @type {any} */ this.outbox = null;
    /** @type {any} */ this.own = null;
    /** @type {any} */ this.rules = null;
    /** @type {any} */ this.game = null;
    /** @type {any} */ this.box = null;
    /** @type {any} */ this.summary = null;
    /** @type {any} */ this.view = null;
    /** @type {(path: string, how?: RequestInit & {headers?: Record<string, string>}) => Promise<any>} */
    this.call = async () => null;
    /** What may be recorded now; after what is held, where that is known. @type {Offer[]} */
    this.offers = [];
    /** What happened last, by language. @type {Record<string, string> | null} */
    this.said = null;
    /** The sentence of the last move; null where it must be read. @type {Record<string, string> | null} */
    this.lastSays = null;
    /** Name of the last move; null where there is none. @type {string | null} */
    this.lastName = null;
    /** @type {any} */ this.timer = null;
    /** Answers of the rules by part of a move; for one position. @type {Map<string, Promise<any>>} */
    this.known = new Map();
    /** How often a field had a value: its name -> JSON -> times. @type {Map<string, Map<string, number>>} */
    this.counts = new Map();
  }

  /** The calls of the service below `/v1`. */
  get path() {
    return `/records/${encodeURIComponent(this.own.record)}`;
  }

  /**
   * Open the record that an address names: by the row of this phone, or by a link with its token.
   * @param {URLSearchParams} query
   * @returns {Promise<"open" | "none" | "elsewhere">} `none`: the address names no record that this phone may write.
   */
  async open(query) {
    this.store = await openStore();
    const record = query.get("record");
    const api = (query.get("api") ?? "").replace(/\/+$/, "");
    const token = record ? tokenOf(api, record) : null;
    this.own = query.get("own") ? await this.store.own(query.get("own")) : null;
    if (!this.own && record) this.own = await this.#linked(api, record, token);
    if (!this.own) return "none";
    this.call = caller(this.own.api, this.own.token, this.lang, () => {});
    this.outbox = await openOutbox(this.store, this.own.own, { lang: this.lang });
    this.outbox.addEventListener("change", () => this.#changed());
    this.outbox.addEventListener("sent", (/** @type {any} */ event) => this.#sent(event.detail));
    this.outbox.addEventListener("refused", () => void this.refresh());
    return "open";
  }

  /**
   * The row of a record that a link leads to.
   * @param {string} api
   * @param {string} record
   * @param {string | null} token
   */
  async #linked(api, record, token) {
    const known = await this.store.ownOf(api, record);
    if (!token) return known;
    const call = caller(api, token, this.lang, () => {});
    const found = await call(`/records/${encodeURIComponent(record)}`);
    const role = found.role === "admin" ? "owner" : "recorder";
    const same = await this.store.ownOf(api, record, role);
    if (same) return this.store.keepOwn({ own: same.own, token });
    const { game, seats, status } = found;
    return this.store.keepOwn({
      ...newOwn({ api, game, seats, opening: null }),
      record,
      token,
      role,
      status,
      base: found.version,
    });
  }

  /** Read the game, its box and the record as it stands. */
  async prepare() {
    this.game = await this.call(`/games/${this.own.game}`);
    this.summary = await this.call(this.path);
    this.box = await this.call(`/boxes/${this.summary.box}`).then(
      (/** @type {any} */ found) => found.box ?? found,
      (/** @type {any} */ error) => {
        if (error instanceof Refusal) return this.game.box;
        throw error;
      },
    );
    this.rules = await openRules(this);
    await this.#count();
    await this.refresh();
  }

  /** What was recorded so far: how often each value was given, and the last move. */
  async #count() {
    const { entries } = await this.call(`${this.path}/log?limit=10000`);
    for (const entry of entries) if (entry.type === "move") this.#tally(entry.body);
  }

  /** @param {Json} body */
  #tally(body) {
    for (const [name, value] of Object.entries(body)) {
      if (name === "type" || name === "seat") continue;
      for (const one of [value].flat()) {
        if (one === null || typeof one === "object") continue;
        const times = this.counts.get(name) ?? new Map();
        times.set(JSON.stringify(one), (times.get(JSON.stringify(one)) ?? 0) + 1);
        this.counts.set(name, times);
      }
    }
  }

  /** Values that a field had most, the most frequent first. @param {string} name */
  usual(name) {
    const times = [...(this.counts.get(name) ?? [])];
    return times.sort((a, b) => b[1] - a[1]).map(([value]) => JSON.parse(value));
  }

  /** What may be recorded now, and the position, read anew. */
  async refresh() {
    this.known.clear();
    try {
      const [offers, view] = await Promise.all([this.rules.offers(), this.rules.view()]);
      this.offers = offers.moves;
      this.view = view;
    } catch (error) {
      if (!this.offers.length) this.offers = this.#everything();
      if (error instanceof Refusal) throw error;
    }
    this.#changed();
  }

  /** Every type of move for every seat, as the game declares it: where nobody can be asked. @returns {Offer[]} */
  #everything() {
    const seats = this.own.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => seat);
    return Object.entries(this.game.moves).flatMap(([type, kind]) =>
      (kind.seated === false ? [null] : seats).map((/** @type {number | null} */ seat) => ({ type, seat, fields: {} })),
    );
  }

  /**
   * The next question of a part of a move. What is held is sent first: the rules are asked about what follows it.
   * @param {Json} partial
   */
  async ask(partial) {
    await this.settled();
    const key = JSON.stringify(partial);
    let answer = this.known.get(key);
    if (!answer) {
      answer = this.rules.offers(partial).catch((/** @type {unknown} */ error) => {
        this.known.delete(key);
        // Away from the service, or about a value that was never on offer: as the game declares its fields.
        if (error instanceof Refusal && ![400, 422, 500].includes(error.status)) throw error;
        return this.askDeclared(partial);
      });
      this.known.set(key, /** @type {Promise<any>} */ (answer));
    }
    return answer;
  }

  /**
   * The next question, as wide as the game declares its fields.
   * @param {Json} partial
   */
  askDeclared(partial) {
    const { fields } = this.game.moves[partial.type];
    const table = { seats: this.own.seats.length, most: MOST_ITEMS };
    const path = Object.keys(fields).find((name) => valueAt(partial, name) === undefined);
    const shape = path === undefined ? null : shapeAt(fields, path);
    return { field: path ?? null, domain: shape ? declared(shape, table) : null };
  }

  /** Until what is held and waits has been sent; at once where the rules know of it, or nobody can be reached. */
  async settled() {
    this.release();
    if (this.rules.where === "phone") return;
    while (this.outbox.state.unsent && ["idle", "sending"].includes(this.outbox.state.doing)) {
      await new Promise((done) => this.outbox.addEventListener("change", done, { once: true }));
    }
  }

  /**
   * What a move would do.
   * @param {Json} body
   * @param {{run?: 1}} [query]
   * @returns {Promise<Written>}
   * @throws {Refusal}
   */
  async dry(body, query = {}) {
    await this.settled();
    return this.rules.dry(body, { ...query, offers: 1 });
  }

  /**
   * Keep an entry on this phone, and send it after a moment.
   * @param {{call?: string, body: Json, query?: {run?: 1}, any?: boolean, told: Written | null}} entry `told`: what it
   *   would do, as far as that is known.
   */
  async hold({ call = "moves", body, query, any, told }) {
    const { offers, said, lastSays } = this;
    this.known.clear();
    // First of all: whatever is shown from here on follows the entry.
    this.said = told?.says ?? null;
    this.lastSays = call === "moves" ? this.said : null;
    if (call === "moves" && told?.offers) this.offers = told.offers.moves;
    try {
      await this.outbox.hold({ call, body, query, any, says: this.said });
    } catch (error) {
      Object.assign(this, { offers, said, lastSays });
      throw error;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.release(), HELD_MS);
    this.#changed();
  }

  /** Send what is held. */
  release() {
    clearTimeout(this.timer);
    if (this.outbox?.state.held) this.outbox.release();
  }

  /** Take back what is held, before anybody saw it. @returns {Promise<Json | null>} Its body; null: it is too late. */
  async takeBack() {
    const { held } = this.outbox.state;
    clearTimeout(this.timer);
    const entry = held ? await this.outbox.takeBack(held.key) : null;
    await this.refresh();
    return entry?.body ?? null;
  }

  /** @param {{entry: any, answer: Written}} sent */
  async #sent({ entry, answer }) {
    this.known.clear();
    if (entry.call === "moves" && answer?.entry?.type === "move") this.#tally(answer.entry.body);
    this.said = answer?.says ?? this.said;
    this.lastSays = entry.call === "moves" ? (answer?.says ?? this.lastSays) : null;
    this.lastName = entry.name ?? this.lastName;
    // What is held by now follows it: then these are offers of the past.
    if (answer?.offers && !this.outbox.state.unsent) this.offers = answer.offers.moves;
    else if (!this.outbox.state.unsent) return this.refresh();
    this.#changed();
    try {
      this.view = await this.rules.view();
    } catch {
      // The board stays as it was; the next answer brings it on.
    }
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** The field that a path ends in. @param {string} path */
export function nameOf(path) {
  // A place in a list is called as the list is.
  return /\.\d+$/.test(path) ? lastOf(path.replace(/(\.\d+)+$/, "")) : lastOf(path);
}
