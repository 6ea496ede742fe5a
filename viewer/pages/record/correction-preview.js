// @ts-check
/**
 * A correction before it is made: what it changes, what becomes of every later move, and a choice for each move that
 * the rules refuse then. Nothing is written until nothing is refused, and then all of it as one entry.
 */
import { Refusal } from "../../device/refusal.js";
import { h } from "../../kit/dom.js";
import { irregular } from "./refusal.js";
import { inWords, sentence } from "./entry-texts.js";
import { colourWord } from "../common/texts.js";
import { say } from "./words.js";

/**
 * @typedef {import("./corrections.js").Corrections} Corrections
 * @typedef {import("../../form/shape.js").Json} Json
 * @typedef {{op: "amend" | "insert" | "retract" | "keep" | "opening", box?: string, name?: string, before?: string,
 *   body?: Json, irregular?: Json, seats?: {seat: number, player: string, colour: string}[]}} Change
 */

export class CorrectionPreview {
  /**
   * @param {import("./recorder-state.js").RecorderState} recorder @param {import("./form.js").Form} form
   * @param {import("./corrections.js").Page} page @param {import("./dialog.js").Sheet} sheet
   * @param {Corrections} corrections
   */
  constructor(recorder, form, page, sheet, corrections) {
    this.recorder = recorder;
    this.form = form;
    this.page = page;
    this.sheet = sheet;
    this.corrections = corrections;
    /** What is to be changed, the first one being what was asked for; the others follow from it. @type {Change[]} */
    this.changes = [];
    this.shows = false; // Whether the board at that moment opens at once.
  }

  /** Ask what a change would do, with others that belong to it. @param {Change} change @param {Change[]} others */
  async start(change, ...others) {
    this.changes = others;
    await this.recorder.whenSent();
    const { unsent, doing } = this.recorder.outbox.state;
    // Without a network nothing can be asked, and the correction waits.
    if (unsent && doing !== "offline") return this.page.showMessage("send_first");
    // What is changed is described as it was recorded, without a network as far as it was read.
    if (!unsent) await this.corrections.read();
    await this.#add(change);
  }

  /**
   * Have a move entered anew, or one that was left out before it, by the form; then ask what that would do.
   * @param {"amend" | "insert"} op @param {string} name
   */
  async enter(op, name) {
    this.changes = [];
    this.shows = false;
    await this.#enter(op, name, op === "amend" ? await this.recorder.bodyOf(name) : null);
  }

  /** Ask who sat where, and in which colour. */
  seats() {
    const { t, lang } = this.page;
    const { summary, box, game } = this.recorder;
    const colours = /** @type {{id: string, name: Record<string, string>}[]} */ (box.colours ?? game.box.colours);
    /** @param {string} label @param {string[]} values @param {(value: string) => string} name @param {string} value */
    const select = (label, values, name, value) => {
      const options = values.map((one) => h("option", { value: one, selected: one === value }, name(one)));
      return h("select", { "aria-label": label }, ...options);
    };
    const seats = /** @type {any[]} */ (summary.seats);
    const called = (/** @type {string} */ player) =>
      this.page.seatName(seats.findIndex((one) => one.player === player));
    const rows = seats.map(({ player, colour }, seat) => [
      select(
        t("seat_person", { n: seat + 1 }),
        seats.map((one) => one.player),
        called,
        player,
      ),
      select(
        t("seat_colour", { n: seat + 1 }),
        colours.map(({ id }) => id),
        (id) => colours.find((one) => one.id === id)?.name[lang()] ?? id,
        colour,
      ),
    ]);
    const look = () => {
      const said = rows.map(([person, colour], seat) => ({ seat, player: person.value, colour: colour.value }));
      return this.start({ op: "opening", seats: said });
    };
    this.sheet.open(
      [h("h2", t("seats_wrong")), h("ol.line", ...rows.map((row) => h("li.seat-row", ...row)))],
      [this.sheet.way(t("impact_look"), look, "record")],
    );
  }

