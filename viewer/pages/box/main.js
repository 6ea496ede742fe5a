// @ts-check
/** Editions: their list, and one to enter or compare with the cardboard. Nothing leaves this page until it is saved. */
import { openStore } from "../../device/database.js";
import { install, keepGame } from "../../device/install.js";
import { known } from "../../device/known.js";
import { $, download, h, write } from "../../kit/dom.js";
import { addSheet } from "../../kit/stylesheet.js";
import { localized } from "../../kit/words.js";
import { nameService } from "../common/elsewhere.js";
import { caller, post } from "../common/service.js";
import { readChoice, storeChoice } from "../common/storage.js";
import { devicePlace, takeToken } from "../common/token/link.js";
import { bestLanguage } from "../common/texts.js";
import { setTheme } from "../common/theme.js";
import { ask as askWhich } from "./difference.js";
import { Editor } from "./editor.js";
import { editionsOf } from "./editions.js";
import { photoOf } from "./photo.js";
import { at, differences, merged, rowsOf, same, tally, withRows } from "./rows.js";
import { say } from "./words.js";
import { Works } from "./works.js";

/** @typedef {import("../../kit/words.js").Language} Language */
/**
 * @typedef {{title: Record<Language, string>, fits: (box: any) => boolean, sheets?: readonly string[],
 *   drawBox?: (el: HTMLElement, box: any, lang: Language, label: string) => void, maps?: string[], wide?: boolean,
 *   rowPicture?: (table: string, row: any, box: any, lang: Language) => Element | null,
 *   rowTap?: (table: string, row: any, box: any, point: {x: number, y: number}) => any}} Drawing
 *   `boards/<game>-box.js`; `rowPicture` draws one row, `drawBox` what no row shows: a map with the rows of the tables
 *   `maps`. `wide`: the pictures have text to be read. `rowTap`: the members that a tap on an `svg[data-places]` of it
 *   changes; `data-places` is the key of the hint.
 */

const REST_MS = 600; // Pause after a change before the whole box is drawn again.
const query = new URLSearchParams(`${location.search}&${location.hash.replace(/^#/, "")}`);
const api = (query.get("api") ?? "").replace(/\/+$/, "");
/** @type {Language} */
let lang = bestLanguage([query.get("lang") ?? "", readChoice("lang") ?? "", ...navigator.languages]);
const store = await openStore();
/** The token by which this device saves editions. @type {string | null} */
let token = null;
/**
 * What is shown: a box, its game where that is known, and the work on it where its game has a form.
 * @type {{box: any, name: string, file?: boolean, game?: string, drawing?: Drawing | null, info?: any, works?: Works,
 *   faces?: any} | null}
 */
let shown = null;
/** @type {Editor | null} */ let editor = null;
/** @type {any} */ let resting = null;

/** @param {string} key @param {Record<string, string | number>} [blanks] */
const t = (key, blanks = {}) => say(lang, key, blanks);

/** @param {string} words @param {...Node} more */
function showMessage(words, ...more) {
  const line = $("message");
  line.hidden = !words;
  line.replaceChildren(words, ...more);
}

/** @param {string} path Below `/v1`. @param {any} [how] */
const ask = (path, how) => caller(api, token, () => lang, showMessage)(path, how);

/** The games of the service. @returns {Promise<{name: string, title: any}[]>} */
const games = async () => (await known(store, "/games", ask).catch(() => ({ games: [] }))).games;

/** The game of a box and its drawing. @param {any} box @returns {Promise<{game: string, drawing: Drawing} | null>} */
async function drawingOf(box) {
  const first = shown?.game ?? query.get("game");
  for (const game of new Set([...(first ? [first] : []), ...(await games()).map(({ name }) => name)])) {
    /** @type {Drawing | null} */
    const drawing = /^[a-z0-9_]+$/.test(game) ? await import(`../../boards/${game}-box.js`).catch(() => null) : null;
    if (!drawing?.fits(box)) continue;
    for (const sheet of drawing.sheets ?? []) await addSheet(sheet, new URL("../../boards/", import.meta.url).href);
    return { game, drawing };
  }
  return null;
}

function speak() {
  document.documentElement.lang = lang;
  nameService(shown?.file ? "" : api, lang);
  document.title = `Movebook: ${t("page")}`;
  write($("file-label"), t("open"));
  write($("language"), lang === "en" ? "ES" : "EN");
  $("language").setAttribute("aria-label", t("other"));
  write($("title"), t("page"));
}

