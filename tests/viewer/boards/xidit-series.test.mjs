// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { atReport, markWords, reportName, series } from "../../../viewer/boards/xidit/board.js";
import { Store } from "../../../viewer/store.js";

const SEATS = [
  { seat: 0, name: "Ana", colour: "red" },
  { seat: 1, name: "Bruno", colour: "blue" },
];

/** A position with as much as the lines need. @param {any} [more] */
function position(more = {}) {
  return {
    phase: "programming",
    round: 1,
    to_move: [],
    scores: null,
    contradictions: [],
    seats: { 0: { placed: 2 }, 1: { placed: 0 } },
    regions: { R1: { bards: { 0: 3, 1: 1 } }, R9: { bards: {} } },
    bastion: { total: 2, owners: null },
    evaluations: [],
    census: null,
    ...more,
  };
}

/** @param {any} now */
function lines(now) {
  const context = /** @type {any} */ ({ lang: "en", seats: SEATS });
  return Object.fromEntries(series(context).map(({ key, of }) => [key, of(now)]));
}

test("public eyes have stories and open bards, and neither gold nor units", () => {
  assert.deepEqual(lines(position({ derived: null })), {
    gold: null,
    stories: { 0: 2, 1: 0 },
    bards: { 0: 3, 1: 1 },
    units: null,
  });
});

test("a seat has its own gold, units and bards in the Bastion besides", () => {
  const own = { units: { peasant: 2, mage: 1 }, gold: 7, bards_left: 9, bastion: 2, stories_aside: 0 };
  assert.deepEqual(lines(position({ derived: { 0: own } })), {
    gold: { 0: 7 },
    stories: { 0: 2, 1: 0 },
    bards: { 0: 5, 1: 1 },
    units: { 0: 3 },
  });
});

test("a number that is only narrowed is no point of a line", () => {
  const own = { units: { peasant: { unknown: [0, 1] } }, gold: { unknown: [3, 4] }, bastion: 0 };
  const { gold, units } = lines(position({ derived: { 0: own } }));
  assert.deepEqual([gold, units], [null, null]);
});

test("once the Bastion is open its bards count in their region, not twice", () => {
  const open = position({
    derived: { 0: { units: {}, gold: 0, bastion: 2 } },
    regions: { R1: { bards: {} }, R9: { bards: { 0: 2 } } },
    bastion: { total: 2, owners: { 0: 2, 1: 0 } },
  });
  assert.deepEqual(lines(open).bards, { 0: 2, 1: 0 });
});

test("a store gives the points of any line, without those that nobody knows", () => {
  const frame = (/** @type {any[]} */ patch) => ({
    ply: 0,
    name: "2",
    seat: null,
    type: "x",
    says: {},
    marks: [],
    patch,
  });
  const replay = /** @type {any} */ ({
    seats: SEATS,
    first: position({ derived: null }),
    frames: [
      frame([]),
      frame([{ op: "replace", path: "/seats/0/placed", value: 3 }]),
      frame([{ op: "replace", path: "/derived", value: { 1: { gold: 4, units: {}, bastion: 0 } } }]),
    ],
  });
  const store = new Store(replay);
  const all = Object.fromEntries(
    series(/** @type {any} */ ({ lang: "en", seats: SEATS })).map(({ key, of }) => [key, store.scores(of)]),
  );
  assert.deepEqual(
    all.stories.map(({ ply, scores }) => [ply, scores[0]]),
    [
      [0, 2],
      [2, 3],
      [3, 3],
    ],
  );
  assert.deepEqual(all.gold, [{ ply: 3, scores: { 1: 4 } }]);
});

test("a census is a report while it lasts, an evaluation from then on", () => {
  const during = position({ phase: "census", round: 4, census: { year: 4, rounds: {} } });
  assert.equal(atReport(during), true);
  assert.equal(reportName(during, "es"), "Censo 4");
  assert.equal(atReport(position({ phase: "programming", round: 5, census: { year: 4, rounds: {} } })), false);
  const done = position({
    phase: "evaluating",
    evaluations: [
      { criterion: "influence", out: ["1"] },
      { criterion: "wealth", out: null },
    ],
  });
  assert.equal(reportName(done, "en"), "Influence");
});

test("only the last round of a census is marked", () => {
  const at = (/** @type {string[]} */ units) =>
    position({
      barracks: { peasant: 1, mage: 1 },
      census: { year: 4, rounds: Object.fromEntries(units.map((unit) => [unit, {}])) },
    });
  assert.equal(markWords({ kind: "census_won", unit: "peasant" }, "en", at(["peasant"])), null);
  assert.deepEqual(markWords({ kind: "census_won", unit: "mage" }, "en", at(["peasant", "mage"])), {
    label: "Census 4",
    report: true,
  });
  assert.equal(markWords({ kind: "cancelled" }, "en", at([])), null);
});
