// @ts-check
/** The page that verifies files, also without a network: with the key that this service gave before. */
import { Refusal } from "../../device/refusal.js";
import { $, h, write } from "../../kit/dom.js";
import { readLink } from "../common/link.js";
import { PageFrame } from "../common/page-frame.js";
import { caller } from "../common/service.js";
import { readChoice, storeChoice } from "../common/storage.js";
import { verify } from "./verify.js";
import { say } from "./words.js";

/** @import { Found, Key } from "./verify.js" */

const { record, token } = readLink(location.search, location.hash);
/** The keys of the service that this page comes from. @type {Key[]} */
let keys = [];
/** @type {Found | null} */
let found = null;
let problem = "";
const frame = new PageFrame(say, show);
const { t } = frame;
const call = caller(
  "",
  token,
  () => frame.lang,
  () => {},
);

function show() {
  for (const key of ["title", "how", "replayed"]) write($(key), t(key));
  write($("file-label"), t("file"));
  write($("statements-label"), t("statements"));
  const present = keys.find(({ until }) => until === null);
  write($("trusted"), present ? t("key", { key: present.key }) : t("no_key"));
  $("message").hidden = !problem;
  write($("message"), problem);
  $("verdict").hidden = !found;
  if (!found) return;
  const { verdict, faults, document, clash } = found;
  const entry = clash?.version ?? 0;
  const blanks = { at: document?.issued?.at ?? "", key: document?.issued?.key ?? "", entry };
  const last = document?.entries?.at?.(-1);
  $("verdict").className = verdict;
  $("verdict").replaceChildren(
    h("p", h("b", t(verdict === "altered" && clash ? "altered_clash" : verdict, blanks))),
    ...faults.slice(0, 20).map(({ code, entry: at }) => h("p", t(code, { entry: at }))),
    ...(last && !faults.length ? [h("p", t("entries", { count: document.entries.length, at: last.at }))] : []),
  );
}

/** Every statement in JSON or JSON lines. @param {string} text @returns {any[]} */
function statementsIn(text) {
  /** @type {any[]} */
  const out = [];
  /** @param {any} value */
  const look = (value) => {
    if (value === null || typeof value !== "object") return;
    if (value.format === "movebook-statement@1") out.push(value);
    else Object.values(value).forEach(look);
  };
  for (const line of [text, ...text.split("\n")])
    try {
      look(JSON.parse(line));
      if (line === text) break;
    } catch {
      // A line that is none.
    }
  return out;
}

/** @param {string} raw */
async function check(raw) {
  write($("said"), t("checking"));
  const kept = await Promise.all([...$("statements").files].map((/** @type {File} */ one) => one.text()));
  found = verify(raw, keys, kept.flatMap(statementsIn));
  write($("said"), t(found.verdict, { at: "", key: "", entry: 0 }));
  show();
}

async function changed() {
  const [file] = $("file").files;
  if (file) await check(await file.text());
}

async function load() {
  const known = readChoice("keys");
  try {
    const answer = await call("/key");
    keys = [...answer.former, { ...answer, until: null }].map(({ key, public: half, until }) => ({
      key,
      public: half,
      until,
    }));
    storeChoice("keys", JSON.stringify(keys));
  } catch {
    keys = known ? JSON.parse(known) : [];
  }
  show();
  if (!record) return;
  try {
    const bearer = token ? { Authorization: `Bearer ${token}` } : undefined;
    const answer = await fetch(`/v1/records/${encodeURIComponent(record)}/export`, {
      headers: bearer,
      credentials: "omit",
    });
    if (answer.ok) return await check(await answer.text());
    problem = (await answer.json()).detail ?? t("away");
  } catch (error) {
    problem = error instanceof Refusal ? error.message : t("away");
  }
  show();
}

for (const id of ["file", "statements"]) $(id).addEventListener("change", () => void changed());
show();
void load();
