// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { cardText, costWords } from "../../../viewer/boards/architects/cards/text.js";
import { formulaAt, hireCost, nextAt, worldOf } from "../../../viewer/boards/architects/world.js";

const text = readFileSync(new URL("../../../engines/architects/box.json", import.meta.url), "utf-8");
/** A box of its own for each test, which may correct it. */
const freshBox = () => JSON.parse(text);
const world = worldOf(freshBox());

/**
 * What each card says, each sentence held against the card's row in chapters 19 to 21 of the rules (ARC-19.10 to 19.28,
 * ARC-20.1 to 20.43, ARC-21.10 to 21.19).
 * @type {Record<string, [en: string, es: string]>}
 */
const SENTENCES = {
  A01: [
    "With each advance on the Cathedral, also gain 1 building card.",
    "Con cada avance en la Catedral, gana además 1 carta de edificio.",
  ],
  A02: [
    "With each advance on the Cathedral, also gain 2 clay.",
    "Con cada avance en la Catedral, gana además 2 de arcilla.",
  ],
  A03: [
    "With each advance on the Cathedral, also gain 2 silver.",
    "Con cada avance en la Catedral, gana además 2 de plata.",
  ],
  A04: [
    "Town Centre: pay 1 silver less; taxes stay. By an option of the record once a turn or for each capture.",
    "Centro de la villa: paga 1 de plata menos; los tributos no cambian. Según una opción del registro, una vez por turno o en cada captura.",
  ],
  A05: [
    "Town Centre: pay 1 silver less; taxes stay. By an option of the record once a turn or for each capture.",
    "Centro de la villa: paga 1 de plata menos; los tributos no cambian. Según una opción del registro, una vez por turno o en cada captura.",
  ],
  A06: ["With each debt paid off, also gain 2 clay.", "Con cada deuda pagada, gana además 2 de arcilla."],
  A07: ["With each debt paid off, also gain 2 stone.", "Con cada deuda pagada, gana además 2 de piedra."],
  A08: ["With each debt paid off, also gain 2 wood.", "Con cada deuda pagada, gana además 2 de madera."],
  A09: [
    "At each reset of the Black Market, may release up to 2 of your prisoners.",
    "En cada reinicio del Mercado negro, puedes liberar hasta a 2 de tus presos.",
  ],
  A10: ["Black Market: lose no virtue.", "Mercado negro: no pierdes virtud."],
  A11: ["Silversmith: also gain 1 silver.", "Platería: gana además 1 de plata."],
  A12: ["Silversmith: also gain 1 silver.", "Platería: gana además 1 de plata."],
  A13: ["No ability.", "Sin habilidad."],
  A14: [
    "King's Storehouse: may trade 1 silver for 3 clay.",
    "Almacén real: puedes cambiar 1 de plata por 3 de arcilla.",
  ],
  A15: ["King's Storehouse: may trade 2 silver for 1 gold.", "Almacén real: puedes cambiar 2 de plata por 1 de oro."],
  A16: [
    "King's Storehouse: may trade 3 silver for 1 marble.",
    "Almacén real: puedes cambiar 3 de plata por 1 de mármol.",
  ],
  A17: [
    "King's Storehouse: may trade 1 silver for 2 stone.",
    "Almacén real: puedes cambiar 1 de plata por 2 de piedra.",
  ],
  A18: [
    "King's Storehouse: may trade 1 silver for 2 wood.",
    "Almacén real: puedes cambiar 1 de plata por 2 de madera.",
  ],
  A19: ["Mines: also gain 1 clay.", "Minas: gana además 1 de arcilla."],
  A20: ["Mines: also gain 1 clay.", "Minas: gana además 1 de arcilla."],
  A21: [
    "King's Storehouse: may trade 1 clay for 1 virtue.",
    "Almacén real: puedes cambiar 1 de arcilla por 1 de virtud.",
  ],
  A22: [
    "King's Storehouse: may trade 2 silver for 1 virtue.",
    "Almacén real: puedes cambiar 2 de plata por 1 de virtud.",
  ],
  A23: [
    "King's Storehouse: may trade 1 stone for 1 virtue.",
    "Almacén real: puedes cambiar 1 de piedra por 1 de virtud.",
  ],
  A24: [
    "King's Storehouse: may trade 1 wood for 1 virtue.",
    "Almacén real: puedes cambiar 1 de madera por 1 de virtud.",
  ],
  A25: ["Tax Stand: also gain 1 gold.", "Puesto de tributos: gana además 1 de oro."],
  A26: [
    "At each reset of the Black Market, with no worker of yours in prison, gain 1 gold.",
    "En cada reinicio del Mercado negro, si no tienes trabajadores en prisión, gana 1 de oro.",
  ],
  A27: [
    "At each reset of the Black Market, with no worker of yours in prison, gain 1 marble.",
    "En cada reinicio del Mercado negro, si no tienes trabajadores en prisión, gana 1 de mármol.",
  ],
  A28: [
    "At each reset of the Black Market, with no worker of yours in prison, gain 2 virtue.",
    "En cada reinicio del Mercado negro, si no tienes trabajadores en prisión, gana 2 de virtud.",
  ],
  A29: ["Quarry: also gain 1 stone.", "Cantera: gana además 1 de piedra."],
  A30: ["Quarry: also gain 1 stone.", "Cantera: gana además 1 de piedra."],
  A31: ["Black Market: also gain 2 clay.", "Mercado negro: gana además 2 de arcilla."],
  A32: ["Black Market: also gain 1 stone.", "Mercado negro: gana además 1 de piedra."],
  A33: ["Black Market: also gain 1 wood.", "Mercado negro: gana además 1 de madera."],
  A34: ["Tax Stand: lose 1 virtue less.", "Puesto de tributos: pierdes 1 de virtud menos."],
  A35: [
    "King's Storehouse: may trade 3 clay for 1 marble.",
    "Almacén real: puedes cambiar 3 de arcilla por 1 de mármol.",
  ],
  A36: [
    "King's Storehouse: may trade 2 stone for 1 marble.",
    "Almacén real: puedes cambiar 2 de piedra por 1 de mármol.",
  ],
  A37: [
    "King's Storehouse: may trade 2 wood for 1 marble.",
    "Almacén real: puedes cambiar 2 de madera por 1 de mármol.",
  ],
  A38: ["Black Market: pay 1 silver less.", "Mercado negro: paga 1 de plata menos."],
  A39: ["Forest: also gain 1 wood.", "Bosque: gana además 1 de madera."],
  A40: ["Forest: also gain 1 wood.", "Bosque: gana además 1 de madera."],
  A41: [
    "Each time you send captives to prison, also gain 1 gold.",
    "Cada vez que envías cautivos a prisión, gana además 1 de oro.",
  ],
  A42: ["King's Storehouse: counts as 1 worker more.", "Almacén real: cuenta como 1 trabajador más."],
  A43: ["At each reset of the Black Market, gain 2 silver.", "En cada reinicio del Mercado negro, gana 2 de plata."],
  B01: ["At once: gain 4 stone.", "Al construirlo: gana 4 de piedra."],
  B02: [
    "At the end of the game: gain 2 points when higher on the Cathedral than every other player.",
    "Al final de la partida: gana 2 puntos si estás más alto en la Catedral que cualquier otro jugador.",
  ],
  B03: [
    "At the end of the game: gain 2 points with more stone than every other player.",
    "Al final de la partida: gana 2 puntos con más piedra que cualquier otro jugador.",
  ],
  B04: [
    "At once: may hire any apprentice on display free of charge, with the silver on the card.",
    "Al construirlo: puedes contratar gratis cualquier aprendiz expuesto, con la plata que haya sobre la carta.",
  ],
  B05: ["At once: gain 4 silver.", "Al construirlo: gana 4 de plata."],
  B06: [
    "At the end of the game: gain 1 point for each apprentice with tiling.",
    "Al final de la partida: gana 1 punto por cada aprendiz con tejería.",
  ],
  B07: [
    "At the end of the game: gain 1 virtue for every 4 pieces of clay, wood or stone.",
    "Al final de la partida: gana 1 de virtud por cada 4 piezas de arcilla, madera o piedra.",
  ],
  B08: ["At once: gain 1 gold or 3 silver.", "Al construirlo: gana 1 de oro o 3 de plata."],
  B09: [
    "At the end of the game: gain 2 points with no unpaid debt.",
    "Al final de la partida: gana 2 puntos si no tienes deudas sin pagar.",
  ],
  B10: [
    "At once: every player with 3 or more workers in prison loses 1 virtue, you too.",
    "Al construirlo: cada jugador con 3 o más trabajadores en prisión pierde 1 de virtud, tú también.",
  ],
  B11: ["At once: gain 4 clay.", "Al construirlo: gana 4 de arcilla."],
  B12: [
    "At the end of the game: gain 2 points with more wood than every other player.",
    "Al final de la partida: gana 2 puntos con más madera que cualquier otro jugador.",
  ],
  B13: [
    "At the end of the game: gain 1 point for each building of yours, this one too.",
    "Al final de la partida: gana 1 punto por cada edificio tuyo, este también.",
  ],
  B14: ["At once: may make 1 capture free of charge.", "Al construirlo: puedes hacer 1 captura gratis."],
  B15: [
    "At once: one of these: may take back all your workers from the boards of others, free of charge; may make 1 capture free of charge.",
    "Al construirlo: una de estas: puedes recuperar gratis a todos tus trabajadores de los tableros de los demás; puedes hacer 1 captura gratis.",
  ],
  B16: ["At once: take 1 debt.", "Al construirlo: toma 1 deuda."],
  B17: [
    "At the end of the game: gain 1 point for each apprentice with carpentry.",
    "Al final de la partida: gana 1 punto por cada aprendiz con carpintería.",
  ],
  B18: [
    "At the end of the game: gain 1 virtue for every 2 gold.",
    "Al final de la partida: gana 1 de virtud por cada 2 de oro.",
  ],
  B19: [
    "At the end of the game: gain 2 virtue when higher on the Cathedral than every other player.",
    "Al final de la partida: gana 2 de virtud si estás más alto en la Catedral que cualquier otro jugador.",
  ],
  B20: ["At once: may destroy 1 of your unpaid debts.", "Al construirlo: puedes destruir 1 de tus deudas sin pagar."],
  B21: [
    "At the end of the game: gain 2 points with more clay than every other player.",
    "Al final de la partida: gana 2 puntos con más arcilla que cualquier otro jugador.",
  ],
  B22: ["At once: gain 1 gold or 1 marble.", "Al construirlo: gana 1 de oro o 1 de mármol."],
  B23: ["At once: gain 2 building cards.", "Al construirlo: gana 2 cartas de edificio."],
  B24: ["At the end of the game: lose 2 virtue.", "Al final de la partida: pierde 2 de virtud."],
  B25: ["At once: gain 2 marble.", "Al construirlo: gana 2 de mármol."],
  B26: ["At once: may make up to 2 captures free of charge.", "Al construirlo: puedes hacer hasta 2 capturas gratis."],
  B27: [
    "At the end of the game: each of your unpaid debts costs 1 point less.",
    "Al final de la partida: cada deuda tuya sin pagar cuesta 1 punto menos.",
  ],
  B28: [
    "At the end of the game: each of your unpaid debts costs 1 point more.",
    "Al final de la partida: cada deuda tuya sin pagar cuesta 1 punto más.",
  ],
  B29: [
    "At once: all your prisoners come back to your board.",
    "Al construirlo: todos tus presos vuelven a tu tablero.",
  ],
  B30: [
    "At the end of the game: gain 1 point for every 3 captives on your board.",
    "Al final de la partida: gana 1 punto por cada 3 cautivos en tu tablero.",
  ],
  B31: [
    "At once: may discard 1 building card from the hand for 2 gold.",
    "Al construirlo: puedes descartar 1 carta de edificio de la mano por 2 de oro.",
  ],
  B32: [
    "At the end of the game: gain 1 point for every 4 virtue.",
    "Al final de la partida: gana 1 punto por cada 4 de virtud.",
  ],
  B33: ["At once: gain 4 wood.", "Al construirlo: gana 4 de madera."],
  B34: [
    "At the end of the game: gain 1 point for each apprentice with masonry.",
    "Al final de la partida: gana 1 punto por cada aprendiz con cantería.",
  ],
  B35: [
    "At the end of the game: gain 1 point for each paid debt.",
    "Al final de la partida: gana 1 punto por cada deuda pagada.",
  ],
  B36: ["At once: every player gains 1 virtue, you too.", "Al construirlo: cada jugador gana 1 de virtud, tú también."],
  B37: [
    "At the end of the game: gain 1 virtue for every 2 marble.",
    "Al final de la partida: gana 1 de virtud por cada 2 de mármol.",
  ],
  B38: ["At once: gain 1 gold for every 4 virtue.", "Al construirlo: gana 1 de oro por cada 4 de virtud."],
  B39: [
    "At the end of the game: gain 1 virtue for every 2 paid debts.",
    "Al final de la partida: gana 1 de virtud por cada 2 deudas pagadas.",
  ],
  B40: [
    "At the end of the game: gain 2 points with more silver than every other player.",
    "Al final de la partida: gana 2 puntos con más plata que cualquier otro jugador.",
  ],
  B41: [
    "At once: may place one more worker in the Guildhall at once, to build or to advance again.",
    "Al construirlo: puedes colocar enseguida un trabajador más en la Casa gremial, para construir o avanzar otra vez.",
  ],
  B42: ["At once: discard 1 of your apprentices.", "Al construirlo: descarta 1 de tus aprendices."],
  B43: [
    "At the end of the game: gain 1 virtue for every 2 buildings of yours, this one too.",
    "Al final de la partida: gana 1 de virtud por cada 2 edificios tuyos, este también.",
  ],
  therese: [
    "Gold and marble count as one and the same, in costs and in effects that count them.",
    "El oro y el mármol cuentan como uno solo, en los costes y en los efectos que los cuentan.",
  ],
  caroline: ["Black Market: also gain 1 building card.", "Mercado negro: gana además 1 carta de edificio."],
  ada: ["Ignores 1 tax of every cost.", "Ignora 1 de tributo de cada coste."],
  frederick: [
    "Advances on the Cathedral without discarding a building card.",
    "Avanza en la Catedral sin descartar una carta de edificio.",
  ],
  rudolf: [
    "Hiring at the Workshop costs 1 silver less; taxes stay. May have 6 apprentices.",
    "Contratar en el Taller cuesta 1 de plata menos; los tributos no cambian. Puedes tener 6 aprendices.",
  ],
  lothaire: [
    "A building or a step on the Cathedral costs one piece of wood or stone less.",
    "Un edificio o un paso en la Catedral cuesta una pieza menos de madera o piedra.",
  ],
  hugo: ["May pay 2 silver instead of taking a debt.", "Puedes pagar 2 de plata en lugar de tomar una deuda."],
  clovis: [
    "With each building you construct, also gain 1 building card.",
    "Con cada edificio que construyes, gana además 1 carta de edificio.",
  ],
  fara: [
    "At each reset of the Black Market, may release 1 of your prisoners.",
    "En cada reinicio del Mercado negro, puedes liberar a 1 de tus presos.",
  ],
  bertha: [
    "Each time you send captives to prison, also gain 2 silver.",
    "Cada vez que envías cautivos a prisión, gana además 2 de plata.",
  ],
};

