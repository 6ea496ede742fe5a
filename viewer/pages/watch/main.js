// @ts-check
/** Watching a record: where its replay comes from, whose eyes look, what the address says, what hands and keys do. */
import { $, h, write } from "../../kit/dom.js";
import { LANGUAGES, titleOf } from "../../kit/words.js";
import { fillAbout } from "../common/about.js";
import { loadBoard } from "../common/boards.js";
import { failuresIn, showFailure } from "../common/failure.js";
import { Following } from "./following.js";
import { hold, swipe, wheel } from "./gestures.js";
import { toggleHelp } from "./help.js";
import { showBreaches } from "../common/league-mode.js";
import { nameService } from "../common/elsewhere.js";
import { storeChoice } from "../common/storage.js";
import { actionOf } from "./keys.js";
import { lineAddress, readLink, writeHash } from "../common/link.js";
import { tabPlace, takeToken } from "../common/token/link.js";
import { embedded, fetchReplay } from "../common/load.js";
import { showNotes } from "../../kit/notes.js";
import { Notices } from "./notices.js";
import { Player } from "./player.js";
import { Screen } from "./screen.js";
import { firstLanguage, speak } from "./page-language.js";
import { statusOf } from "./standing.js";
import { spoilerFree, storeSpoilers } from "../common/spoilers.js";
import { text } from "../common/texts.js";
import { otherTheme } from "../common/theme.js";
import { Store } from "../../store.js";

/** @import { Language } from "../../kit/words.js" */
/** @import { Link } from "../common/link.js" */

/** Pause in scrubbing before the address changes (ms): browsers limit how often it may. */
const ADDRESS_MS = 150;

const link = readLink(location.search, location.hash);
const source = {
  api: (link.api ?? "").replace(/\/+$/, ""),
  token: /** @type {string | null} */ (null),
  lang: "en",
};
let record = link.record;
let line = link.line; // The line of the record that is shown.
/** The replays that the page carries, by eyes. @type {Record<string, import("../../store.js").Replay> | null} */
let carried = null;
/** @type {Map<string, Store>} By eyes. */
const stores = new Map();
let load = 0; // Counts loads, so that a slow answer does not replace a later one.
/** @type {any} */ let writing = null;
const screen = new Screen({ moved, hand: () => player.pause() });
screen.eyes = link.eyes ?? "public";
screen.lang = firstLanguage(link);
screen.veiled = spoilerFree(link);
document.body.classList.toggle("veiled", screen.veiled);
const player = new Player({ step: () => screen.move(1), marked: () => screen.marked, changed: drawPlayer });
const failures = failuresIn(
  () => screen.lang,
  (words) => message(t("loading"), h("p", words)),
);
const notices = new Notices($("notices"), {
  toEnd: () => screen.go(screen.store?.last ?? 0),
  dismissed: () => following.dismiss(),
  address: (other) => lineAddress(location, other),
});
const following = new Following(screen, notices, { source, failures, taken });

/** @param {string} key @param {Record<string, string | number>} [blanks] */
function t(key, blanks) {
  return text(screen.lang, key, blanks);
}

function eyesName(/** @type {string} */ which) {
  const [, seat] = /^seat:(\d+)$/.exec(which) ?? [];
  return seat !== undefined ? screen.seatName(Number(seat)) : t(`eyes_${which}`);
}

