// @ts-check
/** The evaluations as pictures: ranks, tie-breaks, who is out, and what made up each value. */
import { capital, colourOf, h, listed, localized, reportTable, scrolling } from "../../kit/index.js";
import { say } from "./words.js";
import { contenderBadge, contenderName, groupsOf, measureOf } from "./world.js";

/**
 * @import { Context, Language } from "../../kit/board.js"
 * @import { Cell, Row } from "../../kit/report.js"
 * @import { World } from "./world.js"
 * @typedef {{evaluation: any, measure: string, order: string[], gone: Set<string>, world: World, context: Context}}
 *   Report `order`: contenders by rank; `gone`: those who were out before.
 */

const SOURCES = ["threats", "titans", "census"]; // Where gold comes from, in the order in which it is shown.
const NARROW = 18; // A part wider than 1/N of a bar shows its number.

/** @param {any} evaluation @param {any} position @param {World} world @param {Context} context */
export function evaluationPicture(evaluation, position, world, context) {
  const { lang } = context;
  const measure = measureOf(world, evaluation.criterion);
  const at = position.evaluations.indexOf(evaluation);
  const gone = new Set(position.evaluations.slice(0, at).flatMap((/** @type {any} */ one) => one.out ?? []));
  const order = Object.keys(evaluation.ranks).sort((a, b) => evaluation.ranks[a] - evaluation.ranks[b]);
  /** @type {Report} */ const report = { evaluation, measure, order, gone, world, context };
  const title = say(lang, `report_${evaluation.criterion}`);
  const tables = { regions: regionTable, gold: goldTable, stories: guildTable };
  const how = tables[/** @type {keyof typeof tables} */ (measure)] ?? goldTable;
  const outs = say(lang, evaluation.out.length > 1 ? "are_out" : "is_out", { who: names(evaluation.out, report) });
  return scrolling(
    title,
    h("h2", h("span.x-nth", String(at + 1)), ` ${title}`),
    h("p.x-small", say(lang, `measure_${measure || "gold"}`)),
    h("ol.x-ranks", ...order.map((key) => rankLine(key, report))),
    ...evaluation.ties.map((/** @type {any} */ tie) => tieLine(tie, report)),
    h("p.x-verdict", outs),
    how(report),
  );
}

function names(/** @type {string[]} */ keys, /** @type {Report} */ { context, world }) {
  const all = keys.map((key) => contenderName(key, context, world));
  return listed(all, context.lang);
}

/** Who was tied, and what separated them, step by step. @param {any} tie @param {Report} report */
function tieLine(tie, report) {
  const { evaluation, context, world } = report;
  const steps = tie.steps.map((/** @type {any} */ step) =>
    say(context.lang, `tie_by_${step.how}`, { groups: groupsOf(step, context, world) }),
  );
  const words = say(context.lang, "tie_at", {
    who: names(tie.contenders, report),
    value: evaluation.values[tie.contenders[0]],
    steps: steps.join(" "),
  });
  return h("p.x-tie-words", words);
}

/** A contender: rank, bar, value, and why. @param {string} key @param {Report} report */
function rankLine(key, report) {
  const { evaluation, gone, context, world } = report;
  const { lang } = context;
  const out = evaluation.out.includes(key);
  const tie = evaluation.ties.find((/** @type {any} */ one) => one.contenders.includes(key));
  const units = tie ? say(lang, "tie_units", { units: tie.units[tie.contenders.indexOf(key)] }) : null;
  const before = gone.has(key) ? h("span.x-small", say(lang, "out_before")) : null;
  const colour = colourOf(Number(key), context) || "dummy";
  return h(
    "li",
    { className: `x-rank seat-${colour} ${out ? "x-eliminated" : ""} ${gone.has(key) ? "x-before" : ""}` },
    h("span.x-place", String(evaluation.ranks[key])),
    contenderBadge(key, context),
    h("span.who", contenderName(key, context, world)),
    h("span.x-track", barOf(key, report)),
    h("strong", String(evaluation.values[key])),
    h(
      "span.x-why.centre",
      units ? h("span.x-tie", units) : null,
      out ? h("b.x-stamp", say(lang, "eliminated")) : before,
    ),
  );
}

/** A value as a bar of its parts. @param {string} key @param {Report} report */
function barOf(key, report) {
  const { values } = report.evaluation;
  const most = Math.max(1, ...Object.values(values).map(Number));
  const bar = h("span.x-bar", { "aria-hidden": "true" });
  for (const { value, words, className } of partsOf(key, report)) {
    const shown = value * NARROW > most ? String(value) : "";
    const piece = h("i", { className: `x-part ${className}`, title: words }, shown);
    piece.style.flexGrow = String(value);
    bar.append(piece);
  }
  bar.style.width = `${(values[key] / most) * 100}%`;
  return bar;
}

