"""Checks that each writing program makes first: the store's format, and that the server keeps what it acknowledges."""

import contextlib
import logging
import os
import signal
import threading
import time
from typing import Any

import redis

from service.config import Settings
from service.store import formats
from service.store.connect import connect
from service.store.errors import StoreError

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
        OldStoreError: As in :func:`service.store.formats.check`.
        UnsafeStoreError: The settings of the server would lose moves.
    """
    formats.check(store)
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
