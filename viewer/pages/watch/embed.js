// @ts-check
/** In a frame: no page around the board; its height goes to the embedding page. */
import { $ } from "../../kit/dom.js";

export function embed() {
  document.body.classList.add("embed");
  $("full").hidden = false;
  if (parent === window) return;
  new ResizeObserver(() => {
    parent.postMessage({ type: "movebook:height", height: document.documentElement.scrollHeight }, "*");
  }).observe(document.body);
}
