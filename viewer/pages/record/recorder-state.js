// @ts-check
/**
 * The state of a recording page: one record on this phone, what may be recorded now, and the entry that is held. It
 * shows nothing. Events: `change`; `reached` when the service has answered; `opened` when it has opened a record that
 * was begun offline; `overtaken` when others wrote to the record.
 */
import { known } from "../../device/known.js";
import { Refusal, final } from "../../device/refusal.js";
import { openRules } from "../../device/rules.js";
import { openOutbox } from "../../device/outbox.js";
import { newOwn, openStore } from "../../device/database.js";
import { bothFrom } from "../../kit/words.js";
import { declared, lastOf, nextField } from "../../form/shape.js";
import { devicePlace, takeToken } from "../common/token/link.js";
import { caller } from "../common/service.js";

/**
 * @typedef {import("../../kit/words.js").Language} Language
 * @typedef {import("../../form/shape.js").Json} Json
 * @typedef {import("../../form/shape.js").Domain} Domain
 * @typedef {import("../../form/entry.js").Answers} Answers
 * @typedef {import("../../device/queue.js").Entry} Entry
 * @typedef {{type: string, seat: number | null, fields: Record<string, Domain>}} Offer
 * @typedef {{version?: number, ply: number, says: Record<string, string> | null, marks: any[], entry?: any,
 *   moves?: any, offers?: {moves: Offer[]}}} Written What a write did, or would do.
 */

/** An entry is sent after this time (ms); the next tap sends it at once. */
export const HELD_MS = 3000;
/** Timeout of a question that waits for entries on their way (ms): the tab that sends them may be asleep. */
const PATIENCE_MS = 20_000;
const MOST_ITEMS = 12; // Maximum length of a list that is asked for offline, where the game does not state one.

