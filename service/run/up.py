"""What ``movebook up`` does: store, API and worker as one, started in order, looked after, stopped in order."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType
from typing import Any, Self
from urllib.parse import urlsplit

import redis

from service import out
from service.access import tokens
from service.config import Settings, misspelt
from service.record import identity
from service.record.dispatch import SWEEP
from service.run import serve
from service.store import formats
from service.store.children import spawn
from service.store.connect import connect
from service.store.embedded import Store, StoreError, Supervisor, concerns, open_store, store_folder
from service.store.found import found
from service.store.keys import STORE_SECRET
from service.store.log import is_out_of_reach

# -P: a folder "service" where the command is given is not ours.
API = (sys.executable, "-P", "-m", "service.run.serve")
WORKER = (sys.executable, "-P", "-m", "worker")
READY_S = 60.0
"""Seconds until the API must be ready."""
STORE_S = 10.0
"""Seconds that a store of others is waited for."""

READABLE_S = 10.0
"""Seconds after which an API will do that is ready but for a log that takes no writes: what is there can be read."""

_PAUSE_S, _LONGEST_PAUSE_S, _STEADY_S = 0.2, 5.0, 30.0
_STDERR = 2


class UpError(RuntimeError):
    """Movebook does not come up; the message says why."""


def run(
    settings: Settings,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    json_line: bool = False,  # noqa: FBT001, FBT002 - as above
    demo: bool = False,  # noqa: FBT001, FBT002 - as above
    repair: bool = False,  # noqa: FBT001, FBT002 - as above
) -> int:
    """Run Movebook until Ctrl-C or SIGTERM. To be called in the main thread, which it takes the signals of.

    Args:
        settings: The settings; host, port and data folder as given here win.
        host: The address to listen on.
        port: The port; 0 picks a free one.
        data: The data folder.
        json_line: Print exactly one line on standard output, ``{"url": ..., "token": ...}``, when ready.
        demo: Lay a demonstration game of each title into a store without records.
        repair: Mend the files of the embedded store first, and say what is lost.

    Returns:
        The exit code: 0 after a stop that was asked for, 1 where it did not come up (standard error says why).
    """
    settings = replace(
        settings,
        host=settings.host if host is None else host,
        port=settings.port if port is None else port,
        data=settings.data if data is None else data.expanduser().absolute(),
    )
    for sentence in misspelt():
        _say(sentence)
    with _Signals() as signals:
        try:
            if repair:
                _repair(settings)
            _run(settings, signals, json_line=json_line, demo=demo)
        except (UpError, StoreError) as error:
            _say(f"movebook: {error}")
            return 1
        except redis.RedisError as error:
            _say(f"movebook: the store is out of reach, or does not take what it must: {error}")
            return 1
        except _StoppedError:
            pass
    return 0


# ------------------------------------------------------------------------------------------------------------ the order


def _repair(settings: Settings) -> None:
    """Mend the files of the embedded store.

    Raises:
        UpError: The store is another's.
    """
    if settings.log_url is not None:
        raise UpError(
            "--repair mends the files of the embedded store; this one is named by MOVEBOOK_LOG_URL: mend it "
            "where it runs, with valkey-check-aof or redis-check-aof."
        )
    for sentence in Supervisor(store_folder(settings), settings.store_server).repair().sentences():
        _say(sentence)


def _run(settings: Settings, signals: _Signals, *, json_line: bool, demo: bool) -> None:
    with contextlib.ExitStack() as stack:  # what opened first closes last: API, worker, store
        listener, port = _listen(settings)
        stack.enter_context(listener)
        settings = replace(settings, port=port)
        url = f"http://{serve.address(_reachable(settings.host), port)}"
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        store = stack.enter_context(open_store(settings))
        if store.supervisor is None:
            _until_reached(store, signals)
        there, (token, recorder) = _found(store), _tokens(settings, store)
        environment = {**os.environ, **settings.environment(), **store.environment()}
        family = _Family(signals)
        stack.callback(family.stop)
        stack.callback(listener.close)  # from then on calls are refused, not kept waiting
        for number in range(settings.workers):
            family.add(Child(f"worker {number + 1}", WORKER, environment))
        fd = listener.fileno()
        family.add(Child("API", (*API, "--fd", str(fd)), environment, [fd]))
        _until_ready(url, family, signals)
        laid: list[str] = []
        if demo and _is_empty(url, token):
            from service.run import demo as demonstration  # it simulates a game: not needed otherwise

            laid = demonstration.lay(url, token)
        if json_line:
            out.tell_json({"url": url, "token": token}, flush=True)
        else:
            _print_addresses(url, settings.data, recorder, store, there, laid)
        while True:
            signals.check()
            family.look()
            time.sleep(0.1)


def _listen(settings: Settings) -> tuple[socket.socket, int]:
    """The listening socket, kept here so that no call is refused while the API restarts."""
    try:
        listener = serve.listen(settings.host, settings.port)
    except OSError as error:
        raise UpError(
            f"{serve.address(settings.host, settings.port)} cannot be listened on: {error.strerror or error}. Choose "
            "another port (--port N, or --port 0 for any that is free) or address (--host).",
        ) from error
    return listener, int(listener.getsockname()[1])


def _reachable(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104 - compared, not bound


def _until_reached(store: Store, signals: _Signals) -> None:
    """Wait for servers of others: after a power cut they may come up later than we do.

    Raises:
        UpError: They do not.
    """
    until, said = time.monotonic() + STORE_S, False
    while True:
        signals.check()
        try:
            for url, asked in ((store.log_url, STORE_SECRET), (store.queue_url, SWEEP)):
                with contextlib.closing(connect(url)) as client:
                    client.exists(asked)
        except redis.RedisError as error:
            if not is_out_of_reach(error) or time.monotonic() > until:
                raise UpError(f"the store is out of reach (by MOVEBOOK_LOG_URL, MOVEBOOK_QUEUE_URL): {error}") from None
            if not said:
                _say(f"The store does not answer yet ({error}); waiting for up to {STORE_S:.0f} s.")
                said = True
            time.sleep(0.2)
        else:
            return


def _found(store: Store) -> str:
    """What the store holds, and what its server dropped of it."""
    with contextlib.closing(connect(store.log_url)) as client:
        formats.check(client)
        identity.private_key(client)  # made at the first start
        told = str(found(client))
    dropped = store.supervisor.dropped if store.supervisor is not None else 0
    return f"{told}; {dropped} bytes of an append that was not finished are dropped" if dropped else told


def _tokens(settings: Settings, store: Store) -> tuple[str, str]:
    """The tokens of the data folder: the admin's, and the one by which a browser opens records.

    Raises:
        UpError: The store does not know the admin's that is there: it has lost what it held, or is another one.
    """
    client = connect(store.log_url)
    try:
        if store.supervisor is None:
            for concern in concerns(client):
                _say(f"The log's server: {concern}.")
        return _token(client, settings.data / "token", "admin"), _token(client, settings.data / "recorder", "record")
    finally:
        client.close()


def _token(client: Any, path: Path, scope: str) -> str:
    """The token in a file while it is good for this store, else a new one.

    Raises:
        UpError: As :func:`_tokens`.
    """
    with contextlib.suppress(FileNotFoundError):
        kept = path.read_text(encoding="utf-8").strip()
        good = tokens.find(client, kept)
        if good is not None and good.scope == scope:
            path.chmod(0o600)
            return kept
        named = tokens.id_of(kept)
        if scope == "admin" and named is not None and tokens.get(client, named) is None:
            raise UpError(
                f"the store does not know the token in {path}, which was made for it: it has lost what it held, or "
                f"is another one. It holds {found(client)}. Bring it back from its backup (movebook import FILE), "
                "or name the right one (MOVEBOOK_DATA, MOVEBOOK_LOG_URL). If this one is right, move the token "
                "away, and a new one is made."
            )
    fresh = path.with_name(f".{path.name}.new")
    fresh.unlink(missing_ok=True)
    token = tokens.create(client, scope=scope, label=f"made by movebook up, kept in {path}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token + "\n")
    fresh.replace(path)
    return token


def _until_ready(url: str, family: _Family, signals: _Signals) -> None:
    began = time.monotonic()
    said = "nothing"
    while time.monotonic() < began + READY_S:
        signals.check()
        family.must_run()
        with contextlib.suppress(OSError, HTTPException):
            status, body = _get(f"{url}/readyz", 2)
            if status == HTTPStatus.OK:
                family.must_run()
                return
            said = f"{status} {body.decode(errors='replace')[:300]}"
            if time.monotonic() > began + READABLE_S and _readable(body):
                _say(f"The store takes no writes, so nothing can be recorded until it does: {said}")
                return
        time.sleep(0.05)
    raise UpError(f"the API is not ready after {READY_S:g} s; its last answer at {url}/readyz: {said}")


def _get(url: str, timeout_s: float, **headers: str) -> tuple[int, bytes]:
    """The status and the body that the API answers with.

    Not by ``requests``: to load that takes a quarter of what this process takes until the API is ready.

    Raises:
        OSError: It does not answer, or not in time.
        HTTPException: What it says is no HTTP.
    """
    parts = urlsplit(url)
    with contextlib.closing(HTTPConnection(parts.hostname or "", parts.port, timeout=timeout_s)) as connection:
        connection.request("GET", parts.path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def _readable(body: bytes) -> bool:
    """Whether what keeps the API from being ready is that the log takes no writes."""
    try:
        return bool(json.loads(body)["checks"]["log"]["status"] == "takes no writes")
    except (ValueError, LookupError, TypeError):
        return False


def _is_empty(url: str, token: str) -> bool:
    status, body = _get(f"{url}/v1/records", 30, Authorization=f"Bearer {token}")
    if status != HTTPStatus.OK:
        raise UpError(f"the API does not tell its records: {status} {body.decode(errors='replace')[:300]}")
    return not json.loads(body)["records"]


def _print_addresses(url: str, data: Path, recorder: str, store: Store, there: str, laid: Sequence[str]) -> None:
    """Say where all of it is. The link that lets a browser record is shown on a terminal, not written into a file."""
    kept = "elsewhere, by MOVEBOOK_LOG_URL"
    if store.supervisor is not None:
        kept = f"in {store.supervisor.folder}, by {store.supervisor.server.make}"
    link = f"{url}/viewer/new.html#t={recorder if sys.stdout.isatty() else '...'}"
    opened = "opened once, a browser may record" if sys.stdout.isatty() else f"the token is in {data / 'recorder'}"
    seen = "".join(f"\n            {url}/viewer/?record={record}" for record in laid)
    out.tell(
        f"Movebook is ready. Ctrl-C stops it.\n"
        f"  viewer    {url}/\n"
        f"  record    {link}\n"
        f"            {opened}\n"
        f"  API docs  {url}/docs\n"
        f"  token     in {data / 'token'} (admin; only you can read it)\n"
        f"  records   {kept}\n"
        f"            {there}{f'; these are laid for a look:{seen}' if laid else ''}",
        flush=True,
    )


def _say(sentence: str) -> None:
    out.note(sentence)


# ------------------------------------------------------------------------------------------------- signals and children


class _StoppedError(Exception):
    """Somebody asked for the end."""


class _Signals:
    """Ctrl-C, SIGTERM and a closed terminal, counted; the second of them is impatience."""

    def __init__(self) -> None:
        self.count = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:  # nohup means it
                self._before[number] = signal.signal(number, self._got)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def check(self) -> None:
        if self.count:
            raise _StoppedError

    def _got(self, _number: int, _frame: FrameType | None) -> None:
        self.count += 1


@dataclass(slots=True)
class Child:
    """A process of ours that is started again when it ends.

    Args:
        name: As in "API".
        command: The program and its arguments.
        environment: Its whole environment.
        fds: Open files it inherits.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    fds: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    pause_s: float = _PAUSE_S
    began: float = 0.0
    again_at: float | None = field(default=None)

    def start(self) -> None:
        """Start it; what it prints goes to standard error, so that standard output is the caller's."""
        self.began, self.again_at = time.monotonic(), None
        self.process = spawn(
            self.command, env=self.environment, stdout=_STDERR, parent=os.getpid(), pass_fds=tuple(self.fds)
        )

    def ended(self) -> int | None:
        """Its exit code; None while it runs."""
        return None if self.process is None else self.process.poll()

    def look(self) -> None:
        """Start it again if it ended, after a pause that grows while it keeps ending."""
        now = time.monotonic()
        if self.again_at is not None:
            if now >= self.again_at:
                self.start()
        elif (code := self.ended()) is not None:
            self.pause_s = _PAUSE_S if now - self.began > _STEADY_S else min(self.pause_s * 2, _LONGEST_PAUSE_S)
            self.again_at = now + self.pause_s
            _say(f"The {self.name} ended ({_exit(code)}); it is started again in {self.pause_s:.1f} s.")


