// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { crossings, inside } from "../../../viewer/boards/xidit/map/geometry.js";
import { WIDTH, coast, plan, scenery } from "../../../viewer/boards/xidit/map/layout.js";

const BOX = JSON.parse(readFileSync(new URL("../../../engines/xidit/box.json", import.meta.url), "utf-8"));

/** The box with a change of its own. @param {(box: any) => void} change */
function changed(change) {
  const box = structuredClone(BOX);
  change(box);
  return box;
}

test("the roads of the stand-in do not cross, as it lies and as it is drawn", () => {
  const map = plan(BOX);
  assert.equal(map.cities.size, 21);
  assert.deepEqual(crossings(map.cities, map.roads), []);
});

test("a city of a draft without coordinates is not drawn, all others are where they were on the sheet", () => {
  const bare = changed((box) => Object.assign(box.map.cities[0], { x: null, y: null }));
  const [whole, map] = [plan(BOX, true), plan(bare, true)];
  assert.ok(whole.cities.delete(1));
  assert.deepEqual(
    [...map.cities].map(([id, { x, y }]) => [id, x, y]),
    [...whole.cities].map(([id, { x, y }]) => [id, x, y]),
  );
  assert.equal(
    plan(
      changed((box) => box.map.cities.splice(0)),
      true,
    ).cities.size,
    0,
  );
});

test("a road that runs through a city, and two that cross, are found", () => {
  const places = new Map([
    [1, { x: 0, y: 0 }],
    [2, { x: 10, y: 0 }],
    [3, { x: 5, y: 0 }],
    [4, { x: 5, y: 5 }],
    [5, { x: 8, y: -5 }],
  ]);
  const [through, across] = [
    { a: 1, b: 2, colour: "red" },
    { a: 4, b: 5, colour: "blue" },
  ];
  assert.deepEqual(crossings(places, [through, across]), [
    [through, 3],
    [through, across],
  ]);
});

test("the outer ring is what borders on one region only", () => {
  assert.deepEqual(new Set(plan(BOX).outer), new Set([1, 2, 7, 8, 18, 17, 20, 21, 19, 14, 13, 3, 4]));
});

test("labels lie inside their regions, everything inside the drawing", () => {
  for (const sheet of [false, true]) {
    const map = plan(BOX, sheet);
    for (const region of map.regions) assert.ok(inside(region, region.points), region.id);
    for (const { x, y } of [...map.cities.values(), ...scenery(map)])
      assert.ok(x > 0 && x < WIDTH && y > 0 && y < map.height);
    assert.ok(coast(map, 60).length > 20);
  }
});

test("the same box gives the same drawing", () => {
  assert.deepEqual(plan(BOX), plan(structuredClone(BOX)));
  assert.deepEqual(scenery(plan(BOX)), scenery(plan(BOX)));
});
