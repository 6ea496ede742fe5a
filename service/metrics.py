"""What Prometheus is told: appends, refusals, conflicts, requests, and how far the workers are behind."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

REQUESTS = Counter("movebook_requests_total", "Requests by call and status", ["call", "status"])
DURATION = Histogram("movebook_request_seconds", "Seconds a request took, by call", ["call"], buckets=SECONDS)
APPENDS = Histogram(
    "movebook_append_seconds", "Seconds an append took in the store, until it was on disk", buckets=SECONDS
)
REFUSALS = Counter("movebook_refusals_total", "Moves refused, by the clause that refuses them", ["rule"])
CONFLICTS = Counter("movebook_conflicts_total", "Writes that followed a version the record had left")


def page(gauges: dict[str, tuple[str, float]]) -> bytes:
    """The metrics as text, with gauges read just now: name -> (what it is, value)."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        text = generate_latest(registry)
    else:
        text = generate_latest()
    lines = [f"# HELP {name} {what}\n# TYPE {name} gauge\n{name} {value}\n" for name, (what, value) in gauges.items()]
    return text + "".join(lines).encode()
