// @ts-check
/** A replay as positions: frame by frame, each sharing with the one before what its move did not change. */
import { applyPatch } from "./patch.js";

/**
 * @typedef {{ply: number, name: string, seat: number | null, type: string, at?: string, says: Record<string, string>,
 *   patch: import("./patch.js").Operation[], marks: {kind: string, [key: string]: any}[]}} Frame
 * @typedef {{seat: number, name: string | null, colour: string}} Seat
 * @typedef {{phase: string, round: number, to_move: number[], scores: Record<string, number> | null, contradictions:
 *   any[], [key: string]: any}} Position
 * @typedef {{record: string, game: string, eyes: string, box: {hash: string, edition: string | null, components: any},
 *   seats: Seat[], colours: Record<string, Record<string, string>>, version: number, first: Position, frames: Frame[],
 *   generation?: number, result: any, standing?: import("./pages/watch/standing.js").Standing, history?:
 *   import("./pages/watch/history/history.js").History, eyes_allowed?: string[], [key: string]: any}} Replay
 * @typedef {{ply: number, kind: string, [key: string]: any}} Mark
 */

/** @type {readonly string[]} */ const NOTHING = Object.freeze([]);

/** The parts of a name as numbers: `"57.2"` is [57, 2]. @param {string} name */
function numbers(name) {
  return name.split(".").map(Number);
}

/** The order of two entries by name: below zero if `one` is the earlier. @param {string} one @param {string} other */
export function compareNames(one, other) {
  const [a, b] = [numbers(one), numbers(other)];
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const gap = (a[i] ?? 0) - (b[i] ?? 0);
    if (gap) return gap;
  }
  return 0;
}

export class Store {
  constructor(/** @type {Replay} */ replay) {
    this.replay = replay;
    /** @type {Position[]} */ this.positions = [replay.first];
    /** Why the frames from some ply on cannot be shown, or null. @type {{ply: number, reason: string} | null} */
    this.broken = null;
    this.last = 0; // The last ply that can be shown.
    /** @type {Map<string, number>} */ this.plies = new Map();
    /** What a slider marks, in order. @type {Mark[]} */
    this.marks = [];
    /** Where each round begins. @type {{round: number, ply: number}[]} */
    this.rounds = [{ round: replay.first.round, ply: 0 }];
    this.#count(replay.frames, 0);
  }

  /** Take in frames that follow. @param {Replay} more Without the empty table and the components of the box. */
  extend(more) {
    const { replay } = this;
    const before = replay.frames.length;
    const { first, box } = replay;
    this.replay = { ...more, first, box, frames: [...replay.frames, ...more.frames] };
    this.#count(more.frames, before);
    return this.unroll();
  }

