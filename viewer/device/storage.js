// @ts-check
/**
 * Storage of rows: IndexedDB, or memory where a browser refuses it. Each change of a row is one transaction, so two
 * tabs never write from the same state, and it is on disk before it is reported as done.
 */

/**
 * @import { Entry, Own, Row } from "./queue.js"
 * @typedef {{ change: <T>(own: string, step: (row: Row) => [Row, T]) => Promise<T>, make: (own: Own) => Promise<void>,
 *   drop: (own: string) => Promise<void>, read: (own: string) => Promise<Row | null>, owns: () => Promise<Own[]>,
 *   entries: (own: string) => Promise<Entry[]>, kept: (name: string) => Promise<any>, keep: (name: string, value: any)
 *   => Promise<void>, names: () => Promise<string[]>, close: () => void}} RecordStorage
 */

/** What the phone could not keep, and why: `full`, `refused`, `unsent`, or `missing`. */
export class StorageError extends Error {
  /** @param {"full" | "refused" | "unsent" | "missing"} why @param {unknown} [cause] */
  constructor(why, cause) {
    super(why, { cause });
    this.why = why;
  }
}

const NAME = "movebook";
const VERSION = 1;
const ROOMS = ["owns", "queue", "done"];

/** The row after a step. @template T @param {Row} row @param {(row: Row) => [Row, T]} step @returns {[Row, T]} */
function stepped(row, step) {
  const [after, result] = step(row);
  if (after === row) return [row, result];
  const sent = row.own.sent + after.done.filter((entry) => entry.state === "sent").length;
  return [{ ...after, own: { ...after.own, sent, unsent: after.queue.length } }, result];
}

/** A storage in memory, that lasts as long as the page. @returns {RecordStorage} */
export function memoryStorage() {
  /** @type {Map<string, Row>} */ const rows = new Map();
  /** @type {Map<string, any>} */ const things = new Map();
  const copy = structuredClone;
  return {
    async change(own, step) {
      const row = rows.get(own);
      if (!row) throw new StorageError("missing");
      const before = { own: copy(row.own), queue: copy(row.queue), done: [] };
      const [after, result] = stepped(before, step);
      if (after === before) return result;
      rows.set(own, { own: copy(after.own), queue: copy(after.queue), done: [...row.done, ...copy(after.done)] });
      return result;
    },
    async make(own) {
      rows.set(own.own, copy({ own, queue: [], done: [] }));
    },
    async drop(own) {
      rows.delete(own);
    },
    async read(own) {
      const row = rows.get(own);
      return row ? { own: copy(row.own), queue: copy(row.queue), done: [] } : null;
    },
    async owns() {
      return [...rows.values()].map((row) => copy(row.own));
    },
    async entries(own) {
      const row = rows.get(own);
      return row ? copy([...row.done, ...row.queue]).sort((one, other) => one.place - other.place) : [];
    },
    async kept(name) {
      return copy(things.get(name) ?? null);
    },
    async keep(name, value) {
      if (value === null) things.delete(name);
      else things.set(name, copy(value));
    },
    async names() {
      return [...things.keys()];
    },
    close() {},
  };
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const resultOf = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

function storageError(/** @type {unknown} */ error) {
  const name = error instanceof DOMException ? error.name : "";
  return new StorageError(name === "QuotaExceededError" ? "full" : "refused", error);
}

/** The storage of this origin. @returns {Promise<RecordStorage>} @throws {StorageError} The browser refuses it. */
export async function diskStorage() {
  /** @type {IDBDatabase | null} */ let base = await opened();

  async function opened() {
    try {
      const opening = indexedDB.open(NAME, VERSION);
      opening.onupgradeneeded = () => {
        const made = opening.result;
        made.createObjectStore("owns", { keyPath: "own" });
        made.createObjectStore("queue", { keyPath: ["own", "place"] });
        made.createObjectStore("done", { keyPath: ["own", "place"] });
        made.createObjectStore("kept");
      };
      const found = await resultOf(opening);
      // A newer page of another tab wants the store, or the browser took it: it is opened again when it is needed.
      const gone = () => {
        found.close();
        base = null;
      };
      found.onversionchange = gone;
      found.onclose = gone;
      return found;
    } catch (error) {
      throw storageError(error);
    }
  }

  /**
   * Work in one transaction; done when it is on disk.
   * @template T
   * @param {string[]} rooms @param {IDBTransactionMode} mode
   * @param {(room: (name: string) => IDBObjectStore) => Promise<T>} work Waits for nothing but this store.
   * @returns {Promise<T>}
   */
  async function within(rooms, mode, work) {
    /** @type {IDBTransaction | null} */ let open = null;
    try {
      base ??= await opened();
      const transaction = base.transaction(rooms, mode, mode === "readwrite" ? { durability: "strict" } : {});
      open = transaction;
      const over = new Promise((done, failed) => {
        transaction.oncomplete = () => done(null);
        transaction.onabort = () => failed(transaction.error);
      });
      over.catch(() => {});
      const result = await work((name) => transaction.objectStore(name));
      await over;
      return result;
    } catch (error) {
      try {
        open?.abort();
      } catch {
        // It is over already.
      }
      throw error instanceof StorageError ? error : storageError(error);
    }
  }

  const all = (/** @type {string} */ own) => IDBKeyRange.bound([own], [own, []]);

  return {
    change(own, step) {
      return within(ROOMS, "readwrite", async (room) => {
        const found = await resultOf(room("owns").get(own));
        if (!found) throw new StorageError("missing");
        /** @type {Row} */ const row = { own: found, queue: await resultOf(room("queue").getAll(all(own))), done: [] };
        const [after, result] = stepped(row, step);
        if (after === row) return result;
        room("owns").put(after.own);
        const before = new Set(row.queue);
        const places = new Set(after.queue.map((entry) => entry.place));
        for (const entry of after.queue) if (!before.has(entry)) room("queue").put(entry);
        for (const entry of row.queue) if (!places.has(entry.place)) room("queue").delete([own, entry.place]);
        for (const entry of after.done) room("done").put(entry);
        return result;
      });
    },
    make: (own) => within(["owns"], "readwrite", async (room) => void room("owns").put(own)),
    drop: (own) =>
      within(ROOMS, "readwrite", async (room) => {
        room("owns").delete(own);
        for (const name of ["queue", "done"]) room(name).delete(all(own));
      }),
    read: (own) =>
      within(["owns", "queue"], "readonly", async (room) => {
        const found = await resultOf(room("owns").get(own));
        return found ? { own: found, queue: await resultOf(room("queue").getAll(all(own))), done: [] } : null;
      }),
    owns: () => within(["owns"], "readonly", (room) => resultOf(room("owns").getAll())),
    entries: (own) =>
      within(["queue", "done"], "readonly", async (room) => {
        const found = ["done", "queue"].map((name) => resultOf(room(name).getAll(all(own))));
        return (await Promise.all(found)).flat().sort((one, other) => one.place - other.place);
      }),
    kept: (name) => within(["kept"], "readonly", async (room) => (await resultOf(room("kept").get(name))) ?? null),
    keep: (name, value) =>
      within(["kept"], "readwrite", async (room) => {
        if (value === null) room("kept").delete(name);
        else room("kept").put(value, name);
      }),
    names: () => within(["kept"], "readonly", async (room) => (await resultOf(room("kept").getAllKeys())).map(String)),
    close: () => base?.close(),
  };
}
