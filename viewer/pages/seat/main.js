// @ts-check
/**
 * The page behind a seat's link: what that seat may see, and what only it can give. Drawn from the offers; a game's
 * pictures and words come from `boards/<game>-seat.js` where there is one.
 */

import { OffLine, Refusal, final, reached } from "../../device/refusal.js";
import { badge } from "../../kit/badge.js";
import { $, h, write, writeFixed } from "../../kit/dom.js";
import { listed, localized } from "../../kit/words.js";
import { showBreaches } from "../common/league-mode.js";
import { Retry } from "../common/retry.js";
import { gameAssets } from "../common/game-assets.js";
import { Cover } from "./cover.js";
import { Follower } from "../common/follow.js";
import { linked, tabPlace, takeToken } from "../common/token/link.js";
import { namer, namesOf, personOf } from "../common/people.js";
import { warnOfHttp } from "../common/http-warning.js";
import { replayOf } from "../common/ready.js";
import { lateDomain, secretForm } from "./form.js";
import { derivedOf, showKnown } from "./known.js";
import { consent } from "./consent.js";
import { faceOf } from "../../kit/faces.js";
import { lastOf } from "../../form/shape.js";
import { sealCard, wordsOf } from "./seal.js";
import { caller } from "../common/service.js";
import { say } from "./words.js";
import { SeatSigning } from "../sign/sign.js";
import { bestLanguage, colourWord } from "../common/texts.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @typedef {{version: number, type: string, at: string, by: string, body: any, seals?: Record<string, string>}} Entry
 * @typedef {import("../../kit/faces.js").Faces & {until?: Record<string, Record<Language, string>>, hidden?: (view:
 *   any, seat: number, body: any, name: string) => boolean, asks?: (view: any, seat: number, move: {name: string, body:
 *   any}, box: any) => Record<string, any>, known?: (view: any, seat: number, box: any, lang: Language) => {label:
 *   string, value: any, image: string | null}[]}} Help
 */

// `asks`: in a game whose secrets are notes on moves that the recorder writes, what this seat may note of a move,
// by the path of its parameter with its domain; then no move on offer is asked for here.

const AGAIN_MS = 2000; // Delay before a failed first read is retried.
const LAST_MOVES = 8; // Number of recent moves shown.

const query = new URLSearchParams(location.search);
const record = query.get("record") ?? "";
/** @type {Language} */ let lang = bestLanguage([query.get("lang") ?? "", ...navigator.languages]);
const token = await takeToken(tabPlace("page", "", record), "", lang);
/** @type {any} */ let game = null;
/** @type {any} */ let box = null;
let boxHeld = ""; // The hash of the loaded box: a correction may change it.
/** @type {Help} */ let help = {};
/** What was read last: summary, view, offers. @type {any} */
let seen = null;
/** @type {Map<string, Entry>} */ const entries = new Map();
/** @type {Map<string, Record<string, {value: any}>>} */ const secrets = new Map();
/** Names of entries whose seal is open to all. @type {Set<string>} */
const opened = new Set();
/** What was chosen and not sent yet, by form. @type {Map<string, Map<string, any>>} */
const drafts = new Map();
/** The forms that are shown, by what they ask for. @type {Map<string, HTMLElement>} */
const drawn = new Map();
let ended = false;
/** What is read, one after another. @type {Promise<void>} */
let reading = Promise.resolve();

/** @param {string} key @param {Record<string, string | number>} [blanks] */
const t = (key, blanks = {}) => say(lang, key, blanks);

const call = caller("", token, () => lang, message);

/** The face of a field's value, or of a figure. @param {string} field @param {any} value @param {any} [move] So far. */
function shown(field, value, move = {}) {
  const colour = (/** @type {number} */ seat) => seen.summary.seats[seat]?.colour ?? "";
  const table = { box, view: seen?.view ?? null, lang, colour, seatName };
  return faceOf(help, { field: lastOf(field), value, type: move.type ?? "", move }, table);
}

/** What a value is called. @param {any} value */
const named = (value) => shown("", value).name;

const path = `/records/${encodeURIComponent(record)}`;
const chosen = () => [...drafts.values()].some((draft) => draft.size > 0);
const cover = new Cover($("page"), $("knows"), () => lang, chosen);
const retry = new Retry(); // Reads what happened last.
const table = { lang: () => lang, seatName, call, path };
const signing = new SeatSigning($("give"), table);
/** Made once there is a network. @type {import("../check/check.js").RoundCheck | null} */
let check = null;
/** Made once there is a network. @type {import("../sign/start.js").StartSigning | null} */
let begins = null;

/** Read what is new and show it, one read after another. @throws {Refusal | OffLine} Refused, or not reached. */
function refresh() {
  const now = reading.then(look);
  reading = now.catch(() => {});
  return now;
}

