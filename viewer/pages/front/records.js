// @ts-check
/** The first page: what this is, and the games that can be watched, found by title, player, league and words. */
import { $, h, write } from "../../kit/dom.js";
import { localized, titleOf } from "../../kit/words.js";
import { card } from "./card.js";
import { Filters as FurtherFilters } from "./filters.js";
import { OwnRecords } from "./own.js";
import { say } from "./words.js";
import { LoadError, fetchRecords, fetchTitles } from "../common/load.js";
import { listHash, readLink } from "../common/link.js";
import { spoilerFree, storeSpoilers } from "../common/spoilers.js";
import { text } from "../common/texts.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @typedef {Record<string, string>} Filters
 * @typedef {{source: import("../common/load.js").Source, failures: import("../common/load.js").Failures, colourName:
 *   (colour: string) => string, fail: (error: unknown, again: () => void) => void}} Hooks
 */

const TYPING_MS = 250; // Pause in typing before the list is requested.

export class Front {
  constructor(/** @type {Hooks} */ hooks) {
    this.hooks = hooks;
    /** @type {Filters} */ this.filters = {};
    /** @type {Language} */ this.lang = "en";
    this.asked = 0; // Counts requests, so that a slow answer does not replace a later one.
    /** @type {string | null} */ this.next = null;
    /** @type {Map<string, Record<string, string>> | null} */ this.titles = null;
    this.failed = false; // Whether the last request failed.
    /** Names of players by their ids, as far as lists had them. @type {Map<string, string>} */
    this.players = new Map();
    /** @type {any} */ this.typing = null;
    this.search = h("input", { type: "search", id: "find", autocomplete: "off", maxLength: 200 });
    this.searchLabel = h("label", { htmlFor: "find" });
    this.games = h("select", { id: "find-game" });
    this.gamesLabel = h("label", { htmlFor: "find-game" });
    /** Made with the first list: without the service there is none. @type {import("./pictures.js").Pictures | null} */
    this.pictures = null;
    this.veiled = spoilerFree(readLink(location.search, location.hash));
    this.veil = h("input", { type: "checkbox", checked: this.veiled });
    this.veilLabel = h("span");
    this.veil.addEventListener("change", () => {
      this.veiled = this.veil.checked;
      storeSpoilers(this.veiled);
      void this.#fresh();
    });
    this.chips = h("p.chips");
    this.message = h("p.quiet", { role: "status" });
    this.list = h("ul.records");
    this.more = h("button.primary");
    this.what = h("p.front-what");
    this.doors = h("nav.doors");
    this.own = h("section.own-records");
    this.ownRecords = new OwnRecords(this.own, {
      title: (game) => this.#title(game),
      colourName: (colour) => this.hooks.colourName(colour),
      veiled: () => this.veiled,
    });
    this.further = new FurtherFilters((change) => this.#filter(change));
    const fields = [h("div", this.searchLabel, this.search), h("div", this.gamesLabel, this.games)];
    const form = h("form.find", { role: "search" }, ...fields);
    $("front").append(
      this.what,
      this.doors,
      this.own,
      form,
      this.further.element,
      h("label.veil", this.veil, this.veilLabel),
      this.chips,
      this.message,
      this.list,
      this.more,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#search();
    });
    this.search.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.#search(), TYPING_MS);
    });
    this.games.addEventListener("change", () => this.#filter({ game: this.games.value }));
    this.more.addEventListener("click", () => void (this.failed ? this.#fresh() : this.#page()));
  }

  /** Show the list. @param {Language} lang @param {Filters} filters */
  async show(lang, filters) {
    this.lang = lang;
    this.filters = filters;
    $("front").hidden = false;
    this.#speak();
    this.further.show(lang, filters);
    if (document.activeElement !== this.search) this.search.value = filters.text ?? "";
    await this.#fresh();
  }

  hide() {
    this.asked += 1;
    clearTimeout(this.typing);
    $("front").hidden = true;
  }

  #speak() {
    const { lang } = this;
    document.title = text(lang, "title");
    write($("title"), text(lang, "records"));
    write(this.what, text(lang, "what_this_is"));
    write(this.searchLabel, text(lang, "find"));
    this.search.placeholder = text(lang, "find_hint");
    write(this.gamesLabel, text(lang, "find_game"));
    write(this.more, text(lang, "more"));
    write(this.veilLabel, text(lang, "hide_spoilers"));
    this.#doorsOf();
  }

  /** Links to record and to pair this phone: only the page's own service records. */
  #doorsOf() {
    const { lang } = this;
    const here = !this.hooks.source.api && window.parent === window;
    this.doors.hidden = !here;
    if (!here) return;
    this.doors.replaceChildren(
      h("a.door.paper.primary", { href: "new.html" }, say(lang, "record")),
      h("a.door.paper", { href: "pair.html" }, say(lang, "code")),
      h("a.door.paper", { href: "box.html" }, say(lang, "editions")),
    );
  }

  #search() {
    clearTimeout(this.typing);
    const wanted = this.search.value.trim();
    if (wanted !== (this.filters.text ?? "")) this.#filter({ text: wanted }, true);
  }

  /** @param {Filters} change An empty value removes a filter. @param {boolean} [typed] Adds no step to the history. */
  #filter(change, typed = false) {
    this.filters = Object.fromEntries(Object.entries({ ...this.filters, ...change }).filter(([, value]) => value));
    const hash = listHash(this.hooks.source.api || null, this.filters);
    const address = `${location.pathname}${location.search}${hash}`;
    if (typed) history.replaceState(history.state, "", address);
    else history.pushState(history.state, "", address);
    void this.#fresh();
  }

  /** The list from its beginning. */
  async #fresh() {
    this.asked += 1;
    const mine = this.asked;
    this.next = null;
    this.titles ??= await fetchTitles(this.#source());
    if (mine !== this.asked) return;
    const { lang, titles, filters } = this;
    const option = (/** @type {string} */ value, /** @type {string} */ words) =>
      h("option", { value, selected: value === (filters.game ?? "") }, words);
    const all = [...titles].map(([game, title]) => option(game, localized(title, lang)));
    this.games.replaceChildren(option("", text(lang, "every_game")), ...all);
    if (!this.doors.hidden) await this.ownRecords.show(lang);
    await this.#page(true);
  }

  #source() {
    return { ...this.hooks.source, lang: this.lang };
  }

  async #page(/** @type {boolean} */ anew = false) {
    this.asked += 1;
    const mine = this.asked;
    try {
      const busy = (/** @type {number} */ seconds) => {
        if (mine === this.asked) write(this.message, text(this.lang, "busy", { seconds }));
      };
      const words = { ...this.hooks.failures, busy };
      const [{ records, next }, { Pictures }] = await Promise.all([
        fetchRecords(this.filters, this.next, this.#source(), words),
        import("./pictures.js"),
      ]);
      this.pictures ??= new Pictures();
      if (mine !== this.asked) return;
      this.next = next;
      this.failed = false;
      write(this.more, text(this.lang, "more"));
      for (const seat of records.flatMap((one) => one.seats)) this.players.set(seat.player, seat.name ?? "");
      const lines = records.map((one) => this.#record(one));
      if (anew) this.list.replaceChildren(...lines);
      else this.list.append(...lines);
      this.more.hidden = next === null;
      this.#chips();
      const none = Object.keys(this.filters).length ? "none_found" : "no_records";
      write(this.message, this.list.childElementCount ? "" : text(this.lang, none));
    } catch (error) {
      if (mine !== this.asked) return;
      if (this.own.hidden) return this.hooks.fail(error, () => void this.show(this.lang, this.filters));
      // The records of this phone go on without the list.
      this.failed = true;
      this.titles = null;
      this.more.hidden = false;
      write(this.more, text(this.lang, "again"));
      write(
        this.message,
        error instanceof LoadError ? [error.title, error.detail].filter(Boolean).join(" ") : `${error}`,
      );
    }
  }

  /** What the list is narrowed to by a click, each with a way out of it. */
  #chips() {
    const { lang, filters } = this;
    const chip = (/** @type {string} */ key, /** @type {string} */ words) => {
      const name = text(lang, "find_without", { what: words });
      const props = { className: "chip", "aria-label": name, title: name, onclick: () => this.#filter({ [key]: "" }) };
      return h("button", props, `${words} ✕`);
    };
    this.chips.replaceChildren(
      ...(filters.player ? [chip("player", this.players.get(filters.player) || filters.player)] : []),
      ...["league", "occasion.league", "event"].flatMap((key) => (filters[key] ? [chip(key, filters[key])] : [])),
    );
  }

  /** What a game is called. @param {string} game */
  #title(game) {
    return localized(this.titles?.get(game), this.lang) || titleOf(game);
  }

  /** @param {any} one A summary. */
  #record(one) {
    const { api } = this.hooks.source;
    return card(one, {
      lang: this.lang,
      title: this.#title(one.game),
      href: `?${new URLSearchParams({ ...(api ? { api } : {}), record: one.id })}`,
      veiled: this.veiled,
      picture: this.pictures?.of({ one, api, token: this.hooks.source.token, lang: this.lang, veiled: this.veiled }),
      colourName: this.hooks.colourName,
      narrow: (key, value, words) => this.#narrow(key, value, words),
    });
  }

  /** A button that narrows the list. @param {string} key @param {string} value @param {string} words */
  #narrow(key, value, words) {
    const title = text(this.lang, "find_with", { what: words });
    return h("button.narrow", { title, onclick: () => this.#filter({ [key]: value }) }, words);
  }
}
