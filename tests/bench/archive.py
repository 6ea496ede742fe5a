"""(l) A store of many records, 95 % of them archived: memory, files, starts, lists, cold reads, backups.

``python -m tests.bench.archive 1000``; a record of every title is played once and copied with its chain made anew.
"""

import io
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from service.access.tokens import random_id
from service.record.backup.reader import Backup
from service.record.backup.restore import restore
from service.record.backup.writer import Export
from service.record.derived import archiving, lists, projections, queue, rest
from service.record.derived.queue import last_sweep
from service.record.state.cache import RecordCache
from service.store import chain
from service.store.archive import Folder
from service.store.connect import connect
from service.store.embedded import Supervisor, queue_on_same_server
from service.store.keys import key
from service.store.log import Log, format_time
from tests.bench import memory, table
from worker.sweep import Sweep

SHARE = 0.95
"""Of the records that are archived."""


def copy(log: Log, record: str, later_s: int = 0) -> str:
    """A record with the same moves, secrets and idempotency keys, `later_s` seconds later."""
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


def archive(log: Log, cache: RecordCache, record: str) -> None:
    """Archive a record, and list it as such."""
    archiving.archive_record(log, record)
    projections.project(log, cache, record)


def sweep(log: Log) -> None:
    """Trim the feeds."""
    sweeper = Sweep(log, log.store)
    for _ in range(2):
        sweeper.once()


def start(when: str, url: str, files: Folder) -> None:
    """Start a service over the store: until it is ready, until it took a move, and what lags meanwhile."""
    began, jobs = time.perf_counter(), connect(queue_on_same_server(url))
    jobs.flushdb()
    with table.service(MOVEBOOK_LOG_URL=url, MOVEBOOK_ARCHIVE=str(files.path)) as up:
        ready = time.perf_counter() - began
        move = {"type": "choose_start_player", "player": 0}
        up.post(f"/v1/records/{up.open()}/moves", json=move, headers={"If-Match": '"1"'})
        moved, behind, queued = time.perf_counter() - began, [0], [0]

        def done() -> bool:
            report = last_sweep(jobs)
            queued.append(len(queue.queue(jobs)))
            behind.append(report["behind"] if report else -1)
            return behind[-1] == 0

        caught_up = moved + table.until(done, 3600)
        made = sum(int(jobs.hget(name, "successful_job_count") or 0) for name in jobs.scan_iter("rq:worker:*"))
        print(f"start {when}: ready after {ready:.1f} s, a move after {moved:.1f} s; nothing lags after "
              f"{caught_up:.1f} s, {max(behind)} at most; {made} jobs, {max(queued)} at once", flush=True)  # fmt: skip


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
        start("over an empty store", server.url, files)
        played = memory.play(log, 1)
        records = [copy(log, played[number % len(played)], number) for number in range(count)]
        entries = sum(log.head(record).version for record in records)
        cache = RecordCache(log)
        _, processor = spent(lambda: [projections.project(log, cache, record) for record in records])
        before = used(log) - base
        print(f"{count} records, {entries} entries: {before / entries:.0f} bytes an entry in use; projected in "
              f"{processor / count * 1000:.0f} ms of the processor each", flush=True)  # fmt: skip
        sweep(log)
        for record in records:
            rest.pack(log, record)
        log.store.delete(lists.REST)  # as a worker leaves it
        print(f"at rest: {(used(log) - base) / entries:.0f} bytes an entry", flush=True)
        gone = records[: int(count * SHARE)]
        _, processor = spent(lambda: [archive(log, cache, record) for record in gone])
        sweep(log)
        sizes = [size for _, size in files.each()]
        left, size = (used(log) - base) / before, sum(sizes) / len(sizes)
        print(
            f"{len(gone)} archived, {processor / len(gone) * 1000:.0f} ms of the processor each, files of {size:.0f} B"
        )
        print(f"memory: {left:.1%} of that in use", flush=True)
        first = Sweep(log, log.store)
        print(
            f"first sweep of a worker: {spent(first.once)[1]:.2f} s; next: {spent(Sweep(log, log.store).once)[1]:.2f} s"
        )
        sight = lists.Sight((lists.PUBLIC, lists.HIDDEN))
        page = {"wanted": {}, "changed_since": None, "cursor": None, "most": 20}
        pages = table.spread([spent(lambda: lists.read(log, sight, **page))[0] for _ in range(200)])  # type: ignore[arg-type]
        cold = table.spread([spent(lambda r=r: projections.replay(Log(log.store, files), r))[0] for r in gone[:500]])  # type: ignore[misc]
        print(f"a page of the list p99 {pages['p99'] * 1000:.1f} ms; cold replay of an archived record p50 "
              f"{cold['p50'] * 1000:.1f} ms, p99 {cold['p99'] * 1000:.1f} ms", flush=True)  # fmt: skip
        start("over them", server.url, files)
        named, whole = spent(lambda: backup(log, whole=False)), spent(lambda: backup(log, whole=True))
        print(f"backup: {named[1]:.1f} s of the processor, with the archive {whole[1]:.1f} s")
        for record in (*records[len(gone) :], *played):
            archive(log, cache, record)
        sweep(log)
        kinds = Counter[str]()
        for name in log.store.scan_iter("mb:{*", count=1000):
            part = "lists" if b"{lists}" in name else name.decode().split(":")[2]
            kinds[part] += log.store.memory_usage(name, samples=0)
        every = len(records) + len(played)
        shares = ", ".join(f"{kind} {size / every:.0f}" for kind, size in kinds.most_common(6))
        print(f"all archived: {sum(kinds.values()) / every:.0f} bytes a record ({shares})", flush=True)
        file = backup(log, whole=False)
        log.store.flushall()
        with Backup(file) as found:
            print(f"restored in {spent(lambda: restore(found, log.store, files=files))[0]:.1f} s")
        start("after it", server.url, files)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
