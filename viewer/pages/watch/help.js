// @ts-check
/** Help over the page: the signs of the board, and the keys unless the pointer is a finger. */
import { $, h, write } from "../../kit/dom.js";
import { text } from "../common/texts.js";

/** Show or hide it. @param {import("./screen.js").Screen} [screen] What is shown, if it is a game. */
export function toggleHelp(screen) {
  const help = $("help");
  if (screen) fillSigns(screen);
  if (help.open) help.close();
  else {
    help.showModal();
    // The button that closes it has the focus, and stands last: with large letters the list would begin out of sight.
    help.scrollTop = 0;
  }
}

function fillSigns(/** @type {import("./screen.js").Screen} */ screen) {
  const { board, store, lang } = screen;
  const touch = matchMedia("(pointer: coarse)").matches;
  const signs = board && store ? (board.legend?.(screen.context(false, false, screen.ply)) ?? []) : [];
  write($("help-title"), text(lang, !signs.length ? "help_title" : touch ? "legend_title" : "help"));
  $("help-legend").replaceChildren(...signs.flatMap(([picture, words]) => [h("dt", picture), h("dd", words)]));
  $("help-keys").hidden = touch && signs.length > 0;
}
