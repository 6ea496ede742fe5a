// @ts-check
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { fetchWithRetry } from "../../../viewer/pages/common/retry.js";

/**
 * A service that answers with these, one after another.
 * @param {...[number, string?]} answers Statuses, each with its `Retry-After`.
 */
function service(...answers) {
  const asked = mock.method(globalThis, "fetch", async () => {
    const [status, wait] = answers.shift() ?? [200];
    return new Response("{}", { status, headers: wait ? { "Retry-After": wait } : {} });
  });
  return () => asked.mock.callCount();
}

/** Let every wait be over as soon as it begins; what was waited for, in seconds. */
function clock() {
  /** @type {number[]} */
  const waited = [];
  mock.method(globalThis, "setTimeout", (/** @type {() => void} */ done, /** @type {number} */ ms) => {
    waited.push(ms / 1000);
    queueMicrotask(done);
  });
  return waited;
}

afterEach(() => mock.restoreAll());

test("who asked too often waits as long as is said, says so, and asks again", async () => {
  const asked = service([429, "3"], [429, "2"], [200]);
  const waited = clock();
  /** @type {number[]} */
  const told = [];
  const answer = await fetchWithRetry("/v1/records", {}, (seconds) => told.push(seconds));
  assert.equal(answer.status, 200);
  assert.deepEqual(waited, [3, 2]);
  assert.deepEqual(told, [3, 2]);
  assert.equal(asked(), 3);
});

test("after four requests the refusal is the answer", async () => {
  const asked = service([429, "1"], [429, "1"], [429, "1"], [429, "1"], [200]);
  clock();
  assert.equal((await fetchWithRetry("/v1/records", {}, () => {})).status, 429);
  assert.equal(asked(), 4);
});

test("nobody waits for longer than half a minute, or for what does not say how long", async () => {
  for (const [status, wait] of /** @type {[number, string?][]} */ ([[429, "31"], [429], [429, "soon"], [503]])) {
    const asked = service([status, wait]);
    clock();
    assert.equal((await fetchWithRetry("/v1/records", {}, () => {})).status, status);
    assert.equal(asked(), 1);
    mock.restoreAll();
  }
});

test("a busy service is asked again for what is read, and never for what is written", async () => {
  const read = service([503, "2"], [200]);
  clock();
  assert.equal((await fetchWithRetry("/v1/records/x/replay", {}, () => {})).status, 200);
  assert.equal(read(), 2);
  mock.restoreAll();
  const written = service([503, "2"], [200]);
  assert.equal((await fetchWithRetry("/v1/records/x/moves", { method: "POST" }, () => {})).status, 503);
  assert.equal(written(), 1);
});

test("a move that was refused because too many came is sent again: it was not begun", async () => {
  const asked = service([429, "1"], [201]);
  clock();
  assert.equal((await fetchWithRetry("/v1/records/x/moves", { method: "POST" }, () => {})).status, 201);
  assert.equal(asked(), 2);
});
