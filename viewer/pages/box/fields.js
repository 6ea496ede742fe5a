// @ts-check
/** What a row of an edition is entered with: taps wherever values can be counted, typing only for texts. */
import { h, localized, picture, write } from "../../kit/index.js";
import { at, rowsOf, same } from "./rows.js";
import { say } from "./words.js";

/**
 * @typedef {import("./rows.js").Field} Field
 * @typedef {import("../../kit/words.js").Language} Language
 * @typedef {object} Page What the fields of a row are drawn for.
 * @property {Language} lang
 * @property {import("./rows.js").BoxForm} form
 * @property {any} box
 * @property {any} base The edition of this program.
 * @property {import("./rows.js").Row} row
 * @property {(act: () => void, typed?: boolean) => void} change Makes a change; `typed`: the fields stay as they are.
 * @property {(field: string, value: any) => string | null} image Of a value.
 *
 * @typedef {object} Place Where a value is.
 * @property {any} holder
 * @property {string | number} key
 * @property {Field} field
 * @property {string} path Below the row.
 * @property {string} label
 * @property {(value: any) => void} [put] Sets a chosen value.
 * @property {() => void} [clear] Comes before a number is set.
 * @property {() => void} [after] Comes after a value was set.
 */

const MOST_CHIPS = 7; // More choices are a list.
const MOST_NUMBERS = 10; // More numbers have steps up and down.
const LINE = 6; // Numbers that fit into a line of a phone.
const MOST_NAMES = 4; // Maximum number of suggested names.

/** @param {any} label @param {string | number} key @param {Language} lang */
export const labelOf = (label, key, lang) => localized(label, lang) || String(key).replaceAll("_", " ");

/** A field with all that is in it. @param {Place} place @param {Page} page @returns {HTMLElement} */
export function control(place, page) {
  const { holder, key, field, label } = place;
  if (holder[key] === undefined && field.optional && !["integer", "choice"].includes(field.kind))
    return button(say(page.lang, "add", { what: label }), page, () => (holder[key] = empty(field, page)), place.path);
  const draw = DRAW[field.kind] ?? text;
  const drawn = field.rows && field.kind === "integer" ? refs([place], page) : draw(place, page);
  if (holder[key] === undefined || !field.optional || ["integer", "choice"].includes(field.kind)) return drawn;
  const remove = button(say(page.lang, "remove", { what: label }), page, () => delete holder[key], `${place.path} -`);
  remove.className = "e-remove";
  return h("div.e-optional", drawn, remove);
}

/** What a field begins with. @param {Field} field @param {Page} page @returns {any} */
function empty(field, page) {
  if (field.nullable) return null;
  const inner = (/** @type {Record<string, Field>} */ fields) =>
    Object.fromEntries(
      Object.entries(fields ?? {})
        .filter(([, one]) => !one.optional && !(field.kind === "map" && one.low > 0))
        .map(([key, one]) => [key, empty(one, page)]),
    );
  if (field.kind === "integer") return field.rows ? null : (field.low ?? 0);
  if (field.kind === "flag") return false;
  if (field.kind === "choice") return field.choices[0];
  if (field.kind === "list") return [];
  if (field.kind === "group" || field.kind === "map") return inner(field.fields);
  if (field.kind === "variants") return variant(field.fields.kind.choices[0], field, page);
  return field.kind === "free" ? {} : "";
}

/** An effect of a kind. @param {string} kind @param {Field} field @param {Page} page */
const variant = (kind, field, page) => ({ kind, ...empty({ kind: "group", fields: field.variants[kind] }, page) });

/**
 * A button that changes the row.
 * @param {string | Node} content @param {Page} page @param {() => void} act
 * @param {string} name By which the focus finds it again. @param {Record<string, any>} [more]
 */
function button(content, page, act, name, more = {}) {
  return h("button", { "data-at": name, ...more, onclick: () => page.change(act) }, content);
}

/** A value of several: pressed or not. @type {typeof button} */
function chip(content, page, act, name, more = {}) {
  return button(content, page, act, name, { className: "e-chip", ...more });
}

