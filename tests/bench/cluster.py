"""``python -m tests.bench.cluster``: how far one store goes, how even shards lie on masters, what more masters bring.

Costs are measured on this machine; what 6 and 12 masters would carry is computed from them and from the distribution of
keys, for a machine of few cores cannot show it.
"""

import contextlib
import multiprocessing
import os
import re
import selectors
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from redis.crc import key_slot

from service.access.eyes import PUBLIC, RECORDER
from service.access.rights import CALLS, Caller
from service.access.tokens import Token, random_id
from service.record.derived import projections
from service.record.entries import boxes
from service.record.state.cache import RecordCache
from service.record.write.open_record import NewRecord
from service.record.write.recording import Recording
from service.record.write.request import WriteRequest
from service.store.connect import connect, is_cluster
from service.store.embedded import Supervisor
from service.store.keys import SHARDS, key, shard, shard_feed
from service.store.log import APPEND, Log
from tests.bench import table
from tests.bench.append import linked, over_http
from tests.fixtures.cluster import SLOTS, Cluster
from tests.kill.processes import family

MASTERS = (3, 6, 12)
SIZES = (10_000, 100_000)
CONNECTIONS, EACH, GAMES = 16, 4, 10
"""Connections that keep a master busy, records that each appends to at once, and games that it plays on them."""


