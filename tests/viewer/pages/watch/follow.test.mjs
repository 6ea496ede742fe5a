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
const { Follower } = await import("../../../../viewer/pages/common/follow.js");

const PLACE = { record: "r", api: "", token: null, lang: "en" };

/** What is done with the time that a stream may be silent. @type {(done: () => void, ms: number) => any} */
let silent = () => 0;

/** A stream of these pieces; after them it ends, breaks, or nothing more comes. */
class Stream {
  /** @param {string[]} pieces @param {boolean | "breaks"} [ends] */
  constructor(pieces, ends = true) {
    this.pieces = pieces;
    this.ends = ends;
  }

  /** @param {AbortSignal} signal */
  response(signal) {
    const body = new ReadableStream({
      start: (control) => {
        if (this.ends === "breaks") return;
        for (const piece of this.pieces) control.enqueue(new TextEncoder().encode(piece));
        if (this.ends) control.close();
        else signal.addEventListener("abort", () => control.error(new Error("aborted")));
      },
      // What stands in a queue is lost with an error: so each piece is given when it is asked for.
      pull: (control) => {
        if (this.ends !== "breaks") return;
        const piece = this.pieces.shift();
        if (piece === undefined) control.error(new TypeError("network error"));
        else control.enqueue(new TextEncoder().encode(piece));
      },
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  }
}

/** @param {string} why */
const over = (why) => `event: end\ndata: {"why":"${why}"}\n\n`;

/** @param {number} version */
const told = (version) => `id: ${version}\ndata: {"version":${version},"generation":0,"entries":[]}\n\n`;

/** The version of news that the page cannot take in. */
const UNHEARD = 99;

/**
 * Follow from version 5 while the service gives these answers; after the last one the page is hidden.
 * @param {...(number | [number, string?] | {version: number} | Stream)} answers A status, with its
 *   `Retry-After`; news; 0: nothing can be reached; a stream.
 */
async function followed(...answers) {
  /** @type {number[]} */
  const waited = [];
  /** @type {any[]} */
  const heard = [];
  /** @type {string[]} */
  const asked = [];
  /** @type {any[]} */
  const stood = [];
  let streams = 0;
  mock.method(globalThis, "setTimeout", (/** @type {() => void} */ done, /** @type {number} */ ms) => {
    // How long a stream may be silent.
    if (ms === 10_000 || ms === 40_000) return silent(done, ms);
    waited.push(ms / 1000);
    queueMicrotask(done);
  });
  const done = new Promise((done) => {
    mock.method(globalThis, "fetch", async (/** @type {string} */ url, /** @type {any} */ { signal }) => {
      // A service without streams, where none is told of.
      const stream = url.includes("/stream?");
      if (stream) streams += 1;
      if (stream && !(answers[0] instanceof Stream)) return new Response("{}", { status: 404 });
      const answer = answers.shift();
      if (answer instanceof Stream) {
        asked.push(new URL(url, "http://here").searchParams.get("after") ?? "");
        return answer.response(signal);
      }
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
      if (news.version === UNHEARD) throw new TypeError("no network");
      return news.version;
    },
    { spread: (seconds) => seconds, onStatus: (status, over) => stood.push(over ? [status, "over"] : status) },
  );
  follower.follow(PLACE, 5);
  const stopped = (async () => {
    while (follower.place) await new Promise((done) => setImmediate(done));
  })();
  await Promise.race([done, stopped]);
  const goesOn = follower.place !== null;
  follower.stop();
  return { waited, heard: heard.map((news) => news.version), news: heard, asked, goesOn, streams, stood };
}

afterEach(() => {
  mock.restoreAll();
  silent = () => 0;
});

test("news are told once, and the next question is for what follows them", async () => {
  const { heard, asked, waited } = await followed({ version: 6 }, { version: 9 });
  assert.deepEqual(heard, [6, 9]);
  assert.deepEqual(asked, ["5", "6"]);
  assert.deepEqual(waited, []);
});

test("after failures twice as long is waited each time, up to a quarter of a minute, and as long as the service says", async () => {
  const { waited, goesOn } = await followed(0, 0, 503, 0, 0, 0, 0, [429, "7"]);
  assert.deepEqual(waited, [2, 4, 8, 15, 15, 15, 15, 15]);
  assert.equal(goesOn, true);
  assert.deepEqual((await followed([429, "7"], { version: 6 }, 0)).waited, [7, 2]);
});

test("a record that is gone, or that nobody here may see, is asked for no more", async () => {
  for (const status of [401, 403, 404, 410]) {
    const { goesOn, stood } = await followed(status);
    assert.deepEqual([goesOn, stood], [false, [[status, "over"]]]);
  }
});

test("the page hears once that nobody is reached, that the service is busy, and that all is well again", async () => {
  const { stood } = await followed(0, 0, [503, "7"], { version: 6 }, { version: 7 });
  assert.deepEqual(stood, [0, 503, 200]);
});

test("an answer without news that nobody waited for puts the next question off", async () => {
  assert.deepEqual((await followed({ version: 5 }, { version: 5 })).waited, [2, 2]);
});

test("a stream is read event by event, however its bytes come, and what follows its end is asked of the service", async () => {
  const [six, seven] = [told(6), told(7)];
  const pieces = ["retry: 2000\n\n", six.slice(0, 9), six.slice(9), ":\n\n", seven];
  const { heard, asked, waited } = await followed(new Stream(pieces), new Stream([told(8)]));
  assert.deepEqual(heard, [6, 7, 8]);
  assert.deepEqual(asked, ["5", "7"]);
  assert.deepEqual(waited, [2, 2]);
});

test("a stream that told something and breaks is no further failure in a row, however often that happens", async () => {
  const broken = () => new Stream([":\n\n"], "breaks");
  const { waited, stood } = await followed(broken(), broken(), broken(), broken(), broken(), broken());
  assert.deepEqual(waited, [2, 2, 2, 2, 2, 2]);
  assert.deepEqual(stood, [0, 200, 0, 200, 0, 200, 0, 200, 0, 200, 0]);
  assert.deepEqual((await followed(new Stream([], "breaks"), new Stream([], "breaks"))).waited, [2, 4]);
});

test("failures before the page took something in do not count any more where it fails afterwards", async () => {
  const broken = () => new Stream([], "breaks");
  const { heard, waited } = await followed(
    broken(),
    broken(),
    broken(),
    new Stream([told(6), told(UNHEARD)], "breaks"),
  );
  assert.deepEqual(heard, [6, UNHEARD]);
  assert.deepEqual(waited, [2, 4, 8, 2]);
});

test("of events that came together the last one is heard, with the entries of all", async () => {
  const events = [6, 7, 9].map((version) => told(version).replace("[]", `[{"version":${version}}]`));
  const { news } = await followed(new Stream([events.join("")]));
  assert.deepEqual(news, [{ version: 9, generation: 0, entries: [{ version: 6 }, { version: 7 }, { version: 9 }] }]);
});

test("where nobody writes on nothing more is asked", async () => {
  const ended = followed(new Stream([told(6) + over("copy")]));
  await new Promise((done) => setImmediate(done));
  await new Promise((done) => setImmediate(done));
  // Until somebody comes back to the page: then it is asked what became of it.
  page.dispatchEvent(new Event("visibilitychange"));
  const { heard, streams } = await ended;
  assert.deepEqual([heard, streams], [[6], 2]);
});

test("a closed record is asked for once a minute, and followed as before when a judge has written", async () => {
  const { heard, waited, asked } = await followed(
    new Stream([told(6) + over("closed")]),
    { version: 6 },
    { version: 7 },
    new Stream([told(8)]),
  );
  assert.deepEqual(
    [heard, asked],
    [
      [6, 7, 8],
      ["5", "6", "6", "7"],
    ],
  );
  assert.deepEqual(waited, [60, 60, 2]);
});

test("a browser that leaves the network breaks its stream off, and begins anew when it is back", async () => {
  const { Follower } = await import("../../../../viewer/pages/common/follow.js");
  /** @type {number[]} */
  const stood = [];
  const begun = new EventTarget();
  let streams = 0;
  // No wait comes to its end by itself.
  mock.method(globalThis, "setTimeout", () => 0);
  mock.method(globalThis, "fetch", async (/** @type {string} */ _url, /** @type {any} */ { signal }) => {
    streams += 1;
    setImmediate(() => begun.dispatchEvent(new Event("stream")));
    return new Stream([":\n\n"], false).response(signal);
  });
  const follower = new Follower(async (news) => news.version, { onStatus: (status) => stood.push(status) });
  const next = () => new Promise((done) => begun.addEventListener("stream", done, { once: true }));
  const settled = async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
  };
  follower.follow(PLACE, 5);
  await next();
  await settled();
  page.dispatchEvent(new Event("offline"));
  await settled();
  assert.deepEqual(stood, [0]);
  page.dispatchEvent(new Event("online"));
  await next();
  await settled();
  follower.stop();
  assert.deepEqual([stood, streams], [[0, 200], 2]);
});

test("where no stream is to be had questions are asked, and after four of them a stream is tried again", async () => {
  const { heard, streams } = await followed(...[6, 7, 8, 9].map((version) => ({ version })), new Stream([told(10)]));
  assert.deepEqual(heard, [6, 7, 8, 9, 10]);
  assert.equal(streams, 3);
});

test("a stream whose first word does not come is left for questions, one that falls silent is begun anew", async () => {
  silent = (done, ms) => (ms === 10_000 ? setImmediate(done) : 0);
  const held = await followed(new Stream([], false), { version: 6 });
  assert.deepEqual([held.heard, held.waited], [[6], []]);
  mock.restoreAll();
  silent = (done, ms) => (ms === 40_000 ? setImmediate(done) : 0);
  const broken = await followed(new Stream([told(6)], false), new Stream([told(7)]));
  assert.deepEqual(
    [broken.heard, broken.asked],
    [
      [6, 7],
      ["5", "6"],
    ],
  );
});
