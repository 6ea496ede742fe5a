"""(f) The viewer in Chromium: seeks and steps in a record of 2,000 frames, the first picture, the weight of its files.

`python -m tests.bench.viewer [OTHER [GAME...]]`: another checkout's viewer is measured in turn with this one.
"""

import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from engines import GAMES
from engines.kernel.game import Json
from tests.bench import table
from tests.viewer.conftest import ARGS, VIEWER, Site, chromium
from tests.viewer.replay_fixture import long_replay

FRAMES, SEEKS, WARM, LOADS = 2000, 100, 10, 5
SIZES = {"1280x800": ViewportSize(width=1280, height=800), "390x844": ViewportSize(width=390, height=844)}
SEATS = {
    "kingdoms": ("yellow", "red", "blue"), "xidit": ("red", "blue", "yellow", "green"),
    "architects": ("blue", "green", "red", "yellow"), "rise_of_empires": ("blue", "red", "green", "yellow"),
    "mage_knight": ("red", "blue", "green"),
}  # fmt: skip
DRAWN = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"
SEEK = """async (to) => {
  const slider = document.getElementById("slider");
  slider.value = String(to);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  DRAWN
}""".replace("DRAWN", DRAWN)
STEP = """async () => {
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  DRAWN
}""".replace("DRAWN", DRAWN)
NOTHING = f"async () => {{ {DRAWN} }}"
CLOCKS = ("script, style and layout", "with painting, by software")
REPLAY = """import json, sys
from tests.viewer.replay_fixture import long_replay
json.dump(long_replay(int(sys.argv[1]), seats=sys.argv[3:], game=sys.argv[2]), sys.stdout)"""


def long_record(tree: Path | None, game: str) -> Json:
    """A replay of so many frames, as the engines of a checkout tell it; None: this one."""
    if tree is None:
        return long_replay(FRAMES, seats=SEATS[game], game=game)
    command = [sys.executable, "-c", REPLAY, str(FRAMES), game, *SEATS[game]]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    told = subprocess.run(command, cwd=tree, env=environment, check=True, capture_output=True)
    replay: Json = json.loads(told.stdout)
    replay["box"].setdefault("components", GAMES[game].box())
    return replay


@contextmanager
def served(tree: Path | None, game: str) -> Iterator[str]:
    """The address of a checkout's viewer with its long record."""
    site = Site({(game, "public"): long_record(tree, game)}, tree / "viewer" if tree else VIEWER)
    thread = threading.Thread(target=site.server.serve_forever, daemon=True)
    thread.start()
    yield f"{site.url}/viewer/?record={game}#ply=0"
    site.server.shutdown()
    site.server.server_close()
    thread.join()


def worked(page: Page) -> Callable[[], tuple[float, float]]:
    """Milliseconds of the page's main thread: of our scripts with style and layout, and of every task."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read() -> tuple[float, float]:
        told = {one["name"]: one["value"] * 1000 for one in devtools.send("Performance.getMetrics")["metrics"]}
        return told["ScriptDuration"] + told["LayoutDuration"] + told["RecalcStyleDuration"], told["TaskDuration"]

    return read


def seeks(pages: list[Page]) -> list[list[dict[str, float]]]:
    """The spread of seeks, then of steps, by page and clock, in milliseconds, less two empty frames, page by page."""
    clocks, chance = [worked(page) for page in pages], random.Random(7)
    spent: list[dict[str, list[tuple[float, float]]]] = [{SEEK: [], STEP: [], NOTHING: []} for _ in pages]
    for number in range(SEEKS + WARM):
        to = chance.randrange(FRAMES)
        for page, clock, times in zip(pages, clocks, spent, strict=True):
            for script, taken in times.items():
                before = clock()
                page.evaluate(script, to)
                after = clock()
                if number >= WARM:
                    taken.append((after[0] - before[0], after[1] - before[1]))
    return [
        [
            table.spread([each[which] - statistics.median(e[which] for e in times[NOTHING]) for each in times[kind]])
            for kind in (SEEK, STEP)
            for which in range(len(CLOCKS))
        ]
        for times in spent
    ]


def opened(browser: Browser, address: str, size: ViewportSize) -> Page:
    """A page at the beginning of the record."""
    page = browser.new_context(viewport=size, locale="en-GB").new_page()
    page.goto(address)
    page.wait_for_selector("#replay:not([hidden])")
    return page


def firsts(browsers: list[Browser], addresses: list[str], size: ViewportSize) -> list[float]:
    """Milliseconds of the main thread until the board is drawn, with no cache: medians by address, load by load."""
    spent: list[list[float]] = [[] for _ in addresses]
    for _ in range(LOADS):
        for browser, address, times in zip(browsers, addresses, spent, strict=True):
            page = browser.new_context(viewport=size, locale="en-GB", service_workers="block").new_page()
            clock = worked(page)
            page.goto(address)
            page.wait_for_selector("#replay:not([hidden])")
            page.evaluate(NOTHING)
            times.append(clock()[1])
            page.context.close()
    return [statistics.median(times) for times in spent]


def main(other: Path | None = None, *wanted: str) -> None:
    """Print milliseconds of the main thread a seek, until the first picture, and ratios where another is measured."""
    path = chromium()
    if path is None:
        print("no Chromium here: nothing measured")
        return
    weight = sum(len(gzip.compress(f.read_bytes())) for f in VIEWER.rglob("*") if f.suffix in (".js", ".css", ".html"))
    print(f"all files of the viewer, gzipped: {weight / 1000:.0f} kB", flush=True)
    trees = [None] if other is None else [None, other]
    with sync_playwright() as playwright, ExitStack() as stack:
        browsers = [playwright.chromium.launch(executable_path=path, args=ARGS) for _ in trees]
        for game in wanted or SEATS:
            addresses = [stack.enter_context(served(tree, game)) for tree in trees]
            for name, size in SIZES.items():
                pages = [opened(browser, at, size) for browser, at in zip(browsers, addresses, strict=True)]
                ours, *theirs = seeks(pages)
                whats = [f"{kind}, {clock}" for kind in ("seek", "step") for clock in CLOCKS]
                for what, own, there in zip(whats, ours, theirs[0] if theirs else [{}] * len(whats), strict=True):
                    line = f"{game} at {name}, {what}: p50 {own['p50']:.1f} ms, p99 {own['p99']:.1f} ms"
                    for key in ("p50", "p99") if there else ():
                        line += f"; {key} there {there[key]:.1f} ms: ratio {own[key] / there[key]:.2f}"
                    print(line, flush=True)
                for page in pages:
                    page.context.close()
                own, *there = firsts(browsers, addresses, size)
                ratio = f"; there {there[0]:.0f} ms: ratio {own / there[0]:.2f}" if there else ""
                print(f"{game} at {name}: board drawn after {own:.0f} ms of the main thread{ratio}", flush=True)
        for browser in browsers:
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if sys.argv[1:] else None, *sys.argv[2:])
