"""Prometheus metrics: appends, refusals, conflicts, requests, open streams, slow calls."""

from prometheus_client import Counter, Gauge, Histogram

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

REQUESTS = Counter("movebook_requests_total", "Requests by call and status", ["call", "status"])
DURATION = Histogram("movebook_request_seconds", "Seconds a request took, by call", ["call"], buckets=SECONDS)
APPENDS = Histogram(
    "movebook_append_seconds", "Seconds an append took in the store, until it was on disk", buckets=SECONDS
)
REFUSALS = Counter("movebook_refusals_total", "Moves refused, by the clause that refuses them", ["rule"])
CONFLICTS = Counter("movebook_conflicts_total", "Writes that followed a version the record had left")
STREAMS = Gauge("movebook_open_streams", "Event streams that are open", multiprocess_mode="livesum")
SLOW_CALLS = Gauge("movebook_slow_calls", "Slow calls that run or wait", multiprocess_mode="livesum")
