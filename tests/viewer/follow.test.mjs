// @ts-check
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

// The page that a follower listens to: whether it is hidden, and whether the browser is back on a network.
const page = new EventTarget();
Object.assign(globalThis, {
  document: Object.assign(page, { hidden: false }),
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
});
const { Follower } = await import("../../viewer/page/follow.js");

const PLACE = { record: "r", api: "", token: null, lang: "en" };

/**
 * Follow from version 5 while the service gives these answers; after the last one the page is hidden.
 * @param {...(number | [number, string?] | {version: number})} answers A status, with its `Retry-After`; news; 0: nothing
 *   can be reached.
 */
async function followed(...answers) {
  /** @type {number[]} */
  const waited = [];
  /** @type {any[]} */
  const heard = [];
  /** @type {string[]} */
  const asked = [];
  mock.method(globalThis, "setTimeout", (/** @type {() => void} */ done, /** @type {number} */ ms) => {
    waited.push(ms / 1000);
    queueMicrotask(done);
  });
  const over = new Promise((done) => {
    mock.method(globalThis, "fetch", async (/** @type {string} */ url) => {
      const answer = answers.shift();
      if (answer === undefined) {
        done(null);
        return new Promise(() => {});
      }
      asked.push(new URL(url, "http://here").searchParams.get("after") ?? "");
      if (answer === 0) throw new TypeError("no network");
      if (typeof answer === "object" && "version" in answer)
        return new Response(JSON.stringify({ ...answer, generation: 0 }), { status: 200 });
      const [status, wait] = [answer].flat();
      return new Response("{}", { status: Number(status), headers: wait ? { "Retry-After": String(wait) } : {} });
    });
  });
  const follower = new Follower(
    async (news) => {
      heard.push(news);
      return news.version;
    },
    (seconds) => seconds,
  );
  follower.follow(PLACE, 5);
  const stopped = (async () => {
    while (follower.place) await new Promise((done) => setImmediate(done));
  })();
  await Promise.race([over, stopped]);
  const goesOn = follower.place !== null;
  follower.stop();
  return { waited, heard: heard.map((news) => news.version), asked, goesOn };
}

afterEach(() => mock.restoreAll());

test("news are told once, and the next question is for what follows them", async () => {
  const { heard, asked, waited } = await followed({ version: 6 }, { version: 9 });
  assert.deepEqual(heard, [6, 9]);
  assert.deepEqual(asked, ["5", "6"]);
  assert.deepEqual(waited, []);
});

test("after failures twice as long is waited each time, up to a minute, and as long as the service says", async () => {
  const { waited, goesOn } = await followed(0, 0, 503, 0, 0, 0, 0, [429, "7"]);
  assert.deepEqual(waited, [2, 4, 8, 16, 32, 60, 60, 60]);
  assert.equal(goesOn, true);
  assert.deepEqual((await followed([429, "7"], { version: 6 }, 0)).waited, [7, 2]);
});

test("a record that is gone, or that nobody here may see, is asked for no more", async () => {
  for (const status of [401, 403, 404, 410]) assert.equal((await followed(status)).goesOn, false);
});

test("an answer without news that nobody waited for puts the next question off", async () => {
  assert.deepEqual((await followed({ version: 5 }, { version: 5 })).waited, [2, 2]);
});
