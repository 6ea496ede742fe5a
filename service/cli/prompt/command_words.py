"""Parses the prompt's commands that undo and correct.

``undo``, ``redo``, ``amend NAME MOVE``, ``insert NAME MOVE``, ``retract NAME``, ``keep NAME ! why``; ``MOVE ! why`` for
a move that the rules refuse and the table played; ``rule`` for a judge's ruling. ``with red blue`` names the seats that
agree, ``-- why`` ends a line, ``;`` separates changes made together, ``try`` before them only shows their impact.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engines.kernel import notation
from engines.kernel.game import Field, Json
from engines.kernel.notation import NotationError
from engines.kernel.sentences import say
from service.cli.prompt import opening
from service.cli.tables import Table
from service.record.entries.timeline import Timeline
from service.texts import said

CHANGES = ("amend", "insert", "retract", "keep")
TRY, UNDO, REDO, RULE, CONSENT = "try", "undo", "redo", "rule", "consent"
_NAME = re.compile(r"\[?([1-9][0-9]{0,15}(?:\.[1-9][0-9]{0,3})?)\]?\Z")
_COUNT = re.compile(r"x([1-9][0-9]{0,2})\Z")
_REASON, _AGAINST, _NEXT = re.compile(r"(?<!\S)--(?!\S)"), re.compile(r"(?<!\S)!"), re.compile(r";")
_YOUNG = 9
"""Number of last moves whose one-digit name could also be a count."""
OPENING = ("opening", "apertura")
"""What may stand in place of a name: what the record's opening says of people, occasion and options."""
_ABOUT = ("about", "sobre")
_WITH, _ALL = ("with", "con"), ("all", "todos")


@dataclass(frozen=True, slots=True)
class Undo:
    """An undo.

    Args:
        names: The names of the moves; empty for the last ones.
        seat: The seat whose last moves are meant; None for any seat.
        count: The number of last moves.
        consents: The seats that agree, as the recorder says.
        reason: The reason.
    """

    names: Sequence[str] = ()
    seat: int | None = None
    count: int = 1
    consents: Sequence[int] = ()
    reason: str = ""

    def body(self) -> Json:
        """It as the call takes it."""
        last = {} if self.names else {"count": self.count}
        return {
            "undoes": list(self.names),
            "seat": self.seat,
            "consents": list(self.consents),
            "reason": self.reason,
            **last,
        }


