// @ts-check
/** Whether results and later moves are hidden: as the address says, else as chosen on this device. */
import { readChoice, storeChoice } from "./storage.js";

/** @param {import("./link.js").Link} link */
export function spoilerFree({ spoilers }) {
  return spoilers === null ? readChoice("spoilers") === "0" : !spoilers;
}

/** @param {boolean} hidden */
export function storeSpoilers(hidden) {
  storeChoice("spoilers", hidden ? "0" : "1");
}
