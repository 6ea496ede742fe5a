"""The event log in Redis: one stream per record. One script appends to it, all or nothing.

The writer defines the format. Data derived from the entries (states, frames, results) is never stored here.
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
from service.store.archive import Archive, Content, Folder, head_of
from service.store.chain import BrokenChainError, Entry, stored
from service.store.keys import key, shard, shard_feed
from service.store.scripts import Script

MOST_ENTRIES = 1000
"""Maximum number of entries per append."""

Secrets = dict[str, dict[str, Any]]
"""The secret facts of one entry: name -> ``{"salt", "value", "eyes"}``."""

# The field 'e' of a stream item has the canonical bytes of the entry. The last item of an append also has a field 'a',
# the mark of that append, which is not data and not in backups.
# All checks, then all writes: Lua does not roll back. Only the first XADD can be refused (no memory, a stream that is
# ahead of its head), and then nothing has been written.
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
local held = redis.call('HMGET', head, 'version', 'removed', 'archived')
if held[2] then return {'removed', 0, 0} end
if held[3] then return {'archived', 0, 0} end
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

# A whole record, staged under other keys, appears at once or not at all.
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


# Logs a read with the judge's eyes next to the record's log; writes nothing if the record was removed meanwhile.
NOTE_LOOK = """
if redis.call('HEXISTS', KEYS[1], 'version') == 0 then return 0 end
redis.call('XADD', KEYS[2], '*', 'by', ARGV[1], 'at', ARGV[2], 'call', ARGV[3])
return 1
"""


class RecordNotFoundError(Exception):
    """There is no such record, or the caller may not know of it."""

    def __init__(self, record: str) -> None:
        super().__init__(f"no record {record!r:.80}")
        self.record = record


class RecordRemovedError(RecordNotFoundError):
    """The record was removed from the store, which has a tombstone for it."""

    def __init__(self, record: str, at: str, version: int, last: str) -> None:
        super().__init__(record)
        self.args = (f"record {record} was removed at {at}",)
        self.at = at
        self.version = version
        self.last = last

    @classmethod
    def of(cls, record: str, head: Mapping[bytes, bytes]) -> RecordRemovedError | None:
        """The error for a head that is a tombstone; None for any other head."""
        if b"removed" not in head:
            return None
        return cls(record, head[b"removed"].decode(), int(head[b"was"]), head[b"last"].decode())


class VersionConflictError(Exception):
    """The record is not at the version that the writer expects."""

    def __init__(self, record: str, expected: int, version: int) -> None:
        super().__init__(f"record {record} is at version {version}, not {expected}")
        self.record = record
        self.expected = expected
        self.version = version


class KeyReusedError(Exception):
    """The idempotency key was already used for another request."""

    def __init__(self, key: str, first: int) -> None:
        super().__init__(f"idempotency key {key!r:.80} stands for the request that wrote version {first}")
        self.key = key
        self.first = first


@dataclass(frozen=True, slots=True)
class Head:
    """A record's last version and stored fields.

    Args:
        record: Its id.
        version: Number of its last entry.
        hash: Hash of its last entry.
        at: When that was written.
        fields: Permanent data next to the log: ``owner``, ``visibility``, ``game``, ``package`` (which provides its
            rules), ``secret`` (the HMAC key).
    """

    record: str
    version: int
    hash: str
    at: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Appended:
    """The versions that an append wrote, now or when the same request came before.

    ``known``: true if the idempotency key was known, so nothing was written now.
    """

    first: int
    last: int
    known: bool


@dataclass(frozen=True, slots=True)
class Idempotency:
    """An idempotency key and its request.

    Args:
        key: As the client sent it.
        payload: The JSON that is equal for repeated requests.
        secret: The record's HMAC key: payloads hold secrets, and the tile behind a plain hash could be guessed.
    """

    key: str
    payload: Any
    secret: str

    @property
    def mac(self) -> str:
        """The MAC of the payload, stored in its place."""
        return hmac.new(self.secret.encode(), canonical.canonical(self.payload), hashlib.sha256).hexdigest()


def now() -> str:
    """The time by this machine's clock: RFC 3339, UTC, milliseconds."""
    return format_time(datetime.now(UTC))


