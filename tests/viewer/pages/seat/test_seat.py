"""The page behind a seat's link, in a real browser against a real service."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.long import cases, long_only
from tests.viewer.conftest import Up
from tests.viewer.page_checks import faults
from tests.viewer.table import Table


def choose(page: Page, *orders: str) -> None:
    for order in orders:
        page.get_by_role("button", name=order, exact=True).click()


SIX = ("Black road", "Action", "Red road", "Wait", "Blue road", "Action")


@pytest.fixture
def xidit(up: Up) -> Table:
    table = Table(up, "xidit", ("red", "blue", "yellow"))
    table.play(lambda move: move["type"] in ("program", "reveal_orders"))
    return table


def test_a_seat_seals_its_tile_from_its_own_phone_and_nobody_else_reads_it(up: Up, page: Page) -> None:
    table = Table(up)
    page.goto(table.link(1))
    expect(page.locator("#who")).to_have_text("Ben · Blue")
    assert "mb_" not in page.url
    page.get_by_role("button", name="Dragon", exact=True).click()
    page.get_by_role("button", name="Seal", exact=True).click()
    expect(page.locator("#locked")).to_contain_text(
        re.compile(r"Sealed at \d\d:\d\d:\d\d\. Nobody else at the table can see it")
    )
    expect(page.locator("#locked")).to_contain_text("until you place or show the tile.")
    expect(page.get_by_text("Dragon", exact=True)).to_be_hidden()
    page.locator(".seal summary").click()
    expect(page.locator(".mine")).to_have_text("Dragon")
    entry = table.get("/log")["entries"][-1]
    assert entry["body"] == {"type": "deal_starting_tile", "seat": 1}
    assert "tile" in entry["seals"]
    assert "dragon" not in json.dumps(table.get("/log", table.token))
    table.move(type="deal_starting_tile", seat=0)
    table.move(type="choose_start_player", player=1)
    table.move(type="place_starting_tile", seat=1, row=1, col=1)
    expect(page.locator("#locked")).to_be_hidden()


def test_what_the_recorder_left_open_is_given_later(up: Up, page: Page) -> None:
    table = Table(up)
    table.move(type="deal_starting_tile", seat=0)
    page.goto(table.link(0))
    expect(page.get_by_role("heading", name="Take a starting tile: still missing")).to_be_visible()
    page.get_by_role("button", name="Wizard", exact=True).click()
    page.get_by_role("button", name="Seal", exact=True).click()
    expect(page.locator("#forms")).to_contain_text("Nothing to do right now.")
    expect(page.locator("#locked")).to_contain_text("Sealed at")
    assert table.get("/log")["entries"][-1]["type"] == "sealed"


def test_what_the_recorder_was_told_is_not_called_this_seat_s_own_seal(up: Up, page: Page) -> None:
    table = Table(up)
    table.move(type="deal_starting_tile", seat=0, tile="dragon")
    page.goto(table.link(0))
    expect(page.locator("#locked")).to_contain_text("The recorder entered it and knows it")


def test_six_orders_are_sealed_with_the_keyboard_alone(xidit: Table, page: Page) -> None:
    page.goto(xidit.link(0))
    expect(page.get_by_role("heading", name="Program six orders")).to_be_visible()
    page.keyboard.press("Tab")  # the other language
    reached: list[str] = []
    for order in SIX:
        for _ in range(40):
            if (
                page.evaluate("document.activeElement.closest('.options') && document.activeElement.textContent")
                == order
            ):
                break
            page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent"))
        page.keyboard.press("Enter")
    assert reached == list(SIX)
    expect(page.locator("fieldset [role=status]")).to_have_text("6 of 6: Action. All chosen. Tap to change number 6")
    while page.evaluate("document.activeElement.className") != "send":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("until all orders are revealed")
    expect(page.locator("#locked-title")).to_be_focused()
    expect(page.locator("#forms")).to_contain_text("Waiting for Ben and Cid.")
    assert len(xidit.moves_of(0, "program")) == 1
    orders = ["road_black", "action", "road_red", "wait", "road_blue", "action"]
    assert "road_black" not in json.dumps(xidit.get("/log", xidit.token))
    page.locator(".seal summary").click()
    assert page.locator(".mine li").all_inner_texts() == list(SIX)
    others = {str(seat): ["wait"] * 6 for seat in (1, 2)}
    for seat in (1, 2):
        xidit.move(type="program", seat=seat)
    xidit.move(type="reveal_orders", orders=others)
    assert xidit.get("/state")["view"]["programs"]["0"]["orders"] == orders
    expect(page.locator("#locked")).to_be_hidden()


def test_a_fist_holds_no_more_than_the_seat_has(up: Up, page: Page) -> None:
    table = Table(up, "xidit", ("red", "blue", "yellow"))
    table.play(lambda move: move["type"] in ("census_show", "census_open"))
    link = table.link(1)
    page.goto(link)
    state = table.get("/state", link.split("#t=")[1])["view"]
    held = state["derived"]["1"]["units"][state["census"]["unit"]]
    expect(page.locator(".given")).to_have_text("Peasant Militia")
    assert page.locator(".numbers button").all_inner_texts() == [str(count) for count in range(held + 1)]
    page.locator(".numbers").get_by_role("button", name="0", exact=True).click()
    page.get_by_role("button", name="Seal", exact=True).click()
    expect(page.locator("#locked")).to_contain_text("until the fists are opened")


def test_without_a_connection_nothing_is_lost_and_nothing_is_sealed_twice(xidit: Table, page: Page) -> None:
    page.goto(xidit.link(2))
    choose(page, *SIX)

    def lost(route: Route) -> None:
        """The answer is lost on its way, not the request; what the stream tells of it cannot be read either."""
        if route.request.method == "POST":
            route.fetch()
        route.abort()

    page.route("**/v1/records/**", lost)
    page.get_by_role("button", name="Seal", exact=True).click()
    expect(page.locator("form .error")).to_contain_text("Not sealed: no connection.")
    page.unroute("**/v1/records/**")
    page.context.set_offline(True)
    expect(page.locator("#message")).to_contain_text("No connection.")
    page.context.set_offline(False)
    expect(page.locator("#message")).to_be_hidden()
    expect(page.locator("#locked")).to_contain_text("Sealed at")
    assert len(xidit.moves_of(2, "program")) == 1


def test_a_revoked_link_shows_nothing_any_more(xidit: Table, page: Page) -> None:
    link = xidit.link(1)
    page.goto(link)
    expect(page.locator("#page")).to_be_visible()
    name = link.split("#t=mb_")[1].split("_")[0]
    xidit.call("DELETE", f"/v1/records/{xidit.id}/tokens/{name}")
    expect(page.locator("#message")).to_contain_text("This link is no longer valid")
    expect(page.locator("#page")).to_be_hidden()


def test_the_page_speaks_spanish_and_follows_the_table(up: Up, page: Page) -> None:
    table = Table(up)
    page.goto(table.link(0))
    page.get_by_role("button", name="Español").click()
    expect(page.locator("#give-title")).to_have_text("Solo tú puedes anotar esto")
    expect(page.get_by_role("button", name="Lobos feroces")).to_be_visible()
    page.get_by_text("Últimas jugadas").click()
    table.move(type="choose_start_player", player=1)
    expect(page.locator("#sentences li").first).to_contain_text("Ben")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_its_way_to_the_board_looks_with_the_seat_s_eyes(up: Up, page: Page) -> None:
    table = Table(up)
    page.goto(table.link(1))
    page.get_by_role("link", name="Watch the game").click()
    expect(page.locator("#eyes")).to_have_value("seat:1")
    assert "mb_" not in page.url


@long_only
@pytest.mark.parametrize("scheme", ["dark", "light"][: cases(1, 2)])
def test_every_target_is_large_enough_and_axe_finds_nothing(xidit: Table, up: Up, page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    tile = Table(up)
    for link in (xidit.link(0), tile.link(0)):
        page.goto(link)
        expect(page.locator("form")).to_be_visible()
        sizes = page.locator("button, summary, a, .options > *").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect()).filter((box) => box.width)"
            ".map((box) => Math.min(box.width, box.height))"
        )
        assert min(sizes) >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("button", name="Seal", exact=True).click()
        expect(page.locator("form .error")).to_contain_text("Choose first")
        assert faults(page) == []
