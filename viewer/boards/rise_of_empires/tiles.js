// @ts-check
/** Tiles of every kind as small cards, amounts as pictures, and what is to be said of each. */
import { h, localized, number, picture } from "../../kit/index.js";
import { art } from "./art.js";
import { say } from "./words.js";
import { GOODS, goodsWords, nameOf, roman, sideOf, standInWords } from "./world.js";

/** @import { Language } from "../../kit/words.js" */
/** @import { Goods, World } from "./world.js" */

/** The sign of values not compared with a printed copy; or null. @param {any} row @param {Language} lang */
export function standInSign(row, lang) {
  const words = standInWords(row, lang);
  return words ? h("abbr.r-stand-in", { title: words, "aria-label": say(lang, "stand_in_sign") }, "≈") : null;
}

/** Amounts as numbers with pictures. @param {Goods} goods @param {Language} lang @param {boolean} [plus] */
export const goodsRow = (goods, lang, plus = true) =>
  h(
    "span.r-goods",
    ...GOODS.filter((good) => goods[good]).map((good) => {
      const amount = goods[good] ?? 0;
      return h(
        "span",
        { className: `r-good inline ${amount < 0 ? "less" : ""}` },
        number(amount, plus),
        picture(art(good), "r-icon", say(lang, `good_${good}`)),
      );
    }),
  );

/** A progress or city tile as a card. @param {World} world @param {string} id @param {Language} lang */
export function tileFace(world, id, lang) {
  const progress = world.progress.get(id);
  if (progress) {
    const name = [h("i.r-era.quiet", roman(progress.era)), ` ${localized(progress.name, lang)}\u00A0`];
    const text = h("span.r-tile-text", localized(progress.text, lang));
    return [h("b.r-tile-name", ...name, standInSign(progress, lang)), text];
  }
  const city = world.cities.get(id);
  if (!city) return [h("b.r-tile-name", id)];
  const wonder = city.kind === "wonder";
  const cost = GOODS.some((good) => city.cost[good]) ? goodsRow(city.cost, lang, false) : h("span", say(lang, "free"));
  const upkeep = negative(city.upkeep);
  const each = { ...city.income, vp: city.vp_per_turn };
  const image = picture(art(wonder ? "wonder" : "city"), "r-icon", wonder ? say(lang, "wonder") : "");
  const gain = goodsRow(wonder ? { vp: city.vp_immediate } : each, lang);
  const paid = GOODS.some((good) => upkeep[good]) ? goodsRow(upkeep, lang) : null;
  return [
    h("b.r-tile-name", image, ` ${localized(city.name, lang)}\u00A0`, standInSign(city, lang)),
    h("span.r-tile-text", h("span.r-cost", cost), " → ", gain, paid),
  ];
}

/** @param {Goods} goods @returns {Goods} */
const negative = (goods) => Object.fromEntries(Object.entries(goods).map(([good, amount]) => [good, -amount]));

/** The face of an empire tile. @param {World} world @param {string} id @param {number} era @param {Language} lang */
export function empireFace(world, id, era, lang) {
  const tile = world.empire.get(id);
  const side = tile ? sideOf(tile, era) : null;
  if (!side) return [id];
  const field = era === 1 ? "side_era_1" : "side_era_2_3";
  const row = { stand_in: tile.stand_in.filter((/** @type {string} */ one) => one === field) };
  return [
    h("b.r-empire-id", standInSign(row, lang)),
    h("span.r-empire-number", String(side.regions)),
    side.water ? picture(art("water"), "r-icon", say(lang, "water")) : h("span.r-dry"),
    ...side.battle_rows.map((/** @type {any} */ one) =>
      h("span.r-row", `⚔\uFE0E ${one.attacker_loses} / ${one.defender_loses}`),
    ),
  ];
}

/** What a trade box costs and gives, and when it is open. @param {any} row @param {Language} lang */
export const tradeParts = (row, lang) => [
  goodsRow({ resource: row.resources }, lang, false),
  "→",
  goodsRow(row.vp ? { vp: row.vp } : { gold: row.gold }, lang, false),
  h("small", row.eras.map(roman).join(" "), " ", standInSign(row, lang)),
];

/** The picture of a kind of territory. @param {any} kind @param {Language} lang */
export const landPicture = (kind, lang) => picture(art(kind.group), "r-land", localized(kind.name, lang));

/** @param {any} kind @returns {Goods} */
export const landGoods = (kind) => Object.fromEntries(GOODS.map((good) => [good, kind[good] ?? 0]));

/** A tile's values. @param {World} world @param {string} id @param {number} era Of an empire. @param {Language} lang */
export function tileWords(world, id, era, lang) {
  const progress = world.progress.get(id);
  const city = world.cities.get(id);
  const land = world.territory.get(id);
  const empire = world.empire.get(id);
  const row = progress ?? city ?? land ?? empire;
  const parts = [];
  if (progress) {
    const era = say(lang, "era", { era: roman(progress.era) });
    parts.push(`${nameOf(world, id, lang)} (${era}): ${localized(progress.text, lang)}.`);
  } else if (city) {
    const wonder = city.kind === "wonder" ? `, ${say(lang, "wonder")}` : "";
    const cost = goodsWords(city.cost, lang, false) || say(lang, "free");
    parts.push(`${nameOf(world, id, lang)}${wonder}.`, `${say(lang, "cost_of", { goods: cost })}.`);
    const upkeep = goodsWords(city.upkeep, lang, false);
    if (upkeep) parts.push(`${say(lang, "upkeep_of", { goods: upkeep })}.`);
    const income = goodsWords({ ...city.income, vp: city.vp_per_turn }, lang);
    if (income) parts.push(`${say(lang, "income_of", { goods: income })}.`);
    if (city.vp_immediate)
      parts.push(`${say(lang, "at_once", { goods: goodsWords({ vp: city.vp_immediate }, lang) })}.`);
  } else if (land) {
    parts.push(`${nameOf(world, id, lang)}: ${say(lang, "income_of", { goods: goodsWords(landGoods(land), lang) })}.`);
  } else if (empire) {
    parts.push(`${empireWords(empire, era, lang)}.`);
  }
  if (row?.red_stripe) parts.push(`${say(lang, "red_edge")}.`);
  const unsure = standInWords(row, lang);
  if (unsure) parts.push(unsure);
  return parts.join(" ");
}

/** An empire tile's name, by its print. @param {any} tile @param {number} era @param {Language} lang */
export function empireName(tile, era, lang) {
  const { regions, water, battle_rows: rows } = sideOf(tile, era);
  const losses = rows.map((/** @type {any} */ one) => `${one.attacker_loses}/${one.defender_loses}`).join(", ");
  return say(lang, "empire_name", { regions, water: say(lang, water ? "water" : "no_water"), losses });
}

export function empireWords(/** @type {any} */ tile, /** @type {number} */ era, /** @type {Language} */ lang) {
  const side = sideOf(tile, era);
  const rows = side.battle_rows.map((/** @type {any} */ one) =>
    say(lang, "battle_row", { attacker: one.attacker_loses, defender: one.defender_loses }),
  );
  return say(lang, "empire_words", {
    regions: side.regions,
    water: say(lang, side.water ? "water" : "no_water"),
    rows: rows.join("; "),
  });
}
