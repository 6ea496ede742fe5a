// @ts-check
/**
 * Whether a file is what a trusted service gave out: bytes, chain, seals, signature. States are not replayed here; the
 * command line does that. Works over plain HTTP, where browsers hide WebCrypto.
 */
import { hashes, verify as verifies } from "../../vendor/noble-ed25519.js";
import { sha256, sha512 } from "../../vendor/noble-hashes.js";

hashes.sha512 = sha512;

/**
 * @typedef {{key: string, public: string, until: string | null}} Key A key that somebody trusts.
 * @typedef {{verdict: "genuine" | "altered" | "unsigned" | "unknown_key" | "two_statements" | "restored", faults:
 *   {entry: number, code: string}[], document: any, clash: any}} Found `faults`: what is not what a service wrote.
 */

const encoder = new TextEncoder();

/** Canonical JSON: sorted, compact. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/** @param {string | Uint8Array} value */
export function hash(value) {
  const raw = sha256(typeof value === "string" ? encoder.encode(value) : value);
  return [...raw].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of base64url in its only spelling; null for any other text. @param {any} text @param {number} size */
export function bytesOf(text, size) {
  if (typeof text !== "string" || !/^[\w-]+$/.test(text)) return null;
  try {
    const raw = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return raw.length === size && base64url(raw) === text ? raw : null;
  } catch {
    return null;
  }
}

/** @param {Uint8Array} raw */
function base64url(raw) {
  return btoa(String.fromCharCode(...raw))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/**
 * The key that a text names: a C2SP verifier key, or a public half; null for any other text.
 * @param {string} text @returns {Key | null}
 */
export function keyIn(text) {
  const [, verifier] = /\+(A[\w+/]{43})$/.exec(text.trim()) ?? [];
  const known = verifier
    ? base64url(Uint8Array.from(atob(verifier), (one) => one.charCodeAt(0)).slice(1))
    : text.trim();
  const raw = bytesOf(known, 32);
  return raw && { key: hash(raw), public: known, until: null };
}

/** The exported file in a saved page; any other text unchanged. @param {string} text */
export function fileIn(text) {
  const found = /<script type="application\/json" id="movebook-record">(".*?")<\/script>/s.exec(text);
  return found && text.trimStart().startsWith("<") ? String(JSON.parse(found[1])) : text;
}

/** @param {Key} key @param {any} document @param {any} signature */
function signed(key, document, signature) {
  const [raw, known] = [bytesOf(signature, 64), bytesOf(key.public, 32)];
  if (!raw || !known || hash(known) !== key.key) return false;
  try {
    return verifies(raw, encoder.encode(canonical(document)), known, { zip215: false });
  } catch {
    return false;
  }
}

/** @param {Key[]} keys @param {any} id @param {any} at */
function keyOf(keys, id, at) {
  return keys.find((one) => one.key === id && (one.until === null || (typeof at === "string" && at <= one.until)));
}

/** Whether a trusted key signed a statement. @param {any} statement @param {Key[]} keys */
export function isTrusted(statement, keys) {
  const { signature, ...bare } = statement ?? {};
  const key = keyOf(keys, bare.key, bare.at);
  return bare.format === "movebook-statement@1" && key !== undefined && signed(key, bare, signature);
}

/** Whether a restore explains that two differ. @param {any} one @param {any} other Each with `origin` and `at`. */
export function isExplained(one, other) {
  const chains = [one.origin, other.origin];
  let apart = 0;
  while (chains.every((each) => each.length > apart) && canonical(chains[0][apart]) === canonical(chains[1][apart]))
    apart += 1;
  const parted = chains.filter((each) => each.length > apart).map((each) => each[apart].restored);
  if (!apart || !parted.length || parted.includes(null)) return false;
  return [one.at, other.at].sort()[0] > parted.sort()[0];
}

/** The text of each member of the outermost object. @param {string} text @returns {Map<string, string>} */
function members(text) {
  const found = new Map();
  let [at, depth, from, key] = [1, 0, 1, ""];
  while (at < text.length - 1) {
    const sign = text[at];
    if (sign === '"') {
      const start = at;
      for (at += 1; text[at] !== '"'; at += text[at] === "\\" ? 2 : 1) if (at >= text.length) return found;
      if (!depth && from === start && !key) [key, from] = [JSON.parse(text.slice(start, at + 1)), at + 2];
    } else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === "," && !depth) {
      found.set(key, text.slice(from, at));
      [key, from] = ["", at + 1];
    }
    at += 1;
  }
  if (key) found.set(key, text.slice(from, text.length - 1));
  return found;
}

/** What is wrong in the chain and the seals. @param {any} document @returns {{entry: number, code: string}[]} */
function inside(document) {
  const faults = [];
  let [prev, at] = ["", ""];
  for (const [place, entry] of document.entries.entries()) {
    const { hash: own, ...bare } = entry;
    const good = entry.version === place + 1 && entry.prev === prev && hash(canonical(bare)) === own && entry.at >= at;
    if (!good) faults.push({ entry: place + 1, code: "chain" });
    [prev, at] = [own, entry.at];
  }
  for (const part of ["secrets", "opened"])
    for (const [version, facts] of Object.entries(document[part]))
      for (const [name, { salt, value }] of Object.entries(facts)) {
        const raw = bytesOf(salt, 16);
        const text = encoder.encode(canonical(value));
        const sealed = raw && base64url(sha256(new Uint8Array([...raw, ...text])));
        if (!sealed || document.entries[Number(version) - 1]?.seals?.[name] !== sealed)
          faults.push({ entry: Number(version), code: "seal" });
      }
  return faults;
}

/**
 * The verdict on a file.
 * @param {string} raw @param {Key[]} keys Trusted from elsewhere. @param {any[]} [statements] Stored statements.
 * @returns {Found}
 */
export function verify(raw, keys, statements = []) {
  /** @type {any} */
  let document = null;
  try {
    document = JSON.parse(raw);
    return judge(raw.replace(/^\uFEFF/, ""), document, keys, statements);
  } catch {
    return { verdict: "altered", faults: [{ entry: 0, code: "form" }], document, clash: null };
  }
}

/** @param {string} raw @param {any} document @param {Key[]} keys @param {any[]} statements @returns {Found} */
function judge(raw, document, keys, statements) {
  const spans = members(raw.replace(/\n$/, ""));
  const last = document.entries[document.entries.length - 1];
  const faults = inside(document);
  const opening = document.entries[0].body;
  if (
    document.format !== "movebook-record" ||
    ![2, 3].includes(document.format_version) ||
    opening.record !== document.record
  )
    faults.push({ entry: 0, code: "form" });
  const boxes = [spans.get("box") ?? "", ...(document.boxes ?? []).map(canonical)];
  if (hash(boxes[0]) !== opening.box) faults.push({ entry: 1, code: "box" });
  const covered = [...spans]
    .filter(([name]) => name !== "digest" && name !== "issued")
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = hash(`{${covered.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`);
  if ("digest" in document && document.digest !== digest) faults.push({ entry: 0, code: "digest" });
  const { issued, statement } = document;
  /** @type {Found["verdict"]} */
  let verdict = "unsigned";
  if (issued !== undefined) {
    const key = keyOf(keys, issued?.key, issued?.at);
    verdict = key ? "genuine" : "unknown_key";
    const mark = { format: "movebook-file@1", at: issued?.at, key: issued?.key, digest };
    const names = [statement?.record, statement?.version, statement?.head, statement?.key];
    const fits = names.join() === [document.record, last.version, last.hash, issued?.key].join();
    const form =
      Object.keys(issued ?? {})
        .sort()
        .join() === "at,key,signature" && "digest" in document;
    if (key && !(form && fits && signed(key, mark, issued.signature) && isTrusted(statement, keys)))
      faults.push({ entry: 0, code: "signature" });
    const spelled = [...spans].filter(([name]) => name !== "box" && name !== "boxes");
    const exact = spelled.every(([name, text]) => canonical(document[name]) === text) && ordered(raw, spans);
    if (key && !exact) faults.push({ entry: 0, code: "spelling" });
  }
  const mine = statements.filter((one) => one.record === document.record && isTrusted(one, keys));
  const clashes = mine.filter(
    ({ version, head }) => version > 0 && (document.entries[version - 1]?.hash ?? head) !== head,
  );
  if (faults.length) return { verdict: "altered", faults, document, clash: null };
  if (clashes.length && verdict !== "genuine") return { verdict: "altered", faults, document, clash: clashes[0] };
  const explained = (/** @type {any} */ one) =>
    isExplained({ origin: statement.origin, at: document.entries[one.version - 1].at }, one);
  const clash = clashes.find((one) => !explained(one)) ?? clashes[0] ?? null;
  if (clash) verdict = explained(clash) ? "restored" : "two_statements";
  return { verdict, faults, document, clash };
}

/**
 * Whether a file is its members in their order, and nothing else.
 * @param {string} raw
 * @param {Map<string, string>} spans
 */
function ordered(raw, spans) {
  const names = [...spans.keys()].filter((name) => name !== "box" && name !== "boxes").sort();
  const all = [...names, "box", ...(spans.has("boxes") ? ["boxes"] : [])];
  const text = all.map((name) => `${JSON.stringify(name)}:${spans.get(name)}`).join(",");
  return raw === `{${text}}\n`;
}
