"""Tokens: who may call, and what for. Kept as SHA-256 only; the secret is shown once."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from service.keys import key
from service.log import now

SCOPES = ("admin", "record", "seat", "read")
"""admin: everything. record: open records and write its own; or, bound to a record, write that one. seat: one seat of
one record, its secrets. read: look at one record, also a private one."""

_FORM = re.compile(r"mb_([a-z2-7]{16})_([A-Za-z0-9_-]{43})\Z")
INDEX = key("tokens", "all")
"""The set of every token's id."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a token may do.

    Args:
        id: Its public id; stands as ``by`` in the entries it writes.
        scope: One of :data:`SCOPES`.
        record: The record it is bound to; None for admin and for a recorder who opens records.
        seat: The seat, for scope ``seat``.
        since: Secrets sealed before this version and not yet opened are not for it (a second link of a seat).
        label: What its maker calls it; free text, never in the log.
        created_at: RFC 3339, UTC.
        expires_at: RFC 3339, UTC; None for never.
        revoked_at: RFC 3339, UTC; None while it is good.
    """

    id: str
    scope: str
    record: str | None = None
    seat: int | None = None
    since: int = 0
    label: str = ""
    created_at: str = ""
    expires_at: str | None = None
    revoked_at: str | None = None

    @property
    def good(self) -> bool:
        """Neither revoked nor expired."""
        if self.revoked_at is not None:
            return False
        return self.expires_at is None or datetime.fromisoformat(self.expires_at) > datetime.now(UTC)


def random_id(size: int = 10) -> str:
    """A random id of lower-case letters and digits; 10 bytes give 16 characters."""
    return base64.b32encode(secrets.token_bytes(size)).decode().rstrip("=").lower()


def create(store: Any, scope: str, **fields: Any) -> str:
    """Make a token and give its secret, which cannot be had again.

    Args:
        store: The log's store.
        scope: One of :data:`SCOPES`.
        **fields: Fields of :class:`Token`.

    Raises:
        ValueError: An unknown scope, or a seat or read token without its record.
    """
    return issue(store, scope, **fields)[0]


def issue(store: Any, scope: str, **fields: Any) -> tuple[str, Token]:
    """As :func:`create`: the secret and the token."""
    if scope not in SCOPES:
        msg = f"{scope!r} is no scope: {', '.join(SCOPES)}"
        raise ValueError(msg)
    if scope in ("seat", "read") and not fields.get("record"):
        msg = f"a {scope} token is bound to a record"
        raise ValueError(msg)
    fields.setdefault("id", random_id())
    token = Token(scope=scope, created_at=now(), **fields)
    secret = secrets.token_urlsafe(32)
    document = json.dumps({**asdict(token), "sha256": _hash(secret)})
    # The lists first: a name without a token is harmless, a token that no list names could not be revoked.
    store.sadd(INDEX, token.id)
    if token.record:
        store.sadd(key("tokens", token.record), token.id)
    store.set(key("token", token.id), document)
    return f"mb_{token.id}_{secret}", token


def find(store: Any, text: str) -> Token | None:
    """The good token that a secret stands for; None for any other text."""
    form = _FORM.match(text)
    if form is None:
        return None
    found = store.get(key("token", form[1]))
    if found is None:
        return None
    document = json.loads(found)
    if not hmac.compare_digest(document.pop("sha256"), _hash(form[2])):
        return None
    token = Token(**document)
    return token if token.good else None


def get(store: Any, token_id: str) -> Token | None:
    """The token of an id, good or not."""
    found = store.get(key("token", token_id))
    if found is None:
        return None
    document = json.loads(found)
    document.pop("sha256")
    return Token(**document)


def listed(store: Any, record: str | None = None) -> list[Token]:
    """Every token, or those bound to a record; oldest first."""
    ids = store.smembers(key("tokens", record) if record else INDEX)
    found = [get(store, token_id.decode()) for token_id in ids]
    return sorted((token for token in found if token is not None), key=lambda token: (token.created_at, token.id))


def revoke(store: Any, token_id: str) -> bool:
    """Make a token worthless from now on; False where there is none."""
    name = key("token", token_id)
    found = store.get(name)
    if found is None:
        return False
    document = json.loads(found)
    if document["revoked_at"] is None:
        document["revoked_at"] = now()
        store.set(name, json.dumps(document))
    return True


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
