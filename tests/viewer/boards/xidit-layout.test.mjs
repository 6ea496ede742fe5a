// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { crossings, inside } from "../../../viewer/boards/xidit/map/geometry.js";
import { WIDTH, coast, outerRing, plan, scenery, tutte } from "../../../viewer/boards/xidit/map/layout.js";

const BOX = JSON.parse(readFileSync(new URL("../../../engines/xidit/box.json", import.meta.url), "utf-8"));

/** The box with a change of its own. @param {(box: any) => void} change */
function changed(change) {
  const box = structuredClone(BOX);
  change(box);
  return box;
}

/** Without any coordinate. */
const BARE = changed((box) => {
  for (const one of [...box.map.cities, ...box.regions]) {
    delete one.x;
    delete one.y;
  }
});

test("the roads of the stand-in do not cross, as it lies and as it is drawn", () => {
  const map = plan(BOX);
  assert.equal(map.given, true);
  assert.equal(map.cities.size, 21);
  assert.deepEqual(crossings(map.cities, map.roads), []);
});

test("a box without coordinates is drawn without a crossing, with room between its cities", () => {
  const map = plan(BARE);
  assert.equal(map.given, false);
  assert.deepEqual(crossings(map.cities, map.roads), []);
  const places = [...map.cities.values()];
  const nearest = Math.min(
    ...places.flatMap((a, at) => places.slice(at + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y))),
  );
  assert.ok(nearest > 70, `two cities are ${nearest} apart`);
});

test("coordinates that would make roads cross are not used", () => {
  const map = plan(
    changed((box) => {
      Object.assign(box.map.cities[0], { x: 958, y: 500 });
    }),
  );
  assert.equal(map.given, false);
  assert.deepEqual(crossings(map.cities, map.roads), []);
});

test("an owner's other roads are drawn without a crossing, too", () => {
  // 5 and 10 joined across the centre: its lower half is now all that 15, 16 and 12 border on.
  const box = changed((own) => {
    own.map.roads.push({ a: 10, b: 12, colour: "black" });
    const centre = own.regions.find((/** @type {any} */ one) => one.central);
    centre.border = [10, 12, 16, 15];
    own.regions.push({ ...centre, id: "R10", central: false, border: [5, 12, 10, 6] });
    for (const city of own.map.cities) {
      delete city.x;
      delete city.y;
    }
  });
  const map = plan(box);
  assert.deepEqual(crossings(map.cities, map.roads), []);
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
  assert.deepEqual(new Set(outerRing(BOX)), new Set([1, 2, 7, 8, 18, 17, 20, 21, 19, 14, 13, 3, 4]));
});

test("labels lie inside their regions, everything inside the drawing", () => {
  for (const box of [BOX, BARE]) {
    const map = plan(box);
    for (const region of map.regions) assert.ok(inside(region, region.points), region.id);
    for (const { x, y } of [...map.cities.values(), ...scenery(map)])
      assert.ok(x > 0 && x < WIDTH && y > 0 && y < map.height);
    assert.ok(coast(map, 60).length > 20);
  }
});

test("the same box gives the same drawing", () => {
  assert.deepEqual(plan(BARE), plan(structuredClone(BARE)));
  assert.deepEqual([...tutte(BOX)], [...tutte(BOX)]);
  assert.deepEqual(scenery(plan(BOX)), scenery(plan(BOX)));
});
