// @ts-check
/** The records of this phone on the first page: those that it began or was paired with, unlisted ones too. */
import { openStore } from "../../device/database.js";
import { h, write } from "../../kit/dom.js";
import { card } from "./card.js";
import { say } from "./words.js";
import { forgetTokens } from "../common/token/link.js";
import { headersOf } from "../common/load.js";
import { pageOf, wayTo } from "./own-page.js";

/**
 * @import { Own } from "../../device/queue.js"
 * @import { Language } from "../../kit/words.js"
 * @typedef {{title: (game: string) => string, colourName: (colour: string) => string, veiled: () => boolean}} Hooks
 */

const MOST = 12; // Maximum number of records shown: those used last.

export class OwnRecords {
  constructor(/** @type {HTMLElement} */ place, /** @type {Hooks} */ hooks) {
    this.place = place;
    this.hooks = hooks;
    this.heading = h("h2");
    this.list = h("ul.records.own");
    place.append(this.heading, this.list);
    place.hidden = true;
    /** @type {import("../../device/database.js").Store | null} */ this.store = null;
    /** What the service said of each, by row. @type {Map<string, any>} */
    this.summaries = new Map();
    this.asked = 0; // Counts requests, so that a slow answer does not replace a later one.
  }

  /** Draw what this phone knows of them, then what the service says. @param {Language} lang */
  async show(lang) {
    this.asked += 1;
    const mine = this.asked;
    this.store ??= await openStore();
    const rows = (await this.store.owns()).slice(0, MOST);
    if (mine !== this.asked) return;
    this.place.hidden = !rows.length;
    write(this.heading, say(lang, "own"));
    const draw = () => this.list.replaceChildren(...rows.map((row) => this.#card(row, lang)));
    draw();
    void Promise.all(rows.map((row) => this.#ask(row, lang))).then(() => mine === this.asked && draw());
  }

  /** Read a record's summary; without an answer nothing changes. @param {Own} row @param {Language} lang */
  async #ask(row, lang) {
    if (!row.record) return;
    try {
      const headers = headersOf(row.token, lang);
      const path = `${row.api}/v1/records/${encodeURIComponent(row.record)}`;
      const answer = await fetch(path, { headers, credentials: "omit" });
      if (answer.ok) this.summaries.set(row.own, await answer.json());
    } catch {
      // No way to the service.
    }
  }

  #card(/** @type {Own} */ row, /** @type {Language} */ lang) {
    const summary = this.summaries.get(row.own) ?? {
      status: row.record ? row.status : "",
      winners: row.winners,
      changed_at: row.changed,
      seats: row.seats.map((seat, number) => ({ seat: number, ...seat })),
    };
    const role = [say(lang, `role_${row.role}`), row.role === "seat" && summary.seats[row.seat ?? 0]?.name];
    const title = this.hooks.title(row.game);
    const go = (/** @type {Event} */ event) => {
      // The token is put into the address by the tap alone, and the page takes it out at once.
      event.preventDefault();
      location.assign(wayTo(row, this.store?.lasting ?? "memory"));
    };
    const made = card(summary, {
      lang,
      title,
      href: pageOf(row),
      colourName: this.hooks.colourName,
      veiled: this.hooks.veiled(),
      extra: [
        role.filter(Boolean).join(": "),
        row.record ? null : say(lang, "not_opened"),
        row.unsent ? say(lang, "unsent", { count: row.unsent }) : null,
      ],
      go,
    });
    const does = h("p.does");
    if (row.role !== "reader" && (!row.record || summary.status === "running")) {
      does.append(h("a.continue", { href: pageOf(row), onclick: go }, say(lang, "continue")));
    }
    if (row.record && (row.role === "owner" || row.role === "recorder")) {
      does.append(h("a", { href: `pair.html?own=${row.own}` }, say(lang, "phones")));
    }
    if (!row.unsent && row.record) {
      const name = say(lang, "forget_of", { what: title });
      const forget = h("button.link", { "aria-label": name }, say(lang, "forget"));
      // What a seat's phone forgets can only be given again: a second tap says that it is meant.
      forget.addEventListener("click", async () => {
        if (forget.dataset.sure) {
          await this.store?.forget(row.own);
          await this.show(lang);
          forgetTokens(row.api, row.record ?? "", row.own);
        } else {
          forget.dataset.sure = "asked";
          forget.removeAttribute("aria-label");
          const sure = (await this.store?.opensAlone(row.own)) ? "forget_sure_all" : "forget_sure";
          write(forget, say(lang, sure, { what: title }));
        }
      });
      does.append(forget);
    }
    made.append(does);
    return made;
  }
}
