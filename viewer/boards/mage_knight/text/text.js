// @ts-check
/** What a card, skill, unit or tactic does, in words made from the trees of its box: no card is known by its name. */
import { capital, either, listed, localized } from "../../../kit/index.js";
import { say } from "./phrases.js";
import { OPS } from "./ops.js";
import { manaName } from "../world.js";

/**
 * @import { Language } from "../../../kit/board.js"
 * @import { Kind, World } from "../world.js"
 * @import { Speech } from "./phrases.js"
 * @typedef {{head: string, cost: string[], words: string}} Line Of a text: its label, the mana it costs.
 */

/** @param {World} world @param {Language} lang @returns {Speech} */
function speech(world, lang) {
  const names = (/** @type {readonly string[]} */ ids) => ids.map((id) => manaName(world, id, lang));
  /** @type {Speech} */ const made = {
    lang,
    say: (key, blanks) => say(lang, key, blanks),
    of: (node) => {
      if (Array.isArray(node)) return node.map(made.of).join("; ");
      return OPS[node?.op]?.(node, made) ?? say(lang, node?.op ?? "no_words");
    },
    colours: (colours) => either(names(colours), lang),
    inner: (node) => {
      const steps = Array.isArray(node) ? node : node?.op === "all" ? node.steps : [node];
      return listed(steps.map(made.of), lang);
    },
    terrains: (ids) => made.list(ids.map((id) => localized(world.terrain.get(id)?.name, lang) || id)),
    list: (words) => listed(words, lang),
  };
  return made;
}

/** An effect as a sentence. @param {World} world @param {any} node Null where there is none. @param {Language} lang */
export function effectWords(world, node, lang) {
  if (!node) return say(lang, "early_bird");
  return `${capital(speech(world, lang).of(node))}.`;
}

/** The label of a skill's text. @param {any} row @param {Language} lang */
function whenWords(row, lang) {
  const parts = [say(lang, `use_${row.use}`)];
  if (row.not_in === "combat") parts.push(say(lang, "not_in_combat"));
  if (row.only_in === "interaction") parts.push(say(lang, "only_in_interaction"));
  if (row.on_any_turn) parts.push(say(lang, "on_any_turn"));
  if (row.spend_at_once) parts.push(say(lang, "spend_at_once"));
  return capital(parts.join(", "));
}

/** The mana of the strong effect of a card. @param {any} card @returns {string[]} */
function strongCost(card) {
  if (card.strong_cost) return card.strong_cost;
  return card.kind === "spell" ? [...(card.basic_cost ?? []), "black"] : [];
}

/** @param {World} world @param {any} card @param {Language} lang @returns {Line[]} */
function cardLines(world, card, lang) {
  if (card.kind === "wound") return [{ head: "", cost: [], words: say(lang, "wound_card") }];
  const when = card.playable_at ? ` ${capital(say(lang, card.playable_at))}.` : "";
  const away = card.strong_thrown_away ? ` ${capital(say(lang, "thrown_away"))}.` : "";
  const strong = localized(card.strong_name, lang) || say(lang, "strong_effect");
  const basic = effectWords(world, card.basic, lang) + when;
  return [
    { head: say(lang, "basic_effect"), cost: card.basic_cost ?? [], words: basic },
    { head: strong, cost: strongCost(card), words: effectWords(world, card.strong, lang) + when + away },
  ];
}

/** A thing's text. @param {World} world @param {Kind} kind @param {any} row @param {Language} lang @returns {Line[]} */
export function textOf(world, kind, row, lang) {
  if (kind === "card") return cardLines(world, row, lang);
  if (kind === "skill") return [{ head: whenWords(row, lang), cost: [], words: effectWords(world, row.effect, lang) }];
  if (kind === "tactic") {
    const head = capital(say(lang, `when_${row.timing}`));
    return [{ head, cost: [], words: effectWords(world, row.effect, lang) }];
  }
  if (kind !== "unit") return [];
  return row.abilities.map((/** @type {any} */ one, /** @type {number} */ at) => ({
    head: say(lang, "ability", { n: at + 1 }),
    cost: one.cost ?? [],
    words: effectWords(world, one.effect, lang),
  }));
}
