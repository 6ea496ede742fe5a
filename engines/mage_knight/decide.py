"""The event of a move, if the rules allow it; decided by applying it to a copy of the table."""

from __future__ import annotations

from dataclasses import replace

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.hidden.unknown import is_known
from engines.kernel.moves.events import Event
from engines.kernel.moves.shapes import of_kind
from engines.kernel.sentences import say, shown
from engines.mage_knight.arguments import EVENTS
from engines.mage_knight.evolve import carry_out
from engines.mage_knight.moves import actions, combat
from engines.mage_knight.refusals import refuse
from engines.mage_knight.state import State

_DISCARDING = (actions.CardPlayed, actions.SkillUsed, actions.UnitActivated, actions.OptionUsed, combat.DamageAssigned)
"""Moves in which a hero may be knocked out."""


def decide(state: State, move: Json) -> Event:
    """Return the event of a move without changing the state.

    Raises:
        IllegalMoveError: A rule forbids it, as far as this fold knows. It carries the event if the table may have
            played it anyway.
        MalformedMoveError: Unknown type of move.
    """
    event = read(state, move)
    try:
        carry_out(state.on_trial(), event, "", strict=True)
    except IllegalMoveError as error:
        meant = None
        try:
            carry_out(state.on_trial(), event, "", strict=False)
        except IllegalMoveError:
            pass
        else:
            meant = EVENTS.encode(event)
        raise IllegalMoveError(error.rule, error.code, error.says, error.names, meant) from None
    return with_hand(state, event)


def read(state: State, move: Json) -> Event:
    """Return the event of a move as typed, without checking the rules.

    Raises:
        IllegalMoveError: Its seat is not at the table; a value is of the wrong kind.
        MalformedMoveError: Unknown type of move.
    """
    kind = move.get("type")
    types = EVENTS.types(state.box.raw)
    if not isinstance(kind, str) or kind not in types:
        raise MalformedMoveError(
            {"type": say(f"Mage Knight has no move {kind!r:.40}", f"Mage Knight no tiene la jugada {kind!r:.40}")}
        )
    fields = types[kind].fields
    seat = move.get("seat")
    if seat is not None and not 0 <= seat < len(state.seats):
        raise refuse("MK-30.12", "no_such_seat", code=None, seat=shown(seat))
    for name, value in move.items():
        if name not in ("type", "seat") and not of_kind(fields[name], value):
            if name == "gives":
                raise refuse("MK-7.10", "sideways_gives", code="x_6")
            rule = {"payments": "MK-30.1", "choices": "MK-24.3", "facts": "MK-24.3"}.get(name, "MK-30.12")
            raise refuse(rule, "wrong_value", code=None, field=name, value=shown(value))
    event: Event = EVENTS.decode(move)
    return event


def with_hand(state: State, event: Event) -> Event:
    """The move with the cards that a knock-out discards, if this fold knows them: they are face up (MK-17.13)."""
    if state.combat is not None and isinstance(event, _DISCARDING) and event.discarded is None:
        dropped = carry_out(state.on_trial(), event, "", strict=False).dropped
        if dropped is not None and all(is_known(place) for place in dropped):
            return replace(event, discarded=tuple(dropped))
    return event
