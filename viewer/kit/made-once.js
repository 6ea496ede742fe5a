// @ts-check
/** What is made once and found again: by an object such as a box, or by the element that it is drawn into. */
import { modeOf } from "./card.js";

/** @import { Context } from "./board.js" */

/**
 * Make something of an object once: the world of a box.
 * @template T
 * @param {(of: any, ...wishes: any[]) => T} make `wishes` count the first time alone.
 * @returns {(of: any, ...wishes: any[]) => T}
 */
export function perObject(make) {
  /** @type {WeakMap<object, {it: T}>} */ const all = new WeakMap();
  return (of, ...wishes) => {
    let made = all.get(of);
    if (!made) all.set(of, (made = { it: make(of, ...wishes) }));
    return made.it;
  };
}

/**
 * Lay a part out once in an element, and anew for other people, another language, box or size of the table.
 * @template T
 * @param {(el: HTMLElement, context: Context, position: any) => T} lay
 * @param {(position: any) => unknown} [sizeOf] What else a layout hangs on.
 * @returns {(el: HTMLElement, context: Context, position: any) => T}
 */
export function perElement(lay, sizeOf = () => null) {
  /** @type {WeakMap<HTMLElement, {mode: string, box: any, size: unknown, it: T}>} */ const all = new WeakMap();
  return (el, context, position) => {
    const [mode, { box }, size] = [modeOf(context), context, sizeOf(position)];
    let made = all.get(el);
    if (made?.mode !== mode || made.box !== box || made.size !== size)
      all.set(el, (made = { mode, box, size, it: lay(el, context, position) }));
    return made.it;
  };
}

/** Whether values differ from the last ones. @param {{shown: unknown[]}} part @param {unknown[]} wanted */
export function differs(part, wanted) {
  const other = wanted.some((one, at) => one !== part.shown[at]);
  if (other) part.shown = wanted;
  return other;
}

/** Rows by their ids. @param {any[]} rows @returns {Map<string, any>} */
export const byId = (rows) => new Map(rows.map((row) => [row.id, row]));
