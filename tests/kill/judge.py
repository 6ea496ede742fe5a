"""What must be true when the writers stand still, whatever was killed."""

import time
from collections.abc import Iterable
from typing import Any

import redis
import requests

from service.record.derived import feed, projections
from service.record.state.cache import RecordCache
from service.store import chain
from service.store.connect import connect
from service.store.keys import key
from service.store.log import Log
from tests.kill.processes import Up
from tests.kill.writers import Book, Record
from worker import rebuild

LEVEL_S = 120.0
"""Seconds within which readiness and projections must be back by themselves."""


def derived(log: Log, records: Iterable[Record]) -> dict[str, Any]:
    """Every byte that is derived of these records, and every list."""
    found: dict[str, Any] = {}
    for record in records:
        found[f"{record.id} frames"] = projections.replay(log, record.id)[1]
        found[f"{record.id} place"] = log.store.hgetall(key("place", record.id))
    for name in log.store.scan_iter("mb:{lists}:*", count=1000, _type="zset"):
        found[name.decode()] = sorted(log.store.zrange(name, 0, -1, withscores=True))
    found["feed"] = log.store.hgetall(feed.HEAD), log.store.hgetall(feed.LINES)
    return found


def statements(log: Log, records: Iterable[Record]) -> dict[str, Any]:
    """Every statement about these records: what was killed wrote each once, as a rebuild from the logs writes it."""
    return {f"{record.id} statements": log.store.hgetall(key("statements", record.id)) for record in records}


def level(up: Up, records: Iterable[Record]) -> float:
    """Wait until the service is ready and no projection lags; the seconds it took."""
    began = time.monotonic()
    ids = [record.id for record in records]
    said: object = None
    while time.monotonic() - began < LEVEL_S:
        try:
            answer = requests.get(f"{up.url}/readyz?workers=1", timeout=60)
            said = answer.text
            if answer.ok:
                log = Log(connect(up.store_url))
                said = {record: lag for record in ids if (lag := projections.lag(log, record))}
                log.store.close()
                if not said:
                    return time.monotonic() - began
        except (requests.RequestException, redis.RedisError, OSError) as error:
            said = repr(error)
        time.sleep(0.05)
    raise TimeoutError(f"after {LEVEL_S:g} s: {said}")


def judge(book: Book, records: Iterable[Record]) -> None:
    """Note every violation in the logs of these records, and in what is derived of them; call when level."""
    records = list(records)
    log = Log(connect(book.up.store_url))
    for record in records:
        for what in logged(log, record):
            book.violated(f"{record.id}: {what}")
    before, stated = derived(log, records), statements(log, records)
    lives = RecordCache(log)
    for record in records:
        log.store.delete(key("statements", record.id))
        rebuild.rebuild(log, lives, record.id)
    after = derived(log, records)
    before |= stated
    after |= statements(log, records)
    book.counts["statements"] = sum(map(len, stated.values()))
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            book.violated(f"{name}: differs from its rebuild")
    log.store.close()


def logged(log: Log, record: Record) -> Iterable[str]:
    """What is wrong with a record's log."""
    entries = log.read(record.id)
    try:
        chain.check(entries)
    except chain.BrokenChainError as error:
        yield str(error)
        return
    head = log.head(record.id)
    if (head.version, head.hash) != (entries[-1]["version"], entries[-1]["hash"]):
        yield f"its head says {head.version} {head.hash}, its last entry {entries[-1]['version']}"
    for version, (who, hashed) in sorted(record.acknowledged.items()):
        if version > len(entries):
            yield f"version {version}, acknowledged to {who}, is lost"
        elif entries[version - 1]["hash"] != hashed:
            yield f"version {version} is not what was acknowledged to {who}"
    yield from record.differs(entries, log.secrets(record.id))
    feed = [fields for _, fields in log.store.xrange(log._names(record.id)[-1])]
    # Version 0 says that derived data was deleted.
    announced = [version for fields in feed if fields[b"r"].decode() == record.id and (version := int(fields[b"v"]))]
    if announced != sorted(set(announced)) or (announced and announced[-1] != head.version):
        yield f"its shard's feed has versions {announced}"
