"""The store as one file: records, secrets, profiles, boxes, tokens' hashes, keys; the backup, and the way to move.

Lines of JSON, each with its ``kind``; before them a header, behind them counts and a SHA-256 over all of that. It is
written while others go on writing: each record is taken at one version. What is derived is not in it.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import re
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Self

import orjson

from engines.kernel import canonical
from engines.kernel.game import Text
from service.access.tokens import INDEX as TOKENS
from service.access.tokens import random_id
from service.store import chain
from service.store.chain import BrokenChainError
from service.store.keys import STORE_SECRET, feed, key, shard
from service.store.log import now
from service.store.scripts import Script

FORMAT, FORMAT_VERSION = "movebook-store", 1
BEGINNING = f'{{"format":"{FORMAT}"'.encode()
"""How every such file begins, once it is unpacked."""
GZIP = b"\x1f\x8b"
"""How a compressed file begins."""

LONGEST_LINE = 32 << 20
"""Bytes of a line; an entry has at most half of it."""
EXPANDS, FREE = 100, 4 << 20
"""A compressed file may hold so many bytes for each of its own, and so many on top. Hashes hardly compress: five or six
is what ours come to."""
AT_ONCE = 500
"""Entries read or staged in one go."""
STAGED_S = 3600
"""Seconds after which what a broken import left halfway goes by itself."""

DERIVED = ("feed", "place", "frames", "snapshots", "lists", "tokens", "ready", "sweep", "queued", "limit")
"""Kinds of keys that come back from the others or pass, as do stages; the last three where the queue is here, too."""
CARRIED = ("log", "head", "keys", "secrets", "looks", "box", "player", "token", "secret")
"""Kinds of keys that the file holds."""

Advance = Callable[[int], None]

_KIND = re.compile(rb"mb:(?:\{(?:s\d{2,3}|(lists))\}:)?([a-z]+)")
_HEAD = re.compile(rb"mb:\{s\d{2,3}\}:head:(.+)\Z", re.DOTALL)
_RECORD = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
_ENTRY = b'{"kind":"entry","entry":'

# The next entries of a record on its way in: one command for many of them.
STAGE = """
for i = 3, #ARGV do redis.call('XADD', KEYS[1], (ARGV[1] + i - 3) .. '-0', 'e', ARGV[i]) end
return redis.call('EXPIRE', KEYS[1], ARGV[2])
"""

# A whole record, staged beside its place, appears at once or not at all.
RESTORE = """
local head, feed = KEYS[1], KEYS[2]
local version = redis.call('HGET', head, 'version')
if version then
  for i = 4, #KEYS, 2 do redis.call('DEL', KEYS[i]) end
  return redis.call('HGET', head, 'hash') == ARGV[3] and 'known' or 'conflict'
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
PARTS = ("log", "secrets", "keys", "looks")
"""What a record has beside its head."""


class BackupError(Exception):
    """A file that is not taken in, or a store that does not take it; nothing half-imported is to be seen.

    Args:
        en: Why.
        es: Why, in Spanish.
    """

    def __init__(self, en: str, es: str) -> None:
        super().__init__(en)
        self.says: Text = {"en": en, "es": es}


@dataclass(slots=True)
class Report:
    """What went into a file, or out of it.

    Args:
        counts: How many of each: ``records``, ``entries``, ``secrets``, ``keys``, ``looks``, ``boxes``, ``players``,
            ``tokens``.
        left_out: What should be in the file and is not, and why.
        known: Records that the store had already.
        at: When the file was made.
    """

    counts: Counter[str] = field(default_factory=Counter)
    left_out: list[str] = field(default_factory=list)
    known: int = 0
    at: str = ""


def _spell(value: Any) -> bytes:
    # ASCII alone: a client's key may be any bytes, and half a surrogate pair stands for those that are no text.
    return json.dumps(value, separators=(",", ":")).encode()


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


# -------------------------------------------------------------------------------------------------------------- writing


