// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Outbox } from "../../../viewer/device/outbox.js";
import { added, answered, changed, lookedUp, request, resumed, takenBack } from "../../../viewer/device/queue.js";
import { StorageError, memoryStorage } from "../../../viewer/device/storage.js";
import { Store, newOwn } from "../../../viewer/device/database.js";
import { said } from "../../../viewer/device/words.js";
import { ServiceModel, badWay, dice, jsonAnswer } from "./service-model.mjs";

/** @param {ServiceModel} service */
const straight = (service) => async (/** @type {string} */ url, /** @type {any} */ init) => {
  const { status, body } = service.answer(url, init);
  return jsonAnswer(status, body);
};

/**
 * A phone with a record, and its outbox.
 * @param {any} way A `fetch`.
 * @param {any} [own]
 * @param {any} [how]
 */
async function phone(way, own = { record: "r1", base: 1, token: "good" }, how = {}) {
  const storage = how.storage ?? memoryStorage();
  const store = new Store(storage, "kept");
  const row = how.row ?? (await store.keepOwn(newOwn({ game: "toy", ...own }))).own;
  const outbox = new Outbox(store, row, { fetch: way, rest: () => 0, zone: "Europe/Madrid", ...how });
  await outbox.open();
  const end = () => {
    outbox.close();
    store.close();
  };
  return { storage, store, row, outbox, end };
}

/** @param {Outbox} outbox @param {(state: import("../../../viewer/device/outbox.js").State) => boolean} what */
async function until(outbox, what) {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (what(outbox.state)) return outbox.state;
    await new Promise((done) => setImmediate(done));
  }
  throw new Error(`never: ${JSON.stringify(outbox.state)}`);
}

/** @param {Outbox} outbox */
const empty = (outbox) => until(outbox, (state) => state.unsent === 0);

/** What was laid, in the order of the log. @param {ServiceModel} service */
const laid = (service) => service.moves.map((entry) => entry.body.tile);

test("a move is held, taken back before anybody saw it, or sent when it is released", async () => {
  const service = new ServiceModel();
  const { outbox, end } = await phone(straight(service));
  const wrong = await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  assert.equal(outbox.state.held?.key, wrong.key);
  assert.equal((await outbox.takeBack(wrong.key))?.body.tile, 1);
  await outbox.hold({ body: { type: "place", seat: 0, tile: 2 } });
  await outbox.release();
  await empty(outbox);
  assert.deepEqual(
    service.moves.map((entry) => [entry.body.tile, entry.zone]),
    [[2, "Europe/Madrid"]],
  );
  assert.deepEqual(said("en", outbox.state), { count: "All sent", line: null, does: null });
  end();
});

test("what was entered without a network is sent in one import when it is back", async () => {
  const service = new ServiceModel();
  let down = true;
  const calls = /** @type {string[]} */ ([]);
  const way = async (/** @type {string} */ url, /** @type {any} */ init) => {
    if (down) throw new TypeError("network");
    calls.push(url);
    return straight(service)(url, init);
  };
  const { outbox, end } = await phone(way, undefined, { rest: (/** @type {number} */ ms) => ms });
  for (let tile = 0; tile < 17; tile += 1) await outbox.hold({ body: { type: "place", seat: 0, tile } });
  await outbox.release();
  const state = await until(outbox, (one) => one.doing === "offline");
  assert.equal(said("en", state).count, "17 to send");
  assert.match(said("es", state).line ?? "", /Sin conexión/);
  down = false;
  await outbox.again();
  await empty(outbox);
  assert.deepEqual(laid(service), [...Array(17).keys()]);
  // The service's clock is asked for first.
  assert.deepEqual(calls, ["/v1/records/r1", "/v1/records/r1/import?until_refused=1&offers=1&lang=en,es"]);
  end();
});

