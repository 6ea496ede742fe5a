"""What the recorder's page records is what was entered: typed lines, tapped spaces, undo and corrections under way."""

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.viewer.conftest import Up, on_a_phone
from tests.viewer.recorder import Thumb
from tests.viewer.table import Table

LINES = re.compile(r"/offers\?line=")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone on which things move."""
    with on_a_phone(browser, reduced_motion="no-preference") as opened:
        yield opened


def recorded(table: Table) -> list[Any]:
    return [entry["body"] for entry in table.get("/log?limit=1000")["entries"] if entry["type"] == "move"]


def busy(route: Route) -> None:
    problem = {"type": "urn:movebook:problem:busy", "title": "Busy", "status": 503}
    route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(problem))


def typed(page: Page, line: str) -> None:
    page.locator("#line-input").fill(line)


def test_a_line_that_could_not_be_read_records_neither_itself_nor_the_line_before(up: Up, page: Page) -> None:
    table = Table(up)
    Thumb(page, table)
    page.keyboard.press("/")
    typed(page, "first blue")
    expect(page.locator("#line-says")).to_have_text("Ben takes the first turn of epoch 1.")
    page.route(LINES, busy)
    typed(page, "first red")
    page.keyboard.press("Enter")
    expect(page.locator("#line-says")).to_contain_text("Not recorded")
    expect(page.locator("#held")).to_be_hidden()
    expect(page.locator("#line-input")).to_have_value("first red")
    page.unroute(LINES)
    page.keyboard.press("Enter")
    expect(page.locator("#held-says")).to_have_text("Ana takes the first turn of epoch 1.")
    # Enter in an empty field records nothing.
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector("#count[data-unsent='0']")
    assert recorded(table) == [{"type": "choose_start_player", "player": 0}]


def test_the_same_line_typed_twice_quickly_is_recorded_for_one_seat_after_the_other(up: Up, page: Page) -> None:
    table = Table(up)
    thumb = Thumb(page, table)
    page.keyboard.press("/")
    page.keyboard.type("first red\n")
    for line in ("deal\n", "deal\n"):
        expect(page.locator("#line-input")).to_have_value("")
        page.keyboard.type(line)
    expect(page.locator("#line-input")).to_have_value("")
    page.wait_for_selector("#form[aria-busy=false]", state="attached")
    thumb.sent()
    assert [move.get("seat") for move in recorded(table)] == [None, 0, 1]


def test_a_tapped_space_is_taken_whole_or_refused_there_and_what_is_remembered_is_marked(up: Up, page: Page) -> None:
    table = Table(up)
    table.move(type="choose_start_player", player=0)
    table.move(type="deal_starting_tile", seat=0)
    table.move(type="deal_starting_tile", seat=1)
    table.move(type="place_castle", seat=0, rank=1, row=3, col=3)
    table.move(type="place_castle", seat=1, rank=1, row=3, col=5)
    thumb = Thumb(page, table)

    def space(row: int, col: int) -> Any:
        return page.locator(f"""#board [data-target='{{"row":{row},"col":{col}}}']""")

    # Before anything is asked: a mark on the board, and a button that clears it.
    space(4, 4).click()
    expect(page.locator("#board .tapped")).to_have_count(1)
    expect(page.locator("#form [data-tapped]")).to_contain_text("On the board: ")
    page.locator("#form [data-tapped]").click()
    expect(page.locator("#board .tapped")).to_have_count(0)
    expect(page.locator("#form [data-tapped]")).to_have_count(0)
    # A space that is taken: nothing of it is remembered, and the reason is shown there.
    expect(page.locator("#board .open")).to_have_count(28)
    space(3, 3).click()
    expect(page.locator(".place-why")).to_have_text("Taken by Ana’s castle")
    expect(page.locator("#form [data-tapped]")).to_have_count(0)
    page.locator("#form fieldset[data-type=place_castle] button.value").first.click()
    expect(page.locator("#form [data-path=row]")).to_be_visible()
    space(3, 5).click()
    expect(page.locator(".place-why")).to_have_text("Taken by Ben’s castle")
    expect(page.locator("#board .tapped")).to_have_count(0)
    space(5, 5).click()
    expect(page.locator("#held")).to_be_visible()
    expect(page.locator(".place-why")).to_be_hidden()
    thumb.sent()
    last = recorded(table)[-1]
    assert (last["type"], last["row"], last["col"]) == ("place_castle", 5, 5)


