"""Files of text notation: a header in comments, then a line a move. What one function writes here another reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engines.kernel import notation, strict_json
from engines.kernel.game import Field, Game, Json, Text, rules_of
from engines.kernel.notation import NotationError
from engines.kernel.sentences import say

NOT_CARRIED = "# not carried: "
"""How the last line of a file begins that holds what cannot be recorded anew from it."""
MARK = "\ufeff"
"""The byte-order mark that some editors write before a text."""
OPTION, POLICY = "option", "policy"


class Stated(NamedTuple):
    """What a line of a header states.

    Args:
        value: What stands behind the colon.
        line: Its number, from 1.
        column: Of the value, from 1.
    """

    value: str
    line: int
    column: int

    def refused(self, says: Text) -> NotationError:
        """Why it cannot be taken, with its line."""
        return NotationError(self.column, says, self.line)


class Seat(NamedTuple):
    """A seat of a header; either may be empty."""

    colour: str
    name: str


class Header(NamedTuple):
    """What the comment lines at the top of a file say.

    Args:
        stated: By key: ``game``, ``seats``, ``option <name>`` ..., the first line of each.
        faults: Lines of options and policies that are not written as such, and what is stated twice.
    """

    stated: Mapping[str, Stated]
    faults: Sequence[NotationError]

    @property
    def fields(self) -> dict[str, str]:
        """Each value by its key."""
        return {key: stated.value for key, stated in self.stated.items()}

    @property
    def seats(self) -> list[Seat]:
        """The seats, clockwise; empty where the file names none.

        Raises:
            NotationError: A name in quotes is not closed, or something follows it.
        """
        stated = self.stated.get("seats")
        return [] if stated is None else [_seat(word, stated) for word in _parted(stated.value) if word]

    def values(self, kind: str, fields: Mapping[str, Field]) -> Json:
        """The options or the policies that the file states, each read by its field.

        Args:
            kind: :data:`OPTION` or :data:`POLICY`.
            fields: Those that there are, by name.

        Raises:
            NotationError: There is no such option, or it cannot have this value; with its line.
        """
        known = {name.casefold(): name for name in fields}
        found: Json = {}
        for key, stated in self.stated.items():
            word, _, name = key.partition(" ")
            if word != kind or not name:
                continue
            if name not in known:
                raise stated.refused(unknown(kind, name, fields))
            try:
                found[known[name]] = notation.read_value(fields[known[name]], stated.value)
            except ValueError as error:
                raise stated.refused({lang: f"{name}: {said}" for lang, said in error.args[0].items()}) from None
        return found

    def check(self) -> None:
        """Refuse a header with a line that is not written as it should be.

        Raises:
            NotationError: The first such line.
        """
        for fault in self.faults:
            raise fault


def unknown(kind: str, name: str, fields: Iterable[str]) -> Text:
    """That there is no such option or policy."""
    there = ", ".join(fields)
    es = {OPTION: "opción", POLICY: "política"}[kind]
    return say(
        f"no {kind} {name!r:.40}; there is {there or 'none'}", f"no hay {es} {name!r:.40}; hay {there or 'ninguna'}"
    )


def _parted(text: str) -> list[str]:
    """The words between commas that stand outside of quotes; a quote opens at the beginning of a name only."""
    words, quoted, start, place = [""], False, False, 0
    while place < len(text):
        sign = text[place]
        if quoted and sign == "\\":
            words[-1] += text[place : place + 2]
            place += 2
            continue
        if sign == '"' and (quoted or start):
            quoted = not quoted
        if sign == "," and not quoted:
            words.append("")
        else:
            words[-1] += sign
        start = sign == "=" or (start and sign.isspace())
        place += 1
    return [word.strip() for word in words]


def _seat(word: str, stated: Stated) -> Seat:
    colour, equals, name = (part.strip() for part in word.partition("="))
    if equals and not name:
        raise stated.refused(
            say(f"{word!r:.60}: a name is missing after '='", f"{word!r:.60}: falta un nombre tras '='")
        )
    if name.startswith('"'):
        try:
            name = strict_json.parse(name)
        except strict_json.StrictError:
            raise stated.refused(
                say(
                    f"{name:.60}: a name in quotes ends with a quote", f"{name:.60}: un nombre entre comillas se cierra"
                )
            ) from None
    return Seat(colour, name)


def lines(text: str) -> list[str]:
    """The lines of a file; they end at LF, CR LF or CR. Other signs that end a line to Unicode may stand in quotes."""
    return text.removeprefix(MARK).replace("\r\n", "\n").replace("\r", "\n").split("\n")


def header(text: str) -> Header:
    """The header of a file: its first comment lines of the form ``# key: value``."""
    stated: dict[str, Stated] = {}
    faults: list[NotationError] = []
    for number, line in enumerate(lines(text), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            break
        key, colon, value = line.lstrip().removeprefix("#").partition(":")
        words = key.casefold().split()
        found = Stated(value.strip(), number, len(line) - len(value.lstrip()) + 1)
        if words and words[0] in (OPTION, POLICY) and (not colon or len(words) != 2):  # noqa: PLR2004 - the word, a name
            what = f"{words[0]} NAME: VALUE"
            faults.append(found.refused(say(f"it is written '{what}'", f"se escribe '{what}'")))
        elif colon and words:
            first = stated.setdefault(" ".join(words), found)
            if first.value != found.value and words[0] in (OPTION, POLICY, "game", "rules", "seats", "box"):
                key = " ".join(words)
                says = say(f"{key} is in line {first.line}, too", f"{key} está también en la línea {first.line}")
                faults.append(found.refused(says))
    return Header(stated, faults)


def write_header(
    game: Game[Any, Any], seats: Iterable[Seat], options: Json, more: Iterable[tuple[str, str]] = ()
) -> list[str]:
    """The lines of a header.

    Args:
        game: The title.
        seats: Clockwise.
        options: Every option that is stated.
        more: Other keys with their values, as they stand there.
    """
    fields = game.options()
    return [
        f"# game: {game.name}",
        f"# rules: {rules_of(game)}",
        f"# seats: {', '.join(_format_seat(seat) for seat in seats)}",
        *(f"# {OPTION} {name}: {notation.write_value(fields[name], value)}" for name, value in options.items()),
        *(f"# {key}: {value}" for key, value in more),
    ]


def _format_seat(seat: Seat) -> str:
    """A seat as :func:`_seat` reads it: a name is in quotes where it would read otherwise."""
    if not seat.name:
        return seat.colour
    plain = seat.name == seat.name.strip() and "," not in seat.name and not seat.name.startswith('"')
    return f"{seat.colour}={seat.name if plain else json.dumps(seat.name, ensure_ascii=False)}"


def read_file(game: Game[Any, Any], box: Json, text: str, seats: Sequence[str]) -> Iterator[tuple[int, Json]]:
    """Every move of a file with the number of its line, from 1.

    Raises:
        NotationError: A line cannot be read as a move; with its number, the column and the reason.
    """
    for number, line in enumerate(lines(text), 1):
        try:
            move = notation.read(game, box, line, seats)
        except NotationError as error:
            raise NotationError(error.column, error.says, number) from None
        if move is not None:
            yield number, move
