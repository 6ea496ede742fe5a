// @ts-check
/** Times in English and Spanish. */

/**
 * A time as people write it.
 * @param {import("./words.js").Language} lang
 * @param {string} time RFC 3339.
 */
export function moment(lang, time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(lang === "es" ? "es" : "en-GB", { dateStyle: "medium", timeStyle: "short" }).format(
    date,
  );
}
