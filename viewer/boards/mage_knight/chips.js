// @ts-check
/** Chips of cards, units, skills, tactics and enemies, and the reader that opens with the text of one. */
import { capital, h, listed, localized, onPress, picture, reader } from "../../kit/index.js";
import { manaArt, sign } from "./art.js";
import { textOf } from "./text/text.js";
import { enemyWords, ruinWords } from "./describe.js";
import { manaName, nameOf, rowOf } from "./world.js";
import { say } from "./words.js";

/** @import { Language } from "../../kit/board.js" */
/** @import { Child } from "../../kit/dom.js" */
/** @import { Kind, World } from "./world.js" */

/** Mana with its name. @param {World} world @param {string} colour @param {string} shape @param {Language} lang */
const manaPicture = (world, colour, shape, lang) =>
  picture(manaArt(colour, shape), "m-mana", manaName(world, colour, lang));

/** The class for the colour of a card. @param {any} row */
function colourClass(row) {
  const colour = row?.colour ?? (row?.kind === "artifact" ? "artifact" : row?.kind === "wound" ? "wound" : "plain");
  return `m-of-${colour} m-is-${row?.kind ?? "plain"}`;
}

/**
 * A chip that opens the text of a thing.
 * @param {World} world @param {Kind} kind @param {string} id @param {Language} lang
 * @param {{className?: string, more?: string, before?: Child[], after?: Child[], place?: boolean}} [about] `more`: said
 *   after its name; `place`: it is a place of the board, which opens the text itself.
 */
export function chip(world, kind, id, lang, { className = "", more = "", before = [], after = [], place } = {}) {
  const name = nameOf(world, kind, id, lang);
  const props = {
    className: `m-chip m-kind-${kind} ${colourClass(rowOf(world, kind, id))} ${className}`,
    title: [name, more].filter(Boolean).join(": "),
    "data-open": place ? null : `${kind} ${id}`,
    "data-more": more,
  };
  const read = after.some((one) => one instanceof HTMLElement && one.textContent === more);
  const unseen = more && !read ? h("span.unseen", `, ${more}`) : null;
  return h("button", props, ...before, h("span.m-name.clip", name), unseen, ...after);
}

/** The kind of a thing, in words. @param {World} world @param {Kind} kind @param {any} row @param {Language} lang */
export function kindWords(world, kind, row, lang) {
  if (kind === "card") {
    const colour = row.colour ? `, ${manaName(world, row.colour, lang)}` : "";
    return `${say(lang, `kind_${row.kind}`)}${colour}`;
  }
  if (kind === "unit") return say(lang, "kind_unit", { ...row, tier: say(lang, `tier_${row.tier}`) });
  if (kind === "skill") return say(lang, "kind_skill", { hero: localized(world.heroes.get(row.hero)?.name, lang) });
  if (kind === "tactic") return say(lang, "kind_tactic", { n: row.number, time: say(lang, row.time) });
  return say(lang, `kind_${kind}`, { n: row.number ?? 0 });
}

/** The text of a thing, as a face. @param {World} world @param {Kind} kind @param {string} id @param {Language} lang */
export function face(world, kind, id, lang) {
  const row = rowOf(world, kind, id);
  if (!row) return h("div.m-face", h("h3", id));
  const lines = textOf(world, kind, row, lang).map(({ head, cost, words }) =>
    h(
      "p",
      head ? h("b", head) : null,
      ...cost.map((colour) => manaPicture(world, colour, "token", lang)),
      head || cost.length ? " " : null,
      words,
    ),
  );
  if (kind === "enemy") lines.push(h("p", enemyWords(world, row, lang)));
  if (kind === "ruin") lines.push(h("p", ruinWords(world, row, lang)));
  if (kind === "unit") {
    const sites = row.sites.map((/** @type {string} */ one) => localized(world.sites.get(one)?.name, lang) || one);
    lines.push(h("p.m-quiet", `${say(lang, "recruited_at", { sites: listed(sites, lang) })}.`));
    const resists = row.resists.map((/** @type {string} */ one) => say(lang, `resists_${one}`));
    if (resists.length) lines.push(h("p", `${capital(listed(resists, lang))}.`));
  }
  return h(
    "div",
    { className: `m-face ${colourClass(row)}` },
    h("h3", nameOf(world, kind, id, lang)),
    h("p.m-quiet", capital(kindWords(world, kind, row, lang))),
    ...lines,
  );
}

const show = reader("m");

/** @param {World} world @param {Kind} kind @param {string} id @param {Language} lang @param {string} [more] Below. */
export function read(world, kind, id, lang, more = "") {
  const where = more ? h("p.m-where.quiet", `${capital(more)}.`) : null;
  show(nameOf(world, kind, id, lang), say(lang, "close"), face(world, kind, id, lang), where);
}

/** Open a pressed chip's text. @param {HTMLElement} element @param {() => {world: World, lang: Language}} now */
export function readsChips(element, now) {
  onPress(element, "[data-open]", ({ dataset }) => {
    const [kind, id] = String(dataset.open).split(" ");
    const { world, lang } = now();
    read(world, /** @type {Kind} */ (kind), id, lang, dataset.more);
  });
}

/** Gains as signed numbers. @param {World} world @param {import("./moved.js").Gain[]} gains @param {Language} lang */
export const gainSigns = (world, gains, lang) =>
  gains.map(({ what, n, colour, element }) => {
    const image = colour
      ? manaPicture(world, colour, what === "crystal" ? "crystal" : "token", lang)
      : sign(what, say(lang, `g_${what}`));
    const also = element && element !== "physical" ? sign(element, say(lang, `g_${element}`)) : null;
    const number = `${n < 0 ? "−" : "+"}${Math.abs(n)}`;
    return h("span", { className: `m-gain inline ${n < 0 ? "m-less" : ""}` }, number, image, also);
  });
