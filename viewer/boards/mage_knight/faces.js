// @ts-check
/** Cards, units, tokens, tiles, dice and places of Mage Knight, for the pages that enter its moves. */
import { capital, localized } from "../../kit/index.js";
import { namesOfValues } from "../../kit/words.js";
import { art, cardArt, enemyArt, hasArt, hexArt, manaArt, ruinArt, tileArt } from "./art.js";
import { kindWords } from "./chips.js";
import { enemyWords, positionName, ruinWords, spaceName, spaceWords, unitWords } from "./describe.js";
import { effectWords, textOf } from "./text/text.js";
import { say } from "./words.js";
import { manaName, nameOf, rowOf, sourceKind, sourceName, withStart, worldOf } from "./world.js";

/** @import { Asked, Face, Table } from "../../kit/faces.js" */
/** @import { Key } from "../../kit/targets.js" */
/** @import { Language } from "../../kit/words.js" */
/** @import { Kind, World } from "./world.js" */

/** @type {import("../../kit/words.js").Table} */ export const WORDS = {
  top: ["top", "arriba"],
  bottom: ["bottom", "abajo"],
  fire: ["fire", "fuego"],
  ice: ["ice", "hielo"],
  move: ["move", "movimiento"],
  influence: ["influence", "influencia"],
  attack: ["attack", "ataque"],
  ranged_attack: ["ranged attack", "ataque a distancia"],
  block: ["block", "bloqueo"],
  basic: ["basic effect", "efecto básico"],
  strong: ["strong effect", "efecto fuerte"],
  sideways: ["sideways", "de lado"],
  die: ["a die", "un dado"],
  token: ["a token", "una ficha"],
  crystal: ["a crystal", "un cristal"],
  tactic_die: ["the die of a tactic", "el dado de una táctica"],
  endless: ["without end, by an effect", "sin límite, por un efecto"],
  hand: ["the hand", "la mano"],
  discard: ["the discard pile", "el descarte"],
  artifact: ["an artifact", "un artefacto"],
  spell: ["a spell", "un hechizo"],
  advanced_action: ["an advanced action", "una acción avanzada"],
  unit: ["a unit", "una unidad"],
  random_crystals: ["random crystals", "cristales al azar"],
  roll: ["a roll", "una tirada"],
};
const valueOf = namesOfValues(WORDS); // The name of a value that the box has no name for.
export { valueOf as name };

/** What is done at the space of a hero. */
const HERE = ["interact", "enter_site", "burn_monastery", "pay_altar", "use_glade", "plunder"];
const DICE = ["die", "dice", "face", "faces"]; // Fields whose value is a die.
const UNITS = ["unit", "units", "disband", "others"]; // Fields whose value is the number of a unit.
/** Kinds of things by their ids, the likeliest first. @type {Kind[]} */
const KINDS = ["card", "unit", "enemy", "ruin", "tactic", "skill"];
/** The sign of a value that says what it does. @type {Record<string, string>} */
const SIGNS = {
  ranged_attack: "ranged",
  artifact: "cards",
  spell: "cards",
  advanced_action: "cards",
  random_crystals: "mine",
  roll: "die",
};

export function starts(/** @type {Key} */ { q, r }, /** @type {Table} */ { view }) {
  const at = view?.heroes[view.active]?.space;
  return at?.[0] === q && at?.[1] === r ? HERE : [];
}

/** The end of a phase is called by the phase. @param {string} type @param {Table} table */
export const label = (type, { view, lang }) =>
  type === "next_phase" && view?.combat ? say(lang, `end_${view.combat.phase}`) : null;

/** A tapped enemy joins or leaves. @param {Key} key @param {any} move As far as it was entered. @param {Table} table */
export function fills({ enemy }, move, { view }) {
  if (enemy === undefined || move.type !== "attack" || view?.combat?.enemies[enemy]?.state === "defeated") return null;
  /** @type {any[]} */ const all = move.enemies ?? [];
  const others = all.filter((one) => one !== enemy);
  const without = others.length && others.length < all.length;
  return { enemies: without ? others : [...others, enemy] };
}

