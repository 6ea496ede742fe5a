"""``python -m worker``: one worker and its sweep; on SIGTERM it finishes the current job and stops."""

from __future__ import annotations

import argparse
import gc
import logging
import os
import signal
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path
from types import FrameType
from typing import Any

import redis
from rq import SimpleWorker
from rq.exceptions import StopRequested
from rq.serializers import JSONSerializer

from service import games, logs
from service.config import Settings, SettingsError, networks
from service.record.derived import queue, rest
from service.store import checks
from service.store.archive import Folder
from service.store.child_processes import lower_priority
from service.store.connect import addresses, connect
from service.store.errors import StoreError
from service.store.log import Log
from worker import housekeeping, jobs, sweep, webhooks

NICE = 10
"""Recorders wait for the API, viewers only for workers: if both need the processor, the API gets it."""
PAUSE_S, LONGEST_PAUSE_S = 0.2, 2.0
"""Seconds between two tries while the queue is unreachable, full or read-only."""


class Worker(SimpleWorker):
    """A worker without forks (one per job would cost more than the job) that knows whether it was asked to stop."""

    max_connection_wait_time = LONGEST_PAUSE_S
    asked = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Stop after the current job; at once if there is none."""
        type(self).asked = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def leave(_signum: int, _frame: FrameType | None) -> None:
    """Exit at once with code 0, before any job has begun.

    Not by an exception: Python drops an exception raised while an object is finalized, and so would lose the signal.
    """
    os._exit(0)


def work(connection: Any) -> None:
    """Work until asked to stop, or until the queue fails."""
    worker = Worker([queue.queue(connection)], connection=connection, serializer=JSONSerializer)
    worker.work(logging_level="WARNING")


def main() -> None:
    """Work until stopped, whatever happens to the queue meanwhile."""
    parser = argparse.ArgumentParser(prog="python -m worker", description="Work on the records that changed.")
    help_ = "for health checks: after each sweep, set its time of change to when the next sweep is overdue"
    parser.add_argument("--beat", type=Path, metavar="FILE", help=help_)
    beat = parser.parse_args().beat
    for number in (signal.SIGTERM, signal.SIGINT):  # rq sets its own only after the worker is registered
        signal.signal(number, leave)
    logs.set_up("worker")
    lower_priority(NICE)
    games.warn_of_faults()
    try:
        settings = Settings.load()
        log_url, queue_url = addresses(settings)
        checks.check_at(log_url, settings)
    except (SettingsError, StoreError) as error:
        sys.exit(f"movebook: {error}")
    stop = threading.Event()
    sweeper = sweep.Sweep(Log(connect(log_url), Folder.at(settings.archive)), connect(queue_url))
    swept = (sweeper, settings.sweep_every_s, stop, beat)
    threading.Thread(target=sweep.run, args=swept, name="sweep", daemon=True).start()
    sender = webhooks.Sender(sweeper.log, sweeper.queue, networks(settings.webhook_networks))
    sent = (sender, settings.sweep_every_s, stop)
    threading.Thread(target=webhooks.run, args=sent, name="webhooks", daemon=True).start()
    days = timedelta(days=settings.archive_closed_days), timedelta(days=settings.archive_idle_days)
    housekeeper = housekeeping.Housekeeper(sweeper.log, None if settings.archive is None else rest.Spans(*days))
    threading.Thread(target=housekeeping.run, args=(housekeeper, stop), name="housekeeping", daemon=True).start()
    jobs.stores()
    # Loaded modules stay in use: freeze them, so that the garbage collector does not scan them again.
    gc.collect()
    gc.freeze()
    pause = PAUSE_S
    try:
        while not Worker.asked:
            began = time.monotonic()
            try:
                work(connect(queue_url, blocking=True))
            except redis.RedisError as error:
                logging.getLogger(__name__).warning("the queue fails (%s); trying again", error)
            if Worker.asked:
                break
            pause = PAUSE_S if time.monotonic() - began > LONGEST_PAUSE_S else min(2 * pause, LONGEST_PAUSE_S)
            time.sleep(pause)
    except StopRequested:  # the signal came between two tries
        pass
    stop.set()


if __name__ == "__main__":
    main()
