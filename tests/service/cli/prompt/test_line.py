"""The prompt as somebody sees it: ``movebook record`` in a terminal of 80 and of 40 columns."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from service.cli.prompt.line import LineCompleter
from tests.service.cli.conftest import Running
from tests.service.cli.prompt.test_corrections import CASTLES, DEALS, Seated, Sit, sit

__all__ = ["sit"]
ROOT = Path(__file__).parents[4]
_ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>()][A-Z0-9]?)")
_WHERE, _THERE = b"\x1b[6n", b"\x1b[1;1R"
"""What asks a terminal where its cursor is, and an answer."""


class Terminal:
    """A program in a terminal of so many columns."""

    def __init__(self, columns: int, environment: dict[str, str], *words: str) -> None:
        self.fd, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        command = [sys.executable, "-m", "service.cli", *words]
        self.process = subprocess.Popen(
            command, stdin=inside, stdout=inside, stderr=inside, env=environment, cwd=ROOT, start_new_session=True
        )
        os.close(inside)
        self.shown = ""

    def until(self, text: str) -> str:
        """What is shown up to and with a text, from the last such call on."""
        end = time.monotonic() + 60
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            if not select.select([self.fd], [], [], 0.1)[0]:
                continue
            try:
                got = os.read(self.fd, 1 << 16)
            except OSError:  # it has ended
                assert text in self.shown, self.shown
                break
            if _WHERE in got:
                os.write(self.fd, _THERE)
            self.shown += _ESCAPES.sub("", got.decode("utf-8", "replace")).replace("\r", "")
        head, _, self.shown = self.shown.partition(text)
        return head + text

    def type(self, line: str) -> None:
        os.write(self.fd, line.encode() + b"\r")

    def end(self) -> int:
        while True:
            try:
                if not os.read(self.fd, 1 << 16):
                    break
            except OSError:  # nobody has the other side any more
                break
        return self.process.wait(30)


Open = Callable[..., Terminal]


@pytest.fixture
def terminal(running: Running) -> Iterator[Open]:
    made: list[Terminal] = []

    def opened(record: str, columns: int, lang: str = "en") -> Terminal:
        # Columns of the environment would count for more than those of the terminal.
        foreign = ("MOVEBOOK_", "LC_", "COLUMNS", "LINES")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        environment |= {"MOVEBOOK_URL": running.url, "MOVEBOOK_DATA": str(running.data), "TERM": "xterm"}
        made.append(Terminal(columns, environment | {"MOVEBOOK_LANG": lang}, "record", record))
        return made[-1]

    yield opened
    for one in made:
        os.close(one.fd)
        one.process.kill()
        one.process.wait()


IMPACT = {
    80: """\
amend [5] Yellow places a castle of rank 1 at row 1, column 1.
    > yellow place_castle rank=1 row=4 col=1
later moves: 3 the same, 1 refused
  [8] Red places a castle of rank 1 at row 4, column 1.
    refused (KIN-4.11): row 4, column 1 already holds Yellow's castle of rank 1
        [5]
""",
    40: """\
amend [5] Yellow places a castle of rank
    1 at row 1, column 1.
    > yellow place_castle rank=1 row=4
        col=1
later moves: 3 the same, 1 refused
  [8] Red places a castle of rank 1 at
      row 4, column 1.
    refused (KIN-4.11): row 4, column 1
        already holds Yellow's castle of
        rank 1 [5]
""",
}
"""What a correction would do, by columns of the screen."""


@pytest.mark.parametrize("columns", [80, 40])
def test_a_correction_is_made_in_a_terminal(columns: int, sit: Sit, terminal: Open) -> None:
    ana = sit(*DEALS, *CASTLES)
    screen = terminal(ana.session.id, columns)
    screen.until("red>")
    screen.type("amend 5 row=4")
    assert IMPACT[columns] in screen.until("[8] r(etract), a move, or n:")
    screen.type("row=1")
    screen.until("apply it? y/n:")
    screen.type("y")
    screen.until("[10] Corrected: 5, 8\n")
    screen.until("red>")
    screen.type("quit")
    assert screen.end() == 0
    assert ana.log[-1]["type"] == "corrected"


def test_who_breaks_off_in_the_middle_of_a_correction_changes_nothing(sit: Sit, terminal: Open) -> None:
    ana = sit(*DEALS, *CASTLES)
    screen = terminal(ana.session.id, 80, "es")
    screen.until("red>")
    screen.type("amend 5 row=4")
    screen.until("[8] r(etract), una jugada, o n:")
    screen.type("quit")
    screen.until("✗ no se entiende: ")
    screen.until("o n:")
    os.write(screen.fd, b"\x03")
    assert screen.end() == 130
    assert len(ana.log) == 9


def completed(seated: Seated, text: str) -> list[str]:
    completer = LineCompleter(seated.session)
    return [found.text for found in completer.get_completions(Document(text), CompleteEvent())]


def test_names_and_what_stands_are_completed(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    assert completed(ana, "amend ")[:3] == ["9", "8", "7"]
    assert completed(ana, "undo ")[-2:] == ["yellow", "red"]
    assert completed(ana, "amend 8 ") == ["rank=1", "row=4", "col=1"]
    assert completed(ana, "try amend 5 row=4; amend 8 r") == ["rank=1", "row=4"]
    ana.types("amend 5 row=4")
    assert completed(ana, "") == ["retract", "n", "back"]
    ana.types("n")
    assert {"undo", "redo", "amend", "insert", "retract", "log"} <= set(completed(ana, ""))
