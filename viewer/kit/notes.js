// @ts-check
/** On a touch screen, a tap shows an element's title as a note. The next tap, Escape or another move closes it. */
import { h } from "./dom.js";

const ACTS = "a, button, input, select, summary, label, [role=button], [data-open]"; // A tap on these acts.
const APART_PX = 6;

/** Functions that close the open notes. @type {Set<() => void>} */
export const openNotes = new Set();

export function closeNotes() {
  for (const close of openNotes) close();
}

/** Show the title of what a finger taps in an element. @param {HTMLElement} root */
export function showNotes(root) {
  const note = h("div.note.paper", { role: "status", hidden: true });
  document.body.append(note);
  const close = () => {
    note.hidden = true;
    openNotes.delete(close);
  };
  addEventListener("pointerdown", close);
  addEventListener("scroll", close, { capture: true, passive: true });
  addEventListener("keydown", ({ key }) => key === "Escape" && close());
  root.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const hinted = /** @type {HTMLElement | null} */ (target.closest("[title]:not([title=''])"));
    const acts = target.closest(ACTS);
    const touched = /** @type {PointerEvent} */ (event).pointerType !== "mouse" && event.detail > 0;
    if (!touched || !hinted || (acts && root.contains(acts))) return;
    note.textContent = hinted.title;
    note.hidden = false;
    openNotes.add(close);
    const [place, own] = [hinted, note].map((one) => one.getBoundingClientRect());
    const left = Math.min(Math.max(place.left, APART_PX), innerWidth - own.width - APART_PX);
    const below = place.bottom + APART_PX + own.height < innerHeight;
    note.style.left = `${left}px`;
    note.style.top = `${below ? place.bottom + APART_PX : place.top - own.height - APART_PX}px`;
  });
}
