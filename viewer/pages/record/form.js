// @ts-check
/** The form of a move, in the thumb's half: who moves, what may be recorded, one question after another. */
import { h } from "../../kit/dom.js";
import { draw, isDrawn } from "../../form/draw.js";
import { Entry, LEFT_OUT } from "../../form/entry.js";
import { domainAt, holds, placeAnswer, put } from "../../form/shape.js";
import { Asking } from "./asking.js";
import { nameOf } from "./recorder-state.js";
import { refusal } from "./refusal.js";
import { drawSeats, everyKind } from "./seats.js";
import { firstChoice, starts } from "./starts.js";
import { Refusal } from "../../device/refusal.js";
import { writes } from "../common/touch.js";

/**
 * @typedef {import("./recorder-state.js").RecorderState} RecorderState
 * @typedef {import("./recorder-state.js").Offer} Offer
 * @typedef {import("../../form/entry.js").Standing} Standing
 * @typedef {import("../../form/entry.js").Step} Step
 * @typedef {import("../../form/widget.js").Speech} Speech
 * @typedef {import("../../form/shape.js").Domain} Domain
 * @typedef {import("../../form/shape.js").Json} Json
 * @typedef {import("../../form/entry.js").Tap} Tap
 * @typedef {Tap["key"]} Key
 */

/** Questions of a move that are shown at once when one answer was wrong. */
const MOST_ASKED = 6;
/** The click of a tap follows within this time. */
const CLICK_MS = 100;
/** Share of the form that earlier answers may fill above a new question. */
const MOST_ABOVE = 0.25;
/** Buttons that may be tapped while a move is being sent. */
const AHEAD = "button:is([data-value], [data-way], [data-type], .run, .may[aria-pressed=false])";

/** What a button answers, however it is drawn. @param {HTMLElement} button */
const answerOf = (button) =>
  ["type", "value", "field", "way", "seat"]
    .map((name) =>
      name === "field" && !button.dataset.value ? "" : button.closest(`[data-${name}]`)?.getAttribute(`data-${name}`),
    )
    .join("|") + button.classList.contains("run");

export class Form {
  /**
   * @param {HTMLElement} holder
   * @param {RecorderState} recorder
   * @param {{t: (key: string, blanks?: Record<string, string | number>) => string, seatName: (seat: number) => string,
   *   why: (problem: any) => string, speech: (move?: any) => Speech, colour: (seat: number) => string,
   *   seats: HTMLElement, board: HTMLElement, away: () => boolean, locked: (seat: number) => boolean,
   *   details: (seat: number) => void, drawn: () => string, aside: (type: string) => string[],
   *   draws: (type: string) => string[], typeName: (type: string) => string | null,
   *   left: (seat: number) => {text: string, label: string} | null,
   *   fail: (error: unknown) => void, showMessage: (key: string) => void, show: () => void,
   *   later: (entry: import("../../device/queue.js").Entry, paths: string[]) => Promise<void>,
   *   place: {name: (key: Key) => string, mark: (keys: Key[]) => void, refuse: (key: Key, why: string) => void,
   *   refuseMove: (move: Json, why: string) => void, ghost: () => void, starts: (key: Key) => string[],
   *   fills: (key: Key, move: Json) => Json | null, taken: (key: Key) => string | null}}} page `place`: how the board
   *   shows a tapped place, and what its game says of it; `ghost` shows what is entered now.
   */
  constructor(holder, recorder, page) {
    this.holder = holder;
    this.recorder = recorder;
    this.page = page;
    /** @type {number | null} Who moves, where that was chosen by hand. */
    this.chosen = null;
    /** @type {Entry | null} */
    this.entry = null;
    /** Which question is shown; null for the next one. An answer that is to be changed. @type {string | null} */
    this.changing = null;
    /** @type {{body: Json, problem: any} | null} What was refused. */
    this.refused = null;
    /** What is drawn. */
    this.put = "";
    /** Counts looks, so that a slow answer does not overtake a later tap. */
    this.looks = 0;
    /** Places tapped on the board before a type was chosen. @type {Key[]} */
    this.taps = [];
    /** What takes a move that is no next one; null for a new move. @type {((move: Json) => void) | null} */
    this.taker = null;
    /** Called where that is given up. @type {(() => void) | null} */
    this.leaver = null;
    /** The move that one other answer corrects; null where several may be changed. @type {string | null} */
    this.wrong = null;
    /** The move before which the board is shown; null for the board of now. @type {string | null} */
    this.at = null;
    /** What is asked now. @type {Step | null} */
    this.asked = null;
    this.shownFor = "";
    /** The move that is being checked and kept. @type {Json | null} */
    this.going = null;
    /** Whether an entry is on its way to what this phone keeps. */
    this.keeping = false;
    /** Moves that are being entered, one after another: what a move would do depends on the one before. */
    this.finishing = Promise.resolve(false);
    /** How many they are. */
    this.under = 0;
    /** Taps made meanwhile, for the next questions; each returns whether it fits. @type {(() => boolean)[]} */
    this.ahead = [];
    /** The answer of the button tapped last. */
    this.clicked = "";
    /** Whether what is under *more* is shown. */
    this.moreOpen = false;
    /** Whether a tap has begun: what it is on stays until it is over, whatever answers come meanwhile. */
    this.pressed = false;
    /** Whether a finger was used last: then no text field gets the focus, since a phone would show its keyboard. */
    this.touched = false;
    for (const part of [holder, page.seats, page.board])
      part.addEventListener("pointerdown", () => (this.pressed = true));
    for (const part of [holder, page.seats])
      part.addEventListener("click", (event) => this.#clicked(event, part), { capture: true });
    addEventListener("pointerdown", (event) => (this.touched = event.pointerType === "touch"));
    addEventListener("keydown", () => (this.touched = false));
    new ResizeObserver(() => this.fit()).observe(holder);
    let timer = 0;
    const over = (/** @type {number} */ ms) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => this.#released(), ms);
    };
    addEventListener("pointerup", () => over(CLICK_MS));
    addEventListener("pointercancel", () => over(0));
    // After the frame that shows its piece.
    addEventListener("click", () => requestAnimationFrame(() => over(0)), { capture: true });
  }

