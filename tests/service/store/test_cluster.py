"""The log on a cluster of three masters: the essentials. With MOVEBOOK_TEST_CLUSTER=1 all the rest runs there, too."""

import contextlib
import dataclasses
import gc
import io
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from flask import Flask
from redis.crc import key_slot

from service.access import tokens
from service.api.app import create_app
from service.api.web.http import Service
from service.config import Settings
from service.record.backup.writer import Export
from service.record.derived import archiving, lists, projections
from service.record.files import verify
from service.store import chain, checks
from service.store.archive import Folder
from service.store.connect import Cluster as Client
from service.store.connect import connect
from service.store.embedded import Store, StoreError, Supervisor, queue_on_same_server
from service.store.keys import REWRITE_REQUEST, SHARDS, key, shard_feed
from service.store.log import VersionConflictError, is_out_of_reach
from tests.fixtures.cluster import SLOTS, Cluster
from tests.fixtures.waiting import eventually
from tests.long import cases
from tests.service.conftest import Api, Record, gauges_of
from tests.service.record.backup.test_backup import export, holds, restore_file
from tests.service.store.test_log import append, entries
from tests.service.test_forgetting import NAME, TEXT, answers
from tests.service.test_forgetting import holds as files_with
from tests.service.test_worker import SEATS, a_game, stored
from worker import rebuild
from worker.sweep import Sweep


@pytest.fixture(scope="module", autouse=True)
def left_to_the_garbage() -> Iterator[None]:
    """What redis-py leaves unclosed of a master that is gone is collected here, not in another module's test."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture(scope="module")
def masters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with Cluster(tmp_path_factory.mktemp("cluster"), looked_after=True) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def store(masters: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The log on the cluster, the queue on a single server."""
    with Supervisor(tmp_path_factory.mktemp("queue")) as queue:
        yield Store(masters.url, queue.url)


@pytest.fixture(scope="module")
def clients(store: Store) -> Iterator[tuple[Any, Any]]:
    with contextlib.closing(connect(store.log_url)) as log, contextlib.closing(connect(store.queue_url)) as queue:
        yield log, queue


@pytest.fixture
def records(recorder: Api, service: Service) -> list[Record]:
    made: list[Record] = []
    nodes: set[int] = set()
    # Ids are random, so which master a record lies on is too: some are opened until each has one.
    while len(made) < cases(6, 12) or (len(nodes) < 3 and len(made) < 100):
        made.append(recorder.open(*SEATS, visibility="public").play(a_game(len(made), plies=12)))
        nodes.add(service.log.store.get_node_from_key(key("log", made[-1].id)).port)
    assert len(nodes) == 3, "a hundred records, and one of the three masters has none"
    return made


