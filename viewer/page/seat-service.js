// @ts-check
/** The service behind a seat's page: its token, calls, and what it refuses. */
import { Refusal } from "../device/refusal.js";
import { patient } from "./patient.js";

export { Refusal };

/**
 * The token of the link: out of the address bar at once, kept for this tab alone.
 * @param {string} api
 * @param {string} record
 */
export function tokenOf(api, record) {
  const found = new URLSearchParams(location.hash.slice(1)).get("t");
  // By the service it is for, too: a link that names another service must not be sent this one's token.
  const place = `movebook:${api} ${record}`;
  try {
    if (found) sessionStorage.setItem(place, found);
    else return sessionStorage.getItem(place);
  } catch {
    // Then it lasts as long as the page.
  }
  if (found) history.replaceState(null, "", location.pathname + location.search);
  return found;
}

/**
 * What asks the service.
 * @param {string} api
 * @param {string | null} token Null for calls that need none.
 * @param {() => string} lang
 * @param {(seconds: number) => void} busy Says that it takes so much longer.
 */
export function caller(api, token, lang, busy) {
  /**
   * @param {string} path Below `/v1`.
   * @param {RequestInit & {headers?: Record<string, string>}} [how]
   * @returns {Promise<any>} The JSON of the answer.
   * @throws {Refusal}
   */
  return async (path, how = {}) => {
    /** @type {Record<string, string>} */
    const bearer = token === null ? {} : { Authorization: `Bearer ${token}` };
    const headers = { Accept: "application/json", "Accept-Language": lang(), ...bearer, ...how.headers };
    const answer = await patient(`${api}/v1${path}`, { ...how, headers, credentials: "omit" }, busy);
    const body = await answer.json().catch(() => null);
    if (answer.ok && body !== null) return body;
    const words = [body?.detail ?? body?.title ?? "", body?.rule ? `(${body.rule})` : ""];
    throw new Refusal(answer.status, words.join(" ").trim(), body);
  };
}
