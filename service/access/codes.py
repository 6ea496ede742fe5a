"""One-time codes: a phone that scans or types one exchanges it for its own token, and the code expires.

A correct code is always accepted, however many wrong ones came before, so nobody can prevent a table from pairing. A
code is safe because it is long (docs/operations.md has the arithmetic), valid for minutes, usable once, and the only
one for its purpose in its record. The store has no code, only its MAC.
"""

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
"""Crockford's alphabet: without letters that look like digits, and without U."""
LENGTH, GROUP = 12, 4
"""Characters of a code (60 bits), and of each group in which it is shown."""
VALID_FOR = timedelta(minutes=10)
"""How long a code can be claimed."""
REMEMBERED_FOR = timedelta(days=1)
"""How long an expired code is still distinguished from one that never existed."""
WRONG_A_SECOND, WRONG_AT_ONCE = 1, 40
"""Limits of wrong codes from one network: a hall's tables pair their phones at the same time, from one address."""
ALL_WRONG_A_SECOND, ALL_WRONG_AT_ONCE = 20, 400
"""Limits of wrong codes from all networks together."""
_READ = str.maketrans("OIL", "011", " -")


class NoCodeError(Exception):
    """There is no such code, and there was none recently."""


class CodeClaimedError(Exception):
    """Another phone has claimed the code."""


class CodeOverError(Exception):
    """The code is no longer valid.

    It has expired, a newer one replaced it, its maker may not pair phones, or recording was handed over.
    """


@dataclass(frozen=True, slots=True)
class Code:
    """The data of a code and of the token that it is exchanged for.

    Args:
        record: The record's id.
        scope: The token's scope: ``seat``, or ``record`` for the next active recorder.
        seat: The seat, for scope ``seat``.
        by: Id of the token that made the code, which is the author of what the claim writes.
        maker: The ``maker`` of the new token.
        token: The id of the new token.
        expires_at: RFC 3339, UTC.
        recorder: Name of the entry that named the active recorder when the code was made; None if there was none.
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
        """Whether the code has not expired."""
        return datetime.fromisoformat(self.expires_at) > datetime.now(UTC)

    @property
    def purpose(self) -> str:
        """``seat:N`` or ``record``; a record has one code per purpose at a time."""
        return self.scope if self.seat is None else f"{self.scope}:{self.seat}"


def normalize(typed: str) -> str:
    """Convert a typed code to its original form: it may have small letters, blanks, hyphens, O for 0, I or L for 1."""
    return typed.upper().translate(_READ)


def format_code(code: str) -> str:
    """Format a code for people, in groups."""
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def expiry() -> str:
    """When a code that is made now expires."""
    return (datetime.now(UTC) + VALID_FOR).isoformat(timespec="milliseconds")


def create(store: Any, code: Code) -> str:
    """Make a code; the record's earlier code for the same purpose expires.

    Returns:
        The code, without groups. It cannot be read again later.
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
    """The codes recently made for a record, by digest; None for a code that the store has already deleted."""
    out: dict[str, Code | None] = {}
    for raw_digest in store.hkeys(key("codes", record)):
        digest = raw_digest.decode()
        raw = store.get(key("code", digest))
        out[digest] = None if raw is None else Code(**json.loads(raw))
    return out


def unclaimed(store: Any, record: str) -> list[Code]:
    """The codes of a record that are valid and not claimed yet."""
    return [
        code
        for digest, code in _recent_codes(store, record).items()
        if code is not None and code.is_valid and not store.exists(key("claim", digest))
    ]


def forget(store: Any, record: str) -> None:
    """Delete every code of a record that is about to be removed."""
    for digest in _recent_codes(store, record):
        store.delete(key("code", digest), key("claim", digest))


def claim(store: Any, typed: str, once: str) -> tuple[Code, str]:
    """Claim a code; only the first claimant gets it.

    ``once``: a secret of the claimant; with the same one, a claim whose answer was lost can be repeated.

    Returns:
        The code's data, and the secret of the token: the same for the same claimant.

    Raises:
        NoCodeError: There is no such code.
        CodeClaimedError: Another claimant has it.
        CodeOverError: It has expired.
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
    """The digest under which a code is stored; without the store's secret, it cannot be found by trying all codes."""
    return mac(store, "code", text)
