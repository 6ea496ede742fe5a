// A second touch soon after one that wrote something belongs to it; by the events' own times, and no clock.
import assert from "node:assert/strict";
import { test } from "node:test";

const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
const { writes } = await import("../../../viewer/pages/common/touch.js");

/** @param {string} type @param {number} at @param {Record<string, any>} what @returns {boolean} Whether it gets through. */
function send(type, at, what) {
  const event = Object.assign(new Event(type, { cancelable: true }), what);
  Object.defineProperty(event, "timeStamp", { value: at });
  return page.dispatchEvent(event);
}

/** Whether a second click counts, some time after one that wrote. */
function second({ after, pointer = "touch", detail = 1, wrote = true }, at) {
  send("pointerdown", at, { pointerType: pointer });
  assert.ok(send("click", at, { detail: 1 }));
  if (wrote) writes();
  send("pointerdown", at + after, { pointerType: pointer });
  return send("click", at + after, { detail });
}

test("a second touch counts from 300 ms on, and sooner only where nothing was written or no finger did it", () => {
  const cases = [
    [{ after: 120 }, false],
    [{ after: 299 }, false],
    [{ after: 300 }, true],
    [{ after: 400 }, true],
    [{ after: 120, wrote: false }, true],
    [{ after: 120, pointer: "mouse" }, true],
    [{ after: 120, pointer: "mouse", detail: 2 }, false],
    [{ after: 120, detail: 0 }, true],
  ];
  cases.forEach(([what, counts], n) => assert.equal(second(what, 10_000 * (n + 1)), counts, JSON.stringify(what)));
});

test("what is refused as a second touch does not put off the next one", () => {
  second({ after: 200 }, 500_000);
  assert.ok(send("click", 500_400, { detail: 1 }));
});
