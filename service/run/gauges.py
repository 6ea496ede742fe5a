"""Metrics for Prometheus, on an address of their own: what the API's processes counted, and how the stores are now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import redis
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.config import Settings
from service.record.derived import queue
from service.record.derived.queue import Dispatcher
from service.record.state import quarantine
from service.store.connect import addresses, connect


class Gauges(Collector):
    """What is read from the stores whenever it is asked for.

    Args:
        log: A client of the log's store.
        queue: A client of the queue's.
    """

    def __init__(self, log: Any, queue: Any) -> None:
        self._log = log
        self._queue = queue

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The gauges; where a store does not answer, those that could be read, and that it does not."""
        up = 1
        try:
            yield from self._read()
        except redis.RedisError:
            up = 0
        yield GaugeMetricFamily("movebook_store_up", "Whether the stores answer", up)

    def _read(self) -> Iterator[GaugeMetricFamily]:
        swept = queue.last_sweep(self._queue)
        if swept is not None:
            yield GaugeMetricFamily("movebook_worker_behind", "Records whose projections lag", swept["behind"])
            oldest = "How long the oldest of them has lagged"
            yield GaugeMetricFamily("movebook_worker_lag_seconds", oldest, swept["oldest_s"])
        waiting = queue.waiting(self._queue)
        yield GaugeMetricFamily("movebook_waiting_records", "Records waiting for a worker", waiting)
        broken = quarantine.count(self._log)
        yield GaugeMetricFamily("movebook_records_set_aside", "Records that some eyes or all cannot replay", broken)
        memory = _memory(self._log.info("memory"))
        yield GaugeMetricFamily("movebook_store_bytes", "Memory the log's store uses", memory)


def _memory(info: Any) -> float:
    """Memory in bytes; of all nodes, where there are several."""
    return float(info["used_memory"] if "used_memory" in info else sum(node["used_memory"] for node in info.values()))


def serve(settings: Settings) -> None:
    """Answer Prometheus from a thread, at the address of the settings.

    Raises:
        OSError: The address is not to be had.
    """
    log_url, queue_url = addresses(settings)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(Gauges(connect(log_url), Dispatcher(queue_url).connection))
    host, _, port = (settings.metrics or "").rpartition(":")
    start_http_server(int(port), host.strip("[]"), registry)
