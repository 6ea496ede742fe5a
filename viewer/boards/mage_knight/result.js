// @ts-check
/** The result of Mage Knight with its titles, and what its charts can show. */
import { localized, number, sum } from "../../kit/index.js";
import { ownedBy } from "./heroes.js";
import { woundsOf } from "./moved.js";
import { say } from "./words.js";
import { worldOf } from "./world.js";

/** @import { Board, Language, Series } from "../../kit/board.js" */

/** Lines over the game: fame, cards, wounds, reputation, crystals, level. @type {Required<Board>["series"]} */
export function series({ lang, seats }) {
  /** @param {string} key @param {(hero: any) => number} get @returns {Series} */
  const line = (key, get) => ({
    key,
    label: say(lang, `chart_${key}`),
    of: (position) => Object.fromEntries(seats.map(({ seat }) => [seat, get(position.heroes[seat])])),
  });
  return [
    line("fame", (hero) => hero.fame),
    line("reputation", (hero) => hero.reputation),
    line("deck", ownedBy),
    line("wounds", woundsOf),
    line("crystals", (hero) => sum(hero.crystals)),
    line("level", (hero) => hero.level),
  ];
}

/**
 * What a seat's fame for each achievement is made of, read from the last position (MK-28.4 to 28.10).
 * @param {any} position @param {number} seat @param {any} box @param {Language} lang @returns {Record<string, string>}
 */
function countedFor(position, seat, box, lang) {
  const { cards, units, sites } = worldOf(box);
  const hero = position.heroes[seat];
  /** @type {Record<string, number>} */ const own = { wound: hero.owned.wound ?? 0, shield: 0 };
  const add = (/** @type {string} */ what, /** @type {number} */ n) => (own[what] = (own[what] ?? 0) + n);
  for (const [card, n] of Object.entries(hero.owned))
    if (card !== "wound") add(cards.get(card)?.kind ?? "artifact", Number(n));
  add("two_crystals", Math.floor(sum(hero.crystals) / 2));
  const shields = (/** @type {string} */ id) =>
    Object.values(position.map.spaces).filter(
      (/** @type {any} */ { site, shield }) =>
        site && shield.includes(seat) && (sites.get(site)?.achievement ?? "conqueror") === id,
    ).length;
  const levels = Object.values(hero.units).map((/** @type {any} */ { unit, wounds }) => {
    const { level } = units.get(unit);
    return wounds ? say(lang, "n_half", { n: level }) : String(level);
  });
  const onUnits = woundsOf(hero) - own.wound;
  return Object.fromEntries(
    box.achievements.map((/** @type {any} */ { id, each }) => {
      own.shield = shields(id);
      const parts = Object.entries(each).flatMap(([what, fame]) =>
        own[what] ? [say(lang, `n_${what}`, { n: own[what], fame: number(Number(fame)) })] : [],
      );
      if (id === "leader" && levels.length) parts.push(say(lang, "n_levels", { levels: levels.join(" + ") }));
      const apart = each.wound && onUnits ? [say(lang, "n_on_units", { n: onUnits })] : [];
      return [id, [parts.join(" + "), ...apart].filter(Boolean).join("; ")];
    }),
  );
}

/** The lines of the result's table: fame, each achievement and its title. @type {Required<Board>["breakdown"]} */
export function breakdown(result, context) {
  const { lang, seats, box } = context;
  const last = context.step(context.ply)?.after;
  const of = seats.map(({ seat }) => result.seats[String(seat)]);
  const counted = last ? seats.map(({ seat }) => countedFor(last, seat, box, lang)) : [];
  const row = (/** @type {string} */ head, /** @type {string} */ key, more = {}) => ({
    head,
    values: of.map((one) => number(one.breakdown[key] ?? 0)),
    notes: counted.map((one) => one[key] ?? ""),
    ...more,
  });
  const achievements = box.achievements.flatMap((/** @type {any} */ { id, name }) => {
    const title = localized(name, lang);
    return [
      row(title, id, { group: id === box.achievements[0].id }),
      ...(of.some((one) => one.breakdown[`title_${id}`]) ? [row(say(lang, "line_title"), `title_${id}`)] : []),
    ];
  });
  const { reason } = result.end;
  const turns = last?.last_turns;
  const end = reason === "city_found" && turns?.by === "city" && !turns.left.length ? "city_turns" : reason;
  return {
    ending: [say(lang, `end_${end}`), result.tie_break ? say(lang, "tie") : ""].filter(Boolean).join(" "),
    parts: [
      row(say(lang, "line_fame"), "fame"),
      ...achievements,
      { head: say(lang, "total"), values: of.map((one) => number(one.score)), strong: true },
    ],
  };
}
