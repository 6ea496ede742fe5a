// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { draw } from "../../../viewer/form/draw.js";
import { Entry, LEFT_OUT } from "../../../viewer/form/entry.js";
import { declared, holds, namesPlace, nextField, placeAnswer } from "../../../viewer/form/shape.js";

/** Bards by region, of which one that nobody counted is null; and a note that may be left out. */
const FIELDS = {
  regions: { kind: "map", of: { kind: "integer", nullable: true } },
  note: { kind: "text", optional: true },
};
const NAMES = ["regions.R5", "regions.R9", "note"];

/** @param {any} partial */
async function ask(partial) {
  const field = NAMES.find((path) => path.split(".").reduce((here, key) => here?.[key], partial) === undefined);
  const domain = { kind: "range", low: 0, high: 3, optional: field !== "regions.R5" };
  return { field: field ?? null, domain: field ? domain : null };
}

test("a fact of a map that nobody saw is recorded as such, and what is left out is not recorded", async () => {
  const entry = new Entry("place_bards", 0, /** @type {any} */ (FIELDS), ask);
  entry.answer("regions.R5", 1);
  entry.answer("regions.R9", null);
  entry.answer("note", null);
  const { complete, question, move } = await entry.look();
  assert.deepEqual([complete, question], [true, null]);
  assert.deepEqual(move, { type: "place_bards", seat: 0, regions: { R5: 1, R9: null } });
});

test("what a map that was answered as a whole does not name is left out of it, and not told as seen by nobody", async () => {
  const entry = new Entry("place_bards", 0, /** @type {any} */ (FIELDS), ask);
  entry.answer("regions", { R5: 1 });
  entry.answer("note", null);
  const { complete, question, done, move } = await entry.look();
  assert.deepEqual([complete, question], [true, null]);
  assert.deepEqual(
    done.map(({ path, out }) => [path, out ?? false]),
    [
      ["regions.R5", false],
      ["regions.R9", true],
      ["note", false],
    ],
  );
  assert.deepEqual(move, { type: "place_bards", seat: 0, regions: { R5: 1 } });
});

/** Fists that are opened by seat, and trades one after another. */
const OPENED = {
  unit: { kind: "choice", choices: ["mage"] },
  counts: { kind: "map", keys: "seat", of: { kind: "integer", low: 0, high: 9 } },
};
const TRADES = {
  trades: {
    kind: "list",
    optional: true,
    of: {
      kind: "group",
      fields: { trade: { kind: "text" }, paid: { kind: "map", keys: ["clay"], of: { kind: "integer" } } },
    },
  },
};
const COUNT = { kind: "range", low: 0, high: 9 };

/**
 * A move of three seats while rules can be asked now and then.
 * @param {any} fields
 * @param {(partial: any) => {field: string | null, domain: any} | null} rules Null: nobody can be reached.
 */
function begun(fields, rules) {
  return new Entry("move", null, fields, async (partial, answered) => {
    const told = rules(partial);
    if (told) return told;
    const next = nextField(fields, partial, answered, 3);
    return { field: next?.path ?? null, domain: next && declared(next.shape, { seats: 3, most: 12 }) };
  });
}

test("a map by seat that was begun seat by seat goes on so without a network, and is never sent by itself", async () => {
  let there = true;
  const entry = begun(OPENED, (partial) => {
    if (!there) return null;
    if (!partial.unit) return { field: "unit", domain: { kind: "choice", of: ["mage", "archer"] } };
    const seat = [0, 1, 2].find((one) => partial.counts?.[one] === undefined);
    return seat === undefined ? { field: null, domain: null } : { field: `counts.${seat}`, domain: COUNT };
  });
  entry.answer("unit", "mage");
  entry.answer("counts.0", 2);
  there = false;
  assert.equal((await entry.look()).question?.path, "counts.1");
  entry.answer("counts.1", 0);
  // Whose fist it is nobody here can say: so it may be left out, but by a tap.
  const { complete, question } = await entry.look();
  assert.deepEqual([complete, question?.path, question?.domain.optional], [true, "counts.2", true]);
  entry.answer("counts.2", 1);
  there = true;
  const { question: last, move } = await entry.look();
  assert.deepEqual([last, move], [null, { type: "move", unit: "mage", counts: { 0: 2, 1: 0, 2: 1 } }]);
});

test("a map by names of the game that was begun goes on with the next of them without a network", async () => {
  const regions = { kind: "map", keys: ["R3", "R4", "R5"], of: { kind: "integer", low: 0, high: 3, nullable: true } };
  let there = true;
  const entry = begun({ regions }, () => (there ? { field: "regions.R4", domain: COUNT } : null));
  entry.answer("regions.R4", 3);
  there = false;
  const { question, complete } = await entry.look();
  assert.deepEqual([question?.path, question?.domain.optional, complete], ["regions.R3", true, true]);
  // Whose city is near which region nobody here can say: one that is no part of the move is left out of it.
  assert.equal(question?.domain.further, true);
  entry.answer("regions.R3", LEFT_OUT);
  entry.answer("regions.R5", LEFT_OUT);
  assert.deepEqual((await entry.look()).move, { type: "move", regions: { R4: 3 } });
});

