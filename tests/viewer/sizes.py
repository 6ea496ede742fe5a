"""Each title at its first, middle and last position and its result, in windows of six sizes, light and dark.

`python -m tests.viewer.sizes FOLDER [NAME [LANG]]` says what has no room in them (`looking.crowded`), and leaves the
pictures in the folder, four to a sheet; only of titles that begin with NAME, if one is given. It takes some minutes, so
it is run by hand.
"""

from __future__ import annotations

import sys
import threading
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.viewer.conftest import ARGS, Site, chromium
from tests.viewer.looking import crowded
from tests.viewer.screenshots import replays
from tests.viewer.states import say

SIZES = tuple(
    ViewportSize(width=width, height=height)
    for width, height in ((320, 568), (667, 375), (390, 844), (844, 390), (1280, 800), (1920, 1080))
)
RECORDS = {
    "kingdoms": "kingdoms",
    "xidit": "over",
    "rise_of_empires": "empires",
    "architects": "architects",
    "mage_knight": "heroes",
}
"""Title -> a game of it among :func:`tests.viewer.screenshots.replays`."""
OCCASION = {
    "league": "Liga de invierno",
    "event": "Sesión de los viernes",
    "round": "2",
    "table": "14",
    "place": "Casa de la Cultura",
    "date": "2026-11-20",
}
SHEET = 1600
"""The width of a sheet of pictures, in pixels."""


def moments(last: int) -> dict[str, str]:
    """The positions of a game that are looked at, as fragments of an address."""
    return {"first": "ply=0", "middle": f"ply={last // 2}", "last": "v=99999&show=table", "result": "show=result"}


def main(folder: Path, begins: str = "", lang: str = "en") -> int:
    """Look at every title, or those that begin so; the exit code."""
    path = chromium()
    if path is None:
        sys.stderr.write("Chromium is not installed (or MOVEBOOK_CHROMIUM does not lead to it)\n")
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    told = {key: {**one, "occasion": OCCASION} for key, one in replays().items()}
    site, wrong = Site(told), 0
    threading.Thread(target=site.server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        for (game, record), size, dark in product(RECORDS.items(), SIZES, (False, True)):
            if not game.startswith(begins):
                continue
            pictures = []
            scheme = "dark" if dark else "light"
            name = f"{game}-{size['width']}x{size['height']}-{lang}-{scheme}"
            page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            for moment, where in moments(len(told[record, "public"]["frames"])).items():
                page.goto("about:blank")
                page.goto(f"{site.url}/viewer/?record={record}#{where}&lang={lang}")
                page.wait_for_selector("#replay:not([hidden])")
                page.wait_for_timeout(300)
                pictures.append(folder / f"{name}-{moment}.png")
                page.screenshot(path=pictures[-1])
                found = [] if dark else crowded(page)
                wrong += len(found)
                say(*(f"{name}-{moment}: {one}" for one in found))
            page.close()
            _sheet(browser, pictures, size, folder / f"sheet-{name}.png")
        browser.close()
    site.server.shutdown()
    site.server.server_close()
    say(f"{wrong} faults.")
    return 1 if wrong else 0


def _sheet(browser: Browser, pictures: list[Path], size: ViewportSize, file: Path) -> None:
    """The pictures of a game in one, beside each other where they are narrow."""
    columns = 4 if size["width"] < size["height"] else 2
    width = min(size["width"], SHEET // columns)
    page = browser.new_page(viewport=ViewportSize(width=columns * (width + 6), height=100))
    page.goto(file.parent.absolute().as_uri())
    images = "".join(f'<img src="{one.name}" width="{width}">' for one in pictures)
    page.set_content(f"<style>body {{ margin: 0; display: flex; flex-wrap: wrap; gap: 6px }}</style>{images}")
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    page.screenshot(path=file, full_page=True)
    page.close()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:4]))
