// @ts-check
/** The moves that led to the board: those of the record, and after them those entered on this page. */
/**
 * @typedef {import("../../store.js").Store} Store
 * @typedef {import("../../kit/board.js").Step} Step
 * @typedef {import("../../device/queue.js").Entry} Entry
 * @typedef {{entry: Entry, before: any, after: any}} Own A move of this page, with the view before and after it.
 */

export class Steps {
  /** @param {import("./recorder-state.js").RecorderState} recorder @param {(entry: Entry) => string} says */
  constructor(recorder, says) {
    this.recorder = recorder;
    this.says = says;
    /** @type {Store | null} */ this.store = null;
    /** @type {any} */ this.view = null;
    /** @type {Own[]} */ this.own = [];
    /** Whether the moves of the record lead to the view: not after others wrote, until they are read again. */
    this.joined = false;
  }

  /** Follow the record as it was read, and the view. @param {Store | null} store */
  follow(store) {
    const { view, viewed, sent } = this.recorder;
    for (const step of this.own) step.entry = sent.get(step.entry.key) ?? step.entry;
    if (store && store !== this.store) {
      this.store = store;
      this.own = this.own.filter(({ entry }) => !this.#recorded(entry));
      this.joined = true;
    }
    if (view === this.view) return;
    const before = this.view;
    this.view = view;
    const at = this.own.findIndex(({ entry }) => entry.key === viewed?.key);
    if (at >= 0) this.own = [...this.own.slice(0, at), { ...this.own[at], after: view }];
    else if (before && viewed?.call === "moves" && !this.#recorded(viewed))
      this.own = [...this.own, { entry: viewed, before, after: view }];
    else {
      // What was never sent and is taken back leaves the record as it was read.
      this.joined &&= this.own.length > 0 && this.own[0].entry.name === null;
      this.own = [];
    }
  }

  /** Whether the record as it was read has an entry. @param {Entry} entry */
  #recorded({ name }) {
    return name !== null && Number(name) <= (this.store?.replay.version ?? 0);
  }

  get #read() {
    return this.store?.last ?? this.recorder.summary.ply;
  }

  /** The ply of the view; half a move further where it is not known which move led to it. */
  get ply() {
    return this.#read + this.own.length + (this.joined || this.own.length ? 0 : 0.5);
  }

  /** The move that led to a ply; null where it is not known. @param {number} ply @returns {Step | null} */
  step(ply) {
    const own = this.own[ply - this.#read - 1];
    if (own) {
      const { entry, before, after } = own;
      const { type, seat = null } = entry.body;
      return { ply, name: String(entry.name ?? ""), type, seat, before, after, says: this.says(entry) };
    }
    const frame = this.joined ? this.store?.frame(ply) : null;
    if (!this.store || !frame) return null;
    const { name, type, seat, says } = frame;
    const [before, after] = [this.store.at(ply - 1), this.store.at(ply)];
    return { ply, name, type, seat, before, after, says: this.says(/** @type {any} */ ({ call: "moves", says })) };
  }

  /** JSON Pointers to what a move changed. @param {number} ply @returns {readonly string[]} */
  changed(ply) {
    const own = this.own[ply - this.#read - 1];
    if (own) return differences(own.before, own.after);
    return (this.joined && this.store?.changed(ply)) || [];
  }
}

/** @param {any} before @param {any} after @param {string} [path] @returns {string[]} */
function differences(before, after, path = "") {
  if (before === after) return [];
  const nested = [before, after].every((one) => one !== null && typeof one === "object");
  if (!nested || Array.isArray(before) !== Array.isArray(after)) return [path];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}
