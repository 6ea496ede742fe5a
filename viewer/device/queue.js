// @ts-check
/**
 * What becomes of the entries of one record on this phone until the service has them: pure functions from a row and
 * what happened to the row afterwards. No store, no network, no clock.
 *
 * Why nothing is lost or doubled: a request is frozen in the row before it is sent, byte for byte and with its key, and
 * is repeated as it is until the service answers it. The service gives a known key its first answer. So a request may
 * be sent any number of times, by any tab, before and after a crash.
 */
import { bothFrom } from "../kit/words.js";
import { conflictOf, isSame } from "./conflict.js";

/**
 * @import { Clash } from "./conflict.js"
 * @typedef {{type: string, title?: string, detail?: string, status?: number, rule?: string, line?: number, version?:
 *   number, since?: any[], [key: string]: any}} Problem
 * @typedef {{place: number, own: string, key: string, call: string, query: Record<string, any>, any: boolean, body:
 *   any, occurred_at: string, zone: string, state: "held" | "waiting" | "sending" | "sent" | "refused" | "set_aside",
 *   name: string | null, through?: number, says: Record<string, string> | null, problem: Problem | null}} Entry `name`:
 *   of what it wrote; `through`: the version of the last entry that it wrote, for a run writes several.
 * @typedef {{key: string, call: string, path: string, type: string, match: string | null, body: string, keys:
 *   string[]}} Flight A request that was or will be sent, and the keys of the entries in it.
 * @typedef {{why: string, problem: Problem | null}} Stop
 * @typedef {{own: string, api: string, record: string | null, game: string, role: string, seat: number | null, token:
 *   string | null, seats: any[], opening: any, opening_key: string, base: number, status: string, winners: number[],
 *   sent: number, unsent: number, title: string, changed: string, extra: Record<string, any>, next: number, most:
 *   number, clock_s: number, flight: Flight | null, clash: Clash | null, over: any[], stop: Stop | null}} Own `base`:
 *   the version that the unsent entries follow. `next`: the next place. `most`: moves in one import. `over`: what
 *   others wrote before the entries that are sent again, until one of these counts.
 * @typedef {{own: Own, queue: readonly Entry[], done: readonly Entry[]}} Row `queue`: unsent entries in their order;
 *   `done`: those that leave it by this step.
 * @typedef {{status: number, body: any, retry_s: number | null} | null} Answer Null: none came.
 * @typedef {{did: "sent" | "refused" | "clash" | "again" | "stopped" | "lookup" | "nothing", entries?: readonly
 *   Entry[], body?: any, problem?: Problem, clash?: Clash, after_s?: number | null, first?: number}} Happened
 */

/** Moves in one import: a whole game of most titles, in an answer of a few hundred kilobytes. */
export const MOST = 200;

const PROBLEM = "urn:movebook:problem:";
/** Why a whole queue is stopped, by the problem that the service names. */
const STOPS = /** @type {Record<string, string>} */ ({
  "no-token": "token",
  "record-closed": "closed",
  "record-void": "void",
  "record-full": "full",
  "other-recorder": "recorder",
  "record-not-found": "removed",
  "record-removed": "removed",
  copy: "removed",
});
/** Problems that are over by themselves. */
const PASSING = new Set(["broken", "busy", "unfinished", "store-out-of-reach", "too-many", "set-aside"]);

/** Calls that change nothing for later entries: what is refused of them is set aside, and the rest is sent. */
export const STATEMENTS = new Set(["signatures"]);

/** What a service says to calls of another version of this page. */
const UNKNOWN = new Set(["not-found", "method-not-allowed", "media-type", "precondition-needed"]);

/** @param {Row} row @param {Partial<Own>} own @param {readonly Entry[]} [queue] @returns {Row} */
const next = (row, own, queue = row.queue) => ({ ...row, own: { ...row.own, ...own }, queue });

/** @param {Row} row @param {(entry: Entry) => boolean} which @param {Partial<Entry>} to */
const marked = (row, which, to) => row.queue.map((entry) => (which(entry) ? { ...entry, ...to } : entry));

