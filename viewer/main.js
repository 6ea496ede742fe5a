// @ts-check
/** Wiring: where the replay comes from, which ply is shown, and who draws what of it. */
import { Chart } from "./chart.js";
import { $, h, write } from "./dom.js";
import { badge, emblemPath } from "./emblems.js";
import * as fallback from "./fallback.js";
import { hold, swipe, wheel } from "./hands.js";
import { KEYS, actionOf } from "./keys.js";
import { readLink, writeHash } from "./link.js";
import { LoadError, embedded, fetchRecords, fetchReplay, fetchTitles } from "./load.js";
import { Moves } from "./moves.js";
import { Player } from "./player.js";
import { drawResult } from "./result.js";
import { Spoken } from "./spoken.js";
import { Store } from "./store.js";
import { LANGUAGES, bestLanguage, fill, number, text } from "./texts.js";

/**
 * @typedef {import("./texts.js").Language} Language
 * @typedef {import("./store.js").Position} Position
 * @typedef {null | "table" | "result" | number} Choice
 * @typedef {{lang: Language, seats: import("./store.js").Seat[], box: any, ply: number, eyes: string, report: boolean, forward: boolean,
 *   seatName: (seat: number) => string, colourName: (colour: string) => string, plyOf: (name: string) => number, goto: (name: string) => void,
 *   badge: typeof badge, emblemPath: typeof emblemPath}} Context `report`: draw the report that the position stands at;
 *   `forward`: one move on from what was shown; `box`: the components that the record is played with.
 */

/**
 * A board: `boards/<game>.js`. Only `draw` is required.
 *
 * - `draw(el, position, changed, context)`: the table into `el`, touching only what differs.
 * - `panel(el, position, changed, context)`: what lies beside it, or the report's figures.
 * - `foresee(el, position, context)`: the report of a position, made before it is asked for; `el` is the panel's.
 * - `markWords(mark, lang, position)`: `{label, report}` of a mark on the slider; a report can be gone back to. Null: not shown.
 * - `atReport(position)`: whether a report is due at this position without being asked for.
 * - `reportName(position, lang)`: the label of the report that a position stands at, where it begins before its mark.
 * - `grid(position, context)`: the board as a table for ears, or as several.
 * - `series(context)`: what the chart can show; without it the scores. What these eyes never know is left out.
 * - `breakdown(result, context)`: `{ending, parts}` for the result's table, and a `headline` where nobody wins.
 * - `words`: `round`, `score`, `chart`, and `title` where it is not the slug, each by language.
 *
 * @typedef {{draw: (el: HTMLElement, position: any, changed: readonly string[], context: Context) => void,
 *   panel?: (el: HTMLElement, position: any, changed: readonly string[], context: Context) => void,
 *   foresee?: (el: HTMLElement, position: any, context: Context) => void,
 *   markWords?: (mark: any, lang: Language, position: any) => {label: string, report: boolean} | null, atReport?: (position: any) => boolean,
 *   reportName?: (position: any, lang: Language) => string | null, series?: (context: Context) => import("./chart.js").Series[],
 *   grid?: (position: any, context: Context) => import("./spoken.js").Grid | import("./spoken.js").Grid[], words?: Record<string, Record<Language, string>>,
 *   breakdown?: (result: any, context: Context) => {ending: string, parts: import("./result.js").Part[], headline?: string}}} Board
 */

/** So long a scrub rests before the address follows it, in milliseconds: browsers refuse to have it written too often. */
const ADDRESS_MS = 150;
/** More rounds than these are marked by their numbers where the slider is short. */
const MANY_ROUNDS = 6;

const link = readLink(location.search, location.hash);
const source = { api: (link.api ?? "").replace(/\/+$/, ""), token: link.token, lang: "en" };
/** @type {Language} */
let lang = link.lang && bestLanguage([link.lang]) === link.lang ? bestLanguage([link.lang]) : bestLanguage([remembered("lang") ?? "", ...navigator.languages]);
let record = link.record;
let eyes = link.eyes ?? "public";
/** @type {Record<string, import("./store.js").Replay> | null} */
let carried = null;
/** @type {Map<string, Store>} By eyes. */
const stores = new Map();
/** @type {Store | null} */
let store = null;
/** @type {Board | null} */
let board = null;
let ply = 0;
/** What was chosen for this ply: nothing (as fits), the table, the result, or the report of another ply. */
let chosen = /** @type {Choice} */ (null);
/** Counts loads, so that a slow answer does not overtake a later wish. */
let load = 0;

