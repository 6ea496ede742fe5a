"""Processes that fall behind the others: they alone, not the session they were started in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PRIORITY = Path("/proc/self/autogroup")
"""Of the process session: ``/autogroup-17 nice 0``. Only Linux has it, and not every Linux."""

OWN = os.nice(0)
"""The priority that the tests were started with: 0, or 5 for who let them run behind something else."""

pytestmark = pytest.mark.skipif(
    not PRIORITY.exists(), reason="this system does not divide the processor among sessions"
)


def behind(program: str) -> str:
    """What a program prints in which a process falls behind."""
    lines = "import os, pathlib, subprocess, sys; from service.store.child_processes import lower_priority; " + program
    return subprocess.run(
        [sys.executable, "-c", lines], start_new_session=True, capture_output=True, text=True, check=True
    ).stdout


def test_the_session_of_a_process_that_leads_it_falls_behind_with_it() -> None:
    said = behind(f"lower_priority(7); print(os.nice(0), pathlib.Path({str(PRIORITY)!r}).read_text())")
    assert said.split()[::3] == [str(OWN + 7), "7"]


def test_a_session_that_somebody_else_leads_keeps_its_priority() -> None:
    inner = "import os; from service.store.child_processes import lower_priority; lower_priority(7); print(os.nice(0))"
    said = behind(
        f"print(subprocess.run([sys.executable, '-c', {inner!r}], capture_output=True, text=True).stdout, "
        f"pathlib.Path({str(PRIORITY)!r}).read_text())"
    )
    assert said.split()[::3] == [str(OWN + 7), "0"]
