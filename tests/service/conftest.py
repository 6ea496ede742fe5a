"""A real store for each test worker, the application on it, and a worker process where one is asked for."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakSet

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import ConnectionPool
from werkzeug.routing import Rule

from service.access import tokens
from service.api.app import create_app
from service.api.pages import offline
from service.api.web.http import Service
from service.config import Settings
from service.record import identity
from service.record.derived import projections
from service.record.derived.queue import Dispatcher
from service.run.gauges import Gauges
from service.store.connect import connect
from service.store.embedded import Store, open_store
from tests.api_contract import answers_match_contract
from tests.fixtures.cluster import Cluster

__all__ = ["answers_match_contract"]

Json = dict[str, Any]
T = TypeVar("T")

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell has what it starts in the background ignore Ctrl-C, and that would be inherited by all that is tested.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Embedded servers of this test worker's own; with MOVEBOOK_TEST_CLUSTER the log is on a cluster of its own."""
    settings = dataclasses.replace(Settings.load({}), data=tmp_path_factory.mktemp("data"))
    with contextlib.ExitStack() as stack:
        opened = stack.enter_context(open_store(settings))
        if os.environ.get("MOVEBOOK_TEST_CLUSTER"):
            masters = stack.enter_context(Cluster(tmp_path_factory.mktemp("cluster"), looked_after=True))
            opened = Store(masters.url, opened.queue_url)
        yield opened


@pytest.fixture
def settings(store: Store) -> Settings:
    unlimited = dataclasses.replace(Settings.load({}), rate=0, rate_address=0, rate_made=0, rate_family=0, cost=0)
    return dataclasses.replace(unlimited, log_url=store.log_url, queue_url=store.queue_url)


@pytest.fixture(scope="session")
def clients(store: Store) -> Iterator[tuple[Any, Any]]:
    with contextlib.closing(connect(store.log_url)) as log, contextlib.closing(connect(store.queue_url)) as queue:
        yield log, queue


@pytest.fixture(scope="session", autouse=True)
def _routes_compiled_once() -> Iterator[None]:
    """Compile what builds an address once for all applications: it is most of making one, and each test makes one."""
    compiled: dict[Any, Any] = {}
    compile_builder = Rule._compile_builder

    def cached(rule: Rule, append_unknown: bool = True) -> Any:  # noqa: FBT001, FBT002 - as the library declares it
        alike = rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown
        if alike not in compiled:
            compiled[alike] = compile_builder(rule, append_unknown)
        return compiled[alike]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", cached)
        yield


@contextlib.contextmanager
def noted(kind: type[T]) -> Iterator[WeakSet[T]]:
    """Note the objects of a class that are made meanwhile, as long as they are there."""
    made: WeakSet[T] = WeakSet()
    make = kind.__init__

    def make_and_note(self: T, *args: Any, **options: Any) -> None:
        make(self, *args, **options)
        made.add(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, "__init__", make_and_note)
        yield made


@pytest.fixture(scope="session")
def pools() -> Iterator[WeakSet[ConnectionPool]]:
    """Where the clients that tests make keep their connections."""
    with noted(ConnectionPool) as made:
        yield made


@pytest.fixture(autouse=True)
def _connections_closed(pools: WeakSet[ConnectionPool]) -> Iterator[None]:
    """Close the connections of the clients that a test made and that are still there.

    An application that nobody holds any more stays until the garbage collector runs, maybe in the middle of another
    test, which would then fail for the connections left open.
    """
    pools.clear()  # of clients that are made for more tests than this
    yield
    for pool in pools:
        pool.disconnect()


@pytest.fixture(scope="session")
def dispatchers() -> Iterator[WeakSet[Dispatcher]]:
    with noted(Dispatcher) as made:
        yield made


@pytest.fixture
def redis(clients: tuple[Any, Any], dispatchers: WeakSet[Dispatcher]) -> Iterator[Any]:
    """A client of the log's store, which is emptied before and after."""
    for each in clients:
        each.flushall()
    yield clients[0]
    # A record that is queued after the stores were emptied would wait in those of the next test.
    for dispatcher in dispatchers:
        dispatcher.settle()
    for each in clients:
        each.flushall()


@pytest.fixture
def app(settings: Settings, redis: Any) -> Flask:
    """The application on a store that holds the service's key alone, as ``movebook up`` makes it at the first start."""
    identity.private_key(redis)
    return create_app(settings)


@pytest.fixture
def service(app: Flask) -> Service:
    found: Service = app.extensions["movebook"]
    return found


def gauges_of(service: Service) -> dict[str, float]:
    found = Gauges(service.log.store, service.dispatcher.connection).collect()
    return {family.name: family.samples[0].value for family in found}


