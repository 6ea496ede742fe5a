// @ts-check
/**
 * Games typed on phones with a bad way to a service: `node outbox-evening.mjs [URL TOKEN] < GAMES`, one game a line as
 * `{"seed", "game", "colours", "moves"}`; without a service, to what it is modelled by. In every other game each seat
 * types its own moves on a phone of its own, and follows what it last sent itself: so it is overtaken by the others.
 * Writes a line for each: what happened on the way, and the log that came of it.
 */
import { createInterface } from "node:readline";

import { Outbox } from "../../../viewer/device/outbox.js";
import { memoryStorage } from "../../../viewer/device/storage.js";
import { Store, newOwn } from "../../../viewer/device/database.js";
import { ServiceModel, badWay, dice, jsonAnswer } from "./service-model.mjs";

const [url, token = "good"] = process.argv.slice(2);

/** A service that is asked by `fetch`: the real one, or a model of its own for each game. */
function serviceOf() {
  if (url) return (/** @type {string} */ path, /** @type {any} */ init) => fetch(url + path, init);
  const model = new ServiceModel();
  // The imaginary table plays by the rules.
  model.refusal = () => null;
  return async (/** @type {string} */ path, /** @type {any} */ init) => {
    const { status, body } = model.answer(path, init ?? {});
    return jsonAnswer(status, body);
  };
}

/** A phone: what it keeps, and the pages that are open on it. */
class Phone {
  storage = memoryStorage();
  /** @type {{outbox: Outbox, end: () => void}[]} */
  pages = [];
  crashes = 0;

  /** @param {any} way A `fetch`. @param {() => number} random */
  constructor(way, random) {
    this.way = way;
    this.random = random;
  }

  /** Keep the record. @param {any} what */
  async begin(what) {
    const store = new Store(this.storage, "kept");
    await store.keepService({ api: "", token });
    this.own = (await store.keepOwn(newOwn(what))).own;
    store.close();
  }

  /** Another page; two of them send at the same time, for no lease is kept. */
  async open() {
    /** @type {any} */
    const apart = {
      ...this.storage,
      kept: async (/** @type {string} */ name) => (name.startsWith("lease") ? null : this.storage.kept(name)),
    };
    const store = new Store(apart, "kept");
    const how = { fetch: this.way, rest: (/** @type {number} */ ms) => Math.min(ms, 5) };
    const outbox = await new Outbox(store, /** @type {string} */ (this.own), how).open();
    this.pages.push({ outbox, end: () => (outbox.close(), store.close()) });
  }

  /** Type a move on one of the pages, some of which crash. @param {any} body */
  async type(body) {
    const { random, pages } = this;
    if (random() < 0.02 && pages.length) {
      this.crashes += 1;
      pages.shift()?.end();
    }
    if (!pages.length || random() < 0.01) await this.open();
    const { outbox } = pages[Math.floor(random() * pages.length)];
    if (random() < 0.05) {
      const wrong = await outbox.hold({ body: { type: "never", seat: 0 } });
      if (!(await outbox.takeBack(wrong.key))) throw new Error("what is held was on its way");
    }
    await outbox.hold({ body });
    if (random() < 0.5) await outbox.release();
    // Most taps come when the ones before are on their way.
    if (random() < 0.5) await new Promise((done) => setTimeout(done, random() * 3));
  }

  /** The record's id, as soon as the service has opened it. @returns {Promise<string>} */
  async opened() {
    for (;;) {
      const row = await this.storage.read(/** @type {string} */ (this.own));
      if (row?.own.record) return row.own.record;
      await new Promise((done) => setTimeout(done, 2));
    }
  }

  /** Until all of it is sent. */
  async sent() {
    if (!this.pages.length) return;
    const { outbox } = this.pages[0];
    await outbox.release();
    while (outbox.state.unsent) {
      const { doing, clash } = outbox.state;
      if (["clash", "refused", "stopped"].includes(doing)) throw new Error(`${doing} ${JSON.stringify(clash)}`);
      await new Promise((done) => setTimeout(done, 2));
    }
  }
}

/** @param {{seed: number, game: string, colours: string[], moves: any[]}} what */
async function evening({ seed, game, colours, moves }) {
  const random = dice(seed);
  const service = serviceOf();
  let requests = 0;
  let overtaken = 0;
  const way = badWay(
    async (path, init) => {
      requests += 1;
      const answer = await service(path, init);
      if (answer.status === 412) overtaken += 1;
      return answer;
    },
    random,
    0.3,
  );
  const seats = colours.map((colour) => ({ colour }));
  const first = new Phone(way, random);
  await first.begin({ game, seats, opening: { game, seats } });
  await first.open();
  const phones = [first];
  let last = first;
  for (const body of moves) {
    const place = seed % 2 ? (body.seat ?? 0) : 0;
    if (phones[place] !== last) await last.sent();
    if (!phones[place]) {
      phones[place] = new Phone(way, random);
      await phones[place].begin({ game, seats, record: await first.opened(), token, base: 1 });
    }
    last = phones[place];
    await last.type(body);
  }
  for (const phone of phones) await phone?.sent();
  const record = await first.opened();
  for (const phone of phones) for (const page of phone?.pages ?? []) page.end();
  const log = await (await service(`/v1/records/${record}/log?limit=10000`, {})).json();
  const crashes = phones.reduce((sum, phone) => sum + (phone?.crashes ?? 0), 0);
  const happened = { seed, game, record, requests, overtaken, crashes, tapped: moves.length };
  return { ...happened, log: log.entries.slice(1).map(shown) };
}

/** @param {any} entry */
const shown = (entry) => [entry.type, entry.body, Object.keys(entry.seals ?? {})];

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await evening(JSON.parse(line))));
}
