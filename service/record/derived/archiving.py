"""Moving records at rest into the archive (:mod:`service.store.archive`), and checking the archive.

A record leaves the store after its file was read back and folded to the state that its last entry names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.kernel import canonical
from service.record import identity
from service.record.state.cache import RecordCache
from service.store import archive, chain, packing
from service.store.archive import DERIVED, ArchiveError, Brief, Content, FileMissingError, brief, shard_briefs
from service.store.archive.content import texts
from service.store.chain import Entry
from service.store.keys import key
from service.store.log import Log, Secrets, entries_of, secrets_of

AT_ONCE = 1000
"""Rows that are read at once."""


class UnfitError(Exception):
    """A record cannot be archived: what was read back is not what the store has, or cannot be folded."""


class _FromFile(Log):
    """A log whose entries come from a file."""

    def __init__(self, log: Log, content: Content) -> None:
        super().__init__(log.store, log.archive.folder)
        self._content = content

    def read(self, record: str, after: int = 0, most: int | None = None) -> list[Entry]:  # noqa: ARG002 - the file's
        return entries_of(self._content, after, most)

    def secrets(self, record: str, versions: Sequence[int] | None = None) -> dict[int, Secrets]:  # noqa: ARG002
        return secrets_of(self._content, versions)


def archive_record(log: Log, record: str, *, with_keys: bool = True) -> bool:
    """Move a record into the archive; False where it is there, is not projected to its end, or was written meanwhile.

    ``with_keys``: whether its idempotency keys may still be used.

    Raises:
        ArchiveError: The folder cannot be written or read.
        UnfitError: The file cannot be folded to the record's state: the record stays in the store.
    """
    found, head, summary, erased = _content(log, record, with_keys=with_keys)
    if found is None:
        return False
    name = log.archive.write(found)
    again = archive.read(name, log.archive.files.get(name))
    if again != found:
        raise UnfitError("the file differs from what was written")
    try:
        live = RecordCache(_FromFile(log, again)).fold_anew(record)
        fits = live.hash == head["hash"] and len(again.frames) == len(live.timeline.steps)
        state = entries_of(again, again.version - 1)[0].get("state")
    except Exception as error:  # whatever it is, the record stays where it is
        raise UnfitError(f"it cannot be folded ({error!r:.200})") from error
    if not fits or canonical.digest(live.public.facts()) != state:
        raise UnfitError("its replay does not end with the state in its log")
    return log.archive.leave(Brief(record, name, head, summary), head["hash"], erased)


def _content(
    log: Log, record: str, *, with_keys: bool
) -> tuple[Content | None, dict[str, str], dict[str, Any] | None, bytes]:
    """The content of a record's file, its head and summary, and the counter of erased texts; all at one moment."""
    pipe = log.store.pipeline(transaction=True)
    pipe.hgetall(key("head", record))
    pipe.xrange(key("log", record))
    pipe.hgetall(key("secrets", record))
    pipe.hgetall(key("keys", record))
    pipe.hmget(key("place", record), "version", "summary", "generation", *DERIVED)
    pipe.lrange(key("frames", record), 0, -1)
    pipe.get(key("forgotten", record))
    fields, rows, secrets, keys, (projected, summary, *place), frames, erased = pipe.execute()
    head = texts(_pairs(fields))
    if "version" not in head or "archived" in head or (projected or b"").decode() != head["version"] or not rows:
        return None, {}, None, b""
    head.pop("number", None)
    if frames and packing.is_packed(frames[0]):
        frames = packing.unpack(frames[0]).split(b"\n")
    derived = {
        name: packing.unpack(value)
        for name, value in zip(("generation", *DERIVED), place, strict=True)
        if value is not None
    }
    entries = [_pairs(fields).get(b"e", b"") for _, fields in rows]
    about = record, identity.own_id(log.store), int(head["version"]), entries
    found = Content(*about, _pairs(secrets), _pairs(keys) if with_keys else {}, derived, frames)
    return found, head, json.loads(summary or b"null"), erased or b""


def _pairs(found: Any) -> dict[bytes, bytes]:
    """A hash, or the fields of a stream's item; in a transaction a cluster's client returns a list of both."""
    return found if isinstance(found, dict) else dict(zip(found[::2], found[1::2], strict=True))


@dataclass(slots=True)
class Report:
    """What a check of the archive found.

    Args:
        records: Number of archived records.
        sound: Number of their files that are as they were written.
        bytes: Size of all files.
        faults: Record -> what is wrong with its file.
        orphans: Files of this service that no record needs.
        strange: Files that are damaged, or of another service or of records that this store does not know.
        removed: Number of orphans that were deleted.
    """

    records: int = 0
    sound: int = 0
    bytes: int = 0
    faults: dict[str, str] = field(default_factory=dict)
    orphans: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    removed: int = 0


def archived(log: Log) -> Iterator[Brief]:
    """What the store keeps of each archived record; a record may come twice."""
    for name in shard_briefs():
        for record, found in log.store.hscan_iter(name, count=AT_ONCE):
            yield brief.read(record.decode(), found)


def check(log: Log, *, remove: bool = False, advance: Callable[[int], None] = lambda _: None) -> Report:
    """Read every file, check it against the store, and find those that no record needs.

    Args:
        log: The log.
        remove: Whether to delete the orphans.
        advance: Called with 1 after each record.

    Raises:
        ArchiveError: The folder cannot be read.
    """
    report, files = Report(), log.archive.files
    used: set[str] = set()
    for kept in archived(log):
        record, name = kept.record, kept.name
        if name in used:
            continue
        used.add(name)
        report.records += 1
        try:
            entries = entries_of(log.archive.content(record, name))
            chain.check(entries)
            if entries[-1]["hash"] != kept.head["hash"]:
                raise archive.damaged(name)
            report.sound += 1
        except (ArchiveError, chain.BrokenChainError) as error:
            report.faults[record] = str(error)
        advance(1)
    for name, size in files.each():
        report.bytes += size
        if name in used:
            continue
        try:
            content = archive.read(name, files.get(name))
        except FileMissingError:
            continue
        except ArchiveError:
            report.strange.append(name)
            continue
        if not identity.is_own(log.store, content.store) or not log.store.exists(key("head", content.record)):
            report.strange.append(name)
        elif log.archive.is_unused(content.record, name):
            report.orphans.append(name)
            if remove and log.archive.discard(content.record, name):
                report.removed += 1
    return report
