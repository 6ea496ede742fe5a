"""The store as one file: taken while others write, whole or refused, and the same again in a store of another make."""

import contextlib
import dataclasses
import gzip
import hashlib
import io
import json
import os
import re
import resource
import tempfile
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis as client_of
from flask import Flask

from engines import GAMES
from service.access import tokens
from service.api.app import create_app
from service.api.web.http import Service
from service.config import Settings
from service.record import identity
from service.record.backup import file_format, reader, restore
from service.record.backup.file_format import BackupError
from service.record.backup.reader import Backup
from service.record.backup.writer import Export
from service.record.derived import archiving, lists, projections
from service.record.entries import texts
from service.record.state.cache import RecordCache
from service.store import chain
from service.store.archive import Folder
from service.store.connect import connect
from service.store.embedded import Supervisor
from service.store.keys import key, shard
from service.store.log import Log
from tests.fixtures import programs
from tests.long import cases, long_only
from tests.service.conftest import Api, Json, Record, working
from tests.service.test_worker import SEATS, a_game, wait_until

MAKES = [
    pytest.param(None, id="the embedded server"),
    pytest.param("redis-server", id="redis-server", marks=programs.needs("redis-server")),
]


def entries_of(store: Any, name: Any) -> list[tuple[bytes, dict[bytes, bytes]]]:
    """What stands in a stream; of a log the entries, without the marks of the appends that brought them."""
    return [
        (stamp, {field: value for field, value in fields.items() if field != b"a"})
        for stamp, fields in store.xrange(name)
    ]


def holds(store: Any) -> Json:
    """All that is not derived, nor says that the store was restored, key by key, whatever make the store is of."""
    readers: dict[bytes, Callable[[bytes], Any]] = {
        b"string": store.get, b"hash": store.hgetall, b"stream": lambda name: entries_of(store, name),
        b"set": store.smembers, b"zset": lambda name: store.zrange(name, 0, -1, withscores=True),
    }  # fmt: skip
    found = {}
    for name in store.scan_iter(match="mb:*"):
        if not re.search(rb"\}:(feed|place|frames|snapshots|ready|service-history)|\{lists\}", name):
            found[name.decode()] = readers[store.type(name)](name)
    return found


def export(store: Any) -> bytes:
    out = io.BytesIO()
    Export(store).write(out)
    return out.getvalue()


def restore_file(raw: bytes, store: Any, **how: bool) -> file_format.Report:
    with Backup(io.BytesIO(raw)) as found:
        return restore.restore(found, store, **how)


def sealed(lines: list[bytes]) -> bytes:
    """Lines with an end that fits them: what was changed is then found by something else than the SHA-256."""
    body = b"".join(line + b"\n" for line in lines)
    end = {"kind": "end", "counts": {}, "sha256": hashlib.sha256(body).hexdigest()}
    return body + file_format.spell(end) + b"\n"


def _swapped(line: bytes, kind: str, value: Any) -> bytes:
    """A line with something else as what it brings, where it is of this kind."""
    return file_format.spell({"kind": kind, kind: value}) if json.loads(line).get("kind") == kind else line


@pytest.fixture(params=MAKES)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Supervisor]:
    with Supervisor(tmp_path / "other", server=request.param) as supervisor:
        yield supervisor


@pytest.fixture
def there(other: Supervisor) -> Iterator[Any]:
    with contextlib.closing(connect(other.url)) as client:
        yield client


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Supervisor(tmp_path_factory.mktemp("second")) as supervisor:
        yield supervisor.url


@pytest.fixture
def empty(second: str) -> Iterator[Any]:
    with contextlib.closing(connect(second)) as client:
        client.flushall()
        yield client


def app_on(settings: Settings, store: Supervisor) -> Flask:
    return create_app(dataclasses.replace(settings, log_url=store.url, queue_url=store.address(1)))


