// @ts-check
/** A box of Mage Knight, whole: every card with its text, units, enemies, tiles as they are laid, tracks, scenario. */
import { capital, h, number, picture, reportTable, scrolling, told } from "../../kit/index.js";
import { sign, tileArt } from "./art.js";
import { say } from "./box-words.js";
import { face } from "./chips.js";
import { costOf } from "./describe.js";
import { say as sayBoard } from "./words.js";
import { nameOf, worldOf } from "./world.js";

/**
 * @typedef {import("../../kit/words.js").Language} Language
 * @typedef {import("./world.js").World} World
 * @typedef {import("./world.js").Kind} Kind
 * @typedef {import("../../kit/report.js").Row} Row
 */

export const title = { en: "Mage Knight", es: "Mage Knight" };
export const sheets = ["mage_knight/style.css", "mage_knight/map.css", "mage_knight/box.css"];

const CARDS = ["basic_action", "advanced_action", "spell", "artifact"];
/** @param {any} box */
export function fits(box) {
  return Array.isArray(box?.cards) && Array.isArray(box?.tactics) && Boolean(box?.fame_rows && box?.explore);
}

/** Tables whose rows are cards or tokens. @type {Record<string, Kind>} */
const KINDS = {
  cards: "card",
  units: "unit",
  enemies: "enemy",
  ruins: "ruin",
  tactics: "tactic",
  skills: "skill",
};

/**
 * A row as it is printed; null for what is neither card nor tile.
 * @param {string} table
 * @param {any} row
 * @param {any} box
 * @param {Language} lang
 */
export function rowPicture(table, row, box, lang) {
  if (table === "tiles") return picture(tileArt(row), "m-tile", told(row.name, lang));
  const kind = KINDS[table];
  return kind ? face(worldOf(box), kind, kind === "skill" ? `${row.id}.${row.hero}` : row.id, lang) : null;
}

/**
 * @param {HTMLElement} el
 * @param {any} box
 * @param {Language} lang
 */
export function drawBox(el, box, lang) {
  const world = worldOf(box);
  const of = (/** @type {string} */ kind) => box.cards.filter((/** @type {any} */ card) => card.kind === kind);
  const all = (/** @type {any[]} */ rows) => rows.reduce((sum, row) => sum + (row.count ?? 1), 0);
  el.append(
    section(say(lang, "tiles", { count: box.tiles.length }), tilesOf(world, lang)),
    section(say(lang, "sites"), sitesOf(world, lang)),
    section(say(lang, "heroes", { count: box.heroes.length }), ...heroesOf(world, lang)),
    ...CARDS.map((kind) => section(say(lang, kind, { count: of(kind).length }), faces(world, "card", of(kind), lang))),
    section(say(lang, "units", { count: all(box.units) }), faces(world, "unit", box.units, lang)),
    section(say(lang, "enemies", { count: all(box.enemies) }), faces(world, "enemy", box.enemies, lang)),
    section(say(lang, "ruins", { count: box.ruins.length }), faces(world, "ruin", box.ruins, lang)),
    section(say(lang, "skills", { count: box.skills.length }), faces(world, "skill", box.skills, lang)),
    section(say(lang, "tactics", { count: box.tactics.length }), faces(world, "tactic", box.tactics, lang)),
    section(say(lang, "terrain"), terrainOf(world, lang)),
    section(say(lang, "levels"), levelsOf(box, lang)),
    section(say(lang, "reputation"), reputationOf(box, lang)),
    section(say(lang, "achievements"), achievementsOf(box, lang)),
    section(say(lang, "scenario", { rounds: roundsOf(box, lang) }), scenarioOf(box, lang)),
  );
}

/** @param {string} head @param {...Element} content */
function section(head, ...content) {
  return h("section", { className: "m-box" }, h("h2", null, head), ...content);
}

/** @param {World} world @param {Kind} kind @param {any[]} rows @param {Language} lang */
function faces(world, kind, rows, lang) {
  const items = rows.map((row) => {
    const id = kind === "skill" ? `${row.id}.${row.hero}` : row.id;
    const shown = face(world, kind, id, lang);
    if (row.count > 1) shown.append(h("p", { className: "m-quiet" }, say(lang, "copies", { n: row.count })));
    return h("li", { "data-face": id }, shown);
  });
  return h("ul", { className: "m-sheet" }, ...items);
}

/** Every tile with its terrain and sites. @param {World} world @param {Language} lang */
function tilesOf(world, lang) {
  const items = world.box.tiles.map((/** @type {any} */ tile) => {
    const words = Object.entries(tile.hexes).map(([at, hex]) => `${at}: ${hexWords(world, hex, lang)}`);
    return h(
      "li",
      { "data-tile": tile.id },
      picture(tileArt(tile), "m-tile", words.join("; ")),
      h("span", null, told(tile.name, lang) || tile.id),
    );
  });
  return h("ul", { className: "m-tiles" }, ...items);
}

