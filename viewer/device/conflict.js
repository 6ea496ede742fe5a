// @ts-check
/** Whether what others wrote meanwhile leaves room for what waits on this phone. Pure. */

/**
 * @typedef {{kind: "same" | "over" | "undone" | "illegal", theirs: any[], version: number, alike: number, problem:
 *   any}} Clash `same`: others wrote the first `alike` of these moves, too. `over`: another move where one of these was
 *   meant. `undone`: what these follow was taken back, corrected or ruled otherwise. `illegal`: after what others
 *   wrote, the rules refuse one of these. `theirs`: entries of the log; `version`: the record's current one.
 */

const CHANGES = new Set(["undone", "corrected", "ruled"]); // Entries that change what was played before.

/** Whether both moves say the same; a sealed part is equal. @param {any} body This phone's. @param {any} theirs */
export function isSame(body, theirs) {
  if (theirs.type !== "move") return false;
  const sealed = new Set(Object.keys(theirs.seals ?? {}).map((name) => name.split(".")[0]));
  const names = new Set([...Object.keys(body), ...Object.keys(theirs.body)]);
  return [...names].every(
    (name) =>
      spelled(body[name]) === spelled(theirs.body[name]) || sealed.has(name) || (name === "seat" && !(name in body)),
  );
}

/** JSON with sorted keys. @param {any} value @returns {string} */
function spelled(value) {
  if (Array.isArray(value)) return `[${value.map(spelled).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const parts = Object.keys(value).sort();
  return `{${parts.map((name) => `${JSON.stringify(name)}:${spelled(value[name])}`).join()}}`;
}

/**
 * What clashes; null where the moves of this phone may simply follow what others wrote.
 * @param {readonly {call: string, any: boolean, body: any}[]} queue What waits, in its order.
 * @param {readonly any[]} since Entries of the log that came after the version which it follows.
 * @param {number} version The record's version. @returns {Clash | null}
 */
export function conflictOf(queue, since, version) {
  const mine = queue.filter((entry) => !entry.any);
  const theirs = since.filter((entry) => entry.type === "move" || CHANGES.has(entry.type));
  const moves = theirs.filter((entry) => entry.type === "move");
  if (!mine.length) return null;
  /** @param {Clash["kind"]} kind @param {number} alike @returns {Clash} */
  const found = (kind, alike) => ({ kind, theirs, version, alike, problem: null });
  if (moves.length < theirs.length) return found("undone", 0);
  let alike = 0;
  while (alike < mine.length && moves[alike] && mine[alike].call === "moves" && isSame(mine[alike].body, moves[alike]))
    alike += 1;
  if (alike) return found("same", alike);
  if (mine.some((entry) => entry.call !== "moves") && moves.length) return found("over", 0);
  const seats = new Set(moves.map((entry) => entry.body.seat ?? null));
  return mine.some((entry) => seats.has(entry.body.seat ?? null)) ? found("over", 0) : null;
}
