// @ts-check
/** The list of moves, by round; the current one is kept in view. */
import { badgeClass } from "../../kit/badge.js";
import { h } from "../../kit/dom.js";

/** @import { Store } from "../../store.js" */
/** @import { RecordHistory } from "./history/history.js" */

export class Moves {
  /** @param {HTMLElement} holder It scrolls. @param {(ply: number) => void} go */
  constructor(holder, go) {
    this.holder = holder;
    /** @type {HTMLElement[]} By ply. */
    this.buttons = [];
    this.current = -1;
    this.waiting = 0;
    this.end = Infinity; // Moves after this one are hidden.
    holder.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button) go(Number(button.dataset.ply));
    });
  }

  /**
   * @param {Store} store @param {(ply: number) => string} says @param {(round: number) => string} roundName
   * @param {(ply: number) => string} turnHead Over the move that begins a turn; else empty.
   * @param {(mark: {kind: string}, ply: number) => boolean} scored Whether a mark is of a scoring.
   * @param {RecordHistory} history What was changed, and said about it.
   */
  fill(store, says, roundName, turnHead, scored, history) {
    const focused = this.holder.contains(document.activeElement);
    const { scrollTop } = this.holder;
    const colours = store.replay.seats.map((seat) => seat.colour);
    this.buttons = [];
    const sections = store.rounds.map((round, place) => {
      const end = store.rounds[place + 1]?.ply ?? store.last + 1;
      const list = h("ol");
      for (let ply = round.ply; ply < end && ply <= store.last; ply += 1) {
        const frame = store.frame(ply);
        const marked = frame?.marks.some((mark) => scored(mark, ply));
        const button = h("button", {
          tabIndex: -1,
          "data-ply": ply,
          className: marked ? "marked" : "",
        });
        button.append(h("span.n", ply ? String(ply) : ""));
        const colour = frame && frame.seat !== null ? colours[frame.seat] : null;
        const who = h("span", { className: `badge ${colour ? badgeClass(colour) : ""}`, "aria-hidden": "true" });
        const labels = (history.labels.get(ply) ?? []).map((label) => h("span.label", label));
        button.append(who, h("span.says", says(ply), ...labels));
        this.buttons[ply] = button;
        const head = turnHead(ply);
        list.append(h("li", head ? h("h4", head) : null, button), ...history.items(ply));
      }
      return h("section", h("h3", roundName(round.round)), list);
    });
    this.holder.replaceChildren(...sections);
    this.holder.scrollTop = scrollTop;
    const current = this.buttons[Math.min(this.current, store.last)];
    if (focused && current) current.focus({ preventScroll: true });
    this.current = -1;
    const { end } = this;
    this.end = Infinity;
    this.veil(end);
  }

  /** Hide what comes after a ply; what is between it and the one before alone changes. @param {number} end */
  veil(end) {
    const [from, to] = [this.end, end].sort((a, b) => a - b);
    this.end = end;
    for (let ply = from + 1; ply <= Math.min(to, this.buttons.length - 1); ply += 1) {
      const line = /** @type {HTMLElement} */ (this.buttons[ply].parentElement);
      const section = /** @type {HTMLElement} */ (line.closest("section"));
      line.hidden = ply > end;
      for (let next = line.nextElementSibling; next?.matches(".history-act"); next = next.nextElementSibling)
        /** @type {HTMLElement} */ (next).hidden = ply > end;
      if (line === section.querySelector("li:not(.history-act)")) section.hidden = ply > end;
    }
  }

  show(/** @type {number} */ ply) {
    const focused = this.buttons.includes(/** @type {any} */ (document.activeElement));
    const before = this.buttons[this.current];
    const now = this.buttons[ply];
    if (!now) return;
    if (before !== now) {
      before?.removeAttribute("aria-current");
      if (before) before.tabIndex = -1;
      now.setAttribute("aria-current", "step");
      now.tabIndex = 0;
      // Focus inside the list goes along with the current move.
      if (focused) now.focus({ preventScroll: true });
    }
    this.current = ply;
    this.keepInView();
  }

  /** Scroll the list, not the page, until lines have their true heights. @param {number} [tries] */
  keepInView(tries = 4) {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      const now = this.buttons[this.current];
      if (!now) return;
      const { holder } = this;
      const box = holder.getBoundingClientRect();
      const line = now.getBoundingClientRect();
      const room = Math.min(60, box.height / 4);
      let by = 0;
      if (line.top < box.top + room) by = line.top - box.top - room;
      else if (line.bottom > box.bottom - room) by = line.bottom - box.bottom + room;
      if (Math.abs(by) < 1) return;
      const before = holder.scrollTop;
      holder.scrollTop += by;
      if (holder.scrollTop !== before && tries > 1) this.keepInView(tries - 1);
    });
  }
}
