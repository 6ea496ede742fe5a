"""The CPU seconds of a run: what is counted, and that a run above its limit fails."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.long import cases

TOP = Path(__file__).parents[1]
BURN = "import time\nwhile time.process_time() < 0.3: pass\n"
TESTS = f"""
import subprocess, sys
import pytest

BURN = {BURN!r}

@pytest.fixture(scope="module")
def child():
    command = [sys.executable, "-c", BURN + "print(flush=True); input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        yield child
        child.kill()

@pytest.fixture(scope="session", autouse=True)
def service():
    with subprocess.Popen(["sleep", "1000"]) as service:
        yield
        service.kill()

def test_a_child_that_ends():
    subprocess.run([sys.executable, "-c", BURN], check=True)

def test_a_child_that_goes_on(child):
    child.stdout.readline()
"""


@pytest.mark.parametrize(("workers", "limit", "code"), [("2", "0", 1), ("0", "1000", 0)][: cases(1, 2)])
def test_counts_children_by_file_and_fails_above_the_limit(tmp_path: Path, workers: str, limit: str, code: int) -> None:
    """Two files, each with 0.3 CPU seconds in a child that ends and 0.3 in one that goes on."""
    for name in ("tests/one/two/three/test_deep.py", "tests/test_top.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib --dist loadfile")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-p", "tests.cpu", "-p", "no:cacheprovider"]
    command += ["-n", workers, "--cpu-before", "70", "--cpu-limit", limit, "--rootdir", tmp_path, tmp_path]
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=TOP, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    assert "4 passed" in done.stdout
    assert ("more than the limit of 0 s" in done.stdout) == bool(code)
    seconds = {name: float(value) for value, name in re.findall(r"(?m)^ +([\d.]+)  (.+)$", done.stdout)}
    rows = {name for name in seconds if "(" in name} | {"tests", "tests/one/two"}
    assert set(seconds) == rows | {"in all", "tests/test_top.py", "tests/one/two/three/test_deep.py"}
    assert seconds["(other checks)"] == 70
    assert seconds["in all"] == pytest.approx(sum(seconds[row] for row in rows), abs=0.3)  # each is rounded
    if Path("/proc/self/stat").exists():
        assert all(value >= 0.6 for name, value in seconds.items() if name.startswith("tests")), done.stdout
