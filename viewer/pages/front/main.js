// @ts-check
/** The first page: its list, its language and theme, and the address, which goes on to a record. */
import { $, write } from "../../kit/dom.js";
import { failuresIn, showFailure } from "../common/failure.js";
import { Front } from "./records.js";
import { toggleHelp } from "../watch/help.js";
import { nameService } from "../common/elsewhere.js";
import { storeChoice } from "../common/storage.js";
import { actionOf } from "../watch/keys.js";
import { readLink } from "../common/link.js";
import { tabPlace, takeToken } from "../common/token/link.js";
import { firstLanguage, speak } from "../watch/page-language.js";
import { colourWord, text } from "../common/texts.js";
import { otherTheme } from "../common/theme.js";

const link = readLink(location.search, location.hash);
let lang = firstLanguage(link);
const api = (link.api ?? "").replace(/\/+$/, "");
const source = { api, token: /** @type {string | null} */ (null), lang };
const front = new Front({
  source,
  failures: failuresIn(
    () => lang,
    (words) => write($("spoken"), words),
  ),
  fail,
  colourName: (colour) => colourWord(lang, colour),
});

function fail(/** @type {unknown} */ error, /** @type {() => void} */ again) {
  front.hide();
  write($("spoken"), showFailure(lang, error, again));
}

/** Show the list that the address asks for; an address of a record leads to it. */
async function show() {
  const wish = readLink(location.search, location.hash);
  if (wish.record) return location.reload();
  nameService(api, lang);
  source.token = await takeToken(tabPlace("watch", api, null), api, lang, wish.token);
  $("message").hidden = true;
  void front.show(lang, wish.filters);
}

$("language").addEventListener("click", () => {
  lang = lang === "en" ? "es" : "en";
  storeChoice("lang", lang);
  speak(lang);
  void show();
});
$("theme").addEventListener("click", () => write($("spoken"), text(lang, `theme_${otherTheme()}`)));
for (const id of ["help-open", "help-close"]) $(id).addEventListener("click", () => toggleHelp());
document.addEventListener("keydown", (event) => {
  if (actionOf(event, /** @type {any} */ (event.target))?.action !== "help") return;
  event.preventDefault();
  toggleHelp();
});

// Back and forward, and a link to a record.
addEventListener("popstate", () => void show());
// What it skips to is there with a record.
$("skip").hidden = true;
speak(lang);
void show();