/** @param {string} label @param {...(Node | null)} content */
const group = (label, ...content) => h("div.e-chips.centre.flow", { role: "group", "aria-label": label }, ...content);

/** @type {Record<string, (place: Place, page: Page) => HTMLElement>} */
const DRAW = { integer: number, flag, choice, names, list, map, group: members, variants: effect, free };

/** A number: chips or steps. @param {Place} place @param {Page} page @param {number} [room] How much more it can be. */
function number({ holder, key, field, path, label, clear, after }, page, room = Infinity) {
  const value = holder[key];
  const low = field.low ?? 0;
  const drops = field.optional;
  const put = (/** @type {number | null} */ next) => {
    clear?.();
    if (next === 0 && drops) delete holder[key];
    else holder[key] = next;
    if (next) after?.();
  };
  const none = field.nullable
    ? chip("–", page, () => put(null), `${path} none`, { "aria-pressed": String(value === null) })
    : null;
  const first = drops ? Math.min(0, low) : low;
  const now = value ?? (drops ? 0 : null);
  // In a line where that is enough for what most tiles show; the range is twice as wide as in this program's edition.
  const range = field.high - first;
  const last = first + (first < 0 ? range : Math.min(range, MOST_NUMBERS, Math.max(LINE, Math.round(range * 0.65))));
  if (field.high !== undefined && (now === null || (now >= first && now <= last))) {
    const values = Array.from({ length: last - first + 1 }, (_, place) => first + place);
    const chips = values.map((one) =>
      chip(String(one), page, () => put(one), `${path} ${one}`, {
        "aria-pressed": String(one === now),
        disabled: one - (now ?? 0) > room,
      }),
    );
    const beyond = chip("+", page, () => put(last + 1), `${path} +`, {
      "aria-label": say(page.lang, "beyond", { n: last }),
      disabled: last + 1 - (now ?? 0) > room,
    });
    const all = group(label, none, ...chips, room === Infinity ? beyond : null);
    all.classList.add("e-numbers");
    return all;
  }
  const input = h("input", {
    type: "text",
    inputMode: "numeric",
    value: now === null ? "" : String(now),
    "aria-label": label,
    "data-at": path,
  });
  input.addEventListener("focus", () => input.select());
  input.addEventListener("input", () => {
    const typed = input.value.trim().replace("−", "-");
    // An emptied number is a fault of its field, and nothing else.
    page.change(() => (holder[key] = /^-?\d+$/.test(typed) ? Number(typed) : null), true);
  });
  const step = (/** @type {number} */ by) =>
    chip(by > 0 ? "+" : "−", page, () => put((holder[key] ?? 0) + by), `${path} ${by}`, {
      "aria-label": say(page.lang, by > 0 ? "more" : "less", { what: label }),
      disabled: by > room || (by < 0 && field.high !== undefined && (now ?? 0) + by < first),
    });
  return group(label, none, step(-1), input, step(1));
}

/** @type {(place: Place, page: Page) => HTMLElement} */
function flag({ holder, key, path, label }, page) {
  const one = (/** @type {boolean} */ value) =>
    chip(say(page.lang, value ? "yes" : "no"), page, () => (holder[key] = value), `${path} ${value}`, {
      "aria-pressed": String(holder[key] === value),
    });
  return group(label, one(false), one(true));
}

/** @type {(place: Place, page: Page) => HTMLElement} */
function choice({ holder, key, field, path, label, put: own, after }, page) {
  const value = holder[key];
  const open = [...(field.nullable ? [null] : []), ...(field.optional ? [undefined] : [])];
  const words = (/** @type {any} */ one) => (one ? labelOf(field.words?.[one], one, page.lang) : "–");
  const put = (/** @type {any} */ one) => {
    if (own) own(one);
    else if (one === undefined) delete holder[key];
    else holder[key] = one;
    after?.();
  };
  const all = [...open, ...field.choices];
  if (all.length <= MOST_CHIPS) {
    const chips = all.map((one) =>
      chip(words(one), page, () => put(one), `${path} ${one}`, { "aria-pressed": String(one === value) }),
    );
    return group(label, ...chips);
  }
  const options = all.map((one, place) => h("option", { value: String(place), selected: one === value }, words(one)));
  const select = h("select", { "aria-label": label, "data-at": path }, ...options);
  select.addEventListener("change", () => page.change(() => put(all[Number(select.value)])));
  return select;
}

