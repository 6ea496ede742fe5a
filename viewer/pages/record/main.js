// @ts-check
/** The recorder's page: the table above, the form in the thumb's half, what was entered held for a moment. */

import { keepAwake } from "../../device/wake-lock.js";
import { install, keepGame, renew } from "../../device/install.js";
import { OffLine, Refusal, reached } from "../../device/refusal.js";
import { $, h, write } from "../../kit/dom.js";
import { faceOf } from "../../kit/faces.js";
import { lastOf, namesPlace } from "../../form/shape.js";
import { showBreaches } from "../common/league-mode.js";
import { Retry } from "../common/retry.js";
import { gameAssets } from "../common/game-assets.js";
import { Cover } from "../seat/cover.js";
import { Follower } from "../common/follow.js";
import { readChoice, storeChoice } from "../common/storage.js";
import { namer, namesOf, personOf } from "../common/people.js";
import { warnOfHttp } from "../common/http-warning.js";
import { again } from "../common/touch.js";
import { RecorderState } from "./recorder-state.js";
import { Form } from "./form.js";
import { Later } from "./later.js";
import { Steps } from "./steps.js";
import { entryInWords } from "./entry-texts.js";
import { Line } from "./notation.js";
import { Corrections } from "./corrections.js";
import { ActiveRecorder } from "./active-recorder.js";
import { Table } from "./table.js";
import { showStatus } from "./status.js";
import { say } from "./words.js";
import { RecorderSigning } from "../sign/recorder.js";
import { bestLanguage, colourWord } from "../common/texts.js";

/** @typedef {import("../../kit/words.js").Language} Language */

/** Opening takes so long before the page says that it does. */
const SLOW_MS = 500;

const query = new URLSearchParams(location.search);
/** @type {Language} */
let lang = bestLanguage([query.get("lang") ?? "", readChoice("lang") ?? "", ...navigator.languages]);
/** Puts people's names into a sentence. @type {(sentence: string) => string} */
let named = (sentence) => sentence;
/** What the page of the game knows: faces of values, and places of its board. @type {any} */
let help = {};

/** @param {string} key @param {Record<string, string | number>} [blanks] */
const t = (key, blanks = {}) => say(lang, key, blanks);
const recorder = new RecorderState(() => lang);

/** @param {number} seat */
function seatName(seat) {
  const { seats } = recorder.own;
  return seats[seat] ? personOf(seats[seat], seats, (colour) => colourWord(lang, colour)) : String(seat);
}

/**
 * What a game is asked about its values and places with.
 * @param {any} [view] As the board shows it; null for what is about no position.
 * @returns {import("../../kit/faces.js").Table}
 */
function known(view = shown?.view ?? recorder.view) {
  return { box: recorder.box, view, lang, colour: page.colour, seatName };
}

/** Whether a seat has sealed what is still to be shown; a hand that stays closed is no news. @param {number} seat */
function locked(seat) {
  const secret = recorder.secrets.get(seat);
  if (!secret?.sealed || help.asks || !recorder.view) return false;
  return help.hidden?.(recorder.view, seat, secret.body, secret.name) ?? true;
}

/** What a seat has, and a move of it that is not on offer. @param {number} seat */
function details(seat) {
  const { sheet } = corrections;
  const panel = h("div.panel");
  const other = sheet.way(t("other_move"), async () => {
    sheet.close();
    form.outOfTurn(seat);
  });
  const mine = recorder.mine === null && recorder.view?.phase !== "finished";
  sheet.open([h("h2", seatName(seat)), panel], mine ? [other] : []);
  table.panel(panel);
  panel.querySelector(`.card.seat-${page.colour(seat)}`)?.scrollIntoView({ block: "nearest" });
}

/** How the last scoring came about, as the viewer shows it. */
function report() {
  const parts = [h("div.report-board"), h("div.panel")];
  corrections.sheet.open([h("h2", t("how_scored")), ...parts], []);
  table.report(parts);
}

