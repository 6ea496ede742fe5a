// @ts-check
/** The virtue track with what its steps forbid, the Guildhall as it fills, and the Cathedral with its rewards. */
import { arrange, badgeClass, colourOf, forEars, h, localized, number, set, write } from "../../kit/index.js";
import { costPicture } from "./cards/face.js";
import { Run } from "./run.js";
import { amountOf, countsWords, goodsTokens, sign, workerClass, workerToken } from "./signs.js";
import { costWords, goodsWords } from "./cards/text.js";
import { placeName, stepSigns } from "./world.js";
import { say } from "./words.js";

/** @import { Context, Language } from "../../kit/board.js" */
/** @import { World } from "./world.js" */
/** @typedef {{box: HTMLElement, show: (position: any, context: Context) => void}} Part */

/** @param {number} seat @param {Context} context */
const markerClass = (seat, context) => `badge a-marker ${badgeClass(colourOf(seat, context))}`;

/** The marker of each seat, made once. @returns {(seats: number[], context: Context) => HTMLElement[]} */
function markers() {
  /** @type {Map<number, HTMLElement>} */ const all = new Map();
  return (seats, context) =>
    seats.map((seat) => {
      const known = all.get(seat);
      if (known) return known;
      const made = h("i", { className: markerClass(seat, context) });
      all.set(seat, made);
      return made;
    });
}

/** The track. @param {World} world @param {Language} lang @returns {Part & {steps: Map<number, HTMLElement>}} */
export function trackPart(world, lang) {
  const steps = new Map();
  const marker = markers();
  /** @type {Map<number, {marks: HTMLElement, key: string}>} */ const held = new Map();
  for (const step of world.box.virtue_track) {
    const { noCathedral, noMarket, evade } = stepSigns(step);
    const marks = h("span.a-marks.flow");
    const className = `a-step ${noCathedral ? "a-low" : ""} ${noMarket ? "a-high" : ""}`;
    const worth = step.vp < 0 ? "less" : step.vp > 0 ? "gain" : "";
    const vp = h("span", { className: `a-step-vp ${worth}` }, number(step.vp, true));
    const signs = h("span.a-step-signs", ...Array.from({ length: evade }, () => sign("evade")));
    const box = h("div", { className }, h("b", String(step.position)), marks, signs, vp);
    steps.set(step.position, box);
    held.set(step.position, { marks, key: "" });
  }
  const lows = world.box.virtue_track.filter((/** @type {any} */ step) => !step.cathedral_allowed).length;
  const highs = world.box.virtue_track.filter((/** @type {any} */ step) => !step.black_market_allowed).length;
  const all = world.box.virtue_track.length;
  const bars = h("div.a-bars", { "aria-hidden": "true" });
  bars.style.gridTemplateColumns = `${lows}fr ${all - lows - highs}fr ${highs}fr`;
  const low = h("span.a-bar.clip.a-low", say(lang, "no_cathedral"));
  const high = h("span.a-bar.clip.a-high", say(lang, "no_market"));
  bars.append(low, h("span.a-bar.clip", say(lang, "virtue_track")), high);
  const line = h("div.a-steps", ...steps.values());
  line.style.gridTemplateColumns = `repeat(${all}, minmax(0, 1fr))`;
  const box = h("section.a-part.a-track", bars, line);
  return {
    box,
    steps,
    show: (position, context) => {
      for (const [at, place] of held) {
        const here = seatsAt(position, context, "virtue", at);
        const key = here.join();
        if (place.key !== key) arrange(place.marks, marker(here, context));
        place.key = key;
      }
    },
  };
}

/** @param {any} position @param {Context} context @param {string} field @param {number} value */
const seatsAt = (position, context, field, value) =>
  context.seats.map(({ seat }) => seat).filter((seat) => position.seats[seat][field] === value);

/** @param {World} world @param {number} at @param {any} position @param {Context} context */
export function stepWords(world, at, position, context) {
  const { lang } = context;
  const step = world.box.virtue_track.find((/** @type {any} */ one) => one.position === at);
  const { noCathedral, noMarket, evade } = stepSigns(step);
  const parts = [say(lang, "step_words", { n: at, vp: number(step.vp) })];
  if (noCathedral) parts.push(say(lang, "no_cathedral"));
  if (noMarket) parts.push(say(lang, "no_market"));
  if (evade) parts.push(say(lang, "evades", { n: evade }));
  const here = seatsAt(position, context, "virtue", at).map((seat) => context.seatName(seat));
  return `${parts.join("; ")}. ${here.length ? say(lang, "here", { who: here.join(", ") }) : ""}`.trim();
}