class Api:
    """The API with one token: paths below ``/v1``, JSON in and out."""

    def __init__(self, client: FlaskClient, token: str | None) -> None:
        self.client = client
        self.token = token

    def _headers(self, headers: Json | None) -> Json:
        mine = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return mine | (headers or {})

    def get(self, path: str, headers: Json | None = None, **query: Any) -> Any:
        return self.client.get(f"/v1{path}", headers=self._headers(headers), query_string=query)

    def post(self, path: str, body: Any = None, headers: Json | None = None, **query: Any) -> Any:
        sent = {"json": body} if body is None or isinstance(body, dict) else {"data": body}
        return self.client.post(f"/v1{path}", headers=self._headers(headers), query_string=query, **sent)

    def put(self, path: str, body: Any, headers: Json | None = None) -> Any:
        return self.client.put(f"/v1{path}", headers=self._headers(headers), json=body)

    def delete(self, path: str, headers: Json | None = None) -> Any:
        return self.client.delete(f"/v1{path}", headers=self._headers(headers))

    def open(self, *seats: str, game: str = "kingdoms", **more: Any) -> Record:
        answer = self.post("/records", {"game": game, "seats": [{"colour": seat} for seat in seats], **more})
        assert answer.status_code == 201, answer.text
        return Record(self, answer.json["id"])


As = Callable[[str | None], Api]
Project = Callable[[str], int]


@dataclasses.dataclass
class Record:
    """A record and the version its writer follows."""

    api: Api
    id: str
    version: int = 1

    @property
    def path(self) -> str:
        return f"/records/{self.id}"

    def move(self, headers: Json | None = None, query: Json | None = None, **move: Any) -> Any:
        """Post a move that follows the version last seen; the raw answer."""
        answer = self.api.post(
            f"{self.path}/moves", move, {"If-Match": f'"{self.version}"', **(headers or {})}, **(query or {})
        )
        if answer.status_code == 201:
            self.version = answer.json["version"]
        return answer

    def play(self, moves: Any) -> Record:
        for move in moves:
            answer = self.move(**move)
            assert answer.status_code == 201, answer.text
        return self

    def import_moves(self, moves: Any) -> Record:
        """Import moves, or lines of JSON, that must all be accepted."""
        lines = moves if isinstance(moves, bytes) else "\n".join(map(json.dumps, moves)).encode()
        headers = {"If-Match": f'"{self.version}"', "Content-Type": "application/x-ndjson"}
        answer = self.api.post(f"{self.path}/import", lines, headers)
        assert answer.status_code == 201, answer.text
        self.version = answer.json["version"]
        return self

    def text(self, text: str, **query: Any) -> Any:
        headers = {"If-Match": f'"{self.version}"', "Content-Type": "text/plain"}
        answer = self.api.post(f"{self.path}/import", text.encode(), headers, **query)
        if answer.status_code == 201:
            self.version = answer.json["version"]
        return answer

    def get(self, what: str, /, headers: Json | None = None, **query: Any) -> Any:
        return self.api.get(f"{self.path}{what}", headers, **query)

    def by(self, api: Api) -> Record:
        return Record(api, self.id, self.version)

    def seat_token(self, seat: int) -> str:
        answer = self.api.post(f"{self.path}/tokens", {"scope": "seat", "seat": seat})
        assert answer.status_code == 201, answer.text
        self.version = self.api.get(self.path).json["version"]
        return str(answer.json["token"])


@pytest.fixture
def as_(app: Flask) -> As:
    return lambda token: Api(app.test_client(), token)


@pytest.fixture
def admin(app: Flask, service: Service) -> Api:
    return Api(app.test_client(), tokens.create(service.log.store, "admin"))


@pytest.fixture
def recorder(app: Flask, service: Service) -> Api:
    return Api(app.test_client(), tokens.create(service.log.store, "record"))


@pytest.fixture
def anyone(app: Flask) -> Api:
    return Api(app.test_client(), None)


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set the clock by which tokens expire ahead by a number of seconds."""

    def set_(seconds: float) -> None:
        class Later(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Any:
                return datetime.now(tz) + timedelta(seconds=seconds)

        monkeypatch.setattr(tokens, "datetime", Later)

    return set_


@pytest.fixture
def project(service: Service) -> Project:
    """Project a record here and now, as a worker would."""
    return lambda record: projections.project(service.log, service.lives, record)


@contextlib.contextmanager
def working(settings: Settings, folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process of these settings, or Python with other words; its log is in the folder."""
    command, environment = [sys.executable, *(words or ("-m", "worker"))], os.environ | settings.environment()
    with (folder / "worker.log").open("ab") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(30)


@pytest.fixture
def worker(settings: Settings, redis: Any, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A real worker process on the test's store."""
    with working(settings, tmp_path) as process:
        yield process


@pytest.fixture
def bare_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the viewer out of exported pages: it is the same for everybody and takes most of the time."""
    monkeypatch.setattr(offline, "page", lambda replay, file: json.dumps({**replay, "file": json.loads(file)}))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """Returns a function that mounts a disk of a size in MiB and returns its folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    holders = []

    def mount(size: int) -> Path:
        if sys.platform != "linux":
            pytest.skip("only Linux mounts a small disk")
        command = (
            f"mount -t tmpfs -o size={size}m movebook-test '{folder}' && echo mounted && cat && umount -l '{folder}'"
        )
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        holder = subprocess.Popen(["sh", "-c", command], start_new_session=True, **pipes)
        holders.append(holder)
        if holder.stdout.readline() != b"mounted\n":
            pytest.skip("only root may mount a small disk")
        return folder

    yield mount
    for holder in holders:
        holder.communicate()
    assert not folder.is_mount()
