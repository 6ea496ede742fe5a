// @ts-check
/** Mending: undo in the thumb's corner, and any earlier move to be amended, preceded by another, or taken out. */
import { $, h, write } from "../kit/dom.js";
import { listed } from "../kit/words.js";
import { Refusal } from "./seat-service.js";

/**
 * @typedef {import("./record-desk.js").Desk} Desk
 * @typedef {import("./record-form.js").Form} Form
 * @typedef {{t: (key: string, blanks?: Record<string, string | number>) => string, lang: () => "en" | "es",
 *   seatName: (seat: number) => string, named: (sentence: string) => string, fail: (error: unknown) => void}} Page
 * @typedef {{name: string, seat: number | null, type: string, says: Record<string, string>}} Told A move that counts.
 */

export class Mending {
  /** @param {Desk} desk @param {Form} form @param {Page} page */
  constructor(desk, form, page) {
    this.desk = desk;
    this.form = form;
    this.page = page;
    /** The moves that count, in order. @type {Told[]} */
    this.line = [];
    /** What the line was read for. */
    this.version = -1;
    this.dialog = $("dialog");
    $("undo").addEventListener("click", () => void this.#guarded(() => this.undo({})));
    $("moves-open").addEventListener("click", () => void this.#guarded(() => this.list()));
  }

  /** @param {() => Promise<void>} act */
  async #guarded(act) {
    try {
      await this.desk.settled();
      await act();
    } catch (error) {
      this.page.fail(error);
    }
  }

  /** The last move that counts, in words; empty where there is none. */
  get last() {
    return this.says(this.line.at(-1));
  }

  /** @param {Told | undefined} move */
  says(move) {
    if (!move) return "";
    const { says, type } = move;
    return this.page.named(says[this.page.lang()] ?? Object.values(says)[0] ?? type.replaceAll("_", " "));
  }

  /** Read the moves that count, where the record has moved on since. */
  async read() {
    const { version } = this.desk.outbox.state;
    if (version === this.version) return;
    const replay = await this.desk.call(`${this.desk.path}/replay?eyes=recorder&lang=en,es`);
    if (!replay.frames) return;
    this.line = replay.frames;
    this.version = version;
    this.show();
  }

  /** What undo would take back, written on it. */
  show() {
    const { t } = this.page;
    const says = this.desk.lastSays?.[this.page.lang()];
    const last = says ? this.page.named(says) : this.last;
    const undo = $("undo");
    write(undo, last ? t("undo_what", { says: last }) : t("undo"));
    undo.disabled = !last && !this.line.length;
  }

  /**
   * Take back; at a barrier its reason, and who must consent.
   * @param {import("../form/shape.js").Json} body
   */
  async undo(body) {
    const { desk } = this;
    try {
      await desk.rules.dry(body, {}, "undo");
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 422) throw error;
      return this.#barred(body, error.problem);
    }
    this.close();
    await desk.hold({ call: "undo", body, told: null });
    desk.release();
    await desk.settled();
    this.version = -1;
    await desk.refresh();
    this.form.fresh();
    await this.read();
  }

