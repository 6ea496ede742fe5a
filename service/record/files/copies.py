"""Copies: imported files. Each has its own id and can be read like a record, but not written to.

A chain proves that nothing was changed since it was written, not who wrote it. So an imported file gets nothing of this
service: not the id in its chain, not a name, not a place in a list. Its head describes it.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.kernel.game import Json
from service.record import identity
from service.record.files.faults import Fault
from service.record.files.verify import digest
from service.store.chain import BrokenChainError, Entry
from service.store.log import Head, Log, RecordNotFoundError, now
from service.store.secret import store_secret

FIELDS = ("original", "brought")
"""Fields of a head that make a record a copy: the id in its chain, and its description."""
VISIBILITIES = ("unlisted", "private")
"""Visibilities of a copy; ``original`` may be an unlisted id, so no copy is public."""
MAX_FAULTS = 20
"""Maximum number of faults stored with a copy."""


class CopyError(Exception):
    """A copy accepts no entry and has no result: this service did not record it."""

    def __init__(self, record: str) -> None:
        super().__init__(f"{record} is a copy")
        self.record = record


def id_of(store: Any, by: str, document: Json) -> str:
    """The id of the copy of an imported file: the same file from the same token is one copy.

    ``document``: the file; its layout and when it was given out do not matter.
    """
    same = {name: value for name, value in document.items() if name != "issued"}  # it differs each time
    text = f"copy\n{by}\n{digest({'file': same})}"
    mac = hmac.new(store_secret(store), text.encode(), hashlib.sha256).digest()
    return base64.b32encode(mac[:16]).decode().rstrip("=").lower()


def fields_of(original: str, by: str, key: str, found: Iterable[Fault]) -> dict[str, str]:
    """The fields of a copy's head."""
    faults = [{"version": fault.version, "en": fault.what, "es": fault.es} for fault in list(found)[:MAX_FAULTS]]
    details = {"by": by, "at": now(), "key": key, "found": faults}
    return {"original": original, "brought": json.dumps(details, sort_keys=True)}


def as_json(fields: Mapping[str, str]) -> Json | None:
    """A copy's ``original``, ``by``, ``at``, ``key`` and ``found``; None for a record of this service."""
    if "original" not in fields:
        return None
    return {"original": fields["original"], **json.loads(fields["brought"])}


def adoption_of(fields: Mapping[str, str]) -> Json | None:
    """The permanent note on a record that an admin adopted: ``by``, ``at``; None for any other."""
    found: Json | None = json.loads(fields["adopted"]) if "adopted" in fields else None
    return found


def are_valid(fields: Mapping[str, str]) -> bool:
    """Whether the fields of a head that describe a copy or an adoption can be read."""
    try:
        copy, adopted = as_json(fields), adoption_of(fields)
        texts = [copy[name] for name in ("by", "at", "key")] if copy else []
        texts += [adopted[name] for name in ("by", "at")] if adopted else []
        texts += [one[lang] for one in (copy or {"found": ()})["found"] for lang in ("en", "es")]
    except (KeyError, TypeError, ValueError):
        return False
    return all(type(text) is str for text in texts)


def check_opening(record: str, entry: Entry, fields: Mapping[str, str]) -> None:
    """Refuse an opening that does not name the record it is stored under, or the copy's original.

    Raises:
        BrokenChainError: It does.
    """
    named, wanted = entry["body"]["record"], fields.get("original", record)
    if named != wanted:
        raise BrokenChainError(1, f"it is the opening of record {named!r:.60}, not of {wanted}")


def compare(log: Log, record: str, key: str, entries: Sequence[Entry]) -> list[Fault]:
    """Compare a file with the public record of this service with the same id.

    A private record is treated as missing, so the result depends on nothing hidden.

    ``record``: the id that the file's opening names. ``entries``: its entries; they follow from each other.
    """
    try:
        head: Head | None = log.head(record)
    except RecordNotFoundError:
        head = None
    if head is None or head.fields.get("visibility") == "private" or "original" in head.fields:
        return [UNCONFIRMED] if identity.is_own(log.store, key) else []
    version = entries[-1]["version"]
    same = _shared(log, record, entries[: head.version])
    if same < min(version, head.version):
        at = same + 1
        return [
            Fault(
                at,
                f"from here on it differs from record {record} as this service recorded it",
                f"desde aquí difiere de la partida {record} tal como la anotó este servicio",
            )
        ]
    if version > head.version:
        return [
            Fault(
                head.version + 1,
                f"from here on it has more than this service had recorded of {record} at the import",
                f"desde aquí es más de lo que este servicio había anotado de {record} cuando se trajo el archivo",
            )
        ]
    if version < head.version:
        return [
            Fault(
                version,
                f"it is cut off: this service had recorded {record} up to entry {head.version}",
                f"está cortada: este servicio había anotado {record} hasta la entrada {head.version}",
            )
        ]
    return []


def _shared(log: Log, record: str, entries: Sequence[Entry]) -> int:
    """Number of a file's first entries that are the record's. Chains that differ never meet again: uses bisection."""
    low, high = 0, len(entries)
    while low < high:
        middle = (low + high + 1) // 2
        there = log.read(record, middle - 1, 1)
        if there and there[0]["hash"] == entries[middle - 1]["hash"]:
            low = middle
        else:
            high = middle - 1
    return low


UNCONFIRMED = Fault(
    1,
    "it names the key of this service, which does not confirm it: there is no such record that everybody may see",
    "nombra la clave de este servicio, que no lo confirma: no hay tal partida que todos puedan ver",
)
