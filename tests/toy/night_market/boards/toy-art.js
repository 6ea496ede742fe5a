// @ts-check
/** The pictures of the night market: fruit on cards, drawn from nothing that lies elsewhere. */
import { drawing } from "../kit/index.js";

/** @type {Record<string, string>} */
const FRUIT = {
  fig: '<path d="M20 10c8 6 12 14 12 20a12 12 0 0 1-24 0c0-6 4-14 12-20Z" fill="#6b4a86"/>',
  plum: '<circle cx="20" cy="28" r="13" fill="#8d3b57"/><path d="M20 16v-8" stroke="#4d6b36" stroke-width="3"/>',
  pear: '<path d="M20 9c5 0 6 7 8 13s5 8 5 12a13 11 0 0 1-26 0c0-4 3-6 5-12s3-13 8-13Z" fill="#a9a83a"/>',
};

/**
 * The picture of a card; its back where nobody knows it, a plain face for a fruit of the owner's own.
 * @param {string | null} card
 */
export function cardImage(card) {
  return drawing(`toy-${card ?? "back"}`, 40, 54, () => {
    const paper = card === null ? "#3f4d63" : "#fbf6e9";
    const inside =
      card === null ? '<path d="M8 10h24M8 20h24M8 30h24M8 40h24" stroke="#7f8ea6"/>' : (FRUIT[card] ?? "");
    return `<rect x="1" y="1" width="38" height="52" rx="5" fill="${paper}" stroke="#22252b"/>${inside}`;
  });
}