export class RecorderState extends EventTarget {
  constructor(/** @type {() => Language} */ lang) {
    super();
    this.lang = lang;
    /** The places of the board by the names of their keys. @type {(names: string[]) => any[]} */
    this.places = () => [];
    /** @type {any} */ this.store = null;
    /** @type {any} */ this.outbox = null;
    /** @type {any} */ this.own = null;
    /** @type {any} */ this.rules = null;
    /** @type {any} */ this.game = null;
    /** @type {any} */ this.box = null;
    /** @type {any} */ this.summary = null;
    /** @type {any} */ this.view = null;
    /** The entry of this phone that the view follows. @type {Entry | null} */ this.viewed = null;
    /** @type {(path: string, how?: RequestInit & {headers?: Record<string, string>}) => Promise<any>} */
    this.call = async () => null;
    /** @type {Offer[]} */ this.all = [];
    /** The last entry of this phone that was sent; null where others wrote since. @type {Entry | null} */
    this.lastSent = null;
    /** What this page sent, by key. @type {Map<string, Entry>} */
    this.sent = new Map();
    /** The last move of each seat that may be sealed, with whether it is. @type {Map<number, {name: string, body: Json,
     * sealed: boolean}>} */
    this.secrets = new Map();
    /** The moves as they were recorded and corrected, by name. @type {Map<string, Json>} */
    this.bodies = new Map();
    this.read = -1; // The version of offers and view.
    this.wanted = -1; // The version being read.
    this.head = 0; // The latest known version that another phone wrote.
    this.readings = 0; // Counts reads, so that a slow answer does not replace a later one.
    this.viewings = 0;
    /** Whether what follows is not known before what is on its way has been answered: the offers are of before it. */
    this.unsure = false;
    /** The last reading of offers and view. @type {Promise<void>} */
    this.refreshed = Promise.resolve();
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

  /** The seat whose own link this phone has, which types its moves and the table's; null for whoever records. */
  get mine() {
    return this.own?.role === "seat" ? /** @type {number} */ (this.own.seat) : null;
  }

  /** What may be recorded now; after what is held, where that is known. @returns {Offer[]} */
  get offers() {
    const { mine } = this;
    return mine === null ? this.all : this.all.filter(({ seat }) => seat === null || seat === mine);
  }

  /** @param {Offer[]} all */
  set offers(all) {
    this.all = all;
  }

  /** Whether the answer to what is on its way has to come first; another tab that sends may be asleep. */
  get awaited() {
    return this.unsure && this.outbox.state.doing !== "elsewhere";
  }

  /** Names the position that answers are about: the version of the record, and what waits here to follow it. */
  get position() {
    const { version, mine } = this.outbox.state;
    return [version, ...mine.map((/** @type {Entry} */ { key }) => key)].join(" ");
  }

  /** What was entered last on this phone, sent or not; null where others wrote since. @returns {Entry | null} */
  get last() {
    return this.outbox.state.mine.at(-1) ?? this.lastSent;
  }

  /**
   * Open the record that an address names: by the row of this phone, or by a link with its token.
   * @param {URLSearchParams} query
   * @returns {Promise<"open" | "none">} `none`: the address names no record that this phone may write.
   */
  async open(query) {
    this.store = await openStore();
    const record = query.get("record");
    const token = record ? await takeToken(devicePlace(this.store, record), "", this.lang()) : null;
    this.own = query.get("own") ? await this.store.own(query.get("own")) : null;
    if (!this.own && record) this.own = await this.#linked(record, token);
    if (!this.own) return "none";
    const call = caller(this.own.api, this.own.token, this.lang, () => {});
    this.call = async (path, how) => {
      const answer = await call(path, how);
      this.dispatchEvent(new Event("reached"));
      return answer;
    };
    this.outbox = await openOutbox(this.store, this.own.own, { lang: this.lang });
    this.outbox.addEventListener("change", () => this.#moved());
    this.outbox.addEventListener("sent", (/** @type {any} */ event) => void this.#sent(event.detail));
    return "open";
  }

  /**
   * The row of a record that a link leads to; null for a seat's own where who records types all moves.
   * @param {string} record @param {string | null} token
   */
  async #linked(record, token) {
    const there = await this.store.ownOf("", record);
    if (!token || there?.token === token) return there;
    const found = await caller("", token, this.lang, () => {})(`/records/${encodeURIComponent(record)}`);
    const seat = found.role === "seat" ? Number(found.eyes[0].slice(5)) : null;
    if (seat !== null && !found.policies.typing) return null;
    const role = seat !== null ? "seat" : found.role === "admin" ? "owner" : "recorder";
    const same = await this.store.ownOf("", record, role, seat);
    if (same) return this.store.keepOwn({ own: same.own, token });
    const { game, seats, status } = found;
    const own = newOwn({ api: "", game, seats, opening: null });
    return this.store.keepOwn({ ...own, record, token, role, seat, status, base: found.version });
  }

  /** Read the game, its box and the record as it stands: from the service, or as this phone knows them. */
  async prepare() {
    this.game = await this.#known(`/games/${this.own.game}`);
    this.summary = this.own.record ? await this.#known(this.path) : this.#unopened();
    await this.#reseat();
    this.box = await this.#readBox(this.summary.box);
    if (!this.rules) {
      this.rules = openRules(this.store, this.own.own, { lang: this.lang });
      this.rules.addEventListener("change", () => this.#changed());
    }
    for (const move of await this.#moves()) this.#tally(move);
    // A page that is gone held it, and nobody else will send it soon.
    if (this.outbox.state.held) this.timer = setTimeout(() => void this.release(), HELD_MS);
    await this.refresh();
  }

  /** Keep who sits where, which a correction may have changed. */
  async #reseat() {
    const said = (/** @type {any[]} */ seats) => JSON.stringify(seats.map(({ colour, name = null }) => [colour, name]));
    const { own, summary } = this;
    if (own.record && said(summary.seats) !== said(own.seats))
      this.own = await this.store.keepOwn({ own: own.own, seats: summary.seats });
  }

  #known(/** @type {string} */ path) {
    return known(this.store, path, (way) => this.call(way));
  }

  /** A record that the service has not opened yet, as far as this phone can tell. */
  #unopened() {
    const { seats, opening } = this.own;
    const sitting = seats.map((/** @type {any} */ one, /** @type {number} */ seat) => ({ seat, ...one }));
    return { seats: sitting, ply: 0, version: 0, status: "", box: opening?.box ?? this.game.box.hash };
  }

  async #readBox(/** @type {string} */ hash) {
    if (hash === this.game.box.hash) return this.game.box;
    try {
      const found = await this.#known(`/boxes/${hash}`);
      return found.box ?? found;
    } catch (error) {
      if (error instanceof Refusal) return this.game.box;
      throw error;
    }
  }