  /** Note names, marks and rounds. @param {Frame[]} frames @param {number} before Frames before these. */
  #count(frames, before) {
    frames.forEach((frame, place) => {
      const ply = before + place + 1;
      this.plies.set(frame.name, ply);
      for (const mark of frame.marks) {
        this.marks.push({ ...mark, ply });
        if (mark.kind === "round") this.rounds.push({ round: mark.round, ply });
      }
    });
    if (!this.broken) this.last = before + frames.length;
  }

  /** Where a ply's move is in another line, or the nearest before it. @param {number} ply @param {Store} other */
  placeIn(ply, other) {
    for (let here = ply; here > 0; here -= 1) {
      const there = other.plies.get(this.nameAt(here));
      if (there !== undefined) return other.clamp(there);
    }
    return 0;
  }

  /** A ply that can be shown: whole, from 0 to the last. @param {number} ply */
  clamp(ply) {
    return Number.isFinite(ply) ? Math.min(Math.max(Math.trunc(ply), 0), this.last) : 0;
  }

  /** The position after `ply` moves, unrolled as far as was asked. @param {number} ply @returns {Position} */
  at(ply) {
    const { positions, replay } = this;
    while (positions.length <= ply && positions.length <= this.last) {
      const done = positions.length;
      try {
        positions.push(applyPatch(positions[done - 1], replay.frames[done - 1].patch));
      } catch (error) {
        // A record that breaks keeps its good part and the reason.
        this.last = done - 1;
        this.broken = { ply: done, reason: error instanceof Error ? error.message : String(error) };
      }
    }
    return positions[this.clamp(ply)];
  }

  /** Unroll everything, so that `last` and `broken` are final. */
  unroll() {
    this.at(this.replay.frames.length);
    return this;
  }

  /** The frame that led to a ply; null for the empty table. @param {number} ply @returns {Frame | null} */
  frame(ply) {
    return ply > 0 ? (this.replay.frames[ply - 1] ?? null) : null;
  }

  /** What a ply is called: the name of the move that led to it; empty for the empty table. @param {number} ply */
  nameAt(ply) {
    return this.frame(ply)?.name ?? "";
  }

  /** The pointers that the move before this ply changed. @param {number} ply @returns {readonly string[]} */
  changed(ply) {
    const frame = this.frame(ply);
    return frame ? frame.patch.map((operation) => operation.path) : NOTHING;
  }

  /** The ply of a move; of a name that is no move's (undone, a note), of the nearest before. @param {string} name */
  plyOf(name) {
    const known = this.plies.get(name);
    if (known !== undefined) return this.clamp(known);
    if (!/^\d+(\.\d+)*$/.test(name)) return 0;
    let best = "";
    for (const other of this.plies.keys()) {
      if (compareNames(other, name) < 0 && (!best || compareNames(other, best) > 0)) best = other;
    }
    return best ? this.clamp(this.plies.get(best) ?? 0) : 0;
  }

  /** The next round's start, or the end; back: this one's, then the last's. @param {number} ply @param {1 | -1} way */
  roundFrom(ply, way) {
    const begins = this.rounds.map((round) => round.ply);
    if (way > 0) return this.clamp(begins.find((begin) => begin > ply) ?? this.last);
    return this.clamp(begins.findLast((begin) => begin < ply) ?? 0);
  }

  /** The round that a ply belongs to: what the table shows after the move. @param {number} ply */
  roundAt(ply) {
    return this.rounds.findLast((round) => round.ply <= ply)?.round ?? this.replay.first.round;
  }

  /**
   * The turn that each ply belongs to, and which one of its seat in the round it is; null before the first.
   * @param {readonly string[]} types Moves that begin a turn.
   */
  turns(types) {
    let round = NaN;
    /** @type {{seat: number | null, n: number, ply: number} | null} */ let turn = null;
    /** @type {Map<number | null, number>} */ let counts = new Map();
    return Array.from({ length: this.last + 1 }, (_, ply) => {
      const now = this.roundAt(ply);
      if (now !== round) [round, turn, counts] = [now, null, new Map()];
      const frame = this.frame(ply);
      if (!frame || !types.includes(frame.type)) return turn;
      const { seat } = frame;
      const n = (counts.get(seat) ?? 0) + 1;
      counts.set(seat, n);
      turn = { seat, n, ply };
      return turn;
    });
  }

  /**
   * The scores, or other numbers by seat, after each ply on which one changed, and at both ends.
   * @param {(position: Position) => Record<string, number> | null} [of] Null: not known there.
   * @param {number} [end] The last ply that is looked at. @returns {{ply: number, scores: Record<string, number>}[]}
   */
  scores(of = (position) => position.scores, end = this.last) {
    this.unroll();
    const out = [];
    /** @type {Record<string, number> | null} */ let before = null;
    for (let ply = 0; ply <= end; ply += 1) {
      const scores = of(this.positions[ply]);
      if (!scores || (scores === before && ply < end)) continue;
      /** @type {Record<string, number>} */ const now = scores;
      const moved = !before || Object.keys(now).some((seat) => now[seat] !== before?.[seat]);
      if (moved || ply === end) out.push({ ply, scores: now });
      before = now;
    }
    return out;
  }
}
