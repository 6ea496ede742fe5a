// @ts-check
/**
 * One move while it is entered: what was answered, and from that, by asking the rules field after field, what is asked
 * next. Nothing is kept but the answers, so an earlier one can be changed: what still fits behind it stays.
 */
import { holds, isFact, lastOf, put, valueAt } from "./shape.js";

/**
 * @typedef {import("./shape.js").Domain} Domain
 * @typedef {import("./shape.js").Json} Json
 * @typedef {import("./shape.js").Shape} Shape
 * @typedef {{path: string, domain: Domain, whole: string, value?: any, given?: boolean, off?: boolean,
 *   out?: boolean}} Step `whole`: what is left out where it is left out: the group whose first part is asked, else the
 *   path itself; `given`: the only value there is; `off`: it was not on offer; `out`: it was left out, and nobody said
 *   that it was not seen.
 * @typedef {object} Standing How far a move has come.
 * @property {Step[]} done What was answered, in the order of the questions; what is given among it.
 * @property {Step | null} question What is asked now.
 * @property {Step[]} aside What may be said beside it, and is usually left out.
 * @property {boolean} complete It can be recorded as it is.
 * @property {Json} move As it would be recorded.
 *
 * @typedef {ReadonlyMap<string, any>} Answers By path; null where nobody saw it, LEFT_OUT where it is left out.
 * @typedef {(partial: Json, answers: Answers) => Promise<{field: string | null, domain: Domain | null,
 *   moves?: any[]}>} Ask
 */

/** Questions of one move; more would be a fault of its game. */
const MOST = 500;
/** The answer that leaves a question out; null where a fact is asked for says that nobody saw it. */
export const LEFT_OUT = Symbol("left out");

export class Entry {
  /**
   * @param {string} type
   * @param {number | null} seat
   * @param {Record<string, Shape>} fields Declared for the type.
   * @param {Ask} ask
   */
  constructor(type, seat, fields, ask) {
    this.type = type;
    this.seat = seat;
    this.fields = fields;
    this.ask = ask;
    /** Path -> value; null where nobody saw it, LEFT_OUT where it is left out. @type {Map<string, any>} */
    this.answers = new Map();
    /** Paths left out that are to be given later. @type {Set<string>} */
    this.later = new Set();
    /** What was tapped on the board before it was asked for: name -> value. @type {Map<string, any>} */
    this.taps = new Map();
  }

  /** Whether anything was answered. */
  get begun() {
    return this.answers.size > 0 || this.taps.size > 0;
  }

  /**
   * Answer a question.
   * @param {string} path
   * @param {any} value Null: nobody saw it; LEFT_OUT leaves it out.
   */
  answer(path, value) {
    // What lies inside a value that is given anew is answered with it.
    for (const key of [...this.answers.keys()]) if (key.startsWith(`${path}.`)) this.answers.delete(key);
    this.answers.set(path, value);
    this.later.delete(path);
  }

  /** Take an answer back, and what was answered inside it. @param {string} path */
  forget(path) {
    for (const key of [...this.answers.keys()])
      if (key === path || key.startsWith(`${path}.`)) this.answers.delete(key);
  }

  /** Take the last answer back. @returns {boolean} Whether there was one. */
  back() {
    const last = [...this.answers.keys()].at(-1);
    if (last === undefined) return false;
    this.answers.delete(last);
    return true;
  }

  /** The move as far as it is known: what is surely part of it. @returns {Json} */
  get start() {
    return { type: this.type, ...(this.seat === null ? {} : { seat: this.seat }) };
  }

  /**
   * How far it has come.
   * @returns {Promise<Standing>}
   */
  async look() {
    const walk = new Walk(this);
    for (let asked = 0; asked < MOST; asked += 1) {
      const found = await walk.next();
      if (!found) return walk.standing(true);
      if (!walk.take(found)) return walk.standing(false);
    }
    throw new Error(`${this.type} asks more than ${MOST} questions`);
  }
}

/** One pass over the questions of a move. */
class Walk {
  /** @param {Entry} entry */
  constructor(entry) {
    this.entry = entry;
    /** What the rules are asked with: null stands for what is left out. */
    this.partial = entry.start;
    this.move = entry.start;
    /** @type {Step[]} */
    this.done = [];
    /** @type {Step[]} */
    this.aside = [];
    /** @type {Step | null} */
    this.question = null;
    /** @type {{path: string, fields: Record<string, Domain>}[]} Groups whose parts are asked, the innermost last. */
    this.open = [];
  }

