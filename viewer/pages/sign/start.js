// @ts-check
/** The start of a game: who plays, and by which rules. Each seat signs it, on its own phone or the recorder's. */
import { randomKey } from "../../device/random.js";
import { final } from "../../device/refusal.js";
import { h } from "../../kit/dom.js";
import { Retry } from "../common/retry.js";
import { post } from "../common/service.js";
import { dropChoice, readChoice, storeChoice } from "../common/storage.js";
import { say } from "./words.js";

/** @import { Start, Table } from "./sign.js" */

/** Signatures that wait on a seat's phone, also over a reload; each keeps its key, so that it is written once. */
class Waiting {
  /** @param {Table} table @param {number | null} seat @param {(refused: string) => void} onAnswer */
  constructor(table, seat, onAnswer) {
    this.table = table;
    this.onAnswer = onAnswer;
    this.seat = seat;
    this.place = `signs ${table.path.split("/")[2]}`;
    this.retry = new Retry();
    this.all = this.#stored().filter((one) => one.seat === seat);
    if (this.all.length) void this.#send();
  }

  /** @param {Start[]} all */
  add(all) {
    this.#keep([...this.all, ...all.map((one) => ({ ...one, key: randomKey() }))]);
    return this.#send();
  }

  /** Those of all seats of this phone. @returns {(Start & {key: string})[]} */
  #stored() {
    return JSON.parse(readChoice(this.place) ?? "[]");
  }

  #keep(/** @type {(Start & {key: string})[]} */ all) {
    this.all = all;
    const stored = [...this.#stored().filter((one) => one.seat !== this.seat), ...all];
    if (stored.length) storeChoice(this.place, JSON.stringify(stored));
    else dropChoice(this.place);
  }

  #send() {
    return this.retry.until(async () => {
      let refused = "";
      for (const { key, ...body } of this.all) {
        const how = post(JSON.stringify(body), { "If-Match": "*", "Idempotency-Key": key });
        try {
          await this.table.call(`${this.table.path}/signatures`, how);
        } catch (error) {
          if (!final(error)) return false;
          refused = /** @type {Error} */ (error).message;
        }
        this.#keep(this.all.filter((one) => one.key !== key));
      }
      this.onAnswer(refused);
      return true;
    });
  }
}

export class StartSigning {
  /** @param {HTMLElement} holder @param {Table} table @param {number | null} seat Null: all. */
  constructor(holder, table, seat) {
    this.holder = holder;
    this.table = table;
    this.seat = seat;
    this.key = "";
    this.why = ""; // Why the last signature was refused.
    /** The game, as the service describes it. @type {any} */
    this.game = null;
    /** The record as it was read. @type {any} */
    this.read = null;
    this.waiting = table.waiting ?? new Waiting(table, seat, (refused) => this.refused(refused));
  }

  /** Read the start where it may be another. @param {string} key Changes when it may be. @param {any} game */
  show(key, game) {
    this.game = game;
    if (key === this.key) return;
    this.key = key;
    void this.look();
  }

  /** What cannot be read now is read at the next change. */
  async look() {
    try {
      this.read = await this.table.call(this.table.path);
    } catch {
      this.key = "";
      this.read ??= this.table.known;
    }
    this.#draw();
  }

  /** A signature was answered: say why it was refused, if it was, and read again. @param {string} why */
  refused(why) {
    this.why = why;
    void this.look();
  }

  #draw() {
    if (!this.read || !this.game) return;
    const { seats, standing, options, edition, ply } = this.read;
    const lang = this.table.lang();
    const { start, closed, voided } = standing;
    const signed = new Map(this.waiting.all.map(({ seat }) => [seat, "later"]));
    for (const { seat, way } of start.signatures) signed.set(seat, way);
    const shown = seats.filter((/** @type {any} */ { seat }) => this.seat === null || seat === this.seat);
    const missing = shown.filter((/** @type {any} */ { seat }) => !signed.has(seat));
    const waits = [...signed.values()].includes("later");
    this.holder.hidden = ply > 0 || closed || voided || (this.seat !== null && !missing.length && !waits);
    const wrong = h("p.error", { role: "alert" }, missing.length ? this.why : "");
    const sign = (/** @type {string} */ words, /** @type {any[]} */ whose) =>
      h("button.send", { onclick: () => void this.#sign(whose.map(({ seat }) => seat)) }, words);
    const lines = seats.map((/** @type {any} */ one) => {
      const way = signed.get(one.seat);
      const who = this.table.seatName(one.seat);
      if (this.seat === null && !way) return h("li", sign(say(lang, "sign_for", { who }), [one]));
      return h("li", h("span", h("b", who), way ? ` ${say(lang, `signed_${way}`)}` : ""));
    });
    const rules = Object.entries(options).map(([name, value]) => {
      const { label, names } = this.game.options[name] ?? {};
      const shown = typeof value === "boolean" ? say(lang, value ? "yes" : "no") : (names?.[value]?.[lang] ?? value);
      return `${label?.[lang] ?? name}: ${shown}`;
    });
    const own = this.seat === null ? "start_all" : "start_own";
    const state = missing.length ? (start.required ? "start_required" : "start") : waits ? "start_waits" : "start_done";
    const details = h("details", { open: missing.length > 0 && (start.required || this.seat !== null) });
    details.append(
      h("summary", say(lang, state)),
      h("ol", ...lines),
      h("p", [say(lang, "edition", { name: edition.edition }), ...rules].join(" · ")),
      ...(missing.length ? [sign(say(lang, own), missing)] : []),
      wrong,
    );
    this.holder.replaceChildren(details);
  }

  /** What is signed is sent as soon as there is a connection. @param {number[]} seats */
  async #sign(seats) {
    const { opening } = this.read.standing.start;
    this.why = "";
    const sent = this.waiting.add(seats.map((seat) => ({ opening, seat })));
    this.#draw();
    try {
      await sent;
    } catch (error) {
      this.why = error instanceof Error ? error.message : String(error);
    }
    this.#draw();
  }
}