const moves = new Moves($("moves"), (to) => go(to));
const chart = new Chart($("chart"), (to) => go(to));
const spoken = new Spoken($("spoken"), $("hidden-grid"));
const player = new Player({
  step: () => move(1),
  marked: () => Boolean(store?.frame(ply)?.marks.some((mark) => weighty(mark, ply))),
  changed: drawPlayer,
});

// ------------------------------------------------------------------------------------------------------ small helpers

/** @param {string} key @param {Record<string, string | number>} [blanks] */
function t(key, blanks) {
  return text(lang, key, blanks);
}

/** @param {string} key */
function remembered(key) {
  try {
    return localStorage.getItem(`movebook-${key}`);
  } catch {
    return null; // A frame without a store of its own.
  }
}

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    localStorage.setItem(`movebook-${key}`, value);
  } catch {
    // As above: then it is not remembered.
  }
}

/** @param {number} seat */
function seatName(seat) {
  const one = store?.replay.seats.find((other) => other.seat === seat);
  return one ? one.name || colourName(one.colour) : String(seat);
}

/** @param {string} colour */
function colourName(colour) {
  const key = `colour_${colour}`;
  return t(key) === key ? colour : t(key);
}

/** @param {string} which */
function eyesName(which) {
  const [, seat] = /^seat:(\d+)$/.exec(which) ?? [];
  return seat !== undefined ? seatName(Number(seat)) : t(`eyes_${which}`);
}

/** @param {number} of */
function says(of) {
  const frame = store?.frame(of);
  return frame ? (frame.says[lang] ?? Object.values(frame.says)[0] ?? frame.type) : t("start");
}

/** @param {number} round */
function roundName(round) {
  return fill(board?.words?.round?.[lang] ?? text(lang, "round"), { round });
}

/** @param {boolean} forward @param {boolean} report @param {number} of @returns {Context} */
function context(forward, report, of) {
  const { replay } = /** @type {Store} */ (store);
  return {
    lang, seats: replay.seats, box: replay.box.components, ply: of, eyes, report, forward, seatName, colourName, badge, emblemPath,
    plyOf: (name) => store?.plyOf(name) ?? 0,
    goto: (name) => go(store?.plyOf(name) ?? 0),
  };
}

// ------------------------------------------------------------------------------------------------------------ moving

/**
 * Show a ply.
 * @param {number} to Any number; the nearest that there is counts.
 */
function go(to) {
  if (!store) return;
  const before = ply;
  ply = store.clamp(to);
  if (ply !== before) chosen = null;
  show(ply === before + 1);
}

/**
 * Go some moves on; whether there are more beyond.
 * @param {number} by
 */
function move(by) {
  const before = ply;
  go(ply + by);
  return ply !== before && ply + by >= 0 && ply + by <= (store?.last ?? 0);
}

/** What is shown at this ply: its table, a report (with the ply it stands at), or the result. */
function viewNow() {
  const { last, replay } = /** @type {Store} */ (store);
  const due = board?.atReport?.(store?.at(ply)) ?? false;
  const over = ply === last && replay.result;
  if (typeof chosen === "number") return { kind: "report", at: chosen };
  if (chosen === "table") return { kind: "table", at: ply };
  if (over && (chosen === "result" || chosen === null)) return { kind: "result", at: ply };
  return { kind: due ? "report" : "table", at: ply };
}

/**
 * Draw what is shown.
 * @param {boolean} [forward] One move on from the last.
 */
