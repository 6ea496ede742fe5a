"""Checks that each writing program makes first: the store's format, and that the server keeps what it acknowledges."""

import contextlib
import logging
import os
import signal
import threading
import time
from typing import Any

import orjson
import redis

from service.config import Settings
from service.store.connect import connect
from service.store.errors import StoreError

FORMAT = 2
"""Format of the entries that this program writes and reads: the opening names its record and the service's key."""
LOOKS = 20
"""Logs without a readable opening after which the check ends: the store is damaged rather than in another format."""


class OldStoreError(StoreError):
    """The store holds records of an earlier format."""


def check_format(store: Any) -> None:
    """Refuse a store whose records are in the first format, which was never released and cannot be converted.

    Raises:
        OldStoreError: Its records are in the first format.
    """
    for number, name in enumerate(store.scan_iter(match="mb:*:log:*", count=1000)):
        body = _opening(store.xrange(name, count=1))
        if body is not None and "record" in body:
            return
        if body is not None:
            raise OldStoreError(
                "the store holds records of format 1, from before Movebook's first release; this Movebook writes "
                f"format {FORMAT} and nothing converts the one into the other. Keep the old folder as it is, "
                "carry over what matters as text with the Movebook that wrote it (movebook export ID --format text, "
                "then movebook import here), and start with an empty store (MOVEBOOK_DATA, MOVEBOOK_LOG_URL)."
            )
        if number == LOOKS:
            return


def _opening(found: Any) -> dict[str, Any] | None:
    """The body of a log's first entry; None if it is not an opening."""
    try:
        entry = orjson.loads(found[0][1][b"e"])
        body = entry["body"] if entry["type"] == "opened" else None
    except (LookupError, TypeError, ValueError):
        return None
    return body if isinstance(body, dict) else None


NEEDED = {
    "appendonly": ("yes", "a stop loses everything"),
    "appendfsync": ("always", "a power cut loses the last moves"),
    "no-appendfsync-on-rewrite": ("no", "a power cut during a rewrite of its file loses the last moves"),
    "maxmemory-policy": ("noeviction", "it deletes records when memory runs short"),
}
"""Settings of the server: the value that loses nothing, and what any other value does."""

_log = logging.getLogger(__name__)


class UnsafeStoreError(StoreError):
    """The log's server would lose moves that it acknowledged."""


def concerns(store: Any) -> list[str]:
    """List the unsafe settings of the log's server, or of any master of a cluster; empty if all are safe.

    Raises:
        ResponseError: The server does not report its settings.
    """
    found = set()
    for name, (needed, loss) in NEEDED.items():
        said = store.config_get(name)
        masters = said.values() if said and all(isinstance(each, dict) for each in said.values()) else [said]
        values = {v.decode() if isinstance(v, bytes) else str(v) for each in masters for v in each.values()}
        found |= {f"{name} is {value}, {needed} is needed: {loss}" for value in values - {needed}}
    return sorted(found)


def check(store: Any, settings: Settings) -> None:
    """Refuse a store with an old format or, unless MOVEBOOK_STORE_CHECK=warn, a server that may lose acknowledged data.

    Raises:
        OldStoreError: As in :func:`check_format`.
        UnsafeStoreError: The settings of the server would lose moves.
    """
    check_format(store)
    try:
        found = concerns(store)
    except redis.ResponseError as error:
        needed = ", ".join(f"{name} {value}" for name, (value, _) in NEEDED.items())
        _log.warning("The log's server does not tell its settings (%s). It needs %s.", error, needed)
        return
    text = f"The log's server may lose moves: {'; '.join(found)}."
    if found and settings.store_check == "refuse":
        raise UnsafeStoreError(f"{text} Change that, or accept it with MOVEBOOK_STORE_CHECK=warn.")
    if found:
        _log.warning("%s", text)


def check_at(url: str, settings: Settings) -> None:
    """Like :func:`check`, by address. A store that does not answer yet is checked later; a refusal ends the process."""
    try:
        with contextlib.closing(connect(url)) as store:
            check(store, settings)
    except redis.RedisError:
        threading.Thread(target=_check_later, args=(url, settings), name="store check", daemon=True).start()


def _check_later(url: str, settings: Settings) -> None:
    while True:
        time.sleep(1)
        try:
            with contextlib.closing(connect(url)) as store:
                return check(store, settings)
        except redis.RedisError:
            pass
        except StoreError as error:
            _log.error("movebook: %s", error)
            return os.kill(os.getpid(), signal.SIGTERM)