/** The Guildhall in order. @param {World} world @param {any} position @param {Language} lang @returns {Part} */
export function hallPart(world, position, lang) {
  const { spaces, columns, resets, purges } = position.guildhall;
  const cells = Array.from({ length: spaces }, (_, place) => {
    const n = place + 1;
    const mark = resets.includes(n) ? "reset" : purges.includes(n) ? "purge" : "";
    return h("span", { className: `a-hall-space ${mark ? `a-${mark}` : ""}` }, mark ? sign(mark) : String(n));
  });
  const grid = h("div.a-hall", ...cells);
  grid.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  const left = h("small", "");
  const aside = new Run(h("span.a-aside"));
  const head = h("h2.a-title", sign("guildhall"), placeName(world, "guildhall", lang), " ", left);
  const box = h("section.a-part.a-guildhall", { "data-place": "guildhall" }, head, grid, aside.holder);
  /** @type {(number | undefined)[]} */ const taken = cells.map(() => undefined);
  const plain = cells.map((cell) => /** @type {ChildNode} */ (cell.firstChild));
  const workers = cells.map(() => h("i"));
  /** @type {any} */ let shown;
  return {
    box,
    show: (now, context) => {
      const hall = now.guildhall;
      if (shown === hall) return;
      shown = hall;
      cells.forEach((cell, place) => {
        const seat = hall.taken[place + 1];
        const before = taken[place];
        if (before === seat) return;
        taken[place] = seat;
        if (seat !== undefined) workers[place].className = workerClass(seat, context);
        if ((before === undefined) === (seat === undefined)) return;
        cell.replaceChildren(seat === undefined ? plain[place] : workers[place]);
        cell.classList.toggle("a-taken", seat !== undefined);
      });
      write(left, say(lang, "hall_free_short", { n: freeSpaces(hall) }));
      aside.show(hall.aside.map((/** @type {number} */ seat) => workerToken(seat, context)));
    },
  };
}

const freeSpaces = (/** @type {any} */ hall) => hall.spaces - Object.keys(hall.taken).length;

export function hallWords(/** @type {World} */ world, /** @type {any} */ position, /** @type {Context} */ context) {
  const { lang } = context;
  const hall = position.guildhall;
  const free = freeSpaces(hall);
  /** @type {Record<string, number>} */ const counts = {};
  for (const seat of /** @type {number[]} */ (Object.values(hall.taken))) counts[seat] = (counts[seat] ?? 0) + 1;
  const parts = [say(lang, "hall_free", { n: free, all: hall.spaces })];
  const who = countsWords(counts, context);
  if (who) parts.push(say(lang, "workers_here", { who }));
  if (free) {
    const n = hall.spaces - free + 1;
    parts.push(say(lang, "hall_next", { n }));
    if (hall.resets.includes(n)) parts.push(say(lang, "hall_reset"));
    if (hall.purges.includes(n)) parts.push(say(lang, "hall_purge"));
  }
  const aside = hall.aside.map((/** @type {number} */ seat) => context.seatName(seat));
  if (aside.length) parts.push(say(lang, "aside", { who: aside.join(", ") }));
  return `${placeName(world, "guildhall", lang)}. ${parts.join(" ")}`;
}

/** The Cathedral. @param {World} world @param {number} seats How many play. @param {Language} lang @returns {Part} */
export function cathedralPart(world, seats, lang) {
  const { cathedral } = world.box;
  // Below the first level are all who have not begun: no free spot is shown.
  /** @type {{level: number, room: number, spots: HTMLElement[], key: string}[]} */ const rows = [];
  const list = h("div.a-levels");
  for (const level of [...cathedral.levels].reverse()) {
    const room = level.spaces ?? 0;
    const spots = Array.from({ length: Math.max(room, seats) }, () => h("i", { hidden: true }));
    const cost = level.cost ? costPicture(world, level.cost, lang) : h("span", "");
    const vp = level.level ? amountOf("vp", level.vp) : h("span", "");
    list.append(h("div.a-level", h("b", String(level.level)), cost, h("span.a-spots", ...spots), vp));
    rows.push({ level: level.level, room, spots, key: "?" });
  }
  const rewards = h("small.a-rewards", "");
  const last = new Run(h("span.a-last.a-goods"));
  const head = h("h2.a-title", sign("cathedral"), localized(cathedral.name, lang), " ", rewards, last.holder);
  const box = h("section.a-part.a-cathedral", { "data-place": "cathedral" }, head, list);
  /** @type {any} */ let pile;
  return {
    box,
    show: (position, context) => {
      for (const row of rows) {
        const here = seatsAt(position, context, "cathedral", row.level);
        const key = here.join();
        if (row.key === key) continue;
        row.key = key;
        row.spots.forEach((spot, place) => {
          const seat = here[place];
          const className = seat === undefined ? "a-spot" : markerClass(seat, context);
          if (spot.className !== className) spot.className = className;
          const hidden = seat === undefined && place >= row.room;
          if (spot.hidden !== hidden) spot.hidden = hidden;
        });
      }
      if (pile === position.rewards) return;
      pile = position.rewards;
      const gain = world.rewards.get(pile.revealed.at(-1))?.gain;
      write(rewards, say(lang, gain ? "rewards_and_last" : "rewards_short", { n: pile.pile }));
      last.show(goodsTokens(gain ?? {}));
      const words = gain ? say(lang, "last_reward", { what: goodsWords(world, gain, lang) }) : null;
      forEars(last, () => set(last.holder, { role: words && "img", "aria-label": words, title: words }));
    },
  };
}

/** @param {World} world @param {any} position @param {Context} context */
export function cathedralWords(world, position, context) {
  const { lang } = context;
  const { cathedral } = world.box;
  const parts = cathedral.levels.map((/** @type {any} */ level) => {
    const here = seatsAt(position, context, "cathedral", level.level).map((seat) => context.seatName(seat));
    const who = here.join(", ") || say(lang, "nobody");
    if (!level.cost) return say(lang, "below", { who });
    const price = say(lang, "level", { n: level.level, vp: level.vp, cost: costWords(world, level.cost, lang) });
    return `${price} ${say(lang, "level_taken", { who, free: level.spaces - here.length })}`;
  });
  parts.push(`${say(lang, "rewards", { n: position.rewards.pile })}.`);
  return `${localized(cathedral.name, lang)}. ${parts.join(" ")}`;
}
