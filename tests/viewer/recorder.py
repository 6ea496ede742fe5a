"""A recorder's thumb: enters moves on the recorder's page by taps alone, and counts them."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import ElementHandle, Locator, Page, expect
from playwright.sync_api import TimeoutError as TimedOutError

from engines.kernel import sealing
from tests.viewer.table import Table

MOST = 60
"""No move takes so many taps."""
SAME_TOUCH_MS = 310
"""A touch belongs to the one before for a little less."""
HELD_LONGER = """() => {
  const set = globalThis.setTimeout;
  globalThis.setTimeout = (call, ms, ...rest) => set(call, ms === 3000 ? 60_000 : ms, ...rest);
}"""
"""A page holds a move back for a minute, not three seconds, however busy the machine is."""
TAKE_BACK_MS = 10_000
"""A move is held for less."""
OUTSIDE = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const holds = (box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  const panels = [document.documentElement, one.closest("#form, #table, #seats") ?? document.body];
  const shown = 0 <= x && x <= innerWidth && 0 <= y && y <= innerHeight;
  const seen = shown && panels.every((panel) => holds(panel.getBoundingClientRect()));
  if (seen) return "";
  const { path, field } = one.closest("[data-path], [data-field]")?.dataset ?? {};
  return path ?? field ?? (one.closest("#board") ? "board" : one.className || one.id);
}"""
"""What the middle of which has to be scrolled to: its question, `board` or its class; empty where it is in sight."""
CHOSEN = "(row) => [...row.children].flatMap(({ dataset: { chosen } }) => (chosen ? [JSON.parse(chosen)] : []))"
"""What stands in a row of places."""
SENTENCES = """() => {
  if (window.sentences === undefined) {
    const [held, says] = ["held", "held-says"].map((id) => document.getElementById(id));
    const read = () => (held.hidden ? "" : says.textContent);
    let was = read();
    window.sentences = 0;
    new MutationObserver(() => {
      const now = read();
      if (now && now !== was) window.sentences += 1;
      was = now;
    }).observe(held, { subtree: true, childList: true, characterData: true, attributes: true });
  }
  return window.sentences;
}"""
"""Counts the sentences that are held, from its first call on."""
ASKED = """(before) =>
  window.sentences > before || document.querySelector("#form fieldset[data-path], #form button.record") !== null"""


