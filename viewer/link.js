// @ts-check
/** The deep link: what the address says, and how it is written back. */

/**
 * @typedef {{record: string | null, api: string | null, v: string | null, ply: number | null, eyes: string | null,
 *   lang: string | null, token: string | null, embed: boolean}} Link
 */

/**
 * What an address asks for; the fragment has the last word. A token counts in the fragment only: a query would be sent.
 * @param {string} search With its `?`, or empty.
 * @param {string} hash With its `#`, or empty.
 * @returns {Link}
 */
export function readLink(search, hash) {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  /** @param {string} key */
  const get = (key) => fragment.get(key) || query.get(key) || null;
  const ply = get("ply");
  return {
    record: get("record"),
    api: get("api"),
    v: get("v"),
    ply: ply !== null && /^\d+$/.test(ply) ? Number(ply) : null,
    eyes: get("eyes"),
    lang: get("lang"),
    token: fragment.get("t") || null,
    embed: /^(1|true|yes)$/.test(get("embed") ?? ""),
  };
}

/**
 * The fragment for what is shown; never with a token. What the query says already stays there.
 * @param {string} search
 * @param {{record: string | null, api: string | null, name: string | null, eyes: string, lang: string}} shown `name` is that
 *   of the move, null for the empty table.
 */
export function writeHash(search, shown) {
  const query = new URLSearchParams(search);
  const out = [];
  if (shown.record && query.get("record") !== shown.record) out.push(["record", shown.record]);
  if (shown.api && query.get("api") !== shown.api) out.push(["api", shown.api]);
  out.push(shown.name === null ? ["ply", "0"] : ["v", shown.name], ["eyes", shown.eyes], ["lang", shown.lang]);
  // A colon may stand in a fragment as it is, and "seat:0" is easier to read.
  return `#${out.map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2F", "/")}`).join("&")}`;
}
