// @ts-check
/** One question of a move as it is drawn: what was answered before it, its widget, and the ways to leave it out. */
import { LEFT_OUT } from "../../form/entry.js";
import { isFact, labelOf, shapeAt } from "../../form/shape.js";
import { widget } from "../../form/widget.js";
import { h } from "../../kit/dom.js";
import { capital } from "../../kit/words.js";
import { nameOf } from "./recorder-state.js";

/**
 * @typedef {import("../../form/entry.js").Step} Step
 * @typedef {import("../../form/shape.js").Shape} Shape
 * @typedef {import("../../form/widget.js").Speech} Speech
 * @typedef {{t: (key: string, blanks?: Record<string, string | number>) => string, seatName: (seat: number) => string,
 *   speech: (move?: any) => Speech}} Page
 * @typedef {{answer: (path: string, value: any) => void, change: (path: string) => void}} Hooks
 */

export class Asking {
  /**
   * @param {Record<string, Shape>} fields Of the move's type. @param {Page} page @param {Hooks} hooks
   * @param {any} [move] As far as it was entered.
   */
  constructor(fields, page, hooks, move) {
    this.fields = fields;
    this.move = move;
    this.page = page;
    this.hooks = hooks;
  }

  /** What was answered: a tap changes it. @param {Step} step */
  chip(step) {
    const { fields } = this;
    const speech = this.page.speech(this.move);
    const label = labelOf(fields, step.path, speech.lang, (key, seat) => this.keyName(key, seat));
    const none = step.sealed ? "sealed" : isFact(fields, step.path) && !step.out ? "nobody_saw" : "left_out";
    const value = step.value === null ? this.page.t(none) : this.spoken(step.value, step.path);
    const words = h("span", `${label}: ${value}`);
    if (step.given) return h("span.given", words);
    const onclick = () => this.hooks.change(step.path);
    const spoken = this.page.t("change_answer", { label, value });
    return h("button", { className: step.off ? "off" : "", "aria-label": spoken, onclick }, words);
  }

  /** A key of a map in words. @param {string} key @param {boolean} bySeat */
  keyName(key, bySeat) {
    return bySeat ? this.page.seatName(Number(key)) : this.page.speech(this.move).face(key, null).name;
  }

  /** A value in words. @param {any} value @param {string} path @returns {string} */
  spoken(value, path) {
    const { fields } = this;
    const speech = this.page.speech(this.move);
    if (Array.isArray(value) && !shapeAt(fields, path)?.place)
      return value.map((one, place) => this.spoken(one, `${path}.${place}`)).join(", ");
    if (value === null || value === undefined) return "?";
    if (typeof value === "object" && !Array.isArray(value))
      return Object.entries(value)
        .map(
          ([key, one]) =>
            `${this.keyName(key, shapeAt(fields, path)?.keys === "seat")} ${this.spoken(one, `${path}.${key}`)}`,
        )
        .join(", ");
    if (typeof value === "boolean") return speech.text(value ? "yes" : "no");
    return speech.face(value, shapeAt(fields, path), nameOf(path)).name;
  }

  /** The widget of a question, under its head the ways to leave it out. @param {Step} step @param {Node[]} ways */
  question(step, ways = []) {
    const { lang } = this.page.speech();
    const answered = (/** @type {any} */ value) => {
      if (value !== undefined) this.hooks.answer(step.path, value);
    };
    const made = widget({
      name: nameOf(step.path),
      label: capital(labelOf(this.fields, step.path, lang, (key, seat) => this.keyName(key, seat))),
      domain: step.domain,
      shape: shapeAt(this.fields, step.path),
      value: step.value ?? step.domain.known,
      speech: this.page.speech(this.move),
      pick: answered,
      off: answered,
    });
    made.element.dataset.path = step.path;
    headed(made.element, ways);
    return made.element;
  }

  /**
   * Ways to leave a question out: it is given later, nobody saw it, or there is none.
   * @param {string} path @param {import("../../form/shape.js").Domain} domain
   * @param {(answer: any, later: boolean) => void} leave
   */
  leaving(path, domain, leave) {
    const fact = isFact(this.fields, path);
    // What is yes or no is left out by no.
    const none = domain.kind === "flag" || (fact && !domain.further) ? [] : ["leave_out"];
    const keys = domain.secret ? ["nobody_saw", "later"] : [...none, ...(fact ? ["nobody_saw"] : [])];
    return keys.map((key) => {
      const onclick = () => leave(key === "leave_out" ? LEFT_OUT : null, key === "later");
      return h("button.quiet", { "data-way": key, "data-leaves": "", onclick }, this.page.t(key));
    });
  }

  /** What is usually left out. @param {Step[]} aside @param {boolean} open @param {(open: boolean) => void} turned */
  more(aside, open, turned) {
    const { t, speech } = this.page;
    const details = h("details.more", { open }, h("summary", t("more")));
    details.addEventListener("toggle", () => turned(details.open));
    for (const step of aside) {
      const label = labelOf(this.fields, step.path, speech().lang, (key, seat) => this.keyName(key, seat));
      const button = h("button", { "data-aside": step.path }, `${label}: ${t("left_out")}`);
      button.addEventListener("click", () => button.replaceWith(this.question(step)));
      details.append(h("p", button));
    }
    return details;
  }
}

/** Put buttons under the head of a question. @param {HTMLElement} question @param {Node[]} ways */
export function headed(question, ways) {
  if (ways.length) question.querySelector("legend")?.after(h("div.ways", ...ways));
}
