// @ts-check
/** A running game on the page: new moves are shown where somebody stands at its end, and counted elsewhere. */
import { Store } from "../../store.js";
import { Follower } from "../common/follow.js";
import { changed, historyOf } from "./history/history.js";
import { fetchReplay } from "../common/load.js";

/** @import { News } from "../common/follow.js" */
/** @import { Failures, Source } from "../common/load.js" */
/** @import { Screen } from "./screen.js" */

/** News reach all who watch at once: each asks for the frames after a part of this time, in milliseconds. */
const SPREAD_MS = 500;

export class Following {
  /**
   * @param {Screen} screen @param {import("./notices.js").Notices} notices
   * @param {{source: Source, failures: Failures, taken: (fresh: Store) => void}} hooks `taken` hears of a store that
   *   takes the place of the one shown.
   */
  constructor(screen, notices, { source, failures, taken }) {
    this.screen = screen;
    this.notices = notices;
    this.source = source;
    this.quiet = { ...failures, busy: () => {} };
    this.taken = taken;
    this.follower = new Follower((news) => this.#hear(news));
    this.seen = 0; // Number of moves when the user last saw the end.
    this.record = ""; // The record that is followed; empty for none.
    /** The version since which changes are reported, until the message is closed. @type {number | null} */
    this.since = null;
  }

  /** Follow what is shown from now on. @param {string} record */
  start(record) {
    const { store } = this.screen;
    if (!store) return;
    this.record = record;
    this.seen = store.last;
    this.dismiss();
    // Nothing is written on a record that is void.
    if (store.replay.standing?.status === "void") this.follower.stop();
    else this.follower.follow({ record, ...this.source }, store.replay.version);
  }

  stop() {
    this.follower.stop();
    this.record = "";
    this.dismiss();
    this.notices.come(0, this.screen.lang);
  }

  /** What changed was read. */
  dismiss() {
    this.since = null;
    this.notices.change([], null, this.screen.lang);
  }

  /** Something else is shown. */
  moved() {
    const { store, ply, lang } = this.screen;
    if (!store || !this.record) return;
    if (ply === store.last) this.seen = store.last;
    this.notices.come(Math.max(store.last - this.seen, 0), lang);
  }

  /** Say what changed and was not read yet; empty where nothing is. @returns {string} */
  reportChanges() {
    const { store, words, lang } = this.screen;
    if (!store || this.since === null) return "";
    const { says, before } = changed(store, this.since, words);
    this.notices.change(says, before, lang);
    return says.join(" ");
  }

  /** Read on, and show it. @param {News} news */
  async #hear({ version, generation }) {
    const { screen } = this;
    await new Promise((done) => setTimeout(done, Math.random() * SPREAD_MS));
    const old = screen.store;
    if (!old) return version;
    // Other eyes may learn of an earlier move by what came: theirs is read anew.
    const goes = screen.eyes === "public" && generation === (old.replay.generation ?? 0);
    const more = goes ? await this.#fetch(old.replay.frames.length) : null;
    const same = more !== null && more.generation === (old.replay.generation ?? 0);
    const fresh = same ? null : new Store(await this.#fetch()).unroll();
    // Meanwhile somebody may have gone elsewhere.
    if (screen.store !== old) return version;
    if (same) this.#goOn(old, more);
    else if (fresh) this.#turn(old, fresh);
    return /** @type {Store} */ (screen.store).replay.version;
  }

  /** @param {number} [after] */
  #fetch(after) {
    const { source, quiet, screen } = this;
    return fetchReplay(
      this.record,
      screen.eyes,
      { ...source, lang: screen.lang },
      quiet,
      () => {},
      after ? { after } : {},
    );
  }

  #goOn(/** @type {Store} */ store, /** @type {import("../../store.js").Replay} */ more) {
    const { last, replay } = store;
    store.extend(more);
    this.taken(store);
    this.#show(last, replay.version);
  }

  #turn(/** @type {Store} */ old, /** @type {Store} */ fresh) {
    const { screen } = this;
    const there = old.placeIn(screen.ply, fresh);
    const stood = screen.ply === old.last;
    this.seen = old.placeIn(Math.min(this.seen, old.last), fresh);
    screen.store = fresh;
    screen.ply = there;
    if (typeof screen.chosen === "number") screen.chosen = null;
    this.taken(fresh);
    this.#show(stood ? there : -1, old.replay.version);
  }

  /** @param {number} end The page follows from this ply; negative: not. @param {number} since Shown before. */
  #show(end, since) {
    const { screen } = this;
    const store = /** @type {Store} */ (screen.store);
    const fresh = changed(store, since, screen.words).says.join(" ");
    if (fresh) this.since = Math.min(this.since ?? since, since);
    this.reportChanges();
    // What has a line of its own in the list is said, too: a signature, a note.
    const acts = historyOf(store).acts.filter((act) => act.version > since);
    const lines = acts.map((act) => screen.history?.line(act) ?? "").filter(Boolean);
    screen.liveRegion.news = [fresh, ...lines.map((line) => `${line}.`)].filter(Boolean).join(" ");
    const along = screen.ply === end && typeof screen.chosen !== "number" && store.last > end;
    if (along) screen.go(store.last);
    else screen.show();
  }
}
