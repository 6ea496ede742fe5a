// @ts-check
/** Comparing pieces with the record at a check point, and finding the move behind a difference. Needs the service. */
import { Refusal } from "../../device/refusal.js";
import { h, write } from "../../kit/dom.js";
import { Retry } from "../common/retry.js";
import { Words } from "../sign/sign.js";
import { say } from "./words.js";

/**
 * @typedef {{seat: number, way: string, name: string, figures: Record<string, number>, differs: string[]}} Check
 * @typedef {{point: number, label: Record<string, string>, figures: Record<string, Record<string, number>>,
 *   checks: Check[]}} Point
 * @typedef {{kind: string, cost: number, name: string, changes: any[], was: Record<string, string>,
 *   says: Record<string, string> | null}} Candidate
 * @typedef {{seat: number | null, named: (sentence: string, name?: string) => string,
 *   correct: ((changes: any[]) => void) | null, repairs?: () => HTMLElement[]}} Who
 *   `seat`: the only one that this phone speaks for; null for all. `named` puts people's names into a sentence, and the
 *   number of a move before it. `correct` begins a correction; null where this page makes none. `repairs`: buttons of
 *   corrections that wait.
 * @typedef {{point: number, tried: number, next: number | null, state: "searching" | "offline" | "stopped" | "over",
 *   why: string, found: Candidate[]}} Search `next`: where it continues; null when finished. `why`: why the
 *   service refused it.
 */

const MOST_SEARCHES = 5; // Searches of two seconds each in a row.
const MOST_SHOWN = 5; // Maximum number of candidates shown.
const GREATEST = 9999; // Largest number that the service accepts.

export class RoundCheck {
  /** @param {HTMLElement} holder @param {import("../sign/sign.js").Table} table @param {Who} who */
  constructor(holder, table, who) {
    this.holder = holder;
    this.table = table;
    this.who = who;
    this.words = new Words(table, () => {});
    this.key = ""; // What is shown.
    this.skipped = 0; // The skipped point.
    /** The seat whose numbers are being typed. @type {number | null} */
    this.types = null;
    /** @type {{point: Point, names: Record<string, Record<string, string>>} | null} */ this.seen = null;
    /** The search under way, or its result. @type {Search | null} */
    this.search = null;
    this.retry = new Retry();
  }

  /** Look at the check points where they may be others than before. @param {string} key Changes when they may be. */
  show(key) {
    if (key === this.key) return;
    this.key = key;
    void this.look();
  }

  /** Read the check points and show the last one; what cannot be read now is read after the next move. */
  async look() {
    const lang = this.table.lang();
    try {
      const result = await this.table.call(`${this.table.path}/checks?lang=${lang}`);
      const point = result.points.at(-1);
      const names = Object.fromEntries(result.figures.map((/** @type {any} */ one) => [one.name, one.label]));
      this.seen = point ? { point, names } : null;
    } catch {
      this.key = "";
      return;
    }
    this.#draw();
  }

