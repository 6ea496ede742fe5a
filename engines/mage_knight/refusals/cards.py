"""Why a move is refused for its cards: hands, decks, offers, skills and what effects ask."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.sentences import say

TEXTS: Mapping[str, Text] = {
    "no_such_card": say("{card} cannot be there", "{card} no puede estar ahí"),
    "no_card": say("{card} is not a card", "{card} no es una carta"),
    "not_drawn": say("{card} cannot be the card drawn", "{card} no puede ser la carta robada"),
    "wound_named": say("a knock-out discards no wounds", "quedar fuera de combate no descarta heridas"),
    "name_discarded": say(
        "discarded cards are face up: name them (discarded)",
        "las cartas descartadas quedan boca arriba: nómbralas (discarded)",
    ),
    "wound_discarded": say("wounds cannot be discarded", "una herida no se descarta"),
    "wound_played": say("wounds cannot be played", "una herida no se juega"),
    "drawn_count": say(
        "{count} {count:card is|cards are} drawn, not {stated}",
        "{count:se roba|se roban} {count} {count:carta|cartas}, no {stated}",
    ),
    "picked_count": say(
        "{count} {count:card is|cards are} picked, not {stated}",
        "{count:se elige|se eligen} {count} {count:carta|cartas}, no {stated}",
    ),
    "choice_missing": say("choice {place} is missing: {member}", "falta la elección {place}: {member}"),
    "choice_wrong": say("choice {place} cannot be {value}", "la elección {place} no puede ser {value}"),
    "fact_missing": say("fact {place} is missing: {member}", "falta el hecho {place}: {member}"),
    "fact_wrong": say("fact {place} cannot be {value}", "el hecho {place} no puede ser {value}"),
    "too_much": say("{what}: more given than asked", "{what}: se da más de lo que se pide"),
    "offer_out_already": say("this offer is already laid out", "esa oferta ya está desplegada"),
    "no_cost": say("the cost cannot be paid", "el coste no puede pagarse"),
    "wrong_card": say("{card} is not a card of this kind", "{card} no es una carta de esta clase"),
    "not_in_discard": say("{card} is not in the discard pile", "{card} no está en la pila de descarte"),
    "not_in_deck_of": say("{card} cannot be in the deck", "{card} no puede estar en el mazo"),
    "not_in_hand": say("{card} cannot be in the hand", "{card} no puede estar en la mano"),
    "hand_count": say(
        "the hand has {count} {count:card|cards}, not {stated}",
        "la mano tiene {count} {count:carta|cartas}, no {stated}",
    ),
    "had_one": say("{card} could have been discarded", "{card} se podía descartar"),
    "deck_empty": say("the deck is empty: there is no new card", "el mazo está vacío: no hay carta nueva"),
    "new_card_missing": say("the new card of the offer is missing", "falta la carta nueva de la oferta"),
    "not_in_deck": say("{card} cannot come from the deck", "{card} no puede venir del mazo"),
    "offer_missing": say("the cards of the new offer are missing", "faltan las cartas de la nueva oferta"),
    "offer_count": say(
        "the offer has {count} {count:card|cards}, not {stated}",
        "la oferta tiene {count} {count:carta|cartas}, no {stated}",
    ),
    "not_in_offer": say("{card} is not in the offer", "{card} no está en la oferta"),
    "by_with": say(
        "use this skill together with a card played sideways", "usa esta habilidad junto con una carta jugada de lado"
    ),
    "sideways_gives": say(
        "a card played sideways gives move, influence, attack or block",
        "una carta de lado da movimiento, influencia, ataque o bloqueo",
    ),
    "gives_sideways": say(
        "only a card played sideways needs this value", "solo una carta jugada de lado necesita este valor"
    ),
    "wound_wanted": say("{skill} is used with a wound", "{skill} se usa con una herida"),
    "not_sideways": say(
        "{skill} does not apply to a card played sideways", "{skill} no se aplica a una carta jugada de lado"
    ),
    "own_turn_only": say("{skill} can only be used in your own turn", "{skill} solo se usa en el turno propio"),
    "permanent": say("{skill} works automatically", "{skill} actúa automáticamente"),
    "too_new": say(
        "{skill} can be used from the hero's next turn", "{skill} puede usarse desde el próximo turno propio"
    ),
    "skill_used": say("{skill} is already used", "{skill} ya se usó"),
    "only_interaction": say("{skill} can only be used in an interaction", "{skill} solo se usa en una interacción"),
    "locked": say("a skill of this kind was used too recently", "una habilidad así se usó hace demasiado poco"),
    "no_skill": say("this seat does not have the skill {skill}", "el asiento no tiene la habilidad {skill}"),
    "no_option": say("{piece} has no remaining effect", "{piece} no tiene ningún efecto pendiente"),
    "option_not_now": say(
        "the remaining effect of {piece} cannot be used now", "el efecto pendiente de {piece} no puede usarse ahora"
    ),
    "not_whole": say("points are spent in groups of {rate}", "los puntos se gastan de {rate} en {rate}"),
    "wounds_not_new": say("more wounds than were received this turn", "más heridas de las recibidas este turno"),
    "combat_start": say(
        "{card} can only be played at the start of a combat", "{card} solo se juega al empezar un combate"
    ),
    "healing_card": say("{card} cannot be played in a combat", "{card} no puede jugarse en un combate"),
    "no_reward": say("no reward of this kind is due: {kind}", "no hay recompensa de esa clase: {kind}"),
    "card_missing": say("the card is missing", "falta la carta"),
    "artifact_count": say(
        "{count} {count:artifact is|artifacts are} kept, not {stated}",
        "{count:se guarda|se guardan} {count} {count:artefacto|artefactos}, no {stated}",
    ),
    "artifact_known": say("{card} is elsewhere", "{card} está en otro sitio"),
    "artifact_drawn": say(
        "{card} went to the bottom of the artifact deck, and this reward draws that far",
        "{card} fue al fondo del mazo de artefactos, y esta recompensa roba hasta ahí",
    ),
    "no_bottom": say(
        "the artifact deck has no other cards, so none goes to its bottom",
        "el mazo de artefactos no tiene más cartas, así que ninguna va al fondo",
    ),
    "gold_colours": say(
        "{count} {count:colour|colours} needed, one for each gold",
        "{count:hace falta|hacen falta} {count} {count:color|colores}, uno por cada dorado",
    ),
    "no_level": say(
        "level {level} does not cross a line of the track", "el nivel {level} no cruza ninguna línea de la escala"
    ),
    "no_skill_now": say("level {level} gives no skill", "el nivel {level} no da habilidad"),
    "option_missing": say("option a or b is missing", "falta la opción a o b"),
    "own_token": say("the hero's own tokens cannot be taken back", "una ficha del propio héroe no se recupera"),
    "not_shown": say("keep one of the skills shown", "conserva una de las habilidades mostradas"),
    "no_units_now": say("this skill adds no units", "esta habilidad no añade unidades"),
    "skills_shown": say(
        "show {count} different {count:skill|skills}",
        "muestra {count} {count:habilidad distinta|habilidades distintas}",
    ),
    "skill_elsewhere": say("{skill} is not in this hero's pile", "{skill} no está en la pila de este héroe"),
    "not_common": say("{skill} is not in the common offer", "{skill} no está en la oferta común"),
    "lowest_card": say("{card} is not the lowest card of the offer", "{card} no es la carta más baja de la oferta"),
}
