"""Why a move is refused for its mana and its points."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.sentences import say

TEXTS: Mapping[str, Text] = {
    "unpaid": say("one more mana is needed: {colours}", "hace falta un maná más: {colours}"),
    "no_mana": say("nothing can pay {colours}", "nada puede pagar {colours}"),
    "wrong_mana": say("{colours} is needed, {paid} was paid", "hace falta {colours} y se paga {paid}"),
    "no_colour": say("{colour} is not a colour of mana", "{colour} no es un color de maná"),
    "depleted": say("a die that shows {colour} is depleted", "un dado que muestra {colour} está agotado"),
    "counts_not": say("{shows} does not count as {colour} now", "{shows} no cuenta ahora como {colour}"),
    "second_die": say("this turn has already used its source dice", "el turno ya usó sus dados de la fuente"),
    "no_such_mana": say("this mana is not available: {colour}", "no hay de este maná: {colour}"),
    "die_used_already": say("a source die was already used this turn", "ya se usó un dado de la fuente este turno"),
    "gold_first": say("gold dice are rolled first", "primero se tiran los dados dorados"),
    "spend_at_once": say(
        "the {colour} token must be spent on the next play", "la ficha de {colour} debe gastarse en la jugada siguiente"
    ),
    "spell_by_day": say(
        "the strong side of {card} needs night rules", "el lado fuerte de {card} necesita reglas de noche"
    ),
    "too_few_points": say(
        "{cost} {cost:point|points} needed, {have} available",
        "{cost:hace falta|hacen falta} {cost} {cost:punto|puntos} y hay {have}",
    ),
    "no_points": say("at least one point is needed", "hace falta al menos un punto"),
    "grail": say(
        "Golden Grail: at most {most} {most:point|points} can be used",
        "Grial de oro: como mucho {most} {most:punto|puntos}",
    ),
}
