"""The board as the form: what lies on it is chosen by tapping it there."""

import itertools
import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.viewer.conftest import Up
from tests.viewer.recorder import Thumb
from tests.viewer.table import Table


def place(page: Page, **key: Any) -> Locator:
    return page.locator(f"#board [data-target='{json.dumps(key, separators=(',', ':'))}']")


def table_before(up: Up, game: str, kind: str, **parts: Any) -> tuple[Table, Any]:
    """A table, and the next move of an imaginary one: the first of a type with these parts."""
    table = Table(up, game, ("red", "blue", "green"))
    wanted = {"type": kind, **parts}
    before = list(itertools.takewhile(lambda move: not wanted.items() <= move.items(), table.moves()))
    for start in range(0, len(before), 10):
        table.bring(before[start : start + 10])
    return table, next(move for move in table.moves() if wanted.items() <= move.items())


def recorded(table: Table) -> Any:
    return table.get("/log?limit=1000")["entries"][-1]["body"]


def test_a_worker_is_placed_by_one_tap_on_its_location(up: Up, page: Page) -> None:
    table, move = table_before(up, "architects", "place_silversmith")
    thumb = Thumb(page, table)
    opens = page.locator("#board .target.open").evaluate_all("(all) => all.map((one) => one.dataset.target)")
    assert '{"location":"quarry"}' in opens
    assert '{"location":"prison"}' not in opens
    place(page, location="quarry").click()
    expect(page.locator("#held")).to_be_visible()
    thumb.sent()
    assert recorded(table) == {"type": "place_quarry", "seat": move["seat"]}


def test_a_tap_on_the_workshop_asks_which_move_and_a_card_is_hired_where_it_lies(up: Up, page: Page) -> None:
    table, move = table_before(up, "architects", "workshop_hire")
    thumb = Thumb(page, table)
    place(page, location="workshop").click()
    expect(page.locator("#form [data-type]")).to_have_count(2)
    page.locator("#form [data-tapped]").click()
    place(page, row=move["row"], column=1).scroll_into_view_if_needed()
    place(page, row=move["row"], column=1).click()
    page.locator("#form button[data-type=workshop_hire]").click()
    page.locator("#form [data-path=refill]").wait_for()
    thumb.give(page.locator("#form [data-path=refill]"), move["refill"])
    expect(page.locator("#held")).to_be_visible()
    thumb.sent()
    assert {**recorded(table), "column": 1}.items() >= {"type": "workshop_hire", "row": move["row"]}.items()


def test_the_bards_that_are_left_go_to_the_region_that_is_tapped(up: Up, page: Page) -> None:
    table, move = table_before(up, "xidit", "place_bards", regions={"R6": 0, "R7": 2})
    count = sum(move["regions"].values())
    thumb = Thumb(page, table)
    region = max(move["regions"], key=lambda name: int(move["regions"][name]))
    seat = page.locator(f"#seats button[data-seat='{move['seat']}']")
    if seat.get_attribute("aria-pressed") != "true":
        seat.click()
        thumb.wait()
    place(page, region=region).dispatch_event("click")
    expect(page.locator("#held")).to_be_visible()
    thumb.sent()
    assert {name: n for name, n in recorded(table)["regions"].items() if n} == {region: count}


def test_tiles_are_laid_out_by_tapping_their_cities(up: Up, page: Page) -> None:
    table = Table(up, "xidit", ("red", "blue", "green"))
    thumb = Thumb(page, table)
    for city in (3, 7, 9, 12, 16, 1, 2, 4, 5, 8):
        place(page, city=city).dispatch_event("click")
        thumb.wait()
    page.locator("#form [data-path=first_player] button").first.click()
    thumb.wait()
    expect(place(page, city=10)).not_to_have_class("x-city target open")
    entered = json.loads(page.locator("#form").get_attribute("data-move") or "null")
    assert entered["recruit_tiles"] == ["B03", "B07", "B09", "B12", "B16"]
    assert entered["threat_tiles"] == ["B01", "B02", "B04", "B05", "B08"]


def test_a_tile_that_is_tapped_says_the_row_of_its_action_too(up: Up, page: Page) -> None:
    table, move = table_before(up, "rise_of_empires", "action", row="city")
    thumb = Thumb(page, table)
    place(page, tile=move["tile"]).scroll_into_view_if_needed()
    place(page, tile=move["tile"]).click()
    thumb.wait()
    entered = json.loads(page.locator("#form").get_attribute("data-move") or "null")
    assert page.locator("#held").is_visible() or (entered["row"], entered["tile"]) == ("city", move["tile"])


def test_a_trade_box_that_is_taken_says_by_whom_where_it_is_tapped(up: Up, page: Page) -> None:
    table, move = table_before(up, "rise_of_empires", "action", row="trade")
    table.move(**move)
    thumb = Thumb(page, table)
    taken = place(page, box=move["box"])
    taken.scroll_into_view_if_needed()
    taken.click()
    expect(page.locator(".place-why")).to_have_text(f"Taken by {('Ana', 'Ben', 'Cid')[move['seat']]}")
    assert json.loads(page.locator("#form").get_attribute("data-move") or "{}").get("box") is None
    thumb.wait()


def test_where_a_tile_lies_is_told_in_words_and_never_by_numbers(up: Up, page: Page) -> None:
    thumb = Thumb(page, Table(up, "mage_knight", ("red", "blue")))
    page.locator("#form button.value").first.click()
    thumb.wait()
    place(page, a=0, b=1).click()
    thumb.wait()
    expect(page.locator("#form .chips")).to_contain_text("north")
    expect(page.locator("#form .chips")).not_to_contain_text(re.compile(r"\d,? -?\d"))