/** @param {Asked} asked @param {Table} table @returns {Face | null} */
export function face(asked, table) {
  const { field, value, move } = asked;
  const world = worldOf(table.box);
  if (Array.isArray(value)) return placeFace(world, field, value, table);
  if (typeof value === "number") return numberFace(world, asked, table);
  if (typeof value !== "string") return null;
  const { lang } = table;
  if (world.manas.has(value)) {
    const shape = DICE.includes(field) || (field === "shows" && move.type && dieOf(move)) ? "die" : "token";
    return { name: manaName(world, value, lang), picture: manaArt(value, shape) };
  }
  if (field === "pieces") return pieceFace(world, value, table);
  if (field === "of") return sourceFace(world, value, table);
  if (!field) return keyFace(value, table);
  if (field === "use") return useFace(world, value, move, lang);
  if (field === "option") return { name: say(lang, `level_${value}`), gives: say(lang, `level_${value}_gives`) };
  const tile = world.tiles.get(value);
  if (tile) return { name: tileName(tile, lang), picture: tileArt(tile), gives: sitesWords(world, tile, lang) };
  const hero = world.heroes.get(value);
  if (hero) return { name: localized(hero.name, lang), picture: cardArt("unit", hero.colour) };
  const sign = SIGNS[value] ?? value;
  const known = valueOf(value, lang);
  if (known) return { name: capital(known), picture: hasArt(sign) ? art(sign) : null };
  return thingFace(world, field, value, table);
}

/** Whether the payment that is entered last is with a die. @param {any} move */
const dieOf = (move) => ["die", "tactic_die"].includes(move.payments?.at(-1)?.from);

/** The face of what has an id. @type {(world: World, field: string, id: string, table: Table) => Face | null} */
function thingFace(world, field, id, { lang }) {
  const likely = field.startsWith("token") ? ["enemy", ...KINDS] : KINDS;
  const kinds = ["skill", "shown"].includes(field) ? ["skill"] : likely;
  const kind = /** @type {Kind | undefined} */ (kinds.find((one) => rowOf(world, /** @type {Kind} */ (one), id)));
  if (!kind) return null;
  const row = rowOf(world, kind, id);
  const name = localized(row.name, lang);
  const words = [kindWords(world, kind, row, lang), localized(row.strong_name, lang)].filter(Boolean).join(" ");
  const copies = row.count > 1 || kind === "card" ? id : undefined;
  if (kind === "enemy" || kind === "ruin") {
    const gives = kind === "enemy" ? enemyWords(world, row, lang) : ruinWords(world, row, lang);
    // Its name is said already.
    const rest = gives.startsWith(`${name}: `) ? gives.slice(name.length + 2) : gives;
    return { name, picture: kind === "enemy" ? enemyArt(row) : ruinArt(row), gives: rest, words, copies };
  }
  const gives = linesOf(world, kind, row, lang).join(" · ");
  const cost = kind === "unit" ? say(lang, "unit_cost", row) : "";
  return { name, picture: pictureOf(world, kind, row), cost, gives, words, copies };
}

/** The text of a thing, by lines. @param {World} world @param {Kind} kind @param {any} row @param {Language} lang */
const linesOf = (world, kind, row, lang) =>
  textOf(world, kind, row, lang).map(({ head, cost, words }) => {
    const mana = cost.map((colour) => manaName(world, colour, lang)).join(", ");
    const start = [head, mana && `(${mana})`].filter(Boolean).join(" ");
    return start ? `${start}: ${words}` : words;
  });

function pictureOf(/** @type {World} */ world, /** @type {Kind} */ kind, /** @type {any} */ row) {
  if (kind === "unit") return cardArt("unit", null, row.cost);
  if (kind === "tactic") return cardArt(row.time, null, row.number);
  if (kind === "skill") return cardArt("skill", world.heroes.get(row.hero)?.colour);
  if (row.kind === "wound") return cardArt("wound", null);
  const signs = { artifact: "fame", spell: "skill", advanced_action: "cards" };
  return cardArt(/** @type {Record<string, string>} */ (signs)[row.kind] ?? "", row.colour ?? "gold");
}

