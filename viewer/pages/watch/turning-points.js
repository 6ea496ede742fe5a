// @ts-check
/** Where a game turned: read from its scores alone, so that it knows no game. */

/**
 * @typedef {{ply: number, scores: Record<string, number>}} Point
 * @typedef {"lead" | "swing" | "close" | "decisive" | "final"} Kind
 * @typedef {{ply: number, kind: Kind, seats: number[], by: number}} Turn `seats`: who leads; who gained, and on
 *   whom; or the two who are close; of a final scoring none. `by`: points ahead, or gained on the other.
 */

const [SWINGS, CLOSE] = [3, 2]; // The most swings, and close moments besides those that are level.

/** The known scores of a point, the highest first. @param {Point} point @returns {[seat: number, score: number][]} */
function ranked({ scores }) {
  return Object.entries(scores)
    .flatMap(([seat, score]) =>
      typeof score === "number" ? [/** @type {[number, number]} */ ([Number(seat), score])] : [],
    )
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/** How far the first is ahead of the second; 0 where several lead. @param {Point} point */
function ahead(point) {
  const [first, second] = ranked(point);
  return first && second ? first[1] - second[1] : 0;
}

/** Who leads alone; null where nobody does. @param {Point} point */
function leader(point) {
  return ahead(point) > 0 ? ranked(point)[0][0] : null;
}

/**
 * Lead changes, the largest swings, the closest moments and the move after which the winner was never behind again.
 * @param {readonly Point[]} points A point for each ply at which a score changed, and for both ends.
 * @param {readonly number[]} winners The winners; empty while the game runs.
 * @param {number | null} [scoring] The ply of a final scoring, which is no play.
 * @returns {Turn[]} In order; of one ply the decisive move, then a lead change, a swing, a close moment.
 */
export function turningPoints(points, winners, scoring = null) {
  const known = points.filter((point) => ranked(point).length > 1);
  const final = known.length > 1 && known.at(-1)?.ply === scoring ? known.pop() : null;
  const turns = [...leads(known), ...swings(known), ...closest(known), ...decisive(known, winners)];
  if (final) turns.push({ ply: final.ply, kind: "final", seats: [], by: 0 });
  const order = ["decisive", "lead", "swing", "close"];
  return turns.sort((a, b) => a.ply - b.ply || order.indexOf(a.kind) - order.indexOf(b.kind));
}

/**
 * Where another seat leads alone than did before; the first leader is none.
 * @param {readonly Point[]} known @returns {Turn[]}
 */
function leads(known) {
  /** @type {Turn[]} */ const out = [];
  /** @type {number | null} */ let before = null;
  for (const point of known) {
    const now = leader(point);
    if (now === null) continue;
    if (before !== null && now !== before) out.push({ ply: point.ply, kind: "lead", seats: [now], by: ahead(point) });
    before = now;
  }
  return out;
}

/** Where one seat gained most on another. @param {readonly Point[]} known @returns {Turn[]} */
function swings(known) {
  const all = known.slice(1).flatMap((point, place) => {
    const was = known[place].scores;
    const gains = ranked(point)
      .filter(([seat]) => typeof was[seat] === "number")
      .map(([seat, score]) => /** @type {[number, number]} */ ([seat, score - was[seat]]))
      .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const by = gains.length > 1 ? gains[0][1] - gains[gains.length - 1][1] : 0;
    const seats = [gains[0]?.[0], gains.at(-1)?.[0] ?? 0];
    return by > 0 ? [/** @type {Turn} */ ({ ply: point.ply, kind: "swing", seats, by })] : [];
  });
  return all.sort((a, b) => b.by - a.by || a.ply - b.ply).slice(0, SWINGS);
}

/** Where the first two came closest after somebody had led. @param {readonly Point[]} known @returns {Turn[]} */
function closest(known) {
  const began = known.findIndex((point) => leader(point) !== null);
  const gaps = known.map(ahead);
  const all = known.flatMap((point, place) => {
    const nearer = place > began && began >= 0 && gaps[place] < gaps[place - 1] && !(gaps[place] > gaps[place + 1]);
    const [[first], [second]] = ranked(point);
    return nearer
      ? [/** @type {Turn} */ ({ ply: point.ply, kind: "close", seats: [first, second], by: gaps[place] })]
      : [];
  });
  const level = all.filter(({ by }) => !by);
  const near = all.filter(({ by }) => by).sort((a, b) => a.by - b.by || a.ply - b.ply);
  return [...level, ...near.slice(0, CLOSE)];
}

/**
 * The move from which a single winner led alone to the end.
 * @param {readonly Point[]} known @param {readonly number[]} winners @returns {Turn[]}
 */
function decisive(known, winners) {
  const [winner] = winners;
  if (winners.length !== 1) return [];
  const behind = known.findLastIndex((point) => leader(point) !== winner);
  const point = known[behind + 1];
  return point && behind >= 0 ? [{ ply: point.ply, kind: "decisive", seats: [winner], by: ahead(point) }] : [];
}
