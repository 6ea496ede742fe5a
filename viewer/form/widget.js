// @ts-check
/** One widget for each kind of domain: every value a button of its own wherever values can be counted. */
import { choice } from "./choice.js";
import { flag, free, number } from "./plain.js";
import { group, list, map } from "./nested.js";
import { narrowed } from "./shape.js";

/**
 * @import { Domain, Shape } from "./shape.js"
 * @typedef {object} Speech What a widget says, and what pictures it shows.
 * @property {import("../kit/words.js").Language} lang
 * @property {(key: string, blanks?: Record<string, string | number>) => string} text
 * @property {(value: any, shape: Shape | null, field?: string) => import("../kit/faces.js").Face} face Of a value of a
 *   field; of none, of a key of a map.
 * @property {number} seats How many sit at the table.
 *
 * @typedef {object} Ask What a widget asks for.
 * @property {string} name The field, as moves call it.
 * @property {string} label
 * @property {Domain} domain
 * @property {Shape | null} shape As its game declares the field; null where it declares none.
 * @property {any} [value] What was answered before; undefined where nothing was.
 * @property {Speech} speech
 * @property {(value: any) => void} pick Called with each whole answer; undefined where it is not whole any more.
 * @property {boolean} [inside] It is one of several fields that are answered together: then every change is reported,
 *   and no button of its own says that this is all.
 * @property {(part: any) => void} [keep] Called with every change of what is not whole yet, so that it can be shown
 *   again as a `value`.
 * @property {((value: any) => void)} [off] Called with a value that is not on offer, after a long press or in the mode
 *   for them; without it there are none.
 *
 * @typedef {{element: HTMLElement, focus: () => void, mark?: (value: any) => void}} Widget `mark` shows which value is
 *   chosen, where the widget is one row of values.
 *
 * @typedef {(ask: Ask) => Widget} Maker
 */

/** @type {Record<string, (ask: Ask, widget: Maker) => Widget>} */
const KINDS = { choice, range: number, flag, free, list, map, group };

/** The widget of a domain. @param {Ask} ask @returns {Widget} @throws {Error} Nobody has drawn this kind yet. */
export function widget(ask) {
  const domain = narrowed(ask.domain, ask.shape, ask.speech.seats);
  const make = KINDS[domain.kind];
  if (!make) throw new Error(`no widget for a domain of the kind ${domain.kind}`);
  return make({ ...ask, domain }, widget);
}