test("a seat's own link brings no file of moves: what waited on its phone is sent move by move", async () => {
  const service = new ServiceModel();
  /** @type {string[]} */
  const calls = [];
  const way = async (/** @type {string} */ url, /** @type {any} */ init) => {
    calls.push(url.split("?")[0]);
    return straight(service)(url, init);
  };
  const own = { record: "r1", base: 1, token: "good", role: "seat", seat: 0 };
  const { outbox, end } = await phone(way, own);
  for (const tile of [1, 2, 3]) await outbox.hold({ body: { type: "place", seat: 0, tile } });
  await outbox.release();
  await empty(outbox);
  assert.deepEqual(laid(service), [1, 2, 3]);
  assert.deepEqual(
    calls.filter((path) => path !== "/v1/records/r1"),
    Array(3).fill("/v1/records/r1/moves"),
  );
  end();
});

test("a record begun without a network is opened first, once, and its moves follow", async () => {
  const service = new ServiceModel();
  const way = badWay(straight(service), dice(3), 0.6);
  const opening = { game: "toy", seats: [] };
  const { store, row, outbox, end } = await phone(way, { opening, token: null });
  await store.keepService({ api: "", token: "good" });
  await outbox.hold({ body: { type: "place", seat: 0, tile: 5 } });
  await outbox.release();
  await empty(outbox);
  const own = await store.own(row);
  assert.deepEqual([own?.record, own?.base, service.opened, service.moves.length], ["r1", 2, 1, 1]);
  end();
});

test("over a bad way, with crashes and two senders at once, the log is what was tapped", async () => {
  const games = Number(process.env.MOVEBOOK_OUTBOX_GAMES ?? 4);
  for (let seed = 1; seed <= games; seed += 1) {
    const random = dice(seed);
    const service = new ServiceModel();
    const way = badWay(straight(service), random, 0.5);
    const first = await phone(way);
    /** @type {any[]} */
    const phones = [first];
    const tapped = [];
    for (let tile = 0; tile < 40; tile += 1) {
      if (random() < 0.08) phones.shift()?.end();
      if (!phones.length || random() < 0.05) {
        // Another page on the same store, that knows of no lock: it sends at the same time.
        /** @type {any} */
        const apart = { ...first.storage, kept: async () => null };
        phones.push(await phone(way, undefined, { storage: apart, row: first.row }));
      }
      const { outbox } = phones[Math.floor(random() * phones.length)];
      const entry = await outbox.hold({ body: { type: "place", seat: tile % 3, tile } });
      if (random() < 0.2 && (await outbox.takeBack(entry.key))) continue;
      tapped.push(tile);
      if (random() < 0.7) await outbox.release();
      if (random() < 0.3) service.append({ type: "sealed", body: {} }, "another", false);
    }
    const { outbox } = phones[0];
    await outbox.release();
    await empty(outbox);
    assert.deepEqual(
      service.moves.map((entry) => entry.body.tile),
      tapped,
      `seed ${seed}`,
    );
    for (const one of phones) one.end();
    first.end();
  }
});

test("what another seat's phone wrote meanwhile comes first, without a question", async () => {
  const service = new ServiceModel();
  const { outbox, end } = await phone(straight(service));
  service.append({ type: "move", body: { type: "place", seat: 1, tile: 9 } }, "ben");
  await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  await outbox.release();
  await empty(outbox);
  assert.deepEqual(laid(service), [9, 1]);
  end();
});

