"""The script that tries containers and releases, at a service that runs here."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.service.cli.conftest import Movebook, Running

SCRIPT = Path(__file__).parents[2] / "smoke.py"


def run(what: str, service: Running, text: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "MOVEBOOK_TOKEN": service.token}
    command = [sys.executable, str(SCRIPT), what, service.url]
    return subprocess.run(
        command, input=text, env=environment, capture_output=True, text=True, check=False, timeout=100
    )


def test_a_recorded_game_is_read_again_and_a_difference_is_noticed(movebook: Movebook, running: Running) -> None:
    game = movebook("simulate", "kingdoms", "--seats", 2, "--out", "-").out
    recorded = run("record", running, game)
    assert recorded.returncode == 0, recorded.stderr
    found = run("read", running, recorded.stdout)
    assert found.returncode == 0, found.stderr
    assert re.fullmatch(r"record \w{26}: \d+ entries, as before; 2 seats scored\n", found.stdout)
    changed = run("read", running, recorded.stdout.replace('"ply": 9,', '"ply": 8,'))
    assert (changed.returncode, "not what it was: replay" in changed.stderr) == (1, True)
    unfinished = run("record", running, "\n".join(game.splitlines()[:8]))
    assert (unfinished.returncode, "/result: 409" in unfinished.stderr) == (1, True), unfinished.stderr
