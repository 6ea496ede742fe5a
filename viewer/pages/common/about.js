// @ts-check
/** What is played, by whom, when and where: one line of a record's page, and of a frame in another page. */
import { badge } from "../../kit/badge.js";
import { h } from "../../kit/dom.js";
import { day } from "../../kit/times.js";
import { text } from "./texts.js";

/** @import { Language } from "../../kit/words.js" */

const SHORT = /^\S{1,3}$/u; // Rounds and tables that need a word before them: `2`, `4b`; not `Final`, `Round 2`.

/**
 * An occasion in words, without its day.
 * @param {any} occasion @param {Language} lang @returns {string[]}
 */
export function placed(occasion, lang) {
  const counted = (/** @type {"round" | "table"} */ key) => {
    const value = occasion[key];
    return value && SHORT.test(value) ? text(lang, `about_${key}`, { [key]: value }) : value;
  };
  return [counted("round"), counted("table"), occasion.place].filter(Boolean);
}

/**
 * @param {HTMLElement} holder @param {string} game What it is called.
 * @param {import("../watch/screen.js").Screen} screen
 * @param {string | null} api The service that has its edition; null: none can be asked.
 */
export function fillAbout(holder, game, screen, api) {
  const { store, lang } = screen;
  const {
    game: name,
    box,
    seats,
    frames,
    record,
    occasion = {},
  } = /** @type {import("../../store.js").Store} */ (store).replay;
  const when = occasion.date ?? frames[0]?.at;
  const scenario = screen.board?.words?.scenario?.[lang];
  const words = [scenario, when && day(lang, when), occasion.league, occasion.event, ...placed(occasion, lang)].filter(
    Boolean,
  );
  const players = seats.map(({ seat, colour }) => h("span", badge(colour), screen.seatName(seat)));
  const to = new URLSearchParams({ game: name, hash: box.hash, ...(api ? { api } : {}) });
  const label = text(lang, "about_edition", { edition: box.edition ?? "" });
  const edition = api !== null && box.edition ? h("a", { href: `box.html?${to}` }, label) : null;
  const query = new URLSearchParams({ record: record ?? "", ...(api ? { api } : {}) });
  const proofs = record ? (api === null ? [saved(lang)] : links(query, lang)) : [];
  const between = words.length && edition ? " · " : null;
  holder.replaceChildren(
    h("strong", game),
    h("span.players", ...players),
    h("span", words.join(" · "), between, edition, ...proofs.filter(Boolean).flatMap((one) => [" · ", one])),
  );
}

/** The pages for judges, and the one that verifies. @param {URLSearchParams} query @param {Language} lang */
const links = (query, lang) => [
  h("a", { href: `audit.html?${query}` }, text(lang, "about_judges")),
  h("a", { href: `verify.html?${query}` }, text(lang, "about_verify")),
];

/** In a saved page, the button that verifies the record in it. @param {Language} lang */
function saved(lang) {
  const module = /** @type {any} */ (window).movebookModules?.verify;
  if (!module) return null;
  const button = h("button.plain", text(lang, "about_verify"));
  button.addEventListener("click", () => void import(module).then(({ openVerify }) => openVerify(lang)));
  return button;
}
