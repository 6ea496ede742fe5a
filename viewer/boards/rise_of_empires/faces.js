// @ts-check
/** Tiles, regions, trade boxes and discs of Rise of Empires, for the pages that enter its moves. */
import { capital, localized } from "../../kit/index.js";
import { art, stripImage } from "./art.js";
import { circleWords } from "./describe.js";
import { empireName, empireWords, landGoods } from "./tiles.js";
import { say } from "./words.js";
import { GOODS, goodsWords, nameOf, roman, sideOf, tradeName, worldOf } from "./world.js";

/** @import { Asked, Face, Table } from "../../kit/faces.js" */
/** @import { Language } from "../../kit/words.js" */
/** @import { Goods, World } from "./world.js" */
/** @typedef {[text: string, picture: string]} Part */

/** @type {Part} */ const WATER = ["", "water"];

/**
 * A tile, a kind of territory or a trade box that is tapped says the row as well.
 * @param {import("../../kit/targets.js").Key} key @param {any} move As far as it was entered. @param {Table} table
 */
export function fills(key, move, { box }) {
  const { tile, kind, box: trade } = key;
  if (move.type !== "action" || (tile ?? kind ?? trade) === undefined) return null;
  const { progress, cities } = worldOf(box);
  const row = kind ? "territory" : trade ? "trade" : progress.has(String(tile)) ? "progress" : null;
  return { row: row ?? (cities.has(String(tile)) ? "city" : "empire"), ...key };
}

/** Why a trade box is closed. @param {import("../../kit/targets.js").Key} key @param {Table} table */
export function taken({ box: id }, { box, view, lang, seatName }) {
  const trade = worldOf(box).trade.get(String(id));
  if (!trade || !view) return null;
  const held = view.trade[trade.id];
  if (held) return capital(say(lang, "box_taken", { who: seatName(held.seat) }));
  return trade.eras.includes(view.era) ? null : capital(say(lang, "box_closed"));
}

/** @param {Asked} asked @param {Table} table @returns {Face | null} */
export function face({ field, value, move }, table) {
  const { box, view, lang } = table;
  const world = worldOf(box);
  if (field === "circle") {
    const row = view?.rows[move.row] ?? {};
    const gives = circleWords(row, view?.removal[move.row] ?? {}, value, /** @type {any} */ (table));
    return { name: say(lang, "circle_n", { n: value }), gives };
  }
  if (typeof value !== "string") return null;
  const trade = world.trade.get(value);
  if (trade) {
    const gain = trade.vp ? { vp: trade.vp } : { gold: trade.gold };
    return { name: tradeName(trade, lang), picture: exchange({ resource: trade.resources }, gain) };
  }
  const land = world.territory.get(value);
  if (land) {
    const gives = goodsWords(landGoods(land), lang);
    return { name: nameOf(world, value, lang), picture: art(land.group), gives };
  }
  const region = world.regions.get(value);
  if (region)
    return { name: localized(region.name, lang), gives: goodsWords({ ...region.benefit, vp: region.vp_first }, lang) };
  if (world.rows.includes(value)) {
    const sign = { progress: "progress", territory: "plain", city: "city", empire: "cubes", trade: "resource" };
    const name = localized(box.rows.find((/** @type {any} */ row) => row.id === value).name, lang);
    return { name: capital(name), picture: art(/** @type {Record<string, string>} */ (sign)[value] ?? "plain") };
  }
  return tileFace(world, value, view?.era ?? 1, lang);
}

/** What is paid and what it brings. @param {Goods} cost @param {Goods} gain */
function exchange(cost, gain) {
  const some = (/** @type {Goods} */ goods) =>
    GOODS.filter((good) => goods[good]).map((good) => /** @type {Part} */ ([String(goods[good]), good]));
  const [first, ...more] = some(gain);
  return stripImage([...some(cost), ...(first ? [/** @type {Part} */ ([`→${first[0]}`, first[1]])] : []), ...more]);
}

/** @param {World} world @param {string} id @param {number} era @param {Language} lang @returns {Face | null} */
function tileFace(world, id, era, lang) {
  const progress = world.progress.get(id);
  const city = world.cities.get(id);
  const empire = world.empire.get(id);
  const row = progress ?? city ?? empire;
  if (!row) return null;
  const copies = JSON.stringify({ ...row, id: "" });
  const edge = row.red_stripe ? say(lang, "red_edge") : "";
  const words = [say(lang, "era", { era: roman(row.era ?? era) }), edge].join(" ");
  if (progress) {
    const gives = [localized(progress.text, lang), say(lang, `use_${progress.use}`), edge].filter(Boolean).join(" · ");
    return { name: localized(progress.name, lang), gives, words, copies };
  }
  if (empire) {
    const { regions, water, battle_rows: rows } = sideOf(empire, era);
    const losses = rows.map((/** @type {any} */ one) => [`⚔ ${one.attacker_loses}/${one.defender_loses}`, ""]);
    const picture = stripImage([[String(regions), "plain"], ...(water ? [WATER] : []), ...losses]);
    return { name: empireName(empire, era, lang), picture, words: empireWords(empire, era, lang), copies };
  }
  const each = { ...city.income, vp: city.vp_per_turn };
  const upkeep = goodsWords(city.upkeep, lang, false);
  const gives = [
    goodsWords(each, lang) && say(lang, "income_of", { goods: goodsWords(each, lang) }),
    city.vp_immediate ? say(lang, "at_once", { goods: goodsWords({ vp: city.vp_immediate }, lang) }) : "",
    upkeep && say(lang, "upkeep_of", { goods: upkeep }),
    edge,
  ];
  return {
    name: localized(city.name, lang),
    picture: exchange(city.cost, city.vp_immediate ? { vp: city.vp_immediate } : each),
    cost: say(lang, "cost_of", { goods: goodsWords(city.cost, lang, false) || say(lang, "free") }),
    gives: gives.filter(Boolean).join(" · "),
    words,
    copies,
  };
}
