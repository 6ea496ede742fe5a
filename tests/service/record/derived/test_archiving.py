"""Archived records: every answer stays the same, writes bring them back, and a broken folder stops nothing else."""

import contextlib
import dataclasses
import functools
import os
import random
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from service.access import tokens
from service.api.app import create_app
from service.api.web.http import Service
from service.config import Settings
from service.record.derived import archiving, lists, projections, removal, rest
from service.record.state import quarantine
from service.record.state.cache import RecordCache
from service.store import chain, packing
from service.store.archive import ArchiveError, Content, Folder, briefs_of, files_of, records
from service.store.connect import connect
from service.store.embedded import Store
from service.store.keys import key
from service.store.log import Log
from tests.fixtures.waiting import eventually
from tests.kill import archiver
from tests.service.conftest import Api, Project, Record, gauges_of
from tests.service.test_faults import full
from tests.service.test_worker import SEATS, a_game
from worker import housekeeping

LOOKS = (
    *("", "/log", "/log?after=20&limit=5", "/state", "/state?ply=9", "/state?what=facts"),
    *("/offers", "/replay", "/replay?after=30", "/replay?version=20", "/replay?lang=es", "/result"),
    *("/export", "/export?format=text", "/export?format=html"),
)
SPANS = rest.Spans(timedelta(0), timedelta(0))


@pytest.fixture
def folder(service: Service, tmp_path: Path) -> Folder:
    service.log.archive.folder = Folder(tmp_path / "archive")
    return service.log.archive.folder


@pytest.fixture
def record(recorder: Api, project: Project) -> Record:
    """A finished game with sealed facts, an undo and a note."""
    made = recorder.open(*SEATS, visibility="public")
    made.seat_token(1)
    moves = a_game(3)
    for move in moves:
        assert made.move({"Idempotency-Key": f"k{made.version}"}, **move).status_code == 201
    noted = recorder.post(f"{made.path}/notes", {"text": "Ana was late"}, {"If-Match": f'"{made.version}"'})
    made.version = noted.json["version"]
    project(made.id)
    return made


def answers(
    settings: Settings, folder: Folder, record: Record, *callers: str | None, looks: tuple[str, ...] = LOOKS
) -> dict[Any, bytes]:
    """What a new process answers to every read of a record, by look and caller; when it was exported apart."""
    app = create_app(dataclasses.replace(settings, archive=folder.path)).test_client()
    found = {}
    for token in callers:
        for look in looks:
            said = app.get(f"/v1{record.path}{look}", headers={"Authorization": f"Bearer {token}"} if token else {})
            assert said.status_code == 200, (look, said.text)
            found[look, token] = re.sub(rb'"issued":\s*"[^"]*"', b"", said.data)
    return found


def parts(service: Service, record: Record) -> set[str]:
    names = service.log.store.scan_iter(f"mb:*:{record.id}")
    return {name.decode().split(":")[2] for name in names} - {"tokens", "codes"}


def files(folder: Folder) -> list[str]:
    return sorted(name for name, _ in folder.each())


def stored_file(service: Service, folder: Folder, record: Record) -> Path:
    name = service.log.archive.name_of(record.id) or ""
    return folder.path / name[:2] / name[2:4] / f"{name}.zst"


def fresh(settings: Settings, folder: Folder, token: str | None) -> Api:
    return Api(create_app(dataclasses.replace(settings, archive=folder.path)).test_client(), token)