@pytest.fixture
def filled(recorder: Api, admin: Api, service: Service) -> Record:
    """A store with one of everything; one record of it."""
    seats = [{"colour": "yellow", "name": "Ana Ruiz"}, {"colour": "red", "name": "Ñuñez 🎲"}, {"colour": "blue"}]
    opened = recorder.post("/records", {"game": "kingdoms", "seats": seats}, {"Idempotency-Key": "an opening"})
    assert opened.status_code == 201
    record = Record(recorder, opened.json["id"])
    record.play(a_game())
    record.seat_token(1)
    record.by(admin).get("/state", eyes="judge")
    recorder.open(*SEATS, visibility="private").play(a_game(2, plies=4))
    box = json.dumps(GAMES["kingdoms"].box() | {"edition": "ours"}).encode()
    kept = recorder.post("/boxes", box, {"Content-Type": "application/json"}, game="kingdoms")
    recorder.open("red", "blue", box=kept.json["hash"])
    gone = tokens.create(service.log.store, "record", label="a phone that was lost")
    tokens.revoke(service.log.store, gone.split("_")[1])
    return record


def test_everything_comes_back_in_a_store_of_another_make(filled: Record, redis: Any, there: Any) -> None:
    raw = export(redis)
    report = restore_file(raw, there)
    assert holds(there) == holds(redis)
    assert report.counts["records"] == 3
    assert report.counts["entries"] == sum(redis.xlen(name) for name in redis.scan_iter("mb:*:log:*"))
    assert all(report.counts[what] for what in ("secrets", "keys", "looks", "boxes", "players", "tokens"))
    assert report.left_out == []
    feeds = {line[b"r"] for name in there.scan_iter("mb:*:feed") for _, line in there.xrange(name)}
    assert feeds == {record.encode() for record in Export(redis).records}, "the workers are told"
    assert not [name for name in there.scan_iter("mb:*") if there.ttl(name) != -1]


def test_archived_records_are_named_or_written_out(
    filled: Record, redis: Any, empty: Any, service: Service, project: Any, tmp_path: Path
) -> None:
    before = {name: value for name, value in holds(redis).items() if ":place:" not in name}
    files = service.log.archive.folder = Folder(tmp_path / "archive")
    project(filled.id)
    replay = filled.get("/replay", eyes="public").data
    assert archiving.archive_record(service.log, filled.id)
    looks = redis.xlen(key("looks", filled.id))

    def written(*, whole: bool) -> Backup:
        file = io.BytesIO()
        assert Export(redis, service.log.archive, whole=whole).write(file).left_out == []
        return Backup(file)

    with written(whole=True) as found:
        restore.restore(found, empty)
    assert {name: value for name, value in holds(empty).items() if ":place:" not in name} == before
    empty.flushall()
    with written(whole=False) as found:
        report = restore.restore(found, empty, files=files, check=True)
        assert (report.counts["archived"], report.counts["records"], empty.keys("*")) == (1, 2, [])
        restore.restore(found, empty, files=files)
    assert report.left_out == []
    log = Log(empty, files)
    assert log.read(filled.id) == service.log.read(filled.id)
    assert empty.xlen(key("looks", filled.id)) == looks > 0
    assert projections.project_or_quarantine(log, RecordCache(log), filled.id) == filled.version
    assert lists.all_records(log) == [filled.id]
    assert projections.replay(log, filled.id) == projections.replay(service.log, filled.id)
    assert replay == filled.get("/replay", eyes="public").data
    with written(whole=False) as found:
        assert restore.restore(found, empty, files=files, into_nonempty=True).known == 3
        empty.flushall()
        assert restore.restore(found, empty, check=True).left_out == [
            f"record {filled.id}: the archive lacks its file {service.log.archive.name_of(filled.id)}"
        ]


@contextlib.contextmanager
def load(app: Flask, owner: str) -> Iterator[None]:
    """Four writers, each opening one record after the other and playing it, every write with a key."""
    stop = threading.Event()
    failed: list[BaseException] = []

    def write(number: int) -> None:
        api = Api(app.test_client(), owner)
        seats = [{"colour": seat, "name": f"{seat} {number}"} for seat in SEATS]
        try:
            while not stop.is_set():
                mark = {"Idempotency-Key": os.urandom(8).hex()}
                record = Record(api, api.post("/records", {"game": "kingdoms", "seats": seats}, mark).json["id"])
                for ply, move in enumerate(a_game(number)):
                    assert record.move({"Idempotency-Key": f"ply {ply}"}, **move).status_code == 201
                    if stop.is_set():
                        return
                record.seat_token(number % 3)
        except BaseException as error:  # noqa: BLE001 - told below
            failed.append(error)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for writer in writers:
        writer.start()
    try:
        yield
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert failed == []


