// @ts-check
/** The apprentices on display: cards with their skills and virtue, silver on them, what each column costs. */
import { capital, h, number } from "../kit/index.js";
import { amountOf, sign } from "./architects-signs.js";
import { cardText } from "./architects-text.js";
import { ROWS, cardName, hireCost } from "./architects-world.js";
import { say } from "./architects-words.js";

/**
 * @typedef {import("../kit/board.js").Context} Context
 * @typedef {import("../kit/board.js").Language} Language
 * @typedef {import("./architects-world.js").World} World
 * @typedef {{row: string, column: number, box: HTMLElement, shown: any}} Space
 */

/**
 * The display: two rows of columns, and over them what a hire costs there.
 * @param {World} world
 * @param {Language} lang
 * @returns {{box: HTMLElement, spaces: Space[], show: (position: any, context: Context) => void}}
 */
export function displayPart(world, lang) {
  const { columns } = world.box.setup.apprentice_display;
  const numbers = Array.from({ length: columns }, (_, place) => place + 1);
  const left = h("small", null, "");
  /** @type {Space[]} */
  const spaces = ROWS.flatMap((row) =>
    numbers.map((column) => ({ row, column, box: h("div", { className: "a-card" }), shown: undefined })),
  );
  const heads = numbers.map((column) => ({ column, box: h("span", { className: "a-col" }), key: "" }));
  const grid = h(
    "div",
    { className: "a-display" },
    ...heads.map((one) => one.box),
    ...spaces.map((space) => space.box),
  );
  grid.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  const head = h("h2", { className: "a-title" }, sign("workshop"), say(lang, "display"), " ", left);
  const box = h("section", { className: "a-part a-apprentices" }, head, grid);
  /** @type {number | undefined} */
  let pile;
  return {
    box,
    spaces,
    show: (position) => {
      for (const space of spaces) {
        const now = position.apprentices[space.row][space.column];
        if (space.shown === now) continue;
        space.shown = now;
        space.box.replaceChildren(...inside(world, now, lang));
        space.box.classList.toggle("a-empty", !now.card);
      }
      for (const head of heads) showPrice(head, world, position);
      if (pile !== position.apprentices.pile) left.textContent = say(lang, "pile", { n: position.apprentices.pile });
      pile = position.apprentices.pile;
    },
  };
}

/**
 * What a hire from a column costs whose turn it is.
 * @param {{column: number, box: HTMLElement, key: string}} head
 * @param {World} world
 * @param {any} position
 */
function showPrice(head, world, position) {
  const cost = hireCost(world, head.column, position);
  const key = JSON.stringify(cost);
  if (head.key === key) return;
  head.key = key;
  if (!cost) return head.box.replaceChildren();
  const skip = cost.skip ? [amountOf("silver", `+${cost.skip}`)] : [];
  head.box.replaceChildren(amountOf("silver", cost.silver - cost.tax), amountOf("tax", cost.tax), ...skip);
}

/**
 * What lies on a space.
 * @param {World} world
 * @param {{card: string | null, silver: number}} now
 * @param {Language} lang
 */
function inside(world, now, lang) {
  if (!now.card) return ["–"];
  const card = world.apprentices.get(now.card);
  const signs = (card?.skills ?? []).map((/** @type {string} */ skill) => sign(skill));
  if (card?.virtue) signs.push(amountOf("virtue", number(card.virtue, true)));
  if (now.silver) signs.push(amountOf("silver", now.silver, "a-on-card"));
  return [h("b", null, cardName(world, now.card, lang)), h("span", { className: "a-card-signs" }, ...signs)];
}

/**
 * All that is to be said of a space of the display.
 * @param {World} world
 * @param {string} row
 * @param {number} column
 * @param {any} position
 * @param {Language} lang
 */
export function spaceWords(world, row, column, position, lang) {
  const now = position.apprentices[row][column];
  const where = say(lang, "card_space", { row: say(lang, row), column });
  if (!now.card) return `${where}: ${say(lang, "no_card")}.`;
  const text = cardText(world, now.card, lang);
  return `${where}: ${cardName(world, now.card, lang)}. ${text} ${priceWords(world, row, column, position, lang)}`;
}

/**
 * What hiring there costs at the Workshop whose turn it is, and what silver lies on the card.
 * @param {World} world
 * @param {string} row
 * @param {number} column
 * @param {any} position
 * @param {Language} lang
 */
export function priceWords(world, row, column, position, lang) {
  const cost = hireCost(world, column, position);
  const { silver } = position.apprentices[row][column];
  const parts = cost ? [say(lang, "column_price", { silver: cost.silver, tax: cost.tax })] : [];
  if (cost?.skip) parts.push(say(lang, "column_skip", { n: cost.skip }));
  if (silver) parts.push(say(lang, "silver_on", { n: silver }));
  return parts.length ? `${capital(parts.join(", "))}.` : "";
}
