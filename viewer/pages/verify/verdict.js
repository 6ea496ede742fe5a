// @ts-check
/** The verdict on a file, in words. */
import { h } from "../../kit/dom.js";
import { day, moment } from "../../kit/times.js";
import { say } from "./words.js";

/**
 * @param {import("./verify.js").Found} found
 * @param {import("../../kit/words.js").Language} lang
 */
export function verdict({ verdict: name, faults, document, clash }, lang) {
  const { at = "", key = "" } = document?.issued ?? {};
  const blanks = { at: day(lang, String(at)), key: String(key), entry: clash?.version ?? 0 };
  const last = document?.entries?.at?.(-1);
  const counted = { count: document?.entries?.length ?? 0, at: moment(lang, String(last?.at)) };
  return [
    h("p", h("b", say(lang, name === "altered" && clash ? "altered_clash" : name, blanks))),
    ...faults.slice(0, 20).map(({ code, entry }) => h("p", say(lang, code, { entry }))),
    ...(last && !faults.length ? [h("p", say(lang, "entries", counted))] : []),
  ];
}