const page = {
  t,
  lang: () => lang,
  seatName,
  named: (/** @type {string} */ sentence) => named(sentence),
  colour: (/** @type {number} */ seat) => recorder.own.seats[seat]?.colour ?? "",
  seats: $("seats"),
  board: $("board"),
  /** Whether another phone records. */
  away: () => activeRecorder.other,
  locked,
  details,
  drawn: () => `${shown?.ply} ${recorder.viewed?.key ?? ""}`,
  left: /** @returns {{text: string, label: string} | null} */ (/** @type {number} */ seat) =>
    (recorder.view && help.left?.(recorder.view, seat, lang, recorder.box)) ?? null,
  aside: /** @returns {string[]} */ (/** @type {string} */ type) => help.aside?.[type] ?? [],
  draws: /** @returns {string[]} */ (/** @type {string} */ type) =>
    recorder.rules.where === "none" || recorder.view?.round > 1 ? [] : (help.draws?.[type] ?? []),
  typeName: /** @returns {string | null} */ (/** @type {string} */ type) => help.label?.(type, known()) ?? null,
  place: {
    name: /** @returns {string} */ (/** @type {any} */ key) => table.name(key),
    mark: (/** @type {any[]} */ keys) => table.mark(keys),
    refuse: (/** @type {any} */ key, /** @type {string} */ why) => table.refuse(key, why),
    refuseMove: (/** @type {any} */ move, /** @type {string} */ why) => table.refuseMove(move, why),
    ghost,
    lies: () => (table.last ? (help.lies?.(table.last, known()) ?? Object.values(table.last)) : []),
    starts: /** @returns {string[]} */ (/** @type {any} */ key) => help.starts?.(key, known()) ?? [],
    fills: /** @returns {Record<string, any> | null} */ (/** @type {any} */ key, /** @type {any} */ move) =>
      help.fills?.(key, move, known()) ?? null,
    taken: /** @returns {string | null} */ (/** @type {any} */ key) => help.taken?.(key, known()) ?? null,
  },
  speech: (/** @type {any} */ move = {}, /** @type {any} */ view = undefined) => ({
    lang,
    text: t,
    face: (/** @type {any} */ value, /** @type {any} */ shape, /** @type {string} */ field = "") =>
      shape?.seat
        ? { name: seatName(Number(value)) }
        : faceOf(help, { field: lastOf(field), value, type: move.type ?? "", move }, known(view)),
    seats: recorder.own?.seats.length ?? 0,
  }),
  reason: (/** @type {string} */ name) => corrections.reason(name),
  why: /** @returns {string} */ (/** @type {any} */ problem) => corrections.why(problem),
  sentenceOf: (/** @type {string} */ name) => corrections.sentenceOf(name),
  mend: (/** @type {any} */ entry) => void mend(entry).catch(fail),
  boardAt: (/** @type {string} */ name, /** @type {HTMLElement | undefined} */ into) => {
    const { store } = corrections;
    const known = store !== null && corrections.sentenceOf(name) !== "";
    if (known && into) table.drawThen(into, store.at(store.plyOf(name) - 1));
    return known;
  },
  showMessage: (/** @type {string} */ key) => message(() => t(key)),
  takeOver: () => activeRecorder.take(),
  show,
  later: (/** @type {any} */ entry, /** @type {string[]} */ paths) => later.add(entry, paths),
  fail,
};
const form = new Form($("form"), recorder, page);
const corrections = new Corrections(recorder, form, page);
const later = new Later(recorder, $("later"), page);
const line = new Line(recorder, form, page);
const signing = new RecorderSigning($("signing"), recorder, page);
/** Made once there is a network. @type {import("../sign/start.js").StartSigning | null} */
let begins = null;
/** Made once there is a network. @type {import("../check/check.js").RoundCheck | null} */
let check = null;
/** Entries that may have changed what was checked. */
let checked = 0;
const activeRecorder = new ActiveRecorder(recorder, page);
/** Over what a seat sees where it types; null for who records. @type {Cover | null} */
let cover = null;
/** @type {Table} */
const table = new Table($("board"), $("chooser"), {
  tap: (key) => form.tap(key),
  waits: (key, tap) => form.waits(key, tap),
  fits: (key) => form.fits(key),
  legal: (key) => form.legal(key),
  why: (key) => form.why(key),
  question: () => t("which_place"),
  colour: page.colour,
  starts: (key) => page.place.starts(key),
  names: (move, key) => namesPlace(recorder.game.moves[move.type].fields, move, key),
  lays: (move, key) => help.lays?.(key, move, known()) ?? null,
  picture: (field, value, move) => page.speech(move).face(value, null, field).picture ?? null,
});
recorder.places = (/** @type {string[]} */ names) => table.places(names);
const steps = new Steps(recorder, (entry) => entryInWords(entry, recorder.game, page));

