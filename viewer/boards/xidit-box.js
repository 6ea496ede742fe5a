// @ts-check
/** The address that pages and packages load; the code is in the game's folder. */
export * from "./xidit/box.js";
