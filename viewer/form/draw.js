// @ts-check
/** Draws the random components of a set-up on the phone, each at most as often as the box has it. */
import { below } from "../device/random.js";

/** @typedef {import("./shape.js").Domain} Domain */

/** A draw that the rules refuse is drawn anew, up to this many times. */
const MOST_DRAWS = 40;

/** Whether a question is about a drawn field. @param {{path: string} | null} question @param {string[]} drawn */
export const isDrawn = (question, drawn) => question !== null && drawn.includes(question.path.split(".")[0]);

/**
 * Answer all questions about drawn fields.
 * @param {import("./entry.js").Entry} entry
 * @param {string[]} fields The drawn fields.
 * @param {any} box
 * @param {(move: any) => Promise<boolean>} fits Whether the rules accept the draw.
 * @returns {Promise<boolean>} False where the rules accept no draw with what was answered by hand.
 */
export async function draw(entry, fields, box, fits) {
  for (let left = MOST_DRAWS; left; left -= 1) {
    const paths = [];
    let { question, move } = await entry.look();
    const gone = fields.flatMap((name) => move[name] ?? []);
    while (question && isDrawn(question, fields)) {
      paths.push(question.path);
      entry.answer(question.path, valueOf(question.domain, box, gone));
      ({ question, move } = await entry.look());
    }
    if (await fits(move)) return true;
    for (const path of paths) entry.forget(path);
  }
  return false;
}

/**
 * One value, or a list of them.
 * @param {Domain} domain @param {any} box @param {any[]} gone Drawn already; the value is added. @returns {any}
 */
function valueOf(domain, box, gone) {
  const { kind, of, least = 0, low = 0, high = low } = domain;
  if (kind === "list") return Array.from({ length: least }, () => valueOf(of, box, gone));
  /** @type {any[]} */
  const values = kind === "choice" ? of : Array.from({ length: high - low + 1 }, (_, place) => low + place);
  const chances = values.map((value) => {
    const count = countOf(box, value);
    return count === null ? 1 : Math.max(0, count - gone.filter((one) => one === value).length);
  });
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  let rest = below(all || values.length);
  const value = values.find((_, place) => (rest -= all ? chances[place] : 1) < 0);
  gone.push(value);
  return value;
}

/** How many there are of a component, null if the box does not say. @param {any} part @param {any} id @returns {any} */
function countOf(part, id) {
  if (!part || typeof part !== "object") return null;
  if (part.id === id && Number.isInteger(part.count)) return part.count;
  for (const inner of Object.values(part)) {
    const found = countOf(inner, id);
    if (found !== null) return found;
  }
  return null;
}