/** Show what is there to show: an edition, or the list of them. */
async function draw() {
  speak();
  const holder = $("box");
  holder.replaceChildren();
  holder.hidden = true;
  editor = null;
  document.body.classList.remove("e-open");
  if (!shown) {
    showMessage(t("choose"));
    for (const { name, title } of await games()) {
      const list = await editionsOf(name, new Works(store, name, null), ask, lang);
      holder.append(h("section.e-editions", h("h2", localized(title, lang)), list));
    }
    holder.hidden = !holder.children.length;
    return;
  }
  const { drawing, box, info, works } = shown;
  if (!drawing) return showMessage(t("stranger"));
  showMessage("");
  entitle();
  holder.hidden = false;
  if (works?.open && info.box_form) holder.append(...edited(works, info));
  const origin = localized(box.origin, lang);
  const from = typeof origin === "string" && origin ? h("p.quiet.box-origin", origin) : "";
  holder.append(from, h("div.e-whole"));
  drawWhole();
  const row = query.get("row");
  if (row) /** @type {Editor | null} */ (editor)?.go(row, true);
  else if (query.has("of")) /** @type {Editor | null} */ (editor)?.goTo(query.getAll("of"));
}

function entitle() {
  if (!shown?.drawing) return;
  const { drawing, box, name, works } = shown;
  const edition = works?.open?.box.edition ?? box.edition ?? "?";
  write($("title"), [drawing.title[lang], edition, name].filter(Boolean).join(" · "));
  document.title = `${drawing.title[lang]} · ${edition} · Movebook`;
}

/** The whole box, below its rows. */
function drawWhole() {
  const place = $("box").querySelector(".e-whole");
  // On a phone an open row hides it.
  if (!shown?.drawing || !place?.checkVisibility()) return;
  const { drawing, info, works } = shown;
  const box = structuredClone(works?.open?.box ?? shown.box);
  place.classList.toggle("e-wide", drawing.wide === true);
  place.replaceChildren();
  try {
    if (drawing.drawBox) drawing.drawBox(place.appendChild(h("div", null)), box, lang, t("whole"));
    place.append(...(info?.box_form ? shelves(info.box_form, box, drawing) : []));
  } catch (error) {
    showMessage(t("broken", { why: error instanceof Error ? error.message : String(error) }));
  }
}

/** The pictures of all rows, table by table. @param {any} form @param {any} box @param {Drawing} drawing */
const shelves = (form, box, drawing) =>
  form.tables.flatMap((/** @type {any} */ table) => {
    if (drawing.maps?.includes(table.path)) return [];
    const items = rowsOf({ tables: [table] }, box).flatMap(({ name, members }) => {
      const picture = drawing.rowPicture?.(table.path, members, box, lang);
      const words = h("small.quiet", name);
      return picture ? [h("li", { "data-face": `${table.path}.${name}` }, words, picture)] : [];
    });
    if (!items.length) return [];
    return [h("section", h("h2", localized(table.label, lang)), h("ul.e-sheet", ...items))];
  });

