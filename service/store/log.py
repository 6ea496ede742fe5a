"""The event log in Redis: one stream a record, appended to by one script, all or nothing.

The writer owns the format. What follows from the entries (states, frames, results) is never stored here.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

import orjson
import redis

from engines.kernel import canonical
from service.store.chain import BrokenChainError, Entry, stored
from service.store.keys import key, shard, shard_feed
from service.store.scripts import Script

MOST_ENTRIES = 1000
"""Entries one append may bring."""

Secrets = dict[str, dict[str, Any]]
"""The secret facts of one entry: name -> ``{"salt", "value", "eyes"}``."""

# An entry stands in its stream as the field 'e', its canonical bytes. The last one of an append has a field 'a', too:
# the mark of that append, which is no data and in no backup.
# All checks, then all writes: Lua does not roll back. The first XADD is the one write that could be refused (no memory,
# a stream that is ahead of its head), and then nothing has been written.
APPEND = """
local log, head, keys, secrets, feed = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local record, expected, idem, mac, mark = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
local count = tonumber(ARGV[6])
if idem ~= '' then
  local known = redis.call('HGET', keys, idem)
  if known then
    local first, last, was = string.match(known, '^(%d+) (%d+) (.*)$')
    if was == mac then return {'known', tonumber(first), tonumber(last)} end
    return {'reused', tonumber(first), tonumber(last)}
  end
end
local held = redis.call('HMGET', head, 'version', 'removed')
if held[2] then return {'removed', 0, 0} end
local version = tonumber(held[1] or '0')
if version ~= expected then
  -- This very append, sent again because its answer was lost on the way: its last entry carries its mark. The bytes of
  -- the entry would not do: two writers of one move in one millisecond make the same.
  local last = (expected + count) .. '-0'
  local there = redis.call('XRANGE', log, last, last)[1]
  if there and there[2][3] == 'a' and there[2][4] == mark then return {'ok', expected + 1, expected + count} end
  return {'conflict', version, version}
end
for i = 1, count - 1 do
  redis.call('XADD', log, (version + i) .. '-0', 'e', ARGV[7 + 2 * i])
end
redis.call('XADD', log, (version + count) .. '-0', 'e', ARGV[7 + 2 * count], 'a', mark)
for i = 1, count do
  if ARGV[8 + 2 * i] ~= '' then redis.call('HSET', secrets, version + i, ARGV[8 + 2 * i]) end
end
redis.call('HSET', head, 'version', version + count, 'hash', ARGV[7], 'at', ARGV[8], unpack(ARGV, 9 + 2 * count))
if idem ~= '' then redis.call('HSET', keys, idem, (version + 1) .. ' ' .. (version + count) .. ' ' .. mac) end
redis.call('XADD', feed, '*', 'r', record, 'v', version + count)
return {'ok', version + 1, version + count}
"""

# A whole record, staged beside the log, appears at once or not at all.
CREATE = """
local stage, log, head, keys, secrets, feed, staged = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local held = redis.call('HMGET', head, 'version', 'removed')
local version = held[1]
if held[2] then
  redis.call('DEL', stage, staged)
  return {'removed', 0, 0}
end
if version then
  redis.call('DEL', stage, staged)
  return {redis.call('HGET', head, 'hash') == ARGV[3] and 'known' or 'conflict', tonumber(version), tonumber(version)}
end
redis.call('RENAME', stage, log)
redis.call('PERSIST', log)
if redis.call('EXISTS', staged) == 1 then
  redis.call('RENAME', staged, secrets)
  redis.call('PERSIST', secrets)
