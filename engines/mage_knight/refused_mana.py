"""Why a move is refused for its mana and its points."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.says import say

TEXTS: Mapping[str, Text] = {
    "unpaid": say("one mana is missing: {colours}", "falta un maná: {colours}"),
    "no_mana": say("nothing can pay {colours}", "nada puede pagar {colours}"),
    "wrong_mana": say("{colours} is wanted, and {paid} is paid", "se pide {colours}, y se paga {paid}"),
    "no_colour": say("{colour} is no colour of mana", "{colour} no es un color de maná"),
    "depleted": say("a die that shows {colour} is depleted", "un dado que muestra {colour} está agotado"),
    "counts_not": say("{shows} does not count as {colour} now", "{shows} no cuenta ahora como {colour}"),
    "second_die": say("the turn has used its source dice", "el turno ya usó sus dados de la fuente"),
    "no_such_mana": say("no such mana is there: {colour}", "no hay tal maná: {colour}"),
    "die_used_already": say("a source die was used this turn", "ya se usó un dado de la fuente este turno"),
    "gold_first": say("dice that show gold are rolled first", "primero se tiran los dados dorados"),
    "spend_at_once": say(
        "the token of {colour} pays for the very next play", "la ficha de {colour} paga la jugada siguiente"
    ),
    "spell_by_day": say("the strong side of {card} needs night rules", "el lado fuerte de {card} pide reglas de noche"),
    "too_few_points": say("{cost} points are wanted, and there are {have}", "se piden {cost} puntos y hay {have}"),
    "no_points": say("at least one point is wanted", "va al menos un punto"),
    "grail": say(
        "of Golden Grail at most {most} points can be used", "del Grial de oro pueden usarse como mucho {most} puntos"
    ),
}
