"""What one sees first of a game, in every title: where it opens, who plays and when, what a small window shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from engines.kernel.game import Json
from service.api import offline
from tests.viewer.conftest import Site
from tests.viewer.looking import crowded
from tests.viewer.replay_fixture import played, replay

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::ResourceWarning")]

Open = Callable[..., Page]
TABLES = {
    "kingdoms": ("yellow", "red", "blue"),
    "xidit": ("red", "blue", "yellow"),
    "architects": ("blue", "green", "red"),
    "rise_of_empires": ("blue", "red", "green"),
    "mage_knight": ("red", "blue"),
}
"""Who sits at the table of each game."""
OCCASION = {
    "league": "Winter League",
    "event": "Club night",
    "round": "2",
    "table": "4",
    "place": "Casa de la Cultura",
    "date": "2026-11-20",
}
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
SIDEWAYS = {"width": 667, "height": 375}
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


@pytest.fixture(scope="module", autouse=True)
def games(served: Site) -> Iterator[dict[str, Json]]:
    """A game of each title that is over, at the server by its name, and the same before its last move."""
    over = {}
    for game, seats in TABLES.items():
        line = played(game, seats, seed=4)
        known = {"eyes_allowed": ["public"], "occasion": OCCASION}
        over[game] = served.replays[f"{game}-over", "public"] = {**replay(line, "public", seats, game), **known}
        served.replays[f"{game}-on", "public"] = {**replay(line[:-1], "public", seats, game), **known}
    yield over
    for game in TABLES:
        del served.replays[f"{game}-over", "public"], served.replays[f"{game}-on", "public"]


def go(page: Page, hash_: str, ply: int) -> None:
    """Go where the fragment of an address leads."""
    page.evaluate("(hash) => { location.hash = hash }", hash_)
    expect(page.locator("#slider")).to_have_js_property("value", str(ply))


@pytest.mark.parametrize("game", TABLES)
def test_a_game_that_is_over_opens_on_its_result(visit: Open, games: dict[str, Json], game: str) -> None:
    last = len(games[game]["frames"])
    page = visit(f"?record={game}-over&lang=en", viewport=SMALL)
    expect(page.locator("#slider")).to_have_js_property("value", str(last))
    expect(page.locator(".result .winner")).to_be_in_viewport()
    # A position in the address wins. Whatever is logged as an error on the way fails the test.
    for ply in (0, last // 2):
        go(page, f"ply={ply}&lang=en", ply)
        expect(page.locator(".result")).to_have_count(0)
    go(page, f"ply={last // 2}&show=result", last)
    expect(page.locator(".result .winner")).to_be_in_viewport()
    assert "Infinity" not in page.locator("#board").inner_html()


@pytest.mark.parametrize("game", TABLES)
def test_a_running_game_opens_on_its_last_move_and_has_room_in_a_small_window(
    visit: Open, games: dict[str, Json], game: str
) -> None:
    page = visit(f"?record={game}-on&lang=en#show=result", viewport=SIDEWAYS)
    expect(page.locator("#slider")).to_have_js_property("value", str(len(games[game]["frames"]) - 1))
    expect(page.locator(".result")).to_have_count(0)
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.5)
    for size in (SIDEWAYS, SMALL):
        page.set_viewport_size(ViewportSize(**size))
        page.evaluate(DRAWN)
        assert crowded(page) == []


def test_an_address_that_names_a_position_opens_there(visit: Open, games: dict[str, Json]) -> None:
    name = games["kingdoms"]["frames"][11]["name"]
    for address, ply in (("#ply=0", 0), (f"#v={name}", 12), (f"&name={name}", 12), ("#ply=7&show=table", 7)):
        page = visit(f"?record=kingdoms-over{address}")
        expect(page.locator("#slider")).to_have_js_property("value", str(ply))
        expect(page.locator(".result")).to_have_count(0)


def test_the_address_of_a_result_opens_it(visit: Open, games: dict[str, Json], site: Site) -> None:
    site.pages["/file.html"] = offline.page(games["kingdoms"]).encode()
    named = "?record=kingdoms-over"
    for address in (f"{named}#show=result", f"{named}&embed=1#ply=3&show=result", f"{site.url}/file.html"):
        page = visit(address)
        expect(page.locator(".result .winner")).to_be_in_viewport()
        expect(page.locator("#views").get_by_role("button", name="Result")).to_have_attribute("aria-pressed", "true")


BOARD_TOP = """() => [...document.querySelectorAll("#board *")]
  .map((one) => one.getBoundingClientRect()).find(({ height }) => height > 100).top"""
SWIPE = """() => {
  window.taken = 0;
  document.addEventListener("pointercancel", () => { window.taken += 1; });
}"""


PART = """() => {
  const part = document.createElement("div");
  part.append(document.createElement("div"));
  Object.assign(part.style, { overflowX: "auto", height: "100px" });
  Object.assign(part.firstChild.style, { width: "2000px", height: "90px" });
  document.getElementById("board").prepend(part);
  return part.getBoundingClientRect().top;
}"""
"""Put a part into the board that scrolls sideways; its top."""


def swipe(page: Page, y: float, xs: range) -> None:
    """Draw a finger across the page."""
    touch = page.context.new_cdp_session(page)
    for place, x in enumerate(xs):
        kind = "touchMove" if place else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


@pytest.mark.parametrize("game", TABLES)
def test_a_swipe_over_the_board_is_a_step_and_never_leaves_the_page(visit: Open, game: str) -> None:
    page = visit(f"?record={game}-over#ply=20&lang=en", viewport=PHONE, has_touch=True)
    page.evaluate(SWIPE)
    swipe(page, page.evaluate(BOARD_TOP) + 60, range(100, 310, 20))
    expect(page.locator("#slider")).to_have_js_property("value", "19")
    assert page.evaluate("window.taken") == 0, "the browser took the swipe for its own"
    assert page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorX") == "none"


def test_a_swipe_over_a_part_that_scrolls_sideways_scrolls_it(visit: Open) -> None:
    page = visit("?record=kingdoms-over#ply=20&lang=en", viewport=PHONE, has_touch=True)
    swipe(page, page.evaluate(PART) + 50, range(300, 100, -20))
    page.wait_for_function("() => document.querySelector('#board > div').scrollLeft > 100")
    expect(page.locator("#slider")).to_have_js_property("value", "20")


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, {"width": 1280, "height": 800}], ids=str)
def test_the_page_says_what_is_played_when_where_and_by_whom(visit: Open, size: dict[str, int]) -> None:
    page = visit("?record=xidit-over&lang=en", viewport=size)
    about = page.locator("#about")
    about.scroll_into_view_if_needed()
    expect(about).to_be_in_viewport(ratio=1)
    for word in ("Ana", "Bruno", "Carmen Echeverría", "20 Nov 2026", "Winter League", "Club night"):
        expect(about).to_contain_text(word)
    expect(about).to_contain_text("round 2 · table 4 · Casa de la Cultura")
    page.locator("#language").click()
    expect(about).to_contain_text("ronda 2 · mesa 4")
    expect(about).to_contain_text("20 nov 2026")


def test_without_an_occasion_the_day_of_the_first_move_is_said(visit: Open) -> None:
    expect(visit("?record=three&lang=en").locator("#about")).to_contain_text("21 Nov 2026")


def test_a_frame_says_what_is_played_and_by_whom(visit: Open) -> None:
    page = visit("?record=xidit-over&embed=1&lang=en", viewport={"width": 700, "height": 760})
    expect(page.locator("#title")).to_have_text("Lords of Xidit")
    for part in ("#title", "#about"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect(page.locator("#about")).to_contain_text("Carmen Echeverría")