end
redis.call('HSET', head, 'version', ARGV[2], 'hash', ARGV[3], 'at', ARGV[4], unpack(ARGV, 5))
redis.call('XADD', feed, '*', 'r', ARGV[1], 'v', ARGV[2])
return {'ok', 1, tonumber(ARGV[2])}
"""


# A look with the judge's eyes, noted beside the log; of a record that was removed meanwhile there is none.
NOTE_LOOK = """
if redis.call('HEXISTS', KEYS[1], 'version') == 0 then return 0 end
redis.call('XADD', KEYS[2], '*', 'by', ARGV[1], 'at', ARGV[2], 'call', ARGV[3])
return 1
"""


class RecordNotFoundError(Exception):
    """There is no such record, or the caller may not know of it.

    Args:
        record: The id asked for.
    """

    def __init__(self, record: str) -> None:
        super().__init__(f"no record {record!r:.80}")
        self.record = record


class RecordRemovedError(RecordNotFoundError):
    """A record that was taken out of the store; a tombstone says so.

    Args:
        record: The id asked for.
        at: When it was removed.
        version: Its last entry.
        last: The hash of that entry.
    """

    def __init__(self, record: str, at: str, version: int, last: str) -> None:
        super().__init__(record)
        self.args = (f"record {record} was removed at {at}",)
        self.at = at
        self.version = version
        self.last = last

    @classmethod
    def of(cls, record: str, head: Mapping[bytes, bytes]) -> RecordRemovedError | None:
        """What a head says of it, where that is a tombstone."""
        if b"removed" not in head:
            return None
        return cls(record, head[b"removed"].decode(), int(head[b"was"]), head[b"last"].decode())


class VersionConflictError(Exception):
    """The record has moved on (or has not come so far).

    Args:
        record: Which.
        expected: The version the writer held.
        version: The version the record has.
    """

    def __init__(self, record: str, expected: int, version: int) -> None:
        super().__init__(f"record {record} is at version {version}, not {expected}")
        self.record = record
        self.expected = expected
        self.version = version


class KeyReusedError(Exception):
    """An idempotency key that stands for another request already.

    Args:
        key: The key.
        first: The first version it wrote.
    """

    def __init__(self, key: str, first: int) -> None:
        super().__init__(f"idempotency key {key!r:.80} stands for the request that wrote version {first}")
        self.key = key
        self.first = first


@dataclass(frozen=True, slots=True)
class Head:
    """Where a record stands.

    Args:
        record: Its id.
        version: Number of its last entry.
        hash: Hash of its last entry.
        at: When that was written.
        fields: What stands beside the log for good: ``owner``, ``visibility``, ``game``, ``package`` (who
            brought its rules), ``secret`` (the HMAC key).
    """

    record: str
    version: int
    hash: str
    at: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append did: the versions it wrote, or had written when the same request came before.

    Args:
        first: The first version.
        last: The last version.
        known: True where the idempotency key was known: nothing was written now.
    """

    first: int
    last: int
    known: bool


@dataclass(frozen=True, slots=True)
class Idempotency:
    """An idempotency key and the request it stands for.

    Args:
        key: As the client sent it.
        payload: Whatever makes two requests the same; JSON.
        secret: The record's HMAC key: payloads hold secrets, and a plain hash of a tile could be guessed.
    """

    key: str
    payload: Any
    secret: str

    @property
    def mac(self) -> str:
        """What is kept of the payload."""
        return hmac.new(self.secret.encode(), canonical.canonical(self.payload), hashlib.sha256).hexdigest()


def now() -> str:
    """The server's clock: RFC 3339, UTC, milliseconds."""
    return format_time(datetime.now(UTC))


