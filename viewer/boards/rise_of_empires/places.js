// @ts-check
/** Where the regions go: as the box has them, moved apart until none overlap, so rough places are enough. */

/** @typedef {{x: number, y: number}} Place */

/** The picture, and the card of a region in it. */
export const SIZE = Object.freeze({ width: 1000, height: 690 });
export const CARD = Object.freeze({ width: 190, height: 96 });
const GAP = 20; // Minimum distance between two cards.
const EDGE = 16; // Around all cards.
const WIDE = 1.6; // Cards give way to the sides rather than up and down: the picture is wider than it is high.
const STEPS = 400; // Steps of moving apart; the maps tried were at rest within a third of these.

/**
 * @param {{id: string, at?: [number, number]}[]} regions Without a place: laid in a circle.
 * @returns {Map<string, Place>} The middle of each card.
 */
export function placed(regions) {
  const spots = regions.map(({ id, at }, index) => {
    const angle = (2 * Math.PI * index) / regions.length;
    const [x, y] = at ?? [500 + 350 * Math.cos(angle), 345 + 230 * Math.sin(angle)];
    return { id, x, y };
  });
  spread(spots);
  for (let step = 0; step < STEPS && parted(spots); step += 1);
  return new Map(spots.map(({ id, x, y }) => [id, { x: Math.round(x), y: Math.round(y) }]));
}

/** How far a middle can go. */
const [LEFT, RIGHT] = [EDGE + CARD.width / 2, SIZE.width - EDGE - CARD.width / 2];
const [TOP, BOTTOM] = [EDGE + CARD.height / 2, SIZE.height - EDGE - CARD.height / 2];

/** Over the whole picture, in proportion. @param {Place[]} spots */
function spread(spots) {
  for (const [axis, low, high] of /** @type {["x" | "y", number, number][]} */ ([
    ["x", LEFT, RIGHT],
    ["y", TOP, BOTTOM],
  ])) {
    const all = spots.map((spot) => spot[axis]);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    for (const spot of spots)
      spot[axis] = most > least ? low + ((spot[axis] - least) * (high - low)) / (most - least) : (low + high) / 2;
  }
}

/** One step of moving apart; whether any two still lay over each other. @param {Place[]} spots */
function parted(spots) {
  let crowded = false;
  spots.forEach((one, at) => {
    for (const other of spots.slice(at + 1)) {
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const across = CARD.width + GAP - Math.abs(dx);
      const down = CARD.height + GAP - Math.abs(dy);
      if (across <= 0.5 || down <= 0.5) continue;
      crowded = true;
      const axis = across < down * WIDE ? "x" : "y";
      const push = (Math.min(across, down) / 2) * 0.6 * ((axis === "x" ? dx : dy) < 0 ? -1 : 1);
      one[axis] -= push;
      other[axis] += push;
    }
  });
  for (const spot of spots) {
    spot.x = Math.min(RIGHT, Math.max(LEFT, spot.x));
    spot.y = Math.min(BOTTOM, Math.max(TOP, spot.y));
  }
  return crowded;
}
