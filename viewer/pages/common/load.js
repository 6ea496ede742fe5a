// @ts-check
/** Where a replay comes from: from the page itself (an exported file), or from the API. */
import { fetchWithRetry } from "./retry.js";

/** @import { Replay } from "../../store.js" */
/** @import { Line } from "./link.js" */
/** @typedef {{api: string, token: string | null, lang: string}} Source */
/**
 * @typedef {{unreachable: (where: string) => string, unreadable: (where: string) => string,
 *   address: (names: string) => string, busy: (seconds: number) => void}} Failures What is said of them; `busy` says
 *   itself that it takes so much longer.
 */

/** What went wrong, in words that can be shown. */
export class LoadError extends Error {
  constructor(/** @type {string} */ title, /** @type {string} */ detail) {
    super(detail || title);
    this.title = title;
    this.detail = detail;
  }
}

/** The replays that the page carries, by eyes; null where it carries none. @returns {Record<string, Replay> | null} */
export function embedded() {
  const element = document.getElementById("movebook-replay");
  if (!element?.textContent?.trim()) return null;
  const data = JSON.parse(element.textContent);
  return Array.isArray(data.frames) ? { [data.eyes ?? "public"]: data } : data;
}

/** What a read of the service carries. @param {string | null} token @param {string} lang */
export const headersOf = (token, lang) => ({
  Accept: "application/json",
  "Accept-Language": lang,
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
});

/** @param {string} path @param {Source} source @param {Failures} words */
async function get(path, { api, token, lang }, words) {
  /** @type {Response} */ let answer;
  const where = api || location.origin;
  try {
    const headers = headersOf(token, lang);
    answer = await fetchWithRetry(`${api}${path}`, { headers, credentials: "omit" }, words.busy);
  } catch {
    throw new LoadError(words.unreachable(where), "");
  }
  /** @type {any} */ let body = null;
  try {
    body = await answer.json();
  } catch {
    if (answer.ok && answer.status !== 202) throw new LoadError(words.unreadable(where), "");
  }
  if (!answer.ok) {
    // The service names the faults of an address in English alone.
    const detail = body?.errors ? words.address(Object.keys(body.errors).join(", ")) : (body?.detail ?? "");
    throw new LoadError(body?.title ?? `${answer.status} ${answer.statusText}`, detail);
  }
  return { status: answer.status, wait: Number(answer.headers.get("Retry-After")) || 1, body };
}

/**
 * The replay of a record; waits while the service is still preparing it.
 * @param {string} record @param {string} eyes @param {Source} source @param {Failures} words
 * @param {() => void} behind Called once where the service asks for patience.
 * @param {Line & {after?: number}} [part] Which line, if not today's; frames after which ply, if not all.
 * @returns {Promise<Replay>} With `after`, without the empty table and the components of the box.
 */
export async function fetchReplay(record, eyes, source, words, behind, part = {}) {
  const further = Object.entries(part).map(([key, value]) => `&${key}=${encodeURIComponent(value)}`);
  const replay = `/v1/records/${encodeURIComponent(record)}/replay`;
  const path = `${replay}?eyes=${encodeURIComponent(eyes)}&lang=en,es${further.join("")}`;
  for (;;) {
    const { status, wait, body } = await get(path, source, words);
    if (status !== 202) {
      const whole = part.after !== undefined || (body?.first && body.box?.components);
      if (!Array.isArray(body?.frames) || !whole)
        throw new LoadError(words.unreadable(source.api || location.origin), "");
      return body;
    }
    behind();
    await new Promise((done) => setTimeout(done, Math.min(wait, 30) * 1000));
  }
}

/** Titles of the games, by slug. @param {Source} source @returns {Promise<Map<string, Record<string, string>>>} */
export async function fetchTitles(source) {
  try {
    const silent = () => "";
    const words = { unreachable: silent, unreadable: silent, address: silent, busy: silent };
    const { body } = await get("/v1/games", source, words);
    return new Map(body.games.map((/** @type {any} */ game) => [game.name, game.title]));
  } catch {
    return new Map();
  }
}

/**
 * One page of the list of records.
 * @param {Record<string, string>} filters @param {string | null} cursor @param {Source} source @param {Failures} words
 * @returns {Promise<{records: any[], next: string | null}>}
 */
export async function fetchRecords(filters, cursor, source, words) {
  const query = new URLSearchParams({ ...filters, ...(cursor ? { cursor } : {}) });
  const { body } = await get(`/v1/records${query.size ? `?${query}` : ""}`, source, words);
  return body;
}
