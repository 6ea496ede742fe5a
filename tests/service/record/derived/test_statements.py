"""Statements: one for each closing, reopening, voiding, adoption and removal, the same bytes at every try."""

import io
import json
from typing import Any

import pytest

from service.api.web.http import Service
from service.record import identity, trust
from service.record.backup.reader import Backup
from service.record.backup.restore import restore
from service.record.backup.writer import Export
from service.record.derived import projections, removal, statements
from service.record.files import proof
from service.record.state.cache import RecordCache
from service.store.keys import key
from service.store.log import Log
from tests.service.api.routes.test_copies import bring, ended, stranger
from tests.service.api.writes.evening import post
from tests.service.api.writes.test_signatures import finished, sign
from tests.service.conftest import Api, Json, Project, Record
from tests.service.record.backup.test_backup import empty, second
from worker import jobs
from worker.sweep import Sweep

__all__ = ["empty", "ended", "second", "stranger"]


def stored(service: Service, record: str) -> dict[int, Json]:
    rows = service.log.store.hgetall(key("statements", record))
    return {int(version): json.loads(row) for version, row in sorted(rows.items(), key=lambda row: int(row[0]))}


@pytest.fixture
def closed(recorder: Api, project: Project) -> Record:
    record = finished(recorder, visibility="public")
    for seat in range(3):
        assert sign(record, seat).status_code == 201
    record.version = record.get("").json["version"]
    project(record.id)
    return record


def reopened_and_void(record: Record, admin: Api) -> list[int]:
    """Versions at which the closed record is reopened, closed by the undo of that, and made void."""
    judge = record.by(admin)
    version = record.version
    assert post(judge, "undo", {"count": 8, "consents": [0, 1, 2]}).status_code == 201
    assert post(judge, "undo", {"undoes": [str(version + 1)]}).status_code == 201
    assert post(judge, "notes", {"text": "all fine"}).status_code == 201
    assert post(judge, "void", {"reason": "a practice game"}).status_code == 201
    return [version + 1, version + 2, version + 4]


@pytest.mark.parametrize("stepwise", [False, True])
def test_each_change_is_stated_once_however_it_is_projected(
    closed: Record, admin: Api, service: Service, project: Project, *, stepwise: bool
) -> None:
    first = closed.version
    versions = reopened_and_void(closed, admin)
    for upto in range(first + 1, versions[-1] + 1) if stepwise else ():
        projections.project(service.log, RecordCache(service.log), closed.id, upto)
    project(closed.id)
    listed = stored(service, closed.id)
    assert list(listed) == [first, *versions]
    assert [one["status"] for one in listed.values()] == ["closed", "running", "closed", "void"]
    entries = {entry["version"]: entry for entry in service.log.read(closed.id)}
    keys = trust.keys_of(identity.described(service.log.store), "here")
    for version, one in listed.items():
        assert (one["head"], one["at"]) == (entries[version]["hash"], entries[version]["at"])
        assert proof.is_statement(one)
        assert proof.is_trusted(one, keys)
    assert listed[first]["outcome"] == listed[versions[1]]["outcome"] == entries[first]["body"]["outcome"]
    assert listed[versions[0]]["outcome"] is None
    for again in ("a job that was killed before it wrote", "a rebuild", "all of it lost"):
        if again == "all of it lost":
            service.log.store.delete(key("statements", closed.id))
        service.log.store.delete(key("place", closed.id))
        projections.project(service.log, RecordCache(service.log), closed.id)
        assert stored(service, closed.id) == listed, again
    identity.rotate(service.log.store)
    service.log.store.delete(key("place", closed.id))
    projections.project(service.log, RecordCache(service.log), closed.id)
    assert stored(service, closed.id) == listed, "nothing is signed twice"


