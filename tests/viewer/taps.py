"""Count taps on the recorder's page: simulated games are entered in a real browser.

    python -m tests.viewer.taps kingdoms
    python -m tests.viewer.taps rise_of_empires --moves 80 --wrong 20
    python -m tests.viewer.taps xidit --offline --throttle 4

The program starts a service, begins a record on the page for new games, enters every move by taps, and signs the
result for each player. `--moves` stops it earlier, and `--skip` has the service record the first moves without taps.
Every 20th move is taken back and entered again; these taps count as well. It prints median, mean and worst count for
each kind of move, which taps had to scroll to what they tap, and the times from the last tap of a move to its piece
on the board and to its sentence. It exits with 1 if a goal is missed.
"""

import argparse
import itertools
import math
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from engines import GAMES
from tests.viewer.conftest import ARGS, PATIENCE_MS, chromium
from tests.viewer.recorder import Thumb
from tests.viewer.table import Table, running

GOALS: Mapping[str, Mapping[str, int]] = {
    "kingdoms": {"all": 2, "set-up": 4}, "xidit": {"all": 2, "set-up": 10}, "architects": {"all": 2, "set-up": 10},
    "rise_of_empires": {"all": 3, "B": 4, "set-up": 10}, "mage_knight": {"all": 3, "set-up": 14},
}  # fmt: skip
"""Game -> group of moves -> largest median of taps. Of a set-up the sum counts, see `SET_UP`."""
SET_UP: Mapping[str, tuple[str, ...]] = {
    "kingdoms": ("choose_start_player", "deal_starting_tile"), "xidit": ("setup",), "architects": ("setup",),
    "rise_of_empires": ("start_player", "reveal"), "mage_knight": ("setup",),
}  # fmt: skip
"""Game -> types of the moves before the first turn; secrets, which a seat may give later, are left out of them."""
TO_SENTENCE_MS, TO_PIECE_MS = 200.0, 100.0
"""Largest 95th percentile of the time from the last tap of a move to its sentence, and to its piece."""
SEATS: Mapping[str, int] = {"mage_knight": 2}
"""Game -> players; three where it is not named."""
NAMES = ("Ana", "Ben", "Cid")

CLOCK = """
(() => {
  // Times from the last tap of a move to the frame with its piece, and to the frame with its sentence.
  window.times = { pieces: [], sentences: [] };
  const tapped = { pieces: 0, sentences: 0 };
  // What sends a move, elsewhere, is none of its taps. A move that is taken back shows the piece before it again.
  addEventListener("click", ({ isTrusted, target }) => {
    const [own, back] = [target.closest("#form, #board, #chooser"), target.closest("#take-back")];
    if (isTrusted && (own || back)) tapped.pieces = tapped.sentences = back ? 0 : performance.now();
  }, true);
  const shown = { pieces: 0, sentences: "" };
  const look = () => {
    const held = document.getElementById("held");
    const now = {
      // One more: what can still be taken back of the move before is drawn in another way when a tap sends it.
      pieces: document.querySelectorAll(".ghost").length,
      sentences: held && !held.hidden ? document.getElementById("held-says").textContent : "",
    };
    for (const kind of ["pieces", "sentences"]) {
      if (now[kind] === shown[kind]) continue;
      const fewer = now[kind] < shown[kind];
      shown[kind] = now[kind];
      if (kind === "pieces" && fewer) continue;
      const since = tapped[kind];
      if (!now[kind] || !since) continue;
      tapped[kind] = 0;
      requestAnimationFrame(() => window.times[kind].push(performance.now() - since));
    }
  };
  new MutationObserver(look).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["hidden"],
  });
})();
"""


def group(game: str, move: Any) -> str | None:
    """The group of a move that is counted apart; None if there is none."""
    if game == "rise_of_empires" and move["type"] == "action":
        if move.get("row") == "empire":
            return "empire"
        return "B" if move.get("pay") else "A"
    if game == "mage_knight" and move["type"] == "play_card":
        return str(move.get("use"))
    return None


def unsealed(game: str, move: Any) -> Any:
    """A move of the set-up without the secrets that a seat may give later; any other move as it is."""
    if move["type"] not in SET_UP[game]:
        return move
    secret = GAMES[game].secret.get(move["type"], {})
    return {name: of for name, of in move.items() if name not in secret}


@dataclass
class Counted:
    """Taps and times of the moves that were entered."""

    game: str
    taps: dict[str, list[int]] = field(default_factory=dict)
    times: dict[str, list[float]] = field(default_factory=dict)
    scrolled: Mapping[str, int] = field(default_factory=dict)

    def missed(self) -> list[str]:
        """The goals that are missed."""
        middle = {name: statistics.median(taps) for name, taps in self.taps.items()}
        goals = {name: most for name, most in GOALS[self.game].items() if name in middle}
        many = [f"{name}: {middle[name]:g} taps, goal {most}" for name, most in goals.items() if middle[name] > most]
        most_ms = {"pieces": TO_PIECE_MS, "sentences": TO_SENTENCE_MS}
        late = {kind: p95(times) for kind, times in self.times.items() if times}
        slow = [f"{kind}: p95 {ms:.0f} ms, goal {most_ms[kind]:.0f}" for kind, ms in late.items() if ms > most_ms[kind]]
        hidden = [f"{count} taps had to scroll: {what}" for what, count in self.scrolled.items()]
        return [*many, *slow, *hidden]

    def lines(self) -> Iterator[str]:
        """One line for each group and each kind of time."""
        for name, taps in sorted(self.taps.items()):
            middle, mean = statistics.median(taps), statistics.mean(taps)
            yield f"{self.game} {name}: {len(taps)} counted, median {middle:g}, mean {mean:.2f}, worst {max(taps)}"
        for kind, times in self.times.items():
            if times:
                p50 = statistics.median(times)
                yield f"{self.game} tap to {kind}: p50 {p50:.0f} ms, p95 {p95(times):.0f} ms, worst {max(times):.0f} ms"


