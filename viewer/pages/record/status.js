// @ts-check
/** How much is not sent yet, and what is the matter. */
import { said } from "../../device/words.js";
import { $, download, h, write } from "../../kit/dom.js";
import { entryInWords, inWords } from "./entry-texts.js";

/**
 * @typedef {import("./recorder-state.js").RecorderState} RecorderState
 * @typedef {import("./entry-texts.js").Page & {fail: (error: unknown) => void, mend: (entry: any) => void,
 *   sentenceOf: (name: string) => string, takeOver: () => Promise<void>}} Page `mend` opens an entry that was refused;
 *   `sentenceOf`: the sentence of a move.
 */

/** Show the state of the outbox. @param {RecorderState} recorder @param {Page} page */
export function showStatus(recorder, page) {
  const { state } = recorder.outbox;
  const { count, line, does } = said(page.lang(), state);
  write($("count"), count);
  $("count").dataset.unsent = String(state.unsent);
  const holder = $("matter");
  const alone = state.doing === "offline" || !recorder.own.record ? aloneWith(recorder, page) : "";
  const clash = state.clash ? sideBySide(state.clash, state.mine, recorder.game, page) : null;
  const detail =
    does === "mend" || does === "settle"
      ? page.named((state.problem?.consequence ?? state.problem?.detail ?? "").replace(/^(line|línea) \d+: /, ""))
      : "";
  const words = [line, detail, alone].filter(Boolean).join(" ");
  const key = JSON.stringify([words, does, page.lang(), clash?.textContent]);
  holder.hidden = !words;
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  const below = h("div.ways", ...ways(recorder, page, does));
  holder.replaceChildren(h("p", words), ...(clash ? [clash] : []), below);
}

/**
 * What others wrote meanwhile and what waits on this phone, side by side.
 * @param {import("../../device/conflict.js").Clash} clash
 * @param {readonly import("../../device/queue.js").Entry[]} mine What waits, in its order. @param {any} game
 * @param {Page} page
 */
function sideBySide(clash, mine, game, page) {
  const theirs = clash.theirs.map((entry) => {
    if (entry.type === "move") return page.sentenceOf(String(entry.version)) || inWords(entry.body, game, page);
    return page.t("clash");
  });
  const ours = mine.map((entry) => entryInWords(entry, game, page));
  return h("div.sides", side(page.t("theirs"), theirs), side(page.t("mine"), ours));
}

function side(/** @type {string} */ title, /** @type {string[]} */ lines) {
  return h("section", h("h2", title), h("ol", ...lines.map((line) => h("li", line))));
}

/** Who checks entries while the service cannot be reached. @param {RecorderState} recorder @param {Page} page */
function aloneWith(recorder, page) {
  const { where } = recorder.rules;
  if (where === "phone") return "";
  return page.t(where === "none" ? "unchecked" : "rules_loading");
}

/**
 * @param {RecorderState} recorder @param {Page} page
 * @param {"again" | "file" | "settle" | "mend" | "take_over" | null} does @returns {HTMLElement[]}
 */
function ways(recorder, page, does) {
  const way = (/** @type {string} */ key, /** @type {() => unknown} */ act) => {
    return h("button", { onclick: () => void Promise.resolve(act()).catch(page.fail) }, page.t(key));
  };
  const { outbox } = recorder;
  if (does === "again") return [way("try_again", () => outbox.again())];
  if (does === "file") return [way("save_file", () => saveFile(recorder))];
  if (does === "take_over") return [way("take_over", page.takeOver)];
  if (does === "mend") {
    const entry = /** @type {any} */ (outbox.state.mine.find((/** @type {any} */ one) => one.state === "refused"));
    const query = { ...entry?.query, breaks: 1 };
    const anyway = () => outbox.change(entry.key, { body: entry.body, says: entry.says, query });
    return [way("mend", () => page.mend(entry)), ...(outbox.state.problem?.consequence ? [way("anyway", anyway)] : [])];
  }
  if (does !== "settle") return [];
  const choices = outbox.state.clash?.kind === "same" ? ["same", "mine", "theirs"] : ["mine", "theirs"];
  return choices.map((choice) => way(`settle_${choice}`, () => outbox.settle(choice)));
}

/** Save every entry of this phone to a file of its own. @param {RecorderState} recorder */
export async function saveFile(recorder) {
  const { name, type, text } = await recorder.outbox.file("jsonl");
  download(name, new Blob([text], { type }));
}
