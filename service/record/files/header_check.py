"""Compares the header of a text file with the record that its moves are imported into."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.kernel.game import Game, Json, Text, rules_of
from engines.kernel.input.text_files import OPTION, Header, Seat
from engines.kernel.input.text_files import header as read
from engines.kernel.notation import NotationError
from service.record.entries import boxes
from service.texts import said


def seats_of(header: Header, colours: Mapping[str, Text]) -> list[Seat]:
    """The seats that a file names, with the ids of their colours; a seat of any colour has none.

    ``colours``: those of the box with their printed names; a colour may be written by either.

    Raises:
        NotationError: A colour that the box does not have, or a name that cannot be read.
    """
    return [Seat(colour_of(header, seat.colour, colours), seat.name) for seat in header.seats]


def colour_of(header: Header, word: str, colours: Mapping[str, Text]) -> str:
    """The id of a colour.

    Raises:
        NotationError: The box does not have it.
    """
    known = {name.casefold(): colour for colour, names in colours.items() for name in (*names.values(), colour)}
    if not word or word.casefold() in known:
        return known.get(word.casefold(), "")
    there = ", ".join(colours)
    raise header.stated["seats"].refused(said("no_colour_put_name", word=word, there=there))


def check(text: str, game: Game[Any, Any], box: Json, opening: Json, names: Sequence[str | None]) -> None:
    """Refuse a file whose header does not fit the record that its moves are imported into.

    Only what the file states is compared. Policies are not compared: a file may go into a record with others.

    ``names``: who sits there, clockwise; None where that is not known.

    Raises:
        NotationError: What differs, by name, with its line.
    """
    header = read(text)
    for key, here in (("game", game.name), ("rules", rules_of(game))):
        _same(header, key, header.fields.get(key, here), here)
    header.check()
    for name, value in header.values(OPTION, game.options()).items():
        _same(header, f"{OPTION} {name}", value, opening["options"].get(name, game.options()[name].default))
    if (stated := header.stated.get("box")) is not None and not boxes.same_play(game, stated.value, box):
        _same(header, "box", stated.value[:16], opening["box"][:16])
    _seats(header, seats_of(header, game.colours(box)), [seat["colour"] for seat in opening["seats"]], names)


def _seats(header: Header, seats: Sequence[Seat], colours: Sequence[str], names: Sequence[str | None]) -> None:
    if not seats:
        return
    _same(header, "seats", len(seats), len(colours))
    there = [seat.colour or colour for seat, colour in zip(seats, colours, strict=True)]
    _same(header, "seats", ", ".join(there), ", ".join(colours))
    for seat, colour, name in zip(seats, colours, names, strict=True):
        if seat.name and name is not None and seat.name.strip().casefold() != name.strip().casefold():
            _same(header, "seats", f"{colour}={seat.name}", f"{colour}={name}")


def _same(header: Header, key: str, there: object, here: object) -> None:
    if there == here and type(there) is type(here):
        return
    shown = [str(value).lower() if isinstance(value, bool) else value for value in (there, here)]
    raise header.stated[key.casefold()].refused(said("header_differs", key=key, there=shown[0], here=shown[1]))


__all__ = ["NotationError", "check", "colour_of", "seats_of"]
