// @ts-check
/**
 * A move typed in the notation: a field that opens by `/`, by a letter or by its button. It lists how the line may go
 * on, shows what the line would record before it is sent, and Enter records it.
 */
import { $, h, write } from "../../kit/dom.js";
import { Refusal } from "../../device/refusal.js";

/**
 * @typedef {import("./recorder-state.js").RecorderState} RecorderState
 * @typedef {import("./form.js").Form} Form
 * @typedef {{text: string, back: number, says: Record<string, string>}} Suggestion
 * @typedef {{line: string, position: string, move: any, suggestions: Suggestion[]}} Reading What the rules answered:
 *   for this line, at this position of the record. `move`: what the line writes; null where it is no whole move yet.
 * @typedef {{t: (key: string, blanks?: Record<string, string | number>) => string, lang: () => "en" | "es",
 *   named: (sentence: string) => string, fail: (error: unknown) => void}} Page
 */

const SHOWN = 8; // Maximum number of suggestions.
/** What begins a line without the field: letters, figures, and the sign that a tile's name may begin with. */
const BEGINS = /^[\p{L}\p{N}+?-]$/u;

export class Line {
  constructor(/** @type {RecorderState} */ recorder, /** @type {Form} */ form, /** @type {Page} */ page) {
    this.recorder = recorder;
    this.form = form;
    this.page = page;
    this.typings = 0; // Counts inputs, so that a slow answer does not replace a later one.
    /** The last answer. It counts for its own line at its own position only. @type {Reading | null} */
    this.reading = null;
    this.at = -1; // Which suggestion is marked; -1 for none.
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

  #key(/** @type {KeyboardEvent} */ event) {
    const { key } = event;
    if (key === "Escape") this.close();
    else if (key === "ArrowDown" || key === "ArrowUp") this.#mark(key === "ArrowDown" ? 1 : -1);
    else if (key === "Tab" && !event.shiftKey && this.reading?.suggestions.length) this.#take(Math.max(0, this.at));
    else if (key === "Enter" && this.at >= 0) this.#take(this.at);
    else if (key === "Enter") void this.#record();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Ask what the line writes, and how it may go on; without an answer there is no reading of it. */
  async #look() {
    this.typings += 1;
    const mine = this.typings;
    const line = this.input.value;
    // What is shown is about another line.
    if (!this.#current) write(this.says, "");
    try {
      const { read, suggestions, why, position } = await this.recorder.typed(line);
      if (mine !== this.typings) return;
      this.reading = { line, position, move: read, suggestions: suggestions.slice(0, SHOWN) };
      this.at = -1;
      this.#draw();
      write(this.says, line.trim() && !suggestions.length ? (why?.[this.page.lang()] ?? "") : "");
      const move = this.#move;
      if (move && !this.form.lacking(move)) await this.#showSentence(move, mine);
    } catch (error) {
      if (mine !== this.typings) return;
      this.reading = null;
      this.at = -1;
      this.#draw();
      write(this.says, this.page.t("line_unread"));
      this.page.fail(error);
    }
  }

  /** Whether the last answer is about what the field holds now, and about the record as it is now. */
  get #current() {
    return this.reading?.line === this.input.value && this.reading.position === this.recorder.position;
  }

  /** The move that the line writes, of the seat that moves now where it names none; null where it is none yet. */
  get #move() {
    return this.#current && this.reading?.move ? this.#seated(this.reading.move) : null;
  }

  /** What the move would do, or what refuses it. @param {any} move @param {number} mine */
  async #showSentence(move, mine) {
    let words = "";
    try {
      const answer = await this.recorder.dry(move);
      words = answer?.says?.[this.page.lang()] ?? "";
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
    const its =
      move.seat === undefined && this.recorder.offers.some((one) => one.type === move.type && one.seat === seat);
    return its && seat !== null ? { ...move, seat } : move;
  }

  /** Enter the line; what cannot be entered stays in the field. */
  async #record() {
    const line = this.input.value;
    if (!line.trim()) return;
    // What a line writes depends on the move before it.
    await this.form.finishing.catch(() => false);
    if (line === this.input.value && !this.#current) await this.#look();
    const move = this.#move;
    if (!move || line !== this.input.value) return;
    this.input.value = "";
    this.reading = null;
    this.#draw();
    write(this.says, "");
    if (this.form.lacking(move)) {
      // The rest is asked for by the form.
      this.form.anew(move);
      this.close();
      return;
    }
    const entered = await this.form.finish(move);
    if (this.form.refused) this.close();
    else if (!entered && !this.input.value) this.show(line);
  }

  #mark(/** @type {number} */ step) {
    const count = this.reading?.suggestions.length ?? 0;
    if (!count) return;
    this.at = (this.at + step + (this.at < 0 && step < 0 ? count + 1 : count)) % count;
    this.#draw();
  }

  /** Put a suggestion into the line. @param {number} place */
  #take(place) {
    if (!this.reading) return;
    // It goes on with the line that was read, though more may have been typed since.
    const { line, suggestions } = this.reading;
    const { text, back } = suggestions[place];
    const whole = !/[=.,]$/.test(text);
    this.input.value = `${line.slice(0, line.length - back)}${text}${whole ? " " : ""}`;
    void this.#look();
  }

  #draw() {
    const lang = this.page.lang();
    const suggestions = this.reading?.suggestions ?? [];
    this.list.replaceChildren(
      ...suggestions.map(({ text, says }, place) => {
        const item = h(
          "li",
          { id: `line-${place}`, role: "option", "aria-selected": String(place === this.at) },
          h("b", text),
          h("span", says[lang] ?? ""),
        );
        // The field keeps the focus.
        item.addEventListener("pointerdown", (event) => event.preventDefault());
        item.addEventListener("click", () => this.#take(place));
        return item;
      }),
    );
    this.input.setAttribute("aria-expanded", String(suggestions.length > 0));
    if (this.at >= 0) this.input.setAttribute("aria-activedescendant", `line-${this.at}`);
    else this.input.removeAttribute("aria-activedescendant");
  }
}
