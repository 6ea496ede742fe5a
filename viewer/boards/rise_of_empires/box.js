// @ts-check
/** Rows of a box of Rise of Empires as boards draw them, and its map. */
import { h, localized, s, set } from "../../kit/index.js";
import { groundOf, layCard } from "./map.js";
import { CARD } from "./places.js";
import { empireFace, goodsRow, landGoods, landPicture, standInSign, tileFace, tradeParts } from "./tiles.js";
import { worldOf } from "./world.js";

/** @typedef {import("../../kit/words.js").Language} Language */

export const title = { en: "Rise of Empires", es: "Rise of Empires" };
export const sheets = ["style", "table", "panel", "box"].map((name) => `rise_of_empires/${name}.css`);

export const fits = (/** @type {any} */ box) =>
  Boolean(box?.progress && box?.territory && box?.cities && box?.empire && box?.regions && box?.trade);

/** Tables whose rows are on the map. */
export const maps = ["regions"];

/** A row as boards draw it. @param {string} table @param {any} row @param {any} box @param {Language} lang */
export function rowPicture(table, row, box, lang) {
  const world = worldOf(box);
  if (table === "regions") return regionPicture(row.id, world, lang);
  if (table === "territory") return landTile(row, lang);
  if (table === "empire") return h("div.r-pair", ...sides(row, world, lang));
  if (table === "trade") return h("div.r-trade-box", ...tradeParts(row, lang));
  const className = `r-tile r-of-era-${row.era} ${row.red_stripe ? "r-red" : ""}`;
  return h("div", { className }, ...tileFace(world, row.id, lang));
}

/** @param {string} id @param {import("./world.js").World} world @param {Language} lang */
function regionPicture(id, world, lang) {
  const { width, height } = CARD;
  const viewBox = `${-width / 2 - 8} ${-height / 2 - 8} ${width + 16} ${height + 16}`;
  const svg = s("svg", { viewBox, class: "r-one-region", "aria-hidden": "true" });
  svg.append(layCard(world, id, { lang }).group);
  return h("div.r-map", svg);
}

const landTile = (/** @type {any} */ row, /** @type {Language} */ lang) =>
  h(
    "div",
    { className: `r-tile r-land-tile ${row.red_stripe ? "r-red" : ""}` },
    landPicture(row, lang),
    h("span.r-land-name", h("b", localized(row.name, lang)), `\u00A0×${row.count}`),
    goodsRow(landGoods(row), lang),
    standInSign(row, lang),
  );

const sides = (/** @type {any} */ row, /** @type {import("./world.js").World} */ world, /** @type {Language} */ lang) =>
  [1, 2].map((era) =>
    h("div.r-tile.r-empire", h("small", era === 1 ? "I" : "II III"), ...empireFace(world, row.id, era, lang)),
  );

/** The map, whole. @param {HTMLElement} el @param {any} box @param {Language} lang @param {string} label */
export function drawBox(el, box, lang, label) {
  const world = worldOf(box);
  const { width, height } = world;
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "r-map-play", role: "img", "aria-label": label });
  for (const [id, { x, y }] of world.places) {
    const { group } = layCard(world, id, { lang });
    set(group, { transform: `translate(${x} ${y})` });
    svg.append(group);
  }
  // Wider than a phone, so that it can be read there; it scrolls.
  const map = h("div.r-map", groundOf(world), svg);
  el.className = "r-sheet scroll";
  set(el, { tabindex: 0, role: "region", "aria-label": label });
  el.append(map);
}
