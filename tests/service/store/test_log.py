"""The log: one script appends, all or nothing; the chain; the canonical door; retries; faults of the store."""

import hashlib
import hmac
import zlib
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
    Secrets,
    VersionConflictError,
    is_out_of_reach,
)
from tests.service.conftest import Api, Json
from tests.service.test_worker import SEATS, a_game

OTHER = {"salt": "c2FsdA", "value": "dragon", "eyes": ["seat:0"]}


@pytest.fixture
def log(redis: Any) -> Log:
    return Log(redis)


def entries(count: int, after: int = 0, prev: str = "") -> list[tuple[bytes, Json]]:
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
    return {name: store.dump(name) for name in store.keys("*")}


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


@given(st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=1, max_size=40))
def test_a_keys_tag_is_its_records_crc_and_all_keys_of_a_record_share_a_slot(record: str) -> None:
    tag = f"s{zlib.crc32(record.encode()) % 256:02d}"
    names = [keys.key(what, record) for what in ("log", "head", "keys", "secrets")]
    assert names == [f"mb:{{{tag}}}:{what}:{record}" for what in ("log", "head", "keys", "secrets")]
    assert keys.shard_feed(keys.shard(record)) == f"mb:{{{tag}}}:feed"
    assert len({key_slot(name.encode()) for name in [*names, f"mb:{{{tag}}}:feed"]}) == 1


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


@pytest.fixture
def chained(recorder: Api) -> list[Json]:
    return list(recorder.open(*SEATS).play(a_game(plies=8)).get("/log").json["entries"])


def test_a_real_log_is_whole_and_says_what_it_should(chained: list[Json]) -> None:
    chain.check(chained)
    chain.check(chained[4:], 4, chained[3]["hash"], chained[3]["at"])
    assert chained[0]["prev"] == ""
    for before, entry in zip([{}, *chained], chained, strict=False):
        bare = {name: value for name, value in entry.items() if name != "hash"}
        assert entry["hash"] == hashlib.sha256(canonical.canonical(bare)).hexdigest()
        assert entry["prev"] == before.get("hash", "")
        assert set(entry) >= {"version", "type", "at", "by", "body", "state", "prev", "hash"}


DEAL = {"type": "deal_starting_tile", "seat": 0, "tile": "dragon"}


def key_of(name: str, version: int | str = 1) -> Json:
    return {"If-Match": version if version == "*" else f'"{version}"', "Idempotency-Key": name}


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


def test_a_clock_set_back_keeps_the_time(recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize("words", [
    "OOM command not allowed when used memory > 'maxmemory'.",
    "READONLY You can't write against a read only replica.",
    "MISCONF Errors writing to the AOF file: No space left on device", "LOADING the dataset in memory",
    "CLUSTERDOWN Hash slot not served", "TRYAGAIN Multiple keys request during rehashing of slot",
    "MASTERDOWN Link with MASTER is down", "NOREPLICAS Not enough good replicas to write.",
    "BUSY a script is running", "NOAUTH Authentication required.",
])  # fmt: skip
def test_a_fault_of_the_store_is_known_as_the_client_raises_it(words: str) -> None:
    parser: Any = redis.connection.DefaultParser(socket_read_size=1)
    assert is_out_of_reach(parser.parse_error(words))


@pytest.mark.parametrize(("words", "cause"), [
    ("OOM command not allowed when used memory > 'maxmemory'.", "memory limit reached"),
    ("MISCONF Errors writing to the AOF file: No space left on device", "disk full"),
    ("MISCONF Errors writing to the AOF file: Input/output error", "the server cannot write to its disk"),
    ("NOREPLICAS Not enough good replicas to write.", "disk almost full, or replicas missing"),
    ("READONLY You can't write against a read only replica.", "the server is a read-only replica"),
])  # fmt: skip
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
