// @ts-check
/** What the recorder's page knows of Rise of Empires besides its box: how units are called. */
import { namesOfValues } from "../../kit/words.js";
import { WORDS, say } from "./words.js";

export { face, fills, taken } from "./faces.js";

/** What a set-up takes by chance. */
export const draws = { reveal: ["progress", "territory"] };

/** The name of a value that the box has no name for. */
export const name = namesOfValues(WORDS, "good_");

/** A seat's discs left. @param {any} view @param {number} seat @param {import("../../kit/words.js").Language} lang */
export function left(view, seat, lang) {
  const n = view.seats[seat].discs;
  return { text: `${n} ${say(lang, "discs_short", { n })}`, label: say(lang, "discs") };
}
