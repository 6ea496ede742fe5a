"""Runs ``movebook up``: starts store, API and workers in order, supervises them, and stops them in order."""

import contextlib
import json
import math
import os
import socket
import ssl
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import redis

from engines.kernel.sentences import filled
from service import out
from service.access import tokens
from service.config import Settings, misspelt
from service.record import identity, trust
from service.record.derived.queue import SWEEP, last_sweep
from service.run import certificate as certificates
from service.run import reach, serve
from service.run.certificate import SOON, CertificateError, Renewals
from service.run.reach import Reach, ReachError
from service.run.supervisor import Child, EndedError, ProcessGroup, Signals, StoppedError, notify_systemd
from service.store import checks
from service.store.connect import connect
from service.store.embedded import Store, StoreError, Supervisor, open_store, store_folder
from service.store.errors import refusal_cause
from service.store.keys import STORE_SECRET
from service.store.log import is_out_of_reach
from service.store.stats import read_stats
from service.store.whole_file import OWNER_ONLY, replacing

# -P: do not import a folder "service" from the current directory.
API = (sys.executable, "-P", "-m", "service.run.serve")
WORKER = (sys.executable, "-P", "-m", "worker")
READY_S = 60.0
"""Seconds until the API must be ready."""
STORE_S = 10.0
"""Seconds to wait for a store that this process does not run."""

READABLE_S = 10.0
"""Seconds after which the API counts as ready even if the log refuses writes: its records can be read."""

BACKLOG = 100
"""A message is printed after the start if at least this many records lag; fewer catch up in a moment."""

BACKLOG_S = 30.0
"""Longest time between two checks of how many records lag (s)."""

CERTIFICATE_S = 5.0
"""Seconds between two checks of the certificate's files."""


class UpError(RuntimeError):
    """Movebook does not start; the message says why."""


def run(
    settings: Settings, *, json_line: bool = False, demo: bool = False, repair: bool = False, lan: bool = False
) -> int:
    """Run Movebook until Ctrl-C or SIGTERM. Must be called in the main thread, whose signals it handles.

    Args:
        settings: The settings; a port of 0 picks a free one.
        json_line: Print exactly one line on standard output, ``{"url": ..., "token": ...}``, when ready.
        demo: Record demonstration games of each title if the store has no records.
        repair: Repair the files of the embedded store first, and report what is lost.
        lan: Allow phones in the network: listen on its address, and use that in links.

    Returns:
        The exit code: 0 after a requested stop, 1 if Movebook did not start (standard error says why).
    """
    for sentence in misspelt():
        _say(sentence)
    with Signals() as signals:
        try:
            if repair:
                _repair(settings)
            _run(settings, signals, json_line=json_line, demo=demo, lan=lan)
        except (UpError, EndedError, ReachError, CertificateError, StoreError) as error:
            _say(f"movebook: {error}")
            return 1
        except redis.RedisError as error:
            cause = refusal_cause(error)
            why = "" if cause is None else f"{cause['en']}: "
            _say(f"movebook: the store is unavailable or refuses writes: {why}{error}")
            return 1
        except StoppedError:
            pass
    return 0


def _repair(settings: Settings) -> None:
    """Repair the files of the embedded store."""
    if settings.log_url is not None:
        raise UpError(
            "--repair works only on the embedded store; this one is set by MOVEBOOK_LOG_URL: repair it "
            "where it runs, with valkey-check-aof or redis-check-aof."
        )
    for sentence in Supervisor(store_folder(settings), settings.store_server).repair().sentences():
        _say(sentence)


def _run(settings: Settings, signals: Signals, *, json_line: bool, demo: bool, lan: bool) -> None:
    certificate, network = certificates.certificate_of(settings), None
    if lan:
        host, network = reach.lan(settings.host)
        settings = replace(settings, host=host)
    with contextlib.ExitStack() as stack:  # what opened first closes last: API, worker, store
        listener, port = _listen(settings)
        stack.enter_context(listener)
        reached = reach.reach(settings.host, port, certificate, network, settings.public_url)
        settings = replace(settings, port=port, public_url=reached.others)
        api = Api(reached.here, None if certificate is None else certificate.trusting())
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        store = stack.enter_context(open_store(settings))
        if store.supervisor is None:
            _until_reached(store, signals)
        there, (token, recorder) = _store_summary(settings, store), _tokens(settings, store)
        environment = {**os.environ, **settings.environment(), **store.environment()}
        family = ProcessGroup(signals)
        stack.callback(family.stop)
        stack.callback(listener.close)  # from then on calls are refused instead of waiting
        for number in range(settings.workers):
            family.add(Child(f"worker {number + 1}", WORKER, environment))
        fd = listener.fileno()
        family.add(Child("API", (*API, "--fd", str(fd)), environment, [fd]))
        _until_ready(api, family, signals)
        records: list[str] = []
        if demo and _is_empty(api, token):
            from service.run import demo as demonstration  # loads the simulation, which nothing else needs

            records = demonstration.record_games(api.url, token, api.trust)
        if json_line:
            out.write_json({"url": reached.first if certificate else reached.here, "token": token}, flush=True)
        else:
            _print_addresses(reached, settings.data, recorder, store, there, records)
        if certificate is not None and certificate.until < datetime.now(UTC) + SOON:
            _say(f"The certificate expires at {certificate.until:%Y-%m-%d %H:%M} UTC: renew it before then.")
        renewals = None if certificate is None else Renewals(certificate)
        notify_systemd("READY=1")
        stack.callback(notify_systemd, "STOPPING=1")
        looked = time.monotonic()
        backlog = Backlog(store.queue_url, settings.workers)
        while True:
            signals.check()
            pause_s = min(family.restart_ended(), backlog.say())
            if renewals is not None and time.monotonic() > looked + CERTIFICATE_S:
                looked = time.monotonic()
                _renew(renewals, family)
            signals.wait(pause_s if renewals is None else min(pause_s, CERTIFICATE_S))


