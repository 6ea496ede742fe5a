// @ts-check
/** Times in English and Spanish. */

/** @import { Language } from "./words.js" */

/** @param {Language} lang @param {string} time Any other text stays. @param {Intl.DateTimeFormatOptions} options */
function spelled(lang, time, options) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(lang === "es" ? "es" : "en-GB", options).format(date);
}

/** A time as people write it. @param {Language} lang @param {string} time RFC 3339. */
export const moment = (lang, time) => spelled(lang, time, { dateStyle: "medium", timeStyle: "short" });

/** A day. @param {Language} lang @param {string} date `2026-11-21`, or a time (RFC 3339): the day that it is here. */
export function day(lang, date) {
  const timeZone = /^\d{4}-\d{2}-\d{2}$/.test(date) ? "UTC" : undefined;
  return spelled(lang, date, { dateStyle: "medium", timeZone });
}
