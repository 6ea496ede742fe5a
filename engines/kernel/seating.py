"""Who sits at the table: as many seats as may play, each with a colour of its own, and the seats that moves name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.kernel.game import IllegalMoveError
from engines.kernel.says import say, shown


def check_seats(seats: Sequence[str], may: range, colours: Iterable[str], *, counted: str, coloured: str) -> None:
    """Refuse a table that the rules do not allow.

    Args:
        seats: Colours, clockwise from seat 0.
        may: How many may sit down.
        colours: Those of the box.
        counted: The clause about the number of players.
        coloured: The clause about their colours.

    Raises:
        IllegalMoveError: Too few or too many seats; a colour twice, or one that the box has not.
    """
    if len(seats) not in may:
        count, least, most = len(seats), may[0], may[-1]
        text = say(f"{count} seats: {least} to {most} may play", f"{count} asientos: juegan de {least} a {most}")
        raise IllegalMoveError(counted, "players", text)
    known = list(colours)
    for place, colour in enumerate(seats):
        if colour not in known:
            has = ", ".join(known)
            text = say(
                f"seat {place}: {colour!r:.40} is no colour of this box; it has {has}",
                f"asiento {place}: {colour!r:.40} no es un color de esta caja; tiene {has}",
            )
            raise IllegalMoveError(coloured, "players", text)
        if colour in seats[:place]:
            first = seats.index(colour)
            text = say(
                f"seats {first} and {place} are both {colour}", f"los asientos {first} y {place} son ambos {colour}"
            )
            raise IllegalMoveError(coloured, "players", text)


def seat_at_table(seat: object, count: int, rule: str, code: str = "players") -> int:
    """The seat that a move names.

    Args:
        seat: What the move says.
        count: Seats at the table.
        rule: The clause that refuses any other.
        code: The code of that refusal.

    Raises:
        IllegalMoveError: Nobody sits there.
    """
    if type(seat) is int and 0 <= seat < count:
        return seat
    text = say(
        f"seat {shown(seat)} is not at this table; it has seats 0 to {count - 1}",
        f"el asiento {shown(seat)} no está en esta mesa; hay asientos de 0 a {count - 1}",
    )
    raise IllegalMoveError(rule, code, text)


def seat_of_key(key: object, count: int, rule: str, code: str = "players") -> int:
    """The seat that a key of a map by seat stands for (``"2"``); arguments and errors as :func:`seat_at_table`."""
    found = next((place for place in range(count) if str(place) == key), None)
    return seat_at_table(key, count, rule, code) if found is None else found
