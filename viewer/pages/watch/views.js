// @ts-check
/** The buttons above the board: table, reports, result; and the line that says which report is looked back at. */
import { h, write } from "../../kit/dom.js";
import { text } from "../common/texts.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @typedef {null | "table" | "result" | number} Choice What was chosen for a ply: nothing (as fits), the table, the
 *   result, or the report that stands at another ply.
 * @typedef {{kind: "table" | "report" | "result", at: number}} View What is shown, and the ply it stands at.
 * @typedef {{ply: number, label: string}} Report
 * @typedef {{label: string, at: number, choice: Choice, button: HTMLButtonElement}} Button
 */

export class Views {
  /**
   * @param {HTMLElement} holder @param {HTMLElement} peek
   * @param {{choose: (choice: Choice) => void, go: (ply: number) => void}} hooks
   */
  constructor(holder, peek, hooks) {
    this.holder = holder;
    this.peek = peek;
    this.hooks = hooks;
    /** @type {Button[]} */ this.buttons = [];
    /** @type {readonly Report[]} */ this.reports = [];
    /** @type {import("../../store.js").Store | null} */ this.store = null;
    this.ply = 0;
    /** @type {Language} */ this.lang = "en";
    /** @type {Button | null} */ this.pressed = null;
    this.later = 0; // Buttons from this one on lead to a move that is yet to come.
    this.key = "";
    this.begun = ""; // Its label is that of a report whose mark is yet to come; empty where there is none.
    holder.addEventListener("click", (event) => {
      const element = /** @type {Element} */ (event.target).closest("button");
      const one = this.buttons.find(({ button }) => button === element);
      if (!one || one === this.pressed) return;
      if (one.at > this.ply) hooks.go(one.at);
      else hooks.choose(one.choice);
    });
  }

  /**
   * @param {readonly Report[]} reports Every report of the record, in order.
   * @param {{store: import("../../store.js").Store, lang: Language}} record
   */
  fill(reports, { store, lang }) {
    this.reports = reports;
    this.store = store;
    this.lang = lang;
    this.key = "";
    this.#lay("", 0);
  }

  #lay(/** @type {string} */ begun, /** @type {number} */ at) {
    const { store } = this;
    /** @param {string} label @param {number} ply @param {Choice} choice @returns {Button} */
    const button = (label, ply, choice) => ({
      label,
      at: ply,
      choice,
      button: h("button", { "aria-pressed": "false" }, label),
    });
    const reports = [...this.reports, ...(begun ? [{ ply: at, label: begun }] : [])];
    this.buttons = [
      button(text(this.lang, "board"), 0, "table"),
      ...reports.map(({ label, ply }) => button(label, ply, ply)),
      ...(store?.replay.result ? [button(text(this.lang, "result"), store.last, "result")] : []),
    ];
    this.holder.replaceChildren(...this.buttons.map((one) => one.button));
    this.pressed = null;
    this.later = this.buttons.length;
    this.begun = begun;
  }

  /**
   * @param {View} view @param {number} ply Where the replay stands.
   * @param {string | null} name Of the report that is shown, where its board has one: it may begin before its mark.
   */
  show(view, ply, name) {
    this.ply = ply;
    const begun = name && !this.reports.some((report) => report.label === name) ? name : "";
    if (this.begun !== begun) this.#lay(begun, view.at);
    const { buttons } = this;
    const later = buttons.findIndex((one) => one.at > ply);
    this.#from(later < 0 ? buttons.length : later);
    const reports = buttons.filter((one) => typeof one.choice === "number");
    const standing = name ? reports.find((one) => one.label === name) : reports.findLast((one) => one.at <= view.at);
    const pressed =
      (view.kind === "report" && standing) || buttons.find((one) => one.choice === view.kind) || buttons[0];
    if (this.pressed !== pressed) this.#press(pressed);
    this.#peek(view);
  }

  /** Dash the buttons that lead on from a place; only those between change. @param {number} later */
  #from(later) {
    const [low, high] = [Math.min(later, this.later), Math.max(later, this.later)];
    for (let place = low; place < high; place += 1)
      this.buttons[place].button.classList.toggle("later", place >= later);
    this.later = later;
  }

  #press(/** @type {Button} */ pressed) {
    this.pressed?.button.setAttribute("aria-pressed", "false");
    pressed.button.setAttribute("aria-pressed", "true");
    this.pressed = pressed;
    // Once everything is drawn: asking where it stands would lay the page out in between.
    requestAnimationFrame(() => (this.holder.scrollLeft = pressed.button.offsetLeft - this.holder.offsetLeft - 40));
  }

  #peek(/** @type {View} */ { at }) {
    const { peek, ply, lang, store } = this;
    const away = at !== ply;
    if (peek.hidden === away) peek.hidden = !away;
    const key = away ? `${at} ${ply} ${lang}` : "";
    if (this.key === key) return;
    this.key = key;
    if (!away) return;
    const what = this.reports.find((report) => report.ply === at)?.label ?? "";
    const back = h("button", text(lang, "back_to", { name: ply || text(lang, "start_short") }));
    back.addEventListener("click", () => this.hooks.choose(ply === store?.last ? "table" : null));
    const line = h("span");
    write(line, text(lang, "peek", { what, name: at }));
    peek.replaceChildren(line, back);
  }

  /** The latest report at a ply. @param {number} ply */
  latest(ply) {
    return this.reports.findLast((report) => report.ply <= ply) ?? null;
  }
}
