"""Whether a file is what a trusted service gave out, and whether what the service signed fits together. Pure."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeGuard

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engines.kernel import strict_json
from engines.kernel.game import Json, Text
from engines.kernel.sentences import say
from service.record.entries.breaches import KINDS
from service.record.entries.shapes import is_at, is_date, is_hash
from service.record.files import verify
from service.record.files.faults import Report
from service.record.signed import SIGNATURE_BYTES, decode, id_of, sign
from service.record.trust import Key, by_trusted
from service.texts import said

FILE, STATEMENT = "movebook-file@1", "movebook-statement@1"
"""The ``format`` of what is signed: a file, and a statement about a record."""
STATUSES = ("running", "finished", "disputed", "closed", "void", "removed")
SOURCES = ("recorded", "adopted")
CODES = {"genuine": 0, "altered": 1, "two_statements": 3}
"""Exit codes of verdicts; 4 for the others, which prove nothing."""
NOT_PROVED = 4
MOST_ORIGINS = 1000
ALTERED = say("altered: this is not what a service wrote", "alterado: no es lo que escribió un servicio")
_UNKNOWN_RULES = frozenset({"rules", "rules_of_package"})
_MEMBERS = {"format", "origin", "record", "key", "version", "head", "outcome", "status", "source", "at", "signature"}


def issued(at: str, key: str, digest: str) -> Json:
    """What is signed of a file: the day on which it was given out, by which key, and its digest."""
    return {"format": FILE, "at": at, "key": key, "digest": digest}


def signed(key: Ed25519PrivateKey, at: str, digest: str) -> Json:
    """The ``digest`` and ``issued`` of a file that is given out."""
    name = id_of(key)
    return {"digest": digest, "issued": {"at": at, "key": name, "signature": sign(key, issued(at, name, digest))}}


def is_issued(found: Any) -> bool:
    """Whether a value has the form of a file's ``issued``."""
    return (
        isinstance(found, dict)
        and found.keys() == {"at", "key", "signature"}
        and is_date(found["at"])
        and is_hash(found["key"])
        and _is_signature(found["signature"])
    )


def is_statement(found: Any) -> TypeGuard[Json]:
    """Whether a value has the form of a statement."""
    return (
        isinstance(found, dict)
        and found.keys() in (_MEMBERS, _MEMBERS | {"breaches"})
        and _are_breaches(found.get("breaches", {}))
        and found["format"] == STATEMENT
        and _is_origin(found["origin"])
        and isinstance(found["record"], str)
        and type(found["version"]) is int
        and is_hash(found["key"])
        and (is_hash(found["head"]) or (found["head"], found["version"]) == ("", 0))
        and (found["outcome"] is None or is_hash(found["outcome"]))
        and found["status"] in STATUSES
        and found["source"] in SOURCES
        and is_at(found["at"])
        and _is_signature(found["signature"])
    )


def _are_breaches(found: object) -> bool:
    return isinstance(found, dict) and all(name in KINDS and type(count) is int for name, count in found.items())


def _is_origin(found: object) -> bool:
    return (
        isinstance(found, list)
        and 0 < len(found) <= MOST_ORIGINS
        and all(isinstance(one, dict) and one.keys() == {"id", "restored"} for one in found)
        and all(isinstance(one["id"], str) and (one["restored"] is None or is_at(one["restored"])) for one in found)
    )


def _is_signature(found: object) -> bool:
    try:
        decode(found, SIGNATURE_BYTES)
    except ValueError:
        return False
    return True


def statements_in(raw: bytes) -> list[Json]:
    """Every statement in a text: JSON or JSON lines, at any depth, as in lines of a feed; each once.

    Lines that are no JSON are skipped.
    """
    found: dict[str, Json] = {}
    text = raw.decode("utf-8-sig", "replace")
    parts = [text] if "\n" not in text.strip() else [text, *text.splitlines()]
    for part in parts:
        try:
            document = strict_json.parse(part, floats=True, deepest=verify.DEEPEST)
        except strict_json.StrictError:
            continue
        for one in _inside(document):
            found.setdefault(json.dumps(one, sort_keys=True), one)
        if part is text:
            break
    return list(found.values())


