"""One-time codes: who scans or types one exchanges it for a token of its own, and the code is dead.

A correct code is always accepted, however many wrong ones came before, so nobody can keep a table from pairing. What
makes it safe is its length (docs/operations.md has the arithmetic), and that it is valid for minutes, once, and alone
for its purpose in its record. The store keeps no code, only what proves one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from service.store.keys import key
from service.store.secret import mac, store_secret

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: without the letters that are read as a digit, and without U."""
LENGTH, GROUP = 12, 4
"""Characters of a code, 60 bits, and of a group of them as people read it."""
VALID_FOR = timedelta(minutes=10)
"""How long a code may be claimed."""
REMEMBERED_FOR = timedelta(days=1)
"""How long a code that is over is still told from one that never was."""
WRONG_A_SECOND, WRONG_AT_ONCE = 1, 40
"""Wrong codes of one network that are answered: a hall's tables pair their phones at once, behind one address."""
ALL_WRONG_A_SECOND, ALL_WRONG_AT_ONCE = 20, 400
"""Wrong codes of all networks together that are answered."""
_READ = str.maketrans("OIL", "011", " -")


class NoCodeError(Exception):
    """There is no such code, and was none lately."""


class CodeClaimedError(Exception):
    """Another phone has claimed the code."""


class CodeOverError(Exception):
    """The code is not valid any more.

    Its time is over, a newer one took its place, its maker may not pair phones, or recording was handed over.
    """


@dataclass(frozen=True, slots=True)
class Code:
    """What a code is exchanged for.

    Args:
        record: The record.
        scope: Of the token: ``seat``, or ``record`` for whoever records from then on.
        seat: The seat, for scope ``seat``.
        by: Id of the token that made the code; it answers for what the claim writes.
        maker: The ``maker`` of the token that is made.
        token: The id that this token will have.
        expires_at: RFC 3339, UTC.
        recorder: Name of the entry that had named the active recorder; None where none had.
    """

    record: str
    scope: str
    seat: int | None
    by: str
    maker: str
    token: str
    expires_at: str
    recorder: str | None = None

    @property
    def is_valid(self) -> bool:
        """Whether its time is not over."""
        return datetime.fromisoformat(self.expires_at) > datetime.now(UTC)

    @property
    def purpose(self) -> str:
        """What a record has one code for at a time: ``seat:N`` or ``record``."""
        return self.scope if self.seat is None else f"{self.scope}:{self.seat}"


def normalize(typed: str) -> str:
    """A code as it was made, from how somebody typed it: in small letters, with blanks, O for 0, I or L for 1."""
    return typed.upper().translate(_READ)


def format_code(code: str) -> str:
    """A code as people read it: in groups."""
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def expiry() -> str:
    """When a code that is made now is over."""
    return (datetime.now(UTC) + VALID_FOR).isoformat(timespec="milliseconds")


def create(store: Any, code: Code) -> str:
    """Make a code; the one that the record had for the same purpose is over.

    Args:
        store: The log's store.
        code: What it is exchanged for.

    Returns:
        The code, in plain spelling. It cannot be had again.
    """
    text = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    digest, names = _digest(store, text), key("codes", code.record)
    for earlier, found in _recent_codes(store, code.record).items():
        if found is None:
            store.hdel(names, earlier)
        elif found.purpose == code.purpose and found.is_valid:
            ended = replace(found, expires_at=datetime.now(UTC).isoformat(timespec="milliseconds"))
            store.set(key("code", earlier), json.dumps(asdict(ended)), xx=True, keepttl=True)
    store.hset(names, digest, code.purpose)
    store.pexpire(names, VALID_FOR + REMEMBERED_FOR)
    store.set(key("code", digest), json.dumps(asdict(code)), px=VALID_FOR + REMEMBERED_FOR)
    return text


def _recent_codes(store: Any, record: str) -> dict[str, Code | None]:
    """The codes that were made for a record lately, by what they are kept under; None for one that is forgotten."""
    out: dict[str, Code | None] = {}
    for raw_digest in store.hkeys(key("codes", record)):
        digest = raw_digest.decode()
        raw = store.get(key("code", digest))
        out[digest] = None if raw is None else Code(**json.loads(raw))
    return out


def unclaimed(store: Any, record: str) -> list[Code]:
    """The codes of a record whose time is not over and that nobody has claimed."""
    return [
        code
        for digest, code in _recent_codes(store, record).items()
        if code is not None and code.is_valid and not store.exists(key("claim", digest))
    ]


def forget(store: Any, record: str) -> None:
    """Forget every code of a record that is about to be removed."""
    for digest in _recent_codes(store, record):
        store.delete(key("code", digest), key("claim", digest))


def claim(store: Any, typed: str, once: str) -> tuple[Code, str]:
    """Claim a code: who comes first has it, and nobody after that.

    Args:
        store: The log's store.
        typed: The code, as somebody typed it.
        once: What only this claimant knows; with the same, a claim whose answer was lost is answered again.

    Returns:
        What it is exchanged for, and the secret of the token: the same for the same claimant.

    Raises:
        NoCodeError: There is none.
        CodeClaimedError: Another has it.
        CodeOverError: Its time is over.
    """
    digest = _digest(store, normalize(typed))
    raw = store.get(key("code", digest))
    if raw is None:
        raise NoCodeError
    code, name, proof = Code(**json.loads(raw)), key("claim", digest), mac(store, "claim", f"{digest} {once}")
    held = store.get(name)
    if held is None:
        if not code.is_valid:
            raise CodeOverError
        if not store.set(name, proof, nx=True, px=VALID_FOR + REMEMBERED_FOR):
            held = store.get(name)
    if held is not None and not hmac.compare_digest(held.decode(), proof):
        raise CodeClaimedError
    derived = hmac.new(store_secret(store), f"claimed\n{digest} {once}".encode(), hashlib.sha256).digest()
    return code, base64.urlsafe_b64encode(derived).decode().rstrip("=")


def _digest(store: Any, text: str) -> str:
    """What a code is kept under: without the store's secret nobody finds the code by trying all that there are."""
    return mac(store, "code", text)
