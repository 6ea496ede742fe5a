// @ts-check
/** The start of a game: who plays, and by which rules. Each seat signs it, on its own phone or the recorder's. */
import { h, write } from "../../kit/dom.js";
import { Words } from "./sign.js";
import { say } from "./words.js";

export class StartSigning {
  /** @param {HTMLElement} holder @param {import("./sign.js").Table} table @param {number | null} seat Null: all. */
  constructor(holder, table, seat) {
    this.holder = holder;
    this.table = table;
    this.seat = seat;
    this.words = new Words(table, () => void this.look());
    this.key = "";
    /** The game, as the service describes it. @type {any} */
    this.game = null;
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
      this.#draw(await this.table.call(this.table.path));
    } catch {
      this.key = "";
    }
  }

  #draw(/** @type {any} */ { seats, standing, options, edition, ply }) {
    const lang = this.table.lang();
    const { start, closed, voided } = standing;
    const signed = new Map(start.signatures.map((/** @type {any} */ one) => [one.seat, one.way]));
    const mine = (/** @type {number} */ seat) => this.seat === null || this.seat === seat;
    const missing = seats.filter((/** @type {any} */ { seat }) => mine(seat) && !signed.has(seat));
    this.holder.hidden = ply > 0 || closed || voided || (this.seat !== null && !missing.length);
    const wrong = h("p.error", { role: "alert" });
    const sign = (/** @type {string} */ words, /** @type {number[]} */ whose) => {
      const button = h("button.send", words);
      button.addEventListener("click", async () => {
        for (const seat of whose) write(wrong, await this.words.send("signatures", { opening: start.opening, seat }));
      });
      return button;
    };
    const lines = seats.map((/** @type {any} */ { seat }) => {
      const way = signed.get(seat);
      const state = h("small", null, way ? ` ${say(lang, `signed_${way}`)}` : "");
      const one =
        this.seat === null && !way ? sign(say(lang, "sign_for", { who: this.table.seatName(seat) }), [seat]) : null;
      return h("li", null, h("span", null, h("b", null, this.table.seatName(seat)), state), one);
    });
    const rules = Object.entries(options).map(([name, value]) => {
      const { label, names } = this.game.options[name] ?? {};
      const shown = typeof value === "boolean" ? say(lang, value ? "yes" : "no") : (names?.[value]?.[lang] ?? value);
      return `${label?.[lang] ?? name}: ${shown}`;
    });
    const own = this.seat === null ? "start_all" : "start_own";
    const all = missing.map((/** @type {any} */ { seat }) => seat);
    const key = !missing.length ? "start_done" : start.required ? "start_required" : "start";
    const details = h("details", { open: missing.length > 0 && (start.required || this.seat !== null) });
    details.append(
      h("summary", null, say(lang, key)),
      h("ol", null, ...lines),
      h("p", null, [...(edition?.edition ? [edition.edition] : []), ...rules].join(" · ")),
      ...(all.length ? [sign(say(lang, own), all)] : []),
      wrong,
    );
    this.holder.replaceChildren(details);
  }
}
