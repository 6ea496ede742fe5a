// @ts-check
/** All that is to be said of an enemy, a space, a die or a hero, and the board as tables for ears. */
import { capital, listed, localized, names, number } from "../../kit/index.js";
import { hexOf, manaName, middle, nameOf, spacesOf, wayTo, worldOf } from "./world.js";
import { say } from "./words.js";

/** @import { Board, Context, Language } from "../../kit/board.js" */
/** @import { Hex, World } from "./world.js" */
/** @typedef {{lang: Language, seatName: (seat: number) => string}} Where What says where a space is. */

export const backName = (/** @type {World} */ world, /** @type {string} */ back, /** @type {Language} */ lang) =>
  localized(world.box.backs.find((/** @type {any} */ one) => one.id === back)?.name, lang) || back;

/** How an enemy attacks. @param {World} world @param {any} row @param {Language} lang */
export function attackWords(world, row, lang) {
  if (row.attack?.summons) return say(lang, "summons", { back: backName(world, row.attack.summons, lang) });
  const { value, element } = row.attack;
  // Of an attack without an element nothing is said but its value.
  return say(lang, "attacks", { n: value, element: element === "physical" ? "" : say(lang, `of_${element}`) });
}

/** An enemy's token in a sentence. @param {World} world @param {any} row Of the box. @param {Language} lang */
export function enemyWords(world, row, lang) {
  const line = say(lang, "enemy_words", {
    ...row,
    name: localized(row.name, lang),
    attack: attackWords(world, row, lang),
  });
  const more = [
    ...row.offence
      .filter((/** @type {string} */ one) => one !== "summon")
      .map((/** @type {string} */ one) => say(lang, `a_${one}`)),
    ...row.defence.map((/** @type {string} */ one) => say(lang, `a_${one}`)),
    ...row.resists.map((/** @type {string} */ one) => say(lang, `resists_${one}`)),
    say(lang, "back_of", { back: backName(world, row.back, lang) }),
  ];
  return `${[line, ...more].join("; ")}.`;
}

/** A ruins token in a sentence. @param {World} world @param {any} row @param {Language} lang */
export function ruinWords(world, row, lang) {
  if (row.altar) {
    const { colour, n, fame } = row.altar;
    return `${capital(say(lang, "altar_words", { colour: manaName(world, colour, lang), n, fame }))}.`;
  }
  const enemies = row.enemies.map((/** @type {string} */ back) => backName(world, back, lang));
  const reward = row.reward.map((/** @type {any} */ one) => rewardWords(world, one, lang));
  return `${capital(say(lang, "ruin_words", { enemies: listed(enemies, lang), reward: listed(reward, lang) }))}.`;
}

/** A reward that is due or printed. @param {World} world @param {any} one @param {Language} lang */
export function rewardWords(world, one, lang) {
  if (typeof one === "string") return say(lang, `w_${one}`);
  if (Array.isArray(one)) return `${say(lang, `w_${one[0]}`)} (${one[1]})`;
  if (one.crystal) return say(lang, "w_crystal", { colour: manaName(world, one.crystal, lang) });
  const [[key, value]] = Object.entries(one);
  return `${say(lang, `w_${key}`)}${typeof value === "number" ? ` (${value})` : ""}`;
}

/** What a token on the map is. @param {World} world @param {any} token @param {Language} lang */
function tokenWords(world, token, lang) {
  if (typeof token.token === "string") {
    const row = world.enemies.get(token.token);
    return row ? enemyWords(world, row, lang).replace(/\.$/, "") : token.token;
  }
  const can = token.token.unknown.map((/** @type {string} */ id) => nameOf(world, "enemy", id, lang));
  const back = backName(world, token.back, lang);
  return can.length > 1 && can.length < 7
    ? say(lang, "can_be", { back, names: listed(can, lang) })
    : say(lang, "token_down", { back });
}

/** What it costs to enter a space now. @param {World} world @param {string} terrain @param {boolean} night */
export const costOf = (world, terrain, night) => world.terrain.get(terrain)?.[night ? "night" : "day"] ?? null;

