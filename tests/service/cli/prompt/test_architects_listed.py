"""What `?` lists at the prompt of Architects: every short form where it fits, in both languages, and nowhere else."""

from random import Random

from engines import architects
from engines.kernel.replay import Fold
from service.cli.language import Speech
from service.cli.prompt.completion import offered_lines
from service.cli.tables import Table
from tests.engines.architects.table import Table as Position
from tests.engines.architects.table import drafted
from tests.engines.given import defaults

HEADS = architects.shorthand.heads


def playing() -> Position:
    """The first turn of three, with silver for everything, a tax to take, and somebody to capture."""
    return drafted(3).have(0, silver=20, clay=3, apprentices=["A25"]).tax(4).stand(1, forest=2)


def listed(fold: Fold[object, object], lang: str, about: str = "") -> list[str]:
    seats = [{"seat": seat, "colour": colour, "name": None} for seat, colour in enumerate(fold.seats)]
    table = Table(architects, fold.box, seats, fold.options)
    return list(offered_lines(fold.offers()["moves"], table, Speech(lang), about))


def heads(lines: list[str], lang: str) -> set[str]:
    """The short forms that are listed, each with how it is typed in this language, as long as it is."""
    return {head for head, form in HEADS.items() if any(line.startswith(f"{form.hint[lang]} ") for line in lines)}


def test_a_long_list_of_cards_is_told_by_its_first_and_whole_where_one_form_is_asked_about() -> None:
    fold = playing().fold
    said = listed(fold, "en")
    assert "    Take: clay gold" in said
    hired = next(line for line in said if line.startswith("    New apprentice: "))
    assert hired.startswith("    New apprentice: A01 A02 A03 A04 A05 ... (")
    assert " in total; full list: ? hire)" in hired
    assert max(map(len, said)) < 140
    whole = listed(fold, "en", "hire")
    assert [line.split()[0] for line in whole if not line.startswith(" ")] == ["hire"]
    assert whole == listed(fold, "en", "workshop_hire")
    assert whole[3].startswith("    New apprentice: A01 A02 A03 A04 A05 A06 A07")
    assert " en total; lista completa: ? hire)" in "".join(listed(fold, "es"))


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
