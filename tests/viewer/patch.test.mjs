// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { PatchError, applyPatch, keysOf, valueAt } from "../../viewer/patch.js";

test("what a patch does not name is shared, what it names is new, the document before stays", () => {
  const before = {
    board: [
      [null, 1],
      [2, 3],
    ],
    seats: { 0: { gold: 50 } },
  };
  const frozen = structuredClone(before);
  const after = applyPatch(before, [{ op: "replace", path: "/board/0/1", value: 9 }]);
  assert.deepEqual(after, {
    board: [
      [null, 9],
      [2, 3],
    ],
    seats: { 0: { gold: 50 } },
  });
  assert.deepEqual(before, frozen);
  assert.equal(after.board[1], before.board[1]);
  assert.equal(after.seats, before.seats);
  assert.notEqual(after.board[0], before.board[0]);
});

test("every operation of RFC 6902", () => {
  const cases = [
    [{ a: 1 }, [{ op: "add", path: "/b", value: [2] }], { a: 1, b: [2] }],
    [[1, 3], [{ op: "add", path: "/1", value: 2 }], [1, 2, 3]],
    [[1], [{ op: "add", path: "/-", value: 2 }], [1, 2]],
    [{ a: { b: 1 } }, [{ op: "remove", path: "/a/b" }], { a: {} }],
    [[1, 2, 3], [{ op: "remove", path: "/0" }], [2, 3]],
    [{ a: null }, [{ op: "replace", path: "/a", value: 0 }], { a: 0 }],
    [{ a: [1], b: {} }, [{ op: "move", from: "/a", path: "/b/c" }], { b: { c: [1] } }],
    [{ a: [1] }, [{ op: "copy", from: "/a", path: "/b" }], { a: [1], b: [1] }],
    [{ a: { x: [1, 2] } }, [{ op: "test", path: "/a", value: { x: [1, 2] } }], { a: { x: [1, 2] } }],
    [{ "a/b": { "c~d": 1 } }, [{ op: "replace", path: "/a~1b/c~0d", value: 2 }], { "a/b": { "c~d": 2 } }],
    [{ a: 1 }, [{ op: "replace", path: "", value: { b: 2 } }], { b: 2 }],
  ];
  for (const [before, patch, after] of cases) assert.deepEqual(applyPatch(before, /** @type {any} */ (patch)), after);
});

test("what does not fit is refused, with the operation and the reason", () => {
  const cases = [
    [{}, { op: "replace", path: "/a", value: 1 }, /nothing is at "a"/],
    [{}, { op: "remove", path: "/a" }, /nothing is at "a"/],
    [[1], { op: "replace", path: "/01", value: 1 }, /no index/],
    [[1], { op: "add", path: "/2", value: 1 }, /beyond a list of 1/],
    [[1], { op: "add", path: "/3", value: 1 }, /beyond a list of 1/],
    [{ a: 1 }, { op: "add", path: "/a/b", value: 1 }, /plain value/],
    [{ a: 1 }, { op: "test", path: "/a", value: "1" }, /another/],
    [{ a: {} }, { op: "move", from: "/a", path: "/a/b" }, /into itself/],
    [{}, { op: "shuffle", path: "/a" }, /unknown operation/],
    [{}, { op: "add", path: "a", value: 1 }, /no JSON Pointer/],
  ];
  for (const [before, operation, reason] of cases) {
    assert.throws(
      () => applyPatch(before, [/** @type {any} */ (operation)]),
      (error) => error instanceof PatchError && /** @type {RegExp} */ (reason).test(error.message),
    );
  }
});

test("a key called __proto__ is a key like any other", () => {
  const after = applyPatch({}, [{ op: "add", path: "/__proto__", value: { admin: true } }]);
  assert.equal(/** @type {any} */ (after).admin, undefined);
  assert.deepEqual(Object.keys(after), ["__proto__"]);
  assert.equal(/** @type {any} */ ({}).admin, undefined);
});

test("pointers", () => {
  assert.deepEqual(keysOf(""), []);
  assert.deepEqual(keysOf("/"), [""]);
  assert.equal(valueAt({ a: [{ b: 7 }] }, "/a/0/b"), 7);
});
