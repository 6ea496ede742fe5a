"""Imports a store's file into a store: each record appears completely or not at all."""

import json
from collections.abc import Mapping
from typing import Any

from engines.kernel import canonical
from service.access.tokens import INDEX as TOKENS
from service.access.tokens import Token, random_id, reservation
from service.record import identity, webhooks
from service.record.backup.file_format import (
    AT_ONCE,
    ENTRY,
    OUTSIDE,
    PARTS,
    SERVICE,
    Advance,
    BackupError,
    Report,
    heads,
)
from service.record.backup.reader import Backup
from service.store.archive import Brief, Folder, briefs_of
from service.store.archive.content import raw_of
from service.store.keys import SERVICE_HISTORY, SERVICE_KEY, STORE_SECRET, key, shard, shard_feed
from service.store.log import Log
from service.store.scripts import Script
from service.texts import said

STAGED_S = 3600
"""Time after which the staged data of an interrupted import expires (s)."""


# Stages the next entries of a record: one command for many of them.
STAGE = """
for i = 3, #ARGV do redis.call('XADD', KEYS[1], (ARGV[1] + i - 3) .. '-0', 'e', ARGV[i]) end
return redis.call('EXPIRE', KEYS[1], ARGV[2])
"""

# Moves a complete staged record to its keys, at once or not at all.
RESTORE = """
local head, feed = KEYS[1], KEYS[2]
local held = redis.call('HMGET', head, 'version', 'hash', 'removed')
if held[1] or held[3] then
  for i = 4, #KEYS, 2 do redis.call('DEL', KEYS[i]) end
  return held[3] and 'removed' or held[2] == ARGV[3] and 'known' or 'conflict'
end
if redis.call('XLEN', KEYS[4]) ~= tonumber(ARGV[2]) then return 'gone' end
for i = 3, #KEYS, 2 do
  if redis.call('EXISTS', KEYS[i + 1]) == 1 then
    redis.call('RENAME', KEYS[i + 1], KEYS[i])
    redis.call('PERSIST', KEYS[i])
  end
end
redis.call('HSET', head, 'version', ARGV[2], 'hash', ARGV[3], 'at', ARGV[4], unpack(ARGV, 5))
redis.call('XADD', feed, '*', 'r', ARGV[1], 'v', ARGV[2])
return 'ok'
"""

# Writes the head of an archived record, which names its file.
REFER = """
local head, feed, briefs = KEYS[1], KEYS[2], KEYS[3]
local held = redis.call('HMGET', head, 'version', 'hash', 'removed')
if held[1] or held[3] then
  redis.call('DEL', KEYS[5])
  return held[3] and 'removed' or held[2] == ARGV[3] and 'known' or 'conflict'
end
redis.call('HSET', head, 'version', ARGV[2], 'archived', 0)
redis.call('HSET', briefs, ARGV[1], ARGV[4])
if redis.call('EXISTS', KEYS[5]) == 1 then
  redis.call('RENAME', KEYS[5], KEYS[4])
  redis.call('PERSIST', KEYS[4])
end
redis.call('XADD', feed, '*', 'r', ARGV[1], 'v', ARGV[2])
return 'ok'
"""

# Writes a tombstone, unless there is a record.
TOMB = """
if redis.call('HEXISTS', KEYS[1], 'version') == 1 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV))
return 1
"""


