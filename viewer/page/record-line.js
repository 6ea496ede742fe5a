// @ts-check
/**
 * A move typed in the notation: a field that opens by `/`, by a letter or by its button. It lists how the line may go
 * on, shows what the line would record before it is sent, and Enter records it.
 */
import { $, h, write } from "../kit/dom.js";
import { Refusal } from "./seat-service.js";

/**
 * @typedef {import("./record-desk.js").Desk} Desk
 * @typedef {import("./record-form.js").Form} Form
 * @typedef {{text: string, back: number, says: Record<string, string>}} Suggestion
 * @typedef {{t: (key: string, blanks?: Record<string, string | number>) => string, lang: () => "en" | "es",
 *   named: (sentence: string) => string, fail: (error: unknown) => void}} Page
 */

/** So many ways to go on are shown. */
const SHOWN = 8;
/** What begins a line without the field: letters, figures, and the sign that a tile's name may begin with. */
const BEGINS = /^[\p{L}\p{N}+?-]$/u;

export class Line {
  /** @param {Desk} desk @param {Form} form @param {Page} page */
  constructor(desk, form, page) {
    this.desk = desk;
    this.form = form;
    this.page = page;
    /** Counts what was typed, so that a slow answer does not overtake a later one. */
    this.typings = 0;
    /** @type {Suggestion[]} */
    this.suggestions = [];
    /** Which suggestion is marked; -1 for none. */
    this.at = -1;
    /** The move that the line writes; null where it is none yet. @type {any} */
    this.move = null;
    /** The line that was read last. */
    this.read = "";
    this.input = h("input", {
      id: "line-input",
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: false,
      "aria-autocomplete": "list",
      "aria-controls": "line-list",
      "aria-expanded": "false",
      enterKeyHint: "send",
    });
    this.input.setAttribute("autocapitalize", "none");
    this.list = h("ul", { id: "line-list", role: "listbox" });
    this.says = h("p", { id: "line-says", role: "status" });
    $("line").replaceChildren(this.input, this.list, this.says);
    this.input.addEventListener("input", () => void this.#look());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    $("line-open").addEventListener("click", () => (this.open ? this.close() : this.show("")));
    document.addEventListener("keydown", (event) => this.#begun(event));
  }

  get open() {
    return !$("line").hidden;
  }

  /** Its fixed words, in the language chosen. */
  speak() {
    const { t } = this.page;
    write($("line-open"), t("keys"));
    this.input.setAttribute("aria-label", t("typed"));
    this.input.placeholder = t("typed_how");
    this.list.setAttribute("aria-label", t("typed_on"));
    if (this.open) void this.#look();
  }

  /** Open the field. @param {string} text What stands in it. */
  show(text) {
    $("line").hidden = false;
    $("line-open").setAttribute("aria-expanded", "true");
    this.input.value = text;
    this.input.focus();
    void this.#look();
  }

  close() {
    this.typings += 1;
    $("line").hidden = true;
    $("line-open").setAttribute("aria-expanded", "false");
    $("line-open").focus();
  }

  /** Typing anywhere but in a field begins a line. @param {KeyboardEvent} event */
  #begun(event) {
    // A line may be any seat's, and a record that is void or closed takes none.
    if (!$("line-open").checkVisibility()) return;
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.open) return;
    if (/** @type {Element} */ (target).closest?.("input, textarea, select, dialog") || $("desk").hidden) return;
    if (key !== "/" && !BEGINS.test(key)) return;
    event.preventDefault();
    this.show(key === "/" ? "" : key);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    if (key === "Escape") this.close();
    else if (key === "ArrowDown" || key === "ArrowUp") this.#mark(key === "ArrowDown" ? 1 : -1);
    else if (key === "Tab" && !event.shiftKey && this.suggestions.length) this.#take(Math.max(0, this.at));
    else if (key === "Enter" && this.at >= 0) this.#take(this.at);
    else if (key === "Enter") void this.#record();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Ask what the line writes, and how it may go on. */
  async #look() {
    this.typings += 1;
    const mine = this.typings;
    const line = this.input.value;
    try {
      const told = await this.desk.typed(line);
      if (mine !== this.typings) return;
      this.read = line;
      this.move = told.read && this.#seated(told.read);
      this.suggestions = told.suggestions.slice(0, SHOWN);
      this.at = -1;
      this.#draw();
      const why = told.why?.[this.page.lang()] ?? "";
      write(this.says, line.trim() && !this.suggestions.length ? why : "");
      if (this.move && !this.form.lacking(this.move)) await this.#tell(mine);
    } catch (error) {
      if (mine === this.typings) this.page.fail(error);
    }
  }

  /** What the move would do, or what refuses it. @param {number} mine */
  async #tell(mine) {
    let words = "";
    try {
      const told = await this.desk.dry(this.move);
      words = told?.says?.[this.page.lang()] ?? "";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { rule } = error.problem ?? {};
      words = rule ? this.page.t("refused_by", { rule, why: error.message }) : error.message;
    }
    if (mine === this.typings) write(this.says, this.page.named(words));
  }

  /** A move without its seat is that of the seat that moves. @param {any} move */
  #seated(move) {
    const seat = this.form.seat();
    const its = move.seat === undefined && this.desk.offers.some((one) => one.type === move.type && one.seat === seat);
    return its && seat !== null ? { ...move, seat } : move;
  }

  async #record() {
    const line = this.input.value;
    // What was typed last may not have been answered yet.
    if (line !== this.read) await this.#look();
    if (!this.move || line !== this.input.value) return;
    const { move } = this;
    this.input.value = "";
    this.suggestions = [];
    this.#draw();
    write(this.says, "");
    if (this.form.lacking(move)) {
      // The rest is asked for by the form.
      this.form.anew(move);
      this.close();
      return;
    }
    await this.form.finish(move);
    if (this.form.refused) this.close();
  }

  /** @param {number} step */
  #mark(step) {
    const count = this.suggestions.length;
    if (!count) return;
    this.at = (this.at + step + (this.at < 0 && step < 0 ? count + 1 : count)) % count;
    this.#draw();
  }

  /** Put a suggestion into the line. @param {number} place */
  #take(place) {
    const { text, back } = this.suggestions[place];
    // It goes on with the line that was read, though more may have been typed since.
    const { read } = this;
    const whole = !/[=.,]$/.test(text);
    this.input.value = `${read.slice(0, read.length - back)}${text}${whole ? " " : ""}`;
    void this.#look();
  }

  #draw() {
    const lang = this.page.lang();
    this.list.replaceChildren(
      ...this.suggestions.map(({ text, says }, place) => {
        const item = h(
          "li",
          { id: `line-${place}`, role: "option", "aria-selected": String(place === this.at) },
          h("b", null, text),
          h("span", null, says[lang] ?? ""),
        );
        // The field keeps the focus.
        item.addEventListener("pointerdown", (event) => event.preventDefault());
        item.addEventListener("click", () => this.#take(place));
        return item;
      }),
    );
    this.input.setAttribute("aria-expanded", String(this.suggestions.length > 0));
    if (this.at >= 0) this.input.setAttribute("aria-activedescendant", `line-${this.at}`);
    else this.input.removeAttribute("aria-activedescendant");
  }
}
