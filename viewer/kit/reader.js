// @ts-check
/** A dialog with the text of a card, and taps on what opens one. */
import { h } from "./dom.js";

/** @import { Child } from "./dom.js" */

/** A dialog that shows a text until it is closed. @param {string} prefix Of the classes of dialog and button. */
export function reader(prefix) {
  /** @type {HTMLDialogElement | null} */ let made = null;
  /** @param {string} label @param {string} close What the button says. @param {Child[]} content */
  return (label, close, ...content) => {
    const dialog = (made ??= layReader(`${prefix}-reader`));
    dialog.setAttribute("aria-label", label);
    const props = { className: `${prefix}-close`, onclick: () => dialog.close() };
    dialog.replaceChildren(...content.filter((one) => one != null), h("button", props, close));
    if (!dialog.open) dialog.showModal();
  };
}

function layReader(/** @type {string} */ className) {
  const dialog = h("dialog", { className });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  // Keys are the dialog's while it is open, and not the replay's.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  return dialog;
}

/** Listen for taps. @param {HTMLElement} element @param {string} selector @param {(part: HTMLElement) => void} does */
export function onPress(element, selector, does) {
  element.addEventListener("click", (event) => {
    const part = /** @type {Element} */ (event.target).closest(selector);
    if (part instanceof HTMLElement) does(part);
  });
}
