// @ts-check
/** The page that begins a record: game, seats, options; stored on this phone, and opened at the service. */
import { StorageError, newOwn, openStore } from "../../device/database.js";
import { $, h, write } from "../../kit/dom.js";
import { listed, localized } from "../../kit/words.js";
import { PageFrame } from "../common/page-frame.js";
import { identified, afterTable, sent } from "./recent-players.js";
import { takeToken } from "../common/token/link.js";
import { asked, showCircumstances, showOptions, usual } from "./options.js";
import { Seats } from "./seats.js";
import { Edition } from "./edition.js";
import { say } from "./words.js";
import { wayTo } from "../front/own-page.js";
import { Refusal } from "../../device/refusal.js";
import { post } from "../common/service.js";

/**
 * @import { Own } from "../../device/queue.js"
 * @import { Person } from "./recent-players.js"
 * @typedef {{name: string, title: any, seats: {least: number, most: number}}} Title
 * @typedef {{game: string, sittings: import("./seats.js").Sitting[], options: Record<string, any>,
 *   of: Partial<import("./options.js").Circumstances>}} Draft
 */

const API = ""; // Records are opened at the service that the page comes from: it alone takes writes from a browser.
const REST_MS = 300; // Pause in typing before the form is stored.
const TOKEN = /mb_[a-z2-7]{16}_[A-Za-z0-9_-]{43}/;

const frame = new PageFrame(say, show);
const { t, showMessage } = frame;
const store = await openStore();
const seats = new Seats($("who"), changed);
/** @type {Title[]} */ let titles = [];
/** Of the game chosen, as `GET /v1/games/{game}` has it. @type {any} */
let game = null;
/** The choice of a game that is being read. */
let choosing = Promise.resolve();
/** Counts choices, so that a slow answer does not overtake a later one. */
let choices = 0;
/** @type {Record<string, any>} */ let options = {};
let of = usual(new Date());
const edition = new Edition($("edition"), {
  t,
  store,
  ask: async (path) => frame.caller((await store.service(API))?.token ?? null)(path),
  changed: check,
});
/** @type {Person[]} */ let people = [];
/** @type {any} */ let resting = null;
/** The table that was recorded here last. @type {Own | null} */
let earlier = null;
let busy = false;
/** A record that this page began where the browser keeps nothing, and the service did not answer: it is the same one
 *  when it is asked for again. @type {Own | null} */
let begun = null;

/** What the service answers, or what it answered last. @param {string} path Below `/v1`. */
async function ask(path) {
  const name = path.slice(1).replace("/", " ");
  try {
    const body = await frame.caller(null)(path);
    await store.keep(name, body);
    return body;
  } catch (error) {
    const kept = await store.kept(name);
    if (kept) return kept;
    throw error;
  }
}

/** The token by which this phone opens records. @type {import("../common/token/link.js").Place} */
const place = {
  stored: async () => (await store.service(API))?.token ?? null,
  keep: async (token) => TOKEN.test(token) && (await store.keepService({ api: API, token })),
};

async function start() {
  await takeToken(place, API, frame.lang);
  people = (await store.kept("people")) ?? [];
  seats.people = people;
  $("names").replaceChildren(...people.map(({ name }) => h("option", { value: name })));
  try {
    titles = (await ask("/games")).games;
  } catch {
    showMessage(t("away_here"));
    return;
  }
  /** @type {Draft | null} */ const draft = await store.kept("draft");
  if (draft) {
    options = draft.options;
    of = { ...of, ...draft.of, date: of.date, zone: of.zone };
    seats.restore(draft.sittings);
  }
  const owns = (await store.owns()).filter(({ role }) => role === "owner");
  const before = owns.find(({ own }) => own === new URLSearchParams(location.search).get("again"));
  if (before) return again(before, before.game);
  earlier = owns.find(({ seats: sat }) => namesAt(sat).length) ?? null;
  const wanted = new URLSearchParams(location.search).get("game");
  const last = [wanted, draft?.game, owns[0]?.game, titles[0].name].find((one) =>
    titles.some(({ name }) => name === one),
  );
  await choose(last ?? titles[0].name, draft?.options ?? {});
  if (store.lasting === "memory") showMessage(t("memory"));
  await showKey();
}

/** @param {{name: string | null}[]} sat @returns {string[]} */
const namesAt = (sat) => sat.flatMap(({ name }) => name || []);

/** Sit down as at an earlier table. @param {Own} own @param {string} name Of the game. */
async function again({ game: played, seats: sat, opening }, name) {
  const { visibility, policies } = opening ?? {};
  of = { ...of, ...(visibility ? { visibility } : {}), ...policies };
  seats.restore(sat.map(({ name: who, colour }) => ({ name: who ?? "", colour, chosen: true })));
  await choose(name, name === played ? { ...opening?.options } : {});
  await showKey();
}

/** Ask for a token where this phone has none. */
async function showKey() {
  const there = (await store.service(API)) !== null;
  $("key").hidden = there;
  $("form").hidden = !there;
}

/** @param {string} name @param {Record<string, any>} [kept] Options that were chosen for it. */
async function choose(name, kept = {}) {
  const found = titles.find((title) => title.name === name);
  if (!found) return;
  choices += 1;
  const mine = choices;
  const read = await ask(`/games/${name}`).catch(() => null);
  if (mine !== choices) return choosing;
  if (!read) {
    showMessage(t("away_game", { game: localized(found.title, frame.lang) }));
    // What begins is the game that is marked, so the mark goes back to the one that was chosen before.
    show();
    return;
  }
  game = read;
  options = kept;
  await edition.choose(game);
  seats.fit(found.seats, game.colours);
  show();
  changed();
}

