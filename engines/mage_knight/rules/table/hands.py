"""How many cards a hand may hold (MK-22.14, MK-22.15)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.mage_knight.box.geometry import Space, around
from engines.mage_knight.rules.table.wounds import level_of
from engines.mage_knight.state import State


def keeps_of(state: State, seat: int) -> list[Space]:
    """The spaces of the keeps that a seat owns."""
    sites = state.box.sites
    return [
        at
        for at, place in state.spaces.items()
        if place.shields and place.site is not None and sites[place.site].owned and seat in place.shields
    ]


def limit(state: State, seat: int, *, planning: bool, keeps: Sequence[Space] | None = None) -> int:
    """The hand limit for drawing (MK-22.14, MK-22.15, MK-5.14).

    ``planning``: whether the bonus of a tactic counts. ``keeps``: the keeps that the seat owns, where they are known.
    """
    player = state.seats[seat]
    keeps = keeps_of(state, seat) if keeps is None else keeps
    at = player.space
    near = at is not None and (at in keeps or any(keep in around(at) for keep in keeps))
    bonus = len(keeps) if near else 0
    tactic = state.box.tactics.get(player.tactic or "")
    if planning and tactic is not None and tactic.effect is not None:
        node = tactic.effect
        if node["op"] == "hand_limit_for_draw" and len(player.hand) >= node["if_cards_in_hand_at_least"]:
            bonus += node["n"]
    return level_of(state, player).hand + bonus + player.next_draw
