// @ts-check
/** The service behind a seat's page: calls, and what it refuses. */
import { Refusal, reached } from "../../device/refusal.js";
import { headersOf } from "./load.js";
import { fetchWithRetry } from "./retry.js";
import { text } from "./texts.js";

/** A call that sends JSON. @param {any} body @param {Record<string, string>} [headers] */
export const post = (body, headers = {}) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/**
 * What asks the service.
 * @param {string} api @param {string | null} token Null for calls that need none.
 * @param {() => import("../../kit/words.js").Language} lang
 * @param {(words: string) => void} busy Called when it takes longer.
 */
export function caller(api, token, lang, busy) {
  /**
   * @param {string} path Below `/v1`. @param {RequestInit & {headers?: Record<string, string>}} [how]
   * @returns {Promise<any>} The JSON of the answer. @throws {Refusal | OffLine}
   */
  const ask = async (path, how = {}) => {
    const wait = (/** @type {number} */ seconds) => busy(text(lang(), "busy", { seconds }));
    const headers = { ...headersOf(token, lang()), ...how.headers };
    const answer = await reached(fetchWithRetry(`${api}/v1${path}`, { ...how, headers, credentials: "omit" }, wait));
    const body = await answer.json().catch(() => null);
    if (answer.ok && body !== null) return body;
    if (body?.consequence && !/[?&]breaks=/.test(path)) {
      const { confirmBreach } = await import("./league-mode.js");
      if (await confirmBreach(body, lang())) return ask(`${path}${path.includes("?") ? "&" : "?"}breaks=1`, how);
    }
    const words = [body?.detail ?? body?.title ?? "", body?.rule ? `(${body.rule})` : ""];
    throw new Refusal(answer.status, words.join(" ").trim(), body);
  };
  return ask;
}