/** Read what is new, where the record has moved on. */
async function look() {
  if (ended) return;
  const summary = await call(path);
  message("");
  if (summary.version === seen?.summary.version) return;
  const eyes = summary.eyes.find((/** @type {string} */ name) => name.startsWith("seat:"));
  if (!eyes) throw new Refusal(403, "");
  if (!game) await prepare(summary.game);
  const [offers, log, state] = await Promise.all([
    call(`${path}/offers`),
    call(`${path}/log?limit=10000&after=${seen?.summary.version ?? 0}`),
    call(`${path}/state`),
  ]);
  for (const entry of log.entries) entries.set(String(entry.version), entry);
  for (const [name, secret] of Object.entries(log.secrets)) secrets.set(name, secret);
  if (boxHeld !== summary.box) {
    box = await ownBox(summary.box);
    boxHeld = summary.box;
  }
  const seat = Number(eyes.slice(5));
  await readOpened(seat);
  // Entries newer than the summary come with the stream next; then the summary is read again.
  seen = { summary, seat, offers: offers.moves, view: state.view };
  show();
}

/** The game, and what its own page for a seat knows. @param {string} slug */
async function prepare(slug) {
  const found = await call(`/games/${slug}`);
  help = await gameAssets(slug);
  game = found;
}

/** The components this record is played with. @param {string} hash */
async function ownBox(hash) {
  try {
    const found = await call(`/boxes/${encodeURIComponent(hash)}`);
    return found.box ?? found;
  } catch (error) {
    if (error instanceof Refusal) return game.box;
    throw error;
  }
}

/** Which of this seat's seals are open to everybody by now. @param {number} seat */
async function readOpened(seat) {
  for (const [name] of sealedBy(seat)) {
    if (opened.has(name)) continue;
    const public_ = await call(`${path}/log?eyes=public&after=${Number(name) - 1}&limit=1`);
    if (public_.secrets[name]) opened.add(name);
  }
}

/** Seals of this seat, each with the move it belongs to. @param {number} seat @returns {[string, Entry, Entry][]} */
function sealedBy(seat) {
  return [...entries.entries()].flatMap(([name, entry]) => {
    const move = entry.type === "sealed" ? entries.get(String(entry.body.name)) : entry;
    if (!entry.seals || move?.type !== "move" || !game.secret[move.body.type]) return [];
    // A move of the table has a part for each seat: `kept.1`.
    const mine = move.body.seat === seat || Object.keys(entry.seals).some((part) => part.endsWith(`.${seat}`));
    return mine ? [/** @type {[string, Entry, Entry]} */ ([name, entry, move])] : [];
  });
}

/** Everything that was read, in the language chosen. */
function show() {
  if (!seen || ended) return;
  const { summary, seat, offers, view } = seen;
  const mine = summary.seats[seat];
  document.documentElement.className = `seat-${mine.colour}`;
  $("badge").replaceChildren(badge(mine.colour));
  write($("title"), game.title[lang] ?? game.title.en);
  write($("who"), [mine.name, colourWord(lang, mine.colour)].filter(Boolean).join(" · "));
  showForms(seat, offers, view);
  showSeals(seat, offers, view);
  showKnown(help.known?.(view, seat, box, lang) ?? derivedOf(view, seat), named);
  $("types").hidden = !summary.policies.typing;
  $("type").href = `record.html?${new URLSearchParams({ record })}#t=${token}`;
  $("watch").href = `./?${new URLSearchParams({ record })}#eyes=seat:${seat}&t=${token}`;
  void signing.show(summary, seat);
  if (!document.getElementById("check")) {
    for (const id of ["check", "start"]) $("give").before(h("section.folded", { id, hidden: true }));
  }
  void showChecks(summary, seat).catch(() => {});
  $("page").dataset.version = String(summary.version);
  $("page").hidden = false;
  if ($("last-moves").open) void showSentences();
}

/** Show the start until this seat has signed it, and the round check. @param {any} summary @param {number} seat */
async function showChecks(summary, seat) {
  showBreaches(summary.standing, lang);
  const { StartSigning } = await reached(import("../sign/start.js"));
  begins ??= new StartSigning($("start"), table, seat);
  begins.show(JSON.stringify([summary.standing.start, summary.ply > 0, lang]), game);
  const { RoundCheck } = await reached(import("../check/check.js"));
  check ??= new RoundCheck($("check"), table, { seat, named: (sentence) => sentence, correct: null });
  check.show(JSON.stringify([summary.standing.checks, lang]));
}

