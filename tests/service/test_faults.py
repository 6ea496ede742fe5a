"""Each fault that a service can meet, caused on real servers: it says so, refuses, halves nothing, and comes back."""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis as client
import requests

from engines.kernel import canonical
from service.api.web.http import Service
from service.config import Settings
from service.record.derived import projections
from service.record.state import quarantine
from service.store import binaries, chain
from service.store.connect import connect
from service.store.keys import key
from service.store.log import Log, VersionConflictError
from tests.kill.processes import Up
from tests.long import cases, long_only
from tests.service.conftest import Api, Json, gauges_of
from tests.service.conftest import Record as ApiRecord
from tests.service.test_worker import SEATS, a_game, wait_until
from worker import rebuild
from worker.sweep import Sweep

MOVES = a_game(plies=40)


class Table:
    def __init__(self, up: Up) -> None:
        self.up = up
        self.session = requests.Session()
        self.session.trust_env = False
        body = {"game": "kingdoms", "seats": [{"colour": seat} for seat in SEATS], "visibility": "public"}
        self.id: str = self.post("/records", body).json()["id"]
        self.version = 1

    def post(self, path: str, body: Json, **headers: str) -> requests.Response:
        sent = {"Authorization": f"Bearer {self.up.token}", **headers}
        return self.session.post(f"{self.up.url}/v1{path}", json=body, headers=sent, timeout=60)

    def get(self, path: str) -> requests.Response:
        return self.session.get(self.up.url + path, timeout=60)

    def move(self) -> requests.Response:
        """The next move of the game, by its own key; it is the next one until it is acknowledged."""
        headers = {"If-Match": f'"{self.version}"', "Idempotency-Key": f"move {self.version}"}
        answer = self.post(f"/records/{self.id}/moves", MOVES[self.version - 1], **headers)
        if answer.status_code == 201:
            assert answer.json()["version"] == self.version + 1
            self.version += 1
        return answer

    def play(self, count: int) -> None:
        for _ in range(count):
            answer = self.move()
            assert answer.status_code == 201, answer.text

    def refused(self) -> Json:
        """The next move, which must be refused for the store's sake."""
        answer = self.move()
        assert answer.status_code == 503, answer.text
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert int(answer.headers["Retry-After"]) > 0
        said: Json = answer.json()
        assert said["type"] == "urn:movebook:problem:store-out-of-reach"
        return said

    def ready(self) -> tuple[int, Json]:
        answer = self.get("/readyz?workers=1")
        assert answer.ok or int(answer.headers["Retry-After"]) > 0
        return answer.status_code, answer.json()["checks"]

    def level(self) -> bool:
        """Whether the service is ready and the record's replay is at its head."""
        with contextlib.suppress(requests.RequestException):
            if self.get("/readyz?workers=1").ok:
                replay = self.get(f"/v1/records/{self.id}/replay")
                return replay.status_code == 200 and replay.json()["version"] == self.version
        return False

    def comes_back(self) -> None:
        """Without a hand: moves are acknowledged again, readiness and replay follow, and all is whole."""
        wait_until(lambda: self.move().status_code == 201)
        self.play(2)
        wait_until(self.level)
        store = connect(self.up.store_url)
        entries = Log(store).read(self.id)
        chain.check(entries)
        assert len(entries) == self.version
        store.close()

    def bytes(self) -> dict[str, Any]:
        """What is written of the record, beside what is derived."""
        store = connect(self.up.store_url)
        found = {
            "log": store.xrange(key("log", self.id)),
            **{what: store.hgetall(key(what, self.id)) for what in ("head", "keys", "secrets")},
        }
        store.close()
        return found


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """A whole service, for the faults that leave nothing behind."""
    made = Up(tmp_path_factory.mktemp("up") / "data")
    made.start()
    yield made
    assert made.stop() == 0


@pytest.fixture
def table(up: Up) -> Table:
    made = Table(up)
    made.play(5)
    return made


