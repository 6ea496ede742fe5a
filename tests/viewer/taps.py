"""How many taps a move takes on the recorder's page, and how long its sentence takes: games played in a real browser.

    python -m tests.viewer.taps kingdoms
    python -m tests.viewer.taps rise_of_empires --moves 80 --wrong 20
    python -m tests.viewer.taps xidit --off-line

A game of the imaginary table is tapped into the page as a thumb would, against a service of its own. Of every so many
moves one is taken back while it is held, and entered again; its taps count. Told are, for each group of moves that has
a goal and for all of them, median and worst, and the mean with the corrections; then how long it takes from the last
tap of a move to its sentence. The program fails where a goal is missed.
"""

from __future__ import annotations

import argparse
import itertools
import math
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.viewer.conftest import ARGS, PATIENCE_MS, chromium
from tests.viewer.recorder import Thumb
from tests.viewer.table import Table, running

GOALS: Mapping[str, Mapping[str, int]] = {
    "kingdoms": {"all": 2},
    "xidit": {"all": 2, "set-up": 25},
    "architects": {"all": 3},
    "rise_of_empires": {"A": 3, "B": 4, "empire": 8},
    "mage_knight": {"basic": 2, "strong": 3},
}
"""Game -> group of moves -> taps that its median may take."""
ON_LINE_MS, OFF_LINE_MS = 200.0, 100.0
"""From tap to sentence, for nineteen of twenty moves."""
SEATS: Mapping[str, tuple[str, ...]] = {"mage_knight": ("red", "blue")}
THREE = ("red", "blue", "yellow")

CLOCK = """
(() => {
  // From the last tap of a move to the frame in which its sentence stands.
  window.sentences = [];
  let tapped = 0;
  let shown = "";
  addEventListener("click", (event) => { if (event.isTrusted) tapped = performance.now(); }, true);
  const look = () => {
    const held = document.getElementById("held");
    const says = held && !held.hidden ? document.getElementById("held-says").textContent : "";
    if (says === shown) return;
    shown = says;
    if (!says || !tapped) return;
    const since = tapped;
    tapped = 0;
    requestAnimationFrame(() => window.sentences.push(performance.now() - since));
  };
  new MutationObserver(look).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["hidden"],
  });
})();
"""


def group(game: str, move: Any) -> str | None:
    """The group with a goal of its own that a move is of; None for none."""
    if game == "xidit" and move["type"] == "setup":
        return "set-up"
    if game == "rise_of_empires" and move["type"] == "action":
        if move.get("row") == "empire":
            return "empire"
        return "A" if move.get("circle") is None else "B"
    if game == "mage_knight" and move["type"] == "play_card":
        return {"basic": "basic", "strong": "strong"}.get(move.get("use", ""))
    return None


@dataclass
class Counted:
    """What was counted while moves were tapped in.

    Args:
        game: The title.
        taps: Group -> taps of each of its moves; ``all`` has every move.
        sentences: Milliseconds from the last tap of each move to its sentence.
    """

    game: str
    taps: dict[str, list[int]] = field(default_factory=dict)
    sentences: list[float] = field(default_factory=list)

    def p95(self) -> float:
        """Milliseconds within which nineteen of twenty sentences stand."""
        return sorted(self.sentences)[max(0, math.ceil(len(self.sentences) * 0.95) - 1)]

    def missed(self, most_ms: float) -> list[str]:
        """The goals that are missed."""
        middle = {name: statistics.median(taps) for name, taps in self.taps.items()}
        goals = {name: most for name, most in GOALS[self.game].items() if name in middle}
        over = {name: most for name, most in goals.items() if middle[name] > most}
        many = [f"{name}: median {middle[name]:g} taps, {most} are the goal" for name, most in over.items()]
        slow = self.sentences and self.p95() > most_ms
        return [*many, *([f"tap to sentence: p95 {self.p95():.0f} ms, {most_ms:.0f} are the goal"] if slow else [])]

    def lines(self) -> Iterator[str]:
        """The figures, a line for each group."""
        for name, taps in sorted(self.taps.items()):
            yield (
                f"{self.game} {name}: {len(taps)} moves, median {statistics.median(taps):g}, "
                f"mean with corrections {statistics.mean(taps):.2f}, worst {max(taps)}"
            )
        if self.sentences:
            yield (
                f"{self.game} tap to sentence: p50 {statistics.median(self.sentences):.0f} ms, "
                f"p95 {self.p95():.0f} ms, worst {max(self.sentences):.0f} ms"
            )


def tapped(page: Page, table: Table, moves: Sequence[Any], wrong: int = 0, *, same: Table | None = None) -> Counted:
    """Tap moves in, and count.

    Args:
        page: Of a context of its own: what it runs on opening is changed.
        table: The record, just opened.
        moves: What is played, from its first move.
        wrong: Of so many moves one is taken back, and entered again; 0 for none.
        same: A record opened alike; with it the network is taken away once the phone has the rules.
    """
    page.add_init_script(CLOCK)
    thumb = Thumb(page, table, same=same)
    if same:
        page.wait_for_selector("html[data-rules=phone]")
        page.context.set_offline(True)
    done = 0
    while done < len(moves):
        mend = wrong and len(thumb.taps) % wrong == wrong - 1
        count = thumb.mended(moves[done]) if mend else thumb.enter(moves[done])
        # What a run takes along is recorded without a tap of its own.
        along = moves[done + 1 : done + count]
        thumb.taps += [0] * len(along)
        thumb.entered += along
        done += count
    counted = Counted(table.game, sentences=page.evaluate("window.sentences"))
    for move, taps in zip(thumb.entered, thumb.taps, strict=True):
        for name in {"all", group(table.game, move)} - {None}:
            counted.taps.setdefault(str(name), []).append(taps)
    if same:
        page.context.set_offline(False)
    thumb.sent()
    return counted


@contextmanager
def phone() -> Iterator[Page]:
    """A phone in a browser of its own."""
    program = chromium()
    if program is None:
        sys.exit("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGS)
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
        context.set_default_timeout(PATIENCE_MS)
        yield context.new_page()
        browser.close()


def main() -> None:
    """Play, count, tell."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", choices=[*GOALS])
    asked.add_argument("--moves", type=int, default=None, help="so many moves; without it a whole game")
    asked.add_argument("--wrong", type=int, default=20, help="of so many moves one is taken back; 0 for none")
    asked.add_argument("--off-line", action="store_true", help="without a network, by the rules on the phone")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as up, phone() as page:
        seats = SEATS.get(given.game, THREE)
        table = Table(up, given.game, seats)
        same = Table(up, given.game, seats) if given.off_line else None
        moves = list(itertools.islice(table.moves(), given.moves))
        counted = tapped(page, table, moves, given.wrong, same=same)
    for line in counted.lines():
        print(line)  # noqa: T201 - a program for a hand
    missed = counted.missed(OFF_LINE_MS if given.off_line else ON_LINE_MS)
    sys.exit("; ".join(missed) or None)


if __name__ == "__main__":
    main()
