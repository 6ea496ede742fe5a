"""Reads a store's file; verifies it to its last byte before anything is imported."""

import gzip
import hashlib
import json
import re
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Self

import orjson

from service.record import identity
from service.record.backup import shapes
from service.record.backup.file_format import (
    ENTRY,
    GZIP,
    OUTSIDE,
    PARTS,
    READABLE,
    SERVICE,
    TOMBSTONE,
    TOMBSTONE_SIGNED,
    Advance,
    BackupError,
    Report,
    changed,
    cut,
    is_store,
    spell,
)
from service.record.entries.shapes import is_id
from service.record.files import copies
from service.store import chain
from service.store.archive.content import raw_of
from service.store.chain import BrokenChainError
from service.texts import said

LONGEST_LINE = 32 << 20
"""Maximum length of a line, in bytes; an entry has at most half of it."""
EXPANDS, FREE = 100, 4 << 20
"""Limit on decompressed bytes: a factor of the compressed size, plus a constant. Hashes hardly compress: our files
reach a factor of five or six."""

_RECORD = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
_END = b'{"kind":"end",'


class _Counted:
    """A file that counts the bytes read from it."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.read_so_far = 0

    def read(self, size: int = -1) -> bytes:
        part = self.file.read(size)
        self.read_so_far += len(part)
        return part

    def seekable(self) -> bool:
        return False


class _Lines:
    """The lines of a file, compressed or not, of limited length; and the SHA-256 of those before the current one."""

    def __init__(self, file: IO[bytes], advance: Advance) -> None:
        file.seek(0)
        self.number = 0
        self.digest = hashlib.sha256()
        self._counted = _Counted(file)
        self._advance = advance
        packed = file.read(len(GZIP)) == GZIP
        file.seek(0)
        self._packed = packed
        source: Any = gzip.GzipFile(fileobj=self._counted, mode="rb") if packed else file  # type: ignore[call-overload]
        self._readline = source.readline
        self._told = 0
        self._held = 0

    def __iter__(self) -> Iterator[bytes]:
        while line := self._next():
            self.number += 1
            if not line.endswith(b"\n"):
                if len(line) > LONGEST_LINE:
                    raise self.wrong(f"longer than {LONGEST_LINE} bytes", f"de más de {LONGEST_LINE} bytes")
                raise cut(self.number)
            yield line[:-1]
            self.digest.update(line)

    def _next(self) -> bytes:
        try:
            line: bytes = self._readline(LONGEST_LINE + 1)
        except EOFError:
            raise cut(self.number + 1) from None
        except (zlib.error, gzip.BadGzipFile) as error:
            raise changed(
                f"the compressed data is damaged ({error})", f"los datos comprimidos están dañados ({error})"
            ) from None
        self._held += len(line)
        read = self._counted.read_so_far if self._packed else self._held
        self._advance(read - self._told)
        self._told = read
        if self._packed and self._held > FREE + EXPANDS * read:
            raise BackupError(said("backup_unpacks_too_large", most=EXPANDS))
        return line

    def wrong(self, en: str, es: str) -> BackupError:
        """The error for the current line."""
        return changed(f"line {self.number}: {en}", f"línea {self.number}: {es}")


@dataclass(slots=True)
class _Record:
    """The record whose lines are being read."""

    id: str
    fields: dict[str, str]
    version: int = 0
    prev: str = ""
    at: str = ""
    players: list[str] = field(default_factory=list)


class Backup:
    """A verified file of a store: every line, every chain, the counts and the SHA-256 at its end were checked.

    A context manager; it holds a temporary file with the data outside the records.

    Args:
        file: The file; must be seekable.
        advance: Called with the number of bytes read since the last call.

    Raises:
        BackupError: It is not a store's file, is of a later version, cut off, changed, or unpacks to too many bytes.
    """

    def __init__(self, file: IO[bytes], advance: Advance = lambda _: None) -> None:
        self.report = Report()
        self._file = file
        self._beside = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self._records: set[str] = set()
        try:
            self._sha256 = self._verify(_Lines(file, advance))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Delete the temporary file."""
        self._beside.close()

    def _verify(self, lines: _Lines) -> str:
        if not is_store(self._file):
            raise BackupError(said("not_store_file"))
        each = iter(lines)
        self._header(next(each, b""), lines)
        record: _Record | None = None
        ended = ""
        for line in each:
            if ended:
                raise lines.wrong("there is data after the end", "hay datos después del final")
            if line.startswith(ENTRY):
                self._entry(line, record, lines)
                continue
            document = _read(line, lines)
            kind = document.get("kind")
            try:
                if kind == "end":
                    ended = self._end(line, document, record, lines)
                else:
                    record = self._line(str(kind), document, record, lines)
            except (KeyError, TypeError, ValueError, AttributeError):
                raise lines.wrong(f"no {kind!r:.40} stands there", f"ahí no hay un {kind!r:.40}") from None
        if not ended:
            raise cut(lines.number + 1)
        return ended

    def _header(self, line: bytes, lines: _Lines) -> None:
        header = _read(line, lines)
        version = header.get("format_version")
        if version == 1:
            raise BackupError(said("backup_of_format_1"))
        if version not in READABLE:
            raise BackupError(said("backup_of_later_version", version=version, what=READABLE[-1]))
        self.report.at = str(header.get("at", ""))

    def _entry(self, line: bytes, record: _Record | None, lines: _Lines) -> None:
        if record is None:
            raise lines.wrong("an entry outside a record", "una entrada fuera de una partida")
        raw = line[len(ENTRY) : -1]
        try:
            entry = chain.stored(orjson.loads(raw), raw)
            chain.check([entry], record.version, record.prev, record.at)
            record.players += _players(entry)
        except BrokenChainError as error:
            raise lines.wrong(f"record {record.id}, {error}", f"partida {record.id}, {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError):
            raise lines.wrong("there is no entry", "falta la entrada") from None
        record.version, record.prev, record.at = entry["version"], entry["hash"], entry["at"]
        self.report.counts["entries"] += 1

    def _line(self, kind: str, document: dict[str, Any], record: _Record | None, lines: _Lines) -> _Record | None:
        """Process one line; returns the record that the next line continues."""
        counts = self.report.counts
        if kind == "record":
            if record is not None or not _RECORD.match(document["record"]) or document["record"] in self._records:
                raise lines.wrong("a record begins in the wrong place", "empieza una partida fuera de lugar")
            if not (shapes.is_about(document["fields"]) and copies.are_valid(document["fields"])):
                raise lines.wrong("a record without its owner", "una partida sin su dueño")
            self._records.add(document["record"])
            return _Record(document["record"], document["fields"])
        if record is not None:
            if kind in PARTS and document[kind] and shapes.are_rows(kind, document[kind]):
                counts[kind] += len(document[kind])
                return record
            if kind == "archived" and not record.version and shapes.is_reference(document, record.id):
                counts["archived"] += 1
                players = [seat["player"] for seat in (document["summary"] or {"seats": []})["seats"]]
                self._note({**document, "kind": "plan", "players": players})
                return None
            if kind == "whole":
                last = (document["record"], document["version"], document["hash"], document["at"])
                if last != (record.id, record.version, record.prev, record.at) or not record.version:
                    raise lines.wrong(f"record {record.id} is incomplete", f"la partida {record.id} está incompleta")
                counts["records"] += 1
                self._note({**document, "kind": "plan", "players": record.players})
                return None
        elif kind == "tombstone":
            self._tombstone(document, lines)
            return None
        elif kind in OUTSIDE:
            self._beside_line(kind, document, lines)
            return None
        if kind in ("left_out", "aside"):
            named = self.report.left_out if kind == "left_out" else self.report.aside
            named.append(str(document["what"]))
            return record
        raise lines.wrong(f"a {kind!r:.40} is not allowed there", f"un {kind!r:.40} no se admite ahí")

    def _beside_line(self, kind: str, document: dict[str, Any], lines: _Lines) -> None:
        """Process a line with data outside the records."""
        if kind == "box" and hashlib.sha256(raw_of(document["bytes"])).hexdigest() != document["box"]:
            raise lines.wrong(
                "a box whose content does not match its hash", "una caja cuyo contenido no corresponde a su hash"
            )
        if kind == "token" and not shapes.is_token(document["token"]):
            raise lines.wrong("an invalid token", "un token no válido")
        if kind == "player" and not (is_id(document["player"]) and shapes.is_profile(document["profile"])):
            raise lines.wrong("an invalid player", "un jugador no válido")
        if kind == "league" and not shapes.is_league(document["league"], document["fields"]):
            raise lines.wrong("an invalid league", "una liga no válida")
        if kind == "secret" and not (type(document["secret"]) is str and document["secret"]):
            raise lines.wrong("an invalid secret", "un secreto no válido")
        if kind == "service_key":
            identity.parse_private_key(document["service_key"])
        if kind == "service_history" and not identity.is_history(document["service_history"]):
            raise lines.wrong("an invalid history of keys", "un historial de claves no válido")
        if kind == "editions":
            held = document["editions"]
            if not (
                isinstance(held, dict) and all(isinstance(one, str) for one in (document["owner"], *held.values()))
            ):
                raise lines.wrong("invalid editions", "ediciones no válidas")
            self.report.counts["editions"] += len(held)
        elif kind not in SERVICE:
            self.report.counts[{"box": "boxes"}.get(kind, f"{kind}s")] += 1
        self._note(document)

    def _tombstone(self, document: dict[str, Any], lines: _Lines) -> None:
        stone, record = document["tombstone"], document["record"]
        known = set(TOMBSTONE) <= set(stone) <= {*TOMBSTONE, *TOMBSTONE_SIGNED}
        fine = known and all(type(value) is str for value in stone.values())
        if not fine or not stone["was"].isdecimal() or not _RECORD.match(record) or record in self._records:
            raise lines.wrong("there is no tombstone", "falta la lápida")
        self._records.add(record)
        self.report.counts["tombstones"] += 1
        self._note(document)

    def _end(self, line: bytes, document: dict[str, Any], record: _Record | None, lines: _Lines) -> str:
        if record is not None:
            raise lines.wrong(f"record {record.id} is incomplete", f"la partida {record.id} está incompleta")
        found = lines.digest.hexdigest()
        if document["sha256"] != found:
            raise changed("its SHA-256 does not match its content", "su SHA-256 no corresponde a su contenido")
        if line != spell({"kind": "end", "counts": dict(sorted(self.report.counts.items())), "sha256": found}):
            raise changed("its counts do not match its content", "sus cuentas no corresponden a su contenido")
        return found

    def _note(self, document: dict[str, Any]) -> None:
        self._beside.write(spell(document) + b"\n")

    def documents(self, *kinds: str) -> Iterator[dict[str, Any]]:
        """The collected documents of some kinds: ``plan`` of a record, ``tombstone``, or data outside the records."""
        self._beside.seek(0)
        for line in self._beside:
            document = json.loads(line)
            if document["kind"] in kinds:
                yield document

    def lines(self, advance: Advance = lambda _: None) -> Iterator[bytes]:
        """Yield every line of the file once more.

        Raises:
            BackupError: It was changed since it was verified.
        """
        lines = _Lines(self._file, advance)
        for line in lines:
            if line.startswith(_END) and lines.digest.hexdigest() != self._sha256:
                raise changed("while it was read", "mientras se leía")
            yield line


def _players(entry: Mapping[str, Any]) -> list[str]:
    """The players that an entry names, as far as it can be read: a backup does not validate entries."""
    body, found = entry["body"], list[Any]()
    changes = body.get("changes") if entry["type"] == "corrected" else None
    openings = [body] if entry["type"] == "opened" else changes if isinstance(changes, list) else []
    for opening in openings:
        seats = opening.get("seats") if isinstance(opening, dict) else None
        found += seats if isinstance(seats, list) else []
    return [seat["player"] for seat in found if isinstance(seat, dict) and isinstance(seat.get("player"), str)]


def _read(line: bytes, lines: _Lines) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise lines.wrong("there is no JSON object", "ahí no hay un objeto JSON")
    return found
