"""The rules as one: deciding and applying each move, the steps nobody has to be asked for, seals and barriers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from engines.kernel.contradictions import contradiction
from engines.kernel.game import Barrier, Json, MalformedMoveError, Opening
from engines.kernel.sentences import say
from engines.xidit.adjustments.decide import apply_adjustment
from engines.xidit.moves import (
    EVENTS,
    Adjusted,
    Awoken,
    BardsPlaced,
    BastionRevealed,
    Declared,
    DummyAdvanced,
    Evaluated,
    Event,
    Executed,
    FistShown,
    FistsOpened,
    IdrakysPlaced,
    OrdersRevealed,
    Programmed,
    RewardsChosen,
    SetUp,
    StoryPlaced,
    TitanChosen,
    TopRevealed,
    YearEnded,
)
from engines.xidit.refusals import refusal
from engines.xidit.rules import census, evaluation, orders, rewards, tiles
from engines.xidit.rules.playable import applies
from engines.xidit.setup import decide_place, decide_setup, place_figure, set_up
from engines.xidit.state import State

_DECIDE: Mapping[str, Callable[[State, Json], Event]] = {
    "setup": decide_setup,
    "place_idrakys": decide_place,
    "program": orders.decide_program,
    "reveal_orders": orders.decide_reveal,
    "execute": orders.decide_execute,
    "choose_titan": rewards.decide_titan,
    "choose_rewards": rewards.decide_rewards,
    "place_bards": rewards.decide_bards,
    "advance_dummy": rewards.decide_dummy,
    "reveal_top": tiles.decide_top,
    "awaken": tiles.decide_awaken,
    "census_show": census.decide_show,
    "census_open": census.decide_open,
    "place_story": rewards.decide_story,
    "end_year": evaluation.decide_end,
    "reveal_bastion": evaluation.decide_bastion,
    "declare": evaluation.decide_declare,
    "evaluate": evaluation.decide_evaluate,
}

_APPLY: Mapping[type, Callable[[State, Any, str], object]] = {
    SetUp: set_up,
    IdrakysPlaced: place_figure,
    Programmed: orders.program,
    OrdersRevealed: orders.reveal,
    TitanChosen: rewards.face_titan,
    RewardsChosen: rewards.choose_rewards,
    BardsPlaced: rewards.place_bards,
    DummyAdvanced: rewards.advance_dummy,
    TopRevealed: tiles.see_top,
    Awoken: tiles.wake,
    FistShown: census.show,
    FistsOpened: census.open_fists,
    StoryPlaced: rewards.place_story,
    YearEnded: evaluation.end_year,
    BastionRevealed: evaluation.reveal_bastion,
    Declared: evaluation.declare,
    Evaluated: evaluation.evaluate,
    **dict.fromkeys(get_args(Adjusted), apply_adjustment),
}


def decide(state: State, move: Json) -> Event:
    """The event that a move is; the state is left as it is.

    Args:
        state: The table as this fold knows it.
        move: ``type``, ``seat``, parameters; orders and fists may be missing where a seal may fill them.

    Raises:
        IllegalMoveError: A rule forbids it, as far as this fold knows. It carries the event where the table can have
            played it all the same.
        MalformedMoveError: There is no such type of move.
    """
    kind = move.get("type")
    build = _DECIDE.get(kind) if isinstance(kind, str) else None
    if build is None:
        raise MalformedMoveError(
            {"type": say(f"Xidit has no move {kind!r:.40}", f"Xidit no tiene la jugada {kind!r:.40}")}
        )
    due = state.due
    if due is not None and due.what == "reveal_top" and kind != "reveal_top":
        raise refusal("XID-21.8", "top_asked", pile=due.pile)
    return build(state, move)


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event, in place, and take every step after it that needs nobody (chapter 22). Never refuses.

    An event that has no meaning on this table changes nothing and is noted; ``decide`` is not asked.

    Args:
        state: The table as this fold knows it.
        event: Of ``decide``, or with what a seal filled in since.
        name: The event's own.
    """
    if not applies(state, event):
        kind = EVENTS.type_of(event)
        state.contradictions.append(contradiction([name], "XID-21.2", kind))
        return
    if type(event) is Executed:
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
    """Go on until a decision or a fact is needed (chapter 22)."""
    while state.due is None:
        if state.reward is not None:
            rewards.step(state, state.reward, name)
        elif state.renewal is not None:
            tiles.step(state, state.renewal, name)
        elif state.executing:
            orders.complete(state)
        elif state.phase != "census" or not census.step(state):
            return


# --------------------------------------------------------------------------------------------------- opens and barrier


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
    """The seat's last program of the year, or its last fist of the round (XID-4.6, XID-14.25)."""
    match move["type"]:
        case "program":
            return state.seats[move["seat"]].program
        case "census_show":
            return state.seats[move["seat"]].fist
    return None


def barrier(state: State, event: Event) -> Barrier | None:
    """What was revealed, and what chance decided, cannot be taken back; choices can."""
    everybody = tuple(range(len(state.seats)))
    match event:
        case SetUp():
            return Barrier("chance", "setup", everybody)
        case OrdersRevealed():
            return Barrier("reveal", "orders", everybody)
        case FistsOpened(unit):
            return Barrier("reveal", unit, everybody)
        case TopRevealed(_, tile) if tile is not None:
            return Barrier("reveal", tile, everybody)
        case Awoken():
            return Barrier("chance", "awakening", everybody)
        case BastionRevealed():
            return Barrier("reveal", "bastion", everybody)
        case Evaluated():
            done = len(state.evaluations)
            order = state.evaluation_order
            return Barrier("reveal", order[done] if done < len(order) else "evaluation", everybody)
        case _:
            return None