for (const [id, [en, es]] of Object.entries(SENTENCES)) {
  test(`${id} says what it does in both languages`, () => {
    assert.equal(cardText(world, id, "en"), en);
    assert.equal(cardText(world, id, "es"), es);
  });
}

test("every card of the box has a sentence here", () => {
  const { apprentices, buildings, characters } = world.box;
  const all = [...apprentices, ...buildings, ...characters].map((card) => card.id);
  assert.deepEqual(all.toSorted(), Object.keys(SENTENCES).toSorted());
});

test("a corrected card says what was corrected", () => {
  const box = freshBox();
  const card = (/** @type {any[]} */ all, /** @type {string} */ id) => all.find((one) => one.id === id);
  card(box.apprentices, "A14").ability.pay.silver = 2;
  card(box.apprentices, "A09").ability.release_from_prison.up_to = 3;
  card(box.buildings, "B30").effect.every = 2;
  card(box.buildings, "B13").effect.includes_itself = false;
  card(box.buildings, "B27").effect.delta_per_unpaid_debt = 2;
  box.resources.find((/** @type {any} */ one) => one.id === "clay").name = { en: "brick", es: "ladrillo" };
  const mine = worldOf(box);
  assert.equal(cardText(mine, "A14", "en"), "King's Storehouse: may trade 2 silver for 3 brick.");
  assert.equal(
    cardText(mine, "A09", "en"),
    "At each reset of the Black Market, may release up to 3 of your prisoners.",
  );
  assert.equal(cardText(mine, "B30", "en"), "At the end of the game: gain 1 point for every 2 captives on your board.");
  assert.equal(
    cardText(mine, "B13", "en"),
    "At the end of the game: gain 1 point for each building of yours, without this one.",
  );
  assert.equal(cardText(mine, "B27", "en"), "At the end of the game: each of your unpaid debts costs 2 points less.");
});

