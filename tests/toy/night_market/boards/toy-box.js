// @ts-check
/** A box of the night market: its cards, what is for sale, and the faces of the die. */
import { h, localized, picture } from "../kit/index.js";
import { cardImage } from "./toy-art.js";
import { say } from "./toy-words.js";

export const title = { en: "Night market", es: "Mercado nocturno" };
export const sheets = ["toy.css"];

/** @param {any} box */
export function fits(box) {
  return Boolean(box?.wares && box?.die && box?.cards);
}

/**
 * @param {HTMLElement} el
 * @param {any} box
 * @param {import("../kit/words.js").Language} lang
 */
export function drawBox(el, box, lang) {
  /** @param {string} words @param {Node[]} lines */
  const part = (words, lines) => h("section", null, h("h2", null, words), h("ul", { className: "toy-shop" }, ...lines));
  const cards = Object.entries(box.cards).map(([id, { count, points, name }]) => {
    const card = localized(name, lang);
    return h("li", null, picture(cardImage(id), "toy-card"), say(lang, "copies", { card, count, points }));
  });
  const items = Object.values(box.items).map(({ price, points, name }) =>
    h("li", null, say(lang, "price", { item: localized(name, lang), price, points })),
  );
  const faces = box.die.map((/** @type {string} */ ware, /** @type {number} */ place) =>
    h("li", null, say(lang, "face", { face: place + 1, ware: localized(box.wares[ware].name, lang) })),
  );
  el.append(part(say(lang, "cards"), cards), part(say(lang, "shop"), items), part(say(lang, "goods"), faces));
}
