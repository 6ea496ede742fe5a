"""The table before the first move (KIN-2)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.game import Json
from engines.kernel.seats import check_seats
from engines.kingdoms.box.components import SEATS, read
from engines.kingdoms.moves import PAST_MOUNTAINS
from engines.kingdoms.state import Seat, State, shuffled


def setup(seats: Sequence[str], options: Json, box: Json) -> State:
    """The table before the first move: castles and gold taken, the supply shuffled (KIN-2.1 to KIN-2.7, KIN-2.10).

    Args:
        seats: Colours, clockwise from seat 0.
        options: ``reach_past_mountains``; records from before the option lack it.
        box: The components, accepted by ``check_box``.

    Raises:
        IllegalMoveError: KIN-1.15 too few or too many seats; KIN-2.1 a colour twice, or one that the box lacks.
    """
    parts = read(box)
    check_seats(seats, SEATS, parts.colours, counted="KIN-1.15", coloured="KIN-2.1")
    taken = parts.castles[len(seats)]
    return State(
        box=parts,
        colours=tuple(seats),
        seats=[
            Seat(
                gold=parts.gold,
                reserve=dict(taken),
                boxed=dict.fromkeys(parts.ranks[1:], 0),
                used=dict.fromkeys(parts.ranks, 0),
                placed={rank: [] for rank in parts.ranks},
            )
            for _ in seats
        ],
        cells=[None] * (parts.rows * parts.columns),
        supply=parts.tiles,
        hidden=shuffled(parts),
        past_mountains=options.get(PAST_MOUNTAINS) is True,
    )
