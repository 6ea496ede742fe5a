"""Projections: stepwise, rebuilt, and by a real worker, whatever was lost on the way."""

import itertools
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import redis

from engines import GAMES
from service.api.web.http import Service
from service.record.derived import feed, projections, queue
from service.store.keys import key, shard, shard_feed, shard_feeds
from tests.fixtures.waiting import eventually
from tests.service.conftest import Api, Project, Record, working
from tests.service.record.written import write
from worker.sweep import Sweep

KINGDOMS = GAMES["kingdoms"]
SEATS = ("yellow", "red", "blue")


def a_game(seed: int = 1, plies: int | None = None) -> list[dict[str, Any]]:
    """The moves of an imaginary table, as far as ``plies``."""
    return list(KINGDOMS.table(random.Random(seed), SEATS, {}, KINGDOMS.box()))[:plies]


def stored(service: Service, record: str) -> dict[str, Any]:
    store = service.log.store
    return {
        "frames": projections.replay(service.log, record)[1],
        "place": store.hgetall(key("place", record)),
        "lists": sorted((name, store.zscore(name, record)) for name in store.scan_iter("mb:{lists}:*", _type="zset")),
    }


def wait_until(done: Callable[[], bool], seconds: float = 60) -> None:
    assert eventually(done, seconds), "the worker did not get there"


def level(service: Service, record: Record) -> bool:
    return projections.place(service.log, record.id).version == record.version


def test_projecting_one_by_one_and_at_once_is_the_same(recorder: Api, service: Service, project: Any) -> None:
    record = recorder.open(*SEATS)
    project(record.id)
    for move in a_game():
        record.play([move])
        project(record.id)
    stepwise = stored(service, record.id)
    projections.delete(service.log, record.id)
    assert stored(service, record.id)["frames"] == []
    service.lives.drop(record.id)
    assert project(record.id) == record.version
    assert stored(service, record.id) == stepwise


def test_nothing_to_do_is_normal_and_changes_nothing(recorder: Api, service: Service, project: Any) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=12))
    project(record.id)
    before = stored(service, record.id)
    assert project(record.id) == record.version
    assert stored(service, record.id) == before


def test_frames_are_appended_never_written_anew(recorder: Api, service: Service, project: Any) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=10))
    project(record.id)
    service.log.store.lset(key("frames", record.id), 0, b"kept")
    record.play(a_game(plies=12)[10:])
    project(record.id)
    assert projections.replay(service.log, record.id)[1][0] == b"kept"
    assert len(projections.replay(service.log, record.id)[1]) == 12


def test_snapshots_of_an_earlier_version_are_ignored_and_removed(recorder: Api, service: Service, project: Any) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=3))
    old = key("snapshots", record.id)
    service.log.store.hset(old, "public/2", b'{"steps": "", "knows": "", "course": {}, "state": {}}')
    service.lives.drop(record.id)
    assert record.get("/state").json["ply"] == 3
    project(record.id)
    assert not service.log.store.exists(old)
    # Also of a record whose other derived data an earlier version wrote: at the next entry that is no move.
    service.log.store.hset(old, "public/2", b"{}")
    write(service, record.id, "undone", {"undoes": ["4"], "seat": None})
    project(record.id)
    assert not service.log.store.exists(old)


def test_two_workers_at_one_record_write_each_frame_once(recorder: Api, service: Service, project: Any) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=8))
    project(record.id)
    script = service.log.store.register_script(projections.PROJECT)
    names = [key(what, record.id) for what in ("place", "frames", "head", "snapshots")]
    assert script(keys=names, args=[3, 1, 8, "version", 4, b"late"]) == 0
    assert len(projections.replay(service.log, record.id)[1]) == 8


def test_a_lost_job_is_found_by_the_sweep(recorder: Api, service: Service) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=5))
    waiting_jobs = queue.queue(service.dispatcher.connection)
    service.dispatcher.settle()
    service.dispatcher.connection.delete(*service.dispatcher.connection.keys("rq:*"))
    sweep = Sweep(service.log, service.dispatcher.connection)
    assert sweep.once() == 1
    assert waiting_jobs.count == 0, "the flag still stands: the job may only be waiting"
    sweep.behind[record.id].since -= 60
    sweep.once()
    assert waiting_jobs.count == 1


def test_a_sweep_of_many_records_that_lag_queues_one_job(recorder: Api, service: Service) -> None:
    records = [recorder.open(*SEATS) for _ in range(30)]
    service.dispatcher.settle()
    connection = service.dispatcher.connection
    connection.delete(*connection.keys("rq:*"), queue.FLAG, queue.WAITING)
    sweep = Sweep(service.log, connection)
    for _ in range(3):
        assert sweep.once() == 30
        for lagging in sweep.behind.values():
            lagging.since -= 60
        assert queue.waiting(connection) == len(records)
        assert queue.queue(connection).count == 1