/** What the page has to say, in the language of the moment; empty for nothing. */
let alarm = () => "";

/** @param {() => string} words */
function message(words) {
  alarm = words;
  write($("message"), words());
  $("message").hidden = !words();
}

/** Whether it says that nobody can be reached. */
let cutOff = false;

/** @param {unknown} error */
function fail(error) {
  const status = error instanceof Refusal ? error.status : 0;
  const away = error instanceof OffLine;
  if (status === 401 || status === 403) message(() => t("gone"));
  else if (status === 404 || status === 410) message(() => t("missing"));
  else if (away) message(() => t(recorder.game ? "away" : "never_here"));
  else if (error instanceof Refusal) message(() => error.message || t("trouble", { status }));
  else message(() => t("fault", { error: String(error) }));
  cutOff = away && Boolean(recorder.game);
  if (!(error instanceof Refusal) && !away) throw error;
}

/** Everything that was read, in the language chosen. */
function show() {
  // Nothing moves under a thumb until it is lifted.
  if (!recorder.rules || form.pressed) return;
  const { held } = recorder.outbox.state;
  document.documentElement.dataset.rules = recorder.rules.where;
  // What is offered follows this version of the record.
  $("desk").dataset.version = String(recorder.read);
  $("held").hidden = !held;
  write($("held-says"), held ? corrections.last : "");
  write($("said"), held ? "" : corrections.last);
  const ended = recorder.view?.phase === "finished" || corrections.standing?.closed || corrections.standing?.voided;
  $("again").hidden = !ended || recorder.own.role !== "owner";
  $("again").href = `new.html?again=${recorder.own.own}`;
  $("report").hidden = !recorder.view || !table.board?.atReport?.(recorder.view);
  if (held) message(() => "");
  showBreaches(corrections.standing, lang);
  showStatus(recorder, page);
  activeRecorder.show();
  draw();
  form.follow();
  corrections.show();
  void later.show();
  // A seat signs on its own page.
  if (recorder.mine !== null) return;
  signing.show();
  if (!recorder.view || !recorder.own.record || recorder.outbox.state.unsent) return;
  void showChecks().catch(() => {});
}

/** Show who signed the start, and the round check: the service alone knows both. */
async function showChecks() {
  const { StartSigning } = await reached(import("../sign/start.js"));
  begins ??= new StartSigning($("start"), signing.table, null);
  begins.show([steps.ply >= 1 || recorder.outbox.state.version, checked, lang].join(), recorder.game);
  const { RoundCheck } = await reached(import("../check/check.js"));
  check ??= new RoundCheck($("check"), signing.table, {
    seat: null,
    named: (says, name = "") => corrections.called(name, named(says)),
    correct: ([first, ...others]) =>
      void corrections.sheet.guarded(async () => {
        const preview = await corrections.preview();
        preview.shows = true;
        await preview.start(first, ...others);
      }),
    repairs: () => corrections.repairs.buttons(),
  });
  check.show([recorder.view.round, recorder.view.phase, checked, lang].join());
}

/** Open an entry that was refused, to be entered anew. @param {any} entry */
async function mend(entry) {
  if (!entry || !(await recorder.takeBack(entry))) return;
  if (entry.call === "moves") form.anew(entry.body);
}

/** The record has come to a version. @param {import("../common/follow.js").News} news */
async function heard({ version, entries }) {
  await recorder.outbox.heard(entries);
  checked += entries.filter(({ type }) => type !== "move").length;
  await recorder.heard(version, entries);
  if (entries.some((entry) => entry.type === "appointed")) await activeRecorder.read();
  return version;
}