@long_only
def test_under_load_each_record_is_taken_at_one_version_and_lives_on_elsewhere(
    app: Flask, settings: Settings, redis: Any, other: Supervisor, there: Any, tmp_path: Path
) -> None:
    owner = tokens.create(redis, "record")
    finished = Api(app.test_client(), owner).open(*SEATS, visibility="public").play(a_game())
    with load(app, owner):
        wait_until(lambda: len(Export(redis).records) > 5)
        before = len(Export(redis).records)
        raw = export(redis)
        after = len(Export(redis).records)
    report = restore_file(raw, there)
    assert before <= report.counts["records"] <= after
    assert report.left_out == []
    records = Export(there).records
    for record in records:
        as_it_was(record, redis, there)
    elsewhere = app_on(settings, other)
    begun = [record for record in records if record != finished.id and Log(there).head(record).version > 2]
    lives_on(elsewhere, owner, finished, begun[0])
    # A link to a replay works as soon as a worker has been.
    client, link = elsewhere.test_client(), f"/v1/records/{finished.id}/replay?eyes=public"
    with working(dataclasses.replace(settings, log_url=other.url, queue_url=other.address(1)), tmp_path):
        wait_until(lambda: client.get(link).status_code == 200)
    assert client.get(link).json["result"] is not None


def as_it_was(record: str, redis: Any, there: Any) -> None:
    """A record is what it was at one version: entries, secrets and keys up to it, and the names of its players."""
    mine, theirs = Log(redis), Log(there)
    head, entries = theirs.head(record), theirs.read(record)
    chain.check(entries)
    assert (head.version, head.hash) == (entries[-1]["version"], entries[-1]["hash"])
    assert entries == mine.read(record, 0, head.version)
    assert head.fields == mine.head(record).fields
    secrets, keys = mine.secrets(record), redis.hgetall(key("keys", record))
    assert theirs.secrets(record) == {v: secret for v, secret in secrets.items() if v <= head.version}
    known = {name: value for name, value in keys.items() if int(value.split()[1]) <= head.version}
    assert there.hgetall(key("keys", record)) == known
    for seat in entries[0]["body"]["seats"]:
        assert there.get(key("player", seat["player"])) == redis.get(key("player", seat["player"]))


def lives_on(elsewhere: Flask, owner: str, finished: Record, other: str) -> None:
    """The token is good there, a retried move has its first answer, and the record goes on."""
    api = Api(elsewhere.test_client(), owner)
    record = Record(api, other, api.get(f"/records/{other}").json["version"])
    log = api.get(f"/records/{other}/log").json["entries"]
    assert Record(api, finished.id, finished.version).get("/state").status_code == 200
    moves = [entry for entry in log if entry["type"] == "move"]
    kept = elsewhere.extensions["movebook"].log.store.hgetall(key("keys", other))
    assert len(kept) == len(moves) + 1
    number = int(api.get(f"/records/{other}").json["seats"][0]["name"].split()[1])
    again = api.post(f"/records/{other}/moves", a_game(number)[0], {"If-Match": '"1"', "Idempotency-Key": "ply 0"})
    assert (again.status_code, again.json["version"]) == (201, 2)
    offers = record.get("/offers").json["moves"]
    assert offers or api.get(f"/records/{other}").json["status"] == "finished"


@long_only
def test_memory_does_not_grow_with_a_record(redis: Any, empty: Any) -> None:
    at, prev, count = "2026-11-21T10:00:00.000Z", "", 6000
    pipe = redis.pipeline(transaction=False)
    for version in range(1, count + 1):
        body: Json = {"seats": [{"player": "a"}]} if version == 1 else {"text": "x" * 2000}
        entry = {"version": version, "type": "noted", "at": at, "by": "a", "body": body}
        pipe.xadd(key("log", "long"), {"e": chain.link(entry, prev)}, id=f"{version}-0")
        prev = entry["hash"]
        if version % 500 == 0:
            pipe.execute()
    redis.hset(key("head", "long"), mapping={"version": count, "hash": prev, "at": at, "owner": "a", "secret": "s"})
    with tempfile.TemporaryFile() as file:
        tracemalloc.start()
        try:
            Export(redis).write(file)
            with Backup(file) as found:
                restore.restore(found, empty)
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert file.seek(0, 2) > 12_000_000
    assert most < 6_000_000, "not all of a log is held at once"
    assert entries_of(empty, key("log", "long")) == entries_of(redis, key("log", "long"))


