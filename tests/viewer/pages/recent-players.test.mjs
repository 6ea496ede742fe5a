// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { colourFor, identified, afterTable, sent } from "../../../viewer/pages/new/recent-players.js";

const COLOURS = ["red", "blue", "yellow", "green"];
const table = (/** @type {string[]} */ ...names) => names.map((name, n) => ({ name, colour: COLOURS[n] }));

test("who played lately stands first, of one evening who plays most, and nobody without a name", () => {
  let people = afterTable([], table("Ana", "Ben"), "2026-11-01T20:00:00Z");
  people = afterTable(people, table("Ben", "Cid", ""), "2026-11-08T20:00:00Z");
  people = afterTable(people, table("Cid", "Ben"), "2026-11-08T22:00:00Z");
  assert.deepEqual(
    people.map(({ name, times }) => [name, times]),
    [
      ["Ben", 3],
      ["Cid", 2],
      ["Ana", 1],
    ],
  );
});

test("a person sits down with the colour they had most often that is free, else with the first free one", () => {
  let people = afterTable([], [{ name: "Ana", colour: "green" }], "2026-11-01T20:00:00Z");
  people = afterTable(people, [{ name: "Ana", colour: "green" }], "2026-11-02T20:00:00Z");
  people = afterTable(people, [{ name: "Ana", colour: "yellow" }], "2026-11-03T20:00:00Z");
  assert.equal(colourFor(people[0], COLOURS, new Set()), "green");
  assert.equal(colourFor(people[0], COLOURS, new Set(["green"])), "yellow");
  assert.equal(colourFor(people[0], COLOURS, new Set(["green", "yellow"])), "red");
  assert.equal(colourFor(undefined, COLOURS, new Set(["red"])), "blue");
});

test("a person is sent by the service's id once it is known, by name before, and a seat without a name by colour", () => {
  const people = afterTable([], table("Ana", "Ben"), "2026-11-01T20:00:00Z");
  assert.deepEqual(sent({ name: " Ana ", colour: "red" }, people), { name: "Ana", colour: "red" });
  const known = identified(people, [{ name: "Ana", player: "p-1", colour: "red" }]);
  assert.deepEqual(sent({ name: "Ana", colour: "blue" }, known), { player: "p-1", colour: "blue" });
  assert.deepEqual(sent({ name: "Ben", colour: "blue" }, known), { name: "Ben", colour: "blue" });
  assert.deepEqual(sent({ name: "  ", colour: "red" }, known), { colour: "red" });
});