class _Family:
    """The children; they stop in the reverse of the order they came in, each when the one before has ended."""

    def __init__(self, signals: _Signals) -> None:
        self._signals = signals
        self._children: list[Child] = []

    def add(self, child: Child) -> None:
        child.start()
        self._children.append(child)

    def must_run(self) -> None:
        """Before all is ready an end is a failure: it would only end again.

        Raises:
            UpError: A child has ended.
        """
        for child in self._children:
            code = child.ended()
            if code is not None:
                raise UpError(f"the {child.name} ended ({_exit(code)}) before it was ready; its words are above")

    def look(self) -> None:
        for child in self._children:
            child.look()

    def stop(self) -> None:
        """API first, then the workers together (they finish the job in hand)."""
        api = [child for child in self._children if child.name == "API"]
        for group in (api, [child for child in self._children if child.name != "API"]):
            running = [child.process for child in group if child.process is not None]
            for process in running:
                process.terminate()
            self._wait(running)
        self._children.clear()

    def _wait(self, processes: Sequence[subprocess.Popen[bytes]]) -> None:
        until = time.monotonic() + serve.GRACE_S + 5
        asked = self._signals.count
        for process in _unended(processes):
            # Killing loses nothing that was acknowledged; who asks twice does not want to wait.
            if time.monotonic() > until or self._signals.count > max(asked, 1):
                process.kill()


def _unended(processes: Sequence[subprocess.Popen[bytes]]) -> Iterator[subprocess.Popen[bytes]]:
    """Each process that still runs, over and over until none does."""
    while True:
        left = [process for process in processes if process.poll() is None]
        if not left:
            return
        yield from left
        time.sleep(0.02)


def _exit(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {-code}"
