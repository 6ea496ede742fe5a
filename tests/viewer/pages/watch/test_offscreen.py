"""What stands beside the board: drawn at once in sight, else when scrubbing rests or when it comes into sight."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.long import cases
from tests.viewer.conftest import Open, Site
from tests.viewer.pages.watch.test_viewer import PHONE
from tests.viewer.replay_fixture import played, replay

GO = """(ply) => {
  const slider = document.getElementById("slider");
  slider.value = String(ply);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  return document.getElementById("panel").innerText;
}"""
"""Scrub to a ply; what stands beside the board right after."""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
"""Until the page has been drawn, and it was looked what of it is in sight."""
BESIDE = "() => document.getElementById('panel').innerText"
ANOTHER = "(told) => document.getElementById('panel').innerText !== told"
BELOW = "() => document.getElementById('panel').getBoundingClientRect().top > innerHeight"
TALL = {"architects": ("blue", "green", "red", "yellow"), "rise_of_empires": ("blue", "red", "green", "yellow")}
"""Games whose board is higher than a phone, with who sits at the table."""


@pytest.fixture(scope="module", autouse=True)
def laid(served: Site) -> Iterator[None]:
    for game, seats in TALL.items():
        told = replay(played(game, seats, seed=4), "public", seats, game)
        served.replays[game, "public"] = {**told, "eyes_allowed": ["public"]}
    yield
    for game in TALL:
        del served.replays[game, "public"]


@pytest.mark.parametrize("record", [*TALL][: cases(1, 2)])
def test_what_is_out_of_sight_is_drawn_when_scrubbing_rests(visit: Open, record: str) -> None:
    page = visit(f"?record={record}#ply=40&lang=en", viewport=PHONE)
    page.evaluate(FRAMES)
    assert page.evaluate(BELOW)
    late = page.evaluate(BESIDE)
    assert page.evaluate(GO, 0) == late
    page.wait_for_function(ANOTHER, arg=late)
    begun = page.evaluate(BESIDE)
    page.evaluate(GO, 40)
    page.locator("#panel").scroll_into_view_if_needed()
    page.wait_for_function(ANOTHER, arg=begun)
    page.evaluate(FRAMES)
    assert page.evaluate(BESIDE) == late
    assert page.evaluate(GO, 0) == begun, "what is in sight is drawn at once"


def test_a_report_that_was_gone_past_out_of_sight_is_never_drawn(visit: Open) -> None:
    page = visit("?record=architects#ply=20&lang=en", viewport=PHONE)
    page.evaluate(FRAMES)
    page.evaluate(GO, int(page.get_attribute("#slider", "max") or 0))
    page.evaluate(GO, 20)
    page.locator("#panel").scroll_into_view_if_needed()
    page.evaluate(FRAMES)
    expect(page.locator("#panel .result")).to_have_count(0)
    expect(page.locator("#panel .card")).to_have_count(4)


def test_another_language_waits_for_nothing(visit: Open) -> None:
    page = visit("?record=architects#ply=40&lang=en", viewport=PHONE)
    page.evaluate(FRAMES)
    assert page.evaluate(BELOW)
    english = page.evaluate(BESIDE)
    page.evaluate("document.getElementById('language').click()")
    assert page.evaluate(BESIDE) != english
