// @ts-check
/** The scores over the game, or what else a board counts: a line a seat; points lead to moves. Knows no game. */
import { badge } from "../../kit/badge.js";
import { h, s, set, write } from "../../kit/dom.js";
import { details } from "../../kit/details.js";
import { reportTable, scrolling } from "../../kit/report.js";
import { number } from "../../kit/words.js";
import { someRounds } from "./marks.js";

/**
 * @import { Seat, Series } from "../../kit/board.js"
 * @import { Store } from "../../store.js"
 * @typedef {{ply: number, scores: Record<string, number>}} Point
 * @typedef {{label: (ply: number, scores: string) => string, seat: (seat: number) => string, title: string, pick:
 *   string, table: string, standings: string, round: (round: number) => string, move: string}} Words
 */

const DASHES = ["", "7 4", "2 4", "10 4 2 4", "4 2", "1 3"];
const BADGE = 0.13; // Height of a badge in parts of the plot's height (see `.chart-plot` in parts.css).
const DOT = 0.055; // The same of a dot.
const DOT_PX = 8; // Width of a dot with its gap, in pixels.
const SIDES = 76; // Width of the scale and the badges (px).
const NARROW = 200; // Width of the chart until it is measured (px).
const MOST_LINES = 20; // More lines for the starts of rounds would hide the scores.

/** Round numbers for the scale, some four of them. @param {number} low @param {number} high */
export function ticks(low, high) {
  const rough = Math.max(1, (high - low) / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= rough) ?? rough;
  const out = [];
  // Never -0.
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) out.push(at || 0);
  return out;
}

/**
 * Heights near to some at which badges do not lie on each other: in between of pushing all down and pushing all up.
 * @param {readonly number[]} heights From 0 to 1, in parts of the plot. @param {number} apart At least so far.
 */
export function spread(heights, apart) {
  const order = heights.map((_, place) => place).sort((a, b) => heights[a] - heights[b]);
  const down = order.map((place) => heights[place]);
  const up = [...down];
  for (let nth = 1; nth < order.length; nth += 1) down[nth] = Math.max(down[nth], down[nth - 1] + apart);
  for (let nth = order.length - 2; nth >= 0; nth -= 1) up[nth] = Math.min(up[nth], up[nth + 1] - apart);
  const between = down.map((height, nth) => (height + up[nth]) / 2);
  const [top, bottom] = [apart / 2, 1 - apart / 2];
  const beyond = Math.min(0, between[0] - top) + Math.max(0, between[between.length - 1] - bottom);
  const out = [...heights];
  order.forEach((place, nth) => (out[place] = between[nth] - beyond));
  return out;
}

/**
 * How far to the side each of some dots stands, in dots, so that none lies on another.
 * @param {readonly number[]} heights From 0 to 1, in parts of the plot.
 * @param {number} apart Dots nearer than this stand side by side.
 */
export function sideBySide(heights, apart) {
  const order = heights.map((_, place) => place).sort((a, b) => heights[a] - heights[b]);
  /** @type {number[][]} Dots one after another that each stand near the one before. */
  const groups = [];
  for (const place of order) {
    const group = groups.at(-1);
    if (group && heights[place] - heights[group[group.length - 1]] < apart) group.push(place);
    else groups.push([place]);
  }
  const out = heights.map(() => 0);
  for (const group of groups)
    group.sort((a, b) => a - b).forEach((place, nth) => (out[place] = nth - (group.length - 1) / 2));
  return out;
}

/**
 * Which of some places are shown: one after another as far as they keep apart from those chosen before.
 * @param {readonly number[]} places The more important first. @param {number} apart
 */
export function apartFrom(places, apart) {
  /** @type {number[]} */ const chosen = [];
  for (const place of places) if (chosen.every((other) => Math.abs(other - place) >= apart)) chosen.push(place);
  return chosen.sort((a, b) => a - b);
}