class Export:
    """The store as it is now, to be written into one file.

    Args:
        store: A client of the store; one server or a cluster.
    """

    def __init__(self, store: Any) -> None:
        self.store = store
        self.report = Report()
        self._digest = hashlib.sha256()
        # A seat's link stands in its record before its token is made: tokens of records that are there by now, and no
        # later ones, so that the file holds no link that its log does not tell.
        self._tokens = {_text(name) for name in store.smembers(TOKENS)}
        self.records = sorted(set(_heads(store)))
        """The records there are; those opened from now on are not in the file."""

    def write(self, out: IO[bytes], advance: Advance = lambda _: None) -> Report:
        """Write the file.

        Args:
            out: Takes the bytes.
            advance: Called with 1 after each record.
        """
        self.report.at = now()
        header = {"format": FORMAT, "format_version": FORMAT_VERSION, "at": self.report.at}
        self._put(out, _spell(header))
        if secret := self.store.get(STORE_SECRET):
            self._put(out, _spell({"kind": "secret", "secret": _text(secret)}))
        for record in self.records:
            self._record(out, record)
            advance(1)
        # Behind the records: a box is kept before the record that is played with it.
        self._beside(out)
        end = {"kind": "end", "counts": dict(sorted(self.report.counts.items())), "sha256": self._digest.hexdigest()}
        out.write(_spell(end) + b"\n")
        return self.report

    def _put(self, out: IO[bytes], line: bytes) -> None:
        self._digest.update(line)
        self._digest.update(b"\n")
        out.write(line)
        out.write(b"\n")

    def _leave_out(self, out: IO[bytes], what: str) -> None:
        self.report.left_out.append(what)
        self._put(out, _spell({"kind": "left_out", "what": what}))

    def _record(self, out: IO[bytes], record: str) -> None:
        head = {_text(name): _text(value) for name, value in self.store.hgetall(key("head", record)).items()}
        if "version" not in head:
            return
        version, last, at = int(head.pop("version")), head.pop("hash"), head.pop("at")
        self._put(out, _spell({"kind": "record", "record": record, "fields": head}))
        version, last, at, why = self._entries(out, record, version, last, at)
        for what, line in (("secrets", self._secrets), ("keys", self._keys)):
            rows: dict[str, Any] = {}
            for name, value in self.store.hscan_iter(key(what, record), count=AT_ONCE):
                rows |= line(name, value, version)
                if len(rows) >= AT_ONCE:
                    self._rows(out, what, rows)
                    rows = {}
            self._rows(out, what, rows)
        for page in self._pages(key("looks", record)):
            looks = {_text(name): {_text(one): _text(value) for one, value in fields.items()} for name, fields in page}
            self._rows(out, "looks", looks)
        self._put(out, _spell({"kind": "whole", "record": record, "version": version, "hash": last, "at": at}))
        self.report.counts["records"] += 1
        if why:
            self._leave_out(out, f"record {record} from version {version + 1} on: {why}")

    def _entries(self, out: IO[bytes], record: str, version: int, last: str, at: str) -> tuple[int, str, str, str]:
        """Write the entries up to a version, or as far as they are sound; how far that is, and what is wrong there."""
        done, prev, then = 0, "", ""
        for page in self._pages(key("log", record), f"{version}-0"):
            for _, fields in page:
                raw: bytes = fields.get(b"e", b"")
                try:
                    entry = chain.Stored(orjson.loads(raw), raw)
                    chain.check([entry], done, prev, then)
                except BrokenChainError as error:
                    return done, prev, then, str(error)
                except (ValueError, AttributeError, LookupError, TypeError):
                    return done, prev, then, f"entry {done + 1}: its bytes are no entry"
                self._put(out, _ENTRY + raw + b"}")
                self.report.counts["entries"] += 1
                done, prev, then = done + 1, entry["hash"], entry["at"]
        if (done, prev) != (version, last):
            return done, prev, then, f"its log ends with entry {done}, its head says {version}"
        return version, last, at, ""

    def _pages(self, name: str, last: str = "+") -> Iterator[list[Any]]:
        """The entries of a stream, portion by portion."""
        after = "-"
        while page := self.store.xrange(name, min=after, max=last, count=AT_ONCE):
            yield page
            after = "(" + page[-1][0].decode()

    @staticmethod
    def _secrets(name: bytes, value: bytes, version: int) -> dict[str, Any]:
        return {name.decode(): json.loads(value)} if int(name) <= version else {}

    @staticmethod
    def _keys(name: bytes, value: bytes, version: int) -> dict[str, Any]:
        return {_text(name): _text(value)} if int(value.split(b" ")[1]) <= version else {}

    def _rows(self, out: IO[bytes], what: str, rows: Mapping[str, Any]) -> None:
        if rows:
            self._put(out, _spell({"kind": what, what: rows}))
            self.report.counts[what] += len(rows)

    def _beside(self, out: IO[bytes]) -> None:
        """Boxes, profiles, tokens; and a word on keys of a kind that is not known here."""
        strange: Counter[str] = Counter()
        seen: set[bytes] = set()  # a scan may name a key twice
        for name in self.store.scan_iter(match="mb:*", count=1000):
            found = _KIND.match(name)
            kind = (found[1] or found[2]).decode() if found else ""
            if kind in ("box", "player", "token"):
                if name not in seen:
                    seen.add(name)
                    self._one(out, kind, name)
            elif not (kind in CARRIED or kind in DERIVED or kind.startswith("stage")):
                strange[kind or _text(name)[:40]] += 1
        for kind, count in sorted(strange.items()):
            self._leave_out(out, f"{count} keys of a kind that this Movebook does not know: {kind}")

    def _one(self, out: IO[bytes], kind: str, name: bytes) -> None:
        value = self.store.get(name)
        if value is None:  # erased meanwhile
            return
        which = _text(name).rsplit(":", 1)[1]
        if kind == "box":
            self._put(out, _spell({"kind": "box", "box": which, "bytes": _text(value)}))
        elif kind == "player":
            self._put(out, _spell({"kind": "player", "player": which, "profile": json.loads(value)}))
        else:
            token = json.loads(value)
            if token["record"] and which not in self._tokens:
                return
            self._put(out, _spell({"kind": "token", "token": token}))
        self.report.counts[{"box": "boxes"}.get(kind, f"{kind}s")] += 1


