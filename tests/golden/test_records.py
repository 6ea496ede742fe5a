"""Recorded games load, replay and score as they did (records/README.md)."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.service.conftest import (  # noqa: F401 - fixtures
    Api,
    _connections_closed,
    admin,
    app,
    as_,
    clients,
    dispatchers,
    pools,
    recorder,
    redis,
    service,
    settings,
    store,
)

Json = dict[str, Any]
RECORDS = Path(__file__).parent / "records"
FILES = sorted(str(path.relative_to(RECORDS)) for path in RECORDS.glob("*/*.json"))
EXPECTED = json.loads((RECORDS / "expected.json").read_text("utf-8"))
NOT_COMPARED = ("adopted", "digest", "format_version", "issued", "package", "players", "statement")
"""Members of a file that say who exported it, when, and with what."""


def outcome(api: Api, record: str) -> Json:
    """Return how a record ended, and a hash of its last view as a judge sees it."""
    told = api.get(f"/records/{record}/result")
    if told.status_code == 200:
        result = told.json
        seats = [{name: seat[name] for name in ("rank", "score")} for seat in result["seats"]]
        tie = result["tie_break"] and result["tie_break"]["how"]
        ended: Json = {"status": result["status"], "end": result["end"]["reason"], "tie_break": tie, "seats": seats}
    else:
        ended = {"status": api.get(f"/records/{record}").json["status"]}
    view = api.get(f"/records/{record}/state", eyes="judge").json["view"]
    spelled = json.dumps(view, sort_keys=True, separators=(",", ":"))
    return {**ended, "view": hashlib.sha256(spelled.encode()).hexdigest()[:16]}


def content(file: bytes) -> Json:
    """Return what a file says of its record."""
    return {name: value for name, value in json.loads(file).items() if name not in NOT_COMPARED}


@pytest.mark.parametrize("name", FILES)
def test_a_recorded_game_loads_replays_and_scores_as_it_did(name: str, admin: Api) -> None:  # noqa: F811
    file = (RECORDS / name).read_bytes()
    taken = admin.post("/records/import", file, {"Content-Type": "application/json"}, adopt=1)
    assert taken.status_code == 201, taken.text
    record = taken.json["record"]
    assert outcome(admin, record) == EXPECTED[name]
    assert content(admin.get(f"/records/{record}/export", eyes="judge").data) == content(file)


def test_every_recorded_game_has_its_outcome_written_down() -> None:
    assert sorted(EXPECTED) == FILES


def gold(board: dict[tuple[int, int], Json], seats: int) -> list[int]:
    """Return what each seat gets for a full board (KIN-8, KIN-9)."""
    total = [0] * seats
    rows = [[(row, col) for col in range(1, 7)] for row in range(1, 6)]
    for line in [*rows, *(list(column) for column in zip(*rows, strict=True))]:
        parts: list[list[tuple[int, int]]] = [[]]
        for space in line:
            if board[space].get("tile") == "mountain":
                parts.append([])
            else:
                parts[-1].append(space)
        for part in parts:
            tiles = [board[space].get("tile", "") for space in part]
            base = -sum(int(tile[-1]) for tile in tiles if tile.startswith("hazard"))
            if "dragon" not in tiles:
                base += sum(int(tile[-1]) for tile in tiles if tile.startswith("resource"))
            if "gold_mine" in tiles:
                base *= 2
            for row, col in part:
                if "rank" in board[row, col]:
                    near = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
                    wizard = any(board.get(space, {}).get("tile") == "wizard" for space in near)
                    total[board[row, col]["seat"]] += base * (board[row, col]["rank"] + wizard)
    return total


def test_the_board_of_a_recorded_game_of_kingdoms_gives_its_scores() -> None:
    name = "kingdoms/two-epochs-own-box.json"
    bodies = [entry["body"] for entry in json.loads((RECORDS / name).read_bytes())["entries"]]
    placed = [body for body in bodies if "row" in body]
    assert len(placed) == 2 * 30
    boards = [{(body["row"], body["col"]): body for body in placed[first : first + 30]} for first in (0, 30)]
    paid = [gold(board, 3) for board in boards]
    assert [50 + first + second for first, second in zip(*paid, strict=True)] == [139, 101, 34]
    assert [seat["score"] for seat in EXPECTED[name]["seats"]] == [139, 101, 34]
