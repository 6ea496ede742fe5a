// @ts-check
/** The page of a league, for its organiser on a phone: tables of a round as they are now, disputes, QR codes. */
import { openStore } from "../../device/database.js";
import { final } from "../../device/refusal.js";
import { $, arrange, h, write } from "../../kit/dom.js";
import { PageFrame } from "../common/page-frame.js";
import { FIRST_S, LAST_S, rest } from "../common/retry.js";
import { Refusal } from "../../device/refusal.js";
import { post } from "../common/service.js";
import { tabPlace, takeToken } from "../common/token/link.js";
import { qr } from "../pair/sheet.js";
import { cards, codesOf, leadsHere } from "./sheets.js";
import { ONLY, inOrder, item, roundName, roundOf, statusOf, tableOf, whoOf } from "./tables.js";
import { say } from "./words.js";

const WAIT_S = "25"; // Time for which the service may hold the feed (s).

const frame = new PageFrame(say, show);
const { t, showMessage } = frame;
const league = new URLSearchParams(location.search).get("league") ?? "";
const store = await openStore();
/** Where this device has the league's token. @type {import("../common/token/link.js").Place} */
const place = {
  stored: async () => (await store.kept(`league ${league}`)) ?? null,
  keep: (token) => store.keep(`league ${league}`, token),
};
const token = await takeToken(place, "", frame.lang);
const call = frame.caller(token);
/** Summaries by record. @type {Map<string, any>} */
const tables = new Map();
/** What the service says of the league; null for who only sees what is public. @type {any} */
let about = null;
/** @type {string | null} */ let round = null;
let only = "all";
let read = false;
/** What a list item shows, so that it is only drawn anew where that differs. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();
/** @type {Map<string, HTMLElement>} */ const items = new Map();
const never = new AbortController().signal;

/** Follow the league's feed for as long as the page is open. */
async function follow() {
  let [cursor, wait] = ["0", FIRST_S];
  for (;;) {
    if (document.hidden) await new Promise((shown) => addEventListener("visibilitychange", shown, { once: true }));
    try {
      if (token && !about) about = await call(`/leagues/${encodeURIComponent(league)}`);
      const query = new URLSearchParams({ league, limit: "500", after: cursor, ...(read ? { wait: WAIT_S } : {}) });
      const feed = await call(`/feed?${query}`);
      for (const { record, summary } of feed.lines) {
        const before = tables.get(record);
        if (!summary) tables.delete(record);
        else tables.set(record, summary);
        if (!before || !summary || before.status === summary.status) continue;
        write(
          $("said"),
          t("table_status", { table: tableOf(summary, frame.lang), status: statusOf(summary, frame.lang) }),
        );
      }
      if (read && !feed.lines.length) await countMoves();
      [cursor, wait, read] = [feed.cursor, FIRST_S, read || !feed.more];
      showMessage("");
      if (read) show();
    } catch (error) {
      if (error instanceof Refusal && error.status === 410) {
        tables.clear();
        cursor = "0";
      } else if (final(error)) {
        const { status, message } = /** @type {Refusal} */ (error);
        return showMessage(status === 401 ? t("invalid") : message);
      } else showMessage(t("away"));
      await rest(wait, never);
      wait = Math.min(2 * wait, LAST_S);
    }
  }
}

/** The feed leaves moves out: where nothing else happens, it is asked how far the running tables are. */
async function countMoves() {
  if (round === null || !here().some(ONLY.running)) return;
  const [event, number] = JSON.parse(round);
  const of = { ...(event ? { event } : {}), ...(number ? { round: number } : {}) };
  const { records } = await call(`/records?${new URLSearchParams({ league, ...of, status: "running", limit: "100" })}`);
  for (const one of records) if (tables.get(one.id)?.status === "running") tables.set(one.id, one);
}

/** The tables of the round that is shown. */
const here = () => [...tables.values()].filter((one) => roundOf(one) === round);

function show() {
  const name = about?.name ?? league;
  document.title = t("page", { league: name });
  write($("title"), name);
  $("forget").hidden = !token;
  if (!league) return showMessage(t("no_league"));
  if (!read) return;
  const newest = [...tables.values()].sort((one, other) => (one.opened_at < other.opened_at ? 1 : -1));
  const keys = [...new Set(newest.map(roundOf))];
  if (round === null || !keys.includes(round)) round = keys[0] ?? null;
  const options = keys.map((key) => h("option", { value: key, selected: key === round }, roundName(key, frame.lang)));
  if (document.activeElement !== $("rounds")) $("rounds").replaceChildren(...options);
  $("bar").hidden = false;
  $("standings").hidden = !about?.site;
  if (about?.site) $("standings").href = about.site;
  $("print").hidden = !about || !tables.size;
  $("public").hidden = about !== null || !tables.size;
  const disputed = inOrder([...tables.values()].filter((one) => one.status === "disputed"));
  $("judge").hidden = !disputed.length;
  write($("judge-title"), t("judge_title", { count: disputed.length }));
  fill($("judge"), disputed, true);
  showRound();
}