test("what another phone wrote seconds ago is asked about before it is sent again", async () => {
  const theirs = { version: 2, type: "move", by: "other", body: { type: "place", seat: 0, tile: 1 } };
  for (const [choice, tiles] of /** @type {["same" | "mine" | "theirs", number[]][]} */ ([
    ["same", []],
    ["mine", [1]],
    ["theirs", []],
  ])) {
    let now = Date.now();
    const service = new ServiceModel();
    const { outbox, end } = await phone(straight(service), undefined, { now: () => now });
    await outbox.heard([theirs, { ...theirs, version: 3, type: "noted" }]);
    await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
    await outbox.release();
    assert.deepEqual([outbox.state.doing, outbox.state.clash?.kind], ["clash", "same"]);
    await outbox.settle(choice);
    await empty(outbox);
    assert.deepEqual(laid(service), tiles);
    // Another move, and the same one a while later, are nobody's question.
    await outbox.heard([{ ...theirs, body: { ...theirs.body, tile: 3 } }]);
    await outbox.hold({ body: { type: "place", seat: 0, tile: 2 } });
    now += 11_000;
    await outbox.hold({ body: { type: "place", seat: 0, tile: 3 } });
    await outbox.release();
    await empty(outbox);
    assert.deepEqual(laid(service).slice(-2), [2, 3]);
    end();
  }
});

test("what this phone wrote itself is no question, whichever token another phone writes with", async () => {
  const service = new ServiceModel();
  service.token = "mb_abc_secret";
  const { outbox, end } = await phone(straight(service), { record: "r1", base: 1, token: service.token });
  const body = { type: "place", seat: 0, tile: 1 };
  const { key } = await outbox.hold({ body });
  await outbox.release();
  await empty(outbox);
  const sent = (await outbox.store.entries(outbox.own)).find((entry) => entry.key === key);
  await outbox.heard([{ version: Number(sent?.name), type: "move", by: "abc", body }]);
  await outbox.hold({ body });
  assert.equal(outbox.state.doing, "idle");
  await outbox.takeBack(outbox.state.held?.key ?? "");
  await outbox.heard([{ version: Number(sent?.name) + 1, type: "move", by: "abc", body }]);
  await outbox.hold({ body });
  assert.equal(outbox.state.doing, "clash");
  end();
});

test("what a run of this phone wrote along is no question, and what another phone wrote after it is", async () => {
  const service = new ServiceModel();
  service.token = "mb_abc_secret";
  const go = (/** @type {number} */ seat) => ({ type: "go", seat });
  const way = async (/** @type {string} */ url, /** @type {any} */ init) => {
    const { status, body } = service.answer(url, init);
    if (url.includes("run=1")) {
      for (const seat of [1, 2]) service.append({ type: "move", body: go(seat) }, "abc");
      body.moves = service.moves.map(({ version }) => ({ name: String(version), says: {} }));
      body.version = service.version;
    }
    return jsonAnswer(status, body);
  };
  const { outbox, end } = await phone(way, { record: "r1", base: 1, token: service.token });
  await outbox.hold({ body: go(0), query: { run: 1 } });
  await outbox.release();
  await empty(outbox);
  const written = service.log.slice(1).map((entry) => ({ ...entry, by: "abc" }));
  assert.equal(written.length, 3);
  await outbox.heard(written);
  for (const seat of [0, 1, 2]) {
    const { key } = await outbox.hold({ body: go(seat) });
    assert.equal(outbox.state.clash, null);
    await outbox.takeBack(key);
  }
  await outbox.heard([{ ...written[2], version: 5 }]);
  await outbox.hold({ body: go(2) });
  assert.equal(outbox.state.clash?.kind, "same");
  end();
});

test("a clash is over when what clashed is taken back or changed, and the rest is sent", async () => {
  /** @type {((outbox: Outbox, key: string) => Promise<any>)[]} */
  const ways = [
    (outbox, key) => outbox.takeBack(key),
    (outbox, key) => outbox.change(key, { body: { type: "place", seat: 1, tile: 3 } }),
  ];
  for (const [place, way] of ways.entries()) {
    const service = new ServiceModel();
    const { outbox, end } = await phone(straight(service));
    service.append({ type: "move", body: { type: "place", seat: 0, tile: 9 } }, "ben");
    await outbox.hold({ body: { type: "place", seat: 1, tile: 1 } });
    const wrong = await outbox.hold({ body: { type: "place", seat: 0, tile: 2 } });
    const state = await until(outbox, (one) => one.doing === "clash");
    assert.deepEqual([state.clash?.kind, state.mine.length], ["over", 2]);
    await way(outbox, wrong.key);
    await outbox.release();
    await empty(outbox);
    assert.deepEqual(laid(service), place ? [9, 1, 3] : [9, 1]);
    end();
  }
});

