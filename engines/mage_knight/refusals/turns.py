"""Why a move is refused for its time: phases, turns and their ends."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.sentences import say

TEXTS: Mapping[str, Text] = {
    "not_now": say("not allowed in this phase: {phase}", "no se permite en esta fase: {phase}"),
    "not_now_between": say("only allowed between own turns", "solo se permite entre turnos propios"),
    "no_turn": say("seat {seat} has not begun a turn", "el asiento {seat} no ha empezado un turno"),
    "turn_ended": say("seat {seat} has already ended its turn", "el asiento {seat} ya terminó su turno"),
    "turn_running": say("seat {seat} is already taking its turn", "el asiento {seat} ya está en su turno"),
    "turn_not_closed": say(
        "seat {seat} has not drawn yet after its last turn", "el asiento {seat} aún no ha robado tras su último turno"
    ),
    "not_your_turn": say(
        "it is the turn of seat {turn}, not seat {seat}", "es el turno del asiento {turn}, no del {seat}"
    ),
    "after_last_turn": say(
        "seat {seat} has already had its last turn of the round",
        "el asiento {seat} ya tuvo su último turno de la ronda",
    ),
    "must_announce": say(
        "no deck and no hand left: announce the end of the round", "no quedan mazo ni mano: anuncia el fin de la ronda"
    ),
    "must_skip": say("no deck and no hand left: skip the turn", "no quedan mazo ni mano: salta el turno"),
    "has_cards": say("there are still cards in deck or hand", "quedan cartas en el mazo o la mano"),
    "announced_already": say(
        "seat {seat} has already announced the end of this round", "el asiento {seat} ya anunció el fin de esta ronda"
    ),
    "deck_not_empty": say("there are still cards in the deck", "quedan cartas en el mazo"),
    "deck_is_empty": say("the deck is empty", "el mazo está vacío"),
    "freeze_colour": say("name a colour that a source die shows", "nombra un color que muestre un dado de la fuente"),
    "freeze_none": say("no crystal of that colour is due", "no corresponde ningún cristal de ese color"),
    "resting": say("the hero is resting this turn", "el héroe descansa este turno"),
    "rested_already": say("the hero is already resting", "el héroe ya descansa"),
    "no_rest_now": say("no rest after moving, exploring or acting", "no se descansa tras moverse, explorar o actuar"),
    "empty_hand": say("an empty hand cannot rest", "con la mano vacía no se descansa"),
    "one_wound": say("without a card, discard exactly one wound", "sin carta, se descarta exactamente una herida"),
    "not_exhausted": say("the hand has more than wounds", "la mano no tiene solo heridas"),
    "standard_rest": say(
        "a rest discards exactly one card that is not a wound",
        "el descanso descarta exactamente una carta que no sea herida",
    ),
    "exhausted": say(
        "with only wounds in hand, the hero can only rest", "con solo heridas en la mano, el héroe solo puede descansar"
    ),
    "second_action": say("the action of this turn is already taken", "el turno ya tuvo su acción"),
    "shared_space": say("another hero is on this space: no action", "otro héroe está en esta casilla: no hay acción"),
    "only_wounds_left": say(
        "the hand has only wounds: the turn must be a rest", "la mano solo tiene heridas: hay que descansar"
    ),
    "nothing_let_go": say(
        "no card other than a wound was played or discarded this turn",
        "no se jugó ni descartó ninguna carta que no sea herida este turno",
    ),
    "combat_goes_on": say("the combat is not over yet", "el combate no ha terminado"),
    "not_ending": say("seat {seat} is not ending a turn", "el asiento {seat} no está terminando un turno"),
    "step_over": say("this step of the end of turn is over", "ese paso del fin del turno ya pasó"),
    "dice_first": say("return the dice first", "devuelve antes los dados"),
    "withdraw_first": say("the hero withdraws first", "antes se retira el héroe"),
    "reward_first": say("take the rewards first: {rewards}", "toma antes las recompensas: {rewards}"),
    "level_first": say("level up first", "sube antes de nivel"),
    "no_dice": say("there are no dice to roll", "no hay dados que tirar"),
    "dice_count": say(
        "{count} {count:die|dice} needed, not {stated}",
        "{count:hace falta|hacen falta} {count} {count:dado|dados}, no {stated}",
    ),
    "safe_already": say("the space is already safe", "la casilla ya es segura"),
    "number_differs": say("{stated} given, {count} expected", "se da {stated} y debe ser {count}"),
    "no_glade": say(
        "the turn does not end on a glade with a wound to throw away",
        "el turno no acaba en un claro con una herida que retirar",
    ),
    "no_wound_there": say("there cannot be a wound there", "ahí no puede haber ninguna herida"),
    "no_cards_named": say("no card is given", "no se da ninguna carta"),
    "round_not_over": say("the round is not over", "la ronda no ha terminado"),
    "not_over": say("the game is not over", "la partida no ha terminado"),
    "not_your_choice": say(
        "seat {turn} chooses a tactic now, not seat {seat}", "ahora elige táctica el asiento {turn}, no el {seat}"
    ),
    "other_time": say("{tactic} belongs to the other time of day", "{tactic} es de la otra parte del día"),
    "tactic_gone": say("{tactic} is already taken", "{tactic} ya está tomada"),
    "no_tactic": say("seat {seat} has no tactic", "el asiento {seat} no tiene táctica"),
    "no_tactic_card": say("{tactic} is not a tactic", "{tactic} no es una táctica"),
    "tactic_used": say("{tactic} is already used", "{tactic} ya se usó"),
    "tactic_this_turn": say("{tactic} was already used for this turn", "{tactic} ya se usó en este turno"),
    "tactic_by_itself": say("{tactic} works automatically", "{tactic} actúa automáticamente"),
    "set_up_already": say("the table is already set up", "la mesa ya está preparada"),
    "heroes_by_seat": say(
        "{count} {count:hero|heroes} needed, one for each seat",
        "{count:hace falta|hacen falta} {count} {count:héroe|héroes}, uno por asiento",
    ),
    "no_hero": say("{hero} is not a hero", "{hero} no es un héroe"),
    "hero_of_colour": say(
        "seat {seat} does not have the colour of {hero}", "el asiento {seat} no tiene el color de {hero}"
    ),
    "tile_1_at": say("tile 1 cannot be there", "la loseta 1 no puede estar ahí"),
    "unit_offer": say(
        "the unit offer has {count} {count:card|cards}", "la oferta de unidades tiene {count} {count:carta|cartas}"
    ),
    "no_village_unit": say(
        "no unit in the offer has the village icon: deal it again",
        "ninguna unidad de la oferta tiene el icono de aldea: repártela otra vez",
    ),
    "too_few_basic": say(
        "{basic} of {count} {count:die|dice} {basic:shows|show} basic colours: reroll the others",
        "{basic} de {count} {count:dado|dados} {basic:muestra|muestran} colores básicos: vuelve a tirar los demás",
    ),
    "no_banner_there": say("there is no banner on unit {unit}", "no hay estandarte en la unidad {unit}"),
    "monastery_cards": say(
        "{count} monastery {count:card|cards} needed, not {stated}",
        "{count:hace falta|hacen falta} {count} {count:carta|cartas} de monasterio, no {stated}",
    ),
    "not_laid_out": say("this offer is not laid out", "esa oferta no está desplegada"),
    "cards_missing": say("the cards of seat {seat} are missing", "faltan las cartas del asiento {seat}"),
    "cards_differ": say(
        "the cards of seat {seat} are not those it owns", "las cartas del asiento {seat} no son las suyas"
    ),
    "aa_deck": say(
        "{value}: the deck has 16 or 28 advanced actions", "{value}: el mazo tiene 16 o 28 acciones avanzadas"
    ),
    "no_such_seat": say("seat {seat} is not at this table", "el asiento {seat} no está en esta mesa"),
    "wrong_value": say("{field} cannot be {value}", "{field} no puede ser {value}"),
    "ruled_now": say("there is nothing to rule on now", "ahora no hay nada que decidir"),
    "fame_range": say("Fame is {have}: the change would leave the track", "la fama es {have}: saldría de la escala"),
    "reputation_range": say(
        "reputation is {have}: the change would leave the track", "la reputación es {have}: saldría de la escala"
    ),
    "crystal_range": say(
        "{have} {have:crystal|crystals}: the limit is 0 to {most}",
        "{have} {have:cristal|cristales}: el límite es de 0 a {most}",
    ),
    "wound_range": say("{have} known {have:wound|wounds} in hand", "heridas conocidas en la mano: {have}"),
    "no_place_for_figure": say("the figure cannot be put there", "la figura no puede ponerse ahí"),
    "no_die_to_set": say("no source die shows {shows}", "ningún dado de la fuente muestra {shows}"),
}
