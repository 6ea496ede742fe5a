// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { turningPoints } from "../../../../viewer/pages/watch/turning-points.js";

/** Points of two seats, a ply each. @param {...[number | null, number | null]} scores */
function points(...scores) {
  return scores.map(([a, b], ply) => ({ ply, scores: /** @type {any} */ ({ 0: a, 1: b }) }));
}

/** @param {import("../../../../viewer/pages/watch/turning-points.js").Turn[]} turns */
const brief = (turns) => turns.map(({ ply, kind, seats, by }) => [ply, kind, seats.join(), by]);

test("leads, swings, close moments and the decisive move of a small game", () => {
  assert.deepEqual(brief(turningPoints(points([0, 0], [5, 0], [5, 4], [5, 9], [12, 9], [12, 10]), [0])), [
    [1, "swing", "0,1", 5],
    [2, "close", "0,1", 1],
    [3, "lead", "1", 4],
    [3, "swing", "1,0", 5],
    [4, "decisive", "0", 3],
    [4, "lead", "0", 3],
    [4, "swing", "0,1", 7],
    [5, "close", "0,1", 2],
  ]);
});

test("ties at every move, a single point, unknown scores and one player turn nothing", () => {
  assert.deepEqual(turningPoints(points([0, 0], [3, 3], [8, 8]), [0, 1]), []);
  assert.deepEqual(turningPoints(points([0, 0]), []), []);
  assert.deepEqual(turningPoints(points([0, null], [3, null], [9, null]), [0]), []);
  assert.deepEqual(turningPoints([{ ply: 0, scores: { 0: 1 } }], [0]), []);
  assert.deepEqual(turningPoints([], []), []);
});

test("every level moment is listed; a final scoring is apart from play and decides by itself", () => {
  const game = points([0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [3, 2], [3, 3], [6, 4]);
  assert.deepEqual(
    brief(turningPoints(game, [0], 7)).filter(([, kind]) => kind !== "swing"),
    [
      [2, "close", "0,1", 0],
      [4, "close", "0,1", 0],
      [6, "close", "0,1", 0],
      [7, "final", "", 0],
    ],
  );
});
