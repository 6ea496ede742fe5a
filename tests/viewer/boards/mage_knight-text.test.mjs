// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { gainsOf, turnAround } from "../../../viewer/boards/mage_knight/moved.js";
import { textOf } from "../../../viewer/boards/mage_knight/text/text.js";
import { OPS } from "../../../viewer/boards/mage_knight/text/ops.js";
import { outline, spacesOf, worldOf } from "../../../viewer/boards/mage_knight/world.js";

const box = JSON.parse(readFileSync(new URL("../../../engines/mage_knight/box.json", import.meta.url), "utf-8"));
const world = worldOf(box);
/** @type {["card" | "skill" | "unit" | "tactic", any[]][]} */
const TABLES = [
  ["card", box.cards],
  ["skill", box.skills],
  ["unit", box.units],
  ["tactic", box.tactics],
];

/** @param {"card" | "skill" | "unit" | "tactic"} kind @param {any} row @param {"en" | "es"} lang */
const words = (kind, row, lang) =>
  textOf(world, kind, row, lang)
    .map((line) => [line.head, line.words].filter(Boolean).join(": "))
    .join(" | ");

/**
 * Texts written by hand after the data of the rules (chapter 24).
 * @type {Record<string, [en: string, es: string]>}
 */
const SENTENCES = {
  rage: ["Basic: Attack 2 or Block 2. | Strong: Attack 4.", "Básico: Ataque 2 o Bloqueo 2. | Fuerte: Ataque 4."],
  blood_rage: [
    "Basic: Attack 2; or take a wound into your hand and Attack 5. | " +
      "Strong: Attack 4; or take a wound into your hand and Attack 9.",
    "Básico: Ataque 2; o bien recibe una herida en la mano y Ataque 5. | " +
      "Fuerte: Ataque 4; o bien recibe una herida en la mano y Ataque 9.",
  ],
  fireball: [
    "Basic: Fire Ranged Attack 5. | Firestorm: Take a wound into your hand; Fire Siege Attack 8.",
    "Básico: Ataque a distancia de fuego 5. | " +
      "Tempestad de fuego: Recibe una herida en la mano; Ataque de asedio de fuego 8.",
  ],
  tremor: [
    "Basic: One enemy: Armor −3, not below 1; or all enemies: Armor −2, not below 1. | " +
      "Earthquake: One enemy: Armor −3 (−6 if fortified), not below 1; " +
      "or all enemies: Armor −2 (−4 if fortified), not below 1.",
    "Básico: Un enemigo: Armadura −3, no menos de 1; o bien todos los enemigos: Armadura −2, no menos de 1. | " +
      "Terremoto: Un enemigo: Armadura −3 (−6 si está fortificado), no menos de 1; " +
      "o bien todos los enemigos: Armadura −2 (−4 si está fortificado), no menos de 1.",
  ],
  dark_paths: ["Once a turn: Move 1 by day, 2 by night.", "Una vez por turno: Movimiento 1 de día, 2 de noche."],
  utem_guardsmen: [
    "Ability 1: Attack 2. | Ability 2: Block 4; the enemy counts as not swift.",
    "Capacidad 1: Ataque 2. | Capacidad 2: Bloqueo 4; el enemigo no cuenta como veloz.",
  ],
  great_start: ["When taken: Draw 2 cards.", "Al tomarla: Roba 2 cartas."],
};

test("cards, skills, units and tactics say what their data say, in both languages", () => {
  const found = new Set();
  for (const [kind, rows] of TABLES) {
    for (const row of rows) {
      if (!(row.id in SENTENCES)) continue;
      found.add(row.id);
      assert.deepEqual([words(kind, row, "en"), words(kind, row, "es")], SENTENCES[row.id]);
    }
  }
  assert.deepEqual([...found].sort(), Object.keys(SENTENCES).sort());
});

/** Numbers of a tree that are told; one of a thing is told as *a*, and 0 where something is counted. */
/** @param {any} node @returns {number[]} */
function numbersIn(node) {
  if (Array.isArray(node)) return node.flatMap(numbersIn);
  if (typeof node === "number") return [1, 0].includes(node) ? [] : [Math.abs(node)];
  if (!node || typeof node !== "object") return [];
  const silent = ["max_per_turn", "max_per_color_per_player", "n_per_other_player", "spaces_per_point", "uses"];
  return Object.entries(node).flatMap(([key, value]) => (silent.includes(key) ? [] : numbersIn(value)));
}

