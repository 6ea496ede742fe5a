// @ts-check
/**
 * What this phone keeps: its own records with their tokens, entries that are not sent yet, and small things. It shows
 * nothing. A token stays in this origin's store and goes nowhere but to the service that it is for.
 */
import { randomKey } from "./random.js";
import { StorageError, diskStorage, memoryStorage } from "./storage.js";

export { StorageError };

/**
 * @import { Entry, Own, Row } from "./queue.js"
 * @import { RecordStorage } from "./storage.js"
 * @typedef {"kept" | "best_effort" | "memory"} Lasting How long the browser keeps it: until it is deleted, until
 *   it needs room, or as long as the page.
 */

const CHANNEL = "movebook-device";

/** A new row for `keepOwn`. @param {Partial<Own>} what @returns {Partial<Own> & {own: string, opening_key: string}} */
export const newOwn = (what) => ({ ...what, own: randomKey(), opening_key: randomKey() });

/** @type {Omit<Own, "own" | "opening_key" | "changed">} */ const EMPTY = {
  api: "",
  record: null,
  game: "",
  role: "owner",
  seat: null,
  token: null,
  seats: [],
  opening: null,
  base: 0,
  status: "",
  winners: [],
  sent: 0,
  unsent: 0,
  title: "",
  extra: {},
  next: 1,
  most: 0,
  clock_s: 0,
  flight: null,
  clash: null,
  over: [],
  stop: null,
};

/** The store; `change` is dispatched with `detail.own` whenever a row changes, in this tab or another. */
export class Store extends EventTarget {
  constructor(/** @type {RecordStorage} */ storage, /** @type {Lasting} */ lasting) {
    super();
    this.storage = storage;
    this.lasting = lasting;
    this.channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
    this.channel?.addEventListener("message", (event) => this.#dispatch(event.data));
  }

  #dispatch(/** @type {string} */ own) {
    this.dispatchEvent(new CustomEvent("change", { detail: { own } }));
  }

  /** Say that a row has changed, here and in other tabs. @param {string} own */
  announce(own) {
    this.channel?.postMessage(own);
    this.#dispatch(own);
  }

  /**
   * Change a row in one transaction.
   * @template T
   * @param {string} own @param {(row: Row) => [Row, T]} step @returns {Promise<T>}
   * @throws {StorageError}
   */
  async change(own, step) {
    let moved = false;
    const result = await this.storage.change(own, (row) => {
      const [after, out] = step(row);
      moved = after !== row;
      if (!moved) return [row, out];
      return [{ ...after, own: { ...after.own, changed: new Date().toISOString() } }, out];
    });
    if (moved) this.announce(own);
    return result;
  }

  /** The own records, last changed first. @returns {Promise<Own[]>} */
  async owns() {
    const found = await this.storage.owns();
    return found.sort((one, other) => (one.changed < other.changed ? 1 : -1));
  }

  /** @param {string} own @returns {Promise<Own | null>} */
  async own(own) {
    return (await this.storage.read(own))?.own ?? null;
  }

  /**
   * The row of a record of a service; of several roles in it the one that is asked for, or the one used last.
   * @param {string} api @param {string} record @param {string} [role] @param {number | null} [seat]
   */
  async ownOf(api, record, role, seat) {
    const fits = (/** @type {Own} */ one) =>
      one.api === api &&
      one.record === record &&
      (role === undefined || one.role === role) &&
      (seat === undefined || one.seat === seat);
    return (await this.owns()).find(fits) ?? null;
  }

  /** Store a new row, or changes of one. @param {Partial<Own>} part @returns {Promise<Own>} @throws {StorageError} */
  async keepOwn(part) {
    const own = part.own ?? randomKey();
    const there = await this.storage.read(own);
    if (there) {
      const { extra, ...rest } = part;
      await this.change(own, (row) => {
        const stop = part.token && part.token !== row.own.token && row.own.stop?.why === "token" ? null : row.own.stop;
        return [{ ...row, own: { ...row.own, stop, ...rest, extra: { ...row.own.extra, ...extra } } }, null];
      });
    } else {
      const changed = new Date().toISOString();
      await this.storage.make({ ...EMPTY, opening_key: randomKey(), ...part, own, changed });
      this.announce(own);
    }
    const kept = await this.own(own);
    if (!kept) throw new StorageError("missing");
    return kept;
  }

  /**
   * Forget a record of this phone.
   * @param {string} own @param {{even?: boolean}} [how] `even`: also what has not been sent.
   * @throws {StorageError} `unsent`: it has entries that only this phone has.
   */
  async dropOwn(own, how = {}) {
    const row = await this.storage.read(own);
    if (row?.queue.length && !how.even) throw new StorageError("unsent");
    await this.storage.drop(own);
    this.announce(own);
  }

  /**
   * Forget all that this phone knows by a record of its own: its row, what was noted with it, people who sat nowhere
   * else, and the token by which records are opened, where no other row has it.
   * @param {string} own @throws {StorageError} `unsent`: it has entries that only this phone has.
   */
  async forget(own) {
    const row = await this.own(own);
    if (!row) return;
    await this.dropOwn(own);
    const others = await this.owns();
    const gone = [own, ...(others.some(({ record }) => record === row.record) ? [] : [row.record])];
    for (const name of await this.storage.names())
      if (name.split(" ").some((word) => gone.includes(word))) await this.keep(name, null);
    if (await this.#opensAlone(row, others)) await this.keep(`service ${row.api}`, null);
    const named = (/** @type {Own} */ one) => one.seats.map(({ name }) => name);
    const left = new Set(others.flatMap(named));
    const people = (await this.kept("people")) ?? [];
    const known = people.filter((/** @type {any} */ one) => left.has(one.name) || !named(row).includes(one.name));
    await this.keep("people", known.length ? known : null);
  }

  /** Whether the token by which this phone opens records goes with a row. @param {string} own */
  async opensAlone(own) {
    const rows = await this.owns();
    const row = rows.find((one) => one.own === own);
    const others = rows.filter((one) => one !== row);
    return row !== undefined && this.#opensAlone(row, others);
  }

  async #opensAlone(/** @type {Own} */ row, /** @type {readonly Own[]} */ others) {
    const service = await this.service(row.api);
    return service !== null && service.token === row.token && !others.some(({ token }) => token === service.token);
  }

  /** All entries of a row in their order, sent ones too. @param {string} own @returns {Promise<Entry[]>} */
  entries(own) {
    return this.storage.entries(own);
  }

  kept(/** @type {string} */ name) {
    return this.storage.kept(name);
  }

  keep(/** @type {string} */ name, /** @type {any} */ value) {
    return this.storage.keep(name, value);
  }

  /** A service's token, or null. @param {string} api @returns {Promise<{api: string, token: string} | null>} */
  service(api) {
    return this.kept(`service ${api}`);
  }

  keepService(/** @type {{api: string, token: string}} */ what) {
    return this.keep(`service ${what.api}`, what);
  }

  close() {
    this.channel?.close();
    this.storage.close();
  }
}

/** The store of this origin; one in memory where the browser refuses it. Never fails. @returns {Promise<Store>} */
export async function openStore() {
  try {
    const storage = await diskStorage();
    const store = new Store(storage, "best_effort");
    void askToKeep(store);
    return store;
  } catch {
    return new Store(memoryStorage(), "memory");
  }
}

/** Ask the browser to store it permanently; nobody waits, as some ask their user. @param {Store} store */
async function askToKeep(store) {
  try {
    if ((await navigator.storage.persisted()) || (await navigator.storage.persist())) store.lasting = "kept";
  } catch {
    // Over plain HTTP there is nobody to ask.
  }
}