test("costs in any mix and of exact goods are said as they are", () => {
  const [, first, second] = world.box.cathedral.levels;
  assert.equal(costWords(world, first.cost, "en"), "1 gold");
  assert.equal(costWords(world, second.cost, "en"), "4 of stone or wood in any mix");
  assert.equal(costWords(world, second.cost, "es"), "4 de piedra o madera en cualquier mezcla");
});

test("formulas give what the locations give", () => {
  // ARC-6.1, 6.5, 6.6, 8.20, 8.4: n, n + 1, n / 2 rounded down, 1 + n / 2 rounded down, n but at most 4.
  assert.deepEqual(
    [1, 2, 5].map((n) => formulaAt("n", n)),
    [1, 2, 5],
  );
  assert.deepEqual(
    [1, 2, 5].map((n) => formulaAt("n+1", n)),
    [2, 3, 6],
  );
  assert.deepEqual(
    [1, 2, 5].map((n) => formulaAt("n//2", n)),
    [0, 1, 2],
  );
  assert.deepEqual(
    [1, 2, 5].map((n) => formulaAt("1+n//2", n)),
    [1, 2, 3],
  );
  assert.deepEqual(
    [1, 4, 5].map((n) => formulaAt("min(n,4)", n)),
    [1, 4, 4],
  );
});

