// @ts-check
/** The battles of the last action as pictures: both sides, their cubes, what changed the losses, what was lost. */
import { badge, colourOf, h } from "../../kit/index.js";
import { say } from "./words.js";
import { nameOf } from "./world.js";

/** @import { Context } from "../../kit/board.js" */
/** @import { World } from "./world.js" */
/** @typedef {{box: HTMLElement, now: any}} Fights */
/** @typedef {{seat: number, cubes: number, printed: number, loss: number, lost: number}} Side */

/**
 * Where battles are drawn: next to the map, or below the display on an upright phone.
 * @param {Context} context @returns {Fights}
 */
export const layBattles = ({ lang }) => ({
  box: h("div.r-fights", { tabIndex: 0, role: "group", "aria-label": say(lang, "battles") }),
  now: null,
});

/** @param {Fights} fights @param {any} position @param {World} world @param {Context} context */
export function drawBattles(fights, position, world, context) {
  if (fights.now === position.battles) return;
  fights.now = position.battles;
  const all = Object.values(position.battles).map((battle) => battlePicture(battle, position, world, context));
  fights.box.replaceChildren(...all);
}

/** @param {any} battle @param {any} position @param {World} world @param {Context} context */
function battlePicture({ region, tile, row, use, attacker, defender }, position, world, context) {
  const { lang } = context;
  const rows = world.empire.get(tile)?.[position.era === 1 ? "side_era_1" : "side_era_2_3"].battle_rows.length ?? 1;
  const which = say(lang, rows > 1 ? "row_of" : "only_row", { row: say(lang, row ? "lower" : "upper") });
  const used = use.map((/** @type {string} */ id) => nameOf(world, id, lang)).join(", ");
  return h(
    "section.r-battle.paper",
    h("h2", "⚔\uFE0E ", say(lang, "battle", { region: nameOf(world, region, lang) })),
    h(
      "div.r-sides",
      sideOf("attacker", attacker, context),
      h("div.r-clash", h("b", `${attacker.printed} / ${defender.printed}`), h("small", which)),
      sideOf("defender", defender, context),
    ),
    used ? h("p.r-small", say(lang, "used", { tiles: used })) : null,
  );
}

/** @param {"attacker" | "defender"} part @param {Side} side @param {Context} context */
function sideOf(part, { seat, cubes, printed, loss, lost }, context) {
  const { lang, seatName } = context;
  const colour = colourOf(seat, context);
  const squares = Array.from({ length: cubes }, (_, at) =>
    h("i", { className: at >= cubes - lost ? "r-square r-gone" : "r-square" }),
  );
  const label = say(lang, "loses", { who: seatName(seat), cubes, lost, left: cubes - lost });
  const changed = loss === printed ? null : h("small", say(lang, "modified", { printed, loss }));
  const fewer = lost < loss ? h("small", say(lang, "fewer")) : null;
  return h(
    "div",
    { className: `r-side r-${part} seat-${colour}` },
    h("p", badge(colour), h("span.who.clip", seatName(seat))),
    h("small", say(lang, part)),
    h("div.r-squares.flow", { role: "img", "aria-label": label }, ...squares),
    h("p.r-small", h("b", `${cubes} − ${lost} = ${cubes - lost}`), " ", changed, fewer),
  );
}