# -------------------------------------------------------------------------------------------------------------- reading


class _Counted:
    """A file that counts what is read of it."""

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
    """The lines of a file, compressed or not, each within bounds; and the SHA-256 of those before the one at hand."""

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
                f"what is packed in it is damaged ({error})", f"lo comprimido está dañado ({error})"
            ) from None
        self._held += len(line)
        read = self._counted.read_so_far if self._packed else self._held
        self._advance(read - self._told)
        self._told = read
        if self._packed and self._held > FREE + EXPANDS * read:
            raise BackupError(
                f"it unpacks to more than {EXPANDS} times its size, which no store's file does: it is not read on",
                f"ocupa descomprimido más de {EXPANDS} veces su tamaño, como ningún archivo de almacén: no se lee más",
            )
        return line

    def wrong(self, en: str, es: str) -> BackupError:
        """What is wrong with the line at hand."""
        return changed(f"line {self.number}: {en}", f"línea {self.number}: {es}")


def changed(en: str, es: str) -> BackupError:
    """A file that is not what was written."""
    return BackupError(f"the file was changed or damaged: {en}", f"el archivo ha cambiado o está dañado: {es}")


def cut(line: int) -> BackupError:
    """A file whose end is missing."""
    return BackupError(
        f"the file is cut off at line {line}: its end is missing",
        f"el archivo está cortado en la línea {line}: le falta el final",
    )