def test_a_sweep_finds_a_record_one_entry_behind(recorder: Api, service: Service, project: Project) -> None:
    *before, last = a_game(plies=5)
    record = recorder.open(*SEATS).play(before)
    project(record.id)
    record.play([last])
    assert Sweep(service.log, service.dispatcher.connection).once() == 1


def test_a_feed_keeps_the_lines_of_records_that_lag_alone(recorder: Api, service: Service, project: Any) -> None:
    tag = itertools.count()
    same = [name for name in (f"r{next(tag)}" for _ in range(2000)) if shard(name) == "s07"][:3]
    for record in same:
        for line in (1, 2):
            service.log.store.xadd(shard_feed("s07"), {"r": record, "v": line})
    lagging, gone = same[1], {same[0], same[2]}
    service.log.store.hset(key("head", lagging), "version", 2)
    sweep = Sweep(service.log, service.dispatcher.connection)
    assert sweep.once() == 1
    lines = [fields[b"r"].decode() for _, fields in service.log.store.xrange(shard_feed("s07"))]
    assert (lines[0], set(lines[1:])) == (lagging, {lagging, same[2]}), "trimmed up to the first that lags"
    assert Sweep(service.log, service.dispatcher.connection).once() == 1, "a sweep that starts finds it"
    service.log.store.hset(key("place", lagging), "version", 2)
    assert sweep.once() == 0
    assert not service.log.store.xlen(shard_feed("s07"))
    record = recorder.open(*SEATS)
    assert sweep.once() == 1, "what comes later is read"
    project(record.id)
    assert sweep.once() == 0
    assert not any(service.log.store.xlen(name) for name in shard_feeds())
    assert not gone & set(sweep.behind)
    projections.delete(service.log, record.id)
    assert Sweep(service.log, service.dispatcher.connection).once() == 1, "a rebuild that was killed is found"


def test_a_killed_worker_costs_nothing_but_time(
    recorder: Api, service: Service, worker: subprocess.Popen[bytes], settings: Any, tmp_path: Path
) -> None:
    record = recorder.open(*SEATS)
    wait_until(lambda: level(service, record))
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    record.play(a_game(plies=20))
    with working(settings, tmp_path):
        wait_until(lambda: level(service, record))


def test_a_worker_cut_off_between_record_and_lists_leaves_the_record_lagging(
    recorder: Api, service: Service, project: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=5))
    project(record.id)
    record.play(a_game(plies=6)[5:])
    for part in ("index", "_write"):
        with monkeypatch.context() as cut:

            def gone(*_: Any, **__: Any) -> None:
                raise redis.exceptions.ConnectionError

            cut.setattr(*((feed, "index") if part == "index" else (projections, "_write")), gone)
            with pytest.raises(redis.exceptions.ConnectionError):
                project(record.id)
        assert projections.lag(service.log, record.id) == 1, part
    project(record.id)
    stepwise = stored(service, record.id)
    projections.delete(service.log, record.id)
    service.lives.drop(record.id)
    project(record.id)
    assert stored(service, record.id) == stepwise


def test_all_records_that_wait_are_one_job(
    recorder: Api, service: Service, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken = list[str]()
    monkeypatch.setattr(service.recording, "wake", woken.append)
    records = [recorder.open(*SEATS).play(a_game(plies=3)) for _ in range(4)]
    waiting_jobs = service.dispatcher.connection
    for record in dict.fromkeys(woken):
        service.dispatcher.wake(record)
    # The job is queued a moment after the records.
    wait_until(lambda: queue.waiting(waiting_jobs) == 4 and queue.queue(waiting_jobs).count == 1)
    environment = os.environ | settings.environment()
    one_job = [sys.executable, "-c", "from worker import jobs; print(jobs.drain())"]
    assert subprocess.run(one_job, env=environment, capture_output=True, check=True).stdout == b"4\n"
    assert all(level(service, record) for record in records)
    assert queue.waiting(waiting_jobs) == 0
    assert queue.queue(waiting_jobs).count == 1


def test_a_record_that_nobody_can_project_holds_up_no_other(recorder: Api, service: Service, settings: Any) -> None:
    records = [recorder.open(*SEATS).play(a_game(plies=3)) for _ in range(3)]
    wait_until(lambda: queue.waiting(service.dispatcher.connection) == 3)
    program = f"""
from worker import jobs
project = jobs.project
def some(record):
    if record != {records[1].id!r}:
        return project(record)
    raise KeyError(record)
jobs.project = some
jobs.drain()
"""
    environment = os.environ | settings.environment()
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert f"record {records[1].id} is in quarantine for public from entry ? on: KeyError" in done.stderr.decode()
    assert [level(service, record) for record in records] == [True, False, True]
