// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { changesOf, flowsOf } from "../../../viewer/boards/architects/moved.js";

/** A table of three with its workers at home, and what differs. @param {any} [more] */
function position(more = {}) {
  const seat = () => ({
    workers: 20,
    captives: {},
    goods: { clay: 0, silver: 3 },
    virtue: 7,
    unpaid: 0,
    paid: 0,
    hand: { size: 3, known: [] },
  });
  const { seats, ...rest } = more;
  return {
    active: 0,
    locations: { quarry: {}, mines: {}, town_centre: {}, guardhouse: {} },
    market: { left: null, middle: null, right: null },
    guildhall: { taken: {}, aside: [] },
    prison: {},
    ...rest,
    seats: Object.fromEntries([0, 1, 2].map((n) => [n, { ...seat(), ...seats?.[n] }])),
  };
}

test("nothing moved before the first move", () => {
  assert.deepEqual(flowsOf(null, position()), []);
  assert.deepEqual(changesOf(null, position()), []);
});

test("a worker goes from its player's board to the place", () => {
  const after = position({ locations: { quarry: { 0: 1 } }, seats: { 0: { workers: 19 } } });
  assert.deepEqual(flowsOf(position(), after), [{ seat: 0, count: 1, from: "board:0", to: "quarry" }]);
});

test("captives go from the place to the board of who captured them", () => {
  const before = position({ locations: { mines: { 1: 4 }, town_centre: {} }, seats: { 1: { workers: 16 } } });
  const after = position({
    locations: { mines: {}, town_centre: { 0: 1 } },
    seats: { 0: { workers: 19, captives: { 1: 4 } }, 1: { workers: 16 } },
  });
  assert.deepEqual(flowsOf(before, after), [
    { seat: 0, count: 1, from: "board:0", to: "town_centre" },
    { seat: 1, count: 4, from: "mines", to: "board:0" },
  ]);
});

test("own workers taken back in the move that places one do not hide it", () => {
  const before = position({ locations: { mines: { 0: 4 }, town_centre: {} }, seats: { 0: { workers: 16 } } });
  const after = position({ locations: { mines: {}, town_centre: { 0: 1 } }, seats: { 0: { workers: 19 } } });
  assert.deepEqual(flowsOf(before, after), [
    { seat: 0, count: 1, from: "board:0", to: "town_centre" },
    { seat: 0, count: 4, from: "mines", to: "board:0" },
  ]);
});

test("captives are sent to prison, and a full market goes there, too", () => {
  const before = position({
    locations: { guardhouse: {} },
    market: { left: 1, middle: 2, right: null },
    seats: { 0: { captives: { 2: 3 } }, 1: { workers: 19 }, 2: { workers: 16 } },
  });
  const after = position({
    locations: { guardhouse: { 0: 1 } },
    prison: { 1: 1, 2: 4 },
    seats: { 0: { workers: 19 }, 1: { workers: 19 }, 2: { workers: 16 } },
  });
  const flows = flowsOf(before, after).map(({ seat, count, from, to }) => `${seat} ${count} ${from} ${to}`);
  assert.deepEqual(flows.sort(), [
    "0 1 board:0 guardhouse",
    "1 1 market_left prison",
    "2 1 market_middle prison",
    "2 3 board:0 prison",
  ]);
});

test("what a player gained and paid is told for each who has it", () => {
  const after = position({
    seats: { 0: { goods: { clay: 2, silver: 1 } }, 1: { virtue: 6, unpaid: 1, hand: { size: 2, known: [] } } },
  });
  assert.deepEqual(changesOf(position(), after), [
    {
      seat: 0,
      changes: [
        ["clay", 2],
        ["silver", -2],
      ],
    },
    {
      seat: 1,
      changes: [
        ["virtue", -1],
        ["debt", 1],
        ["building_cards", -1],
      ],
    },
  ]);
});