def is_store(file: IO[bytes]) -> bool:
    """Whether a file is that of a store, compressed or not; it is read from its beginning again afterwards."""
    file.seek(0)
    start = file.read(4096)
    file.seek(0)
    if start.startswith(GZIP):
        with contextlib.suppress(zlib.error):
            start = zlib.decompressobj(wbits=31).decompress(start, 4096)
    return start.startswith(BEGINNING)


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
    """A store's file that was verified: every line, every chain, the counts and the SHA-256 at its end.

    A context manager; it holds a temporary file with what stands beside the records.

    Args:
        file: The file; must be seekable.
        advance: Called with the bytes read of it since the last time.

    Raises:
        BackupError: It is no store's file, made by a later version, cut off, changed, or unpacks to more than it may.
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
        """Forget what was noted."""
        self._beside.close()

    # Verifying

    def _verify(self, lines: _Lines) -> str:
        if not is_store(self._file):
            raise BackupError("it is not the file of a store", "no es el archivo de un almacén")
        each = iter(lines)
        self._header(next(each, b""), lines)
        record: _Record | None = None
        ended = ""
        for line in each:
            if ended:
                raise lines.wrong("something stands behind the end", "hay algo detrás del final")
            if line.startswith(_ENTRY):
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
        if version != FORMAT_VERSION:
            raise BackupError(
                f"it was made by a later version of Movebook: its format is {version!r:.20}, {FORMAT_VERSION} is known "
                "here. Upgrade Movebook first",
                f"lo hizo una versión posterior de Movebook: su formato es {version!r:.20} y aquí se conoce el "
                f"{FORMAT_VERSION}. Actualiza antes Movebook",
            )
        self.report.at = str(header.get("at", ""))

    def _entry(self, line: bytes, record: _Record | None, lines: _Lines) -> None:
        if record is None:
            raise lines.wrong("an entry outside a record", "una entrada fuera de una partida")
        raw = line[len(_ENTRY) : -1]
        try:
            entry = chain.Stored(orjson.loads(raw), raw)
            chain.check([entry], record.version, record.prev, record.at)
            if record.version == 0:
                record.players = [str(seat["player"]) for seat in entry["body"]["seats"]]
        except BrokenChainError as error:
            raise lines.wrong(f"record {record.id}, {error}", f"partida {record.id}, {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError):
            raise lines.wrong("no entry stands there", "ahí no hay una entrada") from None
        record.version, record.prev, record.at = entry["version"], entry["hash"], entry["at"]
        self.report.counts["entries"] += 1

    def _line(self, kind: str, document: dict[str, Any], record: _Record | None, lines: _Lines) -> _Record | None:
        """Take one line in; the record that goes on behind it."""
        counts = self.report.counts
        if kind == "record":
            if record is not None or not _RECORD.match(document["record"]) or document["record"] in self._records:
                raise lines.wrong("a record begins where none may", "empieza una partida donde no puede")
            self._records.add(document["record"])
            return _Record(document["record"], {str(name): str(value) for name, value in document["fields"].items()})
        if record is not None:
            if kind in PARTS:
                counts[kind] += len(document[kind].items())
                return record
            if kind == "whole":
                told = (document["record"], document["version"], document["hash"])
                if told != (record.id, record.version, record.prev) or not isinstance(document["at"], str):
                    raise lines.wrong(f"record {record.id} is not whole", f"la partida {record.id} no está entera")
                counts["records"] += 1
                self._note({**document, "kind": "plan", "players": record.players})
                return None
        elif kind in ("secret", "box", "player", "token"):
            if kind == "box" and hashlib.sha256(_bytes(document["bytes"])).hexdigest() != document["box"]:
                raise lines.wrong("a box that is not what its name says", "una caja que no es la que dice su nombre")
            if kind == "token" and not {"id", "record", "sha256"} <= document["token"].keys():
                raise lines.wrong("a token without its hash", "una ficha sin su hash")
            if kind != "secret":
                counts[{"box": "boxes"}.get(kind, f"{kind}s")] += 1
            self._note(document)
            return None
        if kind == "left_out":
            self.report.left_out.append(str(document["what"]))
            return record
        raise lines.wrong(f"a {kind!r:.40} has no place there", f"un {kind!r:.40} no tiene lugar ahí")

    def _end(self, line: bytes, document: dict[str, Any], record: _Record | None, lines: _Lines) -> str:
        if record is not None:
            raise lines.wrong(f"record {record.id} is not whole", f"la partida {record.id} no está entera")
        found = lines.digest.hexdigest()
        if document["sha256"] != found:
            raise changed("its SHA-256 is not that of its content", "su SHA-256 no es el de su contenido")
        if line != _spell({"kind": "end", "counts": dict(sorted(self.report.counts.items())), "sha256": found}):
            raise changed("its counts are not those of its content", "sus cuentas no son las de su contenido")
        return found

    def _note(self, document: dict[str, Any]) -> None:
        self._beside.write(_spell(document) + b"\n")

    def _noted(self, *kinds: str) -> Iterator[dict[str, Any]]:
        self._beside.seek(0)
        for line in self._beside:
            document = json.loads(line)
            if document["kind"] in kinds:
                yield document

    # Importing

    def restore(self, store: Any, *, into_nonempty: bool = False, advance: Advance = lambda _: None) -> Report:
        """Put everything into a store. Each record appears whole; broken off, it can be done again (``into_nonempty``).

        Args:
            store: A client of the store; one server or a cluster.
            into_nonempty: Allow records there. Those that the store has at least as far are skipped; so are names of
                players of those alone, which may have been erased since, and tokens and the store's own secret where it
                has them.
            advance: Called with the bytes read since the last time.

        Raises:
            BackupError: There are records in the store, or another one under an id of the file; nothing is written.
        """
        empty = next(_heads(store), None) is None
        if not empty and not into_nonempty:
            raise BackupError(
                "the store is not empty: it has records. Choose an empty one, or add to it (--into-nonempty)",
                "el almacén no está vacío: tiene partidas. Elige uno vacío, o añade a él (--into-nonempty)",
            )
        known = set() if empty else self._known(store)
        self.report.known = len(known)
        self._restore_beside(store, known, empty=empty)
        self._restore_records(store, known, advance)
        return self.report

    def _known(self, store: Any) -> set[str]:
        """The file's records that the store has already, at least as far."""
        known, other = set(), []
        for plan in self._noted("plan"):
            record, last = plan["record"], f"{plan['version']}-0"
            if not store.exists(key("head", record)):
                continue
            found = store.xrange(key("log", record), min=last, max=last)
            if found and json.loads(found[0][1][b"e"])["hash"] == plan["hash"]:
                known.add(record)
            else:
                other.append(record)
        if other:
            named = ", ".join(other[:5]) + (" ..." if len(other) > 5 else "")  # noqa: PLR2004 - a line's worth
            raise BackupError(
                f"{len(other)} records of the file differ from those in the store: {named}. Nothing was imported",
                f"{len(other)} partidas del archivo difieren de las del almacén: {named}. No se ha importado nada",
            )
        return known

    def _restore_beside(self, store: Any, known: set[str], *, empty: bool) -> None:
        wanted = {player for plan in self._noted("plan") if plan["record"] not in known for player in plan["players"]}
        pipe = store.pipeline(transaction=False)
        for number, document in enumerate(self._noted("secret", "box", "player", "token"), 1):
            kind = document["kind"]
            if kind == "secret":
                pipe.set(STORE_SECRET, _bytes(document["secret"]), nx=not empty)
            elif kind == "box":
                pipe.set(key("box", document["box"]), _bytes(document["bytes"]))
            elif kind == "player":
                if empty or document["player"] in wanted:
                    pipe.set(key("player", document["player"]), json.dumps(document["profile"]), nx=True)
            else:
                token = document["token"]
                # As where tokens are made: first the lists, by which they can be revoked.
                pipe.sadd(TOKENS, token["id"])
                if token["record"]:
                    pipe.sadd(key("tokens", token["record"]), token["id"])
                pipe.set(key("token", token["id"]), json.dumps(token), nx=True)
            if number % AT_ONCE == 0:
                pipe.execute()
        pipe.execute()

    def _restore_records(self, store: Any, known: set[str], advance: Advance) -> None:
        lines = _Lines(self._file, advance)
        script = Script(store, RESTORE)
        stage: _Stage | None = None
        for line in lines:
            if line.startswith(_ENTRY):
                if stage is not None:
                    stage.entry(line[len(_ENTRY) : -1])
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
            elif kind == "end" and lines.digest.hexdigest() != self._sha256:
                raise changed("while it was read", "mientras se leía")


