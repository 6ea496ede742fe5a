// @ts-check
/** Where this phone goes on with a record of its own. */
import { tabPlace } from "../common/token/link.js";

/** @import { Own } from "../../device/queue.js" */

/** The page of a record, without its token. @param {Own} own */
export function pageOf(own) {
  const query = new URLSearchParams({ record: own.record ?? "" });
  if (own.role === "seat") return `seat.html?${query}`;
  return own.role === "reader" ? `./?${query}` : `record.html?own=${own.own}`;
}

/**
 * The same for a tap: with the token behind it where the page cannot read it from this phone. The page takes it out of
 * the address at once.
 * @param {Own} own @param {import("../../device/database.js").Lasting} lasting How long this phone keeps the row.
 */
export function wayTo(own, lasting) {
  // A tap on this row says whose access is meant: nobody is asked about what the tab had before.
  if (own.token) tabPlace(own.role === "reader" ? "watch" : "page", own.api, own.record).keep(own.token);
  if (own.role === "seat" || own.role === "reader") return `${pageOf(own)}#t=${own.token}`;
  return lasting === "memory" ? `record.html?record=${own.record}#t=${own.token}` : pageOf(own);
}
