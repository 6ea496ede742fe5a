"""The recorder's page, in a real browser against a real service: moves by taps, held, sent, refused, taken back."""

from __future__ import annotations

import itertools
import os
import statistics
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engines import GAMES
from tests.viewer.conftest import on_a_phone
from tests.viewer.recorder import Thumb
from tests.viewer.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::ResourceWarning")]

LONG = int(os.environ.get("MOVEBOOK_TAPPED", "0"))
"""Moves of each game that are tapped in; without it as many as show every widget of the default run."""
COLOURS = ("red", "blue", "yellow")


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A phone, the same for all tests; what breaks in its pages fails the last one."""
    with on_a_phone(browser) as opened:
        yield opened


def recorded(table: Table) -> list[Any]:
    """The moves as they stand in the log, without what is sealed or opened."""
    entries = table.get("/log?limit=10000", table.token)["entries"]
    return [public(entry["body"], table.game) for entry in entries if entry["type"] == "move"]


def public(move: Any, game: str) -> Any:
    """A move without its secret parts and without what is left out."""
    secret = GAMES[game].secret.get(move["type"], {})
    return {name: of for name, of in move.items() if of is not None and name not in secret}


def tapped(page: Page, up: dict[str, str], game: str, count: int) -> Thumb:
    """A thumb that has entered the first moves of a game, each of which stands in the log as it was played."""
    table = Table(up, game, COLOURS)
    thumb = Thumb(page, table)
    moves = list(itertools.islice(table.moves(), LONG or count))
    thumb.play(moves)
    thumb.sent()
    wanted = [public(move, game) for move in moves]
    # A seal that opens fills in what was left out.
    assert [
        {name: of for name, of in done.items() if name in move}
        for done, move in zip(recorded(table), wanted, strict=True)
    ] == wanted
    return thumb


def test_a_game_of_kingdoms_is_recorded_by_taps_and_the_usual_move_takes_two(up: dict[str, str], page: Page) -> None:
    thumb = tapped(page, up, "kingdoms", 7)
    assert statistics.median(thumb.taps) <= 2


def test_a_year_of_xidit_is_programmed_by_taps_after_a_set_up_of_no_more_than_25(
    up: dict[str, str], page: Page
) -> None:
    thumb = tapped(page, up, "xidit", 5)
    assert thumb.taps[0] <= 25


def test_moves_of_architects_with_lists_groups_and_maps_are_recorded_by_taps(up: dict[str, str], page: Page) -> None:
    thumb = tapped(page, up, "architects", 4)
    assert statistics.median(thumb.taps[2:]) <= 3


def test_an_action_of_rise_of_empires_takes_three_taps_and_none_is_left_out(up: dict[str, str], page: Page) -> None:
    thumb = tapped(page, up, "rise_of_empires", 3)
    assert statistics.median(thumb.taps[2:]) <= 3


def test_what_is_held_is_taken_back_before_anybody_saw_it(up: dict[str, str], page: Page) -> None:
    table = Table(up)
    thumb = Thumb(page, table)
    thumb.enter({"type": "choose_start_player", "player": 1})
    expect(page.locator("#held-says")).to_have_text("Ben takes the first turn of epoch 1.")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#held")).to_be_hidden()
    expect(page.locator("#count")).to_have_text("0 on this phone, 0 to send")
    assert recorded(table) == []


def test_undo_says_what_it_takes_back_and_at_a_barrier_why_not_and_who_must_consent(
    up: dict[str, str], page: Page
) -> None:
    table = Table(up)
    thumb = Thumb(page, table)
    thumb.enter({"type": "choose_start_player", "player": 1})
    thumb.sent()
    undo = page.locator("#undo")
    expect(undo).to_have_text("Undo: Ben takes the first turn of epoch 1.")
    undo.click()
    expect(page.locator("#dialog")).to_contain_text("Since then chance has spoken: start player.")
    expect(page.locator("#dialog")).to_contain_text("Ana and Ben must consent, or a judge decides.")
    page.get_by_role("button", name="Ana and Ben consented: take it back").click()
    expect(page.locator("#dialog")).to_be_hidden()
    thumb.sent()
    expect(undo).to_have_text("Undo")
    assert table.get("/log")["entries"][-1]["body"]["undoes"] == ["2"]


def test_a_value_that_is_not_on_offer_is_refused_by_its_clause(up: dict[str, str], page: Page) -> None:
    table = Table(up)
    table.play(lambda move: move["type"] == "draw_and_place")
    table.move(type="draw_and_place", tile="dragon", row=1, col=1)
    Thumb(page, table)
    page.locator("fieldset[data-type=place_castle] [data-value='1']").click()
    page.locator("[data-path=row] [data-value='1']").click()
    page.locator("[data-path=col]").get_by_role("button", name="Not on offer").click()
    page.locator("[data-path=col] [data-value='1']").click()
    expect(page.locator(".refused")).to_contain_text("Refused by KIN-4.11: row 1, column 1 already holds Dragon")