def test_the_archive_changes_no_answer(record: Record, service: Service, folder: Folder, settings: Settings) -> None:
    seat = record.seat_token(0)
    projections.project(service.log, service.lives, record.id)
    judge = tokens.create(service.log.store, "admin")
    callers = (None, record.api.token, seat, judge)
    before = answers(settings, folder, record, *callers)
    assert archiving.archive_record(service.log, record.id)
    assert parts(service, record) - {"looks"} == {"head"}
    assert service.log.store.hgetall(key("head", record.id)) == {b"version": b"%d" % record.version, b"archived": b"0"}
    assert len(service.log.store.hget(briefs_of(record.id), record.id)) < 600
    assert gauges_of(service)["movebook_archive_records"] == 1
    assert answers(settings, folder, record, *callers) == before
    assert [shown["id"] for shown in record.api.get("/records").json["records"]] == [record.id]
    assert service.log.archive.thaw(record.id)
    assert not service.log.archive.thaw(record.id), "it is there already"
    assert answers(settings, folder, record, *callers) == before
    assert (gauges_of(service)["movebook_archive_records"], len(files(folder))) == (0, 1)
    assert service.log.archive.clean() == 1
    assert files(folder) == []


def test_only_its_owner_may_read_a_file(record: Record, service: Service, folder: Folder) -> None:
    archiving.archive_record(service.log, record.id)
    path = stored_file(service, folder, record)
    modes = [each.stat().st_mode & 0o777 for each in (path, path.parent, path.parent.parent, folder.path)]
    assert modes == [0o600, 0o700, 0o700, 0o700]


def test_a_repeated_write_brings_no_record_back(recorder: Api, project: Any, service: Service, folder: Folder) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=4))
    said = record.move({"Idempotency-Key": "last"}, **a_game(plies=5)[4])
    project(record.id)
    archiving.archive_record(service.log, record.id)
    service.lives.drop(record.id)
    late = Record(record.api, record.id, record.version - 1)
    again = late.move({"Idempotency-Key": "last"}, **a_game(plies=5)[4])
    assert (again.status_code, again.json["version"]) == (201, said.json["version"])
    assert service.log.archive.name_of(record.id), "a repeated request writes nothing"
    assert record.move(**a_game(plies=7)[6]).status_code == 422
    assert service.log.archive.name_of(record.id), "nor does a refused one"
    assert record.move(**a_game(plies=6)[5]).status_code == 201
    assert service.log.archive.name_of(record.id) is None
    assert project(record.id) == record.version == 7
    assert len(record.get("/replay", eyes="public").json["frames"]) == 6


def test_records_at_rest_are_archived_when_their_time_comes(
    record: Record, service: Service, folder: Folder, recorder: Api, project: Any
) -> None:
    for spans in (rest.Spans(timedelta(days=7), timedelta(days=90)), SPANS):
        for name in (lists.REST, lists.LATER):
            service.log.store.zadd(name, {record.id: 1})
        assert set(rest.step(service.log, spans)) == {record.id}
        assert (service.log.archive.name_of(record.id) is not None) == (spans is SPANS)
    assert service.log.store.zscore(lists.LATER, record.id) is None
    other = recorder.open(*SEATS)
    project(other.id)
    service.log.store.zadd(lists.REST, {other.id: 1})
    shutil.rmtree(folder.path)
    folder.path.write_text("not a folder")
    with pytest.raises(ArchiveError, match="cannot be used"):
        list(rest.step(service.log, SPANS))
    assert packing.is_packed(service.log.store.hget(key("place", other.id), "first")), "packing goes on"
    assert other.play(a_game(plies=1)).get("/state").status_code == 200


def test_one_worker_at_a_time_keeps_house(record: Record, service: Service, folder: Folder) -> None:
    rest.fill(service.log, SPANS)
    service.log.store.zadd(lists.REST, {record.id: 1})
    service.log.store.set(housekeeping.LOCK, "another")
    keeper = housekeeping.Housekeeper(service.log, SPANS)
    assert keeper.once(threading.Event()) == 0
    service.log.store.delete(housekeeping.LOCK)
    assert keeper.once(threading.Event()) == 2, "packed, then archived"
    assert service.log.archive.name_of(record.id) is not None
    assert not service.log.store.exists(housekeeping.LOCK)


