// @ts-check
/** Covers of the listed games and their positions, drawn small by their boards, each once it comes into sight. */
import { h } from "../../kit/dom.js";
import { picture } from "../../kit/picture.js";
import { localized } from "../../kit/words.js";
import { loadBoard } from "../common/boards.js";
import { headersOf } from "../common/load.js";
import { colourWord } from "../common/texts.js";

/**
 * @import { Language } from "../../kit/words.js"
 * @typedef {{one: any, api: string, token: string | null, lang: Language, veiled: boolean}} Wanted `veiled`: the
 *   position would give the end away.
 */

const WIDE = 620; // Width at which a board is drawn before it is scaled down (px).

/** @type {Map<string, Promise<any>>} Answers that never change, by address. */
const boxes = new Map();

export class Pictures {
  constructor() {
    /** @type {Map<Element, Wanted>} */ this.wanted = new Map();
    this.busy = Promise.resolve();
    this.sight = new IntersectionObserver((sights) => {
      for (const { target, isIntersecting } of sights) {
        const wanted = this.wanted.get(target);
        if (!isIntersecting || !wanted) continue;
        this.wanted.delete(target);
        this.sight.unobserve(target);
        this.busy = this.busy.then(() => draw(/** @type {HTMLElement} */ (target), wanted)).catch(() => {});
      }
    });
  }

  /** An element that gets its picture once it is in sight. @param {Wanted} wanted */
  of(wanted) {
    const holder = h("div.picture", { "aria-hidden": "true" });
    this.wanted.set(holder, wanted);
    this.sight.observe(holder);
    return holder;
  }
}

async function draw(/** @type {HTMLElement} */ holder, /** @type {Wanted} */ { one, api, token, lang, veiled }) {
  if (!holder.isConnected) return;
  const board = await loadBoard(one.game);
  const cover = board.cover?.();
  if (cover) holder.append(picture(cover, "cover"));
  if (veiled || !one.ply || !one.box) return;
  const read = async (/** @type {string} */ path) => {
    const answer = await fetch(`${api}/v1/${path}`, { headers: headersOf(token, lang), credentials: "omit" });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  };
  const box = boxes.get(one.box) ?? read(`boxes/${encodeURIComponent(one.box)}`);
  boxes.set(one.box, box);
  const { view, ply } = await read(`records/${encodeURIComponent(one.id)}/state?eyes=public`);
  const components = await box;
  const table = h("div.small", { inert: true });
  holder.prepend(table);
  table.style.width = `${WIDE}px`;
  table.style.scale = String(holder.clientWidth / WIDE);
  const colourName = (/** @type {string} */ colour) => {
    const own = components.colours?.find((/** @type {any} */ other) => other.id === colour);
    return own ? localized(own.name, lang) : colourWord(lang, colour);
  };
  const seatName = (/** @type {number} */ seat) => one.seats[seat]?.name ?? colourName(one.seats[seat]?.colour);
  board.draw(table, view, [], {
    ...{ lang, seats: one.seats, box: components, ply, name: "", eyes: "public", report: false, forward: false },
    ...{ before: null, seatName, colourName, goto: () => {}, step: () => null },
  });
}
