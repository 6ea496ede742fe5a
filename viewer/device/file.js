// @ts-check
/**
 * What this phone has of a record, as a file: a line that says of which record, then a line for each entry of whatever
 * kind, as `movebook import` takes it (docs/format.md). It holds no token.
 */
import { timeOf } from "./queue.js";

/** @import { Entry, Own } from "./queue.js" */

/** @param {Own | null} own @param {readonly Entry[]} entries In their order. */
export function lines(own, entries) {
  const head = {
    format: "movebook-phone",
    format_version: 1,
    game: own?.game ?? "",
    record: own?.record ?? null,
    follows: own?.base ?? 0,
    opening: own?.opening ?? null,
    seats: (own?.seats ?? []).map(({ name, colour }) => ({ name: name ?? null, colour })),
  };
  const all = [head, ...entries.map((entry) => lineOf(entry, own?.clock_s ?? 0))];
  const text = all.map((one) => `${JSON.stringify(one)}\n`).join("");
  const day = (own?.changed ?? "").slice(0, 10);
  return { name: `movebook-${own?.game || "record"}-${day}.jsonl`, type: "application/x-ndjson", text };
}

/** @param {Entry} entry @param {number} clock_s How far the phone's clock is ahead. */
function lineOf(entry, clock_s) {
  const { call, state, name, key, query, body, zone } = entry;
  return {
    call,
    state: state === "sent" || state === "set_aside" ? state : "unsent",
    ...(name ? { name } : {}),
    key,
    ...(query.run ? { run: true } : {}),
    occurred_at: timeOf(entry, clock_s),
    ...(zone ? { zone } : {}),
    body,
  };
}
