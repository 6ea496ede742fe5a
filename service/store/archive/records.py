"""Records that leave the store for a file and come back. Every move between the two is one script.

A record is in the store, or its :class:`Brief` names its file. The hash ``files`` of a shard names each file that no
brief may name: written but not yet used, or no longer used. So :meth:`Archive.clean` can
delete them, also after a kill.

The head of an archived record has only ``version`` and ``archived``: its number in the lists
(:mod:`service.record.derived.numbers`), 0 before it has one, negative until it is listed under it. A record that came
back has that number in ``number`` until it is no longer listed under it.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence
from secrets import token_hex
from threading import BoundedSemaphore, Lock
from typing import Any

from service.store import packing
from service.store.archive import brief
from service.store.archive.brief import Brief, briefs_of, shard_briefs
from service.store.archive.content import Content, raws, read
from service.store.archive.folder import ArchiveError, FileMissingError, Folder, damaged
from service.store.canonical_json import dumps
from service.store.keys import REST, SHARDS, key, shard, shard_feed
from service.store.scripts import Script

HELD, HELD_BYTES = 16, 32 << 20
"""Records that a process keeps after it read them, and their bytes at most."""
READERS, WAIT_S = 4, 5.0
"""Reads of files at the same time, and how long another one waits: a folder that hangs must not take all threads."""
FRESH_S = 600
"""Time within which a new file must be used; after that it is deleted (s)."""
STAYS_S = 86_400
"""Time that a record stays in the store at least after it came back (s)."""
STAGED_S, AT_ONCE = 3600, 500
"""Time after which a broken-off return expires (s), and entries that it writes at once."""

LEAVING = ("log", "secrets", "keys", "frames", "place")
"""The keys that leave the store with a record."""
DERIVED = ("first", "result", "history")
"""The derived fields that leave with it."""

NAME = """
local function name_of(briefs, record)
  local found = string.sub(redis.call('HGET', briefs, record) or '', 1, 32)
  return (string.gsub(found, '.', function(byte) return string.format('%02x', string.byte(byte)) end))
end
"""
LOOK = (
    NAME
    + """
local head = redis.call('HMGET', KEYS[1], 'archived', 'version')
return {head[1] and name_of(KEYS[3], ARGV[1]), head[2], redis.call(ARGV[2], KEYS[2], unpack(ARGV, 3))}
"""
)
# Only if the version, the erased texts and the projections are those in the file. A line in the feed lets the sweep
# list the record as an archived one.
LEAVE = """
local head, briefs, files, feed, place = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local held = redis.call('HMGET', head, 'version', 'hash', 'archived', 'number')
local fresh = string.sub(redis.call('HGET', files, ARGV[1]) or '', 1, 4) == 'new '
if held[1] ~= ARGV[2] or held[2] ~= ARGV[3] or held[3] or not fresh then return 0 end
if redis.call('HGET', place, 'version') ~= ARGV[2] or (redis.call('GET', KEYS[6]) or '') ~= ARGV[4] then return 0 end
if redis.call('EXISTS', KEYS[7]) == 1 then return 0 end
for i = 8, #KEYS do redis.call('UNLINK', KEYS[i]) end
redis.call('DEL', head)
redis.call('HSET', head, 'version', ARGV[2], 'archived', held[4] and -held[4] or 0)
redis.call('HSET', briefs, ARGV[5], ARGV[6])
redis.call('HDEL', files, ARGV[1])
redis.call('XADD', feed, '*', 'r', ARGV[5], 'v', ARGV[2])
return 1
"""
RETURN = (
    NAME
    + """
local head, place, files, briefs, record = KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[3]
local number = redis.call('HGET', head, 'archived')
if not number or name_of(briefs, record) ~= ARGV[1] then
  for i = 7, #KEYS, 2 do redis.call('DEL', KEYS[i]) end
  return 0
end
if redis.call('XLEN', KEYS[7]) ~= tonumber(ARGV[2]) then return -1 end
for i = 6, #KEYS, 2 do
  if redis.call('EXISTS', KEYS[i + 1]) == 1 then
    redis.call('RENAME', KEYS[i + 1], KEYS[i])
    redis.call('PERSIST', KEYS[i])
  end
end
local fields = tonumber(ARGV[5])
redis.call('HDEL', head, 'archived')
redis.call('HSET', head, unpack(ARGV, 6, 5 + fields))
if number ~= '0' then redis.call('HSET', head, 'number', math.abs(number)) end
if #ARGV > 5 + fields then redis.call('HSET', place, unpack(ARGV, 6 + fields)) end
redis.call('DEL', KEYS[5])
if ARGV[4] ~= '' then redis.call('RPUSH', KEYS[5], ARGV[4]) end
redis.call('HDEL', briefs, record)
redis.call('HSET', files, ARGV[1], 'old ' .. record)
return 1
"""
)
# Whether a file is to be deleted: no brief names it, and from now on none will.
CONDEMN = (
    NAME
    + """