def restore(
    backup: Backup,
    store: Any,
    *,
    into_nonempty: bool = False,
    files: Folder | None = None,
    check: bool = False,
    advance: Advance = lambda _: None,
) -> Report:
    """Import everything into a store. Each record appears whole; retry an interrupted import with ``into_nonempty``.

    Args:
        backup: The file, verified.
        store: A client of the store; one server or a cluster.
        into_nonempty: Allow records there. Those that the store has at least as far are skipped; so are names of
            players of those alone, which may have been erased since, and tokens, the store's own secret and the
            service's key where it has them. What was removed from the store stays so in any case, and so does what the
            file says was removed; a record that the store has stays there.
        files: The files of archived records; those that it lacks are reported as left out.
        check: Only say what would happen; nothing is written.
        advance: Called with the bytes read since the last time.

    Raises:
        BackupError: There are records in the store, or another one under an id of the file; nothing is written.
    """
    empty = not any(store.hexists(key("head", record), "version") for record in heads(store))
    if not empty and not into_nonempty:
        raise BackupError(said("store_not_empty_records"))
    removed = {
        plan["record"] for plan in backup.documents("plan") if store.hexists(key("head", plan["record"]), "removed")
    }
    known = set() if empty else _known(backup, Log(store, files), removed)
    backup.report.known, backup.report.removed = len(known), len(removed)
    known |= removed
    for plan in backup.documents("plan"):
        if "file" in plan and plan["record"] not in known and not (files and files.has(plan["file"])):
            backup.report.left_out.append(f"record {plan['record']}: the archive lacks its file {plan['file']}")
    if check:
        return backup.report
    _restore_tombstones(backup, store)
    _restore_beside(backup, store, known, empty=empty)
    _restore_records(backup, store, known, advance)
    return backup.report


def _known(backup: Backup, log: Log, removed: set[str]) -> set[str]:
    """The file's records that the store has already, at least as far; but those that were removed from it."""
    known, other = set(), []
    for plan in backup.documents("plan"):
        record = plan["record"]
        if record in removed or not log.store.exists(key("head", record)):
            continue
        if plan["hash"] in _hashes(log, record, plan["version"]):
            known.add(record)
        else:
            other.append(record)
    if other:
        named = ", ".join(other[:5]) + (" ..." if len(other) > 5 else "")  # noqa: PLR2004 - a line's worth
        raise BackupError(said("records_differ", count=len(other), named=named))
    return known


def _hashes(log: Log, record: str, version: int) -> list[str]:
    """The hash of a record's entry; empty where it has none. The head of an archived record has that of the last."""
    if log.archive.name_of(record) is not None and (head := log.head(record)).version == version:
        return [head.hash]
    return [entry["hash"] for entry in log.read(record, version - 1, 1)]


def _restore_tombstones(backup: Backup, store: Any) -> None:
    script = Script(store, TOMB)
    for document in backup.documents("tombstone"):
        fields = [part for pair in document["tombstone"].items() for part in pair]
        if not script(keys=[key("head", document["record"])], args=fields):
            backup.report.kept.append(document["record"])


def _restore_beside(backup: Backup, store: Any, known: set[str], *, empty: bool) -> None:
    wanted = {player for plan in backup.documents("plan") if plan["record"] not in known for player in plan["players"]}
    pipe = store.pipeline(transaction=False)
    for number, document in enumerate(backup.documents(*OUTSIDE), 1):
        kind = document["kind"]
        if kind in SERVICE:
            _restore_service(pipe, kind, document[kind], empty=empty)
        elif kind == "box":
            pipe.set(key("box", document["box"]), raw_of(document["bytes"]))
        elif kind == "editions":
            for field, value in document["editions"].items():
                pipe.hsetnx(key("editions", document["owner"]), field, raw_of(value))
        elif kind == "player":
            # A player that was erased in the exported store stays erased.
            erased = "erased" in document["profile"]
            if empty or erased or document["player"] in wanted:
                pipe.set(key("player", document["player"]), json.dumps(document["profile"]), nx=not erased)
        elif kind == "league":
            # Fields that the store already has stay.
            for name, value in document["fields"].items():
                pipe.hsetnx(key("league", document["league"]), name, value)
            if webhooks.FIELD in document["fields"]:
                pipe.sadd(webhooks.INDEX, document["league"])
        else:
            token = document["token"]
            # As when tokens are created: first the lists, which are needed to revoke them.
            pipe.sadd(TOKENS, token["id"])
            if token["record"]:
                pipe.sadd(key("tokens", token["record"]), token["id"])
            if made := reservation(Token(**{name: value for name, value in token.items() if name != "sha256"})):
                pipe.zadd(*made)
            pipe.set(key("token", token["id"]), json.dumps(token), nx=True)
        if number % AT_ONCE == 0:
            pipe.execute()
    pipe.execute()
    if empty:
        identity.begin_origin(store, backup.report.at)


