// @ts-check
/** The words that the text of a card is made of: a sentence for each word of the box's vocabulary. */
import { speaker } from "../../../kit/index.js";

/** @type {import("../../../kit/words.js").Table} */ export const WORDS = {
  // Gains, one and more.
  virtue: ["{n} virtue", "{n} de virtud"],
  building_cards: ["{n} building {n:card|cards}", "{n} {n:carta|cartas} de edificio"],
  vp: ["{n} {n:point|points}", "{n} {n:punto|puntos}"],
  debt: ["{n} {n:debt|debts}", "{n} {n:deuda|deudas}"],
  good: ["{n} {good}", "{n} de {good}"],
  mixed: ["{n} of {goods} in any mix", "{n} de {goods} en cualquier mezcla"],
  // Abilities of apprentices and characters.
  none: ["No ability.", "Sin habilidad."],
  location_action: ["{place}: also gain {gain}.", "{place}: gana además {gain}."],
  location_action_may: ["{place}: may also gain {gain}.", "{place}: puedes ganar además {gain}."],
  cost_reduction_silver: ["{place}: pay {n} silver less.", "{place}: paga {n} de plata menos."],
  cost_reduction_silver_tax: [
    "{place}: pay {n} silver less; taxes stay.",
    "{place}: paga {n} de plata menos; los tributos no cambian.",
  ],
  cost_reduction_silver_each: [
    "{place}: pay {n} silver less; taxes stay. By an option of the record once a turn or for each capture.",
    "{place}: paga {n} de plata menos; los tributos no cambian. " +
      "Según una opción del registro, una vez por turno o en cada captura.",
  ],
  cost_reduction_virtue: ["{place}: lose {n} virtue less.", "{place}: pierdes {n} de virtud menos."],
  cost_reduction_virtue_all: ["{place}: lose no virtue.", "{place}: no pierdes virtud."],
  storehouse_trade: ["{place}: may trade {pay} for {gain}.", "{place}: puedes cambiar {pay} por {gain}."],
  cathedral_advance: [
    "With each advance on the Cathedral, also gain {gain}.",
    "Con cada avance en la Catedral, gana además {gain}.",
  ],
  debt_paid: ["With each debt paid off, also gain {gain}.", "Con cada deuda pagada, gana además {gain}."],
  black_market_reset: [
    "At each reset of the Black Market, gain {gain}.",
    "En cada reinicio del Mercado negro, gana {gain}.",
  ],
  black_market_reset_free: [
    "At each reset of the Black Market, with no worker of yours in prison, gain {gain}.",
    "En cada reinicio del Mercado negro, si no tienes trabajadores en prisión, gana {gain}.",
  ],
  black_market_reset_release: [
    "At each reset of the Black Market, may release {n:1|up to {n}} of your prisoners.",
    "En cada reinicio del Mercado negro, puedes liberar {n:a 1|hasta a {n}} de tus presos.",
  ],
  captives_sent_to_prison: [
    "Each time you send captives to prison, also gain {gain}.",
    "Cada vez que envías cautivos a prisión, gana además {gain}.",
  ],
  virtual_worker: [
    "{place}: counts as {n} {n:worker|workers} more.",
    "{place}: cuenta como {n} {n:trabajador|trabajadores} más.",
  ],
  build: [
    "With each building you construct, also gain {gain}.",
    "Con cada edificio que construyes, gana además {gain}.",
  ],
  gold_marble_interchangeable: [
    "Gold and marble count as one and the same, in costs and in effects that count them.",
    "El oro y el mármol cuentan como uno solo, en los costes y en los efectos que los cuentan.",
  ],
  ignore_tax: ["Evades {n} tax of every cost.", "Evade {n} de tributo de cada coste."],
  cathedral_no_building_discard: [
    "Advances on the Cathedral without discarding a building card.",
    "Avanza en la Catedral sin descartar una carta de edificio.",
  ],
  hire_less: [
    "Hiring at the Workshop costs {n} silver less; taxes stay.",
    "Contratar en el Taller cuesta {n} de plata menos; los tributos no cambian.",
  ],
  one_less: [
    "A building or a step on the Cathedral costs one piece of {goods} less.",
    "Un edificio o un paso en la Catedral cuesta una pieza menos de {goods}.",
  ],
  apprentice_limit: ["May have {n} {n:apprentice|apprentices}.", "Puedes tener {n} {n:aprendiz|aprendices}."],
  avoid_debt: ["May pay {pay} instead of taking a debt.", "Puedes pagar {pay} en lugar de tomar una deuda."],
  // Effects of buildings.
  gain: ["Gain {gain}.", "Gana {gain}."],
  lose: ["Lose {gain}.", "Pierde {gain}."],
  per: ["Gain {gain} for each {counted}.", "Gana {gain} por cada {counted}."],
  per_every: ["Gain {gain} for every {every} {counted}.", "Gana {gain} por cada {every} {counted}."],
  most: [
    "Gain {gain} with more {counted} than every other player.",
    "Gana {gain} con más {counted} que cualquier otro jugador.",
  ],
  most_cathedral: [
    "Gain {gain} when higher on the Cathedral than every other player.",
    "Gana {gain} si estás más alto en la Catedral que cualquier otro jugador.",
  ],
  if_debts: ["Gain {gain} with {n} unpaid {n:debt|debts}.", "Gana {gain} con {n} {n:deuda|deudas} sin pagar."],
  if_no_debts: ["Gain {gain} with no unpaid debt.", "Gana {gain} si no tienes deudas sin pagar."],
  each_player: ["Every player gains {gain}, you too.", "Cada jugador gana {gain}, tú también."],
  each_player_loses: [
    "Every player with {n} or more workers in prison loses {gain}, you too.",
    "Cada jugador con {n} o más trabajadores en prisión pierde {gain}, tú también.",
  ],
  hire_free: [
    "May hire any apprentice on display free of charge, with the silver on the card.",
    "Puedes contratar gratis cualquier aprendiz a la vista, con la plata que haya sobre la carta.",
  ],
  capture_free: [
    "May make {n:1 capture|up to {n} captures} free of charge.",
    "Puedes hacer {n:1 captura|hasta {n} capturas} gratis.",
  ],
  release_own_from_prison: ["All your prisoners come back to your board.", "Todos tus presos vuelven a tu tablero."],
  release_own_from_opponents_free: [
    "May take back all your workers from the boards of others, free of charge.",
    "Puedes recuperar gratis a todos tus trabajadores de los tableros de los demás.",
  ],
  take_debt: ["Take {gain}.", "Toma {gain}."],
  destroy_unpaid_debt: ["May destroy {n} of your unpaid debts.", "Puedes destruir {n} de tus deudas sin pagar."],
  debts_cost_less: ["Each of your unpaid debts costs {gain} less.", "Cada deuda tuya sin pagar cuesta {gain} menos."],
  debts_cost_more: ["Each of your unpaid debts costs {gain} more.", "Cada deuda tuya sin pagar cuesta {gain} más."],
  discard_building_for: [
    "May discard {cards} from the hand for {gain}.",
    "Puedes descartar {cards} de la mano por {gain}.",
  ],
  discard_own_apprentice: ["Discard {n} of your apprentices.", "Descarta {n} de tus aprendices."],
  place_extra_worker: [
    "May place one more worker in the Guildhall at once, to build or to advance again.",
    "Puedes colocar enseguida un trabajador más en la Casa gremial, para construir o avanzar otra vez.",
  ],
  one_of: ["One of these: {all}.", "Una de estas: {all}."],
  // What is counted.
  apprentices_with: ["{every:apprentice|apprentices} with {skill}", "{every:aprendiz|aprendices} con {skill}"],
  clay_wood_stone_total: ["pieces of clay, wood or stone", "piezas de arcilla, madera o piedra"],
  paid_debts: ["{every:paid debt|paid debts}", "{every:deuda pagada|deudas pagadas}"],
  constructed_buildings: [
    "{every:building|buildings} of yours, this one too",
    "{every:edificio tuyo,|edificios tuyos,} este también",
  ],
  constructed_others: [
    "{every:building|buildings} of yours, without this one",
    "{every:edificio tuyo,|edificios tuyos,} sin este",
  ],
  captured_workers_on_own_board: ["{every:captive|captives} on your board", "{every:cautivo|cautivos} en tu tablero"],
  count_virtue: ["virtue", "de virtud"],
  count_good: ["{good}", "de {good}"],
  // When.
  at_once: ["At once", "Al construirlo"],
  at_end: ["At the end of the game", "Al final de la partida"],
};
export const say = speaker(WORDS);
