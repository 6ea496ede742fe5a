// @ts-check
/** Who plays: a line for each seat, ordered by dragging or by buttons, with names of former evenings a tap away. */
import { badge } from "../../kit/badge.js";
import { arrange, h, write } from "../../kit/dom.js";
import { colourFor } from "./recent-players.js";
import { say } from "./words.js";
import { colourWord } from "../common/texts.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @import { Person } from "./recent-players.js"
 * @typedef {{name: string, colour: string, chosen?: boolean}} Sitting `chosen`: the colour was, by hand.
 * @typedef {{sitting: Sitting, line: HTMLLIElement, name: HTMLInputElement, colour: HTMLSelectElement,
 *   emblem: HTMLElement, buttons: Record<"drag" | "up" | "down" | "take_out", HTMLButtonElement>}} Line
 */

const MOST_CHIPS = 12; // Maximum number of recent names offered as buttons.

export class Seats {
  constructor(/** @type {HTMLElement} */ place, /** @type {() => void} */ changed) {
    this.changed = changed;
    /** @type {Language} */ this.lang = "en";
    /** @type {Line[]} */ this.lines = [];
    /** @type {readonly string[]} */ this.colours = [];
    /** @type {readonly Person[]} */ this.people = [];
    this.most = 2;
    this.list = h("ol.seats");
    this.chips = h("div.people", { role: "group" });
    this.chipsTitle = h("p.quiet", { id: "known" });
    this.hint = h("p.quiet");
    this.addButton = h("button.plain");
    this.announced = h("p.unseen", { role: "status" });
    this.chips.setAttribute("aria-labelledby", "known");
    this.addButton.addEventListener("click", () => this.#add("").name.focus());
    place.append(this.list, this.addButton, this.chipsTitle, this.chips, this.hint, this.announced);
  }

  /** Who sits where, in order; without any names all lines are seats. @returns {Sitting[]} */
  get sittings() {
    const all = this.lines.map(({ sitting }) => ({ ...sitting, name: sitting.name.trim() }));
    const named = all.filter(({ name }) => name);
    return named.length ? named : all;
  }

  /** As many seats as a game takes. @param {{least: number, most: number}} limits @param {readonly string[]} colours */
  fit({ least, most }, colours) {
    this.colours = colours;
    this.most = most;
    while (this.lines.length > most && !this.lines.at(-1)?.sitting.name.trim()) this.lines.pop();
    while (this.lines.length < least) this.#add("", true);
    const stays = (/** @type {Sitting} */ { colour, chosen }) => chosen === true && colours.includes(colour);
    const taken = new Set(this.lines.flatMap(({ sitting }) => (stays(sitting) ? [sitting.colour] : [])));
    for (const { sitting } of this.lines) {
      if (!stays(sitting)) sitting.colour = colourFor(this.#person(sitting.name), colours, taken);
      taken.add(sitting.colour);
    }
    this.show(this.lang);
  }

  /** Seats as they were left. @param {readonly Sitting[]} sittings */
  restore(sittings) {
    this.lines = [];
    for (const { name, colour, chosen } of sittings) {
      Object.assign(this.#add(name, true).sitting, { colour, chosen: chosen === true });
    }
  }

  #person(/** @type {string} */ name) {
    return this.people.find((person) => person.name === name.trim());
  }

  #add(/** @type {string} */ name, /** @type {boolean} */ quiet = false) {
    const taken = new Set(this.lines.map(({ sitting }) => sitting.colour));
    const line = this.#line({ name, colour: colourFor(this.#person(name), this.colours, taken) });
    this.lines.push(line);
    if (!quiet) this.#done();
    return line;
  }

  /** @param {Sitting} sitting @returns {Line} */
  #line(sitting) {
    /** @param {string} className @param {string} sign @param {() => void} [onclick] */
    const button = (className, sign, onclick) =>
      h("button", { className, onclick }, h("span", { "aria-hidden": "true" }, sign));
    const spellcheck = false;
    /** @type {Line} */ const made = {
      sitting,
      line: h("li.paper"),
      name: h("input", { type: "text", maxLength: 80, autocomplete: "off", autocapitalize: "words", spellcheck }),
      colour: h("select"),
      emblem: h("span.emblem"),
      buttons: {
        drag: button("drag", "⠿"),
        up: button("step", "▲", () => this.#move(made, -1)),
        down: button("step", "▼", () => this.#move(made, 1)),
        take_out: button("step", "✕", () => this.#takeOut(made)),
      },
    };
    made.name.value = sitting.name;
    made.name.setAttribute("list", "names");
    made.name.addEventListener("input", () => {
      sitting.name = made.name.value;
      this.#words();
      this.changed();
    });
    made.name.addEventListener("change", () => this.#dress(made));
    made.name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const next = this.lines[this.lines.indexOf(made) + 1];
      if (next) next.name.focus();
    });
    made.colour.addEventListener("change", () => this.#paint(made, made.colour.value));
    this.#dragged(made);
    const { drag, ...others } = made.buttons;
    made.line.append(drag, h("label.colour", made.emblem, made.colour), made.name, ...Object.values(others));
    return made;
  }

  /** Give a seat a colour; who has it takes the one that becomes free. @param {Line} line @param {string} colour */
  #paint(line, colour) {
    this.#swap(line, colour);
    line.sitting.chosen = true;
    this.#done();
  }

  #swap(/** @type {Line} */ { sitting }, /** @type {string} */ colour) {
    const other = this.lines.find((one) => one.sitting.colour === colour);
    if (other) other.sitting.colour = sitting.colour;
    sitting.colour = colour;
  }

  /** Give a person the colour they usually have, where no other person has it. @param {Line} line */
  #dress(line) {
    const person = this.#person(line.sitting.name);
    if (!person || line.sitting.chosen) return;
    const held = this.lines.filter((one) => one !== line && (one.sitting.name.trim() || one.sitting.chosen));
    this.#swap(line, colourFor(person, this.colours, new Set(held.map(({ sitting }) => sitting.colour))));
    this.#done();
  }

