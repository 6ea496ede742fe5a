"""Applies events and the automatic steps after them; the seals that an event opens, and the undos that it bars."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from engines.kernel.contradictions import contradiction
from engines.kernel.game import Barrier, Json, Opening
from engines.kernel.moves.events import Event
from engines.xidit import moves
from engines.xidit.adjustments.decide import apply_adjustment
from engines.xidit.rules import census, evaluation, orders, rewards, tiles
from engines.xidit.rules.playable import is_playable
from engines.xidit.setup import place_figure, set_up
from engines.xidit.state import State

_APPLY: Mapping[type, Callable[[State, Any, str], object]] = {
    moves.SetUp: set_up,
    moves.IdrakysPlaced: place_figure,
    moves.Programmed: orders.program,
    moves.OrdersRevealed: orders.reveal,
    moves.TitanChosen: rewards.face_titan,
    moves.RewardsChosen: rewards.choose_rewards,
    moves.BardsPlaced: rewards.place_bards,
    moves.DummyAdvanced: rewards.advance_dummy,
    moves.TopRevealed: tiles.see_top,
    moves.Awoken: tiles.wake,
    moves.FistShown: census.show,
    moves.FistsOpened: census.open_fists,
    moves.StoryPlaced: rewards.place_story,
    moves.YearEnded: evaluation.end_year,
    moves.BastionRevealed: evaluation.reveal_bastion,
    moves.Declared: evaluation.declare,
    moves.Evaluated: evaluation.evaluate,
    **dict.fromkeys(get_args(moves.Adjusted), apply_adjustment),
}


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event in place, then every automatic step after it (chapter 22). Never refuses.

    An event that does not fit this table changes nothing and is noted; ``decide`` is not called.

    Args:
        state: The table, as far as this fold knows.
        event: From ``decide``, or with values that a seal has filled in since.
        name: The name of the event.
    """
    if not is_playable(state, event):
        kind = moves.EVENTS.type_of(event)
        state.contradictions.append(contradiction([name], "XID-21.2", kind))
        return
    if type(event) is moves.Executed:
        state.executing = True
        if orders.execute(state, event, name):
            _settle(state, name)
        else:
            orders.complete(state)
        return
    _APPLY[type(event)](state, event, name)
    if state.executing or state.phase == "census":
        _settle(state, name)


def _settle(state: State, name: str) -> None:
    """Apply automatic steps until a decision or a fact is needed (chapter 22)."""
    while state.due is None:
        if state.reward is not None:
            rewards.step(state, state.reward, name)
        elif state.renewal is not None:
            tiles.step(state, state.renewal, name)
        elif state.executing:
            orders.complete(state)
        elif state.phase != "census" or not census.step(state):
            return


def opens(state: State, move: Json) -> Sequence[Opening]:
    """The reveal opens each seat's last program of the year, the census its fists of the round (XID-4.5, XID-14.3)."""
    kind = move.get("type")
    if kind == "reveal_orders" and state.phase == "programming":
        return [
            Opening(seat.program, "orders", f"orders.{place}")
            for place, seat in enumerate(state.seats)
            if seat.program is not None
        ]
    if kind == "census_open" and state.phase == "census":
        return [
            Opening(seat.fist, "count", f"counts.{place}")
            for place, seat in enumerate(state.seats)
            if seat.fist is not None
        ]
    return ()


def replaces(state: State, move: Json) -> str | None:
    """The earlier move replaced: the last program of the year or fist of the round (XID-4.6, XID-14.25)."""
    match move["type"]:
        case "program":
            return state.seats[move["seat"]].program
        case "census_show":
            return state.seats[move["seat"]].fist
    return None


def barrier(state: State, event: Event) -> Barrier | None:
    """The barrier of what was revealed or decided by chance; choices set none."""
    everybody = tuple(range(len(state.seats)))
    match event:
        case moves.SetUp():
            return Barrier("chance", "setup", everybody)
        case moves.OrdersRevealed():
            return Barrier("reveal", "orders", everybody)
        case moves.FistsOpened(unit):
            return Barrier("reveal", unit, everybody)
        case moves.TopRevealed(_, tile) if tile is not None:
            return Barrier("reveal", tile, everybody)
        case moves.Awoken():
            return Barrier("chance", "awakening", everybody)
        case moves.BastionRevealed():
            return Barrier("reveal", "bastion", everybody)
        case moves.Evaluated():
            done = len(state.evaluations)
            order = state.evaluation_order
            return Barrier("reveal", order[done] if done < len(order) else "evaluation", everybody)
        case _:
            return None
