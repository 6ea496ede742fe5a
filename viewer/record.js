// @ts-check
/** The recorder's page: the table above, the form in the thumb's half, what was entered held for a moment. */

import { keepAwake } from "./device/awake.js";
import { install, keepGame, renew } from "./device/install.js";
import { $, h, write } from "./kit/dom.js";
import { Follower } from "./page/follow.js";
import { remember, remembered } from "./page/kept.js";
import { namer, namesOf, personOf } from "./page/people.js";
import { Desk } from "./page/record-desk.js";
import { Form } from "./page/record-form.js";
import { Mending } from "./page/record-mend.js";
import { Table } from "./page/record-table.js";
import { showStatus } from "./page/record-status.js";
import { say } from "./page/record-words.js";
import { nameIn } from "./page/seat-names.js";
import { Refusal } from "./page/seat-service.js";
import { bestLanguage, colourWord } from "./page/texts.js";

/** @typedef {import("./kit/words.js").Language} Language */

const query = new URLSearchParams(location.search);
/** @type {Language} */
let lang = bestLanguage([query.get("lang") ?? "", remembered("lang") ?? "", ...navigator.languages]);
/** Puts people's names into a sentence. @type {(sentence: string) => string} */
let named = (sentence) => sentence;
/** What the page of the game knows: pictures of values. @type {any} */
let help = {};

/** @param {string} key @param {Record<string, string | number>} [blanks] */
const t = (key, blanks = {}) => say(lang, key, blanks);
const desk = new Desk(() => lang);

/** @param {number} seat */
function seatName(seat) {
  const { seats } = desk.own;
  return seats[seat] ? personOf(seats[seat], seats, (colour) => colourWord(lang, colour)) : String(seat);
}

const page = {
  t,
  lang: () => lang,
  seatName,
  named: (/** @type {string} */ sentence) => named(sentence),
  colour: (/** @type {number} */ seat) => desk.own.seats[seat]?.colour ?? "",
  seats: $("seats"),
  speech: () => ({
    lang,
    text: t,
    name: (/** @type {any} */ value, /** @type {any} */ shape) =>
      shape?.seat ? seatName(Number(value)) : nameIn(desk.box, value, lang),
    picture: (/** @type {string} */ field, /** @type {any} */ value) => help.picture?.(field, value, desk.box) ?? null,
    usual: (/** @type {string} */ field) => desk.usual(field),
  }),
  fail,
};
const form = new Form($("form"), desk, page);
const mending = new Mending(desk, form, page);
const table = new Table($("board"), $("chooser"), {
  tap: (key) => form.tap(key),
  fits: (key) => form.fits(key),
  question: () => t("which_place"),
});

/** @param {string} words */
function message(words) {
  write($("message"), words);
  $("message").hidden = !words;
}

/** @param {unknown} error */
function fail(error) {
  const status = error instanceof Refusal ? error.status : 0;
  if (status === 401 || status === 403) message(t("gone"));
  else if (status === 404 || status === 410) message(t("missing"));
  else if (status === 0 && error instanceof TypeError) message(t("away"));
  else message(status ? (error instanceof Error && error.message) || t("trouble", { status }) : String(error));
  if (!(error instanceof Refusal) && !(error instanceof TypeError)) throw error;
}

/** Everything that was read, in the language chosen. */
function show() {
  if (!desk.game || !desk.outbox) return;
  const { held } = desk.outbox.state;
  const says = desk.said?.[lang] ?? Object.values(desk.said ?? {})[0] ?? "";
  $("held").hidden = !held;
  write($("held-says"), held ? named(says) : "");
  write($("said"), held ? "" : named(says) || mending.last);
  showStatus(desk, { t, lang: () => lang, fail, mend: (entry) => void mend(entry) });
  draw();
  if (!form.entry) form.show();
  mending.show();
}

