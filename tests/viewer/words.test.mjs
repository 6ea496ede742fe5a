// @ts-check
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { WORDS as COMMON, amount, fill, listed, localized, number, speaker } from "../../viewer/kit/words.js";

const VIEWER = new URL("../../viewer/", import.meta.url);

/** Every module of the viewer that has a table of sentences. */
const modules = readdirSync(VIEWER, { recursive: true, encoding: "utf-8" })
  .filter((name) => name.endsWith(".js") && readFileSync(new URL(name, VIEWER), "utf-8").includes("export const WORDS"))
  .map((name) => name.replaceAll("\\", "/"));

/** @param {string} sentence */
const blanks = (sentence) => [...sentence.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

test("the page, both boards and every further page have a table of sentences", () => {
  const boards = ["boards/kingdoms/words.js", "boards/xidit/words.js"];
  for (const name of [
    "pages/common/texts.js",
    ...boards,
    "pages/seat/words.js",
    "pages/record/words.js",
    "form/words.js",
  ]) {
    assert.ok(modules.includes(name), name);
  }
});

for (const name of modules) {
  test(`${name}: each sentence is there in English and Spanish, with the same blanks`, async () => {
    const { WORDS } = await import(new URL(name, VIEWER).href);
    for (const [key, both] of Object.entries(WORDS)) {
      assert.equal(both.length, 2, key);
      const [en, es] = both;
      assert.notEqual(en.trim(), "", key);
      assert.notEqual(es.trim(), "", key);
      assert.deepEqual(blanks(es), blanks(en), key);
    }
  });
}

test("the storeys of a guild are called as the rules and the sentences of Xidit call them", async () => {
  const { WORDS } = await import("../../viewer/boards/xidit/words.js");
  assert.equal(WORDS.stories[1], "pisos de gremio");
  assert.deepEqual(
    Object.values(WORDS).filter(([, es]) => /relato/i.test(es)),
    [],
  );
});

test("every sentence that a module asks for by name is in its table", async () => {
  const { WORDS } = await import("../../viewer/pages/common/texts.js");
  for (const file of [
    "main.js",
    "index.html",
    "pages/watch/screen.js",
    "pages/watch/views.js",
    "pages/watch/marks.js",
    "pages/front/records.js",
  ]) {
    const source = readFileSync(new URL(file, VIEWER), "utf-8");
    const asked = [
      ...source.matchAll(/\b(?:t|text\((?:this\.)?lang,)\(?\s*"(\w+)"/g),
      ...source.matchAll(/data-(?:text|label)="(\w+)"/g),
    ];
    for (const [, key] of asked) assert.ok(key in WORDS || key in COMMON, `${file}: ${key}`);
  }
});

test("blanks that nobody fills stay, and a sentence nobody foresaw is said as words", () => {
  assert.equal(fill("{who} takes {what}", { who: "Ana" }), "Ana takes {what}");
  const say = speaker({ wins: ["{who} wins", "gana {who}"] });
  assert.equal(say("es", "wins", { who: "Ana" }), "gana Ana");
  assert.equal(say("en", "no_such_thing"), "no such thing");
});

test("names, lists and numbers are said as people say them", () => {
  assert.equal(localized({ en: "Troll", es: "Trol" }, "es"), "Trol");
  assert.equal(localized({ en: "Troll" }, "es"), "Troll");
  assert.equal(localized(null, "en"), "");
  assert.equal(listed(["A", "B", "C"], "es"), "A, B y C");
  assert.equal(listed(["A"], "en"), "A");
  assert.equal(listed([], "en"), "");
  assert.equal(number(-3), "−3");
  assert.equal(number(3, true), "+3");
  assert.equal(number(0, true), "0");
  assert.equal(amount({ unknown: [4, 2, 3] }), "2–4");
  assert.equal(amount({ least: 1, most: 1 }), "1");
  assert.equal(amount(null), "?");
});

/** Whether words agree in number: the same lists as for the sentences of the engines. */
const NOUNS = JSON.parse(readFileSync(new URL("../fixtures/nouns.json", import.meta.url), "utf-8"));

/** @param {string} words @param {"en" | "es"} lang @returns {string[]} The parts that do not agree. */
function disagreeing(words, lang) {
  const { nouns, between, after_one, before_one } = NOUNS[lang];
  const forms = (/** @type {number} */ at) => nouns.map((/** @type {string[]} */ pair) => pair[at]).join("|");
  const start = String.raw`(?<![\p{L}\d.,:–/-])(?<!\bto )(?<!\ba )[-+−]?`;
  const end = String.raw`(?![\p{L}\d])`;
  const middle = `(?:(?:${between.join("|")}) )?`;
  return [
    `${start}1 ${middle}(?:${forms(1)})${end}`,
    String.raw`${start}(?:0|[2-9]|\d\d+) ${middle}(?:${forms(0)})${end}(?! (?:${forms(0)}|${forms(1)})${end})`,
    `${start}1 ${middle}(?:${forms(0)}) (?:${after_one.join("|")})${end}`,
    String.raw`(?<!\p{L})(?:${before_one.join("|")}) 1(?![\p{L}\d.,:–/-])(?! (?:a|to|y|and|o|or)${end})`,
  ].flatMap((pattern) => [...words.matchAll(new RegExp(pattern, "gu"))].map(([found]) => found));
}

/** Blanks that a name or a place on the board fills, never a number of what comes after them. */
const NAMED = ["who", "tier", "colour", "name", "card", "tile", "space", "row", "col", "title", "game", "what"];

for (const name of modules) {
  test(`${name}: each sentence agrees with the number in it, in English and Spanish`, async () => {
    const { WORDS } = await import(new URL(name, VIEWER).href);
    for (const [key, both] of Object.entries(WORDS))
      for (const [at, lang] of /** @type {const} */ ([
        [0, "en"],
        [1, "es"],
      ]))
        for (const count of [0, 1, 2]) {
          const named = [...both[at].matchAll(/\{(\w+)/g)].map(([, blank]) => blank);
          const values = Object.fromEntries(named.map((blank) => [blank, NAMED.includes(blank) ? "Ana" : count]));
          assert.deepEqual(disagreeing(fill(both[at], values), lang), [], `${key}: ${both[at]}`);
        }
  });
}

test("a sentence has the form that agrees with its number", () => {
  const words = "{n} {n:card is|cards are} left of {all}";
  const said = [0, 1, 2, "+1", "−1", "1–3"].map((n) => fill(words, { n, all: 3 }));
  assert.deepEqual(said, [
    "0 cards are left of 3",
    "1 card is left of 3",
    "2 cards are left of 3",
    "+1 card is left of 3",
    "−1 card is left of 3",
    "1–3 cards are left of 3",
  ]);
  assert.deepEqual(
    [1, 4].map((n) => fill("{n:a card|{n} cards}", { n })),
    ["a card", "4 cards"],
  );
});
