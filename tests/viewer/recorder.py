"""A recorder's thumb: enters moves on the recorder's page by taps alone, and counts them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page

from engines.kernel import sealing
from tests.viewer.table import Table

MOST = 60
"""No move takes so many taps."""


class Thumb:
    """Taps moves into the page of a table.

    Args:
        page: A browser's page, anywhere.
        table: The record.
        board: Whether spaces of the board are tapped, too.
    """

    def __init__(self, page: Page, table: Table, *, board: bool = True) -> None:
        self.page, self.table, self.board = page, table, board
        self.form = page.locator("#form")
        self.taps: list[int] = []
        """Taps of each move that was entered."""
        page.goto(f"{table.url}/viewer/record.html?record={table.id}#t={table.token}")
        page.wait_for_selector("#desk:not([hidden])")
        self.wait()

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
        self.count = 0
        self.wait()
        seat = move.get("seat")
        chosen = self.page.locator("#seats button[aria-pressed=true]")
        if seat is not None and chosen.get_attribute("data-seat") != str(seat):
            self.tap(self.page.locator(f"#seats button[data-seat='{seat}']"))
        run = self.form.locator("button.run")
        if run.count():
            self.sent()
            before = self.table.get("")["ply"]
            self.tap(run)
            self.wait()
            self.sent()
            self.taps.append(self.count)
            return int(self.table.get("")["ply"]) - before
        if self.form.get_attribute("data-type") != move["type"]:
            self.start(move)
        while not self.page.locator("#held").is_visible():
            assert self.count < MOST, f"{move} is not entered after {MOST} taps: {self.form.inner_text()}"
            self.answer(move)
            self.wait()
        self.taps.append(self.count)
        return 1

    def start(self, move: Any) -> None:
        """Choose the type, with its first answer where that is asked for at once."""
        first = self.form.locator(f"fieldset[data-type='{move['type']}']")
        if first.count():
            field = first.get_attribute("data-field")
            assert field is not None
            if move.get(field) is None:
                self.tap(first.locator(".ways button").first)
            else:
                self.tap(value(first, move[field]))
        else:
            self.tap(self.form.locator(f"button[data-type='{move['type']}']"))
        self.wait()

    def tap(self, what: Locator) -> None:
        """A tap, which counts."""
        what.click()
        self.count += 1

    def answer(self, move: Any) -> None:
        """Answer what is asked."""
        question = self.form.locator("fieldset[data-path]").first
        assert question.count(), f"nothing is asked, and {move} is not entered: {self.form.inner_text()}"
        path = question.get_attribute("data-path")
        assert path is not None
        wanted = sealing.look(move, path)
        record = self.form.locator("button.record")
        if wanted is None:
            rest = self.page.evaluate("[...document.querySelectorAll('.chips button')].length")
            assert rest is not None
            self.tap(record if record.count() and not self.left(move) else self.form.locator("[data-leaves]").first)
            return
        if self.board and self.by_board(move, path):
            return
        self.give(question, wanted)

    def left(self, move: Any) -> bool:
        """Whether a part of the move is still to be entered; then a question that is left out leads on to it."""
        entered = json.loads(self.form.get_attribute("data-move") or "{}")
        return bool(entered != {name: of for name, of in move.items() if of is not None})

    def by_board(self, move: Any, path: str) -> bool:
        """Tap the space of the board that answers a question; whether there is one."""
        above, _, name = path.rpartition(".")
        here = sealing.look(move, above) if above else move
        for key in self.page.evaluate(
            "[...document.querySelectorAll('#board [data-target]')].map((one) => one.dataset.target)"
        ):
            space = json.loads(key)
            if name in space and len(space) > 1 and all(here.get(part) == of for part, of in space.items()):
                self.tap(self.page.locator(f"#board [data-target='{key}']").first)
                return True
        return False

    def give(self, question: Locator, wanted: Any) -> None:
        """Give a value to a widget, part by part."""
        if isinstance(wanted, list):
            for one in wanted:
                self.tap(
                    value(question.locator(".palette"), one) if one is not None else question.locator("[data-unseen]")
                )
            done = question.locator("button.ok")
            if done.count() and done.first.is_visible():
                self.tap(done.first)
            return
        if isinstance(wanted, dict):
            for name, one in wanted.items():
                self.give(question.locator(f":scope fieldset[data-field='{name}']").first, one)
            done = question.locator(":scope > button.ok")
            if done.count() and done.first.is_visible():
                self.tap(done.first)
            return
        counter = question.locator("input[type=number]")
        if counter.count():
            counter.fill(str(wanted))
            self.tap(question.locator("button.ok").last)
            return
        self.tap(value(question, wanted))


def value(where: Locator, wanted: Any) -> Locator:
    """The button of a value."""
    return where.locator(f"button.value[data-value='{json.dumps(wanted)}']").last