/** Rows of another table, tapped; one too many replaces the first. @param {Place[]} places @param {Page} page */
export function refs(places, page) {
  const table = page.form.tables.find(({ path }) => path === places[0].field.rows);
  const values = places.map(({ holder, key }) => holder[key]);
  const tap = (/** @type {any} */ id) => {
    const left = values.filter((one) => one !== null && one !== undefined && one !== id);
    const after = values.includes(id) ? left : [...left.slice(left.length === places.length ? 1 : 0), id];
    places.forEach(({ holder, key }, place) => (holder[key] = after[place] ?? null));
  };
  const chips = (table ? rowsOf({ tables: [table] }, page.box) : []).map(({ name, members }) =>
    chip(rowName(members, name, page.lang), page, () => tap(members.id ?? name), `${places[0].path} ${name}`, {
      "aria-pressed": String(values.includes(members.id ?? name)),
    }),
  );
  return group(places.map(({ label }) => label).join(", "), ...chips);
}

/** @param {any} members @param {string} name @param {Language} lang */
export const rowName = (members, name, lang) => localized(members.name, lang) || name;

/** @type {(place: Place, page: Page) => HTMLElement} */
function list(place, page) {
  const { holder, key, field, path, label } = place;
  const items = holder[key] ?? (holder[key] = []);
  const of = field.of ?? { kind: "text" };
  if (field.rows) return rowList(place, page);
  if (of.kind === "integer" && of.high - (of.low ?? 0) < MOST_CHIPS) {
    const values = Array.from({ length: of.high - (of.low ?? 0) + 1 }, (_, step) => (of.low ?? 0) + step);
    const toggle = (/** @type {number} */ one) =>
      (holder[key] = items.includes(one)
        ? items.filter((/** @type {number} */ other) => other !== one)
        : [...items, one].sort((a, b) => a - b));
    const chips = values.map((one) =>
      chip(String(one), page, () => toggle(one), `${path} ${one}`, { "aria-pressed": String(items.includes(one)) }),
    );
    return group(label, ...chips);
  }
  if (of.kind === "choice") {
    const words = (/** @type {any} */ one) => labelOf(of.words?.[one], one, page.lang);
    const there = items.map((/** @type {any} */ one, /** @type {number} */ place) =>
      chip(`${words(one)} ×`, page, () => items.splice(place, 1), `${path}.${place}`, {
        "aria-label": say(page.lang, "remove", { what: words(one) }),
        "aria-pressed": "true",
      }),
    );
    const more = of.choices.map((/** @type {any} */ one) =>
      chip(`+ ${words(one)}`, page, () => items.push(one), `${path} ${one}`),
    );
    return group(label, ...there, ...more);
  }
  if (of.kind === "text") {
    const input = h("input", { type: "text", value: items.join(", "), "aria-label": label, "data-at": path });
    const parts = () => input.value.split(",").map((/** @type {string} */ one) => one.trim());
    input.addEventListener("input", () => page.change(() => (holder[key] = parts().filter(Boolean)), true));
    return input;
  }
  const fixed = of.kind === "integer";
  const panels = items.map((/** @type {any} */ _, /** @type {number} */ place) => {
    const name = `${label} ${place + 1}`;
    const inside = control({ holder: items, key: place, field: of, path: `${path}.${place}`, label: name }, page);
    const remove = button("×", page, () => items.splice(place, 1), `${path}.${place} -`, {
      className: "e-remove",
      "aria-label": say(page.lang, "remove", { what: name }),
    });
    return h("div.e-panel", { "data-item": place }, inside, fixed ? null : remove);
  });
  const add = button(say(page.lang, "add", { what: label }), page, () => items.push(empty(of, page)), `${path} +`);
  return h("div.e-list", ...panels, fixed ? null : add);
}

