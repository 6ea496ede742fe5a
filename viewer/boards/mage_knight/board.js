// @ts-check
/** Mage Knight: the map by day and night, a combat as its own picture, the turn at a glance, offers, heroes. */
import { arrange, capital, h, localized, onPress, perElement, picture, set } from "../../kit/index.js";
import { hasArt, hexArt, manaArt, sign } from "./art.js";
import { readsChips } from "./chips.js";
import { combatOf, combatPicture, declareEnemies, enemyTargets } from "./combat.js";
import { drawMap, layMap } from "./map.js";
import { drawOffers, drawStrip, layOffers, layStrip } from "./table.js";
import { drawTurn, layTurn } from "./turn.js";
import { say } from "./words.js";
import { manaName, worldOf } from "./world.js";

export { showHeroes as panel } from "./heroes.js";
export { breakdown, series } from "./result.js";
export { grid, statusWords as status } from "./describe.js";

/**
 * @import { Board, Context } from "../../kit/board.js"
 * @typedef {{world: import("./world.js").World, context: Context, position: any, strip:
 *   import("./table.js").Strip, map: import("./map.js").MapPart, fight: HTMLElement, duel: HTMLElement, enemies:
 *   import("../../kit/index.js").Targets, tabs: HTMLElement, buttons: Record<string, HTMLElement>, wanted: string |
 *   null, was: any, turn: import("./turn.js").TurnPart, offers: import("./table.js").Offers, key: string, drawn: any}}
 *   Table
 */

export const turns = ["begin_turn"];
export const sheets = ["mage_knight/style.css", "mage_knight/map.css", "mage_knight/combat.css"];

export const cover = () => hexArt({ terrain: "forest", site: "keep" });

/** Words for what the page draws around the board. */
export const words = {
  title: { en: "Mage Knight", es: "Mage Knight" },
  round: { en: "Round {round}", es: "Ronda {round}" },
  score: { en: "points", es: "puntos" },
  scenario: { en: "First Reconnaissance", es: "Primer reconocimiento" },
  chart: { en: "Over the game", es: "Durante la partida" },
};

/** Signs whose words are under a key of their own; the others are under `g_`. @type {Record<string, string>} */
const SIGNS = { armor: "armor", cards: "hand_limit", unit: "command" };
const GAINS = "fame reputation wound move influence heal attack ranged siege block fire ice".split(" ");

/** Signs of values, sites, mana. @type {Required<Board>["legend"]} */
export function legend({ lang, box }) {
  const world = worldOf(box);
  const row = (/** @type {string} */ name, /** @type {string} */ words) =>
    /** @type {[Node, string]} */ ([sign(name), capital(words)]);
  return [
    ...GAINS.map((name) => row(name, say(lang, `g_${name}`))),
    ...Object.entries(SIGNS).map(([name, key]) => row(name, say(lang, key))),
    ...[...world.manas.keys()].map(
      (colour) =>
        /** @type {[Node, string]} */ ([
          picture(manaArt(colour, "die"), "m-mana"),
          capital(manaName(world, colour, lang)),
        ]),
    ),
    ...box.sites
      .filter((/** @type {any} */ { id }) => hasArt(id))
      .map((/** @type {any} */ { id, name }) => row(id, localized(name, lang))),
  ];
}

/** What sentences call a seat: its hero. @type {Required<Board>["alias"]} */
export const alias = (position, seat, lang, box) =>
  localized(worldOf(box).heroes.get(position.heroes[seat]?.hero)?.name, lang);

/** Draw a position into an element; only what differs from what it shows is touched. @type {Required<Board>["draw"]} */
export function draw(el, position, changed, context) {
  const world = worldOf(context.box);
  const table = tableIn(el, context, position);
  table.context = context;
  table.position = position;
  drawStrip(table.strip, position, world, context);
  drawMap(table.map, position, changed, context);
  showPart(table);
  drawTurn(table.turn, world, context);
  drawOffers(table.offers, position, world, context);
}

const tableIn = perElement((el, context, position) => {
  const world = worldOf(context.box);
  const { lang } = context;
  const strip = layStrip(context);
  const map = layMap(world, position, context);
  const duel = h("div");
  const fight = h("div.m-fight", duel);
  const enemies = enemyTargets(fight, () => table);
  const button = (/** @type {string} */ part) => h("button", { "data-part": part }, say(lang, `see_${part}`));
  const buttons = { map: button("map"), combat: button("combat") };
  const tabs = h("div.m-tabs", { role: "group" }, ...Object.values(buttons));
  const turn = layTurn();
  const offers = layOffers(context);
  const view = h("div.m-view", map.frame, fight, tabs);
  const board = h("div.m-board.stack", strip.box, view, turn.box, offers.box);
  el.replaceChildren(board);
  /** @type {Table} */ const table = {
    ...{ world, context, position, strip, map, fight, duel, enemies, tabs, buttons, turn, offers },
    ...{ wanted: null, was: null, key: "", drawn: null },
  };
  onPress(tabs, "button", ({ dataset }) => {
    table.wanted = dataset.part ?? null;
    showPart(table);
  });
  readsChips(board, () => ({ world, lang: table.context.lang }));
  return table;
});

/** Map or combat: the combat while one is fought, and what was chosen instead until it is over. @param {Table} table */
function showPart(table) {
  const { position, context, world, map, fight, duel, tabs, buttons } = table;
  const now = combatOf(position, context);
  const began = now && context.before && !context.before.combat;
  if (!now || began) table.wanted = began && table.was ? table.wanted : null;
  table.was = now;
  const part = now ? (table.wanted ?? "combat") : "map";
  tabs.hidden = !now;
  for (const [name, button] of Object.entries(buttons)) set(button, { "aria-pressed": name === part });
  map.frame.classList.toggle("m-behind", part !== "map");
  fight.hidden = part !== "combat";
  const key = `${context.lang} ${context.ply} ${context.eyes}`;
  if (part !== "combat" || (table.key === key && table.drawn === position)) return;
  [table.key, table.drawn] = [key, position];
  arrange(duel, [combatPicture(position, world, context)]);
  declareEnemies(table.enemies);
}

/** Marks of the slider that are emphasized; the others are those of nearly every move. */
const MARKS = ["combat", "defeated", "knocked_out", "level", "tile", "end_announced", "city_found"];

/** What a mark of the slider is called here. @type {Required<Board>["markWords"]} */
export const markWords = (mark, lang) =>
  MARKS.includes(mark.kind) ? { label: say(lang, `mark_${mark.kind}`), report: false } : null;
