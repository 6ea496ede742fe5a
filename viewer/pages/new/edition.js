// @ts-check
/** The edition that a game is played with, where the values of the game's own box are placeholders. */
import { Refusal } from "../common/service.js";
import { h } from "../../kit/dom.js";
import { told } from "../../kit/words.js";

/** @typedef {{hash: string, edition: string}} Chosen An edition that the service has. */

export class Edition {
  /**
   * @param {HTMLElement} place
   * @param {{t: (key: string, blanks?: Record<string, string | number>) => string, changed: () => void,
   *   store: import("../../device/database.js").Store, refused: (error: Refusal) => void,
   *   send: (path: string, how?: {method: string, headers: Record<string, string>, body: string}) => Promise<any>}} page
   */
  constructor(place, page) {
    this.place = place;
    this.page = page;
    /** @type {any} */
    this.game = null;
    /** @type {Chosen | null} */
    this.chosen = null;
    /** Editions of this club. @type {Chosen[]} */
    this.listed = [];
  }

  /** Whether the game begins with placeholders. */
  get placeholders() {
    return Boolean(this.game?.box.stand_in) && !this.chosen;
  }

  /** What the record is opened with. */
  get asked() {
    return this.chosen ? { box: this.chosen.hash } : {};
  }

  /** Take the edition that this phone played a game with last. @param {any} game */
  async choose(game) {
    this.game = game;
    this.listed = [];
    this.chosen = game.box.stand_in ? await this.page.store.kept(`edition ${game.name}`) : null;
    if (game.box.stand_in) void this.#list(game).catch(() => {});
  }

  /** Offer the editions of this club, where the service is reached. @param {any} game */
  async #list(game) {
    const { boxes } = await this.page.send(`/boxes?game=${game.name}`);
    if (game !== this.game) return;
    this.listed = boxes.slice(1);
    this.show();
  }

  show() {
    const { game, chosen } = this;
    const { t } = this.page;
    this.place.hidden = !game?.box.stand_in;
    if (this.place.hidden) return this.place.replaceChildren();
    const input = h("input", { type: "file", accept: ".json,application/json" });
    input.addEventListener("change", () => void this.#read(input));
    const file = h("label", { className: "plain" }, h("span", null, t(chosen ? "edition_other" : "edition")), input);
    const drop = h("button", { type: "button", className: "plain" }, t("edition_none"));
    drop.addEventListener("click", () => void this.#take(null));
    const title = told(game.title, document.documentElement.lang === "es" ? "es" : "en");
    const says = chosen ? t("edition_is", { name: chosen.edition }) : t("placeholders", { game: title });
    const others = this.listed.filter(({ hash }) => hash !== chosen?.hash);
    const ways = others.map((one) => {
      const button = h("button", { type: "button", className: "plain" }, one.edition);
      button.addEventListener("click", () => void this.#take(one));
      return button;
    });
    const drops = chosen ? [drop] : [];
    this.place.replaceChildren(h("p", null, says), h("div", { className: "ways" }, ...ways, file, ...drops));
  }

  /** @param {HTMLInputElement} input */
  async #read({ files }) {
    const [file] = files ?? [];
    if (!file) return;
    try {
      const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: await file.text() };
      const { hash, edition } = await this.page.send(`/boxes?game=${this.game.name}`, how);
      await this.#take({ hash, edition: edition ?? file.name });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.page.refused(error);
    }
  }

  /** @param {Chosen | null} chosen */
  async #take(chosen) {
    this.chosen = chosen;
    await this.page.store.keep(`edition ${this.game.name}`, chosen);
    this.show();
    this.page.changed();
  }
}
