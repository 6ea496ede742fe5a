// @ts-check
/** What the rules refuse: by which clause, and how it is recorded where the table played it all the same. */
import { h } from "../../kit/dom.js";

/**
 * @typedef {{t: (key: string, blanks?: Record<string, string | number>) => string, seatName: (seat: number) => string,
 *   why: (problem: any) => string}} Page
 * @typedef {{back: () => void, record: (irregular: {reason: string, accepted_by: number[]}) => void}} Ways
 */

/**
 * @param {any} problem Of the service. @param {Page} page @param {number} seats How many sit there. @param {Ways} ways
 * @returns {HTMLElement[]}
 */
export function refusal(problem, page, seats, ways) {
  const { t } = page;
  const why = page.why(problem);
  const words = problem?.rule ? t("refused_by", { rule: problem.rule, why }) : t("refused_plain", { why });
  const back = h("button", { className: "quiet" }, t("back"));
  back.addEventListener("click", ways.back);
  const below = h("div", { className: "ways" }, back);
  // Only what has a meaning in this game can stand in the record.
  if (problem?.event) {
    const played = h("button", { className: "as-played" }, t("as_played"));
    played.addEventListener("click", () => played.replaceWith(irregular(page, seats, ways)));
    below.append(played);
  }
  return [h("p", { className: "refused", role: "alert" }, words), below];
}

/**
 * Why the table played what the rules refuse, and who accepted it.
 * @param {Pick<Page, "t" | "seatName">} page @param {number} count Of seats. @param {Pick<Ways, "record">} ways
 */
export function irregular({ t, seatName }, count, ways) {
  const why = h("input", { type: "text", maxLength: 2000 });
  /** @type {Set<number>} */ const accepted = new Set();
  const seats = Array.from({ length: count }, (_, seat) => {
    const button = h("button", { "aria-pressed": "false" }, seatName(seat));
    button.addEventListener("click", () => {
      if (!accepted.delete(seat)) accepted.add(seat);
      button.setAttribute("aria-pressed", String(accepted.has(seat)));
    });
    return button;
  });
  const record = h("button", { className: "record" }, t("record_irregular"));
  record.addEventListener("click", () => ways.record({ reason: why.value.trim(), accepted_by: [...accepted].sort() }));
  return h(
    "fieldset",
    { className: "ask irregular" },
    h("label", null, t("why"), why),
    h("p", null, t("accepted_by")),
    h("div", { className: "options" }, ...seats),
    record,
  );
}
