// @ts-check
/** Asking a service that may be busy: whoever is told to come again later waits as long as is said, and asks again. */

/** Requests in all, the first one among them. */
const TRIES = 4;
/** Seconds that are waited for at once; who is told to wait for longer is told so at once. */
const LONGEST_S = 30;

/**
 * As `fetch`; asks again where the service says 429 with `Retry-After`, or, for a request that only reads, 503.
 * @param {string} url
 * @param {RequestInit} how
 * @param {(seconds: number) => void} waiting Called before each wait: whoever looks at the page is told.
 * @returns {Promise<Response>} The last answer.
 */
export async function patient(url, how, waiting) {
  const reads = (how.method ?? "GET") === "GET";
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch(url, how);
    const seconds = Number(answer.headers.get("Retry-After"));
    const later = answer.status === 429 || (reads && answer.status === 503);
    if (!later || !(seconds > 0 && seconds <= LONGEST_S) || tried === TRIES) return answer;
    waiting(seconds);
    await new Promise((done) => setTimeout(done, seconds * 1000));
  }
}