  /** @param {"amend" | "insert"} op @param {string} name @param {Json | null} body What the form begins with. */
  async #enter(op, name, body) {
    this.sheet.close();
    const take = (/** @type {Json} */ entered) => {
      const change = op === "amend" ? { op, name, body: entered } : { op, before: name, body: entered };
      this.sheet.guarded(() => (this.changes.length ? this.#add(change) : this.start(change)));
    };
    const leave = () => {
      if (this.changes.length) this.sheet.guarded(() => this.#look());
    };
    this.form.elsewhere(body, take, leave, name);
    this.page.show();
  }

  /** Take a change in, in place of an earlier one about the same move. @param {Change} change */
  #add(change) {
    const others = this.changes.filter((one) => !one.name || one.name !== change.name);
    const place = this.changes.findIndex((one) => one.name && one.name === change.name);
    this.changes = place < 0 ? [...others, change] : this.changes.with(place, change);
    return this.#look();
  }

  /** Ask what the changes would do, and show it. */
  async #look() {
    /** @type {any} */ let impact = null;
    let refused = "";
    const { version } = this.recorder.outbox.state;
    try {
      ({ impact } = await this.recorder.impact("corrections", { changes: this.changes }));
    } catch (error) {
      if (!(error instanceof Refusal) || ![400, 403, 422].includes(error.status)) throw error;
      refused = this.page.named(error.message);
    }
    this.#show(impact, refused, version);
  }