/** The editor of an edition. @param {Works} works @param {any} info Of its game. */
function edited(works, info) {
  const { box_form: form, box: base } = info;
  const work = /** @type {import("./works.js").Work} */ (works.open);
  Object.assign(works, { form, base });
  const counts = h("p.e-tally");
  const note = h("p.quiet", { role: "status" });
  const question = h("div.e-question", { role: "alert", hidden: true });
  const edition = h("input", { type: "text", name: "edition", value: work.box.edition ?? "", maxLength: 40 });
  const said = same(work.box.origin, base.origin) ? "" : localized(work.box.origin, lang);
  const origin = h("input", { type: "text", name: "origin", value: said, maxLength: 300 });
  const settle = () => {
    write(counts, t("tally", tally(form, work.box)));
    edition.value = work.box.edition;
    entitle();
  };
  let stored = Promise.resolve();
  /** Store changes one after another: what is saved has them all. @param {() => Promise<void>} act */
  const then = (act) => {
    stored = stored
      .then(async () => {
        if (!work.changed) await begin(works, work, base, origin);
        await act();
      })
      .catch((/** @type {Error} */ error) => showMessage(t("failed_save", { why: error.message })));
    return stored;
  };
  const changed = () => {
    settle();
    clearTimeout(resting);
    resting = setTimeout(drawWhole, REST_MS);
    return then(async () => {
      settle();
      await works.keep();
    });
  };
  const extra = (/** @type {any} */ { path }) => photoOf(store, `${works.game} ${path}`, lang);
  const picture = (/** @type {any} */ { table, key }, /** @type {any} */ whole) =>
    shown?.drawing?.rowPicture?.(table.path, at(whole, table.path)[key], whole, lang) ?? null;
  const place = (/** @type {any} */ { table, members }, /** @type {any} */ whole, /** @type {DOMPoint} */ point) =>
    shown?.drawing?.rowTap?.(table.path, members, whole, point);
  const image = (/** @type {string} */ field, /** @type {any} */ value) => imageOf(field, value, work.box);
  const hooks = { changed: () => void changed(), listed: drawWhole, picture, place, image, extra };
  const made = new Editor(work, form, base, lang, hooks);
  editor = made;
  works.hooks = {
    kept: (lasting) => write(note, t(lasting === "memory" ? "unkept" : lasting === "club" ? "kept_club" : "kept_here")),
    taken: () => {
      made.past = [];
      made.show();
      settle();
    },
    conflict: (theirs, { box, conflicts: paths }, choose) =>
      askWhich(question, { kind: "draft", form, mine: box, theirs, paths, lang }, choose),
  };
  edition.addEventListener("change", () => {
    const name = edition.value;
    return then(async () => {
      await works.rename(name);
      settle();
    });
  });
  origin.addEventListener("change", () => {
    work.box.origin = origin.value.trim();
    return changed();
  });
  const save = h("button.primary", t("save"));
  save.addEventListener("click", () => stored.then(() => saved(works, made, question, false)));
  const file = h("button", { onclick: () => saveFile(work.box) }, t("save_file"));
  const editions = h("details.e-editions", h("summary", t("page")));
  editions.addEventListener("toggle", async () => {
    if (editions.open && editions.children.length < 2)
      editions.append(await editionsOf(works.game, works, ask, lang, (load) => void compare(load)));
  });
  const compare = async (/** @type {() => Promise<any>} */ load) => {
    const theirs = await load().catch((/** @type {Error} */ error) => showMessage(t("failed", { why: error.message })));
    if (!theirs) return;
    const mine = work.box;
    const paths = differences(form, mine, theirs);
    const { taken, conflicts } = merged(form, base, mine, theirs);
    if (!paths.length) return showMessage(t("alike", { name: theirs.edition }));
    askWhich(question, { kind: "edition", form, mine, theirs, paths, taken, conflicts, lang }, async (how, rows) => {
      if (how === "one") made.take(withRows(form, work.box, theirs, rows));
    });
    question.scrollIntoView({ block: "start" });
  };
  settle();
  void works.sync();
  return [
    h(
      "section.e-head",
      h("label", t("edition"), edition),
      h("label", t("origin"), origin),
      h("p.e-ways", save, file),
      counts,
      note,
      editions,
    ),
    question,
    made.element,
  ];
}

/**
 * Work begins with its first change: under a name of its own, by somebody who says who it is.
 * @param {Works} works @param {import("./works.js").Work} work @param {any} base @param {HTMLInputElement} origin
 */
async function begin(works, work, base, origin) {
  work.changed = new Date().toISOString();
  const former = work.box.edition;
  work.box.edition = await works.free(former && former !== base.edition ? former : "my-copy");
  if (same(work.box.origin, base.origin)) work.box.origin = origin.value;
}

/** The picture of a value. @param {string} field @param {any} value @param {any} box */
function imageOf(field, value, box) {
  const table = { box, view: null, lang, colour: () => "", seatName: () => "" };
  try {
    return shown?.faces?.face?.({ field, value, type: "", move: {} }, table)?.picture ?? null;
  } catch {
    return null;
  }
}

function saveFile(/** @type {any} */ box) {
  download(`${box.edition}.json`, new Blob([`${JSON.stringify(box, null, 1)}\n`], { type: "application/json" }));
}

/**
 * Hand an edition to the service.
 * @param {Works} works @param {Editor} made @param {HTMLElement} question
 * @param {boolean} confirmed Unusual values are printed so.
 */
