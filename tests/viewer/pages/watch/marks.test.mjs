// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { someRounds } from "../../../../viewer/pages/watch/marks.js";

/** @param {number} count */
const rounds = (count) => Array.from({ length: count }, (_, place) => ({ round: place + 1 }));
/** @param {number} count @param {number} room */
const marked = (count, room) => someRounds(rounds(count), room).map(({ round }) => round);

test("every round is marked where there is room", () => {
  assert.deepEqual(marked(4, 12), [1, 2, 3, 4]);
  assert.equal(marked(12, 12).length, 12);
});

test("where there is not, the first and every second, fifth or tenth is", () => {
  assert.deepEqual(marked(10, 6), [1, 2, 4, 6, 8, 10]);
  assert.deepEqual(marked(44, 12), [1, 5, 10, 15, 20, 25, 30, 35, 40]);
  assert.deepEqual(marked(44, 5), [1, 10, 20, 30, 40]);
});
