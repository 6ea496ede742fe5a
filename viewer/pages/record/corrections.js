// @ts-check
/** Corrections: undo and redo in the thumb's corner, and the list of moves, to change, take out or add. */
import { OffLine, Refusal, final, reached } from "../../device/refusal.js";
import { $, h, write } from "../../kit/dom.js";
import { listed } from "../../kit/words.js";
import { Retry } from "../common/retry.js";
import { replayOf } from "../common/ready.js";
import { readHistory, moveItems } from "./list.js";
import { Sheet } from "./dialog.js";
import { entryInWords, sentence } from "./entry-texts.js";
import { stateOf } from "../sign/sign.js";
import { writes } from "../common/touch.js";
import { Repairs } from "./repairs.js";

/**
 * @typedef {import("./recorder-state.js").RecorderState} RecorderState
 * @typedef {import("./form.js").Form} Form
 * @typedef {import("./entry-texts.js").Page & {fail: (error: unknown) => void, showMessage: (key: string) => void,
 *   show: () => void, place: {lies: () => any[]}, boardAt: (name: string, into?: HTMLElement) => boolean}} Page
 *   `boardAt` draws the board before a move, where its position is known.
 * @typedef {{name: string, seat: number | null, type: string, says: Record<string, string>}} CountedMove
 * @typedef {{key: string | null, name: string | null}} Named
 * @typedef {{version: number, type: string, seat: number | null, gone: {says: Record<string, string> | null}[]}} Act
 *   The undo or correction after which no move was made yet, with the moves that an undo took back; `seat`: whose.
 */

const RECENT = 3; // Moves that are one tap away from their correction.

