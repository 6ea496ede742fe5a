// @ts-check
/**
 * Games typed on phones with a bad way to a service: `node outbox-evening.mjs [URL TOKEN] < GAMES`, one game a line as
 * `{"seed", "game", "colours", "moves"}`; without a service, to what it is modelled by. Writes a line for each: what
 * happened on the way, and the log that came of it.
 */
import { createInterface } from "node:readline";

import { Outbox } from "../../viewer/device/outbox.js";
import { memoryShelf } from "../../viewer/device/shelf.js";
import { Store, newOwn } from "../../viewer/device/store.js";
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

/** @param {{seed: number, game: string, colours: string[], moves: any[]}} what */
async function evening({ seed, game, colours, moves }) {
  const random = dice(seed);
  const shelf = memoryShelf();
  const service = serviceOf();
  let requests = 0;
  const way = badWay(
    (path, init) => {
      requests += 1;
      return service(path, init);
    },
    random,
    0.3,
  );
  const seats = colours.map((colour) => ({ colour }));
  const first = new Store(shelf, "kept");
  await first.keepService({ api: "", token });
  const { own } = await first.keepOwn(newOwn({ game, seats, opening: { game, seats } }));
  first.close();

  /** A page on this phone; two of them send at the same time, for no lease is kept. */
  const opened = async () => {
    /** @type {any} */
    const apart = {
      ...shelf,
      kept: async (/** @type {string} */ name) => (name.startsWith("lease") ? null : shelf.kept(name)),
    };
    const store = new Store(apart, "kept");
    const outbox = await new Outbox(store, own, { fetch: way, rest: (ms) => Math.min(ms, 5) }).open();
    return { outbox, end: () => (outbox.close(), store.close()) };
  };

  const pages = [await opened()];
  let crashes = 0;
  for (const body of moves) {
    if (random() < 0.02) {
      crashes += 1;
      pages.shift()?.end();
    }
    if (!pages.length || random() < 0.01) pages.push(await opened());
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
  const { outbox } = pages[0];
  await outbox.release();
  while (outbox.state.unsent) {
    const { doing } = outbox.state;
    if (["clash", "refused", "stopped"].includes(doing)) throw new Error(`${game} ${seed}: ${doing}`);
    await new Promise((done) => setTimeout(done, 2));
  }
  for (const page of pages) page.end();
  const record = (await shelf.read(own))?.own.record;
  const log = await (await service(`/v1/records/${record}/log?limit=10000`, {})).json();
  return { seed, game, record, requests, crashes, tapped: moves.length, log: log.entries.slice(1).map(shown) };
}

/** @param {any} entry */
const shown = (entry) => [entry.type, entry.body, Object.keys(entry.seals ?? {})];

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await evening(JSON.parse(line))));
}