def _restore_service(pipe: Any, kind: str, value: Any, *, empty: bool) -> None:
    """Restore the store's own secret, or the service's key or its history."""
    if kind == "service_history":
        if empty:
            pipe.hset(SERVICE_HISTORY, mapping=value)
        return
    pipe.set({"secret": STORE_SECRET, "service_key": SERVICE_KEY}[kind], raw_of(value), nx=not empty)


def _restore_records(backup: Backup, store: Any, known: set[str], advance: Advance) -> None:
    script, refer = Script(store, RESTORE), Script(store, REFER)
    stage: _Stage | None = None
    for line in backup.lines(advance):
        if line.startswith(ENTRY):
            if stage is not None:
                stage.entry(line[len(ENTRY) : -1])
            continue
        document = json.loads(line)
        kind = document.get("kind")
        if kind == "record":
            stage = None if document["record"] in known else _Stage(store, document["record"], document["fields"])
        elif stage is not None and kind in PARTS:
            stage.rows(kind, document[kind])
        elif stage is not None and kind in ("whole", "archived"):
            (stage.appear if kind == "whole" else stage.refer)(script if kind == "whole" else refer, document)
            stage = None


class _Stage:
    """A staged record, not visible yet."""

    def __init__(self, store: Any, record: str, fields: Mapping[str, str]) -> None:
        self.record = record
        self.fields = fields
        mark = random_id()
        self._stages = {part: key(f"stage:{mark}:{part}", record) for part in PARTS}
        self._pipe = store.pipeline(transaction=False)
        self._used: set[str] = set()
        self._waiting = 0
        self._version = 0
        self._entries: list[bytes] = []

    def entry(self, raw: bytes) -> None:
        """Stage the next entry."""
        self._entries.append(raw)
        self._waits(1)

    def rows(self, part: str, rows: Mapping[str, Any]) -> None:
        """Stage secrets, idempotency keys, statements, or a judge's looks."""
        name = self._stage(part)
        if part == "looks":
            for at, fields in rows.items():
                self._pipe.xadd(name, {raw_of(one): raw_of(value) for one, value in fields.items()}, id=at)
        else:
            spell = raw_of if part == "keys" else canonical.canonical
            self._pipe.hset(name, mapping={raw_of(one): spell(value) for one, value in rows.items()})
        self._waits(len(rows))

    def appear(self, script: Script, whole: Mapping[str, Any]) -> None:
        """Make the complete record visible.

        Raises:
            BackupError: Another record has this id now, or the store lost the staged data.
        """
        self._send()
        names = [key("head", self.record), shard_feed(shard(self.record))]
        names += [name for part in PARTS for name in (key(part, self.record), self._stages[part])]
        about = [part for pair in self.fields.items() for part in map(raw_of, pair)]
        self._check(script(keys=names, args=[self.record, whole["version"], whole["hash"], whole["at"], *about]))

    def refer(self, script: Script, found: Mapping[str, Any]) -> None:
        """Write the head of an archived record.

        Raises:
            BackupError: As above.
        """
        self._send()
        names = [key("head", self.record), shard_feed(shard(self.record)), briefs_of(self.record)]
        names += [key("looks", self.record), self._stages["looks"]]
        head = {**self.fields, "version": str(found["version"]), "hash": found["hash"], "at": found["at"]}
        packed = Brief(self.record, found["file"], head, found["summary"]).packed()
        self._check(script(keys=names, args=[self.record, found["version"], found["hash"], packed]))

    def _check(self, reply: bytes) -> None:
        if reply not in (b"ok", b"known", b"removed"):
            raise BackupError(said("record_not_restored", record=self.record, what=reply.decode()))

    def _stage(self, part: str) -> str:
        self._used.add(part)
        return self._stages[part]

    def _waits(self, more: int) -> None:
        self._waiting += more
        if self._waiting >= AT_ONCE:
            self._send()

    def _send(self) -> None:
        if self._entries:
            about = (self._stages["log"], self._version + 1, STAGED_S)
            self._pipe.execute_command("EVAL", STAGE, 1, *about, *self._entries)
            self._version += len(self._entries)
            self._entries.clear()
        for part in sorted(self._used):
            self._pipe.expire(self._stages[part], STAGED_S)
        self._used.clear()
        self._waiting = 0
        self._pipe.execute()
