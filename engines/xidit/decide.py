"""The event of a move, if the rules allow it; each subject of the rules has a file in ``rules``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.kernel.game import Json, MalformedMoveError
from engines.kernel.moves.events import Event
from engines.kernel.sentences import say
from engines.xidit.refusals import refusal
from engines.xidit.rules import census, evaluation, orders, rewards, tiles
from engines.xidit.setup import decide_place, decide_setup
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


def decide(state: State, move: Json) -> Event:
    """Return the event of a move without changing the state.

    Args:
        state: The table, as far as this fold knows.
        move: ``type``, ``seat``, parameters; orders and fists may be missing where a seal may fill them.

    Raises:
        IllegalMoveError: A rule forbids it, as far as this fold knows. It carries the event if the table may have
            played it anyway.
        MalformedMoveError: Unknown type of move.
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
