// @ts-check
/** The page that pairs phones: with a record of this phone its codes, without one a code to be claimed. */
import { openStore } from "../../device/database.js";
import { final } from "../../device/refusal.js";
import { badge } from "../../kit/badge.js";
import { $, h, write } from "../../kit/dom.js";
import { PageFrame } from "../common/page-frame.js";
import { Follower } from "../common/follow.js";
import { wayTo } from "../front/own-page.js";
import { claim } from "./claim.js";
import { leadsHere, showCode, showTime } from "./sheet.js";
import { say } from "./words.js";
import { personOf } from "../common/people.js";
import { Refusal } from "../../device/refusal.js";
import { post } from "../common/service.js";
import { colourWord } from "../common/texts.js";

/** @typedef {{seat: number, phones: number, paired_at: string | null, code_expires_at: string | null}} Paired */
/** @typedef {{seats: Paired[], recorders: number, code_expires_at: string | null, page: string | null}} Phones */

const EVERY_MS = 5000; // How often a code's remaining time is updated.
const AFTER_MS = 1000; // Delay after an entry before the phones are read again.

const frame = new PageFrame(say, show);
const { t, showMessage } = frame;
const store = await openStore();
const own = await store.own(new URLSearchParams(location.search).get("own") ?? "");
const call = frame.caller(own?.token ?? null);
const path = `/records/${own?.record}`;
/** Who sits at the table. @type {any[]} */
let seats = own?.seats ?? [];
/** @type {Phones | null} */ let phones = null;
/** The code that is shown. @type {import("./sheet.js").Code | null} */
let shown = null;
/** The seat whose phone is said to be lost, while that is asked. @type {number | null} */
let losing = null;

/** @param {number | null} seat */
const who = (seat) => (seat === null ? "" : personOf(seats[seat], seats, (colour) => colourWord(frame.lang, colour)));

/** @param {string} at */
const time = (at) => new Date(at).toLocaleTimeString(frame.lang, { hour: "2-digit", minute: "2-digit" });

function scanned() {
  const code = new URLSearchParams(location.hash.slice(1)).get("c");
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  $("code").value = code.replace(/\w{4}(?=\w)/g, "$&-");
  write($("claim-how"), t("claim_scanned"));
}

$("claim-form").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const typed = $("code").value.trim();
  if (!typed) return showMessage(t("empty"));
  const button = $("claim-send");
  button.disabled = true;
  write(button, t("claiming"));
  showMessage("");
  try {
    const mine = await claim(store, typed, () => frame.lang, showMessage);
    write($("said"), t("claimed"));
    location.replace(wayTo(mine, store.lasting));
  } catch (error) {
    showMessage(error instanceof Refusal && error.status < 500 ? error.message : t("claim_away"));
    $("code").focus();
  } finally {
    button.disabled = false;
    write(button, t("claim"));
  }
});

/** Read the status of the phones; a code that was claimed meanwhile is reported, and its sheet closes. */
async function look() {
  /** @type {Phones} */ const now = await call(`${path}/codes`);
  showMessage(leadsHere(now.page) ? t("only_here") : "");
  if (shown && claimed(shown, now)) {
    write($("said"), shown.seat === null ? t("done_recorder") : t("done_seat", { who: who(shown.seat) }));
    shown = null;
    $("sheet").close();
  }
  phones = now;
  show();
}

function claimed(/** @type {import("./sheet.js").Code} */ code, /** @type {Phones} */ now) {
  if (!phones) return false;
  if (code.seat === null) return now.recorders > phones.recorders;
  return now.seats[code.seat].phones > phones.seats[code.seat].phones;
}

/** Make a code, show it. @param {number | null} seat Null: a recorder. @param {boolean} [again] The phone is lost. */
async function make(seat, again = false) {
  const wanted = seat === null ? { scope: "record" } : { scope: "seat", seat, again };
  try {
    // The phones before it, so that a new claim is distinguished from earlier ones.
    const made = await call(`${path}/codes`, post(wanted));
    phones = await call(`${path}/codes`);
    shown = made;
    losing = null;
    showSheet();
    if (!$("sheet").open) $("sheet").showModal();
    $("sheet").scrollTop = 0;
    show();
  } catch (error) {
    $("sheet").close();
    showMessage(error instanceof Refusal ? error.message : t("away"));
  }
}

