// @ts-check
/** The scores over the game, or what else a board counts: a line a seat; its points lead to their moves. Knows no game. */
import { h, write } from "./dom.js";
import { badge } from "./emblems.js";
import { number } from "./texts.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {{key: string, label: string, of: (position: any) => Record<string, number> | null}} Series `of` may leave out seats
 *   whose number is not known, or be null where none is.
 */

const SVG = "http://www.w3.org/2000/svg";
const DASHES = ["", "7 4", "2 4", "10 4 2 4", "4 2", "1 3"];
/** More points than these would lie on each other: only the ends of rounds are then points. */
const MOST_POINTS = 40;
/** More than these show their badges only when pointed at, or where the replay stands. */
const MOST_DOTS = 14;

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
    /** What was picked last, kept for other eyes and languages. */
    this.picked = "";
    /** @type {Series | null} */
    this.series = null;
    /** @type {{ply: number, position: any}} */
    this.now = { ply: 0, position: null };
  }

  /**
   * Whether there was something to draw.
   * @param {Store} store
   * @param {{label: (ply: number, scores: string) => string, seat: (seat: number) => string, title: string, pick: string}} words
   * @param {Series[]} all What there is to pick from; what is never known, or never moves from its first value, is left out.
   */
  fill(store, words, all) {
    const lines = all.map((series) => ({ series, points: store.scores(series.of) })).filter(({ points }) => points.length > 1);
    this.holder.replaceChildren();
    this.points = [];
    this.values = [];
    this.cursor = null;
    this.series = null;
    if (!lines.length) return false;
    const plot = h("div", { className: "chart-plot", role: "group", "aria-label": words.title });
    plot.addEventListener("keydown", (event) => this.#key(event));
    const legend = h("ul", { className: "chart-legend" });
    const draw = (/** @type {string} */ key) => {
      const line = lines.find((one) => one.series.key === key) ?? lines[0];
      this.#draw(store, words, line.series, line.points, legend, plot);
      return line.series.key;
    };
    if (lines.length > 1) {
      const select = h("select", { className: "chart-pick", "aria-label": words.pick }, ...lines.map(({ series }) => h("option", { value: series.key }, series.label)));
      select.addEventListener("change", () => {
        this.picked = draw(select.value);
        this.show(this.now.ply, this.now.position);
      });
      this.holder.append(select);
      select.value = draw(this.picked);
    } else draw("");
    this.holder.append(legend, plot);
    return true;
  }

  /**
   * @param {Store} store
   * @param {{label: (ply: number, scores: string) => string, seat: (seat: number) => string}} words
   * @param {Series} series
   * @param {{ply: number, scores: Record<string, number>}[]} all
   * @param {HTMLElement} legend
   * @param {HTMLElement} plot
   */
  #draw(store, words, series, all, legend, plot) {
    this.series = series;
    const seats = store.replay.seats.filter((seat) => all.some((point) => typeof point.scores[seat.seat] === "number"));
    this.seats = seats;
    plot.classList.toggle("many", all.length > MOST_DOTS);
    this.points = [];
    this.last = Math.max(1, store.last);
    const values = all.flatMap((point) => seats.flatMap((seat) => point.scores[seat.seat] ?? []));
    const spread = Math.max(10, Math.max(...values) - Math.min(...values));
    const [low, high] = [Math.min(...values) - spread * 0.12, Math.max(...values) + spread * 0.12];
    /** @param {number} ply */
    const x = (ply) => (ply / this.last) * 100;
    /** @param {number} score */
    const y = (score) => (1 - (score - low) / (high - low)) * 100;

    this.values = seats.map(() => h("strong", null));
    legend.replaceChildren(...seats.map((seat, place) => h("li", null, badge(seat.colour), h("span", null, words.seat(seat.seat)), this.values[place])));
    plot.replaceChildren();
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
        const score = point.scores[seat.seat];
        if (typeof score !== "number") continue;
        d += d ? ` H${x(point.ply)} V${y(score)}` : `M${x(point.ply)} ${y(score)}`;
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
    for (const { ply, scores } of this.#shown(store, all)) {
      const known = seats.filter((seat) => typeof scores[seat.seat] === "number");
      const label = words.label(ply, known.map((seat) => `${words.seat(seat.seat)} ${number(scores[seat.seat])}`).join(", "));
      const button = h("button", { type: "button", className: "chart-point", title: label, "aria-label": label, "data-ply": ply });
      button.style.left = `${x(ply)}%`;
      const heights = known.map((seat) => Math.round(y(scores[seat.seat])));
      known.forEach((seat, place) => {
        const dot = badge(seat.colour, "chart-dot");
        const equals = heights.flatMap((height, other) => (Math.abs(height - heights[place]) < 5 ? [other] : []));
        dot.style.top = `${y(scores[seat.seat])}%`;
        dot.style.marginLeft = `${(equals.indexOf(place) - (equals.length - 1) / 2) * 9}px`;
        button.append(dot);
      });
      button.addEventListener("click", () => this.go(ply));
      this.points.push(button);
      area.append(button);
    }
    plot.append(area);
  }

  /**
   * The points that are shown: all, or where they would lie on each other the ends of rounds and what is marked, and of
   * those no more than there is room for.
   * @param {Store} store
   * @param {{ply: number, scores: Record<string, number>}[]} all
   */
  #shown(store, all) {
    if (all.length <= MOST_POINTS) return all;
    const [first, last] = [all[0], all[all.length - 1]];
    const ends = [...new Set([...store.rounds.map((round) => round.ply), ...store.marks.map((mark) => mark.ply)])].filter((ply) => all.some((point) => point.ply === ply));
    const some = ends.length <= MOST_POINTS ? ends : store.rounds.map((round) => round.ply);
    // What stood at a beginning, though it changed before it.
    const at = some.flatMap((ply) => {
      const point = all.findLast((one) => one.ply <= ply);
      return point ? [{ ply, scores: point.scores }] : [];
    });
    const out = new Map([first, ...at, last].map((point) => [point.ply, point]));
    return [...out.values()].sort((a, b) => a.ply - b.ply);
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
   * @param {any} position
   */
  show(ply, position) {
    this.now = { ply, position };
    if (!this.cursor || !this.series) return;
    const scores = position ? this.series.of(position) : null;
    const x = (ply / this.last) * 100;
    this.cursor.setAttribute("d", `M${x} 0 V100`);
    this.seats.forEach((seat, place) => write(this.values[place], typeof scores?.[seat.seat] === "number" ? number(scores[seat.seat]) : "–"));
    let near = 0;
    this.points.forEach((point, place) => {
      const at = Number(point.dataset.ply);
      if (at <= ply) near = place;
      if (at === ply) point.setAttribute("aria-current", "step");
      else if (point.hasAttribute("aria-current")) point.removeAttribute("aria-current");
    });
    // One stop for Tab; the arrows do the rest.
    this.points.forEach((point, place) => {
      const stop = place === near ? "0" : "-1";
      if (point.getAttribute("tabindex") !== stop) point.setAttribute("tabindex", stop);
    });
  }
}