function show(forward = false) {
  if (!store || !board) return;
  const view = viewNow();
  const position = store.at(view.at);
  const changed = store.changed(view.at);
  const due = board.atReport?.(position) ?? false;
  const now = context(forward, due && view.kind !== "table", view.at);
  board.draw($("board"), position, changed, now);
  const panel = $("panel");
  const kind = view.kind === "result" ? `result ${lang}` : "board";
  if (panel.dataset.kind !== kind) panel.replaceChildren();
  if (view.kind === "result") {
    if (panel.dataset.kind !== kind) fillResult(panel, now);
  } else if (board.panel) board.panel(panel, position, changed, now);
  panel.dataset.kind = kind;
  drawPeek(view.at === ply ? null : view.at);
  drawViews(view, position);
  drawNow();
  moves.show(ply);
  chart.show(ply, store.at(ply));
  writeAddress();
  const sentence = says(ply);
  spoken.rest(sentence, () => board?.grid?.(position, now) ?? null);
}

/** @param {HTMLElement} panel @param {Context} now */
function fillResult(panel, now) {
  const { replay } = /** @type {Store} */ (store);
  const { parts = [], ending = "", headline } = board?.breakdown?.(replay.result, now) ?? {};
  const holder = h("section", { className: "result" });
  drawResult(holder, replay.result, { seats: replay.seats, seat: seatName, text: t, score: board?.words?.score?.[lang] ?? t("score"), parts, ending, headline });
  panel.append(holder);
}

/** Sentence, count, slider, round. */
function drawNow() {
  const { replay, last } = /** @type {Store} */ (store);
  const frame = store?.frame(ply) ?? null;
  const sentence = says(ply);
  write($("sentence"), sentence);
  write($("count"), t("ply_of", { ply, last }));
  const holder = $("now-badge");
  const colour = frame && frame.seat !== null ? (replay.seats.find((seat) => seat.seat === frame.seat)?.colour ?? "") : "";
  if (holder.dataset.colour !== colour) holder.replaceChildren(...(colour ? [badge(colour)] : []));
  holder.dataset.colour = colour;
  const slider = $("slider");
  slider.value = String(ply);
  slider.style.setProperty("--done", `${last ? (ply / last) * 100 : 0}%`);
  slider.setAttribute("aria-valuetext", `${t("move_of", { ply, last })}: ${sentence}`);
  write($("round"), roundName(/** @type {Store} */ (store).roundAt(ply)));
  for (const id of ["first", "previous"]) $(id).setAttribute("aria-disabled", String(ply === 0));
  for (const id of ["last", "next"]) $(id).setAttribute("aria-disabled", String(ply === last));
}

/** @param {{kind: string}} mark @param {number} at Its ply. */
function markWords(mark, at) {
  return board?.markWords?.(mark, lang, store?.at(at)) ?? null;
}

/** Every report of the record, gathered when the page is filled. @type {readonly {ply: number, label: string}[]} */
let reports = [];

/**
 * The buttons above the board: the table, the reports, the result; those that are still to come lead on to their move.
 * @param {{kind: string, at: number}} view
 * @param {Position} position The one that is shown.
 */
function drawViews(view, position) {
  const holder = $("views");
  const { last, replay } = /** @type {Store} */ (store);
  /** @type {{key: string, label: string, pressed: boolean, at: number, choice: Choice}[]} */
  const wanted = [{ key: "table", label: t("board"), pressed: view.kind === "table", at: ply, choice: "table" }];
  const all = [...reports];
  const name = view.kind === "report" ? board?.reportName?.(position, lang) : null;
  // A report may begin before its mark; in a running record its mark is yet to come.
  if (name && !all.some((report) => report.label === name)) all.push({ ply: view.at, label: name });
  const standing = name ? all.find((report) => report.label === name) : all.findLast((report) => report.ply <= view.at);
  for (const report of all) {
    const pressed = view.kind === "report" && standing === report;
    wanted.push({ key: `report ${report.ply}`, label: report.label, pressed, at: report.ply, choice: report.ply });
  }
  if (replay.result) wanted.push({ key: "result", label: t("result"), pressed: view.kind === "result", at: last, choice: "result" });
  const key = wanted.map((one) => `${one.key} ${one.label}`).join("|");
  if (holder.dataset.key !== key) {
    holder.replaceChildren(...wanted.map((one) => h("button", { type: "button" }, one.label)));
    holder.dataset.key = key;
  }
  const pressed = /** @type {HTMLElement} */ (holder.children[Math.max(0, wanted.findIndex((one) => one.pressed))]);
  // Once everything is drawn: asking where it stands would lay the page out in between.
  if (holder.dataset.pressed !== pressed.textContent) requestAnimationFrame(() => (holder.scrollLeft = pressed.offsetLeft - holder.offsetLeft - 40));
  holder.dataset.pressed = pressed.textContent ?? "";
  wanted.forEach((one, place) => {
    const button = holder.children[place];
    if (button.ariaPressed !== String(one.pressed)) button.setAttribute("aria-pressed", String(one.pressed));
    button.classList.toggle("later", one.at > ply && !one.pressed);
    button.onclick = () => {
      if (one.pressed) return;
      if (one.at > ply) {
        player.pause();
        go(one.at);
      } else choose(one.choice);
    };
  });
}

