// @ts-check
/** The rows of an edition, one after another: what is compared, what differs, and the values of the open row. */
import { h, write } from "../../kit/dom.js";
import { localized } from "../../kit/words.js";
import { control, labelOf, refs, rowName } from "./fields.js";
import { apart, at, compare, copiesOf, derive, faultsOf, isCompared, rowsOf, same, tally } from "./rows.js";
import { say } from "./words.js";

/**
 * @typedef {import("../../kit/words.js").Language} Language
 * @typedef {import("./rows.js").Row} Row
 * @typedef {object} Hooks
 * @property {() => void} changed
 * @property {() => void} listed The list is shown, and no row.
 * @property {(row: Row, box: any) => Element | null} picture
 * @property {((row: Row, box: any, point: DOMPoint) => any) | null} place What a tap on the picture puts into a row.
 * @property {(field: string, value: any) => string | null} image
 * @property {(row: Row) => HTMLElement | null} extra What else a row shows.
 */

const MOST_UNDO = 50; // Maximum number of steps that can be undone.
const SIGN = { placeholder: "≈", compared: "✓" };

/** A row as its owner names it. @param {Row} row */
const nameOf = ({ table, name }) => `${table.path}.${name}`;

/** What the element with the focus is called. @param {"at" | "row"} kind */
const focused = (kind) => /** @type {any} */ (document.activeElement)?.dataset?.[kind] ?? "";

export class Editor {
  /**
   * @param {import("./works.js").Work} work @param {import("./rows.js").BoxForm} form
   * @param {any} base The edition of this program. @param {Language} lang @param {Hooks} hooks
   */
  constructor(work, form, base, lang, hooks) {
    this.work = work;
    this.form = form;
    this.base = base;
    this.lang = lang;
    this.hooks = hooks;
    /** @type {{box: string, at: string, typed: string}[]} */ this.past = [];
    /** What the service found, by path. @type {Record<string, string>} */
    this.findings = {};
    this.search = h("input", { type: "search", placeholder: this.t("search"), "aria-label": this.t("search") });
    this.search.addEventListener("input", () => this.#list());
    this.list = h("nav.e-tables", { "aria-label": this.t("rows") });
    this.panel = h("section.e-row", { tabIndex: -1 });
    const legend = h("p.quiet", this.t("legend"));
    this.element = h("div.e-editor", h("div.e-list-side", this.search, legend, this.list), this.panel);
    this.unfolded = new Set([form.tables[0]?.path]); // Tables that are open.
    this.show();
  }

  t(/** @type {string} */ key, /** @type {Record<string, string | number>} */ blanks = {}) {
    return say(this.lang, key, blanks);
  }

  get rows() {
    return rowsOf(this.form, this.work.box);
  }

  /** The row that is open. */
  get row() {
    return this.rows.find(({ path }) => path === this.work.at) ?? null;
  }

  /** Draw everything anew. */
  show() {
    this.#list();
    this.#row();
  }

  /** Open a row; none: the list. @param {string} path @param {boolean} [named] As its owner: `map.roads.5-6`. */
  go(path, named = false) {
    const row = this.rows.find((one) => path === (named ? nameOf(one) : one.path));
    this.work.at = row?.path ?? "";
    if (row) this.unfolded.add(row.table.path);
    this.show();
    if (row) this.panel.focus({ preventScroll: true });
    if (row) scrollTo(0, 0);
  }

  /** Open the row of what lies at a place of the board: a tile before a place. @param {string[]} ids */
  goTo(ids) {
    const found = this.rows.filter(({ name, members }) => ids.includes(String(members.id ?? name)));
    this.go((found.find(({ table }) => !table.always) ?? found[0])?.path ?? "");
  }

  /** A tap on a row: the way back leads to the list. @param {string} path */
  #open(path) {
    const was = this.work.at;
    this.go(path);
    const hash = new URLSearchParams(location.hash.slice(1));
    hash.delete("row");
    if (this.row) hash.set("row", nameOf(this.row));
    const address = `${location.pathname}${location.search}${hash.size ? `#${hash}` : ""}`;
    if (path && !was) history.pushState({ row: path }, "", address);
    else history.replaceState({ row: path }, "", address);
  }