def test_what_changes_meanwhile_keeps_a_record_in_the_store(record: Record, service: Service, folder: Folder) -> None:
    def during(act: Callable[[], Any]) -> bool:
        with pytest.MonkeyPatch.context() as patch:
            put = Folder.put
            patch.setattr(Folder, "put", lambda *args: (put(*args), act()))
            return archiving.archive_record(service.log, record.id)

    store, path, match = service.log.store, record.path, {"If-Match": f'"{record.version}"'}
    assert not during(lambda: record.api.delete(f"{path}/texts/{record.version}/text"))
    assert not during(lambda: record.api.post(f"{path}/notes", {"text": "more"}, match))
    projections.project(service.log, service.lives, record.id)
    assert not during(lambda: store.hset(key("aside", record.id), "public", "{}"))
    store.delete(key("aside", record.id))
    assert not during(lambda: store.hset(files_of(record.id), mapping=dict.fromkeys(new(store, record), "old x")))
    assert during(lambda: None)


def new(store: Any, record: Record) -> list[bytes]:
    return [name for name, state in store.hgetall(files_of(record.id)).items() if state.startswith(b"new")]


def test_what_does_not_fold_to_its_state_stays_in_the_store(record: Record, service: Service, folder: Folder) -> None:
    store = service.log.store
    store.rpop(key("frames", record.id))
    with pytest.raises(archiving.UnfitError):
        archiving.archive_record(service.log, record.id)
    assert {"log", "secrets", "keys", "frames"} <= parts(service, record)
    assert quarantine.notes(store, record.id) == {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Content, "packed", lambda _: packing.pack(b'{"format":"movebook-archive"}'))
        with pytest.raises(ArchiveError):
            archiving.archive_record(service.log, record.id)
    assert "log" in parts(service, record)


def test_an_erased_text_is_in_no_file(record: Record, service: Service, folder: Folder, settings: Settings) -> None:
    archiving.archive_record(service.log, record.id)
    api = fresh(settings, folder, record.api.token)
    texts = f"{record.path}/texts/{record.version}"
    assert api.delete(f"{texts}/reason").status_code == 404
    assert service.log.archive.name_of(record.id), "nothing to erase"
    assert api.delete(f"{texts}/text").status_code == 204
    assert files(folder) == []
    assert archiving.archive_record(service.log, record.id)
    assert b"Ana was late" not in packing.unpack(stored_file(service, folder, record).read_bytes())
    assert api.get(f"{record.path}/replay").json["history"]["acts"][-1]["text"] is None


def test_a_removed_record_leaves_no_file(record: Record, service: Service, folder: Folder) -> None:
    archiving.archive_record(service.log, record.id)
    removal.remove(service.log, service.dispatcher.connection, record.id)
    assert (files(folder), service.log.archive.count()) == ([], (0, 0))
    assert record.get("/log").status_code == 410


def point(service: Service, record: Record, name: str | None) -> None:
    kept = service.log.store.hget(briefs_of(record.id), record.id)
    service.log.store.hset(briefs_of(record.id), record.id, bytes.fromhex(name or "") + kept[32:])


def forge(path: Path, how: str, service: Service, record: Record) -> None:
    data = path.read_bytes()
    if how == "a byte":
        path.write_bytes(data[:100] + bytes([data[100] ^ 1]) + data[101:])
    elif how == "cut":
        path.write_bytes(data[:-1])
    elif how == "gone":
        shutil.rmtree(path.parents[2])
    elif how == "older":  # a copy of the folder from before it was archived
        path.unlink()
    elif how == "not readable":
        path.unlink()
        path.mkdir()
    else:
        # As if the store itself named a file of another kind.
        raw = packing.unpack(data)
        forged = packing.pack({
            "later": raw.replace(b'"format_version": 1', b'"format_version": 2', 1),
            "another record": raw.replace(record.id.encode(), b"z" * len(record.id), 1),
            "not packed": b"",
        }[how]) if how != "not packed" else raw  # fmt: skip
        name = archiver.digest(forged)
        Folder(path.parents[2]).put(name, forged)
        point(service, record, name)