  /** What was recorded so far; without a network what this phone entered. @returns {Promise<Json[]>} */
  async #moves() {
    try {
      if (this.own.record) {
        const { entries } = await this.call(`${this.path}/log?limit=10000`);
        this.#seals(entries);
        return entries
          .filter((/** @type {any} */ one) => one.type === "move")
          .map((/** @type {any} */ one) => one.body);
      }
    } catch (error) {
      if (final(error)) throw error;
    }
    const entries = await this.store.entries(this.own.own);
    return entries
      .filter((/** @type {Entry} */ one) => one.call === "moves")
      .map((/** @type {Entry} */ one) => one.body);
  }

  /** Note what was recorded, and who has sealed what. @param {readonly any[]} entries Of the log. */
  #seals(entries) {
    for (const { type, version, body, seals } of entries) {
      if (type === "move") this.bodies.set(String(version), body);
      if (type === "corrected")
        body.changes.forEach((/** @type {any} */ change, /** @type {number} */ place) => {
          const made = change.op === "insert" ? `${version}.${place + 1}` : change.name;
          if (change.body) this.bodies.set(made, change.body);
        });
      if (type === "move" && typeof body.seat === "number" && this.game.secret?.[body.type])
        this.secrets.set(body.seat, { name: String(version), body, sealed: Boolean(seals) });
      if (type !== "sealed") continue;
      for (const one of this.secrets.values()) if (one.name === String(body.name)) one.sealed = true;
    }
  }

  /** A move as it was recorded and corrected; without a network as far as this page knows. @param {string} name */
  async bodyOf(name) {
    try {
      this.#seals((await this.call(`${this.path}/log?limit=10000`)).entries);
    } catch (error) {
      if (final(error)) throw error;
    }
    return this.bodies.get(name) ?? {};
  }

  #tally(/** @type {Json} */ body) {
    for (const [name, value] of Object.entries(body)) {
      if (name === "seat") continue;
      for (const one of [value].flat()) {
        if (one === null || typeof one === "object") continue;
        const times = this.counts.get(name) ?? new Map();
        times.set(JSON.stringify(one), (times.get(JSON.stringify(one)) ?? 0) + 1);
        this.counts.set(name, times);
      }
    }
  }

  /** Values that a field had most, the most frequent first; of `type` the types of move. @param {string} name */
  usual(name) {
    const times = [...(this.counts.get(name) ?? [])];
    return times.sort((a, b) => b[1] - a[1]).map(([value]) => JSON.parse(value));
  }

  /** What may be recorded now, and the position, read anew. */
  refresh() {
    this.refreshed = this.#refresh();
    return this.refreshed;
  }

  async #refresh() {
    // The service would answer for the table before what it is being sent; its answer brings what follows. If there is
    // no way to the service, it is read as soon as that is known.
    if (this.rules.where !== "phone" && this.#sending) {
      this.unsure = true;
      return;
    }
    if (this.rules.where !== "phone" && this.#awaitsDecision && this.offers.length && !this.unsure) return;
    this.known.clear();
    this.unsure = false;
    this.readings += 1;
    this.viewings += 1;
    const mine = this.readings;
    const { version } = this.outbox.state;
    const { last } = this;
    /** @type {[Offer[], any, Entry | null]} */ let read;
    try {
      const [offers, view] = await Promise.all([this.rules.offers(), this.rules.view()]);
      read = [offers.moves, view, last];
    } catch (error) {
      if (final(error)) throw error;
      if (mine !== this.readings) return;
      // What others sealed on their phones comes with the service's answer.
      this.unsure = this.#sending;
      if (this.unsure) return;
      read = [this.#everything(), this.view, this.viewed];
    }
    if (mine !== this.readings) return;
    [this.offers, this.view, this.viewed] = read;
    this.read = version;
    this.#changed();
  }

  /** Whether entries are on their way, and the service is there. */
  get #sending() {
    const { unsent, doing } = this.outbox.state;
    return unsent > 0 && ["idle", "sending", "elsewhere"].includes(doing);
  }

  /** Whether entries wait for somebody's decision. */
  get #awaitsDecision() {
    return ["clash", "refused", "stopped"].includes(this.outbox.state.doing);
  }

  /** Every type of move for every seat, as the game declares it: where nobody can be asked. @returns {Offer[]} */
  #everything() {
    const seats = this.own.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => seat);
    const table = { seats: seats.length, most: MOST_ITEMS };
    return Object.entries(this.game.moves).flatMap(([type, kind]) => {
      const named = Object.entries(/** @type {Record<string, any>} */ (kind.fields));
      const domain = (/** @type {string} */ name, /** @type {any} */ shape) =>
        this.#secretly(type, name, declared(shape, table));
      const fields = Object.fromEntries(named.map(([name, shape]) => [name, domain(name, shape)]));
      const whose = kind.seated === false ? [null] : seats;
      return whose.map((/** @type {number | null} */ seat) => ({ type, seat, fields }));
    });
  }

  /**
   * A domain, which may be of a secret.
   * @param {string} type @param {string} path @param {Domain} domain @returns {Domain}
   */
  #secretly(type, path, domain) {
    return this.game.secret?.[type]?.[path] ? { ...domain, secret: true } : domain;
  }

  /** The next question of a move, after all on this phone. @param {Json} partial @param {Answers} answers */
  async ask(partial, answers) {
    await this.settled();
    const key = JSON.stringify(partial);
    let answer = this.known.get(key);
    if (!answer) {
      answer = this.rules.offers(partial).catch((/** @type {unknown} */ error) => {
        this.known.delete(key);
        // Nobody can say, or it is about a value that was never on offer: as the game declares its fields.
        if (error instanceof Refusal && ![400, 422, 500].includes(error.status)) throw error;
        return this.askDeclared(partial, answers);
      });
      this.known.set(key, /** @type {Promise<any>} */ (answer));
    }
    return answer;
  }

  /**
   * What a line of the notation writes so far, and how it may go on. What is held is sent first.
   * @param {string} line
   * @returns {Promise<{read: Json | null, suggestions: any[], why?: Record<string, string>, position: string}>}
   *   `position`: what the answer is about.
   */
  async typed(line) {
    await this.settled();
    // Whose move it is follows from the offers.
    await this.refreshed.catch(() => {});
    const { position } = this;
    return { ...(await this.rules.typed(line)), position };
  }

  /** The next question, as wide as the game declares its fields. @param {Json} partial @param {Answers} answers */
  askDeclared(partial, answers) {
    const seats = this.own.seats.length;
    const next = nextField(this.game.moves[partial.type].fields, partial, answers, seats);
    if (!next) return { field: null, domain: null };
    const table = { seats, most: MOST_ITEMS, known: this.usual(next.path), places: this.places };
    return { field: next.path, domain: this.#secretly(partial.type, next.path, declared(next.shape, table)) };
  }

  /** Until what was entered has been sent; at once where this phone has the rules, or nobody can be reached. */
  async settled() {
    if (this.rules.where === "phone") this.release();
    else await this.whenSent();
  }

  /** Until what was entered has been sent, or cannot be. */
  async whenSent() {
    await this.release();
    const until = Date.now() + PATIENCE_MS;
    while (this.#sending && Date.now() < until) {
      await new Promise((done) => {
        this.outbox.addEventListener("change", done, { once: true });
        setTimeout(done, PATIENCE_MS);
      });
    }
  }

  /**
   * What a move would do; null where others have written meanwhile: what becomes of it is asked when it is sent.
   * @param {Json} body @param {{run?: 1}} [query] @returns {Promise<Written | null>} @throws {Refusal}
   */
  async dry(body, query = {}) {
    await this.settled();
    try {
      return await this.rules.dry(body, query);
    } catch (error) {
      if (error instanceof Refusal && error.status === 412) return null;
      throw error;
    }
  }

  /**
   * What an undo or a correction would do: the service alone can say, for it has the whole log.
   * @param {"undo" | "corrections"} call @param {Json} body @returns {Promise<any>} @throws {Refusal}
   */
  impact(call, body) {
    return this.call(`${this.path}/${call}?dry_run=1&lang=${bothFrom(this.lang())}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "If-Match": `"${this.outbox.state.version}"` },
      body: JSON.stringify(body),
    });
  }

  /**
   * Keep an entry on this phone, and send it after a moment.
   * @param {{call?: string, body: Json, query?: {run?: 1}, any?: boolean, at?: number, expected: Written | null}} entry
   *   `expected`: what it would do, as far as that is known; `at`: the one version of the record that it may follow.
   * @returns {Promise<Entry | null>} Null: the record has another version, and nothing was entered.
   */
  async hold({ call = "moves", body, query, any, at, expected }) {
    this.known.clear();
    const entry = await this.outbox.hold({ call, body, query, any, at, says: expected?.says ?? null });
    if (!entry) return null;
    // What is shown from here on follows the entry.
    this.readings += 1;
    if (call === "moves" && expected?.offers) this.offers = expected.offers.moves;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.release(), HELD_MS);
    this.#changed();
    if (call === "moves" && !expected?.offers) await this.refresh();
    return entry;
  }

  /** Send what is held. */
  async release() {
    clearTimeout(this.timer);
    if (this.outbox?.state.held) await this.outbox.release();
  }

  /**
   * Take an entry back that is not on its way.
   * @param {Entry | null} [entry] The one that is held, where none is named.
   * @returns {Promise<Json | null>} Its body; null: it is too late.
   */
  async takeBack(entry = this.outbox.state.held) {
    clearTimeout(this.timer);
    const taken = entry ? await this.outbox.takeBack(entry.key) : null;
    await this.refresh();
    return taken?.body ?? null;
  }

  async #sent(/** @type {{entry: Entry, answer: Written}} */ { entry, answer }) {
    this.known.clear();
    if (entry.call === "moves") this.#tally(entry.body);
    if (answer?.entry) this.#seals([answer.entry]);
    this.lastSent = entry;
    this.sent.set(entry.key, entry);
    const alone = this.outbox.state.mine.every((/** @type {Entry} */ one) => one.key === entry.key);
    // What waited on this phone may be sent before the page has read the record: it reads all of it then.
    if (!this.rules || !alone || !answer?.offers || answer.version === undefined) return;
    this.readings += 1;
    this.unsure = false;
    this.viewings += 1;
    const mine = this.viewings;
    this.offers = answer.offers.moves;
    this.read = this.wanted = answer.version;
    this.#changed();
    const view = await this.rules.view().catch(() => null);
    // What is held meanwhile is not in it.
    if (!view || mine !== this.viewings) return;
    [this.view, this.viewed] = [view, entry];
    this.#changed();
  }

  /**
   * Other phones wrote up to a version: what is entered next follows it.
   * @param {number} version @param {readonly any[]} [entries] Those that were heard.
   */
  async heard(version, entries = []) {
    this.#seals(entries);
    this.head = Math.max(this.head, version);
    await this.#follow();
  }

  /** Follow what was heard, once nothing waits that follows an earlier version. */
  async #follow() {
    const { unsent, version } = this.outbox.state;
    if (!unsent && this.head > version) await this.outbox.rebased(this.head);
  }

  /** The outbox has moved on. */
  #moved() {
    this.#changed();
    const { unsent, version } = this.outbox.state;
    if (!this.own.record) void this.#opened();
    if (this.unsure && !this.#sending) void this.refresh().catch(() => {});
    else if (!this.own.record) return;
    else if (!unsent && this.head > version) void this.#follow();
    // Others wrote, another tab has sent, a clash is settled, or an answer was of several moves.
    else if (!unsent && this.rules && version !== this.read && version !== this.wanted) {
      this.wanted = version;
      this.lastSent = null;
      this.dispatchEvent(new Event("overtaken"));
      void this.refresh().catch(() => (this.wanted = -1));
    }
  }

  /** A record that was begun off line has its id. */
  async #opened() {
    const own = await this.store.own(this.own.own);
    if (!own?.record || this.own.record) return;
    this.own = own;
    this.dispatchEvent(new Event("opened"));
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
