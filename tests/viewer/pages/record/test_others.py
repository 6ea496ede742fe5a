"""The recorder's page beside others who write: clashes side by side, a closed record, a withdrawn right, two tabs."""

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.long import cases
from tests.viewer.conftest import Up, pending
from tests.viewer.recorder import HELD_LONGER, Thumb
from tests.viewer.table import Table

SENDING = "**/moves?offers=1*"
"""What brings a move to the service; a dry run has another address."""
MINE = {"type": "choose_start_player", "player": 1}
SAYS = "Ben takes the first turn of epoch 1."


def cut_off(page: Page, table: Table) -> Thumb:
    """A thumb that has entered a move which does not reach the service."""
    page.route(SENDING, lambda route: route.abort())
    thumb = Thumb(page, table)
    thumb.enter(MINE)
    page.locator("#title").click()
    expect(page.locator("#matter")).to_contain_text("No connection. Go on: everything is saved here")
    return thumb


def back(page: Page) -> None:
    page.unroute(SENDING)
    page.evaluate("dispatchEvent(new Event('online'))")


def moves(table: Table) -> list[Any]:
    return [entry["body"] for entry in table.get("/log?limit=1000")["entries"] if entry["type"] == "move"]


@pytest.mark.parametrize(
    ("player", "choice", "count", "made"),
    [(0, "Keep theirs, set mine aside", "All sent", 1), (1, "It is the same move", "All sent", 1)][: cases(1, 2)],
)
def test_another_move_where_one_was_meant_stands_beside_it_to_choose_from(
    up: Up, page: Page, player: int, choice: str, count: str, made: int
) -> None:
    table = Table(up)
    cut_off(page, table)
    table.move(type="choose_start_player", player=player)
    back(page)
    theirs, mine = page.locator(".sides section").nth(0), page.locator(".sides section").nth(1)
    expect(theirs).to_contain_text(f"{('Ana', 'Ben')[player]} takes the first turn of epoch 1.")
    expect(mine).to_contain_text(SAYS)
    page.get_by_role("button", name=choice).click()
    expect(page.locator("#matter")).to_be_hidden()
    expect(page.locator("#count")).to_have_text(count)
    expect(page.locator("#undo")).to_contain_text(f"{('Ana', 'Ben')[player]} takes the first turn")
    assert len(moves(table)) == made


def test_what_waited_on_the_phone_is_sent_before_the_page_has_read_its_record(up: Up, page: Page) -> None:
    table = Table(up)
    cut_off(page, table)
    page.unroute(SENDING)
    with pending(page, "**/v1/games/kingdoms"), page.expect_response(SENDING):
        page.reload(wait_until="commit")
    expect(page.locator("#count")).to_have_text("All sent")
    expect(page.locator("#undo")).to_contain_text(SAYS.removesuffix("."))
    page.wait_for_selector("#board [data-target]")
    assert moves(table) == [MINE]
    # What is on its way is no trouble to a page that opens meanwhile.
    Thumb(page, table, opened=True).enter({"type": "deal_starting_tile", "seat": 0})
    with pending(page, SENDING):
        page.reload()
        expect(page.locator("#form.awaited")).to_be_visible()
        expect(page.locator("#message")).to_be_hidden()
    expect(page.locator("#count")).to_have_text("All sent")


def test_a_picture_that_the_network_kept_away_is_brought_once_it_is_back(up: Up, page: Page) -> None:
    table = Table(up)
    table.play(lambda move: move["type"] == "draw_and_place")
    page.route("**/boards/kingdoms-seat.js", lambda route: route.abort(), times=1)
    Thumb(page, table)
    expect(page.locator("#form button.value img").first).to_be_visible()


def test_two_tabs_of_one_page_show_what_either_entered(up: Up, page: Page) -> None:
    table = Table(up)
    first = Thumb(page, table)
    other = page.context.new_page()
    second = Thumb(other, table)
    second.enter(MINE)
    second.sent()
    expect(page.locator("#undo")).to_have_text(f"Undo: {SAYS}")
    expect(page.locator("#form")).not_to_have_attribute("data-type", "choose_start_player")
    first.enter(list(table.moves())[1])
    first.sent()
    expect(other.locator("#undo")).not_to_have_text(f"Undo: {SAYS}")
    other.close()
    assert len(moves(table)) == 2


CHECKING, OFFERING = "**/moves?dry_run=1*", re.compile(r"/offers\b")


def busy(page: Page) -> None:
    page.wait_for_selector("#form[aria-busy=true]")


def test_a_board_that_is_tapped_while_an_answer_is_pending_enters_one_move(up: Up, page: Page) -> None:
    table = Table(up)
    table.play(lambda move: move["type"] == "draw_and_place")
    before = len(moves(table))
    Thumb(page, table)
    page.locator("fieldset[data-type=place_castle] [data-value='1']").click()
    space, other = (page.locator(f'#board [data-target*=\'"row":{n},"col":{n}\']').first for n in (1, 2))
    with pending(page, CHECKING):
        space.click()
        busy(page)
        space.click()
        other.click()
    expect(page.locator("#held-says")).to_contain_text("places a castle of rank 1 at row 1, column 1")
    # The other space is of the move that follows.
    expect(other).to_have_class(re.compile(r"\btapped\b"))
    page.locator("#title").click()
    page.wait_for_selector("#count[data-unsent='0']")
    assert [move["type"] for move in moves(table)[before:]] == ["place_castle"]


def test_a_button_that_is_tapped_while_an_answer_is_pending_answers_the_next_question(up: Up, page: Page) -> None:
    table = Table(up)
    table.move(**MINE)
    Thumb(page, table)
    unseen = page.locator("#form [data-way=nobody_saw]")
    with pending(page, CHECKING):
        unseen.click()
        busy(page)
        unseen.click()
    expect(page.locator("#form fieldset[data-type=place_castle]")).to_be_visible()
    page.locator("#title").click()
    page.wait_for_selector("#count[data-unsent='0']")
    assert [move["type"] for move in moves(table)[1:]] == ["deal_starting_tile"] * 2


def test_a_tap_while_an_entry_is_taken_back_answers_what_is_asked_after_it(up: Up, page: Page) -> None:
    table = Table(up)
    table.move(**MINE)
    Thumb(page, table)
    page.evaluate(HELD_LONGER)
    page.locator("#form [data-way=nobody_saw]").click()
    expect(page.locator("#take-back")).to_be_visible()
    with pending(page, OFFERING):
        page.locator("#take-back").click()
        busy(page)
        page.locator("#form [data-way=nobody_saw]").click()
    expect(page.locator("#held-says")).to_contain_text("takes a starting tile")


def test_what_may_follow_a_move_that_nobody_could_check_is_not_offered_before_its_answer(up: Up, page: Page) -> None:
    table = Table(up)
    thumb = Thumb(page, table)
    page.route(CHECKING, lambda route: route.abort())
    with pending(page, SENDING), page.expect_request(SENDING):
        thumb.enter(MINE)
        page.locator("#title").click()
        # The same move again, which was on offer before it, is no answer to what comes next.
        expect(page.locator("#form")).to_contain_text("Loading the possible moves")
        assert page.locator("#form [data-type], #form button").count() == 0
    page.unroute(CHECKING)
    thumb.enter(next(itertools.islice(table.moves(), 1, None)))
    thumb.sent()
    assert len(moves(table)) == 2