@contextlib.contextmanager
def setting(up: Up, **settings: str | int) -> Iterator[None]:
    store = client.Redis.from_url(up.store_url)
    before = {name: store.config_get(name)[name] for name in (n.replace("_", "-") for n in settings)}
    for name, value in settings.items():
        store.config_set(name.replace("_", "-"), value)
    try:
        yield
    finally:
        for name, value in before.items():
            store.config_set(name, value)
        store.close()


def test_a_store_out_of_memory_refuses_writes_and_goes_on_reading(table: Table) -> None:
    before = table.bytes()
    with setting(table.up, maxmemory=1):
        assert table.refused()["detail"] == "nothing was written (memory limit reached); try again"
        status, checks = table.ready()
        assert status == 503
        assert checks["log"]["status"] == "takes no writes"
        assert checks["log"]["detail"].startswith("memory limit reached: ")
        assert table.get(f"/v1/records/{table.id}/state").status_code == 200
        opening = table.post("/records", {"game": "kingdoms", "seats": [{"colour": seat} for seat in SEATS]})
        assert opening.status_code == 503
        time.sleep(2.5)  # the worker and its sweep meet it, too
        assert table.bytes() == before
    table.comes_back()


def test_a_store_that_misses_its_replicas_refuses_writes(table: Table) -> None:
    before = table.bytes()
    with setting(table.up, min_replicas_to_write=1):
        table.refused()
        assert table.ready()[0] == 503
        assert table.get(f"/v1/records/{table.id}/state").status_code == 200
        time.sleep(1.5)
        assert table.bytes() == before
    table.comes_back()


def test_a_store_that_became_a_replica_is_read_only(table: Table) -> None:
    before = table.bytes()
    store = client.Redis.from_url(table.up.store_url)
    store.replicaof("127.0.0.1", 1)
    try:
        table.refused()
        assert table.ready()[0] == 503
        assert table.bytes() == before
    finally:
        store.replicaof("NO", "ONE")
        store.close()
    table.comes_back()


def test_a_log_that_cannot_be_reached_at_the_start_is_named(tmp_path: Path) -> None:
    up = Up(tmp_path / "data", {"MOVEBOOK_LOG_URL": f"unix://{tmp_path}/none?db=0"})
    with pytest.raises(RuntimeError, match="did not come up"):
        up.start()
    assert up.stop() == 1
    words = up.words.read_text()
    assert "movebook: the store is unavailable" in words
    assert "Traceback" not in words


def test_a_store_that_is_killed_comes_back_and_takes_the_same_move_once(table: Table) -> None:
    before = table.bytes()
    seen = []
    for _ in range(3):
        assert table.up.kill("store")
        answer = table.move()
        seen.append(answer.status_code)
        assert answer.status_code in {201, 503}
        assert answer.status_code == 201 or answer.headers["Retry-After"]
    table.comes_back()
    after = table.bytes()
    assert after["log"][:6] == before["log"]


