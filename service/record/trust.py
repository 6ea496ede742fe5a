"""The keys that somebody trusts: pinned by hand, in one file of the data folder. No file that is verified adds one."""

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.kernel.game import Json
from service.record.signed import is_signed, key_id, succession
from service.store.whole_file import replacing

NAME = "trusted.json"
"""The file in the data folder: service -> its answer of ``/v1/key`` when it was pinned."""
OWN = "own"
"""What the service of this data folder is called there."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key that somebody trusts.

    Args:
        public: Its public half.
        until: When it was replaced; what it signed after that is not trusted. None for the present one.
        service: Where it was pinned from.
    """

    public: str
    until: str | None
    service: str


def keys_of(answer: Mapping[str, Any], service: str) -> dict[str, Key]:
    """The keys that a service says are its own, the present one and former ones, by id.

    Raises:
        ValueError: They are not the answer of ``/v1/key``.
    """
    try:
        rows = [(one["key"], one["public"], one["until"]) for one in answer["former"]]
        rows.append((answer["key"], answer["public"], None))
        if any(key_id(public) != key or not isinstance(until, str | None) for key, public, until in rows):
            raise ValueError("a key does not have its id")
    except (KeyError, TypeError) as error:
        raise ValueError(str(error)) from None
    return {key: Key(public, until, service) for key, public, until in rows}


def follows(pinned: str, answer: Mapping[str, Any]) -> bool:
    """Whether the present key of a service is the pinned one, or each key from that one on signed the next."""
    rows = [*answer["former"], answer]
    at = next((place for place, one in enumerate(rows) if one["key"] == pinned), len(rows))
    return at < len(rows) and all(
        is_signed(one["public"], succession(one["key"], after["public"], one["until"]), after["signature"])
        for one, after in zip(rows[at:], rows[at + 1 :], strict=False)
    )


def trusted(services: Mapping[str, Mapping[str, Any]]) -> dict[str, Key]:
    """The keys of all pinned services, by id; one that cannot be read is left out."""
    found: dict[str, Key] = {}
    for service, answer in services.items():
        try:
            found |= keys_of(answer, service)
        except ValueError:
            continue
    return found


def by_trusted(keys: Mapping[str, Key], key: object, at: object, document: object, signature: object) -> bool | None:
    """Whether a trusted key signed a document: None where the key is unknown, or had been replaced by then."""
    known = keys.get(key) if isinstance(key, str) else None
    if known is None or (known.until is not None and not (isinstance(at, str) and at <= known.until)):
        return None
    return is_signed(known.public, document, signature)


def pinned(data: Path) -> dict[str, Json]:
    """The pinned services of a data folder; empty where none is, or the file is damaged."""
    with contextlib.suppress(OSError, ValueError):
        found = json.loads((data / NAME).read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return {name: answer for name, answer in found.items() if isinstance(answer, dict)}
    return {}


def pin(data: Path, service: str, answer: Json) -> None:
    """Trust the keys of a service from now on.

    ``answer``: its answer of ``/v1/key``.
    """
    data.mkdir(parents=True, exist_ok=True)
    with replacing(data / NAME) as file:
        file.write((json.dumps({**pinned(data), service: answer}, indent=1, sort_keys=True) + "\n").encode())
