"""The API's HTTP server: granian, with the application in one or several processes.

``python -m service.run.serve`` reads the settings from the environment and serves until SIGTERM or Ctrl-C, then
finishes open answers. ``--fd N`` takes over a listening socket.
"""

import argparse
import asyncio
import atexit
import functools
import importlib
import multiprocessing
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.net import SocketHolder  # type: ignore[attr-defined]

from service import logs
from service.api.server import sending
from service.config import Settings, SettingsError
from service.run.certificate import CertificateError, certificate_of
from service.run.garbage_collection import QUIET_S, GarbageCollector
from service.store import checks
from service.store.connect import addresses
from service.store.errors import StoreError

APP = "service.api.app:create_asgi()"
GRACE_S = 20
"""Seconds that open answers may take after SIGTERM."""
HEADERS_S = 15
"""Seconds within which the headers of a request must arrive, counted from the end of the previous request."""
LONGEST_HEAD = 64 * 1024
"""Maximum bytes of a request's first line and headers."""
MOST_CONNECTIONS = 4096
"""Maximum connections per process; further ones wait until one of these ends."""
COUNTS = "movebook-metrics-"
"""Prefix of the folder for the processes' metrics; the pid of the process that creates it follows."""
BACKLOG = 1024
"""Connections that may wait to be accepted."""


class AddressError(OSError):
    """An address cannot be listened on; the message names it and the reason."""


def load(app: str) -> Any:
    """Load the application ``module:name``, or create it by calling ``module:name()``."""
    module, _, name = app.partition(":")
    found = getattr(importlib.import_module(module), name.removesuffix("()"))
    return found() if name.endswith("()") else found


class Server(Granian):  # type: ignore[misc, valid-type]
    """Granian on a socket that already listens; all its processes accept connections from the same queue.

    With separate sockets, connections that wait in the queue of a killed process would be lost.

    ``alive``: one end of a pipe; closing it ends the processes.
    """

    def __init__(self, listener: socket.socket, alive: Connection, **options: Any) -> None:
        super().__init__(**options)
        self._listener = listener
        self._alive = alive

    def _init_shared_socket(self) -> None:
        self._ssp, self._sso, self._sfd = None, self._listener, self._listener.fileno()
        # The descriptor, whether it has a path, and, on Linux, how many connections may wait.
        self._shd = SocketHolder(*[self._sfd, False, BACKLOG][: 3 if sys.platform == "linux" else 2])
        self._listener.set_inheritable(True)

    def signal_handler_interrupt(self, *about: Any, **more: Any) -> None:
        """Stop; the pipe ends the processes, whichever process got the signal.

        A process may end before granian asks it to, which granian would treat as an unexpected exit.
        """
        for worker in self.wrks:
            worker.interrupt_by_parent = True
        self._alive.close()
        super().signal_handler_interrupt(*about, **more)


def serve(settings: Settings, app: str = APP, fd: int | None = None) -> None:
    """Serve an application until SIGTERM or Ctrl-C; ends the process when done.

    Args:
        settings: Its ``host``, ``port``, ``processes``, ``metrics`` and certificate files are used.
        app: The application, as :func:`load` takes it.
        fd: A listening socket to use instead of host and port.

    Raises:
        AddressError: The address cannot be used.
    """
    if settings.metrics:
        _count_together()
        # Imported only now: prometheus_client looks for the folder when it is loaded.
        from service.run import gauges  # noqa: PLC0415

        try:
            gauges.serve(settings)
        except OSError as error:
            raise AddressError(f"MOVEBOOK_METRICS: {settings.metrics} cannot be used: {error}") from error
    listener = socket.socket(fileno=fd) if fd is not None else listen(settings.host, settings.port)
    # Accepted connections inherit these socket options.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Ends a connection whose client receives nothing of an answer for this long.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(sending.CLIENT_TIMEOUT_S * 1000))
    host, port = listener.getsockname()[:2]
    ended, alive = multiprocessing.Pipe(duplex=False)
    Server(
        listener,
        alive,
        target=app,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        workers=settings.processes,
        backpressure=MOST_CONNECTIONS,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_S * 1000, max_buffer_size=LONGEST_HEAD),
        ssl_cert=settings.cert,
        ssl_key=settings.cert_key,
        # Phones from 2018 and before do not support later versions.
        ssl_protocol_min=SSLProtocols.tls12,
        websockets=False,
        log_level=LogLevels.error,
        log_dictconfig=logs.GRANIAN,
        respawn_failed_workers=True,
        workers_kill_timeout=GRACE_S,
    ).serve(target_loader=functools.partial(_in_process, app, ended, alive), wrap_loader=False)


