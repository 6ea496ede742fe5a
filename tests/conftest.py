"""What holds for every test: failed checks of the wall show their values, and figures that are measured are printed."""

from __future__ import annotations

import gc

import pytest

import engines

if "kingdoms" not in engines.GAMES:
    pytest.exit("Movebook's own games are not found: install it again, pip install -e '.[test]'", returncode=2)

pytest_plugins = ["tests.cpu"]
pytest.register_assert_rewrite("tests.engines.wall", "tests.engines.games", "tests.engines.given")


WAITING = ("tests/service/test_faults.py", "tests/service/run/", "tests/service/store/", "tests/kill/")
"""Tests that wait for servers, disks and time-outs more than they work."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with tests that wait, so that others work meanwhile; at the end the processor would stand idle for them."""
    items.sort(key=lambda item: not item.nodeid.startswith(WAITING))


def pytest_collection_finish() -> None:
    """Look for garbage less often, and never among the modules and the thousands of tests, which stay to the end.

    Otherwise the search takes a fifth of the processor time or more of whatever makes many objects.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests recorded as a ``figure``, in the order of their names."""
    reports = terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", [])
    figures = sorted(value for report in reports for name, value in report.user_properties if name == "figure")
    if figures:
        terminalreporter.section("figures")
        for figure in figures:
            terminalreporter.write_line(str(figure))