test("a clash stays as long as a move that waits clashes", async () => {
  const service = new ServiceModel();
  const { outbox, end } = await phone(straight(service));
  service.append({ type: "move", body: { type: "place", seat: 0, tile: 9 } }, "ben");
  await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  const next = await outbox.hold({ body: { type: "place", seat: 1, tile: 2 } });
  await until(outbox, (one) => one.doing === "clash");
  await outbox.takeBack(next.key);
  assert.deepEqual([outbox.state.doing, outbox.state.clash?.kind], ["clash", "over"]);
  await outbox.settle("mine");
  await empty(outbox);
  assert.deepEqual(laid(service), [9, 1]);
  end();
});

test("what the rules refuse after another's move is no question once it is taken back", async () => {
  const service = new ServiceModel();
  const { outbox, end } = await phone(straight(service));
  service.append({ type: "move", body: { type: "show", seat: 1, tile: 1 } }, "ben");
  const wrong = await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  await outbox.hold({ body: { type: "place", seat: 0, tile: 2 } });
  await outbox.release();
  await until(outbox, (one) => one.clash?.kind === "illegal");
  await outbox.takeBack(wrong.key);
  await empty(outbox);
  assert.deepEqual(laid(service), [1, 2]);
  end();
});

test("what another phone wrote seconds ago is no question once the same move is taken back", async () => {
  const service = new ServiceModel();
  const { outbox, end } = await phone(straight(service));
  const body = { type: "place", seat: 0, tile: 1 };
  service.append({ type: "move", body }, "ben");
  await outbox.rebased(2);
  await outbox.heard(service.log.slice(1));
  const same = await outbox.hold({ body });
  await outbox.hold({ body: { ...body, tile: 2 } });
  assert.equal(outbox.state.clash?.kind, "same");
  await outbox.takeBack(same.key);
  await outbox.release();
  await empty(outbox);
  assert.deepEqual(laid(service), [1, 2]);
  end();
});

/** @type {[string, (service: ServiceModel) => void, any, string, "mine" | "theirs" | "same", any[]][]} */
const CLASHES = [
  [
    "the same move entered on two phones is one, where the table says so",
    (service) => service.append({ type: "move", body: { type: "place", seat: 0, tile: 1 } }, "ben"),
    { type: "place", seat: 0, tile: 1 },
    "same",
    "same",
    [1],
  ],
  [
    "another move of the same seat is shown beside it; theirs stays and mine is set aside",
    (service) => service.append({ type: "move", body: { type: "place", seat: 0, tile: 2 } }, "ben"),
    { type: "place", seat: 0, tile: 1 },
    "over",
    "theirs",
    [2],
  ],
  [
    "another move of the same seat is shown beside it; mine may follow all the same",
    (service) => service.append({ type: "move", body: { type: "place", seat: 0, tile: 2 } }, "ben"),
    { type: "place", seat: 0, tile: 1 },
    "over",
    "mine",
    [2, 1],
  ],
  [
    "a record undone past what the queue follows asks before it goes on",
    (service) => service.append({ type: "undone", body: {} }, "ben"),
    { type: "place", seat: 0, tile: 1 },
    "undone",
    "mine",
    [1],
  ],
  [
    "a move that the rules refuse only after what another wrote is shown beside that",
    (service) => service.append({ type: "move", body: { type: "show", seat: 1, tile: 1 } }, "ben"),
    { type: "place", seat: 0, tile: 1 },
    "illegal",
    "theirs",
    [1],
  ],
];

