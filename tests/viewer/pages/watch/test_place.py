"""Nothing beyond the current move where spoilers are hidden; motion, zoom, paper, and shapes beside colours."""

from typing import Any

import pytest
from playwright.sync_api import expect

from engines.kernel.game import Json
from tests.long import cases
from tests.viewer.conftest import TABLES, Look, Open, rested

pytestmark = pytest.mark.usefixtures("games")
BEYOND = """(ply) => {
  const visible = (one) => one.checkVisibility({ visibilityProperty: true });
  const seen = (query) => [...document.querySelectorAll(query)].filter(visible);
  const far = (one) => Number(one.dataset.ply) > ply;
  const share = ply / Number(document.getElementById("slider").max) * 100 + 0.01;
  return [
    ...seen("#moves button, .chart-point").filter(far),
    ...seen("#moves h3").filter((one) => ![...one.parentElement.querySelectorAll("button")].some((b) => !far(b))),
    ...seen("#marks button").filter((one) => parseFloat(one.style.left) > share),
    ...seen("#turns li button").filter((one) => parseInt(one.textContent) > ply),
    ...seen(".result, .crown, #views .later"),
  ].map((one) => one.outerHTML);
}"""


@pytest.mark.parametrize("game", [*TABLES][: cases(1, 5)])
def test_without_spoilers_nothing_beyond_the_move_is_shown(visit: Open, games: dict[str, Json], game: str) -> None:
    last = len(games[game]["frames"])
    page = visit(f"?record={game}-over&spoilers=0&lang=en")
    expect(page.locator("#slider")).to_have_js_property("value", "0")
    for ply in (0, last // 2, last // 3, 1):
        page.locator("#slider").fill(str(ply))
        assert page.evaluate(BEYOND, ply) == []
        rested(page)
        assert page.evaluate(BEYOND, ply) == []
    assert page.locator("#count").inner_text() == "1"
    page.keyboard.press("End")
    expect(page.locator(".result")).to_be_visible()


MOVES = {
    "kingdoms": ("draw_and_place", "/board/"), "xidit": ("execute", "/idrakys/"), "architects": ("place_quarry", "/"),
    "rise_of_empires": ("action", "/map/"), "mage_knight": ("move", "/heroes/"),
}  # fmt: skip
"""A type of move of each game that takes a piece somewhere, and what it changes."""


def moving(game: str, frames: list[Json]) -> int:
    """The ply of a move that takes a piece somewhere."""
    kind, path = MOVES[game]
    return next(
        int(frame["ply"])
        for frame in frames
        if frame["type"] == kind and any(one["path"].startswith(path) for one in frame["patch"])
    )


STEP = """() => {
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  return document.getAnimations().filter(({ effect }) => effect.target.closest("#board")).length;
}"""


@pytest.mark.parametrize("game", [*TABLES][: cases(3, 5)])
def test_a_piece_moves_there_unless_less_motion_is_wanted(look: Look, games: dict[str, Json], game: str) -> None:
    page = look(f"?record={game}-over#ply={moving(game, games[game]['frames']) - 1}&lang=en")
    for motion, some in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        rested(page)
        assert (page.evaluate(STEP) > 0) == some, motion
        page.keyboard.press("ArrowLeft")
    page.emulate_media(reduced_motion="reduce")


@pytest.mark.parametrize("game", ["mage_knight", "xidit", "rise_of_empires"][: cases(1, 3)])
def test_a_map_can_be_zoomed_and_moved(look: Look, game: str) -> None:
    page = look(f"?record={game}-over#ply=60&lang=en")
    scroller = page.locator("#board .zoom").first
    sizes = "(one) => [one.scrollWidth / one.clientWidth, one.clientHeight]"
    _, high = scroller.evaluate(sizes)
    page.get_by_role("button", name="Zoom in").first.click()
    wide, now = scroller.evaluate(sizes)
    assert wide == pytest.approx(1.5, abs=0.05)
    assert now == pytest.approx(high, abs=1)
    scroller.focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#slider").input_value() == "60"
    page.get_by_role("button", name="Zoom out").first.click()
    assert scroller.evaluate(sizes)[0] == pytest.approx(1, abs=0.01)


def test_the_action_display_of_rise_of_empires_is_whole_on_a_desk(look: Look) -> None:
    page = look("?record=rise_of_empires-over#ply=60&lang=en")
    bottoms = "() => ['.r-rows', '#controls'].map((one) => document.querySelector(one).getBoundingClientRect())"
    rows, controls = page.evaluate(f"({bottoms})().map((one) => one.toJSON())")
    assert rows["bottom"] <= controls["top"]
    # Who controls a region, and whose cubes stand there, is said by an emblem too.
    held = page.locator(".r-region", has=page.locator(".r-edge[class*=seat-]"))
    assert held.count() > 0
    assert held.count() == page.locator(".r-region", has=page.locator(".r-holder path")).count()


@pytest.mark.parametrize(("game", "size", "path"), [
    ("kingdoms", (390, 844), "the end"), ("mage_knight", (844, 390), "/active"), ("xidit", (1280, 800), "/year"),
    ("rise_of_empires", (390, 844), "/battles"), ("rise_of_empires", (844, 390), "/battles"),
][: cases(3, 5)])  # fmt: skip
def test_nothing_that_is_read_moves_where_something_else_appears(
    visit: Open, games: dict[str, Json], game: str, size: tuple[int, int], path: str
) -> None:
    frames = games[game]["frames"]
    plies = [one["ply"] for one in frames if any(change["path"].startswith(path) for change in one["patch"])]
    plies = plies[-12:] or [len(frames)]
    page = visit(f"?record={game}-over&show=table&lang=en#ply=1", viewport={"width": size[0], "height": size[1]})
    assert [moved for moved in page.evaluate(SHIFTS, plies) if moved[1] > 0.05] == []


SHIFTS = """async (plies) => {
  let moved = 0;
  const add = (entries) => entries.forEach(({ value }) => (moved += value));
  const watch = new PerformanceObserver((list) => add(list.getEntries()));
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
  const show = async (ply) => {
    const slider = document.getElementById("slider");
    slider.value = String(ply);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await drawn();
    add(watch.takeRecords());
  };
  watch.observe({ type: "layout-shift" });
  const found = [];
  for (const ply of plies) {
    await show(ply - 1);
    moved = 0;
    await show(ply);
    found.push([ply, moved]);
  }
  return found;
}"""


@pytest.mark.parametrize("game", list(TABLES))
def test_letters_on_a_board_are_large_enough_on_a_desk(look: Look, games: dict[str, Json], game: str) -> None:
    last = len(games[game]["frames"])
    for ply in (1, last // 3, last - 1):
        page = look(f"?record={game}-over&lang=es&show=table&ply={ply}")
        assert [one for one in page.evaluate(LETTERS) if one[0] < 11] == [], ply


LETTERS = """() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).clipPath === "none";
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  const found = [];
  for (const one of [...document.querySelectorAll("#board *")].filter(seen)) {
    const words = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join("");
    const { a, b } = one.getScreenCTM?.() ?? { a: 1, b: 0 };
    if (words) found.push([size(one) * (one.localName === "text" ? Math.hypot(a, b) : 1), words]);
    const picture = one.localName === "image" && decodeURIComponent(one.getAttribute("href") ?? "");
    const [, wide] = /viewBox="0 0 ([0-9.]+)/.exec(picture) ?? [];
    if (!wide) continue;
    for (const [, high] of picture.matchAll(/font-size="([0-9.]+)"/g))
      found.push([(Number(high) * one.getBoundingClientRect().width) / Number(wide), "in a picture"]);
  }
  return found;
}"""


@pytest.mark.parametrize(("game", "part"), [("xidit", "#views"), ("architects", "#status")])
def test_on_a_phone_held_sideways_the_tools_cover_nothing(look: Look, game: str, part: str) -> None:
    page = look(f"?record={game}-over&ply=60&lang=es", viewport={"width": 844, "height": 390})
    boxes = "(all) => all.map((one) => document.querySelector(one).getBoundingClientRect().toJSON())"
    words, tools = page.evaluate(boxes, [part, "#tools"])
    assert words["right"] <= tools["left"]


def test_on_paper_there_is_the_game_and_nothing_to_press(look: Look) -> None:
    page = look("?record=kingdoms-over#ply=60&lang=en")
    page.emulate_media(media="print")
    for gone in ("#buttons", "#tools", "#track", "#views"):
        expect(page.locator(gone)).to_be_hidden()
    sizes: Any = page.locator("#moves").evaluate("(one) => [one.scrollHeight, one.clientHeight]")
    assert sizes[0] <= sizes[1] + 1, "moves are cut"
    page.emulate_media(media="screen")