def test_a_piece_is_on_the_board_at_the_tap_and_goes_when_it_is_refused(up: Up, page: Page) -> None:
    table = Table(up)
    table.move(type="choose_start_player", player=0)
    table.move(type="deal_starting_tile", seat=0)
    table.move(type="deal_starting_tile", seat=1)
    thumb = Thumb(page, table)
    page.locator("#form fieldset[data-type=place_castle] button.value").first.click()
    thumb.wait()
    # While it is kept, sent and answered, it is never drawn twice.
    page.evaluate("""() => {
        window.most = 0;
        const count = () => { window.most = Math.max(window.most, document.querySelectorAll(".ghost").length); };
        new MutationObserver(count).observe(document.querySelector("#table"), { childList: true, subtree: true });
    }""")
    # Nobody answers: the piece is drawn from what was tapped alone.
    waiting: list[Route] = []
    page.route(re.compile("/(offers|moves)\\?"), lambda route: waiting.append(route))  # noqa: PLW0108 - the driver marks what it calls
    space = page.locator("""#board [data-target='{"row":5,"col":5}']""")
    space.click()
    ghost = page.locator("#table .ghost")
    assert ghost.count() == 1
    boxes = [one.bounding_box() for one in (ghost, space.locator("rect").first)]
    assert all(abs(one["x"] - other["x"]) < 8 for one, other in itertools.combinations(filter(None, boxes), 2))
    page.wait_for_function("document.querySelector('#form').ariaBusy === 'true'")
    for route in waiting:
        route.continue_()
    page.unroute_all()
    expect(page.locator("#held")).to_be_visible()
    assert ghost.count() == 1
    thumb.sent()
    expect(ghost).to_have_count(0)
    assert page.evaluate("most") == 1
    assert table.get("/state")["view"]["board"][4][4]["seat"] == 0
    # What the rules refuse leaves the board, and the reason is shown there.
    page.locator("#form fieldset[data-type=place_castle] button.value").first.click()
    page.locator("[data-path=row] [data-value='5']").click()
    page.locator("[data-path=col]").get_by_role("button", name="Not listed").click()
    page.locator("[data-path=col] [data-value='5']").click()
    expect(page.locator(".place-why")).to_contain_text("row 5, column 5 already holds")
    expect(ghost).to_have_count(0)
    page.get_by_role("button", name="Back").click()


def test_the_board_shows_the_move_that_led_to_it_and_follows_each_entry(up: Up, page: Page) -> None:
    table = Table(up, "mage_knight", ("red", "blue"))
    moves = table.moves()
    table.bring(itertools.takewhile(lambda move: move["type"] != "begin_turn", moves))
    thumb = Thumb(page, table)
    thumb.enter(
        {
            "type": "begin_turn",
            "seat": int(thumb.page.locator("#seats [aria-pressed=true]").get_attribute("data-seat") or 0),
        }
    )
    thumb.sent()
    expect(page.locator(".m-turn-head")).to_contain_text("The turn of")
    expect(page.locator(".m-turn-steps li")).to_have_count(1)
    page.reload()
    expect(page.locator(".m-turn-head")).to_contain_text("The turn of")


def test_a_tapped_space_replaces_the_row_that_was_chosen_before(up: Up, page: Page) -> None:
    table = Table(up)
    table.move(type="choose_start_player", player=0)
    table.move(type="deal_starting_tile", seat=0)
    table.move(type="deal_starting_tile", seat=1)
    thumb = Thumb(page, table)
    page.locator("#form fieldset[data-type=place_castle] button.value").first.click()
    page.locator("#form [data-path=row] button.value[data-value='3']").click()
    expect(page.locator("#form [data-path=col]")).to_be_visible()
    page.locator("""#board [data-target='{"row":5,"col":6}']""").click()
    expect(page.locator("#held")).to_be_visible()
    thumb.sent()
    last = recorded(table)[-1]
    assert (last["row"], last["col"]) == (5, 6)


def test_undo_takes_back_the_move_that_the_button_names_and_no_other(up: Up, page: Page) -> None:
    table = Table(up)
    table.move(type="choose_start_player", player=0)
    table.move(type="deal_starting_tile", seat=0)
    Thumb(page, table)
    expect(page.locator("#undo")).to_contain_text("Ana")

    def between(route: Route) -> None:
        # The other phone writes between the question and the undo.
        answer = route.fetch()
        table.move(type="deal_starting_tile", seat=1)
        route.fulfill(response=answer)

    page.route("**/undo?*", between, times=1)
    page.locator("#undo").click()
    # It has seen the other move, or asks what is to become of its undo.
    page.locator("#matter:not([hidden]), #desk[data-version='4'], #desk[data-version='5']").first.wait_for()
    undone = [entry for entry in table.get("/log")["entries"] if entry["type"] == "undone"]
    assert [move["seat"] for move in recorded(table) if "seat" in move] == [0, 1]
    assert undone == [] or undone[0]["body"]["undoes"] == ["3"]


def test_choosing_a_seat_records_nothing_where_one_move_with_one_value_is_on_offer(up: Up, page: Page) -> None:
    table = Table(up, "architects", ("red", "blue", "yellow"))

    def only_one() -> Any:
        """A seat with one move on offer, which has one value."""
        offers = table.get("/offers", table.token)["moves"]
        seats = {offer["seat"] for offer in offers}
        for seat in seats - {None}:
            mine = [offer for offer in offers if offer["seat"] in (seat, None)]
            if len(seats) > 1 and len(mine) == 1 and mine[0]["type"] == "discard_apprentice":
                return seat
        return None

    for move in table.moves():
        table.bring([move])
        if (seat := only_one()) is not None:
            break
    Thumb(page, table)
    page.locator(f"#seats [data-seat='{seat}']").click()
    expect(page.locator("#form strong").first).to_have_text("Discard an apprentice")
    page.wait_for_selector("#form[aria-busy=false]")
    expect(page.locator("#held")).to_be_hidden()
    page.locator("#form button.record").click()
    expect(page.locator("#held-says")).to_contain_text("discards")