/** Show a form for each sealed move, also a late one. @param {number} seat @param {any[]} offers @param {any} view */
function showForms(seat, offers, view) {
  const done = new Set(hiddenNow(seat, offers, view).map(([, , move]) => move.body.type));
  /** @type {[string, () => HTMLElement][]} */
  const wanted = offers
    .filter((offer) => offer.seat === seat && game.secret[offer.type])
    .map((offer) => [
      JSON.stringify([offer.type, offer.fields, lang, done.has(offer.type)]),
      () =>
        done.has(offer.type)
          ? h("details", h("summary", t("again")), form(offer.type, offer.fields, null))
          : form(offer.type, offer.fields, null),
    ]);
  const sealed = new Set(sealedBy(seat).map(([, , move]) => String(move.version)));
  if (help.asks) return put(notesAsked(seat, view, sealed), seat, offers);
  const late = [...entries.values()].findLast((entry) => {
    const { type, body, version } = entry;
    return (
      type === "move" &&
      body.seat === seat &&
      game.secret[body.type] &&
      !sealed.has(String(version)) &&
      (help.hidden?.(view, seat, body, String(version)) ?? true)
    );
  });
  if (late) {
    const fields = Object.fromEntries(
      Object.keys(game.secret[late.body.type]).map((name) => [
        name,
        lateDomain(game.moves[late.body.type].fields[name], seen.summary.seats.length, box.wheels),
      ]),
    );
    const key = JSON.stringify([late.body.type, late.version, lang]);
    wanted.push([key, () => form(late.body.type, fields, String(late.version))]);
  }
  put(wanted, seat, offers);
}

const MOST_NOTES = 4; // Number of recent moves that a seat is asked to note.

/**
 * A form for each of the last moves that left open what this seat may note, the newest first.
 * @param {number} seat @param {any} view
 * @param {Set<string>} sealed Names of moves that this seat has sealed a part of.
 * @returns {[string, () => HTMLElement][]}
 */
function notesAsked(seat, view, sealed) {
  /** @type {[string, () => HTMLElement][]} */ const wanted = [];
  for (const entry of [...entries.values()].reverse()) {
    const { type, body, version } = entry;
    if (type !== "move" || sealed.has(String(version)) || !game.secret[body.type]) continue;
    const fields = help.asks?.(view, seat, { name: String(version), body }, box) ?? {};
    if (!Object.keys(fields).length) continue;
    wanted.push([JSON.stringify([body.type, version, lang]), () => form(body.type, fields, String(version), body)]);
    if (wanted.length === MOST_NOTES) break;
  }
  return wanted;
}

/** Show the wanted forms. @param {[string, () => HTMLElement][]} wanted @param {number} seat @param {any[]} offers */
function put(wanted, seat, offers) {
  // A form stays while it asks for the same: others' moves take nothing out of a hand.
  for (const key of drawn.keys()) if (!wanted.some(([other]) => other === key)) drawn.delete(key);
  for (const [key, make] of wanted) if (!drawn.has(key)) drawn.set(key, make());
  const shown = [...drawn.values()];
  const open = new Set(
    offers
      .filter((offer) => !help.asks && offer.seat !== null && offer.seat !== seat && game.secret[offer.type])
      .map((offer) => seatName(offer.seat)),
  );
  const rest = h("p", t("nothing"), open.size ? ` ${t("waiting", { who: listed([...open], lang) })}` : "");
  const holder = $("forms");
  // What is given, and may be given anew, is no question any more.
  if (!wanted.some(([key]) => !JSON.parse(key)[3])) shown.unshift(rest);
  if (shown.length !== holder.children.length || shown.some((one, place) => holder.children[place] !== one))
    holder.replaceChildren(...shown);
}

function seatName(/** @type {number} */ seat) {
  const { seats } = seen.summary;
  return personOf(seats[seat], seats, (colour) => colourWord(lang, colour));
}

/**
 * @param {string} type @param {Record<string, any>} fields By name, with their domains.
 * @param {string | null} late The move whose secret this is; null for a move of its own.
 * @param {any} [written] That move, as its recorder wrote it.
 */
function form(type, fields, late, written = {}) {
  const place = `${type} ${late}`;
  const kept = drafts.get(place) ?? new Map();
  drafts.set(place, kept);
  return secretForm(
    { type, fields, late, written, kept, kind: game.moves[type], whose: game.secret[type], seat: seen.seat },
    {
      t,
      speech: {
        lang,
        text: t,
        face: (value, shape, name) =>
          shape?.seat ? { name: seatName(Number(value)) } : shown(name ?? "", value, { ...written, type }),
        seats: seen.summary.seats.length,
      },
      send: (what, how) => call(`${path}/${what}`, how),
      gone: () => stop(t("gone")),
      sent: async () => {
        drafts.delete(place);
        drawn.clear();
        await refresh().catch(fail);
        const last = $("seals").querySelector(".seal:last-child");
        write($("said"), wordsOf(last));
        if (last) $("locked-title").focus();
      },
    },
  );
}

