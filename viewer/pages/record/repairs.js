// @ts-check
/** Corrections that wait on this phone until a check; one of an unsent entry changes the entry itself. */
import { h } from "../../kit/dom.js";
import { inWords, sentence } from "./entry-texts.js";
import { say } from "./words.js";

/**
 * @typedef {import("./correction-preview.js").Change} Change
 * @typedef {import("../../form/shape.js").Json} Json
 * @typedef {{changes: Change[], was: string}} Repair `was`: what is wrong, in words.
 */

export class Repairs {
  /**
   * @param {import("./recorder-state.js").RecorderState} recorder @param {HTMLElement} holder
   * @param {import("./corrections.js").Corrections} corrections
   */
  constructor(recorder, holder, corrections) {
    this.recorder = recorder;
    this.holder = holder;
    this.corrections = corrections;
  }

  /** Those that wait. @returns {Repair[]} */
  get all() {
    return this.recorder.own?.extra?.repairs ?? [];
  }

  async #keep(/** @type {Repair[]} */ repairs) {
    const { store, own } = this.recorder;
    this.recorder.own = await store.keepOwn({ own: own.own, extra: { ...own.extra, repairs } });
    this.show();
  }

  /** Keep one until later. @param {Change[]} changes @param {string} was */
  add(changes, was) {
    return this.#keep([...this.#others(changes), { changes, was }]);
  }

  /** It was made, or is given up. @param {Change[]} changes */
  drop(changes) {
    const others = this.#others(changes);
    return others.length < this.all.length ? this.#keep(others) : null;
  }

  /** Those that begin with another move. @param {Change[]} changes */
  #others([first]) {
    return this.all.filter(({ changes: [one] }) => one.op !== first.op || nameOf(one) !== nameOf(first));
  }

  /** A button for each: it shows what the correction would do. */
  buttons() {
    const { page, sheet } = this.corrections;
    return this.all.map(({ changes: [first, ...others], was }) =>
      sheet.way(page.t("repair", { was }), async () => (await this.corrections.preview()).start(first, ...others)),
    );
  }

  show() {
    const buttons = this.buttons();
    this.holder.hidden = !buttons.length;
    this.holder.replaceChildren(...buttons);
  }

  /**
   * Change an entry that was not sent: what it would do on this phone is shown first, as far as the rules are here.
   * @param {import("../../device/queue.js").Entry} entry @param {Json} body
   */
  async unsent(entry, body) {
    const { recorder } = this;
    const { page, sheet } = this.corrections;
    const found = await recorder.rules.instead(entry.key, body).catch(() => null);
    const refused = (found ?? []).filter((/** @type {any} */ one) => one.problem);
    const words = found ? null : page.t("unchecked");
    const change = sheet.way(
      page.t("correct"),
      async () => {
        sheet.close();
        const says = found?.[0]?.says ?? null;
        if (!(await recorder.outbox.change(entry.key, { body, says }))) return page.showMessage("undo_away");
        await recorder.refresh();
      },
      "record",
    );
    change.disabled = refused.length > 0;
    const was = page.t("change_amend", {
      body: sentence(found?.[0]?.says, page) || inWords(body, recorder.game, page),
    });
    const items = refused.map((/** @type {any} */ { entry: one, problem }) =>
      h("li", h("p", inWords(one.body, recorder.game, page)), h("p.refused", this.corrections.why(problem))),
    );
    const counts = refused.length
      ? say(page.lang(), "impact_refused", { count: refused.length })
      : page.t("impact_none");
    sheet.open(
      [
        h("h2", page.t("impact")),
        h("p", inWords(entry.body, recorder.game, page)),
        h("p.becomes", was),
        h("p.counts", words ?? (refused.length ? page.t("impact_counts", { moves: counts }) : counts)),
        h("ul.line.broken", ...items),
      ],
      [change],
    );
  }
}

/** The move that a change is about. @param {Change} change */
function nameOf({ name, before }) {
  return name ?? before ?? "";
}