  /** A tap is over, and has done what it does: what came meanwhile is shown. */
  #released() {
    if (!this.pressed) return;
    this.pressed = false;
    this.page.show();
  }

  /**
   * Hold a tap that is made while a move is being sent until the next question is shown. @param {MouseEvent} event
   * @param {HTMLElement} part
   */
  #clicked(event, part) {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button"));
    const answer = button?.matches(AHEAD) ? answerOf(button) : "";
    for (const one of part.querySelectorAll(".ahead")) one.classList.remove("ahead");
    if (answer) button?.classList.add("ahead");
    const again = this.holder.getAttribute("aria-busy") === "true" && answer !== "" && answer === this.clicked;
    this.clicked = answer;
    if (!(this.under ? answer || button?.matches(".record") : again)) return;
    event.stopPropagation();
    this.ahead.push(() => {
      const same = [...part.querySelectorAll("button")].find((one) => answerOf(one) === answer);
      if (same?.matches(AHEAD)) same.click();
      return same !== undefined;
    });
  }

  /**
   * Whether a tap on the board waits until the current move is sent.
   * @param {Key} key
   * @param {() => void} tap
   */
  waits(key, tap) {
    if (!this.under) return false;
    this.page.place.mark([key]);
    this.ahead.push(() => (tap(), true));
    return true;
  }

  /** Do what was tapped ahead; the first tap that does not fit drops the rest. */
  #catchUp() {
    const ready = () => !this.under && !this.recorder.awaited && this.holder.getAttribute("aria-busy") === "false";
    while (this.ahead.length && ready()) if (!this.ahead.shift()?.()) this.ahead = [];
  }

  /** The offers of a seat, and those of the table. @param {number | null} seat @returns {Offer[]} */
  offersOf(seat) {
    return this.recorder.offers.filter((offer) => offer.seat === null || offer.seat === seat);
  }

  /** Seats that may move. @returns {number[]} */
  movers() {
    return [...new Set(this.recorder.offers.flatMap(({ seat }) => (seat === null ? [] : [seat])))];
  }

  /**
   * Who moves now: who was chosen while that seat may; where all make the move that was made last, the next of them;
   * else who made it while more of that turn is due, else the first whose move is awaited.
   * @returns {number | null}
   */
  seat() {
    const movers = this.movers();
    if (this.chosen !== null && movers.includes(this.chosen)) return this.chosen;
    const { game, last, offers, own } = this.recorder;
    const due = offers.filter(({ type, seat }) => seat !== null && !game.moves[type]?.anytime);
    const body = last?.call === "moves" ? last.body : {};
    const after = (/** @type {number | null} */ seat) =>
      (Number(seat) - (body.seat ?? 0) + own.seats.length - 1) % own.seats.length;
    const alike = due.filter(({ type }) => type === body.type).sort((a, b) => after(a.seat) - after(b.seat));
    if (!alike.some(({ seat }) => seat !== body.seat) && due.some(({ seat }) => seat === body.seat)) return body.seat;
    const next = alike.length ? alike : due;
    return (next.find(({ seat }) => !this.page.locked(Number(seat))) ?? next[0])?.seat ?? movers[0] ?? null;
  }

  /** The new move as far as it is entered; null for none. @returns {Json | null} */
  get draft() {
    return this.going ?? (this.taker || this.refused ? null : (this.entry?.draft ?? null));
  }

  /** Begin anew: what may be recorded. */
  fresh() {
    this.ahead = [];
    this.#clear();
    this.show();
  }

  /**
   * Do what changes the question; taps made meanwhile answer the next one.
   * @template T @param {() => Promise<T>} act
   */
  async after(act) {
    this.holder.setAttribute("aria-busy", "true");
    writes();
    this.under += 1;
    const done = await act().finally(() => (this.under -= 1));
    const { ahead } = this;
    this.fresh();
    this.ahead = ahead;
    this.#catchUp();
    return done;
  }

  #clear() {
    this.entry = null;
    this.changing = null;
    this.refused = null;
    this.moreOpen = false;
    this.taps = [];
    this.taker = null;
    this.leaver = null;
    this.wrong = null;
    this.at = null;
    this.asked = null;
    this.shownFor = "";
  }

  /** The record has moved on: a question that nobody has answered goes with the offer that it came from. */
  follow() {
    const { entry } = this;
    if (!entry) return this.show();
    if (entry.begun || this.leaver || this.refused || this.pressed || this.keeping) return;
    const stands = this.recorder.offers.some(({ type, seat }) => type === entry.type && seat === entry.seat);
    if (!stands) this.fresh();
  }

  /** Show what fits: the offers, a question, or a refusal. */
  show() {
    this.page.place.ghost();
    // The entry is not stored on this phone yet: nothing can follow it.
    if (this.keeping || (this.pressed && !this.entry && !this.refused)) return;
    this.#seats();
    if (this.refused) return this.#refusal();
    if (this.entry) return void this.#look();
    // Offers for a correction stay until one is chosen.
    if (this.leaver) return;
    const { lang } = this.page.speech();
    const { offers, awaited, outbox } = this.recorder;
    const key = JSON.stringify([
      offers,
      awaited,
      this.seat(),
      lang,
      this.taps,
      this.page.drawn(),
      offers.length === 1 && outbox.state.held,
    ]);
    if (key === this.shownFor) return;
    this.shownFor = key;
    this.#starts();
  }

  /** What is shown of a move, in the language that was chosen; why it is refused is asked for again. */
  async speak() {
    const { refused } = this;
    if (this.entry || refused) this.show();
    if (!refused) return;
    const { body } = refused;
    const problem = await this.recorder.dry(body).then(
      () => null,
      (error) => (error instanceof Refusal && error.status === 422 ? error.problem : null),
    );
    if (!problem || this.refused !== refused) return;
    refused.problem = problem;
    this.show();
  }

  /** What stands there is drawn anew: values have their pictures now. */
  redraw() {
    // Nothing was drawn yet.
    if (!this.shownFor && !this.entry && !this.refused) return;
    // A form that opened by itself did not know what is usually left out.
    if (this.entry && !this.entry.begun && !this.entry.chosen) this.entry = null;
    this.shownFor = "";
    this.show();
  }

  #seats() {
    const now = this.entry ? this.entry.seat : this.seat();
    const count = this.recorder.own.seats.length;
    drawSeats(this.page.seats, this.page, {
      count,
      now,
      movers: this.taker ? [] : this.movers(),
      scores: this.recorder.view?.scores ?? null,
      locked: Array.from({ length: count }, (_, seat) => seat).filter((seat) => this.page.locked(seat)),
      details: this.page.details,
      choose: (seat) => {
        this.chosen = seat;
        const type = this.entry?.type;
        this.entry = null;
        // The same move by another seat, where that may make it.
        const same = this.offersOf(seat).find((offer) => offer.type === type && offer.seat === seat);
        if (same) this.begin(same, undefined, undefined, false, false);
        else this.fresh();
      },
    });
  }

  /** What may be recorded: each type of move, and the first question of those that are likely. */
  #starts() {
    const all = this.offersOf(this.seat());
    // Leave out what the tapped places rule out.
    const fit = all.filter((offer) => this.taps.every((key) => this.#begins(offer, key)));
    const offers = fit.length ? fit : all;
    const alone = offers.length === 1 && this.recorder.offers.length === 1;
    // The only move opens at once, unless one is held: that would be sent.
    const { awaited, outbox, view } = this.recorder;
    const asks = view?.phase !== "finished" && offers.length === 1 && Object.keys(offers[0].fields).length > 0;
    if (asks && (alone || !firstChoice(offers[0])) && !outbox.state.held && !awaited)
      return this.begin(offers[0], undefined, undefined, false, false);
    const hooks = {
      label: (/** @type {string} */ type) => this.label(type),
      begin: (/** @type {Offer} */ offer, /** @type {string | undefined} */ path, /** @type {any} */ value) =>
        this.begin(offer, path, value),
      finish: (/** @type {Json} */ move, /** @type {{run?: 1} | undefined} */ query) => void this.finish(move, query),
      leaving: (/** @type {Offer} */ offer, /** @type {string} */ path, /** @type {Domain} */ domain) =>
        this.#asking(offer.type).leaving(path, domain, (answer, later) => this.begin(offer, path, answer, later)),
    };
    const marks = this.taps.map((tap) => {
      return this.#mark(tap, () => (this.taps = this.taps.filter((one) => one !== tap)));
    });
    const chips = marks.length ? h("div.chips", ...marks) : null;
    this.#put(
      [chips, ...starts(offers, alone, this.recorder, this.page, hooks, Object.assign({}, ...this.taps))],
      awaited ? "awaited" : "starts",
    );
  }

  /**
   * Show these, and what is entered of a move with them.
   * @param {(Node | null)[]} parts
   * @param {string} className
   * @param {Json} [move]
   */
  #put(parts, className, move) {
    const focused = this.holder.contains(document.activeElement);
    const was = this.put;
    this.put = [className, this.entry?.type, this.entry?.seat, this.asked?.path].join();
    this.holder.className = className;
    this.holder.dataset.type = this.entry?.type ?? "";
    this.holder.dataset.move = JSON.stringify(move ?? null);
    this.holder.replaceChildren(...parts.flatMap((part) => part ?? []));
    this.holder.setAttribute("aria-busy", "false");
    this.page.place.mark(this.entry ? this.entry.taps.map(({ key }) => key) : this.taps);
    this.fit();
    // Start at the head of the new question; earlier answers are above.
    if (was !== this.put) {
      const question = /** @type {HTMLElement | null} */ (this.holder.querySelector(":scope > [data-path]"));
      const last = /** @type {HTMLElement | null} */ (this.holder.querySelector(":scope > .chips > :last-child"));
      const far = (question?.offsetTop ?? 0) > this.holder.clientHeight * MOST_ABOVE;
      this.holder.scrollTop = far ? (last?.offsetTop ?? 0) : 0;
    }
    // With a keyboard, one goes on from the question.
    const [value, button] = ["[data-path] button.value:not(.pale)", "button:not(.pale)"];
    const asked = this.touched
      ? (this.holder.querySelector(value) ?? this.holder.querySelector(button))
      : (this.holder.querySelector(`${value}, [data-path] input`) ?? this.holder.querySelector(`${button}, input`));
    if (focused) /** @type {HTMLElement | null} */ (asked)?.focus({ preventScroll: this.touched });
    this.#catchUp();
  }

  /** What does not fit gets the room of what can wait. */
  fit() {
    const { classList } = /** @type {HTMLElement} */ (this.holder.parentElement);
    classList.remove("full");
    classList.toggle("full", this.holder.scrollHeight > this.holder.clientHeight);
  }

  /** @param {string} type */
  label(type) {
    const label = this.recorder.game.moves[type]?.label;
    return this.page.typeName(type) ?? label?.[this.page.speech().lang] ?? label?.en ?? type.replaceAll("_", " ");
  }

  /**
   * Begin a move.
   * @param {Offer} offer
   * @param {string} [path] Of a first answer.
   * @param {any} [value]
   * @param {boolean} [later] Left open on purpose: its seat, or this phone, gives it later.
   * @param {boolean} [chosen] False where the form opens by itself.
   */
  begin({ type, seat, fields: offered }, path, value, later = false, chosen = true) {
    const { fields } = this.recorder.game.moves[type];
    this.entry = new Entry(
      type,
      seat,
      fields,
      (partial, answers) => this.recorder.ask(partial, answers),
      (path) => this.#sealed(type, path),
      this.page.aside(type),
    );
    Object.assign(this.entry, { offered, chosen });
    for (const tap of this.taps)
      if (!this.#fillIn(tap, this.entry.start) && Object.keys(tap).every((name) => name in fields)) this.entry.tap(tap);
    this.taps = [];
    if (path !== undefined) this.entry.answer(path, value);
    if (path !== undefined && later) this.entry.later.add(path);
    this.show();
  }

  /**
   * Whether a part of a move is one that its seat has sealed: the seal fills it in.
   * @param {string} type
   * @param {string} path
   */
  #sealed(type, path) {
    const [name, seat, ...rest] = path.split(".");
    const { moves, secret } = this.recorder.game;
    const bySeat = seat !== undefined && !rest.length && moves[type].fields[name]?.keys === "seat";
    return bySeat && !secret[type] && this.page.locked(Number(seat));
  }

  /**
   * Whether a place on the board can answer something: what is asked, or what some move on offer will ask.
   * @param {Key} key
   */
  fits(key) {
    if (this.refused || this.page.away() || this.why(key)) return false;
    const names = Object.entries(key);
    if (this.entry) {
      const { fields } = this.recorder.game.moves[this.entry.type];
      const step = this.asked;
      const place = placeAnswer(fields, key, step?.path);
      if (place) return step !== null && step.path in place && holds(step.domain, place[step.path]);
      if (this.page.place.fills(key, this.#soFar())) return true;
      const asked = step && names.find(([name]) => name === nameOf(step.path) || name in (step.domain.fields ?? {}));
      // A place of several fields may contradict an answer: the rules decide.
      if (step && asked && step.domain.kind === "choice" && names.length === 1) return holds(step.domain, asked[1]);
      return Boolean(asked) || names.some(([name]) => name in fields);
    }
    return this.offersOf(this.seat()).some((offer) => this.#begins(offer, key));
  }

  /**
   * Whether a place is a legal answer now, as far as the offers say: what is asked, or what is asked later.
   * @param {Key} key
   */
  legal(key) {
    const { entry, asked } = this;
    if (!entry || !this.fits(key)) return !entry && this.fits(key);
    const [move, declared] = [this.#soFar(), this.recorder.game.moves[entry.type].fields];
    if (placeAnswer(declared, key, asked?.path)) return true;
    const domains = asked ? (asked.domain.fields ?? { [nameOf(asked.path)]: asked.domain }) : {};
    const answers = Object.entries(this.page.place.fills(key, move) ?? key);
    const inside = (/** @type {string} */ name) => asked?.path.startsWith(`${name}.`);
    const now = answers.some(([name]) => name in domains || inside(name));
    return answers.every(([name, value]) => {
      if (name in domains && !inside(name)) return holds(domains[name], value);
      return name in declared && (move[name] === undefined || (now && (move[name] === value || inside(name))));
    });
  }

  /** Whether a tapped place begins a move, or answers its questions. @param {Offer} offer @param {Key} key */
  #begins({ type, seat, fields }, key) {
    const place = placeAnswer(this.recorder.game.moves[type].fields, key);
    const answers = place ?? this.page.place.fills(key, { type, seat }) ?? key;
    return (
      this.page.place.starts(key).includes(type) ||
      Object.entries(answers).every(([path, value]) => {
        const domain = domainAt(fields, path);
        return domain && (!place || domain.kind === "choice") && holds(domain, value);
      })
    );
  }

  /**
   * Why a place cannot be chosen, where it is of the kind that is asked for; null where it can, or another is asked.
   * @param {Key} key
   */
  why(key) {
    // A correction is of an earlier table.
    if (this.refused || this.taker) return null;
    const asked = this.entry
      ? Object.keys(key).every((name) => name in this.recorder.game.moves[this.entry?.type ?? ""].fields)
      : this.page.place.starts(key).length > 0 || this.offersOf(this.seat()).some((offer) => this.#begins(offer, key));
    const step = this.entry && this.asked;
    const place = step && placeAnswer(this.recorder.game.moves[this.entry?.type ?? ""].fields, key, step.path);
    const unfit = place && step.path in place && !holds(step.domain, place[step.path]);
    return unfit ? this.page.t("place_unfit") : asked ? this.page.place.taken(key) : null;
  }

  /** Take a tap on the board: it answers what asks for it, now or later, and all of it or nothing. @param {Key} key */
  tap(key) {
    if (this.entry) {
      if (!this.#fillIn(key, this.#soFar())) this.entry.tap(key, this.asked?.path);
      this.changing = this.changing === null ? null : "";
      this.show();
      return;
    }
    const names = Object.keys(key);
    const fits = this.offersOf(this.seat()).filter((offer) => this.#begins(offer, key));
    this.taps = [...this.taps.filter((tap) => !names.some((name) => name in tap)), key];
    if (fits.length !== 1) return this.show();
    const [{ type, seat, fields }] = fits;
    if (Object.keys(fields).length) this.begin(fits[0]);
    else void this.finish({ type, ...(seat === null ? {} : { seat }) });
  }

  /** The move as far as it was entered. @returns {Json} */
  #soFar() {
    const { entry } = this;
    if (!entry) return {};
    const move = entry.start;
    for (const [path, value] of entry.answers)
      if (value !== null && value !== LEFT_OUT) put(move, path, structuredClone(value), entry.fields);
    return move;
  }

  /** Give the answers that a place fills in; whether there are any. @param {Key} key @param {Json} move */
  #fillIn(key, move) {
    const { fields } = this.recorder.game.moves[move.type];
    const answers = placeAnswer(fields, key, this.asked?.path) ?? this.page.place.fills(key, move);
    for (const [name, value] of Object.entries(answers ?? {})) this.entry?.answer(name, value);
    return answers !== null;
  }

  /**
   * A tapped place that no question has asked for yet: a tap takes it back.
   * @param {Key} key
   * @param {() => void} drop
   */
  #mark(key, drop) {
    const place = this.page.place.name(key);
    const words = `${this.page.t("on_board", { place })} ×`;
    const onclick = () => {
      drop();
      this.show();
    };
    return h("button", { "aria-label": this.page.t("clear_place", { place }), "data-tapped": "", onclick }, words);
  }

  /**
   * Say on the board why a tapped place does not fit: as the rules refuse the move there, where they can say it.
   * @param {Json} move As far as it was entered.
   * @param {Key} key
   */
  async #misfit(move, key) {
    const { t, why, place } = this.page;
    const mine = this.looks;
    place.refuse(key, t("place_unfit"));
    if (this.taker) return;
    const body = { ...move, ...key };
    if (this.lacking(body) || Object.keys(key).some((name) => !(name in this.recorder.game.moves[body.type].fields)))
      return;
    const problem = await this.recorder.dry(body).then(
      () => null,
      (error) => (error instanceof Refusal && error.status === 422 ? error.problem : null),
    );
    if (problem && mine === this.looks) place.refuse(key, why(problem));
  }

  /** Ask on, and show the question. */
  async #look() {
    const entry = /** @type {Entry} */ (this.entry);
    this.holder.setAttribute("aria-busy", "true");
    this.looks += 1;
    const mine = this.looks;
    /** @type {Standing} */
    let standing;
    try {
      standing = await entry.look();
    } catch (error) {
      this.holder.setAttribute("aria-busy", "false");
      if (mine === this.looks) this.page.fail(error);
      return;
    }
    if (mine !== this.looks || entry !== this.entry) return;
    if (standing.misfit) void this.#misfit(standing.move, standing.misfit);
    if (this.wrong !== null) {
      const made = JSON.stringify(standing.move);
      const whole = standing.complete && !standing.question;
      if (this.wrong && made !== this.wrong && whole) return this.#taken(standing.move);
      this.wrong ||= made;
    }
    // A correction may change several answers: a button says when it is whole.
    const meant = entry.chosen || entry.begun;
    if (!this.taker && meant && standing.complete && !standing.question && this.changing === null)
      return void this.finish(standing.move, undefined, mine);
    this.#draw(entry, standing);
  }

  /** @param {Json} move */
  #taken(move) {
    const take = this.taker;
    // From here on, taps belong to the next move.
    this.fresh();
    this.page.show();
    take?.(move);
  }

  /** @param {Entry} entry @param {Standing} standing */
  #draw(entry, standing) {
    const changed = standing.done.find(({ path }) => path === this.changing);
    const question = changed ?? standing.question;
    this.asked = question;
    const asking = this.#asking(entry.type, standing.move);
    const all = this.wrong !== null && !question;
    const chips = standing.done.filter((step) => step !== changed && !all).map((step) => asking.chip(step));
    // A place that has answered something is shown by its answers.
    const waiting = entry.taps.filter(({ paths }) => !paths.size);
    const marks = waiting.map((tap) => this.#mark(tap.key, () => entry.untap(tap)));
    const head = h("div.chips", h("strong", this.label(entry.type)), ...chips, ...marks);
    /** @type {HTMLElement[]} */
    const parts = [head];
    const leaving = question ? this.#leaving(entry, question, asking) : [];
    if (question) parts.push(asking.question(question, question.domain.secret ? leaving : []));
    else if (all) parts.push(...standing.done.slice(0, MOST_ASKED).map((one) => asking.question(one)));
    const ways = h("div.ways", ...(question?.domain.secret ? [] : leaving));
    const drawn = this.taker ? [] : this.page.draws(entry.type);
    if (isDrawn(question, drawn)) ways.append(this.#drawButton(entry, drawn));
    // No button before an answer, or with a yes or no.
    if (standing.complete && (!question || (entry.begun && question.domain.kind !== "flag")))
      ways.append(this.#recordButton(entry, standing));
    ways.append(this.taker ? this.#leaveButton() : this.#backButton(entry));
    parts.push(ways);
    if (standing.aside.length) parts.push(asking.more(standing.aside, this.moreOpen, (open) => (this.moreOpen = open)));
    this.#put(parts, "asking", standing.move);
  }

  /** The buttons that leave a question out. @param {Entry} entry @param {Step} question @param {Asking} asking */
  #leaving(entry, { path, whole, domain }, asking) {
    if (!domain.optional) return [];
    return asking.leaving(path, domain, (answer, later) => {
      entry.answer(whole, answer);
      if (later) entry.later.add(whole);
      this.changing = null;
      this.show();
    });
  }

  /** What draws the questions of a type of move. @param {string} type @param {Json} [move] As far as it was entered. */
  #asking(type, move = { type }) {
    const hooks = {
      answer: (/** @type {string} */ path, /** @type {any} */ value) => {
        this.entry?.answer(path, value);
        this.changing = null;
        this.show();
      },
      change: (/** @type {string} */ path) => {
        this.changing = path;
        this.show();
      },
    };
    return new Asking(this.recorder.game.moves[type].fields, this.page, hooks, move);
  }

  /** @param {Entry} entry @param {Standing} standing */
  #recordButton(entry, { move, revision }) {
    const onclick = () => {
      // More was answered since.
      if (revision !== entry.revision) return this.show();
      if (this.taker) this.#taken(move);
      else void this.finish(move);
    };
    return h("button.record", { onclick }, this.page.t("record"));
  }

  /** Draws components on this phone instead of from the stacks. @param {Entry} entry @param {string[]} drawn */
  #drawButton(entry, drawn) {
    const { recorder } = this;
    const fits = async (/** @type {Json} */ move) => {
      try {
        return Boolean(await recorder.dry(move));
      } catch (error) {
        if (error instanceof Refusal && error.status === 422) return false;
        throw error;
      }
    };
    const onclick = async () => {
      this.holder.setAttribute("aria-busy", "true");
      this.under += 1;
      const drew = await draw(entry, drawn, recorder.box, fits).catch(this.page.fail);
      if (drew === false) this.page.showMessage("draw_none");
      this.under -= 1;
      if (entry === this.entry) this.show();
    };
    return h("button.draw", { onclick }, this.page.t("draw"));
  }

  /** @param {Entry} entry */
  #backButton(entry) {
    const onclick = () => {
      this.changing = null;
      if (entry.back()) this.show();
      else this.fresh();
    };
    const hidden = !entry.begun && this.offersOf(this.seat()).length < 2;
    return h("button.quiet.back", { hidden, onclick }, this.page.t(entry.begun ? "back" : "cancel"));
  }

  /**
   * Enter a move that is no next one: one that was recorded, to be amended, or one that was left out. It is asked for
   * as wide as its game declares it; a preview shows what a correction would do.
   * @param {Json | null} body The move as it was recorded; null for one that was left out.
   * @param {(move: Json) => void} take
   * @param {() => void} leave Called where nothing is to be changed after all.
   * @param {string | null} at The move before which the board is shown; null for the board of now.
   * @param {boolean} [one] Whether the first other answer is all that was wrong.
   */
  elsewhere(body, take, leave, at, one = false) {
    this.fresh();
    this.at = at;
    this.wrong = one ? "" : null;
    this.taker = take;
    this.leaver = leave;
    /** @type {import("../../form/entry.js").Ask} */
    const ask = async (partial, answers) => this.recorder.askDeclared(partial, answers);
    if (body) return this.#fill(body.type, body.seat ?? null, body, ask);
    this.#everyKind([...this.recorder.own.seats.keys()], ask);
  }

  /** Enter a move that is not on offer. @param {number} seat */
  outOfTurn(seat) {
    this.fresh();
    this.leaver = () => {};
    const { recorder } = this;
    // The rules have no questions for a move nobody may make: ask as the game declares it.
    const head = this.page.t("out_of_turn", { who: this.page.seatName(seat) });
    this.#everyKind(
      [seat],
      async (partial, answers) =>
        recorder.offers.some(({ type, seat: whose }) => type === partial.type && whose === (partial.seat ?? null))
          ? recorder.ask(partial, answers)
          : recorder.askDeclared(partial, answers),
      head,
    );
  }

  /**
   * Offer every type of move of some seats; under a head those of one seat alone.
   * @param {number[]} seats @param {import("../../form/entry.js").Ask} ask @param {string} [head]
   */
  #everyKind(seats, ask, head) {
    const parts = everyKind(
      this.recorder.game.moves,
      seats,
      {
        label: (type) => this.label(type),
        seatName: this.page.seatName,
        choose: (type, seat) => this.#fill(type, seat, {}, ask),
      },
      head,
    );
    this.#put([...parts, this.#leaveButton(head ? "back" : "leave_it")], "asking");
  }

  /** Gives up what was to be entered for a correction. */
  #leaveButton(words = "leave_it") {
    const onclick = () => {
      const { leaver } = this;
      this.fresh();
      leaver?.();
    };
    return h("button.quiet", { onclick }, this.page.t(words));
  }

  /** Whether a move leaves out what its type needs. @param {Json} move */
  lacking(move) {
    const fields = Object.entries(this.recorder.game.moves[move.type]?.fields ?? {});
    return fields.some(([name, { optional }]) => !optional && (move[name] ?? null) === null);
  }

  /** Enter a new move that begins as another one. @param {Json} body */
  anew(body) {
    this.fresh();
    this.#fill(body.type, body.seat ?? null, body, (partial, answers) => this.recorder.ask(partial, answers));
  }

  /**
   * @param {string} type
   * @param {number | null} seat
   * @param {Json} body
   * @param {import("../../form/entry.js").Ask} ask
   */
  #fill(type, seat, body, ask) {
    this.entry = new Entry(type, seat, this.recorder.game.moves[type].fields, ask);
    for (const [name, value] of Object.entries(body))
      if (name !== "type" && name !== "seat") this.entry.answer(name, value);
    this.changing = "";
    this.show();
  }

  /**
   * A whole move: what it would do is asked for, then it is kept and held.
   * @param {Json} body
   * @param {{run?: 1}} [query]
   * @param {number} [look] The look that found it complete; dropped if there was a later one.
   * @returns {Promise<boolean>} Whether it was entered.
   */
  finish(body, query, look) {
    writes();
    this.under += 1;
    // A failed entry does not block the next.
    const before = this.finishing.catch(() => false);
    this.finishing = before.then(async () => {
      try {
        return (look ?? this.looks) === this.looks && (await this.#finish(body, query));
      } finally {
        this.under -= 1;
        this.going = null;
        this.page.place.ghost();
        this.#catchUp();
      }
    });
    return this.finishing;
  }

  /** @param {Json} body @param {{run?: 1}} [query] */
  async #finish(body, query) {
    const { recorder } = this;
    this.holder.setAttribute("aria-busy", "true");
    this.looks += 1;
    const mine = this.looks;
    this.going = body;
    this.page.place.ghost();
    /** @type {import("./recorder-state.js").Written | null} */
    let expected = null;
    try {
      expected = await recorder.dry(body, query);
    } catch (error) {
      if (mine !== this.looks) return false;
      this.ahead = [];
      if (error instanceof Refusal && error.status === 422) {
        this.refused = { body, problem: error.problem };
        this.going = null;
        this.show();
        this.page.place.refuseMove(body, this.page.why(error.problem));
        return false;
      }
      // Without a network it is stored, and checked when sent.
      if (error instanceof Refusal && error.status !== 503 && error.status !== 429) {
        this.holder.setAttribute("aria-busy", "false");
        this.page.fail(error);
        return false;
      }
    }
    if (mine !== this.looks) return false;
    // What is tapped from here on belongs to the next move.
    const { entry } = this;
    this.#clear();
    this.keeping = true;
    let entered = false;
    try {
      const held = await recorder.hold({ body, query, expected });
      entered = held !== null;
      if (entered) this.chosen = null;
      if (held && entry?.later.size) await this.page.later(held, [...entry.later]);
    } catch (error) {
      if (!entered) this.entry = entry;
      this.page.fail(error);
    }
    this.keeping = false;
    this.going = null;
    this.show();
    return entered;
  }

  #refusal() {
    const { body, problem } = /** @type {{body: Json, problem: any}} */ (this.refused);
    // The table accepts a refused move, not one seat.
    const asked = this.recorder.mine === null ? problem : { ...problem, event: null };
    const parts = refusal(asked, this.page, this.recorder.own.seats.length, {
      back: () => {
        this.refused = null;
        if (!this.entry) return this.fresh();
        this.entry.back();
        this.show();
      },
      record: (irregular) => {
        this.refused = null;
        void this.finish({ ...body, irregular });
      },
    });
    this.#put(parts, "asking");
  }
}
