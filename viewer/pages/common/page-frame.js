// @ts-check
/** The frame of the recording pages: language, light or dark, and a notice of a new version. */
import { install, renew } from "../../device/install.js";
import { $, write, writeFixed } from "../../kit/dom.js";
import { readChoice, storeChoice } from "./storage.js";
import { warnOfHttp } from "./http-warning.js";
import { caller } from "./service.js";
import { bestLanguage } from "./texts.js";
import { otherTheme, setTheme } from "./theme.js";

/** @import { Language } from "../../kit/words.js" */

export class PageFrame {
  /**
   * @param {import("../../kit/words.js").Say} words @param {() => void} languageChanged By the user.
   * @param {string | null} [lang] Of the address.
   */
  constructor(words, languageChanged, lang = "") {
    /** @param {string} key @param {Record<string, string | number>} [blanks] */
    this.t = (key, blanks = {}) => words(this.lang, key, blanks);
    /** @type {Language} */ this.lang = bestLanguage([lang ?? "", readChoice("lang") ?? "", ...navigator.languages]);
    const theme = readChoice("theme");
    if (theme) setTheme(theme);
    $("language").addEventListener("click", () => {
      this.lang = this.lang === "en" ? "es" : "en";
      storeChoice("lang", this.lang);
      this.speak();
      languageChanged();
    });
    $("theme").addEventListener("click", () => otherTheme());
    $("renew").addEventListener("click", () => void renew());
    void install({ renewed: () => ($("renewed").hidden = false) });
    this.speak();
  }

  /** Say something above the page, or nothing. @param {string} words */
  showMessage(words) {
    $("message").hidden = !words;
    write($("message"), words);
  }

  /** What asks the service. @param {string | null} token Null for calls that need none. */
  caller(token) {
    return caller("", token, () => this.lang, this.showMessage);
  }

  speak() {
    const { lang } = this;
    document.documentElement.lang = lang;
    writeFixed(this.t);
    warnOfHttp(lang);
    write($("language"), this.t("other"));
    $("theme").setAttribute("aria-label", this.t("theme"));
    $("brand").setAttribute("aria-label", `Movebook: ${this.t("all_records")}`);
    write($("renewed-words"), this.t("renewed"));
    write($("renew"), this.t("renew"));
  }
}