def _inside(value: object) -> Iterator[Json]:
    if is_statement(value):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _inside(one)


def is_trusted(statement: Json, keys: Mapping[str, Key]) -> bool:
    """Whether a trusted key signed a statement."""
    bare = {name: value for name, value in statement.items() if name != "signature"}
    return bool(by_trusted(keys, statement["key"], statement["at"], bare, statement["signature"]))


def is_explained(one: Json, other: Json) -> bool:
    """Whether a restore explains that two statements differ: both are later than the backup.

    ``one``: ``origin`` and ``at`` of a statement, or of an entry that it covers.
    """
    chains = one["origin"], other["origin"]
    same = next((n for n, (a, b) in enumerate(zip(*chains, strict=False)) if a != b), min(map(len, chains)))
    parted = [chain[same]["restored"] for chain in chains if len(chain) > same]
    if not same or not parted or None in parted:
        return False
    return bool(min(one["at"], other["at"]) > min(parted))


def contradiction(statements: Sequence[Json]) -> tuple[Json, Json, bool] | None:
    """Two statements about one version of a record with different heads, and whether a restore explains it."""
    groups: dict[tuple[str, int], list[Json]] = {}
    for one in statements:
        groups.setdefault((one["record"], one["version"]), []).append(one)
    pairs = [
        (one, other, is_explained(one, other))
        for group in groups.values()
        for one, other in combinations({each["head"]: each for each in reversed(group)}.values(), 2)
    ]
    return min(pairs, key=lambda pair: pair[2], default=None)


@dataclass(slots=True)
class Verdict:
    """What a file proves.

    Args:
        name: ``genuine``, ``altered``, ``two_statements``, ``restored``, ``unknown_key``, ``unsigned`` or
            ``unknown_rules``.
        says: The verdict as a sentence.
        rests: What names, moves and times rest on.
        proof: The two statements that contradict each other.
    """

    name: str
    says: Text
    rests: list[Text] = field(default_factory=list)
    proof: tuple[Json, ...] = ()

    @property
    def code(self) -> int:
        """The exit code."""
        return CODES.get(self.name, NOT_PROVED)


def of_statements(statements: Sequence[Json], keys: Mapping[str, Key]) -> Verdict:
    """The verdict on statements alone."""
    good = [one for one in statements if is_trusted(one, keys)]
    if (found := contradiction(good)) is not None:
        return _contradicted(*found)
    if len(good) < len(statements):
        return Verdict("unknown_key", _unknown(next(one for one in statements if one not in good)["key"]))
    count = len(good)
    return Verdict("genuine", said("statements_genuine", count=count))


def judge(
    raw: bytes, document: Json, report: Report, keys: Mapping[str, Key], statements: Sequence[Json] = ()
) -> Verdict:
    """The verdict on a record's file.

    Args:
        raw: Its bytes.
        document: What is in it, as :func:`service.record.files.verify.read` reads it.
        report: What its examination found; spelling is added to its faults.
        keys: The trusted keys.
        statements: Statements about this or other records.
    """
    kept = [one for one in statements if one["record"] == report.record and is_trusted(one, keys)]
    if (found := contradiction(kept)) is not None and not found[2]:
        return _contradicted(*found)
    how, says = _signed(raw, document, report, keys)
    rests = _rests(document, report, how, kept)
    if any(fault.key not in _UNKNOWN_RULES for fault in report.faults):
        return Verdict("altered", ALTERED)
    clashes = [one for one in kept if _differs(one, document["entries"])]
    if clashes and how != "genuine":
        version, head = clashes[0]["version"], clashes[0]["head"][:16]
        what = said("file_altered", version=version, head=head)
        return Verdict("altered", what, proof=(clashes[0],))
    if clashes:
        mine, entries = document["statement"], document["entries"]
        pairs = [
            (mine, one, is_explained({"origin": mine["origin"], "at": entries[one["version"] - 1]["at"]}, one))
            for one in clashes
        ]
        return _contradicted(*min(pairs, key=lambda pair: pair[2]))
    if how == "genuine" and report.faults:
        what = said("unknown_rules")
        return Verdict("unknown_rules", what, rests)
    return Verdict(how, says, rests)


