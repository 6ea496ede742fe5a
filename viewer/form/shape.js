// @ts-check
/** Moves and their declared fields: values at paths by dots, lists as lists, and what a path is called. */
import { localized } from "../kit/words.js";

/**
 * @import { Language } from "../kit/words.js"
 * @typedef {{kind: string, label?: Partial<Record<Language, string>>, of?: Shape, fields?: Record<string, Shape>,
 *   choices?: (string | number)[], low?: number, high?: number, seat?: boolean, optional?: boolean, further?: boolean,
 *   nullable?: boolean, alone?: boolean, keys?: "seat" | string[], place?: string[]}} Shape A field as its game
 *   declares it; `place`: a list of numbers, by their names in the key of a place of the board.
 * @typedef {{kind: string, of?: any, low?: number, high?: number, least?: number, most?: number, keys?: string[],
 *   fields?: Record<string, Domain>, each?: Record<string, Domain>, optional?: boolean, exact?: boolean,
 *   further?: boolean, secret?: boolean, alone?: boolean, known?: Json}} Domain What a field may be
 *   now, as in an offer; `further`: a part of a list or map that the move may not have; `known`: what the record knows.
 * @typedef {Record<string, any>} Json
 */

/** The declared field at a path. @param {Record<string, Shape>} fields @param {string} path @returns {Shape | null} */
export function shapeAt(fields, path) {
  const [name, ...way] = path.split(".");
  /** @type {Shape | null | undefined} */ let shape = fields[name];
  for (const step of way) shape = shape?.kind === "group" ? shape.fields?.[step] : shape?.of;
  return shape ?? null;
}

/** Whether null is an answer: a path in a map of facts. @param {Record<string, Shape>} fields @param {string} path */
export function isFact(fields, path) {
  const above = path.split(".").slice(0, -1).join(".");
  return above !== "" && shapeAt(fields, above)?.kind === "map" && shapeAt(fields, path)?.nullable === true;
}

/**
 * Put a value at a path of a move, in place; what is missing on the way is made: a list where the game declares one.
 * @param {Json} move @param {string} path @param {any} value @param {Record<string, Shape>} fields
 */
export function put(move, path, value, fields) {
  const way = path.split(".");
  /** @type {any} */ let here = move;
  way.forEach((key, place) => {
    if (place === way.length - 1) {
      here[key] = value;
      return;
    }
    if (here[key] === null || typeof here[key] !== "object") {
      const shape = shapeAt(fields, way.slice(0, place + 1).join("."));
      here[key] = shape?.kind === "list" ? [] : {};
    }
    here = here[key];
  });
}

/** The value at a path; undefined where there is none. @param {any} move @param {string} path */
export const valueAt = (move, path) => path.split(".").reduce((here, key) => here?.[key], move);

/** The last step of a path: `row` of `place.0.row`. @param {string} path */
export const lastOf = (path) => path.slice(path.lastIndexOf(".") + 1);

/**
 * What a path is called: the labels along it, with the place in a list and the key of a map.
 * @param {Record<string, Shape>} fields @param {string} path @param {Language} lang
 * @param {(key: string, bySeat: boolean) => string} keyName Names a key of a map.
 */
export function labelOf(fields, path, lang, keyName) {
  const way = path.split(".");
  /** @type {string[]} */ const words = [];
  way.forEach((step, place) => {
    const shape = shapeAt(fields, way.slice(0, place + 1).join("."));
    const above = place ? shapeAt(fields, way.slice(0, place).join(".")) : null;
    if (above?.kind === "list") words.push(String(Number(step) + 1));
    else if (above?.kind === "map") words.push(keyName(step, above.keys === "seat"));
    else {
      const label = localized(shape?.label, lang) || step.replaceAll("_", " ");
      // In a list the inner label says more than the outer one.
      if (place && above?.kind === "group") words.push(`· ${label}`);
      else words.push(label);
    }
  });
  return words.join(" ");
}

