// @ts-check
/** What was left open on purpose, to be given later: kept with the record on this phone until it is given. */
import { labelOf, put, shapeAt } from "../../form/shape.js";
import { widget } from "../../form/widget.js";
import { $, h } from "../../kit/dom.js";
import { capital } from "../../kit/words.js";
import { lateDomain } from "../seat/form.js";

/**
 * @typedef {import("./recorder-state.js").RecorderState} RecorderState
 * @typedef {import("../../form/shape.js").Json} Json
 * @typedef {{key: string, move: Json, paths: string[]}} Open A move by the key of its entry, and what it left open.
 * @typedef {{t: (key: string, blanks?: Record<string, string | number>) => string, seatName: (seat: number) => string,
 *   speech: (move?: any) => import("../../form/widget.js").Speech, fail: (error: unknown) => void}} Page
 */

export class Later {
  constructor(/** @type {RecorderState} */ recorder, /** @type {HTMLElement} */ holder, /** @type {Page} */ page) {
    this.recorder = recorder;
    this.holder = holder;
    this.page = page;
    this.dialog = $("dialog");
  }

  /** What is open of this record. @returns {Open[]} */
  get open() {
    return this.recorder.own?.extra?.later ?? [];
  }

  /** Keep what a move left open. @param {import("../../device/queue.js").Entry} entry @param {string[]} paths */
  add({ key, body }, paths) {
    return this.#keep([...this.open, { key, move: body, paths }]);
  }

  async #keep(/** @type {Open[]} */ later) {
    const { store, own } = this.recorder;
    this.recorder.own = await store.keepOwn({ own: own.own, extra: { ...own.extra, later } });
    await this.show();
  }

  /** A button for each fact that is open and whose move was sent. */
  async show() {
    const { t } = this.page;
    if (!this.open.length) return this.holder.replaceChildren();
    /** @type {any[]} */ const entries = await this.recorder.store.entries(this.recorder.own.own);
    const buttons = this.open.flatMap((open) => {
      const name = entries.find(({ key }) => key === open.key)?.name;
      return name ? [this.#button(open, name)] : [];
    });
    this.holder.hidden = !buttons.length;
    this.holder.replaceChildren(h("span", t("open_facts")), ...buttons);
  }

  #button(/** @type {Open} */ open, /** @type {string} */ name) {
    const { type, seat } = open.move;
    const what = open.paths.map((path) => this.#label(type, path)).join(", ");
    const words = seat === undefined ? what : this.page.t("open_fact", { who: this.page.seatName(seat), what });
    return h("button", { "data-open": name, onclick: () => this.#ask(open, name) }, words);
  }

  #label(/** @type {string} */ type, /** @type {string} */ path) {
    const { fields } = this.recorder.game.moves[type];
    const { lang, face } = this.page.speech();
    const key = (/** @type {string} */ one, /** @type {boolean} */ bySeat) =>
      bySeat ? this.page.seatName(Number(one)) : face(one, null).name;
    return capital(labelOf(fields, path, lang, key));
  }

  /** Ask for what is open. @param {Open} open @param {string} name Of the move. */
  #ask(open, name) {
    const { t, speech } = this.page;
    const { fields } = this.recorder.game.moves[open.move.type];
    /** @type {Map<string, any>} */ const given = new Map();
    const seal = h("button.record", { disabled: true }, t("seal_it"));
    const asked = open.paths.map((path) => {
      const shape = /** @type {import("../../form/shape.js").Shape} */ (shapeAt(fields, path));
      return widget({
        name: path,
        label: this.#label(open.move.type, path),
        domain: lateDomain(shape, this.recorder.own.seats.length, this.recorder.box.wheels),
        shape,
        speech: speech(open.move),
        inside: true,
        pick: (value) => {
          given.set(path, value);
          seal.disabled = open.paths.some((one) => given.get(one) === undefined);
        },
      }).element;
    });
    seal.addEventListener("click", () => {
      /** @type {Json} */ const body = { name };
      for (const path of open.paths) {
        const [top] = path.split(".");
        // A field in a group is sent with the whole group.
        if (path !== top) body[top] ??= structuredClone(open.move[top] ?? {});
        put(body, path, given.get(path), fields);
      }
      void this.#give(open, body);
    });
    const forget = h("button.quiet", { onclick: () => void this.#done(open) }, t("forget_it"));
    const shut = h("button.quiet", { onclick: () => this.dialog.close() }, t("close"));
    this.dialog.replaceChildren(...asked, h("div.ways", seal, forget, shut));
    this.dialog.showModal();
  }

  async #give(/** @type {Open} */ open, /** @type {Json} */ body) {
    try {
      await this.recorder.hold({ call: "secrets", body, any: true, expected: null });
      this.recorder.release();
      await this.#done(open);
    } catch (error) {
      this.page.fail(error);
    }
  }

  async #done(/** @type {Open} */ open) {
    this.dialog.close();
    await this.#keep(this.open.filter((one) => one !== open));
  }
}
