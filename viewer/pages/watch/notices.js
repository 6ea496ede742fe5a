// @ts-check
/** Lines above the game: that it is a copy, or an earlier line; what changed; how many moves have come. */
import { h } from "../../kit/dom.js";
import { moment } from "../../kit/times.js";
import { say } from "./history/texts.js";

/** @import { Language } from "../../kit/words.js" */
/** @import { Line } from "../common/link.js" */

export class Notices {
  /**
   * @param {HTMLElement} holder
   * @param {{toEnd: () => void, dismissed: () => void, address: (line: Line) => string}} hooks `address` is that of a
   *   line of this record.
   */
  constructor(holder, hooks) {
    this.hooks = hooks;
    const part = (/** @type {string | null} */ role = null) => h("div.notice-part", { role });
    this.parts = { copy: part(), status: part(), line: part(), change: part(), come: part("status") };
    this.shown = "";
    holder.replaceChildren(...Object.values(this.parts));
  }

  /**
   * What the record is: a copy, void or closed early, an earlier line.
   * @param {import("../../store.js").Replay} replay
   * @param {string} status What the page says of its status; empty for nothing. @param {Line} line
   * @param {Language} lang
   */
  fill(replay, status, line, lang) {
    const shown = status ? [h("p.notice.notice-line", h("span", status))] : [];
    this.parts.status.replaceChildren(...shown);
    this.parts.copy.replaceChildren(...(replay.copy ? [copied(replay.copy, lang)] : []));
    const said = line.version ?? line.at;
    if (said === undefined) return this.parts.line.replaceChildren();
    const last = this.#when(replay);
    const when = line.version !== undefined ? last : said;
    const words = say(lang, "earlier", { when: when ? moment(lang, when) : "–" });
    const back = h("a", { href: this.hooks.address({}) }, say(lang, "today"));
    return this.parts.line.replaceChildren(h("p.notice.notice-line", h("span", words), back));
  }

  /** When the last entry was written that the replay knows of. @param {import("../../store.js").Replay} replay */
  #when(replay) {
    const times = [
      ...(replay.history?.acts ?? []).map((act) => act.at),
      ...replay.frames.map((frame) => frame.at ?? ""),
    ];
    return times.sort().at(-1) || null;
  }

  /**
   * What changed, until somebody closes it.
   * @param {readonly string[]} says Nothing: the line goes away. @param {number | null} before The version before it.
   * @param {Language} lang
   */
  change(says, before, lang) {
    const { change } = this.parts;
    if (!says.length) return change.replaceChildren();
    const label = say(lang, "dismiss");
    const close = h("button.dismiss", { title: label, "aria-label": label }, "×");
    close.addEventListener("click", () => {
      change.replaceChildren();
      this.hooks.dismissed();
    });
    const see =
      before === null
        ? null
        : h("a", { href: this.hooks.address({ version: String(before) }) }, say(lang, "see_before"));
    const words = h("span", says.join(" "));
    return change.replaceChildren(h("p.notice.notice-change", words, see, close));
  }

  /** How many moves have come since the one looked at. @param {number} count 0: none. @param {Language} lang */
  come(count, lang) {
    const { come } = this.parts;
    const key = count ? `${count} ${lang}` : "";
    if (this.shown === key) return;
    this.shown = key;
    if (!count) return come.replaceChildren();
    const button = h("button", say(lang, "to_end"));
    button.addEventListener("click", () => this.hooks.toEnd());
    const words = h("span", say(lang, "come", { count }));
    return come.replaceChildren(h("p.notice.notice-come", words, button));
  }
}

function copied(/** @type {any} */ copy, /** @type {Language} */ lang) {
  /** @param {{version: number | null, what: string}} one */
  const fault = ({ version, what }) => (version ? say(lang, "copy_entry", { what, version }) : what);
  const words = [
    say(lang, "copy", { when: moment(lang, copy.at), by: copy.by }),
    say(lang, copy.ours ? "copy_ours" : "copy_foreign", { original: copy.original }),
    copy.found.length
      ? say(lang, "copy_found", { found: copy.found.map(fault).join("; ") })
      : say(lang, "copy_unsigned"),
  ];
  return h("p.notice.notice-copy", h("span", words.join(" ")));
}
