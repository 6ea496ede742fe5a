// @ts-check
/** Style sheets of boards. */
import { h } from "./dom.js";

/**
 * Put a style sheet into the page, once; there when the promise is.
 * @param {string} name Of the file. An exported page carries the sheet in a `style` of this name.
 * @param {string} base The address that `name` is relative to.
 */
export async function addSheet(name, base) {
  if (document.head.querySelector(`[data-sheet="${CSS.escape(name)}"]`)) return;
  const link = h("link", { rel: "stylesheet", href: new URL(name, base).href, "data-sheet": name });
  await new Promise((done) => {
    link.addEventListener("load", done);
    // Without its style a board can still be read.
    link.addEventListener("error", done);
    document.head.append(link);
  });
}