def in_turn(game: str, moves: Sequence[Any]) -> Iterator[Any]:
    """Moves, and what each seat does before the first turn in the order that the page asks for it."""
    for kind, some in itertools.groupby(moves, lambda move: "seat" in move and move["type"] in SET_UP[game]):
        found = list(some)
        yield from sorted(found, key=lambda move: move["seat"]) if kind else found


def p95(times: Sequence[float]) -> float:
    """The 95th percentile."""
    return sorted(times)[max(0, math.ceil(len(times) * 0.95) - 1)]


def begin(page: Page, up: Mapping[str, str], game: str) -> tuple[Table, int]:
    """Begin a record on the page for new games; the record, and the taps that it took."""
    names = NAMES[: SEATS.get(game, 3)]
    page.goto(f"{up['url']}/viewer/new.html#t={up['token']}")
    page.wait_for_selector("#form:not([hidden])")
    page.locator(f"#titles input[value={game}]").check()
    taps = 1
    for place, name in enumerate(names):
        if page.locator(".seats li").count() <= place:
            page.get_by_role("button", name="Add a player").click()
            taps += 1
        page.get_by_label(f"Name of player {place + 1}").fill(name)
        taps += 1
    page.locator("#begin").click()
    page.wait_for_selector("#watch[href*='record=']")
    record = (page.locator("#watch").get_attribute("href") or "").partition("record=")[2].partition("&")[0]
    return Table.opened(up, record), taps + 1


def sign(page: Page, names: Sequence[str]) -> int:
    """Sign the result for every player; the taps that it took."""
    signing = page.locator("#signing")
    for name in names:
        signing.get_by_role("button", name=f"{name} agrees").click()
        signing.get_by_role("button", name=f"Tap again: {name}").click()
        expect(signing.get_by_role("button", name=re.compile(f"{name}$|{name} agrees"))).to_have_count(0)
    expect(signing).to_contain_text("Everyone has signed.")
    return 2 * len(names)


def tapped(page: Page, thumb: Thumb, moves: Sequence[Any], wrong: int = 0) -> Counted:
    """Enter moves by taps, and count."""
    game, done = thumb.table.game, 0
    while done < len(moves):
        again = wrong and len(thumb.taps) % wrong == wrong - 1
        count = thumb.mended(moves[done]) if again else thumb.enter(moves[done])
        # A run records the moves that follow without a choice.
        along = moves[done + 1 : done + count]
        thumb.taps += [0] * len(along)
        thumb.entered += along
        done += count
    counted = Counted(game, times=page.evaluate("window.times"), scrolled=thumb.scrolled)
    pairs = list(zip(thumb.entered, thumb.taps, strict=True))
    for move, taps in pairs:
        for name in {"all", move["type"], group(game, move)} - {None}:
            counted.taps.setdefault(str(name), []).append(taps)
    before = itertools.takewhile(lambda pair: pair[0]["type"] in SET_UP[game], pairs)
    counted.taps["set-up"] = [sum(taps for _, taps in before)]
    return counted


@contextmanager
def phone() -> Iterator[Page]:
    """A phone in a browser of its own."""
    program = chromium()
    if program is None:
        sys.exit("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGS)
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB")
        context.set_default_timeout(PATIENCE_MS)
        yield context.new_page()
        browser.close()


def main() -> None:
    """Enter a game, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[*GOALS])
    parser.add_argument("--moves", type=int, help="stop after this many moves; by default at the signed result")
    parser.add_argument("--skip", type=int, default=0, help="moves that are recorded before, without taps")
    parser.add_argument("--wrong", type=int, default=20, help="one of this many moves is entered twice; 0 for none")
    parser.add_argument("--offline", action="store_true", help="without a network, by the rules on the phone")
    parser.add_argument("--throttle", type=float, default=1, help="slow the processor of the page down this many times")
    parser.add_argument("--draw", action="store_true", help="the phone draws the set-up, and nothing follows it")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as up, phone() as page:
        page.add_init_script(CLOCK)
        table, beginning = begin(page, up, given.game)
        same = Table(up, given.game, table.colours) if given.offline else None
        some = [unsealed(given.game, move) for move in itertools.islice(table.moves(), given.moves)]
        moves = list(in_turn(given.game, some))
        for start in range(0, given.skip, 10):
            for each in filter(None, (table, same)):
                each.bring(moves[start : min(start + 10, given.skip)])
        if given.skip:
            moves = moves[given.skip :]
            page.reload()
        if given.draw:
            moves = list(itertools.takewhile(lambda move: move["type"] in SET_UP[given.game], moves))
        thumb = Thumb(page, table, same=same, opened=True, touch=True, draws=given.draw)
        if same:
            page.wait_for_selector("html[data-rules=phone]")
            page.context.set_offline(True)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": given.throttle})
        counted = tapped(page, thumb, moves, given.wrong)
        page.context.set_offline(False)
        thumb.sent()
        counted.taps["begin"] = [beginning]
        if given.moves is None and not given.draw:
            counted.taps["sign"] = [sign(page, NAMES[: len(table.colours)])]
    for line in counted.lines():
        print(line)  # noqa: T201 - a program for the command line
    sys.exit("; ".join(counted.missed()) or None)


if __name__ == "__main__":
    main()
