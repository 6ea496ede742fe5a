"""What tests of all boards ask of a page: its texts, the views that it draws, whether axe finds fault with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from engines.kernel.game import Json
from tests.engines.kernel.examples import DEFAULT, SIMULATED
from tests.viewer.conftest import Open

Look = tuple[str, str, dict[str, int]]
"""An address, ``light`` or ``dark``, and the size of the window."""
GRAVE = ("moderate", "serious", "critical")
"""How much what axe finds matters; the least of it is left to taste."""


def some(combinations: Sequence[Look], most: int) -> Sequence[Look]:
    """The first few of the combinations that a board can be looked at in; all of them for a long look.

    Axe takes three seconds of a processor for a page.

    Args:
        combinations: Put the most different ones first.
        most: How many by default.
    """
    return combinations if SIMULATED > DEFAULT else combinations[:most]


def faults(page: Page, *parts: str) -> list[tuple[str, str, list[str]]]:
    """What axe finds that matters: the rule, how much it matters, and some of the elements.

    Args:
        page: The page.
        parts: Selectors of what is looked at; the whole page where none is given.
    """
    found = Axe().run(page, context={"include": [[part] for part in parts]} if parts else None)
    return [
        (one["id"], one["impact"], [node["html"][:200] for node in one["nodes"]][:3])
        for one in found.response["violations"]
        if one["impact"] in GRAVE
    ]


def faults_at(visit: Open, address: str, scheme: str, viewport: dict[str, int]) -> list[tuple[str, str, list[str]]]:
    """What axe finds at an address of the viewer.

    Args:
        visit: Opens it. The page's own policy would not let axe in.
        address: A replay or the page of a box.
        scheme: ``light`` or ``dark``.
        viewport: The size of the window.
    """
    page = visit(
        address,
        wait="#replay:not([hidden]), #box:not([hidden]), .records a",
        color_scheme=scheme,
        bypass_csp=True,
        viewport=viewport,
    )
    page.wait_for_timeout(400)
    return faults(page)


def all_views(replay: Json) -> list[Json]:
    """Every view of a replay by its ply, by a foreign library."""
    jsonpatch = pytest.importorskip("jsonpatch")
    view, out = replay["first"], [replay["first"]]
    for frame in replay["frames"]:
        view = jsonpatch.apply_patch(view, frame["patch"])
        out.append(view)
    return out


def first(views: Sequence[Json], wanted: Callable[[Json], bool]) -> int:
    """The first ply whose view is wanted."""
    return next(ply for ply, view in enumerate(views) if wanted(view))


def text(locator: Locator) -> list[str]:
    """The texts of all that are found, with single spaces."""
    return [" ".join(one.split()) for one in locator.all_text_contents()]


OUT_OF_REACH = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth + 1 ? ["the page is wider than the window"] : [];
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) &&
    one.getBoundingClientRect().height &&
    getComputedStyle(one).clipPath === "none";
  const unreached = (one) => {
    one.scrollIntoView({ block: "center", inline: "center" });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) return true;
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    // A card of the first page is one link: what lies over the card belongs to its link.
    const link = there?.closest("a");
    const card = link && getComputedStyle(link, "::after").position === "absolute" ? link.closest("li") : null;
    return !there || !(one.contains(there) || there.contains(one) || card?.contains(one));
  };
  const part = document.querySelector("dialog[open]") ?? document.body;
  // Marks and points stand where something happened, however near that is to the next; slider and list lead there, too.
  const found = [...part.querySelectorAll("a, button, input, p, h1")].filter(
    (one) => shown(one) && !one.closest(".unseen, .skip, #board, #marks, #chart") && unreached(one),
  );
  return [...wide, ...found.map((one) => `${one.localName}#${one.id} ${one.textContent.trim()}`)];
}"""


def out_of_reach(page: Page) -> list[str]:
    """What text at twice its size puts out of reach: beside the window, or under something else however one scrolls.

    Args:
        page: Of any size; it is as it was afterwards. Looked at are both ways to hold a phone, and a desk.

    Returns:
        The width of the window, the element and its text.
    """
    before, found = page.viewport_size, []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))")
        found += [f"{width}: {one}" for one in page.evaluate(OUT_OF_REACH)]
    page.evaluate("document.documentElement.style.fontSize = ''")
    if before:
        page.set_viewport_size(before)
    return found