class Thumb:
    """Taps moves into the page of a table."""

    same: Table | None = None

    def __init__(
        self,
        page: Page,
        table: Table,
        *,
        board: bool = True,
        same: Table | None = None,
        opened: bool = False,
        touch: bool = False,
        draws: bool = False,
    ) -> None:
        self.page, self.table, self.board, self.same = page, table, board, same
        self.lacks: list[Any] = []
        """The moves that the record opened alike has not got yet."""
        self.form = page.locator("#form")
        self.taps: list[int] = []
        """Taps of each move that was entered, by a run those that it took along."""
        self.entered: list[Any] = []
        """The moves themselves."""
        self.count = 0
        """Taps of the move that is entered now."""
        self.before = 0
        """Sentences before it."""
        self.touch, self.draws = touch, draws
        """Whether fingers tap, and whether the phone draws what it may."""
        self.scrolled: Counter[str] = Counter()
        """Taps that had to scroll first, by the type of the move and what was tapped."""
        self.type = ""
        if not opened:
            page.goto(f"{table.url}/viewer/record.html?record={table.id}#t={table.token}")
        page.wait_for_selector("#desk:not([hidden])")
        self.wait()

    def sentences(self) -> int:
        """How many sentences of moves were held so far."""
        count: int = self.page.evaluate(SENTENCES)
        return count

    def held(self) -> bool:
        """Whether the move that is entered now was held; it may have been sent since."""
        return self.sentences() > self.before

    def wait(self) -> None:
        """Until the form waits for a tap."""
        self.page.wait_for_selector("#form[aria-busy=false]")

    def play(self, moves: Sequence[Any]) -> None:
        """Enter moves one after another; those that a run takes along need no tap of their own."""
        done = 0
        while done < len(moves):
            done += self.enter(moves[done])

    def sent(self) -> None:
        """Send what is held, and wait until it has been."""
        self.page.locator("#title").click()
        self.page.wait_for_selector("#count[data-unsent='0']")

    def enter(self, move: Any) -> int:
        """Enter a move; how many were recorded by it."""
        self.count, self.type = 0, move["type"]
        if self.touch and not self.same:
            # As at a table, where more time passes between two moves.
            self.sent()
            self.page.wait_for_selector(f"#desk[data-version='{self.table.get('')['version']}']")
        self.wait()
        self.before = self.sentences()
        # What follows a move that nobody could check is offered once its answer has come.
        self.page.wait_for_selector("#form:not(.awaited)")
        seat = move.get("seat")
        chosen = self.page.locator("#seats button[aria-pressed=true]")
        if seat is not None and chosen.get_attribute("data-seat") != str(seat):
            self.tap(self.page.locator(f"#seats button[data-seat='{seat}']"))
            if self.page.locator("#dialog[open]").count():
                # Its turn came before the tap, which then shows its details.
                self.page.keyboard.press("Escape")
                self.count -= 1
        run = self.form.locator("button.run")
        if run.count() and self.same:
            self.tap(run)
            self.wait()
            self.page.locator("#held").wait_for()
            self.taps.append(self.count)
            self.entered.append(move)
            return self.taken_along(move, self.same)
        if run.count():
            # What is recorded on the way may open something else.
            self.sent()
            self.wait()
        if run.count():
            before = int(self.table.get("")["ply"])
            self.tap(run)
            self.wait()
            self.sent()
            self.taps.append(self.count)
            self.entered.append(move)
            return int(self.table.get("")["ply"]) - before
        if self.form.get_attribute("data-type") != move["type"]:
            self.start(move)
        while not self.held():
            assert self.count < MOST, f"{move} is not entered after {MOST} taps: {self.form.inner_text()}"
            self.answer(move)
            self.wait()
        self.taps.append(self.count)
        self.entered.append(move)
        if self.same:
            self.lacks.append(move)
        return 1

    def taken_along(self, move: Any, same: Table) -> int:
        """How many moves a run is, by the record opened alike; it has all of them then."""
        same.bring(self.lacks)
        self.lacks.clear()
        before = int(same.get("")["ply"])
        same.write("moves", {name: of for name, of in move.items() if name in ("type", "seat")}, run=1)
        return int(same.get("")["ply"]) - before

    def mended(self, move: Any) -> int:
        """Enter a move, take it back while it is held, and enter it again; how many were recorded. All taps count."""
        run = self.enter(move)
        if (self.same and not self.lacks) or not self.page.locator("#held").is_visible():
            return run
        says = self.page.locator("#held-says").inner_text()
        button = self.page.locator("#take-back")
        try:
            button.click(timeout=TAKE_BACK_MS)
        except TimedOutError:
            if button.is_visible():
                raise
            return run  # it was sent before the tap
        self.page.wait_for_selector("#held", state="hidden")
        if not self.same:
            self.sent()
        if says in self.page.locator("#undo").inner_text():
            return run  # it had been sent before the tap
        first = self.taps.pop() + 1
        self.entered.pop()
        if self.same:
            self.lacks.pop()
        done = self.enter(move)
        self.taps[-1] += first
        return done

    def start(self, move: Any) -> None:
        """Choose the type, with its first answer where that is asked for at once."""
        kind = f"[data-type='{move['type']}']"
        # What came meanwhile may have made it the only one that can be: then it is asked for at once.
        self.page.locator(f"#form{kind}, #form {kind}").first.wait_for()
        if self.form.get_attribute("data-type") == move["type"]:
            return
        if self.board and any(self.by_place(one) for one in move.values()):
            self.wait()
            if self.form.get_attribute("data-type") == move["type"] or self.held():
                return
        first = self.form.locator(f"fieldset{kind}")
        if first.count():
            field = first.get_attribute("data-field")
            assert field is not None
            if move.get(field) is None:
                self.tap(first.locator(".ways button").first)
            else:
                self.tap(value(first, move[field]))
        else:
            self.tap(self.form.locator(f"button{kind}"))
        self.wait()

    def tap(self, what: Locator | ElementHandle) -> None:
        """A tap, which counts."""
        if self.touch:
            # A second touch of what was recorded is none before that.
            self.page.wait_for_timeout(SAME_TOUCH_MS)
            outside = self.outside(what)
            if outside:
                self.scrolled[f"{self.type} {outside}"] += 1
            what.tap()
        else:
            what.click()
        self.count += 1
        if isinstance(what, Locator) and self.page.locator("#chooser").is_visible():
            # Two places lie within a finger.
            self.tap(self.page.locator("#chooser").get_by_role("button", name=what.get_attribute("aria-label")))

    def outside(self, what: Locator | ElementHandle) -> str:
        """What has to be scrolled to; empty where it is in sight."""
        found: str = self.page.evaluate(OUTSIDE, what.element_handle() if isinstance(what, Locator) else what)
        return found

    def answer(self, move: Any) -> None:
        """Answer what is asked."""
        question = self.form.locator("fieldset[data-path]").first
        # Between its last answer and its sentence a move asks nothing, and is not held yet.
        record = self.form.locator("button.record")
        self.page.wait_for_function(ASKED, arg=self.before)
        if self.held():
            return
        draw = self.form.locator("button.draw")
        if self.draws and draw.count():
            # How to go on is in sight, however long the question is.
            expect(draw).to_be_in_viewport(ratio=1)
            self.tap(draw)
            return
        if not question.count():
            # It opened by itself, and is whole as it is.
            self.tap(record)
            return
        path = question.get_attribute("data-path")
        assert path is not None
        wanted = sealing.look(move, path)
        if wanted is None:
            leaves = self.form.locator("[data-leaves]")
            no = leaves.first if leaves.count() else value(question, wanted=False)
            self.tap(record if record.count() and not self.left(move) else no)
            return
        if self.board and (self.by_board(move, path) or self.by_name(question, wanted)):
            return
        self.give(question, wanted)

    def left(self, move: Any) -> bool:
        """Whether a part of the move is still to be entered; then a question that is left out leads on to it."""
        entered = json.loads(self.form.get_attribute("data-move") or "{}")
        return bool(entered != {name: of for name, of in move.items() if of is not None})

    def by_board(self, move: Any, path: str) -> bool:
        """Tap the space of the board that answers a question; whether there is one."""
        if self.by_place(sealing.look(move, path)):
            return True
        above, _, name = path.rpartition(".")
        here = sealing.look(move, above) if above else move
        for key in self.page.evaluate(
            "[...document.querySelectorAll('#board [data-target]')].map((one) => one.dataset.target)"
        ):
            space = json.loads(key)
            # A tile says the row that it lies by as well.
            more = len(space) > 1 if name in space else name == "row" and not {"tile", "kind", "box"}.isdisjoint(space)
            spot = self.page.locator(f"#board [data-target='{key}']").first
            if self.touch and not more:
                more = name in space and "open" in (spot.get_attribute("class") or "").split()
            if not more or any(here.get(part) != of for part, of in space.items()):
                continue
            # A finger takes what is in sight: what lies below the map is among the answers as well.
            if not self.touch or not self.outside(spot):
                self.tap(spot)
                return True
        return False

    def by_name(self, question: Locator, wanted: Any) -> bool:
        """Tap the place of the board that is called like an answer out of sight; whether there is one."""
        button = value(question, wanted)
        if not self.touch or not button.count() or not self.outside(button):
            return False
        named = self.page.get_by_label(button.inner_text(), exact=True)
        places = self.page.locator("#board .target.open").and_(named)
        if places.count() != 1:  # of two with one name it may be the other
            return False
        self.tap(places)
        return True

    def by_place(self, wanted: Any) -> bool:
        """Tap the highlighted place whose numbers these are, or the first of several; whether there is one."""
        place = wanted[0] if isinstance(wanted, list) and wanted and isinstance(wanted[0], list) else wanted
        if not isinstance(place, list):
            return False
        keys = self.page.evaluate(
            "[...document.querySelectorAll('#board .target.open')].map((one) => one.dataset.target)"
        )
        key = next((key for key in keys if list(json.loads(key).values()) == place), None)
        if key is not None:
            self.tap(self.page.locator(f"#board [data-target='{key}']").first)
        return key is not None

    def give(self, question: Locator, wanted: Any) -> None:
        """Give a value to a widget, part by part."""
        shape = (question.get_attribute("class") or "").split()
        all_ = question.locator(":scope > .ok, :scope > * > .ok, :scope > .so-far > .ways > .ok")
        # By hand: once the question is answered another one may stand in its place, with a button like it.
        done = all_.first.element_handle() if all_.count() else None
        if "row" in shape:
            # What the record knows is there already.
            there = question.locator(":scope > .so-far .places").evaluate(CHOSEN)
            for one in wanted:
                if one in there:
                    there.remove(one)
                    continue
                unseen = question.locator(":scope > .ways > [data-unseen]")
                self.tap(unseen if one is None else value(question.locator(":scope > .palette"), one))
        elif "list" in shape:
            for place, one in enumerate(wanted):
                item = question.locator(":scope > .items > .item").nth(place)
                if not item.count():
                    self.tap(question.locator(":scope > .ways > .add"))
                self.give(item.locator(":scope > fieldset"), one)
        elif "group" in shape:
            for name, one in wanted.items():
                part = question.locator(f":scope > .parts > [data-field='{name}']")
                if one is None:
                    self.tap(part.locator(f"[data-unseen='{name}']"))
                else:
                    self.give(part, one)
        elif "counter" in shape:
            question.locator("input").fill(str(wanted))
            # A finger in the field, and each figure.
            self.count += 1 + len(str(wanted))
        else:
            self.tap(value(question, wanted))
        self.wait()
        if done is not None and done.is_visible() and done.is_enabled():
            self.tap(done)


def value(where: Locator, wanted: Any) -> Locator:
    """The button of a value."""
    plain = json.dumps(wanted, separators=(",", ":"))
    return where.locator(f"button.value[data-value='{plain}']").last