/** Whether two values are one; a place of the board is a list of numbers. @param {any} one @param {any} other */
export const same = (one, other) =>
  one === other || (Array.isArray(one) && Array.isArray(other) && one.join() === other.join());

/** @typedef {Readonly<Record<string, string | number>>} Key Of a place of the board. */

/** A place of the board as the field's value. @param {Shape | null | undefined} shape @param {Key} key */
function placeIn(shape, key) {
  const names = shape?.place;
  return names && same(names, Object.keys(key)) ? names.map((name) => key[name]) : undefined;
}

/**
 * What a tapped place answers, by path: the question that is asked, else the first field that takes such places, or a
 * list of them.
 * @param {Record<string, Shape>} fields Of the move's type.
 * @param {Key} key @param {string | null} [asked] @returns {Record<string, any> | null}
 */
export function placeAnswer(fields, key, asked = null) {
  const paths = [asked ?? "", ...Object.keys(fields).flatMap((name) => [name, `${name}.0`])];
  for (const path of paths) {
    const place = path ? placeIn(shapeAt(fields, path), key) : undefined;
    if (place) return { [path]: place };
  }
  return null;
}

/** Whether a move names a place. @param {Record<string, Shape>} fields Its own. @param {Json} move @param {Key} key */
export const namesPlace = (fields, move, key) =>
  Object.entries(fields).some(([name, shape]) => {
    const all = shape.place ? [move[name]] : (move[name] ?? []);
    const place = placeIn(shape.place ? shape : shape.of, key);
    return place && all.some((/** @type {any} */ one) => same(one, place));
  });

/** The domain of a field. @param {Record<string, Domain>} fields @param {string} path @returns {Domain | undefined} */
export function domainAt(fields, path) {
  const [name, item] = path.split(".");
  return item === undefined ? fields[name] : fields[name]?.of;
}

/** Whether a domain holds a value. @param {Domain} domain @param {any} value @returns {boolean} */
export function holds(domain, value) {
  if (value === null) return Boolean(domain.optional);
  switch (domain.kind) {
    case "choice":
      return domain.of.some((/** @type {any} */ one) => same(one, value));
    case "range":
      return Number.isInteger(value) && value >= (domain.low ?? 0) && value <= (domain.high ?? Infinity);
    case "flag":
      return typeof value === "boolean";
    case "list":
      return (
        Array.isArray(value) &&
        value.length >= (domain.least ?? 0) &&
        value.length <= (domain.most ?? Infinity) &&
        value.every((one) => holds(domain.of, one))
      );
    case "map":
      return Object.entries(value).every(
        ([key, one]) => domain.keys?.includes(key) && holds(domain.each?.[key] ?? domain.of, one),
      );
    case "group":
      return Object.entries(domain.fields ?? {}).every(([name, inner]) =>
        value?.[name] === undefined ? inner.optional || domain.alone : holds(inner, value[name]),
      );
    default:
      return true;
  }
}

/**
 * The domain of a field that nobody offers: as wide as the game declares it.
 * @param {Shape} shape
 * @param {{seats: number, most: number, known?: any[], places?: (names: string[]) => any[]}} table How many sit there,
 *   of how many a list is that does not say, what was recorded so far where the game names no values, and the places of
 *   the board.
 * @returns {Domain}
 */