def _signed(raw: bytes, document: Json, report: Report, keys: Mapping[str, Key]) -> tuple[str, Text]:
    """Whether a trusted key signed a file: the verdict, if nothing else is wrong, and its sentence."""
    mark, made = document.get("issued"), document.get("statement")
    if mark is None:
        return "unsigned", said("file_unsigned")
    if not is_issued(mark) or not is_statement(made):
        report.fault(0, "signature")
        return "altered", {}
    bare = issued(mark["at"], mark["key"], str(document.get("digest")))
    fits = by_trusted(keys, mark["key"], mark["at"], bare, mark["signature"])
    if fits is None:
        return "unknown_key", _unknown(mark["key"])
    last = (report.record, report.version, report.hash, mark["key"])
    if not fits or not is_trusted(made, keys) or (made["record"], made["version"], made["head"], made["key"]) != last:
        report.fault(0, "signature")
    elif not report.faults and verify.spell(document) != raw:
        report.fault(0, "bytes")
    at, service = mark["at"], keys[mark["key"]].service
    return "genuine", said("file_genuine", service=service, at=at)


def _differs(statement: Json, entries: Sequence[Json]) -> bool:
    """Whether a file has another entry than the one a statement names."""
    version = statement["version"]
    return bool(0 < version <= len(entries) and entries[version - 1]["hash"] != statement["head"])


def _unknown(key: str) -> Text:
    return said("unknown_key", what=key)


def _contradicted(one: Json, other: Json, explained: bool) -> Verdict:  # noqa: FBT001 - as contradiction() returns it
    version, record = min(one["version"], other["version"]), one["record"]
    if explained:
        what = said("restored_from_backup", record=record, version=version)
        return Verdict("restored", what, proof=(one, other))
    what = said("two_statements", version=version, record=record)
    return Verdict("two_statements", what, proof=(one, other))


def _rests(document: Json, report: Report, how: str, kept: Sequence[Json]) -> list[Text]:
    """What names, moves and times rest on."""
    entries = document.get("entries")
    if not entries or report.faults:
        return []
    signed_by = how == "genuine"
    here = [one for one in kept if 0 < one["version"] <= report.version]
    found = [
        say("names: signed with the file, as the service had them then", "nombres: firmados con el archivo")
        if signed_by
        else say("names: as the file says", "nombres: lo que dice el archivo")
    ]
    ways = [entry["body"].get("way") for entry in entries if entry.get("type") == "signed"]
    own, claimed = ways.count("own_link"), ways.count("claimed")
    what = said("signatures_from_seat_own", n=report.moves, own=own, claimed=claimed)
    by = say("signed by the service", "firmadas por el servicio") if signed_by else say("unsigned", "sin firmar")
    if not signed_by and here:
        last = max(one["version"] for one in here)
        by = say(f"a statement covers them up to entry {last}", f"una declaración las cubre hasta la entrada {last}")
    found.append(say(f"moves: {by['en']}; {what['en']}", f"jugadas: {by['es']}; {what['es']}"))
    first, last_at, count = entries[0].get("at"), entries[-1].get("at"), len(here)
    found.append(said("times_from_clock", first=first, last_at=last_at, count=count))
    if isinstance(document.get("adopted"), dict):
        at = document["adopted"].get("at")
        found.append(said("source_admin_adopted_from", at=at))
    later = [one for one in kept if one["version"] > report.version or one["status"] == "removed"]
    if later:
        newest = max(later, key=lambda one: (one["version"], one["at"]))
        found.append(said("later_entries", version=newest["version"], status=newest["status"], at=newest["at"]))
    return found
