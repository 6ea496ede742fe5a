// @ts-check
/** The form of a row of an owner's box: a field for each of its values, whatever their shape. */
import { h, told } from "../../../kit/index.js";
import { say } from "./words.js";
import { COUNTERS, FORMS, GAINED, NEW, UNITS, USES } from "./vocabulary.js";

/**
 * @typedef {import("../../../kit/words.js").Language} Language
 * @typedef {{box: any, table: string, row: any, lang: Language, changed: (laid: boolean) => void}} Form `changed` is
 *   called after each change; `laid`: the form itself is another.
 */

/**
 * The fields of a row, each with the sign whether it was compared.
 * @param {Form} form
 * @returns {HTMLElement[]}
 */
export function fieldsOf(form) {
  const { table, row, lang } = form;
  return FORMS[/** @type {keyof typeof FORMS} */ (table)]
    .filter((key) => key in row || key === "aliases")
    .map((key) => {
      const open = row.stand_in.includes(key);
      const box = h("fieldset", { className: open ? "r-field r-open-field" : "r-field", "data-field": key });
      box.append(h("legend", null, say(lang, `field_${key}`), open ? ` ≈` : ""), ...inputs(key, form));
      if (open) box.append(comparedMark(key, form));
      return box;
    });
}

/** @param {string} key @param {Form} form */
function comparedMark(key, { row, lang, changed }) {
  const input = h("input", { type: "checkbox" });
  input.addEventListener("change", () => {
    row.stand_in = row.stand_in.filter((/** @type {string} */ one) => one !== key);
    changed(true);
  });
  return h("label", { className: "r-compared" }, input, ` ${say(lang, "compared")}: ${say(lang, `field_${key}`)}`);
}

/** @param {string} key @param {Form} form @returns {(Element | string)[]} */
function inputs(key, form) {
  const { row } = form;
  if (key === "effects") return effectFields(form);
  if (key === "use") return [choice(row, key, USES, form)];
  if (key === "kind") return [choice(row, key, ["city", "wonder"], form)];
  if (key === "adjacent") return linkFields(form);
  if (key === "eras") return eraFields(form);
  if (key === "aliases") return [aliasField(form)];
  if (key.startsWith("side_")) return sideFields(row[key], form);
  const value = row[key];
  if (typeof value === "boolean") return [flag(row, key, form)];
  if (typeof value === "number") return [whole(row, key, form)];
  if ("en" in value) return bothLanguages(row, key, form);
  return Object.keys(value).map((unit) => whole(value, unit, form));
}

/** @param {any} holder @param {string} key @param {Form} form */
function whole(holder, key, { lang, changed }) {
  const input = h("input", { type: "number", step: "1", value: String(holder[key] ?? ""), name: key });
  input.addEventListener("input", () => {
    holder[key] = input.value === "" ? null : Number(input.value);
    changed(false);
  });
  return h("label", null, `${say(lang, `field_${key}`)} `, input);
}

/** @param {any} holder @param {string} key @param {Form} form */
function flag(holder, key, { lang, changed }) {
  const input = h("input", { type: "checkbox", checked: Boolean(holder[key]), name: key });
  input.addEventListener("change", () => {
    holder[key] = input.checked;
    changed(false);
  });
  return h("label", null, input, ` ${say(lang, `field_${key}`)}`);
}

/** @param {any} holder @param {string} key @param {readonly string[]} all @param {Form} form @param {string} [words] */
function choice(holder, key, all, { lang, changed }, words = "option") {
  const known = all.includes(holder[key]) ? all : [...all, String(holder[key])];
  const select = h(
    "select",
    { name: key, "aria-label": say(lang, `field_${key}`) },
    ...known.map((one) => h("option", { value: one, selected: one === holder[key] }, say(lang, `${words}_${one}`))),
  );
  select.addEventListener("change", () => {
    holder[key] = select.value;
    changed(true);
  });
  return select;
}

/** @param {any} holder @param {string} key @param {Form} form */
function bothLanguages(holder, key, { lang, changed }) {
  const both = /** @type {const} */ ([
    ["en", "in_english"],
    ["es", "in_spanish"],
  ]);
  return both.map(([one, words]) => {
    const input = h("input", { type: "text", value: holder[key][one] ?? "", name: `${key}.${one}` });
    input.addEventListener("input", () => {
      holder[key][one] = input.value;
      changed(false);
    });
    return h("label", null, `${say(lang, words, { what: say(lang, `field_${key}`) })} `, input);
  });
}

/** @param {Form} form */
function aliasField({ row, lang, changed }) {
  const input = h("input", { type: "text", value: (row.aliases ?? []).join(", "), name: "aliases" });
  input.setAttribute("aria-label", say(lang, "field_aliases"));
  input.addEventListener("input", () => {
    row.aliases = input.value
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
    changed(false);
  });
  return input;
}

/** Links hold both ways: ticking one enters it in the other region, too. @param {Form} form */
function linkFields({ box, row, lang, changed }) {
  return box.regions
    .filter((/** @type {any} */ other) => other.id !== row.id)
    .map((/** @type {any} */ other) => {
      const input = h("input", { type: "checkbox", checked: row.adjacent.includes(other.id), name: other.id });
      input.addEventListener("change", () => {
        for (const [one, two] of [
          [row, other],
          [other, row],
        ]) {
          const others = one.adjacent.filter((/** @type {string} */ id) => id !== two.id);
          one.adjacent = input.checked ? [...others, two.id].sort() : others;
        }
        changed(false);
      });
      return h("label", { className: "r-tick" }, input, ` ${told(other.name, lang)}`);
    });
}