/** Rows in their order; a link that holds both ways is made in both rows. @param {Place} place @param {Page} page */
function rowList({ holder, key, field, path, label }, page) {
  const table = page.form.tables.find((one) => one.path === field.rows);
  const items = holder[key];
  const tap = (/** @type {any} */ id) => {
    const has = items.includes(id);
    const toggled = (/** @type {any[]} */ all, /** @type {any} */ one) =>
      has ? all.filter((other) => other !== one) : all.includes(one) ? all : [...all, one];
    holder[key] = toggled(items, id);
    if (field.derived !== "mutual") return;
    const other = Object.values(at(page.box, field.rows)).find((/** @type {any} */ row) => row.id === id);
    other[key] = toggled(other[key] ?? [], page.row.members.id);
  };
  const chips = (table ? rowsOf({ tables: [table] }, page.box) : []).map(({ name, members }) => {
    const id = members.id ?? name;
    const place = items.indexOf(id);
    const order = place < 0 || field.derived ? null : h("sup", String(place + 1));
    const words = h("span", rowName(members, name, page.lang), order);
    const more = { "aria-pressed": String(place >= 0), disabled: field.derived === "mutual" && id === holder.id };
    return chip(words, page, () => tap(id), `${path} ${name}`, more);
  });
  return group(label, ...chips);
}

/** Numbers by name, or anything by key. @type {(place: Place, page: Page) => HTMLElement} */
function map(place, page) {
  const { holder, key, field, path } = place;
  const here = holder[key];
  /** @type {Record<string, Field>} */
  const fields = field.fields ?? Object.fromEntries(Object.keys(here).map((one) => [one, field.of]));
  const loose = field.total || Object.values(fields).some((one) => one.optional || one.low > 0);
  const sum = Object.values(here).reduce((all, one) => all + (Number.isInteger(one) ? one : 0), 0);
  // The first number that is entered over a placeholder starts from nothing: the rest is made up as well.
  const [top] = path.split(".");
  const { members, path: row } = page.row;
  const fresh = members.stand_in?.includes(top) && same(members[top], at(page.base, row)?.[top]);
  const clear = () => {
    for (const one of Object.keys(fields))
      if (loose) delete here[one];
      else here[one] = 0;
  };
  const room = field.total ? field.total - (fresh ? 0 : sum) : Infinity;
  const lines = Object.entries(fields).map(([one, of]) => {
    const label = labelOf(of.label ?? field.words?.[one], one, page.lang);
    const asked = loose ? { ...of, optional: true } : of;
    const inner = { holder: here, key: one, field: asked, path: `${path}.${one}`, label, ...(fresh ? { clear } : {}) };
    const image = page.image(path.split(".")[0], one);
    return h(
      "div.e-line",
      h("span.e-label", image ? picture(image, "e-icon", "") : null, ` ${label}`),
      of.kind === "integer" ? number(inner, page, room) : control(inner, page),
    );
  });
  return h("div.e-map", ...lines);
}

/** @type {(place: Place, page: Page) => HTMLElement} */
function members({ holder, key, field, path }, page) {
  return h("div.e-map", ...lines(holder[key], field.fields, path, page));
}

/**
 * @param {any} holder @param {Record<string, Field>} fields @param {string} path @param {Page} page
 * @param {(key: string) => void} [fit] Comes after a value was set.
 */
function lines(holder, fields, path, page, fit) {
  return Object.entries(fields).map(([key, field]) => {
    const label = labelOf(field.label, key, page.lang);
    const words = h("span.e-label", label);
    const asked = { holder, key, field, path: `${path}.${key}`, label, after: () => fit?.(key) };
    return h("div.e-line", words, control(asked, page));
  });
}

/** One of several kinds, each with members of its own. @type {(place: Place, page: Page) => HTMLElement} */
function effect({ holder, key, field, path, label }, page) {
  const here = holder[key];
  const put = (/** @type {string} */ chosen) => (holder[key] = variant(chosen, field, page));
  const kind = choice({ holder: here, key: "kind", field: field.fields.kind, path: `${path}.kind`, label, put }, page);
  const own = field.variants[here.kind] ?? {};
  /** What a value brings along, such as the phase in which a gain comes; what does not go with it, goes. */
  const fit = (/** @type {string} */ changed) => {
    for (const [name, { follows }] of Object.entries(own)) {
      if (!follows) continue;
      here[name] = follows[changed] ?? here[name];
      for (const one of Object.keys(follows)) if (follows[one] !== here[name]) delete here[one];
    }
  };
  return h("div.e-map", kind, ...lines(here, own, path, page, fit));
}

