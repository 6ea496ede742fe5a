"""Arguments of moves: a seat, a city, the seats that are keys of a map."""

from __future__ import annotations

from engines.kernel.game import Json
from engines.kernel.seats import seat_at_table, seat_of_key
from engines.kernel.sentences import shown
from engines.xidit.refusals import refusal
from engines.xidit.state import State


def seated(state: State, move: Json) -> int:
    """The seat of the move, which must be at the table (XID-2.1)."""
    return seat_at_table(move.get("seat"), len(state.seats), "XID-2.1", "unseated")


def city_on_map(state: State, value: object) -> int:
    """A city of the map (XID-1.2)."""
    if type(value) is not int or value not in state.box.cities:
        raise refusal("XID-1.2", "no_such_city", city=shown(value), last=len(state.box.cities))
    return value


def by_key(state: State, key: str) -> int:
    """The seat that a key of a map names (XID-2.1)."""
    return seat_of_key(key, len(state.seats), "XID-2.1", "unseated")