def test_a_store_with_records_is_refused_and_stays_as_it_was(filled: Record, redis: Any) -> None:
    raw, before = export(redis), holds(redis)
    with pytest.raises(BackupError, match=r"not empty.*--into-nonempty"):
        restore_file(raw, redis)
    assert holds(redis) == before


def test_what_is_there_at_least_as_far_is_skipped_and_what_is_missing_is_added(filled: Record, redis: Any) -> None:
    raw = export(redis)
    lost = next(record for record in Export(redis).records if record != filled.id)
    player = filled.get("").json["seats"][0]["player"]
    redis.delete(key("player", player))
    before = holds(redis)
    redis.delete(*[key(what, lost) for what in ("log", "head", "keys", "secrets")])
    filled.seat_token(0)  # this one went on
    went_on = redis.xlen(key("log", filled.id))
    report = restore_file(raw, redis, into_nonempty=True)
    assert (report.known, report.counts["records"]) == (2, 3)
    assert redis.xlen(key("log", filled.id)) == went_on
    assert entries_of(redis, key("log", lost)) == before[key("log", lost)]
    assert redis.get(key("player", player)) is None, "a name that was erased since does not come back"


def test_another_record_under_an_id_of_the_file_refuses_all_of_it(filled: Record, redis: Any, empty: Any) -> None:
    raw = export(redis)
    restore_file(raw, empty)
    lost = next(record for record in Export(redis).records if record != filled.id)
    name = key("log", filled.id)
    last = empty.hget(key("head", filled.id), "version").decode()
    entry = json.loads(empty.xrange(name, min=f"{last}-0")[0][1][b"e"]) | {"by": "somebody"}
    empty.xdel(name, f"{last}-0")
    empty.delete(key("head", lost))
    empty.xadd(name, {"e": json.dumps({**entry, "hash": "0" * 64})}, id=f"{last}-1")
    before = holds(empty)
    with pytest.raises(BackupError, match=f"records that differ between.*: 1: {filled.id}"):
        restore_file(raw, empty, into_nonempty=True)
    assert holds(empty) == before