/** Something else is shown. */
function moved() {
  following.moved();
  clearTimeout(writing);
  writing = setTimeout(() => {
    const { store, eyes, lang, ply, choiceName } = screen;
    if (!store) return;
    const shown = {
      record: carried ? null : record,
      api: source.api || null,
      eyes,
      lang,
      line,
      spoilers: link.spoilers,
    };
    const hash = writeHash(location.search, { ...shown, name: store.nameAt(ply) || null, show: choiceName });
    if (hash === location.hash) return;
    try {
      history.replaceState(history.state, "", hash);
    } catch {
      // Too often for this browser, or a page without an address (about:srcdoc): the next rest writes it.
    }
    $("full").href = location.href.replace(/([?&])embed=[^&#]*/, "$1").replace(/[?&]+(#|$)/, "$1");
  }, ADDRESS_MS);
}

/** Follow a changed address. @param {string} address The page may have overwritten it. */
async function readAddress(address) {
  clearTimeout(writing);
  const wish = readLink(location.search, new URL(address).hash);
  if (!carried && !wish.record) return location.reload();
  const other = LANGUAGES.find((lang) => lang === wish.lang);
  if (other && other !== screen.lang) setLanguage(other);
  const api = (wish.api ?? "").replace(/\/+$/, "");
  const sameLine = wish.line.version === line.version && wish.line.at === line.at;
  if (!carried && (wish.record !== record || api !== source.api || !sameLine)) {
    record = wish.record;
    line = wish.line;
    source.api = api;
    nameService(api, screen.lang);
    source.token = await tokenOf(wish);
    screen.eyes = wish.eyes ?? "public";
    stores.clear();
    void open(wish);
    return;
  }
  source.token = await tokenOf(wish);
  if (wish.eyes && wish.eyes !== screen.eyes) void see(wish.eyes, wish);
  else goTo(wish);
}

function goTo(/** @type {Link} */ { v, ply, show }) {
  if (!screen.store) return;
  if (v !== null) screen.go(screen.store.plyOf(v));
  else if (ply !== null) screen.go(ply);
  screen.chooseNamed(show);
}

/** The token to look with from now on. @param {Link} wish */
function tokenOf(wish) {
  return takeToken(tabPlace("watch", source.api, record), source.api, screen.lang, wish.token);
}

/** @param {string} which Of the page's parts: one alone is shown. */
function part(which) {
  for (const id of ["message", "replay"]) $(id).hidden = id !== which;
  for (const id of ["about", "round"]) $(id).hidden = which === "message";
  $("share").hidden = which === "message" || carried !== null;
}

/** @param {string} title @param {...(Node | string)} rest */
function message(title, ...rest) {
  $("message").replaceChildren(h("h2", title), ...rest);
  part("message");
}

function fail(/** @type {unknown} */ error, /** @type {() => void} */ again) {
  const home = record && !carried ? h("a", { href: location.pathname }, t("all_records")) : null;
  const said = showFailure(screen.lang, error, again, home);
  part("message");
  screen.liveRegion.now(said);
}

/** The replay for some eyes: carried along, fetched before, or fetched now. @param {string} whose */
async function fetchStore(whose) {
  const known = stores.get(whose);
  if (known) return known;
  const waiting = () => message(t("loading"), h("p", t("behind")));
  const from = { ...source, lang: screen.lang };
  const replay = carried ? carried[whose] : await fetchReplay(record ?? "", whose, from, failures, waiting, line);
  const fresh = new Store(replay).unroll();
  stores.set(whose, fresh);
  return fresh;
}

/** Open the record: fetch, draw, and go where the link points. @param {Link} wish */
async function open(wish) {
  load += 1;
  const mine = load;
  player.pause();
  following.stop();
  try {
    message(t("loading"));
    // Its room is there before it is filled.
    $("about").hidden = false;
    if (carried && !(screen.eyes in carried)) screen.eyes = Object.keys(carried)[0];
    const fresh = await fetchStore(screen.eyes);
    const board = await loadBoard(fresh.replay.game);
    if (mine !== load) return;
    if (screen.board !== board) freshStage();
    Object.assign(screen, { store: fresh, board, ply: 0, chosen: null });
  } catch (error) {
    if (mine === load) fail(error, () => void open(wish));
    return;
  }
  // What fits into the page depends on its width, which a hidden part does not have.
  part("replay");
  fillPage();
  const { last } = /** @type {Store} */ (screen.store);
  goTo({ ...wish, ply: wish.ply ?? (screen.veiled ? 0 : last) });
  follow();
}

/** Follow what is shown, where it is a record of today that can go on. */
function follow() {
  if (!carried && record && !line.version && !line.at && !screen.store?.replay.copy) following.start(record);
}

/** The line has changed: other eyes know of it when they look. @param {Store} fresh */
function taken(fresh) {
  stores.clear();
  stores.set(screen.eyes, fresh);
  fillPage();
}

/** Look with other eyes, at the same move. @param {string} whose @param {Link} [wish] */
async function see(whose, wish) {
  if (!screen.store) return;
  load += 1;
  const mine = load;
  const name = screen.store.nameAt(screen.ply);
  try {
    const fresh = await fetchStore(whose);
    if (mine !== load) return;
    screen.store = fresh;
    screen.eyes = whose;
  } catch (error) {
    if (mine === load) fail(error, () => void see(whose, wish));
    return;
  }
  part("replay");
  fillPage();
  const before = screen.ply;
  screen.ply = name ? screen.store.plyOf(name) : 0;
  if (screen.ply !== before) screen.chosen = null;
  screen.show();
  if (wish) goTo(wish);
  follow();
  screen.liveRegion.now(t("eyes_now", { eyes: eyesName(screen.eyes) }));
}

function allEyes() {
  if (carried) return Object.keys(carried);
  const allowed = screen.store?.replay.eyes_allowed ?? [];
  return allowed.includes(screen.eyes) ? allowed : [screen.eyes, ...allowed];
}

function nextEyes() {
  const all = allEyes();
  if (all.length < 2) screen.liveRegion.now(t("eyes_one"));
  else void see(all[(all.indexOf(screen.eyes) + 1) % all.length]);
}

/** Everything that depends on the record, the eyes or the language, but not on the ply. */
function fillPage() {
  const { store, board, lang } = screen;
  if (!store || !board) return;
  const { replay, last } = store;
  const game = board.words?.title?.[lang] ?? titleOf(replay.game);
  document.title = `${game}: ${replay.seats.map((seat) => screen.seatName(seat.seat)).join(", ")} · Movebook`;
  write($("title"), game);
  fillAbout($("about"), game, screen, carried ? null : source.api);
  $("slider").max = String(last);
  screen.fill();
  const open = screen.end === last || replay.standing?.voided;
  showBreaches(replay.standing, lang);
  notices.fill(replay, screen.history && open ? statusOf(screen.history) : "", line, lang);
  const all = allEyes();
  $("eyes-label").hidden = all.length < 2;
  const option = (/** @type {string} */ one) =>
    h("option", { value: one, selected: one === screen.eyes }, eyesName(one));
  $("eyes").replaceChildren(...all.map(option));
}

/** The stage for a board that was not there before. */
function freshStage() {
  screen.freshStage();
  swipe($("board"), (way) => void screen.move(way));
}

function drawPlayer() {
  const button = $("play");
  button.classList.toggle("playing", player.playing);
  const label = t(player.playing ? "pause" : "play");
  button.setAttribute("aria-label", label);
  button.title = label;
  write($("speed"), `${player.speed}×`);
}

function setLanguage(/** @type {Language} */ wanted) {
  screen.lang = wanted;
  speak(wanted);
  nameService(carried ? "" : source.api, wanted);
  drawPlayer();
  if (!screen.store) return;
  fillPage();
  following.reportChanges();
  screen.show();
}

function otherLanguage() {
  const next = screen.lang === "en" ? "es" : "en";
  storeChoice("lang", next);
  setLanguage(next);
  if (!screen.store) void open(readLink(location.search, location.hash));
}

/**
 * The moment's address for others: without a token, in their language.
 * @param {boolean} veiled Hide what comes later; the last moment shows the result, so then it is the start.
 */
function ownAddress(veiled) {
  const { store, eyes } = screen;
  const start = veiled && screen.ply === store?.last && store.replay.result;
  const [ply, choiceName] = start ? [0, null] : [screen.ply, screen.choiceName];
  const query = new URLSearchParams({ record: record ?? "", ...(source.api ? { api: source.api } : {}), ...line });
  if (veiled) query.set("spoilers", "0");
  const name = store?.nameAt(ply);
  const parts = [name ? `v=${name}` : "ply=0", choiceName && `show=${choiceName}`, eyes !== "public" && `eyes=${eyes}`];
  return `${location.href.replace(/[?#].*/, "")}?${query}#${parts.filter(Boolean).join("&")}`;
}

async function share() {
  const { store, lang, veiled } = screen;
  if (!store || !record) return;
  player.pause();
  // Not named as an import: an exported page does not carry it.
  const { openShare } = await import(new URL("./share/menu.js", import.meta.url).href);
  openShare({
    ...{ record, lang, veiled, source, game: store.replay.game, over: Boolean(store.replay.result) },
    address: ownAddress,
    veil: (/** @type {boolean} */ on) => {
      storeSpoilers(on);
      screen.veil(on);
    },
  });
}

function toggleTheme() {
  screen.liveRegion.now(t(`theme_${otherTheme()}`));
}

function togglePlay() {
  if (!player.playing && screen.ply === screen.store?.last) screen.go(0);
  player.toggle();
}

/** @type {Record<import("./keys.js").Action, (store: Store, digit: number) => unknown>} */ const ACTIONS = {
  next: () => screen.move(1),
  previous: () => screen.move(-1),
  next_round: (store) => screen.go(store.roundFrom(screen.ply, 1)),
  previous_round: (store) => screen.go(store.roundFrom(screen.ply, -1)),
  first: () => screen.go(0),
  last: (store) => screen.go(store.last),
  tenth: (store, digit) => screen.go(Math.round((store.last * digit) / 10)),
  play: togglePlay,
  faster: () => player.faster(1),
  slower: () => player.faster(-1),
  scoring: () => screen.toggleReport(),
  eyes: nextEyes,
  help: () => toggleHelp(screen),
};

const WHILE_PLAYING = ["play", "faster", "slower", "help", "eyes"]; // Keys that leave the player playing.

function pressed(/** @type {KeyboardEvent} */ event) {
  const wish = actionOf(event, /** @type {any} */ (event.target));
  if (!wish || ($("help").open && wish.action !== "help")) return;
  if (!screen.store && wish.action !== "help") return;
  event.preventDefault();
  if (!WHILE_PLAYING.includes(wish.action)) player.pause();
  ACTIONS[wish.action](/** @type {Store} */ (screen.store), wish.digit ?? 0);
}

/** A hand on the replay stops the player. @template T @param {() => T} act */
function stopping(act) {
  return () => {
    player.pause();
    return act();
  };
}

function clicked(/** @type {string} */ id, /** @type {() => unknown} */ act) {
  $(id).addEventListener("click", act);
}

function wire() {
  const back = stopping(() => screen.move(-1));
  const on = stopping(() => screen.move(1));
  const slid = stopping(() => screen.go(Number($("slider").value)));
  hold($("previous"), back);
  hold($("next"), on);
  $("slider").addEventListener("input", slid);
  wheel($("track"), (way) => {
    player.pause();
    const before = screen.ply;
    screen.move(way);
    return screen.ply !== before;
  });
  for (const action of /** @type {const} */ (["first", "last"])) {
    const act = stopping(() => screen.store && ACTIONS[action](screen.store, 0));
    clicked(action, act);
  }
  clicked("play", togglePlay);
  clicked("slower", () => player.faster(-1));
  clicked("faster", () => player.faster(1));
  clicked("language", otherLanguage);
  clicked("theme", toggleTheme);
  clicked("share", () => void share());
  clicked("help-open", () => toggleHelp(screen));
  clicked("help-close", () => toggleHelp(screen));
  $("eyes").addEventListener("change", () => void see($("eyes").value));
  $("skip").addEventListener("click", (/** @type {Event} */ event) => {
    // Not by the address: its fragment is ours.
    event.preventDefault();
    $("controls").focus();
  });
  document.addEventListener("keydown", pressed);
  addEventListener("hashchange", (event) => void readAddress(event.newURL));
  // The list may have had no size while it was hidden or the window small.
  addEventListener("resize", () => screen.moves.keepInView());
}

wire();
showNotes($("main"));
setLanguage(screen.lang);
source.token = await tokenOf(link);
try {
  carried = embedded();
} catch (error) {
  fail(error, () => location.reload());
}
// A file on its own has no list of records to go back to, and asks no service.
if (carried) {
  $("brand").removeAttribute("href");
  nameService("", screen.lang);
}
void open(link);
