// @ts-check
/** The list of keys, over the page. */
import { $ } from "../../kit/dom.js";

/** Show it, or put it away. */
export function toggleHelp() {
  const help = $("help");
  if (help.open) help.close();
  else {
    help.showModal();
    // The button that closes it has the focus, and stands last: with large letters the list would begin out of sight.
    help.scrollTop = 0;
  }
}
