"""What may be typed at a prompt: the notation as the kernel completes it, and the commands; and what is on offer."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.kernel.game import Field, Json
from engines.kernel.input import completion
from engines.kernel.input.completion import Ask, shortest_form
from engines.kernel.text import plain
from service import games, texts
from service.cli.language import Speech
from service.cli.tables import Table

MOST_LISTED, FIRST_LISTED = 20, 5
"""Choices that are still listed among all that may be recorded, and how many of a longer list."""
AT_THE_END = ("sign", "dispute")
"""Those that make sense once nothing more can be recorded."""


class Suggestion(NamedTuple):
    """A text to type, the number of characters before the cursor that it replaces, and its description."""

    text: str
    back: int
    says: str


def suggest(text: str, table: Table, offers: Sequence[Json], ask: Ask, say: Speech) -> Iterator[Suggestion]:
    """What may be typed next: moves, and at the beginning of a line commands.

    ``text``: the line up to the cursor. ``ask``: from part of a move to ``{"field", "domain"}``, as GET offers with
    ``move``.
    """
    for found in completion.suggest(text, table, offers, ask, games.forms(table.game.name)):
        yield Suggestion(found.text, found.back, found.says.get(say.lang, ""))
    current = text.lstrip(" ")
    if " " in current:
        return
    for word, says in texts.table("prompt").items():  # the commands other than moves
        fits = word.startswith(current.casefold()) and word != current
        if fits and not (offers and word in AT_THE_END):
            yield Suggestion(word, len(current), says[say.lang])


def offered_lines(offers: Sequence[Json], table: Table, say: Speech, about: str = "") -> Iterator[str]:
    """What may be recorded now: a line for each type (how it is typed, who may), and one for each of its fields.

    ``about``: a type, or the first word of its short form: only this type is shown, with every choice. Empty: all types
    are shown, with only the first few of long lists of choices.
    """
    hints, heads = table.game.shorthand.hints(), table.game.shorthand.heads
    types = table.game.moves(table.box)
    grouped: dict[tuple[str, str], list[Json]] = {}
    for offer in offers:
        grouped.setdefault((offer["type"], str(offer["fields"])), []).append(offer)
    for (name, _), same in grouped.items():
        words = [*(head for head, short in heads.items() if short.type == name), name]
        if about and about.casefold() not in words:
            continue
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
            free = say(" (optional)", " (opcional)") if domain.get("optional") else ""
            found = _range(shape, domain, table, say, "" if about else words[0])
            yield plain(f"    {label}: {found}{wider}{free}")


def _range(field: Field, domain: Json, table: Table, say: Speech, shortened: str) -> str:
    """A domain in few words.

    ``shortened``: by which word all of a long list is asked for; empty where all is wanted.
    """
    match domain["kind"]:
        case "choice" if field.seat:
            return " ".join(table.colours[value] for value in domain["of"])
        case "choice":
            return _listed(field, domain["of"], say, shortened)
        case "range":
            return f"{domain['low']} - {domain['high']}"
        case "map" if field.keys == "seat":
            return " ".join(f"{table.colours[int(key)]}=" for key in domain["keys"])
        case "flag":
            return "true, false"
        case "list" if domain["of"]["kind"] == "choice" and field.of is not None and not field.of.seat:
            of = _listed(field.of, domain["of"]["of"], say, shortened)
            least, most = domain["least"], domain["most"]
            return say(f"{_count(least, most)} of {of}", f"{_count(least, most)} de {of}")
        case _:
            return say("free", "libre")


def _listed(field: Field, values: Sequence[str | int | list[int]], say: Speech, shortened: str) -> str:
    """Choices, one after another; of a long list the first few, their number, and the word that lists all."""
    words = [shortest_form(field, value) for value in values]
    if not shortened or len(words) <= MOST_LISTED:
        return " ".join(words)
    first, count = " ".join(words[:FIRST_LISTED]), len(words)
    return say.said("all_whole_list", first=first, count=count, shortened=shortened)


def _count(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} - {most}"
