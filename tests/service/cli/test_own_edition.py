"""An owner corrects a box: from the file that ``show`` prints to a record that verifies offline, the whole way."""

import json
import random
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
import requests

from engines import GAMES
from engines.kernel import notation
from tests.fixtures.serving import serving
from tests.service.cli.conftest import Movebook, Running

Json = dict[str, Any]
XIDIT = GAMES["xidit"]
SEATS = ("black", "red", "blue", "yellow")
NOWHERE = {"MOVEBOOK_URL": "http://127.0.0.1:9", "MOVEBOOK_DATA": "/nonexistent"}


def shown(service: Movebook) -> Json:
    box: Json = json.loads(service("box", "show", "xidit").out)
    assert box == XIDIT.box()
    return box


@pytest.fixture
def mine(service: Movebook, tmp_path: Path) -> Path:
    """The box as a file, corrected: the road between 5 and 12 is black, not blue, and tile A03 gives more gold."""
    box = shown(service)
    assert box["map"]["roads"][9] == {"a": 5, "b": 12, "colour": "blue", "stand_in": []}
    box["map"]["roads"][9]["colour"] = "black"
    # Two black roads now leave city 5, and two city 12.
    box["map"]["several_roads_of_a_colour"] = True
    assert (box["tiles"][2]["id"], box["tiles"][2]["rewards"]["gold"]) == ("A03", 3)
    box["tiles"][2]["rewards"]["gold"] = 4
    box["tiles"][2]["stand_in"] = []
    box["edition"] = "my-copy"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(box, indent=1), encoding="utf-8")
    return file


def typed(box: Json, mode: str) -> list[str]:
    """An imaginary game with a box, as somebody types it."""
    options = {name: option.default for name, option in XIDIT.options().items()} | {"mode": mode}
    moves = XIDIT.table(random.Random(8), SEATS, options, box)
    return [notation.write(XIDIT, box, move, SEATS) for move in moves]


def half(box: Json, part: int, edition: str) -> Json:
    """The box with every second city tile compared, each with one gold more."""
    made: Json = json.loads(json.dumps(box)) | {"edition": edition}
    for tile in made["tiles"][part::2]:
        tile["rewards"]["gold"] += 1
        tile["stand_in"] = []
    return made


def test_two_halves_are_merged_kept_and_taken_from_another_service_by_their_hash(
    service: Movebook, movebook: Movebook, running: Running, tmp_path: Path
) -> None:
    mine, yours, whole = (tmp_path / f"{name}.json" for name in ("mine", "yours", "whole"))
    mine.write_text(json.dumps(half(XIDIT.box(), 0, "halves")), encoding="utf-8")
    yours.write_text(json.dumps(half(XIDIT.box(), 1, "halves")), encoding="utf-8")
    merged = movebook("box", "merge", "xidit", mine, yours, **NOWHERE)
    assert (merged.code, merged.err) == (0, "")
    whole.write_text(merged.out, encoding="utf-8")
    paths = [line.partition(": ")[0] for line in movebook("box", "diff", "xidit", whole, mine, **NOWHERE).lines]
    other = [tile["id"] for tile in XIDIT.box()["tiles"][1::2]]
    assert paths == [f"tiles.{tile}.{part}" for tile in other for part in ("rewards.gold", "stand_in")]
    name = service("box", "keep", "xidit", whole).out.strip()
    assert f"{name}     40/107  halves" in service("box", "list", "xidit").lines  # 39 tiles, and a road
    for link in (f"{running.url}/v1/boxes/{name}", f"{running.url}/viewer/box.html?box={name}"):
        assert movebook("box", "check", "xidit", link, **NOWHERE).out.strip() == name
    missing = movebook("box", "check", "xidit", f"{running.url}/v1/boxes/{'0' * 64}", **NOWHERE)
    assert (missing.code, "404" in missing.err) == (1, True)
    contradicting = half(XIDIT.box(), 0, "mine-too")
    contradicting["tiles"][0]["rewards"]["gold"] = 7
    yours.write_text(json.dumps(contradicting), encoding="utf-8")
    refused = movebook("box", "merge", "xidit", mine, yours, **NOWHERE)
    assert refused.code == 1
    assert "tiles.A01.rewards.gold: 5 / 7" in refused.err


def test_what_a_link_returns_is_not_taken_when_its_hash_is_another(movebook: Movebook) -> None:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

    with serving(Answer) as url:
        said = movebook("box", "keep", "xidit", f"{url}/v1/boxes/{'a' * 64}", **NOWHERE)
    assert (said.code, "unexpected answer from" in said.err) == (1, True)


def bodies(running: Running, record: str) -> list[Json]:
    found: list[Json] = requests.get(f"{running.url}/v1/records/{record}/log", timeout=60).json()["entries"]
    return [entry["body"] for entry in found if entry["type"] == "move"]


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
        'map.roads.5-12.colour: "blue" -> "black"',
        "tiles.A03.rewards.gold: 3 -> 4",
        'tiles.A03.stand_in: ["recruits", "needs", "rewards"] -> []',
    ]
    assert service("box", "keep", "xidit", mine).out.strip() == name
    assert requests.get(f"{running.url}/v1/boxes/{name}", timeout=60).json() == box
    lines = typed(box, "long")[:60]
    said = service("record", "xidit", *SEATS, "--box", name, stdin="\n".join(lines))
    assert (said.code, len(said.lines)) == (0, 60), said.out
    record = next(word for word in said.err.split() if len(word) == 26)
    summary = requests.get(f"{running.url}/v1/records/{record}", timeout=60).json()
    edition = summary["edition"]
    # A road that the rules name, and tile A03; the map has 29 roads, 21 cities, 9 regions.
    assert (summary["box"], edition["edition"], edition["rows"], edition["compared"]) == (name, "my-copy", 107, 2)
    named = [tile["id"] for tile in box["tiles"] if f'"{tile["id"]}"' in json.dumps(bodies(running, record))]
    used, seen = 59 + len(named), 1 + ("A03" in named)
    assert (edition["used"], edition["used_compared"]) == (used, seen)
    told = f"edition my-copy: rows compared with a printed copy: 2 of 107; of those in use: {seen} of {used}"
    assert told in service("show", record).out
    file = tmp_path / "record.json"
    assert service("export", record, "-o", file).code == 0
    exported = json.loads(file.read_text(encoding="utf-8"))
    assert (exported["box"], exported["entries"][0]["body"]["box"]) == (box, name)
    consistent = movebook("verify", file, **NOWHERE)
    assert consistent.code == 4, "signed with a key that is not trusted here"
    assert "  61 entries, 60 moves, 61 states replayed" in consistent.out
    exported["box"]["tiles"][2]["rewards"]["gold"] = 5
    file.write_text(json.dumps(exported), encoding="utf-8")
    forged = movebook("verify", file, **NOWHERE)
    assert forged.code == 1
    assert "box" in forged.out
