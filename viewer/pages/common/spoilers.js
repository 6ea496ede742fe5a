// @ts-check
/** Whether results and later moves are hidden: as the address says, else as chosen on this device. */
import { readChoice, storeChoice } from "./storage.js";

export function spoilerFree(/** @type {import("./link.js").Link} */ { spoilers }) {
  return spoilers === null ? readChoice("spoilers") === "0" : !spoilers;
}

export function storeSpoilers(/** @type {boolean} */ hidden) {
  storeChoice("spoilers", hidden ? "0" : "1");
}