export class Chart {
  constructor(/** @type {HTMLElement} */ holder, /** @type {(ply: number) => void} */ go) {
    this.holder = holder;
    this.go = go;
    /** @type {HTMLElement[]} */ this.points = [];
    /** @type {HTMLElement[]} */ this.values = [];
    /** @type {HTMLElement | null} */ this.cursor = null;
    this.last = 1;
    this.table = details("chart-table");
    this.standings = details("chart-table");
    this.end = 0; // The last ply whose scores are shown.
    /** @type {Seat[]} */ this.seats = [];
    this.picked = ""; // The last choice; also used for other points of view and languages.
    /** @type {Series | null} */ this.series = null;
    /** @type {{ply: number, position: any}} */ this.now = { ply: 0, position: null };
    this.lit = this.near = -1; // Indexes of the lit point and of the one that Tab stops at.
    this.width = NARROW;
    /** @type {(() => void) | null} Lays the points anew. */
    this.layPoints = null;
    new ResizeObserver(([{ contentRect }]) => {
      const width = Math.round(contentRect.width);
      if (!width || Math.abs(width - this.width) < DOT_PX) return;
      this.width = width;
      this.layPoints?.();
    }).observe(holder);
  }

  /**
   * Whether there was something to draw.
   * @param {Store} store @param {Words} words
   * @param {Series[]} all What there is to pick from; what is never known, or never moves from its first value, is left
   *   out.
   * @param {number} [end] What comes after this ply is not shown.
   */
  fill(store, words, all, end = store.last) {
    this.end = end;
    const lines = all
      .map((series) => ({ series, points: store.scores(series.of, end) }))
      .filter(({ points }) => points.length > 1);
    this.holder.replaceChildren();
    this.points = [];
    this.values = [];
    this.cursor = null;
    this.series = null;
    this.layPoints = null;
    if (!lines.length) return false;
    for (const key of /** @type {const} */ (["table", "standings"])) {
      const { open } = this[key].box;
      this[key] = details("chart-table");
      this[key].box.open = open;
    }
    const plot = h("div.chart-plot", { role: "group", "aria-label": words.title });
    plot.addEventListener("keydown", (event) => this.#key(event));
    const legend = h("ul.chart-legend");
    const draw = (/** @type {string} */ key) => {
      const line = lines.find((one) => one.series.key === key) ?? lines[0];
      this.#draw(store, words, line.series, line.points, legend, plot);
      return line.series.key;
    };
    if (lines.length > 1) {
      const options = lines.map(({ series }) => h("option", { value: series.key }, series.label));
      const select = h("select.chart-pick", { "aria-label": words.pick }, ...options);
      select.addEventListener("change", () => {
        this.picked = draw(select.value);
        this.show(this.now.ply, this.now.position);
      });
      this.holder.append(select);
      select.value = draw(this.picked);
    } else draw("");
    this.holder.append(legend, plot, this.table.box, this.standings.box);
    return true;
  }

  /**
   * @param {Store} store @param {Words} words @param {Series} series @param {Point[]} all @param {HTMLElement} legend
   * @param {HTMLElement} plot
   */
  #draw(store, words, series, all, legend, plot) {
    this.series = series;
    const seats = store.replay.seats.filter((seat) => all.some((point) => typeof point.scores[seat.seat] === "number"));
    this.seats = seats;
    this.last = Math.max(1, store.last);
    const rows = all.map(({ ply, scores }) => ({ head: String(ply), scores }));
    this.table.show(words.table, all, () => [this.#tableOf(words, series, words.move, rows)]);
    const over = store.rounds.flatMap(({ round }, place) => {
      const ply = store.rounds[place + 1]?.ply ?? (store.replay.result ? store.last : Infinity);
      return ply <= this.end ? [{ head: words.round(round), scores: series.of(store.at(ply)) ?? {} }] : [];
    });
    const make = () => [this.#tableOf(words, { ...series, label: words.standings }, "", over)];
    this.standings.show(over.length ? words.standings : null, over, make);
    const values = all.flatMap((point) => seats.flatMap((seat) => point.scores[seat.seat] ?? []));
    const range = Math.max(10, Math.max(...values) - Math.min(...values));
    const [low, high] = [Math.min(...values) - range * 0.12, Math.max(...values) + range * 0.12];
    const x = (/** @type {number} */ ply) => (ply / this.last) * 100;
    const y = (/** @type {number} */ score) => (1 - (score - low) / (high - low)) * 100;

    this.values = seats.map(() => h("strong"));
    legend.replaceChildren(
      ...seats.map((seat, place) => h("li", badge(seat.colour), h("span", words.seat(seat.seat)), this.values[place])),
    );
    plot.replaceChildren();
    const svg = s("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
    for (const tick of ticks(low, high)) {
      svg.append(s("path", { d: `M0 ${y(tick)} H100`, class: tick === 0 ? "chart-zero" : "chart-grid" }));
      const label = h("span.chart-tick", { "aria-hidden": "true" }, number(tick));
      label.style.top = `${y(tick)}%`;
      plot.append(label);
    }
    for (const { ply } of someRounds(store.rounds, MOST_LINES))
      if (ply > 0 && ply <= this.end) svg.append(s("path", { d: `M${x(ply)} 0 V100`, class: "chart-round" }));
    seats.forEach((seat, place) => {
      let d = "";
      for (const point of all) {
        const score = point.scores[seat.seat];
        if (typeof score !== "number") continue;
        d += d ? ` H${x(point.ply)} V${y(score)}` : `M${x(point.ply)} ${y(score)}`;
      }
      const dashes = DASHES[place % DASHES.length];
      svg.append(s("path", { d, class: "chart-edge" }));
      svg.append(s("path", { d, class: `chart-line seat-${seat.colour}`, "stroke-dasharray": dashes }));
    });
    // Moved, not drawn anew: that costs a seek no layout.
    this.cursor = h("div.chart-cursor", { "aria-hidden": "true" });
    const area = h("div.chart-area");
    const ends = this.#ends(all[all.length - 1], y);
    area.append(svg, h("div.chart-track", this.cursor), ...ends);
    area.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("button")) return;
      const box = area.getBoundingClientRect();
      this.go(Math.round(((event.clientX - box.left) / box.width) * this.last));
    });
    const asides = all.flatMap((point) => this.#dots(point, y).map(({ aside }) => Math.abs(aside)));
    const wide = 1 + 2 * Math.max(...asides);
    this.layPoints = () => {
      for (const point of this.points) point.remove();
      this.points = this.#shown(store, all, wide).map((point) => this.#point(point, words, x, y));
      this.lit = this.near = -1;
      area.append(...this.points);
      this.#mark(this.now.ply);
    };
    this.layPoints();
    plot.append(area);
  }

  /**
   * A table of scores by seat.
   * @param {Words} words @param {Series} series @param {string} corner Over the heads.
   * @param {{head: string, scores: Record<string, number>}[]} all
   */
  #tableOf(words, { label }, corner, all) {
    const value = (/** @type {number | undefined} */ score) => [typeof score === "number" ? number(score) : "–"];
    const rows = all.map(({ head, scores }) => ({
      head: [head],
      cells: this.seats.map(({ seat }) => ({ content: value(scores[seat]) })),
    }));
    const columns = [
      [corner],
      ...this.seats.map(({ seat, colour }) => [badge(colour), h("span.unseen", words.seat(seat))]),
    ];
    return scrolling(label, reportTable({ caption: label, unseen: true, columns, bodies: [rows] }));
  }

  /** The seats that are known at a point. @param {Point} point */
  #known({ scores }) {
    return this.seats.filter((seat) => typeof scores[seat.seat] === "number");
  }

