"""``movebook import`` of a file that a phone saved: into a new record, into its own record, and what is wrong in it."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.service.cli.commands.test_commands import count
from tests.service.cli.conftest import Movebook, Running

SEATS = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
DEALT = [{"type": "deal_starting_tile", "seat": seat} for seat in (0, 1)]
FIRST = {"type": "choose_start_player", "player": 0}
KEYS = itertools.count()


def castle(row: int, col: int, seat: int = 0) -> dict[str, Any]:
    return {"type": "place_castle", "seat": seat, "rank": 1, "row": row, "col": col}


def head(**more: Any) -> dict[str, Any]:
    """The first line of a file; its opening names a player by an id of another service."""
    opening = {"game": "kingdoms", "seats": [{"player": "p" * 26, "colour": "red"}, {"name": "Ben", "colour": "blue"}]}
    own = {"format": "movebook-phone", "format_version": 1, "game": "kingdoms", "record": "elsewhere", "follows": 1}
    return {**own, "opening": opening, "seats": SEATS, **more}


def entry(body: Any, name: int | None = None, call: str = "moves", **more: Any) -> dict[str, Any]:
    """The line of an entry, which was sent where it has a name."""
    known: dict[str, Any] = {"state": "unsent"} if name is None else {"state": "sent", "name": str(name)}
    key = {"key": f"key-{next(KEYS)}", "occurred_at": "2026-11-22T20:00:00.000Z", "zone": "Europe/Madrid"}
    return {"call": call, **known, **key, "body": body, **more}


def saved(folder: Path, *lines: Any) -> Path:
    file = folder / "movebook-kingdoms-2026-11-22.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return file


def logged(running: Running, record: str) -> list[dict[str, Any]]:
    answer = requests.get(f"{running.url}/v1/records/{record}/log", timeout=60)
    entries: list[dict[str, Any]] = answer.json()["entries"]
    return entries[1:]


def opened(running: Running, *moves: Any) -> str:
    headers = {"Authorization": f"Bearer {running.token}"}
    opening = {"game": "kingdoms", "seats": SEATS}
    record = requests.post(f"{running.url}/v1/records", json=opening, headers=headers, timeout=60).json()["id"]
    for version, move in enumerate(moves, 1):
        follows = headers | {"If-Match": f'"{version}"'}
        answer = requests.post(f"{running.url}/v1/records/{record}/moves", json=move, headers=follows, timeout=60)
        assert answer.status_code == 201, answer.text
    return str(record)


def test_a_phone_s_file_becomes_the_record_again_with_every_kind_of_entry_and_its_own_names(
    service: Movebook, running: Running, tmp_path: Path
) -> None:
    # There version 2 was a seat's phone: each name is one more than here.
    changes = [{"op": "amend", "name": "8", "body": castle(3, 3)}]
    file = saved(
        tmp_path,
        head(follows=9),
        *(entry(move, name) for name, move in enumerate([*DEALT, FIRST, castle(1, 1)], 3)),
        entry({"undoes": ["6"]}, 7, "undo"),
        entry(castle(2, 2), 8),
        entry({"changes": changes}, 9, "corrections"),
        entry({"text": "a fine castle", "for": "all", "about": "8"}, call="notes"),
        entry(castle(4, 4), state="set_aside"),
        entry({"outcome": "0" * 64, "seat": 0}, call="signatures"),
    )
    said = service("import", file)
    assert said.code == 0, said.err
    record, _, version = said.out.split()
    entries = logged(running, record)
    assert [one["body"] for one in entries] == [
        *DEALT, FIRST, castle(1, 1), {"undoes": ["5"], "seat": 0}, castle(2, 2),
        {"changes": [{**changes[0], "name": "7"}]}, {"for": "all", "about": "7"},
    ]  # fmt: skip
    assert (entries[0]["occurred_at"], entries[0]["zone"], version) == (
        "2026-11-22T20:00:00.000Z",
        "Europe/Madrid",
        "9",
    )
    seats = requests.get(f"{running.url}/v1/records/{record}", timeout=60).json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ana", "Ben"]
    assert "1 set aside on the phone, skipped" in said.err
    assert "1 signatures left out: they are about the record that they were given in" in said.err


def test_in_its_own_record_what_the_phone_had_not_sent_is_recorded_once_however_often_it_is_imported(
    service: Movebook, running: Running, tmp_path: Path
) -> None:
    record = opened(running, *DEALT, FIRST)
    sent = [entry(move, name) for name, move in enumerate([*DEALT, FIRST], 2)]
    file = saved(tmp_path, head(record=record, follows=4, opening=None), *sent, entry(castle(1, 1)))
    for _ in range(2):
        assert service("import", file, "--record", record).out == f"{record} version 5\n"
    assert [one["body"] for one in logged(running, record)] == [*DEALT, FIRST, castle(1, 1)]


def test_what_others_have_written_is_looked_at_first(service: Movebook, running: Running, tmp_path: Path) -> None:
    record = opened(running, *DEALT, FIRST, castle(1, 1))
    file = saved(tmp_path, head(record=record, follows=4), entry(castle(2, 2, seat=1)))
    said = service("import", file, "--record", record)
    assert said.code == 1
    assert f"{file}:2: others have recorded since version 4" in said.err
    assert "import it with --after 5" in said.err
    assert service("import", file, "--record", record, "--after", 5).out == f"{record} version 6\n"


def test_where_its_first_move_is_refused_no_record_is_left(service: Movebook, running: Running, tmp_path: Path) -> None:
    before = count(running)
    said = service("import", saved(tmp_path, head(follows=0, record=None), entry(castle(1, 1))))
    assert (said.code, said.out) == (1, "")
    assert ":2: KIN-" in said.err
    assert count(running) == before


def test_a_refused_entry_is_named_by_its_line_and_what_came_before_stands(service: Movebook, tmp_path: Path) -> None:
    file = saved(tmp_path, head(), *(entry(move) for move in (*DEALT, FIRST, castle(9, 1))))
    said = service("import", file)
    assert said.code == 1
    assert f"{file}:5: KIN-" in said.err
    assert "version 4" in said.err


@pytest.mark.parametrize(("lines", "why"), [
    ([head(format_version=2)], "this program reads version 1 of a phone's file, not 2"),
    ([head(follows="1")], ":1: follows is missing"),
    ([head(), entry(FIRST) | {"call": "laments"}], ":2: call is missing or invalid"),
    ([head(), entry(FIRST) | {"state": "lost"}], ":2: state is missing or invalid"),
    ([head(), entry(FIRST) | {"name": "x"}], ":2: name is missing or invalid"),
    ([head(), entry([])], ":2: body is missing or invalid"),
    ([head(), entry(FIRST) | {"key": None}], ":2: key is missing or invalid"),
    ([head(), []], ":2: not a line of a phone's file"),
    ([head(opening=None)], "give its id with --record ID"),
])  # fmt: skip
def test_a_damaged_file_opens_no_record(movebook: Movebook, tmp_path: Path, lines: list[Any], why: str) -> None:
    # Nobody is asked: no service runs there.
    said = movebook("import", saved(tmp_path, *lines), "--url", "http://127.0.0.1:9")
    assert said.code in (1, 2)
    assert why in said.err
