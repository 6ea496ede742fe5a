// @ts-check
/** The edition that a game is played with: this program's own, or one that the club saved. */
import { known } from "../../device/known.js";
import { h } from "../../kit/dom.js";
import { localized } from "../../kit/words.js";

/** @typedef {{hash: string, edition: string}} Chosen An edition that the service has. */

export class Edition {
  /**
   * @param {HTMLElement} place
   * @param {{t: (key: string, blanks?: Record<string, string | number>) => string, changed: () => void,
   *   store: import("../../device/database.js").Store, ask: (path: string) => Promise<any>}} page
   */
  constructor(place, page) {
    this.place = place;
    this.page = page;
    /** @type {any} */ this.game = null;
    /** @type {Chosen | null} */ this.chosen = null;
    /** @type {any[]} */ this.all = [];
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
    this.chosen = await this.page.store.kept(`edition ${game.name}`);
    // What the club has, with this program's own first.
    this.all = [];
    void known(this.page.store, `/boxes?game=${game.name}`, this.page.ask)
      .then(({ boxes }) => {
        if (game !== this.game) return;
        this.all = boxes;
        this.show();
      })
      .catch(() => {});
  }

  show() {
    const { game, chosen, all } = this;
    const { t } = this.page;
    this.place.hidden = !game?.box_form;
    if (this.place.hidden) return this.place.replaceChildren();
    const lang = document.documentElement.lang === "es" ? "es" : "en";
    const says = this.placeholders ? h("p", t("placeholders", { game: localized(game.title, lang) })) : null;
    const [ours, ...others] = all.length ? all : [{ edition: game.box.edition, hash: "" }];
    if (chosen && !others.some(({ hash }) => hash === chosen.hash)) others.push(chosen);
    const options = [{ ...ours, hash: "" }, ...others].map(({ hash, edition, rows, compared }) => {
      const words = rows ? t("edition_compared", { name: edition, rows, compared }) : edition;
      return h("option", { value: hash, selected: hash === (chosen?.hash ?? "") }, words);
    });
    const select = h("select", { "aria-label": t("edition") }, ...options);
    select.addEventListener("change", () => {
      const one = others.find(({ hash }) => hash === select.value);
      void this.#take(one ? { hash: one.hash, edition: one.edition } : null);
    });
    const link = h("a", { href: `box.html?game=${game.name}` }, t("edition_enter"));
    const label = h("label", `${t("edition")} `, select);
    this.place.replaceChildren(...(says ? [says] : []), h("div.ways", label, link));
  }

  async #take(/** @type {Chosen | null} */ chosen) {
    this.chosen = chosen;
    await this.page.store.keep(`edition ${this.game.name}`, chosen);
    this.show();
    this.page.changed();
  }
}
