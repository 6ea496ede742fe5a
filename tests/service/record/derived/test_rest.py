"""Records at rest: packed frames read the same and go on, keys of closed records go."""

from datetime import timedelta
from typing import Any

import pytest

from service.api.web.http import Service
from service.record.derived import lists, projections, rest
from service.store import packing
from service.store.keys import key
from tests.service.conftest import Api, Record
from tests.service.record.written import write
from tests.service.test_worker import SEATS, a_game


def answers(record: Record) -> list[Any]:
    return [record.get("/replay", eyes="public", after=after).data for after in (0, 3, 7, 8)]


def due(service: Service, record: Record) -> list[str]:
    """Take the steps that are due when the record has been at rest for long."""
    for name in (lists.REST, lists.LATER):
        if service.log.store.zscore(name, record.id) is not None:
            service.log.store.zadd(name, {record.id: 1})
    return list(rest.step(service.log))


def test_packed_frames_read_the_same_and_are_continued(recorder: Api, service: Service, project: Any) -> None:
    record = recorder.open(*SEATS, visibility="public").play(a_game(plies=8))
    project(record.id)
    assert list(rest.step(service.log)) == [], "it was just played"
    before, store = answers(record), service.log.store
    assert due(service, record)[0] == record.id
    assert packing.is_packed(store.lindex(key("frames", record.id), 0))
    assert packing.is_packed(store.hget(key("place", record.id), "first"))
    assert answers(record) == before
    assert due(service, record) == [record.id], "its next step is not due by its own time"
    record.version = write(service, record.id, "undone", {"undoes": [str(record.version)], "seat": None})["version"]
    record.play(a_game(plies=8)[7:])
    project(record.id)
    assert len(projections.replay(service.log, record.id)[1]) == store.llen(key("frames", record.id)) == 8
    assert rest.pack(service.log, record.id)
    packed = record.get("/replay", eyes="public").data
    projections.delete(service.log, record.id)
    project(record.id)
    assert record.get("/replay", eyes="public").data == packed


def test_packed_frames_continue(recorder: Api, service: Service, project: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projections, "FRAMES_AT_ONCE", 3)
    record = recorder.open(*SEATS).play(a_game(plies=2))
    project(record.id)
    rest.pack(service.log, record.id)
    record.play(a_game(plies=12)[2:])
    assert project(record.id) == record.version
    assert service.log.store.llen(key("frames", record.id)) == 12


def test_a_record_that_was_written_to_meanwhile_is_not_packed(recorder: Api, service: Service, project: Any) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=3))
    project(record.id)
    names = [key("place", record.id), key("frames", record.id)]
    assert not service.log.script(rest.PACK)(keys=names, args=[3, 3, packing.pack(b"old")])
    assert not service.log.script(rest.PACK)(keys=names, args=[4, 2, packing.pack(b"old")])
    assert service.log.store.llen(names[1]) == 3


def test_closing_drops_the_keys(recorder: Api, service: Service, project: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorder.open(*SEATS)
    for move in a_game(plies=3):
        record.move({"Idempotency-Key": f"k{record.version}"}, **move)
    project(record.id)
    monkeypatch.setattr(rest, "AGAIN", timedelta(0))
    due(service, record)
    due(service, record)
    assert service.log.store.hlen(key("keys", record.id)) == 3, "the game goes on"
    assert recorder.post(f"{record.path}/void", {}, {"If-Match": f'"{record.version}"'}).status_code == 201
    project(record.id)
    due(service, record)
    due(service, record)
    assert service.log.store.hlen(key("keys", record.id)) == 3, "30 days have not passed"
    monkeypatch.setattr(rest, "KEYS_LAST", timedelta(0))
    due(service, record)
    assert not service.log.store.exists(key("keys", record.id))
    assert service.log.store.zscore(lists.LATER, record.id) is None


def test_records_of_an_earlier_version_are_found_once(recorder: Api, service: Service, project: Any) -> None:
    record = recorder.open(*SEATS)
    project(record.id)
    service.log.store.delete(lists.REST)
    rest.fill(service.log)
    assert service.log.store.zscore(lists.REST, record.id) is not None
    service.log.store.delete(lists.REST)
    rest.fill(service.log)
    assert not service.log.store.exists(lists.REST)


def test_damaged_packed_data_is_refused() -> None:
    packed = packing.pack(b'{"a":1}' * 100)
    assert packing.unpack(packed) == b'{"a":1}' * 100
    for at in range(len(packed)):
        forged = bytearray(packed)
        forged[at] ^= 1
        try:
            assert packing.unpack(bytes(forged)) in (bytes(forged), b'{"a":1}' * 100)
        except ValueError:
            continue