/**
 * The row with an entry added at its end.
 * @param {Row} row
 * @param {Pick<Entry, "key" | "call" | "query" | "any" | "body" | "occurred_at" | "zone" | "says">} what
 * @param {boolean} held Whether it waits for its release.
 * @param {readonly any[]} [lately] Moves that others wrote a moment ago and that the record on this phone has by now:
 *   where one of them is the same, the table is asked whether it is.
 * @returns {[Row, Entry]}
 */
export function added(row, what, held, lately = []) {
  const { own } = row;
  const alone = what.call === "moves" && !what.any && !row.queue.length && !own.clash;
  const theirs = alone ? lately.findLast((one) => isSame(what.body, one)) : undefined;
  /** @type {Clash | null} */
  const clash = theirs ? { kind: "same", theirs: [theirs], version: own.base, alike: 1, problem: null } : own.clash;
  /** @type {Entry} */
  const entry = { ...what, place: own.next, own: own.own, state: held ? "held" : "waiting", name: null, problem: null };
  return [next(row, { next: own.next + 1, clash }, [...row.queue, entry]), entry];
}

/** The row with nothing held back any more. @param {Row} row @returns {Row} */
export function released(row) {
  const queue = marked(row, (entry) => entry.state === "held", { state: "waiting" });
  return next(row, {}, queue);
}

/** Take back an entry, unless on its way. @param {Row} row @param {string} key @returns {[Row, Entry | null]} */
export function takenBack(row, key) {
  const entry = row.queue.find((one) => one.key === key);
  if (!entry || entry.state === "sending") return [row, null];
  const queue = row.queue.filter((one) => one !== entry);
  return [queue.length ? judged(row, queue) : next(row, { clash: null, over: [] }, queue), entry];
}

/**
 * The row with entries taken out of its queue or changed in it, which clash as far as they still do. What the rules
 * refused after what others wrote is sent once more, for it may be another move by now.
 * @param {Row} row @param {readonly Entry[]} queue Not empty. @returns {Row}
 */
function judged(row, queue) {
  const { clash, base, over } = row.own;
  if (!clash) return next(row, {}, queue);
  // A move that the phone knew already was asked about only because it is the same.
  const followed = new Set(over.map((entry) => entry.version));
  const theirs = clash.theirs.filter((entry) => entry.version > base || followed.has(entry.version));
  const left = conflictOf(queue, theirs, clash.version);
  if (left) return next(row, { clash: left }, queue);
  return next(row, { clash: null, base: Math.max(base, clash.version), over: theirs }, queue);
}

/**
 * The row with another body for an entry that is not on its way; null where it is too late.
 * @param {Row} row @param {string} key
 * @param {{body: any, says?: Record<string, string> | null, query?: Record<string, any>}} what
 * @param {string} fresh Its new key: a key belongs to one body. @returns {[Row, Entry | null]}
 */
export function changed(row, key, what, fresh) {
  const entry = row.queue.find((one) => one.key === key);
  if (!entry || entry.state === "sending") return [row, null];
  const state = entry.state === "held" ? "held" : "waiting";
  /** @type {Entry} */
  const mended = { ...entry, key: fresh, body: what.body, says: what.says ?? null, state, problem: null };
  if (what.query) mended.query = what.query;
  const queue = row.queue.map((one) => (one === entry ? mended : one));
  return [judged(row, queue), mended];
}

/** The row after somebody has seen a version. @param {Row} row @param {number} version @returns {Row} */
export const following = (row, version) =>
  row.queue.length || version <= row.own.base ? row : next(row, { base: version });

/** The row after somebody asked to try again, or gave another token. @param {Row} row @returns {Row} */
export const resumed = (row) => (row.own.stop ? next(row, { stop: null }) : row);

/** The row as a page that was loaded anew goes on from it: it may be the one that the service waits for. */
export const reloaded = (/** @type {Row} */ row) => (row.own.stop?.why === "upgrade" ? resumed(row) : row);

