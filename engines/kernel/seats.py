"""The seats of a table: their number, their colours, and the seats that moves name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engines.kernel.game import LANGUAGES, IllegalMoveError, Text
from engines.kernel.sentences import OR, joined, say, shown


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a table as a recorder types them.

    Args:
        colours: The ids of their colours, clockwise from seat 0.
        names: Colour -> its printed name in every language; empty if the names are not known.
    """

    colours: Sequence[str] = ()
    names: Mapping[str, Text] = field(default_factory=dict)

    def like(self, word: str) -> list[int]:
        """Every seat that a word may mean, ascending; exactly one if the word is unambiguous.

        A number, an id or a full name takes precedence over a prefix, and a prefix of an id over a prefix of a name, so
        that names cannot make a line ambiguous.
        """
        if word.isascii() and word.isdigit() and len(word) < 3:  # noqa: PLR2004 - a seat has one digit or two
            return [int(word)] if int(word) < len(self.colours) else []
        folded = word.casefold()
        if not folded:
            return []
        ids = [[colour.casefold()] for colour in self.colours]
        names = [
            [self.names[colour][lang].casefold() for lang in LANGUAGES] if colour in self.names else []
            for colour in self.colours
        ]
        for known, whole in ((ids, True), (names, True), (ids, False), (names, False)):
            found = [
                seat
                for seat, spelled in enumerate(known)
                if any(one == folded if whole else one.startswith(folded) for one in spelled)
            ]
            if found:
                return found
        return []

    def named(self, word: str) -> int:
        """The seat that a word means.

        Raises:
            ValueError: It may mean several seats, or none; its argument is the message in every language.
        """
        found = self.like(word)
        if len(found) == 1:
            return found[0]
        if found:
            raise ValueError(self.unclear(word, found))
        raise ValueError(
            {
                "en": f"{word!r:.40} is not a seat; available: {self._listed(range(len(self.colours)), 'en')}",
                "es": f"{word!r:.40} no es un asiento; disponibles: {self._listed(range(len(self.colours)), 'es')}",
            }
        )

    def unclear(self, word: str, seats: Iterable[int]) -> Text:
        """The message that a word may mean any of these seats."""
        them = list(seats)
        return {
            "en": f"{word!r:.40} may be {self._listed(them, 'en')}",
            "es": f"{word!r:.40} puede ser {self._listed(them, 'es')}",
        }

    def _listed(self, seats: Iterable[int], lang: str) -> str:
        """A list of seats by the ids of their colours, with the printed name if it differs."""
        said = []
        for colour in (self.colours[seat] for seat in seats):
            printed = self.names[colour][lang].casefold() if colour in self.names else colour
            said.append(colour if printed == colour.casefold() else f"{colour} ({printed})")
        return joined(said, lang, OR)


def check_seats(seats: Sequence[str], may: range, colours: Iterable[str], *, counted: str, coloured: str) -> None:
    """Refuse seats that the rules do not allow.

    Args:
        seats: Colours, clockwise from seat 0.
        may: The possible numbers of players.
        colours: The colours of the box.
        counted: The clause about the number of players.
        coloured: The clause about their colours.

    Raises:
        IllegalMoveError: Too few or too many seats; a colour twice, or one that the box does not have.
    """
    if len(seats) not in may:
        count, least, most = len(seats), may[0], may[-1]
        text = say(
            f"seats: {count}; the game is for {least} to {most}", f"asientos: {count}; el juego es de {least} a {most}"
        )
        raise IllegalMoveError(counted, "players", text)
    known = list(colours)
    for place, colour in enumerate(seats):
        if colour not in known:
            has = ", ".join(known)
            text = say(
                f"seat {place}: {colour!r:.40} is not a colour of this box; it has {has}",
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
    """Check the seat that a move names, and return it.

    ``rule``: the clause that refuses any other value.

    Raises:
        IllegalMoveError: There is no such seat.
    """
    if type(seat) is int and 0 <= seat < count:
        return seat
    text = say(
        f"seat {shown(seat)} is not at this table; it has seats 0 to {count - 1}",
        f"el asiento {shown(seat)} no está en esta mesa; hay asientos de 0 a {count - 1}",
    )
    raise IllegalMoveError(rule, code, text)


def seat_of_key(key: object, count: int, rule: str, code: str = "players") -> int:
    """The seat of a key (``"2"``) of a map by seat; arguments and errors as in :func:`seat_at_table`."""
    found = next((place for place in range(count) if str(place) == key), None)
    return seat_at_table(key, count, rule, code) if found is None else found