def test_no_record_is_half_restored(filled: Record, redis: Any, empty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = export(redis)
    appear, done = restore._Stage.appear, []

    def some(stage: Any, script: Any, whole: Any) -> None:
        if len(done) == 1:
            raise client_of.ConnectionError("the store is gone")
        done.append(appear(stage, script, whole))

    monkeypatch.setattr(restore._Stage, "appear", some)
    with pytest.raises(client_of.ConnectionError):
        restore_file(raw, empty)
    assert len(Export(empty).records) == len(list(empty.scan_iter("mb:*:log:*"))) - len(
        list(empty.scan_iter("mb:*:stage:*:log:*"))
    )
    assert len(Export(empty).records) == 1
    monkeypatch.undo()
    assert restore_file(raw, empty, into_nonempty=True).known == 1
    mended = {name: value for name, value in holds(empty).items() if ":stage:" not in name}
    assert mended == holds(redis)
    assert all(0 < empty.ttl(name) <= 3600 for name in empty.scan_iter("mb:*:stage:*")), "the rest goes by itself"


_written: list[bytes] = []


@pytest.fixture
def raw(request: pytest.FixtureRequest) -> bytes:
    """The file of a filled store: written once, and anew for a test that asks for the store beside it."""
    if not _written or {"filled", "service"} & set(request.fixturenames):
        request.getfixturevalue("filled")
        _written[:] = [export(request.getfixturevalue("redis"))]
    return _written[0]


def refused(raw: bytes, empty: Any, *says: str) -> None:
    with pytest.raises(BackupError, match=says[0]) as caught:
        restore_file(raw, empty)
    assert all(words in str(caught.value) for words in says[1:])
    assert caught.value.says["es"]
    assert empty.dbsize() == 0


def test_a_file_cut_off_anywhere_is_refused(raw: bytes, empty: Any) -> None:
    lines = raw.index(b"\n") + 1, raw.rindex(b"\n", 0, -1) + 1
    for at in (len(raw) - 1, len(raw) - 40, len(raw) // 2, len(raw) // 3, *lines):
        refused(raw[:at], empty, "cut off at line")
    packed = gzip.compress(raw)
    for at in (len(packed) - 1, len(packed) - 9, len(packed) // 2):
        refused(packed[:at], empty, "cut off at line")


def test_a_changed_byte_is_refused_wherever_it_stands(raw: bytes, empty: Any) -> None:
    for at in (*range(0, len(raw), max(1, len(raw) // 150)), *range(len(raw) - 120, len(raw))):
        with pytest.raises(BackupError):
            Backup(io.BytesIO(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]))
    packed = gzip.compress(raw)
    for at in (len(packed) // 2, len(packed) - 6):
        refused(packed[:at] + bytes([packed[at] ^ 0x10]) + packed[at + 1 :], empty, "changed or damaged|cut off")


def test_an_entry_changed_by_hand_is_named_with_its_record(raw: bytes, empty: Any, filled: Record) -> None:
    lines = raw.splitlines()
    at = next(n for n, line in enumerate(lines) if b'"place_castle"' in line)
    lines[at] = re.sub(rb'"col":\d', b'"col":9', lines[at])
    refused(sealed(lines[:-1]), empty, rf"line {at + 1}: record \w+, entry \d+: its hash is not that of its bytes")


@pytest.mark.parametrize(("change", "says"), [
    (lambda lines: [lines[0], *lines[2:-1]], "do not match its content|no place|outside"),
    (lambda lines: [*lines[:-1], lines[-2]], "do not match its content"),
    (lambda lines: [*lines[:-1], b'{"kind":"player","player":"x"}'], "do not match its content|no 'player'"),
    (lambda lines: [*lines[:-1], b'{"kind":"pawn"}'], "'pawn' is not allowed there"),
    (lambda lines: [*lines[:-1], b"[]"], "no JSON object"),
    (lambda lines: [*lines[:-1], b"[" * 100_000], "no JSON object"),
    (
        lambda lines: [*lines[:-1], b'{"kind":"box","box":"00","bytes":"{}"}'],
        "a box whose content does not match its hash",
    ),
    (lambda lines: [*lines[:-1], b'{"kind":"token","token":{"id":"x"}}'], "an invalid token"),
    (lambda lines: [*lines[:-1], b'{"kind":"record","record":"r","fields":{}}'], "record r is incomplete"),
    (lambda lines: [*lines[:-1], b'{"kind":"record","record":"}:x:{","fields":{}}'], "begins in the wrong place"),
    (lambda lines: [*lines[:-1], b'{"kind":"record","record":"r","fields":{"removed":"x"}}'], "without its owner"),
    (lambda lines: [*lines[:-1], b'{"kind":"record","record":"r","fields":{"owner":5}}'], "without its owner"),
    (lambda lines: [*lines[:-1], b'{"kind":"player","player":"p","profile":{"name":5}}'], "an invalid player"),
    (lambda lines: [*lines[:-1], b'{"kind":"player","player":"p","profile":[]}'], "an invalid player"),
    (lambda lines: [*lines[:-1], b'{"kind":"secret","secret":""}'], "an invalid secret"),
    (lambda lines: [*lines[:-1], b'{"kind":"secret","secret":true}'], "an invalid secret"),
    (lambda lines: [_swapped(line, "keys", {}) for line in lines[:-1]], "a 'keys' is not allowed there"),
    (
        lambda lines: [re.sub(rb'"value":[^,}]+', b'"value":1.5', line) for line in lines[:-1]],
        "a 'secrets' is not allowed there",
    ),
    (lambda lines: [*lines[:-1], b'{"kind":"secret","secret":{"0":["zz"]}}'], "an invalid secret"),
    (lambda lines: [*lines[:-1], b'{"kind":"tombstone","record":"r","tombstone":{}}'], "no tombstone"),
    (lambda lines: [line.replace(b'"eyes":["', b'"eyes":["all ') for line in lines[:-1]], "is not allowed there"),
    (lambda lines: [line for line in lines[:-1] if b'"whole"' not in line], "begins in the wrong place"),
    (lambda lines: [lines[0], *[b'{"kind":"entry","entry":{}}'], *lines[1:-1]], "an entry outside a record"),
])  # fmt: skip
def test_a_file_that_hangs_together_wrongly_is_refused(raw: bytes, empty: Any, change: Any, says: str) -> None:
    refused(sealed(change(raw.splitlines())), empty, says)


def test_what_stands_behind_the_end_is_refused(raw: bytes, empty: Any) -> None:
    refused(raw + b"{}\n", empty, "after the end")
    refused(raw + b"\n", empty, "after the end")
    refused(raw + raw, empty, "after the end")


@pytest.mark.parametrize(("version", "says"), [
    (1, "format 1, from before Movebook's first release.*movebook export ID --format text"),
    (5, "later version of Movebook wrote it: its format is 5"),
])  # fmt: skip
def test_a_format_that_is_not_read_says_what_to_do(raw: bytes, empty: Any, version: int, says: str) -> None:
    refused(raw.replace(b'"format_version":3', f'"format_version":{version}'.encode(), 1), empty, says)


def test_the_service_keeps_its_key_where_its_store_is_carried(raw: bytes, service: Service, empty: Any) -> None:
    before = identity.described(service.log.store)
    identity.rotate(service.log.store)
    file = io.BytesIO()
    at = Export(service.log.store).write(file).at
    restore_file(file.getvalue(), empty)
    told = identity.described(empty)
    assert told["key"] == identity.own_id(service.log.store)
    assert [one["key"] for one in told["former"]] == [before["key"]]
    assert [one["restored"] for one in told["origin"]] == [None, at]
    assert told["origin"][:1] == before["origin"]


def test_another_file_is_not_a_store(empty: Any) -> None:
    for other in (b"", b"# game: kingdoms\n", b'{"format": "movebook-record"}', gzip.compress(b"hello")):
        refused(other, empty, "not a store file")


@pytest.mark.parametrize("filling", [b'{"kind":"left_out","what":""}\n', b" ", b"\n"][: cases(1, 3)])
def test_a_file_packed_a_thousandfold_is_not_unpacked(raw: bytes, empty: Any, filling: bytes) -> None:
    head = raw.splitlines(keepends=True)[0]
    packed = gzip.compress(head + filling * (200_000_000 // len(filling)), 9)
    assert len(packed) < 1_000_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    refused(packed, empty, "unpacks to more than 100 times its size|no JSON object")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_a_line_without_an_end_is_not_read_into_memory(raw: bytes, empty: Any) -> None:
    refused(raw.splitlines(keepends=True)[0] + b"x" * (reader.LONGEST_LINE + 10), empty, "longer than")


def test_a_damaged_record_keeps_its_sound_part_and_is_named(filled: Record, redis: Any, empty: Any) -> None:
    redis.xdel(key("log", filled.id), "9-0")
    out = io.BytesIO()
    report = Export(redis).write(out)
    assert len(report.left_out) == 1
    assert f"record {filled.id} from version 9 on: entry 9" in report.left_out[0]
    told = restore_file(out.getvalue(), empty)
    assert told.left_out == report.left_out
    log = Log(empty)
    assert log.head(filled.id).version == len(log.read(filled.id)) == 8
    assert all(version <= 8 for version in log.secrets(filled.id))


def test_keys_that_nobody_knows_are_named(filled: Record, redis: Any) -> None:
    redis.set(f"mb:{{{shard('x')}}}:trophies:x", "1")
    report = Export(redis).write(io.BytesIO())
    assert report.left_out == ["keys of a kind that this Movebook does not know: 1: trophies"]
    redis.set("somebody else's", "1")
    assert len(Export(redis).write(io.BytesIO()).left_out) == 1


def test_every_key_that_a_store_has_is_carried_or_comes_back(filled: Record, redis: Any, project: Any) -> None:
    for record in Export(redis).records:
        project(record)
    note = filled.api.post(f"{filled.path}/notes", {"text": "late"}, {"If-Match": f'"{filled.version}"'})
    assert texts.erase(Log(redis), filled.id, note.json["version"], "text")
    filled.api.client.get("/readyz")
    assert Export(redis).write(io.BytesIO()).left_out == []