test("a list that was begun item by item is not over because nobody can be asked for more", async () => {
  let there = true;
  const entry = begun(TRADES, (partial) => {
    if (!there) return null;
    const paid = partial.trades?.[0]?.trade !== undefined;
    return { field: paid ? "trades.0.paid.clay" : "trades.0.trade", domain: paid ? COUNT : { kind: "free" } };
  });
  entry.answer("trades.0.trade", "virtue");
  there = false;
  assert.equal((await entry.look()).question?.path, "trades.0.paid");
  entry.answer("trades.0.paid", { clay: 2 });
  assert.equal((await entry.look()).question?.path, "trades.1.trade");
  entry.answer("trades.1", null);
  const { question, move } = await entry.look();
  assert.deepEqual([question, move], [null, { type: "move", trades: [{ trade: "virtue", paid: { clay: 2 } }] }]);
});

test("what was answered as a whole without a network stands when the rules ask for it part by part", async () => {
  let there = false;
  const entry = begun(OPENED, (partial) => {
    if (!there) return null;
    const seat = [0, 1, 2].find((one) => partial.counts?.[one] === undefined);
    return seat === undefined ? { field: null, domain: null } : { field: `counts.${seat}`, domain: COUNT };
  });
  entry.answer("counts", { 0: 1, 1: 2 });
  there = true;
  assert.equal((await entry.look()).question?.path, "counts.2");
});

test("a draw takes no component that was laid out by hand, and says where none fits", async () => {
  const row = { kind: "list", of: { kind: "integer" } };
  const domain = { kind: "list", least: 2, most: 2, of: { kind: "choice", of: [1, 2, 3, 4] } };
  const box = { cards: [1, 2, 3, 4].map((id) => ({ id, count: 1 })) };
  for (const [top, fits] of /** @type {[number[], boolean][]} */ ([
    [[1, 2], true],
    [[1, 1], false],
  ])) {
    const entry = begun({ top: row, bottom: row }, (move) => {
      const field = ["top", "bottom"].find((name) => !move[name]) ?? null;
      return { field, domain: field && domain };
    });
    entry.answer("top", top);
    let draws = 0;
    const once = async (/** @type {any} */ move) => ((draws += 1), new Set([...move.top, ...move.bottom]).size === 4);
    assert.equal(await draw(entry, ["top", "bottom"], box, once), fits);
    if (fits) assert.equal(draws, 1);
  }
});

test("a place of the board answers the question that is asked, else the first field that takes such places", () => {
  const space = { kind: "list", of: { kind: "integer" }, place: ["q", "r"] };
  /** @type {any} */
  const fields = { tile: { kind: "list", place: ["a", "b"] }, to: space, path: { kind: "list", of: space } };
  assert.deepEqual(placeAnswer(fields, { q: 2, r: -3 }), { to: [2, -3] });
  assert.deepEqual(placeAnswer(fields, { q: 2, r: -3 }, "path.1"), { "path.1": [2, -3] });
  assert.deepEqual(placeAnswer(fields, { a: 0, b: 1 }, "to"), { tile: [0, 1] });
  assert.equal(placeAnswer(fields, { row: 0, col: 1 }), null);
  assert.ok(holds({ kind: "choice", of: [[2, -3]] }, [2, -3]));
  assert.ok(!holds({ kind: "choice", of: [[2, -3]] }, [-3, 2]));
  assert.ok(
    namesPlace(
      fields,
      {
        type: "jump",
        path: [
          [1, 0],
          [2, -3],
        ],
      },
      { q: 2, r: -3 },
    ),
  );
  assert.ok(!namesPlace(fields, { type: "move", to: [1, 0] }, { q: 0, r: 1 }));
});

test("a list that can have one value alone is given", async () => {
  const domain = { kind: "list", of: { kind: "choice", of: [1] }, least: 1, most: 1 };
  const one = async (/** @type {any} */ partial) =>
    partial.enemies ? { field: null, domain: null } : { field: "enemies", domain };
  const entry = new Entry("attack", 0, /** @type {any} */ ({ enemies: { kind: "list" } }), one);
  assert.deepEqual((await entry.look()).move, { type: "attack", seat: 0, enemies: [1] });
  assert.deepEqual(entry.draft, { type: "attack", seat: 0 });
  // A person chose its type: its pieces are drawn before the rules have answered, with those of a nested answer.
  Object.assign(entry, { chosen: true, offered: { enemies: domain } });
  assert.deepEqual(entry.draft, { type: "attack", seat: 0, enemies: [1] });
  entry.answer("enemies.0", 2);
  assert.deepEqual(entry.draft, { type: "attack", seat: 0, enemies: [2] });
});

test("a field that is usually left out is offered aside and not asked", async () => {
  const entry = new Entry("place_bards", 0, /** @type {any} */ (FIELDS), ask, () => false, ["note"]);
  entry.answer("regions", { R5: 1, R9: 0 });
  const { complete, question, aside, move } = await entry.look();
  assert.deepEqual([complete, question, aside.map(({ path }) => path)], [true, null, ["note"]]);
  assert.deepEqual(move, { type: "place_bards", seat: 0, regions: { R5: 1, R9: 0 } });
});

test("a place tapped for one part of a list leaves the place of another part", async () => {
  const region = { kind: "choice", of: ["china", "india"] };
  const group = { kind: "group", fields: { region: { kind: "text" } } };
  /** @param {any} partial */
  const cubes = async ({ place = [] }) => ({
    field: place.length < 2 ? `place.${place.length}.region` : null,
    domain: /** @type {any} */ (place.length < 2 ? region : null),
  });
  const entry = new Entry("action", 0, /** @type {any} */ ({ place: { kind: "list", of: group } }), cubes);
  entry.tap({ region: "china" }, "place.0.region");
  await entry.look();
  entry.tap({ region: "india" }, "place.1.region");
  const { complete, move } = await entry.look();
  assert.equal(complete, true);
  assert.deepEqual(move.place, [{ region: "china" }, { region: "india" }]);
});
