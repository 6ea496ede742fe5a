// @ts-check
/** What this phone has of a record, as a file: lines of JSON, one move each, as an import takes them. */
import { bodyOf } from "./queue.js";

/**
 * @param {import("./queue.js").Own | null} own
 * @param {readonly import("./queue.js").Entry[]} entries
 * @returns {{name: string, type: string, text: string}}
 */
export function lines(own, entries) {
  const moves = entries.filter((entry) => entry.call === "moves" && entry.state !== "set_aside");
  const text = moves.map((entry) => `${JSON.stringify(bodyOf(entry, own?.clock_s))}\n`).join("");
  const day = (own?.changed ?? "").slice(0, 10);
  return { name: `movebook-${own?.game ?? "moves"}-${day}.jsonl`, type: "application/x-ndjson", text };
}
