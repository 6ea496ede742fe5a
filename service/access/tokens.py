"""Tokens: who may make which calls. The store has only their SHA-256; the secret is shown once."""

import base64
import contextlib
import hashlib
import hmac
import json
import math
import re
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import redis

from service.store.keys import key
from service.store.log import now

SCOPES = ("admin", "league", "record", "seat", "read", "judge")
"""admin: everything. league: open the tables of a league, read them and give out their links. record: open records and
write to these; or, bound to a record, write to that one. seat: one seat of one record, with its secrets. read: read one
record, also a private one. judge: undo, correct and rule in one record, for which its owner appointed the bearer; an
``appointed`` entry names the token."""
BOUND = ("seat", "read", "judge")
"""Scopes of tokens that are always bound to a record."""

CACHE_S = 1.0
"""Seconds for which a valid token is not looked up again; a revocation may take effect this late."""
MOST_CACHED = 10_000
"""Maximum number of cached tokens; a process does not serve more callers per second."""

NOTE_S, USED_FOR_S = 600.0, 400 * 86_400
"""Seconds after which a process stores the last use of a token again, and for which it is stored."""
USED = "mb:used:"

TOKEN_ID = r"[a-z2-7]{16}\Z"  # noqa: S105 - a form
"""Pattern of a token's id."""
_FORM = re.compile(r"mb_([a-z2-7]{16})_([A-Za-z0-9_-]{43})\Z")
INDEX = key("tokens", "all")
"""The set of all token ids."""

# Removes expired tokens first; the score of a token is the time at which it expires.
RESERVE = """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[4])
return 1
"""


class TooManyTokensError(Exception):
    """A token has reached the maximum number of valid tokens made by it."""

    def __init__(self, most: int) -> None:
        super().__init__(f"tokens that are still good: {most}")
        self.most = most


@dataclass(frozen=True, slots=True)
class Token:
    """A token's rights and dates, without its secret.

    Args:
        id: Its public id, the ``by`` of the entries it writes.
        scope: One of :data:`SCOPES`.
        record: The record it is bound to; None for admin and for a recorder who opens records.
        seat: The seat, for scope ``seat``.
        since: It does not see secrets sealed before this version and not opened yet (a second link of a seat).
        label: Its maker's name for it; free text, never in the log.
        maker: Id of the token that made it, or of that token's maker if it has one. None for a token that was made
            at the store.
        created_at: RFC 3339, UTC.
        expires_at: RFC 3339, UTC; None for never.
        revoked_at: RFC 3339, UTC; None if not revoked.
        league: The league, for scope ``league``.
    """

    id: str
    scope: str
    record: str | None = None
    seat: int | None = None
    since: int = 0
    label: str = ""
    maker: str | None = None
    created_at: str = ""
    expires_at: str | None = None
    revoked_at: str | None = None
    league: str | None = None

    @property
    def is_valid(self) -> bool:
        """Whether the token is neither revoked nor expired."""
        if self.revoked_at is not None:
            return False
        return self.expires_at is None or datetime.fromisoformat(self.expires_at) > datetime.now(UTC)


def random_id(size: int = 10) -> str:
    """A random id of lower-case letters and digits; 10 bytes give 16 characters."""
    return base64.b32encode(secrets.token_bytes(size)).decode().rstrip("=").lower()


def create(store: Any, scope: str, **fields: Any) -> str:
    """Create a token and return its secret, which cannot be read again later.

    Args:
        store: The log's store.
        scope: One of :data:`SCOPES`.
        **fields: Fields of :class:`Token`.

    Raises:
        ValueError: The scope is unknown, one of :data:`BOUND` has no record, or ``league`` has no league.
    """
    return issue(store, scope, **fields)[0]


def issue(store: Any, scope: str, **fields: Any) -> tuple[str, Token]:
    """Like :func:`create`, but return the secret and the token.

    Args:
        store: The log's store.
        scope: One of :data:`SCOPES`.
        **fields: Fields of :class:`Token`; ``secret`` for a secret that can be derived again, as for a claim whose
            answer was lost: 43 characters of base64url.
    """
    if scope not in SCOPES:
        msg = f"{scope!r} is no scope: {', '.join(SCOPES)}"
        raise ValueError(msg)
    if scope in BOUND and not fields.get("record"):
        msg = f"a {scope} token is bound to a record"
        raise ValueError(msg)
    if (scope == "league") != bool(fields.get("league")):
        msg = "a league's token is bound to a league, and no other is"
        raise ValueError(msg)
    fields.setdefault("id", random_id())
    secret = fields.pop("secret", None) or secrets.token_urlsafe(32)
    token = Token(scope=scope, created_at=now(), **fields)
    document = json.dumps({**asdict(token), "sha256": _hash(secret)})
    # The lists first: an id without a token is harmless, but a token that is in no list could not be revoked.
    store.sadd(INDEX, token.id)
    if token.record:
        store.sadd(key("tokens", token.record), token.id)
    store.set(key("token", token.id), document)
    return format_token(token.id, secret), token


def format_token(token_id: str, secret: str) -> str:
    """Format a token as its bearer sends it."""
    return f"mb_{token_id}_{secret}"


def reserve(store: Any, maker: Token, token_id: str, expires_at: str | None, most: int) -> str:
    """Count a token that is about to be made among the tokens of its maker.

    ``most``: how many may be valid at the same time.

    Returns:
        The ``maker`` of the new token.

    Raises:
        TooManyTokensError: The maximum is reached.
    """
    root = maker.maker or maker.id
    until = datetime.fromisoformat(expires_at).timestamp() if expires_at else math.inf
    if not store.eval(RESERVE, 1, _reserved_key(root), datetime.now(UTC).timestamp(), most, until, token_id):
        raise TooManyTokensError(most)
    return root


