"""Why a move is refused for its cards: hands, decks, offers, skills and what effects ask."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.says import say

TEXTS: Mapping[str, Text] = {
    "no_such_card": say("{card} cannot lie there", "{card} no puede estar ahí"),
    "no_card": say("{card} is no card", "{card} no es una carta"),
    "not_drawn": say("{card} cannot be the card drawn", "{card} no puede ser la carta robada"),
    "wound_named": say("a knock-out discards no wound", "quedar fuera de combate no descarta heridas"),
    "name_discarded": say(
        "the cards that the hero discards lie face up: name them (discarded)",
        "las cartas que descarta el héroe quedan boca arriba: nómbralas (discarded)",
    ),
    "wound_discarded": say("a wound is not discarded", "una herida no se descarta"),
    "wound_played": say("a wound is not played", "una herida no se juega"),
    "drawn_count": say("{count} cards are drawn, not {told}", "se roban {count} cartas, no {told}"),
    "picked_count": say("{count} cards are picked, not {told}", "se eligen {count} cartas, no {told}"),
    "choice_missing": say("choice {place} is missing: {member}", "falta la elección {place}: {member}"),
    "choice_wrong": say("choice {place} cannot be {value}", "la elección {place} no puede ser {value}"),
    "fact_missing": say("fact {place} is missing: {member}", "falta el hecho {place}: {member}"),
    "fact_wrong": say("fact {place} cannot be {value}", "el hecho {place} no puede ser {value}"),
    "too_much": say("{what} say more than is asked", "{what} dicen más de lo que se pide"),
    "offer_out_already": say("that offer lies there already", "esa oferta ya está desplegada"),
    "no_cost": say("the cost cannot be paid", "el coste no puede pagarse"),
    "wrong_card": say("{card} is not such a card", "{card} no es una carta de esas"),
    "not_in_discard": say("{card} does not lie in the discard pile", "{card} no está en la pila de descarte"),
    "not_in_deck_of": say("{card} cannot lie in the deck", "{card} no puede estar en el mazo"),
    "not_in_hand": say("{card} cannot be in the hand", "{card} no puede estar en la mano"),
    "hand_count": say("the hand has {count} cards, not {told}", "la mano tiene {count} cartas, no {told}"),
    "had_one": say("{card} could have been discarded", "{card} se podía descartar"),
    "deck_empty": say("the deck is empty: no new card comes", "el mazo está vacío: no llega carta nueva"),
    "new_card_missing": say("the new card of the offer is missing", "falta la carta nueva de la oferta"),
    "not_in_deck": say("{card} cannot come from the deck", "{card} no puede venir del mazo"),
    "offer_missing": say(
        "the cards of the offer that is laid out are missing", "faltan las cartas de la oferta que se despliega"
    ),
    "offer_count": say("the offer has {count} cards, not {told}", "la oferta tiene {count} cartas, no {told}"),
    "not_in_offer": say("{card} is not in the offer", "{card} no está en la oferta"),
    "by_with": say(
        "this skill is used with a card played sideways", "esta habilidad se usa con una carta jugada de lado"
    ),
    "sideways_gives": say(
        "a sideways card gives move, influence, attack or block",
        "una carta de lado da movimiento, influencia, ataque o bloqueo",
    ),
    "gives_sideways": say("only a sideways card says what it gives", "solo una carta de lado dice qué da"),
    "wound_wanted": say("{skill} makes a wound worth something", "{skill} da valor a una herida"),
    "not_sideways": say("{skill} does not change a sideways card", "{skill} no cambia una carta de lado"),
    "own_turn_only": say("{skill} is for the own turn", "{skill} es para el turno propio"),
    "permanent": say("{skill} works by itself", "{skill} actúa por sí sola"),
    "too_new": say(
        "{skill} may be used from the next own turn on", "{skill} puede usarse desde el próximo turno propio"
    ),
    "skill_used": say("{skill} was used", "{skill} ya se usó"),
    "only_interaction": say("{skill} is used in an interaction", "{skill} se usa en una interacción"),
    "locked": say("such a skill was used too recently", "una habilidad así se usó hace demasiado poco"),
    "no_skill": say("the seat has no skill {skill}", "el asiento no tiene la habilidad {skill}"),
    "no_option": say("{piece} has left nothing open", "{piece} no dejó nada abierto"),
    "option_not_now": say(
        "what {piece} left open cannot be used now", "lo que dejó abierto {piece} no puede usarse ahora"
    ),
    "not_whole": say("the points come in groups of {rate}", "los puntos van de {rate} en {rate}"),
    "wounds_not_new": say("more wounds than were received this turn", "más heridas de las recibidas este turno"),
    "combat_start": say("{card} is played at the start of a combat", "{card} se juega al empezar un combate"),
    "healing_card": say("{card} cannot be played in a combat", "{card} no puede jugarse en un combate"),
    "no_reward": say("no reward of this kind is open: {kind}", "no hay recompensa de esa clase: {kind}"),
    "card_missing": say("the card is missing", "falta la carta"),
    "artifact_count": say("{count} artifacts are kept, not {told}", "se guardan {count} artefactos, no {told}"),
    "artifact_known": say("{card} is elsewhere", "{card} está en otro sitio"),
    "artifact_drawn": say(
        "{card} was put at the bottom of the artifact deck, and this reward draws that far",
        "{card} se puso al fondo del mazo de artefactos, y esta recompensa roba hasta ahí",
    ),
    "no_bottom": say(
        "the deck has no artifact beyond those that are kept, so none goes to its bottom",
        "el mazo no tiene más artefactos que los que se guardan, así que ninguno va al fondo",
    ),
    "gold_colours": say("{count} colours are wanted, one for each gold", "van {count} colores, uno por cada dorado"),
    "no_level": say(
        "no line of the track is crossed at level {level}", "en el nivel {level} no se ha cruzado ninguna línea"
    ),
    "no_skill_now": say("level {level} brings no skill", "el nivel {level} no trae habilidad"),
    "option_missing": say("option a or b is missing", "falta la opción a o b"),
    "own_token": say("a token of the own hero cannot be taken back", "una ficha del propio héroe no se recupera"),
    "not_shown": say("the skill kept is one of those shown", "la habilidad guardada es una de las mostradas"),
    "no_units_now": say("this skill adds no units", "esta habilidad no añade unidades"),
    "skills_shown": say("{count} different skills are shown", "se muestran {count} habilidades distintas"),
    "skill_elsewhere": say("{skill} is not in the pile of this hero", "{skill} no está en la pila de este héroe"),
    "not_common": say("{skill} is not in the common offer", "{skill} no está en la oferta común"),
    "lowest_card": say("{card} is not the lowest card of the offer", "{card} no es la carta más baja de la oferta"),
}
