"""The API's HTTP server: granian or gunicorn's threads, by one setting.

``python -m service.run.serve`` serves by the settings of the environment until SIGTERM or Ctrl-C, then lets the answers
under way go out. ``--fd N`` takes over a listening socket.
"""

from __future__ import annotations

import argparse
import atexit
import functools
import importlib
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from service.config import Settings

APP = "service.api.app:create_app()"
MEMORY = "/dev/shm"  # noqa: S108 - gunicorn makes its file there by a name of its own
GRACE_S = 20
"""Seconds that answers under way have after SIGTERM."""
LONGEST_LINE = 8190
"""Bytes of a request's first line, and of each header."""
MOST_HEADERS = 64
"""Headers of a request."""
HEADERS_S = 15
"""Seconds that granian waits for all of them; for gunicorn see :data:`service.run.patience.PATIENCE_S`."""
BACKLOG = 1024
"""Connections that may wait to be accepted."""


def load(app: str) -> Any:
    """The WSGI callable that ``module:name`` names, or ``module:name()`` makes."""
    module, _, name = app.partition(":")
    found = getattr(importlib.import_module(module), name.removesuffix("()"))
    return found() if name.endswith("()") else found


def serve(settings: Settings, app: str = APP, fd: int | None = None) -> None:
    """Serve an application until SIGTERM or Ctrl-C; ends the process when done.

    Args:
        settings: Of them ``server``, ``host``, ``port``, ``processes``, ``threads``.
        app: The application, as :func:`load` takes it.
        fd: A listening socket to use instead of host and port.

    Raises:
        OSError: The address is not to be had.
    """
    if settings.processes > 1:
        _share_metrics()
    if settings.server == "granian":
        _granian(settings, app, socket.socket(fileno=fd) if fd is not None else listen(settings.host, settings.port))
    else:
        _gunicorn(settings, app, f"fd://{fd}" if fd is not None else address(settings.host, settings.port))


def _share_metrics() -> None:
    """Let several processes of the API count together: whichever is asked for metrics adds them up."""
    name = "PROMETHEUS_MULTIPROC_DIR"
    if name not in os.environ:
        folder, pid = tempfile.mkdtemp(prefix="movebook-metrics-"), os.getpid()
        os.environ[name] = folder  # before anything imports the counters

        def remove() -> None:
            if os.getpid() == pid:  # not when a worker, a fork, ends
                shutil.rmtree(folder, ignore_errors=True)

        atexit.register(remove)


def address(host: str, port: int) -> str:
    """Host and port as one text; an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def listen(host: str, port: int) -> socket.socket:
    """A listening socket.

    Raises:
        OSError: The address is not to be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def _gunicorn(settings: Settings, app: str, bind: str) -> None:
    from gunicorn.app.base import BaseApplication  # only the server chosen is loaded

    from service.run.gthread import Worker  # as above

    options = {
        "bind": bind,
        "worker_class": Worker,
        "workers": settings.processes,
        "threads": settings.threads,
        "graceful_timeout": GRACE_S,
        "timeout": 60,
        "keepalive": 15,
        "loglevel": "warning",
        # Part of a move may stand in the query.
        "limit_request_line": LONGEST_LINE,
        "limit_request_fields": MOST_HEADERS,
        "limit_request_field_size": LONGEST_LINE,
        # Whose headers are believed is the application's to say (MOVEBOOK_PROXIES).
        "forwarded_allow_ips": "",
        "control_socket_disable": True,
        # A process that answers must not outlive the one that looks after it: it would hold the address for long.
        "post_fork": _end_with_parent,
        # The heartbeat file belongs in memory, not on a disk that may be slow.
        "worker_tmp_dir": MEMORY if os.access(MEMORY, os.W_OK) else None,
    }

    class Application(BaseApplication):
        """Gunicorn with our options, none from its files, variables or command line."""

        def load_config(self) -> None:
            for name, value in options.items():
                self.cfg.set(name, value)

        def load(self) -> Callable[..., Any]:
            made: Callable[..., Any] = load(app)
            return made

    Application().run()


def _end_with_parent(_arbiter: Any, worker: Any) -> None:
    """Have a process of the API stop, as if asked to, when the one that started it is killed without a word."""
    if sys.platform == "linux":
        import ctypes  # as above

        ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != worker.ppid:  # it is gone already
            sys.exit(0)


def _granian(settings: Settings, app: str, listener: socket.socket) -> None:
    from granian import Granian  # as above
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.log import LogLevels
    from granian.net import SocketHolder  # type: ignore[attr-defined]

    from service.run import slow  # as above

    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # its connections inherit it

    class Server(Granian):  # type: ignore[misc, valid-type]
        """Granian on a socket that listens already; each of its processes takes connections from the one queue.

        On sockets of their own a process that is killed would take with it what waits in its queue.
        """

        def _init_shared_socket(self) -> None:
            self._ssp, self._sso, self._sfd = None, listener, listener.fileno()
            # Whose number, whether of a path, and, on Linux, how many may wait.
            self._shd = SocketHolder(*[self._sfd, False, BACKLOG][: 3 if sys.platform == "linux" else 2])
            listener.set_inheritable(True)

    host, port = listener.getsockname()[:2]
    Server(
        app,
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=settings.processes,
        # Threads wait for callers, too; of those that are at work there are as many as the setting says.
        blocking_threads=slow.MOST,
        backpressure=slow.MOST,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_S * 1000, max_buffer_size=8 * LONGEST_LINE),
        websockets=False,
        log_level=LogLevels.error,  # its warnings are advice on the number of threads
        respawn_failed_workers=True,
        workers_kill_timeout=GRACE_S,
    ).serve(target_loader=functools.partial(_guarded, app, settings.threads, port, os.getpid()), wrap_loader=False)


def _guarded(app: str, threads: int, port: int, parent: int) -> Callable[..., Any]:
    """In a process of granian's: the application, guarded against slow callers."""
    from service.run import slow  # as above

    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, min(most, 4 * slow.MOST)), most))
    guard = slow.Guard(load(app), threads)
    slow.Watch(guard, port, GRACE_S, parent).start()
    return guard


def main() -> None:
    """Serve the API by the settings of the environment."""
    parser = argparse.ArgumentParser(prog="python -m service.run.serve", description="Serve Movebook's API.")
    parser.add_argument("--app", default=APP, help="another WSGI application, as module:name or module:factory()")
    parser.add_argument("--fd", type=int, help="a listening socket to take over")
    given = parser.parse_args()
    serve(Settings.load(), given.app, given.fd)


if __name__ == "__main__":
    main()
