"""Two writers on one store, whatever they do and whatever gets lost: no gap, no fork, nothing twice, one truth."""

import json
import os
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
import redis.exceptions
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engines import GAMES
from engines.kernel import sealing, snapshot
from engines.kernel.game import IllegalMoveError, MalformedMoveError
from engines.kernel.replay import Fold
from service.access.eyes import PUBLIC, RECORDER, Eyes
from service.access.rights import CALLS, Caller
from service.access.tokens import Token
from service.api.web.http import Service
from service.record.derived import projections
from service.record.entries import boxes
from service.record.state.cache import RecordCache
from service.record.write.open_record import NewRecord
from service.record.write.recording import Recording
from service.record.write.request import LineError, WriteRequest, WriteResult
from service.store import chain, keys
from service.store.log import KeyReusedError, Log, VersionConflictError
from tests.long import cases
from tests.service.conftest import Api, Json
from tests.service.test_worker import SEATS, a_game

KINGDOMS = GAMES["kingdoms"]
EXAMPLES = int(os.environ.get("MOVEBOOK_MACHINES", cases(4, 12)))
WRONG = {"type": "choose_start_player", "player": 7}
TILES = [kind["id"] for kind in KINGDOMS.box()["kinds"]]

RECORDERS = Caller(Token("recorder", "admin"), "admin", (RECORDER, PUBLIC), CALLS["admin"])
SEATED = [
    Caller(Token(f"seat{n}", "seat", "r", n), "seat", (Eyes(f"seat:{n}"), PUBLIC), CALLS["seat"]) for n in range(3)
]


class Writer:
    """One process: a write path with what it holds, on the store all share."""

    def __init__(self, store: Any) -> None:
        self.log = Log(store)
        self.lives = RecordCache(self.log)
        self.recording = Recording(self.log, self.lives, lambda _: None)

    def losing(self, *, arrives: bool) -> Callable[[], None]:
        """Have the next append lost, before or after it arrives; call what is given back to mend it."""
        script = self.log._append

        def lost(**call: Any) -> Any:
            if arrives:
                script(**call)
            raise redis.exceptions.ConnectionError

        self.log._append = lost
        return lambda: setattr(self.log, "_append", script)


def fresh(log: Log, record: str, eyes: str) -> Fold[Any, Any]:
    """What those eyes make of the whole record, from the log and the facts they have: nothing of the service."""
    entries = log.read(record)
    secrets = {
        version: {name: one["value"] for name, one in told.items() if eyes in one["eyes"]}
        for version, told in log.secrets(record).items()
    }
    body = entries[0]["body"]
    box = boxes.get(log.store, "kingdoms", body["box"])
    facts: dict[str, Json] = {}
    for entry in entries:
        name = entry["body"]["name"] if entry["type"] == "sealed" else str(entry["version"])
        facts.setdefault(name, {}).update(secrets.get(entry["version"], {}))
    fold: Fold[Any, Any] = Fold(KINGDOMS, [seat["colour"] for seat in body["seats"]], body["options"], box)
    for entry in entries:
        if entry["type"] == "move":
            name = str(entry["version"])
            fold.apply(name, sealing.merge(entry["body"], facts[name]))
    return fold


