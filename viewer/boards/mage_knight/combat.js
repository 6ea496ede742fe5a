// @ts-check
/** A combat as a picture of its own: phases, every enemy, points ready, and what was assigned, phase by phase. */
import { Targets, badge, capital, colourOf, h, localized } from "../../kit/index.js";
import { sign } from "./art.js";
import { chip, gainSigns, read } from "./chips.js";
import { assignedIn, combatAround } from "./moved.js";
import { attackWords } from "./describe.js";
import { say } from "./words.js";
import { PHASES, nameOf, sourceName } from "./world.js";

/** @import { Context, Language, Step } from "../../kit/board.js" */
/** @import { World } from "./world.js" */

/** The combat shown: under way, or just ended. @param {any} position @param {Context} context */
export const combatOf = (position, context) => position.combat ?? context.before?.combat ?? null;

/** @param {any} position @param {World} world @param {Context} context @returns {HTMLElement} */
export function combatPicture(position, world, context) {
  const { lang } = context;
  const fight = combatOf(position, context);
  const over = !position.combat;
  const who = context.seatName(fight.seat);
  const site = fight.site ? localized(world.sites.get(fight.site)?.name, lang) : "";
  const steps = combatAround(context.ply, context.step);
  const enemies = enemiesOf(fight, position, world, context);
  return h(
    "section",
    { className: `m-combat paper stack seat-${colourOf(fight.seat, context)}` },
    h(
      "h2",
      badge(colourOf(fight.seat, context)),
      h("span", say(lang, over ? "combat_over" : "combat", { who })),
      // The site that is burned is named with the kind of fight.
      h("small", [say(lang, `how_${fight.how}`), fight.how === "burn" ? "" : site].filter(Boolean).join(", ")),
    ),
    phaseLine(fight.phase, over, lang),
    h(
      "div.m-now-there",
      h("div.m-enemies.flow", { role: "list", "aria-label": say(lang, "enemies") }, ...enemies),
      over ? null : readyPoints(position.heroes[fight.seat].turn, world, lang),
      h(
        "p.m-fallen.centre",
        sign("wound"),
        say(lang, "wounds_sum", { n: fight.wounds }),
        fight.knocked_out ? h("b", ` ${say(lang, "knocked_out")}`) : null,
      ),
    ),
    story(steps, world, context),
  );
}

/** Enemies as targets. @param {HTMLElement} frame @param {() => {world: World, position: any, context: Context}} now */
export function enemyTargets(frame, now) {
  const enemyOf = (/** @type {any} */ number) => combatOf(now().position, now().context).enemies[number];
  const name = (/** @type {import("../../kit/targets.js").Key} */ { enemy }) => {
    const { world, context } = now();
    return `${enemy} ${nameOf(world, "enemy", enemyOf(enemy).token, context.lang)}`;
  };
  return new Targets(frame, {
    name,
    describe: (key) => `${name(key)}: ${say(now().context.lang, `s_${enemyOf(key.enemy).state}`)}`,
    press: ({ enemy }) => {
      read(now().world, "enemy", enemyOf(enemy).token, now().context.lang);
      return true;
    },
  });
}

/** Declare the enemies that are drawn. @param {import("../../kit/index.js").Targets} targets */
export function declareEnemies(targets) {
  for (const { key } of [...targets.all.values()]) targets.forget(key);
  for (const card of targets.frame.querySelectorAll("[data-enemy]")) {
    const button = /** @type {HTMLElement} */ (card.querySelector(".m-chip"));
    targets.declare({ enemy: Number(/** @type {HTMLElement} */ (card).dataset.enemy) }, button, card);
  }
}

function phaseLine(/** @type {string} */ now, /** @type {boolean} */ over, /** @type {Language} */ lang) {
  const at = PHASES.indexOf(now);
  const items = PHASES.map((phase, place) => {
    const state = over || place < at ? "m-done" : place === at ? "m-now" : "";
    const props = place === at && !over ? { className: state, "aria-current": "step" } : { className: state };
    return h("li", props, say(lang, `p_${phase}`));
  });
  return h("ol.m-phases", { "aria-label": say(lang, "phases") }, ...items);
}

/** @param {any} fight @param {any} position @param {World} world @param {Context} context */
function enemiesOf(fight, position, world, context) {
  return Object.entries(fight.enemies).map(([number, was]) => {
    // The last view of a combat lacks only what its last move did.
    const enemy = position.combat ? was : { ...was, state: lastState(number, was, context) };
    const props = { role: "listitem", className: `m-enemy m-state-${enemy.state}`, "data-enemy": number };
    return h("div", props, ...enemyFace(enemy, number, world, context));
  });
}

/** @param {string} number @param {any} enemy @param {Context} context */
const lastState = (number, enemy, context) => context.before?.combat?.enemies[number]?.state ?? enemy.state;

