"""Why a move is refused for its time: phases, turns and their ends."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.says import say

TEXTS: Mapping[str, Text] = {
    "not_now": say("not during {phase}", "no durante la fase: {phase}"),
    "not_now_between": say("that is for the time between own turns", "eso es para el tiempo entre turnos propios"),
    "no_turn": say("seat {seat} has not begun a turn", "el asiento {seat} no ha empezado un turno"),
    "turn_ended": say("seat {seat} has ended its turn", "el asiento {seat} ya terminó su turno"),
    "turn_running": say("seat {seat} is in its turn already", "el asiento {seat} ya está en su turno"),
    "turn_not_closed": say(
        "seat {seat} has not yet drawn for its last turn", "el asiento {seat} aún no robó por su último turno"
    ),
    "not_your_turn": say(
        "it is the turn of seat {turn}, not of seat {seat}", "es el turno del asiento {turn}, no del {seat}"
    ),
    "after_last_turn": say(
        "seat {seat} has had its last turn of the round", "el asiento {seat} ya tuvo su último turno de la ronda"
    ),
    "must_announce": say(
        "neither deck nor hand is left: the end of the round is announced",
        "no quedan mazo ni mano: se anuncia el fin de la ronda",
    ),
    "must_skip": say("neither deck nor hand is left: the turn is skipped", "no quedan mazo ni mano: se salta el turno"),
    "has_cards": say("there are cards in deck or hand", "quedan cartas en el mazo o la mano"),
    "announced_already": say(
        "seat {seat} has announced the end of this round", "el asiento {seat} ya anunció el fin de esta ronda"
    ),
    "deck_not_empty": say("there are cards in the deck", "quedan cartas en el mazo"),
    "deck_is_empty": say("the deck is empty", "el mazo está vacío"),
    "freeze_colour": say(
        "a colour that a die of the source shows is to be named",
        "hay que nombrar un color que muestre un dado de la fuente",
    ),
    "freeze_none": say("no crystal of that colour is due", "no corresponde ningún cristal de ese color"),
    "resting": say("the hero rests this turn", "el héroe descansa este turno"),
    "rested_already": say("the hero rests already", "el héroe ya descansa"),
    "no_rest_now": say(
        "who has moved, explored or acted cannot rest", "quien se movió, exploró o actuó no puede descansar"
    ),
    "empty_hand": say("an empty hand cannot rest", "con la mano vacía no se descansa"),
    "one_wound": say("without a card exactly one wound is discarded", "sin carta se descarta exactamente una herida"),
    "not_exhausted": say("the hand holds more than wounds", "la mano no tiene solo heridas"),
    "standard_rest": say(
        "a rest discards exactly one card that is no wound",
        "el descanso descarta exactamente una carta que no sea herida",
    ),
    "exhausted": say(
        "who holds only wounds can do no more than rest", "quien solo tiene heridas no puede más que descansar"
    ),
    "second_action": say("the turn has had its action", "el turno ya tuvo su acción"),
    "shared_space": say(
        "another hero stands on this space: no action", "otro héroe está en esta casilla: no hay acción"
    ),
    "only_wounds_left": say(
        "the hand holds only wounds: the turn must be a rest", "la mano solo tiene heridas: hay que descansar"
    ),
    "nothing_let_go": say(
        "no card was played or discarded this turn", "no se jugó ni descartó ninguna carta este turno"
    ),
    "combat_goes_on": say("the combat is not over", "el combate no ha terminado"),
    "not_ending": say("seat {seat} is not ending a turn", "el asiento {seat} no está terminando un turno"),
    "step_over": say("that step of the end of the turn is over", "ese paso del fin del turno ya pasó"),
    "dice_first": say("first the dice go back", "antes se devuelven los dados"),
    "withdraw_first": say("first the hero withdraws", "antes se retira el héroe"),
    "reward_first": say("first the rewards are taken: {rewards}", "antes se toman las recompensas: {rewards}"),
    "level_first": say("first the hero goes up a level", "antes sube de nivel el héroe"),
    "no_dice": say("no die is to be rolled", "no hay dados que tirar"),
    "dice_count": say("{count} dice are wanted, not {told}", "van {count} dados, no {told}"),
    "safe_already": say("the space is safe", "la casilla es segura"),
    "number_differs": say("{told} was said, but {count} follow", "se dijo {told}, pero salen {count}"),
    "no_glade": say(
        "the turn does not end on a glade with a wound to throw away",
        "el turno no acaba en un claro con una herida que quitar",
    ),
    "no_wound_there": say("no wound can lie there", "ahí no puede haber ninguna herida"),
    "no_cards_named": say("no card is named", "no se nombra ninguna carta"),
    "round_not_over": say("the round is not over", "la ronda no ha terminado"),
    "not_over": say("the game is not over", "la partida no ha terminado"),
    "not_your_choice": say(
        "seat {turn} chooses a tactic now, not seat {seat}", "ahora elige táctica el asiento {turn}, no el {seat}"
    ),
    "other_time": say("{tactic} belongs to the other time of day", "{tactic} es de la otra parte del día"),
    "tactic_gone": say("{tactic} is taken", "{tactic} ya está tomada"),
    "no_tactic": say("seat {seat} has no tactic", "el asiento {seat} no tiene táctica"),
    "no_tactic_card": say("{tactic} is no tactic", "{tactic} no es una táctica"),
    "tactic_used": say("{tactic} was turned over", "{tactic} ya se volteó"),
    "tactic_this_turn": say("{tactic} was used for this turn", "{tactic} ya se usó en este turno"),
    "tactic_by_itself": say("{tactic} is not used by a move", "{tactic} no se usa con una jugada"),
    "set_up_already": say("the table is set up", "la mesa ya está preparada"),
    "heroes_by_seat": say("each of the {count} seats takes one hero", "cada uno de los {count} asientos toma un héroe"),
    "no_hero": say("{hero} is no hero", "{hero} no es un héroe"),
    "hero_of_colour": say(
        "seat {seat} has another colour than {hero}", "el asiento {seat} no tiene el color de {hero}"
    ),
    "tile_1_at": say("tile 1 cannot lie at {position}", "la loseta 1 no puede estar en {position}"),
    "unit_offer": say("the unit offer has {count} cards", "la oferta de unidades tiene {count} cartas"),
    "no_village_unit": say(
        "no unit of the offer has the village icon: it is dealt again",
        "ninguna unidad de la oferta tiene el icono de aldea: se reparte otra vez",
    ),
    "too_few_basic": say(
        "{basic} of {count} dice show basic colours: the others are rolled again",
        "{basic} de {count} dados muestran colores básicos: los demás se tiran otra vez",
    ),
    "no_banner_there": say("no banner lies on unit {unit}", "no hay estandarte en la unidad {unit}"),
    "monastery_cards": say(
        "{count} cards for monasteries are wanted, not {told}", "van {count} cartas de monasterio, no {told}"
    ),
    "not_laid_out": say("that offer is not laid out", "esa oferta no está desplegada"),
    "cards_missing": say("the cards of seat {seat} are missing", "faltan las cartas del asiento {seat}"),
    "cards_differ": say(
        "the cards of seat {seat} are not those it owns", "las cartas del asiento {seat} no son las suyas"
    ),
    "aa_deck": say(
        "{value}: the deck has 16 or 28 advanced actions", "{value}: el mazo tiene 16 o 28 acciones avanzadas"
    ),
    "no_such_seat": say("seat {seat} is not at this table", "el asiento {seat} no está en esta mesa"),
    "wrong_value": say("{field} cannot be {value}", "{field} no puede ser {value}"),
    "ruled_now": say("there is nothing to rule on now", "ahora no hay nada que fallar"),
    "fame_range": say("Fame is {have}: it would leave the track", "la fama es {have}: saldría de la escala"),
    "reputation_range": say("the step is {have}: it would leave the track", "el paso es {have}: saldría de la escala"),
    "crystal_range": say("{have} crystals: 0 to {most} are possible", "{have} cristales: son posibles de 0 a {most}"),
    "wound_range": say("{have} wounds are known to be in the hand", "se sabe de {have} heridas en la mano"),
    "no_place_for_figure": say("the figure cannot be put on {space}", "la figura no puede ponerse en {space}"),
    "no_die_to_set": say(
        "no die of the source can be turned from {shows}", "ningún dado de la fuente puede girarse desde {shows}"
    ),
}
