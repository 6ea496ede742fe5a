"""Look for clipped or crowded content: every game and the first page in windows and letters of many sizes.

`python -m tests.viewer.sizes [GAME...]`: prints each fault once, with the first window that has it. A window at a
browser's zoom of 200 % is one of half its size, so widths from 320 px cover every zoom; letters alone go to 200 % too.
"""

import sys
import threading
from collections.abc import Iterator
from itertools import product

from playwright.sync_api import Page, sync_playwright

from engines.kernel.game import Json
from tests.viewer.conftest import ARGS, PATIENCE_MS, QUIET, Site, chromium, finished, rested
from tests.viewer.page_checks import crowded

WIDTHS = (320, 360, 390, 480, 640, 667, 844, 1024, 1280, 1920)
HEIGHTS = (320, 400, 568, 800)
LETTERS = (100, 150, 200)
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


def addresses(games: dict[str, Json], wanted: list[str]) -> Iterator[str]:
    """Moments of each game in both languages in turn, and the first page."""
    for game in wanted or games:
        last = len(games[game]["frames"]) if game in games else 0
        moments = ("ply=0", f"ply={last // 8}", f"ply={last // 2}", f"ply={last}&show=table", "show=result")
        for moment, lang in zip(moments, ("en", "es", "en", "es", "es"), strict=True):
            yield f"?record={game}-over&lang={lang}#{moment}"
    yield from ("?lang=es", "?lang=en&spoilers=0") if not wanted else ()


def walk(page: Page, address: str, faults: set[str]) -> None:
    """Look at one address in every window, with letters of every size."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("#replay:not([hidden]), #front li")
    if "record=" in address:
        rested(page)
    for letters, width, height in product(LETTERS, WIDTHS, HEIGHTS):
        if (width, height) == (WIDTHS[0], HEIGHTS[0]):
            page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", f"{letters}%")
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        for fault in crowded(page):
            key = f"{address.partition('?')[2].partition('&')[0]} {fault}"
            if key not in faults:
                sys.stdout.write(f"{width}x{height} at {letters} %, {address.partition('lang=')[2]}: {key}\n")
                sys.stdout.flush()
            faults.add(key)


def main(wanted: list[str]) -> int:
    """Print what was found; the exit code."""
    replays: dict[tuple[str, str], Json] = {}
    games = finished(replays)
    site, faults = Site(replays), set[str]()
    threading.Thread(target=site.server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        page = browser.new_page(**QUIET)
        page.set_default_timeout(PATIENCE_MS)
        for address in addresses(games, wanted):
            walk(page, f"{site.url}/viewer/{address}", faults)
        browser.close()
    site.server.shutdown()
    sys.stdout.write(f"{len(faults)} faults\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
