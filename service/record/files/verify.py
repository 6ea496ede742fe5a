"""Verifying an exported record: chain, box, states, seals. Pure: it needs the file and the engines, no store, no web.

A manual change is a fault, reported with its version. If a table sealed one thing and showed another, nothing was
changed: that is a finding, and the file is valid.
"""

import contextlib
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines.kernel import canonical, strict_json
from engines.kernel.box.hashes import dumps_box
from engines.kernel.game import Json
from engines.kernel.text import plain
from service.record.entries import shapes, times
from service.record.files.faults import (
    FORMAT,
    FORMAT_VERSION,
    READABLE,
    EnoughError,
    Fault,
    NoRecordError,
    Report,
    text_of,
)
from service.record.files.replay import Replay
from service.store import chain
from service.texts import table

DEEPEST = canonical.DEEPEST + 8
"""Maximum nesting depth of a file."""
SIGNED = ("issued", "statement")
"""Parts that format 3 added, where the service signs the file."""
PARTS = (
    "format",
    "format_version",
    "record",
    "entries",
    "secrets",
    "opened",
    "box",
    "boxes",
    "players",
    "adopted",
    "package",
    "digest",
    *SIGNED,
)
"""Every part of an exported file."""
LONGEST_PACKAGE = 100
"""Maximum length of the package that provides the rules, with its version, in characters."""

_NUMBER = re.compile(r"[1-9][0-9]{0,15}\Z")


def read(raw: bytes) -> Json:
    """The document of an exported file, read strictly: UTF-8, no key twice, no NaN.

    Raises:
        NoRecordError: It is not an exported record.
    """
    try:
        document = strict_json.parse(raw.decode("utf-8-sig"), floats=True, deepest=DEEPEST)
    except UnicodeDecodeError as error:
        raise NoRecordError(text_of("utf8", at=error.start)) from None
    except strict_json.StrictError as error:
        raise NoRecordError(error.says) from None
    if not is_record(document):
        raise NoRecordError(text_of("format"))
    found: Json = document
    return found


def is_record(document: object) -> bool:
    """Whether a JSON value calls itself an exported record."""
    return isinstance(document, dict) and document.get("format") == FORMAT


def digest(document: Mapping[str, Any]) -> str:
    """SHA-256 over a file except ``digest`` and ``issued``; it covers names and the outer id, as no chain does."""
    rest = {name: value for name, value in document.items() if name not in ("digest", "issued")}
    # Not the canonical bytes: a box may hold floats. A damaged file may hold half a surrogate pair: no text.
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def spell(document: Json) -> bytes:
    """The bytes of a file as the service writes them: canonical, and at the end the boxes as they are stored."""
    outside = {name: value for name, value in document.items() if name not in ("box", "boxes")}
    spelled = canonical.dumps(outside)[:-1] + b',"box":' + dumps_box(document["box"])
    if "boxes" in document:
        spelled += b',"boxes":[' + b",".join(map(dumps_box, document["boxes"])) + b"]"
    return spelled + b"}\n"


def check(document: object, most: int | None = None, *, record: str = "", key: str = "") -> list[Fault]:
    """Every fault of an exported record; empty when it is consistent.

    Args:
        document: The file, as :func:`read` gives it.
        most: Number of faults after which it stops: a file of some megabytes may have a million.
        record: The record that it should be, where that is known from elsewhere; empty for any.
        key: Id of the key of the service that should have recorded it; empty for any.
    """
    return examine(document, most, record=record, key=key).faults


def examine(document: object, most: int | None = None, *, record: str = "", key: str = "") -> Report:
    """Examine an exported record; the faults of the report are what :func:`check` gives for the same arguments."""
    report = Report(most=most)
    with contextlib.suppress(EnoughError):
        _examine(document, report)
        if record and report.record != record:
            report.fault(1, "other_record", found=report.record, wanted=record)
        if key and report.key != key:
            report.fault(1, "other_key", found=report.key, wanted=key)
    report.faults.sort(key=lambda fault: fault.version)
    return report


def _examine(document: object, report: Report) -> None:
    if not (isinstance(document, dict) and is_record(document)):
        report.fault(0, "format")
        return
    if document.get("format_version") not in READABLE:
        report.fault(0, "format_version", found=document.get("format_version"), known=FORMAT_VERSION)
        return
    _check_outside(document, report)
    entries = document.get("entries")
    if not isinstance(entries, list) or not entries:
        report.fault(0, "empty")
        return
    facts = {part: dict(_facts(document.get(part, {}), part, report)) for part in ("secrets", "opened")}
    replay = Replay(report, (document.get("box"), document.get("boxes")), facts, _late(entries))
    stated: list[Json] = []
    for entry, linked in _linked(entries, report):
        if not linked:
            replay.stop()
        if entry is not None:
            replay.check(entry)
            report.version, report.hash = entry["version"], entry["hash"]
            if linked and ("occurred_at" in entry or "zone" in entry):
                stated.append(entry)
    replay.finish()
    if stated and replay.timeline.version:
        occasion = replay.timeline.opening.get("occasion", {})
        for key, versions in times.doubtful(stated, entries[0], occasion).items():
            says = text_of("stated_time", why=table("times")[key], count=len(versions))
            report.findings.append(Fault(versions[0], says["en"], says["es"]))
    if report.record and document.get("record") != report.record:
        report.fault(0, "record", found=document.get("record"), opened=report.record)


