"""(f) The viewer in Chromium: a random seek in a record of 2,000 frames, the first picture, what all of it weighs."""

from __future__ import annotations

import gzip
import random
import statistics
import threading
from collections.abc import Callable

from playwright.sync_api import Page, sync_playwright

from tests.bench import table
from tests.viewer.conftest import ARGS, VIEWER, Site, chromium
from tests.viewer.replay_fixture import long_replay

FRAMES, SEEKS = 2000, 200
SIZES = {"1280x800": {"width": 1280, "height": 800}, "390x844": {"width": 390, "height": 844}}
SEATS = {"kingdoms": ("yellow", "red", "blue"), "xidit": ("red", "blue", "yellow", "green")}
SEEK = """async (to) => {
  const slider = document.getElementById("slider");
  slider.value = String(to);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
NOTHING = "async () => { await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); }"


def worked(page: Page) -> Callable[[], tuple[float, float]]:
    """Two clocks of the page's main thread, in seconds: of our scripts with style and layout, and of every task.

    What else the machine does is on neither.
    """
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read() -> tuple[float, float]:
        told = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
        return told["ScriptDuration"] + told["LayoutDuration"] + told["RecalcStyleDuration"], told["TaskDuration"]

    return read


def main() -> None:
    """Print milliseconds of the main thread a seek (less those of two empty frames), and until the first picture."""
    path = chromium()
    if path is None:
        print("no Chromium here: nothing measured")
        return
    weight = sum(len(gzip.compress(f.read_bytes())) for f in VIEWER.rglob("*") if f.suffix in (".js", ".css", ".html"))
    print(f"all files of the viewer, gzipped: {weight / 1000:.0f} kB", flush=True)
    replays = {(game, "public"): long_replay(FRAMES, seats=seats, game=game) for game, seats in SEATS.items()}
    site = Site(replays)
    threading.Thread(target=site.server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        for game in SEATS:
            for name, size in SIZES.items():
                page = browser.new_context(viewport=size, locale="en-GB").new_page()
                page.goto(f"{site.url}/viewer/?record={game}#ply=0")
                page.wait_for_selector("#replay:not([hidden])")
                first = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
                board = page.evaluate("performance.now()")
                clock, chance = worked(page), random.Random(7)
                spent: dict[str, list[tuple[float, float]]] = {SEEK: [], NOTHING: []}
                for number in range(SEEKS + 20):
                    for script, times in spent.items():
                        before = clock()
                        page.evaluate(script, chance.randrange(FRAMES))
                        after = clock()
                        if number >= 20:  # warm by then
                            times.append((after[0] - before[0], after[1] - before[1]))
                seek = [
                    table.spread(
                        [each[which] - statistics.median(e[which] for e in spent[NOTHING]) for each in spent[SEEK]]
                    )
                    for which in (0, 1)
                ]
                print(
                    f"{game} at {name}: seek p50 {seek[0]['p50'] * 1000:.1f} ms, p99 {seek[0]['p99'] * 1000:.1f} ms "
                    f"(with painting, by software: {seek[1]['p50'] * 1000:.1f} and {seek[1]['p99'] * 1000:.1f} ms); "
                    f"first picture {first:.0f} ms, board {board:.0f} ms",
                    flush=True,
                )
                page.context.close()
        browser.close()
    site.server.shutdown()


if __name__ == "__main__":
    main()
