"""What `?` lists at the prompt of Architects: every short form where it fits, in both languages, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engines import architects
from engines.kernel import notation
from engines.kernel.replay import Fold
from service.cli.language import Speech
from service.cli.prompt.completion import offered_lines
from service.cli.tables import Table
from tests.engines.architects.acts import IDLE, go, last, ready
from tests.engines.architects.table import Table as Position
from tests.engines.architects.table import drafted
from tests.engines.given import defaults

HEADS = architects.shorthand.heads
NEVER = {"prison"}
"""Nobody may place a worker in the prison: this form stands for its refusal."""


def playing() -> Position:
    """The first turn of three, with silver for everything, a tax to take, and somebody to capture."""
    return drafted(3).have(0, silver=20, clay=3, apprentices=["A25"]).tax(4).stand(1, forest=2)


def returning() -> Position:
    """Seat 0 of five has no worker left, and some to take back."""
    return drafted(5).stand(0, forest=20)


def lost() -> Position:
    """Seat 0 of five has all its workers in the Guildhall."""
    return drafted(5).stand(0, guildhall=20)


def resetting() -> Position:
    """The third space of the Black Market has just been taken."""
    two = drafted(3).stand(1, market_left=1).stand(2, market_right=1)
    return two.have(0, silver=2, hand=6).after(go("market_draw"))


def too_many() -> Position:
    """Seven cards in hand at the end of a turn."""
    return drafted(3).have(0, hand=7).after("quarry")


def over() -> Position:
    """The game is over; seat 0 has two buildings whose effects at the end come in an order, and cards in hand."""
    return last().have(0, buildings=["B24", "B07"], hand=1).after({**IDLE, "seat": 0})


FITS: list[tuple[str, Callable[[], Position]]] = [
    *(
        (line, playing)
        for line in (
            "quarry",
            "forest",
            "mines clay",
            "silversmith",
            "store virtue clay=2",
            "hire top 1 A22",
            "draw",
            "town green@forest",
            "tax",
            "left",
            "right",
            "mhire bottom 2 A22",
            "mdraw",
            "guard",
            "red discard A25",
        )
    ),
    ("build B11", lambda: ready("B11")),
    ("cathedral R04", lambda: drafted(3).have(0, gold=1)),
    ("back forest", returning),
    ("pass", lost),
    ("reset wood2_marble2 gold2", resetting),
    ("limit", too_many),
    ("red order B07 B24", over),
    ("red show B11", over),
]
"""A line of each short form, and a table at which it is a move."""


def listed(fold: Fold[object, object], lang: str, about: str = "") -> list[str]:
    """What `?` says, or `? hire`."""
    seats = [{"seat": seat, "colour": colour, "name": None} for seat, colour in enumerate(fold.seats)]
    table = Table(architects, fold.box, seats, fold.options)
    return list(offered_lines(fold.offers()["moves"], table, Speech(lang), about))


def heads(lines: list[str], lang: str) -> set[str]:
    """The short forms that are listed, each with how it is typed in this language, as long as it is."""
    return {head for head, form in HEADS.items() if any(line.startswith(f"{form.hint[lang]} ") for line in lines)}


def test_there_is_a_line_of_each_short_form_that_can_be_a_move() -> None:
    assert {(line.split()[1] if line.startswith("red ") else line.split()[0]) for line, _ in FITS} == set(HEADS) - NEVER


@pytest.mark.parametrize(("line", "at"), FITS, ids=[line for line, _ in FITS])
def test_a_short_form_that_is_a_move_is_listed(line: str, at: Callable[[], Position]) -> None:
    fold = at().fold
    move = notation.read(architects, fold.box, line, fold.seats)
    assert move is not None
    assert fold.decide(move)
    head = next(head for head, form in HEADS.items() if form.type == move["type"])
    for lang in ("en", "es"):
        assert head in heads(listed(fold, lang), lang)


def test_a_long_list_of_cards_is_told_by_its_first_and_whole_where_one_form_is_asked_about() -> None:
    fold = playing().fold
    said = listed(fold, "en")
    assert "    Take: clay gold" in said
    hired = next(line for line in said if line.startswith("    New apprentice: "))
    assert hired.startswith("    New apprentice: A01 A02 A03 A04 A05 ... (")
    assert " in all; the whole list: ? hire)" in hired
    assert max(map(len, said)) < 140
    whole = listed(fold, "en", "hire")
    assert [line.split()[0] for line in whole if not line.startswith(" ")] == ["hire"]
    assert whole == listed(fold, "en", "workshop_hire")
    assert whole[3].startswith("    New apprentice: A01 A02 A03 A04 A05 A06 A07")
    assert " en total; la lista entera: ? hire)" in "".join(listed(fold, "es"))


def test_throughout_a_game_the_short_forms_listed_are_those_of_what_is_on_offer() -> None:
    colours = list(architects.colours(architects.box()))[:4]
    options = defaults(architects)
    fold = Fold(architects, colours, options, architects.box())
    for move in architects.table(Random(5), colours, options, fold.box, "public"):
        types = {offer["type"] for offer in fold.offers()["moves"]}
        for lang in ("en", "es"):
            assert heads(listed(fold, lang), lang) == {head for head, form in HEADS.items() if form.type in types}
        assert move["type"] in types
        fold.play(move)
