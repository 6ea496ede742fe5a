"""Direct access to the store, for work outside the service: admin tokens, rebuilding."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import redis

from service.cli.errors import CommandError
from service.cli.options import settings
from service.config import Settings
from service.store import checks
from service.store.connect import connect
from service.store.embedded import Store, StoreError, open_store, queue_folder, store_folder
from service.texts import said


@contextlib.contextmanager
def configured_store() -> Iterator[Store]:
    """The store of the settings: at MOVEBOOK_LOG_URL, else the embedded one, which is shared if it already runs.

    Raises:
        CommandError: It cannot be opened, or does not answer.
    """
    chosen = settings()
    with _reporting_errors():
        running = None if chosen.log_url else _running(chosen)
        if running is not None:
            yield running
        else:
            with open_store(chosen) as store:
                if chosen.log_url is not None:
                    with contextlib.closing(connect(store.log_url)) as client:
                        checks.check(client, chosen)
                yield store


@contextlib.contextmanager
def log_client(*, writes: bool = False) -> Iterator[Any]:
    """A client of the log's store only: exports and imports need no queue.

    Args:
        writes: Whether the client writes; then the store must not lose acknowledged writes.

    Raises:
        CommandError: It cannot be opened, or does not answer.
    """
    address = settings().log_url
    with contextlib.ExitStack() as stack:
        if address is None:
            address = stack.enter_context(configured_store()).log_url
        stack.enter_context(_reporting_errors())
        client = connect(address)
        stack.callback(client.close)
        if writes:
            checks.check(client, settings())
        else:
            checks.check_format(client)
        yield client


@contextlib.contextmanager
def _reporting_errors() -> Iterator[None]:
    """Convert the errors of a store to messages of one line."""
    try:
        yield
    except StoreError as error:
        raise CommandError(str(error)) from None
    except redis.RedisError as error:
        raise CommandError(said("store_unavailable", error=error)) from None


def _running(chosen: Settings) -> Store | None:
    """The embedded servers of the data folder, if ``movebook up`` runs them now."""
    log_url = _last_address(store_folder(chosen))
    queue_url = chosen.queue_url or _last_address(queue_folder(chosen))
    if log_url is None or queue_url is None:
        return None
    client = connect(log_url)
    try:
        client.ping()
    except redis.RedisError:
        return None
    finally:
        client.close()
    return Store(log_url, queue_url)


def _last_address(folder: Path) -> str | None:
    """The address at which the server of a folder was last started; None if it never was."""
    try:
        socket = str(json.loads((folder / "server.json").read_text(encoding="utf-8"))["socket"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return f"unix://{socket}?db=0"
