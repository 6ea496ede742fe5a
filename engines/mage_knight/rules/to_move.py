"""The seats that have a move to make."""

from __future__ import annotations

from engines.mage_knight.state import State


def to_move(state: State) -> list[int]:
    """The seats that have a move to make: the active seat, and those still ending a turn (MK-6.15)."""
    if state.phase == "tactics":
        return state.choosing[:1]
    if state.phase != "turns":
        return []
    waiting = {seat for seat, player in enumerate(state.seats) if player.turn is not None}
    if state.active is not None:
        waiting.add(state.active)
    return sorted(waiting)
