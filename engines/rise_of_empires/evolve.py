"""Applies events; the undos that an event bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engines.kernel.contradictions import contradiction
from engines.kernel.game import Barrier, Json, Opening
from engines.kernel.moves.events import Event
from engines.rise_of_empires import moves
from engines.rise_of_empires.adjustments import adjusted, applies_ruling
from engines.rise_of_empires.rules import phases
from engines.rise_of_empires.rules.attempt import Attempt, ImpossibleError
from engines.rise_of_empires.state import State, coming_progress, coming_territory


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event in place; never refuses. An event that does not fit this table changes nothing and is noted.

    ``event``: of ``decide``, or of a body.
    """
    state.battles = ()
    if not _applied(state, event, name):
        state.contradictions.append(contradiction([name], "ROE-3.2", moves.EVENTS.type_of(event)))


def _applied(state: State, event: Event, name: str) -> bool:
    """Apply an event if it fits this table; return whether it did."""
    match event:
        case moves.ActionTaken():
            return _act(state, event, name)
        case moves.StartPlayerChosen(player):
            return _start(state, player, name)
        case moves.TilesRevealed():
            return _reveal(state, event, name)
        case moves.FoodChosen(seat, discard):
            if state.phase != "food" or state.to_move != seat:
                return False
            phases.settle_food(state, seat, discard or ())
        case moves.UpkeepChosen(seat, drop):
            if state.phase != "income" or state.to_move != seat:
                return False
            phases.settle_income(state, seat, drop or ())
        case moves.TilesKept(seat, progress, cities):
            if state.phase != "era_end" or state.to_move != seat or not _payable(state, event):
                return False
            phases.settle_era(state, seat, progress or (), cities or ())
        case moves.PositionChosen(seat, position):
            if not _free(state, seat, position):
                return False
            state.next_order[position - 1] = seat
            state.said[f"position.{position}"] = name
        case _:
            if not applies_ruling(state, event):
                return False
            adjusted(state, event, name)
    phases.run(state)
    return True


def _act(state: State, event: moves.ActionTaken, name: str) -> bool:
    """Apply an action; the seat must have one left, and the pieces must be available."""
    seat = event.seat
    if state.phase != "actions" or not 0 <= seat < len(state.seats) or state.seats[seat].acted >= state.actions:
        return False
    try:
        done = Attempt(state, seat).do(event)
    except ImpossibleError:
        return False
    done.commit(name)
    phases.pass_on(state)
    return True


def _start(state: State, player: int, name: str) -> bool:
    if state.phase != "start_player" or not 0 <= player < len(state.seats):
        return False
    state.said["start_player"] = name
    phases.start(state, player)
    return True


def _reveal(state: State, event: moves.TilesRevealed, name: str) -> bool:
    """Turn up new tiles: named ones must be unseen, and the others must be derivable."""
    if state.phase != "reveal":
        return False
    progress, territory = event.progress, event.territory
    if progress is None and coming_progress(state) is None:
        return False
    if territory is None and coming_territory(state) is None:
        return False
    named = progress or ()
    if len(set(named)) < len(named) or not set(named) <= set(state.unseen):
        return False
    if any(count > state.unseen_territory.get(kind, 0) for kind, count in Counter(territory or ()).items()):
        return False
    phases.turn_up(state, progress, territory)
    state.said.update({f"seen.{tile}": name for tile in state.new.progress})
    state.said.update({f"seen.{kind}.{state.turn}": name for kind in state.new.territory})
    return True


def _payable(state: State, event: moves.TilesKept) -> bool:
    mine, box = state.seats[event.seat], state.box
    kept = len([tile for tile in event.progress or () if tile in mine.progress])
    stay = len([city for city in event.cities or () if city in mine.cities])
    return kept * box.keep_gold <= mine.gold and stay * box.keep_cubes <= mine.pool


def _free(state: State, seat: int, position: int) -> bool:
    """Whether a seat that has no position may have this one."""
    return (
        state.phase == "turn_order"
        and 0 <= seat < len(state.seats)
        and seat not in state.next_order
        and 1 <= position <= len(state.next_order)
        and state.next_order[position - 1] is None
    )


def barrier(state: State, event: Event) -> Barrier | None:
    """The barrier that an event of chance sets for undo: the start player, or tiles drawn face up (ROE-20.5)."""
    everybody = tuple(range(len(state.seats)))
    if isinstance(event, moves.StartPlayerChosen):
        return Barrier("chance", "start_player", everybody)
    if isinstance(event, moves.TilesRevealed) and (coming_progress(state) is None or coming_territory(state) is None):
        return Barrier("reveal", "tiles", everybody)
    return None


def opens(state: State, move: Json) -> Sequence[Opening]:  # noqa: ARG001 - nothing is sealed here
    """No move opens a seal: nothing is secret."""
    return ()


def replaces(state: State, move: Json) -> None:  # noqa: ARG001 - nothing is sealed here
    """No move takes the place of another."""
    return
