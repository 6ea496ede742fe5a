"""What holds for the board and the box page of every title: room, languages, accessibility, reduced motion."""

import base64
import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from engines import GAMES
from engines.kernel.game import Json
from tests.long import LONG, cases
from tests.viewer.conftest import Look, Open, rested
from tests.viewer.page_checks import crowded, faults

SIZES = ((390, 844), (1280, 568), (667, 375), (1100, 800), (320, 568), (844, 390), (1280, 800), (1920, 1080))
"""Windows, width and height."""
ROOM = ((4, "es", 0), (1, "en", 1), (3, "en", 2))
"""How room is checked by default: window, language, moment; MOVEBOOK_LONG combines all."""
SCHEMES = (
    ("dark", (390, 844), "es"),
    ("light", (1280, 800), "en"),
    ("dark", (1280, 800), "es"),
    ("light", (844, 390), "en"),
)
"""How accessibility is checked; by default in the first two ways."""
SIGNS = {
    "kingdoms": "Mina de oro",
    "xidit": "Milicia campesina",
    "architects": "Tejería",
    "rise_of_empires": "Maravilla",
    "mage_knight": "Torre de magos",
}
"""What the help names in Spanish among the signs of a board."""
UNTRANSLATED = re.compile(r"\{\w+\}|\b[a-z]+_[a-z_]+\b")
"""A key that nobody translated, or a blank that nobody filled."""


def moments(replay: Json) -> tuple[str, ...]:
    """Positions of a game, as fragments of an address: the middle and the result first."""
    last = len(replay["frames"])
    return f"ply={last // 2}", "show=result", f"v={last + 1}&show=table", "ply=0"


@pytest.mark.parametrize("game", GAMES)
def test_everything_has_room_and_words_in_each_window_and_language(
    look: Look, games: dict[str, Json], game: str
) -> None:
    found = []
    for size, lang, moment in product(range(len(SIZES)), ("en", "es"), range(4)) if LONG else ROOM:
        width, height = SIZES[size]
        where = moments(games[game])[moment]
        page = look(f"?record={game}-over&lang={lang}&{where}", viewport={"width": width, "height": height})
        said = UNTRANSLATED.findall(page.locator("#stage").inner_text())
        found += [(lang, where, width, one) for one in [*said, *crowded(page)]]
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_help_has_the_signs_and_nothing_moves_with_reduced_motion(
    look: Look, games: dict[str, Json], game: str
) -> None:
    for (scheme, (width, height), lang), moment in product(
        SCHEMES[cases(2, 4) - 1 :: -1], moments(games[game])[: cases(1, 3)]
    ):
        size = {"width": width, "height": height}
        page = look(f"?record={game}-over&lang={lang}&{moment}", viewport=size, color_scheme=scheme)
        page.keyboard.press("ArrowLeft")
        assert page.evaluate("document.getAnimations().length") == 0
        rested(page)
        assert faults(page) == [], (scheme, width, lang, moment)
    page.set_viewport_size({"width": 320, "height": 568})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    rested(page)
    assert crowded(page) == []
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.locator("#help-open").click()
    expect(page.locator("#help-legend")).to_contain_text(SIGNS[game])
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert faults(page, "#help") == [], scheme


ALIKE = """async ([picture, rects]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(24, 24).getContext("2d", { willReadFrequently: true });
  const seen = rects.map(({ x, y, width, height }) => {
    canvas.drawImage(image, x, y, width, height, 0, 0, 24, 24);
    return canvas.getImageData(0, 0, 24, 24).data;
  });
  const differ = (one, other) => {
    let count = 0;
    for (let at = 0; at < one.length; at += 4)
      if ([0, 1, 2].some((part) => Math.abs(one[at + part] - other[at + part]) > 48)) count += 1;
    return count / 576;
  };
  return seen.flatMap((one, a) => seen.slice(a + 1).flatMap((other, b) =>
    differ(one, other) < 0.06 ? [[a, a + 1 + b, differ(one, other)]] : []));
}"""
"""Pairs of pictures that differ in less than 6 % of their points."""

PIECES = {
    "kingdoms": ".k-piece[href]",
    "xidit": ".x-figure, .x-guild[href], .x-way",
    "architects": ".a-marker, .a-worker",
    "rise_of_empires": ".r-cube, .r-points, .r-holder",
    "mage_knight": ".m-figure, .m-shield, .m-site, .m-token",
}
"""Pieces of the seats, and kinds of piece, on the drawn board."""
ALONE = """(wanted) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { visibility: hidden !important } .alone, .alone * { visibility: visible !important }");
  document.adoptedStyleSheets.push(sheet);
  const looks = new Map();
  for (const one of document.querySelectorAll(wanted)) {
    if (!one.closest("#board") || !one.getBoundingClientRect().width) continue;
    for (const number of one.querySelectorAll("text")) number.textContent = "3";
    looks.set(`${one.getAttribute("class")} ${one.getAttribute("href") ?? one.innerHTML}`, one);
  }
  for (const one of looks.values()) one.classList.add("alone");
  return [[...looks.keys()], [...looks.values()].map((one) => one.getBoundingClientRect().toJSON())];
}"""
"""Show one piece of each look alone, all with the same number: their names and where they are."""


@pytest.mark.parametrize("game", GAMES)
def test_seats_and_kinds_differ_for_the_colour_blind(look: Look, games: dict[str, Json], game: str) -> None:
    last = len(games[game]["frames"])
    page = look(f"?record={game}-over&ply={last // 2}", viewport={"width": 800, "height": 1800})
    session, visions = page.context.new_cdp_session(page), ("deuteranopia", "protanopia")
    for vision in visions:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
        for opener, pictures in ((None, "#about .players .badge"), ("#help-open", "#help-legend dt > *")):
            if opener:
                page.locator(opener).click()
            rects = [one.bounding_box() for one in page.locator(pictures).all()]
            assert len(rects) > 1
            shot = base64.b64encode(page.screenshot()).decode()
            assert page.evaluate(ALIKE, [shot, rects]) == [], (vision, pictures)
        page.locator("#help-close").click()
    shown = ""
    for moment in (f"ply={last // 2}", f"ply={last}", f"ply={last}&show=table"):
        page = look(f"?record={game}-over#{moment}", viewport={"width": 800, "height": 1800})
        names, rects = page.evaluate(ALONE, PIECES[game])
        look.shown = None  # the next look begins with a page of its own
        shown += "".join(names)
        for vision in visions:
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
            shot = base64.b64encode(page.screenshot()).decode()
            alike = [(names[one], names[other]) for one, other, _ in page.evaluate(ALIKE, [shot, rects])]
            assert alike == [], (vision, moment)
    assert all(seat["colour"] in shown for seat in games[game]["seats"])
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_box_is_no_wider_than_a_phone_and_axe_finds_nothing(visit: Open, game: str) -> None:
    page = visit(
        f"box.html?game={game}&lang=es",
        wait="#box:not([hidden])",
        viewport={"width": 844, "height": 390},
        color_scheme="dark",
        bypass_csp=True,
    )
    fits(page)
    page.set_viewport_size({"width": 390, "height": 844})
    fits(page)
    if LONG or game == "kingdoms":
        assert faults(page) == []


def fits(page: Page) -> None:
    """Assert that a page is no wider than its window, and that its heading has room."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    title, language = (page.locator(name).bounding_box() for name in ("#title", "#language"))
    assert title is not None
    assert language is not None
    assert title["width"] > 60
    assert language["x"] + language["width"] < page.evaluate("innerWidth")
