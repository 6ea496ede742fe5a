"""A record is taken out of the store whole and at once, whatever happens to it at that moment; a tombstone says so."""

import contextlib
import io
import itertools
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from service.access import tokens
from service.access.eyes import PUBLIC
from service.api.app import create_app
from service.api.web.http import Service
from service.record.backup.reader import Backup
from service.record.derived import feed, lists, projections, queue, removal
from service.record.state import quarantine
from service.record.state.cache import RecordCache
from service.store.keys import key
from service.store.log import RecordNotFoundError, RecordRemovedError
from tests.service.conftest import Api, As, Record
from tests.service.record.backup.test_backup import empty, export, restore_file, second
from tests.service.record.state.test_quarantine import READS
from tests.service.test_worker import SEATS, a_game
from worker import rebuild

__all__ = ["empty", "second"]

FILE = {"Content-Type": "application/json"}
BODY = {"game": "kingdoms", "seats": [{"colour": colour, "name": f"P {colour}"} for colour in SEATS],
        "visibility": "public", "occasion": {"league": "l", "event": "e", "refs": {"site": "7"}}}  # fmt: skip


@pytest.fixture
def record(recorder: Api, service: Service) -> Record:
    """A public record with all that a record can have: names, league, secrets, links, keys, looks, projections."""
    opened = recorder.post("/records", BODY, {"Idempotency-Key": "opens"})
    made = Record(recorder, opened.json["id"])
    made.seat_token(1)
    for move in a_game(plies=70):
        assert made.move({"Idempotency-Key": f"move {made.version}"}, **move).status_code == 201
    admin = Api(recorder.client, tokens.create(service.log.store, "admin"))
    assert made.by(admin).get("/state", eyes="judge").status_code == 200
    projections.project_or_quarantine(service.log, service.lives, made.id)
    queue.enqueue(service.dispatcher.connection, made.id)
    return made


def remove(service: Service, record: str) -> removal.Removed:
    return removal.remove(service.log, service.dispatcher.connection, record)


def named_in(client: Any, record: str) -> dict[str, Any]:
    """Every key of a store that has to do with a record, with what in it does."""
    found: dict[str, Any] = {}
    for name in client.scan_iter(match="*", count=1000):
        kind = client.type(name).decode()
        if record in name.decode():
            found[name.decode()] = kind
            continue
        reads: dict[str, Callable[[], Any]] = {
            "string": lambda name=name: [client.get(name)],
            "hash": lambda name=name: [part for pair in client.hgetall(name).items() for part in pair],
            "zset": lambda name=name: client.zrange(name, 0, -1),
            "set": lambda name=name: client.smembers(name),
            "list": lambda name=name: client.lrange(name, 0, -1),
            "stream": lambda name=name: [v for _, fields in client.xrange(name) for v in fields.values()],
        }
        inside = [value for value in reads[kind]() if record.encode() in value]
        if inside:
            found[name.decode()] = inside
    return found


def left(service: Service, record: str) -> set[str]:
    """What is left of a record, but for its tombstone, its lines in feeds and the tokens that were bound to it."""
    service.dispatcher.settle()
    for each in queue.take(service.dispatcher.connection, 100):
        with contextlib.suppress(RecordNotFoundError):
            projections.project_or_quarantine(service.log, service.lives, each)
    mine = set(named_in(service.log.store, record)) | set(named_in(service.dispatcher.connection, record))
    return {name for name in mine if ":token:" not in name and ":feed" not in name} - {
        key("head", record),
        key("tokens", record),
    }


def test_nothing_is_left_but_a_tombstone(record: Record, recorder: Api, service: Service) -> None:
    other = recorder.open(*SEATS, visibility="public").play(a_game(plies=3))
    projections.project_or_quarantine(service.log, service.lives, other.id)
    noted = recorder.post(f"{record.path}/notes", {"text": "late"}, {"If-Match": f'"{record.version}"'}).json["version"]
    assert recorder.delete(f"{record.path}/texts/{noted}/text").status_code == 204
    assert recorder.post(f"{record.path}/codes", {"scope": "record"}).status_code == 201
    projections.project_or_quarantine(service.log, service.lives, record.id)
    parts = {name.split(":")[2] for name in named_in(service.log.store, record.id) if name.endswith(record.id)}
    assert parts == {*removal.PARTS, "head", "tokens"} - {"aside", "snapshots", "statements"}
    head = service.log.head(record.id)
    assert left(service, other.id) > set()
    done = remove(service, record.id)
    assert left(service, record.id) == set()
    assert (done.record, done.version, done.before) == (record.id, head.version, False)
    stone = service.log.store.hgetall(key("head", record.id))
    assert {name.decode() for name in stone} == {"removed", "was", "last", "private", "source"}
    assert (stone[b"was"], stone[b"last"]) == (str(head.version).encode(), head.hash.encode())
    # Another record is as it was.
    assert other.get("/replay", eyes="public").status_code == 200
    assert [shown["id"] for shown in recorder.get("/records").json["records"]] == [other.id]