def format_time(time: datetime) -> str:
    """A time as entries state it: RFC 3339, UTC, milliseconds. Such texts stand in order of time."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Log:
    """The log of every record in one store.

    Args:
        store: A client of the store (one server or a cluster); must not decode responses.
    """

    def __init__(self, store: Any) -> None:
        self.store = store
        self._scripts: dict[str, Script] = {}
        self._append = self.script(APPEND)
        self._appear = self.script(CREATE)

    def script(self, text: str) -> Script:
        """A script on this log's store; the same one each time."""
        if text not in self._scripts:
            self._scripts[text] = Script(self.store, text)
        return self._scripts[text]

    def append(
        self,
        record: str,
        expected: int,
        entries: Sequence[tuple[bytes, Secrets | None]],
        last: Entry,
        idempotency: Idempotency | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> Appended:
        """Append linked entries, all or nothing, in one round trip; answered when the store has it on disk.

        Args:
            record: Which record.
            expected: The version the entries follow; 0 opens the record.
            entries: Canonical bytes of each entry (:func:`service.store.chain.link`) and its secrets.
            last: The last entry, for the head.
            idempotency: The client's key, if it sent one.
            fields: Fields of the head to set with it.

        Raises:
            VersionConflictError: The record is elsewhere.
            KeyReusedError: The key stands for another request.
            ValueError: No entry, or more than :data:`MOST_ENTRIES`.
        """
        if not 0 < len(entries) <= MOST_ENTRIES:
            msg = f"entries: {len(entries)}; one append takes 1 to {MOST_ENTRIES}"
            raise ValueError(msg)
        # The client library sends it again, as it is, where the connection was lost: the mark tells the script so.
        mark = token_hex(8)
        arguments: list[Any] = [record, expected, *_key(idempotency), mark, len(entries), last["hash"], last["at"]]
        for body, told in entries:
            arguments += [body, canonical.canonical(told) if told else ""]
        for name, value in (fields or {}).items():
            arguments += [name, value]
        said, first, final = self._append(keys=self._names(record), args=arguments)
        return self._answer(record, expected, idempotency, said, first, final)

    def _names(self, record: str) -> list[str]:
        """The keys an append touches; all of one shard."""
        return [*[key(what, record) for what in ("log", "head", "keys", "secrets")], shard_feed(shard(record))]

    def create(
        self,
        record: str,
        entries: Sequence[Entry],
        secrets: Mapping[int, Secrets],
        fields: Mapping[str, str],
        token: str,
    ) -> Appended:
        """Put a whole record in place, as it was: staged first, then visible at once.

        Raises:
            VersionConflictError: There is another record under this id.
        """
        stage, staged = key(f"stage:{token}", record), key(f"staged:{token}", record)
        for start in range(0, len(entries), MOST_ENTRIES):
            pipe = self.store.pipeline(transaction=False)
            for entry in entries[start : start + MOST_ENTRIES]:
                pipe.xadd(stage, {"e": canonical.dumps(entry)}, id=f"{entry['version']}-0")
            pipe.expire(stage, 3600)
            pipe.execute()
        if secrets:
            self.store.hset(staged, mapping={str(v): canonical.canonical(s) for v, s in secrets.items()})
            self.store.expire(staged, 3600)
        last = entries[-1]
        arguments: list[Any] = [record, last["version"], last["hash"], last["at"]]
        for name, value in fields.items():
            arguments += [name, value]
        names = [stage, *self._names(record), staged]
        said, first, final = self._appear(keys=names, args=arguments)
        return self._answer(record, 0, None, said, first, final)

    def _answer(
        self, record: str, expected: int, idempotency: Idempotency | None, said: bytes, first: int, final: int
    ) -> Appended:
        if said == b"removed":
            self.head(record)
        if said == b"conflict":
            raise VersionConflictError(record, expected, first)
        if said == b"reused":
            raise KeyReusedError(idempotency.key if idempotency else "", first)
        return Appended(first, final, said == b"known")

    def repeated(self, record: str, idempotency: Idempotency) -> Appended | None:
        """What the key wrote when it came before; None when it is new.

        Raises:
            KeyReusedError: The key stands for another request.
        """
        found = self.store.hget(key("keys", record), idempotency.key)
        if found is None:
            return None
        first, last, mac = found.decode().split(" ")
        if not hmac.compare_digest(mac, idempotency.mac):
            raise KeyReusedError(idempotency.key, int(first))
        return Appended(int(first), int(last), known=True)

    def head(self, record: str) -> Head:
        """Where the record stands.

        Raises:
            RecordNotFoundError: There is none.
            RecordRemovedError: It was removed.
        """
        head = self.store.hgetall(key("head", record))
        found = {name.decode(): value.decode() for name, value in head.items()}
        if "version" not in found:
            # A private one does not even tell that it was there.
            removed = RecordRemovedError.of(record, head) if found.get("private") == "0" else None
            raise removed or RecordNotFoundError(record)
        return Head(record, int(found.pop("version")), found.pop("hash"), found.pop("at"), found)

    def note_look(self, record: str, by: str, call: str) -> None:
        """Note a look with the judge's eyes.

        Args:
            record: At which record.
            by: Id of the token that looked.
            call: What it asked for.

        Raises:
            RecordNotFoundError: There is no such record any more.
        """
        if not self.script(NOTE_LOOK)(keys=[key("head", record), key("looks", record)], args=[by, now(), call]):
            self.head(record)

    def read(self, record: str, after: int = 0, most: int | None = None) -> list[Entry]:
        """The entries after a version, in order; at most ``most`` of them. The chain is the caller's to check.

        Raises:
            BrokenChainError: One of them is no entry at all.
        """
        if most is not None and most < 1:
            return []
        found = self.store.xrange(key("log", record), min=f"{after + 1}-0", max="+", count=most)
        return [_entry(name, fields) for name, fields in found]

    def secrets(self, record: str, versions: Sequence[int] | None = None) -> dict[int, Secrets]:
        """The secret facts beside the log by version: of every entry, or of those named."""
        name = key("secrets", record)
        if versions is None:
            return {int(version): json.loads(value) for version, value in self.store.hgetall(name).items()}
        if not versions:
            return {}
        found = self.store.hmget(name, [str(version) for version in versions])
        return {version: json.loads(value) for version, value in zip(versions, found, strict=True) if value is not None}


def _entry(name: bytes, fields: Mapping[bytes, bytes]) -> Entry:
    raw = fields.get(b"e", b"")
    try:
        entry = orjson.loads(raw)
    except ValueError:
        entry = None
    if type(entry) is not dict:
        raise BrokenChainError(int(name.split(b"-")[0]), "its bytes are no entry")
    return stored(entry, raw)


def _key(idempotency: Idempotency | None) -> tuple[str, str]:
    return ("", "") if idempotency is None else (idempotency.key, idempotency.mac)


_OUT_OF_REACH = (
    redis.ConnectionError,
    redis.TimeoutError,
    redis.OutOfMemoryError,
    redis.ReadOnlyError,
    redis.exceptions.ClusterDownError,
    redis.exceptions.TryAgainError,
    redis.exceptions.MasterDownError,
)
_WORDS = {"MISCONF", "NOREPLICAS", "BUSY"}


def is_out_of_reach(error: Exception) -> bool:
    """Whether the store, not the request, is at fault: it is gone, loading, read-only, full or out of memory."""
    # The client has a class for most of these, and takes the word out of their message; the rest it tells by the word.
    if isinstance(error, _OUT_OF_REACH):
        return True
    return isinstance(error, redis.ResponseError) and str(error).split(" ", 1)[0].rstrip(":").upper() in _WORDS
