// @ts-check
/** The result of Mage Knight with its titles, and what its charts can show. */
import { number, sum, told } from "../../kit/index.js";
import { ownedBy } from "./heroes.js";
import { woundsOf } from "./moved.js";
import { say } from "./words.js";

/** @import { Board, Series } from "../../kit/board.js" */

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

/** The lines of the result's table: fame, each achievement and its title. @type {Required<Board>["breakdown"]} */
export function breakdown(result, context) {
  const { lang, seats, box } = context;
  const of = seats.map(({ seat }) => result.seats[String(seat)]);
  const row = (/** @type {string} */ head, /** @type {string} */ key, more = {}) => ({
    head,
    values: of.map((one) => number(one.breakdown[key] ?? 0)),
    ...more,
  });
  const achievements = box.achievements.flatMap((/** @type {any} */ { id, name }) => {
    const title = told(name, lang);
    return [
      row(title, id, { group: id === box.achievements[0].id }),
      ...(of.some((one) => one.breakdown[`title_${id}`]) ? [row(say(lang, "line_title"), `title_${id}`)] : []),
    ];
  });
  return {
    ending: [say(lang, `end_${result.end.reason}`), result.tie_break ? say(lang, "tie") : ""].filter(Boolean).join(" "),
    parts: [
      row(say(lang, "line_fame"), "fame"),
      ...achievements,
      { head: say(lang, "total"), values: of.map((one) => number(one.score)), strong: true },
    ],
  };
}