def test_reads_are_told_that_it_was_removed(record: Record, anyone: Api, service: Service) -> None:
    remove(service, record.id)
    for look, reader in itertools.product(READS, (anyone, record.api)):
        path, _, query = look.partition("?")
        answer = reader.get(record.path + path, **dict(pair.split("=") for pair in query.split("&") if pair))
        assert (answer.status_code, answer.json["type"]) == (410, "urn:movebook:problem:record-removed")
    assert anyone.get(f"{record.path}/log").status_code == 410


def test_of_a_private_one_nobody_is_told_that_it_ever_was(recorder: Api, anyone: Api, service: Service) -> None:
    private = recorder.open(*SEATS, visibility="private")
    remove(service, private.id)
    for reader in (recorder, anyone):
        answer, never = private.by(reader).get(""), reader.get(f"/records/{'z' * 26}")
        assert (answer.status_code, answer.json["title"]) == (404, never.json["title"])


def test_writers_are_told_it_is_gone(record: Record, service: Service, settings: Any, as_: As) -> None:
    elsewhere = create_app(settings).test_client()
    bound = record.api.post(f"{record.path}/tokens", {"scope": "record", "label": "Ana's laptop"}).json["token"]
    theirs = Record(Api(elsewhere, bound), record.id, record.version)
    assert theirs.get("/state").status_code == 200
    remove(service, record.id)
    move = a_game(plies=71)[70]
    for writer in (record, theirs):
        for answer in (
            writer.move(**move),
            writer.move(query={"dry_run": "1"}, **move),
            writer.text("pass"),
            writer.api.post(f"{record.path}/secrets", {"name": "2", "tile": "dragon"}, {"If-Match": "*"}),
        ):
            assert answer.status_code == 410, answer.text
    assert record.api.post(f"{record.path}/tokens", {"scope": "seat", "seat": 0}).status_code == 410
    assert left(service, record.id) == set()
    labels = {token.label for token in tokens.list_tokens(service.log.store, record.id)}
    assert labels == {""}, "they may name somebody"


def test_no_key_and_no_file_brings_it_back(record: Record, recorder: Api, admin: Api, service: Service) -> None:
    file = record.get("/export").data
    remove(service, record.id)
    assert recorder.post("/records", BODY, {"Idempotency-Key": "opens"}).status_code == 410
    assert admin.post("/records/import", file, FILE, adopt=1).status_code == 410
    assert left(service, record.id) == set()


def test_removing_it_again_says_when_it_was(record: Record, service: Service) -> None:
    first = remove(service, record.id)
    again = remove(service, record.id)
    assert (again.at, again.version, again.before) == (first.at, first.version, True)
    with pytest.raises(RecordNotFoundError):
        remove(service, "z" * 26)
    assert service.log.store.exists(key("head", "z" * 26)) == 0
    with pytest.raises(RecordRemovedError):
        rebuild.rebuild(service.log, service.lives, record.id)
    assert record.id not in list(rebuild.records(service.log))


