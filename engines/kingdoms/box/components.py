"""The box: reading one edition's components, and finding every fault in an owner's own (KIN-1, KIN-2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.kernel.box.cache import cached_by_box
from engines.kernel.box.reading import built, colours, default_edition
from engines.kernel.game import Json, Text

SEATS = range(2, 5)
"""Possible numbers of seats (KIN-1.15)."""
PROSE = ("origin", "edition", "stand_in", "name")
"""Members of the box that do not affect play. Names are shown and typed; kinds are known by their ids."""
_UNTRANSLATED = "97aa12b9aa265a24186d85374aa1756f361a7408459cd826f6fedaf7cb0ad7a8"
FORMER_BOXES = {"2698a42d6436f73d74609f789334b17c061544e62aef77d2fceb7e10ae6eeaa0": _UNTRANSLATED}
"""Content hash -> play hash: of the edition before its ``origin`` was translated."""

RESOURCE, HAZARD = "resource", "hazard"
MOUNTAIN, DRAGON, GOLD_MINE, WIZARD = "mountain", "dragon", "gold_mine", "wizard"
"""Categories of tiles: what a tile does in scoring."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of tile; copies of it are indistinguishable (KIN-1.6).

    ``token`` is its short form in typed moves, ``value`` its gold: negative for hazards, 0 where none is printed
    (KIN-1.5). ``name`` is for display only, never a key (KIN-1.8).
    """

    id: str
    token: str
    category: str
    value: int
    count: int
    name: Text


@dataclass(frozen=True, slots=True)
class Line:
    """One row or column of the board (KIN-8.1); ``index`` counts from 1, ``cells`` are row-major from 0."""

    line: str
    index: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A box as the engine works with it; derived once from its JSON.

    ``kinds`` and ``copies`` are by id, in the order of the box; ``tiles`` counts all kinds together. ``castles`` is
    number of seats -> rank -> castles of each seat (KIN-2.2, KIN-2.3). ``lines`` has every row from the top, then every
    column from the left; ``neighbours`` has the spaces orthogonally next to each space.
    """

    edition: str
    rows: int
    columns: int
    epochs: int
    gold: int
    colours: Mapping[str, Text]
    kinds: Mapping[str, Kind]
    copies: Mapping[str, int]
    tiles: int
    ranks: tuple[int, ...]
    castles: Mapping[int, Mapping[int, int]]
    lines: tuple[Line, ...]
    neighbours: tuple[tuple[int, ...], ...]


box = default_edition("engines.kingdoms")


@cached_by_box(4)
def read(box: Json) -> Box:
    """Read a box that has passed :func:`check_box`. Many records share one box."""
    rows, columns = box["board"]["rows"], box["board"]["columns"]
    kinds = {kind["id"]: built(Kind, kind) for kind in box["kinds"]}
    copies = {kind["id"]: kind["count"] for kind in box["kinds"]}
    castles = {
        int(seats): {int(rank): count for rank, count in taken.items()}
        for seats, taken in box["castles"]["per_player"].items()
    }
    across = [Line("row", row + 1, tuple(range(row * columns, (row + 1) * columns))) for row in range(rows)]
    down = [Line("column", col + 1, tuple(range(col, rows * columns, columns))) for col in range(columns)]
    return Box(
        edition=box["edition"],
        rows=rows,
        columns=columns,
        epochs=box["epochs"],
        gold=box["starting_gold"],
        colours=colours(box),
        kinds=kinds,
        copies=copies,
        tiles=sum(copies.values()),
        ranks=tuple(sorted(int(rank) for rank in box["castles"]["per_colour"])),
        castles=castles,
        lines=(*across, *down),
        neighbours=tuple(_neighbours(cell, rows, columns) for cell in range(rows * columns)),
    )


def _neighbours(cell: int, rows: int, columns: int) -> tuple[int, ...]:
    """The spaces one step away; none lies beyond the edge (KIN-9.15, KIN-9.20)."""
    row, col = divmod(cell, columns)
    steps = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return tuple(r * columns + c for r, c in steps if 0 <= r < rows and 0 <= c < columns)