for (const [name, meanwhile, body, kind, choice, tiles] of CLASHES) {
  test(name, async () => {
    const service = new ServiceModel();
    const { store, row, outbox, end } = await phone(straight(service));
    meanwhile(service);
    await outbox.hold({ body });
    await outbox.release();
    const state = await until(outbox, (one) => one.doing === "clash");
    assert.equal(state.clash?.kind, kind);
    assert.deepEqual([state.clash?.theirs.length, state.mine.length, said("en", state).does], [1, 1, "settle"]);
    await outbox.settle(choice);
    await empty(outbox);
    assert.deepEqual(laid(service), tiles);
    // Set aside or sent, it is still on this phone.
    assert.equal((await store.entries(row)).length, 1);
    end();
  });
}

test("a signature waits among the moves, is written once, and holds up nothing where it is refused", async () => {
  const service = new ServiceModel();
  const ways = [
    async () => Promise.reject(new TypeError("never came")),
    async (/** @type {any[]} */ ...asked) => {
      await straight(service)(...asked);
      throw new TypeError("answer lost");
    },
  ];
  service.append({ type: "signatures", body: { opening: "o", seat: 1 } }, "another phone", false);
  const { outbox, end } = await phone(async (url, init) =>
    init.method === "POST" && ways.length ? ways.shift()(url, init) : straight(service)(url, init),
  );
  /** @type {any[]} */ const refused = [];
  outbox.addEventListener("refused", ({ detail }) => refused.push([detail.entry.state, detail.problem.detail]));
  for (const seat of [0, 1]) await outbox.hold({ call: "signatures", any: true, body: { opening: "o", seat } });
  await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  await outbox.release();
  await empty(outbox);
  const [, , signed, moved, ...rest] = service.log;
  assert.deepEqual([signed.body.seat, moved.body.tile, rest], [0, 1, []]);
  assert.deepEqual(refused, [["set_aside", "twice"]]);
  end();
});

test("a refused move holds up what follows it until it is mended, and all else of an import stands", async () => {
  const service = new ServiceModel();
  let down = true;
  const way = async (/** @type {string} */ url, /** @type {any} */ init) => {
    if (down) throw new TypeError("network");
    return straight(service)(url, init);
  };
  const { outbox, end } = await phone(way, undefined, { rest: (/** @type {number} */ ms) => ms });
  for (let tile = 0; tile < 6; tile += 1)
    await outbox.hold({ body: { type: "place", seat: 0, tile, wrong: tile === 3 } });
  await outbox.release();
  await until(outbox, (one) => one.doing === "offline");
  down = false;
  await outbox.again();
  const state = await until(outbox, (one) => one.doing === "refused");
  assert.deepEqual([state.unsent, state.mine[0].body.tile, state.problem?.rule], [3, 3, "TOY-1.1"]);
  assert.equal(said("en", state).does, "mend");
  await outbox.change(state.mine[0].key, { body: { type: "place", seat: 0, tile: 33 } });
  await empty(outbox);
  assert.deepEqual(laid(service), [0, 1, 2, 33, 4, 5]);
  end();
});

test("a token revoked while off line stops the queue, and another token sends it once", async () => {
  const service = new ServiceModel();
  let lost = true;
  const way = async (/** @type {string} */ url, /** @type {any} */ init) => {
    const answer = await straight(service)(url, init);
    if (!lost) return answer;
    lost = false;
    service.token = "new";
    throw new TypeError("network");
  };
  const { store, row, outbox, end } = await phone(way);
  await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  await outbox.release();
  const state = await until(outbox, (one) => one.doing === "stopped");
  assert.deepEqual([state.why, state.unsent, said("en", state).does], ["token", 1, "file"]);
  const [, line] = (await outbox.file()).text.split("\n").map((one) => one && JSON.parse(one));
  assert.deepEqual([line.call, line.state, line.body], ["moves", "unsent", { type: "place", seat: 0, tile: 1 }]);
  await store.keepOwn({ own: row, token: "new" });
  await empty(outbox);
  assert.equal(service.moves.length, 1);
  end();
});