def confirm(store: Any, token: Token) -> None:
    """Count a token while it is valid; :func:`reserve` had counted it only until its code expires."""
    found = reservation(token)
    if found is not None:
        store.zadd(*found)


def release(store: Any, maker: Token, token_id: str) -> None:
    """Take back the count of :func:`reserve` for a token that was not made."""
    store.zrem(_reserved_key(maker.maker or maker.id), token_id)


def reservation(token: Token) -> tuple[str, dict[str, float]] | None:
    """The key and member (with its score) that count a valid token made by another token; None for other tokens.

    For restoring a store: the count of :func:`reserve` is not part of the token.
    """
    if token.maker is None or not token.is_valid:
        return None
    until = datetime.fromisoformat(token.expires_at).timestamp() if token.expires_at else math.inf
    return _reserved_key(token.maker), {token.id: until}


def _reserved_key(root: str) -> str:
    return key("made", root)


def find(store: Any, text: str) -> Token | None:
    """The valid token with a secret; None for any other text."""
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
    return token if token.is_valid else None


def bearer_text(header: str | None) -> str:
    """The text after ``Bearer`` (case-insensitive) in an ``Authorization`` header; empty for any other header."""
    kind, _, text = (header or "").partition(" ")
    return text.strip() if kind.casefold() == "bearer" else ""


def id_of(text: str) -> str | None:
    """The id in a token's secret; None if the text does not have that form."""
    form = _FORM.match(text)
    return form[1] if form else None


class TokenCache:
    """Caches valid tokens for a moment, so that not every request reads the store.

    ``queue``: the queue's connection, where the last use of each token is stored; None to store none.
    """

    def __init__(self, store: Any, queue: Any = None) -> None:
        self._store = store
        self._queue = queue
        self._noted: dict[str, float] = {}
        self._found: dict[str, tuple[float, Token]] = {}

    def find(self, text: str) -> Token | None:
        """Like :func:`find`, with results up to :data:`CACHE_S` old."""
        clock = monotonic()
        found = self._found.get(text)
        if found is not None and clock - found[0] < CACHE_S and found[1].is_valid:
            return found[1]
        token = find(self._store, text)
        if len(self._found) > MOST_CACHED:
            self._found.clear()
        if token is not None:
            self._found[text] = (clock, token)
            self._note(token.id, clock)
        else:
            self._found.pop(text, None)
        return token

    def _note(self, token_id: str, clock: float) -> None:
        """Store that a token is used, unless this process did so less than :data:`NOTE_S` ago."""
        if self._queue is None or clock - self._noted.get(token_id, -math.inf) < NOTE_S:
            return
        if len(self._noted) > MOST_CACHED:
            self._noted.clear()
        self._noted[token_id] = clock
        with contextlib.suppress(redis.RedisError):
            self._queue.set(USED + token_id, now(), ex=USED_FOR_S)

    def cached(self, text: str) -> Token | None:
        """The token as last looked up, however long ago, without reading the store."""
        found = self._found.get(text)
        return found[1] if found is not None and found[1].is_valid else None

    def forget(self, token_id: str) -> None:
        """Drop a revoked token from the cache, so that this process looks it up again at once."""
        for text, (_, token) in list(self._found.items()):
            if token.id == token_id:
                self._found.pop(text, None)

    def clear(self) -> None:
        """Empty the cache."""
        self._found.clear()


def get(store: Any, token_id: str) -> Token | None:
    """The token with an id, valid or not; None if there is none."""
    found = store.get(key("token", token_id))
    if found is None:
        return None
    document = json.loads(found)
    document.pop("sha256")
    return Token(**document)


def shown(queue: Any, found: Sequence[Token]) -> list[dict[str, Any]]:
    """Tokens as lists show them, with ``used_at``: when each was last used, to within :data:`NOTE_S`."""
    times = queue.mget([USED + token.id for token in found]) if found else []
    return [asdict(token) | {"used_at": at and at.decode()} for token, at in zip(found, times, strict=True)]


def list_tokens(store: Any, record: str | None = None) -> list[Token]:
    """All tokens, or those bound to a record; oldest first."""
    ids = store.smembers(key("tokens", record) if record else INDEX)
    found = [get(store, token_id.decode()) for token_id in ids]
    return sorted((token for token in found if token is not None), key=lambda token: (token.created_at, token.id))


def revoke(store: Any, token_id: str) -> bool:
    """Revoke a token; return False if there is none with this id."""
    name = key("token", token_id)
    found = store.get(name)
    if found is None:
        return False
    document = json.loads(found)
    if document["revoked_at"] is None:
        document["revoked_at"] = now()
        store.set(name, json.dumps(document))
    if maker := document.get("maker"):
        store.zrem(_reserved_key(maker), token_id)
    return True


def expire(store: Any, token: Token, at: str) -> None:
    """Make a token expire at a time, unless it expires earlier.

    ``at``: RFC 3339.
    """
    if token.expires_at is None or datetime.fromisoformat(token.expires_at) > datetime.fromisoformat(at):
        name = key("token", token.id)
        found = store.get(name)
        if found is not None:
            store.set(name, json.dumps({**json.loads(found), "expires_at": at}), xx=True)
            confirm(store, replace(token, expires_at=at))


def unlabel(store: Any, record: str) -> None:
    """Delete the labels of a record's tokens: a label may name a person."""
    for token_id in store.smembers(key("tokens", record)):
        name = key("token", token_id.decode())
        found = store.get(name)
        if found is not None:
            store.set(name, json.dumps({**json.loads(found), "label": ""}), xx=True)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
