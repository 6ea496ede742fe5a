// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Entry } from "../../viewer/form/entry.js";

/** Bards by region, of which one that nobody counted is null; and a note that may be left out. */
const FIELDS = {
  regions: { kind: "map", of: { kind: "integer", nullable: true } },
  note: { kind: "text", optional: true },
};
const NAMES = ["regions.R5", "regions.R9", "note"];

/** @param {any} partial */
async function ask(partial) {
  const field = NAMES.find((path) => path.split(".").reduce((here, key) => here?.[key], partial) === undefined);
  const domain = { kind: "range", low: 0, high: 3, optional: field !== "regions.R5" };
  return { field: field ?? null, domain: field ? domain : null };
}

test("a fact of a map that nobody saw is recorded as such, and what is left out is not recorded", async () => {
  const entry = new Entry("place_bards", 0, /** @type {any} */ (FIELDS), ask);
  entry.answer("regions.R5", 1);
  entry.answer("regions.R9", null);
  entry.answer("note", null);
  const { complete, question, move } = await entry.look();
  assert.deepEqual([complete, question], [true, null]);
  assert.deepEqual(move, { type: "place_bards", seat: 0, regions: { R5: 1, R9: null } });
});