def test_a_store_that_forgets_its_scripts_at_the_worst_moment_is_given_them_with_the_call(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(*_: Any) -> Any:
        raise client.exceptions.NoScriptError

    monkeypatch.setattr(service.log.store, "evalsha", forgetful)
    record = recorder.open(*SEATS).play(MOVES[:2])
    assert len(service.log.read(record.id)) == 3


def test_a_repeated_append_is_one_append(recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorder.open(*SEATS).play(MOVES[:1])
    real, sent = service.log._append, list[Any]()

    def repeated(**call: Any) -> Any:
        sent.append(call)
        real(**call)
        return real(**call)

    monkeypatch.setattr(service.log, "_append", repeated)
    record.play(MOVES[1:2])
    monkeypatch.undo()
    record.play(MOVES[2:3])
    assert real(**sent[0]) == [b"ok", 3, 3], "also when others have written since"
    assert len(service.log.read(record.id)) == 4
    # The same bytes in an append of their own are somebody else's, who came too late.
    entry = service.log.read(record.id, 2)[0]
    with pytest.raises(VersionConflictError):
        service.log.append(record.id, 2, [(canonical.dumps(entry), None)], entry)


def full(folder: Path, leave: int = 0) -> Path:
    """Fill the disk of a folder to the last byte, or but for some; the file that does."""
    filler = folder / "filler"
    with filler.open("ab", buffering=0) as file:
        disk = os.statvfs(folder)
        if leave:
            os.posix_fallocate(file.fileno(), 0, disk.f_bavail * disk.f_frsize - leave)
            return filler
        size = 1 << 20
        while size:
            try:
                file.write(b"x" * size)
            except OSError:
                size //= 2
    return filler


@long_only
@pytest.mark.slow
def test_a_disk_about_to_be_full_is_read_and_not_written(disk: Callable[[int], Path]) -> None:
    up = Up(disk(64))
    up.start()
    try:
        table = Table(up)
        table.play(5)
        wait_until(table.level)
        before = table.bytes()
        filler = full(up.data, leave=8 << 20)
        wait_until(lambda: table.ready()[0] == 503)
        assert "(disk almost full" in table.refused()["detail"]
        assert table.ready()[1]["log"]["status"] == "takes no writes"
        assert table.get(f"/v1/records/{table.id}/replay?eyes=public").status_code == 200
        assert table.bytes() == before
        # Killed and started again meanwhile, it is as it was.
        up.kill("store")
        wait_until(lambda: table.get(f"/v1/records/{table.id}/replay?eyes=public").status_code == 200)
        table.refused()
        # So is the whole of it.
        assert up.stop() == 0
        up.start()
        assert table.get(f"/v1/records/{table.id}/replay?eyes=public").status_code == 200
        table.refused()
        filler.unlink()
        table.comes_back()
        assert table.bytes()["log"][:6] == before["log"]
        assert "Writes are refused" in up.words.read_text()
    finally:
        assert up.stop() == 0


@pytest.mark.slow
def test_a_full_disk_halves_nothing_and_with_room_all_goes_on(disk: Callable[[int], Path], tmp_path: Path) -> None:
    # A server that somebody else keeps running, as a unit of the system would: nobody looks at its disk.
    folder = disk(8)
    server = next(binaries.candidates(None, []))
    path = Path("/tmp") / f"movebook-log-{os.getpid()}"
    command = [str(server.path), "--port", "0", "--unixsocket", str(path), "--save", "", "--dir", str(folder)]
    command += ["--appendonly", "yes", "--appendfsync", "always"]
    ended = threading.Event()

    def keep() -> None:
        while not ended.is_set():
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            while process.poll() is None and not ended.is_set():
                time.sleep(0.05)
            process.terminate()
            process.wait()
            time.sleep(0.3)

    keeper = threading.Thread(target=keep)
    keeper.start()
    wait_until(path.is_socket)
    up = Up(tmp_path / "up", {"MOVEBOOK_LOG_URL": f"unix://{path}?db=0"})
    up.start()
    try:
        table = Table(up)
        table.play(5)
        wait_until(table.level)
        before = table.bytes()
        filler = full(folder)
        refused = 0
        while refused < 5:
            # The last page of the server's file may have room for another entry, and then it is kept.
            answer = table.move()
            assert answer.status_code in {201, 503}, answer.text
            refused += answer.status_code == 503
        filler.unlink()
        table.comes_back()
        assert table.bytes()["log"][:6] == before["log"]
    finally:
        assert up.stop() == 0
        ended.set()
        keeper.join()
        path.unlink(missing_ok=True)


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """A queue's server at an address of its own, to be started as often as it is killed."""
    server = next(binaries.candidates(None, []))
    path = Path("/tmp") / f"movebook-queue-{os.getpid()}"
    command = [str(server.path), "--port", "0", "--unixsocket", str(path), "--save", "", "--dir", str(tmp_path)]
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
        wait_until(path.is_socket)
        return started[-1]

    start.path = path  # type: ignore[attr-defined]
    yield start
    for process in started:
        process.kill()
        process.wait()
    path.unlink(missing_ok=True)


@pytest.mark.slow
def test_a_queue_out_of_reach_costs_no_move_and_when_it_is_back_nothing_lags(tmp_path: Path, queue: Any) -> None:
    process = queue()
    up = Up(tmp_path / "up", {"MOVEBOOK_QUEUE_URL": f"unix://{queue.path}?db=0"})
    up.start()
    try:
        table = Table(up)
        table.play(3)
        wait_until(table.level)
        process.kill()
        process.wait()
        table.play(10)
        status, checks = table.ready()
        assert status == 503
        assert (checks["log"]["status"], checks["workers"]["status"]) == ("ok", "out of reach")
        assert table.get(f"/v1/records/{table.id}/replay").status_code == 202
        queue()  # and it has forgotten everything
        wait_until(table.level)
    finally:
        assert up.stop() == 0


def test_a_sweep_of_the_future_or_of_an_hour_ago_is_none(recorder: Api, service: Service) -> None:
    queue = service.dispatcher.connection
    Sweep(service.log, queue).once()
    assert recorder.client.get("/readyz?workers=1").json["checks"]["workers"]["status"] == "ok"
    for at, age in ((time.time() + 3600, 0), (time.time() - 3600, 3600)):
        queue.set("mb:sweep", json.dumps({**json.loads(queue.get("mb:sweep")), "at": at}))
        assert recorder.client.get("/readyz?workers=1").json["checks"]["workers"]["status"] == "none"
        assert age <= gauges_of(service)["movebook_sweep_age_seconds"] < age + 60


def rewrite(service: Service, record: str, change: Callable[[int, bytes], bytes | None]) -> list[bytes]:
    """Write a log anew, each entry as ``change`` gives it (None leaves it out); what stood there."""
    name = key("log", record)
    rows = service.log.store.xrange(name)
    service.log.store.delete(name)
    for version, (row, fields) in enumerate(rows, 1):
        raw = change(version, fields[b"e"])
        if raw is not None:
            service.log.store.xadd(name, {"e": raw}, id=row)
    return [fields[b"e"] for _, fields in rows]


def forged(version: int, raw: bytes) -> bytes | None:
    return raw.replace(b'"seat":', b'"seat":1') if version == 5 else raw


DAMAGES: dict[str, tuple[Callable[[int, bytes], bytes | None], int, str]] = {
    "an entry that was changed": (forged, 4, "its hash is not that of its bytes"),
    "an entry that is missing": (lambda v, raw: None if v == 5 else raw, 4, "version 6 stands in its place"),
    "bytes that are no entry": (lambda v, raw: raw[:20] if v == 5 else raw, 4, "its bytes are no entry"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_is_marked_and_keeps_its_good_part(recorder: Api, service: Service, damage: str) -> None:
    change, good, reason = DAMAGES[damage]
    record, other = recorder.open(*SEATS).play(MOVES[:9]), recorder.open(*SEATS).play(MOVES[:3])
    was = rewrite(service, record.id, change)
    sweep = Sweep(service.log, service.dispatcher.connection)
    assert sweep.once() == 2
    for id_ in (record.id, other.id):
        service.lives.drop(id_)
        projections.project_or_quarantine(service.log, service.lives, id_)
    assert projections.place(service.log, record.id).version == good
    note = quarantine.notes(service.log.store, record.id)["public"]
    assert note.version == good + 1
    assert reason in note.what
    assert len(projections.replay(service.log, record.id)[1]) == good - 1
    # It is said, and the rest of the service is ready.
    assert sweep.once() == 0
    ready = recorder.client.get("/readyz")
    assert ready.status_code == 200
    assert gauges_of(service)["movebook_records_set_aside"] == 1
    replay = record.get("/replay", eyes="public")
    assert (replay.status_code, replay.content_type) == (409, "application/problem+json")
    assert (replay.json["type"], replay.json["version"]) == ("urn:movebook:problem:set-aside", good)
    assert reason in replay.json["detail"]
    assert other.get("/replay", eyes="public").status_code == 200
    # Mended and rebuilt, it is as if nothing had been.
    service.log.store.delete(key("log", record.id))
    for version, raw in enumerate(was, 1):
        service.log.store.xadd(key("log", record.id), {"e": raw}, id=f"{version}-0")
    assert rebuild.rebuild(service.log, service.lives, record.id) == 10
    assert quarantine.list_all(service.log.store) == {}
    assert record.get("/replay", eyes="public").status_code == 200
    assert sweep.once() == 0
    assert gauges_of(service)["movebook_records_set_aside"] == 0


@long_only
@pytest.mark.slow
def test_a_request_under_way_at_the_end_is_answered_and_what_it_wrote_is_kept(tmp_path: Path) -> None:
    up = Up(tmp_path / "data")
    up.start()
    tables = [Table(up) for _ in range(4)]
    answers: list[list[Any]] = [[] for _ in tables]
    stopping = threading.Event()

    def write(table: Table, seen: list[Any]) -> None:
        while table.version < len(MOVES):
            try:
                said: int | str = table.move().status_code
            except requests.RequestException as error:
                said = type(error).__name__
            seen.append((stopping.is_set(), said))
            if isinstance(said, str):
                return

    threads = [threading.Thread(target=write, args=pair) for pair in zip(tables, answers, strict=True)]
    for thread in threads:
        thread.start()
    wait_until(lambda: all(answers))
    assert up.process is not None
    stopping.set()
    up.process.terminate()
    for thread in threads:
        thread.join()
    assert up.stop() == 0
    for seen in answers:
        assert {said for stopped, said in seen if not stopped} <= {201}
    words = up.words.read_text()
    assert "Traceback" not in words, words
    up.start()
    for table in tables:
        assert table.get(f"/v1/records/{table.id}").json()["version"] == table.version
    assert up.stop() == 0


SLOW = """
import time
from pathlib import Path
from worker import jobs
from worker.__main__ import main

project = jobs.project

def slow(record):
    Path({began!r}).touch()
    time.sleep(1)
    Path({ended!r}).write_text(str(project(record)))

jobs.project = slow
main()
"""


@pytest.mark.slow
def test_a_stopped_worker_finishes_its_job(recorder: Api, service: Service, settings: Settings, tmp_path: Path) -> None:
    began, ended = tmp_path / "began", tmp_path / "ended"
    program = SLOW.format(began=str(began), ended=str(ended))
    record = recorder.open(*SEATS)
    environment = os.environ | settings.environment()
    process = subprocess.Popen([sys.executable, "-c", program], env=environment)
    try:
        wait_until(began.exists)
        process.terminate()
        assert process.wait(60) == 0
        assert ended.read_text() == "1"
        assert projections.place(service.log, record.id).version == 1
    finally:
        process.kill()
        process.wait()


REGISTERING = """
import os, signal
from worker.__main__ import Worker, main

register = Worker.register_birth

def stopped(self):
    register(self)
    os.kill(os.getpid(), signal.{name})

Worker.register_birth = stopped
main()
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"][: cases(1, 2)])
def test_a_worker_asked_to_stop_while_it_registers_ends_well(redis: Any, settings: Settings, name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", REGISTERING.format(name=name)], env=os.environ | settings.environment(), timeout=60,
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


@long_only
def test_a_worker_outlives_a_readonly_queue(recorder: Api, service: Service, worker: subprocess.Popen[bytes]) -> None:
    record: ApiRecord = recorder.open(*SEATS)
    wait_until(lambda: projections.place(service.log, record.id).version == 1)
    service.log.store.config_set("min-replicas-to-write", 1)
    time.sleep(2.5)
    service.log.store.config_set("min-replicas-to-write", 0)
    record.play(MOVES[:3])
    wait_until(lambda: projections.place(service.log, record.id).version == 4)
    assert worker.poll() is None
