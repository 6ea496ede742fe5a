"""What holds for every test: failed checks of the wall show their values, and figures that are measured are printed."""

import gc
from pathlib import Path

import pytest

import engines
from tests.fixtures.waiting import limit

if "kingdoms" not in engines.GAMES:
    pytest.exit("Movebook's own games are not found: install it again, pip install -e '.[test]'", returncode=2)

pytest_plugins = ["tests.cpu"]
pytest.register_assert_rewrite("tests.contract", "tests.contract.games", "tests.engines.given")


SLOW = (
    "tests/engines/rise_of_empires/test_simulated.py", "tests/contract/test_every_game.py",
    "tests/contract/test_every_title.py", "tests/contract/test_hostile_boxes.py",
    "tests/engines/xidit/test_simulated.py", "tests/fuzz/", "tests/kill/", "tests/service/access/",
    "tests/service/api/writes/test_rulings.py", "tests/service/api/test_openapi.py",
    "tests/service/api/routes/test_copies.py", "tests/service/api/web/test_slow_calls.py",
    "tests/service/api/routes/test_list_sight.py", "tests/service/api/web/test_order.py",
    "tests/service/api/web/test_tags.py", "tests/service/cli/", "tests/service/record/backup/test_backup.py",
    "tests/service/record/corrections/test_correction.py", "tests/service/record/state/test_record.py",
    "tests/service/record/state/test_quarantine.py", "tests/service/record/derived/test_removal.py",
    "tests/service/record/entries/test_shapes.py", "tests/service/run/", "tests/service/store/",
    "tests/service/test_deadline.py", "tests/service/test_faults.py", "tests/service/test_forger.py",
    "tests/service/noninterference/test_noninterference.py", "tests/service/test_own_seals.py",
    "tests/service/test_resealing.py", "tests/service/noninterference/test_sealed_programs.py",
    "tests/service/noninterference/test_sealed_texts.py", "tests/service/test_worker.py", "tests/test_add_a_game.py",
)  # fmt: skip
"""Files and folders whose tests take long or wait for servers: they start first, and `make test-fast` omits them."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Multiply the time limit of a test by MOVEBOOK_PATIENCE."""
    if config.option.timeout is None:  # workers get it from the main process
        config.option.timeout = limit(float(config.getini("timeout")))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow; begin with it, then browsers, and end with engines, whose many short files fill every core."""
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker("slow")
        marker = item.get_closest_marker("timeout")
        if marker is not None:
            item.add_marker(pytest.mark.timeout(limit(marker.args[0])), append=False)

    turns: dict[Path, int] = {}
    for item in items:
        first = item.get_closest_marker("slow"), item.get_closest_marker("browser"), "engines" not in item.path.parts
        turn = next((place for place, true in enumerate(first) if true), len(first))
        turns[item.path] = min(turn, turns.get(item.path, turn))  # a file stays whole
    items.sort(key=lambda item: turns[item.path])


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
