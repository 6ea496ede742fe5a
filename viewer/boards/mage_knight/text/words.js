// @ts-check
/** The phrases that the text of a card, skill, unit or tactic is made of: one for each op of the effect language. */

/** @type {import("../../../kit/words.js").Table} */ export const WORDS = {
  // How phrases are joined.
  or: ["{a} or {b}", "{a} o {b}"],
  or_long: ["{a}; or {b}", "{a}; o bien {b}"],
  then: ["{a}, then {b}", "{a}, y entonces {b}"],
  // Values.
  v_attack: ["{element}{kind}Attack {n}", "Ataque{kind}{element} {n}"],
  v_block: ["{element}Block {n}", "Bloqueo{element} {n}"],
  v_move: ["Move {n}", "Movimiento {n}"],
  v_influence: ["Influence {n}", "Influencia {n}"],
  v_heal: ["Heal {n}", "Curación {n}"],
  v_fame: ["Fame {n}", "Fama {n}"],
  v_reputation: ["Reputation {n}", "Reputación {n}"],
  k_ranged: ["Ranged ", " a distancia"],
  k_siege: ["Siege ", " de asedio"],
  e_fire: ["Fire ", " de fuego"],
  e_ice: ["Ice ", " de hielo"],
  e_cold_fire: ["Cold Fire ", " de fuego frío"],
  day_night: ["{day} by day, {night} by night", "{day} de día, {night} de noche"],
  in_forest: ["{n} ({forest} in a forest)", "{n} ({forest} en un bosque)"],
  at_most: ["{what}, at most {n}", "{what}, como mucho {n}"],
  plus: ["{what}, and {n} for each {per}", "{what}, y {n} por cada {per}"],
  per_blocked_enemy_icon: [
    "ability, element and resistance of the enemy blocked",
    "capacidad, elemento y resistencia del enemigo bloqueado",
  ],
  per_different_crystal_color_in_inventory: ["colour among your crystals", "color entre tus cristales"],
  per_wound_in_hand_or_on_own_units: ["wound in your hand or on your units", "herida en tu mano o en tus unidades"],
  per_ready_unwounded_unit: ["ready unit without wounds", "unidad lista y sin heridas"],
  per_enemy_faced: ["enemy you face", "enemigo al que te enfrentas"],
  may_add: [
    "{what}; up to {n} {n:point|points} more, and for each of them {each}",
    "{what}; hasta {n} {n:punto|puntos} más, y por cada uno {each}",
  ],
  removes_swift: ["{what}; the enemy counts as not swift", "{what}; el enemigo no cuenta como veloz"],
  counts_double: ["{what}; doubled against {abilities}", "{what}; doble contra {abilities}"],
  boost: ["{what}; with {mana} paid, {n} instead", "{what}; pagando {mana}, {n} en su lugar"],
  // Mana and crystals.
  mana: ["gain {n:a|{n}} {colours} mana token{n:|s}", "gana {n:una ficha|{n} fichas} de maná {colours}"],
  mana_more: [
    "gain {n} mana {n:token|tokens}, each {colours}",
    "gana {n} {n:ficha|fichas} de maná, cada una de color {colours}",
  ],
  mana_day_night: [
    "gain a {day} mana token by day, a {night} one by night",
    "gana una ficha de maná: {day} de día, {night} de noche",
  ],
  mana_chosen_color: ["gain a mana token of that colour", "gana una ficha de maná de ese color"],
  crystal: ["gain {n:a|{n}} {colours} crystal{n:|s}", "gana {n:un cristal|{n} cristales} de color {colours}"],
  crystal_more: [
    "gain {n} {n:crystal|crystals}, each {colours}",
    "gana {n} {n:cristal|cristales}, cada uno de color {colours}",
  ],
  crystal_paid_color: [
    "gain {n:a crystal|{n} crystals} of the colour paid",
    "gana {n:un cristal|{n} cristales} del color pagado",
  ],
  crystal_thrown_card_color: [
    "gain {n:a crystal|{n} crystals} of the colour of that card",
    "gana {n:un cristal|{n} cristales} del color de esa carta",
  ],
  crystal_discarded_card_color: [
    "gain {n:a crystal|{n} crystals} of the colour of that card",
    "gana {n:un cristal|{n} cristales} del color de esa carta",
  ],
  crystal_each_basic_color_other_than_thrown_card: [
    "gain {n:a crystal|{n} crystals} of each basic colour that card does not have",
    "gana {n:un cristal|{n} cristales} de cada color básico que no sea el de esa carta",
  ],
  crystal_color_already_in_inventory: [
    "gain {n:a crystal|{n} crystals} of a colour you have a crystal of",
    "gana {n:un cristal|{n} cristales} de un color del que ya tengas",
  ],
  crystal_chosen_color: [
    "gain {n:a crystal|{n} crystals} of that colour",
    "gana {n:un cristal|{n} cristales} de ese color",
  ],
  crystal_basic_color_showing_in_source: [
    "gain {n:a crystal|{n} crystals} of a basic colour that the source shows",
    "gana {n:un cristal|{n} cristales} de un color básico que muestre la fuente",
  ],
  crystal_crystals_lost_this_way: [
    "gain {n:one|{n}} of the crystals lost this way",
    "gana {n:uno|{n}} de los cristales perdidos así",
  ],
  pay_mana: ["pay {n:a|{n}} {colours} mana", "paga {n} de maná {colours}"],
  extra_source_die: [
    "use {n:one more die|{n} more dice} of the source this turn",
    "usa {n:un dado|{n} dados} más de la fuente en este turno",
  ],
  take_die: [
    "take a die of the source, set it to any colour but {colours}, " +
      "and gain {n:a mana token|{n} mana tokens} of that colour; " +
      "the die goes back at the end of the turn without a roll, and is not your die of the turn",
    "toma un dado de la fuente, ponlo en cualquier color menos {colours} " +
      "y gana {n:una ficha|{n} fichas} de maná de ese color; " +
      "el dado vuelve al final del turno sin tirarse y no es tu dado del turno",
  ],
  die_to_crystal: [
    "choose a {colours} die of the source and gain {n:a crystal|{n} crystals} of its colour; the die is rolled at once",
    "elige un dado de la fuente ({colours}) y gana {n:un cristal|{n} cristales} de su color; el dado se tira enseguida",
  ],
  reroll_all: ["reroll all source dice", "vuelve a tirar todos los dados de la fuente"],
  reroll_some: [
    "before using a die of the source, roll up to {n:one|{n}} of them again, gold and black ones first",
    "antes de usar un dado de la fuente, tira otra vez hasta {n:uno|{n}}, primero los dorados y negros",
  ],
  keep_die: [
    "take a {colours} die of the source; use it in one of your turns this round, then roll it and put it back",
    "toma un dado de la fuente ({colours}); úsalo en uno de tus turnos de esta ronda y luego tíralo y devuélvelo",
  ],
  claim_die: [
    "take a {colours} die of the source until the round ends, and gain its colour: " +
      "{now} mana {now:token|tokens} now, or {later} in each later turn of yours this round",
    "toma un dado de la fuente ({colours}) hasta el fin de la ronda y gana su color: " +
      "{now} {now:ficha|fichas} de maná ahora, o {later} en cada turno tuyo posterior de la ronda",
  ],
  endless: ["this turn your {colours} mana is unlimited", "en este turno tu maná {colours} es ilimitado"],
  opposite: [
    "use a mana as the opposite colour ({pairs}); by day {day_from} also as {day_as}, by night " +
      "{night_from} as {night_as}",
    "usa un maná como el color opuesto ({pairs}); de día, {day_from} también como {day_as}; de noche, " +
      "{night_from} como {night_as}",
  ],
  roll: ["roll {n:a mana die|{n} mana dice}: {faces}", "tira {n:un dado|{n} dados} de maná: {faces}"],
  face: ["{face}, {what}", "{face}, {what}"],
  basic: ["a basic colour", "un color básico"],
  crystal_of_that_color: ["a crystal of it", "un cristal de ese color"],
  crystal_of_chosen_color: ["a crystal of any basic colour", "un cristal de cualquier color básico"],
  choose_color: ["choose a colour other than {colours}", "elige un color que no sea {colours}"],
  choose_basic_color: ["choose a basic colour", "elige un color básico"],
  paid: ["pay a mana: {all}", "paga un maná: {all}"],
  // Cards.
  draw: ["draw {n:a card|{n} cards}", "roba {n:una carta|{n} cartas}"],
  discard: ["discard {what}", "descarta {what}"],
  throw_away: ["throw away {what} from your hand", "retira de tu mano {what}"],
  f_non_wound: ["a card that is not a wound", "una carta que no sea herida"],
  f_wound: ["a wound", "una herida"],
  f_colored_card: ["a coloured card", "una carta de color"],
  f_action_card: ["an action card", "una carta de acción"],
  discard_any: [
    "discard any number of cards that are not wounds; each gives {each}",
    "descarta cuantas cartas quieras que no sean heridas; cada una da {each}",
  ],
  to_deck_choose: [
    "put {n:a card|{n} cards} of your discard pile on top of your deck or under it",
    "pon {n:una carta|{n} cartas} de tu descarte encima o debajo de tu mazo",
  ],
  to_deck_random: [
    "put {n:a card|{n} cards} of your discard pile, drawn at random, on top of your deck or under it",
    "pon {n} {n:carta|cartas} al azar de tu descarte encima o debajo de tu mazo",
  ],
  to_deck_empty: [
    "once, when your deck is empty: shuffle your discard pile and put {n} of its cards back as your deck",
    "una vez, con el mazo vacío: baraja tu descarte y pon {n} de sus cartas como mazo",
  ],
  hand_next: ["your hand limit is {n} higher at your next draw", "tu límite de mano es {n} mayor en tu próximo robo"],
  hand_if: [
    "with at least {least} {least:card|cards} in hand, your hand limit is {n} higher",
    "con al menos {least} {least:carta|cartas} en mano, tu límite de mano es {n} mayor",
  ],
  search: [
    "take a card of your choice from your deck into your hand, then shuffle the deck",
    "toma en la mano una carta de tu mazo a tu elección y baraja el mazo",
  ],
  shuffle_hand: [
    "once: shuffle up to {n} {n:card|cards} of your hand, wounds too, into your deck and draw as many",
    "una vez: baraja hasta {n} {n:carta|cartas} de tu mano, también heridas, en tu mazo y roba otras tantas",
  ],
  swap: [
    "discard up to {n} {n:card|cards}, wounds too, draw as many, then shuffle the discard pile into your deck",
    "descarta hasta {n} {n:carta|cartas}, también heridas, roba otras tantas y luego baraja el descarte en tu mazo",
  ],
  store: [
    "put the top card of your deck face down under this tactic",
    "pon boca abajo bajo esta táctica la carta superior de tu mazo",
  ],
  take_stored: ["once, take all cards under it into your hand", "una vez, toma en la mano todas las cartas de debajo"],
  play_with: [
    "play another action card with it: it has its strong effect without mana, and its Move, Influence, " +
      "Block or Attack is {n} higher",
    "juega con ella otra carta de acción: tiene su efecto fuerte sin maná, y su Movimiento, Influencia, " +
      "Bloqueo o Ataque es {n} mayor",
  ],
  repeat_basic: [
    "throw away an action card from your hand and use its basic effect {n:once|{n} times}",
    "retira de tu mano una carta de acción y usa {n} {n:vez|veces} su efecto básico",
  ],
  repeat_strong: [
    "throw away an action card from your hand and use its strong effect {n} {n:time|times}, without mana",
    "retira de tu mano una carta de acción y usa {n} {n:vez|veces} su efecto fuerte, sin maná",
  ],
  gain_card: [
    "gain a card {colour} from the {offer}; it goes to your {to}",
    "gana una carta {colour} de la oferta de {offer}; va a {to}",
  ],
  of_any: ["of any colour", "de cualquier color"],
  of_paid_color: ["of the colour paid", "del color pagado"],
  of_thrown_card_color: ["of the colour of that card", "del color de esa carta"],
  of_discarded_card_color: ["of the colour of that card", "del color de esa carta"],
  offer_advanced_action_offer: ["offer of advanced actions", "acciones avanzadas"],
  offer_spell_offer: ["offer of spells", "hechizos"],
  to_hand: ["hand", "tu mano"],
  to_discard: ["discard pile", "tu descarte"],
  buy_once: [
    "once this turn you may pay Influence {n} for an advanced action of the offer; it goes to your {to}",
    "una vez en este turno puedes pagar Influencia {n} por una acción avanzada de la oferta; va a {to}",
  ],
  cast: [
    "cast a spell of the offer, paying its mana as usual; the spell stays there",
    "lanza un hechizo de la oferta pagando su maná como siempre; el hechizo se queda allí",
  ],
  at_end_top: [
    "at the end of the turn you may put this card on top of your deck",
    "al final del turno puedes poner esta carta encima de tu mazo",
  ],
  at_end_bottom: [
    "at the end of the turn you may put this card under your deck, if there is one",
    "al final del turno puedes poner esta carta debajo de tu mazo, si queda",
  ],
  at_end_crystals: [
    "at the end of the turn you get back the crystals you spent in it",
    "al final del turno recuperas los cristales que gastaste en él",
  ],
  at_end_wounds: [
    "at the end of the turn you may throw away the wounds received in it",
    "al final del turno puedes retirar las heridas recibidas en él",
  ],
  extra_turn_card: [
    "take another turn at once: the cards played go back to your hand, nothing is drawn, and this card " +
      "stays aside until the round ends",
    "juega otro turno enseguida: las cartas jugadas vuelven a tu mano, no se roba y esta carta queda " +
      "aparte hasta el fin de la ronda",
  ],
  extra_turn: ["once: after this turn take another one at once", "una vez: tras este turno juega otro enseguida"],
};
