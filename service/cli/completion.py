"""What may be typed next, drawn from what the service offers: types first, then their fields one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engines.kernel import notation, sealing
from engines.kernel.game import Field, Json
from engines.kernel.notation import NotationError
from engines.kernel.text import plain
from service.cli.forms import forms_of
from service.cli.speech import Speech
from service.cli.tables import Table

Ask = Callable[[Json], Json]

COMMANDS: Mapping[str, Mapping[str, str]] = {
    "?": {"en": "what may be recorded now", "es": "qué se puede anotar ahora"},
    "run": {"en": "go on while only one move can be made", "es": "seguir mientras solo haya una jugada"},
    "board": {"en": "show the board", "es": "mostrar el tablero"},
    "log": {"en": "what was recorded", "es": "lo que se ha anotado"},
    "undo": {"en": "take back", "es": "deshacer"},
    "redo": {"en": "bring back what was undone", "es": "recuperar lo deshecho"},
    "consent": {"en": "agree that a move is taken back", "es": "consentir en que se deshaga una jugada"},
    "amend": {"en": "correct an earlier move", "es": "corregir una jugada"},
    "insert": {"en": "a move that was left out", "es": "una jugada que faltaba"},
    "retract": {"en": "a move that was never made", "es": "una jugada que no se hizo"},
    "help": {"en": "how to type", "es": "cómo se escribe"},
    "rule": {"en": "what a judge orders", "es": "lo que ordena un juez"},
    "sign": {"en": "sign the result", "es": "firmar el resultado"},
    "dispute": {"en": "dispute the result", "es": "impugnar el resultado"},
    "note": {"en": "note something", "es": "anotar algo"},
    "close": {"en": "the table stopped early", "es": "la mesa lo dejó"},
    "void": {"en": "it counts for nothing", "es": "no cuenta para nada"},
    "quit": {"en": "leave; the record stays open", "es": "salir; la partida sigue abierta"},
}
"""What a prompt understands beside moves."""
AT_THE_END = ("sign", "dispute")
"""Those that make sense once nothing more can be recorded."""
_MOST_ASKED = 32
"""Optional fields that are passed over one after another."""
_MOST_LISTED = 60
"""Numbers of a range that are still listed."""


class Suggestion(NamedTuple):
    """What may be typed: the text, how many signs before the cursor it takes the place of, and what it is."""

    text: str
    back: int
    says: str


def suggest(text: str, table: Table, offers: Sequence[Json], ask: Ask, say: Speech) -> Iterator[Suggestion]:
    """What may be typed next.

    Args:
        text: The line up to the cursor.
        table: The game and who plays it.
        offers: The moves of GET offers.
        ask: From part of a move to ``{"field", "domain"}``, as GET offers with ``move``.
        say: The language.
    """
    *words, current = text.split(" ")
    words = [word for word in words if word]
    for found, says in _found(words, current, table, offers, ask):
        if found.casefold().startswith(current.casefold()) and found != current:
            yield Suggestion(found, len(current), says.get(say.lang, ""))


def _found(
    words: list[str], current: str, table: Table, offers: Sequence[Json], ask: Ask
) -> Iterator[tuple[str, Mapping[str, str]]]:
    types = table.game.moves(table.box)
    forms = forms_of(table.game.name)
    meant = table.named.like(words[0]) if words and words[0] not in types else []
    seat = meant[0] if len(meant) == 1 else None
    if seat is not None:
        words = words[1:]
        offers = [offer for offer in offers if offer["seat"] in (seat, None)]
    if not words:
        offered = {offer["type"] for offer in offers}
        heads = table.game.shorts.heads.items()
        yield from ((word, form.hint) for word, form in heads if form.type in offered)
        if forms is not None:
            yield from forms.suggest([], current, offers, ask, table)
        yield from {offer["type"]: types[offer["type"]].label for offer in offers if offer["type"] in types}.items()
        if seat is None:
            movers = {offer["seat"] for offer in offers if offer["seat"] is not None}
            yield from ((table.colours[mover], {"en": "seat", "es": "asiento"}) for mover in sorted(movers))
            yield from ((word, says) for word, says in COMMANDS.items() if not (offers and word in AT_THE_END))
    elif words[0] in types:
        yield from _fields(words, seat, table, ask)
    elif forms is not None:
        yield from forms.suggest(words, current, offers, ask, table)


def _fields(words: list[str], seat: int | None, table: Table, ask: Ask) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The next field of a move in full notation; behind an optional one the one after it, too."""
    try:
        partial = notation.read(table.game, table.box, " ".join(words), table.colours)
    except NotationError:
        return
    if partial is None:
        return
    if seat is not None:
        partial["seat"] = seat
    fields = table.game.moves(table.box)[partial["type"]].fields
    for _ in range(_MOST_ASKED):
        answer = ask(partial)
        name, domain = answer.get("field"), answer.get("domain")
        if name is None or domain is None:
            return
        field = field_at(fields, name)
        label = field.label or {}
        for value in _values(field, domain, table):
            yield f"{name}{value}", label
        if not domain.get("optional"):
            return
        partial = sealing.merge(partial, {name: None})


