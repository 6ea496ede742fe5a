// @ts-check
/** The replay of a record, once the service has come so far. */

const TRIES = 40; // Maximum number of requests for a replay that is not ready.
const AGAIN_MS = 250;

/**
 * A replay that has come to a version; null where the service takes too long.
 * @param {(path: string) => Promise<any>} call Asks the service.
 * @param {string} path Of the replay, with whose eyes and languages. @param {number} version @returns {Promise<any>}
 */
export async function replayOf(call, path, version) {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const replay = await call(path);
    if (replay.frames && replay.version >= version) return replay;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
  return null;
}
