"""A plugin of pytest: the CPU seconds of each test file with all processes it starts, and a limit for a whole run."""

import os
import threading
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

PROC = Path("/proc")
PYTEST, CHECKS = "(pytest: start, imports, schedule)", "(other checks)"
COSTLY = 10
"""Number of files that the table names."""


def seconds_of_tree() -> float:
    """Return the CPU seconds (user and system) of this process and its descendants, ended or not.

    Without a Linux /proc, a descendant counts when it has ended.
    """
    mine = os.times()
    return sum(mine[:4]) + sum(_running().values()) / os.sysconf("SC_CLK_TCK")


def _running() -> dict[int, int]:
    """Return the clock ticks of each running descendant, with those of its own ended children."""
    parents, ticks = {}, {}
    for pid in [int(name) for name in os.listdir(PROC) if name.isdecimal()] if PROC.is_dir() else ():  # noqa: PTH208
        try:
            fields = (PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if len(fields) >= 15:
            parents[pid], ticks[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    descendants: dict[int, int] = {}
    generation = {os.getpid()}
    while generation := {pid for pid, parent in parents.items() if parent in generation and pid not in descendants}:
        descendants |= {pid: ticks[pid] for pid in generation}
    return descendants


class Meter:
    """Adds CPU seconds to what caused them.

    A descendant that ends after its parent takes its seconds with it, so a thread reads them every half second.
    """

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._before = self._uncharged = 0.0
        threading.Thread(target=self._sample, daemon=True).start()

    def _sample(self) -> None:
        while True:
            self._read()
            time.sleep(0.5)

    def _read(self) -> None:
        with self._lock:
            now = seconds_of_tree()
            self._uncharged += max(0.0, now - self._before)
            self._before = now

    def charge(self, to: str) -> None:
        """Add what this process and its descendants used since the last call."""
        self._read()
        with self._lock:
            self.spent[to] += self._uncharged
            self._uncharged = 0.0


METER = pytest.StashKey[Meter]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the limit of a whole run, and what the run used before its tests."""
    group = parser.getgroup("cpu", "CPU seconds")
    group.addoption("--cpu-limit", type=float, help="fail if the run uses more CPU seconds (whole runs: .ci/test)")
    group.addoption("--cpu-before", type=float, default=0, help="CPU seconds of checks that ran before the tests")


def pytest_configure(config: pytest.Config) -> None:
    """Start to measure."""
    config.stash[METER] = Meter()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Charge the start of the process, its imports and the search for tests."""
    session.config.stash[METER].charge(PYTEST)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, Any, Any]:
    """Charge a file after its last test."""
    result = yield
    if nextitem is None or nextitem.path != item.path:
        item.config.stash[METER].charge(item.nodeid.partition("::")[0])
    return result


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add what a worker of pytest-xdist measured."""
    node.config.stash[METER].spent.update(getattr(node, "workeroutput", {}).get("cpu", {}))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand over what a worker measured; in the main process, fail above the limit."""
    config = session.config
    meter = config.stash[METER]
    if config.pluginmanager.hasplugin("dsession"):
        meter.spent[PYTEST] += sum(os.times()[:2])  # without the workers: they count themselves
    else:
        meter.charge(PYTEST)
    if hasattr(config, "workeroutput"):
        config.workeroutput["cpu"] = dict(meter.spent)
        return
    meter.spent[CHECKS] += config.getoption("--cpu-before")
    if _excess(config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what each folder and the most costly files used, where more than one file ran."""
    spent = config.stash[METER].spent
    files = Counter({name: seconds for name, seconds in spent.items() if name not in {PYTEST, CHECKS}})
    if len(files) < 2:
        return
    folders: Counter[str] = Counter()
    for name, seconds in spent.items():
        folders["/".join(name.split("/")[:-1][:3]) or name] += seconds
    terminalreporter.section("CPU seconds per folder")
    lines = [*folders.most_common(), ("in all", spent.total()), ("of these, the most costly files:", None)]
    for name, seconds in [*lines, *files.most_common(COSTLY)]:
        terminalreporter.write_line(f"{'':8}  {name}" if seconds is None else f"{seconds:8.1f}  {name}")
    if _excess(config):
        limit = config.getoption("--cpu-limit")
        terminalreporter.write_line(
            f"FAILED: {spent.total():.0f} s of CPU, more than the limit of {limit:.0f} s. If you added tests, make"
            " slower ones cheaper or remove them. MOVEBOOK_CPU_LIMIT sets another limit for a slower machine.",
            red=True,
        )


def _excess(config: pytest.Config) -> bool:
    """Return whether the run used more than its limit."""
    limit = config.getoption("--cpu-limit")
    return limit is not None and config.stash[METER].spent.total() > limit
