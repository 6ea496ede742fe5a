"""Clients of the store, from an address: one server, or a cluster."""

from __future__ import annotations

from typing import Any

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.cluster import RedisCluster
from redis.retry import Retry

from service.config import Settings, SettingsError
from service.store import queue_beside

TIMEOUT_S = 10.0
"""How long a call may wait for the store before it counts as out of reach."""
TRIES = 7
"""How often a call is tried again on a fresh connection, within about a second: an embedded server that died is back by
then. A call that timed out is not: the server hangs, and whoever waits should hear of it."""


def _retry() -> Retry:
    return Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.5), TRIES, supported_errors=(redis.ConnectionError,))


def connect(url: str, *, blocking: bool = False) -> Any:
    """A client that answers in bytes.

    Args:
        url: ``redis://``, ``rediss://`` or ``unix://``; ``redis+cluster://`` for a cluster (the log's only).
        blocking: For a client that waits on a queue: no deadline on its calls.
    """
    if url.startswith("redis+cluster://"):
        return RedisCluster.from_url(url.replace("redis+cluster://", "redis://", 1), socket_timeout=TIMEOUT_S)
    timeout = None if blocking else TIMEOUT_S
    return redis.Redis.from_url(url, socket_timeout=timeout, socket_connect_timeout=TIMEOUT_S, retry=_retry())


def addresses(settings: Settings) -> tuple[str, str]:
    """The addresses of the log and of the queue; without one of its own, the queue is in another database of the log's.

    Raises:
        SettingsError: No log is named; ``movebook up`` starts one and names it.
    """
    if settings.log_url is None:
        raise SettingsError(
            "MOVEBOOK_LOG_URL is not set: it names the log's server ('movebook up' starts one and sets it)"
        )
    return settings.log_url, settings.queue_url or queue_beside(settings.log_url)