/** The board as it stands. */
function draw() {
  steps.follow(corrections.store);
  // A corrected move is entered on the board of its time.
  const at = form.at === null ? null : (steps.store?.plyOf(form.at) ?? null);
  const ply = at === null ? steps.ply : at - 1;
  const view = at === null ? recorder.view : steps.store?.at(ply);
  write($("then"), at === null ? "" : t("board_then", { ply: at }));
  $("then").hidden = at === null;
  $("enter").classList.toggle("earlier", at !== null);
  const step = steps.step(ply);
  const was = shown;
  if (!view || (was && view === was.view && ply === was.ply)) return ghost();
  table.draw(view, steps.changed(ply), {
    lang,
    seats: recorder.summary.seats,
    box: recorder.box,
    ply,
    name: step?.name ?? "",
    eyes: recorder.mine === null ? "recorder" : `seat:${recorder.mine}`,
    report: false,
    forward: was !== null && ply === was.ply + 1,
    before: step?.before ?? null,
    seatName,
    colourName: (colour) => colourWord(lang, colour),
    enters: true,
    goto: () => {},
    step: (wanted) => steps.step(wanted),
  });
  shown = { view, ply };
  ghost();
}
/** What is drawn. @type {{view: any, ply: number} | null} */
let shown = null;

/** What `ghost` drew last: most changes need no new drawing. @type {{key: string, shown: any, help: any}} */
let ghosted = { key: "", shown: null, help: null };

/** Show on the board what its view lacks, and what can be taken back. */
function ghost() {
  const { viewed, lastSent, outbox } = recorder;
  if (!outbox) return;
  const { held, mine } = outbox.state;
  // A move both kept and sent is drawn once.
  const all = new Map([lastSent, ...mine].map((one) => [one?.key, one]));
  const waiting = [...all.values()].filter((one) => one?.call === "moves" && one.state !== "refused");
  const lacking = waiting.slice(waiting.findIndex(({ key }) => key === viewed?.key) + 1);
  const lifted = held?.call === "moves" && !lacking.some(({ key }) => key === held.key) ? [held] : [];
  const { draft } = form;
  const moves = [
    ...lacking.map(({ body }) => ({ body })),
    ...lifted.map(({ body }) => ({ body, drawn: true })),
    ...(draft && !(form.keeping && JSON.stringify(draft) === JSON.stringify(mine.at(-1)?.body))
      ? [{ body: draft }]
      : []),
  ];
  const key = JSON.stringify(moves);
  if (key === ghosted.key && shown === ghosted.shown && help === ghosted.help) return;
  ghosted = { key, shown, help };
  table.ghost(moves);
}

/**
 * A button with a sign: its name is for ears and for whoever rests on it.
 * @param {string} id @param {string} sign @param {string} name
 */
function labelled(id, sign, name) {
  write($(id), sign);
  $(id).title = name;
  $(id).setAttribute("aria-label", name);
}

/** Every fixed word in the language chosen. */
function speak() {
  document.documentElement.lang = lang;
  document.title = t("page");
  warnOfHttp(lang);
  cover?.speak();
  for (const [id, key] of [
    ["table-title", "table"],
    ["enter-title", "enter"],
    ["take-back", "take_back"],
    ["moves-open", "moves"],
    ["watch", "watch"],
    ["report", "how_scored"],
    ["again", "again"],
    ["edition", "placeholders"],
    ["phones", recorder.mine === null ? "phones" : "my_seat"],
  ])
    write($(id), t(key));
  const other = lang === "en" ? "es" : "en";
  labelled("language", other.toUpperCase(), t("other"));
  $("language").lang = other;
  labelled("hand", "⇄", t(document.documentElement.classList.contains("left") ? "hand_right" : "hand_left"));
  line.speak();
  if (!recorder.game) return;
  $("edition").hidden = !recorder.box?.stand_in;
  $("edition").href = `box.html?${new URLSearchParams({ game: recorder.own.game, hash: recorder.summary.box ?? "" })}`;
  write($("title"), recorder.game.title[lang] ?? recorder.game.title.en);
  named = namer(
    namesOf(recorder.summary.seats, (colour) => colourWord(lang, colour)),
    recorder.box,
    lang,
  );
  shown = null;
}

/** @param {boolean} left */
function setHand(left) {
  document.documentElement.classList.toggle("left", left);
  storeChoice("hand", left ? "left" : "right");
  speak();
}

