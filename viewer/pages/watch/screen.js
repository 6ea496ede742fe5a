// @ts-check
/** What is shown of a record: its ply, what was chosen for it, and who draws what of it. */
import { badge, turnBadge } from "../../kit/badge.js";
import { $, h, set, write } from "../../kit/dom.js";
import { forEars, stepped } from "../../kit/deferred-labels.js";
import { closeNotes } from "../../kit/notes.js";
import { fill, localized, number } from "../../kit/words.js";
import { Offscreen } from "./offscreen.js";
import { Chart } from "./chart.js";
import { fillMarks, fillWarnings } from "./marks.js";
import { RecordHistory } from "./history/history.js";
import { Moves } from "./moves.js";
import { namer, namesOf, personOf } from "../common/people.js";
import { resultPicture } from "./result.js";
import { LiveRegion } from "./live-region.js";
import { regularity, standing } from "./standing.js";
import { colourWord, text } from "../common/texts.js";
import { turningPoints } from "./turning-points.js";
import { Views } from "./views.js";

/** @import { Board, Context, Language, RoundWords, Step } from "../../kit/board.js" */
/** @import { Mark, Store } from "../../store.js" */
/** @import { Choice, View } from "./views.js" */

const SIDE = matchMedia("(max-height: 500px) and (min-width: 560px)"); // A phone on its side, as in layout.css.
/** A window in which what is played by whom would take the room of the board: it is said below. */
const LOW = matchMedia("(max-height: 500px), (max-height: 640px) and (max-width: 559px)");