test("a record closed meanwhile keeps what is unsent on this phone, and says what to do", async () => {
  const service = new ServiceModel();
  service.closed = true;
  const { outbox, end } = await phone(straight(service));
  await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  await outbox.release();
  const state = await until(outbox, (one) => one.doing === "stopped");
  assert.equal(said("en", state).count, "1 to send");
  assert.match(said("en", state).line ?? "", /closed. Save unsent entries to a file/);
  service.closed = false;
  await outbox.again();
  await empty(outbox);
  end();
});

test("what a page held back that is gone is sent by the next one", async () => {
  const service = new ServiceModel();
  const { storage, row, outbox, end } = await phone(straight(service));
  await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  end();
  const after = await phone(straight(service), undefined, { storage, row });
  await empty(after.outbox);
  assert.equal(service.moves.length, 1);
  after.end();
});

test("a phone whose clock is a day ahead says so, and sends its times corrected", async () => {
  const service = new ServiceModel();
  const day = 24 * 3600 * 1000;
  const at = Date.parse("2026-11-22T20:00:00Z");
  const way = async (/** @type {string} */ url, /** @type {any} */ init) => {
    const { status, body } = service.answer(url, init);
    return jsonAnswer(status, body, { Date: new Date(at).toUTCString() });
  };
  const { outbox, end } = await phone(way, undefined, { now: () => at + day });
  for (const tile of [1, 2]) {
    await outbox.hold({ body: { type: "place", seat: 0, tile } });
    await outbox.release();
    await empty(outbox);
  }
  assert.deepEqual(
    service.moves.map((entry) => entry.occurred_at),
    ["2026-11-22T20:00:00.000Z", "2026-11-22T20:00:00.000Z"],
  );
  assert.match(said("en", outbox.state).line ?? "", /clock is off by 24 h/);
  end();
});

test("what was undone further on than one answer tells is found before anything is sent", async () => {
  const service = new ServiceModel();
  const { outbox, end } = await phone(straight(service));
  // A 412 tells of a hundred entries.
  for (let tile = 100; tile < 250; tile += 1)
    service.append({ type: "move", body: { type: "place", seat: 1, tile } }, "ben");
  service.append({ type: "undone", body: { undoes: ["2"] } }, "ben");
  await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  await outbox.release();
  const state = await until(outbox, (one) => one.doing === "clash");
  assert.deepEqual([state.clash?.kind, state.clash?.theirs.length], ["undone", 151]);
  end();
});

test("what a service of another version does not know waits, and is tried by the next page", async () => {
  const service = new ServiceModel();
  let renewed = false;
  const way = async (/** @type {string} */ url, /** @type {any} */ init) => {
    if (renewed || init.method !== "POST") return straight(service)(url, init);
    return jsonAnswer(404, { type: "urn:movebook:problem:not-found", status: 404 });
  };
  const { storage, row, outbox, end } = await phone(way);
  await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  await outbox.release();
  const state = await until(outbox, (one) => one.doing === "stopped");
  assert.deepEqual([state.why, state.unsent], ["upgrade", 1]);
  end();
  renewed = true;
  const after = await phone(way, undefined, { storage, row });
  await empty(after.outbox);
  assert.equal(service.moves.length, 1);
  after.end();
});

