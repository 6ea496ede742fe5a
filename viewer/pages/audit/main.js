// @ts-check
/** The page for judges: every finding about a record, the worst first, each with a link into the replay. */
import { Refusal } from "../../device/refusal.js";
import { $, h, write } from "../../kit/dom.js";
import { readLink } from "../common/link.js";
import { fetchTitles } from "../common/load.js";
import { PageFrame } from "../common/page-frame.js";
import { caller } from "../common/service.js";
import { tabPlace, takeToken } from "../common/token/link.js";
import { say } from "./words.js";

/**
 * @typedef {{severity: "high" | "medium" | "low", code: string, entry: number | null, clause: string | null,
 *   says: Record<string, string>, at: string | null, local: string | null, around: [number, number] | null}} Finding
 * @typedef {{record: string, game: string, source: string, status: string, version: number, head_hash: string,
 *   zone: string | null, findings: Finding[]}} Audit As `GET /v1/records/{id}/audit` has it.
 */

const link = readLink(location.search, location.hash);
const { record, api } = link;
let token = link.token;
/** @type {Map<string, Record<string, string>>} */
let titles = new Map();
/** @type {Audit | null} */
let audit = null;
const frame = new PageFrame(say, show, link.lang);
const { t, showMessage } = frame;

/** The address of the replay, with what its fragment says. @param {Record<string, string | number>} shown */
function replay(shown) {
  const query = new URLSearchParams({ record: record ?? "", ...(api ? { api } : {}) });
  const fragment = new URLSearchParams({ lang: frame.lang });
  for (const [key, value] of Object.entries(shown)) fragment.set(key, String(value));
  if (token) fragment.set("t", token);
  return `./?${query}#${fragment}`;
}

/** @param {Finding} finding */
function line(finding) {
  const { severity, entry, clause, says, at, local, around } = finding;
  const utc =
    at &&
    new Date(at)
      .toISOString()
      .replace("T", " ")
      .replace(/\.\d+Z$/, " UTC");
  const when = [...new Set([local, utc])].filter(Boolean).join(" · ");
  const places = [
    entry === null ? null : h("a", { href: replay({ version: entry }) }, t("entry", { entry })),
    clause === null ? null : h("span.clause", clause),
    when ? h("time", when) : null,
  ];
  return h(
    "li",
    { className: severity },
    h("b.severity", t(severity)),
    h("p", says[frame.lang]),
    h("p.quiet", ...places),
    around === null ? null : boards(around),
  );
}

/** The board before and after a change, read when it is opened. @param {[number, number]} around */
function boards(around) {
  const details = h("details", h("summary", t("compare")));
  details.addEventListener(
    "toggle",
    () => {
      const frames = around.map((version, place) => {
        const title = t(place ? "after" : "before", { entry: version });
        return h("figure", h("figcaption", title), h("iframe", { src: replay({ version, embed: 1 }), title }));
      });
      details.append(h("div.boards", ...frames));
    },
    { once: true },
  );
  return details;
}

function show() {
  write($("title"), t("title"));
  document.title = `Movebook: ${t("title")}`;
  write($("replay"), t("replay"));
  write($("verify"), t("verify"));
  write($("print"), t("print"));
  if (!audit) return;
  const { findings, zone } = audit;
  /** @type {[string, string][]} */
  const about = [
    ["record", audit.record],
    ["game", titles.get(audit.game)?.[frame.lang] ?? audit.game],
    ["source", t(audit.source)],
    ["status", t(audit.status)],
    ["times", zone ? t("zone", { zone }) : t("utc")],
    ["head", `${audit.version} · ${audit.head_hash}`],
  ];
  $("about").replaceChildren(...about.flatMap(([key, value]) => [h("dt", t(key)), h("dd", value)]));
  write($("count"), findings.length ? t("count", { count: findings.length }) : t("faultless"));
  $("findings").replaceChildren(...findings.map(line));
  $("replay").href = replay({});
  $("verify").href = replay({}).replace("./", "verify.html");
  $("audit").hidden = false;
}

async function load() {
  if (!record) return showMessage(t("none"));
  token = await takeToken(tabPlace("watch", api ?? "", record), api ?? "", frame.lang, link.token);
  titles = await fetchTitles({ api: api ?? "", token, lang: frame.lang });
  const call = caller(
    api ?? "",
    token,
    () => frame.lang,
    (seconds) => showMessage(t("busy", { seconds })),
  );
  showMessage(t("loading"));
  try {
    audit = await call(`/records/${encodeURIComponent(record)}/audit?lang=en,es`);
  } catch (error) {
    return showMessage(error instanceof Refusal && error.message ? error.message : t("away"));
  }
  showMessage("");
  show();
}

$("print").addEventListener("click", () => print());
show();
void load();
