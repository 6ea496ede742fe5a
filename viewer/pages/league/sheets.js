// @ts-check
/** The links to a table as QR codes: one for who records and one a seat, on the screen and on paper. */
import { badge } from "../../kit/badge.js";
import { h } from "../../kit/dom.js";
import { titleOf } from "../../kit/words.js";
import { HERE, qr } from "../pair/sheet.js";
import { tableOf, whoOf } from "./tables.js";
import { say } from "./words.js";

/**
 * @typedef {import("../../kit/words.js").Language} Language
 * @typedef {{record: string, links: {seats?: (string | null)[], record?: string | null, judge?: string | null}}} Linked
 * @typedef {{who: string, link: string | null, seat: any}} Code `seat`: null for the recorder's and the judge's.
 */

/** A link as other phones reach it: with this page's host, if its own is local. @param {string} link */
function reachable(link) {
  const { hostname, pathname, search, hash } = new URL(link);
  if (!HERE.includes(hostname) || HERE.includes(location.hostname)) return link;
  return new URL(`${pathname.split("/").at(-1)}${search}${hash}`, location.href.replace(/[?#].*/, "")).href;
}

/** Whether a link leads no other phone anywhere. @param {string | null} link */
export const leadsHere = (link) => link !== null && HERE.includes(new URL(link).hostname);

/** The codes of a table. @param {any} one A summary. @param {Linked} linked @param {Language} lang @returns {Code[]} */
export function codesOf(one, { links }, lang) {
  const sent = (/** @type {string | null | undefined} */ link) => (link ? reachable(link) : null);
  const codes = [{ who: say(lang, "recorder"), link: sent(links.record), seat: null }];
  for (const seat of one.seats) codes.push({ who: whoOf(seat, one, lang), link: sent(links.seats?.[seat.seat]), seat });
  if ("judge" in links) codes.push({ who: say(lang, "a_judge"), link: sent(links.judge), seat: null });
  return codes;
}

/** Cards to be cut out. @param {{one: any, linked: Linked}[]} tables @param {string} league @param {Language} lang */
export const cards = (tables, league, lang) =>
  tables.flatMap(({ one, linked }) =>
    codesOf(one, linked, lang).flatMap(({ who, link, seat }) => {
      if (!link) return [];
      const table = tableOf(one, lang);
      const place = [one.occasion.event, one.occasion.round && `${say(lang, "round")} ${one.occasion.round}`];
      return h(
        "article",
        qr(link, say(lang, "picture", { who, table })),
        h(
          "div",
          h("h2", table),
          h("p.who", seat ? badge(seat.colour) : null, h("b", who)),
          h("p", titleOf(one.game)),
          h("p", [league, ...place].filter(Boolean).join(" · ")),
          h("p", say(lang, "how")),
        ),
      );
    }),
  );