  /** Badges at the ends of the lines, moved apart. @param {Point} last @param {(score: number) => number} y */
  #ends(last, y) {
    const known = this.#known(last);
    const heights = spread(
      known.map((seat) => y(last.scores[seat.seat]) / 100),
      BADGE,
    );
    return known.map((seat, place) => {
      const end = badge(seat.colour, "chart-end");
      end.style.top = `${heights[place] * 100}%`;
      return end;
    });
  }

  /** Where the dots of a point stand. @param {Point} point @param {(score: number) => number} y */
  #dots(point, y) {
    const known = this.#known(point);
    const heights = known.map((seat) => y(point.scores[seat.seat]) / 100);
    const asides = sideBySide(heights, DOT);
    return known.map((seat, place) => ({ seat, height: heights[place], aside: asides[place] }));
  }

  /**
   * A point: a button with a dot for each seat at its height, side by side where several stand at one.
   * @param {Point} point @param {Words} words @param {(ply: number) => number} x @param {(score: number) => number} y
   */
  #point(point, words, x, y) {
    const { ply, scores } = point;
    const known = this.#known(point);
    const label = words.label(
      ply,
      known.map((seat) => `${words.seat(seat.seat)} ${number(scores[seat.seat])}`).join(", "),
    );
    const button = h("button.chart-point", { title: label, "aria-label": label });
    set(button, { "data-ply": ply, tabindex: -1 });
    button.style.left = `${x(ply)}%`;
    for (const { seat, height, aside } of this.#dots(point, y)) {
      const dot = h("i", { className: `chart-dot seat-${seat.colour}` });
      dot.style.top = `${height * 100}%`;
      dot.style.marginLeft = `${aside * DOT_PX}px`;
      button.append(dot);
    }
    button.addEventListener("click", () => this.go(ply));
    return button;
  }

  /**
   * The points that are shown, as many as stand apart: the ends, then the beginnings of rounds and what is marked, then
   * the rest. A round begins with what was counted before it.
   * @param {Store} store @param {Point[]} all @param {number} wide Dots side by side at most.
   */
  #shown(store, all, wide) {
    const marked = [...store.marks, ...store.rounds].map(({ ply }) => ply).filter((ply) => ply <= this.end);
    const changed = new Set(all.map((point) => point.ply));
    const rest = [...marked.filter((ply) => changed.has(ply)).toReversed(), ...marked.toReversed(), ...changed];
    const apart = (((wide + 0.5) * DOT_PX) / Math.max(NARROW - SIDES, this.width - SIDES)) * this.last;
    return apartFrom([all[all.length - 1].ply, all[0].ply, ...rest], apart).flatMap((ply) => {
      const point = all.findLast((one) => one.ply <= ply);
      return point ? [{ ply, scores: point.scores }] : [];
    });
  }

  /** Arrows walk from point to point while one has the focus. @param {KeyboardEvent} event */
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

  show(/** @type {number} */ ply, /** @type {any} */ position) {
    this.now = { ply, position };
    if (!this.cursor || !this.series) return;
    const scores = position ? this.series.of(position) : null;
    this.cursor.style.transform = `translateX(${(ply / this.last) * 100}%)`;
    this.seats.forEach((seat, place) => {
      const score = scores?.[seat.seat];
      write(this.values[place], typeof score === "number" ? number(score) : "–");
    });
    this.#mark(ply);
  }

  /** The point that stands at a ply, and the one that Tab stops at: the arrows do the rest. @param {number} ply */
  #mark(ply) {
    const near = Math.max(
      0,
      this.points.findLastIndex((point) => Number(point.dataset.ply) <= ply),
    );
    const lit = Number(this.points[near]?.dataset.ply) === ply ? near : -1;
    if (this.near !== near) {
      this.points[this.near]?.setAttribute("tabindex", "-1");
      this.points[near]?.setAttribute("tabindex", "0");
    }
    if (this.lit !== lit) {
      this.points[this.lit]?.removeAttribute("aria-current");
      this.points[lit]?.setAttribute("aria-current", "step");
    }
    [this.near, this.lit] = [near, lit];
  }
}