export class Screen {
  /**
   * @param {{moved: () => void, hand: () => void}} hooks `moved` hears that something else is shown; `hand` that a hand
   *   on the replay chose it.
   */
  constructor(hooks) {
    this.hooks = hooks;
    /** @type {Store | null} */ this.store = null;
    /** @type {Board | null} */ this.board = null;
    /** @type {Language} */ this.lang = "en";
    this.eyes = "public";
    this.veiled = false; // Whether nothing that comes later is shown.
    this.ply = 0;
    /** @type {Choice} */ this.chosen = null;
    /** Puts people's names into a sentence. @type {(sentence: string) => string} */
    this.named = (sentence) => sentence;
    /** What was changed and said of the record. @type {RecordHistory | null} */
    this.history = null;
    /** The turn that each ply belongs to. @type {ReturnType<Store["turns"]>} */
    this.turns = [];
    /** Turning points by move. @type {import("./turning-points.js").Turn[][]} */ this.turning = [];
    /** What turning points are read from. @type {((position: any) => Record<string, number> | null) | undefined} */
    this.counted = undefined;
    this.filled = 0; // Counts fillings of the page, so that work for an earlier one ends.
    const go = (/** @type {number} */ ply) => this.go(ply);
    this.moves = new Moves($("moves"), go);
    // Another width, or letters of another size.
    new ResizeObserver(() => this.#fillMarks()).observe($("marks"));
    this.offscreen = new Offscreen();
    this.chart = new Chart($("chart"), go);
    this.liveRegion = new LiveRegion($("spoken"), $("hidden-grid"));
    this.views = new Views($("views"), $("peek"), {
      go: (ply) => {
        hooks.hand();
        this.go(ply);
      },
      choose: (choice) => this.choose(choice),
    });
    this.colour = "";
    this.parts = {
      sentence: /** @type {HTMLElement} */ ($("sentence").firstElementChild),
      label: /** @type {HTMLElement} */ ($("sentence").lastElementChild),
      count: $("count"),
      turn: $("turn"),
      badge: $("now-badge"),
      slider: $("slider"),
      done: $("done"),
      round: $("round"),
      status: $("status"),
    };
    for (const one of [SIDE, LOW]) one.addEventListener("change", () => this.frame());
    this.ends = { back: [$("first"), $("previous")], on: [$("last"), $("next")] };
  }

  // Names

  seatName(/** @type {number} */ seat) {
    const seats = this.store?.replay.seats ?? [];
    const one = seats.find((other) => other.seat === seat);
    return one ? personOf(one, seats, (colour) => this.colourName(colour)) : String(seat);
  }

  /** A colour as the box calls it. @param {string} colour */
  colourName(colour) {
    const named = this.store?.replay.colours[colour];
    return named ? localized(named, this.lang) : colourWord(this.lang, colour);
  }

  /** The last ply that may be shown. */
  get end() {
    return this.veiled ? this.ply : (this.store?.last ?? 0);
  }

  /** Show or hide what comes later. @param {boolean} veiled */
  veil(veiled) {
    this.veiled = veiled;
    document.body.classList.toggle("veiled", veiled);
    this.moves.veil(veiled ? this.ply : Infinity);
    this.fill();
    this.show();
  }

  /** The sentence of a move. @param {number} ply */
  says(ply) {
    const frame = this.store?.frame(ply);
    if (!frame) return text(this.lang, "start");
    return this.named(frame.says[this.lang] ?? Object.values(frame.says)[0] ?? frame.type);
  }

  /** What it takes to say something about the record. @returns {import("./history/history.js").Words} */
  get words() {
    return {
      lang: this.lang,
      seatName: (seat) => this.seatName(seat),
      named: this.named,
      says: (ply) => this.says(ply),
    };
  }

  /** @param {number} round @returns {RoundWords} */
  roundWords(round) {
    const { board, lang, store } = this;
    const said = board?.roundWords?.(round, lang, store?.replay.box.components);
    return said ?? { long: fill(board?.words?.round?.[lang] ?? text(lang, "round"), { round }), short: String(round) };
  }

  /** @param {Mark} mark @param {number} ply Of the mark. */
  markWords(mark, ply) {
    return this.board?.markWords?.(mark, this.lang, this.store?.at(ply)) ?? null;
  }

  /** Whether a mark makes its move stand out. @param {any} mark @param {number} ply */
  weighty(mark, ply) {
    return mark.kind === "finished" || Boolean(this.markWords(mark, ply));
  }

  /** Whether the move now shown deserves a longer look. */
  get marked() {
    return Boolean(this.store?.frame(this.ply)?.marks.some((mark) => this.weighty(mark, this.ply)));
  }

  // Going

  /** Show a ply. @param {number} to Any number; the nearest that there is counts. */
  go(to) {
    if (!this.store) return;
    const before = this.ply;
    this.ply = this.store.clamp(to);
    if (this.ply !== before) {
      this.chosen = null;
      closeNotes();
    }
    this.show(this.ply === before + 1);
  }

  /** Go some moves on; whether there are more beyond. @param {number} by */
  move(by) {
    const before = this.ply;
    this.go(before + by);
    return this.ply !== before && this.ply + by >= 0 && this.ply + by <= (this.store?.last ?? 0);
  }

  choose(/** @type {Choice} */ choice) {
    this.hooks.hand();
    this.chosen = choice;
    this.show();
  }

  /** The latest report, or back from it. */
  toggleReport() {
    const latest = this.views.latest(this.ply);
    if (this.chosen !== null && this.chosen !== "table") this.choose(null);
    else if (latest && this.view().kind !== "report") this.choose(latest.ply);
    else if (latest) this.choose("table");
  }

  /** What was chosen, as an address says it: `table`, `result`, or the name of the move at which the report stands. */
  get choiceName() {
    return typeof this.chosen === "number" ? (this.store?.nameAt(this.chosen) ?? null) : this.chosen;
  }

  /** Choose what an address says. @param {string | null} name */
  chooseNamed(name) {
    if (!this.store || name === null) return;
    if (name === "result" && this.store.replay.result) this.go(this.store.last);
    const ply = name === "table" || name === "result" ? name : this.store.plyOf(name);
    if (typeof ply === "string" || this.views.reports.some((report) => report.ply === ply && ply <= this.ply)) {
      this.chosen = ply;
      this.show();
    }
  }

  /** What is shown at this ply: its table, a report (with the ply it stands at), or the result. @returns {View} */
  view() {
    const { store, board, chosen, ply } = this;
    const due = board?.atReport?.(store?.at(ply)) ?? false;
    const over = ply === store?.last && store.replay.result;
    if (typeof chosen === "number") return { kind: "report", at: chosen };
    if (chosen === "table") return { kind: "table", at: ply };
    if (over) return { kind: "result", at: ply };
    return { kind: due ? "report" : "table", at: ply };
  }

  // Drawing

  /** @param {boolean} forward @param {boolean} report @param {number} ply @returns {Context} */
  context(forward, report, ply) {
    const store = /** @type {Store} */ (this.store);
    return {
      lang: this.lang,
      seats: store.replay.seats,
      box: store.replay.box.components,
      ply,
      name: store.nameAt(ply),
      eyes: this.eyes,
      report,
      forward,
      before: ply > 0 ? store.at(ply - 1) : null,
      seatName: (seat) => this.seatName(seat),
      colourName: (colour) => this.colourName(colour),
      goto: (name) => this.go(store.plyOf(name)),
      plyOf: (name) => store.plyOf(name),
      step: (wanted) => this.step(wanted),
    };
  }

  /** The move that led to a ply. @param {number} ply @returns {Step | null} */
  step(ply) {
    const { store } = this;
    const frame = store && ply <= this.end ? store.frame(ply) : null;
    if (!store || !frame) return null;
    const { name, type, seat } = frame;
    const says = () => this.says(ply);
    return {
      ...{ ply, name, type, seat, before: store.at(ply - 1), after: store.at(ply) },
      // Only where it is read: most boards want the views of many moves, and the sentence of few.
      get says() {
        return says();
      },
    };
  }

  /** Draw what is shown. @param {boolean} [forward] One move on from the last. */
  show(forward = false) {
    const { store, board } = this;
    if (!store || !board) return;
    const view = this.view();
    const position = store.at(view.at);
    const changed = store.changed(view.at);
    const due = board.atReport?.(position) ?? false;
    const context = this.context(forward, due && view.kind !== "table", view.at);
    board.draw($("board"), position, changed, context);
    this.offscreen.show([store, board, this.eyes, this.lang], () => {
      if (view.kind === "result")
        this.#panel(`result ${context.lang} ${store.replay.version}`, () => this.#result(store, board, context));
      else board.panel?.(this.#panel("board"), position, changed, context);
    });
    this.views.show(view, this.ply, view.kind === "report" ? (board.reportName?.(position, this.lang) ?? null) : null);
    const { closed, voided } = store.replay.standing ?? {};
    const over = this.ply === store.last && (closed || voided);
    const waits = view.kind !== "result" && view.at === this.ply && !over;
    this.#status(waits ? (board.status?.(position, context) ?? "") : "");
    this.#now();
    if (this.veiled) this.#veil();
    this.moves.show(this.ply);
    this.chart.show(this.ply, store.at(this.ply));
    this.liveRegion.rest(this.says(this.ply), () => board.grid?.(position, context) ?? null);
    stepped();
    this.hooks.moved();
  }

  /** Hide what comes after this move: marks and chart at once where they show more, and anew when scrubbing rests. */
  #veil() {
    this.moves.veil(this.ply);
    document.body.classList.toggle("stale", this.chart.end > this.ply);
    forEars(this.chart, () => {
      const { store, board } = this;
      if (!store || !board || !this.veiled) return;
      this.#fillChart(store, board);
      this.#fillMarks();
      document.body.classList.remove("stale");
    });
  }

  /**
   * What stands beside the board.
   * @param {string} kind What it holds; of another kind it is emptied.
   * @param {() => HTMLElement} [make] What it then holds.
   */
  #panel(kind, make) {
    const panel = $("panel");
    if (panel.dataset.kind !== kind) {
      // On a phone a result appears above the board: inserting both anew keeps the scroll position.
      if (make || panel.dataset.kind?.startsWith("result"))
        for (const one of [$("board"), panel]) if (!one.contains(document.activeElement)) one.replaceWith(one);
      panel.replaceChildren(...(make ? [make()] : []));
      panel.dataset.kind = kind;
    }
    return panel;
  }

