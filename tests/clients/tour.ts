// The ten calls of docs/api-tour.md, and the two that have something forgotten, by the generated client:
// node tour.js URL TOKEN, with a service behind URL.
// Whatever differs from the tour throws; the last line says how many calls were done.
import {
  erasePlayer,
  eraseText,
  exportRecord,
  giveSecret,
  importMoves,
  importRecord,
  makeMove,
  makeToken,
  note,
  openRecord,
  readLog,
  readOffers,
  readReplay,
  readResult,
  readState,
  showRecord,
} from "./generated/index.js";
import { client } from "./generated/client.gen.js";
import type { MoveIn, NewRecordIn, ReplayOut, ResultOut, SecretIn } from "./generated/index.js";

declare const process: { argv: string[] };

const [url = "", token = ""] = process.argv.slice(2);
client.setConfig({ baseUrl: url, auth: () => token });
let done = 0;

/** Throws where two values differ, compared as JSON. */
function same(found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`call ${done + 1}: ${one} instead of ${other}`);
}

/** What a call was answered with; throws where that has another status. */
function good<Data>(answer: { data?: Data; error?: unknown; response?: Response }, status: number): Data {
  if (answer.response?.status !== status || answer.data === undefined) {
    throw new Error(`call ${done + 1}: ${answer.response?.status} ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}

/** What a call was refused with; throws where it was not. */
function refused<Problem>(answer: { error?: Problem; response?: Response }, status: number): Problem {
  if (answer.response?.status !== status || answer.error === undefined) throw new Error(`call ${done + 1}: not refused`);
  return answer.error;
}

// 1. Open a record; the same key finds the same record.
const opening: NewRecordIn = {
  game: "kingdoms",
  seats: [
    { name: "Ana", colour: "yellow" },
    { name: "Ben", colour: "red" },
  ],
};
const headers = { "Idempotency-Key": "another-evening" };
const first = good(await openRecord({ body: opening, headers }), 201);
const path = { record: first.id };
same(good(await openRecord({ body: opening, headers }), 201).id, first.id);
same([first.version, first.rules, first.seats.map((seat) => seat.name)], [1, "kingdoms@1", ["Ana", "Ben"]]);
same(first.offers.moves[0]?.type, "choose_start_player");
done++;

// 2. Record a move.
const move: MoveIn = { type: "choose_start_player", player: 0 };
const written = await makeMove({ path, body: move, headers: { "If-Match": '"1"' }, query: { offers: true } });
same(good(written, 201).says?.en, "Yellow takes the first turn of epoch 1.");
same(good(written, 201).entry?.body["player"], 0);
same(written.response?.headers.get("Location"), `/v1/records/${first.id}/log?after=1&limit=1`);
done++;

// 3. A refusal.
const castle: MoveIn = { type: "place_castle", seat: 0, rank: 1, row: 1, col: 1 };
const problem = refused(
  await makeMove({ path, body: castle, headers: { "If-Match": '"2"' }, query: { lang: "es" } }),
  422,
);
same([problem.rule, problem.code, problem.title], ["KIN-7.3", "wrong_phase", "Jugada ilegal"]);
done++;

// 4. Many moves at once.
const file = new Blob(["y deal +6\nr deal\ny +3 2,5\nr castle 4 1,3\n"], { type: "text/plain" });
const many = good(await importMoves({ path, body: file, headers: { "If-Match": '"2"' } }), 201);
same([many.version, many.moves?.map((each) => each.name)], [6, ["3", "4", "5", "6"]]);
done++;

// 5. Secrets.
const secret: SecretIn = { name: "4", tile: "dragon" };
const sealed = good(await giveSecret({ path, body: secret, headers: { "If-Match": '"6"' } }), 201);
same([Object.keys(sealed.entry?.seals ?? {}), sealed.says], [["tile"], null]);
done++;

// 6. Look; what has not changed since is not sent again.
const state = await readState({ path, query: { eyes: "public" } });
const table = good(state, 200);
same([table.version, table.view?.phase, table.view?.to_move], [7, "playing", [0]]);
const tag = state.response?.headers.get("ETag") ?? "";
const again = await readState({ path, query: { eyes: "public" }, headers: { "If-None-Match": tag } });
same(again.response?.status, 304);
const facts = good(await readState({ path, query: { what: "facts", version: 4 } }), 200).facts ?? {};
same(Object.keys(facts).length > 0, true);
const log = good(await readLog({ path, query: { after: 2 } }), 200);
same(typeof log === "string" ? log : log.entries.map((entry) => entry.version), [3, 4, 5, 6, 7]);
const part = JSON.stringify({ type: "place_castle", rank: 2 });
const next = good(await readOffers({ path, query: { move: part } }), 200);
same([next.field, next.domain?.of], ["row", [1, 2, 3, 4, 5]]);
done++;

// 7. Links for the players.
const link = good(await makeToken({ path, body: { scope: "seat", seat: 1 } }), 201);
same(link.link.endsWith(`#t=${link.token}`), true);
done++;

// 8. Replay, as soon as a worker has made it.
let replay: ReplayOut | undefined;
for (let tries = 0; replay?.version !== 8; tries++) {
  const answer = await readReplay({ path, query: { eyes: "public", lang: "en,es" } });
  if (answer.response?.status === 200) replay = answer.data as ReplayOut;
  if (tries > 100) throw new Error("no worker has made the replay");
  await new Promise((resolve) => setTimeout(resolve, 200));
}
same(
  replay.frames.map((frame) => frame.name),
  ["2", "3", "4", "5", "6"],
);
same(replay.frames[0]?.says.es, "Amarillo juega el primer turno de la época 1.");
done++;

// 9. The result: the game is not over. What a game reports of its own has its place in the type.
const unfinished = refused(await readResult({ path }), 409);
same([unfinished.type, unfinished.version], ["urn:movebook:problem:not-over", 8]);
const evaluations = (result: ResultOut): unknown => [result["evaluations"], result.provenance?.stand_in];
same(typeof evaluations, "function");
done++;

// 10. Carry it away, and back.
const carried = good(await exportRecord({ path }), 200);
if (typeof carried === "string") throw new Error("the file is no JSON");
const back = good(await importRecord({ body: carried }), 201);
same([back.copy?.original, back.copy?.ours, back.version, back.known], [first.id, true, 8, false]);
done++;

// Two more: what names somebody is forgotten, and the log stays as it is.
const said = good(await note({ path, headers: { "If-Match": "*" }, body: { text: "Ana looked into the bag" } }), 201);
const whole = good(await readLog({ path }), 200);
if (typeof whole === "string") throw new Error("the log is no JSON");
const text = { ...path, version: String(said.version), name: "text" };
same((await eraseText({ path: text })).response?.status, 204);
same(refused(await eraseText({ path: text }), 404).status, 404);
done++;

const player = first.seats[0]?.player ?? "";
for (let times = 0; times < 2; times++) same((await erasePlayer({ path: { player } })).response?.status, 204);
const after = good(await readLog({ path }), 200);
if (typeof after === "string") throw new Error("the log is no JSON");
same(after.secrets[text.version], undefined);
same(
  after.entries.map((entry) => entry.hash),
  whole.entries.map((entry) => entry.hash),
);
same(
  good(await showRecord({ path }), 200).seats.map((seat) => seat.name),
  [null, "Ben"],
);
done++;

console.log(`${done} calls`);
