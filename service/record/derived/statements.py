"""Statements: the state of a record, signed at each closing, reopening, voiding, adoption and removal.

The bytes of a statement follow from the log, the key and the origin. It is stored once; a second try changes nothing.
"""

import json
from collections.abc import Sequence
from typing import Any

from engines.kernel.game import Json
from service.record import identity, signed
from service.record.files import copies
from service.record.files.proof import STATEMENT
from service.record.state.cache import RecordCache
from service.record.state.record import LiveRecord
from service.record.write import status
from service.store.canonical_json import dumps
from service.store.keys import key
from service.store.log import Log

REMOVED = "removed"
"""The status of a removed record."""

# Adds a statement to a record that is still there.
STATE = """
if redis.call('HEXISTS', KEYS[1], 'version') == 0 then return 0 end
return redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2])
"""


def last(log: Log, record: str) -> Json | None:
    """The last statement about a record, also a removed one; None where there is none."""
    return latest(log, [record])[record]


def latest(log: Log, records: Sequence[str]) -> dict[str, Json | None]:
    """The last statement about each record."""
    pipe = log.store.pipeline(transaction=False)
    for record in records:
        pipe.hget(key("head", record), "statement")
        pipe.hgetall(key("statements", record))
    found = iter(pipe.execute())
    return {
        record: json.loads(removed or rows[max(rows, key=int)]) if removed or rows else None
        for record, removed, rows in zip(records, found, found, strict=True)
    }


def of_now(cache: RecordCache, live: LiveRecord, version: int) -> Json:
    """A statement about a record at a version; stored nowhere."""
    then = _at(cache, live, version)
    return _signed(then, then.at)


def state(cache: RecordCache, live: LiveRecord, have: int) -> None:
    """Sign and store what is new in a record since a version: each change of being closed or void, once.

    Args:
        cache: The records of this process.
        live: The record, with its lock held.
        have: The version up to which this was done before, for this record as it was then.
    """
    signatures, adopted = live.tally.signatures, int(live.fields.get("adopted_version", 0))
    ends = [int(name) for name in (*(one.name for one in signatures.closings), signatures.voided) if name]
    if not (ends or adopted) or copies.as_json(live.fields) is not None:
        return
    began, rows = max(have, adopted), live.log.store.hgetall(key("statements", live.record))
    known = {int(version): str(json.loads(row)["status"]) for version, row in rows.items()}
    if 0 < adopted <= live.version and adopted not in known:
        then = _at(cache, live, adopted)
        known[adopted] = _store(live.log, _signed(then, json.loads(live.fields["adopted"])["at"]))
    changed = {*ends, *map(int, live.timeline.acts), *(int(one.name) for one in signatures.contested.values())}
    new = sorted(version for version in changed if version > began and version >= min(ends, default=version))
    if not new:
        return
    stated = [version for version in known if version < new[0]]
    if stated or new[0] == min(ends, default=0):  # before its first end a record is open
        before = known[max(stated)] if stated else "running"
    else:
        before = _status(_at(cache, live, new[0] - 1))
    for version in new:
        now = known.get(version)
        if now is None:
            then = _at(cache, live, version)
            now = _status(then)
            if _end(now) != _end(before):
                _store(live.log, _signed(then, then.at))
        before = now


def of_removal(log: Log, record: str) -> bool:
    """Sign and store the statement about a removed record, next to its tombstone; whether it was still missing."""
    name = key("head", record)
    stone = {field.decode(): value.decode() for field, value in log.store.hgetall(name).items()}
    if "removed" not in stone or stone.get("source") in (None, "copy") or "statement" in stone:
        return False
    parts = {"version": int(stone["was"]), "head": stone["last"], "outcome": None, "status": REMOVED}
    made = _document(log, record=record, **parts, source=stone["source"], at=stone["removed"])
    return bool(log.store.hsetnx(name, "statement", dumps(made)))


def _status(live: LiveRecord) -> str:
    return live.tally.signatures.status(status.outcomes_of(live))


def _end(named: str) -> str | None:
    return named if named in ("closed", "void") else None


def _at(cache: RecordCache, live: LiveRecord, version: int) -> LiveRecord:
    """The record at a version, without a change to it."""
    if live.version == version:
        return live
    found = cache.at(live.record, version=version)
    found.fields = live.fields
    return found


def _signed(live: LiveRecord, at: str) -> Json:
    outcomes = status.outcomes_of(live)
    signatures = live.tally.signatures
    source = "adopted" if copies.adoption_of(live.fields) else "recorded"
    breaches = {"breaches": live.tally.breaches.counts()} if live.tally.breaches.fixed else {}
    parts = {"outcome": signatures.current_outcome(outcomes), "status": signatures.status(outcomes), "source": source}
    return _document(live.log, record=live.record, version=live.version, head=live.hash, **parts, at=at, **breaches)


def _document(log: Log, **parts: Any) -> Json:
    """A signed statement."""
    private = identity.private_key(log.store)
    about = {"format": STATEMENT, "origin": identity.origin(log.store), "record": parts["record"]}
    document = {**about, "key": signed.id_of(private), **parts}
    return {**document, "signature": signed.sign(private, document)}


def _store(log: Log, statement: Json) -> str:
    """Store a statement unless there is one of its version; return its status."""
    record = statement["record"]
    names = [key("head", record), key("statements", record)]
    log.script(STATE)(keys=names, args=[statement["version"], dumps(statement)])
    return str(statement["status"])
