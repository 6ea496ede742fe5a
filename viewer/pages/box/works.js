// @ts-check
/**
 * Work on editions, stored on this device and, with a token, as a draft of the club: no version is lost. Rows
 * that only one phone changed are merged; where both changed one, somebody decides.
 */
import { final } from "../../device/refusal.js";
import { merged, same, withRows } from "./rows.js";

/**
 * @typedef {{game: string, box: any, at: string, changed: string, version: number, synced: any}} Work
 *   `at`: the row that was open; `version` and `synced`: the draft of the club as this device knows it.
 * @typedef {(path: string, how?: any) => Promise<any>} Call
 * @typedef {ReturnType<typeof merged>} Merged
 * @typedef {{kept: (lasting: "memory" | "device" | "club") => void, taken: () => void,
 *   conflict: (theirs: any, both: Merged, settle: (how: "one" | "both", rows: string[]) => Promise<void>) => void,
 * }} Hooks
 */

const REST_MS = 3000; // Pause before a change is sent.
const NAME = /[^A-Za-z0-9_-]+/g;

/** What may be the name of an edition. @param {string} words */
export function nameOf(words) {
  const plain = words.normalize("NFD").replace(/\p{M}/gu, "").trim();
  return (
    plain
      .replace(NAME, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 40) || "my-copy"
  );
}

export class Works {
  /** @param {import("../../device/database.js").Store} store @param {string} game @param {Call | null} call */
  constructor(store, game, call) {
    this.store = store;
    this.game = game;
    this.call = call;
    /** @type {import("./rows.js").BoxForm | null} */ this.form = null;
    /** What every edition of the game begins with. @type {any} */
    this.base = null;
    /** @type {Work | null} */ this.open = null;
    /** @type {Hooks | null} */ this.hooks = null;
    /** @type {any} */ this.timer = null;
    /** One exchange with the service after another. @type {Promise<void>} */
    this.turn = Promise.resolve();
    this.waits = false; // Whether somebody has to decide first.
    addEventListener("online", () => this.#later());
  }

  #key(/** @type {string} */ name) {
    return `work ${this.game} ${name}`;
  }

  /** What this device keeps, changed last first. @returns {Promise<Work[]>} */
  async all() {
    const names = (await this.store.storage.names()).filter((name) => name.startsWith(this.#key("")));
    const works = await Promise.all(names.map((name) => this.store.kept(name)));
    return works.filter((one) => one?.box).sort((one, other) => (one.changed < other.changed ? 1 : -1));
  }

  /** @param {string} name @returns {Promise<Work | null>} */
  async of(name) {
    return (await this.store.kept(this.#key(name))) ?? null;
  }

  /** A name that no work on this device has. @param {string} wanted */
  async free(wanted) {
    const taken = new Set((await this.all()).map(({ box }) => box.edition));
    let name = nameOf(wanted);
    for (let n = 2; taken.has(name); n += 1) name = `${nameOf(wanted).slice(0, 36)}-${n}`;
    return name;
  }

  /** Work that begins with a box; stored from the first change on. @param {any} box @returns {Work} */
  fresh(box) {
    return { game: this.game, box: structuredClone(box), at: "", changed: "", version: 0, synced: null };
  }

  /** Keep the open work; its club hears of it after a pause. */
  async keep() {
    const work = this.open;
    if (!work) return;
    work.changed = new Date().toISOString();
    try {
      await this.store.keep(this.#key(work.box.edition), work);
      this.hooks?.kept(this.store.lasting === "memory" ? "memory" : "device");
    } catch {
      this.hooks?.kept("memory");
    }
    this.#later();
  }

  #later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.sync(), REST_MS);
  }

  async rename(/** @type {string} */ words) {
    const former = this.open?.box.edition;
    if (!former || nameOf(words) === former) return;
    await this.#move(words);
    await this.store.keep(this.#key(former), null);
  }

  /** Go on under another name, of which the club has no draft. @param {string} words */
  async #move(words) {
    const name = await this.free(words);
    if (!this.open) return;
    this.open.box.edition = name;
    Object.assign(this.open, { version: 0, synced: null });
    await this.keep();
  }

  /** Have the draft of the club and this work say the same. */
  sync() {
    this.turn = this.turn.then(() => this.#sync()).catch(() => {});
    return this.turn;
  }

  async #sync() {
    const { open: work, call, form } = this;
    if (!work?.changed || !call || !form || this.waits) return;
    const name = work.box.edition;
    try {
      const { drafts } = await call(`/boxes?game=${this.game}`);
      const { version } = drafts.find((/** @type {any} */ one) => one.edition === name) ?? { version: 0 };
      if (version && version !== work.version && !(await this.#take(work, version, form, call))) return;
      if (work !== this.open || work.box.edition !== name) return;
      if (!version || !same(work.box, work.synced)) await this.#send(work, version, call);
      this.hooks?.kept("club");
    } catch (error) {
      // Another phone was faster: once more. Without a network it is sent later.
      if (final(error) && /** @type {any} */ (error).status === 412) this.#later();
    }
  }

  async #send(/** @type {Work} */ work, /** @type {number} */ version, /** @type {Call} */ call) {
    const sent = structuredClone(work.box);
    const headers = { "Content-Type": "application/json", "If-Match": `"${version}"` };
    const path = `/drafts/${this.game}/${encodeURIComponent(sent.edition)}`;
    const answer = await call(path, { method: "PUT", headers, body: JSON.stringify(sent) });
    Object.assign(work, { version: answer.version, synced: sent });
    await this.store.keep(this.#key(sent.edition), work);
  }

  /**
   * Take in what other phones wrote. Whether it could be done unasked.
   * @param {Work} work @param {number} version @param {import("./rows.js").BoxForm} form @param {Call} call
   */
  async #take(work, version, form, call) {
    const theirs = await call(`/drafts/${this.game}/${encodeURIComponent(work.box.edition)}`);
    const both = merged(form, work.synced ?? this.base, work.box, theirs);
    const settle = async (/** @type {any} */ box) => {
      Object.assign(work, { box, version, synced: theirs });
      this.waits = false;
      this.hooks?.taken();
      await this.keep();
    };
    if (!both.conflicts.length) {
      if (!same(both.box, work.box)) await settle(both.box);
      else Object.assign(work, { version, synced: theirs });
      return true;
    }
    this.waits = true;
    this.hooks?.conflict(theirs, both, async (how, rows) => {
      if (how === "both") {
        this.waits = false;
        await this.#move(work.box.edition);
        const other = { ...this.fresh(theirs), changed: work.changed, version, synced: theirs };
        await this.store.keep(this.#key(theirs.edition), other);
        this.hooks?.taken();
      } else await settle(withRows(form, merged(form, work.synced ?? this.base, work.box, theirs).box, theirs, rows));
    });
    return false;
  }
}