def field_at(fields: Mapping[str, Field], path: str) -> Field:
    """The field at a path by dots: nested choices and payments are asked one after another."""
    name, *way = path.split(".")
    field = fields[name]
    for step in way:
        field = field.fields[step] if field.kind == "group" else field.of or field
    return field


def _values(field: Field, domain: Json, table: Table) -> Iterator[str]:
    """Every value of a domain as it would be typed behind the field's name."""
    if domain["kind"] == "choice":
        yield from (f"={spelled(field, value)}" for value in domain["of"])
    elif domain["kind"] == "flag":
        yield from ("=true", "=false")
    elif domain["kind"] == "range" and domain["high"] - domain["low"] < _MOST_LISTED:
        yield from (f"={value}" for value in range(domain["low"], domain["high"] + 1))
    elif domain["kind"] == "map":
        keys = [table.colours[int(key)] if field.keys == "seat" else str(key) for key in domain["keys"]]
        yield from (f".{key}=" for key in keys)
    elif domain["kind"] == "group":
        yield from (f".{key}=" for key in domain["fields"])
    else:
        yield "="


def spelled(field: Field, value: str | int) -> str:
    """The shortest spelling of a choice that needs no quotes."""
    fitting = [alias for alias, meant in field.aliases.items() if meant == value and " " not in alias]
    return min([str(value), *fitting], key=len)


def offered_lines(offers: Sequence[Json], table: Table, say: Speech) -> Iterator[str]:
    """What may be recorded now: a line for each type (how it is typed, who may), and one for each of its fields."""
    hints = table.game.shorts.hints()
    types = table.game.moves(table.box)
    grouped: dict[tuple[str, str], list[Json]] = {}
    for offer in offers:
        grouped.setdefault((offer["type"], str(offer["fields"])), []).append(offer)
    for (name, _), same in grouped.items():
        who = ", ".join(table.colours[offer["seat"]] for offer in same if offer["seat"] is not None)
        kind, fields = types[name], same[0]["fields"]
        form = say.of(hints[name]) if name in hints else None
        parts = (f"[{field}=]" if of.get("optional") else f"{field}=" for field, of in fields.items())
        typed = form or " ".join([name, *parts])
        yield plain(f"{typed:<23} {kind.label[say.lang]}" + (f" ({who})" if who else ""))
        for field, domain in fields.items():
            shape = kind.fields[field]
            label = (shape.label or {}).get(say.lang, field)
            wider = "" if domain.get("exact", True) else say(" (not every pair)", " (no todas las parejas)")
            free = say(" (may be left out)", " (se puede omitir)") if domain.get("optional") else ""
            yield plain(f"    {label}: {_range(shape, domain, table, say)}{wider}{free}")


def _range(field: Field, domain: Json, table: Table, say: Speech) -> str:
    """A domain in few words."""
    match domain["kind"]:
        case "choice" if field.seat:
            return " ".join(table.colours[value] for value in domain["of"])
        case "choice":
            return " ".join(spelled(field, value) for value in domain["of"])
        case "range":
            return f"{domain['low']} - {domain['high']}"
        case "map" if field.keys == "seat":
            return " ".join(f"{table.colours[int(key)]}=" for key in domain["keys"])
        case "flag":
            return "true, false"
        case "list" if domain["of"]["kind"] == "choice" and field.of is not None and not field.of.seat:
            of = " ".join(spelled(field.of, value) for value in domain["of"]["of"])
            least, most = domain["least"], domain["most"]
            return say(f"{_count(least, most)} of {of}", f"{_count(least, most)} de {of}")
        case _:
            return say("free", "libre")


def _count(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} - {most}"
