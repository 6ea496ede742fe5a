"""The rows of an owner's box, and which of them were compared with a printed copy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engines.kernel.box.checks import Faults
from engines.kernel.box.form import MARKS, BoxForm, Table
from engines.kernel.values import Json


@dataclass(frozen=True, slots=True)
class Row:
    """A row of an owner's box: its table, its key or index, the owner's name for it, and its members."""

    table: Table
    key: str
    name: str
    members: Json

    @property
    def marks(self) -> Any:
        """The members not yet compared with a printed copy; None if the row does not say."""
        return self.members.get(MARKS)


def rows_of(form: BoxForm, box: Json) -> Iterator[Row]:
    """Every row of the tables of a box, without items that are not rows. Equal names are replaced by the keys."""
    for table in form.tables:
        here: Any = box
        for key in table.path.split("."):
            here = here.get(key) if isinstance(here, dict) else None
        items = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        found = [(str(key), item) for key, item in items if isinstance(item, dict)]
        names = [key if table.keyed else _named(table.row, item) or key for key, item in found]
        count: dict[str, int] = {}
        for name in names:
            count[name] = count.get(name, 0) + 1
        for (key, item), name in zip(found, names, strict=True):
            yield Row(table, key, name if count[name] == 1 else key, item)


def _named(template: str, row: Json) -> str:
    """The owner's name for a row; empty if its members give no name."""
    plain = {key: value for key, value in row.items() if type(value) in (str, int)}
    try:
        name = template.format_map(plain)
    except (KeyError, ValueError):
        return ""
    fits = name.isprintable() and 0 < len(name) <= 40 and "." not in name  # noqa: PLR2004 - as long as an id
    return name if fits else ""


def check_marks(faults: Faults, form: BoxForm, box: Json) -> None:
    """Add faults for marks that name no value of their row, and for an unmarked box whose rows have marks."""
    left = ""
    for row in rows_of(form, box):
        path = f"{row.table.path}.{row.key}.{MARKS}"
        marks = [] if row.marks is None else faults.items(row.marks, path)
        for place, mark in enumerate(marks):
            if not isinstance(mark, str) or mark not in row.members or mark in ("id", MARKS):
                faults.add(
                    f"{path}.{place}",
                    f"{mark!r:.40} is not a value of this row",
                    f"{mark!r:.40} no es un valor de esta fila",
                )
        left = left or (path if marks else "")
    if left and box.get(MARKS) is not True:
        faults.add(
            MARKS,
            f"must be true while a row has placeholders: {left}",
            f"debe ser true mientras haya filas provisionales: {left}",
        )


def is_compared(row: Row, box: Json) -> bool:
    """Whether a row was compared with a printed copy; for a row without marks, the box decides."""
    return box.get(MARKS) is not True if row.marks is None else not row.marks


def progress(form: BoxForm, box: Json, named: frozenset[str], seats: int) -> dict[str, int]:
    """The number of rows compared with a printed copy, in the whole box and among the rows used in a game.

    ``named``: the names that occur in the moves of the game.

    Returns:
        ``rows``, ``compared``, ``used`` and ``used_compared``.
    """
    found = dict.fromkeys(("rows", "compared", "used", "used_compared"), 0)
    for row in rows_of(form, box):
        table, compared = row.table, is_compared(row, box)
        moved = row.name in named or row.members.get("id") in named
        used = (table.always or moved) and (not table.seats or seats in table.seats)
        found["rows"] += 1
        found["compared"] += compared
        found["used"] += used
        found["used_compared"] += used and compared
    return found