  #say(/** @type {string} */ key, /** @type {Record<string, any>} */ blanks = {}) {
    return say(this.table.lang(), key, blanks);
  }

  /** The seats that are shown here. @param {Point} point */
  #seats(point) {
    const all = Object.keys(point.figures).map(Number);
    return this.who.seat === null ? all : all.filter((seat) => seat === this.who.seat);
  }

  #draw() {
    const { seen, holder } = this;
    const open = seen && this.#seats(seen.point).some((seat) => !this.#agrees(seen.point, seat));
    holder.hidden = !seen || (seen.point.point === this.skipped && open === true);
    if (!seen || holder.hidden) return;
    const { point } = seen;
    const lang = this.table.lang();
    const differ = point.checks.reduce((sum, one) => sum + one.differs.length, 0);
    const key = differ ? "differs" : open ? "title" : "done";
    const wrong = h("p.error", { role: "alert" });
    const details = h("details", { open: key !== "done" && this.holder.querySelector("details")?.open === true });
    details.append(
      h("summary", this.#say(key, { point: point.label[lang], n: differ })),
      h("ul", ...this.#seats(point).map((seat) => this.#line(point, seat, wrong))),
      wrong,
      this.#ways(point, wrong),
      h("div.ways", ...(this.who.repairs?.() ?? [])),
      ...(differ && this.who.correct ? [this.#slip(point)] : []),
    );
    holder.dataset.state = key;
    holder.replaceChildren(details);
  }

  #agrees(/** @type {Point} */ point, /** @type {number} */ seat) {
    return point.checks.some((one) => one.seat === seat && !one.differs.length);
  }

  /** What a seat has by the record, what it said, and its buttons. */
  #line(/** @type {Point} */ point, /** @type {number} */ seat, /** @type {HTMLElement} */ wrong) {
    const lang = this.table.lang();
    const who = this.table.seatName(seat);
    const names = /** @type {any} */ (this.seen).names;
    const has = point.figures[String(seat)];
    const said = point.checks.find((one) => one.seat === seat);
    if (this.types === seat) return h("li", h("b", who), this.#form(point, seat, wrong));
    const figures = Object.entries(has).map(([name, n]) =>
      h("span.figure", ` ${this.#say("figure", { name: names[name][lang], n })}`),
    );
    const differing = Object.keys(has).filter((name) => said?.differs.includes(name));
    const differs = differing.map((name) =>
      h("b", this.#say("counted", { name: names[name][lang], said: said?.figures[name], has: has[name] })),
    );
    const right = this.#button("right", () => this.#send(point, seat, has, wrong), { "aria-label": "right_for", who });
    const other = this.#button("other", () => this.#type(seat), { "aria-label": "other_for", who });
    return h(
      "li",
      h("span", h("b", who), ...figures),
      ...differs,
      h("span.ways", said && !differs.length ? h("small", this.#say(`agrees_${said.way}`)) : right, other),
    );
  }

  #button(/** @type {string} */ key, /** @type {() => void} */ act, /** @type {Record<string, string>} */ name = {}) {
    const label = name["aria-label"] ? this.#say(name["aria-label"], name) : null;
    return h("button", { "aria-label": label, onclick: act }, this.#say(key));
  }

  #type(/** @type {number | null} */ seat) {
    this.types = seat;
    this.#draw();
    this.holder.querySelector("input")?.focus();
  }

  /** The numbers of a seat, to be typed over. @param {Point} point @param {number} seat @param {HTMLElement} wrong */
  #form(point, seat, wrong) {
    const lang = this.table.lang();
    const names = /** @type {any} */ (this.seen).names;
    const inputs = Object.entries(point.figures[String(seat)]).map(([name, value]) => {
      const input = h("input", { type: "number", inputMode: "numeric", min: String(-GREATEST), max: String(GREATEST) });
      Object.assign(input, { name, step: "1", required: true, value: String(value) });
      return h("label", names[name][lang], input);
    });
    const form = h("form", { noValidate: true }, ...inputs, h("button", { type: "submit" }, this.#say("send")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const fields = [...form.querySelectorAll("input")];
      const bad = fields.find((one) => !one.checkValidity());
      if (bad) {
        write(wrong, this.#say("whole"));
        return bad.focus();
      }
      void this.#send(point, seat, Object.fromEntries(fields.map((one) => [one.name, Number(one.value)])), wrong);
    });
    return form;
  }

  /** What is done for all seats at once. @param {Point} point @param {HTMLElement} wrong */
  #ways(point, wrong) {
    const silent = this.#seats(point).filter((seat) => !point.checks.some((one) => one.seat === seat));
    const all = async () => {
      for (const seat of silent) await this.#send(point, seat, point.figures[String(seat)], wrong);
    };
    const skip = () => {
      this.skipped = point.point;
      this.#draw();
    };
    return h(
      "p.ways",
      silent.length > 1 ? this.#button("all_right", () => void all()) : null,
      silent.length ? this.#button("skip", skip) : null,
    );
  }

  /** @param {Point} point @param {number} seat @param {Record<string, number>} figures @param {HTMLElement} wrong */
  async #send(point, seat, figures, wrong) {
    const refused = await this.words.send("checks", { point: point.point, seat, figures });
    if (refused) return write(wrong, refused);
    this.types = null;
    this.search = null;
    this.retry.stop();
    await this.look();
  }

  /** The search for the move behind a difference. @param {Point} _ */
  #slip({ point }) {
    const { search } = this;
    if (search?.point !== point) return this.#button("search", () => void this.#look(point));
    const { correct, named } = this.who;
    const lang = this.table.lang();
    const shown = search.found.toSorted((one, other) => one.cost - other.cost).slice(0, MOST_SHOWN);
    const over = search.state === "over" || search.state === "stopped";
    const state = !over ? search.state : shown.length ? "" : search.next === null ? "none" : "stopped";
    const stop = () => {
      this.retry.stop();
      search.state = "stopped";
      this.#draw();
    };
    const further = () => void this.#look(point, search);
    const lines = shown.map((one) => {
      const says = one.says
        ? this.#say("becomes", { says: named(one.says[lang]).replace(/\.$/, "") })
        : this.#say("gone");
      const was = h("span", named(one.was[lang], one.name));
      return h("li", h("button", { onclick: () => correct?.(one.changes) }, was, says));
    });
    return h(
      "div.slip",
      state ? h("p", { role: "status" }, this.#say(state, { n: search.tried })) : null,
      search.why ? h("p.error", { role: "alert" }, search.why) : null,
      over ? null : this.#button("stop", stop),
      shown.length ? h("p", this.#say("found")) : null,
      h("ol", ...lines),
      over && search.next !== null ? this.#button("further", further) : null,
    );
  }

  /** Search, or continue a search; without a connection, as soon as there is one. */
  async #look(
    /** @type {number} */ point,
    /** @type {Search} */ search = { point, tried: 0, next: 0, state: "searching", why: "", found: [] },
  ) {
    this.search = search;
    let left = MOST_SEARCHES;
    await this.retry.until(async (over) => {
      Object.assign(search, { state: "searching", why: "" });
      this.#draw();
      try {
        while (search.state === "searching") {
          const asked = `point=${point}&after=${search.next}&lang=${this.table.lang()}`;
          const { candidates, tried, next, likely } = await this.table.call(`${this.table.path}/slips?${asked}`);
          if (over.aborted) return true;
          search.found.push(...candidates.filter((/** @type {Candidate} */ one) => !search.found.some(alike(one))));
          Object.assign(search, { tried: search.tried + tried, next });
          left -= 1;
          if (next === null || !left || (likely && search.found.length)) search.state = "over";
          this.#draw();
        }
      } catch (error) {
        if (over.aborted) return true;
        if (error instanceof Refusal) Object.assign(search, { state: "stopped", why: error.message });
        else search.state = "offline";
        this.#draw();
      }
      return search.state !== "offline";
    });
  }
}

/** Whether two candidates say the same: a move left out a little earlier or later. @param {Candidate} one */
function alike(one) {
  return (/** @type {Candidate} */ other) =>
    one.kind === "missing" && other.kind === "missing" && JSON.stringify(one.says) === JSON.stringify(other.says);
}