  #move(/** @type {Line} */ line, /** @type {number} */ by) {
    const from = this.lines.indexOf(line);
    const to = from + by;
    if (to < 0 || to >= this.lines.length) return;
    const focused = document.activeElement;
    this.lines.splice(to, 0, ...this.lines.splice(from, 1));
    this.#done();
    // A line that is put elsewhere loses the focus; at an end its button is off, and the other one takes it.
    if (focused instanceof HTMLButtonElement) (focused.disabled ? this.#otherOf(line, focused) : focused).focus();
    this.#announce(line);
  }

  #otherOf(/** @type {Line} */ { buttons }, /** @type {HTMLButtonElement} */ button) {
    return button === buttons.up ? buttons.down : buttons.up;
  }

  #announce(/** @type {Line} */ line) {
    const n = this.lines.indexOf(line) + 1;
    write(this.announced, say(this.lang, "moved", { who: this.#who(line), n, count: this.lines.length }));
  }

  #takeOut(/** @type {Line} */ line) {
    const place = this.lines.indexOf(line);
    this.lines.splice(place, 1);
    this.#done();
    (this.lines[place] ?? this.lines.at(-1))?.name.focus();
  }

  /** A line follows the finger on its handle. @param {Line} line */
  #dragged(line) {
    const { drag } = line.buttons;
    drag.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      drag.setPointerCapture(event.pointerId);
      line.line.classList.add("held");
    });
    drag.addEventListener("pointermove", (event) => {
      if (!drag.hasPointerCapture(event.pointerId)) return;
      const middle = (/** @type {Line} */ one) => {
        const box = one.line.getBoundingClientRect();
        return box.top + box.height / 2;
      };
      const place = this.lines.filter((one) => one !== line && middle(one) < event.clientY).length;
      if (place === this.lines.indexOf(line)) return;
      this.lines = this.lines.filter((one) => one !== line);
      this.lines.splice(place, 0, line);
      // The line that is held stays where it is in the page: moved itself, it would lose the finger.
      arrangeAround(this.list, this.#items(), line.line);
      this.#words();
    });
    const end = () => {
      if (!line.line.classList.contains("held")) return;
      line.line.classList.remove("held");
      this.#done();
      this.#announce(line);
    };
    drag.addEventListener("lostpointercapture", end);
    drag.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.#move(line, by);
    });
  }

  #items() {
    return this.lines.map(({ line }) => line);
  }

  #done() {
    this.show(this.lang);
    this.changed();
  }

  /** What a line's person is called. @param {Line} line */
  #who(line) {
    return line.sitting.name.trim() || say(this.lang, "seat_n", { n: this.lines.indexOf(line) + 1 });
  }

  show(/** @type {Language} */ lang) {
    this.lang = lang;
    for (const line of this.lines) {
      const options = this.colours.map((colour) => h("option", { value: colour }, colourWord(lang, colour)));
      line.colour.replaceChildren(...options);
      line.colour.value = line.sitting.colour;
      line.emblem.replaceChildren(badge(line.sitting.colour));
      if (line.name.value !== line.sitting.name) line.name.value = line.sitting.name;
    }
    arrange(this.list, this.#items());
    write(this.addButton, say(lang, "add"));
    this.addButton.hidden = this.lines.length >= this.most;
    write(this.hint, say(lang, "order"));
    write(this.chipsTitle, say(lang, "known"));
    this.#words();
    this.#chipsOf();
  }

  /** Names of buttons and fields, which follow who sits where. */
  #words() {
    this.lines.forEach((line, place) => {
      const who = this.#who(line);
      const name = say(this.lang, "name_of", { n: place + 1 });
      line.name.setAttribute("aria-label", name);
      line.name.placeholder = name;
      line.colour.setAttribute("aria-label", say(this.lang, "colour_of", { who }));
      for (const [key, button] of Object.entries(line.buttons)) {
        button.setAttribute("aria-label", say(this.lang, key, { who }));
      }
      line.buttons.up.disabled = place === 0;
      line.buttons.down.disabled = place === this.lines.length - 1;
    });
  }

  /** Who played before and does not sit here yet; a tap seats them. */
  #chipsOf() {
    const here = new Set(this.sittings.map(({ name }) => name));
    const free = this.people.filter(({ name }) => !here.has(name)).slice(0, MOST_CHIPS);
    const room = this.lines.some(({ sitting }) => !sitting.name.trim()) || this.lines.length < this.most;
    this.chips.replaceChildren(
      ...(room ? free : []).map(({ name }) => {
        return h("button.chip", { onclick: () => this.#seat(name) }, name);
      }),
    );
    this.chipsTitle.hidden = !this.chips.childElementCount;
  }

  /** Seat somebody on the first seat that has no name. @param {string} name */
  #seat(name) {
    const line = this.lines.find(({ sitting }) => !sitting.name.trim()) ?? this.#add("", true);
    line.sitting.name = name;
    this.#dress(line);
    this.#done();
    const next = this.chips.querySelector("button") ?? this.addButton;
    if (next instanceof HTMLElement) next.focus();
  }
}

/** Order children around one. @param {Element} parent @param {readonly Element[]} wanted @param {Element} still */
function arrangeAround(parent, wanted, still) {
  const place = wanted.indexOf(still);
  for (const before of wanted.slice(0, place)) parent.insertBefore(before, still);
  for (const after of wanted.slice(place + 1)) parent.append(after);
}