  /** What the service found about a row. @param {Row} row @returns {string[]} */
  #found(row) {
    const name = nameOf(row);
    return Object.entries(this.findings)
      .filter(([place]) => place === name || place.startsWith(`${name}.`))
      .map(([place, words]) => `${place.slice(name.length + 1)} ${words}`.trim());
  }

  #list() {
    const { rows, lang } = this;
    const wanted = this.search.value.trim().toLowerCase();
    const shown = apart(rows);
    const tables = this.form.tables.map((table) => {
      const all = shown.filter((row) => row.table === table);
      const fits = all.filter((row) => !wanted || this.#words(row).includes(wanted));
      const count = tally({ tables: [table] }, this.work.box);
      const bar = h("progress", { max: count.rows || 1, value: count.compared, "aria-hidden": "true" });
      const head = h("summary", h("b", localized(table.label, lang)), ` ${this.t("tally", count)}`, bar);
      const open = wanted ? fits.length > 0 : this.unfolded.has(table.path);
      const items = open ? fits.map((row) => this.#item(row)) : [];
      const details = h("details", { open, "data-table": table.path }, head, h("div.e-items", ...items));
      details.hidden = Boolean(wanted) && !fits.length;
      head.addEventListener("click", (event) => {
        event.preventDefault();
        if (!this.unfolded.delete(table.path)) this.unfolded.add(table.path);
        this.#list();
        /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-table="${table.path}"] summary`))?.focus();
      });
      return details;
    });
    const key = focused("row");
    this.list.replaceChildren(...tables);
    if (key) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-row="${CSS.escape(key)}"]`))?.focus();
  }

  #words(/** @type {Row} */ { name, members, table }) {
    const names = [members.name?.en, members.name?.es, typeof members.name === "string" ? members.name : ""];
    return [name, members.city, ...names, table.label?.en, table.label?.es].join(" ").toLowerCase();
  }

  #state(/** @type {Row} */ row) {
    return isCompared(row.members, this.work.box) ? /** @type {const} */ ("compared") : "placeholder";
  }

  #differs(/** @type {Row} */ { path, members }) {
    const plain = ({ stand_in: _, ...rest } = /** @type {any} */ ({})) => rest;
    return !same(plain(members), plain(at(this.base, path)));
  }

  #item(/** @type {Row} */ row) {
    const state = this.#state(row);
    const differs = this.#differs(row);
    const wrong = faultsOf(row).some(({ asks }) => !asks) || this.#found(row).length > 0;
    const name = rowName(row.members, row.name, this.lang);
    const before = row.table.keyed || /^(?=\D*\d)\S{1,6}$/.test(row.name) ? `${row.name} ` : "";
    const words = name === row.name ? name : `${before}${name}`;
    const label = [words, this.t(`state_${state}`), differs ? this.t("state_differs") : ""];
    const props = {
      className: `e-item e-${state} ${wrong ? "e-wrong" : ""}`,
      "data-row": nameOf(row),
      "aria-current": row.path === this.work.at ? "true" : null,
      "aria-label": label.filter(Boolean).join(", "),
      onclick: () => this.#open(row.path),
    };
    return h("button", props, h("i", { "aria-hidden": "true" }, SIGN[state] + (differs ? "≠" : "")), ` ${words}`);
  }

  #row() {
    const { row } = this;
    document.body.classList.toggle("e-open", row !== null);
    this.panel.hidden = !row;
    if (!row) {
      this.panel.replaceChildren();
      return this.hooks.listed();
    }
    const copies = copiesOf(this.rows, row);
    this.picture = h("div.e-picture");
    this.faults = h("ul.e-faults", { role: "status" });
    this.panel.dataset.path = row.path;
    this.state = h("span.e-state.quiet");
    const fields = this.#fields(row);
    const extra = this.hooks.extra(row);
    const key = focused("at");
    const act = (/** @type {string} */ words, /** @type {() => void} */ onclick, /** @type {any} */ more = {}) =>
      h("button", { "data-at": `act ${words}`, textContent: this.t(words), onclick, ...more });
    this.matches = act("matches", () => this.#compare());
    this.panel.replaceChildren(
      h(
        "header",
        act("list", () => this.#open(""), { className: "e-to-list" }),
        h("h2", `${localized(row.table.label, this.lang)} · ${rowName(row.members, row.name, this.lang)}`),
        this.state,
      ),
      ...(copies.length > 1
        ? [h("p.quiet", this.t("copies", { rows: copies.map(({ name }) => name).join(", ") }))]
        : []),
      h("div.e-seen.flow", this.picture, ...(extra ? [extra] : [])),
      this.faults,
      fields,
      h(
        "footer",
        act("undo", () => this.undo(), { disabled: !this.past.length }),
        act("back", () => this.#step(-1), { textContent: "‹", "aria-label": this.t("back") }),
        act("next", () => this.#step(1), { textContent: "›", "aria-label": this.t("next") }),
        this.matches,
      ),
    );
    this.#settle();
    const again = key && this.panel.querySelector(`[data-at="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** What follows from the values, as they are now. */
  #settle() {
    const { row, lang } = this;
    if (!row || !this.picture || !this.faults || !this.state || !this.matches) return;
    const state = this.#state(row);
    const differs = this.#differs(row) ? `≠ ${this.t("state_differs")}` : "";
    write(this.state, [SIGN[state], this.t(`state_${state}`), differs].join(" "));
    try {
      const drawn = this.hooks.picture(row, structuredClone(this.work.box));
      this.picture.replaceChildren(...(drawn ? [drawn] : []));
    } catch {
      // Values that cannot be drawn are faults of the row.
      this.picture.replaceChildren();
    }
    this.#places(row);
    const faults = faultsOf(row);
    const words = faults.map(({ field, words: key, count = "", wanted = "" }) => {
      const [first, ...rest] = field.split(".");
      const label = [labelOf(row.table.fields[first]?.label, first, lang), ...rest].join(" ");
      return `${label}: ${this.t(`fault_${key}`, { count, wanted })}`;
    });
    this.faults.replaceChildren(...[...words, ...this.#found(row)].map((one) => h("li", one)));
    const done = state === "compared";
    write(this.matches, this.t(done ? "unmatch" : "matches"));
    this.matches.className = done ? "e-done" : "e-done primary";
    this.matches.disabled = faults.some(({ asks }) => !asks);
  }

  /** A tap on a map that is the picture of a row enters what is there. @param {Row} row */
  #places(row) {
    const map = /** @type {SVGSVGElement | null | undefined} */ (this.picture?.querySelector("svg[data-places]"));
    if (!map) return;
    this.picture?.append(h("p.quiet", this.t(map.dataset.places ?? "")));
    map.addEventListener("click", (event) => {
      const to = map.getScreenCTM()?.inverse();
      if (!to) return;
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
      const found = this.hooks.place?.(row, structuredClone(this.work.box), point);
      if (found) this.change(() => Object.assign(row.members, found));
    });
  }

  #fields(/** @type {Row} */ row) {
    const { table, members } = row;
    const marks = members.stand_in?.length ? members.stand_in : (at(this.base, row.path)?.stand_in ?? []);
    const { lang, form, base, hooks } = this;
    const change = (/** @type {() => void} */ act, /** @type {boolean | undefined} */ typed) => this.change(act, typed);
    const page = { lang, form, box: this.work.box, base, row, change, image: hooks.image };
    const all = Object.entries(table.fields).filter(([, field]) => !field.derived || field.derived === "mutual");
    const place = ([key, field] = all[0]) => {
      const label = labelOf(field.label, key, this.lang);
      return { holder: members, key, field, path: key, label };
    };
    const wanted = (/** @type {string} */ key) => marks.includes(key) || !marks.length;
    /** @type {Set<string>} */ const drawn = new Set();
    const [open, other] = [true, false].map((marked) =>
      all.flatMap((one) => {
        const [key, field] = one;
        if (wanted(key) !== marked || drawn.has(key)) return [];
        // Fields that ask for rows of one table are answered together.
        const same = all.filter(([name, { rows, kind }]) => {
          return rows === field.rows && kind === field.kind && wanted(name) === marked;
        });
        const together = field.rows && field.kind === "integer" ? same : [one];
        for (const [name] of together) drawn.add(name);
        const label = together.map((each) => place(each).label).join(" – ");
        const inside = together.length > 1 ? refs(together.map(place), page) : control(place(one), page);
        const className = `e-field ${members.stand_in?.includes(key) ? "e-marked" : ""}`;
        return [h("fieldset", { className, "data-field": key }, h("legend", label), inside)];
      }),
    );
    const more = other.length ? [h("details.e-more", h("summary", this.t("more_fields")), ...other)] : [];
    return h("div.e-fields", ...open, ...more);
  }

  /** Change the open row, all copies. @param {() => void} act @param {boolean} [typed] The fields stay as they are. */
  change(act, typed = false) {
    const { row } = this;
    if (!row) return;
    const name = typed ? focused("at") : "";
    this.#remember(name);
    const copies = copiesOf(this.rows, row);
    const before = structuredClone(row.members);
    act();
    for (const { members } of copies)
      for (const key of Object.keys({ ...before, ...row.members }))
        if (members !== row.members && key !== "id" && !same(before[key], row.members[key])) {
          if (row.members[key] === undefined) delete members[key];
          else members[key] = structuredClone(row.members[key]);
        }
    derive(this.form, this.work.box, copies, before);
    this.#changed(typed);
  }

  /** @param {string} [typed] A field that is typed into is one step. */
  #remember(typed = "") {
    if (typed && this.past.at(-1)?.typed === typed) return;
    this.past.push({ box: JSON.stringify(this.work.box), at: this.work.at, typed });
    if (this.past.length > MOST_UNDO) this.past.shift();
  }

  #changed(/** @type {boolean} */ typed = false) {
    this.hooks.changed();
    this.#list();
    if (typed) this.#settle();
    else this.#row();
  }

  /** Go on with another version; it can be undone. @param {any} box */
  take(box) {
    this.#remember();
    this.work.box = box;
    this.#changed();
  }

  undo() {
    const last = this.past.pop();
    if (!last) return;
    const { edition } = this.work.box;
    this.work.box = { ...JSON.parse(last.box), edition };
    this.work.at = last.at;
    this.#changed();
  }

  /** Say that a row is compared, and go on; or that it is not. */
  #compare() {
    const { row } = this;
    if (!row) return;
    const done = this.#state(row) === "compared";
    this.#remember();
    compare(this.form, this.work.box, copiesOf(this.rows, row), this.base);
    if (!done) {
      const { rows } = this;
      const here = rows.findIndex(({ path }) => path === row.path);
      const open = [...rows.slice(here + 1), ...rows.slice(0, here)].find((one) => this.#state(one) === "placeholder");
      if (open) this.work.at = open.path;
      if (open) this.unfolded.add(open.table.path);
    }
    this.#changed();
    scrollTo(0, 0);
  }

  #step(/** @type {number} */ by) {
    const { rows, work } = this;
    const shown = apart(rows, work.at);
    const here = shown.findIndex(({ path }) => path === work.at);
    this.#open(shown[(here + by + shown.length) % shown.length].path);
  }
}