class _Stage:
    """A record on its way in, beside its place.

    Args:
        store: A client of the store.
        record: Its id.
        fields: What stands in its head beside version, hash and time.
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
                self._pipe.xadd(name, {_bytes(one): _bytes(value) for one, value in fields.items()}, id=at)
        else:
            spell = canonical.canonical if part == "secrets" else _bytes
            self._pipe.hset(name, mapping={_bytes(one): spell(value) for one, value in rows.items()})
        self._waits(len(rows))

    def appear(self, script: Script, whole: Mapping[str, Any]) -> None:
        """Have it stand in its place, all of it.

        Raises:
            BackupError: Meanwhile another stands there, or the store lost what was staged.
        """
        self._send()
        names = [key("head", self.record), feed(shard(self.record))]
        names += [name for part in PARTS for name in (key(part, self.record), self._stages[part])]
        about = [part for pair in self.fields.items() for part in map(_bytes, pair)]
        said = script(keys=names, args=[self.record, whole["version"], whole["hash"], whole["at"], *about])
        if said not in (b"ok", b"known"):
            raise BackupError(
                f"record {self.record} could not be put in place ({said.decode()}); what came before it is there, and "
                "the import can be done again with --into-nonempty",
                f"la partida {self.record} no se ha podido colocar ({said.decode()}); lo anterior está, y la "
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


def _heads(store: Any) -> Iterator[str]:
    """The id of each record; some maybe twice."""
    for name in store.scan_iter(match="mb:*:head:*", count=1000):
        if found := _HEAD.match(name):
            yield _text(found[1])


def _read(line: bytes, lines: _Lines) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise lines.wrong("no JSON object stands there", "ahí no hay un objeto JSON")
    return found
