// @ts-check
/** What a move took from where: workers by their places before and after it, and what each player gained and paid. */

/**
 * @typedef {{seat: number, count: number, from: string, to: string}} Flow Workers of a seat that went from one place
 *   to another. Places are those of the board (`quarry`, `market_left`, `guildhall`, `prison`) and `board:0`, the board
 *   of a seat: its own workers or captives.
 * @typedef {{seat: number, changes: [string, number][]}} Changed Goods and the like of a seat, those that differ.
 */

/** Counts of each seat's workers by place. @param {any} position @returns {Map<number, Map<string, number>>} */
function whereabouts(position) {
  /** @type {Map<number, Map<string, number>>} */ const all = new Map();
  const put = (/** @type {number | string} */ seat, /** @type {string} */ place, /** @type {number} */ count = 1) => {
    const own = all.get(Number(seat)) ?? new Map();
    own.set(place, (own.get(place) ?? 0) + count);
    all.set(Number(seat), own);
  };
  for (const [place, counts] of Object.entries(position.locations)) {
    for (const [seat, count] of Object.entries(/** @type {Record<string, number>} */ (counts))) put(seat, place, count);
  }
  for (const space of ["left", "middle", "right"]) {
    if (position.market[space] !== null) put(position.market[space], `market_${space}`);
  }
  for (const seat of /** @type {number[]} */ (Object.values(position.guildhall.taken))) put(seat, "guildhall");
  for (const seat of position.guildhall.aside) put(seat, "guildhall");
  for (const [seat, count] of Object.entries(position.prison)) put(seat, "prison", Number(count));
  for (const [seat, own] of Object.entries(/** @type {Record<string, any>} */ (position.seats))) {
    put(seat, `board:${seat}`, own.workers);
    for (const [other, count] of Object.entries(own.captives)) put(other, `board:${seat}`, Number(count));
  }
  return all;
}

/**
 * The worker that a player placed: a place of the board has one more of the player to move; null where none has.
 * @param {number | null} seat @param {Map<number, Map<string, number>>} old
 * @param {Map<number, Map<string, number>>} now @returns {Flow | null}
 */
function placedBy(seat, old, now) {
  if (seat === null) return null;
  const [was, is] = [old.get(seat), now.get(seat)];
  const home = `board:${seat}`;
  if (!was || !is || !(was.get(home) ?? 0)) return null;
  for (const [place, count] of is) {
    const apart = place.startsWith("board:") || place === "prison";
    if (!apart && count === (was.get(place) ?? 0) + 1) return { seat, count: 1, from: home, to: place };
  }
  return null;
}

/** Workers that a move moved. @param {any} before Null at the empty table. @param {any} after @returns {Flow[]} */
export function flowsOf(before, after) {
  if (!before) return [];
  const [old, now] = [whereabouts(before), whereabouts(after)];
  /** @type {Flow[]} */ const flows = [];
  const placed = placedBy(before.active, old, now);
  if (placed) {
    // Said first, for what is captured and taken back in the same move would hide it.
    flows.push(placed);
    const was = /** @type {Map<string, number>} */ (old.get(placed.seat));
    was.set(placed.from, (was.get(placed.from) ?? 0) - 1);
    was.set(placed.to, (was.get(placed.to) ?? 0) + 1);
  }
  for (const [seat, places] of now) {
    const was = old.get(seat) ?? new Map();
    /** @type {[string, number][]} */ const gone = [];
    /** @type {[string, number][]} */ const come = [];
    for (const place of new Set([...was.keys(), ...places.keys()])) {
      const change = (places.get(place) ?? 0) - (was.get(place) ?? 0);
      if (change < 0) gone.push([place, -change]);
      if (change > 0) come.push([place, change]);
    }
    // A move takes the workers of a seat from some places to one, or from one to some: in this order they pair up.
    while (gone.length && come.length) {
      const [from, to] = [gone[0], come[0]];
      const count = Math.min(from[1], to[1]);
      flows.push({ seat, count, from: from[0], to: to[0] });
      from[1] -= count;
      to[1] -= count;
      if (!from[1]) gone.shift();
      if (!to[1]) come.shift();
    }
  }
  return flows;
}

/** What a move changed for each seat. @param {any} before @param {any} after @returns {Changed[]} */
export function changesOf(before, after) {
  if (!before) return [];
  const found = [];
  for (const [seat, own] of Object.entries(/** @type {Record<string, any>} */ (after.seats))) {
    const was = before.seats[seat];
    if (was === own) continue;
    const figures = (/** @type {any} */ one) => ({
      ...one.goods,
      virtue: one.virtue,
      debt: one.unpaid,
      paid: one.paid,
      building_cards: one.hand.size,
    });
    const [then, now] = [figures(was), figures(own)];
    /** @type {[string, number][]} */
    const changes = Object.keys(now).flatMap((key) =>
      now[key] === then[key] ? [] : [/** @type {[string, number]} */ ([key, now[key] - then[key]])],
    );
    if (changes.length) found.push({ seat: Number(seat), changes });
  }
  return found;
}
