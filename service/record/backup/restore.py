"""Imports a store's file into a store: each record appears completely or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engines.kernel import canonical
from service.access.tokens import INDEX as TOKENS
from service.access.tokens import Token, random_id, reservation
from service.record import identity, webhooks
from service.record.backup.file_format import (
    AT_ONCE,
    BESIDE,
    ENTRY,
    PARTS,
    SERVICE,
    Advance,
    BackupError,
    Report,
    heads,
    raw_of,
)
from service.record.backup.reader import Backup
from service.store.keys import SERVICE_HISTORY, SERVICE_KEY, STORE_SECRET, key, shard, shard_feed
from service.store.scripts import Script

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

# Writes a tombstone, unless there is a record.
TOMB = """
if redis.call('HEXISTS', KEYS[1], 'version') == 1 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV))
return 1
"""


def restore(backup: Backup, store: Any, *, into_nonempty: bool = False, advance: Advance = lambda _: None) -> Report:
    """Import everything into a store. Each record appears whole; retry an interrupted import with ``into_nonempty``.

    Args:
        backup: The file, verified.
        store: A client of the store; one server or a cluster.
        into_nonempty: Allow records there. Those that the store has at least as far are skipped; so are names of
            players of those alone, which may have been erased since, and tokens, the store's own secret and the
            service's key where it has them. What was removed from the store stays so in any case, and so does what the
            file says was removed; a record that the store has stays there.
        advance: Called with the bytes read since the last time.

    Raises:
        BackupError: There are records in the store, or another one under an id of the file; nothing is written.
    """
    empty = not any(store.hexists(key("head", record), "version") for record in heads(store))
    if not empty and not into_nonempty:
        raise BackupError(
            "the store is not empty: it has records. Choose an empty one, or add to it (--into-nonempty)",
            "el almacén no está vacío: tiene partidas. Elige uno vacío, o añade a él (--into-nonempty)",
        )
    removed = {
        plan["record"] for plan in backup.documents("plan") if store.hexists(key("head", plan["record"]), "removed")
    }
    known = set() if empty else _known(backup, store, removed)
    backup.report.known, backup.report.removed = len(known), len(removed)
    known |= removed
    _restore_tombstones(backup, store)
    _restore_beside(backup, store, known, empty=empty)
    _restore_records(backup, store, known, advance)
    return backup.report


def _known(backup: Backup, store: Any, removed: set[str]) -> set[str]:
    """The file's records that the store has already, at least as far; but those that were removed from it."""
    known, other = set(), []
    for plan in backup.documents("plan"):
        record, last = plan["record"], f"{plan['version']}-0"
        if record in removed or not store.exists(key("head", record)):
            continue
        found = store.xrange(key("log", record), min=last, max=last)
        if found and json.loads(found[0][1][b"e"])["hash"] == plan["hash"]:
            known.add(record)
        else:
            other.append(record)
    if other:
        named = ", ".join(other[:5]) + (" ..." if len(other) > 5 else "")  # noqa: PLR2004 - a line's worth
        raise BackupError(
            f"records of the file that differ from those in the store: {len(other)}: {named}. Nothing was imported",
            f"partidas del archivo que difieren de las del almacén: {len(other)}: {named}. No se ha importado nada",
        )
    return known


def _restore_tombstones(backup: Backup, store: Any) -> None:
    script = Script(store, TOMB)
    for document in backup.documents("tombstone"):
        fields = [part for pair in document["tombstone"].items() for part in pair]
        if not script(keys=[key("head", document["record"])], args=fields):
            backup.report.kept.append(document["record"])


def _restore_beside(backup: Backup, store: Any, known: set[str], *, empty: bool) -> None:
    wanted = {player for plan in backup.documents("plan") if plan["record"] not in known for player in plan["players"]}
    pipe = store.pipeline(transaction=False)
    for number, document in enumerate(backup.documents(*BESIDE), 1):
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
    script = Script(store, RESTORE)
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
        elif stage is not None and kind == "whole":
            stage.appear(script, document)
            stage = None


class _Stage:
    """A staged record, not visible yet.

    Args:
        store: A client of the store.
        record: Its id.
        fields: Fields of its head besides version, hash and time.
    """

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
        """Stage secrets, idempotency keys, or a judge's looks."""
        name = self._stage(part)
        if part == "looks":
            for at, fields in rows.items():
                self._pipe.xadd(name, {raw_of(one): raw_of(value) for one, value in fields.items()}, id=at)
        else:
            spell = canonical.canonical if part == "secrets" else raw_of
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
        reply = script(keys=names, args=[self.record, whole["version"], whole["hash"], whole["at"], *about])
        if reply not in (b"ok", b"known", b"removed"):
            raise BackupError(
                f"record {self.record} could not be put in place ({reply.decode()}); what came before it is there, and "
                "the import can be done again with --into-nonempty",
                f"la partida {self.record} no se ha podido colocar ({reply.decode()}); lo anterior está, y la "
                "importación se puede repetir con --into-nonempty",
            )

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
