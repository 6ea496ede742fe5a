"""The lines of the README, typed into a shell while a service runs."""

import re
import subprocess
from pathlib import Path

import requests

from tests.fixtures import programs
from tests.service.cli.conftest import Movebook, Running

FIVE_MOVES = ["choose_start_player", "deal_starting_tile", "deal_starting_tile", "draw_and_place", "place_castle"]
README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")


def first_game(language: str = "sh") -> str:
    section = README.split("## A first game\n", 1)[1].split("\n## ", 1)[0]
    found = re.search(rf"(?s)```{language}\n(.*?)```", section)
    assert found is not None
    return found[1]


def test_the_options_of_curl_are_older_than_any_system_that_is_in_use() -> None:
    commands = [line for line in first_game().splitlines() if "curl" in line or "api " in line]
    options = {
        word for line in commands for word in re.findall(r" (--?[a-z][a-z-]*|-[A-Z])\b", re.sub(r"'[^']*'", "", line))
    }
    assert options <= {"-s", "-H", "-d", "--data-binary"}


@programs.needs("curl")
def test_the_lines_of_the_first_game_record_five_moves(running: Running) -> None:
    lines = first_game().splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("URL=http://127.0.0.1:8080 TOKEN=$(cat ")
    lines[0] = f"URL={running.url} TOKEN={running.token}"
    done = subprocess.run(["bash", "-ec", "\n".join(lines)], check=True, capture_output=True, text=True, timeout=60)
    link = done.stdout.splitlines()[-1]
    assert link.startswith(f"{running.url}/viewer/?record=")
    log = requests.get(f"{running.url}/v1/records/{link.rpartition('=')[2]}/log", timeout=60).json()
    assert [entry["body"]["type"] for entry in log["entries"] if entry["type"] == "move"] == FIVE_MOVES


def test_the_same_game_at_the_prompt_records_the_same_moves(running: Running, service: Movebook) -> None:
    command = re.search(r"`\.venv/bin/movebook (record [^`]*)`", README)
    assert command is not None
    done = service(*command[1].split(), stdin=first_game("text") + "amend 5 row=3\nlog\n")
    assert done.code == 0, done.err
    record = re.search(r"\b[a-z0-9]{26}\b", done.out + done.err)
    assert record is not None
    log = requests.get(f"{running.url}/v1/records/{record[0]}/log", timeout=60).json()
    assert [entry["body"]["type"] for entry in log["entries"] if entry["type"] == "move"] == FIVE_MOVES
    assert [entry["type"] for entry in log["entries"][6:]] == ["corrected"]
