"""Asks for a move field by field: the set-up of a large game has some twenty fields."""

from collections.abc import Callable
from typing import Any

from engines.kernel import notation
from engines.kernel.game import Json
from engines.kernel.input.completion import answered, field_at, shortest_form
from service.cli.language import Speech
from service.cli.tables import Table

Ask = Callable[[Json], Json]


class WrongAnswerError(ValueError):
    """An answer that does not fit the field; its argument says why."""


def lacks_fields(move: Json, table: Table) -> bool:
    """Whether a move leaves out a field that it needs."""
    fields = table.game.moves(table.box)[move["type"]].fields
    return any(not field.optional and move.get(name) is None for name, field in fields.items())


class Steps:
    """One move, and the field that is asked for next.

    ``move``: what is known of it: ``type``, perhaps ``seat``, and the fields that were typed. ``ask``: from part of a
    move to ``{"field", "domain"}``, as GET offers with ``move``.

    Raises:
        CommandError: The service cannot be reached; ``answer`` and ``back`` raise it, too, without any change.
    """

    def __init__(self, move: Json, table: Table, ask: Ask, say: Speech) -> None:
        self.kind = table.game.moves(table.box)[move["type"]]
        self.table = table
        self.say = say
        self._ask = ask
        self._moves: list[Json] = []
        """What was known before each answer, and now."""
        self._read([dict(move)])

    def _read(self, moves: list[Json]) -> None:
        answer = self._ask(moves[-1])
        self._moves = moves
        self.field: str | None = answer["field"]
        self.domain: Json = answer["domain"] or {}

    @property
    def done(self) -> bool:
        """Whether nothing more is asked."""
        return self.field is None

    def question(self) -> str:
        """The field that is asked for, its place in a list, and what it may be."""
        name = self.field or ""
        top, *way = name.split(".")
        field = self.kind.fields[top]
        label = (field.label or {}).get(self.say.lang, top)
        place = f" {int(way[0]) + 1}" if way and way[0].isdecimal() and field.kind == "list" else ""
        free = self.say(", Enter to skip", ", Intro para omitirlo") if self.domain.get("optional") else ""
        choices = " ".join(self.choices())
        return f"{label}{place}{free}{f' ({choices})' if choices else ''}: "

    def choices(self) -> list[str]:
        """The possible answers, if they can be listed."""
        field = field_at(self.kind.fields, self.field or "")
        match self.domain.get("kind"):
            case "choice" if field.seat:
                return [self.table.colours[seat] for seat in self.domain["of"]]
            case "choice":
                return [shortest_form(field, value) for value in self.domain["of"]]
            case "range":
                return [f"{self.domain['low']}-{self.domain['high']}"]
        return []

    def answer(self, line: str) -> None:
        """Process an answer, and load the next question.

        Raises:
            WrongAnswerError: It does not fit; the same field is asked for again.
        """
        name, text = self.field or "", line.strip()
        if not text and not self.domain.get("optional"):
            raise WrongAnswerError(self.say("an answer is required", "hace falta una respuesta"))
        value: Any = None
        if text:
            try:
                value = notation.parse_value(field_at(self.kind.fields, name), text, self.table.named)
            except ValueError as error:
                raise WrongAnswerError(self.say.of(error.args[0])) from None
        if self.domain.get("kind") == "choice" and text and value not in self.domain["of"]:
            there = " ".join(self.choices())
            raise WrongAnswerError(self.say.said("cannot_chosen_here", text=text, there=there))
        self._read([*self._moves, answered(self.kind.fields, self._moves[-1], name, value)])

    def back(self) -> None:
        """Undo the last answer."""
        if len(self._moves) > 1:
            self._read(self._moves[:-1])

    def move(self) -> Json:
        """The move as it is recorded."""
        return self._moves[-1]
