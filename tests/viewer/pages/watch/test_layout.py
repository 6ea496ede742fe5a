"""Where things stand on screens of several sizes: nothing is cut, hidden or laid over something else."""

import pytest
from playwright.sync_api import Page

from tests.long import cases, long_only
from tests.viewer.conftest import Look, Open

Box = dict[str, float]
SIZES = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "sideways": {"width": 844, "height": 390},
}
BOARDS = {"three": ".k-board", "xidit": ".x-map"}


def box(page: Page, selector: str) -> Box:
    found = page.locator(selector).first.bounding_box()
    assert found is not None, f"{selector} is not shown"
    return {
        "left": found["x"], "top": found["y"], "right": found["x"] + found["width"],
        "bottom": found["y"] + found["height"],
    }  # fmt: skip


@long_only
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("record", list(BOARDS))
def test_a_phone_on_its_side_shows_the_whole_board_and_the_controls(look: Look, record: str, lang: str) -> None:
    page = look(f"?record={record}#ply=60&lang={lang}", viewport=SIZES["sideways"])
    board, controls = box(page, BOARDS[record]), box(page, "#controls")
    assert board["top"] >= 0
    assert board["bottom"] <= controls["top"] + 1, "the controls lie over the board"
    assert board["bottom"] - board["top"] >= 390 * 0.55
    assert controls["bottom"] <= 390 + 1
    assert box(page, "#next")["bottom"] <= 390 + 1
    # What scrolls beside it is reached by the keyboard, and has a name.
    panel = page.locator("#panel")
    assert panel.get_attribute("tabindex") == "0"
    assert panel.get_attribute("aria-label") == {"en": "Side panel", "es": "Panel lateral"}[lang]
    page.mouse.move(board["left"] + 5, board["top"] + 5)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 844


@pytest.mark.parametrize("lang", ["es", "en"][: cases(1, 2)])
def test_what_lies_beside_the_map_is_whole_on_a_desk(look: Look, lang: str) -> None:
    page = look(f"?record=xidit#ply=220&lang={lang}", viewport=SIZES["desk"])
    controls = box(page, "#controls")
    bottoms = page.locator(".x-strip > .x-box:visible").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().bottom)"
    )
    assert max(bottoms) <= controls["top"]
    lines = page.locator(".x-strip h2:visible").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert len({high for high in lines if high > 1}) == 1, "a heading takes two lines"


def test_a_game_without_a_board_has_the_whole_stage(visit: Open) -> None:
    # That there is no board is seen by asking for one.
    page = visit("?record=strange#ply=20&lang=en", viewport=SIZES["desk"], errors_expected=True)
    stage, words = box(page, "#stage"), box(page, ".any")
    assert words["right"] - words["left"] >= 0.95 * (stage["right"] - stage["left"])
    badge, name = box(page, ".any-seats .badge"), box(page, ".any-seats .who")
    assert name["left"] - badge["right"] >= 4