/** @param {string} key @param {Report} report @returns {{value: number, words: string, className: string}[]} */
function partsOf(key, { evaluation, measure, context, world }) {
  const own = evaluation.detail?.[key];
  const value = evaluation.values[key];
  const { lang } = context;
  /** @type {[number, string, string][]} */ let parts = [];
  if (own && measure === "gold") {
    parts = SOURCES.map((source) => [own[source] ?? 0, say(lang, `from_${source}`), `x-from-${source}`]);
  } else if (own && measure === "stories") {
    parts = Object.entries(own.cities).map(([city, height]) => [Number(height), say(lang, "city", { n: city }), ""]);
  } else if (own) {
    const points = (/** @type {any} */ { id, name }) => [own.regions[id]?.points ?? 0, localized(name, lang), ""];
    parts = world.box.regions.map(points);
  }
  const some = parts.flatMap(([value, words, className]) => (value > 0 ? { value, words, className } : []));
  return some.length || value <= 0 ? some : [{ value, words: "", className: "" }];
}

/** Contenders in the order of the table: those who sit, by their seats. @param {Report} report */
const seated = ({ order }) => order.filter((key) => key !== "dummy").sort();

/** A table with a column for each contender. @param {Report} report @param {string} caption @param {Row[]} rows */
function tableOf(report, caption, rows) {
  const { context, world, evaluation } = report;
  const keys = seated(report);
  const columns = [[], ...keys.map((key) => [contenderBadge(key, context), nameOf(key, context, world)])];
  const total = {
    head: [say(context.lang, "total")],
    cells: keys.map((key) => ({ content: [h("b", String(evaluation.values[key]))] })),
    className: "x-sum",
  };
  const words = say(context.lang, caption);
  return reportTable({ className: "x-table", caption: words, unseen: true, columns, bodies: [rows], foot: [total] });
}

/** @param {string} key @param {Context} context @param {World} world */
const nameOf = (key, context, world) => h("span.who", contenderName(key, context, world));

/** The regions, and what each seat gained from them. @param {Report} report */
function regionTable(report) {
  const { evaluation, context, world } = report;
  const { lang } = context;
  const rows = world.box.regions.map((/** @type {any} */ land) => ({
    head: [capital(localized(land.name, lang)), h("span.x-small", ` ${land.first} / ${land.second}`)],
    className: land.central ? "x-heart-row" : "",
    cells: seated(report).map((key) => regionCell(evaluation.detail?.[key]?.regions?.[land.id], lang)),
  }));
  return tableOf(report, "report_reputation", rows);
}

/** @param {any} one Bards, points and place of a contender in a region. @param {Language} lang @returns {Cell} */
function regionCell(one, lang) {
  if (!one) return { content: [] };
  const unit = h("span.unseen", ` ${say(lang, "bards")}`);
  const bards = h("span.x-small", String(one.bards), unit);
  const points = h("b", one.points ? `+${one.points}` : "–");
  const tied = one.place?.startsWith("tied")
    ? [h("span.x-equal.quiet", { "aria-hidden": "true" }, "="), h("span.unseen", say(lang, one.place))]
    : [];
  return {
    className: one.points ? `x-place-${one.place.replace("tied_", "")}` : "",
    title: one.place ? say(lang, one.place) : undefined,
    content: [bards, points, ...tied],
  };
}

/** Where the gold came from. @param {Report} report */
function goldTable(report) {
  const { evaluation, context } = report;
  const rows = SOURCES.map((source) => ({
    head: [h("i", { className: `x-part x-from-${source} x-key` }), ` ${say(context.lang, `from_${source}`)}`],
    cells: seated(report).map((key) => ({ content: [String(evaluation.detail?.[key]?.[source] ?? 0)] })),
  }));
  return tableOf(report, "report_wealth", rows);
}

/** Every guild with its height. @param {Report} report */
function guildTable({ evaluation, order, context, world }) {
  const { lang } = context;
  const list = h("dl.x-guilds");
  for (const key of order.filter((one) => one !== "dummy")) {
    const cities = Object.entries(evaluation.detail?.[key]?.cities ?? {}).sort(([a], [b]) => Number(a) - Number(b));
    const className = `x-tower inline seat-${colourOf(Number(key), context)}`;
    const towers = cities.map(([city, height]) => {
      const storeys = Array.from({ length: Number(height) }, () => h("i"));
      const title = say(lang, "city", { n: city });
      return h("span", { className, title }, ...storeys, h("b", city), h("span.unseen", `: ${height} `));
    });
    const who = h("dt", contenderBadge(key, context), ` ${contenderName(key, context, world)}`);
    list.append(who, h("dd", ...(towers.length ? towers : ["–"])));
  }
  return list;
}
