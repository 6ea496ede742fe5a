// @ts-check
/** The rows of an edition: their names, what of them is compared, what follows from them, and two editions made one. */
import { fill, localized } from "../../kit/words.js";

/**
 * @typedef {import("../../kit/words.js").Language} Language
 * @typedef {any} Field A field as `box_form` of `GET /v1/games/{game}` has it.
 * @typedef {{path: string, label: any, row: string, keyed: boolean, copies: string[],
 *   always: boolean, fields: Record<string, Field>}} Table
 * @typedef {{tables: Table[]}} BoxForm
 * @typedef {{table: Table, key: string, name: string, path: string, members: any}} Row `path`: table and key.
 * @typedef {{field: string, words: "number" | "whole" | "total" | "name" | "json" | "low", count?: any, wanted?: any,
 *   asks?: boolean}} Fault `asks`: it can be right.
 */

const MARKS = "stand_in";

/** @param {any} box @param {string} path */
export const at = (box, path) => path.split(".").reduce((here, key) => here?.[key], box);

export const same = (/** @type {unknown} */ one, /** @type {unknown} */ other) => canonical(one) === canonical(other);

/** @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!value || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

/** Every row of a box, in the order of entry. @param {BoxForm} form @param {any} box @returns {Row[]} */
export const rowsOf = (form, box) =>
  form.tables.flatMap((table) => {
    const found = Object.entries(at(box, table.path) ?? {}).filter(([, row]) => row && typeof row === "object");
    const names = found.map(([key, row]) => (table.keyed ? key : named(table.row, row) || key));
    return found.map(([key, members], place) => {
      const name = names.indexOf(names[place]) === names.lastIndexOf(names[place]) ? names[place] : key;
      return { table, key, name, path: `${table.path}.${key}`, members };
    });
  });

/** What an owner calls a row; empty where its members give no name. @param {string} template @param {any} row */
function named(template, row) {
  const name = fill(template, row);
  return /[{}.]/.test(name) || name.length > 40 ? "" : name;
}

/** What copies of a row share: all but the id. A row that only has the name of another is no copy. @param {Row} row */
const copyKey = ({ table, members }) => table.path + canonical({ ...members, id: null });

/** The rows that are copies of a row, itself among them. @param {Row[]} rows @param {Row} row */
export function copiesOf(rows, row) {
  if (!row.table.copies.length) return [row];
  return rows.filter((one) => one.table === row.table && copyKey(one) === copyKey(row));
}

/** The rows without further copies of one; an open row stays. @param {Row[]} rows @param {string} [open] */
export function apart(rows, open) {
  const seen = new Set();
  return rows.filter((row) => {
    const key = row.table.copies.length ? copyKey(row) : row.path;
    const first = !seen.has(key);
    seen.add(key);
    return first || row.path === open;
  });
}

/** Whether a row was compared with a printed copy. @param {any} members @param {any} box */
export const isCompared = (members, box) => (members[MARKS] ? !members[MARKS].length : box[MARKS] !== true);

export function tally(/** @type {BoxForm} */ form, /** @type {any} */ box) {
  const rows = rowsOf(form, box);
  return { rows: rows.length, compared: rows.filter(({ members }) => isCompared(members, box)).length };
}

/**
 * Say that rows were compared, or that they were not.
 * @param {BoxForm} form @param {any} box Changed in place. @param {Row[]} rows
 * @param {any} base The edition that the work began with: its marks come back.
 */
export function compare(form, box, rows, base) {
  const undo = rows.every(({ members }) => isCompared(members, box));
  for (const { table, path, members } of rows) {
    const before = at(base, path)?.[MARKS];
    members[MARKS] = undo ? (before?.length ? [...before] : Object.keys(table.fields)) : [];
  }
  const { rows: all, compared } = tally(form, box);
  if (MARKS in box) box[MARKS] = compared < all;
}

/**
 * Write what follows from other values.
 * @param {BoxForm} form @param {any} box Changed in place. @param {Row[]} changed The rows that were changed.
 * @param {any} before The members of these rows before.
 */