@pytest.mark.parametrize(
    "how", ["a byte", "cut", "gone", "older", "not readable", "later", "another record", "not packed"]
)
def test_a_file_that_cannot_be_used_stops_its_record_alone(
    how: str, record: Record, recorder: Api, service: Service, folder: Folder, settings: Settings, tmp_path: Path
) -> None:
    archiving.archive_record(service.log, record.id)
    shutil.copytree(folder.path, tmp_path / "copy")
    name = service.log.archive.name_of(record.id)
    forge(stored_file(service, folder, record), how, service, record)
    api = fresh(settings, folder, recorder.token)
    for look in ("/log", "/state", "/replay", "/export", "/result"):
        said = api.get(f"{record.path}{look}")
        assert (said.status_code, said.json["type"]) == (503, "urn:movebook:problem:store-out-of-reach"), (look, how)
        assert "archive" in said.json["detail"]
    moved = Record(api, record.id, record.version).move(**a_game(plies=1)[0])
    assert moved.status_code == 503
    assert api.get(record.path).status_code in (200, 503)
    assert api.open(*SEATS).play(a_game(plies=2)).get("/state").status_code == 200
    assert [shown["id"] for shown in api.get("/records", text="zzz").json["records"]] == []
    assert quarantine.count(service.log.store) == 0
    if how == "gone":
        with pytest.raises(ArchiveError):
            archiving.check(service.log)
    else:
        assert set(archiving.check(service.log).faults) == {record.id}
    shutil.rmtree(folder.path, ignore_errors=True)
    shutil.copytree(tmp_path / "copy", folder.path)
    point(service, record, name)
    assert fresh(settings, folder, recorder.token).get(f"{record.path}/log").status_code == 200


def test_without_the_setting_the_answer_names_it(record: Record, service: Service, folder: Folder, app: Any) -> None:
    archiving.archive_record(service.log, record.id)
    service.log.archive.folder = None
    service.lives.drop(record.id)
    said = record.get("/log")
    assert (said.status_code, "MOVEBOOK_ARCHIVE" in said.json["detail"]) == (503, True)


def test_another_disk_that_is_full_or_read_only_keeps_records_in_the_store(
    record: Record, recorder: Api, project: Any, service: Service, settings: Settings, disk: Callable[[int], Path]
) -> None:
    folder = service.log.archive.folder = Folder(disk(1))
    other = recorder.open(*SEATS)
    project(other.id)
    assert archiving.archive_record(service.log, other.id)
    there = files(folder)

    def refused(why: str) -> None:
        with pytest.raises(ArchiveError, match=why):
            archiving.archive_record(service.log, record.id)
        assert "log" in parts(service, record)
        assert (files(folder), [path.name for path in folder.path.rglob(".*")]) == (there, [])
        assert fresh(settings, folder, recorder.token).get(f"{other.path}/log").status_code == 200

    filler = full(folder.path, leave=4096)
    refused("No space left")
    subprocess.run(["mount", "-o", "remount,ro", folder.path], check=True)
    refused("Read-only")
    assert service.log.archive.thaw(other.id)
    service.log.archive.clean_later(other.id)
    assert files(folder) == there, "it is deleted later"
    subprocess.run(["mount", "-o", "remount,rw", folder.path], check=True)
    filler.unlink()
    assert archiving.archive_record(service.log, record.id)
    assert service.log.archive.clean() == 1


