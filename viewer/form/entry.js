// @ts-check
/**
 * One move while it is entered: what was answered, and from that, by asking the rules field after field, what is asked
 * next. Only the answers are stored, so an earlier one can be changed: what still fits behind it stays.
 */
import { holds, isFact, lastOf, put, valueAt } from "./shape.js";

/**
 * @import { Domain, Json, Shape } from "./shape.js"
 * @typedef {{path: string, domain: Domain, whole: string, value?: any, given?: boolean, off?: boolean,
 *   out?: boolean, sealed?: boolean}} Step `whole`: what is left out where it is left out: the group whose first part
 *   is asked, else the path itself; `given`: the only value there is; `sealed`: its seal gives it; `off`: it was not on
 *   offer; `out`: it was left out, and nobody said that it was not seen.
 * @typedef {{key: Readonly<Record<string, any>>, paths: Map<string, string>}} Tap A place tapped on the board, by the
 *   names of fields; `paths`: the questions that it answered, by name, all of them in one group.
 * @typedef {{path: string, name: string, domain: Domain}} Part
 * @typedef {object} Standing How far a move has come.
 * @property {Step[]} done What was answered, in the order of the questions; what is given among it.
 * @property {Step | null} question What is asked now.
 * @property {Step[]} aside Optional fields that are usually left out.
 * @property {boolean} complete It can be recorded as it is.
 * @property {Json} move As it would be recorded.
 * @property {number} revision Of the answers that it follows.
 * @property {Tap["key"] | null} misfit A tapped place that does not fit; nothing of it was taken.
 *
 * @typedef {ReadonlyMap<string, any>} Answers By path; null where nobody saw it, LEFT_OUT where it is left out.
 * @typedef {(partial: Json, answers: Answers) => Promise<{field: string | null, domain: Domain | null,
 *   moves?: any[]}>} Ask
 */

const MOST = 500; // Maximum number of questions of a move; more are a bug of its game.
/** The answer that leaves a question out; null where a fact is asked for says that nobody saw it. */
export const LEFT_OUT = Symbol("left out");

export class Entry {
  /**
   * @param {string} type @param {number | null} seat @param {Record<string, Shape>} fields Declared for the type.
   * @param {Ask} ask
   * @param {(path: string) => boolean} sealed Whether an optional part is given by its seal, and not asked for.
   * @param {readonly string[]} aside Fields that are usually left out.
   */
  constructor(type, seat, fields, ask, sealed = () => false, aside = []) {
    this.type = type;
    this.seat = seat;
    this.fields = fields;
    this.ask = ask;
    this.sealed = sealed;
    this.aside = aside;
    /** Path -> value; null where nobody saw it, LEFT_OUT where it is left out. @type {Map<string, any>} */
    this.answers = new Map();
    /** Paths left out that are to be given later. @type {Set<string>} */
    this.later = new Set();
    /** Places tapped on the board, each of them answers all questions that it names or none. @type {Tap[]} */
    this.taps = [];
    /** The domains of its fields, as its offer has them. @type {Record<string, Domain>} */
    this.offered = {};
    /** Whether its type was chosen by a person; a form that opened by itself is not recorded before a tap. */
    this.chosen = false;
    this.revision = 0; // Counts changes of the answers: a result from before a change is dropped.
  }

  /** Whether anything was answered. */
  get begun() {
    return this.answers.size > 0 || this.taps.length > 0;
  }

  /** Answer a question. @param {string} path @param {any} value Null: nobody saw it; LEFT_OUT leaves it out. */
  answer(path, value) {
    this.revision += 1;
    this.taps = this.taps.filter(({ paths }) => ![...paths.values()].includes(path));
    // What lies inside a value that is given anew is answered with it.
    for (const key of [...this.answers.keys()]) if (key.startsWith(`${path}.`)) this.answers.delete(key);
    this.answers.set(path, value);
    this.later.delete(path);
  }

  /** Take an answer back, and what was answered inside it. @param {string} path */
  forget(path) {
    this.revision += 1;
    for (const key of [...this.answers.keys()])
      if (key === path || key.startsWith(`${path}.`)) this.answers.delete(key);
  }

  /** Take the last answer back, with the place it came from. @returns {boolean} Whether there was one. */
  back() {
    const last = [...this.answers.keys()].at(-1);
    const tap = this.taps.find(({ paths }) => last !== undefined && [...paths.values()].includes(last));
    if (last === undefined) return false;
    this.forget(last);
    if (tap) this.untap(tap);
    return true;
  }

  /** Take a tapped place. @param {Tap["key"]} key @param {string | null} [asked] The question that is shown. */
  tap(key, asked = null) {
    const names = Object.keys(key);
    // The answers to what is asked together with it, else those of the move itself.
    const above = asked !== null && lastOf(asked) in key ? asked.slice(0, -lastOf(asked).length) : "";
    // Another part of a list keeps its place.
    const apart = (/** @type {Tap} */ { paths: [[name, path] = ["", ""]] }) =>
      path !== "" && above !== "" && path !== `${above}${name}`;
    for (const tap of this.taps.filter((one) => names.some((name) => name in one.key) && !apart(one))) this.untap(tap);
    for (const name of names) this.forget(`${above}${name}`);
    this.taps.push({ key, paths: new Map() });
    this.revision += 1;
  }

  /** Take a tapped place back, with everything that it answered. @param {Tap} tap */
  untap(tap) {
    this.taps = this.taps.filter((one) => one !== tap);
    for (const path of tap.paths.values()) this.forget(path);
    this.revision += 1;
  }

