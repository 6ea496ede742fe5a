// @ts-check
/** Recent players: who played at tables of this phone, how often, with which colours. Pure functions. */

/**
 * @typedef {{name: string, player: string | null, times: number, at: string, colours: Record<string, number>}} Person
 *   `player` is the service's id of this person, null where no record with them is open yet; `at` says when they last
 *   played, RFC 3339; `colours` how often with which.
 * @typedef {{name?: string | null, player?: string | null, colour: string}} Seat
 */

const MOST = 200; // Maximum number of stored names.

/**
 * The recent players after another table, the most frequent and latest first.
 * @param {readonly Person[]} people @param {readonly Seat[]} seats From the service, or as typed.
 * @param {string} at When, RFC 3339. @returns {Person[]}
 */
export function afterTable(people, seats, at) {
  const known = new Map(people.map((person) => [person.name, person]));
  for (const { name, player, colour } of seats) {
    if (!name) continue;
    const before = known.get(name) ?? { name, player: null, times: 0, at, colours: {} };
    const colours = colour ? { ...before.colours, [colour]: (before.colours[colour] ?? 0) + 1 } : before.colours;
    known.set(name, { ...before, player: player ?? before.player, times: before.times + 1, at, colours });
  }
  return ordered([...known.values()]).slice(0, MOST);
}

/** People with their new ids. @param {readonly Person[]} people @param {readonly Seat[]} seats @returns {Person[]} */
export function identified(people, seats) {
  const ids = new Map(seats.flatMap(({ name, player }) => (name && player ? [[name, player]] : [])));
  return people.map((person) => ({ ...person, player: ids.get(person.name) ?? person.player }));
}

const ordered = (/** @type {readonly Person[]} */ people) =>
  [...people].sort((one, other) => other.at.slice(0, 10).localeCompare(one.at.slice(0, 10)) || other.times - one.times);

/**
 * A colour for somebody who sits down: the one they had most often that is free, else the first free one.
 * @param {Person | undefined} person @param {readonly string[]} colours All of the game, in its order.
 * @param {ReadonlySet<string>} taken
 */
export function colourFor(person, colours, taken) {
  const free = colours.filter((colour) => !taken.has(colour));
  const liked = free.filter((colour) => person?.colours[colour]);
  liked.sort((one, other) => (person?.colours[other] ?? 0) - (person?.colours[one] ?? 0));
  return liked[0] ?? free[0] ?? colours[0] ?? "";
}

/**
 * How a seat is sent to the service: by the player's id where this phone knows it, so that their games are grouped.
 * @param {{name: string, colour: string}} seat @param {readonly Person[]} people
 * @returns {{name?: string, player?: string, colour: string}}
 */
export function sent({ name, colour }, people) {
  const typed = name.trim();
  if (!typed) return { colour };
  const player = people.find((person) => person.name === typed)?.player;
  return player ? { player, colour } : { name: typed, colour };
}
