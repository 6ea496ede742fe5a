// @ts-check
/** A line of small things, changed in place: a new element costs the browser far more than another picture or text. */
import { h } from "../../kit/index.js";

/**
 * @typedef {{kind: string, order: "words" | "before" | "after", text: string, picture: string}} Token One thing of a
 *   line: the classes of its box, whether its text is alone, before its picture or after it, the text, and the
 *   class of the picture. The picture is the background of the box: only box and text take part in the layout.
 * @typedef {{box: HTMLElement, text: Text, token: Token}} Piece
 */

export class Run {
  /** @param {HTMLElement} holder The line is the last that it holds. */
  constructor(holder) {
    this.holder = holder;
    /** By place; those not shown now are reused later. @type {Piece[]} */
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

  #put(/** @type {Token} */ token, /** @type {number} */ place) {
    let piece = this.pieces[place];
    if (!piece) piece = this.pieces[place] = made(token);
    else turn(piece, token);
    if (place < this.shown) return;
    this.holder.append(piece.box);
    this.shown += 1;
  }
}

const classOf = (/** @type {Token} */ { kind, order, picture }) => `a-token a-${order} ${kind} ${picture}`;

/** @param {Token} token @returns {Piece} */
function made(token) {
  const text = new Text(token.text);
  return { box: h("span", { className: classOf(token) }, text), text, token };
}

/** Show another thing in a piece. @param {Piece} piece @param {Token} token */
function turn(piece, token) {
  const before = piece.token;
  if (before.kind !== token.kind || before.order !== token.order || before.picture !== token.picture)
    piece.box.className = classOf(token);
  if (before.text !== token.text) piece.text.data = token.text;
  piece.token = token;
}
