"""Writes a store into one file while others write to the store: each record is exported at one version."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import IO, Any

import orjson

from service.access.tokens import INDEX as TOKENS
from service.record.backup import shapes
from service.record.backup.file_format import (
    AT_ONCE,
    CARRIED,
    DERIVED,
    ENTRY,
    FORMAT,
    FORMAT_VERSION,
    TOMBSTONE,
    TOMBSTONE_SIGNED,
    WITH_REFERENCES,
    Advance,
    Report,
    heads,
    spell,
)
from service.record.files import copies
from service.record.state import quarantine
from service.store import chain
from service.store.archive import Archive, ArchiveError, Brief, head_of
from service.store.archive.content import text, texts
from service.store.chain import BrokenChainError
from service.store.keys import SERVICE_HISTORY, SERVICE_KEY, STORE_SECRET, key
from service.store.log import now

_KIND = re.compile(rb"mb:(?:\{(?:s\d{2,3}|(lists))\}:)?([a-z-]+)")


_NO_ENTRY = (ValueError, AttributeError, LookupError, TypeError)
"""Exceptions that reading damaged bytes may raise."""


def _entry(raw: bytes) -> chain.Entry:
    """Read an entry from its stored bytes."""
    return chain.stored(orjson.loads(raw), raw)


class Export:
    """An export of the store's current content into one file.

    Args:
        store: A client of the store; one server or a cluster.
        archive: The store's archive.
        whole: Whether to write archived records completely; else the file names their files.
    """

    def __init__(self, store: Any, archive: Archive | None = None, *, whole: bool = False) -> None:
        self.store = store
        self.archive = archive or Archive(store, None)
        self.whole = whole
        self.report = Report()
        self._digest = hashlib.sha256()
        # A seat's link is in its record before its token is made: tokens of records that exist by now, and no
        # later ones, so that the file holds no link that its log does not tell.
        self._tokens = {text(name) for name in store.smembers(TOKENS)}
        self.records = sorted(set(heads(store)))
        """The existing records; records opened from now on are not in the file."""

    def write(self, out: IO[bytes], advance: Advance = lambda _: None) -> Report:
        """Write the file.

        ``advance``: called with 1 after each record.
        """
        self.report.at = now()
        # Only a file that names files of an archive needs a reader that knows them.
        version = FORMAT_VERSION if self.whole or not self.archive.count()[0] else WITH_REFERENCES
        header = {"format": FORMAT, "format_version": version, "at": self.report.at}
        self._put(out, spell(header))
        if secret := self.store.get(STORE_SECRET):
            self._put(out, spell({"kind": "secret", "secret": text(secret)}))
        if own := self.store.get(SERVICE_KEY):
            self._put(out, spell({"kind": "service_key", "service_key": text(own)}))
        if history := self.store.hgetall(SERVICE_HISTORY):
            rows = texts(history)
            self._put(out, spell({"kind": "service_history", "service_history": rows}))
        for record in self.records:
            self._record(out, record)
            advance(1)
        # After the records: a box is stored before the record that uses it.
        self._beside(out)
        end = {"kind": "end", "counts": dict(sorted(self.report.counts.items())), "sha256": self._digest.hexdigest()}
        out.write(spell(end) + b"\n")
        return self.report

    def _put(self, out: IO[bytes], line: bytes) -> None:
        self._digest.update(line)
        self._digest.update(b"\n")
        out.write(line)
        out.write(b"\n")

    def _leave_out(self, out: IO[bytes], what: str) -> None:
        self.report.left_out.append(what)
        self._put(out, spell({"kind": "left_out", "what": what}))

    def _record(self, out: IO[bytes], record: str) -> None:
        try:
            raw = head_of(self.store, record)
            kept = self.archive.brief(record) if b"archived" in raw and not self.whole else None
        except ArchiveError as error:
            self._leave_out(out, f"record {record}: {error}")
            return
        head = {text(name): text(value) for name, value in raw.items() if name not in (b"archived", b"number")}
        if "version" not in head:
            if "removed" in head:
                stone = {name: head[name] for name in (*TOMBSTONE, *TOMBSTONE_SIGNED) if name in head}
                self._put(out, spell({"kind": "tombstone", "record": record, "tombstone": stone}))
                self.report.counts["tombstones"] += 1
            return
        if kept is not None:
            self._refer(out, kept)
            return
        try:
            version, last, at = int(head.pop("version")), head.pop("hash"), head.pop("at")
            first = list(islice(self._log(record, version), 1))
            chain.check([_entry(raw) for raw in first])
        except ArchiveError as error:
            self._leave_out(out, f"record {record}: {error}")
            return
        except (BrokenChainError, *_NO_ENTRY) as error:
            self._leave_out(out, f"record {record}: {error}")
            return
        if not first or not (shapes.is_about(head) and copies.are_valid(head)):
            self._leave_out(out, f"record {record}: {'its head is damaged' if first else 'it has no log'}")
            return
        self._put(out, spell({"kind": "record", "record": record, "fields": head}))
        version, last, at, why = self._entries(out, record, version, last, at)
        self._beside_record(out, record, version)
        for eyes, note in quarantine.notes(self.store, record).items():
            what = f"record {record} for {eyes}: {note.why}"
            self.report.aside.append(what)
            self._put(out, spell({"kind": "aside", "what": what}))
        self._put(out, spell({"kind": "whole", "record": record, "version": version, "hash": last, "at": at}))
        self.report.counts["records"] += 1
        if why:
            self._leave_out(out, f"record {record} from version {version + 1} on: {why}")

    def _refer(self, out: IO[bytes], kept: Brief) -> None:
        """Write a reference to the file of an archived record."""
        record, head = kept.record, dict(kept.head)
        last = {"version": int(head.pop("version")), "hash": head.pop("hash"), "at": head.pop("at")}
        self._put(out, spell({"kind": "record", "record": record, "fields": head}))
        self._looks(out, record)
        about = {"file": kept.name, "summary": kept.summary}
        self._put(out, spell({"kind": "archived", "record": record, **last, **about}))
        self.report.counts["archived"] += 1

    def _log(self, record: str, version: int) -> Iterator[bytes]:
        """The stored bytes of a record's entries up to a version; it may move into the archive meanwhile."""
        done = 0
        while page := self.store.xrange(key("log", record), min=f"{done + 1}-0", max=f"{version}-0", count=AT_ONCE):
            yield from (fields.get(b"e", b"") for _, fields in page)
            done = int(page[-1][0].split(b"-")[0])
        content, _ = self.archive.look(record, "log", "EXISTS", after=done)
        if content is not None:
            yield from content.entries[done:version]

    def _beside_record(self, out: IO[bytes], record: str, version: int) -> None:
        """Write the other data of a record, up to a version; leaves out damaged data."""
        damaged = 0
        for what, line in (("secrets", self._secrets), ("keys", self._keys), ("statements", self._statements)):
            rows: dict[str, Any] = {}
            found = list(self.store.hscan_iter(key(what, record), count=AT_ONCE))
            content, _ = self.archive.look(record, what, "EXISTS")
            if content is not None and what != "statements":  # these stay in the store
                found = list((content.secrets if what == "secrets" else content.keys).items())
            for name, value in found:
                try:
                    row = line(name, value, version)
                except _NO_ENTRY:
                    row = None
                if row is None or not shapes.are_rows(what, row):
                    damaged += 1
                    continue
                rows |= row
                if len(rows) >= AT_ONCE:
                    self._rows(out, what, rows)
                    rows = {}
            self._rows(out, what, rows)
        if damaged:
            self._leave_out(out, f"record {record}: {damaged} secrets or keys that are damaged")
        self._looks(out, record)

    def _looks(self, out: IO[bytes], record: str) -> None:
        for page in self._pages(key("looks", record)):
            looks = {text(name): texts(fields) for name, fields in page}
            self._rows(out, "looks", looks)

    def _entries(self, out: IO[bytes], record: str, version: int, last: str, at: str) -> tuple[int, str, str, str]:
        """Write the entries up to a version or to the first damaged one; returns how far, and what is wrong."""
        done, prev, then = 0, "", ""
        for raw in self._log(record, version):
            try:
                entry = _entry(raw)
                chain.check([entry], done, prev, then)
            except BrokenChainError as error:
                return done, prev, then, str(error)
            except _NO_ENTRY:
                return done, prev, then, f"entry {done + 1}: its bytes are no entry"
            self._put(out, ENTRY + raw + b"}")
            self.report.counts["entries"] += 1
            done, prev, then = done + 1, entry["hash"], entry["at"]
        if (done, prev) != (version, last):
            return done, prev, then, f"its log ends with entry {done}, its head says {version}"
        return version, last, at, ""

    def _pages(self, name: str) -> Iterator[list[Any]]:
        """The entries of a stream, in portions."""
        after = "-"
        while page := self.store.xrange(name, min=after, count=AT_ONCE):
            yield page
            after = "(" + page[-1][0].decode()

    @staticmethod
    def _secrets(name: bytes, value: bytes, version: int) -> dict[str, Any]:
        return {name.decode(): json.loads(value)} if int(name) <= version else {}

    @staticmethod
    def _statements(name: bytes, value: bytes, version: int) -> dict[str, Any]:
        return {name.decode(): json.loads(value)} if int(name) <= version else {}

    @staticmethod
    def _keys(name: bytes, value: bytes, version: int) -> dict[str, Any]:
        return {text(name): text(value)} if int(value.split(b" ")[1]) <= version else {}

    def _rows(self, out: IO[bytes], what: str, rows: Mapping[str, Any]) -> None:
        if rows:
            self._put(out, spell({"kind": what, what: rows}))
            self.report.counts[what] += len(rows)

    def _beside(self, out: IO[bytes]) -> None:
        """Write boxes, profiles and tokens; reports keys of an unknown kind."""
        strange: Counter[str] = Counter()
        seen: set[bytes] = set()  # a scan may name a key twice
        for name in self.store.scan_iter(match="mb:*", count=1000):
            found = _KIND.match(name)
            kind = (found[1] or found[2]).decode() if found else ""
            if kind in ("box", "editions", "player", "league", "token"):
                if name not in seen:
                    seen.add(name)
                    self._one(out, kind, name)
            elif not (kind in CARRIED or kind in DERIVED or kind.startswith("stage")):
                strange[kind or text(name)[:40]] += 1
        for kind, count in sorted(strange.items()):
            self._leave_out(out, f"keys of a kind that this Movebook does not know: {count}: {kind}")

    def _one(self, out: IO[bytes], kind: str, name: bytes) -> None:
        which = text(name).rsplit(":", 1)[1]
        if kind in ("editions", "league"):
            found = texts(self.store.hgetall(name))
            about = {"league": which, "fields": found} if kind == "league" else {"owner": which, "editions": found}
            self._put(out, spell({"kind": kind, **about}))
            self.report.counts.update({"leagues": 1} if kind == "league" else {"editions": len(found)})
            return
        value = self.store.get(name)
        if value is None:  # erased meanwhile
            return
        if kind == "box":
            self._put(out, spell({"kind": "box", "box": which, "bytes": text(value)}))
        elif kind == "player":
            self._put(out, spell({"kind": "player", "player": which, "profile": json.loads(value)}))
        else:
            token = json.loads(value)
            if token["record"] and which not in self._tokens:
                return
            self._put(out, spell({"kind": "token", "token": token}))
        self.report.counts[{"box": "boxes"}.get(kind, f"{kind}s")] += 1
