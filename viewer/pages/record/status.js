// @ts-check
/** What is on this phone and not sent yet, always in sight; the one thing that is the matter, and what helps. */
import { said } from "../../device/words.js";
import { $, h, write } from "../../kit/dom.js";
import { sideBySide } from "./conflict.js";

/**
 * @typedef {import("./recorder-state.js").Desk} Desk
 * @typedef {import("./entry-texts.js").Page & {fail: (error: unknown) => void, mend: (entry: any) => void,
 *   told: (name: string) => string, takeOver: () => Promise<void>}} Page `mend` opens an entry that was refused;
 *   `told`: the sentence of a move.
 */

/** Show the state of the outbox. @param {Desk} desk @param {Page} page */
export function showStatus(desk, page) {
  const { state } = desk.outbox;
  const { count, line, does } = said(page.lang(), state);
  write($("count"), count);
  $("count").dataset.unsent = String(state.unsent);
  const holder = $("matter");
  const alone = state.doing === "offline" || !desk.own.record ? aloneWith(desk, page) : "";
  const clash = state.clash ? sideBySide(state.clash, state.mine, desk.game, page, page) : null;
  const detail = does === "mend" || does === "settle" ? (state.problem?.detail ?? "") : "";
  const words = [line, detail, alone].filter(Boolean).join(" ");
  const key = JSON.stringify([words, does, page.lang(), clash?.textContent]);
  holder.hidden = !words;
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  const below = h("div", { className: "ways" }, ...ways(desk, page, does));
  holder.replaceChildren(h("p", null, words), ...(clash ? [clash] : []), below);
}

/** Who checks what is entered while there is no way to the service. @param {Desk} desk @param {Page} page */
function aloneWith(desk, page) {
  const { where } = desk.rules;
  if (where === "phone") return "";
  return page.t(where === "none" ? "unchecked" : "rules_loading");
}

/**
 * @param {Desk} desk
 * @param {Page} page
 * @param {"again" | "file" | "settle" | "mend" | "take_over" | null} does
 * @returns {HTMLElement[]}
 */
function ways(desk, page, does) {
  /** @param {string} key @param {() => unknown} act */
  const way = (key, act) => {
    const button = h("button", { type: "button" }, page.t(key));
    button.addEventListener("click", () => void Promise.resolve(act()).catch(page.fail));
    return button;
  };
  const { outbox } = desk;
  if (does === "again") return [way("try_again", () => outbox.again())];
  if (does === "file") return [way("save_file", () => saveFile(desk))];
  if (does === "take_over") return [way("take_over", page.takeOver)];
  if (does === "mend")
    return [way("mend", () => page.mend(outbox.state.mine.find((/** @type {any} */ one) => one.state === "refused")))];
  if (does !== "settle") return [];
  const choices = outbox.state.clash?.kind === "same" ? ["same", "mine", "theirs"] : ["mine", "theirs"];
  return choices.map((choice) => way(`settle_${choice}`, () => outbox.settle(choice)));
}

/** Save every entry of this phone to a file of its own. @param {Desk} desk */
export async function saveFile(desk) {
  const { name, type, text } = await desk.outbox.file("jsonl");
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