/**
 * The row with the next request frozen in it, and that request; null where nothing is to be sent.
 * @param {Row} row @param {string} fresh A key that nobody has used.
 * @param {string} [lang] Of refusals; sentences come in both languages. @returns {[Row, Flight | null]}
 */
export function request(row, fresh, lang = "en") {
  const { own, queue } = row;
  if (own.stop || own.clash) return [row, null];
  if (own.flight) return [row, own.flight];
  if (!own.record) {
    if (!own.opening) return [row, null];
    const body = JSON.stringify(own.opening);
    /** @type {Flight} */ const flight = {
      key: own.opening_key,
      call: "open",
      path: "/records",
      type: "application/json",
      match: null,
      body,
      keys: [],
    };
    return [next(row, { flight }), flight];
  }
  // A seat's own link brings no file of moves.
  const ready = readyOf(queue, own.role === "seat" ? 1 : own.most || MOST);
  if (!ready.length) return [row, null];
  const flight = flightOf(own, ready, fresh, lang);
  const keys = new Set(flight.keys);
  const sending = marked(row, (entry) => keys.has(entry.key), { state: "sending" });
  return [next(row, { flight }, sending), flight];
}

/** Entries sent together: consecutive moves, or one other. @param {readonly Entry[]} queue @param {number} most */
function readyOf(queue, most) {
  /** @param {Entry} entry */
  const plain = (entry) => entry.call === "moves" && !entry.any && !Object.keys(entry.query).length;
  const end = queue.findIndex((entry) => entry.state !== "waiting");
  const waiting = end < 0 ? queue : queue.slice(0, end);
  const other = waiting.findIndex((entry) => !plain(entry));
  return waiting.slice(0, other < 0 ? most : Math.max(1, Math.min(other, most)));
}

/** @param {Own} own @param {readonly Entry[]} entries @param {string} fresh @param {string} lang @returns {Flight} */
function flightOf(own, entries, fresh, lang) {
  const [first] = entries;
  const path = `/records/${own.record}`;
  const match = first.any ? "*" : `"${own.base}"`;
  const keys = entries.map((entry) => entry.key);
  if (entries.length > 1) {
    const body = entries.map((entry) => JSON.stringify(bodyOf(entry, own.clock_s))).join("\n");
    const query = `?until_refused=1&offers=1&lang=${bothFrom(lang)}`;
    const type = "application/x-ndjson";
    return { key: fresh, call: "import", path: `${path}/import${query}`, type, match, body, keys };
  }
  const query = new URLSearchParams({
    ...first.query,
    offers: "1",
    ...(first.call === "moves" ? { lang: bothFrom(lang) } : {}),
  });
  const body = JSON.stringify(first.call === "moves" ? bodyOf(first, own.clock_s) : first.body);
  const type = "application/json";
  return { key: first.key, call: first.call, path: `${path}/${first.call}?${query}`, type, match, body, keys };
}

/** When it was made: server time. @param {Entry} entry @param {number} clock_s How far the phone's clock is ahead. */
export const timeOf = (entry, clock_s) => new Date(Date.parse(entry.occurred_at) - clock_s * 1000).toISOString();

/** A move as the service takes it, with its time. @param {Entry} entry @param {number} clock_s As `timeOf` takes it. */
function bodyOf(entry, clock_s) {
  return { ...entry.body, occurred_at: timeOf(entry, clock_s), ...(entry.zone ? { zone: entry.zone } : {}) };
}

/**
 * The row after a request was answered, or was not; an answer to any other than the frozen request changes nothing.
 * @param {Row} row
 * @param {Flight} sent The request. Frozen again after a 412 an entry has the same key and follows another version:
 *   what a second sender hears of the first of these requests says nothing of the other.
 * @param {Answer} answer @returns {[Row, Happened]}
 */
