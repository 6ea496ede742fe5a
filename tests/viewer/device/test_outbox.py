"""Games of the imaginary table, typed on phones whose way to a real service is bad: the log is what was tapped."""

import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from engines import GAMES
from tests.long import long_only
from tests.viewer.replay_fixture import defaults
from tests.viewer.table import PATIENCE_S

PROGRAM = Path(__file__).with_name("outbox-evening.mjs")
COUNT = int(os.environ.get("MOVEBOOK_OUTBOX_GAMES", "2"))
"""How many games are typed to the model of the service; a thousand take a good while."""
TITLES = ("kingdoms", "xidit", "architects", "rise_of_empires")


def games(count: int) -> Iterator[dict[str, Any]]:
    """So many imaginary games, of every title in turn."""
    for seed in range(1, count + 1):
        name = TITLES[seed % len(TITLES)]
        title = GAMES[name]
        box = title.box()
        colours = list(title.colours(box))[: title.seats.start]
        table = title.table(random.Random(seed), colours, defaults(name), box)
        yield {"seed": seed, "game": name, "colours": colours, "moves": list(table)}


def evenings(played: list[dict[str, Any]], *service: str) -> list[Any]:
    """What came of games that were typed over a bad way, to a service or to the model of one."""
    if not (node := shutil.which("node")):
        pytest.skip("node is not installed")
    told = subprocess.run(
        [node, str(PROGRAM), *service], input="\n".join(json.dumps(game) for game in played), capture_output=True,
        text=True, timeout=5 * PATIENCE_S + 20 * COUNT, check=False,
    )  # fmt: skip
    assert told.stderr == ""
    return [json.loads(line) for line in told.stdout.splitlines()]


def test_whatever_happens_on_the_way_the_log_is_what_was_tapped() -> None:
    played = list(games(COUNT))
    told = evenings(played)
    assert [one["seed"] for one in told] == [one["seed"] for one in played]
    for game, evening in zip(played, told, strict=True):
        assert [body for _, body, _ in evening["log"]] == game["moves"], (game["seed"], game["game"])


@long_only
def test_a_real_service_ends_with_what_was_tapped_over_a_bad_way(up: dict[str, str]) -> None:
    [game] = games(1)
    game["moves"] = game["moves"][:40]
    [evening] = evenings([game], up["url"], up["token"])
    assert evening["log"] == straight(up, game)


def straight(up: dict[str, str], game: dict[str, Any]) -> list[Any]:
    """The log of the same moves, typed with a good way."""
    headers = {"Authorization": f"Bearer {up['token']}"}
    seats = [{"colour": colour} for colour in game["colours"]]
    opening = {"game": game["game"], "seats": seats}
    record = requests.post(f"{up['url']}/v1/records", json=opening, headers=headers, timeout=PATIENCE_S).json()["id"]
    address = f"{up['url']}/v1/records/{record}"
    lines = "\n".join(json.dumps(move) for move in game["moves"]).encode()
    headers |= {"If-Match": '"1"', "Content-Type": "application/x-ndjson"}
    assert requests.post(f"{address}/import", data=lines, headers=headers, timeout=PATIENCE_S).status_code == 201
    log = requests.get(f"{address}/log?limit=10000", timeout=PATIENCE_S).json()["entries"]
    return [[entry["type"], entry["body"], list(entry.get("seals", {}))] for entry in log[1:]]