/** Open an entry that was refused, to be entered anew. @param {any} entry */
async function mend(entry) {
  if (!entry || !(await desk.outbox.takeBack(entry.key))) return;
  await desk.refresh();
  if (entry.call === "moves") form.anew(entry.body);
}

/** Others have written: what may be recorded now follows that. @param {{version: number}} news */
async function heard({ version }) {
  if (version > desk.outbox.state.version) {
    desk.outbox.rebased(version);
    mending.version = -1;
    await desk.refresh();
    await mending.read();
  }
  return version;
}

/** The board as it stands. */
function draw() {
  if (!desk.view || desk.view === shownView) return;
  shownView = desk.view;
  const seats = desk.summary.seats;
  table.draw(desk.view, {
    lang,
    seats,
    box: desk.box,
    ply: desk.summary.ply,
    name: desk.lastName ?? "",
    eyes: "recorder",
    report: false,
    seatName,
    colourName: (colour) => colourWord(lang, colour),
    goto: () => {},
    step: () => null,
  });
}
/** The view that is drawn. @type {any} */
let shownView = null;

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
  for (const [id, key] of [
    ["table-title", "table"],
    ["enter-title", "enter"],
    ["take-back", "take_back"],
    ["moves-open", "moves"],
    ["watch", "watch"],
    ["phones", "phones"],
  ])
    write($(id), t(key));
  const other = lang === "en" ? "es" : "en";
  labelled("language", other.toUpperCase(), t("other"));
  $("language").lang = other;
  labelled("hand", "⇄", t(document.documentElement.classList.contains("left") ? "hand_right" : "hand_left"));
  if (!desk.game) return;
  write($("title"), desk.game.title[lang] ?? desk.game.title.en);
  named = namer(
    namesOf(desk.summary.seats, (colour) => colourWord(lang, colour)),
    desk.box,
    lang,
  );
  shownView = null;
}

/** @param {boolean} left */
function setHand(left) {
  document.documentElement.classList.toggle("left", left);
  remember("hand", left ? "left" : "right");
  speak();
}

function wire() {
  $("language").addEventListener("click", () => {
    lang = lang === "es" ? "en" : "es";
    remember("lang", lang);
    speak();
    if (form.entry || form.refused) form.show();
    show();
  });
  $("hand").addEventListener("click", () => setHand(!document.documentElement.classList.contains("left")));
  $("take-back").addEventListener("click", () => {
    void desk.takeBack().then(() => form.fresh(), fail);
  });
  // The next tap sends what is held.
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (!(/** @type {Element} */ (event.target).closest("#held"))) desk.release();
    },
    { capture: true },
  );
  addEventListener("pagehide", () => desk.release());
  desk.addEventListener("change", show);
}

async function begin() {
  wire();
  setHand(remembered("hand") === "left");
  try {
    if ((await desk.open(query)) === "none") return message(t("none"));
    await desk.prepare();
    const slug = /^[a-z0-9_]+$/.test(desk.own.game) ? desk.own.game : "none";
    help = await import(`./boards/${slug}-seat.js`).catch(() => ({}));
    await table.load(desk.own.game);
    speak();
    $("phones").href = `pair.html?own=${desk.own.own}`;
    $("watch").href =
      `./?${new URLSearchParams({ record: desk.own.record, ...(desk.own.api ? { api: desk.own.api } : {}) })}`;
    $("desk").hidden = false;
    show();
    await mending.read();
    show();
    const place = { record: desk.own.record, api: desk.own.api, token: desk.own.token, lang };
    new Follower(heard).follow(place, desk.outbox.state.version);
    keepAwake();
    void keepGame(slug);
  } catch (error) {
    fail(error);
  }
}

void install({
  renewed: () => {
    const button = h("button", { type: "button" }, t("renew"));
    button.addEventListener("click", () => void renew());
    $("message").replaceChildren(t("renewed"), button);
    $("message").hidden = false;
  },
});
speak();
void begin();
