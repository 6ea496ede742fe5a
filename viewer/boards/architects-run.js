// @ts-check
/**
 * A line of small things: signs with numbers, workers, words. It is changed in place. The browser has to style and lay
 * out an element that is new, and next to nothing where only its picture or its text is another.
 */
import { h } from "../kit/index.js";

/**
 * @typedef {{kind: string, order: "words" | "before" | "after", text: string, picture: string}} Token One thing of a
 *   line: the classes of its box, whether its text stands alone, before its picture or after it, the text, and the
 *   classes of the picture.
 * @typedef {{box: HTMLElement, text: Text, image: HTMLElement | null, token: Token}} Piece
 */

export class Run {
  /** @param {HTMLElement} holder Holds nothing else. */
  constructor(holder) {
    this.holder = holder;
    /** By place; those beyond what is shown are kept for the next time. @type {Piece[]} */
    this.pieces = [];
    this.shown = 0;
  }

  /** Show these, in this order. @param {readonly Token[]} tokens */
  show(tokens) {
    tokens.forEach((token, place) => this.#put(token, place));
    while (this.shown > tokens.length) {
      this.shown -= 1;
      this.pieces[this.shown].box.remove();
    }
  }

  /** @param {Token} token @param {number} place */
  #put(token, place) {
    let piece = this.pieces[place];
    if (piece?.token.order !== token.order) {
      const before = piece;
      piece = this.pieces[place] = made(token);
      if (place < this.shown) before.box.replaceWith(piece.box);
    } else turn(piece, token);
    if (place < this.shown) return;
    this.holder.append(piece.box);
    this.shown += 1;
  }
}

/** @param {Token} token @returns {Piece} */
function made(token) {
  const text = new Text(token.text);
  const image = token.order === "words" ? null : h("i", { className: token.picture });
  const parts = token.order === "after" ? [image, text] : [text, image];
  return { box: h("span", { className: token.kind }, ...parts), text, image, token };
}

/** Show another thing of the same order in a piece. @param {Piece} piece @param {Token} token */
function turn(piece, token) {
  const { box, text, image, token: before } = piece;
  if (before.kind !== token.kind) box.className = token.kind;
  if (before.text !== token.text) text.data = token.text;
  if (image && before.picture !== token.picture) image.className = token.picture;
  piece.token = token;
}
