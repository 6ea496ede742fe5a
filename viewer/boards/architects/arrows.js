// @ts-check
/** Arrows over the main board: which workers the last move took from where to where. */
import { flies, fly, liveryOf, s, set, write } from "../../kit/index.js";
import { workerImage } from "./art.js";

/** @import { Context } from "../../kit/board.js" */
/** @import { Flow } from "./moved.js" */
/** @typedef {[number, number]} Point */
/** @typedef {{box: SVGElement, lines: SVGElement[], head: SVGElement, label: SVGElement, count: SVGElement}} Arrow */

/** How far an arrow bows at most, and how much further each other one of its way, in pixels and parts of that. */
const BOW = 40;
const APART = 1.6;
const CORNER = 12; // Distance of arrow ends from the upper right corner of a location (px); nothing is drawn there.
const WORKER = 26; // Side of the worker that moves along an arrow (px).

export class Arrows {
  /** @param {HTMLElement} frame Lies below them. @param {Map<string, HTMLElement>} at The board's places by name. */
  constructor(frame, at) {
    this.frame = frame;
    this.at = at;
    this.over = s("svg", { class: "a-over", "aria-hidden": "true" });
    frame.append(this.over);
    /** Where arrows to and from places end in the frame, measured once for a size of it. @type {Map<string, Point>} */
    this.ends = new Map();
    /** By place; those not shown now are reused later. @type {Arrow[]} */
    this.all = [];
    this.shown = 0;
    this.key = ""; // What is shown, as text.
  }

  /** Places may lie elsewhere: the frame has another size. */
  measureAnew() {
    this.ends.clear();
    this.key = "";
  }

  /** Draw an arrow for each group of workers that moved. @param {Flow[]} flows @param {Context} context */
  show(flows, context) {
    const key = JSON.stringify(flows);
    const moving = flies(context);
    if (this.key === key) return;
    this.key = key;
    /** How many arrows there are of each way. @type {Map<string, number>} */
    const ways = new Map();
    let count = 0;
    for (const flow of flows) {
      const way = `${flow.from} ${flow.to}`;
      const [start, end] = [this.#endOf(flow.from), this.#endOf(flow.to)];
      if (!start || !end || flow.from === flow.to) continue;
      const nth = ways.get(way) ?? 0;
      ways.set(way, nth + 1);
      this.all[count] ??= made();
      turn(this.all[count], flow, bent(start, end, nth), end, context);
      if (count >= this.shown) this.over.append(this.all[count].box);
      if (moving) this.#fly(flow, start, end, context);
      count += 1;
    }
    for (let place = count; place < this.shown; place += 1) this.all[place].box.remove();
    this.shown = count;
  }

  /** @param {Flow} flow @param {Point} start @param {Point} end @param {Context} context */
  #fly(flow, [x, y], [endX, endY], context) {
    const colour = context.seats.find((one) => one.seat === flow.seat)?.colour ?? "";
    const place = { x: -WORKER / 2, y: -WORKER / 2, width: WORKER, height: WORKER };
    fly(this.over, s("image", { href: workerImage(liveryOf(colour)), ...place }), { x: endX, y: endY }, { x, y });
  }

  /** @param {string} place @returns {Point | null} */
  #endOf(place) {
    const known = this.ends.get(place);
    if (known) return known;
    const element = this.at.get(place);
    if (!element) return null;
    const frame = this.frame.getBoundingClientRect();
    const box = (element.querySelector(".a-space") ?? element).getBoundingClientRect();
    if (!box.width) return null;
    const middle = [box.width / 2, box.height / 2];
    const [x, y] = small(place) ? middle : [box.width - CORNER, Math.min(CORNER, middle[1])];
    /** @type {Point} */ const end = [box.left - frame.left + x, box.top - frame.top + y];
    this.ends.set(place, end);
    return end;
  }
}

/** A place with nothing in its middle: a player's board, a space of the Black Market. @param {string} place */
const small = (place) => place.startsWith("board:") || place.startsWith("market_");

/**
 * The curve from one point to another, bowed to the left of its way, so that there and back do not lie on each other.
 * @param {Point} start @param {Point} end @param {number} nth Of the arrows of this way, from 0: they lie side by side.
 */
function bent(start, end, nth) {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const far = Math.hypot(dx, dy) || 1;
  const bow = Math.min(BOW, far / 5) * (1 + APART * nth);
  const [cx, cy] = [(start[0] + end[0]) / 2 + (dy / far) * bow, (start[1] + end[1]) / 2 - (dx / far) * bow];
  const [first, bend, last] = [start, [cx, cy], end].map((point) => point.map(Math.round).join(" "));
  return {
    path: `M${first} Q${bend} ${last}`,
    angle: Math.round((Math.atan2(end[1] - cy, end[0] - cx) * 180) / Math.PI),
    middle: [(start[0] + 2 * cx + end[0]) / 4, (start[1] + 2 * cy + end[1]) / 4].map(Math.round).join(" "),
  };
}

/** @returns {Arrow} */
function made() {
  const lines = ["a-flow-edge", "a-flow-line"].map((name) => s("path", { class: name }));
  const head = s("path", { d: "M0 0 L-13 -7 L-9 0 L-13 7Z", class: "a-flow-head" });
  const count = s("text", { y: 5, class: "a-flow-count" }, "");
  const label = s("g", null, s("circle", { r: 11, class: "a-flow-disc" }), count);
  return { box: s("g", { class: "a-flow" }, ...lines, head, label), lines, head, label, count };
}

/**
 * Show a flow by an arrow.
 * @param {Arrow} arrow @param {Flow} flow @param {ReturnType<typeof bent>} curve @param {Point} end
 * @param {Context} context
 */
function turn({ box, lines, head, label, count }, flow, curve, end, context) {
  const colour = context.seats.find((one) => one.seat === flow.seat)?.colour ?? "";
  set(box, { class: `a-flow seat-${colour}`, "data-from": flow.from, "data-to": flow.to, "data-count": flow.count });
  for (const line of lines) set(line, { d: curve.path });
  set(head, { transform: `translate(${end.map(Math.round).join(" ")}) rotate(${curve.angle})` });
  set(label, { transform: `translate(${curve.middle})`, hidden: flow.count > 1 ? null : "" });
  write(count, String(flow.count));
}