test("a file holds every kind of entry, and how each of them stands", async () => {
  const service = new ServiceModel();
  const seats = [{ player: "p1", name: "Ana", colour: "red" }, { colour: "blue" }];
  const own = { record: "r1", base: 1, token: "good", opening: { game: "toy" }, seats };
  const { outbox, end } = await phone(straight(service), own);
  await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  await outbox.hold({ call: "undo", body: { undoes: ["2"] } });
  await outbox.hold({ call: "notes", any: true, body: { text: "well", for: "all" } });
  await outbox.release();
  await empty(outbox);
  service.append({ type: "move", body: { type: "place", seat: 0, tile: 2 } }, "ben");
  await outbox.hold({ body: { type: "place", seat: 0, tile: 3 } });
  await outbox.release();
  await until(outbox, (one) => one.doing === "clash");
  await outbox.settle("theirs");
  await outbox.hold({ call: "signatures", any: true, body: { seat: 0, outcome: "0" } });
  const { name, text } = await outbox.file();
  const [head, ...lines] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.match(name, /^movebook-toy-\d{4}-\d\d-\d\d\.jsonl$/);
  assert.deepEqual(head, {
    format: "movebook-phone",
    format_version: 1,
    game: "toy",
    record: "r1",
    follows: 5,
    opening: { game: "toy" },
    seats: [
      { name: "Ana", colour: "red" },
      { name: null, colour: "blue" },
    ],
  });
  assert.deepEqual(
    lines.map(({ call, state, name: version, body }) => [call, state, version, body]),
    [
      ["moves", "sent", "2", { type: "place", seat: 0, tile: 1 }],
      ["undo", "sent", "3", { undoes: ["2"] }],
      ["notes", "sent", "4", { text: "well", for: "all" }],
      ["moves", "set_aside", undefined, { type: "place", seat: 0, tile: 3 }],
      ["signatures", "unsent", undefined, { seat: 0, outcome: "0" }],
    ],
  );
  assert.ok(!text.includes("good"), "no token");
  end();
});

/** A row with these moves, waiting. @param {...number} tiles */
function rowOf(...tiles) {
  /** @type {any} */
  const own = { own: "o", record: "r1", base: 1, next: 1, most: 0, clock_s: 0, over: [], sent: 0, unsent: 0 };
  /** @type {any} */
  let row = { own: { ...own, flight: null, clash: null, stop: null, opening: null }, queue: [], done: [] };
  for (const tile of tiles) {
    const what = { key: `k${tile}`, call: "moves", query: {}, any: false, body: { type: "place", seat: 0, tile } };
    [row] = added(row, { ...what, occurred_at: "2026-11-22T20:00:00Z", zone: "", says: null }, false);
  }
  return row;
}

test("what is on its way is repeated byte for byte with its key, and is neither taken back nor changed", () => {
  const [sent, flight] = request(rowOf(1, 2), "fresh");
  const [later] = added(sent, { ...sent.queue[0], key: "k3" }, false);
  assert.deepEqual(request(later, "other")[1], flight);
  assert.deepEqual(takenBack(later, "k1"), [later, null]);
  assert.deepEqual(changed(later, "k2", { body: {} }, "other"), [later, null]);
});

test("what breaks league mode is refused, and sent again once the table knows what follows", () => {
  const [row, flight] = request(rowOf(1), "fresh");
  const problem = { type: "urn:movebook:problem:breach", consequence: "League mode: ...", breaches: ["irregular"] };
  const [refused, { did }] = answered(row, /** @type {any} */ (flight), { status: 409, body: problem, retry_s: null });
  assert.deepEqual([did, refused.queue[0].problem, request(refused, "none")[1]], ["refused", problem, null]);
  const { body, query } = refused.queue[0];
  const [again] = changed(refused, "k1", { body, query: { ...query, breaks: 1 } }, "other");
  const next = request(again, "unused")[1];
  assert.equal(next?.key, "other");
  assert.match(next?.path ?? "", /[?&]breaks=1(&|$)/);
});

test("only the service's own word ends a request: a proxy's, a log-in page's and none leave it as it was", () => {
  const [row, flight] = request(rowOf(1), "fresh");
  const busy = { type: "urn:movebook:problem:busy" };
  /** @type {import("../../../viewer/device/queue.js").Answer[]} */
  const answers = [
    null,
    { status: 404, body: { error: "no upstream" }, retry_s: null },
    { status: 403, body: {}, retry_s: null },
    { status: 200, body: { welcome: true }, retry_s: null },
    { status: 503, body: busy, retry_s: 2 },
    { status: 401, body: null, retry_s: null },
  ];
  for (const answer of answers) assert.equal(answered(row, /** @type {any} */ (flight), answer)[0], row);
});

