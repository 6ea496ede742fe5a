"""What workers do with records that nobody writes to any more: compress derived data, archive, drop old keys.

A projected record is in the set :data:`lists.REST`, by the time of its last entry. :data:`PACK_AFTER_S` after that its
frames are packed, and it waits in :data:`lists.LATER` for its next step. The sets are derived.
"""

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from engines.kernel.game import Json
from service.record.derived import archiving, lists
from service.store import packing
from service.store.archive import DERIVED
from service.store.keys import key
from service.store.log import Log

PACK_AFTER_S = 600
"""Seconds after its last entry when the derived data of a record is packed."""
KEYS_LAST = timedelta(days=30)
"""Time for which a closed record keeps its idempotency keys: no client repeats a request for longer."""
AGAIN = timedelta(days=90)
"""Time after which a record with nothing to do is looked at again."""
AT_ONCE = 100
"""Records of one step."""
FILLED = "mb:{lists}:rest:filled"
"""Set when every record of the lists was put into a set: an earlier version had no sets, and an archive begins anew."""

# A record that was projected meanwhile stays due.
MOVE = """
if redis.call('ZSCORE', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('ZREM', KEYS[1], ARGV[1]) end
if ARGV[3] == '' then redis.call('ZREM', KEYS[2], ARGV[1]) else redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1]) end
"""
PACK = """
local place, frames = KEYS[1], KEYS[2]
if redis.call('HGET', place, 'version') ~= ARGV[1] or redis.call('LLEN', frames) ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] ~= '' then
  redis.call('DEL', frames)
  redis.call('RPUSH', frames, ARGV[3])
end
if #ARGV > 3 then redis.call('HSET', place, unpack(ARGV, 4)) end
return 1
"""
DROP_KEYS = "if redis.call('HGET', KEYS[1], 'version') == ARGV[1] then redis.call('UNLINK', KEYS[2]) end"
LEAST_BYTES = 200
"""Shorter fields of a place are not packed."""


def pack(log: Log, record: str) -> bool:
    """Compress a record's frames, first view and history; returns whether its projections are packed now."""
    pipe = log.store.pipeline(transaction=True)
    pipe.hmget(key("place", record), "version", *DERIVED)
    pipe.lrange(key("frames", record), 0, -1)
    (version, *values), frames = pipe.execute()
    if version is None:
        return False
    block = b"" if not frames or packing.is_packed(frames[0]) else packing.pack(b"\n".join(frames))
    fields = [
        part
        for name, value in zip(DERIVED, values, strict=True)
        if value is not None and len(value) > LEAST_BYTES and not packing.is_packed(value)
        for part in (name, packing.pack(value))
    ]
    names = [key("place", record), key("frames", record)]
    return bool(log.script(PACK)(keys=names, args=[version, len(frames), block, *fields]))


@dataclass(frozen=True, slots=True)
class Spans:
    """When records move into the archive.

    Args:
        closed: Time after the last entry of a closed record.
        idle: Time after the last entry of any other.
    """

    closed: timedelta
    idle: timedelta


def step(log: Log, spans: Spans | None = None) -> Iterator[str]:
    """Take the next step of each record that is due, at most :data:`AT_ONCE` from each set; yields its id after it.

    ``spans``: when records are archived; None for never.

    Raises:
        ArchiveError: The archive's folder is full, read-only or gone.
    """
    now_ms = int(time.time() * 1000)
    for source, until in ((lists.REST, now_ms - PACK_AFTER_S * 1000), (lists.LATER, now_ms)):
        rows = log.store.zrange(source, "-inf", until, byscore=True, offset=0, num=AT_ONCE, withscores=True)
        for record, score in ((row.decode(), score) for row, score in rows):
            summary = lists.summaries_of(log, [record]).get(record)
            later: int | str = ""
            if summary is not None and log.archive.name_of(record) is None:
                later = now_ms  # below, after all that is to be packed
                if source == lists.REST:
                    pack(log, record)
                else:
                    later = _next(log, record, summary, spans)
            log.script(MOVE)(keys=[source, lists.LATER], args=[record, f"{score:.0f}", later])
            yield record


def fill(log: Log, spans: Spans | None = None) -> None:
    """Put every record of the lists into :data:`lists.REST`, once for a store, and once when it gets an archive."""
    wanted = b"rest" if spans is None else b"archive"
    if log.store.get(FILLED) == wanted:
        return
    for sight in (lists.PUBLIC, lists.HIDDEN, lists.COPIES):
        pipe = log.store.pipeline(transaction=False)
        for number, (record, score) in enumerate(log.store.zscan_iter(lists.index_name(sight), count=lists.AT_ONCE), 1):
            pipe.zadd(lists.REST, {record: score})
            if number % lists.AT_ONCE == 0:
                pipe.execute()
        pipe.execute()
    log.store.set(FILLED, wanted)


def _next(log: Log, record: str, summary: Json, spans: Spans | None) -> int | str:
    """Take the step of a record that is due; returns when the next one is due (ms), empty for never."""
    now_ms, changed_ms = int(time.time() * 1000), lists.timestamp_ms(summary["changed_at"])
    closed = summary["status"] in ("closed", "void")
    has_keys = not closed or now_ms < changed_ms + _ms(KEYS_LAST)
    if spans is not None:
        due = changed_ms + _ms(spans.closed if closed else spans.idle)
        if due > now_ms:
            return due
        try:
            if archiving.archive_record(log, record, with_keys=has_keys):
                return ""
        except archiving.UnfitError as error:
            logging.getLogger(__name__).warning("record %s is not archived: %s", record, error)
    elif closed:
        if has_keys:
            return changed_ms + _ms(KEYS_LAST)
        log.script(DROP_KEYS)(keys=[key("head", record), key("keys", record)], args=[summary["version"]])
        return ""
    return now_ms + _ms(AGAIN)


def _ms(span: timedelta) -> int:
    return span // timedelta(milliseconds=1)