/** @param {string} [wanted] Of `ONLY`. */
function showRound(wanted = only) {
  only = wanted;
  const all = inOrder(here());
  $("tables").hidden = false;
  const over = all.filter((one) => !ONLY.running(one)).length;
  write($("tables-title"), t("tables_title", { over, count: all.length }));
  $("only").setAttribute("aria-label", t("only"));
  const chips = Object.entries(ONLY).map(([key, fits], place) => {
    const chip = $("only").children[place] ?? h("button", { onclick: () => showRound(key) });
    chip.setAttribute("aria-pressed", `${key === only}`);
    write(chip, t(`only_${key}`, { count: all.filter(fits).length }));
    return chip;
  });
  arrange($("only"), chips);
  const shown = all.filter(ONLY[only]);
  fill($("tables"), shown, false);
  $("none").hidden = shown.length > 0;
  write($("none"), t(tables.size ? "none" : about ? "empty" : "none_public"));
}

function fill(/** @type {HTMLElement} */ section, /** @type {any[]} */ found, /** @type {boolean} */ rounded) {
  const list = /** @type {HTMLElement} */ (section.querySelector(".records"));
  arrange(
    list,
    found.map((one) => {
      const key = `${section.id} ${one.id}`;
      const li = items.get(key) ?? h("li");
      items.set(key, li);
      const now = JSON.stringify([frame.lang, about !== null, one]);
      if (drawn.get(li) === now) return li;
      drawn.set(li, now);
      const focused = [...li.querySelectorAll("a, button")].indexOf(/** @type {any} */ (document.activeElement));
      li.className = `table paper ${one.status}`;
      li.replaceChildren(...item(one, frame.lang, does(one), () => go(one), rounded));
      /** @type {HTMLElement | undefined} */ ([...li.querySelectorAll("a, button")][focused])?.focus();
      return li;
    }),
  );
}

/** What can be done at a table. @param {any} one */
function does(one) {
  if (!about) return [];
  const label = t("links_of", { table: tableOf(one, frame.lang) });
  const onclick = () => showCodes(one);
  return [h("button.link", { "aria-label": label, onclick }, t("links"))];
}

/** Open a table; a private one is read with the league's token, which enters no address. @param {any} one */
function go(one) {
  if (token && one.visibility === "private") tabPlace("watch", "", one.id).keep(token);
}

/** @param {any[]} wanted Tables. @param {string[]} links */
async function linksOf(wanted, links) {
  const body = { records: wanted.map(({ id }) => id), links };
  return (await call(`/leagues/${encodeURIComponent(league)}/links`, post(body))).tables;
}

/** The codes of one table, on the screen. @param {any} one */
async function showCodes(one) {
  try {
    const disputed = one.status === "disputed";
    const [linked] = await linksOf([one], ["record", "seats", ...(disputed ? ["judge"] : [])]);
    const codes = codesOf(one, linked, frame.lang);
    const buttons = codes.map((code) => h("button", { onclick: () => choose(code) }, code.who));
    $("whose").setAttribute("aria-label", t("links"));
    $("whose").replaceChildren(...buttons);
    write($("sheet-title"), tableOf(one, frame.lang));
    const choose = (/** @type {import("./sheets.js").Code} */ code) => {
      buttons.forEach((button, at) => button.setAttribute("aria-pressed", `${codes[at] === code}`));
      const words = { who: code.who, table: tableOf(one, frame.lang) };
      $("picture").replaceChildren(...(code.link ? [qr(code.link, t("picture", words))] : []));
      const how = code.seat ? `${t("how")} ${t("how_seat", { who: whoOf(code.seat, one, frame.lang) })}.` : t("how");
      write($("sheet-how"), !code.link ? t("revoked") : leadsHere(code.link) ? t("only_here") : how);
      $("sheet-open").hidden = !code.link;
      if (code.link) $("sheet-open").href = code.link;
    };
    choose(disputed ? codes[codes.length - 1] : codes[0]);
    $("sheet").showModal();
  } catch (error) {
    showMessage(error instanceof Refusal ? error.message : t("away"));
  }
}

/** The codes of all tables of the round, on paper. */
async function print() {
  const button = $("print");
  button.disabled = true;
  write(button, t("printing"));
  try {
    const shown = inOrder(here()).filter(ONLY[only]);
    const linked = shown.length ? await linksOf(shown, ["record", "seats"]) : [];
    const all = shown.map((one, at) => ({ one, linked: linked[at] }));
    $("sheets").replaceChildren(...cards(all, about.name, frame.lang));
    const local = linked.some((/** @type {any} */ one) =>
      leadsHere(codesOf(tables.get(one.record), one, frame.lang)[0].link),
    );
    showMessage(local ? t("only_here") : "");
    window.print();
  } catch (error) {
    showMessage(error instanceof Refusal ? error.message : t("away"));
  } finally {
    button.disabled = false;
    write(button, t("print"));
  }
}

async function forget() {
  if (!confirm(t("forget_sure"))) return;
  await store.keep(`league ${league}`, null);
  location.reload();
}

$("print").addEventListener("click", () => void print());
$("forget").addEventListener("click", () => void forget());
$("sheet-close").addEventListener("click", () => $("sheet").close());
$("rounds").addEventListener("change", () => {
  round = $("rounds").value;
  showRound();
});
show();
if (league) void follow();