/** Every op of a tree. @param {any} node @returns {string[]} */
function opsIn(node) {
  if (Array.isArray(node)) return node.flatMap(opsIn);
  if (!node || typeof node !== "object") return [];
  return [...(node.op ? [node.op] : []), ...Object.values(node).flatMap(opsIn)];
}

test("every text of the box is whole: no op, blank or number of its tree is missing", () => {
  for (const [kind, rows] of TABLES) {
    for (const row of rows) {
      const trees = [
        row.basic,
        row.strong,
        row.effect,
        ...(row.abilities ?? []).map((/** @type {any} */ a) => a.effect),
      ];
      for (const op of opsIn(trees)) assert.ok(op in OPS, `${row.id}: ${op}`);
      const [en, es] = [words(kind, row, "en"), words(kind, row, "es")];
      for (const said of [en, es]) {
        assert.doesNotMatch(said, /[_{}[\]]|undefined|NaN|\bnull\b/, row.id);
        for (const n of numbersIn(trees))
          assert.match(said, new RegExp(`(?<!\\d)${n}(?!\\d)`), `${row.id}: ${n}: ${said}`);
      }
      assert.notEqual(en, es, row.id);
    }
  }
});

test("a tile position has seven spaces, and eighteen edges around them", () => {
  // MK-2.14: the centre of (1, 0) is (3, -2), that of (0, 1) is (1, -3).
  assert.deepEqual(spacesOf("1_0")[0], [3, -2]);
  assert.deepEqual(spacesOf("0_1")[0], [1, -3]);
  assert.equal(new Set(spacesOf("0_0").map(String)).size, 7);
  assert.equal(outline("0_0").split("M").length - 1, 18);
});

const hero = (/** @type {any} */ more = {}) => ({
  ...{ fame: 0, reputation: 0, crystals: { red: 0 }, mana: { red: 0 }, units: {}, owned: {}, played: {}, hand: 5 },
  turn: { move: 0, influence: 0, heal: 0, pieces: {} },
  ...more,
});
const view = (/** @type {any} */ own) => ({ heroes: { 0: own } });

test("what a move changed is told with its sign: points, pieces, mana, wounds, cards beyond the one played", () => {
  const after = hero({
    turn: {
      move: 2,
      influence: 0,
      heal: 0,
      pieces: { "rage.1": { parts: [{ gives: "block", kind: null, element: "ice", value: 3 }] } },
    },
    crystals: { red: 1 },
    owned: { wound: 2 },
    hand: 6,
    played: { "rage.1": { card: "rage" } },
  });
  // Of six cards two are wounds and one was played: four others were five.
  assert.deepEqual(gainsOf(view(hero()), view(after), 0), [
    { what: "move", n: 2 },
    { what: "block", n: 3, element: "ice" },
    { what: "crystal", n: 1, colour: "red" },
    { what: "wound", n: 2 },
  ]);
});

test("a turn is its owner's moves from its beginning to its closing, whoever moves in between", () => {
  const moves = [
    ["begin_turn", 0, true],
    ["move", 0, true],
    ["begin_turn", 1, true],
    ["draw", 0, false],
    ["move", 1, true],
  ];
  const step = (/** @type {number} */ ply) => {
    const [type, seat] = moves[ply - 1] ?? [];
    if (!type) return null;
    // A turn is open from its beginning to its drawing.
    const open = (/** @type {number} */ who, /** @type {number} */ at) =>
      moves.slice(0, at).findLast(([, other]) => other === who)?.[2] ?? false;
    const heroes = (/** @type {number} */ at) => ({
      0: { turn: open(0, at) || null },
      1: { turn: open(1, at) || null },
    });
    return /** @type {any} */ ({
      ply,
      name: String(ply),
      type,
      seat,
      before: { heroes: heroes(ply - 1) },
      after: { heroes: heroes(ply) },
      says: "",
    });
  };
  const plies = (/** @type {number} */ ply) => turnAround(ply, step).map((one) => one.ply);
  assert.deepEqual(plies(2), [1, 2, 4]);
  assert.deepEqual(plies(4), [1, 2, 4]);
  assert.deepEqual(plies(5), [3, 5]);
});
