// @ts-check
/** Cards: a face that can be read, and the reader that a tap opens. */
import { h, localized, number, reader } from "../../../kit/index.js";
import { goodsPicture, sign, signClass } from "../signs.js";
import { cardText, costWords } from "./text.js";
import { cardName } from "../world.js";
import { say } from "../words.js";

/** @import { Language } from "../../../kit/board.js" */
/** @import { World } from "../world.js" */

/** Skills as signs, said in words. @param {World} world @param {string[]} skills @param {Language} lang */
const skillSigns = (world, skills, lang) =>
  skills.map((skill) =>
    h("i", { className: signClass(skill), role: "img", "aria-label": localized(world.names.get(skill), lang) }),
  );

/** A cost as pictures; a mix as words. @param {World} world @param {any} cost @param {Language} lang */
export function costPicture(world, cost, lang) {
  const mix = cost.any_of ?? cost.pay_any;
  if (!mix) return goodsPicture(world, cost.fixed ?? cost, lang, "a-cost");
  const signs = mix.from.flatMap((/** @type {string} */ good, /** @type {number} */ n) => [n ? "/" : "", sign(good)]);
  const props = { role: "img", "aria-label": costWords(world, cost, lang) };
  return h("span.a-goods.a-cost", props, String(mix.count), ...signs);
}

/** The virtue of a card; null where it has none. @param {number} virtue @param {Language} lang */
function virtueSign(virtue, lang) {
  if (!virtue) return null;
  const words = say(lang, "virtue_icon", { n: number(virtue, true) });
  return h("span.a-good", { role: "img", "aria-label": words }, number(virtue, true), sign("virtue"));
}

/** The face of a card of any of the three kinds. @param {World} world @param {string} id @param {Language} lang */
export function cardFace(world, id, lang) {
  const apprentice = world.apprentices.get(id);
  const building = world.buildings.get(id);
  const card = apprentice ?? building ?? world.characters.get(id);
  const kind = apprentice ? "apprentice" : building ? "building" : "character";
  const points = building ? say(lang, "points", { n: building.vp }) : "";
  const head = h(
    "header",
    h("b", cardName(world, id, lang)),
    building ? h("span.a-good.a-vp", { role: "img", "aria-label": points }, String(building.vp), sign("vp")) : null,
  );
  const signs = h("p.a-face-signs.flow");
  if (building) signs.append(costPicture(world, building.cost, lang));
  if (card?.skills?.length) {
    const need = building ? h("small", say(lang, "needs")) : "";
    signs.append(h("span.a-skills", need, ...skillSigns(world, card.skills, lang)));
  }
  const virtue = virtueSign(card?.virtue ?? 0, lang);
  if (virtue) signs.append(virtue);
  const set = card?.set === "promo" ? ` · ${say(lang, "promo")}` : "";
  return h(
    "article",
    { className: `a-face a-face-${kind}` },
    head,
    signs.childNodes.length ? signs : null,
    h("p.a-face-text", cardText(world, id, lang)),
    h("small", `${say(lang, kind)}${set}`),
  );
}

const show = reader("a");

/** Show a card. @param {World} world @param {string} id @param {Language} lang @param {string} [more] Said below. */
export function readCard(world, id, lang, more = "") {
  show(cardName(world, id, lang), say(lang, "close"), cardFace(world, id, lang), more ? h("p", more) : null);
}