class Machine(RuleBasedStateMachine):
    """Two writers on a store; the model is a list of entries and a table of keys."""

    store: Any
    keys = Bundle("keys")

    @initialize(seed=st.integers(0, 40))
    def open(self, seed: int) -> None:
        self.store.flushall()
        self.writers = [Writer(self.store), Writer(self.store)]
        table = KINGDOMS.table(random.Random(seed), SEATS, {}, KINGDOMS.box())
        self.game = list(table)
        self.done = 0
        self.appends = 1
        box = boxes.save(self.store, KINGDOMS.box())
        live, _ = self.writers[0].recording.open(
            NewRecord(
                by="recorder", game="kingdoms", seats=[{"colour": colour} for colour in SEATS], options={},
                policies={}, box=box, visibility="unlisted", occasion={},
            )
        )  # fmt: skip
        self.record = live.record
        self.model = [live.opening.entry]
        self.number = 0

    def ahead(self, count: int) -> list[Json]:
        return self.game[self.done : self.done + count]

    def ask(
        self, who: int, moves: list[Json], match: int, key: str | None = None, *, until_refused: bool = False
    ) -> WriteResult:
        request = WriteRequest(RECORDERS, match, key, {"moves": moves})
        recording = self.writers[who].recording
        if len(moves) == 1 and not until_refused:
            return recording.move(self.record, moves[0], request)
        return recording.moves(self.record, list(enumerate(moves, 1)), request, until_refused=until_refused)

    def noted(self, written: WriteResult, moves: list[Json]) -> None:
        assert not written.known
        assert [entry["version"] for entry in written.entries] == [
            len(self.model) + n for n in range(1, len(moves) + 1)
        ]
        assert [entry["body"]["type"] for entry in written.entries] == [move["type"] for move in moves]
        self.model += written.entries
        self.done += len(moves)
        self.appends += 1

    def is_good(self, match: int, move: Json) -> bool:
        """Whether a move may follow a version: only seats have sealed since, and none of it is what the move opens."""
        since = self.model[match:]
        if match > len(self.model) or any(entry["type"] != "sealed" for entry in since):
            return False
        names = {entry["body"]["name"] for entry in since}
        sealed = {e["body"]["seat"] for e in self.model if str(e["version"]) in names}
        return move["type"] not in ("place_starting_tile", "reveal_starting_tile") or move["seat"] not in sealed

    def fresh_key(self) -> str:
        self.number += 1
        return f"k{self.number}"

    more = precondition(lambda self: self.done < len(self.game))

    @more
    @rule(who=st.integers(0, 1), count=st.integers(1, 9))
    def record_moves(self, who: int, count: int) -> None:
        moves = self.ahead(count)
        self.noted(self.ask(who, moves, len(self.model)), moves)

    @more
    @rule(target=keys, who=st.integers(0, 1), count=st.integers(1, 3))
    def record_with_a_key(self, who: int, count: int) -> tuple[str, list[Json], int]:
        moves, key, first = self.ahead(count), self.fresh_key(), len(self.model) + 1
        self.noted(self.ask(who, moves, len(self.model), key), moves)
        return key, moves, first

    @more
    @rule(who=st.integers(0, 1), count=st.integers(1, 3))
    def record_up_to_a_refusal(self, who: int, count: int) -> None:
        moves = self.ahead(count)
        written = self.ask(who, [*moves, WRONG, *moves], len(self.model), until_refused=True)
        assert written.refused is not None
        assert written.refused.line == len(moves) + 1
        self.noted(written, moves)

    @rule(who=st.integers(0, 1), seat=st.integers(0, 2), tile=st.sampled_from(TILES))
    def seal_late(self, who: int, seat: int, tile: str) -> None:
        """A seat gives any tile for its last deal; whatever it says never stands in the recorders' way."""
        deals = [e for e in self.model if e["body"].get("type") == "deal_starting_tile" and e["body"]["seat"] == seat]
        if not deals:
            return
        name = str(deals[-1]["version"])
        request = WriteRequest(SEATED[seat], None, None, {"name": name, "tile": tile})
        try:
            written = self.writers[who].recording.secret(self.record, name, {"tile": tile}, request)
        except (IllegalMoveError, MalformedMoveError):
            return
        assert [entry["version"] for entry in written.entries] == [len(self.model) + 1]
        self.model += written.entries
        self.appends += 1

    @rule(who=st.integers(0, 1), off=st.sampled_from([-5, -2, -1, 1, 2, 40]), key=st.booleans())
    def a_version_that_is_not_the_records(self, who: int, off: int, key: bool) -> None:  # noqa: FBT001
        match, moves = max(0, len(self.model) + off), self.ahead(1) or [WRONG]
        if self.is_good(match, moves[0]):
            if moves == [WRONG]:
                with pytest.raises(IllegalMoveError):
                    self.ask(who, moves, match)
            else:
                self.noted(self.ask(who, moves, match), moves)
            return
        with pytest.raises(VersionConflictError) as caught:
            self.ask(who, moves, match, self.fresh_key() if key else None)
        assert (caught.value.expected, caught.value.version) == (match, len(self.model))

    @rule(who=st.integers(0, 1), count=st.integers(0, 3))
    def a_move_that_is_refused(self, who: int, count: int) -> None:
        moves = [*self.ahead(count), WRONG]
        with pytest.raises((IllegalMoveError, LineError)):
            self.ask(who, moves, len(self.model), self.fresh_key())

    @more
    @rule(who=st.integers(0, 1))
    def only_asking(self, who: int) -> None:
        request = WriteRequest(RECORDERS, len(self.model), "k", None, dry=True)
        self.writers[who].recording.move(self.record, self.ahead(1)[0], request)

    @rule(known=keys, who=st.integers(0, 1), match=st.integers(0, 60))
    def a_retry(self, known: tuple[str, list[Json], int], who: int, match: int) -> None:
        key, moves, first = known
        written = self.ask(who, moves, match, key)
        assert written.known
        assert written.entries == self.model[first - 1 : first - 1 + len(moves)]

    @rule(known=keys, who=st.integers(0, 1), off=st.integers(-2, 0))
    def a_key_used_again(self, known: tuple[str, list[Json], int], who: int, off: int) -> None:
        key, _, first = known
        with pytest.raises(KeyReusedError) as caught:
            self.ask(who, [*self.ahead(1), WRONG], max(0, len(self.model) + off), key)
        assert caught.value.first == first

    @more
    @rule(target=keys, who=st.integers(0, 1), then=st.integers(0, 1), count=st.integers(1, 3))
    def an_answer_lost(self, who: int, then: int, count: int) -> tuple[str, list[Json], int]:
        moves, key, version = self.ahead(count), self.fresh_key(), len(self.model)
        mend = self.writers[who].losing(arrives=True)
        with pytest.raises(redis.exceptions.ConnectionError):
            self.ask(who, moves, version, key)
        mend()
        written = self.ask(then, moves, version, key)
        assert written.known
        written.known = False
        self.noted(written, moves)
        return key, moves, version + 1

    @more
    @rule(target=keys, who=st.integers(0, 1), count=st.integers(1, 3))
    def a_request_lost(self, who: int, count: int) -> tuple[str, list[Json], int]:
        moves, key, version = self.ahead(count), self.fresh_key(), len(self.model)
        mend = self.writers[who].losing(arrives=False)
        with pytest.raises(redis.exceptions.ConnectionError):
            self.ask(who, moves, version, key)
        mend()
        self.noted(self.ask(who, moves, version, key), moves)
        return key, moves, version + 1

    @rule(who=st.integers(0, 1))
    def a_process_starts_anew(self, who: int) -> None:
        self.writers[who] = Writer(self.store)

    @rule(known=consumes(keys))
    def a_client_goes_home(self, known: tuple[str, list[Json], int]) -> None:
        """Its keys are forgotten here; the store keeps them."""

    @rule(who=st.integers(0, 1))
    def a_worker_projects(self, who: int) -> None:
        writer = self.writers[who]
        assert projections.project(writer.log, writer.lives, self.record) == len(self.model)

    @invariant()
    def the_log_is_the_model(self) -> None:
        log = Log(self.store)
        stored = self.store.xrange(keys.key("log", self.record))
        assert [stamp for stamp, _ in stored] == [f"{n}-0".encode() for n in range(1, len(self.model) + 1)]
        assert [json.loads(fields[b"e"]) for _, fields in stored] == self.model
        chain.check(self.model)
        head = log.head(self.record)
        assert (head.version, head.hash, head.at) == tuple(self.model[-1][n] for n in ("version", "hash", "at"))
        assert self.store.xlen(keys.shard_feed(keys.shard(self.record))) == self.appends

    @rule()
    def everybody_sees_the_same(self) -> None:
        cold = RecordCache(Log(self.store)).load(self.record)
        lives = [cold]
        for writer in self.writers:
            live = writer.lives.get(self.record)
            writer.lives.catch_up(live)
            lives.append(live)
        for name in ("public", "recorder", "seat:0", "seat:1", "seat:2"):
            truth = fresh(Log(self.store), self.record, name)
            for live in lives:
                fold = live.fold(Eyes(name))
                assert (live.version, fold.ply) == (len(self.model), truth.ply)
                assert snapshot.pack(fold.state) == snapshot.pack(truth.state), (name, live is cold)
                assert fold.view() == truth.view()
        notes = [live.tally for live in lives]
        assert notes == [notes[0]] * 3

    def teardown(self) -> None:
        if hasattr(self, "record"):
            self.everybody_sees_the_same()