/** What this seat has sealed and is still hidden. @param {number} seat @param {any[]} offers @param {any} view */
function hiddenNow(seat, offers, view) {
  const again = new Set(offers.filter((offer) => offer.seat === seat).map((offer) => offer.type));
  // Otherwise a part that is asked for again was taken back, or is of an earlier round.
  return sealedBy(seat).filter(
    ([name, , move]) =>
      !opened.has(name) && (help.hidden?.(view, seat, move.body, String(move.version)) ?? !again.has(move.body.type)),
  );
}

/** The same, closed, to be looked at. @param {number} seat @param {any[]} offers @param {any} view */
function showSeals(seat, offers, view) {
  const mine = token?.split("_")[1];
  const hidden = hiddenNow(seat, offers, view);
  const holder = $("seals");
  const key = JSON.stringify([
    lang,
    hidden.map(([name]) => name),
    [...secrets.keys()].filter((name) => hidden.some(([other]) => other === name)),
  ]);
  $("locked").hidden = !hidden.length;
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  holder.replaceChildren(
    ...hidden.map(([name, entry, move]) =>
      sealCard({
        entry,
        label: game.moves[move.body.type].label[lang],
        // What it is, in a word or two: its sentence has the lists and groups of a long move.
        fixed: Object.entries(move.body)
          .filter(([part]) => !["type", "seat"].includes(part) && !(part in game.secret[move.body.type]))
          .flatMap(([, value]) => (typeof value === "object" ? [] : [named(value)])),
        faces: Object.entries(secrets.get(name) ?? {}).flatMap(([part, { value }]) =>
          (Array.isArray(value) ? value : [value]).map((one) => shown(part, one, move.body)),
        ),
        own: entry.by === mine,
        until: help.until?.[move.body.type]?.[lang] ?? t("shown"),
        lang,
      }),
    ),
  );
}

/** The last sentences; asked for when somebody wants them. */
async function showSentences() {
  await retry.until(async (over) => {
    let replay;
    try {
      replay = await replayOf(call, `${path}/replay?lang=${lang}`, seen.summary.version);
    } catch (error) {
      return final(error);
    }
    if (!replay || over.aborted) return over.aborted;
    const colourName = (/** @type {string} */ colour) => localized(replay.colours[colour], lang);
    const named = namer(namesOf(replay.seats, colourName), replay.box.components, lang);
    const says = replay.frames.slice(-LAST_MOVES).map((/** @type {any} */ frame) => named(frame.says[lang]));
    const may = consent(seen.summary, replay.frames.at(-1), seen.seat, entries.values(), table);
    $("sentences").replaceChildren(...says.reverse().map((/** @type {string} */ one) => h("li", one)));
    $("consent").replaceChildren(...(may ? [may] : []));
    return true;
  });
}

function message(/** @type {string} */ words) {
  write($("message"), words);
  $("message").hidden = !words;
}

/** Nothing more can come: what was shown goes. @param {string} words */
function stop(words) {
  ended = true;
  follower.stop();
  $("page").hidden = true;
  message(words);
}

/** Every fixed word in the language chosen. */
function speak() {
  document.documentElement.lang = lang;
  writeFixed(t);
  warnOfHttp(lang);
  cover.speak();
  $("language").lang = lang === "en" ? "es" : "en";
}

function fail(/** @type {unknown} */ error) {
  const status = error instanceof Refusal ? error.status : 0;
  if (status === 401 || status === 403) stop(t(seen || status === 401 ? "gone" : "none"));
  else if (status === 404) stop(t("missing"));
  else
    message(
      status ? t("trouble", { status }) : error instanceof OffLine ? t("away") : t("fault", { error: String(error) }),
    );
}

const follower = new Follower(
  async ({ version }) => {
    if (seen.summary.version < version)
      await refresh().catch((error) => {
        fail(error);
        throw error;
      });
    return seen.summary.version;
  },
  { onStatus: (status) => (status === 200 ? message("") : fail(status ? new Refusal(status, "") : new OffLine())) },
);

/** Read the record, and follow it from then on. */
async function begin() {
  while (!seen && !ended) {
    await refresh().catch(fail);
    if (!seen && !ended) await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
  if (!ended) follower.follow({ record, api: "", token, lang }, seen.summary.version);
}

$("language").addEventListener("click", () => {
  lang = lang === "es" ? "en" : "es";
  speak();
  show();
  if (!record || !token) message(t("none"));
});
// A link with another token, opened where the page is open already.
addEventListener("hashchange", () => linked() && location.reload());
$("last-moves").addEventListener("toggle", () => {
  if ($("last-moves").open) void showSentences();
});
speak();
if (record && token) void begin();
else message(t("none"));