/** @param {Form} form */
function eraFields({ box, row, changed }) {
  return box.eras.map((/** @type {any} */ { id }) => {
    const input = h("input", { type: "checkbox", checked: row.eras.includes(id), name: `era ${id}` });
    input.addEventListener("change", () => {
      const others = row.eras.filter((/** @type {number} */ era) => era !== id);
      row.eras = (input.checked ? [...others, id] : others).sort(
        (/** @type {number} */ a, /** @type {number} */ b) => a - b,
      );
      changed(false);
    });
    return h("label", { className: "r-tick" }, input, ` ${"I".repeat(id)}`);
  });
}

/** @param {any} side @param {Form} form */
function sideFields(side, form) {
  const { lang, changed } = form;
  const rows = side.battle_rows.map((/** @type {any} */ row, /** @type {number} */ at) =>
    h(
      "div",
      { className: "r-group" },
      h("b", null, say(lang, "battle_row", { n: at + 1 })),
      whole(row, "attacker_loses", form),
      whole(row, "defender_loses", form),
      side.battle_rows.length > 1
        ? button(say(lang, "remove_row", { n: at + 1 }), () => {
            side.battle_rows.splice(at, 1);
            changed(true);
          })
        : null,
    ),
  );
  const more = button(say(lang, "add_row"), () => {
    side.battle_rows.push({ attacker_loses: 1, defender_loses: 1 });
    changed(true);
  });
  return [whole(side, "regions", form), flag(side, "water", form), ...rows, ...(rows.length < 2 ? [more] : [])];
}

/**
 * @param {string} words
 * @param {() => void} press
 */
export function button(words, press) {
  const one = h("button", { type: "button" }, words);
  one.addEventListener("click", press);
  return one;
}

// ----------------------------------------------------------------------------------------------------------- effects

/**
 * The effects of a tile. Its text follows from them: the service writes it anew.
 * @param {Form} outer
 */
function effectFields(outer) {
  const { row, lang } = outer;
  const changed = (/** @type {boolean} */ laid) => {
    delete row.text;
    outer.changed(laid);
  };
  const form = { ...outer, changed };
  const all = row.effects.map((/** @type {any} */ effect, /** @type {number} */ at) =>
    h(
      "div",
      { className: "r-group", "data-effect": at },
      h("b", null, say(lang, "effect", { n: at + 1 })),
      kindChoice(effect, at, form),
      ...wordFields(effect, form),
      button(say(lang, "remove_effect", { n: at + 1 }), () => {
        row.effects.splice(at, 1);
        changed(true);
      }),
    ),
  );
  const more = button(say(lang, "add_effect"), () => {
    row.effects.push({ kind: "text", text: { en: "", es: "" } });
    changed(true);
  });
  return [...all, more];
}

/**
 * The kind of an effect; another one begins with words of its own.
 * @param {any} effect
 * @param {number} at
 * @param {Form} form
 */
function kindChoice(effect, at, form) {
  const select = choice({ kind: effect.kind }, "kind", Object.keys(NEW), form, "kind");
  select.addEventListener("change", () => {
    form.row.effects[at] = { kind: select.value, ...structuredClone(NEW[select.value] ?? {}) };
    form.changed(true);
  });
  return select;
}

/** @param {any} effect @param {Form} form @returns {Element[]} */
function wordFields(effect, form) {
  return Object.keys(effect).flatMap((word) => {
    if (["kind", "where", "victim"].includes(word)) return [];
    if (word === "phase") return [phaseChoice(effect, form)];
    if (word === "per") return [choice(effect, word, COUNTERS, form)];
    if (word === "on") return [bonusChoice(effect, form)];
    if (word === "text") return bothLanguages(effect, word, form);
    if (word === "pay" || word === "gain") return [units(effect, word, form)];
    return [whole(effect, word, form)];
  });
}

/** The phase of an income; what is gained is what comes in it. @param {any} effect @param {Form} form */
function phaseChoice(effect, form) {
  const select = choice(effect, "phase", Object.keys(GAINED), form);
  select.addEventListener("change", () => {
    for (const unit of UNITS) delete effect[unit];
    effect[GAINED[select.value][0]] = 1;
    form.changed(true);
  });
  const others = GAINED[effect.phase] ?? [];
  const unit = UNITS.find((one) => one in effect) ?? others[0];
  if (others.length < 2) return h("span", null, select);
  const what = h(
    "select",
    { "aria-label": say(form.lang, "field_gain") },
    ...others.map((one) => h("option", { value: one, selected: one === unit }, say(form.lang, `field_${one}`))),
  );
  what.addEventListener("change", () => {
    const amount = effect[unit] ?? 1;
    delete effect[unit];
    effect[what.value] = amount;
    form.changed(true);
  });
  return h("span", null, select, what);
}

/** What a trade bonus is for: the amount goes with it. @param {any} effect @param {Form} form */
function bonusChoice(effect, form) {
  const select = choice(effect, "on", ["gold", "vp"], form);
  select.addEventListener("change", () => {
    const other = select.value === "vp" ? "gold" : "vp";
    effect[select.value] = effect[other] ?? effect[select.value] ?? 1;
    delete effect[other];
    form.changed(true);
  });
  return select;
}

/** Units by name; none where the field is empty. @param {any} effect @param {string} word @param {Form} form */
function units(effect, word, { lang, changed }) {
  const fields = UNITS.map((unit) => {
    const input = h("input", {
      type: "number",
      min: "0",
      step: "1",
      value: String(effect[word][unit] ?? ""),
      name: `${word}.${unit}`,
    });
    input.addEventListener("input", () => {
      if (Number(input.value) > 0) effect[word][unit] = Number(input.value);
      else delete effect[word][unit];
      changed(false);
    });
    return h("label", null, `${say(lang, `field_${unit}`)} `, input);
  });
  return h("div", { className: "r-group" }, h("b", null, say(lang, `field_${word}`)), ...fields);
}
