// @ts-check
/** The end of a game on the recorder's page: each seat signs here, or on its own phone by a code shown here. */
import { Refusal, final } from "../../device/refusal.js";
import { h, write } from "../../kit/dom.js";
import { showBreaches } from "../common/league-mode.js";
import { Retry } from "../common/retry.js";
import { post } from "../common/service.js";
import { Words, disputing, places, stateOf, twice, wordOf } from "./sign.js";
import { say } from "./words.js";

/** @import { RecorderState } from "../record/recorder-state.js" */
/** @import { Result } from "./sign.js" */

export class RecorderSigning {
  /**
   * @param {HTMLElement} holder @param {RecorderState} recorder
   * @param {{lang: () => import("../../kit/words.js").Language, seatName: (seat: number) => string, reason: (name:
   *   string) => string}} page
   */
  constructor(holder, recorder, page) {
    this.holder = holder;
    this.recorder = recorder;
    const { lang, seatName, reason } = page;
    this.table = {
      lang,
      seatName,
      reason,
      call: (/** @type {string} */ path, /** @type {any} */ how) => recorder.call(path, how),
      get path() {
        return recorder.path;
      },
      get known() {
        return recorder.summary.version === recorder.outbox.state.version ? recorder.summary : null;
      },
      waiting: {
        get all() {
          return recorder.outbox.state.mine
            .filter((/** @type {any} */ { call }) => call === "signatures")
            .map((/** @type {any} */ { body }) => body);
        },
        add: async (/** @type {import("./sign.js").Start[]} */ all) => {
          for (const body of all) await recorder.hold({ call: "signatures", body, any: true, expected: null });
          await recorder.release();
        },
      },
    };
    this.words = new Words(this.table, () => void this.look());
    this.key = ""; // What is shown.
    /** Which position was looked at. @type {any} */
    this.looked = null;
    this.retry = new Retry();
    /** @type {Result | null} */ this.result = null;
    this.signing = true;
    /** The seat whose code is shown. @type {number | null} */
    this.waits = null;
    /** @type {HTMLDialogElement | null} */ this.sheet = null;
  }

  /** Show the result, where everything was sent and the game is over. */
  show() {
    const { recorder } = this;
    const over = recorder.view?.phase === "finished" && recorder.outbox?.state.unsent === 0;
    if (!over) {
      this.retry.stop();
      this.looked = null;
      this.holder.hidden = true;
    } else if (this.looked !== recorder.outbox.state.version) void this.look();
    else this.#draw();
  }

  /** Read the record's status, now or once the service is reached. */
  async look() {
    this.looked = this.recorder.outbox.state.version;
    await this.retry.until((over) => this.#read(over));
  }

  /** Whether it could be read. @param {AbortSignal} over */
  async #read(over) {
    const { recorder } = this;
    try {
      const paths = [recorder.path, `${recorder.path}/result`];
      const [summary, result] = await Promise.all(paths.map((path) => recorder.call(path)));
      if (over.aborted) return true;
      this.signing = summary.policies.signing !== "none";
      this.result = result;
    } catch (error) {
      // Who is refused is late: the record has moved on, and the next change reads.
      if (final(error) && !over.aborted) this.looked = null;
      return final(error);
    }
    this.#draw();
    return true;
  }

  #draw() {
    const { result, signing } = this;
    if (!result) return;
    const lang = this.table.lang();
    this.holder.hidden = false;
    const reasons = result.standing.disputes.map(({ name }) => this.table.reason(name));
    const key = JSON.stringify([lang, result.standing, signing, reasons]);
    if (key === this.key) return;
    this.key = key;
    const { standing } = result;
    showBreaches(standing, lang);
    const open = signing && !standing.closed && !standing.voided;
    const wrong = h("p.error", { role: "alert" });
    const state = h("p", stateOf(standing, signing, lang));
    this.holder.replaceChildren(
      h("h2", say(lang, "title")),
      // That it is closed comes first: it is what there is to be known.
      ...(open ? [] : [state]),
      places(result, this.table, (seat) => (open ? this.#ways(seat, standing, wrong) : [])),
      ...(open ? [state] : []),
      wrong,
      ...(open ? [this.#dispute(result)] : []),
    );
    if (this.waits !== null && wordOf(standing, this.waits, lang).way === "own_link") this.sheet?.close();
  }

  /**
   * How a seat that has not signed on its own phone may sign.
   * @param {number} seat @param {import("../watch/standing.js").Standing} standing @param {HTMLElement} wrong
   */
  #ways(seat, standing, wrong) {
    const lang = this.table.lang();
    const who = this.table.seatName(seat);
    const word = wordOf(standing, seat, lang);
    if (word.way === "own_link") return [];
    const here = twice({ words: say(lang, "sign_for", { who }), sure: say(lang, "sure_for", { who }) }, async () =>
      write(wrong, await this.words.send("signatures", { outcome: standing.outcome, seat })),
    );
    const name = say(lang, "by_code_of", { who });
    const onclick = async () => write(wrong, await this.#code(seat));
    const code = h("button", { "aria-label": name, onclick }, say(lang, "by_code"));
    return [h("span.ways-to-sign", word.kind === "signed" ? null : here, code)];
  }

  /** Show a code for a seat's phone. @param {number} seat @returns {Promise<string>} Empty, or why there is none. */
  async #code(seat) {
    const lang = this.table.lang();
    try {
      const made = await this.table.call(`${this.table.path}/codes`, post({ scope: "seat", seat }));
      const { newSheet, showCode } = await import("../pair/sheet.js");
      this.sheet?.close();
      this.sheet = newSheet(say(lang, "close"));
      this.waits = seat;
      showCode(made, this.table.seatName(seat), lang);
      this.sheet.showModal();
      return "";
    } catch (error) {
      return error instanceof Refusal ? error.message : say(lang, "away");
    }
  }

  #dispute(/** @type {Result} */ result) {
    const lang = this.table.lang();
    const seats = result.seats.map(({ seat }) => h("option", { value: String(seat) }, this.table.seatName(seat)));
    const select = h("select", ...seats);
    const whose = h("label", say(lang, "who"), select);
    return disputing(say(lang, "dispute_for"), whose, lang, (reason) =>
      this.words.send("disputes", { outcome: result.standing.outcome, seat: Number(select.value), reason }),
    );
  }
}