class Backlog:
    """Prints after the start how many records the workers still have to update, until none is left."""

    def __init__(self, queue_url: str, workers: int) -> None:
        self._queue = connect(queue_url) if workers else None
        self._began, self._said, self._pause_s = time.time(), 0, 1.0

    def say(self) -> float:
        """Print the number if it changed, and return the seconds until the next check."""
        if self._queue is None:
            return math.inf
        self._pause_s = min(2 * self._pause_s, BACKLOG_S)
        with contextlib.suppress(redis.RedisError):
            swept = last_sweep(self._queue)
            if swept is None or swept["at"] < self._began:
                return self._pause_s
            if swept["behind"] < (1 if self._said else BACKLOG):
                if self._said:
                    _say("All replays are up to date.")
                self._queue = self._queue.close()
            elif swept["behind"] != self._said:
                self._said = swept["behind"]
                text = "{n} {n:record|records} can be read and recorded; {n:its replay|their replays} will follow."
                _say(filled(text, n=self._said))
        return self._pause_s


def _renew(renewals: Renewals, family: ProcessGroup) -> None:
    """Restart the API if the certificate was renewed; calls wait meanwhile, none is refused."""
    try:
        renewed = renewals.renewed()
    except CertificateError as error:
        _say(f"The new certificate cannot be used; the old one stays in use until the API restarts: {error}")
        return
    if renewed is not None:
        family.renew("API")
        _say(f"The certificate was renewed; it expires at {renewed.until:%Y-%m-%d %H:%M} UTC.")


def _listen(settings: Settings) -> tuple[socket.socket, int]:
    """Open the listening socket and return it with its port; this process holds it, so API restarts refuse no call."""
    try:
        listener = serve.listen(settings.host, settings.port)
    except serve.AddressError as error:
        choose = "Choose another port (--port N, or --port 0 for any that is free) or address (--host)."
        raise UpError(f"{error}. {choose}") from error
    return listener, int(listener.getsockname()[1])


def _until_reached(store: Store, signals: Signals) -> None:
    """Wait for external servers, which may start later than Movebook after a power cut."""
    until, said = time.monotonic() + STORE_S, False
    while True:
        signals.check()
        try:
            for url, asked in ((store.log_url, STORE_SECRET), (store.queue_url, SWEEP)):
                with contextlib.closing(connect(url)) as client:
                    client.exists(asked)
        except redis.RedisError as error:
            if not is_out_of_reach(error) or time.monotonic() > until:
                raise UpError(f"the store is unavailable (MOVEBOOK_LOG_URL, MOVEBOOK_QUEUE_URL): {error}") from None
            if not said:
                _say(f"The store does not answer yet ({error}); waiting up to {STORE_S:.0f} s.")
                said = True
            time.sleep(0.2)
        else:
            return


def _store_summary(settings: Settings, store: Store) -> str:
    """Check the store, and return a text about its contents and the bytes that its server dropped."""
    with contextlib.closing(connect(store.log_url)) as client:
        checks.check(client, settings)
        try:
            identity.begin(client)  # made at the first start
        except identity.SigningKeyError as error:
            raise UpError(str(error)) from None
        trust.pin(settings.data, trust.OWN, identity.described(client))
        words = str(read_stats(client))
    dropped = store.supervisor.dropped if store.supervisor is not None else 0
    lost = "; {n} {n:byte|bytes} of an unfinished append {n:was|were} dropped"
    return words + (filled(lost, n=dropped) if dropped else "")


def _tokens(settings: Settings, store: Store) -> tuple[str, str]:
    """The tokens in the data folder: the admin's, and the one with which a browser opens records."""
    client = connect(store.log_url)
    try:
        return _token(client, settings.data / "token", "admin"), _token(client, settings.data / "recorder", "record")
    finally:
        client.close()