def even(masters: int) -> dict[str, int]:
    """Tag -> master, slots in ranges of one size, as a cluster is made."""
    tags = [f"s{number:02d}" for number in range(SHARDS)]
    return {tag: key_slot(shard_feed(tag).encode()) * masters // SLOTS for tag in tags}


def laid(masters: int) -> dict[str, int]:
    """Tag -> master, the ranges cut where each master has its share of the 256 slots that are used."""
    by_slot = sorted((key_slot(shard_feed(f"s{number:02d}").encode()), f"s{number:02d}") for number in range(SHARDS))
    return {tag: place * masters // SHARDS for place, (_, tag) in enumerate(by_slot)}


def heaviest(where: Mapping[str, int], masters: int, records: Sequence[str]) -> float:
    """The fullest master's records as a multiple of the mean."""
    counts = Counter(where[shard(record)] for record in records)
    return max(counts.values()) * masters / len(records)


def _packed(*words: Any) -> bytes:
    """A command as the store reads it."""
    raw = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"*%d\r\n" % len(raw) + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in raw)


def _batches(sha: str, node: Callable[[str], bool], count: int) -> list[bytes]:
    """A game on some records of one master, move by move: each batch is the same move on all of them."""
    (moves,) = table.games(1)
    records: list[str] = []
    while len(records) < count:
        record = random_id(16)
        if node(record):
            records.append(record)
    names = [Log._names(None, record) for record in records]  # type: ignore[arg-type]
    return [
        b"".join(
            _packed("EVALSHA", sha, 5, *of, record, version, "", "", 1, entry["hash"], entry["at"], raw, "")
            for of, record in zip(names, records, strict=True)
        )
        for version, (raw, entry) in enumerate(linked(moves))
    ]


def _drive(address: Any, queues: list[list[list[bytes]]], start: Any, done: Any) -> None:
    """A process that keeps a master busy: connections that each send a batch, and the next when it is answered."""
    selector = selectors.DefaultSelector()
    for queue in queues:
        line = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
        line.connect(address)
        todo = iter([batch for game in queue for batch in game])
        selector.register(line, selectors.EVENT_READ, [todo, 0])
    start.wait()
    began, appended = time.perf_counter(), 0
    for key_ in list(selector.get_map().values()):
        key_.fileobj.sendall(next(key_.data[0]))  # type: ignore[union-attr]
    while selector.get_map():
        for key_, _ in selector.select(5):
            got = key_.fileobj.recv(1 << 16)  # type: ignore[union-attr]
            if b"-" in got:
                raise RuntimeError(got[:200])
            key_.data[1] += got.count(b"ok")
            if key_.data[1] < EACH:
                continue
            key_.data[1] = 0
            appended += EACH
            batch = next(key_.data[0], None)
            if batch is None:
                selector.unregister(key_.fileobj)
            else:
                key_.fileobj.sendall(batch)  # type: ignore[union-attr]
    done.put((appended, time.perf_counter() - began))


def saturate(url: str, games: int = GAMES) -> tuple[float, float]:
    """Append as fast as one master takes it; appends a second, and the share of a core that its main thread used."""
    with contextlib.closing(connect(url)) as client:
        sha = client.script_load(APPEND)
        if is_cluster(url):
            node = client.get_primaries()[0]
            address: Any = (node.host, node.port)
            queues = [
                [_batches(sha, lambda record: client.get_node_from_key(key("log", record)) == node, EACH)]
                for _ in range(CONNECTIONS)
            ]
            at = f"redis://{node.host}:{node.port}"
        else:
            address, at = url.removeprefix("unix://").split("?")[0], url
            queues = [[_batches(sha, lambda _: True, EACH)] for _ in range(CONNECTIONS)]
    for queue in queues:
        first = queue[0]
        # The same moves on other records: their ids have one length.
        queue += [[_renamed(batch, number) for batch in first] for number in range(1, games)]
    context = multiprocessing.get_context("fork")
    start, done = context.Barrier(2), context.Queue()
    writer = context.Process(target=_drive, args=(address, queues, start, done))
    writer.start()
    before = _cpu(at)
    start.wait()
    appended, elapsed = done.get()
    used = _cpu(at) - before
    writer.join()
    return appended / elapsed, used / elapsed


def _renamed(batch: bytes, number: int) -> bytes:
    """The batch on other records, in the same slots: the tag stays, the id behind it does not."""
    return re.sub(rb"(\}:\w+:)([a-z2-7]{22})[a-z2-7]{4}", rb"\g<1>\g<2>%04d" % number, batch)


def _cpu(url: str) -> float:
    """Seconds of a core that a server's main thread has used."""
    with contextlib.closing(connect(url)) as client:
        told = client.info("cpu")
    return float(told["used_cpu_user_main_thread"] + told["used_cpu_sys_main_thread"])


@contextlib.contextmanager
def single() -> Iterator[str]:
    """The address of a single server, as the embedded one is run."""
    with tempfile.TemporaryDirectory(prefix="mb-bench-") as folder, Supervisor(Path(folder)) as supervisor:
        yield supervisor.url


@contextlib.contextmanager
def three() -> Iterator[str]:
    """The address of three masters."""
    with tempfile.TemporaryDirectory(prefix="mb-bench-") as folder, Cluster(Path(folder)) as cluster:
        yield cluster.url


def memory(url: str, games: int = 40) -> tuple[float, float]:
    """Bytes of memory that a move takes in the log, and in what is derived of it."""
    caller = Caller(Token("bench", "admin"), "admin", (RECORDER, PUBLIC), CALLS["admin"])
    played = table.games(games)
    with contextlib.closing(connect(url)) as client:
        log = Log(client)
        lives = RecordCache(log)
        recording = Recording(log, lives, lambda _: None)
        box = boxes.save(client, boxes.default("kingdoms")[1])
        seats = [{"colour": colour} for colour in table.SEATS]
        about: Any = {"policies": {}, "visibility": "public", "occasion": {}}
        sizes, ids = [_used(client)], []
        for moves in played:
            live, _ = recording.open(NewRecord(by="bench", game="kingdoms", seats=seats, options={}, box=box, **about))
            ids.append(live.record)
            for version, move in enumerate(moves, 1):
                recording.move(live.record, move, WriteRequest(caller, version))
        sizes.append(_used(client))
        for record in ids:
            projections.project(log, lives, record)
        sizes.append(_used(client))
        client.flushall()
    moves_made = sum(len(moves) for moves in played)
    return (sizes[1] - sizes[0]) / moves_made, (sizes[2] - sizes[1]) / moves_made


def shares(queue: str = "", games: int = 48) -> tuple[float, dict[str, float]]:
    """A whole service under load: moves a second, and seconds of a core that a move takes in each of its parts."""
    played = table.games(games)
    with table.service(MOVEBOOK_RATE="0", MOVEBOOK_QUEUE_URL=queue) as up:
        over_http(up, played[:CONNECTIONS])
        (above,) = (pid for pid, command in family(os.getpid()).items() if str(up.data) in command and "up" in command)
        before = _by_part(above)
        rate, times = over_http(up, played)
        time.sleep(5)  # the workers are behind
        after = _by_part(above)
    return rate, {part: (after[part] - before[part]) / len(times) for part in after}


def _by_part(above: int) -> dict[str, float]:
    """Seconds of a core that the processes of each part have used."""
    used = {"API": 0.0, "worker": 0.0, "store": 0.0}
    for pid, command in family(above).items():
        part = "API" if "service.run.serve" in command else "worker" if "-m worker" in command else "store"
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            used[part] += (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return used


def _used(client: Any) -> int:
    return int(client.info("memory")["used_memory_dataset"])


def main() -> None:
    """Print the tables."""
    slots = {key_slot(shard_feed(f"s{number:02d}").encode()) for number in range(SHARDS)}
    print(f"{SHARDS} shards lie in {len(slots)} slots of {SLOTS}\n")
    with single() as url:
        log_bytes, derived_bytes = memory(url)
        rate, busy = saturate(url)
    with single() as queue:
        for name, url in (("the queue in the log's server", ""), ("the queue elsewhere", queue)):
            moves, parts = shares(url)
            told = ", ".join(f"{part} {1e6 * seconds:.0f} us" for part, seconds in parts.items())
            print(f"a whole service, {name}: {moves:.0f} moves/s; of a core a move takes: {told}")
    print(f"memory: {log_bytes:.0f} bytes a move in the log, {derived_bytes:.0f} in what is derived")
    print(f"one server: {rate:.0f} appends/s on {busy:.2f} of a core, {1e6 * busy / rate:.1f} us each")
    with three() as url:
        rate, busy = saturate(url)
    cost = busy / rate
    print(f"one of three masters: {rate:.0f} appends/s on {busy:.2f} of a core, {1e6 * cost:.1f} us each\n")
    heads = (
        "masters", "slots", "shards on each", *(f"fullest at {size} records" for size in SIZES),
        "appends/s, cores full",
    )  # fmt: skip
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    for masters in MASTERS:
        for name, where in (("in even ranges", even(masters)), ("laid by shard", laid(masters))):
            on_each = Counter(where.values())
            fullest = [heaviest(where, masters, ids(size)) for size in SIZES]
            cells = [str(masters), name, f"{min(on_each.values())} to {max(on_each.values())}"]
            cells += [f"{times:.2f} x" for times in fullest]
            print(f"| {' | '.join(cells)} | {masters / cost / fullest[-1]:.0f} |")


def ids(count: int) -> list[str]:
    """Ids of records, as the service makes them."""
    return [random_id(16) for _ in range(count)]


if __name__ == "__main__":
    main()