@dataclass(frozen=True, slots=True)
class Redo:
    """A redo of an undo: by its name, or of the last one."""

    name: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Consent:
    """The consent of a seat, from its own link, to the undo of these moves."""

    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class Correction:
    """Changes that are made together.

    ``only``: whether to show only their impact.
    """

    changes: list[Json] = field(default_factory=list)
    reason: str = ""
    only: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A judge's ruling.

    ``adjustments``: the adjustments in the form of the call; none to list the possible ones. ``only``: whether to show
    only their impact.
    """

    adjustments: list[Json] = field(default_factory=list)
    about: str | None = None
    reason: str = ""
    only: bool = False

    def body(self) -> Json:
        """It as the call takes it."""
        return {"adjustments": self.adjustments, "about": self.about, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Against:
    """A move that the rules refuse and the table played.

    Args:
        move: The move; None for the one that was refused last.
        irregular: ``{"reason", "accepted_by"}``.
    """

    move: Json | None
    irregular: Json


Command = Undo | Redo | Consent | Correction | Rule | Against
"""The commands of a line."""


def may_be(text: str) -> bool:
    """Whether a line may contain one of these commands; if not, it is a move or empty."""
    first = _first(text)
    return first in (TRY, UNDO, REDO, RULE, CONSENT, *CHANGES) or ("!" in text and not first.startswith("#"))


def _first(text: str) -> str:
    return text.split(maxsplit=1)[0].casefold() if text.strip() else ""


def read(text: str, table: Table, timeline: Timeline) -> Command | None:
    """Parse the command of a line; return None if it has none and is a move or empty.

    Raises:
        NotationError: The line has one of these commands, but the rest does not fit.
    """
    first = _first(text)
    if first not in (TRY, UNDO, REDO, RULE, CONSENT, *CHANGES):
        head, against = _cut(text, _AGAINST)
        return None if against is None or first.startswith("#") else _against(head, against, table)
    head, why = reasoned(text)
    if first == UNDO:
        return _undo(head, why, table, timeline)
    if first == REDO:
        return _redo(head, why)
    if first == CONSENT:
        parts = notation.words(head)
        return Consent([_name(parts, place, len(head)) for place in range(1, max(len(parts), 2))])
    only = first == TRY
    rest = " " * len(first) + head.lstrip()[len(first) :] if only else head
    if _first(rest) == RULE:
        return _rule(rest, why, table, only=only)
    changes: list[Json] = []
    start = 0
    for clause in _parted(rest):
        # Blanks stand for the clauses before it, so that a refusal counts columns from the beginning of the line.
        changes.append(change(" " * start + clause, table, timeline))
        start += len(clause) + 1
    return Correction(changes, why, only)


def _cut(text: str, sign: re.Pattern[str]) -> tuple[str, str | None]:
    """The texts before and after a sign outside of quotes and brackets; None where there is no such."""
    for found in sign.finditer(text):
        before = text[: found.start()]
        try:
            # One more word is counted, unless the text before the sign ends in a comment.
            outside = len(notation.words(f"{before} x")) > len(notation.words(before))
        except NotationError:
            continue
        if outside:
            return before, text[found.end() :]
    return text, None


def _parted(text: str) -> list[str]:
    """The clauses of a line."""
    out: list[str] = []
    rest: str | None = text
    while rest is not None:
        head, rest = _cut(rest, _NEXT)
        out.append(head)
    return out


def change(text: str, table: Table, timeline: Timeline) -> Json:
    """One change of a correction, as the call takes it.

    Raises:
        NotationError: It is none.
    """
    head, reason = _cut(text, _AGAINST)
    parts = notation.words(head)
    if not parts or parts[0].text.casefold() not in CHANGES:
        column = parts[0].column if parts else len(text) + 1
        them = ", ".join(CHANGES)
        raise NotationError(column, say(f"expected a change: {them}", f"se espera un cambio: {them}"))
    op = parts[0].text.casefold()
    if op == "amend" and len(parts) > 1 and parts[1].text.casefold() in OPENING:
        return opening.change(notation.words(text)[2:], len(text), table)
    name = _name(parts, 1, len(head))
    behind = " " * (parts[1].column - 1 + len(parts[1].text)) + head[parts[1].column - 1 + len(parts[1].text) :]
    behind, agreed = _agreeing(behind, table) if reason is not None or op == "keep" else (behind, [])
    irregular = {} if reason is None else {"irregular": {"reason": reason.strip(), "accepted_by": agreed}}
    if op == "keep" and not irregular:
        en, es = "give the reason: keep NAME ! why", "indica el motivo: keep NOMBRE ! por qué"
        raise NotationError(len(head) + 1, say(en, es))
    if op in ("retract", "keep"):
        strange = notation.words(behind)
        if strange or (op == "retract" and irregular):
            column = strange[0].column if strange else len(head) + 1
            raise NotationError(column, say(f"{op} takes only a name", f"{op} lleva solo un nombre"))
        return {"op": op, "name": name, **irregular}
    if op == "insert":
        return {"op": op, "before": name, "body": _move(behind, table), **irregular}
    return {"op": op, "name": name, "body": amended(behind, name, table, timeline), **irregular}


def amended(text: str, name: str, table: Table, timeline: Timeline) -> Json:
    """The amended move of this name, from a complete move or from differences only.

    Differences are a seat, fields such as ``row=3``, or both; the rest stays as recorded.

    Raises:
        NotationError: It is neither.
    """
    parts = notation.words(text)
    step = timeline.step(name)
    types = table.game.moves(table.box)
    seat = table.named.like(parts[0].text) if parts and parts[0].text not in types else []
    fields = parts[1:] if len(seat) == 1 else parts
    if not parts or not all("=" in part.text for part in fields):
        return _move(text, table)
    if step is None:
        there = say(f"there is no current move {name}", f"no hay jugada vigente {name}")
        raise NotationError(parts[0].column, there)
    for part in fields:
        if _below_a_list(types[step.body["type"]].fields, part.text.partition("=")[0]):
            path = part.text.partition("=")[0]
            raise NotationError(part.column, say(f"{path}: give the whole list", f"{path}: indica la lista entera"))
    head = f"{step.body['type']} "
    column = fields[0].column if fields else len(text) + 1
    try:
        differs = table.read(head + text[column - 1 :]) or {}
    except NotationError as error:
        raise NotationError(error.column - len(head) + column - 1, error.says) from None
    body = _merged(step.body, differs)
    return {**body, "seat": seat[0]} if len(seat) == 1 else body


def _below_a_list(fields: Mapping[str, Field], path: str) -> bool:
    """Whether a dotted path leads into a list, where it would be unclear which items to keep."""
    name, *way = path.split(".")
    field = fields.get(name)
    for step in way:
        if field is None or field.kind == "list":
            return field is not None
        field = field.fields.get(step) if field.kind == "group" else field.of
    return False


def _merged(old: Json, new: Json) -> Json:
    """An object updated with the members of another; objects in both are merged recursively."""
    both = {key: _merged(old[key], value) for key, value in new.items() if _are_objects(old.get(key), value)}
    return {**old, **new, **both}


def _are_objects(*values: object) -> bool:
    return all(isinstance(value, dict) for value in values)


def _move(text: str, table: Table) -> Json:
    found = table.read(text)
    if found is None:
        raise NotationError(len(text) + 1, say("the move is missing", "falta la jugada"))
    return found


def _name(parts: Sequence[notation.Word], place: int, length: int) -> str:
    if place >= len(parts):
        raise NotationError(length + 1, say("the name of a move is missing", "falta el nombre de una jugada"))
    form = _NAME.match(parts[place].text)
    if form is None:
        text = parts[place].text
        raise NotationError(parts[place].column, said("not_move_name", text=text))
    return form[1]


def _agreeing(text: str, table: Table) -> tuple[str, list[int]]:
    """A text before ``with``, and the seats after it."""
    parts = notation.words(text)
    place = next((n for n, part in enumerate(parts) if part.text.casefold() in _WITH), None)
    if place is None:
        return text, []
    agreed = _meant(parts[place + 1 :], table)
    if not agreed:
        raise NotationError(len(text) + 1, say("who agrees? with red blue", "¿quién está de acuerdo? con red blue"))
    return text[: parts[place].column - 1], agreed


def seats(text: str, table: Table) -> list[int]:
    """The seats that the words of a text name, ascending: colours, numbers, or all.

    Raises:
        NotationError: One of them names no seat.
    """
    return _meant(notation.words(text), table)


def reasoned(text: str) -> tuple[str, str]:
    """The text before ``--``, and the reason after it."""
    head, reason = _cut(text, _REASON)
    return head, (reason or "").strip()


def _meant(parts: Sequence[notation.Word], table: Table) -> list[int]:
    found: set[int] = set()
    for part in parts:
        for word in part.text.split(","):
            if word.casefold() in _ALL:
                found |= set(range(len(table.colours)))
            elif word:
                found.add(_seat(word, part.column, table))
    return sorted(found)


def _seat(word: str, column: int, table: Table) -> int:
    try:
        return table.named.named(word)
    except ValueError as error:
        raise NotationError(column, error.args[0]) from None


def _against(head: str, reason: str, table: Table) -> Against:
    head, agreed = _agreeing(head, table)
    return Against(table.read(head), {"reason": reason.strip(), "accepted_by": agreed})


def _rule(head: str, why: str, table: Table, *, only: bool) -> Rule:
    """What a judge orders: adjustments parted by ``;``, and ``about 41`` behind them."""
    parts = notation.words(head)
    about = None
    place = next((n for n, part in enumerate(parts) if part.text.casefold() in _ABOUT), None)
    if place is not None:
        about = _name(parts, place + 1, len(head))
        if len(parts) > place + 2:
            strange = parts[place + 2]
            raise NotationError(
                strange.column, say("nothing may follow about NAME", "tras sobre NOMBRE no puede ir nada")
            )
        head = head[: parts[place].column - 1]
    start = parts[0].column - 1 + len(RULE)
    found: list[Json] = []
    for clause in _parted(head[start:]):
        adjustment = notation.read_adjustment(table.game, table.box, " " * start + clause, table.colours)
        found += [adjustment] if adjustment else []
        start += len(clause) + 1
    return Rule(found, about, why, only)


def _redo(head: str, why: str) -> Redo:
    parts = notation.words(head)
    if len(parts) > 2:  # noqa: PLR2004 - the word and a name
        raise NotationError(parts[2].column, say("redo takes one name", "redo lleva un solo nombre"))
    return Redo(_name(parts, 1, len(head)) if len(parts) > 1 else None, why)


def _undo(head: str, why: str, table: Table, timeline: Timeline) -> Undo:
    head, consents = _agreeing(head, table)
    parts = notation.words(head)[1:]
    seat = None
    if parts and not (_NAME.match(parts[0].text) or _COUNT.match(parts[0].text)):
        seat = _seat(parts[0].text, parts[0].column, table)
        parts = parts[1:]
    names: list[str] = []
    for part in parts:
        times = _COUNT.match(part.text)
        if times and len(parts) == 1:
            return Undo((), seat, int(times[1]), consents, why)
        form = _NAME.match(part.text)
        if form is None:
            text = part.text
            raise NotationError(
                part.column,
                say(f"{text!r:.40} is not the name of a move", f"{text!r:.40} no es el nombre de una jugada"),
            )
        names.append(form[1])
    if len(parts) == 1 and _is_count(parts[0], seat, timeline):
        return Undo((), seat, int(names[0]), consents, why)
    return Undo(tuple(names), None if names else seat, 1, consents, why)


def _is_count(word: notation.Word, seat: int | None, timeline: Timeline) -> bool:
    """Whether a single number after ``undo`` is a count: a digit that is not the name of one of the last moves."""
    text = word.text
    own = [step for step in timeline.steps if seat is None or step.body.get("seat") == seat]
    if len(text) > 1 or int(text) > len(own):
        return False
    if timeline.places.get(text, -_YOUNG) < len(timeline.steps) - _YOUNG and timeline.act(text) is None:
        return True
    raise NotationError(word.column, said("undo_count_or_name", text=text))
