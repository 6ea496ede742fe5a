"""Take the viewer's pictures for the documentation: `python -m tests.viewer.screenshots [FOLDER]`.

Two sizes, both languages, light and dark: the start, the middle of an epoch, a scoring, and the result.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.viewer.conftest import ARGS, Site, chromium
from tests.viewer.replay_fixture import played, replay, sample

FOLDER = Path(__file__).resolve().parents[2] / "docs"
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
PICTURES = {
    "viewer": ("?record=sample#ply=29&lang=en", DESK, "light"),
    "viewer-start": ("?record=game#ply=0&lang=es", DESK, "light"),
    "viewer-dark": ("?record=game#ply=22&lang=es&eyes=seat:0", DESK, "dark"),
    "viewer-scoring": ("?record=sample#v=999&lang=en", DESK, "light"),
    "viewer-scoring-dark": ("?record=sample#v=999&lang=es", DESK, "dark"),
    "viewer-result": ("?record=game#v=999&lang=en", DESK, "light"),
    "viewer-phone": ("?record=game#ply=22&lang=en", PHONE, "light"),
    "viewer-phone-dark": ("?record=sample#v=999&lang=es", PHONE, "dark"),
}


def main(folder: Path) -> int:
    """Take every picture into a folder; the exit code."""
    path = chromium()
    if path is None:
        sys.stderr.write("Chromium is not installed (or MOVEBOOK_CHROMIUM does not lead to it)\n")
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    game = played(seed=3)
    site = Site(
        {("game", eyes): replay(game, eyes) for eyes in ("public", "seat:0")} | {("sample", "public"): replay(sample())}
    )
    threading.Thread(target=site.server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        for name, (address, viewport, scheme) in PICTURES.items():
            dark = scheme == "dark"
            page = browser.new_page(
                viewport={"width": viewport["width"], "height": viewport["height"]},
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce",
            )
            page.goto(f"{site.url}/viewer/{address}")
            page.wait_for_selector("#replay:not([hidden])")
            page.wait_for_timeout(400)
            page.screenshot(path=folder / f"{name}.png")
            page.close()
        browser.close()
    site.server.shutdown()
    site.server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
