"""Reads while others write and rebuild: all of an answer follows from one version, which its tag names."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.access import rights
from service.access.tokens import find
from service.api.web.http import Service
from service.config import Settings
from service.record.derived import projections
from service.record.files import verify
from service.record.state.cache import RecordCache
from service.record.write.recording import Recording
from service.record.write.request import WriteRequest
from service.store import chain
from service.store.connect import connect
from service.store.log import Log
from tests.long import cases
from tests.service.api.routes.test_replay import a_game
from tests.service.conftest import Api, Json, Record
from tests.service.promised import SEATS, app
from worker import rebuild

__all__ = ["app"]

READS: list[tuple[str, Json, Json]] = [
    ("", {}, {}), ("/log", {}, {}), ("/log", {}, {"Accept": "application/x-ndjson"}), ("/state", {}, {}),
    ("/state", {"ply": 1}, {}), ("/offers", {}, {}), ("/replay", {}, {}), ("/export", {}, {}),
    ("/export", {"eyes": "public"}, {}), ("/export", {"format": "text"}, {}), ("/export", {"format": "html"}, {}),
]  # fmt: skip


class Interleaved:
    """Has something done before one of the commands that a client of the store sends."""

    def __init__(self, store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left, self.act = -1, lambda: None
        send, pipeline = store.execute_command, store.pipeline

        def sent(*command: Any, **options: Any) -> Any:
            self.count()
            return send(*command, **options)

        def piped(*args: Any, **options: Any) -> Any:
            pipe = pipeline(*args, **options)
            execute = pipe.execute

            def executed(*given: Any, **asked: Any) -> Any:
                self.count()
                return execute(*given, **asked)

            pipe.execute = executed
            return pipe

        monkeypatch.setattr(store, "execute_command", sent)
        monkeypatch.setattr(store, "pipeline", piped)

    def count(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.act()

    def each(self, act: Callable[[], Any], ask: Callable[[], Any]) -> Iterator[Any]:
        """What is answered where it is done before the first command, before the second, and so on to the last."""
        for place in range(1, 100):
            self.left, self.act = place, act
            answer, over = ask(), self.left > 0
            self.left = -1
            yield answer
            if over:
                assert place > 2, "hardly a command was sent"
                return


@pytest.fixture
def interleaved(service: Service, monkeypatch: pytest.MonkeyPatch) -> Interleaved:
    return Interleaved(service.log.store, monkeypatch)


class Elsewhere:
    """Another process, as far as this record is concerned: a write path and projections of its own."""

    def __init__(self, settings: Settings, record: Record) -> None:
        self.log = Log(connect(settings.log_url or ""))
        self.lives = RecordCache(self.log)
        self.recording = Recording(self.log, self.lives, lambda _: None)
        self.record = record.id
        token = find(self.log.store, record.api.token or "")
        self.caller = rights.caller(token, self.log.head(record.id))
        self.moves = iter([json.loads(line) for line in a_game().splitlines()])

    def write(self) -> None:
        self.recording.move(
            self.record, next(self.moves), WriteRequest(self.caller, self.log.head(self.record).version)
        )

    def project(self) -> None:
        projections.project(self.log, self.lives, self.record)

    def delete(self) -> None:
        projections.delete(self.log, self.record)

    def rebuild(self) -> None:
        rebuild.rebuild(self.log, self.lives, self.record)

    def write_and_project(self) -> None:
        self.write()
        self.project()


@pytest.fixture
def record(recorder: Api) -> Record:
    return recorder.open(*SEATS)


@pytest.fixture
def elsewhere(settings: Settings, record: Record, bare_pages: None) -> Iterator[Elsewhere]:
    there = Elsewhere(settings, record)
    for _ in range(3):
        there.write()
    yield there
    there.log.store.close()


def holds_together(record: Record, query: Json, answer: Any) -> int:
    """Check that an answer is of the version that its tag names, all of it; that version."""
    assert answer.status_code == 200, answer.text
    version = int(re.fullmatch(r'"(\d+)-[0-9a-f]{16}"', answer.headers["ETag"])[1])  # type: ignore[index]
    entries = record.get("/log").json["entries"][:version]
    plies = sum(entry["type"] == "move" for entry in entries)
    if answer.mimetype == "text/plain":
        lines = [line for line in answer.text.splitlines() if line and not line.startswith("#")]
        assert len(lines) == plies
        return version
    if answer.mimetype == "application/x-ndjson":
        assert [json.loads(line) for line in answer.text.splitlines()] == entries
        return version
    told = json.loads(answer.data)
    if "entries" in told:
        assert told["entries"] == entries
        chain.check(told["entries"])
        assert all(int(name) <= version for name in (*told["secrets"], *told.get("opened", {})))
    if "digest" in told:
        assert verify.check(verify.read(answer.data), 10) == []
    elif "ply" not in query:
        assert told["version"] == version
        assert told.get("ply", plies) == plies
    if "frames" in told:
        assert len(told["frames"]) == plies
    if "file" in told:
        assert told["file"]["entries"] == entries
    return version


@pytest.mark.parametrize(("what", "query", "headers"), READS)
def test_a_move_that_comes_while_an_answer_is_made_is_in_all_of_it_or_in_none(
    record: Record,
    elsewhere: Elsewhere,
    interleaved: Interleaved,
    service: Service,
    what: str,
    query: Json,
    headers: Json,
) -> None:
    seen = set()
    for answer in interleaved.each(elsewhere.write, lambda: record.get(what, headers, **query)):
        seen.add(holds_together(record, query, answer))
        # Each time as a process that does not hold the record yet.
        service.lives.drop(record.id)
    assert len(seen) > 1


@pytest.mark.parametrize("act", ["delete", "rebuild", "write_and_project"])
def test_a_public_replay_is_whole_or_not_there_yet_whatever_is_done_to_the_projections(
    record: Record, elsewhere: Elsewhere, interleaved: Interleaved, service: Service, act: str
) -> None:
    statuses = set()
    elsewhere.project()
    for answer in interleaved.each(getattr(elsewhere, act), lambda: record.get("/replay", eyes="public")):
        statuses.add(answer.status_code)
        if answer.status_code == 200:
            holds_together(record, {}, answer)
        else:
            assert (answer.status_code, answer.headers["Retry-After"]) == (202, "1")
            assert answer.json["projected"] < answer.json["version"]
        elsewhere.project()
        service.lives.drop(record.id)
    assert 200 in statuses


def test_reads_hold_together_while_another_process_writes_and_rebuilds(record: Record, elsewhere: Elsewhere) -> None:
    done, faults = threading.Event(), list[BaseException]()

    def disturb() -> None:
        try:
            while not done.is_set():
                elsewhere.write()
                for _ in range(3):
                    elsewhere.rebuild()
        except StopIteration:
            pass
        except BaseException as fault:  # noqa: BLE001 - raised again below
            faults.append(fault)

    thread = threading.Thread(target=disturb)
    thread.start()
    statuses = list[int]()
    try:
        while thread.is_alive() and len(statuses) < cases(40, 150):
            for what, query, headers in [*READS, ("/replay", {"eyes": "public"}, {})]:
                answer = record.get(what, headers, **query)
                statuses.append(answer.status_code)
                if answer.status_code == 202:
                    assert answer.json["projected"] < answer.json["version"]
                else:
                    holds_together(record, query, answer)
    finally:
        done.set()
        thread.join()
    assert not faults, faults
    assert {202, 200} >= set(statuses)
    assert len(statuses) > 20