/** What the sheet says: a code, or what it means that a phone is lost. */
function showSheet() {
  const lost = losing !== null;
  for (const id of ["picture", "sheet-code", "sheet-time"]) $(id).hidden = lost;
  $("sheet-again").hidden = !lost;
  if (lost) {
    write($("sheet-title"), t("lost_title", { who: who(losing) }));
    write($("sheet-how"), t("lost_how"));
  } else if (shown) {
    showCode(shown, who(shown.seat), frame.lang);
  }
}

function stateOf(/** @type {Paired} */ { phones: count, paired_at, code_expires_at }) {
  if (code_expires_at) return t("waiting", { time: time(code_expires_at) });
  if (!paired_at) return t("none");
  return count > 1 ? t("paired_many", { count, time: time(paired_at) }) : t("paired", { time: time(paired_at) });
}

/** @param {string} words @param {string} name @param {() => void} onclick */
const button = (words, name, onclick) => h("button.plain", { "aria-label": name, onclick }, words);

function seatLine(/** @type {Paired} */ paired) {
  const { seat } = paired;
  const name = who(seat);
  const pair = button(t(paired.phones ? "pair_more" : "pair"), t("pair_of", { who: name }), () => void make(seat));
  const lost = button(t("lost"), t("lost_of", { who: name }), () => {
    losing = seat;
    showSheet();
    $("sheet").showModal();
    $("sheet").scrollTop = 0;
  });
  return h(
    "li",
    { className: paired.phones ? "paper has" : "paper" },
    badge(seats[seat].colour),
    h("div", h("b", name), h("span.quiet", stateOf(paired))),
    h("div.does", pair, paired.phones ? lost : null),
  );
}

function show() {
  write($("title"), own ? t("title_table") : t("title_claim"));
  showSheet();
  if (!phones) return;
  const held = document.activeElement?.getAttribute("aria-label");
  const over = button(t("hand_over"), t("hand_over"), () => void make(null));
  // Who opened the record has no token of the record: seen from any of these phones, so many are the others.
  const others = phones.recorders ? t("recorder_more", { count: phones.recorders }) : t("recorder_is");
  const words = phones.code_expires_at ? t("waiting", { time: time(phones.code_expires_at) }) : others;
  $("phones").replaceChildren(
    ...phones.seats.map(seatLine),
    h(
      "li.paper.recorder",
      h("span.pen", { "aria-hidden": "true" }, "✎"),
      h("div", h("b", t("recorder")), h("span.quiet", words)),
      h("div.does", over),
    ),
  );
  // Drawn anew every few seconds: the focus stays on its button.
  const again = [...$("phones").querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === held);
  if (held) again?.focus();
}

$("sheet-close").addEventListener("click", () => $("sheet").close());
$("sheet-again").addEventListener("click", () => {
  if (losing !== null) void make(losing, true);
});
$("sheet").addEventListener("close", () => {
  shown = null;
  losing = null;
});

function fail(/** @type {unknown} */ error) {
  showMessage(final(error) ? /** @type {Refusal} */ (error).message : t("away"));
}

/** The clock of what is shown: how long a code is good, and that one is over. */
function tick() {
  if (shown) showTime(shown, frame.lang);
  const over = (/** @type {{code_expires_at: string | null}} */ one) =>
    one.code_expires_at && Date.parse(one.code_expires_at) < Date.now();
  if (phones && !document.hidden && [phones, ...phones.seats].some(over)) void look().catch(fail);
}

/** Look now, and when the record reports a pairing. @param {string} record @param {string | null} token */
async function follow(record, token) {
  let from = 0;
  for (;;) {
    try {
      const summary = await call(path);
      [seats, from] = [summary.seats, summary.version];
      await look();
      break;
    } catch (error) {
      fail(error);
      if (final(error)) return;
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  }
  const follower = new Follower(
    async ({ version }) => {
      await look().catch((error) => {
        fail(error);
        throw error;
      });
      // The entry comes first, and the phone's token is good a moment later.
      setTimeout(() => void look().catch(fail), AFTER_MS);
      return version;
    },
    { onStatus: (status) => (status ? void look().catch(fail) : showMessage(t("away"))) },
  );
  follower.follow({ record, api: "", token, lang: frame.lang }, from);
  setInterval(tick, EVERY_MS);
}

const wanted = new URLSearchParams(location.search).has("own");
$("claim").hidden = wanted;
$("table").hidden = !own?.record;
show();
if (!wanted) {
  scanned();
  addEventListener("hashchange", scanned);
} else if (!own) showMessage(t("not_here"));
else if (!own.record) showMessage(t("not_opened"));
else {
  $("back").href = `record.html?own=${own.own}`;
  await follow(own.record, own.token);
}
