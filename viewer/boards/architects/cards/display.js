// @ts-check
/** The apprentices on display: cards with their skills and virtue, silver on them, what each column costs. */
import { capital, h, number, set, write } from "../../../kit/index.js";
import { Run } from "../run.js";
import { goodToken, sign, signToken } from "../signs.js";
import { cardText } from "./text.js";
import { ROWS, cardName, hireCost } from "../world.js";
import { say } from "../words.js";

/** @import { Context, Language } from "../../../kit/board.js" */
/** @import { World } from "../world.js" */
/** @typedef {{row: string, column: number, box: HTMLElement, name: HTMLElement, signs: Run, shown: any}} Space */
/** @typedef {{column: number, price: Run, key: string}} Head */

/**
 * The display: two rows of columns, and over them what a hire costs there.
 * @param {World} world @param {Language} lang
 * @returns {{box: HTMLElement, spaces: Space[], show: (position: any, context: Context) => void}}
 */
export function displayPart(world, lang) {
  const { columns } = world.box.setup.apprentice_display;
  const numbers = Array.from({ length: columns }, (_, place) => place + 1);
  const left = h("small", "");
  /** @type {Space[]} */ const spaces = ROWS.flatMap((row) => numbers.map((column) => laySpace(row, column)));
  const heads = numbers.map((column) => ({ column, price: new Run(h("span.a-col.quiet")), key: "" }));
  const grid = h("div.a-display", ...heads.map((one) => one.price.holder), ...spaces.map((space) => space.box));
  grid.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  const head = h("h2.a-title", sign("workshop"), say(lang, "display"), " ", left);
  const box = h("section.a-part.a-apprentices", head, grid);
  /** @type {number | undefined} */ let pile;
  return {
    box,
    spaces,
    show: (position) => {
      for (const space of spaces) {
        const now = position.apprentices[space.row][space.column];
        if (space.shown !== now) showSpace(space, world, now, lang);
      }
      for (const head of heads) showPrice(head, world, position);
      if (pile !== position.apprentices.pile) left.textContent = say(lang, "pile", { n: position.apprentices.pile });
      pile = position.apprentices.pile;
    },
  };
}

/** @param {string} row @param {number} column @returns {Space} */
function laySpace(row, column) {
  const name = h("b.clip", "");
  const signs = h("span.a-card-signs.centre");
  return { row, column, box: h("div.a-card", name, signs), name, signs: new Run(signs), shown: null };
}

/**
 * What lies on a space.
 * @param {Space} space @param {World} world @param {{card: string | null, silver: number}} now @param {Language} lang
 */
function showSpace(space, world, now, lang) {
  space.shown = now;
  space.box.classList.toggle("a-empty", !now.card);
  set(space.box, { "aria-label": spaceName(world, space.row, space.column, now, lang) });
  write(space.name, now.card ? cardName(world, now.card, lang) : "–");
  const card = now.card ? world.apprentices.get(now.card) : null;
  const signs = (card?.skills ?? []).map((/** @type {string} */ skill) => signToken(skill));
  if (card?.virtue) signs.push(goodToken("virtue", number(card.virtue, true)));
  if (now.silver) signs.push(goodToken("silver", now.silver, "a-on-card"));
  space.signs.show(signs);
}

/** What a hire from a column costs whose turn it is. @param {Head} head @param {World} world @param {any} position */
function showPrice(head, world, position) {
  const cost = hireCost(world, head.column, position);
  const key = JSON.stringify(cost);
  if (head.key === key) return;
  head.key = key;
  if (!cost) return head.price.show([]);
  const skip = cost.skip ? [goodToken("silver", `+${cost.skip}`)] : [];
  head.price.show([goodToken("silver", cost.silver - cost.tax), goodToken("tax", cost.tax), ...skip]);
}

/** @param {World} world @param {string} row @param {number} column @param {any} now @param {Language} lang */
export function spaceName(world, row, column, { card }, lang) {
  const space = say(lang, "card_space", { row: say(lang, row), column });
  return `${space}: ${card ? cardName(world, card, lang) : say(lang, "no_card")}`;
}

/** @param {World} world @param {string} row @param {number} column @param {any} position @param {Language} lang */
export function spaceWords(world, row, column, position, lang) {
  const now = position.apprentices[row][column];
  const name = spaceName(world, row, column, now, lang);
  if (!now.card) return `${name}.`;
  return `${name}. ${cardText(world, now.card, lang)} ${priceWords(world, row, column, position, lang)}`;
}

/**
 * What hiring there costs at the Workshop whose turn it is, and what silver lies on the card.
 * @param {World} world @param {string} row @param {number} column @param {any} position @param {Language} lang
 */
export function priceWords(world, row, column, position, lang) {
  const cost = hireCost(world, column, position);
  const { silver } = position.apprentices[row][column];
  const parts = cost ? [say(lang, "column_price", { silver: cost.silver, tax: cost.tax })] : [];
  if (cost?.skip) parts.push(say(lang, "column_skip", { n: cost.skip }));
  if (silver) parts.push(say(lang, "silver_on", { n: silver }));
  return parts.length ? `${capital(parts.join(", "))}.` : "";
}