/** What a piece or effect comes from. @param {World} world @param {string} name @param {Table} table @returns {Face} */
function sourceFace(world, name, { lang }) {
  const kind = sourceKind(world, name);
  const row = rowOf(world, kind, name.split(".")[0]);
  return {
    name: sourceName(world, name, lang),
    picture: row ? pictureOf(world, kind, row) : null,
    copies: name.split(".")[0],
  };
}

/** Points that are ready in a combat. @param {World} world @param {string} name @param {Table} table @returns {Face} */
function pieceFace(world, name, table) {
  const { lang, view } = table;
  const { parts = [] } = view?.heroes[view.active]?.turn?.pieces[name] ?? {};
  const kindOf = (/** @type {any} */ { gives, kind }) =>
    gives === "block" ? "block" : !kind || kind === "melee" ? "attack" : kind;
  const words = parts.map((/** @type {any} */ part) => {
    const element = part.element && part.element !== "physical" ? say(lang, `of_${part.element}`) : "";
    return `${say(lang, `g_${kindOf(part)}`)} ${part.value}${element}`;
  });
  const gives = words.join(", ");
  return {
    name: sourceName(world, name, lang),
    picture: parts.length ? art(kindOf(parts[0])) : null,
    gives,
    copies: `${name.split(".")[0]} ${gives}`,
  };
}

/** Playing a card. @param {World} world @param {string} use @param {any} move @param {Language} lang @returns {Face} */
function useFace(world, use, move, lang) {
  const row = world.cards.get(move.card);
  const name = capital(valueOf(use, lang) ?? use);
  if (use === "sideways" || !row)
    return { name, picture: art("cards"), gives: use === "sideways" ? say(lang, "sideways_gives") : "" };
  const line = textOf(world, "card", row, lang)[use === "strong" ? 1 : 0];
  const own = use === "strong" ? localized(row.strong_name, lang) : "";
  const cost = line.cost.map((colour) => manaName(world, colour, lang)).join(", ");
  const [colour] = line.cost;
  return {
    name: own ? `${name}: ${own}` : name,
    picture: colour ? manaArt(colour, "token") : pictureOf(world, "card", row),
    cost: cost && say(lang, "mana_cost", { mana: cost }),
    gives: line.words,
  };
}

/** A key of a map: a reward of somebody, or a unit. @param {string} key @param {Table} table @returns {Face | null} */
function keyFace(key, { lang, seatName }) {
  const [seat, number] = key.split("-");
  if (number === undefined) return null;
  return { name: say(lang, "artifacts_of", { who: seatName(Number(seat)), n: Number(number) + 1 }) };
}

/** @param {World} world @param {string} field @param {any[]} at @param {Table} table @returns {Face} */
function placeFace(world, field, at, table) {
  const { view, lang } = table;
  const key = at.join("_");
  const position = view && withStart(world, view);
  if (!position) return { name: say(lang, "a_space") };
  if (field === "position" || field === "tile_1_at") {
    const first = table.box.tiles.find((/** @type {any} */ tile) => tile.kind === "countryside" && tile.number === 1);
    const picture = field === "position" ? art("explore") : tileArt(first);
    return { name: positionName(key, position, table), picture };
  }
  const space = position.map.spaces[key];
  const name = spaceName(world, key, position, table);
  const all = spaceWords(world, key, position, table);
  return {
    name,
    picture: space ? hexArt(space) : null,
    gives: all.startsWith(`${name}. `) ? all.slice(name.length + 2) : "",
  };
}

