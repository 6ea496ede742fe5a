"""A judge's adjustments, checked against the invariants of every table (chapters 1, 8, 12)."""

from __future__ import annotations

from typing import Any, get_args

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.moves.adjustments import change
from engines.kernel.moves.shapes import of_kind
from engines.kernel.sentences import say, shown
from engines.mage_knight.adjustments.events import (
    CrystalsChanged,
    DieSet,
    FameChanged,
    HeroMoved,
    ReputationChanged,
    WoundsChanged,
)
from engines.mage_knight.arguments import EVENTS
from engines.mage_knight.box.components import FACES, WOUND
from engines.mage_knight.box.geometry import Space
from engines.mage_knight.moves.events import Adjusted
from engines.mage_knight.refusals import refuse
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.combat_start import rampaging
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.pieces import Die
from engines.mage_knight.state import State

_MOST = 999
"""Maximum Fame after a ruling; the track has far fewer spaces."""


def is_adjustment(event: object) -> bool:
    """Whether an event is an adjustment."""
    return isinstance(event, get_args(Adjusted))


def adjust(state: State, adjustment: Json) -> Any:
    """Return the event of an adjustment without changing the state.

    Raises:
        IllegalMoveError: The table would break an invariant, or nothing would change.
        MalformedMoveError: Unknown type of adjustment.
    """
    kind = adjustment.get("type")
    types = EVENTS.adjustments(state.box.raw)
    if not isinstance(kind, str) or kind not in types:
        raise MalformedMoveError(
            {"type": say(f"there is no adjustment {kind!r:.40}", f"no hay ningún ajuste {kind!r:.40}")}
        )
    seat = adjustment.get("seat")
    if seat is not None and not 0 <= seat < len(state.seats):
        raise refuse("MK-30.12", "no_such_seat", code=None, seat=shown(seat))
    if "by" in types[kind].fields:
        change(adjustment, "MK-30.12")
    for name, value in adjustment.items():
        if name not in ("type", "seat") and not of_kind(types[kind].fields[name], value):
            raise refuse("MK-30.12", "wrong_value", code=None, field=name, value=shown(value))
    event = EVENTS.decode(adjustment)
    if state.phase in ("setup", "finished"):
        raise refuse("MK-30.5", "ruled_now", code=None)
    error = _fault(state, event)
    if error is not None:
        raise error
    return event


def _fault(state: State, event: Any) -> IllegalMoveError | None:
    """The reason why an adjustment is impossible; None if it is possible."""
    match event:
        case FameChanged(seat, by):
            if not 0 <= state.seats[seat].fame + by <= _MOST:
                return refuse("MK-23.12", "fame_range", code=None, have=state.seats[seat].fame)
        case ReputationChanged(seat, by):
            if state.seats[seat].reputation + by not in state.box.reputation:
                return refuse("MK-12.7", "reputation_range", code=None, have=state.seats[seat].reputation)
        case CrystalsChanged(seat, color, by):
            held = state.seats[seat].crystals.get(color, 0)
            if not 0 <= held + by <= state.box.crystals:
                return refuse("MK-8.10", "crystal_range", code=None, have=held, most=state.box.crystals)
        case WoundsChanged(seat, by):
            if not cards.may_lose(state.seats[seat], -by):
                return refuse("MK-20.4", "wound_range", code=None, have=state.seats[seat].hand.count(WOUND))
        case HeroMoved(seat, to):
            at = (to[0], to[1]) if len(to) == 2 else None  # noqa: PLR2004 - q and r
            if state.seats[seat].space == at or state.combat is not None or not _may_stand(state, at):
                return refuse("MK-9.15", "no_place_for_figure", code=None)
        case DieSet(shows, to):
            there = any(die.face == shows and die.on == "source" for die in state.dice)
            if not there or shows == to or to not in FACES:
                return refuse("MK-1.10", "no_die_to_set", code=None, shows=shows)
    return None


def _may_stand(state: State, at: Space | None) -> bool:
    """Whether a figure can be on a space (MK-9.1, MK-9.4)."""
    place = None if at is None else state.spaces.get(at)
    if place is None or at is None or rampaging(state, at):
        return False
    return place.terrain == "lake" or state.box.terrain[place.terrain][state.night] is not None


def apply_adjustment(state: State, event: Any, name: str) -> None:
    """Apply an adjustment; one that no longer fits changes nothing and is noted."""
    seat = getattr(event, "seat", 0)
    if not 0 <= seat < len(state.seats) or _fault(state, event) is not None:
        Attempt(state, None, name, event, strict=False).note([state.names.get("last")], "MK-30.12", "ruling")
        return
    player = state.seats[seat]
    player.stamp = object()
    match event:
        case FameChanged(by=by):
            player.fame += by
        case ReputationChanged(by=by):
            player.reputation += by
        case CrystalsChanged(color=color, by=by):
            player.crystals[color] = player.crystals.get(color, 0) + by
        case WoundsChanged(by=by):
            cards.wound(player, by, player.hand, name)
            cards.unwound(Attempt(state, seat, name, event, strict=False), player, player.hand, max(0, -by))
        case HeroMoved(to=to):
            player.space, player.placed = (to[0], to[1]), True
            if player.turn is not None:
                player.turn.path = [(to[0], to[1])]
        case DieSet(shows, to):
            for place, die in enumerate(state.dice):
                if die.face == shows and die.on == "source":
                    state.dice[place] = Die(to)
                    break
    state.names["last"] = name