export function answered(row, sent, answer) {
  const { flight } = row.own;
  if (!flight || flight.key !== sent.key || flight.match !== sent.match) return [row, { did: "nothing" }];
  if (!answer) return [row, { did: "again", after_s: null }];
  const { status, body } = answer;
  if (status < 300) return isWritten(flight, body) ? stood(row, flight, body) : [row, { did: "again", after_s: null }];
  const slug = typeof body?.type === "string" && body.type.startsWith(PROBLEM) ? body.type.slice(PROBLEM.length) : null;
  // Not the service's own words: a proxy, or a hall whose network wants to be logged in to.
  if (slug === null || PASSING.has(slug)) return [row, { did: "again", after_s: answer.retry_s }];
  if (slug === "key-reused") return [row, { did: "lookup", first: body.version }];
  // A good answer for the request may still come from an earlier sending of it: with another token it is asked again.
  if (slug === "no-token") return stopped(row, "token", body, flight);
  const back = put(row);
  if (slug === "version-conflict") return overtaken(back, body);
  if (STOPS[slug]) return stopped(back, STOPS[slug], body, null);
  if (slug === "too-large" && flight.keys.length > 1)
    return [next(back, { most: Math.max(1, flight.keys.length >> 1) }), { did: "again", after_s: 0 }];
  if (flight.call === "open" || UNKNOWN.has(slug))
    return stopped(back, flight.call === "open" ? "opening" : "upgrade", body, null);
  return refused(back, flight.keys[Math.max(0, (body.line ?? 1) - 1)] ?? flight.keys[0], body);
}

/** Whether an answer is one that the service gives to a write. @param {Flight} flight @param {any} body */
const isWritten = (flight, body) =>
  flight.call === "open" ? typeof body?.id === "string" : Number.isInteger(body?.version) && "entry" in body;

/** The row with its request undone: nothing of it was written. @param {Row} row */
const put = (row) =>
  next(
    row,
    { flight: null },
    marked(row, (entry) => entry.state === "sending", { state: "waiting" }),
  );

/**
 * @param {Row} row @param {string} why @param {Problem} problem @param {Flight | null} flight
 * @returns {[Row, Happened]}
 */
function stopped(row, why, problem, flight) {
  return [next(row, { flight, stop: { why, problem } }), { did: "stopped", problem }];
}

/** @param {Row} row @param {Flight} flight @param {any} body @returns {[Row, Happened]} */
function stood(row, flight, body) {
  if (flight.call === "open") {
    const { id: record, version: base, seats, status } = body;
    return [next(row, { flight: null, record, base, seats, status }), { did: "sent", entries: [], body }];
  }
  /** @type {{name: string, says: any}[]} */
  const made =
    flight.call === "import"
      ? (body.moves ?? [{ name: String(body.entry.version), says: body.says }])
      : [{ name: body.moves?.[0].name ?? String(body.entry.version), says: body.says }];
  const { own } = row;
  // Entries without an order may be far behind what this phone has seen.
  const base = flight.match === "*" && body.version !== own.base + 1 ? own.base : body.version;
  const back = next(put(row), { base: Math.max(base, own.base), over: [] });
  const [left, sent] = moved(back, flight.keys.slice(0, made.length), (entry, place) => ({
    ...entry,
    state: "sent",
    name: made[place].name,
    through: flight.call === "import" ? Number(made[place].name) : body.version,
    says: made[place].says ?? entry.says,
  }));
  /** @type {Happened} */ const happened = { did: "sent", entries: sent, body };
  if (!body.refused) return [left, happened];
  const [withRefused] = refused(left, flight.keys[made.length], body.refused);
  return [withRefused, { ...happened, problem: body.refused }];
}

/**
 * The row with entries moved out of the queue.
 * @param {Row} row @param {readonly string[]} keys @param {(entry: Entry, place: number) => Entry} as
 * @returns {[Row, Entry[]]}
 */
function moved(row, keys, as) {
  const out = row.queue.filter((entry) => keys.includes(entry.key)).map(as);
  const queue = row.queue.filter((entry) => !keys.includes(entry.key));
  return [{ ...next(row, {}, queue), done: [...row.done, ...out] }, out];
}

