// @ts-check
/** A box of Rise of Empires: the work on an owner's edition, and below it map, tiles and boxes as boards draw them. */
import { h, s, set, told } from "../../kit/index.js";
import { comparedOf, keptWork, leadThrough, stepsOf } from "./edition/edition.js";
import { say } from "./edition/words.js";
import { button } from "./edition/fields.js";
import { groundOf, layCard } from "./map.js";
import { CARD } from "./places.js";
import { empireFace, goodsRow, landGoods, landPicture, standInSign, tileFace } from "./tiles.js";
import { roman, worldOf } from "./world.js";

/**
 * @typedef {import("../../kit/words.js").Language} Language
 * @typedef {import("./edition/edition.js").Work} Work
 */

export const title = { en: "Rise of Empires", es: "Rise of Empires" };
export const sheets = [
  "rise_of_empires/style.css",
  "rise_of_empires/table.css",
  "rise_of_empires/panel.css",
  "rise_of_empires/box.css",
];

/** The whole box is drawn anew when nothing was changed for so long, in milliseconds. */
const REST_MS = 400;

/** @param {any} box */
export function fits(box) {
  return Boolean(box?.progress && box?.territory && box?.cities && box?.empire && box?.regions && box?.trade);
}

/**
 * @param {HTMLElement} el
 * @param {any} box
 * @param {Language} lang
 */
export function drawBox(el, box, lang) {
  const kept = keptWork();
  const lead = h("div", null);
  const below = h("div", { className: "r-sheet" });
  el.append(lead, below);
  /** @param {Work} work */
  const begin = (work) => {
    /** @type {any} */
    let waiting;
    const redraw = () => {
      // Once for many changes: a whole box is some two hundred pictures.
      clearTimeout(waiting);
      waiting = setTimeout(() => below.replaceChildren(...sheetOf(structuredClone(work.box), lang)), REST_MS);
    };
    below.replaceChildren(...sheetOf(structuredClone(work.box), lang));
    lead.replaceChildren(
      leadThrough(work, lang, { draw: (table, row, whole) => pictureOf(table, row, whole, lang), redraw }),
    );
  };
  const fresh = () => ({ base: String(box.edition), box: structuredClone(box), at: 0 });
  if (!kept) return begin(fresh());
  if ([kept.base, kept.box.edition].includes(box.edition)) return begin(kept);
  const words = say(lang, "kept", { id: kept.box.edition, done: comparedOf(kept.box), all: stepsOf(kept.box).length });
  lead.append(
    h(
      "section",
      { className: "r-lead" },
      h("p", null, words),
      h(
        "p",
        { className: "r-line" },
        button(say(lang, "go_on", { id: kept.box.edition }), () => begin(kept)),
        button(say(lang, "begin"), () => begin(fresh())),
      ),
    ),
  );
  below.replaceChildren(...sheetOf(box, lang));
}

/**
 * A row as boards draw it.
 * @param {string} table
 * @param {any} row
 * @param {any} box
 * @param {Language} lang
 */
function pictureOf(table, row, box, lang) {
  // Boards remember a box by itself; this one changes in place.
  const world = worldOf({ ...box });
  if (table === "regions") return regionPicture(row.id, world, lang);
  if (table === "territory") return landTile(row, lang);
  if (table === "empire") return h("div", { className: "r-pair" }, ...sides(row, world, lang));
  if (table === "trade") return tradeBox(row, lang);
  return h(
    "div",
    { className: `r-tile r-of-era-${row.era} ${row.red_stripe ? "r-red" : ""}` },
    ...tileFace(world, row.id, lang),
  );
}

/** @param {string} id @param {import("./world.js").World} world @param {Language} lang */
function regionPicture(id, world, lang) {
  const { width, height } = CARD;
  const svg = s("svg", {
    viewBox: `${-width / 2 - 8} ${-height / 2 - 8} ${width + 16} ${height + 16}`,
    class: "r-one-region",
    "aria-hidden": "true",
  });
  svg.append(layCard(world, id, { lang }).group);
  return h("div", { className: "r-map" }, svg);
}

/** @param {any} row @param {Language} lang */
function landTile(row, lang) {
  return h(
    "div",
    { className: `r-tile r-land-tile ${row.red_stripe ? "r-red" : ""}` },
    landPicture(row, lang),
    h("span", { className: "r-land-name" }, h("b", null, told(row.name, lang)), `\u00A0×${row.count}`),
    goodsRow(landGoods(row), lang),
    standInSign(row, lang),
  );
}

/** @param {any} row @param {import("./world.js").World} world @param {Language} lang */
function sides(row, world, lang) {
  return [1, 2].map((era) =>
    h(
      "div",
      { className: "r-tile r-empire" },
      h("small", null, era === 1 ? "I" : "II III"),
      ...empireFace(world, row.id, era, lang),
    ),
  );
}

/** @param {any} row @param {Language} lang */
function tradeBox(row, lang) {
  return h(
    "div",
    { className: "r-trade-box" },
    goodsRow({ resource: row.resources }, lang, false),
    "→",
    goodsRow(row.vp ? { vp: row.vp } : { gold: row.gold }, lang, false),
    h("small", null, row.eras.map(roman).join(" "), " ", standInSign(row, lang)),
  );
}

/**
 * The whole box: map, then the tiles of each kind.
 * @param {any} box
 * @param {Language} lang
 */
function sheetOf(box, lang) {
  const world = worldOf(box);
  const tables = /** @type {const} */ (["progress", "cities", "territory", "empire", "trade"]);
  return [
    section("regions", lang, mapOf(world, lang)),
    ...tables.map((table) =>
      section(
        table,
        lang,
        h(
          "ul",
          { className: `r-shelf r-all-${table}` },
          ...box[table].map((/** @type {any} */ row) => h("li", null, pictureOf(table, row, box, lang))),
        ),
      ),
    ),
  ];
}

/** @param {string} table @param {Language} lang @param {Element} content */
function section(table, lang, content) {
  return h("section", { className: `r-box r-box-${table}` }, h("h2", null, say(lang, `table_${table}`)), content);
}

/** @param {import("./world.js").World} world @param {Language} lang */
function mapOf(world, lang) {
  const { width, height } = world;
  const label = say(lang, "table_regions");
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "r-map-play", role: "img", "aria-label": label });
  for (const [id, { x, y }] of world.places) {
    const { group } = layCard(world, id, { lang });
    set(group, { transform: `translate(${x} ${y})` });
    svg.append(group);
  }
  // Wider than a phone, so that it can be read there; it scrolls.
  const map = h("div", { className: "r-map" }, groundOf(world), svg);
  return h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": label }, map);
}