def test_a_folder_that_hangs_does_not_take_all_threads(
    record: Record, service: Service, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    archiving.archive_record(service.log, record.id)
    path = stored_file(service, folder, record)
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr(records, "WAIT_S", 0.01)
    found: list[Exception] = []

    def read() -> None:
        with pytest.raises(ArchiveError) as raised:
            service.log.read(record.id)
        found.append(raised.value)

    readers = [threading.Thread(target=read) for _ in range(records.READERS)]
    for reader in readers:
        reader.start()
    assert eventually(lambda: not service.log.archive._readers._value)  # type: ignore[attr-defined]
    with pytest.raises(ArchiveError, match="too slow"):
        service.log.read(record.id)
    while any(reader.is_alive() for reader in readers):
        os.close(os.open(path, os.O_RDWR))  # a reader goes on, with an empty file
    assert ["damaged" in str(error) for error in found] == [True] * len(readers)


def test_archiving_loses_no_write(record: Record, service: Service, folder: Folder, store: Store) -> None:
    stop, archived = threading.Event(), list[bool]()

    def archive() -> None:
        with contextlib.closing(connect(store.log_url)) as client:
            log = Log(client, folder)
            while not stop.is_set():
                projections.project(log, RecordCache(log), record.id)
                archived.append(archiving.archive_record(log, record.id))

    other = threading.Thread(target=archive)
    other.start()
    for count in range(6):
        archiver.note(service.log, record.id)
        eventually(lambda: len(archived) > count or not other.is_alive())  # noqa: B023 - at once
    stop.set()
    other.join()
    assert len(archived) >= 6
    entries = service.log.read(record.id)
    chain.check(entries)
    assert len(entries) == record.version + 6
    assert len(service.log.secrets(record.id)[len(entries)]) == 1


def test_a_check_names_what_is_missing_and_removes_what_nobody_needs(
    record: Record, recorder: Api, project: Any, service: Service, folder: Folder
) -> None:
    other = recorder.open(*SEATS)
    project(other.id)
    for each in (record, other):
        assert archiving.archive_record(service.log, each.id)
    found = archiving.check(service.log)
    assert (found.records, found.sound, found.faults, found.orphans, found.strange) == (2, 2, {}, [], [])
    # As after an older copy of the store came back: a record is in it, and a file of it in the folder.
    orphan = service.log.archive.name_of(other.id) or ""
    service.log.archive.thaw(other.id)
    service.log.store.delete(files_of(other.id))
    foreign = dataclasses.replace(service.log.archive.content(record.id, files_name(service, record)), store="other")
    strange = archiver.digest(data := foreign.packed())
    folder.put(strange, data)
    found = archiving.check(service.log)
    assert (found.orphans, found.strange, found.removed) == ([orphan], [strange], 0)
    assert archiving.check(service.log, remove=True).removed == 1
    assert files(folder) == sorted([strange, files_name(service, record)])


def files_name(service: Service, record: Record) -> str:
    return service.log.archive.name_of(record.id) or ""


def test_lists_and_feed_come_from_the_archive(record: Record, service: Service, folder: Folder, anyone: Api) -> None:
    replay, page = record.get("/replay").data, anyone.get("/records").json
    archiving.archive_record(service.log, record.id)
    service.log.store.delete(*service.log.store.keys("mb:{lists}:*"))
    assert anyone.get("/records").json["records"] == []
    projections.delete(service.log, record.id)
    assert projections.project_or_quarantine(service.log, service.lives, record.id) == record.version
    assert anyone.get("/records").json == page
    assert record.get("/replay").data == replay
    assert service.log.archive.name_of(record.id), "it stays in the archive"
    assert "frames" not in parts(service, record)


def test_every_title_answers_the_same_from_the_archive(
    recorder: Api, project: Any, service: Service, settings: Settings, folder: Folder
) -> None:
    for name, game in GAMES.items():
        seats = tuple(game.colours(game.box()))[: min(3, game.seats.stop - 1)]
        options = {each: field.default for each, field in game.options().items()}
        moves = game.table(random.Random(1), seats, options, game.box())
        record = recorder.open(*seats, game=name, visibility="public")
        read = functools.partial(
            answers, settings, folder, record, recorder.token, None, looks=("", "/replay", "/export")
        )
        record.play([move for _, move in zip(range(12), moves, strict=False)])
        project(record.id)
        before = read()
        assert archiving.archive_record(service.log, record.id), name
        service.lives.drop(record.id)
        assert read() == before, name


def test_killed_at_any_step_a_record_is_there_once(store: Store, redis: Any) -> None:
    command = [sys.executable, "-m", "tests.kill.archiver", "--kills", "8", "--seed", "1", "--url", store.log_url]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "seed 1: 8 killed, 0 violations\n"), done.stderr
