"""What the rules of the night market say when they refuse; values are told as they came in."""

from __future__ import annotations

from engines.kernel.sentences import Refusals, say

refuse = Refusals(
    {
        "rounds": say("{rounds} is no number of rounds", "{rounds} no es un número de rondas"),
        "wrong_phase": say("no {kind} while {phase}", "{kind} no va en la fase {phase}"),
        "unknown": say("{value} is none of {of}", "{value} no es ninguno de {of}"),
        "range": say("{value}: only {low} to {high}", "{value}: solo de {low} a {high}"),
        "hand": say(
            "{count} {count:card is|cards are} no hand; it has {size}",
            "{count} {count:carta no es|cartas no son} una mano; tiene {size}",
        ),
        "copies": say("{card} cannot be there: no copy is left", "{card} no puede estar ahí: no queda ningún ejemplar"),
        "owes": say("seat {seat} draws before it orders", "el asiento {seat} roba antes de ordenar"),
        "orders": say("no order yet from {seats}", "falta la orden de {seats}"),
        "other_order": say("seat {seat} ordered {held}, not {card}", "el asiento {seat} ordenó {held}, no {card}"),
        "turn": say("it is seat {turn}'s turn, not seat {seat}'s", "es el turno del asiento {turn}, no del {seat}"),
        "own_turn": say("it is seat {seat}'s turn already", "ya le toca al asiento {seat}"),
        "order": say("the order is {card}, not {kind}", "la orden es {card}, no {kind}"),
        "effect": say("first comes what the roll called for", "primero va lo que pide la tirada"),
        "no_effect": say("no roll called for {kind}", "ninguna tirada pide {kind}"),
        "oneself": say("seat {seat} gives to somebody else", "el asiento {seat} da a otro"),
        "not_owed": say("seat {seat} owes no draw", "el asiento {seat} no debe robar"),
        "shown": say("seat {seat} showed its hand in {name}", "el asiento {seat} mostró su mano en {name}"),
        "other_hand": say("dealt were {cards}", "se repartieron {cards}"),
    }
)
