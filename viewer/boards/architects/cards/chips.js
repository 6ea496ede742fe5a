// @ts-check
/** Cards as buttons in a line: name and what is wanted at a glance; pressing one opens the card. */
import { h, onPress, set } from "../../../kit/index.js";
import { readCard } from "./face.js";
import { Run } from "../run.js";
import { signToken, wordsToken } from "../signs.js";
import { cardName } from "../world.js";
import { say } from "../words.js";

/** @import { Language } from "../../../kit/board.js" */
/** @import { World } from "../world.js" */
/** @typedef {{box: HTMLElement, name: Text, more: Run, id: string}} Chip */

/** A line of chips that is changed in place: a card that comes takes the button of one that went. */
export class Chips {
  /** @param {HTMLElement} holder @param {World} world @param {Language} lang @param {HTMLElement} [emblem] First. */
  constructor(holder, world, lang, emblem) {
    this.holder = holder;
    this.world = world;
    this.lang = lang;
    /** By place; those not shown now are reused later. @type {Chip[]} */
    this.all = [];
    this.shown = 0;
    if (emblem) holder.append(emblem);
    this.end = new Text(""); // The text after the chips.
    holder.append(this.end);
  }

  /** Show these cards, in this order. @param {readonly string[]} ids */
  show(ids) {
    ids.forEach((id, place) => {
      this.all[place] ??= made();
      const chip = this.all[place];
      if (chip.id !== id) this.#turn(chip, id);
      if (place < this.shown) return;
      this.end.before(chip.box);
      this.shown += 1;
    });
    while (this.shown > ids.length) {
      this.shown -= 1;
      this.all[this.shown].box.remove();
    }
  }

  #turn(/** @type {Chip} */ chip, /** @type {string} */ id) {
    const { world, lang } = this;
    const name = cardName(world, id, lang);
    const building = world.buildings.get(id);
    const skills = world.apprentices.get(id)?.skills ?? [];
    chip.id = id;
    chip.name.data = `${name} `;
    if (building) chip.more.show([{ ...wordsToken(String(building.vp)), kind: "a-chip-vp" }]);
    else chip.more.show(skills.slice(0, MOST_SKILLS).map((/** @type {string} */ skill) => signToken(skill)));
    const label = building ? `${name}, ${say(lang, "points", { n: building.vp })}` : name;
    set(chip.box, { "aria-label": label, "data-card": id });
  }
}

const MOST_SKILLS = 3; // Maximum number of skills on a chip; the card shows all.

/** @returns {Chip} */
function made() {
  const name = new Text("");
  const box = h("button.a-chip.inline", name);
  return { box, name, more: new Run(box), id: "" };
}

/** Open a pressed chip's card. @param {HTMLElement} element @param {() => {world: World, lang: Language}} now */
export function readsChips(element, now) {
  onPress(element, "[data-card]", ({ dataset }) => {
    const { world, lang } = now();
    readCard(world, String(dataset.card), lang);
  });
}
