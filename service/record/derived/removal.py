"""Removing a record from the store: as a whole, at once, in any state. A tombstone remains.

The tombstone is the record's head without a version. So no append, import or restore can bring the record back, and
requests for it get the answer that it was removed. Indexes may be on other servers: the tombstone holds their names
until the record is out of them, and a second removal finishes an interrupted one.
"""

import contextlib
import json
from dataclasses import dataclass
from typing import Any

import redis

from engines.kernel.game import Json
from service.access import codes, tokens
from service.record.derived import feed, lists, numbers, projections, queue
from service.record.state import quarantine
from service.store.archive import briefs_of, files_of, head_of
from service.store.archive.records import NAME
from service.store.keys import key, shard, shard_feed
from service.store.log import Log, RecordNotFoundError, RecordRemovedError, now

PARTS = ("log", "keys", "secrets", "looks", "statements", "place", "frames", "snapshots", "aside", "forgotten", "codes")
"""The keys of a record besides its head, all in one shard."""
_OF_ARCHIVED = ("hash", "visibility", "original", "adopted")
"""Fields of a head that the tombstone of an archived record follows from."""

# A damaged record may have a log and no head, or a head and no log.
REMOVE = (
    NAME
    + """
local head, files, feed, briefs, log = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local found = redis.call('HMGET', head, 'version', 'hash', 'visibility', 'removed', 'archived', 'original', 'adopted')
if found[4] then return 0 end
if not found[1] and redis.call('EXISTS', log) == 0 then return -1 end
if found[5] then
  if name_of(briefs, ARGV[3]) ~= ARGV[4] then return -2 end
  redis.call('HSET', files, ARGV[4], 'old ' .. ARGV[3])
  redis.call('HDEL', briefs, ARGV[3])
  found[2], found[3], found[6], found[7] = ARGV[5], ARGV[6], ARGV[7] ~= '' and ARGV[7], ARGV[8] ~= '' and ARGV[8]
end
for i = 5, #KEYS do redis.call('UNLINK', KEYS[i]) end
redis.call('DEL', head)
redis.call('HSET', head, 'removed', ARGV[1], 'was', found[1] or '0', 'last', found[2] or '',
  'private', found[3] == 'private' and '1' or '0', 'lists', ARGV[2],
  'source', found[6] and 'copy' or found[7] and 'adopted' or 'recorded')
-- By this line the sweep learns that the removal is not stated yet.
redis.call('XADD', feed, '*', 'r', ARGV[3], 'v', found[1] or '0')
return 1
"""
)


@dataclass(frozen=True, slots=True)
class Removed:
    """A record that was removed.

    ``before``: whether it had been removed before.
    """

    record: str
    at: str
    version: int
    before: bool


def remove(log: Log, connection: Any, record: str) -> Removed:
    """Remove a record from the store, also one that is in quarantine, damaged, or being written at this moment.

    A concurrent writer gets the error that it was removed. Names of players, boxes and tokens do not belong to one
    record: they stay, the tokens without their labels.

    Raises:
        RecordNotFoundError: There is no such record.
    """
    names = [key("head", record), files_of(record), shard_feed(shard(record)), briefs_of(record)]
    names += [key(part, record) for part in PARTS]
    codes.forget(log.store, record)
    result = -2
    while result == -2:  # noqa: PLR2004 - it came back from the archive, or went there
        kept = log.archive.brief(record)
        archived = [] if kept is None else [kept.name, *(kept.head.get(field, "") for field in _OF_ARCHIVED)]
        if kept is not None and kept.summary is not None:
            feed.withdraw(log, record, numbers.unlist(log, record), kept.summary)
        about = [now(), json.dumps(sorted(_indexes(log, record))), record]
        result = log.script(REMOVE)(keys=names, args=[*about, *archived])
    if result < 0:
        raise RecordNotFoundError(record)
    log.archive.clean_later(record)
    stone = tombstone(log, record)
    indexes = json.loads(log.store.hget(key("head", record), "lists") or "[]")
    lists.take_out(log, record, indexes)
    feed.announce_removal(log, record, indexes)
    log.store.srem(quarantine.INDEX, record)
    tokens.unlabel(log.store, record)
    with contextlib.suppress(redis.RedisError):
        # Wakes a worker, which states the removal, the readers that wait for its next entry, and those of the feed.
        queue.enqueue(connection, record)
        connection.publish(queue.WRITTEN, feed.WAKE)
    log.store.hdel(key("head", record), "lists")
    return Removed(record, stone.at, stone.version, before=not result)


def tombstone(log: Log, record: str) -> RecordRemovedError:
    """The error that reports a removed record, read from its tombstone.

    Raises:
        RecordNotFoundError: The record was not removed.
    """
    found = RecordRemovedError.of(record, log.store.hgetall(key("head", record)))
    if found is None:
        raise RecordNotFoundError(record)
    return found


def _indexes(log: Log, record: str) -> set[str]:
    """Every index that may contain a record, by its opening and its summary; damaged ones are skipped."""
    head = {name.decode(): value.decode() for name, value in head_of(log.store, record).items()}
    summaries: list[Json] = []
    with contextlib.suppress(Exception):
        summaries.append(projections.place(log, record).summary or {})
    with contextlib.suppress(Exception):
        body = log.read(record, 0, 1)[0]["body"]
        about = {"owner": head.get("owner", ""), "visibility": head["visibility"], "copy": "original" in head}
        summaries.append({"occasion": {}, **body, **about})
    found: set[str] = set()
    for summary in summaries:
        for status in lists.STATUSES:
            with contextlib.suppress(Exception):
                found |= lists.indexes({**summary, "status": status})
    return found
