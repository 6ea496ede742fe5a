// @ts-check
/**
 * Any box, drawn to be compared with the cardboard: from the service, or from a file, which is read here and goes
 * nowhere.
 */
import { $, h, write } from "../../kit/dom.js";
import { addSheet } from "../../kit/stylesheet.js";
import { told } from "../../kit/words.js";
import { say } from "./words.js";
import { nameService } from "../common/elsewhere.js";
import "../common/token/link.js";
import { fetchWithRetry } from "../common/retry.js";
import { bestLanguage } from "../common/texts.js";

/** @typedef {import("../../kit/words.js").Language} Language */
/**
 * @typedef {{path: string, words: string}} Fault
 * @typedef {{title: Record<Language, string>, fits: (box: any) => boolean, sheets?: readonly string[],
 *   drawBox: (el: HTMLElement, box: any, lang: Language) => void, faults?: (box: any, lang: Language) => Fault[]}}
 *   Drawing `boards/<game>-box.js`; `faults` are those that show in the drawing.
 */

/** So many faults are listed. */
const MOST = 20;
const query = new URLSearchParams(`${location.search}&${location.hash.replace(/^#/, "")}`);
const api = (query.get("api") ?? "").replace(/\/+$/, "");
/** @type {Language} */
let lang = bestLanguage([query.get("lang") ?? "", ...navigator.languages]);
/** @type {{box: any, name: string, file?: boolean} | null} */
let shown = null;

/** @param {string} key @param {Record<string, string>} [blanks] */
function t(key, blanks = {}) {
  return say(lang, key, blanks);
}

/** @param {string} words */
function tell(words) {
  const line = $("message");
  line.hidden = !words;
  write(line, words);
}

/** @type {Promise<string[]> | null} */
let titles = null;

/**
 * What is told under a path of the service.
 * @param {string} path
 */
async function ask(path) {
  const how = { headers: { Accept: "application/json" }, credentials: /** @type {const} */ ("omit") };
  const answer = await fetchWithRetry(`${api}/v1/${path}`, how, (seconds) =>
    tell(t("busy", { seconds: String(seconds) })),
  );
  const body = await answer.json();
  if (!answer.ok) throw new Error([body.title, body.detail].filter(Boolean).join(". ") || String(answer.status));
  return body;
}

/**
 * The drawing that fits a box: that of the game asked for, else of any the service has.
 * @param {any} box
 * @returns {Promise<Drawing | null>}
 */
async function drawingOf(box) {
  titles ??= ask("games").then((body) => body.games.map((/** @type {{name: string}} */ game) => game.name));
  const first = query.get("game");
  for (const game of [...new Set([...(first ? [first] : []), ...(await titles.catch(() => []))])]) {
    /** @type {Drawing | null} */
    const drawing = /^[a-z0-9_]+$/.test(game) ? await import(`../../boards/${game}-box.js`).catch(() => null) : null;
    if (!drawing?.fits(box)) continue;
    for (const sheet of drawing.sheets ?? []) await addSheet(sheet, new URL("../../boards/", import.meta.url).href);
    return drawing;
  }
  return null;
}

async function draw() {
  document.documentElement.lang = lang;
  nameService(shown?.file ? "" : api, lang);
  document.title = `Movebook: ${t("page")}`;
  write($("file-label"), t("open"));
  write($("language"), lang === "en" ? "ES" : "EN");
  $("language").setAttribute("aria-label", t("other"));
  const holder = $("box");
  holder.replaceChildren();
  holder.hidden = true;
  write($("title"), t("page"));
  if (!shown) return tell(t("choose"));
  const drawing = await drawingOf(shown.box);
  if (!drawing) return tell(t("stranger"));
  tell("");
  write($("title"), [drawing.title[lang], shown.box.edition ?? "?", shown.name].filter(Boolean).join(" · "));
  document.title = `${drawing.title[lang]} · ${shown.box.edition ?? "?"} · Movebook`;
  const origin = told(shown.box.origin, lang);
  if (typeof origin === "string" && origin) holder.append(h("p", { className: "quiet box-origin" }, origin));
  const body = h("div", null);
  holder.hidden = false;
  try {
    const faults = drawing.faults?.(shown.box, lang) ?? [];
    if (faults.length) {
      holder.append(
        h(
          "section",
          { className: "box-faults" },
          h("h2", null, t("faults")),
          h(
            "ul",
            null,
            ...faults.slice(0, MOST).map(({ path, words }) => h("li", null, h("code", null, path), ` ${words}`)),
          ),
          h("p", { className: "quiet" }, t(faults.length > MOST ? "more" : "every")),
        ),
      );
    }
  } catch {
    // Too broken for this list; the drawing below says why.
  }
  holder.append(body);
  try {
    drawing.drawBox(body, shown.box, lang);
  } catch (error) {
    tell(t("broken", { why: error instanceof Error ? error.message : String(error) }));
  }
}

/** What the address asks for. */
async function load() {
  const [game, hash] = [query.get("game"), query.get("hash")];
  if (!game && !hash) return draw();
  nameService(api, lang);
  tell(t("loading"));
  try {
    const body = await ask(hash ? `boxes/${encodeURIComponent(hash)}` : `games/${encodeURIComponent(game ?? "")}`);
    shown = { box: body.box ?? body, name: hash ? hash.slice(0, 12) : "" };
  } catch (error) {
    tell(t("failed", { why: error instanceof Error ? error.message : String(error) }));
    return;
  }
  await draw();
}

$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (!file) return;
  // So that the same file, changed meanwhile, can be chosen again.
  setTimeout(() => ($("file").value = ""));
  try {
    shown = { box: JSON.parse(await file.text()), name: file.name, file: true };
  } catch (error) {
    shown = null;
    await draw();
    tell(t("no_json", { name: file.name, why: error instanceof Error ? error.message : "" }));
    return;
  }
  await draw();
});
$("language").addEventListener("click", () => {
  lang = lang === "en" ? "es" : "en";
  void draw();
});
try {
  const theme = localStorage.getItem("movebook-theme");
  if (theme && theme !== "auto") document.documentElement.dataset.theme = theme;
} catch {
  // A frame without a store of its own.
}
void load();
