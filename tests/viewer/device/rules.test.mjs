// @ts-check
// The rules on a phone, with a worker that fails.
import assert from "node:assert/strict";
import { test } from "node:test";
import { OffLine } from "../../../viewer/device/refusal.js";
import { Rules } from "../../../viewer/device/rules.js";

/** A worker that cannot be loaded, as a browser tells it: by an event, some time after it was made. */
class Failing {
  static made = 0;
  onerror = () => {};

  constructor() {
    Failing.made += 1;
    setTimeout(() => this.onerror(), 5);
  }

  // Nobody is there to answer.
  postMessage() {}

  terminate() {}
}

test("an engine that failed before it was asked anything is an answer, too", { timeout: 2000 }, async () => {
  globalThis.Worker = Failing;
  const row = { own: "o", api: "", role: "write", game: "kingdoms", record: "r", unsent: 1, seats: [], base: 1 };
  let asked = 0;
  // A busy phone: the third reading, whose row the engine's first question needs, ends after the worker has failed.
  const own = () => new Promise((done) => setTimeout(() => done(row), (asked += 1) === 3 ? 40 : 0));
  const rules = new Rules({ own }, "o", () => "en");
  await assert.rejects(rules.offers(), OffLine);
  assert.equal(Failing.made, 1);
  assert.equal(rules.where, "none");
});