/** A space's name and place. @param {World} world @param {string} key @param {any} position @param {Where} where */
export function spaceName(world, key, position, where) {
  const { lang } = where;
  const space = position.map.spaces[key];
  if (!space) return capital(whereWords(hexOf(key), position, where));
  const site = siteName(world, space, lang);
  const what = site ?? (localized(world.terrain.get(space.terrain)?.name, lang) || space.terrain);
  return `${capital(what)}, ${whereWords(hexOf(key), position, where)}`;
}

/** Whose space directions count from: that of the hero to move; null for the portal. @param {any} position */
export const fromWhere = ({ active, heroes }) => (active !== null && heroes[active].space ? active : null);

/** Where a space is, seen from the hero or portal. @param {Hex} hex @param {any} position @param {Where} where */
function whereWords(hex, position, { lang, seatName }) {
  const seat = fromWhere(position);
  const way = wayTo(seat === null ? [0, 0] : position.heroes[seat].space, hex);
  const from = seat === null ? say(lang, "of_portal") : say(lang, "of_hero", { who: seatName(seat) });
  if (!way.length) return say(lang, seat === null ? "at_portal" : "at_hero", { from });
  const one = way.length === 1 && way[0].n === 1;
  const steps = way.map(({ way: at, n }) => `${one ? "" : `${n} `}${say(lang, `way_${at}`)}`);
  return say(lang, "way_from", { way: listed(steps, lang), from });
}

/** What a place for a tile is called. @param {string} key @param {any} position @param {Where} where */
export const positionName = (key, position, where) =>
  say(where.lang, "tile_place", { where: whereWords(spacesOf(key)[0], position, where) });

function siteName(/** @type {World} */ world, /** @type {any} */ space, /** @type {Language} */ lang) {
  if (!space.site) return null;
  const name = localized(world.sites.get(space.site)?.name, lang) || space.site;
  return space.color ? `${name}, ${manaName(world, space.color, lang)}` : name;
}

/** A space, in words. @param {World} world @param {string} key @param {any} position @param {Where} context */
export function spaceWords(world, key, position, context) {
  const { lang } = context;
  const space = position.map.spaces[key];
  if (!space) return spaceName(world, key, position, context);
  const cost = costOf(world, space.terrain, position.night);
  const terrain = localized(world.terrain.get(space.terrain)?.name, lang) || space.terrain;
  const parts = [
    spaceName(world, key, position, context),
    `${terrain}, ${cost === null ? say(lang, "impassable") : say(lang, "cost", { n: cost })}`,
    ...stateOf(world, space, context),
    ...space.tokens.map((/** @type {any} */ token) => tokenWords(world, token, lang)),
    ...heroesAt(key, position).map((seat) => say(lang, "hero_here", { who: context.seatName(seat) })),
  ];
  if (space.ruin) {
    const row = typeof space.ruin.token === "string" ? world.ruins.get(space.ruin.token) : null;
    const words = row && `${localized(row.name, lang)}: ${ruinWords(world, row, lang).replace(/\.$/, "")}`;
    parts.push(words ?? say(lang, "ruin_down"));
  }
  return `${parts.map(capital).join(". ")}.`;
}

/** Whether a site is burned, conquered, cleared. @param {World} world @param {any} space @param {Where} context */
function stateOf(world, space, context) {
  const { lang } = context;
  const kind = world.sites.get(space.site)?.kind;
  const parts = [];
  if (space.burned) parts.push(say(lang, "burned"));
  if (space.cleared) parts.push(say(lang, "cleared"));
  if (space.shield.length) parts.push(say(lang, "conquered_by", { who: names([...new Set(space.shield)], context) }));
  else if (kind === "fortified" || kind === "adventure") parts.push(say(lang, "not_conquered"));
  return parts;
}

/** Seats with a figure on a space. @param {string} key @param {any} position @returns {number[]} */
const heroesAt = (key, position) =>
  Object.entries(position.heroes)
    .filter(([, hero]) => hero.space?.join("_") === key)
    .map(([seat]) => Number(seat));

