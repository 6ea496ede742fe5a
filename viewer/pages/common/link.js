// @ts-check
/** The deep link: what the address says, and how it is written back. */

/**
 * @typedef {{record: string | null, api: string | null, v: string | null, ply: number | null, show: string | null,
 *   eyes: string | null, lang: string | null, token: string | null, embed: boolean, line: Line,
 *   spoilers: boolean | null,
 *   filters: Record<string, string>}} Link `v` and `show` name moves (`name` in an address is `v`, too); `show` is
 *   `table`, `result`, or the place of the report that is shown. `filters` are those of the list of records.
 */
/**
 * @typedef {{version?: string, at?: string}} Line Which line of the record is meant: as of a version, or as of a time;
 *   today's where neither is said.
 */

/** What the list of records can be filtered by, as the API calls it. */
const FILTERS = "text game player league status event round table ref changed_since".split(" ");

/**
 * What an address asks for; the fragment has the last word. A token counts in the fragment only: a query would be sent.
 * @param {string} search With its `?`, or empty. @param {string} hash With its `#`, or empty. @returns {Link}
 */
export function readLink(search, hash) {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const get = (/** @type {string} */ key) => fragment.get(key) || query.get(key) || null;
  const ply = get("ply");
  return {
    record: get("record"),
    api: get("api"),
    v: get("v") ?? get("name"),
    ply: ply !== null && /^\d+$/.test(ply) ? Number(ply) : null,
    show: get("show"),
    eyes: get("eyes"),
    lang: get("lang"),
    token: fragment.get("t") || null,
    embed: /^(1|true|yes)$/.test(get("embed") ?? ""),
    spoilers: get("spoilers") === null ? null : get("spoilers") !== "0",
    line: lineOf(get("version"), get("at")),
    filters: Object.fromEntries(FILTERS.flatMap((key) => (get(key) ? [[key, get(key) ?? ""]] : []))),
  };
}

/** @param {string | null} version @param {string | null} at @returns {Line} */
const lineOf = (version, at) => (version !== null ? { version } : at !== null ? { at } : {});

/**
 * The address of an earlier line, or of today's without its version, at the move that is shown now.
 * @param {{pathname: string, search: string, hash: string}} here @param {Line} line
 * @param {string | null} name The move to show; null for the one in the address.
 */
export function lineAddress({ pathname, search, hash }, line, name = null) {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  for (const key of ["version", "at", ...(name === null ? [] : ["v", "name", "ply"])]) {
    query.delete(key);
    fragment.delete(key);
  }
  fragment.delete("show");
  if (name !== null) fragment.set("v", name);
  for (const [key, value] of Object.entries(line)) fragment.set(key, value);
  return `${pathname}${query.size ? `?${query}` : ""}#${spelled([...fragment])}`;
}

/**
 * The fragment for what is shown; never with a token. What the query says already stays there.
 * @param {string} search
 * @param {{record: string | null, api: string | null, name: string | null, show: string | null, eyes: string,
 *   lang: string, line: Line, spoilers?: boolean | null}} shown `name` is that of the move, null for the empty table;
 *   `show` as in `Link`.
 */
export function writeHash(search, { record, api, name, show, eyes, lang, line, spoilers = null }) {
  const query = new URLSearchParams(search);
  /** @type {[string, string][]} */ const out = [];
  if (record && query.get("record") !== record) out.push(["record", record]);
  if (api && query.get("api") !== api) out.push(["api", api]);
  out.push(name === null ? ["ply", "0"] : ["v", name]);
  if (show) out.push(["show", show]);
  for (const [key, value] of Object.entries(line)) if (query.get(key) !== value) out.push([key, value]);
  if (spoilers !== null && !query.has("spoilers")) out.push(["spoilers", String(Number(spoilers))]);
  out.push(["eyes", eyes], ["lang", lang]);
  return `#${spelled(out)}`;
}

/** The address of a list of records. @param {string | null} api @param {Record<string, string>} filters */
export function listHash(api, filters) {
  const out = Object.entries(filters).filter(([, value]) => value);
  return out.length || api
    ? `#${spelled([...(api ? [/** @type {[string, string]} */ (["api", api])] : []), ...out])}`
    : "";
}

function spelled(/** @type {[string, string][]} */ pairs) {
  // A fragment may have a colon unescaped, and "seat:0" is easier to read.
  const plain = (/** @type {string} */ value) =>
    encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2F", "/");
  return pairs.map(([key, value]) => `${key}=${plain(value)}`).join("&");
}
