// @ts-check
/** The turn at a glance: every move of a turn as a small picture with what it gave; a tap goes to the move. */
import { badge, colourOf, h } from "../../kit/index.js";
import { hasArt, sign } from "./art.js";
import { gainSigns } from "./chips.js";
import { gainsIn, turnAround } from "./moved.js";
import { say } from "./words.js";
import { nameOf } from "./world.js";

/**
 * @import { Context, Language, Step } from "../../kit/board.js"
 * @import { World } from "./world.js"
 * @typedef {{box: HTMLElement, head: HTMLElement, list: HTMLElement, key: string, steps: HTMLElement[],
 *   shown: HTMLElement | null, plies: number[]}} TurnPart
 */

/** The picture of a move by its type, where it is called otherwise. @type {Record<string, string>} */
const PICTURES = {
  use_skill: "skill",
  activate_unit: "unit",
  jump: "move",
  interact: "influence",
  recruit: "unit",
  buy_healing: "heal",
  learn: "cards",
  buy_spell: "cards",
  plunder: "cards",
  challenge: "attack",
  enter_site: "attack",
  burn_monastery: "burned",
  assign_damage: "wound",
  summon: "rampaging",
  next_phase: "end",
  end_combat: "end",
  skip_turn: "end",
  end_turn: "end",
  return_dice: "die",
  withdraw: "move",
  use_glade: "glade",
  take_reward: "fame",
  level_up: "fame",
  discard_hand: "cards",
  draw: "cards",
  use_crystal: "mine",
  use_tactic: "tactic",
  announce_end_of_round: "end",
  pay_altar: "ruins",
};
/** Moves that add nothing to the story of a turn unless they changed something. */
const QUIET = new Set(["next_phase", "return_dice", "end_combat"]);

/** @returns {TurnPart} */
export function layTurn() {
  const head = h("h2.m-turn-head.centre");
  const list = h("ol.m-turn-steps", { tabIndex: 0 });
  return { box: h("section.m-turn.paper", head, list), head, list, key: "", steps: [], shown: null, plies: [] };
}

export function drawTurn(/** @type {TurnPart} */ part, /** @type {World} */ world, /** @type {Context} */ context) {
  const { lang, ply } = context;
  // Within a turn the same pictures stay: only the one that is shown is another.
  const turn = turnAround(ply, context.step).filter(
    (step) => !QUIET.has(step.type) || step.ply === ply || wasLoud(step),
  );
  const seat = turn[0]?.seat ?? null;
  const key = `${lang} ${turn.map((step) => step.name).join(" ")} ${context.seats.map(({ name }) => name).join("|")}`;
  if (part.key !== key) {
    part.key = key;
    part.steps = turn.map((step) => stepItem(step, world, context));
    part.plies = turn.map((step) => step.ply);
    part.shown = null;
    part.list.replaceChildren(...part.steps);
    const who = seat === null ? say(lang, "turn_none") : say(lang, "turn_of", { who: context.seatName(seat) });
    part.head.replaceChildren(...(seat === null ? [] : [badge(colourOf(seat, context))]), who);
    part.list.setAttribute("aria-label", who);
    part.box.className = `m-turn paper seat-${seat === null ? "none" : colourOf(seat, context)}`;
  }
  const now = part.steps[part.plies.indexOf(ply)] ?? null;
  if (part.shown !== now) {
    part.shown?.classList.remove("m-here");
    part.shown?.firstElementChild?.removeAttribute("aria-current");
    now?.classList.add("m-here");
    now?.firstElementChild?.setAttribute("aria-current", "step");
    part.shown = now;
  }
  part.steps.forEach((item, at) => item.classList.toggle("m-later", part.plies[at] > ply));
  // Once everything is drawn: asking where it stands would lay the page out in between.
  if (now) requestAnimationFrame(() => (part.list.scrollLeft = now.offsetLeft - part.list.clientWidth / 2));
}

const wasLoud = (/** @type {Step} */ step) => gainsIn(step, Number(step.seat)).length > 0;

function stepItem(/** @type {Step} */ step, /** @type {World} */ world, /** @type {Context} */ context) {
  const { lang } = context;
  const seat = Number(step.seat);
  const onclick = () => context.goto(step.name);
  const props = { title: step.says, "aria-label": step.says, onclick };
  const gains = h("span.m-step-gains", ...gainSigns(world, gainsIn(step, seat), lang));
  return h("li", h("button.m-step", props, ...facePicture(step, seat, world, lang), gains));
}

/** What a move is shown by. @param {Step} step @param {number} seat @param {World} world @param {Language} lang */
function facePicture(step, seat, world, lang) {
  const [was, now] = [step.before.heroes[seat], step.after.heroes[seat]];
  const [play, played] = Object.entries(now.played).find(([name]) => !(name in was.played)) ?? [];
  if (step.type === "play_card" && play) {
    // A card that its play threw away is shown by the play.
    const id = played.card ?? play.split(".")[0];
    const row = world.cards.get(id);
    const name = h("span.m-step-name.clip", nameOf(world, "card", id, lang));
    const how = played.use === "basic" ? null : h("small", say(lang, played.use));
    return [h("span", { className: `m-small-card m-of-${row?.colour ?? row?.kind} m-use-${played.use}` }, name, how)];
  }
  const unit = Object.keys(now.units).find((number) => was.units[number]?.ready && !now.units[number].ready);
  if (step.type === "activate_unit" && unit)
    return [stepName("unit", nameOf(world, "unit", now.units[unit].unit, lang))];
  if (step.type === "use_skill") {
    const used = Object.entries(now.skills).find(([id, one]) => one.used && !was.skills[id]?.used);
    if (used) return [stepName("skill", nameOf(world, "skill", `${used[0].split(".")[0]}.${used[1].hero}`, lang))];
  }
  const time = step.after.night ? "night" : "day";
  const picture = step.type === "begin_turn" ? time : (PICTURES[step.type] ?? step.type);
  return [sign(hasArt(picture) ? picture : "other")];
}

/** @param {string} picture @param {string} name */
const stepName = (picture, name) => h("span.m-step-name.clip", sign(picture), " ", name);
