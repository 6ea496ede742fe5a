import assert from "node:assert/strict";
import { test } from "node:test";

import { added, contradiction } from "../../../../viewer/pages/sign/statement.js";

const one = { record: "r", version: 7, head: "a", status: "closed", at: "", signature: "1" };

test("a statement is stored once, and the first ones stay", () => {
  const known = added([], one);
  assert.equal(added(known, { ...one }), known);
  const many = Array.from({ length: 20 }, (_, n) => ({ ...one, version: n, signature: `s${n}` }));
  const found = many.reduce(added, known);
  assert.equal(found.length, 8);
  assert.deepEqual(found[0], one);
  assert.equal(found[7].signature, "s19");
});

test("two heads of one version contradict each other", () => {
  const other = { ...one, head: "b", signature: "2" };
  assert.equal(contradiction([one, { ...other, version: 8 }]), null);
  assert.deepEqual(contradiction([{ ...one, version: 3 }, one, other]), [one, other]);
});
