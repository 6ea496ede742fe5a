// @ts-check
/** The list of keys, over the page. */
import { $ } from "../kit/dom.js";

/** Show it, or put it away. */
export function toggleHelp() {
  const help = $("help");
  if (help.open) help.close();
  else help.showModal();
}
