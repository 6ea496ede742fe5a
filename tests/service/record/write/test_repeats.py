"""A retry and a late secret go far back into a record; who writes meanwhile does not wait for them."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from service.api.web.http import Service
from service.record.write import recording, secrets
from tests.service.conftest import Api, As, Json, Record

SEATS = ("yellow", "red", "blue")


def castle(number: int) -> Json:
    """The castle of that many placed: seats in turn, cells row by row, the lowest rank first."""
    return {
        "type": "place_castle", "seat": number % 3, "rank": 1 if number < 6 else 2, "row": 1 + number // 6,
        "col": 1 + number % 6,
    }  # fmt: skip


@pytest.fixture
def record(recorder: Api) -> Record:
    """Starting tiles that nobody confided, and eight castles."""
    record = recorder.open(*SEATS).play([{"type": "choose_start_player", "player": 0}])
    record.play([{"type": "deal_starting_tile", "seat": seat} for seat in range(3)])
    return record.play(castle(number) for number in range(8))


def deal_of(record: Record, seat: int) -> str:
    entries = record.get("/log").json["entries"]
    deals = [e for e in entries if e["body"].get("type") == "deal_starting_tile" and e["body"]["seat"] == seat]
    return str(deals[0]["version"])


class Meanwhile:
    """What somebody else writes while a piece of work runs: it must not have to wait for the end of that."""

    def __init__(self, write: Callable[[], Any]) -> None:
        self.write = write
        self.answers: list[Any] = []

    def during(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def both(*args: Any, **named: Any) -> Any:
            if not self.answers:
                self.answers.append(None)
                thread = threading.Thread(target=lambda: self.answers.append(self.write()))
                thread.start()
                thread.join(20)
                assert not thread.is_alive(), "the writer waits for the record's lock"
            return work(*args, **named)

        return both


def test_a_retry_holds_up_nobody_who_writes(record: Record, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = {"If-Match": f'"{record.version}"', "Idempotency-Key": "once"}
    move = castle(8)
    first = record.move(headers, **move)
    assert first.status_code == 201
    other = Record(record.api, record.id, record.version)
    meanwhile = Meanwhile(lambda: other.move(**castle(9)))
    monkeypatch.setattr(recording.Recording, "again", meanwhile.during(recording.Recording.again))
    again = record.move(headers, **move)
    assert [answer.status_code for answer in meanwhile.answers[1:]] == [201]
    assert (again.status_code, again.data) == (201, first.data)


def test_a_late_secret_holds_up_nobody_who_writes(
    record: Record, service: Service, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = record.by(as_(record.seat_token(1)))
    name = deal_of(record, 1)
    meanwhile = Meanwhile(lambda: record.move(**castle(8)))
    monkeypatch.setattr(secrets, "FEW", 2)
    monkeypatch.setattr(secrets.LateSecret, "read_on", meanwhile.during(secrets.LateSecret.read_on))
    answer = mine.api.post(f"{record.path}/secrets", {"name": name, "tile": "dragon"}, {"If-Match": "*"})
    assert [each.status_code for each in meanwhile.answers[1:]] == [201]
    assert (answer.status_code, answer.json["version"]) == (201, record.version + 1)


@pytest.mark.parametrize("few", [0, 64])
def test_a_late_secret_is_refused_alike_whether_it_is_tried_under_the_lock_or_before(
    recorder: Api, as_: As, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(secrets, "FEW", few)
    record = recorder.open(*SEATS).play([{"type": "choose_start_player", "player": 0}])
    record.play([{"type": "deal_starting_tile", "seat": seat} for seat in range(3)])
    mine = record.by(as_(record.seat_token(1)))
    record.play([{"type": "draw_and_place", "seat": 0, "tile": "dragon", "row": 1, "col": 1}])
    before = record.get("/log").data
    for query in ({}, {"dry_run": 1}):
        answer = mine.api.post(f"{record.path}/secrets", {"name": "4", "tile": "dragon"}, {"If-Match": "*"}, **query)
        assert (answer.status_code, answer.json["names"]) == (422, ["4", "7"])
    assert record.get("/log").data == before
    assert (
        mine.api.post(f"{record.path}/secrets", {"name": "4", "tile": "wizard"}, {"If-Match": "*"}).status_code == 201
    )
