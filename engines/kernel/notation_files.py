"""Files of text notation: a header in comments, then a line a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engines.kernel import notation
from engines.kernel.game import Game, Json

NOT_CARRIED = "# not carried: "
"""How the last line of a file begins that holds what cannot be recorded anew from it."""


class Header(NamedTuple):
    """What the comment lines at the top of a file say: ``game``, ``seats`` and ``option <name>`` by key."""

    fields: dict[str, str]

    @property
    def seats(self) -> list[str]:
        """The colours, clockwise; empty where the file names none."""
        return [seat.strip() for seat in self.fields.get("seats", "").split(",") if seat.strip()]


def lines(text: str) -> list[str]:
    """The lines of a file; they end at LF, CR LF or CR. Other signs that end a line to Unicode may stand in quotes."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def header(text: str) -> Header:
    """The header of a file: its first comment lines of the form ``# key: value``."""
    fields: dict[str, str] = {}
    for line in lines(text):
        if line.strip() and not line.lstrip().startswith("#"):
            break
        key, colon, value = line.lstrip().removeprefix("#").partition(":")
        if colon and key.strip():
            fields.setdefault(key.strip().casefold(), value.strip())
    return Header(fields)


def read_file(game: Game[Any, Any], box: Json, text: str, seats: Sequence[str]) -> Iterator[tuple[int, Json]]:
    """Every move of a file with the number of its line, from 1.

    Raises:
        NotationError: A line cannot be read as a move; with its number, the column and the reason.
    """
    for number, line in enumerate(lines(text), 1):
        try:
            move = notation.read(game, box, line, seats)
        except notation.NotationError as error:
            raise notation.NotationError(error.column, error.says, number) from None
        if move is not None:
            yield number, move