def format_time(time: datetime) -> str:
    """Format a time as entries store it: RFC 3339, UTC, milliseconds. Such texts sort by time."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Log:
    """The log of every record in one store.

    Args:
        store: A client of the store (one server or a cluster); must not decode responses.
        files: The files of archived records; None where there is no archive.
    """

    def __init__(self, store: Any, files: Folder | None = None) -> None:
        self.store = store
        self.archive = Archive(store, files)
        self._scripts: dict[str, Script] = {}
        self._append = self.script(APPEND)
        self._appear = self.script(CREATE)

    def script(self, text: str) -> Script:
        """The script with this text on the log's store; always the same object."""
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
        """Append linked entries, all or nothing, in one round trip; returns when the store has them on disk.

        Args:
            record: The record's id.
            expected: The version that the entries follow; 0 opens the record.
            entries: Canonical bytes of each entry (:func:`service.store.chain.link`) and its secrets.
            last: The last entry, for the head.
            idempotency: The client's key, if it sent one.
            fields: Fields of the head to set with the append.

        Raises:
            VersionConflictError: The record is at another version.
            KeyReusedError: The key was used for another request.
            ArchiveError: The record is archived and cannot be brought back.
            ValueError: No entry, or more than :data:`MOST_ENTRIES`.
        """
        if not 0 < len(entries) <= MOST_ENTRIES:
            msg = f"entries: {len(entries)}; one append takes 1 to {MOST_ENTRIES}"
            raise ValueError(msg)
        # The client library sends the same call again after a lost connection: the script recognizes it by the mark.
        mark = token_hex(8)
        arguments: list[Any] = [record, expected, *_key(idempotency), mark, len(entries), last["hash"], last["at"]]
        for body, secrets in entries:
            arguments += [body, canonical.canonical(secrets) if secrets else ""]
        for name, value in (fields or {}).items():
            arguments += [name, value]
        said, first, final = self._append(keys=self._names(record), args=arguments)
        while said == b"archived":
            self.archive.thaw(record)
            said, first, final = self._append(keys=self._names(record), args=arguments)
        return self._answer(record, expected, idempotency, said, first, final)

    def _names(self, record: str) -> list[str]:
        """The keys that an append uses; all in one shard."""
        return [*[key(what, record) for what in ("log", "head", "keys", "secrets")], shard_feed(shard(record))]

    def create(
        self,
        record: str,
        entries: Sequence[Entry],
        secrets: Mapping[int, Secrets],
        fields: Mapping[str, str],
        token: str,
    ) -> Appended:
        """Store a whole existing record: staged first, then visible at once.

        Raises:
            VersionConflictError: There is another record with this id.
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
        if said == b"conflict" and self.head(record).hash == last["hash"]:  # an archived head has no hash
            said = b"known"
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
        """The versions that an earlier request with the key wrote; None if the key is new.

        Raises:
            KeyReusedError: The key was used for another request.
        """
        found = self.store.hget(key("keys", record), idempotency.key)
        if found is None:
            content, found = self.archive.look(record, "keys", "HGET", idempotency.key)
            found = found if content is None else content.keys.get(idempotency.key.encode())
        if found is None:
            return None
        first, last, mac = found.decode().split(" ")
        if not hmac.compare_digest(mac, idempotency.mac):
            raise KeyReusedError(idempotency.key, int(first))
        return Appended(int(first), int(last), known=True)

    def head(self, record: str) -> Head:
        """Read the record's head.

        Raises:
            RecordNotFoundError: There is no such record.
            RecordRemovedError: It was removed.
        """
        head = head_of(self.store, record)
        found = {name.decode(): value.decode() for name, value in head.items()}
        if "version" not in found:
            # Callers must not learn that a private record existed.
            removed = RecordRemovedError.of(record, head) if found.get("private") == "0" else None
            raise removed or RecordNotFoundError(record)
        for name in ("archived", "number"):
            found.pop(name, None)
        return Head(record, int(found.pop("version")), found.pop("hash"), found.pop("at"), found)

    def note_look(self, record: str, by: str, call: str) -> None:
        """Log a read with the judge's eyes.

        Raises:
            RecordNotFoundError: The record no longer exists.
        """
        if not self.script(NOTE_LOOK)(keys=[key("head", record), key("looks", record)], args=[by, now(), call]):
            self.head(record)

    def read(self, record: str, after: int = 0, most: int | None = None) -> list[Entry]:
        """Read the entries after a version, in order; at most ``most``. The caller checks the chain.

        Raises:
            BrokenChainError: The bytes of one are not a JSON object.
            ArchiveError: The record is archived, and its file cannot be read.
        """
        if most is not None and most < 1:
            return []
        least = f"{after + 1}-0"
        # Who reads on mostly finds nothing new: then one call says whether the record is archived, too.
        found = [] if after else self.store.xrange(key("log", record), min=least, max="+", count=most)
        if not found:
            count = [] if most is None else ["COUNT", most]
            content, rows = self.archive.look(record, "log", "XRANGE", least, "+", *count, after=after)
            if content is not None:
                return entries_of(content, after, most)
            found = [(name, dict(zip(parts[::2], parts[1::2], strict=True))) for name, parts in rows]
        return [_entry(int(name.split(b"-")[0]), fields.get(b"e", b"")) for name, fields in found]

    def secrets(self, record: str, versions: Sequence[int] | None = None) -> dict[int, Secrets]:
        """Read the secret facts by version, for every entry or for the given versions."""
        name, wanted = key("secrets", record), None if versions is None else [str(version) for version in versions]
        if wanted is None:
            rows = self.store.hgetall(name)
        else:
            rows = dict(zip(wanted, self.store.hmget(name, wanted), strict=True)) if wanted else {}
        # Only where something is missing, the record may be archived; it may also have come back since.
        if (None in rows.values()) if wanted is not None else not rows:
            command = ["HGETALL"] if wanted is None else ["HMGET", *wanted]
            content, values = self.archive.look(record, "secrets", *command)
            if content is not None:
                return secrets_of(content, versions)
            rows = dict(
                zip(values[::2], values[1::2], strict=True) if wanted is None else zip(wanted, values, strict=True)
            )
        return {int(version): json.loads(value) for version, value in rows.items() if value is not None}


def secrets_of(content: Content, versions: Sequence[int] | None = None) -> dict[int, Secrets]:
    """The secret facts of an archived record by version, for every entry or for the given versions."""
    found = {int(version): value for version, value in content.secrets.items()}
    return {
        version: json.loads(found[version]) for version in (found if versions is None else versions) if version in found
    }


def entries_of(content: Content, after: int = 0, most: int | None = None) -> list[Entry]:
    """The entries of an archived record after a version; at most ``most``."""
    rows = content.entries[after : None if most is None else after + most]
    return [_entry(version, raw) for version, raw in enumerate(rows, after + 1)]


def _entry(version: int, raw: bytes) -> Entry:
    try:
        entry = orjson.loads(raw)
    except ValueError:
        entry = None
    if type(entry) is not dict:
        raise BrokenChainError(version, "its bytes are no entry")
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
    """Whether the store, not the request, is at fault: it is unreachable, loading, read-only, full or out of memory."""
    # The client has classes for most of these errors; the others are recognized by the first word of the message.
    if isinstance(error, _OUT_OF_REACH):
        return True
    return isinstance(error, redis.ResponseError) and str(error).split(" ", 1)[0].rstrip(":").upper() in _WORDS
