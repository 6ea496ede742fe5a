// @ts-check
/** The sheet over the page on which something earlier is looked at: its parts, and below them what can be done. */
import { $, h } from "../../kit/dom.js";

export class Sheet {
  /** @param {(key: string) => string} t @param {(act: () => Promise<void>) => void} guarded Runs what a button does. */
  constructor(t, guarded) {
    this.t = t;
    this.guarded = guarded;
    /** @type {HTMLDialogElement} */ this.dialog = $("dialog");
  }

  /** @param {string | (string | Node)[]} words @param {() => Promise<void>} act @param {string} [className] */
  way(words, act, className = "") {
    return h("button", { className, onclick: () => this.guarded(act) }, ...[words].flat());
  }

  /** @param {(Node | null)[]} parts @param {Node[]} ways What can be done; to close it is always among it. */
  open(parts, ways) {
    const shut = h("button.quiet", { onclick: () => this.close() }, this.t("close"));
    const shown = parts.flatMap((part) => part ?? []);
    this.dialog.replaceChildren(...shown, h("div.ways", ...ways, shut));
    if (!this.dialog.open) this.dialog.showModal();
    // The button that led here may be gone, and the focus with it.
    this.dialog.tabIndex = -1;
    if (!this.dialog.contains(document.activeElement)) this.dialog.focus({ preventScroll: true });
    // Read from its beginning, whatever button opened it.
    this.dialog.scrollTop = 0;
  }

  close() {
    if (this.dialog.open) this.dialog.close();
  }
}