/** @param {any} enemy @param {string} number @param {World} world @param {Context} context */
function enemyFace(enemy, number, world, { lang }) {
  const summons = enemy.attack === null || enemy.attack?.summons;
  const row = world.enemies.get(enemy.summoned ?? enemy.token);
  const value = typeof enemy.attack === "number" ? enemy.attack : row?.attack.value;
  const abilities = [
    ...enemy.offence.map((/** @type {string} */ one) => [one, say(lang, `a_${one}`)]),
    ...(enemy.fortified ? [["fortified", say(lang, enemy.fortified > 1 ? "a_twice" : "a_fortified")]] : []),
    ...enemy.resists.map((/** @type {string} */ one) => [`resists ${one}`, say(lang, `resists_${one}`)]),
  ];
  const element =
    enemy.element && enemy.element !== "physical" ? sign(enemy.element, say(lang, `g_${enemy.element}`)) : null;
  const attack = summons && !enemy.summoned ? attackWords(world, world.enemies.get(enemy.token), lang) : null;
  const title = say(lang, "p_attack");
  return [
    h(
      "b.m-enemy-name.centre",
      h("span.m-number", number),
      chip(world, "enemy", enemy.token, lang, { className: `m-back-${row?.back}`, place: true }),
    ),
    enemy.summoned ? h("p", say(lang, "summoned", { name: nameOf(world, "enemy", enemy.summoned, lang) })) : null,
    h(
      "p.m-enemy-values.centre.flow",
      attack ?? h("span", { title }, sign("attack", title), h("b", String(value ?? "–")), element),
      h("span", { title: say(lang, "armor") }, sign("armor", say(lang, "armor")), h("b", String(enemy.armor))),
    ),
    h("p.m-abilities.flow", ...abilities.map(([, words]) => h("span", { title: words }, capital(words.split(":")[0])))),
    h("p.m-enemy-state", capital(say(lang, `s_${enemy.state}`))),
  ].filter(Boolean);
}

/** The unused pieces with their sources. @param {any} turn @param {World} world @param {Language} lang */
function readyPoints(turn, world, lang) {
  const ready = Object.entries(turn?.pieces ?? {}).filter(([, piece]) => !piece.used);
  const items = ready.map(([name, piece]) => pieceChip(name, piece, world, lang));
  if (!items.length) items.push(h("span.m-quiet", say(lang, "no_points")));
  return h("div.m-ready.centre.flow", h("b", `${say(lang, "at_hand")}: `), ...items);
}

/** @param {string} name @param {any} piece @param {World} world @param {Language} lang */
function pieceChip(name, piece, world, lang) {
  const gains = piece.parts.map((/** @type {any} */ { gives, kind, element, value }) => ({
    what: gives === "block" ? "block" : !kind || kind === "melee" ? "attack" : kind,
    n: value,
    element,
  }));
  return h("span.m-piece.inline", sourceName(world, name, lang), ...gainSigns(world, gains, lang));
}

/** What happened, phase by phase. @param {Step[]} steps @param {World} world @param {Context} context */
function story(steps, world, context) {
  const { lang } = context;
  /** @type {Map<string, Step[]>} */ const phases = new Map();
  for (const step of steps) {
    if (step.type === "next_phase" || step.type === "end_combat") continue;
    const phase = step.before.combat?.phase ?? "before";
    phases.set(phase, [...(phases.get(phase) ?? []), step]);
  }
  const parts = [...phases].map(([phase, all]) => {
    const lines = all.map((step) => storyLine(step, world, context));
    return h("div.m-story-phase", h("h3", say(lang, `p_${phase}`)), h("ol", ...lines));
  });
  const box = h("div.m-story", { tabIndex: 0, role: "region", "aria-label": say(lang, "history") }, ...parts);
  requestAnimationFrame(() => {
    const here = box.querySelector(".m-here");
    if (here instanceof HTMLElement) box.scrollTop = here.offsetTop - box.clientHeight + here.offsetHeight + 8;
  });
  return box;
}

function storyLine(/** @type {Step} */ step, /** @type {World} */ world, /** @type {Context} */ context) {
  const { lang } = context;
  const done = assignedIn(step);
  const fight = step.after.combat ?? step.before.combat;
  const hero = step.after.heroes[fight.seat];
  const fights = ["attack", "block", "assign_damage"].includes(step.type);
  /** @type {(Node | string | null)[]} */ const parts = [];
  if (fights) {
    for (const [name, piece] of done.pieces) parts.push(pieceChip(name, piece, world, lang));
    if (done.pieces.length) parts.push(h("span.m-arrow", "→"));
    for (const [number, state] of done.enemies) {
      const name = nameOf(world, "enemy", fight.enemies[number].token, lang);
      const words = `${number} ${name}: ${say(lang, `s_${state}`)}`;
      parts.push(h("span", { className: `m-hit m-state-${state}` }, words));
    }
    if (!done.enemies.length && step.type !== "assign_damage") parts.push(h("span.m-less", say(lang, "misses")));
    for (const [number] of done.damaged) {
      const unit = nameOf(world, "unit", hero.units[number].unit, lang);
      parts.push(h("span.m-less", sign("wound"), say(lang, "to_unit", { unit })));
    }
    if (done.hand) parts.push(h("span.m-less", sign("wound"), say(lang, "to_hand", { n: done.hand })));
    const gains = done.gains.filter(({ what }) => what === "fame" || what === "reputation");
    parts.push(...gainSigns(world, gains, lang));
  } else parts.push(...gainSigns(world, done.gains, lang));
  const onclick = () => context.goto(done.name);
  const button = h("button.m-step-link", { onclick }, done.says);
  const className = step.ply === context.ply ? "m-here" : "";
  return h("li", { className }, button, h("div.m-assigned.centre.flow", ...parts));
}