export function derive(form, box, changed, before) {
  const kinds = (/** @type {any} */ effects) => effects?.map?.((/** @type {any} */ one) => one.kind) ?? [];
  for (const { table, members } of changed)
    for (const [key, field] of Object.entries(table.fields)) {
      if (same(before.effects, members.effects)) continue;
      if (field.derived === "text") members[key] = generated(members.effects, field.sentences) ?? members[key];
      const found = kinds(members.effects);
      // A choice of somebody's own stays.
      const brought = (/** @type {string[]} */ of) =>
        field.choices[Math.max(...of.map((kind) => field.choices.indexOf(field.follows[kind])))];
      if (field.follows && members[key] === brought(kinds(before.effects)))
        members[key] = brought(found) ?? members[key];
    }
  for (const table of form.tables)
    for (const [key, field] of Object.entries(table.fields)) {
      if (field.derived !== "membership") continue;
      const source = form.tables.find(({ path }) => path === field.rows);
      const lists = Object.keys(source?.fields ?? {}).filter((one) => source?.fields[one].rows === table.path);
      for (const { members } of rowsOf({ tables: [table] }, box)) {
        const listing = Object.values(at(box, field.rows) ?? {}).filter((/** @type {any} */ row) =>
          lists.some((one) => row[one]?.includes?.(members.id)),
        );
        members[key] = listing.map((/** @type {any} */ row) => row.id).sort();
      }
    }
}

/**
 * The text that follows from the effects of a row, as the service writes it; null where one has no sentence.
 * @param {any} effects @param {Record<string, Record<Language, string>>} sentences
 */
export function generated(effects, sentences) {
  if (!Array.isArray(effects) || !effects.length || effects.some((one) => !sentences[one?.kind])) return null;
  const of = (/** @type {Language} */ lang) =>
    effects.map((one) => sentence(sentences[one.kind][lang], blanksOf(one, lang, sentences))).join("; ");
  const text = { en: of("en"), es: of("es") };
  return /\{\w/.test(text.en + text.es) ? null : text;
}

/** Signs in the names of blanks as words. @param {string} name */
const plain = (name) => name.replace(/(\w)\+(?=[}:])/g, "$1_more").replace(/(\w)-(?=[}:])/g, "$1_less");

function sentence(/** @type {string} */ template, /** @type {Record<string, any>} */ blanks) {
  // A part in brackets is left out where one of its values is missing.
  const parts = plain(template).replace(/\[([^\]]*)\]/g, (_, part) => {
    const filled = fill(part, blanks);
    return /\{\w/.test(filled) ? "" : filled;
  });
  return fill(parts, blanks).split(/\s+/).filter(Boolean).join(" ");
}

function blanksOf(/** @type {any} */ effect, /** @type {Language} */ lang, /** @type {Record<string, any>} */ words) {
  /** @type {Record<string, any>} */ const blanks = {};
  for (const [key, value] of Object.entries(effect)) {
    // `{n-}` is the opposite of a negative number, `{n+}` a positive one.
    if (Number.isInteger(value) && value)
      blanks[key] = blanks[`${key}_${value > 0 ? "more" : "less"}`] = Math.abs(value);
    else if (typeof value === "string") blanks[key] = words[value]?.[lang] ?? value;
    else if (value?.en !== undefined) blanks[key] = value[lang];
    else if (value && typeof value === "object")
      for (const [inner, count] of Object.entries(value)) if (count) blanks[`${key}_${inner}`] = count;
  }
  return blanks;
}

/** What is wrong with a row, or asked about it; the service checks more. @param {Row} row @returns {Fault[]} */
export const faultsOf = ({ table, members }) =>
  Object.entries(table.fields).flatMap(([key, field]) => (field.derived ? [] : faultsAt(members[key], field, key)));

