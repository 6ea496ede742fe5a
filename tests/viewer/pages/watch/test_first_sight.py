"""What one sees first of a game, in every title: where it opens, who plays and when, what a small window shows."""

import pytest
from playwright.sync_api import Page, expect

from engines.kernel.game import Json
from service.api.pages import offline
from tests.long import cases
from tests.viewer.conftest import TABLES, Look, Open, Site

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
SIDEWAYS = {"width": 667, "height": 375}

pytestmark = pytest.mark.usefixtures("games")


def go(page: Page, hash_: str, ply: int) -> None:
    page.evaluate("(hash) => { location.hash = hash }", hash_)
    expect(page.locator("#slider")).to_have_js_property("value", str(ply))


@pytest.mark.parametrize("game", [*TABLES][: cases(1, 5)])
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


@pytest.mark.parametrize("game", [*TABLES][: cases(1, 5)])
def test_a_running_game_opens_on_its_last_move(visit: Open, replays: dict[tuple[str, str], Json], game: str) -> None:
    page = visit(f"?record={game}-on&lang=en#show=result", viewport=SIDEWAYS)
    expect(page.locator("#slider")).to_have_js_property("value", str(len(replays[f"{game}-on", "public"]["frames"])))
    expect(page.locator(".result")).to_have_count(0)
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.5)


def test_an_address_that_names_a_position_opens_there(visit: Open, games: dict[str, Json]) -> None:
    name = games["kingdoms"]["frames"][11]["name"]
    for address, ply in (("#ply=0", 0), (f"&name={name}", 12)):
        page = visit(f"?record=kingdoms-over{address}")
        expect(page.locator("#slider")).to_have_js_property("value", str(ply))
        expect(page.locator(".result")).to_have_count(0)


@pytest.mark.parametrize("at", ["ply=12", "show=result"][: cases(1, 2)])
def test_a_link_can_be_shared_without_the_result(visit: Open, at: str) -> None:
    page = visit(f"?record=kingdoms-over&lang=en#{at}")
    page.locator("#share").click()
    tick = page.get_by_label("Without the result")
    expect(tick).not_to_be_checked()
    before = page.locator(".share-qr svg").inner_html()
    tick.check()
    link, frame = (one.input_value() for one in page.locator(".share-copy input").all())
    assert "spoilers=0" in link
    assert "spoilers=0" in frame
    assert page.locator(".share-qr svg").inner_html() != before
    fresh = visit(link[link.index("?") :])
    expect(fresh.locator("#slider")).to_have_js_property("value", "12" if at == "ply=12" else "0")
    expect(fresh.locator("#moves li:visible")).to_have_count(13 if at == "ply=12" else 1)
    expect(fresh.locator(".result")).to_have_count(0)
    fresh.locator("#share").click()
    expect(fresh.get_by_label("Without the result")).to_be_checked()


def test_the_wheel_scrolls_over_the_board_and_steps_over_the_slider(visit: Open) -> None:
    page = visit("?record=kingdoms-over&lang=en#ply=12", viewport={"width": 900, "height": 500})
    page.locator("#board").hover(position={"x": 100, "y": 100})
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => scrollY > 60")
    expect(page.locator("#slider")).to_have_js_property("value", "12")
    page.locator("#slider").hover()
    page.mouse.wheel(0, 120)
    expect(page.locator("#slider")).to_have_js_property("value", "13")


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
    touch = page.context.new_cdp_session(page)
    for place, x in enumerate(xs):
        kind = "touchMove" if place else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


@pytest.mark.parametrize("game", [*TABLES][: cases(1, 5)])
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


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, {"width": 1280, "height": 800}][: cases(1, 3)], ids=str)
def test_the_page_says_what_is_played_when_where_and_by_whom(look: Look, size: dict[str, int]) -> None:
    page = look("?record=xidit-over&lang=en", viewport=size)
    about = page.locator("#about")
    about.scroll_into_view_if_needed()
    expect(about).to_be_in_viewport(ratio=1)
    for word in ("Ana", "Bruno", "Carmen Echeverría", "20 Nov 2026", "Winter League", "Club night"):
        expect(about).to_contain_text(word)
    expect(about).to_contain_text("round 2 · table 4 · Casa de la Cultura")
    page.locator("#language").click()
    expect(about).to_contain_text("ronda 2 · mesa 4")
    expect(about).to_contain_text("20 nov 2026")