/** The names of a table that begin with what is typed, in any language. @param {string} typed @param {Page} page */
function suggested(typed, { row, base, lang }) {
  const found = new Map();
  const plain = (/** @type {string} */ words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  for (const { members } of rowsOf({ tables: [row.table] }, base))
    if (typed && Object.values(members.name ?? {}).some((words) => plain(String(words)).startsWith(plain(typed))))
      found.set(localized(members.name, lang), members.name);
  return [...found].slice(0, MOST_NAMES);
}

/**
 * A name in both languages; where the second is empty, one text is the name in every language. What begins like a name
 * of the table is completed by a tap, or by Enter.
 * @type {(place: Place, page: Page) => HTMLElement}
 */
function names({ holder, key, path, label }, page) {
  const value = holder[key];
  const [en, es] = typeof value === "string" ? [value, ""] : [value?.en ?? "", value?.es ?? ""];
  const inputs = [en, es].map((words, place) =>
    h("input", {
      type: "text",
      value: words,
      placeholder: place ? say(page.lang, "same_name") : "",
      "aria-label": say(page.lang, place ? "in_spanish" : "in_english", { what: label }),
      "data-at": `${path}.${place ? "es" : "en"}`,
    }),
  );
  const put = () => {
    const [first, second] = inputs.map((input) => input.value.trim());
    page.change(() => (holder[key] = second ? { en: first, es: second } : first), true);
    more.replaceChildren(...suggested(first, page).map(([words, name], n) => pick(words, name, n)));
  };
  const more = group(label);
  const pick = (/** @type {string} */ words, /** @type {any} */ name, /** @type {number} */ n) =>
    chip(words, page, () => (holder[key] = { ...name }), `${path} name ${n}`);
  for (const input of inputs) {
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", () => {
      // Who types another name starts with an empty Spanish one.
      if (input === inputs[0] && inputs[1].value === es) inputs[1].value = "";
      put();
    });
  }
  inputs[0].addEventListener("keydown", (event) => {
    if (event.key === "Enter") /** @type {HTMLElement | null} */ (more.querySelector("button"))?.click();
  });
  return h("div.e-names", ...inputs, more);
}

/** @type {(place: Place, page: Page) => HTMLElement} */
function text({ holder, key, path, label }, page) {
  const input = h("input", { type: "text", value: String(holder[key] ?? ""), "aria-label": label, "data-at": path });
  input.addEventListener("input", () => page.change(() => (holder[key] = input.value.trim()), true));
  return input;
}

/** The members of a value, at any depth. @param {any} value @returns {string[]} */
function membersOf(value) {
  if (!value || typeof value !== "object") return [];
  const inner = Object.values(value).flatMap(membersOf);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}

/** What only the game checks, as JSON. @type {(place: Place, page: Page) => HTMLElement} */
function free({ holder, key, path, label }, page) {
  const value = JSON.stringify(holder[key] ?? null, null, 1);
  const rows = rowsOf({ tables: [page.row.table] }, page.base);
  const known = [...new Set(rows.flatMap(({ members }) => membersOf(at(members, path))))].sort();
  const area = h("textarea", {
    value,
    rows: Math.min(12, value.split("\n").length + 1),
    spellcheck: false,
    "aria-label": label,
    "data-at": path,
  });
  const fault = h("p.e-faults", { role: "status" });
  area.addEventListener("input", () => {
    try {
      const typed = JSON.parse(area.value);
      const strange = [...new Set(membersOf(typed))].filter((one) => !known.includes(one));
      write(fault, strange.length ? say(page.lang, "fault_word", { words: strange.join(", ") }) : "");
      page.change(() => (holder[key] = typed), true);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      write(fault, say(page.lang, "fault_json", { why }));
    }
  });
  const about = h("p.quiet", say(page.lang, "as_json", { words: known.join(", ") || "–" }));
  return h("div.e-map", about, area, fault);
}
