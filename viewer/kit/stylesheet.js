// @ts-check
/** Style sheets of boards. */
import { h } from "./dom.js";

/**
 * Put a style sheet into the page, once; there when the promise is.
 * @param {string} name Of the file. An exported page carries the sheet in a `style` of this name.
 * @param {string} beside The address of what lies beside it.
 */
export async function addSheet(name, beside) {
  if (document.head.querySelector(`[data-sheet="${CSS.escape(name)}"]`)) return;
  const link = h("link", { rel: "stylesheet", href: new URL(name, beside).href, "data-sheet": name });
  await new Promise((done) => {
    link.addEventListener("load", done);
    // Without its style a board can still be read.
    link.addEventListener("error", done);
    document.head.append(link);
  });
}