def test_two_writers_make_one_log(redis: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run_state_machine_as_test(
        type("TwoWriters", (Machine,), {"store": redis}),
        settings=settings(
            max_examples=EXAMPLES, stateful_step_count=30, deadline=None, database=None,
            derandomize="MOVEBOOK_MACHINES" not in os.environ, suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip


def test_many_threads_give_out_links_and_each_stands_once(recorder: Api, app: Any) -> None:
    record = recorder.open(*SEATS)
    answers: list[Any] = []

    def give() -> None:
        api = Api(app.test_client(), recorder.token)
        answers.extend(api.post(f"{record.path}/tokens", {"scope": "seat", "seat": n % 3}) for n in range(6))

    threads = [threading.Thread(target=give) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [201] * 24
    line = record.get("/log").json["entries"]
    chain.check(line)
    assert sorted(e["body"]["link"] for e in line[1:]) == sorted(answer.json["id"] for answer in answers)
    since = {answer.json["id"]: answer.json["since"] for answer in answers}
    first = {entry["body"]["seat"]: entry["body"]["link"] for entry in reversed(line[1:])}
    assert {e["body"]["link"]: 0 if e["body"]["link"] in first.values() else e["version"] for e in line[1:]} == since


def test_an_answer_is_of_its_own_move(recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the caller would take another's move for seen: its next If-Match would fit."""
    record = recorder.open(*SEATS).play(a_game(plies=3))
    real = service.recording.move

    def then_another(*args: Any) -> WriteResult:
        written = real(*args)
        monkeypatch.undo()
        mine = record.by(recorder)
        mine.version = 5
        mine.play(a_game(plies=6)[4:])
        return written

    monkeypatch.setattr(service.recording, "move", then_another)
    record.version = 4
    move = a_game(plies=4)[3]
    answer = recorder.post(f"{record.path}/moves", move, {"If-Match": '"4"', "Idempotency-Key": "k"}, offers="1")
    assert (answer.json["entry"]["version"], answer.json["version"]) == (5, 5)
    assert answer.headers["ETag"].startswith('"5-')
    assert recorder.post(
        f"{record.path}/moves", move, {"If-Match": '"4"', "Idempotency-Key": "k"}, offers="1"
    ).data == (answer.data)


def test_what_is_read_while_an_append_fails_is_what_the_log_holds(
    recorder: Api, app: Any, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=6))
    before = record.get("/state").data
    waiting, asked = threading.Event(), threading.Event()
    answers: dict[str, Any] = {}

    def gone(**_: Any) -> Any:
        waiting.set()
        asked.wait(60)
        raise redis.exceptions.ConnectionError

    def write() -> None:
        answers["write"] = record.by(Api(app.test_client(), recorder.token)).move(**a_game(plies=7)[6])

    def read() -> None:
        answers["read"] = Api(app.test_client(), recorder.token).get(f"{record.path}/state")

    monkeypatch.setattr(service.log, "_append", gone)
    threads = [threading.Thread(target=write), threading.Thread(target=read)]
    threads[0].start()
    assert waiting.wait(60)
    threads[1].start()
    threads[1].join(0.2)
    asked.set()
    for thread in threads:
        thread.join(60)
    assert {name: answer.status_code for name, answer in answers.items()} == {"write": 503, "read": 200}
    assert answers["read"].data == before


def test_a_secret_is_not_missed_while_loading(recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorder.open(*SEATS)
    record.play([{"type": "deal_starting_tile", "seat": 1, "tile": "mountain"}])  # else none would be asked for
    other = Writer(service.log.store)
    real = service.log.secrets

    def meanwhile(*args: Any) -> Any:
        found = real(*args)
        if not args[1:]:
            monkeypatch.undo()
            move = {"type": "deal_starting_tile", "seat": 0, "tile": "dragon"}
            other.recording.move(record.id, move, WriteRequest(RECORDERS, 2))
        return found

    service.lives.drop(record.id)
    monkeypatch.setattr(service.log, "secrets", meanwhile)
    record.get("/state")
    assert record.get("/state").json["view"]["seats"]["0"]["starting_tile"]["tile"] == "dragon"