if name_of(KEYS[2], ARGV[2]) == ARGV[1] then
  redis.call('HDEL', KEYS[1], ARGV[1])
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], 'old ' .. ARGV[2])
return 1
"""
)
# Replaces a brief that names the same file.
RENEW = """
local held = redis.call('HGET', KEYS[1], ARGV[1])
if not held or string.sub(held, 1, 32) ~= string.sub(ARGV[2], 1, 32) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
"""


def files_of(record: str) -> str:
    """The key of the hash ``files`` of a record's shard: name -> ``new`` or ``old``, the record, and since when."""
    return _files(shard(record))


def _files(of: str) -> str:
    return f"mb:{{{of}}}:archive-files"


class Archive:
    """The archive of a store.

    ``folder``: the files; None where MOVEBOOK_ARCHIVE is not set.
    """

    def __init__(self, store: Any, folder: Folder | None) -> None:
        self.store = store
        self.folder = folder
        self._held: OrderedDict[str, Content] = OrderedDict()
        self._lock = Lock()
        self._readers = BoundedSemaphore(READERS)
        self._look, self._leave = Script(store, LOOK), Script(store, LEAVE)
        self._return, self._condemn, self._renew = (Script(store, text) for text in (RETURN, CONDEMN, RENEW))

    @property
    def files(self) -> Folder:
        """The files.

        Raises:
            ArchiveError: MOVEBOOK_ARCHIVE is not set.
        """
        if self.folder is None:
            raise ArchiveError(
                "MOVEBOOK_ARCHIVE, which names the folder of the archive, is not set",
                "no se ha definido MOVEBOOK_ARCHIVE, que nombra la carpeta del archivo",
            )
        return self.folder

    def look(self, record: str, what: str, *command: Any, after: int | None = None) -> tuple[Content | None, Any]:
        """Run a command on one of a record's keys, or get the content of its file if it is archived.

        Args:
            record: Its id.
            what: The kind of key.
            *command: The command, and its arguments after the key.
            after: If the record has no later version than this, its file is not read.

        Returns:
            The content, None where the record is in the store; and the command's answer as the script returns it.

        Raises:
            ArchiveError: The record is archived, and its file cannot be read.
        """
        before = None
        while True:
            keys = [key("head", record), key(what, record), briefs_of(record)]
            name, version, found = self._look(keys=keys, args=[record, *command])
            if name is None or (after is not None and int(version or 0) <= after):
                return None, found
            try:
                return self.content(record, name.decode()), found
            except FileMissingError:
                if name == before:
                    raise
                before = name  # the record may just have returned

    def content(self, record: str, name: str) -> Content:
        """The content of a record's file; a process keeps the last few.

        Raises:
            ArchiveError: It cannot be read, is damaged, of a later format, or another record's.
        """
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
                return self._held[name]
        files = self.files
        if not self._readers.acquire(timeout=WAIT_S):
            raise ArchiveError("the archive is too slow", "el archivo tarda demasiado")
        try:
            found = read(name, files.get(name))
        finally:
            self._readers.release()
        if found.record != record:
            raise damaged(name)
        with self._lock:
            self._held[name] = found
            while len(self._held) > HELD or sum(each.size for each in self._held.values()) > HELD_BYTES:
                self._held.popitem(last=False)
        return found

    def brief(self, record: str) -> Brief | None:
        """What the store keeps of a record if it is archived.

        Raises:
            ArchiveError: It is damaged.
        """
        found = self.store.hget(briefs_of(record), record)
        return None if found is None else brief.read(record, found)

    def name_of(self, record: str) -> str | None:
        """The name of a record's file; None for a record in the store."""
        found = self.store.hget(briefs_of(record), record)
        return None if found is None else found[: brief.NAME_BYTES].hex()

    def renew(self, changed: Brief) -> None:
        """Replace what the store keeps of a record, unless it is in another file by now."""
        self._renew(keys=[briefs_of(changed.record)], args=[changed.record, changed.packed()])

    def write(self, content: Content) -> str:
        """Write a file that no brief names yet, and return its name.

        Raises:
            ArchiveError: It cannot be written.
        """
        data = content.packed()
        name = hashlib.sha256(data).hexdigest()
        self.store.hset(files_of(content.record), name, f"new {int(time.time())} {content.record}")
        self.files.put(name, data)
        return name

    def leave(self, kept: Brief, last: str, erased: bytes) -> bool:
        """Delete a record from the store, whose file was read back; whether it is archived now.

        Args:
            kept: What the store keeps of it.
            last: Hash of the last entry.
            erased: The counter of erased texts when the content was read.
        """
        record = kept.record
        names = [key("head", record), briefs_of(record), files_of(record), shard_feed(shard(record))]
        names += [key(what, record) for what in ("place", "forgotten", "aside", *LEAVING)]
        return bool(self._leave(keys=names, args=[kept.name, kept.version, last, erased, record, kept.packed()]))

    def thaw(self, record: str) -> bool:
        """Bring a record back into the store, at once or not at all; False for one that is there already.

        Raises:
            ArchiveError: Its file cannot be read, or the store lost what was staged.
        """
        kept = self.brief(record)
        if kept is None:
            return False
        content, mark = self.content(record, kept.name), token_hex(8)
        stages = {what: key(f"stage:{mark}:{what}", record) for what in ("log", "secrets", "keys")}
        for start in range(0, content.version, AT_ONCE):
            pipe = self.store.pipeline(transaction=False)
            for version, raw in enumerate(content.entries[start : start + AT_ONCE], start + 1):
                pipe.xadd(stages["log"], {"e": raw}, id=f"{version}-0")
            pipe.expire(stages["log"], STAGED_S)
            pipe.execute()
        for what, rows in (("secrets", content.secrets), ("keys", content.keys)):
            if rows:
                self.store.hset(stages[what], mapping=rows)
                self.store.expire(stages[what], STAGED_S)
        names = [*(key(what, record) for what in ("head", "place")), files_of(record), briefs_of(record)]
        names += [key("frames", record)]
        names += [part for what, stage in stages.items() for part in (key(what, record), stage)]
        frames = packing.pack(b"\n".join(content.frames)) if content.frames else b""
        head = [part for pair in raws(kept.head).items() for part in pair]
        place = dict(content.place)
        if kept.summary is not None:
            place |= {"version": str(content.version).encode(), "summary": dumps(kept.summary)}
        about = [kept.name, content.version, record, frames, len(head), *head]
        # Otherwise nobody would archive a record again that nobody writes to.
        self.store.zadd(REST, {record: int((time.time() + STAYS_S) * 1000)})
        said = self._return(keys=names, args=[*about, *(part for pair in place.items() for part in pair)])
        if said < 0:
            raise ArchiveError("the store lost staged data; try again", "el almacén perdió datos; inténtalo de nuevo")
        return bool(said)

    def clean(self, records: Sequence[str] | None = None) -> int:
        """Delete the files that no brief names, of all shards or those of some records; return how many.

        Raises:
            ArchiveError: The folder is read-only or gone.
        """
        done = 0
        names = shard_files() if records is None else [files_of(record) for record in records]
        pipe = self.store.pipeline(transaction=False)
        for name in names:
            pipe.hgetall(name)
        for found in pipe.execute():
            for file, state in found.items():
                *_, record = state.decode().split(" ")
                if not _is_fresh(state):
                    done += self.discard(record, file.decode())
        return done

    def clean_later(self, record: str) -> None:
        """Delete the files that a record no longer needs; if the folder cannot be used now, a worker tries again."""
        try:
            self.clean([record])
        except ArchiveError as error:
            logging.getLogger(__name__).warning("record %s: a file is not deleted yet: %s", record, error)

    def is_unused(self, record: str, name: str) -> bool:
        """Whether a file that the record's brief does not name is not about to be used either."""
        return not _is_fresh(self.store.hget(files_of(record), name) or b"")

    def discard(self, record: str, name: str) -> bool:
        """Delete a file of a record unless its brief names it; whether it was deleted."""
        if not self._condemn(keys=[files_of(record), briefs_of(record)], args=[name, record]):
            return False
        self.files.delete(name)
        with self._lock:
            self._held.pop(name, None)
        self.store.hdel(files_of(record), name)
        return True

    def count(self) -> tuple[int, int]:
        """Number of archived records, and of files that are to be deleted or not used yet."""
        pipe = self.store.pipeline(transaction=False)
        for name in (*shard_briefs(), *shard_files()):
            pipe.hlen(name)
        found = pipe.execute()
        return sum(found[:SHARDS]), sum(found[SHARDS:])


def _is_fresh(state: bytes) -> bool:
    """Whether a file was written a moment ago, and may be used."""
    kind, *since, _ = [*state.decode().split(" "), ""]
    return kind == "new" and time.time() - float(since[0]) < FRESH_S


def shard_files() -> list[str]:
    """The keys of all hashes ``files``."""
    return [_files(f"s{number:02d}") for number in range(SHARDS)]
