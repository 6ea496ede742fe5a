"""An owner corrects a box: from the file that ``show`` prints to a record that verifies offline, the whole way."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import requests

from engines import GAMES
from engines.kernel import boxes, notation
from tests.service.cli.conftest import Movebook, Running

Json = dict[str, Any]
XIDIT = GAMES["xidit"]
SEATS = ("black", "red", "blue", "yellow")
NOWHERE = {"MOVEBOOK_URL": "http://127.0.0.1:9", "MOVEBOOK_DATA": "/nonexistent"}


def shown(service: Movebook) -> Json:
    """The box as ``show`` prints it."""
    box: Json = json.loads(service("box", "show", "xidit").out)
    assert box == XIDIT.box()
    return box


@pytest.fixture
def mine(service: Movebook, tmp_path: Path) -> Path:
    """The box as a file, corrected: the road between 5 and 12 is black, not blue, and tile A03 gives more gold."""
    box = shown(service)
    assert box["map"]["roads"][9] == {"a": 5, "b": 12, "colour": "blue"}
    box["map"]["roads"][9]["colour"] = "black"
    # Two black roads now leave city 5, and two city 12.
    box["map"]["several_roads_of_a_colour"] = True
    assert (box["tiles"][2]["id"], box["tiles"][2]["rewards"]["gold"]) == ("A03", 3)
    box["tiles"][2]["rewards"]["gold"] = 4
    box["edition"] = "my-copy"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(box, indent=1), encoding="utf-8")
    return file


def typed(box: Json, mode: str) -> list[str]:
    """An imaginary game with a box, as somebody types it."""
    options = {name: option.default for name, option in XIDIT.options().items()} | {"mode": mode}
    moves = XIDIT.table(random.Random(8), SEATS, options, box)
    return [notation.write(XIDIT, box, move, SEATS) for move in moves]


def test_a_corrected_box_is_checked_compared_kept_played_with_and_carried_in_its_record(
    service: Movebook, movebook: Movebook, running: Running, mine: Path, tmp_path: Path
) -> None:
    box = json.loads(mine.read_text(encoding="utf-8"))
    checked = service("box", "check", "xidit", mine)
    assert (checked.code, checked.err) == (0, "")
    name = checked.out.strip()
    assert service("box", "diff", "xidit", mine).lines == [
        'edition: "stand-in-1" -> "my-copy"',
        "map.several_roads_of_a_colour: false -> true",
        'map.roads.9.colour: "blue" -> "black"',
        "tiles.2.rewards.gold: 3 -> 4",
    ]
    assert service("box", "keep", "xidit", mine).out.strip() == name
    assert requests.get(f"{running.url}/v1/boxes/{name}", timeout=20).json() == box

    lines = typed(box, "long")[:60]
    said = service("record", "xidit", *SEATS, "--box", name, stdin="\n".join(lines))
    assert (said.code, len(said.lines)) == (0, 60), said.out
    record = next(word for word in said.err.split() if len(word) == 26)
    assert requests.get(f"{running.url}/v1/records/{record}", timeout=20).json()["box"] == name

    file = tmp_path / "record.json"
    assert service("export", record, "-o", file).code == 0
    exported = json.loads(file.read_text(encoding="utf-8"))
    assert exported["box"] == box
    assert exported["entries"][0]["body"]["box"] == name
    consistent = movebook("verify", file, **NOWHERE)
    assert consistent.code == 0
    assert "  61 entries, 60 moves, 61 states replayed" in consistent.out
    exported["box"]["tiles"][2]["rewards"]["gold"] = 5
    file.write_text(json.dumps(exported), encoding="utf-8")
    forged = movebook("verify", file, **NOWHERE)
    assert forged.code == 1
    assert "box" in forged.out


def test_the_result_of_a_game_with_it_is_comparable_with_its_like_only(
    service: Movebook, running: Running, mine: Path, tmp_path: Path
) -> None:
    name = service("box", "keep", "xidit", mine).out.strip()
    results = []
    for box, named in ((json.loads(mine.read_text(encoding="utf-8")), [f"# box: {name}"]), (XIDIT.box(), [])):
        game = tmp_path / "game.txt"
        head = ["# game: xidit", f"# seats: {', '.join(SEATS)}", "# option mode: short", *named]
        game.write_text("\n".join([*head, *typed(box, "short")]), encoding="utf-8")
        said = service("import", game)
        assert said.code == 0, said.err
        record = next(word for word in (said.out + said.err).split() if len(word) == 26)
        results.append(requests.get(f"{running.url}/v1/records/{record}/result", timeout=20).json())
    own, shipped = results
    assert own["box"] == {"hash": name, "edition": "my-copy"}
    play = boxes.play_hash(XIDIT, json.loads(mine.read_text(encoding="utf-8")))
    assert own["comparable"] == shipped["comparable"] | {"box": play} != shipped["comparable"]
    assert own["provenance"]["edition"] == "my-copy"


def test_a_missing_tile_a_crossing_road_and_a_wrong_total_are_refused_all_three_by_path(
    service: Movebook, running: Running, tmp_path: Path
) -> None:
    box = shown(service)
    del box["tiles"][3]
    box["map"]["roads"].append({"a": 3, "b": 21, "colour": "black"})
    box["units"][0]["count"] += 1
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(box), encoding="utf-8")
    wanted = {
        "tiles": "tiles of set 4-5p: 20 instead of 21 (XID-1.8)",
        "map.roads.29": "road 3-21 crosses road 9-14 (map.roads.15)",
        "units": "units: 71 instead of 70 (XID-1.7)",
    }
    for action in ("check", "keep"):
        said = service("box", action, "xidit", file)
        assert (said.code, said.out) == (1, "")
        assert {f"{file}: {path}: {what}" for path, what in wanted.items()} <= set(said.err.splitlines())
    headers = {"Authorization": f"Bearer {running.token}", "Content-Type": "application/json"}
    url = f"{running.url}/v1/boxes?game=xidit"
    refused = requests.post(url, data=file.read_bytes(), headers=headers, timeout=20)
    assert (refused.status_code, refused.json()["type"]) == (422, "urn:movebook:problem:invalid-box")
    errors = refused.json()["errors"]
    assert all(what in errors[path] for path, what in wanted.items())
    # A path with two faults keeps both.
    assert "road 15-19 (map.roads.23)" in errors["map.roads.29"]
