"""Reads and writes files of text notation: a header in comments, then one line for each move."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engines.kernel import notation, strict_json
from engines.kernel.game import Field, Game, Json, Text, rules_of
from engines.kernel.notation import NotationError
from engines.kernel.sentences import say

NOT_CARRIED = "# not carried: "
"""The prefix of a file's last line, if it lists data that cannot be recorded again from the file."""
MARK = "\ufeff"
"""The byte-order mark that some editors write at the start of a file."""
OPTION, POLICY = "option", "policy"


class Stated(NamedTuple):
    """A value in a header.

    Args:
        value: The text after the colon.
        line: The number of the line, from 1.
        column: The column of the value, from 1.
    """

    value: str
    line: int
    column: int

    def refused(self, says: Text) -> NotationError:
        """Return the error for a value that is not accepted, with its line."""
        return NotationError(self.column, says, self.line)


class Seat(NamedTuple):
    """A seat of a header; colour or name may be empty."""

    colour: str
    name: str


class Header(NamedTuple):
    """The data in the comment lines at the top of a file.

    Args:
        stated: Key (``game``, ``seats``, ``option <name>`` ...) -> its value in the first line that has it.
        faults: Errors for malformed lines of options and policies, and for conflicting values of one key.
    """

    stated: Mapping[str, Stated]
    faults: Sequence[NotationError]

    @property
    def fields(self) -> dict[str, str]:
        """Key -> value."""
        return {key: stated.value for key, stated in self.stated.items()}

    @property
    def seats(self) -> list[Seat]:
        """The seats, clockwise; empty if the file names none.

        Raises:
            NotationError: A name in quotes is not closed, or something follows it.
        """
        stated = self.stated.get("seats")
        return [] if stated is None else [_seat(word, stated) for word in _parted(stated.value) if word]

    def values(self, kind: str, fields: Mapping[str, Field]) -> Json:
        """The options or the policies in the file, each parsed as its field.

        Args:
            kind: :data:`OPTION` or :data:`POLICY`.
            fields: Name -> field of every possible one.

        Raises:
            NotationError: There is no such option, or it cannot have this value; has the line.
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
        """Refuse a header with faults.

        Raises:
            NotationError: The first fault.
        """
        for fault in self.faults:
            raise fault


def unknown(kind: str, name: str, fields: Iterable[str]) -> Text:
    """The message that there is no such option or policy."""
    there = ", ".join(fields)
    es = {OPTION: "opción", POLICY: "política"}[kind]
    return say(
        f"no {kind} {name!r:.40}; available: {there or 'none'}",
        f"no hay {es} {name!r:.40}; disponibles: {there or 'ninguna'}",
    )


def _parted(text: str) -> list[str]:
    """The words between commas outside quotes; a quote opens only at the beginning of a name."""
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
    """The lines of a file; they end at LF, CR LF or CR. Quotes may contain other Unicode line separators."""
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

    ``more``: other keys with their values, written unchanged.
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
    """A seat as :func:`_seat` reads it; the name is quoted if it would otherwise be read differently."""
    if not seat.name:
        return seat.colour
    plain = seat.name == seat.name.strip() and "," not in seat.name and not seat.name.startswith('"')
    return f"{seat.colour}={seat.name if plain else json.dumps(seat.name, ensure_ascii=False)}"


def read_file(game: Game[Any, Any], box: Json, text: str, seats: Sequence[str]) -> Iterator[tuple[int, Json]]:
    """Every move of a file with the number of its line, from 1.

    Raises:
        NotationError: A line cannot be read as a move; has its number, the column and the reason.
    """
    for number, line in enumerate(lines(text), 1):
        try:
            move = notation.read(game, box, line, seats)
        except NotationError as error:
            raise NotationError(error.column, error.says, number) from None
        if move is not None:
            yield number, move
