// @ts-check
/**
 * A box of Architects, whole: every card with its text, the market's faces, the track, the Cathedral, the Guildhall.
 */
import { h, number, reportTable, scrolling, told } from "../../kit/index.js";
import { say } from "./box-words.js";
import { cardFace, costPicture } from "./cards/face.js";
import { goodsPicture } from "./signs.js";
import { costWords, goodsWords } from "./cards/text.js";
import { placeName, stepSigns, worldOf } from "./world.js";

/**
 * @typedef {import("../../kit/words.js").Language} Language
 * @typedef {import("./world.js").World} World
 * @typedef {import("../../kit/report.js").Row} Row
 */

export const title = { en: "Architects of the West Kingdom", es: "Arquitectos del Reino del Oeste" };
export const sheets = ["architects/style.css", "architects/cards/style.css"];

/** @param {any} box */
export function fits(box) {
  return (
    Array.isArray(box?.apprentices) && Array.isArray(box?.buildings) && Boolean(box?.virtue_track && box?.cathedral)
  );
}

/**
 * A row as it is printed; null for what is no card.
 * @param {string} table
 * @param {any} row
 * @param {any} box
 * @param {Language} lang
 */
export function rowPicture(table, row, box, lang) {
  const world = worldOf(box);
  if (table === "rewards") return goodsPicture(world, row.gain, lang);
  return ["apprentices", "buildings", "characters"].includes(table) ? cardFace(world, row.id, lang) : null;
}

/**
 * @param {HTMLElement} el
 * @param {any} box
 * @param {Language} lang
 */
export function drawBox(el, box, lang) {
  const world = worldOf(box);
  el.append(
    cards("apprentices", box.apprentices, world, lang),
    cards("buildings", box.buildings, world, lang),
    section(say(lang, "characters", { count: box.characters.length }), charactersOf(world, lang)),
    section(say(lang, "rewards", { count: box.rewards.length }), rewardsOf(world, lang)),
    section(say(lang, "market", { count: box.black_market.cards.length }), marketOf(world, lang)),
    section(say(lang, "locations"), locationsOf(world, lang)),
    section(say(lang, "track"), trackOf(world, lang)),
    section(told(box.cathedral.name, lang), cathedralOf(world, lang)),
    section(placeName(world, "guildhall", lang), hallOf(world, lang)),
    section(say(lang, "setup"), ...setupOf(box, lang)),
  );
}

/** @param {string} head @param {...Element} content */
function section(head, ...content) {
  return h("section", { className: "a-box" }, h("h2", null, head), ...content);
}

/** Every card of a kind. @param {string} kind @param {any[]} all @param {World} world @param {Language} lang */
function cards(kind, all, world, lang) {
  const faces = all.map(({ id }) => h("li", { "data-card-face": id }, cardFace(world, id, lang)));
  return section(say(lang, kind, { count: all.length }), h("ul", { className: "a-sheet" }, ...faces));
}

/** @param {World} world @param {Language} lang */
function charactersOf(world, lang) {
  const faces = world.box.characters.map((/** @type {any} */ { id, start, colour }) => {
    const goods = Object.fromEntries(world.goods.filter((good) => start[good]).map((good) => [good, start[good]]));
    if (start.extra_building_cards_after_draft) goods.building_cards = start.extra_building_cards_after_draft;
    if (start.unpaid_debts) goods.debt = start.unpaid_debts;
    const parts = [say(lang, "at_virtue", { n: start.virtue })];
    if (start.own_workers_in_prison) parts.push(say(lang, "in_prison", { n: start.own_workers_in_prison }));
    const face = cardFace(world, id, lang);
    const name = world.box.colours.find((/** @type {any} */ one) => one.id === colour)?.name;
    face.append(
      h(
        "p",
        null,
        `${told(name, lang)}, ${say(lang, "starts")} ${parts.join(", ")}${Object.keys(goods).length ? ", " : ""}`,
        goodsPicture(world, goods, lang),
      ),
    );
    return h("li", { "data-card-face": id }, face);
  });
  return h("ul", { className: "a-sheet" }, ...faces);
}

/** @param {World} world @param {Language} lang */
function rewardsOf(world, lang) {
  const items = world.box.rewards.map((/** @type {any} */ { id, gain }) =>
    h("li", null, h("b", null, id), " ", goodsPicture(world, gain, lang)),
  );
  return h("ul", { className: "a-sheet a-small-sheet" }, ...items);
}

/**
 * @param {string} caption
 * @param {string[]} columns
 * @param {Row[]} rows
 */
function table(caption, columns, rows) {
  return scrolling(
    caption,
    reportTable({ caption, unseen: true, columns: columns.map((one) => [one]), bodies: [rows] }),
  );
}

/** @param {World} world @param {Language} lang */
function marketOf(world, lang) {
  const { cards: all, printed_small: small, printed_large: large } = world.box.black_market;
  /** @param {string} head @param {any} one @returns {Row} */
  const row = (head, one) => ({
    head: [head],
    cells: [one.small, one.large].map((goods) => ({ content: [goodsPicture(world, goods, lang)] })),
  });
  const rows = all.map((/** @type {any} */ one) => row(one.id, one));
  return table(
    say(lang, "market", { count: all.length }),
    ["card", "small", "large"].map((key) => say(lang, key)),
    [row(say(lang, "printed"), { small, large }), ...rows],
  );
}