function wire() {
  $("language").addEventListener("click", () => {
    lang = lang === "es" ? "en" : "es";
    storeChoice("lang", lang);
    speak();
    message(alarm);
    void form.speak();
    show();
  });
  $("report").addEventListener("click", report);
  $("hand").addEventListener("click", () => setHand(!document.documentElement.classList.contains("left")));
  $("take-back").addEventListener("click", () => void form.after(() => recorder.takeBack()).catch(fail));
  recorder.addEventListener("reached", () => {
    if (cutOff) message(() => "");
    cutOff = false;
  });
  recorder.addEventListener("overtaken", () => void corrections.reread().catch(fail));
  recorder.addEventListener("opened", () => void follow().catch(fail));
  // The next tap sends what is held.
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (!(/** @type {Element} */ (event.target).closest("#held")) && !again(event)) void recorder.release();
    },
    { capture: true },
  );
  addEventListener("pagehide", () => void recorder.release());
  // A link with another token to the open record.
  addEventListener("hashchange", () => /\bt=/.test(location.hash) && location.reload());
  // Before what holds the page back while a tap lasts.
  recorder.addEventListener("change", () => recorder.summary && steps.follow(corrections.store));
  recorder.addEventListener("change", show);
}

/** Bring the pictures of values; whether that is done. @param {string} game */
async function bring(game) {
  try {
    help = await gameAssets(game);
  } catch (error) {
    if (error instanceof OffLine) return false;
    throw error;
  }
  form.redraw();
  return true;
}

/** What a seat sees is covered until it presses, for its phone lies on the table. */
function covered() {
  cover = new Cover(
    document.body,
    $("desk"),
    () => lang,
    () => true,
  );
  $("bar").append(cover.cover);
}

async function begin() {
  wire();
  setHand(readChoice("hand") === "left");
  const slow = setTimeout(() => $("desk").hidden && message(() => t("loading")), SLOW_MS);
  try {
    await new Retry(fail).until(async () => {
      try {
        await start();
        return true;
      } catch (error) {
        if (!(error instanceof OffLine)) throw error;
        fail(error);
        return false;
      } finally {
        clearTimeout(slow);
      }
    });
  } catch (error) {
    fail(error);
  }
}
/** Whether the address names a record that this phone may write; empty before that was read. */
let found = "";

/** Read the record and show it; what was read stays where the network goes in between. */
async function start() {
  found ||= await recorder.open(query);
  if (found === "none") return message(() => t("none"));
  await recorder.prepare();
  const { game } = recorder.own;
  await new Retry(fail).until(() => bring(game));
  await table.load(game);
  speak();
  cutOff = false;
  message(() => "");
  if (recorder.mine !== null) covered();
  $("desk").hidden = false;
  $("line-open").hidden = recorder.mine !== null;
  show();
  recorder.outbox.addEventListener("refused", (/** @type {any} */ { detail }) => {
    const why = page.why(detail.problem);
    if (detail.entry.call === "signatures") begins?.refused(why);
    else table.refuseMove(detail.entry.body, why);
  });
  recorder.outbox.addEventListener("clash", () => void corrections.reread().catch(fail));
  keepAwake();
  void keepGame(game);
  if (recorder.own.record) await follow().catch(fail);
}

/** The service has the record: it is read, followed as others write, and other pages can show it. */
async function follow() {
  const { record, api, token, own } = recorder.own;
  const asked = new URLSearchParams({ record });
  const seat = recorder.mine;
  $("phones").href = seat === null ? `pair.html?own=${own}` : `seat.html?${asked}#t=${token}`;
  $("watch").href = seat === null ? `./?${asked}` : `./?${asked}#eyes=seat:${seat}&t=${token}`;
  $("phones").hidden = $("watch").hidden = false;
  // Follow others' moves from now on.
  new Follower(heard).follow({ record, api, token, lang }, recorder.outbox.state.version);
  await corrections.reread();
  await activeRecorder.read();
  show();
  await corrected();
}

/** The edition that was saved for this game: what it would change is shown first. */
async function corrected() {
  const box = query.get("box");
  if (!box) return;
  query.delete("box");
  history.replaceState(history.state, "", `${location.pathname}?${query}`);
  if (box !== recorder.summary.box) await (await corrections.preview()).start({ op: "opening", box });
}

void install({
  renewed: () => {
    const button = h("button", { onclick: () => void renew() }, t("renew"));
    $("renewed").replaceChildren(t("renewed"), button);
    $("renewed").hidden = false;
  },
});
speak();
void begin();
