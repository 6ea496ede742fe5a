// @ts-check
/** Cards, goods and places of Architects, for the pages that enter its moves. */
import { capital, listed, localized, number } from "../../kit/index.js";
import { signImage, stripImage } from "./art.js";
import { cardText, costWords, goodsWords } from "./cards/text.js";
import { hireCost, placeName, worldOf } from "./world.js";
import { say } from "./words.js";

/** @import { Asked, Face, Table } from "../../kit/faces.js" */
/** @import { Language } from "../../kit/words.js" */
/** @import { World } from "./world.js" */
/** @typedef {[text: string, sign: string][]} Strip */

/** What a move at a location is called where that is not its name. @type {Record<string, string[]>} */
const MOVES = {
  kings_storehouse: ["place_storehouse"],
  workshop: ["workshop_hire", "workshop_draw"],
  market_left: ["market_left"],
  market_middle: ["market_hire", "market_draw"],
  market_right: ["market_right"],
  guildhall: ["build"],
  cathedral: ["cathedral"],
};
/** The sign of a place that has none of its name. @type {Record<string, string>} */
const EMBLEMS = { prison: "bars", market_left: "market", market_middle: "market", market_right: "market" };

/** @param {import("../../kit/targets.js").Key} key */
export const starts = ({ location }) => (location === undefined ? [] : (MOVES[location] ?? [`place_${location}`]));

/** Whose worker is on a Black Market space. @param {import("../../kit/targets.js").Key} key @param {Table} table */
export function taken({ location }, { view, lang, seatName }) {
  const seat = view?.market[String(location).replace("market_", "")];
  return typeof seat === "number" ? say(lang, "taken_by", { who: seatName(seat) }) : null;
}

/** @param {Asked} asked @param {Table} table @returns {Face | null} */
export function face({ field, value, move }, { box, view, lang }) {
  const world = worldOf(box);
  if (field === "row" && (value === "top" || value === "bottom")) return { name: capital(say(lang, value)) };
  if (field === "column") {
    const card = view?.apprentices[move.row]?.[value]?.card;
    const own = card ? cardFace(world, card, lang) : null;
    const price = own && move.type !== "starting_apprentice" ? hireCost(world, value, view) : null;
    const cost = price ? say(lang, "column_price", { silver: price.silver + price.skip, tax: price.tax }) : "";
    return own ? { ...own, name: `${value} · ${own.name}`, cost } : { name: String(value) };
  }
  if (typeof value !== "string") return null;
  if (field === "type") {
    const place = Object.keys(MOVES).find((id) => MOVES[id].includes(value)) ?? value.replace("place_", "");
    const sign = signOf(place);
    return { name: value, picture: world.places.has(place) || place === "cathedral" ? signImage(sign) : null };
  }
  if (field === "trade" || field === "ability") return tradeFace(world, value, lang);
  return cardFace(world, value, lang) ?? goodsFace(world, field, value, lang);
}

/** The face of a card; null for what is none. @param {World} world @param {string} id @param {Language} lang */
function cardFace(world, id, lang) {
  const building = world.buildings.get(id);
  const card = building ?? world.apprentices.get(id) ?? world.characters.get(id);
  if (!card) return null;
  const skills = (card.skills ?? []).map((/** @type {string} */ skill) => localized(world.names.get(skill), lang));
  const virtue = card.virtue ? say(lang, "virtue_icon", { n: number(card.virtue, true) }) : "";
  /** @type {Strip} */ const signs = (card.skills ?? []).map((/** @type {string} */ skill) => ["", skill]);
  /** @type {Strip} */ const strip = [
    ...(building ? costStrip(building.cost) : []),
    ...signs,
    .../** @type {Strip} */ (building ? [[`→${building.vp}`, "vp"]] : []),
    .../** @type {Strip} */ (card.virtue ? [[number(card.virtue, true), "virtue"]] : []),
  ];
  const points = building ? say(lang, "points", { n: building.vp }) : "";
  const has = building ? [points, virtue] : [listed(skills, lang), virtue];
  const needs = skills.length ? `${say(lang, "needs")} ${listed(skills, lang)}` : "";
  return {
    name: localized(card.name, lang),
    copies: JSON.stringify({ ...card, id: "" }),
    picture: strip.length ? stripImage(strip) : null,
    ...(building ? { cost: [costWords(world, building.cost, lang), needs].filter(Boolean).join("; ") } : {}),
    gives: [...has, cardText(world, id, lang)].filter(Boolean).join(" · "),
  };
}

/** A cost as signs; of a mix any sign may be paid. @param {any} cost @returns {Strip} */
function costStrip(cost) {
  const mix = cost.any_of ?? cost.pay_any;
  if (!mix) return goodsStrip(cost.fixed ?? cost);
  return mix.from.map((/** @type {string} */ good, /** @type {number} */ n) => [n ? "/" : String(mix.count), good]);
}

/** @param {Record<string, number>} goods @returns {Strip} */
const goodsStrip = (goods) => Object.entries(goods).map(([good, count]) => [String(count), good]);

/** @param {World} world @param {string} id @param {Language} lang @returns {Face | null} */
function tradeFace(world, id, lang) {
  const house = world.places.get("kings_storehouse");
  const trade = house.trades.find((/** @type {any} */ one) => one.id === id) ?? world.apprentices.get(id)?.ability;
  const { pay, pay_any: any, gain } = trade ?? {};
  const cost = any ? { pay_any: any } : pay;
  if (!cost || !gain) return cardFace(world, id, lang);
  const name = goodsWords(world, gain, lang);
  const picture = stripImage([...costStrip(cost), ["→", ""], ...goodsStrip(gain)]);
  return { name, picture, cost: costWords(world, cost, lang), gives: cardFace(world, id, lang)?.name };
}

/** @param {World} world @param {string} field @param {string} value @param {Language} lang @returns {Face | null} */
function goodsFace(world, field, value, lang) {
  const reward = world.rewards.get(value);
  const printed = /^([a-z]+\d+_?)+$/.test(value) && field.endsWith("_face");
  const goods = reward?.gain ?? (printed ? goodsOf(value) : null);
  if (goods)
    return {
      name: goodsWords(world, goods, lang),
      picture: stripImage(goodsStrip(goods)),
      ...(reward ? { copies: reward.identical_group } : {}),
    };
  if (world.places.has(value)) return { name: placeName(world, value, lang), picture: signImage(signOf(value)) };
  return world.goods.includes(value)
    ? { name: localized(world.names.get(value), lang), picture: signImage(value) }
    : null;
}

const signOf = (/** @type {string} */ place) => EMBLEMS[place] ?? place;

/** What the name of a face of the Black Market counts: `wood1_marble2`. @param {string} face */
const goodsOf = (face) =>
  Object.fromEntries([...face.matchAll(/([a-z]+)(\d+)/g)].map(([, good, count]) => [good, Number(count)]));