/** What a die of the source is. @param {World} world @param {any} die @param {Context} context */
export function dieWords(world, die, context) {
  const colour = manaName(world, die.face, context.lang);
  const who = die.seat === null ? "" : context.seatName(die.seat);
  return say(context.lang, `die_${die.on}`, { colour, who });
}

/** What the table waits for. @type {Required<Board>["status"]} */
export function statusWords(position, context) {
  const { lang } = context;
  const { phase, to_move: toMove } = position;
  const key = phase === "turns" && toMove.length > 1 ? "status_turns_more" : `status_${phase}`;
  const parts = [say(lang, key, { who: names(toMove, context) })];
  if (position.announced !== null)
    parts.push(`${say(lang, "announced", { who: context.seatName(position.announced) })}.`);
  if (position.revealed !== null) parts.push(say(lang, "city_found", { who: context.seatName(position.revealed) }));
  const left = position.last_turns?.left ?? [];
  if (left.length) parts.push(`${say(lang, "last_turns", { who: names(left, context) })}.`);
  return parts.join(" ");
}

/** What a hero has, in words. @param {World} world @param {any} hero @param {Language} lang */
function heroCells(world, hero, lang) {
  const stock = (/** @type {Record<string, number>} */ counts) =>
    Object.entries(counts)
      .filter(([, n]) => n)
      .map(([colour, n]) => `${manaName(world, colour, lang)} ${n}`)
      .join(", ") || say(lang, "none");
  const units = Object.values(hero.units).map((/** @type {any} */ one) => unitWords(world, one, lang));
  return [
    `${hero.fame} (${say(lang, "level", { n: hero.level })})`,
    number(hero.reputation),
    stock(hero.crystals),
    stock(hero.mana),
    `${hero.hand} / ${hero.deck} / ${hero.discard.length}`,
    units.join("; ") || say(lang, "none"),
    hero.tactic ? nameOf(world, "tactic", hero.tactic.id, lang) : say(lang, "no_tactic"),
  ];
}

/** A unit with its state. @param {World} world @param {any} unit @param {Language} lang */
export function unitWords(world, unit, lang) {
  const parts = [say(lang, unit.ready ? "unit_ready" : "unit_spent")];
  if (unit.wounds) parts.push(say(lang, unit.wounds === 1 ? "unit_wounds_1" : "unit_wounds", { n: unit.wounds }));
  if (unit.banner) parts.push(say(lang, "banner_of", { banner: nameOf(world, "card", unit.banner, lang) }));
  if (unit.bond) parts.push(say(lang, "bond"));
  return `${nameOf(world, "unit", unit.unit, lang)}: ${parts.join(", ")}`;
}

/** The board as tables for ears: spaces with something on them, heroes. @type {Required<Board>["grid"]} */
export function grid(position, context) {
  const { lang, ply, seats } = context;
  const world = worldOf(context.box);
  const when = ply ? say(lang, "after_move", { name: ply }) : say(lang, "at_start");
  const spaces = Object.keys(position.map.spaces).sort((a, b) => {
    const [one, other] = [middle(hexOf(a)), middle(hexOf(b))];
    return one.y - other.y || one.x - other.x;
  });
  const columns = ["fame", "reputation", "crystals", "mana"].map((key) => say(lang, key));
  const piles = ["hand", "deck", "discard"].map((key) => say(lang, key)).join(" / ");
  return [
    {
      caption: say(lang, "spaces_caption", { when }),
      columns: [say(lang, "there")],
      rows: spaces.map((key) => ({
        head: spaceName(world, key, position, context),
        cells: [spaceWords(world, key, position, context)],
      })),
    },
    {
      caption: say(lang, "heroes_caption", { when }),
      columns: [
        ...columns,
        piles,
        say(lang, "units"),
        capital(say(lang, "kind_tactic", { n: "", time: "" }).replace(/[ ,]+$/, "")),
      ],
      rows: seats.map(({ seat }) => ({
        head: context.seatName(seat),
        cells: heroCells(world, position.heroes[seat], lang),
      })),
    },
  ];
}
