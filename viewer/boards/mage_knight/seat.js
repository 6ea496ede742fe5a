// @ts-check
/** Mage Knight on the page behind a seat's link: which cards a seat may note of which moves, and what it knows. */
import { say } from "./words.js";

export { face, fills, label, name, starts } from "./faces.js";

/** What a set-up takes by chance. */
export const draws = { setup: ["tile_1_at", "tokens", "unit_offer", "dice"] };

/** @import { Language } from "../../kit/words.js" */
/** @typedef {{kind: string, of: any, least: number, most: number}} Domain */

const CARDS = {
  en: "the cards are played, discarded or shown, at the latest when the game is scored",
  es: "las cartas se jueguen, descarten o muestren, a más tardar al puntuar",
};
const KEPT = {
  en: "the artifacts are played, at the latest when the game is scored",
  es: "los artefactos se jueguen, a más tardar al puntuar",
};

/** Until what a sealed part stays hidden, by the type of its move. @type {Record<string, Record<Language, string>>} */
export const until = {
  ...Object.fromEntries(
    "setup prepare_round take_tactic use_tactic play_card use_skill activate_unit use_option heal plunder draw"
      .split(" ")
      .map((type) => [type, CARDS]),
  ),
  take_reward: KEPT,
};

/** Ops whose cards their owner alone has seen: drawn, or picked from a deck. @type {Record<string, string>} */
const SEEN = {
  draw: "drawn",
  swap_hand: "drawn",
  shuffle_hand_cards_into_deck: "drawn",
  search_deck: "picked",
  discard_to_deck: "picked",
};
const MOST_DRAWN = 10; // Most cards in one draw: a hand limit is at most 7, and effects add up to 3.

/** Whether what a move holds lies hidden on the table now: cards are, until the end. @param {any} view */
export const hidden = (view) => view.phase !== "finished";

/** A seat's hand, in full with its deck, as all see. @param {any} view @param {number} seat @param {Language} lang */
export function left(view, seat, lang) {
  const { hand, deck } = view.heroes[seat];
  return { text: say(lang, "in_hand", { n: hand }), label: say(lang, "cards_left", { hand, deck }) };
}

/**
 * What a seat may note of a move that the recorder wrote: cards drawn or picked, artifacts chosen, each field with its
 * domain.
 * @param {any} view @param {number} seat @param {{body: any}} move @param {any} box @returns {Record<string, Domain>}
 */
export function asks(view, seat, { body }, box) {
  const own = Object.keys(view.heroes[seat].owned).filter((id) => id !== "artifact");
  /** @param {string[]} of @param {number} least @param {number} most @returns {Domain} */
  const cards = (of, least, most) => ({ kind: "list", of: { kind: "choice", of }, least, most });
  const drawn = (/** @type {number | undefined} */ n) => cards(own, n ?? 1, n ?? MOST_DRAWN);
  if (body.type === "setup") return { hands: drawn(box.levels[0].hand) };
  if (body.type === "prepare_round") return { hands: drawn(undefined) };
  if (body.seat !== seat) return {};
  if (body.type === "draw" || body.type === "plunder") return { drawn: drawn(body.number) };
  if (body.type === "take_reward" && body.kind === "artifact") return artifacts(view, seat, box, cards);
  const ops = opsOf(body, view, seat, box);
  const found = Object.keys(SEEN).filter((op) => ops.includes(`"op":"${op}"`));
  return Object.fromEntries(found.map((op) => [SEEN[op], drawn(undefined)]));
}

/**
 * The artifacts drawn as a reward: which were chosen, which went under the deck.
 * @param {any} view @param {number} seat @param {any} box
 * @param {(of: string[], least: number, most: number) => Domain} cards
 */
function artifacts(view, seat, box, cards) {
  const known = Object.entries(view.heroes).flatMap(([other, hero]) =>
    Number(other) === seat ? [] : Object.keys(/** @type {any} */ (hero).owned),
  );
  const all = box.cards
    .filter((/** @type {any} */ card) => card.kind === "artifact" && !known.includes(card.id))
    .map((/** @type {any} */ card) => card.id);
  return { kept: cards(all, 1, 2), bottom: cards(all, box.scenario.artifacts_more_than_won, 2) };
}

/** A move's effects as JSON text. @param {any} body @param {any} view @param {number} seat @param {any} box */
function opsOf(body, view, seat, box) {
  const row = (/** @type {string} */ table, /** @type {string | undefined} */ id) =>
    id ? box[table].find((/** @type {any} */ one) => one.id === id) : undefined;
  const tactic = body.tactic ?? view.heroes[seat].tactic?.id;
  const source = {
    play_card: () => row("cards", body.card)?.[body.use === "strong" ? "strong" : "basic"],
    use_skill: () => row("skills", body.skill)?.effect,
    take_tactic: () => row("tactics", tactic)?.effect,
    use_tactic: () => row("tactics", tactic)?.effect,
    heal: () => row("cards", "golden_grail")?.strong,
  }[/** @type {string} */ (body.type)];
  return JSON.stringify(source?.() ?? null);
}

/**
 * What this seat's eyes know of its cards.
 * @param {any} view @param {number} seat @param {any} _box @param {Language} lang
 * @returns {{label: string, value: any, image: string | null}[]}
 */
export function known(view, seat, _box, lang) {
  const { hand, deck, known: cards, discard } = view.heroes[seat];
  const es = lang === "es";
  const rows = [
    { label: es ? "Cartas en mano" : "Cards in hand", value: hand },
    ...(cards.hand.length ? [{ label: es ? "Conocidas" : "Known", value: cards.hand }] : []),
    { label: es ? "Cartas en el mazo" : "Cards in the deck", value: deck },
    ...(cards.top.length ? [{ label: es ? "Arriba del mazo" : "On top of the deck", value: cards.top }] : []),
    ...(cards.bottom.length ? [{ label: es ? "Debajo del mazo" : "At the bottom", value: cards.bottom }] : []),
    ...(discard.length ? [{ label: es ? "Descarte" : "Discard pile", value: discard }] : []),
  ];
  return rows.map((row) => ({ ...row, image: null }));
}
