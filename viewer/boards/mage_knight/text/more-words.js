// @ts-check
/** The other half of the phrases of card texts: fights, units, the map, other players; and what frames a text. */

/** @type {import("../../../kit/words.js").Table} */ export const MORE_WORDS = {
  // Enemies.
  one_enemy: ["one enemy", "un enemigo"],
  one_unfortified: ["one enemy that is not fortified", "un enemigo no fortificado"],
  all_enemies: ["all enemies", "todos los enemigos"],
  all_other_enemies: ["all other enemies", "todos los demás enemigos"],
  up_to_enemies: ["up to {n} enemies", "hasta {n} enemigos"],
  more_enemies: ["one enemy, and more of them for Move {costs}", "un enemigo, y más de ellos por Movimiento {costs}"],
  struck: ["{who}: {what}", "{who}: {what}"],
  a_no_attack: ["no attack in this combat", "no ataca en este combate"],
  a_destroy: ["defeated, in the attack phase", "derrotado, en la fase de ataque"],
  a_armor: ["Armor {n}, not below {least}", "Armadura {n}, no menos de {least}"],
  a_armor_fortified: [
    "Armor {n} ({more} if fortified), not below {least}",
    "Armadura {n} ({more} si está fortificado), no menos de {least}",
  ],
  a_armor_resistance: [
    "Armor {n} for each resistance, not below {least}",
    "Armadura {n} por cada resistencia, no menos de {least}",
  ],
  a_lose: ["without {what}", "sin {what}"],
  l_all_fortifications: ["fortifications", "fortificaciones"],
  l_all_resistances: ["resistances", "resistencias"],
  l_fire_resistance: ["fire resistance", "resistencia al fuego"],
  l_ice_resistance: ["ice resistance", "resistencia al hielo"],
  l_physical_resistance: ["physical resistance", "resistencia física"],
  blocked_armor: [
    "an enemy blocked with it: Armor {n}, not below {least}",
    "un enemigo bloqueado con ello: Armadura {n}, no menos de {least}",
  ],
  blocked_destroy: ["the enemy blocked is defeated", "el enemigo bloqueado queda derrotado"],
  if_block: ["if it is part of a successful block: {what}", "si forma parte de un bloqueo con éxito: {what}"],
  if_block_attack: [
    "if it is part of a successful block: {what} in the attack phase",
    "si forma parte de un bloqueo con éxito: {what} en la fase de ataque",
  ],
  first_card: [
    "your first combat card this turn has {attack} more Attack or {block} more Block",
    "tu primera carta de combate de este turno tiene {attack} más de Ataque o {block} más de Bloqueo",
  ],
  double_attacks: [
    "your physical attacks of the attack phase are doubled this turn",
    "tus ataques físicos de la fase de ataque se doblan en este turno",
  ],
  own_cold_fire: [
    "all your attacks are Cold Fire in this combat",
    "todos tus ataques son de fuego frío en este combate",
  ],
  own_siege_too: [
    "all your attacks are Siege too in this combat",
    "todos tus ataques son también de asedio en este combate",
  ],
  convert: [
    "this turn you may turn {from} into {to} ({rate})",
    "en este turno puedes convertir {from} en {to} ({rate})",
  ],
  c_move: ["Move", "Movimiento"],
  c_influence: ["Influence", "Influencia"],
  c_attack: ["Attack", "Ataque"],
  c_ranged_attack: ["Ranged Attack", "Ataque a distancia"],
  c_block: ["Block", "Bloqueo"],
  c_fire_block: ["Fire Block", "Bloqueo de fuego"],
  c_ice_block: ["Ice Block", "Bloqueo de hielo"],
  take_wound_self: ["take {n:a wound|{n} wounds} into your hand", "recibe {n:una herida|{n} heridas} en la mano"],
  take_wound_that_player: [
    "that player takes {n:a wound|{n} wounds} into the hand",
    "ese jugador recibe {n:una herida|{n} heridas} en la mano",
  ],
  per_defeated: ["for each enemy defeated this turn {what}", "por cada enemigo derrotado en este turno {what}"],
  per_healing: [
    "for each healing point of this card you spend {what}",
    "por cada punto de curación de esta carta que gastes {what}",
  ],
  per_spell: [
    "for each {colour} spell cast this turn {what}",
    "por cada hechizo {colour} lanzado en este turno {what}",
  ],
  per_recruited: ["for each unit recruited this turn {what}", "por cada unidad reclutada en este turno {what}"],
  per_healed: [
    "for each wound healed from your hand this turn {what}",
    "por cada herida curada de tu mano en este turno {what}",
  ],
  if_interaction: [
    "if it was used in an interaction, at the end of the turn {what}",
    "si se usó en una interacción, al final del turno {what}",
  ],
  if_day: ["by day: {what}", "de día: {what}"],
  if_night: ["by night: {what}", "de noche: {what}"],
  if_lowest_fame: ["if you alone have the least Fame, {what}", "si solo tú tienes la menor Fama, {what}"],
  may: ["you may: {what}", "puedes: {what}"],
  wounds_away: [
    "throw away up to {n:one wound|{n} wounds} from your hand; one of them goes to the hand of the nearest hero",
    "retira hasta {n:una herida|{n} heridas} de tu mano; una de ellas va a la mano del héroe más cercano",
  ],
  wound_sideways: [
    "play {n:a wound|{n} wounds} sideways as a value of {value}; at the end of the turn {n:it is|they are} discarded",
    "juega {n:una herida|{n} heridas} de lado con valor {value}; al final del turno se {n:descarta|descartan}",
  ],
  sideways: ["a card played sideways has the value {n}", "una carta jugada de lado vale {n}"],
  sideways_kind: ["; an advanced action, spell or artifact {n}", "; una acción avanzada, hechizo o artefacto, {n}"],
  sideways_die: [
    "; {n} if no die of the source was used this turn",
    "; {n} si no se usó ningún dado de la fuente en este turno",
  ],
  sideways_mana: [
    "pay a basic mana: a card played sideways has the value {n}, an action or spell of that colour {same}",
    "paga un maná básico: una carta jugada de lado vale {n}; una acción o hechizo de ese color, {same}",
  ],
  // Units.
  ready_unit: [
    "ready one of your units of level {level} or lower",
    "deja lista una de tus unidades de nivel {level} o menos",
  ],
  ready_unit_any: ["ready one of your units", "deja lista una de tus unidades"],
  also_heal: ["{what} and heal it", "{what} y cúrala"],
  then_may: ["{what}; if you do, you may {more}", "{what}; si lo haces, puedes: {more}"],
  spend_others: [
    "spend a unit of level {level} or lower of each other player",
    "gastar una unidad de nivel {level} o menos de cada otro jugador",
  ],
  ready_units: [
    "ready units with {n} levels together ({forest} in a forest)",
    "deja listas unidades que sumen {n} niveles ({forest} en un bosque)",
  ],
  ready_all: ["outside combat: ready all your units", "fuera del combate: deja listas todas tus unidades"],
  heal_unit: ["heal one of your units", "cura una de tus unidades"],
  wound_this: ["this unit is wounded", "esta unidad queda herida"],
  unit_bonus: [
    "in this combat your units have {attack} more Attack and {block} more Block",
    "en este combate tus unidades tienen {attack} más de Ataque y {block} más de Bloqueo",
  ],
  units_turn: [
    "this turn your units have Armor +{armor}, {attack} more Attack and {block} more Block; for each " +
      "unit that attacks or blocks {each}",
    "en este turno tus unidades tienen Armadura +{armor}, {attack} más de Ataque y {block} más de " +
      "Bloqueo; por cada unidad que ataca o bloquea {each}",
  ],
  unit_resists: ["this turn your units resist {what}", "en este turno tus unidades resisten {what}"],
  next_unit: [
    "the next unit you use has {block} more Block, {attack} more Attack or {ranged} more Ranged Attack",
    "la próxima unidad que uses tiene {block} más de Bloqueo, {attack} más de Ataque o {ranged} más de " +
      "Ataque a distancia",
  ],
  offer_ability: [
    "use an ability of {n:a unit|{n} units} of the offer this turn; no damage can be assigned to it",
    "usa una capacidad de {n:una unidad|{n} unidades} de la oferta en este turno; no se le puede asignar daño",
  ],
  recruit_free: [
    "recruit a unit of the offer for nothing, wherever you are",
    "recluta gratis una unidad de la oferta, estés donde estés",
  ],
  command: [
    "a command token more: its unit costs {n} less, works also where units do not, and is never disbanded",
    "una ficha de mando más: su unidad cuesta {n} menos, actúa también donde las unidades no pueden y " +
      "nunca se licencia",
  ],
  on_gain: ["; when you gain it, {what}", "; al ganarla, {what}"],
  add_units: [
    "{n:a unit is|{n} units are} added to the offer",
    "se {n:añade una unidad|añaden {n} unidades} a la oferta",
  ],
  banner: ["assign it to one of your units: {what}", "asígnalo a una de tus unidades: {what}"],
  b_armor: ["Armor +{n}", "Armadura +{n}"],
  b_bonus: ["{attack} more Attack and {block} more Block", "{attack} más de Ataque y {block} más de Bloqueo"],
  b_when: ["when it attacks or blocks, {what}", "cuando ataca o bloquea, {what}"],
  b_resists: ["resists {what}", "resiste {what}"],
  b_cancel: [
    "in the block phase, spend it to cancel an attack of one enemy and {what}",
    "en la fase de bloqueo, gástala para anular un ataque de un enemigo y {what}",
  ],
  b_ready: ["once a round, outside combat, ready it", "una vez por ronda, fuera del combate, déjala lista"],
  // The map and rules.
  terrain_set: ["{terrains}: cost {n} this turn", "{terrains}: coste {n} en este turno"],
  terrain_add: [
    "{terrains}: cost {n} less this turn, at least {least}",
    "{terrains}: coste {n} menos en este turno, al menos {least}",
  ],
  jump: [
    "move up to {n:one space|{n} spaces}{cost}, whatever lies between{not}, to a {end}",
    "muévete hasta {n:un espacio|{n} espacios}{cost}, haya lo que haya en medio{not}, a {end}",
  ],
  jump_cost: [" for Move {n}", " por Movimiento {n}"],
  jump_not: [" but {terrains}", " salvo {terrains}"],
  end_safe_space: ["safe space", "un espacio seguro"],
  end_fortified_site_or_other_player: [
    "fortified site or another hero, and assault it without its site fortification; who loses goes back",
    "un lugar fortificado u otro héroe, y asáltalo sin su fortificación; si pierdes, vuelves",
  ],
  fly: [
    "spend Move {min} to {max}: fly as many spaces to a safe space, without provoking",
    "gasta Movimiento de {min} a {max}: vuela otros tantos espacios a un espacio seguro, sin provocar",
  ],
  r_black_mana_usable_as_at_night: ["black mana is used as by night", "el maná negro se usa como de noche"],
  r_gold_mana_usable: ["gold mana can be used", "se puede usar maná dorado"],
  r_gold_and_black_dice_count_as_any_basic: [
    "gold and black dice count as any basic colour",
    "los dados dorados y negros valen por cualquier color básico",
  ],
  r_ignore_site_fortifications: [
    "fortifications of sites do not count",
    "las fortificaciones de los lugares no cuentan",
  ],
  r_may_enter_lakes: ["you may enter lakes", "puedes entrar en lagos"],
  r_no_damage_to_own_units: ["no damage may be assigned to your units", "no se puede asignar daño a tus unidades"],
  r_no_provoking: ["you provoke no enemies", "no provocas enemigos"],
  r_reveal_as_day: ["garrisons are turned up as by day", "las guarniciones se descubren como de día"],
  r_skip_block_and_damage: ["the phases of block and damage are left out", "se omiten las fases de bloqueo y daño"],
  r_spaces_at_distance_2_count_as_adjacent_for_move_and_explore: [
    "spaces two steps away count as adjacent to move and explore",
    "los espacios a dos pasos cuentan como adyacentes para mover y explorar",
  ],
  this_turn: ["{what} (this turn)", "{what} (este turno)"],
  this_combat: ["{what} (this combat)", "{what} (este combate)"],
  // Other players.
  others_discard: [
    "each other player discards a spell or action of that colour, or shows the hand",
    "cada otro jugador descarta un hechizo o acción de ese color, o muestra la mano",
  ],
  steal: [
    "take an action discarded so into your hand, for good",
    "quedarte en la mano con una acción así descartada, para siempre",
  ],
  others_crystal: [
    "each other player loses {n:a crystal|{n} crystals} at random; who has none: {what}",
    "cada otro jugador pierde {n:un cristal|{n} cristales} al azar; quien no tenga: {what}",
  ],
  wound_per_crystal: [
    "each player takes a wound for each crystal of that colour",
    "cada jugador recibe una herida por cada cristal de ese color",
  ],
  curse: [
    "until the round ends, others who use mana of that colour in their turn: {what}, once a turn",
    "hasta el fin de la ronda, quien use maná de ese color en su turno: {what}, una vez por turno",
  ],
  others_mana: [
    "until your next turn, others who use basic mana of another colour: {what}, once for each colour",
    "hasta tu próximo turno, quien use maná básico de otro color: {what}, una vez por color",
  ],
  others_die: [
    "until your next turn, others may not use a die of the source as their die of the turn; then {what}",
    "hasta tu próximo turno, los demás no pueden usar un dado de la fuente como dado del turno; luego {what}",
  ],
  others_terrain: [
    "until your next turn, terrain costs others {n} more, at most {most}",
    "hasta tu próximo turno, el terreno cuesta {n} más a los demás, como mucho {most}",
  ],
  // Frames of a text.
  use_turn: ["once a turn", "una vez por turno"],
  use_round: ["once a round", "una vez por ronda"],
  use_interactive: ["once a round; the token goes to the centre", "una vez por ronda; la ficha va al centro"],
  use_permanent: ["always", "siempre"],
  not_in_combat: ["not in combat", "no en combate"],
  only_in_interaction: ["only in an interaction", "solo en una interacción"],
  on_any_turn: ["in anybody's turn", "en el turno de cualquiera"],
  spend_at_once: ["the token is spent at once", "la ficha se gasta enseguida"],
  combat_start: ["at the start of a combat", "al comienzo de un combate"],
  when_none: ["", ""],
  when_when_taken: ["when taken", "al tomarla"],
  when_each_turn_end: ["at the end of each of your turns", "al final de cada turno tuyo"],
  when_own_turn: ["in your turn", "en tu turno"],
  when_any_time_incl_drawing: ["at any time, also while drawing", "en cualquier momento, también al robar"],
  when_each_turn: ["in each of your turns", "en cada turno tuyo"],
  when_before_own_turn: ["before your turn", "antes de tu turno"],
  when_before_each_own_turn: ["before each of your turns", "antes de cada turno tuyo"],
  both: ["{a} and {b}", "{a} y {b}"],
  early_bird: [
    "No other effect: its number gives the place in the order.",
    "Sin otro efecto: su número da el puesto en el orden.",
  ],
  basic_effect: ["Basic", "Básico"],
  strong_effect: ["Strong", "Fuerte"],
  thrown_away: ["then the card is thrown away", "después la carta se retira"],
  ability: ["Ability {n}", "Capacidad {n}"],
  wound_card: [
    "Fills your hand and does nothing; it is healed or discarded by resting.",
    "Ocupa tu mano y no hace nada; se cura, o se descarta al descansar.",
  ],
  no_words: ["no effect", "sin efecto"],
  resist_physical: ["physical", "físico"],
  resist_fire: ["fire", "fuego"],
  resist_ice: ["ice", "hielo"],
  swift: ["swift", "veloz"],
  brutal: ["brutal", "brutal"],
  poison: ["poison", "veneno"],
  paralyze: ["paralyze", "paralizar"],
};