  #result(/** @type {Store} */ store, /** @type {Board} */ board, /** @type {Context} */ context) {
    const picture = resultPicture(store.replay.result, context, board);
    if (this.history) picture.append(...standing(this.history, (ply) => this.go(ply)));
    return picture;
  }

  /** What the table waits for: nothing where an earlier report or the result is shown. @param {string} said */
  #status(said) {
    const { status } = this.parts;
    write(status, said);
    if (status.hidden !== !said) status.hidden = !said;
  }

  /** Sentence, count, slider, round. */
  #now() {
    const { ply, parts } = this;
    const store = /** @type {Store} */ (this.store);
    const { replay, last } = store;
    const seat = store.frame(ply)?.seat ?? null;
    const sentence = this.says(ply);
    const blanks = { ply, last };
    write(parts.sentence, sentence);
    set($("sentence"), { title: sentence });
    write(parts.label, this.history?.labels.get(ply)?.join(" · ") ?? "");
    const count = this.veiled ? String(ply) : text(this.lang, "ply_of", blanks);
    write(parts.count, ply ? count : text(this.lang, "start_short"));
    const colour = replay.seats.find((one) => one.seat === seat)?.colour ?? "";
    if (this.colour !== colour) this.#turnBadge(colour);
    parts.slider.value = String(ply);
    parts.done.style.setProperty("--done", `${last ? (ply / last) * 100 : 0}%`);
    forEars(parts.slider, () => {
      const move = ply ? text(this.lang, "move_of", blanks) : text(this.lang, "start_short");
      set(parts.slider, { "aria-valuetext": `${move}: ${sentence}` });
    });
    write(parts.round, this.roundWords(store.roundAt(ply)).long);
    const turn = this.turns[ply];
    write(parts.turn, turn ? text(this.lang, "turn", { turn: turn.n }) : "");
    for (const button of this.ends.back) set(button, { "aria-disabled": ply === 0 });
    for (const button of this.ends.on) set(button, { "aria-disabled": ply === last });
  }

  /** Who made the move. @param {string} colour Empty: nobody. */
  #turnBadge(colour) {
    const holder = this.parts.badge;
    if (colour && this.colour) turnBadge(holder.firstElementChild, colour);
    else holder.replaceChildren(...(colour ? [badge(colour)] : []));
    this.colour = colour;
  }

  // Filling

  /** Another board draws into elements of its own: what the last one remembers of its elements is gone with them. */
  freshStage() {
    for (const id of ["board", "panel"]) $(id).replaceWith(h("div", { id }));
    this.offscreen.renew();
  }

  /**
   * What depends on the size of the window. Beside the board of a phone on its side there is a frame that scrolls: a
   * stop for the keyboard, with a name.
   */
  frame() {
    if (LOW.matches && !document.body.classList.contains("embed")) $("side").prepend($("about"));
    else $("round").after($("about"));
    const panel = $("panel");
    const label = text(this.lang, "panel");
    const named = { tabindex: 0, role: "region", "aria-label": label };
    set(panel, SIDE.matches ? named : { tabindex: null, role: null, "aria-label": null });
  }

  /** Everything that depends on the record, the eyes or the language, but not on the ply. */
  fill() {
    const { store, board, lang } = this;
    if (!store || !board) return;
    $("stage").classList.toggle("alone", !board.panel);
    this.frame();
    const { seats, box } = store.replay;
    this.named = namer(
      namesOf(
        seats,
        (colour) => this.colourName(colour),
        (seat) => board.alias?.(store.at(store.last), seat, lang, box.components) ?? "",
      ),
      box.components,
      lang,
    );
    const go = (/** @type {number} */ ply) => this.go(ply);
    const says = (/** @type {number} */ ply) => (ply ? this.says(ply) : text(lang, "start_short"));
    this.turns = store.turns(board.turns ?? []);
    this.history = new RecordHistory(store, this.words);
    this.moves.fill(
      store,
      says,
      (round) => this.roundWords(round).long,
      (ply) => this.#turnHead(ply),
      (mark, ply) => Boolean(this.markWords(/** @type {Mark} */ (mark), ply)?.report),
      this.history,
    );
    write($("regular"), regularity(this.history));
    this.#fillChart(store, board);
    const reports = store.marks.flatMap((mark) => {
      const words = this.markWords(mark, mark.ply);
      return words?.report ? [{ ply: mark.ply, label: words.label }] : [];
    });
    this.views.fill(reports, { store, lang });
    this.#fillMarks();
    fillWarnings(store, lang, go);
    this.#foresee();
  }

  /** Whose turn begins with a move; empty where none does. @param {number} ply */
  #turnHead(ply) {
    const turn = this.turns[ply];
    if (turn?.ply !== ply || turn.seat === null) return "";
    return `${this.seatName(turn.seat)}, ${text(this.lang, "turn", { turn: turn.n })}`;
  }

  /** As many marks as there is room for. */
  #fillMarks() {
    const { store, board, lang } = this;
    if (!store || !board) return;
    const go = (/** @type {number} */ ply) => this.go(ply);
    const markWords = (/** @type {Mark} */ mark, /** @type {number} */ ply) => this.markWords(mark, ply);
    /** @type {{ply: number, kind: string, labels: string[]}[]} */
    const changed = [...(this.history?.labels ?? [])].map(([ply, labels]) => {
      const irregular = this.history?.irregular.some((one) => one.ply === ply);
      return { ply, kind: irregular ? "irregular" : "corrected", labels };
    });
    const turns = this.turning.map((all) => ({
      ...{ ply: all[0].ply, kind: "turn", labels: all.map((turn) => this.#turnWords(turn)) },
    }));
    const more = [...changed, ...turns];
    const roundWords = (/** @type {number} */ round) => this.roundWords(round);
    fillMarks(store, { lang, go, roundWords, markWords, more, end: this.end });
  }

  #turnWords(/** @type {import("./turning-points.js").Turn} */ { kind, seats, by, ply }) {
    if (kind === "final") return this.#finalWords(ply);
    const [who, other = ""] = seats.map((seat) => this.seatName(seat));
    return text(this.lang, `turn_${kind === "close" && !by ? "level" : kind}`, { who, other, by: number(by) });
  }

  /** What stood before a final scoring, and what it gives. @param {number} ply */
  #finalWords(ply) {
    const store = /** @type {Store} */ (this.store);
    const of = this.counted ?? ((/** @type {any} */ position) => position.scores);
    const [was, now] = [of(store.at(ply - 1)) ?? {}, of(store.at(ply)) ?? {}];
    const seats = Object.keys(now).map(Number);
    const values = new Set(seats.map((seat) => was[seat]));
    const each = (/** @type {(seat: number) => string} */ words) =>
      seats.map((seat) => `${this.seatName(seat)} ${words(seat)}`).join(", ");
    const before =
      values.size === 1
        ? text(this.lang, "all_level", { n: number(was[seats[0]]) })
        : each((seat) => number(was[seat] ?? 0));
    return text(this.lang, "turns_final", {
      before,
      gains: each((seat) => number(now[seat] - (was[seat] ?? 0), true)),
    });
  }

  /** Turning points of the score, or of what a board counts first: a list, and marks on the slider. */
  #fillTurns() {
    const { store, lang } = this;
    if (!store) return;
    const { result } = store.replay;
    const winners = this.end === store.last ? (result?.winners ?? []) : [];
    const scoring = result && store.frame(store.last)?.seat === null ? store.last : null;
    // Those of the whole game as far as they are shown: what comes later changes no line of the list.
    const turns = turningPoints(store.scores(this.counted), winners, scoring).filter(({ ply }) => ply <= this.end);
    this.turning = [...new Set(turns.map(({ ply }) => ply))].map((ply) => turns.filter((turn) => turn.ply === ply));
    const box = $("turns");
    box.hidden = !this.turning.length;
    write(box.firstElementChild, text(lang, "turns", { count: this.turning.length }));
    const lines = this.turning.map((turn) => {
      const [{ ply, kind }] = turn;
      const words = turn.map((one) => this.#turnWords(one)).join(". ");
      const button = h("button.link", `${ply}. ${words}`);
      button.addEventListener("click", () => this.go(ply));
      return h("li", { className: kind }, button, h("small.quiet", this.says(ply)));
    });
    box.lastElementChild.replaceChildren(...lines);
  }

  #fillChart(/** @type {Store} */ store, /** @type {Board} */ board) {
    const { lang } = this;
    const title = board.words?.chart?.[lang] ?? text(lang, "score");
    const words = {
      label: (/** @type {number} */ ply, /** @type {string} */ scores) =>
        text(lang, "chart_point", { name: ply || text(lang, "start_short"), scores }),
      seat: (/** @type {number} */ seat) => this.seatName(seat),
      title,
      pick: text(lang, "chart_pick"),
      table: text(lang, "chart_table"),
      standings: text(lang, "standings"),
      round: (/** @type {number} */ round) => this.roundWords(round).long,
      move: text(lang, "slider"),
    };
    const scores = { key: "scores", label: title, of: (/** @type {any} */ position) => position.scores };
    const all = board.series?.(this.context(false, false, 0)) ?? [scores];
    $("chart-box").hidden = !this.chart.fill(store, words, all, this.end);
    this.chart.show(this.ply, store.at(this.ply));
    write($("chart-title"), title);
    // A score that is secret is null: then what the board counts first.
    this.counted = store.at(store.last).scores ? scores.of : all[0].of;
    this.#fillTurns();
  }

  /** Make the reports while nothing else is to be done, one at a time. */
  #foresee() {
    this.filled += 1;
    const mine = this.filled;
    const left = this.board?.foresee ? [...this.views.reports] : [];
    const next = () => {
      const report = left.shift();
      if (!report || mine !== this.filled || !this.store) return;
      this.board?.foresee?.($("panel"), this.store.at(report.ply), this.context(false, true, report.ply));
      idle(next);
    };
    idle(next);
  }
}

function idle(/** @type {() => void} */ work) {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work);
  else setTimeout(work, 150);
}