function show() {
  const cards = titles.map(({ name, title, seats: { least, most } }) => {
    const radio = h("input", { type: "radio", name: "game", value: name, checked: name === game?.name });
    radio.addEventListener("change", () => (choosing = choose(name)));
    const words = h("span", h("b", localized(title, frame.lang)), h("small", t("seats_of", { least, most })));
    return h("label.title.paper", radio, words);
  });
  const focused = document.activeElement instanceof HTMLInputElement && document.activeElement.name === "game";
  $("titles").replaceChildren(...cards);
  if (focused) /** @type {HTMLElement | null} */ ($("titles").querySelector(":checked"))?.focus();
  seats.show(frame.lang);
  edition.show();
  $("again").hidden = !earlier || seats.sittings.some(({ name }) => name);
  write($("again"), t("again_with", { who: listed(namesAt(earlier?.seats ?? []), frame.lang) }));
  showOptions($("options"), game?.options ?? {}, options, frame.lang, changed);
  showCircumstances($("circumstances"), of, frame.lang, changed);
  check();
}

/** What is wrong with the current table; empty where nothing is. */
function fault() {
  const { least, most } = game.seats;
  const title = localized(game.title, frame.lang);
  const names = seats.sittings.map(({ name }) => name);
  const twice = names.find((name, place) => name && names.indexOf(name) !== place);
  if (names.length < least) return t("too_few", { game: title, least });
  if (names.length > most) return t("too_many", { game: title, most });
  return twice ? t("twice", { name: twice }) : "";
}

function check() {
  if (!game) return;
  const wrong = fault();
  write($("wrong"), wrong);
  const blanks = { game: localized(game.title, frame.lang), count: seats.sittings.length };
  write($("begin"), busy ? t("beginning") : t(edition.placeholders ? "begin_placeholders" : "begin", blanks));
  $("begin").disabled = busy || wrong !== "";
}

/** Something was chosen: the form is stored, so that a closed page loses nothing. */
function changed() {
  check();
  clearTimeout(resting);
  resting = setTimeout(() => void keepDraft(), REST_MS);
}

async function keepDraft() {
  clearTimeout(resting);
  if (game) await store.keep("draft", { game: game.name, sittings: seats.sittings, options, of });
}

/** Begin the record: stored on this phone first, then opened, and on to the page that records it. */
async function begin() {
  const service = await store.service(API);
  if (!service) return showKey();
  await keepDraft();
  const sittings = seats.sittings;
  const opening = {
    game: game.name,
    seats: sittings.map((one) => sent(one, people)),
    ...edition.asked,
    ...asked(options, of),
  };
  const same = begun && JSON.stringify(begun.opening) === JSON.stringify(opening) ? begun : null;
  const row = newOwn({
    api: API,
    game: game.name,
    role: "owner",
    token: service.token,
    seats: sittings.map(({ name, colour }) => ({ name: name || null, colour })),
    opening,
  });
  const own = same ?? (await store.keepOwn(row));
  if (!same) {
    people = afterTable(people, sittings, new Date().toISOString());
    await store.keep("people", people);
  }
  const refused = await open(own, service.token);
  if (refused) {
    await store.dropOwn(own.own, { even: true });
    if (opening.seats.some((seat, place) => seat.player && refused.problem?.errors?.[`seats.${place}.player`])) {
      // The service has lost who they were: they sit down by their names.
      people = people.map((person) => ({ ...person, player: null }));
      await store.keep("people", people);
      return begin();
    }
    return refusedBy(refused);
  }
  const kept = (await store.own(own.own)) ?? own;
  if (store.lasting === "memory" && !kept.record) {
    // No other page of this browser would know of it.
    begun = kept;
    return showMessage(t("away_memory"));
  }
  await store.keep("draft", null);
  location.assign(wayTo(kept, store.lasting));
}

/**
 * Open a stored record at the service. If it is out of reach, the record begins all the same: the key is stored, so
 * opening it later, or again after a lost answer, opens the same one.
 * @param {Own} own @param {string} token @returns {Promise<Refusal | null>} What the service refuses it with.
 */
async function open(own, token) {
  try {
    const how = post(own.opening, { "Idempotency-Key": own.opening_key });
    const { id, seats: sitting, status } = await frame.caller(token)("/records", how);
    people = identified(people, sitting);
    await store.keep("people", people);
    await store.keepOwn({ own: own.own, record: id, base: 1, seats: sitting, status });
    return null;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    if (error instanceof Refusal && !error.passing) return error;
    showMessage(t("away"));
    return null;
  }
}

async function refusedBy(/** @type {Refusal} */ { status, problem }) {
  const words = [problem?.title, problem?.detail].filter(Boolean).join(": ");
  if (status === 401 || status === 403) {
    showMessage(t("token_refused", { why: words }));
    await store.keep(`service ${API}`, null);
    await showKey();
    return;
  }
  showMessage(`${t("refused")} ${words}`);
  $("message").scrollIntoView({ block: "center" });
}

$("form").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  if (busy || fault()) return;
  busy = true;
  showMessage("");
  check();
  try {
    const wanted = $("titles").querySelector(":checked")?.value;
    await choosing;
    if (game.name === wanted && !fault()) await begin();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    showMessage(t("unkept"));
  } finally {
    busy = false;
    check();
  }
});
$("key-form").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const found = TOKEN.exec($("key-text").value);
  if (!found) return showMessage(t("no_token_there"));
  showMessage("");
  $("key-text").value = "";
  await store.keepService({ api: API, token: found[0] });
  await showKey();
});
$("again").addEventListener("click", () => earlier && void again(earlier, game.name));
addEventListener("hashchange", async () => {
  await takeToken(place, API, frame.lang);
  await showKey();
});

await start();