/** What a location gives and costs, as the box writes it. @param {World} world @param {Language} lang */
function locationsOf(world, lang) {
  const formulas = (/** @type {any} */ about) =>
    Object.entries(about)
      .filter(([good]) => good !== "minimum_n")
      .map(
        ([good, formula]) =>
          `${formula} ${told(world.names.get(good), lang)}${about.minimum_n ? ` (n ≥ ${about.minimum_n})` : ""}`,
      )
      .join(", ");
  const priced = (/** @type {any} */ cost) =>
    Object.entries(cost)
      .filter(([, n]) => typeof n === "number")
      .map(([part, n]) => say(lang, part, { n: Number(n) }))
      .join(", ");
  const rows = world.box.locations.map((/** @type {any} */ place) => {
    const parts = [];
    if (place.cost) parts.push(goodsWords(world, place.cost, lang));
    if (typeof place.gain === "object") parts.push(formulas(place.gain));
    if (place.gain === "tax_silver") parts.push(say(lang, "all_tax"));
    if (place.lose?.virtue) parts.push(say(lang, "lose_virtue", { n: place.lose.virtue }));
    if (place.choose) parts.push(place.choose.map(formulas).join(" / "));
    const most = place.actions_up_to ?? place.captures_up_to;
    if (most) parts.push(say(lang, "up_to", { n: most }));
    for (const trade of place.trades ?? []) {
      parts.push(say(lang, "trade", { pay: costWords(world, trade, lang), gain: goodsWords(world, trade.gain, lang) }));
    }
    for (const cost of [place.cost_first, place.cost_further]) if (cost) parts.push(priced(cost));
    for (const action of [...(place.choose_action ?? []), ...(place.actions ?? [])]) {
      const more = [action.cost, ...(action.cost_options ?? [])].filter(Boolean).map(priced);
      const column = action.column_limit ? [say(lang, "column", { n: action.column_limit })] : [];
      const cards = action.cards ? [say(lang, "cards", { n: action.cards })] : [];
      const about = [...column, ...cards, ...more].join("; ");
      const name = say(lang, action.id === "cathedral" ? "cathedral_step" : action.id);
      parts.push(`${name}${about ? ` (${about})` : ""}`);
    }
    return { head: [told(place.name, lang)], cells: [{ content: [parts.join(" · ")] }] };
  });
  return table(
    say(lang, "locations"),
    ["place", "by_n"].map((key) => say(lang, key)),
    rows,
  );
}

/** @param {World} world @param {Language} lang */
function trackOf(world, lang) {
  const words = (/** @type {boolean} */ yes) => say(lang, yes ? "yes" : "no");
  const rows = world.box.virtue_track.map((/** @type {any} */ step) => {
    const { noCathedral, noMarket, evade } = stepSigns(step);
    const cells = [number(step.vp), String(evade), words(!noCathedral), words(!noMarket)];
    return { head: [String(step.position)], cells: cells.map((one) => ({ content: [one] })) };
  });
  return table(
    say(lang, "track"),
    ["position", "vp", "evades", "cathedral", "market_allowed"].map((key) => say(lang, key)),
    rows,
  );
}

/** @param {World} world @param {Language} lang */
function cathedralOf(world, lang) {
  const rows = world.box.cathedral.levels.map((/** @type {any} */ level) => ({
    head: [String(level.level)],
    cells: [
      { content: [level.cost ? costPicture(world, level.cost, lang) : "–"] },
      { content: [String(level.spaces ?? "–")] },
      { content: [String(level.vp)] },
    ],
  }));
  return table(
    say(lang, "cathedral"),
    ["level", "cost", "spaces", "vp"].map((key) => say(lang, key)),
    rows,
  );
}

/** @param {World} world @param {Language} lang */
function hallOf(world, lang) {
  const rows = Object.entries(world.box.guildhall).map(([count, hall]) => {
    const about = /** @type {any} */ (hall);
    const cells = [
      about.spaces,
      about.columns,
      about.reset_spaces.join(", "),
      about.apprentice_purge_spaces.join(", "),
    ];
    return { head: [say(lang, "players", { count })], cells: cells.map((one) => ({ content: [String(one)] })) };
  });
  const columns = ["", ...["spaces", "columns", "resets", "purges"].map((key) => say(lang, key))];
  return table(say(lang, "guildhall"), columns, rows);
}

/** @param {any} box @param {Language} lang */
function setupOf({ setup, scoring }, lang) {
  const lines = [
    say(lang, "silver_by_turn", { all: setup.start_silver_side_1_by_turn_order.join(", ") }),
    say(lang, "tax_at_start", { n: setup.tax_stand_silver }),
    say(lang, "limits", { cards: setup.hand_limit, apprentices: setup.apprentice_limit }),
    say(lang, "scoring", {
      silver: scoring.silver_per_vp,
      gold: scoring.gold_vp,
      marble: scoring.marble_vp,
      debt: number(scoring.unpaid_debt_vp),
      prison: scoring.prison_workers_per_minus_vp,
    }),
  ];
  return lines.map((line) => h("p", null, line));
}
