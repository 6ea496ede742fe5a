"""Architects in the terminal: its board, and what is completed behind the first word of a short form."""

import pytest

from engines import architects
from engines.kernel.game import Json
from service.cli.boards.architects import draw
from service.cli.forms.architects import suggest
from service.cli.language import Speech
from service.cli.tables import Table
from tests.engines.architects import table as given


@pytest.fixture
def position() -> given.Table:
    """Three seats in play: red has workers at two locations, a captive and silver."""
    shown = given.drafted(3).have(0, silver=9, gold=2, buildings=["B11"], apprentices=["A25"])
    return shown.stand(0, quarry=2, mines=1).stand(1, forest=3).hold(0, {2: 1})


def at(position: given.Table) -> Table:
    fold = position.fold
    seats: list[Json] = [{"seat": seat, "colour": colour, "name": None} for seat, colour in enumerate(fold.seats)]
    return Table(architects, fold.box, seats, fold.options)


def test_the_board_tells_workers_market_display_and_what_each_seat_has(position: given.Table) -> None:
    text = draw(at(position), position.fold.view(), Speech("en")).plain
    for part in (
        "Quarry                 red 2",
        "Forest                 green 3",
        "Black Market: -, -, -",
        "7x:-",
        "Jeweller",
    ):
        assert part in text
    assert "Pickpocket, Well · captives blue 1" in text
    assert "2 gold, 9 silver" in text


def test_the_board_speaks_spanish_and_marks_what_changed(position: given.Table) -> None:
    text = draw(
        at(position), position.fold.view(), Speech("es"), [{"op": "replace", "path": "/locations/mines/0"}]
    ).plain
    assert "* Minas                  red 1" in text
    assert "trabajadores" in text


def test_the_display_shows_silver_on_a_card(position: given.Table) -> None:
    shown = position.show("top", 3, silver=2)
    assert "Jeweller$$" in draw(at(shown), shown.fold.view(), Speech("en")).plain


def words(position: given.Table, *before: str, current: str = "") -> list[str]:
    offers = position.fold.offers()["moves"]
    return [word for word, _ in suggest(before, current, offers, position.fold.offers, at(position))]


def test_the_choices_of_a_form_are_those_on_offer(position: given.Table) -> None:
    assert words(position, "mines") == ["clay", "gold"]
    assert words(position, "discard") == ["A25"]
    assert words(position, "guard") == ["send"]


def test_a_hire_asks_row_column_and_the_card_that_comes_up(position: given.Table) -> None:
    assert words(position, "hire") == ["top", "bottom"]
    assert words(position, "hire", "top") == ["1", "2", "3", "4"]
    assert "A40" in words(position, "hire", "top", "2")
    assert "A39" not in words(position, "hire", "top", "2")


def test_a_capture_is_a_colour_and_a_place(position: given.Table) -> None:
    assert "green@forest" in words(position, "town")
    assert words(position, "town", current="green@f") == ["green@forest"]


def test_nothing_is_suggested_before_the_first_word_or_behind_an_unknown_one(position: given.Table) -> None:
    assert words(position) == words(position, "nothing") == []