def _check_outside(document: Json, report: Report) -> None:
    """Check the file outside its entries."""
    parts = set(PARTS) - set(SIGNED if document["format_version"] == READABLE[0] else ())
    for name in sorted(set(document) - parts):
        report.fault(0, "part", name=name)
    report.wrongs(0, shapes.players(document.get("players", {})))
    brought = document.get("boxes", [{}])
    if not isinstance(brought, list) or not brought or not all(isinstance(box, dict) for box in brought):
        report.fault(0, "member", name="boxes")
    if "adopted" in document:
        report.wrongs(0, shapes.adopted(document["adopted"]))
    package = document.get("package", "?")
    if isinstance(package, str) and 1 <= len(package) <= LONGEST_PACKAGE:
        report.package = plain(package) if "package" in document else ""
    else:
        report.fault(0, "package", most=LONGEST_PACKAGE)
    if "digest" in document and document["digest"] != digest(document):
        report.fault(0, "digest")


def _linked(entries: list[Any], report: Report) -> Iterator[tuple[Json | None, bool]]:
    """Each entry (None for a value that is not an entry), and whether it is whole and follows from the one before."""
    last: Json | None = None
    highest = 0
    # Order of versions and links of the chain are checked apart: a swapped pair is two faults, not four.
    there: dict[int, Any] = {}
    for entry in entries:
        if isinstance(entry, dict) and type(entry.get("version")) is int:
            there.setdefault(entry["version"], entry.get("hash"))
    for place, entry in enumerate(entries, 1):
        before = len(report.faults)
        if report.wrongs(place, shapes.members(entry)):
            last, highest = None, max(highest, place)
            yield None, False
            continue
        _in_place(entry, highest, there, report)
        _by_itself(entry, last, report)
        last, highest = entry, max(highest, entry["version"])
        yield entry, len(report.faults) == before


def _in_place(entry: Json, highest: int, there: Mapping[int, Any], report: Report) -> None:
    """Report an entry that is not in the place of its version, or does not follow from the one before it."""
    version = entry["version"]
    if version <= highest:
        report.fault(version, "behind", other=highest)
    elif version > highest + 1:
        # From either end up to the first that is nowhere: of a gap of a thousand, as each may be, that is two looks.
        end = min(version, highest + 1000)
        gone = next((number for number in range(highest + 1, end) if number not in there), None)
        if gone is not None:
            last = next(number for number in range(end - 1, highest, -1) if number not in there)
            what = str(gone) if last == gone else f"{gone} ... {last}"
            report.fault(version, "missing", what=what)
        else:
            report.fault(version, "before", other=highest + 1)
    if entry["prev"] != there.get(version - 1, "" if version == 1 else entry["prev"]):
        report.fault(version, "prev")


def _by_itself(entry: Json, last: Json | None, report: Report) -> None:
    """Whether an entry has the hash of its bytes, and a time that does not run back."""
    version, at = entry["version"], entry["at"]
    if entry["hash"] != chain.expected_hash(entry):
        report.fault(version, "hash")
    if not report.wrongs(version, shapes.forms(entry)) and last and at < last["at"] and version > last["version"]:
        report.fault(version, "back", at=at, other=last["version"], then=last["at"])


def _late(entries: Sequence[object]) -> dict[str, list[Json]]:
    """The entries that bring a secret of an earlier move, by the name of that move."""
    late: dict[str, list[Json]] = {}
    for entry in entries:
        if isinstance(entry, dict) and entry.get("type") == "sealed" and not list(shapes.members(entry)):
            late.setdefault(str(entry["body"].get("name")), []).append(entry)
    return late


def _facts(part: object, name: str, report: Report) -> Iterator[tuple[tuple[int, str], Json]]:
    """The facts of ``secrets`` or ``opened``: (version, secret) -> salt, value and, for a secret, eyes."""
    if not isinstance(part, dict):
        report.fault(0, "version", part=name, found=part)
        return
    for version, facts in part.items():
        if not (_NUMBER.match(version) and isinstance(facts, dict)):
            report.fault(0, "version", part=name, found=version)
            continue
        for secret, fact in facts.items():
            if not report.wrongs(int(version), shapes.fact(name, secret, fact)):
                yield (int(version), secret), fact