/** @param {Choice} choice */
function choose(choice) {
  player.pause();
  chosen = choice;
  show();
}

/** The latest report, or back from it. */
function toggleReport() {
  const latest = reports.findLast((report) => report.ply <= ply);
  if (chosen !== null && chosen !== "table") choose(null);
  else if (latest && viewNow().kind !== "report") choose(latest.ply);
  else if (latest) choose("table");
}

/** @param {number | null} at The ply peeked at. */
function drawPeek(at) {
  const holder = $("peek");
  holder.hidden = at === null;
  const key = at === null ? "" : `${at} ${ply} ${lang}`;
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  if (at === null) return holder.replaceChildren();
  const what = reports.find((report) => report.ply === at)?.label ?? "";
  const back = h("button", { type: "button" }, t("back_to", { ply }));
  back.addEventListener("click", () => choose(ply === store?.last ? "table" : null));
  holder.replaceChildren(h("span", null, t("peek", { what, ply: at })), back);
}

// ----------------------------------------------------------------------------------------------------------- address

/** @type {any} */
let writing = null;
function writeAddress() {
  clearTimeout(writing);
  writing = setTimeout(() => {
    if (!store) return;
    const name = store.frame(ply)?.name ?? null;
    const hash = writeHash(location.search, { record: carried ? null : record, api: source.api || null, name, eyes, lang });
    if (hash === location.hash) return;
    try {
      history.replaceState(history.state, "", hash);
    } catch {
      // Too often for this browser, or a page without an address (about:srcdoc): the next rest writes it.
    }
    $("full").href = location.href.replace(/([?&])embed=[^&#]*/, "$1").replace(/[?&]+(#|$)/, "$1");
  }, ADDRESS_MS);
}

/**
 * Obey an address that was changed by hand, by a link, or by the page around us.
 * @param {HashChangeEvent} event It says what the address was changed to; we may have written over that meanwhile.
 */
function readAddress(event) {
  clearTimeout(writing);
  const wish = readLink(location.search, new URL(event.newURL).hash);
  takeToken(wish.token);
  if (wish.lang && wish.lang !== lang && /** @type {readonly string[]} */ (LANGUAGES).includes(wish.lang)) setLanguage(/** @type {Language} */ (wish.lang));
  const api = (wish.api ?? "").replace(/\/+$/, "");
  if (!carried && (wish.record !== record || api !== source.api)) {
    record = wish.record;
    source.api = api;
    source.token = wish.token ?? keptToken();
    eyes = wish.eyes ?? "public";
    stores.clear();
    void open(wish);
    return;
  }
  if (wish.eyes && wish.eyes !== eyes) void see(wish.eyes, wish);
  else goTo(wish);
}

/** @param {{v: string | null, ply: number | null}} wish */
function goTo(wish) {
  if (!store) return;
  if (wish.v !== null) go(store.plyOf(wish.v));
  else if (wish.ply !== null) go(wish.ply);
}

/**
 * Keep a token for this tab, bound to where it is for, and take it out of the address bar at once.
 * @param {string | null} token
 */
function takeToken(token) {
  if (!token) return;
  source.token = token;
  try {
    sessionStorage.setItem(`movebook-token ${source.api} ${record}`, token);
  } catch {
    // Then it lasts as long as the page.
  }
  const rest = new URLSearchParams(location.hash.replace(/^#/, ""));
  rest.delete("t");
  history.replaceState(history.state, "", `${location.pathname}${location.search}${rest.size ? `#${rest}` : ""}`);
}

function keptToken() {
  try {
    return sessionStorage.getItem(`movebook-token ${source.api} ${record}`);
  } catch {
    return null;
  }
}

// ----------------------------------------------------------------------------------------------------------- loading

const failures = {
  /** @param {string} where */
  unreachable: (where) => t("unreachable", { where }),
  /** @param {string} where */
  unreadable: (where) => t("unreadable", { where }),
};

/**
 * @param {string} title
 * @param {...(Node | string | null)} rest
 */
function message(title, ...rest) {
  const holder = $("message");
  holder.replaceChildren(h("h2", null, title), ...rest.flatMap((one) => (one === null ? [] : [one])));
  holder.hidden = false;
  $("replay").hidden = true;
}

/** @param {unknown} error @param {() => void} again */
function fail(error, again) {
  const known = error instanceof LoadError;
  const detail = known ? [error.title, error.detail].filter(Boolean) : [String(error)];
  const button = h("button", { type: "button", className: "primary" }, t("again"));
  button.addEventListener("click", again);
  const buttons = h("p", { className: "row" }, button);
  if (record && !carried) buttons.append(h("a", { href: location.pathname }, t("all_records")));
  message(t("failed"), ...detail.map((words) => h("p", null, words)), buttons);
  spoken.now([t("failed"), ...detail].join(". "));
}

/**
 * The replay for some eyes: carried along, fetched before, or fetched now.
 * @param {string} whose
 */
async function fetchStore(whose) {
  const known = stores.get(whose);
  if (known) return known;
  const replay = carried
    ? carried[whose]
    : await fetchReplay(/** @type {string} */ (record), whose, { ...source, lang }, failures, () => message(t("loading"), h("p", null, t("behind"))));
  const fresh = new Store(replay).unroll();
  stores.set(whose, fresh);
  return fresh;
}

/**
 * The address of a game's board; an exported page brings its own.
 * @param {string} game
 */
function boardUrl(game) {
  const own = /** @type {any} */ (window).movebookModules?.[game];
  return own ?? new URL(`boards/${game}.js`, import.meta.url).href;
}

/** Another board draws into elements of its own: what the last one remembers of its elements is gone with them. */
function freshStage() {
  for (const id of ["board", "panel"]) $(id).replaceWith(h("div", { id }));
  wheel($("board"), (way) => {
    player.pause();
    const before = ply;
    move(way);
    return ply !== before;
  });
  swipe($("board"), (way) => void move(way));
}

/** @param {string} game @returns {Promise<Board>} */
async function loadBoard(game) {
  try {
    if (/^[a-z0-9_]+$/.test(game)) return await import(boardUrl(game));
  } catch {
    // No picture of this game: the fallback tells any in words.
  }
  return fallback;
}

/**
 * Open the record: fetch, draw, and go where the link points.
 * @param {{v: string | null, ply: number | null}} wish
 */
async function open(wish) {
  load += 1;
  const mine = load;
  player.pause();
  if (!carried && !record) return listRecords();
  message(t("loading"));
  try {
    if (carried && !(eyes in carried)) eyes = Object.keys(carried)[0];
    const fresh = await fetchStore(eyes);
    const drawing = await loadBoard(fresh.replay.game);
    if (mine !== load) return;
    store = fresh;
    if (board !== drawing) freshStage();
    board = drawing;
  } catch (error) {
    if (mine === load) fail(error, () => void open(wish));
    return;
  }
  ply = 0;
  chosen = null;
  fillPage();
  $("message").hidden = true;
  $("replay").hidden = false;
  go(wish.v !== null ? store.plyOf(wish.v) : (wish.ply ?? (store.replay.result ? 0 : store.last)));
}

/**
 * Look with other eyes, at the same move.
 * @param {string} whose
 * @param {{v: string | null, ply: number | null}} [wish]
 */
async function see(whose, wish) {
  if (!store) return;
  load += 1;
  const mine = load;
  const name = store.frame(ply)?.name ?? null;
  try {
    const fresh = await fetchStore(whose);
    if (mine !== load) return;
    store = fresh;
    eyes = whose;
  } catch (error) {
    if (mine === load) fail(error, () => void see(whose, wish));
    return;
  }
  $("message").hidden = true;
  $("replay").hidden = false;
  fillPage();
  const before = ply;
  ply = store.clamp(name === null ? 0 : store.plyOf(name));
  if (ply !== before) chosen = null;
  show();
  if (wish) goTo(wish);
  spoken.now(t("eyes_now", { eyes: eyesName(eyes) }));
}

function allEyes() {
  if (carried) return Object.keys(carried);
  const allowed = store?.replay.eyes_allowed ?? [];
  return allowed.includes(eyes) ? allowed : [eyes, ...allowed];
}

function nextEyes() {
  const all = allEyes();
  if (all.length < 2) spoken.now(t("eyes_one"));
  else void see(all[(all.indexOf(eyes) + 1) % all.length]);
}

/** The list of records, where no record was asked for. */
async function listRecords() {
  const mine = load;
  store = null;
  document.title = t("title");
  write($("title"), t("records"));
  for (const id of ["round", "eyes-label"]) $(id).hidden = true;
  message(t("loading"));
  const list = h("ul", { className: "records" });
  /** @type {string | null} */
  let cursor = null;
  const titles = await fetchTitles({ ...source, lang });
  const more = h("button", { type: "button", className: "primary" }, t("more"));
  const page = async () => {
    try {
      const { records, next } = await fetchRecords(cursor, { ...source, lang }, failures);
      if (mine !== load) return;
      cursor = next;
      for (const one of records) list.append(recordLine(one, titles));
      message(t("open_record"), list.childElementCount ? list : h("p", null, t("no_records")), next ? more : null);
    } catch (error) {
      if (mine === load) fail(error, () => void listRecords());
    }
  };
  more.addEventListener("click", () => void page());
  await page();
}

/** @param {any} one A summary. @param {Map<string, Record<string, string>>} titles */
function recordLine(one, titles) {
  const hash = new URLSearchParams({ ...(source.api ? { api: source.api } : {}), record: one.id });
  const who = h("span", { className: "who-all" });
  for (const seat of one.seats ?? []) {
    const score = one.scores?.[seat.seat];
    who.append(h("span", { className: "seat" }, badge(seat.colour ?? ""), ` ${seat.name || colourName(seat.colour ?? "") || seat.seat}`, score === undefined ? null : h("b", null, ` ${number(score)}`)));
  }
  const when = one.changed_at ? new Date(one.changed_at).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" }) : "";
  return h("li", null, h("a", { href: `#${hash}` },
    h("span", { className: "game" }, titles.get(one.game)?.[lang] ?? titleOf(one.game)), who,
    h("span", { className: "quiet" }, [t("moves_made", { count: one.ply ?? 0 }), one.status ? t(one.status) : "", when].filter(Boolean).join(" · "))));
}

/** @param {string} game A slug. */
function titleOf(game) {
  return game.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

// ------------------------------------------------------------------------------------------------------ filling pages

/** Everything that depends on the record, the eyes or the language, but not on the ply. */
function fillPage() {
  if (!store || !board) return;
  const { replay, last } = store;
  const game = board.words?.title?.[lang] ?? titleOf(replay.game);
  document.title = `${game}: ${replay.seats.map((seat) => seatName(seat.seat)).join(", ")} · Movebook`;
  write($("title"), game);
  $("round").hidden = false;
  $("slider").max = String(last);
  moves.fill(store, (of) => (of ? says(of) : t("start_short")), roundName, weighty);
  const title = board.words?.chart?.[lang] ?? t("score");
  $("chart-box").hidden = !chart.fill(store, {
    label: (of, scores) => t("chart_point", { ply: of, scores }),
    seat: seatName,
    title,
    pick: t("chart_pick"),
  }, board.series?.(context(false, false, 0)) ?? [{ key: "scores", label: title, of: (position) => position.scores }]);
  write($("chart-title"), title);
  reports = store.marks.flatMap((mark) => {
    const words = markWords(mark, mark.ply);
    return words?.report ? [{ ply: mark.ply, label: words.label }] : [];
  });
  fillMarks();
  fillEyes();
  fillWarnings();
  foresee();
}

/** Counts the fillings of the page, so that what was begun for an earlier one ends. */
let filled = 0;

/** Make the reports while nothing else is to be done, one at a time. */
function foresee() {
  filled += 1;
  const mine = filled;
  const left = board?.foresee ? [...reports] : [];
  const next = () => {
    const report = left.shift();
    if (!report || mine !== filled || !store) return;
    board?.foresee?.($("panel"), store.at(report.ply), context(false, true, report.ply));
    later(next);
  };
  later(next);
}

/** @param {() => void} work */
function later(work) {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work);
  else setTimeout(work, ADDRESS_MS);
}

/** @param {{kind: string}} mark @param {number} at Its ply. */
function weighty(mark, at) {
  return mark.kind === "finished" || Boolean(markWords(mark, at));
}

function fillMarks() {
  const { marks, rounds, last } = /** @type {Store} */ (store);
  const holder = $("marks");
  holder.replaceChildren();
  holder.classList.toggle("many", rounds.length > MANY_ROUNDS);
  if (!last) return;
  /** @param {HTMLElement} mark @param {number} at */
  const put = (mark, at) => {
    mark.style.left = `${(at / last) * 100}%`;
    holder.append(mark);
  };
  rounds.forEach((round, place) => {
    const end = rounds[place + 1]?.ply ?? last;
    const label = h("button", { type: "button", className: "mark-round", tabIndex: -1, title: roundName(round.round) },
      h("span", { className: "long" }, roundName(round.round)), h("span", { className: "short", "aria-hidden": "true" }, String(round.round)));
    label.addEventListener("click", () => go(round.ply));
    label.style.width = `${((end - round.ply) / last) * 100}%`;
    put(label, round.ply);
  });
  for (const mark of marks) {
    if (mark.kind === "round") continue;
    const words = markWords(mark, mark.ply) ?? (mark.kind === "contradiction" ? { label: t("mark_contradiction") } : null);
    if (!words) continue;
    const dot = h("button", { type: "button", className: `mark mark-${mark.kind.replaceAll("_", "-")}`, title: words.label, "aria-label": words.label, tabIndex: -1 });
    dot.addEventListener("click", () => go(mark.ply));
    put(dot, mark.ply);
  }
}

function fillEyes() {
  const select = $("eyes");
  const all = allEyes();
  $("eyes-label").hidden = all.length < 2;
  select.replaceChildren(...all.map((one) => h("option", { value: one, selected: one === eyes }, eyesName(one))));
}

function fillWarnings() {
  const { broken, last } = /** @type {Store} */ (store);
  const holder = $("warnings");
  holder.replaceChildren();
  if (broken) holder.append(h("p", { role: "alert" }, t("broken", { last, reason: broken.reason })));
  const { contradictions } = /** @type {Store} */ (store).at(last);
  if (!contradictions?.length) return;
  const line = h("p", null, `${t("contradiction")} `);
  for (const one of contradictions) {
    const button = h("button", { type: "button", className: "link" }, t("contradiction_of", { names: one.names.join(", "), rule: one.rule }));
    button.addEventListener("click", () => go(store?.plyOf(one.names.at(-1)) ?? 0));
    line.append(button, " ");
  }
  holder.append(line);
}

function drawPlayer() {
  const button = $("play");
  button.classList.toggle("playing", player.playing);
  const label = t(player.playing ? "pause" : "play");
  button.setAttribute("aria-label", label);
  button.title = label;
  write($("speed"), `${player.speed}×`);
}

// ------------------------------------------------------------------------------------------------ language and theme

/** @param {Language} wanted */
function setLanguage(wanted) {
  lang = wanted;
  document.documentElement.lang = lang;
  for (const element of document.querySelectorAll("[data-text]")) write(element, t(/** @type {HTMLElement} */ (element).dataset.text ?? ""));
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = t(/** @type {HTMLElement} */ (element).dataset.label ?? "");
    element.setAttribute("aria-label", label);
    if (element.matches("button")) /** @type {HTMLElement} */ (element).title = label;
  }
  const other = $("language");
  write(other, lang === "en" ? "ES" : "EN");
  other.setAttribute("aria-label", t("other_language"));
  other.title = t("other_language");
  other.lang = lang === "en" ? "es" : "en";
  $("help-keys").replaceChildren(
    ...KEYS.flatMap((row) => [
      h("dt", null, ...row.shown.flatMap((key, place) => (key === "–" ? ["–"] : [place && row.shown[place - 1] !== "–" ? " " : "", h("kbd", null, key)]))),
      h("dd", null, t(row.text)),
    ]),
  );
  drawPlayer();
  if (store) {
    fillPage();
    show();
  }
}

/** @param {string} theme */
function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  remember("theme", theme);
}

function toggleTheme() {
  const now = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = now === "dark" ? "light" : "dark";
  setTheme(next === system ? "auto" : next);
  spoken.now(t(`theme_${next}`));
}

// ------------------------------------------------------------------------------------------------------------- hands

function toggleHelp() {
  const help = $("help");
  if (help.open) help.close();
  else help.showModal();
}

/** @param {{action: import("./keys.js").Action, digit: number | null}} wish */
function act({ action, digit }) {
  if (!store) return action === "help" ? toggleHelp() : undefined;
  switch (action) {
    case "next":
      return move(1);
    case "previous":
      return move(-1);
    case "next_round":
      return go(store.roundFrom(ply, 1));
    case "previous_round":
      return go(store.roundFrom(ply, -1));
    case "first":
      return go(0);
    case "last":
      return go(store.last);
    case "tenth":
      return go(Math.round((store.last * (digit ?? 0)) / 10));
    case "play":
      return togglePlay();
    case "faster":
      return player.faster(1);
    case "slower":
      return player.faster(-1);
    case "scoring":
      return toggleReport();
    case "eyes":
      return nextEyes();
    default:
      return toggleHelp();
  }
}

function togglePlay() {
  if (!player.playing && ply === store?.last) go(0);
  player.toggle();
}

/** A hand on the replay stops the player. */
function stopping(/** @type {() => boolean} */ doIt) {
  return () => {
    player.pause();
    return doIt();
  };
}

function wire() {
  hold($("previous"), stopping(() => move(-1)));
  hold($("next"), stopping(() => move(1)));
  $("first").addEventListener("click", stopping(() => (go(0), false)));
  $("last").addEventListener("click", stopping(() => (go(store?.last ?? 0), false)));
  $("play").addEventListener("click", togglePlay);
  $("slower").addEventListener("click", () => player.faster(-1));
  $("faster").addEventListener("click", () => player.faster(1));
  $("slider").addEventListener("input", () => {
    player.pause();
    go(Number($("slider").value));
  });
  $("eyes").addEventListener("change", () => void see($("eyes").value));
  $("language").addEventListener("click", () => {
    const next = lang === "en" ? "es" : "en";
    remember("lang", next);
    setLanguage(next);
    if (!store) void open({ v: null, ply: null });
  });
  $("theme").addEventListener("click", toggleTheme);
  $("help-open").addEventListener("click", toggleHelp);
  $("help-close").addEventListener("click", toggleHelp);
  $("skip").addEventListener("click", (/** @type {Event} */ event) => {
    // Not by the address: its fragment is ours.
    event.preventDefault();
    $("controls").focus();
  });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement | null} */ (event.target);
    const wish = actionOf(event, /** @type {any} */ (target));
    if (!wish) return;
    if ($("help").open && wish.action !== "help") return;
    event.preventDefault();
    if (!["play", "faster", "slower", "help", "eyes"].includes(wish.action)) player.pause();
    act(wish);
  });
  addEventListener("hashchange", readAddress);
  // The list may have had no size while it was hidden or the window small.
  addEventListener("resize", () => moves.keepInView());
}

/** In a frame: no page around the board, and the height told to who embeds us. */
function embed() {
  document.body.classList.add("embed");
  $("full").hidden = false;
  if (parent === window) return;
  new ResizeObserver(() => {
    parent.postMessage({ type: "movebook:height", height: document.documentElement.scrollHeight }, "*");
  }).observe(document.body);
}

setTheme(remembered("theme") ?? "auto");
if (link.embed) embed();
wire();
setLanguage(lang);
takeToken(link.token);
source.token ??= keptToken();
try {
  carried = embedded();
} catch (error) {
  fail(error, () => location.reload());
}
// A file on its own has no list of records to go back to.
if (carried) $("brand").removeAttribute("href");
void open(link);