def test_two_workers_that_close_one_record_state_it_once(
    recorder: Api, service: Service, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = finished(recorder, visibility="public")
    project(record.id)
    for seat in range(3):
        assert sign(record, seat).status_code == 201
    store, waiting = statements._store, list[Json]()
    monkeypatch.setattr(statements, "_store", lambda log, one: waiting.append(one) or store(log, one))
    for _ in range(2):  # neither knows of the other's statement when it begins
        service.log.store.delete(key("statements", record.id))
        cache = RecordCache(service.log)
        live = cache.load(record.id)
        with live.lock:
            statements.state(cache, live, live.version - 1)
    assert len(waiting) == 2
    assert waiting[0] == waiting[1], "the same bytes"
    assert list(stored(service, record.id)) == [waiting[0]["version"]]
    other = {**waiting[0], "status": "void"}
    store(service.log, other)
    assert list(stored(service, record.id).values()) == [waiting[0]], "the first one stays"


def test_the_last_statement_is_read_and_one_of_now(closed: Record, anyone: Api, admin: Api, service: Service) -> None:
    mine = closed.by(anyone)
    last = mine.get("/statement").json
    assert last == stored(service, closed.id)[closed.version] == mine.get("/statement", now=1).json
    assert post(closed.by(admin), "notes", {"text": "later"}).status_code == 201
    assert mine.get("/statement").json == last
    now = mine.get("/statement", now=1).json
    assert (now["version"], now["status"], now["outcome"]) == (closed.version + 1, "closed", last["outcome"])
    line = next(line for line in anyone.get("/feed").json["lines"] if line["record"] == closed.id)
    assert line["statement"] == last


def test_a_running_game_has_one_of_now_and_a_copy_none(recorder: Api, ended: Record, stranger: Api) -> None:
    record = recorder.open("yellow", "red")
    assert record.get("/statement").json["status"] == "running"
    copy = bring(stranger, ended.get("/export").data).json["record"]
    assert stranger.get(f"/records/{copy}/statement").status_code == 409
    file = stranger.get(f"/records/{copy}/export").json
    assert not {"issued", "statement"} & file.keys()


def test_an_adoption_is_stated(closed: Record, admin: Api, service: Service, project: Project, redis: Any) -> None:
    file, version = closed.get("/export", eyes="public").data, closed.version
    for name in redis.scan_iter(f"*:{closed.id}"):
        redis.delete(name)
    assert bring(admin, file, adopt=1).status_code == 201
    assert post(closed.by(admin), "void", {"reason": "a practice game"}).status_code == 201
    project(closed.id)
    listed = stored(service, closed.id)
    at = json.loads(service.log.head(closed.id).fields["adopted"])["at"]
    assert [(one["status"], one["source"]) for one in listed.values()] == [("closed", "adopted"), ("void", "adopted")]
    assert (list(listed), listed[version]["at"]) == ([version, version + 1], at)


@pytest.mark.parametrize("queued", [True, False])
def test_a_removal_is_stated_also_if_its_job_is_lost(
    closed: Record, anyone: Api, service: Service, monkeypatch: pytest.MonkeyPatch, *, queued: bool
) -> None:
    log, connection = service.log, service.dispatcher.connection
    monkeypatch.setattr(jobs, "stores", lambda: (log, service.lives, connection))
    sweep = Sweep(log, connection)
    sweep.once()
    removed = removal.remove(log, connection, closed.id)
    assert anyone.get(f"{closed.path}/statement").status_code == 410
    if not queued:
        connection.flushall()
        assert sweep.once() == 1
    jobs.drain()
    assert sweep.once() == 0
    listed = anyone.get(f"{closed.path}/statement").json
    assert (listed["status"], listed["version"], listed["at"]) == ("removed", closed.version, removed.at)
    assert (
        next(line for line in anyone.get("/feed").json["lines"] if line["record"] == closed.id)["statement"] == listed
    )
    before = log.store.hgetall(key("head", closed.id))
    jobs.project(closed.id)
    assert log.store.hgetall(key("head", closed.id)) == before


def test_a_restored_store_keeps_statements_and_states_with_its_new_origin(
    closed: Record, recorder: Api, service: Service, project: Project, empty: Any
) -> None:
    gone = recorder.open("yellow", "red")
    removal.remove(service.log, service.dispatcher.connection, gone.id)
    statements.of_removal(service.log, gone.id)
    file = io.BytesIO()
    at = Export(service.log.store).write(file).at
    with Backup(file) as found:
        restore(found, empty)
    log = Log(empty)
    assert statements.last(log, gone.id) == statements.last(service.log, gone.id) is not None
    projections.project(log, RecordCache(log), closed.id)
    assert statements.last(log, closed.id) == statements.last(service.log, closed.id)
    cache = RecordCache(log)
    here = statements.of_now(cache, cache.get(closed.id), closed.version)
    there = statements.of_now(service.lives, service.lives.get(closed.id), closed.version)
    assert (here["origin"][:-1], here["origin"][-1]["restored"]) == (there["origin"], at)
    bare = {"origin": None, "signature": None}
    assert here | bare == there | bare
