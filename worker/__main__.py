"""``python -m worker``: one worker and its sweep; stops after the job in hand on SIGTERM."""

from __future__ import annotations

import logging
import threading
import time

import redis
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from service import dispatch
from service.config import Settings
from service.connect import addresses, connect
from service.log import Log
from worker import jobs, sweep


def main() -> None:
    """Work until stopped."""
    logging.basicConfig(level=logging.WARNING, format="worker: %(message)s")
    settings = Settings.load()
    log_url, queue_url = addresses(settings)
    stop = threading.Event()
    sweeper = sweep.Sweep(Log(connect(log_url)), connect(queue_url))
    threading.Thread(target=sweep.run, args=(sweeper, settings.sweep_every_s, stop), name="sweep", daemon=True).start()
    while True:
        connection = connect(queue_url, blocking=True)
        try:
            # In this process: a fork a job would cost more than the job, and the work is ours.
            worker = SimpleWorker([dispatch.queue(connection)], connection=connection, serializer=JSONSerializer)
            jobs.place()
            worker.work(logging_level="WARNING")
            break
        except redis.ConnectionError as error:
            logging.getLogger(__name__).warning("the queue is out of reach (%s); trying again", error)
            time.sleep(1)
    stop.set()


if __name__ == "__main__":
    main()