def test_another_try_finishes_it(record: Record, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:

        def cut(*_: Any) -> None:
            raise KeyboardInterrupt

        patch.setattr(lists, "take_out", cut)
        with pytest.raises(KeyboardInterrupt):
            remove(service, record.id)
    assert record.get("").status_code == 410
    assert any("{lists}" in name for name in left(service, record.id))
    assert remove(service, record.id).before
    assert left(service, record.id) == set()


def test_while_it_is_written_and_projected_nothing_half_is_left(recorder: Api, service: Service, settings: Any) -> None:
    for _ in range(8):
        record = recorder.open(*SEATS, visibility="public")
        answers: list[int] = []
        begun, over = threading.Event(), threading.Event()

        def write(record: Record = record, answers: list[int] = answers, begun: threading.Event = begun) -> None:
            app = create_app(settings)
            mine = record.by(Api(app.test_client(), record.api.token))
            for move in a_game():
                answers.append(mine.move(**move).status_code)
                begun.set()
                if answers[-1] != 201:
                    break
            app.extensions["movebook"].dispatcher.settle()

        def project(record: str = record.id, over: threading.Event = over) -> None:
            lives = RecordCache(service.log)
            while not over.is_set():
                with contextlib.suppress(RecordNotFoundError):
                    projections.project_or_quarantine(service.log, lives, record)

        threads = [threading.Thread(target=write), threading.Thread(target=project)]
        for thread in threads:
            thread.start()
        assert begun.wait(20)
        remove(service, record.id)
        threads[0].join(60)
        over.set()
        threads[1].join(60)
        assert set(answers[:-1]) == {201}
        assert answers[-1] in (201, 410), "the whole game may have been written before"
        assert left(service, record.id) == set()


def test_a_worker_about_to_write_does_not(record: Record, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    record.play(a_game(plies=72)[70:])
    index = feed.index

    def late(pipe: Any, *args: Any) -> None:
        monkeypatch.setattr(feed, "index", index)
        remove(service, record.id)
        index(pipe, *args)

    monkeypatch.setattr(feed, "index", late)
    with pytest.raises(RecordRemovedError):
        projections.project_or_quarantine(service.log, service.lives, record.id)
    assert left(service, record.id) == set()


def test_a_look_or_a_note_that_comes_late_leaves_nothing(record: Record, service: Service) -> None:
    remove(service, record.id)
    with pytest.raises(RecordRemovedError):
        service.log.note_look(record.id, "a" * 16, "frames.read_state")
    quarantine.put(service.log.store, record.id, PUBLIC, ValueError("x"))
    assert left(service, record.id) == set()
    assert quarantine.count(service.log.store) == 0


def test_an_import_that_was_staged_before_appears_no_more(
    record: Record, recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = record.get("/export").json
    secrets = {int(version): told for version, told in file["secrets"].items()}
    appear = service.log._appear
    removed: list[Any] = []

    def late(**asked: Any) -> Any:
        removed.append(remove(service, record.id))
        return appear(**asked)

    monkeypatch.setattr(service.log, "_appear", late)
    with pytest.raises(RecordRemovedError):
        service.log.create(record.id, file["entries"], secrets, {"owner": "x"}, "mark")
    assert removed
    assert left(service, record.id) == set()


def spoil_log(store: Any, record: str) -> None:
    store.delete(key("log", record))
    store.xadd(key("log", record), {"e": b"no entry"}, id="1-0")


@pytest.mark.parametrize("spoil", [
    lambda store, record: store.delete(key("head", record)),
    lambda store, record: store.delete(key("log", record)),
    spoil_log,
    lambda store, record: store.hset(key("place", record), "summary", b"{}"),
    lambda store, record: quarantine.put(store, record, PUBLIC, ValueError("x")),
    lambda store, record: (store.delete(key("secrets", record)), store.set(key("secrets", record), b"x")),
], ids=["no head", "no log", "no entries", "no summary", "in quarantine", "another kind of key"])  # fmt: skip
def test_whatever_state_it_is_in_it_can_be_removed(
    record: Record, service: Service, anyone: Api, spoil: Callable[[Any, str], object]
) -> None:
    spoil(service.log.store, record.id)
    remove(service, record.id)
    assert {name for name in left(service, record.id) if "{lists}" not in name} == set()
    assert anyone.get("/records").json["records"] == []
    assert anyone.get(record.path).status_code == 410


@pytest.fixture
def both(record: Record, recorder: Api, service: Service) -> tuple[Record, Record, bytes]:
    other = recorder.open(*SEATS).play(a_game(plies=2))
    return record, other, export(service.log.store)


def test_a_backup_carries_the_tombstone(both: tuple[Record, Record, bytes], service: Service, empty: Any) -> None:
    record, other, _ = both
    remove(service, record.id)
    report = restore_file(export(service.log.store), empty)
    assert (report.counts["records"], report.counts["tombstones"]) == (1, 1)
    assert empty.hgetall(key("head", record.id)) == service.log.store.hgetall(key("head", record.id))
    assert empty.hget(key("head", other.id), "version") == str(other.version).encode()


def test_an_older_backup_does_not_bring_it_back(both: tuple[Record, Record, bytes], service: Service) -> None:
    record, other, backup = both
    remove(service, record.id)
    service.log.store.delete(*[key(part, other.id) for part in ("head", "log", "secrets", "keys", "place")])
    report = restore_file(backup, service.log.store, into_nonempty=True)
    assert (report.removed, report.known) == (1, 0)
    assert record.get("").status_code == 410
    assert left(service, record.id) == set()
    assert service.log.head(other.id).version == other.version


def test_a_file_s_tombstone_removes_no_record(both: tuple[Record, Record, bytes], service: Service, empty: Any) -> None:
    record, _, backup = both
    restore_file(backup, empty)
    remove(service, record.id)
    report = restore_file(export(service.log.store), empty, into_nonempty=True)
    assert report.kept == [record.id]
    assert empty.hget(key("head", record.id), "version") == str(record.version).encode()


def test_a_backup_names_what_is_in_quarantine(record: Record, service: Service, empty: Any) -> None:
    quarantine.put(service.log.store, record.id, PUBLIC, ValueError("why"))
    raw = export(service.log.store)
    with Backup(io.BytesIO(raw)) as found:
        assert found.report.aside == [f"record {record.id} for public: ValueError: why"]
    restore_file(raw, empty)
    assert empty.xlen(key("log", record.id)) == record.version
    assert json.loads(raw.splitlines()[-1])["counts"]["records"] == 1
