"""``python -m tests.bench.cluster``: how far one store goes, how even shards lie on masters, what more masters bring.

Costs are measured on this machine; what 6 and 12 masters would carry is computed from them and from the distribution of
keys, for a machine of few cores cannot show it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from redis.crc import key_slot

from service import boxes, projections
from service.access import CALLS, Caller
from service.connect import connect
from service.eyes import PUBLIC, RECORDER
from service.folds import Lives
from service.keys import SHARDS, feed, shard
from service.log import APPEND, Log
from service.recording import Recording, Request
from service.store import Supervisor
from service.tokens import Token, random_id
from tests.bench import table
from tests.bench.append import Unfed, linked
from tests.cluster import SLOTS, Cluster

MASTERS = (3, 6, 12)
SIZES = (10_000, 100_000)
SECONDS = 6.0
AT_ONCE = 64
"""Records that each of the writing processes appends to in one pipeline."""
PROCESSES = 2


# --------------------------------------------------------------------------------------------------------- distribution


def even(masters: int) -> dict[str, int]:
    """Tag -> master, slots in ranges of one size, as a cluster is made."""
    tags = [f"s{number:02d}" for number in range(SHARDS)]
    return {tag: key_slot(feed(tag).encode()) * masters // SLOTS for tag in tags}


def laid(masters: int) -> dict[str, int]:
    """Tag -> master, the ranges cut where each master has its share of the 256 slots that are used."""
    by_slot = sorted((key_slot(feed(f"s{number:02d}").encode()), f"s{number:02d}") for number in range(SHARDS))
    return {tag: place * masters // SHARDS for place, (_, tag) in enumerate(by_slot)}


def heaviest(where: Mapping[str, int], masters: int, records: Sequence[str]) -> float:
    """The fullest master's records as a multiple of the mean."""
    counts = Counter(where[shard(record)] for record in records)
    return max(counts.values()) * masters / len(records)


# ----------------------------------------------------------------------------------------------------------------- cost


def _write(url: str, mark: str, entries: list[tuple[bytes, Any]], seconds: float, start: Any, done: Any) -> None:
    log = Unfed(connect(url))
    sha = log.store.script_load(APPEND)
    start.wait()
    began, appended, batch = time.perf_counter(), 0, 0
    while time.perf_counter() - began < seconds:
        names = [log._names(f"{mark}b{batch}n{number}") for number in range(AT_ONCE)]
        for version, (raw, entry) in enumerate(entries):
            pipe = log.store.pipeline(transaction=False)
            for of in names:
                about = [of[0].rsplit(":", 1)[1], version, "", "", 1, entry["hash"], entry["at"], raw, ""]
                pipe.execute_command("EVALSHA", sha, len(of), *of, *about)
            pipe.execute()
            appended += AT_ONCE
        batch += 1
    done.put((appended, time.perf_counter() - began))


def saturate(url: str, seconds: float = SECONDS) -> tuple[float, list[float]]:
    """Append as fast as the store takes it; appends a second, and each master's share of a core in use."""
    (moves,) = table.games(1)
    entries = linked(moves)
    context = multiprocessing.get_context("fork")
    start, done = context.Barrier(PROCESSES + 1), context.Queue()
    writers = [
        context.Process(target=_write, args=(url, f"{random_id()}p{number}", entries, seconds, start, done))
        for number in range(PROCESSES)
    ]
    for writer in writers:
        writer.start()
    start.wait()
    before, began = _cpu(url), time.perf_counter()
    told = [done.get() for _ in writers]
    spent = [after - first for first, after in zip(before, _cpu(url), strict=True)]
    elapsed = time.perf_counter() - began
    for writer in writers:
        writer.join()
    return sum(appended for appended, _ in told) / elapsed, [used / elapsed for used in spent]


def _cpu(url: str) -> list[float]:
    """Seconds of a core that each master's main thread has used."""
    with contextlib.closing(connect(url)) as client:
        told = client.info("cpu")
    nodes = [told] if "used_cpu_user" in told else [told[name] for name in sorted(told)]
    return [node["used_cpu_user_main_thread"] + node["used_cpu_sys_main_thread"] for node in nodes]


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
        lives = Lives(log)
        recording = Recording(log, lives, lambda _: None)
        box = boxes.keep(client, boxes.default("kingdoms")[1])
        seats = [{"colour": colour} for colour in table.SEATS]
        about: Any = {"visibility": "public", "occasion": {}, "key": None, "payload": None}
        sizes, ids = [_used(client)], []
        for moves in played:
            live, _ = recording.open(by="bench", game="kingdoms", seats=seats, options={}, box=box, **about)
            ids.append(live.record)
            for version, move in enumerate(moves, 1):
                recording.move(live.record, move, Request(caller, version))
        sizes.append(_used(client))
        for record in ids:
            projections.project(log, lives, record)
        sizes.append(_used(client))
        client.flushall()
    moves_made = sum(len(moves) for moves in played)
    return (sizes[1] - sizes[0]) / moves_made, (sizes[2] - sizes[1]) / moves_made


def _used(client: Any) -> int:
    return int(client.info("memory")["used_memory_dataset"])


# ---------------------------------------------------------------------------------------------------------------- print


def main() -> None:
    """Print the tables."""
    slots = {key_slot(feed(f"s{number:02d}").encode()) for number in range(SHARDS)}
    print(f"{SHARDS} shards lie in {len(slots)} slots of {SLOTS}\n")
    with single() as url:
        log_bytes, derived_bytes = memory(url)
        rate, (busy,) = saturate(url)
    print(f"memory: {log_bytes:.0f} bytes a move in the log, {derived_bytes:.0f} in what is derived")
    print(f"one server: {rate:.0f} appends/s on {busy:.2f} of a core, {1e6 * busy / rate:.1f} us each")
    with three() as url:
        rate, shares = saturate(url)
    cost = sum(shares) / rate
    spread = ", ".join(f"{share:.2f}" for share in shares)
    print(f"three masters here: {rate:.0f} appends/s on {spread} of a core, {1e6 * cost:.1f} us each\n")
    heads = ("masters", "slots", "shards on each", *(f"fullest at {size} records" for size in SIZES), "appends/s")
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
