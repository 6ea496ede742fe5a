"""The table before the starting player is chosen (ROE-2)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.box.reading import colours
from engines.kernel.game import Json
from engines.kernel.seats import check_seats
from engines.rise_of_empires.box.components import SEATS, read
from engines.rise_of_empires.moves import LIMITED, NEEDS_CUBE, TIE_COUNTS_MAP
from engines.rise_of_empires.state import Lying, Seat, State


def setup(seats: Sequence[str], options: Json, box: Json) -> State:
    """The table before the starting player is chosen (ROE-2).

    Raises:
        IllegalMoveError: Not 2 to 5 players, or two with one colour (ROE-2.1, ROE-2.2).
    """
    check_seats(seats, SEATS, colours(box), counted="ROE-2.1", coloured="ROE-2.2")
    known, count = read(box), len(seats)
    start = known.start
    circles = known.circles[count]
    return State(
        known,
        tuple(seats),
        bool(options.get(NEEDS_CUBE)),
        bool(options.get(TIE_COUNTS_MAP)),
        bool(options.get(LIMITED)),
        seats=[
            Seat(
                start["vp"],
                start["food"],
                start["gold"],
                start["resource"],
                start["pool"],
                start["stock"],
                start["discs"],
            )
            for _ in seats
        ],
        cubes={region: [0] * count for region in known.regions},
        rows={row: [None] * min(circles, known.caps.get(row, circles)) for row in known.rows},
        trade=dict.fromkeys(known.trade),
        empire=dict.fromkeys(known.empire, ""),
        new=Lying(),
        aside=Lying(),
        gone=Lying(),
        unseen=dict.fromkeys(known.progress, ""),
        unseen_territory={kind: tile.count for kind, tile in known.territory.items()},
        unseen_city=dict.fromkeys(known.cities, ""),
    )
