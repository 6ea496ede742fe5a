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
  const back = h("button.quiet", { onclick: ways.back }, t("back"));
  const below = h("div.ways", back);
  // Only what has a meaning in this game can stand in the record.
  if (problem?.event) {
    const played = h("button.as-played", t("as_played"));
    played.addEventListener("click", () => played.replaceWith(irregular(page, seats, ways)));
    below.append(played);
  }
  return [h("p.refused", { role: "alert" }, words), below];
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
  const record = h(
    "button.record",
    { onclick: () => ways.record({ reason: why.value.trim(), accepted_by: [...accepted].sort() }) },
    t("record_irregular"),
  );
  return h(
    "fieldset.ask.irregular",
    h("label", t("why"), why),
    h("p", t("accepted_by")),
    h("div.options", ...seats),
    record,
  );
}
