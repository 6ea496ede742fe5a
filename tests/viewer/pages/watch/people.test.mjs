// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { namer, namesOf, personOf } from "../../../../viewer/pages/common/people.js";

const NAMES = new Map([
  ["Red", "Ana"],
  ["Blue", "Bruno"],
]);

test("a sentence has the people where it had the colours of their seats", () => {
  const named = namer(NAMES, {}, "en");
  assert.equal(named("Red passes; Blue, Red and Green wait."), "Ana passes; Bruno, Ana and Green wait.");
});

test("no part of a longer word and no small letter is taken for a seat", () => {
  const named = namer(NAMES, {}, "en");
  const sentence = "Redmond moves along the red road to Blueñeck.";
  assert.equal(named(sentence), sentence);
});

test("a thing of the box that has a colour in its name stays as it is", () => {
  const box = { kinds: [{ name: { en: "Red Dragon", es: "Dragón Rojo" } }, { name: { en: "Blue" } }] };
  assert.equal(namer(NAMES, box, "en")("Red draws Red Dragon; Blue waits."), "Ana draws Red Dragon; Bruno waits.");
  const spanish = namer(new Map([["Rojo", "Ana"]]), box, "es");
  assert.equal(spanish("Rojo roba Dragón Rojo y dragón rojo."), "Ana roba Dragón Rojo y dragón rojo.");
});

test("a name is text, whatever stands in it", () => {
  const named = namer(new Map([["Sea-green (1/2)", "$& Ana"]]), {}, "en");
  assert.equal(named("Sea-green (1/2) passes."), "$& Ana passes.");
});

test("two people of one name are told apart by their colours, a seat without a name is its colour", () => {
  const seats = [
    { seat: 0, name: "Ana", colour: "red" },
    { seat: 1, name: "Ana", colour: "blue" },
    { seat: 2, name: "Carmen", colour: "green" },
    { seat: 3, name: null, colour: "white" },
  ];
  const upper = (/** @type {string} */ colour) => colour.toUpperCase();
  const names = seats.map((seat) => personOf(seat, seats, upper));
  assert.deepEqual(names, ["Ana (RED)", "Ana (BLUE)", "Carmen", "WHITE"]);
  assert.deepEqual([...namesOf(seats, upper).keys()], ["RED", "BLUE", "GREEN"]);
  const heroes = namesOf(seats, upper, (seat) => ["Tovak", "", "", "Goldyx"][seat]);
  assert.deepEqual(namer(heroes, {}, "en")("Tovak waits, Goldyx too."), "Ana (RED) waits, WHITE too.");
});
