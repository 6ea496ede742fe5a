// @ts-check
/** The tiles of a box of Kingdoms. */
import { picture } from "../../kit/index.js";
import { tileImage } from "./art.js";

export const title = { en: "Kingdoms", es: "Kingdoms" };
export const sheets = ["kingdoms/style.css"];

export const fits = (/** @type {any} */ box) => Array.isArray(box?.kinds) && Boolean(box?.castles);

/** The tile of a row. @param {string} _table @param {any} row */
export const rowPicture = (_table, { id, value }) => picture(tileImage(id, value || null), "");