def test_every_key_of_a_record_lies_in_one_slot_and_all_masters_have_some(redis: Any, records: list[Record]) -> None:
    names = list(redis.scan_iter("mb:*"))
    for record in records:
        slots = {key_slot(name) for name in names if name.decode().endswith(f":{record.id}") and b"{lists}" not in name}
        assert len(slots) == 1
    spread = Counter(key_slot(shard_feed(f"s{number:02d}").encode()) * 3 // SLOTS for number in range(SHARDS))
    assert min(spread.values()) > SHARDS / 3 * 0.8


def test_an_append_is_refused_and_known_there_as_anywhere(service: Service) -> None:
    made = entries(3)
    assert append(service.log, "r1", 0, made).last == 3
    with pytest.raises(VersionConflictError):
        append(service.log, "r1", 1, entries(3, 1, made[0][1]["hash"]))
    chain.check(service.log.read("r1"))


def test_a_game_is_recorded_projected_listed_and_rebuilt(records: list[Record], anyone: Api, service: Service) -> None:
    sweep = Sweep(service.log, service.dispatcher.connection)
    assert sweep.once() == len(records), "every feed is read, whichever master has it"
    for record in records:
        projections.project(service.log, service.lives, record.id)
    assert sweep.once() == 0
    assert sorted(lists.all_records(service.log)) == sorted(record.id for record in records)
    assert {shown["id"] for shown in anyone.get("/records").json["records"]} == {record.id for record in records}
    before = [stored(service, record.id) for record in records]
    assert set(rebuild.records(service.log)) == {record.id for record in records}
    for record in records:
        rebuild.rebuild(service.log, service.lives, record.id)
    assert [stored(service, record.id) for record in records] == before
    assert all(record.by(anyone).get("/replay").status_code == 200 for record in records)


def test_records_move_into_an_archive_and_back(records: list[Record], service: Service, tmp_path: Path) -> None:
    service.log.archive.folder = Folder(tmp_path)
    for record in records:
        projections.project(service.log, service.lives, record.id)
    before = [record.get("/replay").data for record in records]
    for record in records:
        assert archiving.archive_record(service.log, record.id)
        service.lives.drop(record.id)
    assert [record.get("/replay").data for record in records] == before
    assert archiving.check(service.log).sound == len(records)
    assert all(record.play(a_game(number, plies=13)[12:]) for number, record in enumerate(records))
    assert (service.log.archive.clean(), list(service.log.archive.files.each())) == (len(records), [])


def test_secrets_tokens_and_metrics_are_found_anywhere(records: list[Record], anyone: Api, service: Service) -> None:
    for seat in range(3):
        token = records[0].seat_token(seat)
        assert Record(Api(anyone.client, token), records[0].id).get("/state").json["eyes"] == f"seat:{seat}"
    assert len(records[0].get("/tokens").json["tokens"]) == 3
    found = gauges_of(service)
    assert found["movebook_store_up"] == 1
    assert found["movebook_store_bytes"] > 3_000_000, "of all masters"


def test_a_killed_master_comes_back(records: list[Record], masters: Cluster, redis: Any, service: Service) -> None:
    number = masters.ports.index(redis.get_node_from_key(key("log", records[0].id)).port)
    masters.kill(number)
    moves, codes = a_game(0, plies=24)[12:], []
    for move in moves:
        while not codes or codes[-1] != 201:
            codes.append(records[0].move({"Idempotency-Key": str(move)[:80]}, **move).status_code)
        codes.append(0)
    assert set(codes) <= {0, 201, 503}
    masters.settle()
    chain.check(service.log.read(records[0].id))
    assert service.log.head(records[0].id).version == 25


def test_to_a_cluster_and_back(records: list[Record], redis: Any, settings: Settings, tmp_path: Path) -> None:
    out = io.BytesIO()
    assert Export(redis).write(out).counts["records"] == len(records)
    with Supervisor(tmp_path / "single") as single, contextlib.closing(connect(single.url)) as client:
        restore_file(out.getvalue(), client)
        assert holds(client) == holds(redis)
        elsewhere: Flask = create_app(dataclasses.replace(settings, log_url=single.url, queue_url=single.address(1)))
        api = Api(elsewhere.test_client(), records[0].api.token)
        Record(api, records[0].id, records[0].version).play(a_game(0, plies=13)[12:])
        back = export(client)
        redis.flushall()
        restore_file(back, redis)
        assert holds(client) == holds(redis)


def named(recorder: Api, redis: Any) -> tuple[str, list[Record]]:
    """A player who sits in records on all masters, in each of which a note names her too; the id and the records."""
    made, nodes, player = list[Record](), set[int](), ""
    while len(nodes) < 3:
        known = {"player": player} if player else {"name": NAME}
        opened = recorder.post(
            "/records", {"game": "kingdoms", "seats": [known, {"name": "Bo"}], "visibility": "public"}
        )
        player = opened.json["seats"][0]["player"]
        made.append(Record(recorder, opened.json["id"]))
        noted = recorder.post(f"{made[-1].path}/notes", {"text": TEXT}, {"If-Match": "*"})
        assert noted.status_code == 201, noted.text
        nodes.add(redis.get_node_from_key(key("log", made[-1].id)).port)
    return player, made


def sweep_until_forgotten(service: Service, sweep: Sweep) -> None:
    def forgotten() -> bool:
        sweep.once()
        return not service.log.store.exists(REWRITE_REQUEST)

    assert eventually(forgotten, 120)


def test_no_file_names_the_erased(recorder: Api, anyone: Api, redis: Any, masters: Cluster, service: Service) -> None:
    player, records = named(recorder, redis)
    files = [masters.folder / f"master{number}" for number in range(3)]
    assert all(files_with(folder, TEXT) for folder in files)
    assert any(files_with(folder, NAME) for folder in files), "the profile lies on one of them"
    logs = {record.id: record.get("/log").json["entries"] for record in records}
    assert recorder.delete(f"/players/{player}").status_code == 204
    for record in records:
        assert recorder.delete(f"{record.path}/texts/2/text").status_code == 204
    sweep_until_forgotten(service, Sweep(service.log, service.dispatcher.connection))
    assert files_with(masters.folder, NAME) == files_with(masters.folder, TEXT) == []
    for record in records:
        assert answers(record, anyone) == answers(record, recorder) == []
        assert record.get("/log").json["entries"] == logs[record.id]
        assert verify.check(record.get("/export").json) == []


def test_a_master_that_is_killed_while_it_writes_its_files_anew_does_so_again(
    recorder: Api, redis: Any, masters: Cluster, service: Service
) -> None:
    _, records = named(recorder, redis)
    for record in records:
        assert recorder.delete(f"{record.path}/texts/2/text").status_code == 204
    node = redis.get_node_from_key(key("log", records[0].id))
    # Microseconds for each key: it is killed long before it is done.
    redis.config_set("rdb-key-save-delay", 200_000, target_nodes=node)
    sweep = Sweep(service.log, service.dispatcher.connection)
    assert sweep.rewriter.step()
    masters.kill(masters.ports.index(node.port))
    masters.settle()
    sweep_until_forgotten(service, sweep)
    assert files_with(masters.folder, TEXT) == []


def test_a_cluster_that_is_gone_is_a_store_out_of_reach(tmp_path: Path) -> None:
    with Cluster(tmp_path, masters=3, fsync="no") as cluster:
        client = connect(cluster.url)
        tokens.create(client, "admin")
    for asked in (
        lambda: client.get("x"),
        lambda: client.pipeline(transaction=False).get("x").get("y").execute(),
        lambda: list(client.scan_iter("mb:*")),
        lambda: client.info("memory"),
        lambda: connect(cluster.url),
    ):
        with pytest.raises(redis.RedisError) as caught:
            asked()  # type: ignore[no-untyped-call]
        assert is_out_of_reach(caught.value)
    client.close()


def test_what_speaks_against_one_of_the_masters_is_said(masters: Cluster, redis: Any) -> None:
    assert checks.concerns(redis) == []
    node = redis.get_primaries()[1]
    redis.config_set("maxmemory-policy", "allkeys-lru", target_nodes=node)
    try:
        assert ["allkeys-lru" in said for said in checks.concerns(redis)] == [True]
    finally:
        redis.config_set("maxmemory-policy", "noeviction")


@pytest.mark.parametrize("scheme", ["redis+cluster", "rediss+cluster"])
def test_a_cluster_keeps_no_queue(scheme: str) -> None:
    with pytest.raises(StoreError, match="MOVEBOOK_QUEUE_URL"):
        queue_on_same_server(f"{scheme}://127.0.0.1:7000")


def test_keys_of_two_slots_in_one_command_are_our_fault_not_the_stores(redis: Any) -> None:
    assert isinstance(redis, Client)
    with pytest.raises(Exception, match="slot") as caught:
        redis.execute_command("EVALSHA", "0" * 40, 2, "a", "b")
    assert not is_out_of_reach(caught.value)