/** @param {Row} row @param {string} key @param {Problem} problem @returns {[Row, Happened]} */
function refused(row, key, problem) {
  if (row.queue.some((entry) => entry.key === key && STATEMENTS.has(entry.call))) {
    const [left, entries] = moved(row, [key], (entry) => ({ ...entry, state: "set_aside", problem }));
    return [left, { did: "refused", entries, problem }];
  }
  if (row.own.over.length) {
    /** @type {Clash} */
    const clash = { kind: "illegal", theirs: row.own.over, version: row.own.base, alike: 0, problem };
    return [next(row, { clash }), { did: "clash", clash, problem }];
  }
  const queue = marked(row, (entry) => entry.key === key, { state: "refused", problem });
  return [next(row, {}, queue), { did: "refused", entries: queue.filter((entry) => entry.key === key), problem }];
}

/** @param {Row} row @param {Problem} problem @returns {[Row, Happened]} */
function overtaken(row, problem) {
  const since = problem.since ?? [];
  const theirs = [...row.own.over, ...since];
  // An answer has a maximum number of entries: later ones come with the next request.
  const version = since.at(-1)?.version ?? problem.version ?? row.own.base;
  const clash = conflictOf(row.queue, theirs, version);
  if (clash) return [next(row, { clash }), { did: "clash", clash, problem }];
  return [next(row, { base: version, over: theirs }), { did: "again", after_s: 0 }];
}

/**
 * The row after the log was looked at for a key that stands for a request of other eyes: what a token did that is no
 * more. What stands there as it was entered has been sent; the rest is sent with a new key.
 * @param {Row} row @param {string} key Of the request.
 * @param {readonly any[]} found The log's entries from the first that the key wrote. @returns {[Row, Happened]}
 */
export function lookedUp(row, key, found) {
  const { flight } = row.own;
  if (!flight || flight.key !== key) return [row, { did: "nothing" }];
  const mine = row.queue.filter((entry) => flight.keys.includes(entry.key));
  let alike = 0;
  while (alike < mine.length && found[alike] && same(mine[alike], found[alike])) alike += 1;
  const version = alike ? found[alike - 1].version : row.own.base;
  const [left, sent] = moved(
    next(put(row), { base: Math.max(row.own.base, version) }),
    flight.keys.slice(0, alike),
    (entry, place) => ({ ...entry, state: "sent", name: String(found[place].version) }),
  );
  if (alike) return [left, { did: "sent", entries: sent, body: null }];
  // The key is used up: each entry gets one of its own.
  const queue = left.queue.map((entry) =>
    flight.keys.includes(entry.key) ? { ...entry, key: `${entry.key.slice(0, 48)}.${row.own.next}` } : entry,
  );
  return [next(left, { next: row.own.next + 1 }, queue), { did: "again", after_s: 0 }];
}

/** @param {Entry} mine @param {any} theirs */
const same = (mine, theirs) => mine.call !== "moves" || (theirs.type === "move" && theirs.body.type === mine.body.type);

/**
 * The row after somebody decided what a clash is to end in.
 * @param {Row} row
 * @param {"mine" | "theirs" | "same"} choice `mine`: sent after what others wrote. `theirs`: the unsent entries are set
 *   aside, stored on this phone and not sent. `same`: the first of them are what others wrote, and count as sent.
 * @returns {Row}
 */
export function settled(row, choice) {
  const { clash } = row.own;
  if (!clash) return row;
  const open = next(row, { clash: null, over: [], base: Math.max(row.own.base, clash.version) });
  if (choice === "theirs") {
    const keys = row.queue.filter((entry) => entry.state !== "sending" && !entry.any).map((entry) => entry.key);
    return moved(open, keys, (entry) => ({ ...entry, state: "set_aside" }))[0];
  }
  if (choice === "same") {
    const keys = row.queue.slice(0, clash.alike).map((entry) => entry.key);
    const names = clash.theirs.filter((entry) => entry.type === "move").map((entry) => String(entry.version));
    return moved(open, keys, (entry, place) => ({ ...entry, state: "sent", name: names[place] ?? null }))[0];
  }
  return open;
}
