// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { cardText, costWords } from "../../../viewer/boards/architects/cards/text.js";
import { formulaAt, hireCost, nextAt, worldOf } from "../../../viewer/boards/architects/world.js";

const text = readFileSync(new URL("../../../engines/architects/box.json", import.meta.url), "utf-8");
/** A box of its own for each test, which may correct it. */
const freshBox = () => JSON.parse(text);
const world = worldOf(freshBox());

/**
 * What each card says, each sentence held against the card's row in chapters 19 to 21 of the rules (ARC-19.10 to 19.28,
 * ARC-20.1 to 20.43, ARC-21.10 to 21.19).
 * @type {Record<string, [en: string, es: string]>}
 */
const SENTENCES = JSON.parse(readFileSync(new URL("architects-text.json", import.meta.url), "utf-8"));

for (const [id, [en, es]] of Object.entries(SENTENCES)) {
  test(`${id} says what it does in both languages`, () => {
    assert.equal(cardText(world, id, "en"), en);
    assert.equal(cardText(world, id, "es"), es);
  });
}

test("every card of the box has a sentence here", () => {
  const { apprentices, buildings, characters } = world.box;
  const all = [...apprentices, ...buildings, ...characters].map((card) => card.id);
  assert.deepEqual(all.toSorted(), Object.keys(SENTENCES).toSorted());
});

test("a corrected card says what was corrected", () => {
  const box = freshBox();
  const card = (/** @type {any[]} */ all, /** @type {string} */ id) => all.find((one) => one.id === id);
  card(box.apprentices, "A14").ability.pay.silver = 2;
  card(box.apprentices, "A09").ability.release_from_prison.up_to = 3;
  card(box.buildings, "B30").effect.every = 2;
  card(box.buildings, "B13").effect.includes_itself = false;
  card(box.buildings, "B27").effect.delta_per_unpaid_debt = 2;
  box.resources.find((/** @type {any} */ one) => one.id === "clay").name = { en: "brick", es: "ladrillo" };
  const mine = worldOf(box);
  assert.equal(cardText(mine, "A14", "en"), "King's Storehouse: may trade 2 silver for 3 brick.");
  assert.equal(
    cardText(mine, "A09", "en"),
    "At each reset of the Black Market, may release up to 3 of your prisoners.",
  );
  assert.equal(cardText(mine, "B30", "en"), "At the end of the game: gain 1 point for every 2 captives on your board.");
  assert.equal(
    cardText(mine, "B13", "en"),
    "At the end of the game: gain 1 point for each building of yours, without this one.",
  );
  assert.equal(cardText(mine, "B27", "en"), "At the end of the game: each of your unpaid debts costs 2 points less.");
});

test("costs in any mix and of exact goods are said as they are", () => {
  const [, first, second] = world.box.cathedral.levels;
  assert.equal(costWords(world, first.cost, "en"), "1 gold");
  assert.equal(costWords(world, second.cost, "en"), "4 of stone or wood in any mix");
  assert.equal(costWords(world, second.cost, "es"), "4 de piedra o madera en cualquier mezcla");
});

test("formulas give what the locations give", () => {
  // ARC-6.1, 6.5, 6.6, 8.20, 8.4: n, n + 1, n / 2 rounded down, 1 + n / 2 rounded down, n but at most 4.
  assert.deepEqual(
    [1, 2, 5].map((n) => formulaAt("n", n)),
    [1, 2, 5],
  );
  assert.deepEqual(
    [1, 2, 5].map((n) => formulaAt("n+1", n)),
    [2, 3, 6],
  );
  assert.deepEqual(
    [1, 2, 5].map((n) => formulaAt("n//2", n)),
    [0, 1, 2],
  );
  assert.deepEqual(
    [1, 2, 5].map((n) => formulaAt("1+n//2", n)),
    [1, 2, 3],
  );
  assert.deepEqual(
    [1, 4, 5].map((n) => formulaAt("min(n,4)", n)),
    [1, 4, 4],
  );
});

/** A position with workers of seat 0 at a place. @param {string} place @param {number} count @param {string[]} [apprentices] */
const standing = (place, count, apprentices = []) => ({
  tax_silver: 5,
  locations: { [place]: { 0: count, 1: 7 } },
  seats: { 0: { apprentices } },
});
/** @param {string} place @param {number} count @param {string[]} [apprentices] */
const next = (place, count, apprentices) =>
  nextAt(world, world.places.get(place), standing(place, count, apprentices), 0);

test("the next worker's yield counts own workers and apprentices alone", () => {
  // Two own workers there: the third brings 3 stone (ARC-5.11, ARC-6.1), and 1 more with a Stonecutter (ARC-19.22).
  assert.deepEqual(next("quarry", 2).gain, [{ stone: 3 }]);
  assert.deepEqual(next("quarry", 2, ["A29"]).gain, [{ stone: 4 }]);
  // The first worker in the Mines may take no gold (ARC-6.7); a Miner adds clay whichever is taken (ARC-19.18).
  assert.deepEqual(next("mines", 0).gain, [{ clay: 2 }]);
  assert.deepEqual(next("mines", 1, ["A19"]).gain, [{ clay: 4 }, { gold: 1, clay: 1 }]);
  // All taxes, whatever n is (ARC-10.3); the Pickpocket adds gold (ARC-19.20).
  assert.deepEqual(next("tax_stand", 3, ["A25"]).gain, [{ silver: 5, gold: 1 }]);
  // Four actions for the fourth worker, five with the Overseer (ARC-7.1, ARC-19.28).
  assert.equal(next("kings_storehouse", 3).actions, 4);
  assert.equal(next("kings_storehouse", 3, ["A42"]).actions, 5);
  // The fifth worker in the Workshop still hires up to column 4, or draws 3 cards (ARC-8.3, ARC-8.8).
  assert.deepEqual([next("workshop", 4).columns, next("workshop", 4).cards], [4, 3]);
});

test("a hire beyond the columns that a worker reaches lays silver on cards", () => {
  // The second own worker reaches columns 1 and 2; column 4 costs two silver more on cards (ARC-8.4, ARC-8.6).
  const position = { ...standing("workshop", 1), to_move: [0] };
  assert.deepEqual(hireCost(world, 2, position), { silver: 4, tax: 2, skip: 0 });
  assert.deepEqual(hireCost(world, 4, position), { silver: 4, tax: 2, skip: 2 });
  assert.deepEqual(hireCost(world, 4, { ...position, to_move: [] }), { silver: 4, tax: 2, skip: 0 });
});
