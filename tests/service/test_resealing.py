"""A seat that seals again and again: the recorder goes on, nobody else replaces what it sealed, and there is an end."""

import contextlib
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from service.api.app import create_app
from service.record.state.cache import RecordCache
from service.record.state.folding import MOST_REPLACED
from service.record.write import open_record, rate_limit
from tests.fixtures.toy import list_toy
from tests.service.conftest import Api, As, Json, Record
from tests.service.noninterference.test_sealed_programs import COLOURS, a_game, opened

PLANS = [["wait"] * 5 + ["action"], ["wait"] * 6]
"""Two programs to choose between; every table of Lords of Xidit takes either."""
ANY = {"If-Match": "*"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The service's clock: seconds after ten o'clock, as the test sets them."""
    seconds = [0]
    for module in (open_record, rate_limit):
        monkeypatch.setattr(module, "now", lambda: f"2026-01-01T10:{seconds[0] // 60:02d}:{seconds[0] % 60:02d}.000Z")
    return seconds


@pytest.fixture
def table(clock: list[int], recorder: Api, as_: As) -> tuple[Record, list[Record]]:
    """Lords of Xidit where programs are due: the recorder's record, and the same in each seat's hands."""
    record, seats = opened(recorder, as_)
    moves = a_game(4)
    record.play(moves[: next(at for at, move in enumerate(moves) if move["type"] in ("program", "reveal_orders"))])
    return record, seats


def program(seat: int, plan: int = 0) -> Json:
    return {"type": "program", "seat": seat, "orders": PLANS[plan]}


def seal(seats: list[Record], seat: int, plan: int = 0, headers: Json = ANY) -> Any:
    return seats[seat].api.post(f"{seats[seat].path}/moves", program(seat, plan), headers)


def entries(record: Record) -> list[Json]:
    found: list[Json] = record.get("/log").json["entries"]
    return found


def programs(record: Record) -> Any:
    return record.get("/state").json["view"]["programs"]


@contextlib.contextmanager
def sealing_all_the_time(seats: list[Record], seat: int) -> Iterator[list[Any]]:
    """A phone that seals as fast as it is answered; the answers so far."""
    answers, stop, failed = list[Any](), threading.Event(), list[BaseException]()

    def seal_again() -> None:
        try:
            while not stop.is_set():
                answers.append(seal(seats, seat, len(answers) % 2))
        except BaseException as error:  # noqa: BLE001 - told by the thread that waits
            failed.append(error)

    thread = threading.Thread(target=seal_again)
    thread.start()
    try:
        yield answers
    finally:
        stop.set()
        thread.join()
        assert failed == []


def test_a_seat_that_seals_all_the_time_holds_up_no_move_of_the_recorder(table: tuple[Record, list[Record]]) -> None:
    record, seats = table
    with sealing_all_the_time(seats, 3) as told:
        moves = []
        for seat in range(3):
            while len(told) < 3 * (seat + 1):
                threading.Event().wait(0.005)
            moves.append(record.move(**program(seat)))
    assert [answer.status_code for answer in moves] == [201] * 3, [answer.text for answer in moves]
    there = entries(record)
    assert [entry["version"] for entry in there] == list(range(1, len(there) + 1))
    for answer in moves:
        assert answer.headers["ETag"].strip('"').partition("-")[0] == str(answer.json["version"])
        assert answer.json["entry"] == there[answer.json["version"] - 1]
    assert {answer.status_code for answer in told} == {201, 429}
    assert sum(answer.status_code == 201 for answer in told) == 1 + MOST_REPLACED


def test_a_version_is_good_while_only_seals_and_links_came_after_it(table: tuple[Record, list[Record]]) -> None:
    record, seats = table
    version = record.version
    assert seal(seats, 2).status_code == 201
    assert record.api.post(f"{record.path}/tokens", {"scope": "seat", "seat": 3}).status_code == 201
    answer = record.move(**program(0))
    assert (answer.status_code, answer.json["version"], answer.json["ply"]) == (201, version + 3, version - 3)
    assert answer.headers["Location"].endswith(f"/log?after={version + 2}&limit=1")
    assert entries(record)[-1] == answer.json["entry"]


def test_a_reveal_of_another_seal_than_its_writer_knew_is_a_conflict(table: tuple[Record, list[Record]]) -> None:
    record, seats = table
    for seat in range(4):
        assert seal(seats, seat).status_code == 201
    version = record.version = record.get("").json["version"]
    assert seal(seats, 1, 1).status_code == 201
    before = entries(record)
    for query in ({}, {"dry_run": 1}):
        answer = record.move(type="reveal_orders", orders={}, query=query)
        assert (answer.status_code, answer.json["version"]) == (412, version + 1)
        assert [entry["body"]["seat"] for entry in answer.json["since"]] == [1]
    assert entries(record) == before
    record.version = version + 1
    answer = record.move(type="reveal_orders", orders={})
    assert (answer.status_code, answer.json["entry"]["body"]["orders"]["1"]) == (201, PLANS[1])


def test_a_seal_that_came_late_is_another_to_the_move_that_opens_it(recorder: Api, as_: As) -> None:
    record = recorder.open("yellow", "red")
    phone = record.by(as_(record.seat_token(0)))
    record.play([{"type": "choose_start_player", "player": 0}])
    record.play([{"type": "deal_starting_tile", "seat": seat} for seat in range(2)])
    version, deal = record.version, str(record.version - 1)
    late = phone.api.post(f"{record.path}/secrets", {"name": deal, "tile": "dragon"}, ANY)
    assert late.status_code == 201
    placed = {"type": "place_starting_tile", "seat": 0, "row": 1, "col": 1}
    assert record.move(**placed).status_code == 412
    assert record.move(type="place_castle", seat=0, rank=1, row=1, col=1).status_code == 201, record.version
    assert entries(record)[-1]["version"] == version + 2


def test_two_phones_of_a_seat_that_name_a_version_keep_each_others_seal(table: tuple[Record, list[Record]]) -> None:
    record, seats = table
    assert seal(seats, 0).status_code == 201
    seen = {"If-Match": f'"{record.get("").json["version"]}"'}
    assert seal(seats, 0, 1, seen).status_code == 201
    assert seal(seats, 0, 0, seen).status_code == 412
    assert seal(seats, 0, 0).status_code == 201


def test_whose_tile_a_deal_without_a_seat_is_may_not_be_decided_by_a_phone_in_between(recorder: Api, as_: As) -> None:
    record = recorder.open("yellow", "red")
    phone = record.by(as_(record.seat_token(0)))
    record.play([{"type": "choose_start_player", "player": 0}])
    deal = {"type": "deal_starting_tile"}
    assert phone.move(ANY, **deal, tile="dragon").status_code == 201
    assert record.move(**deal).status_code == 412, "when it was typed either seat could be meant"
    assert record.move(**deal, seat=1).status_code == 201


def test_a_retry_of_a_move_that_went_past_a_seal_gets_its_first_answer(table: tuple[Record, list[Record]]) -> None:
    record, seats = table
    headers = {"If-Match": f'"{record.version}"', "Idempotency-Key": "one"}
    assert seal(seats, 3).status_code == 201
    first = record.move(headers, **program(0))
    assert seal(seats, 3, 1).status_code == 201
    again = record.move(headers, **program(0))
    assert (again.status_code, again.data, again.headers["ETag"]) == (201, first.data, first.headers["ETag"])


def test_what_a_seat_sealed_from_its_own_link_the_recorder_cannot_replace(table: tuple[Record, list[Record]]) -> None:
    record, seats = table
    sealed = seal(seats, 2).json["entry"]["version"]
    record.version = sealed
    before = entries(record)
    for query in ({}, {"dry_run": 1}):
        answer = record.move(query=query, **program(2, 1))
        assert (answer.status_code, answer.json["type"]) == (403, "urn:movebook:problem:not-allowed")
        assert answer.json["detail"] == "seat 2 sealed this from its own link; nobody else can replace it"
    assert record.move(query={"lang": "es"}, **program(2, 1)).json["detail"] == (
        "el asiento 2 lo selló desde su enlace; nadie más puede sustituirlo"
    )
    line = f"{COLOURS[2]} program orders={json.dumps(PLANS[1])}"
    assert record.text(line).status_code == 403, line
    assert entries(record) == before
    for seat in (0, 1, 3):
        assert record.move(**program(seat)).status_code == 201
    answer = record.move(type="reveal_orders", orders={})
    assert answer.json["entry"]["body"]["orders"]["2"] == PLANS[0]


def test_a_seat_replaces_what_the_recorder_typed_for_it(table: tuple[Record, list[Record]]) -> None:
    record, seats = table
    assert record.move(**program(2, 1)).status_code == 201
    assert record.move(**program(2, 1)).status_code == 201, "and so may who typed it"
    assert seal(seats, 2).status_code == 201
    assert programs(seats[2])["2"]["orders"] == PLANS[0]


def test_a_file_replaces_what_it_typed_itself_a_line_before(table: tuple[Record, list[Record]]) -> None:
    record, _ = table
    lines = [f"{COLOURS[2]} program orders={json.dumps(plan)}" for plan in PLANS]
    answer = record.text("\n".join(lines))
    assert answer.status_code == 201, answer.text
    assert programs(record)["2"]["orders"] == PLANS[1]


def test_an_opened_seal_binds_nobody_later(recorder: Api, as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    list_toy(monkeypatch)
    record = recorder.open("red", "blue", game="toy")
    phone = record.by(as_(record.seat_token(0)))
    record.play([{"type": "deal"}])
    assert phone.move(ANY, type="order", seat=0, card="roll").status_code == 201
    record.play([{"type": "order", "seat": 1, "card": "roll"}])
    record.play([{"type": "reveal"}])
    for seat in range(2):
        record.play([{"type": "roll", "seat": seat, "die": 1}, {"type": "draw", "seat": seat, "count": 0}])
    assert record.move(type="order", seat=0, card="buy").status_code == 201


def test_a_seat_replaces_its_seal_six_times_in_a_minute_and_is_then_told_when_to_come_again(
    table: tuple[Record, list[Record]], clock: list[int]
) -> None:
    record, seats = table
    assert MOST_REPLACED == 6
    assert seal(seats, 1).status_code == 201
    for again in range(6):
        clock[0] = 10 + 2 * again
        assert seal(seats, 1, again % 2).status_code == 201
    clock[0] = 25
    before = entries(record)
    for headers in (ANY, {"If-Match": f'"{len(before)}"'}):
        answer = seal(seats, 1, 1, headers)
        assert (answer.status_code, answer.json["type"]) == (429, "urn:movebook:problem:too-many")
        assert answer.headers["Retry-After"] == "45", "the first of the six was at :10"
    assert entries(record) == before
    assert seal(seats, 0).status_code == 201, "another seat has a minute of its own"
    clock[0] = 70
    assert seal(seats, 1, 1).status_code == 201
    assert seal(seats, 1, 1).status_code == 429


def test_the_minute_is_counted_by_the_log_so_a_second_process_and_a_second_link_do_not_evade_it(
    table: tuple[Record, list[Record]], settings: Any, as_: As, clock: list[int]
) -> None:
    record, seats = table
    for again in range(7):
        assert seal(seats, 1, again % 2).status_code == 201
    second = record.by(as_(record.seat_token(1)))
    elsewhere = Record(Api(create_app(settings).test_client(), second.api.token), record.id)
    for phone in (second, elsewhere):
        assert seal([phone, phone], 1).status_code == 429


def test_a_cold_process_knows_whose_seals_they_are_and_how_often(
    table: tuple[Record, list[Record]], service: Any, project: Any, clock: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, seats = table
    for again in range(7):
        assert seal(seats, 1, again % 2).status_code == 201
    project(record.id)
    service.lives.drop(record.id)
    assert service.lives.load(record.id).tally == RecordCache(service.log).at(record.id).tally
    assert seal(seats, 1).status_code == 429
    assert record.move(**program(1)).status_code == 412, "it would replace a seal that its writer did not know"
    record.version += 7
    assert record.move(**program(1)).status_code == 403
    assert record.move(**program(0)).status_code == 201
