"""Records that leave the store for a file and come back. Every move between the two is one script.

A record is in the store, or its head names its file. The hash ``files`` of a shard names each file that no head may
name: written but not yet used, or no longer used. So a kill leaves no file that nobody knows, and
:meth:`Archive.clean` deletes them. The hash also counts the shard's archived records.
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
from service.store.archive.content import Content, read
from service.store.archive.folder import ArchiveError, FileMissingError, Folder, damaged
from service.store.keys import REST, SHARDS, key, shard
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

LEAVING = ("log", "secrets", "keys", "frames")
"""The keys that leave the store with a record."""
DERIVED = ("first", "result", "history")
"""The derived fields that leave with it."""

LOOK = """
local head = redis.call('HMGET', KEYS[1], 'archived', 'version')
return {head[1], head[2], redis.call(ARGV[1], KEYS[2], unpack(ARGV, 2))}
"""
# Only what was read back: the version, the erased texts and the projections are those in the file.
LEAVE = """
local head, place, files = KEYS[1], KEYS[2], KEYS[3]
local held = redis.call('HMGET', head, 'version', 'hash', 'archived')
local fresh = string.sub(redis.call('HGET', files, ARGV[1]) or '', 1, 4) == 'new '
if held[1] ~= ARGV[2] or held[2] ~= ARGV[3] or held[3] or not fresh then return 0 end
if redis.call('HGET', place, 'version') ~= ARGV[2] or (redis.call('GET', KEYS[4]) or '') ~= ARGV[4] then return 0 end
if redis.call('EXISTS', KEYS[5]) == 1 then return 0 end
for i = 6, #KEYS do redis.call('UNLINK', KEYS[i]) end
redis.call('HDEL', place, unpack(ARGV, 5))
redis.call('HSET', head, 'archived', ARGV[1])
redis.call('HDEL', files, ARGV[1])
redis.call('HINCRBY', files, 'count', 1)
return 1
"""
RETURN = """
local head, place, files = KEYS[1], KEYS[2], KEYS[3]
if redis.call('HGET', head, 'archived') ~= ARGV[1] then
  for i = 6, #KEYS, 2 do redis.call('DEL', KEYS[i]) end
  return 0
end
if redis.call('XLEN', KEYS[6]) ~= tonumber(ARGV[2]) then return -1 end
for i = 5, #KEYS, 2 do
  if redis.call('EXISTS', KEYS[i + 1]) == 1 then
    redis.call('RENAME', KEYS[i + 1], KEYS[i])
    redis.call('PERSIST', KEYS[i])
  end
end
if #ARGV > 4 then redis.call('HSET', place, unpack(ARGV, 5)) end
redis.call('DEL', KEYS[4])
if ARGV[4] ~= '' then redis.call('RPUSH', KEYS[4], ARGV[4]) end
redis.call('HDEL', head, 'archived')
redis.call('HSET', files, ARGV[1], 'old ' .. ARGV[3])
redis.call('HINCRBY', files, 'count', -1)
return 1
"""
# Whether a file is to be deleted: no head names it, and from now on none will.
CONDEMN = """
local state = redis.call('HGET', KEYS[1], ARGV[1])
if redis.call('HGET', KEYS[2], 'archived') == ARGV[1] then
  redis.call('HDEL', KEYS[1], ARGV[1])
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], 'old ' .. ARGV[2])
return 1
"""


def files_of(record: str) -> str:
    """The key of the hash ``files`` of a record's shard: name -> ``new`` or ``old``, the record, and since when."""
    return _files(shard(record))


def _files(of: str) -> str:
    return f"mb:{{{of}}}:archive-files"


