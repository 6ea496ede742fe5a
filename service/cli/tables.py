"""The game, the box and the seats of a record, needed to read and draw it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines import GAMES, RULES
from engines.kernel import notation
from engines.kernel.game import LANGUAGES, Field, Game, Json, MalformedMoveError, Text
from engines.kernel.input.text_files import OPTION, POLICY, unknown
from engines.kernel.notation import NotationError
from engines.kernel.replay import Fold
from engines.kernel.seats import Seats
from service.cli.client import Api
from service.cli.errors import CommandError, UsageError
from service.record.entries import boxes
from service.record.entries.policies import POLICIES
from service.texts import said


@dataclass(frozen=True, slots=True)
class Table:
    """A game at a table.

    Args:
        game: The title.
        box: The components.
        seats: ``seat``, ``colour`` and ``name`` (or None) clockwise.
        options: Every option of the rules.
        memory_aid: Whether derived figures are shown while the game runs.
    """

    game: Game[Any, Any]
    box: Json
    seats: Sequence[Json]
    options: Json
    memory_aid: bool = False

    @property
    def colours(self) -> list[str]:
        """The colours clockwise."""
        return [seat["colour"] for seat in self.seats]

    @property
    def named(self) -> Seats:
        """The seats as a recorder types them."""
        return Seats(self.colours, self.game.colours(self.box))

    def who(self, seat: int) -> str:
        """The colour of a seat, with the name of its player if there is one."""
        colour, name = self.seats[seat]["colour"], self.seats[seat].get("name")
        return f"{colour} ({name})" if name else str(colour)

    def fold(self) -> Fold[Any, Any]:
        """The empty table.

        Raises:
            IllegalMoveError: The rules do not allow it.
        """
        return Fold(self.game, self.colours, self.options, self.box, memory_aid=self.memory_aid)

    def read(self, line: str) -> Json | None:
        """The move of a line; None for an empty one or a comment.

        Raises:
            NotationError: It is not a move.
        """
        return notation.read(self.game, self.box, line, self.colours)


def game_of(name: str) -> Game[Any, Any]:
    """A title by its slug.

    Raises:
        UsageError: There is no title of that name.
    """
    if name not in GAMES:
        there = ", ".join(GAMES)
        raise UsageError(said("no_game", name=name, there=there))
    return GAMES[name]


def table_of(api: Api, summary: Json) -> Table:
    """The table of a record, from its summary or its replay.

    Raises:
        CommandError: A game, rules or a box that this program does not have.
    """
    game = RULES.get(summary["rules"])
    if game is None or summary["game"] != game.name:
        wanted = _package(api, summary["game"])
        raise CommandError(said("rules_missing_here", rules=summary["rules"], wanted=wanted))
    wanted = summary["box"]["hash"] if isinstance(summary["box"], dict) else summary["box"]
    own, box = boxes.default(game.name)
    if wanted != own:
        box = api.get(f"/v1/boxes/{wanted}")
    return Table(game, box, summary["seats"], summary["options"], summary["policies"]["memory_aid"])


def _package(api: Api, game: str) -> str:
    """The package from which a service has a game, with its version."""
    found = api.get(f"/v1/games/{game}").get("package") or {"name": "?", "version": "?"}
    return f"{found['name']} {found['version']}"


def seats_of(words: Sequence[str], colours: Mapping[str, Text]) -> list[Json]:
    """The seats, as the API accepts them, from ``yellow=Ana``, ``red`` (no name) or ``=Ana`` (any colour).

    ``colours``: the colours of the box with their printed names; a word may have either.

    Raises:
        UsageError: A colour that the box does not have, or no name after ``=``.
    """
    known = {name.casefold(): colour for colour, names in colours.items() for name in (*names.values(), colour)}
    found: list[Json] = []
    for word in words:
        colour, equals, name = (part.strip() for part in word.partition("="))
        if colour and colour.casefold() not in known:
            there = ", ".join(colours)
            raise UsageError(said("no_colour", colour=colour, there=there))
        if equals and not name:
            raise UsageError(said("name_missing_after", word=word))
        chosen = {"colour": known[colour.casefold()]} if colour else {}
        found.append({**chosen, **({"name": name} if name else {})})
    return found


def options_of(game: Game[Any, Any], words: Sequence[str]) -> Json:
    """Options of a record from ``name=value``.

    Raises:
        UsageError: Not of this form, or no such option.
    """
    return _named(game.options(), words, OPTION)


def policies_of(words: Sequence[str]) -> Json:
    """Policies of a record from ``name=value``.

    Raises:
        UsageError: Not of this form, or no such policy.
    """
    return _named(POLICIES, words, POLICY)


def _named(fields: Mapping[str, Field], words: Sequence[str], kind: str) -> Json:
    """Parse options or policies from ``name=value``."""
    found: Json = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or name not in fields:
            says = unknown(kind, word, fields)
            raise UsageError(says)
        try:
            found[name] = notation.read_value(fields[name], text)
        except ValueError as error:
            raise UsageError(error.args[0], where=name) from None
    return found


def defaults(game: Game[Any, Any], named: Json) -> Json:
    """Every option with its value."""
    return {name: named.get(name, option.default) for name, option in game.options().items()}


def reason(error: Exception) -> Text:
    """The message of an engine's or the notation's error, in every language."""
    return {lang: why(error, lang) for lang in LANGUAGES}


def why(error: Exception, lang: str) -> str:
    """The message of an engine's or the notation's error, in one line."""
    if isinstance(error, NotationError):
        column = "columna" if lang == "es" else "column"
        return f"{column} {error.column}: {error.says[lang]}"
    if isinstance(error, MalformedMoveError):
        return "; ".join(f"{where}: {says[lang]}" for where, says in error.errors.items())
    says = getattr(error, "says", None)
    rule = getattr(error, "rule", None)
    said = says[lang] if says else str(error)
    return f"{rule}: {said}" if rule else said