  /** @param {any} impact @param {string} refused Why there is no preview. @param {number} version Asked for. */
  #show(impact, refused, version) {
    const { t } = this.page;
    const { changes } = this;
    const later = (/** @type {string} */ verdict) =>
      /** @type {any[]} */ (impact?.moves ?? []).filter((/** @type {any} */ one) => one.verdict === verdict);
    const [alike, changed, broken] = ["same", "changed", "refused"].map(later);
    // The move stays what it was, and leads to something else.
    const [effects, same] = [alike.filter((one) => one.says), alike.filter((one) => !one.says)];
    const sound =
      impact && !broken.length && impact.changes.every((/** @type {any} */ one) => one.verdict === "stands");
    const verdicts = Object.entries({ same, effects, changed, refused: broken })
      .filter(([, moves]) => moves.length)
      .map(([kind, moves]) => say(this.page.lang(), `impact_${kind}`, { count: moves.length }));
    const counts = t("impact_counts", { moves: verdicts.join(", ") });
    const make = this.sheet.way(
      t("correct"),
      async () => {
        await this.corrections.write("corrections", { changes }, version);
        // Another box: board, faces and rules begin with it.
        if (changes[0].op === "opening") location.reload();
      },
      "record",
    );
    make.disabled = !sound;
    const [first] = changes;
    const { repairs } = this.corrections;
    const wait = this.sheet.way(t("repair_later"), async () => {
      this.sheet.close();
      await repairs.add(changes, this.#about(first));
    });
    const forget = this.sheet.way(t("repair_drop"), async () => {
      this.sheet.close();
      await repairs.drop(changes);
    });
    const kept = repairs.all.some((one) => one.changes[0].name && one.changes[0].name === first.name);
    this.sheet.open(
      [
        h("h2", t("impact")),
        refused ? h("p.refused", { role: "alert" }, refused) : null,
        this.#board(first),
        h("ul.line", ...this.changes.map((change, place) => this.#change(change, impact?.changes[place]))),
        impact ? h("p.counts", same.length === impact.moves.length ? t("impact_none") : counts) : null,
        h("ul.line.broken", ...broken.map((/** @type {any} */ one) => this.#broken(one))),
        changed.length + effects.length
          ? h("ul.line", ...[...changed, ...effects].map((one) => this.#changed(one)))
          : null,
        impact ? this.#result(impact) : null,
        broken.length ? h("p", t("impact_choose")) : null,
      ],
      [make, wait, ...(kept ? [forget] : [])],
    );
  }

  /** The board before the move that is changed; null where that is not known. @param {Change} change */
  #board({ name = "", before = "" }) {
    const { page } = this;
    const picture = h("div.report-board");
    if (!page.boardAt(name || before)) return null;
    const details = h("details", { open: this.shows });
    details.append(h("summary", page.t("board_then", { ply: this.corrections.plyOf(name || before) })), picture);
    const draw = () => details.open && page.boardAt(name || before, picture);
    details.addEventListener("toggle", draw);
    return details;
  }

  /** What a change is about, in words. @param {Change} change */
  #about({ op, box, name = "", before = "" }) {
    if (op === "opening") return this.page.t(box ? "edition_of" : "seats_wrong");
    return this.corrections.called(name || before);
  }

  /** Who would sit where. @param {NonNullable<Change["seats"]>} seats */
  #sitting(seats) {
    const { summary } = this.recorder;
    const from = (/** @type {string} */ player) =>
      summary.seats.findIndex((/** @type {any} */ one) => one.player === player);
    const words = seats.map(({ seat, player, colour }) => {
      const who = this.page.seatName(from(player));
      return `${seat + 1}. ${who} (${colourWord(this.page.lang(), colour)})`;
    });
    return this.page.t("change_amend", { body: words.join(", ") });
  }

  /** One change, and what the rules say of it. @param {Change} change @param {any} verdict */
  #change(change, verdict) {
    const { t } = this.page;
    const name = change.name ?? change.before ?? "";
    const body = change.body ? this.#becomes(change.body, verdict) : "";
    const item = h(
      "li",
      h("p", this.#about(change)),
      h("p.becomes", change.seats ? this.#sitting(change.seats) : t(`change_${change.op}`, { body })),
    );
    const ways = h("div.ways");
    if (verdict?.verdict === "refused") item.append(this.#why(verdict));
    if (change.body) {
      const { op, body: entered } = change;
      ways.append(this.sheet.way(t("change_again"), () => this.#enter(/** @type {any} */ (op), name, entered ?? null)));
      if (verdict?.keepable)
        ways.append(this.#playedAnyway((accepted) => this.#add({ ...change, irregular: accepted })));
    }
    if (this.changes[0] !== change)
      ways.append(
        this.sheet.way(
          t("change_drop"),
          () => {
            this.changes = this.changes.filter((one) => one !== change);
            return this.#look();
          },
          "quiet",
        ),
      );
    item.append(ways);
    return item;
  }

  /** A later move that the rules would refuse, and what may become of it. @param {any} verdict */
  #broken(verdict) {
    const { t } = this.page;
    const { name } = verdict;
    const item = h("li", { "data-name": name }, h("p", this.corrections.called(name)), this.#why(verdict));
    // What hangs on another move is decided with that one.
    if (verdict.because) return item;
    const amend = async () => this.#enter("amend", name, await this.recorder.bodyOf(name));
    item.append(
      h(
        "div.ways",
        this.sheet.way(t("amend"), amend),
        this.sheet.way(t("retract"), () => this.#add({ op: "retract", name })),
        ...(verdict.keepable
          ? [this.#playedAnyway((accepted) => this.#add({ op: "keep", name, irregular: accepted }))]
          : []),
      ),
    );
    return item;
  }

  /** Why the rules refuse a move. @param {any} verdict */
  #why(verdict) {
    const { t } = this.page;
    const { because, rule } = verdict;
    const why = this.corrections.why(verdict);
    const words = rule ? t("refused_by", { rule, why }) : t("refused_plain", { why });
    return h("p.refused", because ? t("impact_because", { ply: this.corrections.plyOf(because) }) : words);
  }

  /** A button that asks who accepted what the rules refuse. @param {(accepted: Json) => Promise<void>} keep */
  #playedAnyway(keep) {
    const seats = this.recorder.own.seats.length;
    const button = h("button.as-played", this.page.t("as_played"));
    button.addEventListener("click", () => {
      const record = (/** @type {Json} */ accepted) => this.sheet.guarded(() => keep(accepted));
      button.replaceWith(irregular(this.page, seats, { record }));
    });
    return button;
  }

  /** A later move that would be spelled otherwise. @param {any} verdict */
  #changed(verdict) {
    const { name, body } = verdict;
    const words = this.page.t("change_amend", { body: this.#becomes(body, verdict) });
    return h("li", h("p", this.corrections.called(name)), h("p.becomes", words));
  }

  /** What a move would be, in words; refused, its answers. @param {Json} body @param {any} verdict */
  #becomes(body, verdict) {
    return sentence(verdict?.says, this.page) || inWords(body, this.recorder.game, this.page);
  }

  /** Result or scores before and after, and the signatures that no longer count. @param {any} impact */
  #result({ result, scores, signatures }) {
    const { t, seatName } = this.page;
    const ranked = (/** @type {any} */ one) =>
      one && Object.entries(one.seats ?? {}).map(([seat, { rank, score }]) => [seat, score ?? `${rank}.`]);
    const [before, after] = [scores.before, scores.after].map((one) => one && Object.entries(one));
    const words = (/** @type {[string, any][]} */ all) =>
      all.map(([seat, score]) => `${seatName(Number(seat))} ${score}`).join(", ") || "?";
    /** @param {string} key @param {any} was @param {any} then While a later move is refused nobody knows it. */
    const line = (key, was, then) => {
      if (!was || !then) return "";
      const [before, after] = [words(was), words(then)];
      return key === "impact_scores" && before === after ? t("impact_even") : t(key, { before, after });
    };
    const signed = signatures.length ? t("impact_signatures", { n: signatures.length }) : "";
    const ended = line("impact_result", ranked(result.before), ranked(result.after));
    return h("p", [ended || line("impact_scores", before, after), signed].filter(Boolean).join(" "));
  }
}
