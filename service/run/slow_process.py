"""``python -m service.run.slow_process FD``: the slow process of one that serves (:mod:`service.api.web.slow_process`).

It answers calls that come by a pipe, one after another, until the other end is closed. It listens nowhere: nobody else
can reach it. The process that serves has the processor first.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import resource
import signal
import sys
import threading
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from time import process_time

from flask import Flask

from service.api.app import create_app
from service.api.server.asgi import answer_of
from service.config import Settings
from service.record import people
from service.store.child_processes import lower_priority

NICE = 10
"""Whoever records waits for the process that serves, and whoever exports for this one."""
MOST_MEMORY = 512 << 20
"""Bytes it may have come to hold; another one takes its place then, for Python gives little back."""

Call = tuple[bytes, bytes]


def main() -> None:
    """Answer calls until there is nobody who would send more."""
    logging.basicConfig(level=logging.WARNING, format="side: %(message)s")
    # It is for the process that started this one, which answers what is under way and then closes the pipe.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    lower_priority(NICE)
    pipe = Connection(int(sys.argv[1]))
    calls: SimpleQueue[Call] = SimpleQueue()
    threading.Thread(target=_read, args=(pipe, calls), name="pipe", daemon=True).start()
    # Requests are counted, and their addresses made out, where they come in.
    settings = replace(Settings.load(), proxies=0, rate=0, rate_address=0, rate_made=0, rate_family=0, cost=0)
    app = create_app(settings)
    while True:
        said, body = answer(app, *calls.get())
        with contextlib.suppress(OSError):  # whoever asked is gone; so is this process soon
            pipe.send_bytes(said)
            pipe.send_bytes(body)


def _read(pipe: Connection, calls: SimpleQueue[Call]) -> None:
    """Take calls as they come; end the process, whatever it works on, when there will be none."""
    try:
        while True:
            calls.put((pipe.recv_bytes(), pipe.recv_bytes()))
    except (EOFError, OSError):
        os._exit(0)


def most_held() -> int:
    """The most bytes that this process has held at a time.

    Linux tells it for the program that runs now. `getrusage` goes on counting from what the process held that started
    this one: a large one would have a new slow process for every call.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def answer(app: Flask, call: bytes, body: bytes) -> tuple[bytes, bytes]:
    """Answer a call.

    Args:
        app: The application.
        call: Its environment as JSON, all that is text.
        body: Its body.

    Returns:
        What is to be said of the answer as JSON (status, headers, names of players that were read for it, seconds of
        the processor, and whether it is the last one), and the answer's body.
    """
    began = process_time()
    environ = {
        **json.loads(call),
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    with people.noting() as names:
        made = answer_of(app, environ)
    said = {
        "status": made.status,
        "headers": made.headers,
        "names": names,
        "seconds": process_time() - began,
        "last": most_held() > MOST_MEMORY,
    }
    return json.dumps(said).encode(), made.body


if __name__ == "__main__":
    main()