  /** The answers, and the fields that can have one value only, before the rules have answered. @returns {Json} */
  get draft() {
    const move = this.start;
    for (const [name, domain] of Object.entries(this.chosen ? this.offered : {})) {
      const only = domain.optional ? undefined : onlyValue(domain);
      if (only !== undefined) move[name] = only;
    }
    for (const [path, value] of this.answers)
      if (value !== LEFT_OUT) put(move, path, structuredClone(value), this.fields);
    return Object.assign(move, ...this.taps.map(({ key }) => key));
  }

  /** The move as far as it is known: what is surely part of it. @returns {Json} */
  get start() {
    return { type: this.type, ...(this.seat === null ? {} : { seat: this.seat }) };
  }

  /** How far it has come. @returns {Promise<Standing>} */
  async look() {
    let walk = new Walk(this, null);
    for (let asked = 0; asked < MOST; asked += 1) {
      const found = await walk.next();
      if (!found) return walk.standing(true);
      const further = walk.take(found);
      const tap = walk.misfit(found);
      if (tap) {
        // Nothing of the place is taken: what it had answered is asked again.
        this.untap(tap);
        walk = new Walk(this, tap.key);
      } else if (!further) return walk.standing(false);
    }
    throw new Error(`${this.type} asks more than ${MOST} questions`);
  }
}

/** One pass over the questions of a move. */
class Walk {
  /** @param {Entry} entry @param {Tap["key"] | null} missed The tapped place that did not fit. */
  constructor(entry, missed) {
    this.entry = entry;
    this.missed = missed;
    this.revision = entry.revision;
    this.partial = entry.start; // The move that the rules are asked about; null: left out.
    this.move = entry.start;
    /** @type {Step[]} */ this.done = [];
    /** @type {Step[]} */ this.aside = [];
    /** @type {Step | null} */ this.question = null;
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

  /** Answer a question, or leave it. @param {Step} step @returns {boolean} Whether further ones are worth asking. */
  take(step) {
    const { path, domain } = step;
    const { answers } = this.entry;
    if (!this.question) this.#tapped(step);
    const sealed = domain.optional && this.entry.sealed(path) && !answers.has(path);
    const value = sealed ? LEFT_OUT : this.#answered(step);
    if (!this.question && value === LEFT_OUT) {
      put(this.partial, path, null, this.entry.fields);
      this.done.push({ ...step, value: null, out: true, sealed });
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
    if (domain.optional && (this.entry.aside.includes(path) || (this.open.length > 0 && !this.question)))
      this.aside.push(step);
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
  #tapped(step) {
    const { answers, taps } = this.entry;
    if (answers.has(step.path)) return;
    for (const tap of taps)
      for (const part of partsOf(step)) {
        if (!asks(part, tap) || answers.has(part.path) || !this.#suits(part, tap)) continue;
        answers.set(part.path, tap.key[part.name]);
        tap.paths.set(part.name, part.path);
        return;
      }
  }

  /** Whether a place answers a question and all answered with it. @param {Part} part @param {Tap} tap */
  #suits({ path, name, domain }, { key }) {
    const above = path.slice(0, -name.length);
    return (
      holds(domain, key[name]) &&
      Object.entries(key).every(([other, value]) => {
        const there = valueAt(this.partial, `${above}${other}`);
        return other === name || there === undefined || there === value;
      })
    );
  }

  /** The tapped place that a question refuses: answered or asked already. @param {Step} step @returns {Tap | null} */
  misfit(step) {
    const { answers, taps } = this.entry;
    if (answers.has(step.path)) return null;
    const parts = partsOf(step).filter(({ path }) => !answers.has(path));
    const shown = this.question?.whole === step.path;
    const refuses = (/** @type {Tap} */ tap) =>
      (shown || tap.paths.size > 0) && parts.some((part) => asks(part, tap) && !this.#suits(part, tap));
    return taps.find(refuses) ?? null;
  }

  #set(/** @type {string} */ path, /** @type {any} */ value) {
    const { fields } = this.entry;
    put(this.partial, path, typeof value === "object" ? structuredClone(value) : value, fields);
    if (value !== null || isFact(fields, path))
      put(this.move, path, typeof value === "object" ? structuredClone(value) : value, fields);
  }

  /** @param {boolean} complete @returns {Standing} */
  standing(complete) {
    const { done, question, aside, move, revision, missed } = this;
    return { done, question, aside, complete, move, revision, misfit: missed };
  }
}

/** The questions that a tap may answer at once. @param {Step} step @returns {Part[]} */
function partsOf({ path, domain }) {
  if (domain.kind !== "group" || domain.alone) return [{ path, name: lastOf(path), domain }];
  return Object.entries(domain.fields ?? {}).map(([name, inner]) => ({ path: `${path}.${name}`, name, domain: inner }));
}

/** Whether a question is about a tapped place that has not answered it yet. @param {Part} part @param {Tap} tap */
function asks({ path, name }, { key, paths }) {
  const [used] = paths;
  return (
    name in key && !paths.has(name) && (!used || path.slice(0, -name.length) === used[1].slice(0, -used[0].length))
  );
}

/** The one value a domain has; undefined where there are several. @param {Domain} domain @returns {any} */
function onlyValue(domain) {
  if (domain.kind === "choice" && domain.of.length === 1) return domain.of[0];
  if (domain.kind === "range" && domain.low !== undefined && domain.low === domain.high) return domain.low;
  if (domain.kind !== "list" || !domain.least || domain.least !== domain.most) return undefined;
  const only = onlyValue(domain.of);
  return only === undefined ? undefined : Array.from({ length: domain.least }, () => only);
}