/** A position with workers of seat 0 at a place. @param {string} place @param {number} count @param {string[]} [apprentices] */
const standing = (place, count, apprentices = []) => ({
  tax_silver: 5,
  locations: { [place]: { 0: count, 1: 7 } },
  seats: { 0: { apprentices } },
});
/** @param {string} place @param {number} count @param {string[]} [apprentices] */
const next = (place, count, apprentices) =>
  nextAt(world, world.places.get(place), standing(place, count, apprentices), 0);

test("the next worker's yield counts own workers and apprentices alone", () => {
  // Two own workers there: the third brings 3 stone (ARC-5.11, ARC-6.1), and 1 more with a Stonecutter (ARC-19.22).
  assert.deepEqual(next("quarry", 2).gain, [{ stone: 3 }]);
  assert.deepEqual(next("quarry", 2, ["A29"]).gain, [{ stone: 4 }]);
  // The first worker in the Mines may take no gold (ARC-6.7); a Miner adds clay whichever is taken (ARC-19.18).
  assert.deepEqual(next("mines", 0).gain, [{ clay: 2 }]);
  assert.deepEqual(next("mines", 1, ["A19"]).gain, [{ clay: 4 }, { gold: 1, clay: 1 }]);
  // All taxes, whatever n is (ARC-10.3); the Pickpocket adds gold (ARC-19.20).
  assert.deepEqual(next("tax_stand", 3, ["A25"]).gain, [{ silver: 5, gold: 1 }]);
  // Four actions for the fourth worker, five with the Overseer (ARC-7.1, ARC-19.28).
  assert.equal(next("kings_storehouse", 3).actions, 4);
  assert.equal(next("kings_storehouse", 3, ["A42"]).actions, 5);
  // The fifth worker in the Workshop still hires up to column 4, or draws 3 cards (ARC-8.3, ARC-8.8).
  assert.deepEqual([next("workshop", 4).columns, next("workshop", 4).cards], [4, 3]);
});

test("a hire beyond the columns that a worker reaches lays silver on cards", () => {
  // The second own worker reaches columns 1 and 2; column 4 costs two silver more on cards (ARC-8.4, ARC-8.6).
  const position = { ...standing("workshop", 1), to_move: [0] };
  assert.deepEqual(hireCost(world, 2, position), { silver: 4, tax: 2, skip: 0 });
  assert.deepEqual(hireCost(world, 4, position), { silver: 4, tax: 2, skip: 2 });
  assert.deepEqual(hireCost(world, 4, { ...position, to_move: [] }), { silver: 4, tax: 2, skip: 0 });
});