/** @param {any} value @param {Field} field @param {string} path @returns {Fault[]} */
function faultsAt(value, field, path) {
  if (value === undefined) return field.optional ? [] : [{ field: path, words: "number" }];
  if (value === null) return field.nullable ? [] : [{ field: path, words: "number" }];
  if (field.kind === "integer") {
    if (!Number.isInteger(value)) return [{ field: path, words: "whole" }];
    const low = field.low ?? 0;
    if (field.high === undefined || (value >= low && value <= field.high)) return [];
    return [{ field: path, words: "low", count: low, wanted: field.high, asks: true }];
  }
  if (field.kind === "names") return localized(value, "en") ? [] : [{ field: path, words: "name" }];
  if (Array.isArray(value))
    return field.of ? value.flatMap((item, place) => faultsAt(item, field.of, `${path}.${place}`)) : [];
  if (typeof value !== "object" || field.kind === "free") return [];
  const inner = { ...field.fields, ...field.variants?.[value.kind] };
  const count = Object.values(value).reduce((sum, one) => sum + (Number.isInteger(one) ? one : 0), 0);
  const total = field.total && count !== field.total;
  return [
    ...(total ? [{ field: path, words: /** @type {const} */ ("total"), count, wanted: field.total }] : []),
    ...Object.keys({ ...(field.kind === "map" ? {} : inner), ...value }).flatMap((key) => {
      const of = inner[key] ?? field.of;
      return of ? faultsAt(value[key], of, `${path}.${key}`) : [];
    }),
  ];
}

/** Where two editions differ, row by row. @param {BoxForm} form @param {any} mine @param {any} theirs */
export function differences(form, mine, theirs) {
  const [own, its] = [unitsOf(form, mine), unitsOf(form, theirs)];
  return [...new Set([...own.keys(), ...its.keys()])].filter((path) => !same(own.get(path), its.get(path)));
}

/**
 * One edition of two that began alike: a row that one of them changed is taken from there.
 * @param {BoxForm} form @param {any} base The common base; null if unknown. @param {any} mine
 * @param {any} theirs
 * @returns {{box: any, conflicts: string[], taken: string[]}} In `conflicts`, rows that both changed, `mine` is taken;
 *   of two of which one was compared with a printed copy, that one. `taken`: rows that are theirs.
 */
export function merged(form, base, mine, theirs) {
  const was = base ? unitsOf(form, base) : new Map();
  const [own, its] = [unitsOf(form, mine), unitsOf(form, theirs)];
  const conflicts = [];
  const taken = [];
  const done = (/** @type {any} */ members, /** @type {any} */ box) => Boolean(members && isCompared(members, box));
  for (const path of differences(form, mine, theirs)) {
    const [one, other] = [own.get(path), its.get(path)];
    if (base && same(other, was.get(path))) continue;
    const [ours, theirs_] = path ? [done(one, mine), done(other, theirs)] : [false, false];
    if (base && same(one, was.get(path)) && other) taken.push(path);
    else if (ours === theirs_ || !base) conflicts.push(path);
    else if (theirs_) taken.push(path);
  }
  return { box: withRows(form, mine, theirs, taken), conflicts, taken };
}

/** Take rows of another edition. @param {BoxForm} form @param {any} mine @param {any} theirs @param {string[]} paths */
export function withRows(form, mine, theirs, paths) {
  const box = structuredClone(mine);
  for (const path of paths)
    if (path) put(box, path, structuredClone(at(theirs, path)));
    else Object.assign(box, { ...outside(form, theirs, box), edition: mine.edition });
  if (MARKS in box) box[MARKS] = tally(form, box).compared < rowsOf(form, box).length;
  return box;
}

/** Rows by path; `""` has what is in none. @param {BoxForm} form @param {any} box @returns {Map<string, any>} */
export function unitsOf(form, box) {
  const { [MARKS]: _, edition, ...rest } = outside(form, box, {});
  return new Map([["", rest], ...rowsOf(form, box).map(({ path, members }) => /** @type {const} */ ([path, members]))]);
}

/** A box with the tables of another one. @param {BoxForm} form @param {any} box @param {any} tables */
function outside(form, box, tables) {
  const rest = structuredClone(box);
  for (const { path } of form.tables) put(rest, path, at(tables, path) ?? null);
  return rest;
}

function put(/** @type {any} */ box, /** @type {string} */ path, /** @type {any} */ value) {
  const way = path.split(".");
  const last = /** @type {string} */ (way.pop());
  const holder = way.reduce((here, key) => here?.[key], box);
  if (holder) holder[last] = value;
}