def _token(client: Any, path: Path, scope: str) -> str:
    """The token in a file if it is valid for this store, else a new one."""
    with contextlib.suppress(FileNotFoundError):
        kept = path.read_text(encoding="utf-8").strip()
        good = tokens.find(client, kept)
        if good is not None and good.scope == scope:
            path.chmod(0o600)
            return kept
        named = tokens.id_of(kept)
        if scope == "admin" and named is not None and tokens.get(client, named) is None:
            raise UpError(
                f"the store does not know the token in {path}: it has lost its data or is another store. It has "
                f"{read_stats(client)}. Restore it from its backup (movebook import FILE), or name the right store "
                "(MOVEBOOK_DATA, MOVEBOOK_LOG_URL). If this is the right one, move the token file away; a new token "
                "is then created."
            )
    token = tokens.create(client, scope=scope, label=f"made by movebook up: {path.name}")
    with replacing(path, OWNER_ONLY) as file:
        file.write(f"{token}\n".encode())
    return token


@dataclass(frozen=True, slots=True)
class Api:
    """A client of the API for this process.

    Args:
        url: The API's address on this machine.
        trust: The TLS context for HTTPS; None for plain HTTP.
    """

    url: str
    trust: ssl.SSLContext | None

    def get(self, path: str, timeout_s: float, **headers: str) -> tuple[int, bytes]:
        """Send a GET request, and return the status and body of the answer.

        Does not use ``requests``: loading it would take a quarter of the time until the API is ready.

        Raises:
            OSError: The API does not answer in time.
            HTTPException: The answer is not HTTP.
        """
        parts = urlsplit(self.url)
        host = parts.hostname or ""
        connection = (
            HTTPConnection(host, parts.port, timeout=timeout_s)
            if self.trust is None
            else HTTPSConnection(host, parts.port, timeout=timeout_s, context=self.trust)
        )
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()


def _until_ready(api: Api, family: ProcessGroup, signals: Signals) -> None:
    began = time.monotonic()
    said = "nothing"
    while time.monotonic() < began + READY_S:
        signals.check()
        family.must_run()
        with contextlib.suppress(OSError, HTTPException):
            status, body = api.get("/readyz", 2)
            if status == HTTPStatus.OK:
                family.must_run()
                return
            said = f"{status} {body.decode(errors='replace')[:300]}"
            if time.monotonic() > began + READABLE_S and _readable(body):
                _say(f"The store refuses writes; nothing can be recorded until it accepts them: {said}")
                return
        time.sleep(0.05)
    raise UpError(f"the API is not ready after {READY_S:g} s; its last answer at {api.url}/readyz: {said}")


def _readable(body: bytes) -> bool:
    """Whether the API is not ready because the log refuses writes."""
    try:
        return bool(json.loads(body)["checks"]["log"]["status"] == "takes no writes")
    except (ValueError, LookupError, TypeError):
        return False


def _is_empty(api: Api, token: str) -> bool:
    status, body = api.get("/v1/records", 30, Authorization=f"Bearer {token}")
    if status != HTTPStatus.OK:
        raise UpError(f"the API did not list its records: {status} {body.decode(errors='replace')[:300]}")
    return not json.loads(body)["records"]


def _print_addresses(
    reached: Reach, data: Path, recorder: str, store: Store, there: str, records: Sequence[str]
) -> None:
    """Print where everything is. The link that lets a browser record is shown only on a terminal."""
    kept = "elsewhere (MOVEBOOK_LOG_URL)"
    if store.supervisor is not None:
        kept = f"in {store.supervisor.folder}, by {store.supervisor.server.make}"
    url, shown = reached.first, sys.stdout.isatty()
    link = f"{url}/viewer/new.html#t={recorder if shown else '...'}"
    opened = "open it once in a browser to record there" if shown else f"the token is in {data / 'recorder'}"
    here = "" if reached.here == url else f"  here      {reached.here}/\n"
    if records:
        seen = "".join(f"\n            {url}/viewer/?record={record}" for record in records)
        there = f"No records yet{there.removeprefix('no records')}. Demo games added:{seen}"
    out.write_line(
        f"Movebook is ready. Ctrl-C stops it.\n"
        f"  viewer    {url}/\n"
        f"{here}"
        f"  record    {link}\n"
        f"            {opened}\n"
        f"  API docs  {url}/docs\n"
        f"  token     in {data / 'token'} (admin; only you can read it)\n"
        f"  records   {kept}\n"
        f"            {there}",
        flush=True,
    )
    if reached.listening is not None:
        _print_way_in(reached, link if shown else None)


def _print_way_in(reached: Reach, link: str | None) -> None:
    """Print how phones in the network connect: the link as a QR code on a terminal, and what plain HTTP lacks."""
    if link is not None:
        out.write_line("\nScan this with the phone that records; anyone who scans it can create records here:")
        out.write_qr(link)
    host = urlsplit(reached.first).hostname
    if host != reached.listening:
        out.write_line(f"\nIn this network, the name {host} must resolve to {reached.listening}.")
    if lacking := reach.missing(reached):
        out.write_line(f"\n{lacking}")
    sys.stdout.flush()


def _say(sentence: str) -> None:
    out.note(sentence)
