// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Store, compareNames } from "../../viewer/store.js";

/** A game of two rounds: a tile a move, five gold for seat 0 at the end of each round. */
function replay(count = 6) {
  const frames = Array.from({ length: count }, (_, place) => {
    const ply = place + 1;
    const round = ply > 3 ? 2 : 1;
    const patch = [{ op: "replace", path: `/board/${place % 3}`, value: ply }];
    /** @type {any[]} */
    const marks = [];
    if (ply === 4) {
      patch.push({ op: "replace", path: "/round", value: 2 });
      marks.push({ kind: "round", round: 2 });
    }
    if (ply === 3 || ply === 6) {
      patch.push({ op: "replace", path: "/scores/0", value: 50 + 5 * round });
      marks.push({ kind: "scored", round });
    }
    return { ply, name: String(ply + 1), seat: ply % 2, type: "draw", says: { en: `move ${ply}` }, patch, marks };
  });
  return /** @type {any} */ ({
    record: "r",
    game: "toy",
    eyes: "public",
    version: count + 1,
    result: null,
    frames,
    seats: [
      { seat: 0, name: "Ana", colour: "red" },
      { seat: 1, name: null, colour: "blue" },
    ],
    first: { phase: "playing", round: 1, to_move: [0], scores: { 0: 50, 1: 50 }, contradictions: [], board: [0, 0, 0] },
  });
}

test("a position is the first view with the patches so far, forth and back alike", () => {
  const store = new Store(replay());
  assert.deepEqual(store.at(5).board, [4, 5, 3]);
  assert.deepEqual(store.at(2).board, [1, 2, 0]);
  assert.deepEqual(store.at(0).board, [0, 0, 0]);
  assert.equal(store.at(2), store.at(2));
  assert.equal(store.at(2).scores, store.at(0).scores);
});

test("a ply beyond the ends is the nearest", () => {
  const store = new Store(replay());
  assert.deepEqual(
    [-3, 0, 2.7, 99, Number.NaN].map((ply) => store.clamp(ply)),
    [0, 0, 2, 6, 0],
  );
});

test("names lead to plies; one that is not in the line, to the nearest earlier", () => {
  const data = replay();
  data.frames[3].name = "57.2";
  data.frames[4].name = "9";
  const store = new Store(data);
  assert.equal(store.plyOf("3"), 2);
  assert.equal(store.plyOf("57.2"), 4);
  assert.equal(store.plyOf("1"), 0);
  assert.equal(store.plyOf("8"), 6, "7 is the sixth move's");
  assert.equal(store.plyOf("57.10"), 4);
  assert.equal(store.plyOf("57.1"), 5, "9 is the greatest below");
  assert.equal(store.plyOf("rubbish"), 0);
});

test("names compare by their numbers", () => {
  assert.ok(compareNames("9", "10") < 0);
  assert.ok(compareNames("57.2", "57.10") < 0);
  assert.ok(compareNames("57", "57.1") < 0);
  assert.equal(compareNames("4", "4"), 0);
});

test("rounds: forward to the next beginning and the end, back to this beginning and the one before", () => {
  const store = new Store(replay());
  assert.deepEqual(store.rounds, [
    { round: 1, ply: 0 },
    { round: 2, ply: 4 },
  ]);
  assert.deepEqual(
    [0, 3, 4, 6].map((ply) => store.roundFrom(ply, 1)),
    [4, 4, 6, 6],
  );
  assert.deepEqual(
    [6, 4, 1, 0].map((ply) => store.roundFrom(ply, -1)),
    [4, 0, 0, 0],
  );
  assert.deepEqual(
    [0, 3, 4, 6].map((ply) => store.roundAt(ply)),
    [1, 1, 2, 2],
  );
});

test("what a move changed are its pointers", () => {
  const store = new Store(replay());
  assert.deepEqual(store.changed(0), []);
  assert.deepEqual(store.changed(4), ["/board/0", "/round"]);
  assert.equal(store.frame(0), null);
});

test("scores are told where they change, and at both ends", () => {
  const all = new Store(replay(5)).scores();
  assert.deepEqual(
    all.map((one) => [one.ply, one.scores[0]]),
    [
      [0, 50],
      [3, 55],
      [5, 55],
    ],
  );
});

test("a damaged frame leaves its good part and the reason", () => {
  const data = replay();
  data.frames[3].patch = [{ op: "replace", path: "/nowhere/1", value: 1 }];
  const store = new Store(data).unroll();
  assert.equal(store.last, 3);
  assert.equal(store.broken?.ply, 4);
  assert.match(store.broken?.reason ?? "", /nowhere/);
  assert.deepEqual(store.at(6).board, [1, 2, 3]);
  assert.equal(store.plyOf("7"), 3);
});

test("two thousand frames unroll in a moment and share what did not change", () => {
  const store = new Store(replay(2000));
  const began = performance.now();
  store.unroll();
  assert.ok(performance.now() - began < 500);
  assert.equal(store.at(1999).scores, store.at(7).scores);
});

test("a store that is extended is the store of the whole replay", () => {
  const whole = new Store(replay(6)).unroll();
  const grown = new Store(replay(2)).unroll();
  grown.extend({ ...replay(6), first: null, frames: replay(6).frames.slice(2) });
  assert.deepEqual(grown.positions, whole.positions);
  assert.deepEqual([grown.last, grown.marks, grown.rounds], [whole.last, whole.marks, whole.rounds]);
  assert.deepEqual([...grown.plies], [...whole.plies]);
  assert.equal(grown.replay.version, 7);
});

test("a move is found in another line by its name, else the nearest before it that stands there", () => {
  const line = replay(6);
  line.frames.splice(3, 1);
  line.frames.splice(1, 0, { ...line.frames[0], name: "9.1", patch: [] });
  const [before, after] = [new Store(replay(6)).unroll(), new Store(line).unroll()];
  assert.equal(after.nameAt(before.placeIn(5, after)), "6");
  assert.equal(after.nameAt(before.placeIn(4, after)), "4");
  assert.equal(before.placeIn(0, after), 0);
});