class Archive:
    """The archive of a store.

    Args:
        store: A client of the store.
        folder: The files; None where MOVEBOOK_ARCHIVE is not set.
    """

    def __init__(self, store: Any, folder: Folder | None) -> None:
        self.store = store
        self.folder = folder
        self._held: OrderedDict[str, Content] = OrderedDict()
        self._lock = Lock()
        self._readers = BoundedSemaphore(READERS)
        self._look, self._leave = Script(store, LOOK), Script(store, LEAVE)
        self._return, self._condemn = Script(store, RETURN), Script(store, CONDEMN)

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
            keys = [key("head", record), key(what, record)]
            name, version, found = self._look(keys=keys, args=command)
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

    def name_of(self, record: str) -> str | None:
        """The name of a record's file; None for a record in the store."""
        found = self.store.hget(key("head", record), "archived")
        return None if found is None else found.decode()

    def write(self, content: Content) -> str:
        """Write a file that no head names yet, and return its name.

        Raises:
            ArchiveError: It cannot be written.
        """
        data = content.packed()
        name = hashlib.sha256(data).hexdigest()
        self.store.hset(files_of(content.record), name, f"new {int(time.time())} {content.record}")
        self.files.put(name, data)
        return name

    def leave(self, content: Content, name: str, last: str, erased: bytes) -> bool:
        """Delete a record from the store, whose content was read back from a file; whether it is archived now.

        Args:
            content: The content.
            name: The file's name.
            last: Hash of the last entry.
            erased: The counter of erased texts when the content was read.
        """
        record = content.record
        head, place, *others = (key(what, record) for what in ("head", "place", "forgotten", "aside", *LEAVING))
        names = [head, place, files_of(record), *others]
        return bool(self._leave(keys=names, args=[name, content.version, last, erased, *DERIVED]))

    def thaw(self, record: str) -> bool:
        """Bring a record back into the store, at once or not at all; False for one that is there already.

        Raises:
            ArchiveError: Its file cannot be read, or the store lost what was staged.
        """
        name = self.name_of(record)
        if name is None:
            return False
        content, mark = self.content(record, name), token_hex(8)
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
        names = [key("head", record), key("place", record), files_of(record), key("frames", record)]
        names += [part for what, stage in stages.items() for part in (key(what, record), stage)]
        frames = packing.pack(b"\n".join(content.frames)) if content.frames else b""
        place = [part for pair in content.place.items() for part in pair]
        # Otherwise nobody would archive a record again that nobody writes to.
        self.store.zadd(REST, {record: int((time.time() + STAYS_S) * 1000)})
        said = self._return(keys=names, args=[name, content.version, record, frames, *place])
        if said < 0:
            raise ArchiveError("the store lost staged data; try again", "el almacén perdió datos; inténtalo de nuevo")
        return bool(said)

    def clean(self, records: Sequence[str] | None = None) -> int:
        """Delete the files that no head names, of all shards or those of some records; return how many.

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
                if file == b"count":
                    continue
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
        """Whether a file that the record's head does not name is not about to be used either."""
        return not _is_fresh(self.store.hget(files_of(record), name) or b"")

    def discard(self, record: str, name: str) -> bool:
        """Delete a file of a record unless its head names it; whether it was deleted."""
        if not self._condemn(keys=[files_of(record), key("head", record)], args=[name, record]):
            return False
        self.files.delete(name)
        with self._lock:
            self._held.pop(name, None)
        self.store.hdel(files_of(record), name)
        return True

    def count(self) -> tuple[int, int]:
        """Number of archived records, and of files that are to be deleted or not used yet."""
        pipe = self.store.pipeline(transaction=False)
        for name in shard_files():
            pipe.hget(name, "count")
            pipe.hlen(name)
        found = pipe.execute()
        records = [int(count or 0) for count in found[::2]]
        return sum(records), sum(found[1::2]) - sum(count is not None for count in found[::2])


def _is_fresh(state: bytes) -> bool:
    """Whether a file was written a moment ago, and may be used."""
    kind, *since, _ = [*state.decode().split(" "), ""]
    return kind == "new" and time.time() - float(since[0]) < FRESH_S


def shard_files() -> list[str]:
    """The keys of all hashes ``files``."""
    return [_files(f"s{number:02d}") for number in range(SHARDS)]
