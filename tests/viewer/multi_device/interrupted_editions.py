"""Whether an edition survives interruptions: two phones enter half each while pages reload, and networks and phones go.

    python -m tests.viewer.multi_device.interrupted_editions --times 200 --seed 1

After each value the page is reloaded, its network goes or comes back, or another phone goes on where this one stopped.
In the end the draft of the club has the last value of every row; the program fails where one is lost.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

import requests
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from engines import GAMES
from tests.viewer.conftest import ARGS, PATIENCE_MS, chromium
from tests.viewer.table import PATIENCE_S, running

GAME, EDITION = "kingdoms", "evening"
COUNTS = (1, 2, 3, 4)


class Phone:
    """A phone of the club that enters rows of its half."""

    def __init__(self, browser: Browser, up: Mapping[str, str]) -> None:
        self.browser, self.up = browser, up
        self.context: BrowserContext | None = None
        self.on_line = True
        self.replace()

    def replace(self) -> None:
        """Go on with another phone, once this one has shared its work."""
        if self.context is not None:
            self.network(on=True)
            expect(self.page.locator(".e-head [role=status]")).to_contain_text("shared with the club")
            self.context.close()
        self.context = self.browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        address = f"{self.up['url']}/viewer/box.html?game={GAME}&edition={EDITION}&lang=en#t={self.up['token']}"
        self.page.goto(address)
        self.page.wait_for_selector('html[data-kept="true"]')
        self.page.wait_for_selector(".e-editor")

    def network(self, *, on: bool) -> None:
        """Have a network, or none."""
        assert self.context is not None
        self.context.set_offline(not on)
        self.on_line = on

    def reload(self) -> None:
        """Reload the page, with a network or without."""
        self.page.reload()
        self.page.wait_for_selector(".e-editor")

    def enter(self, row: str, count: int) -> None:
        """Enter how many there are of a tile."""
        self.page.locator(f'[data-row="{row}"]').click()
        self.page.locator(f'.e-row [data-at="count {count}"]').click()
        self.page.locator('.e-row [data-at="act list"]').click()


def lost(browser: Browser, up: Mapping[str, str], times: int, seed: int) -> list[str]:
    """Enter values between interruptions; the rows whose last value is not in the draft of the club."""
    dice = Random(seed)
    box = GAMES[GAME].box()
    headers = {"Authorization": f"Bearer {up['token']}"}
    url = f"{up['url']}/v1/drafts/{GAME}/{EDITION}"
    first = requests.put(
        url,
        json={**box, "edition": EDITION, "origin": "Ana"},
        headers={**headers, "If-Match": '"0"'},
        timeout=PATIENCE_S,
    )
    assert first.status_code == 200, first.text
    rows = [one["id"] for one in box["kinds"]]
    phones = [(Phone(browser, up), rows[::2]), (Phone(browser, up), rows[1::2])]
    wanted: dict[str, int] = {}
    for _ in range(times):
        phone, half = dice.choice(phones)
        row, count = dice.choice(half), dice.choice(COUNTS)
        phone.enter(f"kinds.{row}", count)
        wanted[row] = count
        match dice.choice(("reload", "reload", "network", "network", "another")):
            case "reload":
                phone.reload()
            case "network":
                phone.network(on=not phone.on_line)
            case _:
                phone.replace()
    for phone, _ in phones:
        phone.network(on=True)
        phone.reload()
    end = time.monotonic() + PATIENCE_S
    while True:
        draft = requests.get(url, headers=headers, timeout=PATIENCE_S).json()
        there = {one["id"]: one["count"] for one in draft["kinds"]}
        missing = [f"{row}: {there[row]} instead of {count}" for row, count in wanted.items() if there[row] != count]
        if not missing or time.monotonic() > end:
            return missing
        time.sleep(0.5)


def main() -> None:
    """Enter, interrupt, compare."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--times", type=int, default=200, help="interruptions")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as up, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        missing = lost(browser, up, given.times, given.seed)
        browser.close()
    print(f"{given.times} interruptions, {len(missing)} rows lost")  # noqa: T201 - a program for a hand
    sys.exit("; ".join(missing) or None)


if __name__ == "__main__":
    main()
