"""``python -m tests.kill.closer --kills 300``: kills a process that closes, reopens or removes a record and states it.

Each change has one statement, with the same bytes after every retry; a restored store is never taken for a forger.
"""

import contextlib
import io
import random
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from service.access.eyes import RECORDER
from service.access.rights import Caller
from service.record import identity, trust
from service.record.backup.reader import Backup
from service.record.backup.restore import restore
from service.record.backup.writer import Export
from service.record.derived import projections, removal, statements
from service.record.files import proof
from service.record.state.cache import RecordCache
from service.record.write import status
from service.record.write.recording import Recording
from service.record.write.request import WriteRequest
from service.record.write.signatures import write_signature
from service.record.write.undo import UndoRequest, write_undo
from service.store.canonical_json import dumps
from service.store.connect import connect
from service.store.embedded import Supervisor
from service.store.keys import key
from service.store.log import Log, RecordNotFoundError
from service.store.scripts import Script
from tests.bench import table
from tests.kill import archiver
from tests.kill.archiver import Outcome, caller, killed, killer, note

LAST = 8
"""Moves that are taken back: after them the game is not over."""
CHANGES = 12
"""Changes of a record before another one is taken, and this one removed."""


def made(log: Log) -> str:
    """A game that is over, and signed by all seats but the last."""
    record = archiver.made(log, None)
    for seat in range(len(table.SEATS) - 1):
        sign(log, record, seat)
    return record


def sign(log: Log, record: str, seat: int) -> None:
    """Sign for a seat; the last signature closes the record."""
    cache = RecordCache(log)
    outcome = cache.load(record).tally.signatures.current_outcome(status.outcomes_of(cache.load(record)))
    write = partial(
        write_signature, request=WriteRequest(caller(), None, call="signatures"), outcome=outcome, opening=None,
        seat=seat,
    )  # fmt: skip
    Recording(log, cache, lambda _: None).write(record, write.keywords["request"], write)


def change(log: Log, record: str) -> None:
    """Close a record, reopen it by taking back its last move, or close it again by taking that back."""
    cache = RecordCache(log)
    live = cache.load(record)
    if not live.tally.signatures.closings:
        return sign(log, record, len(table.SEATS) - 1)
    taken = next(reversed(live.timeline.acts), "")
    asked = UndoRequest(count=LAST) if status.ended(live) else UndoRequest(undoes=[str(taken)])
    request = WriteRequest(Caller(None, "judge", (RECORDER,), ("undo",)), live.version, call="undo")
    write = partial(write_undo, request=request, asked=asked)
    Recording(log, cache, lambda _: None).write(record, request, write)
    return None


def closes(url: str, record: str, before: int) -> None:
    """Change a record and state it in this process, and kill it before its n-th step in the store."""
    log, step = Log(connect(url)), killer(before)
    Script.__call__ = step(Script.__call__)  # type: ignore[method-assign]
    for name in ("hset", "pipeline", "hgetall", "hmget", "evalsha"):
        setattr(log.store, name, step(getattr(log.store, name)))
    change(log, record)
    projections.project(log, RecordCache(log), record)


def removes(url: str, record: str, before: int) -> None:
    """Remove a record and state that in this process, and kill it before its n-th step in the store."""
    log, step = Log(connect(url)), killer(before)
    for name in ("hset", "hget", "hdel", "pipeline", "hgetall", "srem", "evalsha", "hsetnx"):
        setattr(log.store, name, step(getattr(log.store, name)))
    removal.remove(log, log.store, record)
    statements.of_removal(log, record)


def stored(log: Log, record: str) -> dict[int, bytes]:
    """The statements about a record, by version."""
    return {int(version): row for version, row in log.store.hgetall(key("statements", record)).items()}


def judge(log: Log, record: str, before: dict[int, bytes], changed: list[int]) -> Iterator[str]:
    """What is wrong with the statements about a record whose state changed at some versions."""
    after, cache = stored(log, record), RecordCache(log)
    if sorted(after) != changed:
        yield f"statements of {sorted(after)}, changes at {changed}"
    if not before.items() <= after.items():
        yield "a retry changed a statement"
    for version, row in after.items():
        if dumps(statements.of_now(cache, cache.get(record), version)) != row:
            yield f"another try at {version} gives other bytes"


def once(log: Log, url: str, record: str, changed: list[int], rng: random.Random, outcome: Outcome) -> None:
    """Kill a process once while it changes and states a record, finish what it did, and judge."""
    version, number = log.head(record).version, rng.randint(1, 14)
    outcome.killed += killed(partial(closes, url, record, number))
    before = stored(log, record)
    if log.head(record).version == version:
        change(log, record)
    changed.append(log.head(record).version)
    projections.project(log, RecordCache(log), record)
    outcome.violations += [f"before step {number}: {fault}" for fault in judge(log, record, before, changed)]


def gone(log: Log, url: str, record: str, rng: random.Random, outcome: Outcome) -> list[Any]:
    """Kill a process once while it removes a record, finish that, and judge; the statements about it."""
    rows = [proof.statements_in(row)[0] for row in stored(log, record).values()]
    outcome.killed += killed(partial(removes, url, record, rng.randint(1, 14)))
    before = log.store.hget(key("head", record), "statement")
    for _ in range(2):
        with contextlib.suppress(RecordNotFoundError):
            removal.remove(log, log.store, record)
        statements.of_removal(log, record)
    after = log.store.hget(key("head", record), "statement")
    if after is None or before not in (None, after):
        outcome.violations.append("a removal has no statement, or another one after a retry")
    return [*rows, *proof.statements_in(after or b"")]


def restored(log: Log, folder: Path, record: str, former: list[Any]) -> str:
    """The verdict on all that was ever stated, after a store was restored from a backup and both went on."""
    file = io.BytesIO()
    Export(log.store).write(file)
    change(log, record)
    projections.project(log, RecordCache(log), record)
    with Supervisor(folder) as other:
        with Backup(file) as found:
            restore(found, connect(other.url))
        again = Log(connect(other.url))
        note(again, record)
        change(again, record)
        projections.project(again, RecordCache(again), record)
        rows = [proof.statements_in(row)[0] for each in (log, again) for row in stored(each, record).values()]
        rows.append(statements.of_now(RecordCache(again), RecordCache(again).get(record), log.head(record).version))
    keys = trust.keys_of(identity.described(log.store), "here")
    return proof.of_statements([*former, *rows], keys).name


def run(url: str, folder: Path, kills: int, seed: int) -> Outcome:
    """Kill processes, in records of their own for every few kills; at the end restore a backup."""
    log, rng, outcome = Log(connect(url)), random.Random(seed), Outcome()
    former, record, changed = list[Any](), "", list[int]()
    for number in range(10 * kills):
        if number % CHANGES == 0:
            former += gone(log, url, record, rng, outcome) if record else []
            record, changed = made(log), []
        if outcome.killed >= kills or outcome.violations:
            break
        once(log, url, record, changed, rng, outcome)
    if (found := restored(log, folder, record, former)) != "restored":
        outcome.violations.append(f"after a restore: {found}")
    return outcome


if __name__ == "__main__":
    sys.exit(archiver.main("closer", __doc__, run))
