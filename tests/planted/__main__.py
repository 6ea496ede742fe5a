"""``python -m tests.planted [NUMBER ...]``: plants each fault in a copy of the project and tells which test finds it.

A change of the tests that makes them cheaper may not make them blind: after it, all faults must still be found.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.planted.faults import FAULTS, Fault

TOP = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*_cache", "test-results")
FOUND_BY = re.compile(r"^(?:FAILED|ERROR) ([^\n]+?)(?: - |$)|^✖ ([^\n]+?) \(", re.MULTILINE)


def command(fault: Fault) -> list[str]:
    """What runs the tests of a fault."""
    if fault.tests.endswith(".mjs"):
        return ["node", "--test", "--test-reporter", "spec", fault.tests]
    return [sys.executable, "-P", "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", fault.tests]


def found_by(fault: Fault, top: Path) -> str | None:
    """The test that fails with a fault in a copy of the project; None where all pass.

    Args:
        fault: What is changed for as long as the tests run.
        top: The top of the copy.
    """
    file = top / fault.path
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole.replace(fault.line, fault.instead), encoding="utf-8")
    try:
        done = subprocess.run(
            command(fault),
            cwd=top,
            env={**os.environ, "PYTHONPATH": str(top), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        file.write_text(whole, encoding="utf-8")
    if done.returncode == 0:
        return None
    found = FOUND_BY.search(done.stdout)
    if found is None:
        raise RuntimeError(f"the tests did not run:\n{done.stdout}\n{done.stderr}")
    return found[1] or found[2]


def main() -> int:
    """Plant the faults; 0 where each is found."""
    chosen = [int(word) for word in sys.argv[1:]] or range(1, len(FAULTS) + 1)
    missed = 0
    with tempfile.TemporaryDirectory(prefix="movebook-planted-") as folder:
        top = Path(folder) / "movebook"
        shutil.copytree(TOP, top, ignore=LEFT_OUT)
        for number in chosen:
            fault = FAULTS[number - 1]
            found = found_by(fault, top)
            missed += found is None
            print(f"{number:2}  {fault.path}: {fault.instead.strip()}\n    {found or 'NOT FOUND'}", flush=True)
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())
