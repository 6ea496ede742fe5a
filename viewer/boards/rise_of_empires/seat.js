// @ts-check
/** What the recorder's page knows of Rise of Empires besides its box: how units are called. */
import { namesOfValues } from "../../kit/words.js";
import { WORDS } from "./words.js";

export { face, fills, taken } from "./faces.js";

/** The name of a value that the box has no name for. */
export const name = namesOfValues(WORDS, "good_");