async function saved(works, made, question, confirmed) {
  const { box } = /** @type {import("./works.js").Work} */ (works.open);
  if (!token) return showMessage(t("no_token"));
  question.hidden = true;
  try {
    const { hash, edition } = await ask(`/boxes?game=${works.game}${confirmed ? "&confirmed=1" : ""}`, post(box));
    await store.keep(`edition ${works.game}`, { hash, edition });
    made.findings = {};
    made.show();
    const record = query.get("record");
    const to = record ? `record.html?record=${encodeURIComponent(record)}&box=${hash}` : `new.html?game=${works.game}`;
    showMessage(`${t("saved", { name: edition })} `, h("a", { href: to }, t(record ? "correct" : "play")));
  } catch (error) {
    const { problem, message } = /** @type {any} */ (error);
    if (!problem?.errors) return showMessage(t("failed_save", { why: message }));
    made.findings = problem.errors;
    made.show();
    const asks = String(problem.type).endsWith("box-questions");
    const items = Object.entries(problem.errors).map(([path, words]) => {
      const row = made.rows.find(({ table, name }) => `${path}.`.startsWith(`${table.path}.${name}.`));
      const onclick = () => row && made.go(row.path);
      return h("li", h("button.link", { onclick }, path || works.game), ` ${words}`);
    });
    const onclick = () => void saved(works, made, question, true);
    const sure = asks ? [h("button.primary", { onclick }, t("confirm"))] : [];
    question.replaceChildren(h("h2", t(asks ? "questions" : "faults")), h("ul", ...items), ...sure);
    question.hidden = false;
    question.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Show a box: the work on it where there is any.
 * @param {any} box @param {{name?: string, file?: boolean, work?: import("./works.js").Work | null}} [how]
 */
async function open(box, { name = "", file = false, work = null } = {}) {
  shown = { box, name, file, game: shown?.game };
  const found = await drawingOf(box);
  if (!found) return draw();
  const { game, drawing } = found;
  const info = await known(store, `/games/${game}`, ask).catch(() => null);
  // The service adds the hash of its own box to its members.
  if (info?.box) delete info.box.hash;
  const faces = await import(`../../boards/${game}-seat.js`).catch(() => null);
  const works = new Works(store, game, token && !api ? ask : null);
  shown = { box, name, file, game, drawing, info, works, faces };
  // So that it opens without a network, too.
  void keepGame(game).then((kept) => (document.documentElement.dataset.kept = String(kept)));
  if (!info?.box_form) return draw();
  const mine = file ? await works.of(String(box.edition)) : null;
  works.open = work ?? mine ?? works.fresh(box);
  works.open.at = "";
  await draw();
  if (!mine || same(mine.box, box)) return;
  const place = h("div.e-question", { role: "alert" });
  $("box").prepend(place);
  const [form, paths] = [info.box_form, differences(info.box_form, mine.box, box)];
  askWhich(place, { kind: "file", form, mine: mine.box, theirs: box, paths, lang }, async (how, rows) => {
    if (how === "one") mine.box = withRows(form, mine.box, box, rows);
    else works.open = works.fresh({ ...box, edition: await works.free(box.edition) });
    await works.keep();
    await open(works.open?.box, { work: works.open });
  });
}

/** What the address asks for. */
async function load() {
  speak();
  const [game, hash, edition] = [query.get("game"), query.get("hash"), query.get("edition")];
  if (!api) {
    const place = {
      stored: async () => (await store.service(""))?.token ?? null,
      keep: (/** @type {string} */ given) => store.keepService({ api: "", token: given }),
    };
    token = await takeToken(place, api, lang);
    const record = query.get("record");
    if (record) token ??= (await devicePlace(store, record).stored()) ?? null;
  }
  if (!game && !hash) return draw();
  showMessage(t("loading"));
  try {
    if (hash) {
      const box = await known(store, `/boxes/${encodeURIComponent(hash)}`, ask);
      return await open(box.box ?? box, { name: hash.slice(0, 12) });
    }
    const works = new Works(store, game ?? "", null);
    const work = edition ? await works.of(edition) : (await works.all())[0];
    if (work) return await open(work.box, { work });
    if (edition) {
      const box = await ask(`/drafts/${game}/${encodeURIComponent(edition)}`);
      return await open(box, { work: { ...works.fresh(box), changed: new Date().toISOString(), synced: box } });
    }
    const body = await known(store, `/games/${encodeURIComponent(game ?? "")}`, ask);
    const { hash: _, ...box } = body.box ?? body;
    await open(box);
  } catch (error) {
    showMessage(t("failed", { why: error instanceof Error ? error.message : String(error) }));
  }
}

$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (!file) return;
  // So that the same file, changed meanwhile, can be chosen again.
  setTimeout(() => ($("file").value = ""));
  try {
    await open(JSON.parse(await file.text()), { name: file.name, file: true });
  } catch (error) {
    shown = null;
    await draw();
    showMessage(t("no_json", { name: file.name, why: error instanceof Error ? error.message : "" }));
  }
});
$("language").addEventListener("click", () => {
  lang = lang === "en" ? "es" : "en";
  storeChoice("lang", lang);
  void draw();
});
addEventListener("popstate", (event) => editor?.go(event.state?.row ?? ""));
const theme = readChoice("theme");
if (theme) setTheme(theme);
void install();
void load();
