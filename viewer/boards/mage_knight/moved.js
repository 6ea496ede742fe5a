// @ts-check
/** What moves changed, read from two views: points, cards, mana, wounds; and which moves make up a turn. */

/**
 * @import { Step } from "../../kit/board.js"
 * @typedef {{what: string, n: number, colour?: string, element?: string}} Gain `what` is a sign: `move`, `attack`,
 *   `ranged`, `siege`, `block`, `fame`, `wound`, `cards`, `crystal`, `mana`; `n` how many more, or fewer.
 */

const POINTS = ["move", "influence", "heal"]; // Points of a turn that a play adds to.
/** Moves that spend points; with others the rest lapses, which is not shown. */
const SPENDING = new Set(
  "move jump explore use_option recruit buy_healing learn buy_spell heal play_card use_skill burn_monastery".split(" "),
);
const MOST = 150; // Maximum number of moves in a turn; no real turn comes near.

const points = (/** @type {any} */ turn, /** @type {string} */ key) => turn?.[key] ?? 0;

/** A seat's changes. @param {any} before Null: none. @param {any} after @param {number} seat @returns {Gain[]} */
export function gainsOf(before, after, seat) {
  const [was, now] = [before?.heroes[seat], after.heroes[seat]];
  if (!was || !now || was === now) return [];
  /** @type {Gain[]} */ const found = [];
  const note = (/** @type {string} */ what, /** @type {number} */ n, more = {}) =>
    n && found.push({ what, n, ...more });
  for (const key of POINTS) note(key, now.turn ? points(now.turn, key) - points(was.turn, key) : 0);
  for (const [name, piece] of Object.entries(now.turn?.pieces ?? {})) {
    if (was.turn?.pieces[name]) continue;
    for (const { gives, kind, element, value } of piece.parts) {
      const what = gives === "block" ? "block" : kind === "melee" || !kind ? "attack" : kind;
      note(what, value, { element });
    }
  }
  note("fame", now.fame - was.fame);
  note("reputation", now.reputation - was.reputation);
  for (const colour of Object.keys(now.crystals))
    note("crystal", now.crystals[colour] - was.crystals[colour], { colour });
  for (const colour of Object.keys(now.mana)) note("mana", now.mana[colour] - was.mana[colour], { colour });
  note("wound", woundsOf(now) - woundsOf(was));
  // A card that is played leaves the hand; only other changes are shown.
  const played =
    Object.values(now.played).filter(({ card }) => card).length -
    Object.values(was.played).filter(({ card }) => card).length;
  note("cards", now.hand - was.hand + Math.max(0, played) - (now.owned.wound ?? 0) + (was.owned.wound ?? 0));
  return found;
}

/** What a move changed for a seat, without points that lapsed. @param {Step} step @param {number} seat */
export const gainsIn = ({ type, before, after }, seat) =>
  gainsOf(before, after, seat).filter(({ what, n }) => n > 0 || !POINTS.includes(what) || SPENDING.has(type));

/** Wounds of a hero: among the cards, and on units. @param {any} hero */
export function woundsOf(hero) {
  const units = Object.values(hero.units).reduce((sum, /** @type {any} */ unit) => sum + unit.wounds, 0);
  return (hero.owned.wound ?? 0) + units;
}

/** The turn of a ply; else empty. @param {number} ply @param {(ply: number) => Step | null} step @returns {Step[]} */
export function turnAround(ply, step) {
  const here = step(ply);
  const seat = here?.seat ?? null;
  if (!here || seat === null || here.type === "take_tactic") return [];
  /** @type {Step[]} */ const found = [];
  for (let at = ply; at > 0 && found.length < MOST; at -= 1) {
    const one = step(at);
    if (!one || one.seat !== seat || one.type === "take_tactic") {
      if (!one || one.seat === null || one.type === "take_tactic") break;
      continue;
    }
    if (at < ply && !one.after.heroes[seat].turn) break;
    found.unshift(one);
    if (one.type === "begin_turn") break;
  }
  if (!found.some(({ type }) => type === "begin_turn")) return found.slice(-1);
  for (let at = ply; here.after.heroes[seat].turn && found.length < MOST; ) {
    at += 1;
    const one = step(at);
    if (!one || one.seat === null) break;
    if (one.seat !== seat) continue;
    if (one.type === "begin_turn") break;
    found.push(one);
    if (!one.after.heroes[seat].turn) break;
  }
  return found;
}

/** The moves of a combat. @param {number} ply @param {(ply: number) => Step | null} step @returns {Step[]} */
export function combatAround(ply, step) {
  /** @type {Step[]} */ const found = [];
  for (let at = ply; at > 0 && found.length < MOST; at -= 1) {
    const one = step(at);
    if (!one || (!one.after.combat && !one.before.combat)) break;
    if (!one.after.combat && at < ply) break;
    found.unshift(one);
    if (!one.before.combat) break;
  }
  return found;
}

/**
 * @typedef {{says: string, name: string, pieces: [string, any][], enemies: [string, string][], damaged: [string,
 *   number][], hand: number, gains: Gain[]}} Assigned What one move of a combat did: pieces used, enemies whose state
 *   changed, wounds of units (by number) and to the hand.
 */

/** What a move of a combat did. @param {Step} step @returns {Assigned} */
export function assignedIn(step) {
  const { before, after, says, name, seat } = step;
  const fight = after.combat ?? before.combat;
  const was = before.combat;
  const [old, now] = [before.heroes[fight.seat], after.heroes[fight.seat]];
  const pieces = Object.entries(old.turn?.pieces ?? {}).filter(([id, piece]) => {
    const then = now.turn?.pieces[id];
    return !piece.used && was?.phase === fight.phase && after.combat && (!then || then.used);
  });
  const enemies = Object.entries(fight.enemies).flatMap(([number, enemy]) =>
    was && was.enemies[number]?.state !== enemy.state ? [/** @type {[string, string]} */ ([number, enemy.state])] : [],
  );
  const damaged = Object.entries(now.units).flatMap(([number, unit]) => {
    const more = unit.wounds - (old.units[number]?.wounds ?? 0);
    return more > 0 ? [/** @type {[string, number]} */ ([number, more])] : [];
  });
  const hand = Math.max(0, (now.owned.wound ?? 0) - (old.owned.wound ?? 0));
  return { says, name, pieces, enemies, damaged, hand, gains: gainsIn(step, seat ?? fight.seat) };
}
