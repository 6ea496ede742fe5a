// @ts-check
/** The page that verifies files, also without a network: with the key that this service gave before. */
import { Refusal } from "../../device/refusal.js";
import { $, h, write } from "../../kit/dom.js";
import { readLink } from "../common/link.js";
import { PageFrame } from "../common/page-frame.js";
import { caller } from "../common/service.js";
import { readChoice, storeChoice } from "../common/storage.js";
import { tabPlace, takeToken } from "../common/token/link.js";
import { verdict } from "./verdict.js";
import { fileIn, keyIn, verify } from "./verify.js";
import { say } from "./words.js";

/** @import { Found, Key } from "./verify.js" */

const link = readLink(location.search, location.hash);
const { record } = link;
const api = (link.api ?? "").replace(/\/+$/, "");
/** The keys of the service that this page comes from. @type {Key[]} */
let keys = [];
/** @type {Found | null} */
let found = null;
let problem = "";
let saved = false;
/** The text of the file. */
let raw = "";
const frame = new PageFrame(say, show, link.lang);
const { t } = frame;
const call = caller(
  "",
  null,
  () => frame.lang,
  () => {},
);

function show() {
  for (const key of ["title", "how", "replayed"]) write($(key), t(key));
  write($("file-label"), t("file"));
  write($("statements-label"), t("statements"));
  write($("key-label"), t("key_other"));
  const present = keys.find(({ until }) => until === null);
  write($("trusted"), present ? t("key", { key: present.public }) : t("no_key"));
  $("message").hidden = !problem;
  write($("message"), problem);
  $("verdict").hidden = !found;
  if (!found) return;
  $("verdict").className = found.verdict;
  $("verdict").replaceChildren(...verdict(found, frame.lang), ...(saved ? [h("p", t("page"))] : []));
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

async function check() {
  if (!raw) return;
  found = null;
  problem = t("checking");
  show();
  await new Promise((drawn) => setTimeout(drawn, 50)); // a large file takes a phone some seconds
  const kept = await Promise.all([...$("statements").files].map((/** @type {File} */ one) => one.text()));
  const other = keyIn($("key").value);
  found = verify(raw, other ? [...keys, other] : keys, kept.flatMap(statementsIn));
  problem = $("key").value.trim() && !other ? t("no_such_key") : "";
  write($("said"), t(found.verdict, { at: "", key: "", entry: 0 }));
  show();
}

async function changed() {
  const [file] = $("file").files;
  if (file) {
    const text = await file.text();
    raw = fileIn(text);
    saved = raw !== text;
  }
  await check();
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
    const token = await takeToken(tabPlace("watch", api, record), api, frame.lang, link.token);
    const bearer = token ? { Authorization: `Bearer ${token}` } : undefined;
    const answer = await fetch(`${api}/v1/records/${encodeURIComponent(record)}/export`, {
      headers: bearer,
      credentials: "omit",
    });
    if (answer.ok) {
      raw = await answer.text();
      return await check();
    }
    problem = (await answer.json()).detail ?? t("away");
  } catch (error) {
    problem = error instanceof Refusal ? error.message : t("away");
  }
  show();
}

for (const id of ["file", "statements", "key"]) $(id).addEventListener("change", () => void changed());
show();
void load();
