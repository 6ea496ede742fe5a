"""Clients of the store, from an address: one server, or a cluster."""

from __future__ import annotations

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
"""How long a call may wait for the store before it counts as out of reach."""
TRIES = 7
"""How often a call is tried again on a fresh connection, within about a second: an embedded server that died is back by
then. A call that timed out is not: the server hangs, and whoever waits should hear of it."""

CONNECTIONS = 1000
"""What a client may have at once; the client's own hundred are fewer than a process may have threads."""


def _retry() -> Retry:
    return Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.5), TRIES, supported_errors=(redis.ConnectionError,))


@contextlib.contextmanager
def _translated_errors() -> Iterator[None]:
    """A cluster that is not there is a store out of reach: the client raises it as something else."""
    try:
        yield
    except SlotNotCoveredError as error:
        raise redis.ConnectionError(str(error)) from error
    except RedisClusterException as error:
        if "cannot be connected" in str(error) or "No targets" in str(error):
            raise redis.ConnectionError(str(error)) from error
        raise  # keys of two slots in one command, and the like: ours to mend


class Cluster(RedisCluster):
    """A client of a cluster that fails as one of a single server does, and asks every master where one is not all."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        with _translated_errors():
            super().__init__(*args, **settings)

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command to whom it concerns."""
        if args[0] in ("INFO", "KEYS", "CONFIG GET", "CONFIG SET"):
            options.setdefault("target_nodes", self.PRIMARIES)
        with _translated_errors():
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def pipeline(self, *args: Any, **options: Any) -> Any:
        """Commands sent together, to each master its own."""
        pipe = super().pipeline(*args, **options)  # type: ignore[no-untyped-call]
        execute = pipe.execute

        def told(*given: Any, **asked: Any) -> Any:
            with _translated_errors():
                return execute(*given, **asked)

        pipe.execute = told
        return pipe


def is_cluster(url: str) -> bool:
    """Whether an address is that of a cluster."""
    return url.split("://", 1)[0] in ("redis+cluster", "rediss+cluster")


def connect(url: str, *, blocking: bool = False) -> Any:
    """A client that answers in bytes.

    Args:
        url: ``redis://``, ``rediss://`` or ``unix://``; for a cluster (the log's only) ``redis+cluster://`` or
            ``rediss+cluster://`` and any of its masters.
        blocking: For a client that waits on a queue: no deadline on its calls.

    Raises:
        ConnectionError: None of a cluster's masters answers. A single server is asked only when it is needed.
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
        # With each connection the client would read its own package's metadata and tell the server its name.
        driver_info=None,
    )


def addresses(settings: Settings) -> tuple[str, str]:
    """The addresses of the log and of the queue; without one of its own, the queue is in another database of the log's.

    Raises:
        SettingsError: No log is named; ``movebook up`` starts one and names it.
    """
    if settings.log_url is None:
        raise SettingsError(
            "MOVEBOOK_LOG_URL is not set: it names the log's server ('movebook up' starts one and sets it)"
        )
    return settings.log_url, settings.queue_url or queue_on_same_server(settings.log_url)