def _in_process(app: str, ended: Connection, alive: Connection) -> Any:
    """Create the application in a granian process; it ends with the process that started it.

    Args:
        app: The application, as :func:`load` takes it.
        ended: A pipe that reaches its end when the process must stop or its parent has ended.
        alive: The other end of the pipe; only the parent may hold it.
    """
    alive.close()
    logs.set_up("API")
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, min(most, 2 * MOST_CONNECTIONS)), most))
    inner: Any = load(app)
    garbage = GarbageCollector(time.monotonic)

    async def outer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            loop = asyncio.get_running_loop()
            loop.add_reader(ended.fileno(), functools.partial(_end, inner, loop, ended))
            _look(garbage, loop)
        garbage.count_call()
        await inner(scope, receive, send)

    return outer


def _look(garbage: GarbageCollector, loop: asyncio.AbstractEventLoop) -> None:
    """Collect garbage periodically, as long as the loop runs."""
    garbage.tick()
    loop.call_later(QUIET_S, _look, garbage, loop)


def _end(inner: Any, loop: asyncio.AbstractEventLoop, ended: Connection) -> None:
    loop.remove_reader(ended.fileno())
    inner.close()
    signal.raise_signal(signal.SIGTERM)
    # If the parent has ended, nothing else can end this process when it hangs.
    last = threading.Timer(GRACE_S, os._exit, (1,))
    last.daemon = True
    last.start()


def _count_together() -> None:
    """Let the API's processes store metrics in files, in a folder that is removed when this process ends."""
    name = "PROMETHEUS_MULTIPROC_DIR"
    if name in os.environ:
        return
    for left in Path(tempfile.gettempdir()).glob(f"{COUNTS}*"):
        # Left by a process that was killed.
        if not _runs(left.name.removeprefix(COUNTS).partition("-")[0]):
            shutil.rmtree(left, ignore_errors=True)
    pid = os.getpid()
    folder = os.environ[name] = tempfile.mkdtemp(prefix=f"{COUNTS}{pid}-")

    def remove() -> None:
        if os.getpid() == pid:  # not when a worker, a fork, ends
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)


def _runs(pid: str) -> bool:
    """Whether a process with this pid runs; also True for text that is not a number."""
    if not pid.isdigit():
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def address(host: str, port: int) -> str:
    """Host and port as one text; an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def listen(host: str, port: int) -> socket.socket:
    """Create a listening socket.

    Raises:
        AddressError: The address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        why = str(error.strerror or error).partition(" (while")[0]
        raise AddressError(f"{address(host, port)} cannot be used: {why}") from error


def main() -> None:
    """Serve the API with the settings of the environment."""
    parser = argparse.ArgumentParser(prog="python -m service.run.serve", description="Serve Movebook's API.")
    parser.add_argument("--app", default=APP, help="another application (ASGI), as module:name or module:factory()")
    parser.add_argument("--fd", type=int, help="a listening socket to take over")
    given = parser.parse_args()
    logs.set_up("API")
    try:
        settings = Settings.load()
        certificate_of(settings)
        if given.app == APP or settings.log_url is not None:
            checks.check_at(addresses(settings)[0], settings)
        serve(settings, given.app, given.fd)
    except (SettingsError, CertificateError, StoreError, AddressError) as error:
        sys.exit(f"movebook: {error}")


if __name__ == "__main__":
    main()