/** Units, enemies, choices. @param {World} world @param {Asked} asked @param {Table} table @returns {Face | null} */
function numberFace(world, { field, value, move }, table) {
  const { lang, view } = table;
  if (field === "enemy" || field === "enemies") {
    const enemy = view?.combat?.enemies[value];
    const row = enemy && world.enemies.get(enemy.summoned ?? enemy.token);
    if (!row) return { name: say(lang, "enemy_n", { n: value }) };
    const words = enemyWords(world, row, lang).slice(localized(row.name, lang).length + 2);
    const gives = `${words} ${capital(say(lang, `s_${enemy.state}`))}.`;
    // The picture of the combat has the number.
    return { name: `${value} · ${nameOf(world, "enemy", enemy.token, lang)}`, picture: enemyArt(row), gives };
  }
  if (UNITS.includes(field)) return value ? unitFace(world, value, move, table) : { name: say(lang, "no_unit") };
  if (field === "ability") {
    const unit = view?.heroes[move.seat]?.units[move.unit ?? move.choices?.at(-1)?.unit]?.unit;
    const line = unit && linesOf(world, "unit", world.units.get(unit), lang)[value - 1];
    return { name: say(lang, "ability_n", { n: value }), gives: line?.split(": ").slice(1).join(": ") };
  }
  if (field !== "option") return null;
  const option = openOptions(effectOf(world, move, view), chosenIn(move))?.[value - 1];
  if (!option) return { name: say(lang, "option_n", { n: value }) };
  if (option.op || Array.isArray(option)) return { name: effectWords(world, option, lang).replace(/\.$/, "") };
  const [[kind, n]] = Object.entries(option);
  return { name: say(lang, `claim_${kind}`, { n }) };
}

/** A unit. @param {World} world @param {number} value @param {any} move @param {Table} table @returns {Face} */
function unitFace(world, value, move, { view, lang }) {
  /** @type {any[]} */ const heroes = Object.values(view?.heroes ?? {});
  const own = view?.heroes[move.seat];
  const all = (own ? [own] : heroes).flatMap(({ units }) => units[value] ?? []);
  if (!all.length) return { name: say(lang, "unit_n", { n: value }) };
  const row = world.units.get(all[0].unit);
  const state = all.map((unit) => unitWords(world, unit, lang).split(": ").slice(1).join(": ")).join(" / ");
  const gives = [capital(state), ...linesOf(world, "unit", row, lang)].join(" · ");
  const name = [...new Set(all.map(({ unit }) => nameOf(world, "unit", unit, lang)))].join(" / ");
  return { name, picture: cardArt("unit", null, row.cost), gives, copies: `${name} ${gives}` };
}

/** The effect of what a move plays. @param {World} world @param {any} move @param {any} view */
function effectOf(world, move, view) {
  const hero = view?.heroes[move.seat];
  if (move.type === "play_card") return world.cards.get(move.card)?.[move.use];
  if (move.type === "use_skill") return rowOf(world, "skill", `${move.skill}.${move.hero ?? hero?.hero}`)?.effect;
  if (move.type === "activate_unit")
    return world.units.get(hero?.units[move.unit]?.unit)?.abilities[move.ability - 1]?.effect;
  return world.tactics.get(move.tactic ?? hero?.tactic?.id)?.effect;
}

/** The options that were chosen so far. @param {any} move @returns {number[]} */
const chosenIn = (move) => (move.choices ?? []).flatMap((/** @type {any} */ one) => one?.option ?? []);

/**
 * The options that an effect asks to choose from next; null where it has none left.
 * @param {any} node Of the effect language. @param {number[]} chosen Those of earlier ones; taken away as they are met.
 * @returns {any[] | null}
 */
function openOptions(node, chosen) {
  if (!node || typeof node !== "object") return null;
  if (Array.isArray(node.options)) {
    const n = chosen.shift();
    return n === undefined ? node.options : openOptions(node.options[n - 1], chosen);
  }
  for (const inner of Object.values(node)) {
    const found = openOptions(inner, chosen);
    if (found) return found;
  }
  return null;
}

/** A tile by its back and the number on its face. @param {any} tile @param {Language} lang */
const tileName = ({ kind, number, name }, lang) =>
  number === null ? capital(localized(name, lang)) : say(lang, `tile_${kind}`, { n: number });

/** The sites of a tile. @param {World} world @param {any} tile @param {Language} lang */
function sitesWords(world, tile, lang) {
  const sites = Object.values(tile.hexes).flatMap(({ site }) =>
    site ? localized(world.sites.get(site)?.name, lang) : [],
  );
  return capital(sites.join(", "));
}