/** What each sign on a tile is. @param {World} world @param {Language} lang */
function sitesOf(world, lang) {
  const items = world.box.sites.map((/** @type {any} */ site) =>
    h("li", { "data-site": site.id }, sign(site.id), h("span", null, capital(told(site.name, lang) || site.id))),
  );
  return h("ul", { className: "m-sites" }, ...items);
}

/** @param {World} world @param {any} hex @param {Language} lang */
function hexWords(world, hex, lang) {
  const terrain = told(world.terrain.get(hex.terrain)?.name, lang) || hex.terrain;
  const site = hex.site ? told(world.sites.get(hex.site)?.name, lang) || hex.site : "";
  const colour = hex.colour ? told(world.manas.get(hex.colour)?.name, lang) : "";
  return [terrain, site, colour].filter(Boolean).join(", ");
}

/** @param {World} world @param {Language} lang */
function heroesOf(world, lang) {
  return world.box.heroes.map((/** @type {any} */ hero) => {
    const cards = Object.entries(hero.deck).map(
      ([card, n]) =>
        `${nameOf(world, "card", card, lang)}${Number(n) > 1 ? ` ${say(lang, "copies", { n: Number(n) })}` : ""}`,
    );
    const n = Object.values(hero.deck).reduce((sum, /** @type {any} */ one) => sum + one, 0);
    const words = say(lang, "deck", { n, cards: cards.join(", ") });
    return h("p", null, h("b", null, told(hero.name, lang)), ` ${words}.`);
  });
}

/**
 * @param {string} caption
 * @param {string[]} columns
 * @param {Row[]} rows
 */
function table(caption, columns, rows) {
  return scrolling(
    caption,
    reportTable({ caption, unseen: true, columns: columns.map((one) => (one ? [one] : [])), bodies: [rows] }),
  );
}

/** @param {string} head @param {(string | number)[]} cells @returns {Row} */
function row(head, cells) {
  return { head: [head], cells: cells.map((one) => ({ content: [String(one)] })) };
}

/** @param {World} world @param {Language} lang */
function terrainOf(world, lang) {
  const rows = world.box.terrain.map((/** @type {any} */ { id, name }) =>
    row(
      told(name, lang),
      [false, true].map((night) => costOf(world, id, night) ?? "–"),
    ),
  );
  return table(say(lang, "terrain"), ["", say(lang, "by_day"), say(lang, "by_night")], rows);
}

/** @param {any} box @param {Language} lang */
function levelsOf(box, lang) {
  const columns = ["level", "fame", "armor", "hand", "command", "gain"];
  const rows = box.levels.map((/** @type {any} */ one) =>
    row(String(one.level), [one.fame, one.armor, one.hand, one.command, say(lang, `gain_${one.gain}`)]),
  );
  return table(
    say(lang, "levels"),
    columns.map((key) => say(lang, key)),
    rows,
  );
}

/** @param {any} box @param {Language} lang */
function reputationOf(box, lang) {
  const rows = box.reputation.map((/** @type {any} */ { step, influence }) =>
    row(number(step, true), [influence === null ? "✕" : number(influence, true)]),
  );
  return table(say(lang, "reputation"), [say(lang, "reputation"), say(lang, "influence")], rows);
}

/** @param {any} box @param {Language} lang */
function achievementsOf(box, lang) {
  const rows = box.achievements.map((/** @type {any} */ { name, each, title: most, tied }) => {
    const parts = Object.entries(each).map(([what, n]) => `${sayBoard(lang, `w_${what}`)} ${number(Number(n), true)}`);
    return row(told(name, lang), [parts.join(", ") || "–", number(most, true), number(tied, true)]);
  });
  return table(say(lang, "achievements"), ["", say(lang, "each"), say(lang, "title"), say(lang, "tied")], rows);
}

/** @param {any} box @param {Language} lang */
function roundsOf(box, lang) {
  return box.scenario.rounds.map((/** @type {string} */ time) => sayBoard(lang, time)).join(", ");
}

/** @param {any} box @param {Language} lang */
function scenarioOf({ scenario }, lang) {
  const columns = ["countryside", "core", "city"];
  const rows = Object.entries(scenario.tables).map(([count, about]) =>
    row(
      say(lang, "players", { count }),
      columns.map((key) => /** @type {any} */ (about)[key]),
    ),
  );
  const caption = capital(say(lang, "scenario", { rounds: "" }).replace(/[: ]+$/, ""));
  return table(caption, ["", ...columns.map((key) => say(lang, key))], rows);
}