export class Corrections {
  constructor(/** @type {RecorderState} */ recorder, /** @type {Form} */ form, /** @type {Page} */ page) {
    this.recorder = recorder;
    this.form = form;
    this.page = page;
    /** The record as it was read last. @type {any} */
    this.replay = null;
    /** Its positions. @type {import("../../store.js").Store | null} */
    this.store = null;
    /** @type {Act | null} */ this.act = null;
    /** The move that the undo button names: by its key while it waits here, and by its name. @type {Named} */
    this.named = { key: null, name: null };
    this.lost = false; // Whether the undo button lost the focus because nothing can be undone now.
    this.version = -1; // The version that the line shows.
    this.retry = new Retry(page.fail); // Reads the line, once there is a network.
    this.sheet = new Sheet(page.t, (act) => void this.#guarded(act));
    this.repairs = new Repairs(recorder, $("repairs"), this);
    /** @type {import("./correction-preview.js").CorrectionPreview | null} */ this.corrects = null;
    for (const [id, act] of /** @type {[string, () => Promise<void>][]} */ ([
      ["undo", () => this.undo()],
      ["redo", () => this.redo()],
      ["moves-open", () => this.list()],
    ]))
      $(id).addEventListener("click", () => void this.#guarded(act));
  }

  async #guarded(/** @type {() => Promise<void>} */ act) {
    try {
      await act();
    } catch (error) {
      this.sheet.close();
      // What was sent already can be looked at and changed at the service alone.
      if (error instanceof OffLine) return this.page.showMessage("mend_away");
      if (!(error instanceof Refusal) || error.status !== 412) return this.page.fail(error);
      // It was asked about a record that others have written to since: whoever asked has not seen that.
      await this.recorder.heard(error.problem.version);
      this.page.showMessage("overtaken");
    }
  }

  /** The moves that count, in order. @returns {CountedMove[]} */
  get line() {
    return this.replay?.frames ?? [];
  }

  /** How the record stands; null before it was read. @returns {import("../watch/standing.js").Standing | null} */
  get standing() {
    return this.replay?.standing ?? null;
  }

  /** The sentence of a move that counts; empty where there is no such move. @param {string} name */
  sentenceOf(name) {
    return sentence(this.line.find((move) => move.name === name)?.says, this.page);
  }

  /** A move by its number and its sentence; by its sentence alone where it does not count. @param {string} name */
  called(name, says = this.sentenceOf(name)) {
    const ply = this.store?.plies.get(name);
    return ply ? `${ply}. ${says}` : says;
  }

  /** Why the rules refuse a move, with the numbers of the moves that it contradicts. @param {any} problem */
  why(problem) {
    const { detail = "", names = [] } = problem ?? {};
    const { named, t } = this.page;
    const moves = names.flatMap((/** @type {string} */ name) => this.store?.plies.get(name) ?? []);
    const numbers = moves.map((/** @type {number} */ ply) => t("move_number", { ply })).join(", ");
    return named(detail) + (numbers && ` (${numbers})`);
  }

  /** The number of a move; 0 before the moves were read. @param {string} name */
  plyOf(name) {
    return this.store?.plyOf(name) ?? 0;
  }

  /** Why an entry that is no move was written; empty where that is not known. @param {string} name */
  reason(name) {
    const acts = /** @type {any[]} */ (this.replay?.history.acts ?? []);
    return acts.find(({ version }) => String(version) === name)?.text ?? "";
  }

  /** What happened last, in words; empty where nothing did. */
  get last() {
    const { recorder, page, standing } = this;
    // Of a record that is closed with a result it is said with the signatures.
    if (standing?.voided || (standing?.closed && recorder.view?.phase !== "finished"))
      return stateOf(standing, true, page.lang());
    const entry = recorder.last;
    if (entry?.call === "moves" || entry?.name === null) return entryInWords(entry, recorder.game, page);
    // Better nothing than what was last some moves ago.
    if (this.version !== recorder.outbox.state.version) return "";
    if (this.act) return page.t(`act_${this.act.type}`, { says: this.#gone });
    return sentence(this.line.at(-1)?.says, page);
  }

  /** What the last undo took back. */
  get #gone() {
    return (this.act?.gone ?? []).map(({ says }) => sentence(says, this.page)).join(" ");
  }

  /** Read the moves that count, where the record has moved on since. */
  async read() {
    const { recorder } = this;
    const { version } = recorder.outbox.state;
    if (version === this.version || !recorder.own.record) return;
    // What others wrote stands beside what waits here, whatever version that follows.
    const wanted = Math.max(version, recorder.head, recorder.outbox.state.clash?.version ?? 0);
    const call = (/** @type {string} */ path) => recorder.call(path);
    const replay = await replayOf(call, `${recorder.path}/replay?lang=en,es`, wanted);
    if (!replay) return;
    // Without a network there is no replay, either.
    const { Store } = await reached(import("../../store.js"));
    this.replay = replay;
    this.store = new Store(replay);
    this.act = actOf(replay);
    this.version = version;
    this.page.show();
  }

  /** Read the moves that count anew; without a network they stay as they were, and are read when it is back. */
  async reread() {
    this.version = -1;
    await this.retry.until(() => this.#read());
  }

  /** Whether the moves that count could be read. */
  async #read() {
    try {
      await this.read();
    } catch (error) {
      if (final(error)) throw error;
    }
    return this.version !== -1 || !this.recorder.own.record;
  }

  /** What corrects: the service alone can say what a correction does, so it is brought when it is wanted. */
  async preview() {
    const { CorrectionPreview } = await reached(import("./correction-preview.js"));
    this.corrects ??= new CorrectionPreview(this.recorder, this.form, this.page, this.sheet, this);
    return this.corrects;
  }

  /** The moves before the next one, the last first: unsent, sent since the record was read, and as it was read. */
  get #recent() {
    const { recorder, page } = this;
    // An entry is among both while its answer is taken in.
    const all = [...recorder.sent.values(), ...recorder.outbox.state.mine].map((one) => [one.key, one]);
    const mine = [...new Map(/** @type {[string, any][]} */ (all)).values()].filter(
      ({ call, name, state }) =>
        call === "moves" && state !== "refused" && (name === null || Number(name) > (this.replay?.version ?? 0)),
    );
    const own = mine.map((entry) => ({ entry, name: entry.name, says: entryInWords(entry, recorder.game, page) }));
    const read = this.line
      .slice(-RECENT)
      .map((move) => ({ entry: null, name: move.name, says: sentence(move.says, page) }));
    return [...read, ...own].slice(-RECENT).reverse();
  }

  /** A button for each of the last moves: what it should have been is entered at once. */
  #showRecent() {
    const { recorder, page } = this;
    const recent = recorder.mine === null && !this.standing?.closed && !this.standing?.voided ? this.#recent : [];
    const holder = $("recent");
    const key = JSON.stringify([page.lang(), recent.map(({ entry, name, says }) => [entry?.key, name, says])]);
    holder.hidden = !recent.length;
    if (holder.dataset.key === key) return;
    holder.dataset.key = key;
    const label = page.t("recent");
    holder.setAttribute("aria-label", label);
    holder.replaceChildren(
      ...recent.map(({ entry, name, says }) => {
        const way = this.sheet.way([h("span", says)], () => this.#wrong(entry, name, says));
        way.title = `${label}: ${says}`;
        return h("li", way);
      }),
    );
  }

  /**
   * Enter what a move should have been.
   * @param {import("../../device/queue.js").Entry | null} entry Of this phone. @param {string | null} name
   * @param {string} says
   */
  async #wrong(entry, name, says) {
    const { recorder } = this;
    await recorder.whenSent();
    const waiting = entry && recorder.outbox.state.mine.find((/** @type {any} */ { key }) => key === entry.key);
    const sent = (entry && recorder.sent.get(entry.key)?.name) ?? name;
    if (!waiting && !sent) return this.page.showMessage("overtaken");
    const take = (/** @type {any} */ body) =>
      this.sheet.guarded(() => (waiting ? this.repairs.unsent(waiting, body) : this.#amend(String(sent), body, says)));
    const was = waiting ? waiting.body : await recorder.bodyOf(String(sent));
    this.form.elsewhere(was, take, () => {}, waiting ? null : String(sent), true);
    this.page.show();
  }

  /** Amend a move; without a network that waits. @param {string} name @param {any} body @param {string} says */
  async #amend(name, body, says) {
    /** @type {import("./correction-preview.js").Change} */ const change = { op: "amend", name, body };
    try {
      const preview = await this.preview();
      preview.shows = false;
      await preview.start(change);
    } catch (error) {
      if (!(error instanceof OffLine)) throw error;
      await this.repairs.add([change], this.called(name, says));
      this.page.showMessage("repair_kept");
    }
  }

  /** What undo would take back, written on it; beside it what would bring back the last one. */
  show() {
    this.#showRecent();
    this.repairs.show();
    const { t } = this.page;
    const { last, mine } = this.recorder;
    this.named = { key: null, name: null };
    $("enter").classList.toggle("void", Boolean(this.standing?.voided));
    $("enter").classList.toggle("closed", Boolean(this.standing?.closed));
    const own = last?.call === "moves" && (mine === null || last.name === null || last.body.seat === mine);
    const move = own ? entryInWords(last, this.recorder.game, this.page) : sentence(this.#lastMove?.says, this.page);
    if (own) this.named = { key: last.key, name: last.name && String(last.through ?? last.name) };
    else if (move) this.named = { key: null, name: this.#lastMove?.name ?? null };
    const waits = last !== null && last.call !== "moves" && last.name === null;
    write($("undo"), move ? t("undo_what", { says: move }) : t("undo"));
    const focused = /** @type {any} */ (document.activeElement);
    const stood = focused === document.body ? this.lost : ["undo", "redo", "take-back"].includes(focused.id);
    $("undo").disabled = !move || waits;
    const free = this.act && (mine === null || this.act.seat === mine);
    const act = free && (last === null || last.call !== "moves") ? this.act : null;
    $("redo").hidden = !act;
    if (act) write($("redo"), act.type === "undone" ? t("redo_what", { says: this.#gone }) : t("uncorrect"));
    // A button that is hidden or cannot be pressed loses the focus: undo has it then, or, where nothing is left to be
    // taken back, what stands beside it. Not redo: whoever presses once more wants no move back.
    const gone = stood && (focused === document.body || focused.disabled || !focused.checkVisibility());
    this.lost = gone && $("undo").disabled;
    if (gone && !waits) $(move ? "undo" : "moves-open").focus({ preventScroll: true });
  }

  /** The last move that this phone may take back: with a seat's own link that seat's alone. */
  get #lastMove() {
    const { mine } = this.recorder;
    return this.line.findLast(({ seat }) => mine === null || seat === mine);
  }

  /**
   * Take back: what has not left this phone, with nobody having seen it; what has, by an undo of the record.
   * @param {import("../../form/shape.js").Json} [body]
   */
  async undo(body = {}) {
    writes();
    const { recorder } = this;
    const { named } = this;
    await recorder.whenSent();
    const waiting = recorder.outbox.state.mine.at(-1);
    if (!body.undoes) {
      // The move that the button named, whatever was written since.
      if (waiting?.key === named.key && waiting) return this.#unsent(waiting);
      const sent = named.key !== null && recorder.lastSent?.key === named.key ? recorder.lastSent : null;
      const name = sent?.name ? String(sent.through ?? sent.name) : named.name;
      if (!name) return this.page.showMessage("overtaken");
      body = { ...body, undoes: [name] };
    }
    if (waiting) return this.page.showMessage("send_first");
    const { version } = recorder.outbox.state;
    try {
      await recorder.impact("undo", body);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 422) throw error;
      return this.#barred(body, error.problem);
    }
    await this.write("undo", body, version);
  }

  /** Take back what nobody else has seen. @param {import("../../device/queue.js").Entry} entry */
  async #unsent(entry) {
    if (!(await this.recorder.takeBack(entry))) return this.page.showMessage("undo_away");
    this.form.fresh();
  }

  /** Bring back what the last undo took, or what stood before the last correction. */
  async redo() {
    if (this.act) await this.undo({ undoes: [String(this.act.version)] });
  }

  /**
   * Write an undo or a correction, and read the record after it; nothing where the record has moved on meanwhile.
   * @param {"undo" | "corrections"} call @param {import("../../form/shape.js").Json} body
   * @param {number} at The version of the record for which its effect was asked.
   */
  async write(call, body, at) {
    const { recorder } = this;
    this.sheet.close();
    const held = await this.form.after(async () => {
      const entry = await recorder.hold({ call, body, at, expected: null });
      if (entry) await recorder.whenSent();
      return entry;
    });
    if (!held) return this.page.showMessage("overtaken");
    if (body.changes) await this.repairs.drop(body.changes);
    await this.reread();
  }

  /**
   * Why it cannot simply be taken back, and what can be done.
   * @param {import("../../form/shape.js").Json} body @param {any} problem
   */
  #barred(body, problem) {
    const { t, lang, seatName } = this.page;
    /** @type {number[]} */ const missing = problem.missing ?? [];
    const who = listed(missing.map(seatName), lang());
    const { barrier } = problem;
    const plain = missing.length ? t("undo_consent") : this.why(problem);
    const why = barrier ? t("barrier", { what: String(barrier.what).replaceAll("_", " ") }) : plain;
    const parts = [h("h2", t("undo_barred")), h("p", why)];
    if (!missing.length) return this.sheet.open(parts, []);
    parts.push(h("p", t("needs_consent", { who })));
    // A seat's own link says nothing for the others.
    if (this.recorder.mine !== null) return this.sheet.open(parts, []);
    const consents = [...new Set([...(body.consents ?? []), ...missing])];
    const agreed = this.sheet.way(t("consented", { who }), () => this.undo({ ...body, consents }), "record");
    this.sheet.open(parts, [agreed]);
  }

  /** The moves that count, the last first; above them what has not been sent. */
  async list() {
    const { recorder, page } = this;
    await recorder.release();
    await this.reread();
    const unsent = [...recorder.outbox.state.mine].reverse().map((/** @type {any} */ entry) => {
      const words = `${entryInWords(entry, recorder.game, page)} (${page.t("not_sent")})`;
      return h(
        "li",
        this.sheet.way(words, async () => this.#aboutUnsent(entry)),
      );
    });
    const history = await readHistory(this.replay, page);
    const way = (/** @type {(string | Node)[]} */ words, /** @type {CountedMove} */ move) =>
      recorder.mine === null ? this.sheet.way(words, async () => this.#about(move)) : h("span", ...words);
    const sent = moveItems(this.line, history, way, page);
    const { own, summary } = recorder;
    const asked = new URLSearchParams({ game: own.game, hash: summary?.box ?? "", record: own.record ?? "" });
    for (const id of page.place.lies()) asked.append("of", String(id));
    const edition = h("a", { href: `box.html?${asked}`, className: "button" }, page.t("tile_differs"));
    const mine = own.record && recorder.mine === null;
    const ways = [
      ...(mine ? [this.sheet.way(page.t("seats_wrong"), async () => (await this.preview()).seats())] : []),
      ...(mine && summary?.box && recorder.game.box_form ? [edition] : []),
    ];
    this.sheet.open([h("h2", page.t("moves")), h("ol.line", ...unsent, ...sent)], ways);
  }

  /** What can be done about an entry that has not been sent. @param {import("../../device/queue.js").Entry} entry */
  #aboutUnsent(entry) {
    const { recorder, page } = this;
    const title = h("h2", entryInWords(entry, recorder.game, page));
    const act = async () => {
      this.sheet.close();
      await this.#unsent(entry);
    };
    this.sheet.open([title], [this.sheet.way(page.t("take_back"), act)]);
  }

  /** What can be done about a move. @param {CountedMove} move */
  #about(move) {
    const { t } = this.page;
    const from = this.line.slice(this.line.indexOf(move));
    const way = (/** @type {string} */ key, /** @type {() => Promise<void>} */ act) => this.sheet.way(t(key), act);
    this.sheet.open(
      [h("h2", this.called(move.name))],
      [
        way("amend", async () => (await this.preview()).enter("amend", move.name)),
        way("insert", async () => (await this.preview()).enter("insert", move.name)),
        way("retract", async () => (await this.preview()).start({ op: "retract", name: move.name })),
        ...(from.length <= 200 ? [way("undo_to", async () => this.#back(from))] : []),
      ],
    );
  }

  /** Take back several moves, once it was read which ones. @param {CountedMove[]} moves */
  #back(moves) {
    const { t } = this.page;
    const items = moves.map((move) => h("li", this.called(move.name)));
    const undoes = moves.map(({ name }) => name);
    const all = this.sheet.way(t("undo_these", { n: moves.length }), () => this.undo({ undoes }), "record");
    this.sheet.open([h("h2", t("undo_to")), h("ol.line", ...items)], [all]);
  }
}

/** The last undo or correction, with no move after it: it can be undone. @param {any} replay @returns {Act | null} */
function actOf({ frames, history }) {
  const version = (/** @type {string} */ name) => Number(name.split(".")[0]);
  const newest = Math.max(1, ...frames.map((/** @type {CountedMove} */ { name }) => version(name)));
  const acts = history.acts.filter((/** @type {any} */ { type }) => type === "undone" || type === "corrected");
  const act = acts.at(-1);
  if (!act || act.withdrawn !== null || act.version < newest) return null;
  const gone = history.gone.filter((/** @type {any} */ { by }) => version(by) === act.version);
  // What brought something back is taken back by the next undo.
  if (act.type === "undone" && !gone.length) return null;
  return { version: act.version, type: act.type, seat: act.body.seat ?? null, gone };
}
