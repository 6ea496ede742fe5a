"""A record that nobody disputes closes at its deadline: once, whichever worker comes first, whatever is killed."""

import signal
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from service.api.web.http import Service
from service.config import Settings
from service.record import identity
from service.record.derived import deadlines, lists, projections
from service.record.state.cache import RecordCache
from service.record.write import rate_limit
from service.store.log import format_time
from tests.fixtures.waiting import eventually
from tests.long import long_only
from tests.service.api.writes.test_judges import appointed
from tests.service.api.writes.test_signatures import correct, dispute, finished, sign
from tests.service.conftest import Api, As, Json, Record, working

HOURS = 48
LATER = """
import datetime, sys
from service.record.derived import deadlines
from service.record.write import rate_limit
from service.store import log

ahead = datetime.timedelta(hours=int(sys.argv.pop()))

def later():
    return log.format_time(datetime.datetime.now(datetime.UTC) + ahead)

deadlines.now = rate_limit.now = later
from worker.__main__ import main
main()
"""
"""A worker whose clock is so many hours ahead."""


@pytest.fixture
def record(recorder: Api, project: Any) -> Record:
    found = finished(recorder, policies={"deadline_h": HOURS})
    project(found.id)
    return found


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    def set_(ahead: float) -> None:
        def clock() -> str:
            return format_time(datetime.now(UTC) + timedelta(hours=ahead))

        monkeypatch.setattr(rate_limit, "now", clock)
        monkeypatch.setattr(deadlines, "now", clock)

    return set_


def swept(service: Service) -> int:
    return deadlines.close_due(service.log, RecordCache(service.log))


def closings(record: Record) -> list[Json]:
    return [entry for entry in record.get("/log").json["entries"] if entry["type"] == "closed"]


def test_a_record_says_when_it_closes(record: Record) -> None:
    entries = record.get("/log").json["entries"]
    ended = max(entry["at"] for entry in entries if entry["type"] == "move")
    told = record.get("/result").json["standing"]
    assert lists.timestamp_ms(told["closes_at"]) == lists.timestamp_ms(ended) + HOURS * 3_600_000
    assert record.get("").json["standing"] == told


def test_nothing_is_closed_before_its_deadline(record: Record, service: Service, hours: Any) -> None:
    hours(HOURS - 0.1)
    assert swept(service) == 0
    assert closings(record) == []


def test_what_nobody_disputed_is_closed_once(record: Record, service: Service, hours: Any, project: Any) -> None:
    hours(HOURS + 0.1)
    assert [swept(service) for _ in range(3)] == [1, 0, 0]
    (closed,) = closings(record)
    assert closed["by"] == identity.writer_id(service.log.store)
    assert closed["body"] == {"reason": "deadline", "outcome": record.get("/result").json["standing"]["outcome"]}
    assert record.get("").json["status"] == "closed"
    project(record.id)
    assert lists.due(service.log, "2100-01-01T00:00:00Z", 9) == [], "it is on no list of what is due any more"
    assert swept(service) == 0


def test_a_dispute_holds_until_the_seat_signs(record: Record, service: Service, hours: Any, project: Any) -> None:
    dispute(record, 1)
    hours(HOURS + 0.1)
    assert swept(service) == 0, "the list still has it: what decides is the log"
    project(record.id)
    assert record.get("/result").json["standing"]["closes_at"] is None
    sign(record, 1)
    project(record.id)
    assert swept(service) == 1


def test_a_late_correction_begins_the_deadline_anew(record: Record, service: Service, hours: Any, as_: As) -> None:
    first = record.get("/result").json["standing"]["closes_at"]
    judge, _ = appointed(record, as_)
    hours(1)
    assert correct(judge, ("reveal_starting_tile",)).status_code == 201
    later = record.get("/result").json["standing"]["closes_at"]
    assert lists.timestamp_ms(later) >= lists.timestamp_ms(first) + 3_600_000
    hours(HOURS + 0.1)
    assert swept(service) == 0


@pytest.mark.parametrize("policies", [{}, {"deadline_h": 0}])
def test_no_deadline_no_closing(recorder: Api, service: Service, hours: Any, project: Any, policies: Json) -> None:
    record = finished(recorder, policies=policies)
    project(record.id)
    hours(24 * 400)
    assert swept(service) == 0
    assert record.get("/result").json["standing"]["closes_at"] is None


def test_a_copy_never_closes(record: Record, service: Service, hours: Any, project: Any, recorder: Api) -> None:
    brought = recorder.post("/records/import", record.get("/export").data, {"Content-Type": "application/json"})
    copy = Record(recorder, brought.json["record"])
    project(copy.id)
    hours(HOURS + 0.1)
    assert swept(service) == 1
    assert closings(copy) == []


def test_a_rebuild_knows_the_deadline_again(record: Record, service: Service, project: Any) -> None:
    due = lists.due(service.log, "2100-01-01T00:00:00Z", 9)
    projections.delete(service.log, record.id)
    assert lists.due(service.log, "2100-01-01T00:00:00Z", 9) == []
    project(record.id)
    assert lists.due(service.log, "2100-01-01T00:00:00Z", 9) == due == [record.id]


@long_only
def test_two_workers_and_one_that_is_killed_close_each_record_once(
    recorder: Api, settings: Settings, service: Service, project: Any, tmp_path: Path
) -> None:
    records = [finished(recorder, policies={"deadline_h": 1}) for _ in range(12)]
    for record in records:
        project(record.id)
    with working(settings, tmp_path, "-c", LATER, "2") as killed:
        assert eventually(lambda: any(closings(record) for record in records), 120), "the worker closes nothing"
        killed.send_signal(signal.SIGKILL)
        with ExitStack() as both:
            for _ in range(2):
                both.enter_context(working(settings, tmp_path, "-c", LATER, "2"))
            assert eventually(lambda: not lists.due(service.log, "2100-01-01T00:00:00Z", 20), 120), "some stay due"
    assert [[closed["body"]["reason"] for closed in closings(record)] for record in records] == [["deadline"]] * 12
    assert [record.get("").json["status"] for record in records] == ["closed"] * 12
