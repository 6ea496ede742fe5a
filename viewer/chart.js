// @ts-check
/** The scores over the game: a line a seat; its points lead to their moves. Knows no game. */
import { h, write } from "./dom.js";
import { badge } from "./emblems.js";
import { number } from "./texts.js";

/** @typedef {import("./store.js").Store} Store */

const SVG = "http://www.w3.org/2000/svg";
const DASHES = ["", "7 4", "2 4", "10 4 2 4", "4 2", "1 3"];
/** More points than these would lie on each other: only the ends of rounds are then points. */
const MOST_POINTS = 40;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function s(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * Round numbers for the scale, some four of them.
 * @param {number} low
 * @param {number} high
 */
export function ticks(low, high) {
  const rough = Math.max(1, (high - low) / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= rough) ?? rough;
  const out = [];
  // Never -0.
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) out.push(at || 0);
  return out;
}

export class Chart {
  /**
   * @param {HTMLElement} holder
   * @param {(ply: number) => void} go
   */
  constructor(holder, go) {
    this.holder = holder;
    this.go = go;
    /** @type {HTMLElement[]} */
    this.points = [];
    /** @type {HTMLElement[]} */
    this.values = [];
    /** @type {SVGElement | null} */
    this.cursor = null;
    this.last = 1;
    this.seats = /** @type {import("./store.js").Seat[]} */ ([]);
  }

  /**
   * Whether there was something to draw.
   * @param {Store} store
   * @param {{label: (ply: number, scores: string) => string, seat: (seat: number) => string, title: string}} words
   */
  fill(store, words) {
    const all = store.scores();
    this.holder.replaceChildren();
    this.points = [];
    this.values = [];
    if (all.length < 2) return false;
    const { seats } = store.replay;
    this.seats = seats;
    this.last = Math.max(1, store.last);
    const values = all.flatMap((point) => Object.values(point.scores));
    const spread = Math.max(10, Math.max(...values) - Math.min(...values));
    const [low, high] = [Math.min(...values) - spread * 0.12, Math.max(...values) + spread * 0.12];
    /** @param {number} ply */
    const x = (ply) => (ply / this.last) * 100;
    /** @param {number} score */
    const y = (score) => (1 - (score - low) / (high - low)) * 100;

    const legend = h("ul", { className: "chart-legend" });
    for (const seat of seats) {
      const value = h("strong", null);
      this.values.push(value);
      legend.append(h("li", null, badge(seat.colour), h("span", null, words.seat(seat.seat)), value));
    }
    const plot = h("div", { className: "chart-plot", role: "group", "aria-label": words.title });
    const svg = s("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
    for (const tick of ticks(low, high)) {
      svg.append(s("path", { d: `M0 ${y(tick)} H100`, class: tick === 0 ? "chart-zero" : "chart-grid" }));
      const label = h("span", { className: "chart-tick", "aria-hidden": "true" }, number(tick));
      label.style.top = `${y(tick)}%`;
      plot.append(label);
    }
    for (const round of store.rounds) {
      if (round.ply > 0) svg.append(s("path", { d: `M${x(round.ply)} 0 V100`, class: "chart-round" }));
    }
    seats.forEach((seat, place) => {
      let d = "";
      for (const point of all) {
        const at = y(point.scores[seat.seat]);
        d += d ? ` H${x(point.ply)} V${at}` : `M${x(point.ply)} ${at}`;
      }
      svg.append(s("path", { d, class: "chart-edge" }));
      svg.append(s("path", { d, class: `chart-line seat-${seat.colour}`, "stroke-dasharray": DASHES[place % DASHES.length] }));
    });
    this.cursor = s("path", { d: "M0 0 V100", class: "chart-cursor" });
    svg.append(this.cursor);
    const area = h("div", { className: "chart-area" });
    area.append(svg);
    area.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("button")) return;
      const box = area.getBoundingClientRect();
      this.go(Math.round(((event.clientX - box.left) / box.width) * this.last));
    });
    const ends = new Set([0, store.last, ...store.rounds.map((round) => round.ply), ...store.marks.map((mark) => mark.ply)]);
    const shown = all.length > MOST_POINTS ? all.filter((point) => ends.has(point.ply)) : all;
    for (const point of shown) {
      const scores = seats.map((seat) => `${words.seat(seat.seat)} ${number(point.scores[seat.seat])}`).join(", ");
      const label = words.label(point.ply, scores);
      const button = h("button", { type: "button", className: "chart-point", title: label, "aria-label": label, "data-ply": point.ply });
      button.style.left = `${x(point.ply)}%`;
      const heights = seats.map((seat) => Math.round(y(point.scores[seat.seat])));
      seats.forEach((seat, place) => {
        const dot = badge(seat.colour, "chart-dot");
        const equals = heights.flatMap((height, other) => (Math.abs(height - heights[place]) < 5 ? [other] : []));
        dot.style.top = `${y(point.scores[seat.seat])}%`;
        dot.style.marginLeft = `${(equals.indexOf(place) - (equals.length - 1) / 2) * 9}px`;
        button.append(dot);
      });
      button.addEventListener("click", () => this.go(point.ply));
      this.points.push(button);
      area.append(button);
    }
    plot.addEventListener("keydown", (event) => this.#key(event));
    plot.append(area);
    this.holder.append(legend, plot);
    return true;
  }

  /**
   * Arrows walk from point to point while one has the focus.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const here = this.points.indexOf(/** @type {HTMLElement} */ (event.target));
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (here < 0 || !way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.points[here + way];
    if (!next) return;
    next.focus();
    this.go(Number(next.dataset.ply));
  }

  /**
   * @param {number} ply
   * @param {Record<string, number> | null} scores
   */
  show(ply, scores) {
    if (!this.cursor) return;
    const x = (ply / this.last) * 100;
    this.cursor.setAttribute("d", `M${x} 0 V100`);
    this.seats.forEach((seat, place) => write(this.values[place], scores ? number(scores[seat.seat]) : "–"));
    let near = 0;
    this.points.forEach((point, place) => {
      const at = Number(point.dataset.ply);
      if (at <= ply) near = place;
      if (at === ply) point.setAttribute("aria-current", "step");
      else point.removeAttribute("aria-current");
    });
    // One stop for Tab; the arrows do the rest.
    this.points.forEach((point, place) => {
      point.tabIndex = place === near ? 0 : -1;
    });
  }
}
