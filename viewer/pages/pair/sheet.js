// @ts-check
/** The sheet with a code: as a picture to be scanned, in letters to be typed, until it is claimed or over. */
import { $, dialogOf, h, s, write } from "../../kit/dom.js";
import { encodeQR } from "../../vendor/qr.js";
import { say } from "./words.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @typedef {{code: string, expires_at: string, scope: string, seat: number | null, page: string | null}} Code `page`:
 *   where codes are claimed, as the service knows it.
 */

/** Names of this machine that lead nowhere else. */
export const HERE = ["localhost", "127.0.0.1", "[::1]"];

const QUIET = 4; // Quiet zone that readers need around a QR code (modules).

/** A dark-on-light QR code. @param {string} text @param {string} label What it is, for those who do not see it. */
export function qr(text, label) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1Z`] : []))).join("");
  return s(
    "svg",
    { viewBox: `0 0 ${rows.length} ${rows.length}`, class: "qr", role: "img", "aria-label": label },
    s("path", { d: `M0 0h${rows.length}v${rows.length}h-${rows.length}Z`, fill: "#fff" }),
    s("path", { d: path, fill: "#000", "shape-rendering": "crispEdges" }),
  );
}

/** A sheet for a page that has none of its own. @param {string} close What its button says. */
export function newSheet(close) {
  const button = h("button.plain", close);
  const sheet = dialogOf(
    "sheet",
    "",
    h("div", { id: "picture" }),
    h("p", { id: "sheet-code" }),
    h("p", { id: "sheet-how" }),
    h("p", { id: "sheet-time" }),
    button,
  );
  button.addEventListener("click", () => sheet.close());
  return sheet;
}

/** Where a code is typed: as this browser reached the service, or as that knows it. @param {string | null} known */
export function claimPage(known) {
  const own = new URL("pair.html", location.href.replace(/[?#].*/, "")).href;
  return HERE.includes(location.hostname) ? (known ?? own) : own;
}

/** Whether other phones find no way by the address of the page. @param {string | null} known */
export const leadsHere = (known) => HERE.includes(location.hostname) && known === null;

/** Show a code. @param {Code} code @param {string} who Its seat; empty for a recorder. @param {Language} lang */
export function showCode(code, who, lang) {
  const address = claimPage(code.page);
  write($("sheet-title"), who ? say(lang, "sheet_seat", { who }) : say(lang, "sheet_recorder"));
  $("picture").replaceChildren(
    qr(`${address}#c=${code.code.replace("-", "")}`, say(lang, "picture", { code: code.code })),
  );
  write($("sheet-code"), code.code);
  write($("sheet-how"), say(lang, "sheet_how", { address: address.replace(/^https?:\/\//, "") }));
  showTime(code, lang);
}

/** How long a code is good; whether it is at all. @param {Code} code @param {Language} lang */
export function showTime(code, lang) {
  const left = Date.parse(code.expires_at) - Date.now();
  const minutes = Math.ceil(left / 60000);
  write($("sheet-time"), left > 0 ? say(lang, "sheet_time", { minutes }) : say(lang, "sheet_over"));
  return left > 0;
}
