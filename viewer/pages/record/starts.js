// @ts-check
/** Where a move begins: each type that may be recorded as a button, and the first question of those that are likely. */
import { labelOf, shapeAt } from "../../form/shape.js";
import { widget } from "../../form/widget.js";
import { h } from "../../kit/dom.js";
import { headed } from "./asking.js";

/**
 * @typedef {import("./recorder-state.js").RecorderState} RecorderState
 * @typedef {import("./recorder-state.js").Offer} Offer
 * @typedef {import("../../form/shape.js").Domain} Domain
 * @typedef {import("../../form/shape.js").Json} Json
 * @typedef {{t: (key: string, blanks?: Record<string, string | number>) => string,
 *   speech: (move?: any) => import("../../form/widget.js").Speech}} Page
 * @typedef {{label: (type: string) => string, begin: (offer: Offer, path?: string, value?: any) => void,
 *   finish: (move: Json, query?: {run?: 1}) => void,
 *   leaving: (offer: Offer, path: string, domain: Domain) => HTMLElement[]}} Hooks `leaving`: the buttons that leave a
 *   first question out.
 */

const LONG = 8; // A first question with more values follows the other types of move.
const FEW = 4; // With at most this many types of move, the first question of each is shown at once.

/**
 * @param {Offer[]} offers Of the seat that moves, and of the table.
 * @param {boolean} alone Whether nobody else may record anything. @param {RecorderState} recorder @param {Page} page
 * @param {Hooks} hooks @param {Readonly<Record<string, any>>} tapped What tapped places answer.
 * @returns {HTMLElement[]}
 */
export function starts(offers, alone, recorder, page, hooks, tapped) {
  const { t } = page;
  if (recorder.awaited) return [h("p", t(recorder.all.length ? "awaited" : "opening"))];
  if (!offers.length) return [h("p", t(recorder.all.length ? "not_yours" : "over"))];
  if (alone && !Object.keys(offers[0].fields).length) {
    const label = hooks.label(offers[0].type);
    const onclick = () => hooks.finish(bare(offers[0]), { run: 1 });
    return [h("button.run.record", { onclick }, label, h("small", t("run")))];
  }
  const over = recorder.view?.phase === "finished"; // To reveal something after the end is optional.
  const likely = offers.length > FEW ? mostUsual(offers, recorder) : null;
  const parts = offers.map((offer) => {
    const asked = !over && (!likely || offer === likely) && !((firstChoice(offer)?.path ?? "") in tapped);
    const first = asked ? inline(offer, recorder, page, hooks) : null;
    return first ?? plain(offer, page, hooks);
  });
  // What one tap does is not looked for below a long list; a place is tapped on the board as well.
  const after = (/** @type {HTMLElement} */ part) =>
    part.querySelector("button.value[data-value^='[']") ? 2 : Number(part.querySelectorAll(".value").length > LONG);
  return parts.sort((one, other) => after(one) - after(other));
}

/** A move with its first question, unless its name holds it. @param {string} what @param {string} first */
function headOf(what, first) {
  return what.toLowerCase().includes(first.toLowerCase()) ? what : `${what}: ${first}`;
}

/** @param {Offer} offer @returns {Json} */
function bare({ type, seat }) {
  return { type, ...(seat === null ? {} : { seat }) };
}

/** A type of move as a button. @param {Offer} offer @param {Page} page @param {Hooks} hooks */
function plain(offer, page, { label, begin, finish }) {
  const { picture } = page.speech(bare(offer)).face(offer.type, null, "type");
  const image = picture ? h("img", { src: picture, alt: "", decoding: "async" }) : null;
  const onclick = () => (Object.keys(offer.fields).length ? begin(offer) : finish(bare(offer)));
  return h("button", { "data-type": offer.type, onclick }, image, label(offer.type));
}

/** The most frequent type, or the first with a choice. @param {Offer[]} offers @param {RecorderState} recorder */
function mostUsual(offers, recorder) {
  const fit = offers.filter(firstChoice);
  const known = recorder.usual("type").find((type) => fit.some((offer) => offer.type === type));
  return fit.find(({ type }) => type === known) ?? fit[0] ?? null;
}

/** The first question of a type of move; null where it is none that a tap answers. @param {Offer} offer */
export function firstChoice({ fields }) {
  const [path, domain] = Object.entries(fields)[0] ?? [];
  if (!path || !domain || domain.kind !== "choice" || domain.of.length < 2) return null;
  return !domain.optional || domain.secret ? { path, domain } : null;
}

/**
 * The first question of a type of move with its name; null where it is no choice.
 * @param {Offer} offer @param {RecorderState} recorder @param {Page} page @param {Hooks} hooks
 */
function inline(offer, recorder, page, { label, begin, leaving }) {
  const first = firstChoice(offer);
  if (!first) return null;
  const { path, domain } = first;
  const { fields } = recorder.game.moves[offer.type];
  const speech = page.speech(bare(offer));
  const made = widget({
    name: path,
    label: headOf(label(offer.type), labelOf(fields, path, speech.lang, String)),
    domain,
    shape: shapeAt(fields, path),
    speech,
    pick: (value) => begin(offer, path, value),
    off: (value) => begin(offer, path, value),
  });
  made.element.dataset.type = offer.type;
  if (domain.optional) headed(made.element, leaving(offer, path, domain));
  return made.element;
}
