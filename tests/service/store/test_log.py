"""The log: one script appends, all or nothing; the chain; the canonical door; retries; faults of the store."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import math
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import redis.exceptions
from hypothesis import given
from hypothesis import strategies as st
from redis.crc import key_slot

from engines import GAMES
from engines.kernel import canonical
from service.api.web.http import Service
from service.record.write import open_record, rate_limit
from service.store import chain, keys
from service.store.errors import refusal_cause
from service.store.log import (
    MOST_ENTRIES,
    Idempotency,
    KeyReusedError,
    Log,
    RecordNotFoundError,
    Secrets,
    VersionConflictError,
    is_out_of_reach,
)
from tests.service.conftest import Api
from tests.service.test_worker import a_game

Json = dict[str, Any]
SEATS = ("yellow", "red", "blue")
OTHER = {"salt": "c2FsdA", "value": "dragon", "eyes": ["seat:0"]}


@pytest.fixture
def log(redis: Any) -> Log:
    """The log on an empty store."""
    return Log(redis)


def entries(count: int, after: int = 0, prev: str = "") -> list[tuple[bytes, Json]]:
    """Linked entries with their bytes."""
    out = []
    for version in range(after + 1, after + count + 1):
        entry: Json = {
            "version": version,
            "type": "noted",
            "at": f"2026-11-21T10:00:00.{version % 1000:03d}Z" if version < 1000 else f"2026-11-21T11:00:{version}",
            "by": "aaaa",
            "body": {"n": version},
        }
        out.append((chain.link(entry, prev), entry))
        prev = entry["hash"]
    return out


def append(log: Log, record: str, expected: int, made: list[tuple[bytes, Json]], **more: Any) -> Any:
    return log.append(record, expected, [(raw, None) for raw, _ in made], made[-1][1], **more)


def dump(store: Any) -> dict[bytes, bytes]:
    """Every byte in the store."""
    return {name: store.dump(name) for name in store.keys("*")}


# ------------------------------------------------------------------------------------------------------- the one script


def test_an_append_writes_entry_head_and_a_line_in_the_feed(log: Log) -> None:
    made = entries(1)
    assert append(log, "r1", 0, made, fields={"owner": "aaaa", "game": "kingdoms"}).last == 1
    head = log.head("r1")
    assert (head.version, head.hash, head.at) == (1, made[0][1]["hash"], made[0][1]["at"])
    assert head.fields == {"owner": "aaaa", "game": "kingdoms"}
    assert log.read("r1") == [made[0][1]]
    assert [line for _, line in log.store.xrange(keys.shard_feed(keys.shard("r1")))] == [{b"r": b"r1", b"v": b"1"}]


def test_an_entry_stands_under_its_version_as_its_stream_id_byte_for_byte(log: Log) -> None:
    made = entries(3)
    append(log, "r1", 0, made)
    stored = log.store.xrange(keys.key("log", "r1"))
    assert [(stamp, fields[b"e"]) for stamp, fields in stored] == [
        (f"{entry['version']}-0".encode(), raw) for raw, entry in made
    ]


def test_several_entries_are_one_line_in_the_feed(log: Log) -> None:
    append(log, "r1", 0, entries(5))
    assert [line[b"v"] for _, line in log.store.xrange(keys.shard_feed(keys.shard("r1")))] == [b"5"]


@pytest.mark.parametrize("expected", [0, 1, 2, 4, 41])
def test_any_other_version_is_refused_and_nothing_is_written(log: Log, expected: int) -> None:
    made = entries(3)
    append(log, "r1", 0, made)
    before = dump(log.store)
    with pytest.raises(VersionConflictError) as caught:
        append(log, "r1", expected, entries(2, expected, made[-1][1]["hash"]), idempotency=Idempotency("k", {}, "s"))
    assert (caught.value.expected, caught.value.version) == (expected, 3)
    assert dump(log.store) == before


def test_a_known_key_is_answered_before_the_version_has_a_say(log: Log) -> None:
    once = Idempotency("k", {"move": 1}, "secret")
    append(log, "r1", 0, entries(3), idempotency=once)
    append(log, "r1", 3, entries(1, 3, log.head("r1").hash))
    before = dump(log.store)
    again = append(log, "r1", 0, entries(3), idempotency=once)
    assert (again.first, again.last, again.known) == (1, 3, True)
    assert log.repeated("r1", once) == again
    assert dump(log.store) == before


def test_a_key_with_another_payload_is_refused_before_the_version_has_a_say(log: Log) -> None:
    append(log, "r1", 0, entries(2), idempotency=Idempotency("k", {"move": 1}, "secret"))
    before = dump(log.store)
    for expected in (0, 2, 7):
        with pytest.raises(KeyReusedError) as caught:
            append(log, "r1", expected, entries(1), idempotency=Idempotency("k", {"move": 2}, "secret"))
        assert caught.value.first == 1
    with pytest.raises(KeyReusedError):
        log.repeated("r1", Idempotency("k", {"move": 2}, "secret"))
    assert dump(log.store) == before


def test_a_key_is_its_records_own(log: Log) -> None:
    for record in ("r1", "r2"):
        assert not append(log, record, 0, entries(1), idempotency=Idempotency("k", record, "secret")).known


def test_a_stream_that_is_ahead_of_its_head_refuses_a_second_42_and_nothing_is_written(log: Log) -> None:
    made = entries(42)
    append(log, "r1", 0, made)
    with pytest.raises(redis.exceptions.ResponseError, match="equal or smaller"):
        log.store.xadd(keys.key("log", "r1"), {"e": b"{}"}, id="42-0")
    log.store.hset(keys.key("head", "r1"), "version", 40)
    before = dump(log.store)
    with pytest.raises(redis.exceptions.ResponseError, match="equal or smaller"):
        append(log, "r1", 40, entries(5, 40, made[39][1]["hash"]), idempotency=Idempotency("k", {}, "s"))
    assert dump(log.store) == before


def test_secrets_stand_beside_the_log_under_their_version_only(log: Log) -> None:
    made = entries(3)
    secrets: list[Secrets | None] = [None, {"tile": OTHER}, None]
    log.append("r1", 0, [(raw, s) for (raw, _), s in zip(made, secrets, strict=True)], made[-1][1])
    assert log.secrets("r1") == log.secrets("r1", [1, 2, 3]) == {2: {"tile": OTHER}}
    assert log.secrets("r1", []) == log.secrets("r1", [3]) == {}
    assert b"dragon" not in b"".join(raw for raw, _ in made)
    assert [n for n, raw in dump(log.store).items() if b"dragon" in raw] == [keys.key("secrets", "r1").encode()]


def test_a_thousand_entries_fit_with_secrets_a_key_and_fields_and_one_more_does_not(log: Log) -> None:
    made = entries(MOST_ENTRIES + 1)
    both: list[tuple[bytes, Secrets | None]] = [(raw, {"tile": OTHER}) for raw, _ in made]
    for wrong in ([], both):
        with pytest.raises(ValueError, match="entries"):
            log.append("r1", 0, wrong, made[-1][1])
    assert dump(log.store) == {}
    done = log.append("r1", 0, both[:-1], made[-2][1], Idempotency("k", {}, "s"), {"owner": "aaaa"})
    assert (done.first, done.last) == (1, 1000)
    assert len(log.read("r1")) == len(log.secrets("r1")) == 1000
    assert log.head("r1").hash == made[-2][1]["hash"]


def test_there_is_no_head_where_there_is_no_record(log: Log) -> None:
    with pytest.raises(RecordNotFoundError):
        log.head("r1")
    assert log.read("r1") == []


# ----------------------------------------------------------------------------------------------------------------- keys


@given(st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=1, max_size=40))
def test_a_keys_tag_is_its_records_crc_and_all_keys_of_a_record_share_a_slot(record: str) -> None:
    tag = f"s{zlib.crc32(record.encode()) % 256:02d}"
    names = [keys.key(what, record) for what in ("log", "head", "keys", "secrets")]
    assert names == [f"mb:{{{tag}}}:{what}:{record}" for what in ("log", "head", "keys", "secrets")]
    assert keys.shard_feed(keys.shard(record)) == f"mb:{{{tag}}}:feed"
    assert len({key_slot(name.encode()) for name in [*names, f"mb:{{{tag}}}:feed"]}) == 1


def test_there_are_256_feeds() -> None:
    assert len(set(keys.shard_feeds())) == 256
    assert {keys.shard_feed(keys.shard(str(n))) for n in range(5000)} == set(keys.shard_feeds())


def test_every_key_of_an_append_and_of_a_stage_lies_in_one_slot(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    made = entries(2)
    log.append("r1", 0, [(raw, {"tile": OTHER}) for raw, _ in made], made[-1][1], Idempotency("k", {}, "s"))
    names = [name.decode() for name in log.store.keys("*")]
    assert sorted(name.split(":", 2)[2] for name in names) == ["feed", "head:r1", "keys:r1", "log:r1", "secrets:r1"]
    assert len({key_slot(name.encode()) for name in names}) == 1
    log.store.flushall()

    def stop(**_: Any) -> None:
        raise redis.exceptions.ConnectionError

    monkeypatch.setattr(log, "_appear", stop)
    with pytest.raises(redis.exceptions.ConnectionError):
        log.create("r1", [entry for _, entry in made], {1: {"tile": OTHER}}, {}, "t")
    staged = log.store.keys("*")
    assert len(staged) == 2
    assert {key_slot(name) for name in staged} == {key_slot(keys.key("log", "r1").encode())}
    assert all(0 < log.store.ttl(name) <= 3600 for name in staged), "what was left halfway goes by itself"


# -------------------------------------------------------------------------------------------------------- whole records


def test_a_whole_record_appears_at_once(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [entry for _, entry in entries(2500)]
    script, seen = log._appear, []

    def look(**call: Any) -> Any:
        seen.append((log.read("r1"), log.store.exists(keys.key("head", "r1"), keys.key("secrets", "r1"))))
        return script(**call)

    monkeypatch.setattr(log, "_appear", look)
    done = log.create("r1", made, {7: {"tile": OTHER}}, {"owner": "bbbb"}, "t")
    assert seen == [([], 0)]
    assert (done.first, done.last, done.known) == (1, 2500, False)
    assert log.read("r1") == made
    assert log.secrets("r1") == {7: {"tile": OTHER}}
    assert (log.head("r1").hash, log.head("r1").fields) == (made[-1]["hash"], {"owner": "bbbb"})
    names = [keys.key(what, "r1") for what in ("log", "head", "secrets")]
    assert sorted(log.store.keys("*")) == sorted(n.encode() for n in [*names, keys.shard_feed(keys.shard("r1"))])
    assert [log.store.ttl(name) for name in names] == [-1, -1, -1], "a log never goes by itself"
    append(log, "r1", 2500, entries(1, 2500, made[-1]["hash"]))


def test_a_record_that_is_there_already_is_known_and_another_under_its_id_is_refused(log: Log) -> None:
    made = [entry for _, entry in entries(3)]
    log.create("r1", made, {}, {"owner": "bbbb"}, "t")
    before = dump(log.store)
    assert log.create("r1", made, {2: {"tile": OTHER}}, {"owner": "cccc"}, "u").known
    with pytest.raises(VersionConflictError):
        log.create("r1", [entry for _, entry in entries(2)], {}, {"owner": "cccc"}, "v")
    assert dump(log.store) == before


# ---------------------------------------------------------------------------------------------------------------- chain


@pytest.fixture
def chained(recorder: Api) -> list[Json]:
    """The log of a real record."""
    return list(recorder.open(*SEATS).play(a_game(plies=8)).get("/log").json["entries"])


def broken_at(line: list[Json]) -> int:
    with pytest.raises(chain.BrokenChainError) as caught:
        chain.check(line)
    return caught.value.version


def test_a_real_log_is_whole_and_says_what_it_should(chained: list[Json]) -> None:
    chain.check(chained)
    chain.check(chained[4:], 4, chained[3]["hash"], chained[3]["at"])
    assert chained[0]["prev"] == ""
    for before, entry in zip([{}, *chained], chained, strict=False):
        bare = {name: value for name, value in entry.items() if name != "hash"}
        assert entry["hash"] == hashlib.sha256(canonical.canonical(bare)).hexdigest()
        assert entry["prev"] == before.get("hash", "")
        assert set(entry) >= {"version", "type", "at", "by", "body", "state", "prev", "hash"}


def test_any_changed_byte_is_found(chained: list[Json]) -> None:
    raw, tried = canonical.dumps(chained[5]), 0
    for place in range(len(raw)):
        for bit in (1, 4, 16):
            changed = raw[:place] + bytes([raw[place] ^ bit]) + raw[place + 1 :]
            try:
                entry = json.loads(changed)
            except ValueError:
                continue
            tried += 1
            assert broken_at([*chained[:5], entry, *chained[6:]]) in (6, 7)
    assert tried > 500


def test_a_gap_a_swap_a_double_and_a_lost_beginning_are_found(chained: list[Json]) -> None:
    assert broken_at([*chained[:3], *chained[4:]]) == 4
    assert broken_at([*chained[:3], chained[4], chained[3], *chained[5:]]) == 4
    assert broken_at([*chained[:4], *chained[3:]]) == 5
    assert broken_at(chained[1:]) == 1


def test_an_entry_renumbered_or_written_anew_does_not_fit(chained: list[Json]) -> None:
    line = copy.deepcopy(chained)
    del line[3]
    for number, entry in enumerate(line, 1):
        entry["version"] = number
    assert broken_at(line) == 4
    forged = copy.deepcopy(chained)
    forged[3]["body"] = {"type": "pass", "seat": 0}
    forged[3]["hash"] = chain.expected_hash(forged[3])
    assert broken_at(forged) == 5


def test_a_clock_that_runs_back_is_found_however_well_it_is_linked(chained: list[Json]) -> None:
    line = copy.deepcopy(chained)
    line[4]["at"] = "2001-01-01T00:00:00.000Z"
    prev = line[3]["hash"]
    for entry in line[4:]:
        del entry["hash"]
        chain.link(entry, prev)
        prev = entry["hash"]
    assert broken_at(line) == 5


# ------------------------------------------------------------------------------------------------------ canonical bytes

UNCANONICAL = [
    1.0,
    math.nan,
    math.inf,
    2**53,
    -(2**53),
    {"a b": 1},
    {"": 1},
    {"ä": 1},
    {1: 1},
    {"a" * 201: 1},
    "\ud800",
    b"bytes",
    (1, 2),
    {1, 2},
]


@pytest.mark.parametrize("value", UNCANONICAL, ids=repr)
@pytest.mark.parametrize("wrap", [lambda v: v, lambda v: {"x": [v]}], ids=["bare", "nested"])
def test_what_has_no_canonical_bytes_is_refused_at_the_door(value: Any, wrap: Any) -> None:
    entry = {"version": 1, "type": "noted", "at": "2026-11-21T10:00:00.000Z", "by": "a", "body": wrap(value)}
    with pytest.raises(canonical.UncanonicalError):
        chain.link(entry, "")
    assert "hash" not in entry


@pytest.mark.parametrize("value", [2**53 - 1, -(2**53) + 1, "ä\u2028\U0001f409", {"a.B_9-": None}, [], {}, True])
def test_what_has_canonical_bytes_passes(value: Any) -> None:
    entry = {"version": 1, "type": "noted", "at": "2026-11-21T10:00:00.000Z", "by": "a", "body": value}
    assert json.loads(chain.link(entry, "")) == entry
    chain.check([entry])


# ---------------------------------------------------------------------------------------------------------- idempotency

DEAL = {"type": "deal_starting_tile", "seat": 0, "tile": "dragon"}


def key_of(name: str, version: int | str = 1) -> Json:
    return {"If-Match": version if version == "*" else f'"{version}"', "Idempotency-Key": name}


def same(first: Any, second: Any) -> None:
    """The same answer, byte for byte, and the headers that carry meaning."""
    assert second.status_code == first.status_code
    assert second.data == first.data
    for name in ("ETag", "Location", "Content-Type", "Content-Length"):
        assert second.headers.get(name) == first.headers.get(name), name


@pytest.mark.parametrize("query", [{}, {"lang": "en,es"}, {"offers": "1"}, {"lang": "es", "offers": "1"}])
def test_a_retry_of_any_call_gets_the_answer_it_had(recorder: Api, query: Json) -> None:
    record = recorder.open(*SEATS)
    file = "first red\ndeal\nred deal\nblue deal\n".replace("\ndeal", "\nyellow deal")
    lines = {"Content-Type": "text/plain"}
    calls: list[tuple[str, Any, Json]] = [
        ("import", file.encode(), lines | key_of("file")),
        ("moves", {"type": "draw_and_place", "tile": "+3", "row": 2, "col": 2}, key_of("move", 5)),
        ("secrets", {"name": "3", "tile": "dragon"}, key_of("secret", 6)),
        ("secrets", {"name": "4", "tile": "+6"}, key_of("any", "*")),
    ]
    answers = [recorder.post(f"{record.path}/{call}", body, headers, **query) for call, body, headers in calls]
    assert [answer.status_code for answer in answers] == [201] * 4, [answer.text for answer in answers]
    for (call, body, headers), first in zip(calls, answers, strict=True):
        same(first, recorder.post(f"{record.path}/{call}", body, headers, **query))
    assert record.get("/log").json["version"] == 8


def test_a_retry_of_an_import_up_to_a_refusal_tells_of_the_refusal_again(recorder: Api) -> None:
    record = recorder.open(*SEATS)
    file = b"first red\nyellow deal\nyellow deal\nblue deal\n"
    headers = {"Content-Type": "text/plain"} | key_of("file")
    first = recorder.post(f"{record.path}/import", file, headers, until_refused="1")
    assert (first.status_code, first.json["version"], first.json["refused"]["line"]) == (201, 3, 3)
    same(first, recorder.post(f"{record.path}/import", file, headers, until_refused="1"))


def test_a_retry_of_a_run_gets_the_answer_it_had(recorder: Api) -> None:
    record = recorder.open(*SEATS)
    first = recorder.post(f"{record.path}/moves", DEAL, key_of("k"), run="1")
    assert first.status_code == 201
    same(first, recorder.post(f"{record.path}/moves", DEAL, key_of("k"), run="1"))
    assert recorder.post(f"{record.path}/moves", DEAL, key_of("k")).status_code == 422


def test_a_refused_request_leaves_its_key_free(recorder: Api) -> None:
    record = recorder.open(*SEATS)
    wrong = {"type": "choose_start_player", "player": 7}
    assert recorder.post(f"{record.path}/moves", wrong, key_of("k")).json["code"] == "wrong_start_player"
    assert recorder.post(f"{record.path}/moves", DEAL, key_of("k", 2)).status_code == 412
    assert recorder.post(f"{record.path}/moves", DEAL, key_of("k")).status_code == 201


def test_a_dry_run_takes_no_key(recorder: Api) -> None:
    record = recorder.open(*SEATS)
    assert recorder.post(f"{record.path}/moves", DEAL, key_of("k"), dry_run="1").status_code == 200
    other = {**DEAL, "tile": "wizard"}
    assert recorder.post(f"{record.path}/moves", other, key_of("k")).json["version"] == 2


def test_of_the_payload_an_hmac_under_the_records_key_is_kept_and_nothing_more(recorder: Api, service: Service) -> None:
    record = recorder.open(*SEATS)
    recorder.post(f"{record.path}/moves", DEAL, key_of("k"))
    kept = service.log.store.hgetall(keys.key("keys", record.id))
    assert list(kept) == [b"k"]
    first, last, mac = kept[b"k"].decode().split(" ")
    assert (first, last, len(mac)) == ("2", "2", 64)
    guesses = [{**DEAL, "tile": tile["id"]} for tile in GAMES["kingdoms"].box()["kinds"]]
    guesses += [{"call": "moves", "record": record.id, "body": guess, "run": False} for guess in guesses]
    assert mac not in [canonical.digest(guess) for guess in guesses], "a plain hash could be guessed"
    once = Idempotency("k", {"a": 1}, "secret")
    assert once.mac == hmac.new(b"secret", canonical.canonical({"a": 1}), hashlib.sha256).hexdigest()
    assert once.mac != Idempotency("k", {"a": 1}, "other").mac


def test_a_key_is_bound_to_the_eyes_that_sent_it(recorder: Api, as_: Any) -> None:
    """Else whoever guesses a key could try tiles until the answer is not *key reused*."""
    record = recorder.open(*SEATS)
    mine, other = as_(record.seat_token(0)), as_(record.seat_token(1))
    assert mine.post(f"{record.path}/moves", DEAL, key_of("k", "*")).status_code == 201
    for stranger in (other, recorder, as_(record.seat_token(0))):
        told = [
            stranger.post(f"{record.path}/moves", {**DEAL, "tile": tile}, key_of("k", "*"))
            for tile in ("wizard", "DR", "dragon")
        ]
        assert len({(answer.status_code, answer.text) for answer in told}) == 1
        assert told[0].status_code >= 400
    assert mine.post(f"{record.path}/moves", DEAL, key_of("k", "*")).status_code == 201


# ------------------------------------------------------------------------------------------------------------ the clock


def test_a_clock_that_is_set_back_keeps_at_where_it_was(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=3))
    last = service.log.head(record.id).at
    for module in (open_record, rate_limit):
        monkeypatch.setattr(module, "now", lambda: "2001-01-01T00:00:00.000Z")
    record.play(a_game(plies=5)[3:])
    service.lives.drop(record.id)
    record.play(a_game(plies=6)[5:])
    record.seat_token(0)
    line = record.get("/log").json["entries"]
    assert [entry["at"] for entry in line[4:]] == [last] * 4
    chain.check(line)


# ------------------------------------------------------------------------------------------------------ the store fails


@pytest.mark.parametrize(
    "words",
    [
        "OOM command not allowed when used memory > 'maxmemory'.",
        "READONLY You can't write against a read only replica.",
        "MISCONF Errors writing to the AOF file: No space left on device",
        "LOADING the dataset in memory",
        "CLUSTERDOWN Hash slot not served",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "MASTERDOWN Link with MASTER is down",
        "NOREPLICAS Not enough good replicas to write.",
        "BUSY a script is running",
        "NOAUTH Authentication required.",
    ],
)
def test_a_fault_of_the_store_is_known_as_the_client_raises_it(words: str) -> None:
    parser: Any = redis.connection.DefaultParser(socket_read_size=1)
    assert is_out_of_reach(parser.parse_error(words))


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ("OOM command not allowed when used memory > 'maxmemory'.", "memory limit reached"),
        ("MISCONF Errors writing to the AOF file: No space left on device", "disk full"),
        ("MISCONF Errors writing to the AOF file: Input/output error", "the server cannot write to its disk"),
        (
            "NOREPLICAS Not enough good replicas to write.",
            "disk almost full, or replicas missing",
        ),
        ("READONLY You can't write against a read only replica.", "the server is a read-only replica"),
    ],
)
def test_the_cause_of_a_refusal_is_named(words: str, cause: str) -> None:
    parser: Any = redis.connection.DefaultParser(socket_read_size=1)
    named = refusal_cause(parser.parse_error(words))
    assert named is not None
    assert named["en"] == cause
    assert refusal_cause(parser.parse_error("LOADING the dataset in memory")) is None


def test_a_store_that_is_gone_is_out_of_reach_and_a_fault_of_ours_is_not() -> None:
    for gone in (redis.exceptions.ConnectionError("gone"), redis.exceptions.TimeoutError("slow")):
        assert is_out_of_reach(gone)
    for ours in (
        redis.exceptions.ResponseError("WRONGTYPE of value"),
        redis.exceptions.NoScriptError("?"),
        KeyError("OOM"),
    ):
        assert not is_out_of_reach(ours)


@pytest.fixture
def full(redis: Any) -> Iterator[Any]:
    """A way to fill the store up; there is room again afterwards."""
    yield lambda: redis.config_set("maxmemory", 1)
    redis.config_set("maxmemory", 0)


def test_a_store_without_room_is_said_and_the_record_goes_on_afterwards(
    recorder: Api, service: Service, full: Any
) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=2))
    full()
    answer = record.move(**a_game(plies=3)[2])
    assert (answer.status_code, answer.json["type"]) == (503, "urn:movebook:problem:store-out-of-reach")
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.json["detail"] == "nothing was written (memory limit reached); try again"
    assert record.get("/state").json["ply"] == 2
    service.log.store.config_set("maxmemory", 0)
    record.play(a_game(plies=4)[2:])
    chain.check(record.get("/log").json["entries"])


def test_an_answer_that_was_lost_is_found_again(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorder.open(*SEATS)
    real = service.log._append

    def lost(**call: Any) -> Any:
        real(**call)
        raise redis.exceptions.ConnectionError

    monkeypatch.setattr(service.log, "_append", lost)
    assert recorder.post(f"{record.path}/moves", DEAL, key_of("k")).status_code == 503
    monkeypatch.undo()
    again = recorder.post(f"{record.path}/moves", DEAL, key_of("k"))
    assert (again.status_code, again.json["version"], again.headers["ETag"][:3]) == (201, 2, '"2-')
    assert len(record.get("/log").json["entries"]) == 2


def test_an_append_that_fails_leaves_no_trace_in_what_is_held(
    recorder: Api, anyone: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=2))
    before = [record.by(anyone).get(what).data for what in ("/state", "/offers", "/log")]

    def gone(**_: Any) -> Any:
        raise redis.exceptions.ConnectionError

    monkeypatch.setattr(service.log, "_append", gone)
    assert record.move(**a_game(plies=3)[2]).status_code == 503
    monkeypatch.undo()
    assert [record.by(anyone).get(what).data for what in ("/state", "/offers", "/log")] == before
    record.play(a_game(plies=4)[2:])
