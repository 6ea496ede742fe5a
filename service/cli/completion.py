"""What may be typed at a prompt: the notation as the kernel completes it, and the commands; and what is on offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engines.kernel import completion
from engines.kernel.completion import Ask, spelled
from engines.kernel.game import Field, Json
from engines.kernel.text import plain
from service import games
from service.cli.speech import Speech
from service.cli.tables import Table

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


class Suggestion(NamedTuple):
    """What may be typed: the text, how many signs before the cursor it takes the place of, and what it is."""

    text: str
    back: int
    says: str


def suggest(text: str, table: Table, offers: Sequence[Json], ask: Ask, say: Speech) -> Iterator[Suggestion]:
    """What may be typed next: moves, and at the beginning of a line commands.

    Args:
        text: The line up to the cursor.
        table: The game and who plays it.
        offers: The moves of GET offers.
        ask: From part of a move to ``{"field", "domain"}``, as GET offers with ``move``.
        say: The language.
    """
    for found in completion.suggest(text, table, offers, ask, games.forms(table.game.name)):
        yield Suggestion(found.text, found.back, found.says.get(say.lang, ""))
    current = text.lstrip(" ")
    if " " in current:
        return
    for word, says in COMMANDS.items():
        fits = word.startswith(current.casefold()) and word != current
        if fits and not (offers and word in AT_THE_END):
            yield Suggestion(word, len(current), says[say.lang])


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
