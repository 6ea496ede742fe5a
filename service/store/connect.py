"""Creates clients of the store from an address: one server, or a cluster."""

import contextlib
from collections.abc import Iterator
from typing import Any

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.cluster import RedisCluster
from redis.exceptions import RedisClusterException, SlotNotCoveredError
from redis.retry import Retry

from service.config import Settings, SettingsError
from service.store.embedded import queue_on_same_server

TIMEOUT_S = 10.0
"""Seconds that a call waits for the store before the store counts as unreachable."""
TRIES = 7
"""Retries of a call, each on a new connection, within about a second: an embedded server that died is back by then. A
call that timed out is not retried: the server hangs, and the caller should get the error."""

CONNECTIONS = 1000
"""Maximum connections of a client; the library's default of 100 is less than the threads that a process may have."""


def _retry() -> Retry:
    return Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.5), TRIES, supported_errors=(redis.ConnectionError,))


@contextlib.contextmanager
def _translated_errors() -> Iterator[None]:
    """Raise ConnectionError for an unreachable cluster, for which the client library raises other errors."""
    try:
        yield
    except SlotNotCoveredError as error:
        raise redis.ConnectionError(str(error)) from error
    except RedisClusterException as error:
        if "cannot be connected" in str(error) or "No targets" in str(error):
            raise redis.ConnectionError(str(error)) from error
        raise  # keys of two slots in one command, for example: a bug of ours


class Cluster(RedisCluster):
    """A cluster client with the errors of a single-server client; it sends server-wide commands to all masters."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        with _translated_errors():
            super().__init__(*args, **settings)

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command to the nodes that it concerns."""
        if args[0] in ("INFO", "KEYS", "CONFIG GET", "CONFIG SET"):
            options.setdefault("target_nodes", self.PRIMARIES)
        with _translated_errors():
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def pipeline(self, *args: Any, **options: Any) -> Any:
        """A pipeline that sends each master its own commands together."""
        pipe = super().pipeline(*args, **options)  # type: ignore[no-untyped-call]
        execute = pipe.execute

        def translated(*given: Any, **asked: Any) -> Any:
            with _translated_errors():
                return execute(*given, **asked)

        pipe.execute = translated
        return pipe


def is_cluster(url: str) -> bool:
    """Whether an address names a cluster."""
    return url.split("://", 1)[0] in ("redis+cluster", "rediss+cluster")


def connect(url: str, *, blocking: bool = False) -> Any:
    """Create a client that returns bytes.

    Args:
        url: ``redis://``, ``rediss://`` or ``unix://``; for a cluster (the log's only) ``redis+cluster://`` or
            ``rediss+cluster://`` and any of its masters.
        blocking: For a client that waits on a queue: no deadline on its calls.

    Raises:
        ConnectionError: None of a cluster's masters answers. A single server is contacted only at the first command.
    """
    if is_cluster(url):
        return Cluster.from_url(
            url.replace("+cluster", "", 1),
            socket_timeout=TIMEOUT_S,
            socket_connect_timeout=TIMEOUT_S,
            max_connections=CONNECTIONS,
        )
    timeout = None if blocking else TIMEOUT_S
    return redis.Redis.from_url(
        url,
        socket_timeout=timeout,
        socket_connect_timeout=TIMEOUT_S,
        retry=_retry(),
        max_connections=CONNECTIONS,
        # Otherwise the client reads its own package's metadata for each connection and sends the server its name.
        driver_info=None,
    )


def addresses(settings: Settings) -> tuple[str, str]:
    """The addresses of the log and of the queue, which defaults to another database on the log's server.

    Raises:
        SettingsError: MOVEBOOK_LOG_URL is not set; ``movebook up`` starts a server and sets it.
    """
    if settings.log_url is None:
        raise SettingsError(
            "MOVEBOOK_LOG_URL is not set: it names the log's server ('movebook up' starts one and sets it)"
        )
    return settings.log_url, settings.queue_url or queue_on_same_server(settings.log_url)
