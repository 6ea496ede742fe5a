"""The store itself, for what is done beside the service: admin tokens, rebuilding."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import redis

from service.cli.errors import CommandError
from service.cli.options import settings
from service.config import Settings
from service.connect import connect
from service.store import Store, StoreError, open_store


@contextlib.contextmanager
def opened() -> Iterator[Store]:
    """The store that the settings name: at MOVEBOOK_LOG_URL, else the embedded one, joined where it runs already.

    Raises:
        CommandError: It cannot be opened, or does not answer.
    """
    chosen = settings()
    try:
        running = None if chosen.log_url else _running(chosen)
        if running is not None:
            yield running
        else:
            with open_store(chosen) as store:
                yield store
    except StoreError as error:
        raise CommandError(str(error)) from None
    except redis.RedisError as error:
        raise CommandError(f"the store is out of reach: {error}", f"el almacén no responde: {error}") from None


def _running(chosen: Settings) -> Store | None:
    """The embedded server of the data folder, if ``movebook up`` runs it now."""
    note: Path = chosen.data / "store" / "server.json"
    try:
        socket = str(json.loads(note.read_text(encoding="utf-8"))["socket"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    store = Store(f"unix://{socket}?db=0", chosen.queue_url or f"unix://{socket}?db=1")
    client = connect(store.log_url)
    try:
        client.ping()
    except redis.RedisError:
        return None
    finally:
        client.close()
    return store
