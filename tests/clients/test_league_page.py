"""The page about a league's site, typed line by line into a shell while a service runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixtures import programs
from tests.fixtures.ports import free_port
from tests.fixtures.waiting import limit
from tests.service.cli.conftest import Running

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs" / "league.md").read_text(encoding="utf-8")

pytest.importorskip("openskill")
pytest.importorskip("standardwebhooks")


def typed(running: Running, port: int, folder: Path) -> str:
    """The commands of the page; the site is on a port of its own, and nothing is left in the checkout or installed."""
    lines = "".join(re.findall(r"(?s)```sh\n(.*?)```", PAGE)).splitlines()
    assert lines[0].startswith("URL=http://127.0.0.1:8080 TOKEN=$(cat ")
    lines[0] = f"URL={running.url} TOKEN={running.token}"
    installs = [line for line in lines if " pip install " in line]
    assert installs == ["python3 -m pip install -q -r examples/league-site/requirements.txt"]
    text = "\n".join(line for line in lines if line not in installs).replace("8090", str(port))
    text = re.sub(r"(tables\.csv|opened\.json|feed\.json|league\.sqlite)", rf"{folder}/\1", text)
    return f"trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n{text}\necho '' done"


@programs.needs("curl")
def test_the_commands_of_the_page_lead_to_a_site_that_follows(running: Running, tmp_path: Path) -> None:
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PORT": str(free_port())}
    command = ["bash", "-euc", typed(running, int(environment["PORT"]), tmp_path)]
    with (tmp_path / "said").open("w+") as said:
        done = subprocess.run(
            command, cwd=TOP, env=environment, stdout=said, stderr=said, check=False, timeout=limit(200)
        )
        said.seek(0)
        told = said.read()
    assert done.returncode == 0, told
    assert f"{running.url}/league/castilla#t=mb_" in told
    assert told.endswith(" done\n")


def test_each_file_that_the_page_names_is_there() -> None:
    for name in re.findall(r"(?<![\w./-])((?:examples|tests)/[\w./-]+\w)", PAGE):
        assert (TOP / name).exists(), name