export function declared(shape, table) {
  const ways = { ...(shape.optional ? { optional: true } : {}), ...(shape.further ? { further: true } : {}) };
  const more = { exact: false, ...ways };
  switch (shape.kind) {
    case "choice":
      return { kind: "choice", of: shape.choices, ...more };
    case "flag":
      return { kind: "flag", ...more };
    case "integer":
      if (shape.seat) return { kind: "choice", of: Array.from({ length: table.seats }, (_, seat) => seat), ...more };
      return { kind: "range", low: shape.low ?? 0, high: shape.high, ...more };
    case "list":
      if (shape.place && table.places) return { kind: "choice", of: table.places(shape.place), ...more };
      return { kind: "list", of: declared(inner(shape), table), least: 0, most: shape.high ?? table.most, ...more };
    case "map": {
      // Keys that the game does not name are numbers of pieces.
      const numbers = (/** @type {number} */ length) => Array.from({ length }, (_, number) => String(number));
      const keys = shape.keys === "seat" ? numbers(table.seats) : (shape.keys ?? numbers(table.most));
      return { kind: "map", keys, of: declared(inner(shape), table), ...more };
    }
    case "group": {
      const fields = Object.entries(shape.fields ?? {}).map(([name, one]) => [name, declared(one, table)]);
      const alone = shape.alone ? { alone: true } : {};
      return { kind: "group", fields: Object.fromEntries(fields), ...alone, ...more };
    }
    default:
      // What a game calls a text is mostly the name of something that lies on the table.
      return table.known?.length ? { kind: "choice", of: table.known, ...more } : { kind: "free", ...more };
  }
}

const MOST_ITEMS = 12; // Length of a list that states none.

/**
 * A domain as it is asked for: where the rules leave a value free, as wide as the game declares its field. Text is
 * typed for what the game itself declares as text.
 * @param {Domain} domain @param {Shape | null} shape @param {number} seats How many sit at the table. @returns {Domain}
 */
export function narrowed(domain, shape, seats) {
  if (domain.kind !== "free" || !shape) return domain;
  return { ...domain, ...declared({ ...shape, optional: domain.optional }, { seats, most: MOST_ITEMS }) };
}

/**
 * The first unanswered field of a move in the order that its game declares, for when the rules cannot be asked. A
 * field with some parts answered continues part by part; since its end is unknown, each further part of a list or of
 * a map may be left out.
 * @param {Record<string, Shape>} fields Of the move's type. @param {any} partial The move so far.
 * @param {ReadonlyMap<string, any>} answered By path: a value as a whole, or a part of one.
 * @param {number} seats How many sit at the table. @returns {{path: string, shape: Shape} | null}
 */
export const nextField = (fields, partial, answered, seats) =>
  firstOf(Object.entries(fields), ([name, shape]) => missing(shape, name, partial[name], answered, seats));

/**
 * @param {Shape} shape @param {string} path @param {any} value @param {ReadonlyMap<string, any>} answered
 * @param {number} seats @returns {{path: string, shape: Shape} | null}
 */
function missing(shape, path, value, answered, seats) {
  if (value === undefined) {
    if (![...answered.keys()].some((key) => key.startsWith(`${path}.`))) return { path, shape };
    value = shape.kind === "list" ? [] : {};
  }
  if (value === null || typeof value !== "object" || answered.has(path)) return null;
  const one = inner(shape);
  const part = (/** @type {[string, Shape]} */ [key, of]) => missing(of, `${path}.${key}`, value[key], answered, seats);
  const further = { ...one, optional: true, further: true };
  switch (shape.kind) {
    case "group":
      return firstOf(
        Object.entries(shape.fields ?? {}).filter(([name, of]) => name in value || !of.optional),
        part,
      );
    case "list": {
      if (value.at(-1) === null) return null;
      const found = firstOf([...value.keys()], (/** @type {number} */ place) => part([String(place), one]));
      const full = shape.high !== undefined && value.length >= shape.high;
      return found ?? (full ? null : { path: `${path}.${value.length}`, shape: further });
    }
    case "map": {
      const named = shape.keys === "seat" ? Array.from({ length: seats }, (_, seat) => String(seat)) : shape.keys;
      return firstOf(named?.length ? named : Object.keys(value), (key) => part([key, further]));
    }
    default:
      return null;
  }
}

/** The first result of several. @template T, U @param {T[]} all @param {(one: T) => U | null} found */
function firstOf(all, found) {
  for (const one of all) {
    const hit = found(one);
    if (hit) return hit;
  }
  return null;
}

/** @param {Shape} shape @returns {Shape} */
const inner = (shape) => shape.of ?? { kind: "text" };
