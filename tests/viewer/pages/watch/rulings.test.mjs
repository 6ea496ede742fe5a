// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { breakdown as ofKingdoms } from "../../../../viewer/boards/kingdoms/board.js";
import { breakdown as ofXidit } from "../../../../viewer/boards/xidit/result.js";

const SEATS = [{ seat: 0 }, { seat: 1 }];

/** @param {string} game @returns {any} */
function context(game) {
  const box = JSON.parse(readFileSync(new URL(`../../../../engines/${game}/box.json`, import.meta.url), "utf8"));
  return { lang: "en", seats: SEATS, box };
}

/** @param {any} told @param {string} head */
function line(told, head) {
  return told.parts.find((/** @type {any} */ part) => part.head === head)?.values;
}

/** What a seat of Kingdoms came to. @param {any} [more] */
function castles(more = {}) {
  return {
    breakdown: {
      start: 50,
      epochs: { 1: { total: 4 } },
      final: 54 + (more.ruled ?? 0),
      positive: 4,
      negative: 0,
      castles_used: { 1: 1 },
      castles_never_placed: { 2: 3 },
      starting_tiles_never_placed: 0,
      passes: 0,
      ...more,
    },
  };
}

test("gold that judges gave or took stands between the epochs and the final gold", () => {
  const ruled = ofKingdoms({ seats: { 0: castles(), 1: castles({ ruled: -6 }) } }, context("kingdoms"));
  assert.deepEqual(line(ruled, "Judge’s rulings"), ["0", "−6"]);
  const heads = ruled.parts.map((/** @type {any} */ part) => part.head);
  assert.equal(heads.indexOf("Judge’s rulings") + 1, heads.indexOf("Final"));
});

test("where no judge changed gold nothing is said of rulings", () => {
  const plain = ofKingdoms({ seats: { 0: castles(), 1: castles() } }, context("kingdoms"));
  assert.equal(line(plain, "Judge’s rulings"), undefined);
});

/** What a seat of Lords of Xidit came to. @param {any} [gold] */
function lord(gold = {}) {
  return {
    breakdown: {
      gold: { threats: 5, titans: 0, census: 2, ...gold },
      threats: 1,
      titans: 0,
      units: { total: 4 },
      recruited: {},
      spent: {},
      census_wins: {},
      stories: { supply: 1, aside: 0 },
      bards: { left: 3 },
      orders: { cancelled: {}, executed: 6 },
    },
  };
}

test("gold of rulings is told apart from that of threats, titans and census", () => {
  const result = { winners: [0], evaluations: [], end: { reason: "x", rule: "XID-17.1" }, tie_break: null };
  const told = ofXidit({ ...result, seats: { 0: lord(), 1: lord({ rulings: 3 }) } }, context("xidit"));
  assert.deepEqual(line(told, "Gold from the judge"), [0, 3]);
  const plain = ofXidit({ ...result, seats: { 0: lord(), 1: lord() } }, context("xidit"));
  assert.equal(line(plain, "Gold from the judge"), undefined);
});
