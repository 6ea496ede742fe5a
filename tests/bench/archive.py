"""(l) A store of many records, 95 % of them archived: memory, files, starts, lists, cold reads, backups.

``python -m tests.bench.archive 1000``; a record of every title is played once and copied with its chain made anew.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from service.access.tokens import random_id
from service.record.backup.reader import Backup
from service.record.backup.restore import restore
from service.record.backup.writer import Export
from service.record.derived import archiving, lists, projections, rest
from service.record.state.cache import RecordCache
from service.store import chain
from service.store.archive import Folder
from service.store.connect import connect
from service.store.embedded import Supervisor
from service.store.keys import key
from service.store.log import Log, format_time
from tests.bench import memory, table
from worker.sweep import Sweep

SHARE = 0.95
"""Of the records that are archived."""


def copy(log: Log, record: str, later_s: int = 0) -> str:
    """A record with the same moves, secrets and idempotency keys, so much later."""
    made, prev, entries = random_id(16), "", []
    for entry in log.read(record):
        at = format_time(datetime.fromisoformat(entry["at"]) + timedelta(seconds=later_s))
        again = {**entry, "at": at, **({"body": {**entry["body"], "record": made}} if entry["version"] == 1 else {})}
        chain.link(again, prev)
        prev = again["hash"]
        entries.append(again)
    log.create(made, entries, log.secrets(record), log.head(record).fields, random_id())
    log.store.hset(key("keys", made), mapping=log.store.hgetall(key("keys", record)))
    return made


def spent(work: Callable[[], Any]) -> tuple[float, float]:
    """Seconds that some work takes, and of them those of this process's processor."""
    began, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - began, time.process_time() - processor


def used(log: Log) -> int:
    """Bytes of the store's memory."""
    return int(log.store.info("memory")["used_memory"])


def backup(log: Log, *, whole: bool) -> io.BytesIO:
    """The store as one file."""
    out = io.BytesIO()
    Export(log.store, log.archive, whole=whole).write(out)
    return out


def main(count: int = 1000) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, Supervisor(Path(folder) / "store") as server:
        files = Folder(Path(folder) / "archive")
        log = Log(connect(server.url), files)
        base = used(log)
        played = memory.play(log, 1)
        records = [copy(log, played[number % len(played)], number) for number in range(count)]
        entries = sum(log.head(record).version for record in records)
        cache = RecordCache(log)
        _, processor = spent(lambda: [projections.project(log, cache, record) for record in records])
        before = used(log) - base
        print(f"{count} records, {entries} entries: {before / entries:.0f} bytes an entry in use; projected in "
              f"{processor / count * 1000:.0f} ms of the processor each", flush=True)  # fmt: skip
        for record in records:
            rest.pack(log, record)
        print(f"at rest: {(used(log) - base) / entries:.0f} bytes an entry", flush=True)
        gone = records[: int(count * SHARE)]
        _, processor = spent(lambda: [archiving.archive_record(log, record) for record in gone])
        sizes = [size for _, size in files.each()]
        left = (used(log) - base) / before
        left, size = (used(log) - base) / before, sum(sizes) / len(sizes)
        print(
            f"{len(gone)} archived, {processor / len(gone) * 1000:.0f} ms of the processor each, files of {size:.0f} B"
        )
        print(f"memory: {left:.1%} of that in use", flush=True)
        first = Sweep(log, log.store)
        print(
            f"first sweep of a worker: {spent(first.once)[0]:.2f} s; next: {spent(Sweep(log, log.store).once)[0]:.2f} s"
        )
        sight = lists.Sight((lists.PUBLIC, lists.HIDDEN))
        page = {"wanted": {}, "changed_since": None, "cursor": None, "most": 20}
        pages = table.spread([spent(lambda: lists.read(log, sight, **page))[0] for _ in range(200)])  # type: ignore[arg-type]
        cold = table.spread([spent(lambda r=r: projections.replay(Log(log.store, files), r))[0] for r in gone[:500]])  # type: ignore[misc]
        print(f"a page of the list p99 {pages['p99'] * 1000:.1f} ms; cold replay of an archived record p50 "
              f"{cold['p50'] * 1000:.1f} ms, p99 {cold['p99'] * 1000:.1f} ms", flush=True)  # fmt: skip
        named, whole = spent(lambda: backup(log, whole=False)), spent(lambda: backup(log, whole=True))
        print(f"backup: {named[1]:.1f} s of the processor, with the archive {whole[1]:.1f} s")
        file = backup(log, whole=False)
        log.store.flushall()
        with Backup(file) as found:
            print(f"restored in {spent(lambda: restore(found, log.store, files=files))[0]:.1f} s")
        print(
            f"first sweep after it: {spent(Sweep(log, log.store).once)[0]:.2f} s, {log.store.zcard('mb:waiting')} wait"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