  /** The next question; null where nothing is missing. @returns {Promise<Step | null>} */
  async next() {
    const { field, domain } = await this.entry.ask(this.partial, this.entry.answers);
    // What the rules do not ask part by part, the group itself says.
    for (let group = this.open.at(-1); group; group = this.open.at(-1)) {
      if (field?.startsWith(`${group.path}.`)) break;
      const missing = Object.keys(group.fields).find(
        (name) => valueAt(this.partial, `${group?.path}.${name}`) === undefined,
      );
      if (missing !== undefined) {
        const path = `${group.path}.${missing}`;
        return { path, whole: path, domain: group.fields[missing] };
      }
      this.open.pop();
    }
    return field === null || !domain ? null : { path: field, whole: field, domain };
  }

  /**
   * Answer a question with what is known, or leave it open.
   * @param {Step} step
   * @returns {boolean} Whether further ones are worth asking.
   */
  take(step) {
    const { path, domain } = step;
    const { answers } = this.entry;
    if (!this.question) this.#tapped(step);
    const value = this.#answered(step);
    if (!this.question && value === LEFT_OUT) {
      put(this.partial, path, null, this.entry.fields);
      this.done.push({ ...step, value: null, out: true });
      return true;
    }
    if (!this.question && value !== undefined) {
      this.#set(path, value);
      this.done.push({ ...step, value, off: !holds(domain, value) });
      return true;
    }
    const inside = [...answers.keys()].some((key) => key.startsWith(`${path}.`));
    if (!this.question && domain.kind === "group" && !domain.alone && inside) {
      this.#set(path, {});
      this.open.push({ path, fields: domain.fields ?? {} });
      return true;
    }
    const only = onlyValue(domain);
    if (!domain.optional && only !== undefined) {
      this.#set(path, only);
      if (!this.question) this.done.push({ ...step, value: only, given: true });
      return true;
    }
    if (domain.optional && (domain.aside || (this.open.length > 0 && !this.question))) this.aside.push(step);
    else if (!this.question) {
      this.question = this.#first(step);
      if (!domain.optional) return false;
    } else if (!domain.optional) return false;
    put(this.partial, path, null, this.entry.fields);
    return true;
  }

  /**
   * What a question was answered with, itself or as a part of what was answered as a whole, while the rules could not
   * be asked; undefined: with nothing yet. What such a whole does not name is left out: nobody said that it was not
   * seen.
   * @param {Step} step
   */
  #answered({ path, domain }) {
    const { answers } = this.entry;
    if (answers.has(path)) return answers.get(path);
    const above = [...answers.keys()].find((key) => path.startsWith(`${key}.`));
    if (above === undefined) return undefined;
    const value = valueAt(answers.get(above), path.slice(above.length + 1));
    return value === undefined && domain.optional ? LEFT_OUT : value;
  }

  /** A group is asked by its first part. @param {Step} step @returns {Step} */
  #first(step) {
    const { path, domain } = step;
    if (domain.kind !== "group" || domain.alone) return step;
    const [name, first] = Object.entries(domain.fields ?? {})[0] ?? [];
    if (!name || !first) return step;
    return { path: `${path}.${name}`, whole: path, domain: { ...first, optional: domain.optional } };
  }

  /** What was tapped on the board answers the question that has its name. @param {Step} step */
  #tapped({ path, domain }) {
    const { answers, taps } = this.entry;
    if (answers.has(path)) return;
    if (domain.kind === "group" && !domain.alone) {
      const part = Object.entries(domain.fields ?? {}).find(
        ([name, inner]) => taps.has(name) && holds(inner, taps.get(name)),
      );
      if (!part) return;
      answers.set(`${path}.${part[0]}`, taps.get(part[0]));
      taps.delete(part[0]);
      return;
    }
    const name = lastOf(path);
    if (!taps.has(name) || !holds(domain, taps.get(name))) return;
    answers.set(path, taps.get(name));
    taps.delete(name);
  }

  /** @param {string} path @param {any} value */
  #set(path, value) {
    const { fields } = this.entry;
    put(this.partial, path, typeof value === "object" ? structuredClone(value) : value, fields);
    if (value !== null || isFact(fields, path))
      put(this.move, path, typeof value === "object" ? structuredClone(value) : value, fields);
  }

  /** @param {boolean} complete @returns {Standing} */
  standing(complete) {
    const { done, question, aside, move } = this;
    return { done, question, aside, complete, move };
  }
}

/**
 * The one value a domain has; undefined where there are several.
 * @param {Domain} domain
 */
function onlyValue(domain) {
  if (domain.kind === "choice" && domain.of.length === 1) return domain.of[0];
  if (domain.kind === "range" && domain.low !== undefined && domain.low === domain.high) return domain.low;
  return undefined;
}
