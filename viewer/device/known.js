// @ts-check
/** Answers about games, boxes and records, stored on this phone for use without a network. */
import { final } from "./refusal.js";

/**
 * What the service says, or where there is no way to it what it said last.
 * @param {import("./database.js").Store} store @param {string} path Below `/v1`.
 * @param {(path: string) => Promise<any>} ask @returns {Promise<any>}
 * @throws {Refusal} The service refuses it; any other error: there is no way to the service, and it never said it here.
 */
export async function known(store, path, ask) {
  const name = path.slice(1).replaceAll("/", " ");
  try {
    const answer = await ask(path);
    // A phone that is full goes on with the answer.
    await store.keep(name, answer).catch(() => {});
    return answer;
  } catch (error) {
    const kept = final(error) ? null : await store.kept(name);
    if (!kept) throw error;
    return kept;
  }
}