  /**
   * Why it cannot simply be taken back, and what can be done.
   * @param {import("../form/shape.js").Json} body
   * @param {any} problem
   */
  #barred(body, problem) {
    const { t } = this.page;
    /** @type {number[]} */
    const missing = problem.missing ?? [];
    const who = listed(
      missing.map((seat) => this.page.seatName(seat)),
      this.page.lang(),
    );
    const { barrier } = problem;
    const why = barrier
      ? t(`barrier_${barrier.kind}`, { what: String(barrier.what).replaceAll("_", " ") })
      : missing.length
        ? t("undo_consent")
        : this.page.named(problem.detail ?? "");
    const parts = [h("h2", null, t("undo_barred")), h("p", null, why)];
    const ways = [];
    if (missing.length) {
      const agreed = h("button", { type: "button", className: "record" }, t("consented", { who }));
      agreed.addEventListener(
        "click",
        () =>
          void this.#guarded(() =>
            this.undo({ ...body, consents: [...new Set([...(body.consents ?? []), ...missing])] }),
          ),
      );
      parts.push(h("p", null, t("needs_consent", { who })));
      ways.push(agreed);
    }
    this.#open(parts, ways);
  }

  /** @param {Node[]} parts @param {Node[]} ways */
  #open(parts, ways) {
    const shut = h("button", { type: "button", className: "quiet" }, this.page.t("close"));
    shut.addEventListener("click", () => this.close());
    this.dialog.replaceChildren(...parts, h("div", { className: "ways" }, ...ways, shut));
    if (!this.dialog.open) this.dialog.showModal();
  }

  close() {
    if (this.dialog.open) this.dialog.close();
  }

  /** The moves that count, the last first: each opens what can be done about it. */
  async list() {
    this.version = -1;
    await this.read();
    const { t } = this.page;
    const items = [...this.line].reverse().map((move) => {
      const button = h("button", { type: "button" }, `[${move.name}] ${this.says(move)}`);
      button.addEventListener("click", () => this.#about(move));
      return h("li", null, button);
    });
    this.#open([h("h2", null, t("moves")), h("ol", { className: "line", reversed: true }, ...items)], []);
  }

  /** What can be done about a move. @param {Told} move */
  #about(move) {
    const { t } = this.page;
    /** @param {string} key @param {() => Promise<void>} act */
    const way = (key, act) => {
      const button = h("button", { type: "button" }, t(key));
      button.addEventListener("click", () => void this.#guarded(act));
      return button;
    };
    const others = this.line.slice(this.line.indexOf(move)).map(({ name }) => name);
    this.#open(
      [h("h2", null, `[${move.name}] ${this.says(move)}`)],
      [
        way("amend", () => this.#anew(move, "amend")),
        way("insert", () => this.#anew(move, "insert")),
        way("retract", () => this.#look([{ op: "retract", name: move.name }])),
        ...(others.length < 200 ? [way("undo_to", () => this.undo({ undoes: others }))] : []),
      ],
    );
  }

  /**
   * Enter a move anew, or one that was left out before it, by the form.
   * @param {Told} move
   * @param {"amend" | "insert"} op
   */
  async #anew(move, op) {
    this.close();
    const known = op === "amend" ? (await this.#bodies()).get(move.name) : null;
    this.form.elsewhere(known ?? null, (body) => {
      const change = op === "amend" ? { op, name: move.name, body } : { op, before: move.name, body };
      void this.#guarded(() => this.#look([change]));
    });
  }

  /** The moves as they were recorded and corrected, by name. @returns {Promise<Map<string, any>>} */
  async #bodies() {
    const { entries } = await this.desk.call(`${this.desk.path}/log?limit=10000`);
    /** @type {Map<string, any>} */
    const bodies = new Map();
    for (const { type, version, body } of entries) {
      if (type === "move") bodies.set(String(version), body);
      if (type !== "corrected") continue;
      body.changes.forEach((/** @type {any} */ change, /** @type {number} */ place) => {
        if (change.op === "amend") bodies.set(change.name, change.body);
        if (change.op === "insert") bodies.set(`${version}.${place + 1}`, change.body);
      });
    }
    return bodies;
  }

  /**
   * Show what a correction would do, and make it once that is agreed to.
   * @param {any[]} changes
   */
  async #look(changes) {
    const { t } = this.page;
    const body = { changes };
    /** @type {any} */
    let answer;
    try {
      answer = await this.desk.rules.dry(body, {}, "corrections");
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 422) throw error;
      answer = { impact: error.problem?.impact, refused: error };
    }
    const { impact, refused } = answer;
    const lines = [...(impact?.changes ?? []), ...(impact?.moves ?? [])].filter((one) => one.verdict !== "stands");
    const parts = [
      h("h2", null, t("impact")),
      refused ? h("p", { className: "refused" }, this.page.named(refused.message)) : null,
      lines.length
        ? h("ul", { className: "line" }, ...lines.map((one) => h("li", null, this.#verdict(one))))
        : h("p", null, t("impact_none")),
    ].flatMap((part) => part ?? []);
    const make = h("button", { type: "button", className: "record" }, t("correct"));
    make.addEventListener(
      "click",
      () =>
        void this.#guarded(async () => {
          this.close();
          await this.desk.hold({ call: "corrections", body, told: null });
          this.desk.release();
          await this.desk.settled();
          this.version = -1;
          await this.desk.refresh();
          this.form.fresh();
          await this.read();
        }),
    );
    this.#open(parts, refused ? [] : [make]);
  }

  /** @param {any} one A verdict of the impact. */
  #verdict(one) {
    const says = one.says?.[this.page.lang()] ?? one.detail ?? "";
    return `[${one.name ?? ""}] ${this.page.t(`verdict_${one.verdict}`)} ${this.page.named(says)}`;
  }
}