test("what a second sender hears of an overtaken request says nothing of the one that followed it", () => {
  const [row, first] = /** @type {any} */ (request(rowOf(1), "fresh"));
  const theirs = { type: "move", version: 5, body: { type: "place", seat: 1, tile: 9 } };
  const mine = { type: "move", version: 6, body: { type: "place", seat: 0, tile: 1 } };
  /** @param {any[]} since */
  const conflict = (since) => {
    const body = { type: "urn:movebook:problem:version-conflict", version: since.at(-1).version, since };
    return { status: 412, body, retry_s: null };
  };
  const [behind] = answered(row, first, conflict([theirs]));
  const [again, second] = /** @type {any} */ (request(behind, "other"));
  assert.deepEqual([second.key, first.match, second.match], [first.key, '"1"', '"5"']);
  // By now the second request stands, as version 6; its own answer is on its way.
  assert.equal(answered(again, first, conflict([theirs, mine]))[0], again);
});

test("a phone that is full while it sends says so, and sends once it has room", async () => {
  const service = new ServiceModel();
  const storage = memoryStorage();
  let full = false;
  /** @type {any} */
  const small = {
    ...storage,
    change: (/** @type {string} */ own, /** @type {any} */ step) =>
      full ? Promise.reject(new StorageError("full")) : storage.change(own, step),
  };
  const way = async (/** @type {string} */ url, /** @type {any} */ init) => {
    if (init.method === "POST" && !service.moves.length) full = true;
    return straight(service)(url, init);
  };
  const { outbox, end } = await phone(way, undefined, { storage: small, rest: (/** @type {number} */ ms) => ms });
  await outbox.hold({ body: { type: "place", seat: 0, tile: 1 } });
  await outbox.release();
  const state = await until(outbox, (one) => one.doing === "full");
  assert.equal(said("en", state).does, "again");
  assert.match(said("en", state).line ?? "", /^This phone is full. Free some space/);
  assert.match(said("es", state).line ?? "", /^El móvil está lleno. Libera espacio/);
  full = false;
  await outbox.again();
  await empty(outbox);
  assert.equal(service.moves.length, 1);
  end();
});

test("a revoked token leaves the request frozen: its first sending may have arrived", () => {
  const [row, flight] = request(rowOf(1, 2), "fresh");
  const revoked = { status: 401, body: { type: "urn:movebook:problem:no-token" }, retry_s: null };
  const [stopped] = answered(row, /** @type {any} */ (flight), revoked);
  assert.deepEqual([stopped.own.stop?.why, request(stopped, "x")[1]], ["token", null]);
  assert.deepEqual(request(resumed(stopped), "x")[1], flight);
});

test("a key that stands for what other eyes wrote is looked up in the log, and what stands there is sent", () => {
  const [row, flight] = request(rowOf(1, 2), "fresh");
  const reused = { status: 422, body: { type: "urn:movebook:problem:key-reused", version: 7 }, retry_s: null };
  const [same, happened] = answered(row, /** @type {any} */ (flight), reused);
  assert.deepEqual([same, happened], [row, { did: "lookup", first: 7 }]);
  const log = [1, 2].map((tile) => ({ version: 6 + tile, type: "move", body: { type: "place", seat: 0, tile } }));
  const [after] = lookedUp(row, flight?.key ?? "", log);
  assert.deepEqual([after.queue, after.done.map((entry) => entry.name), after.own.base], [[], ["7", "8"], 8]);
});

test("too large an import goes in halves", () => {
  const [row, flight] = request(rowOf(1, 2, 3, 4), "fresh");
  const large = { status: 413, body: { type: "urn:movebook:problem:too-large" }, retry_s: null };
  const [less] = answered(row, /** @type {any} */ (flight), large);
  assert.deepEqual(request(less, "again")[1]?.keys, ["k1", "k2"]);
});
