"""Sends feed lines to the leagues' webhooks (Standard Webhooks 1.0), one after the other for each league.

Host names are resolved and checked here, and the checked address is called, so a name cannot resolve differently
afterwards. Response bodies are not read.
"""

import contextlib
import ipaddress
import logging
import random
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import redis
import requests
from requests.adapters import HTTPAdapter
from requests_hardened.ip_filter import InvalidIPAddress
from requests_hardened.ip_filter_adapter import IPFilterAdapter
from standardwebhooks import Webhook as Signer

from engines.kernel.game import Json
from service.access.tokens import Token
from service.record import webhooks
from service.record.derived import feed, lists, shown, statements
from service.record.state.cache import RecordCache
from service.record.webhooks import Networks, Webhook
from service.store.canonical_json import dumps
from service.store.log import Log, format_time
from service.version import program_version

CONNECT_S, READ_S, WHOLE_S = 5.0, 15.0, 20.0
"""Timeouts for connecting, for a read of the response head, and for a whole attempt (s)."""
JITTER = 0.1
"""Fraction of a delay by which the next attempt may be later, so that not all come at once."""
LOCK_S = 60
"""Seconds for which a sending worker locks a league; longer than an attempt."""
AT_ONCE = 50
"""Maximum number of lines sent to one league in a turn."""
THREADS = 4
"""Leagues served at the same time."""
CACHE_BYTES = 32 << 20

logging.getLogger("requests_hardened.ip_filter").setLevel(logging.ERROR)  # the owner sees refused addresses in the API

Attempt = tuple[int | None, str | None, float]
"""Status, error (None if delivered), and the receiver's Retry-After in seconds."""


class PinnedAdapter(IPFilterAdapter):
    """Calls only public internet addresses and those in admitted networks; plain HTTP only in admitted networks."""

    def __init__(self, networks: Networks, *, https: bool) -> None:
        super().__init__(is_https_proto=https)
        self._networks = networks
        self._https = https
        self.connections: list[Any] = []

    def build_connection_pool_key_attributes(self, request: Any, verify: Any, cert: Any = None) -> Any:
        """Like the parent, with the address in place of the host name; admits the networks, too."""
        try:
            host, pool = super().build_connection_pool_key_attributes(request, verify, cert)
            address = ipaddress.ip_address(host["host"].strip("[]"))
        except InvalidIPAddress as error:
            address = error.args[0]
            if not self._admits(address):
                raise
            found: Any = HTTPAdapter.build_connection_pool_key_attributes(self, request, verify, cert)
            host, pool = found
            if self._https:
                pool |= {"assert_hostname": host["host"], "server_hostname": host["host"]}
            host["host"] = f"[{address}]" if address.version == 6 else str(address)  # noqa: PLR2004
        if not self._https and not self._admits(address):
            raise InvalidIPAddress(address)
        return host, pool

    def _admits(self, address: Any) -> bool:
        return any(address in network for network in self._networks)

    def get_connection_with_tls_context(self, *args: Any, **kwargs: Any) -> Any:
        """Like the parent, but store the connections for :meth:`abort`."""
        pool = super().get_connection_with_tls_context(*args, **kwargs)
        make = pool.ConnectionCls

        def noted(*args: Any, **kwargs: Any) -> Any:
            self.connections.append(make(*args, **kwargs))
            return self.connections[-1]

        pool.ConnectionCls = noted
        return pool

    def abort(self) -> None:
        """End every call, also one whose response arrives very slowly."""
        for connection in self.connections:
            with contextlib.suppress(OSError, AttributeError):
                # Closed by a reset: a receiver that sends on would wait for a window that never opens again.
                connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.sock.shutdown(socket.SHUT_RDWR)


class _Session(requests.Session):
    def get_redirect_target(self, _: requests.Response) -> None:
        """Never follow redirects: requests would read a redirect's whole body."""


def post(url: str, headers: dict[str, str], body: bytes, networks: Networks, whole_s: float = WHOLE_S) -> Attempt:
    """Post a message and return the outcome."""
    wrong = webhooks.why_not(url, networks)
    if wrong is not None:
        return None, f"not sent: {wrong}", 0
    adapter = PinnedAdapter(networks, https=url.lower().startswith("https:"))
    with _Session() as session:
        session.trust_env = False  # a proxy would resolve the name again
        for scheme in ("http://", "https://"):
            session.mount(scheme, adapter)
        timer = threading.Timer(whole_s, adapter.abort)
        timer.daemon = True
        timer.start()
        try:
            with session.post(
                url, data=body, headers=headers, timeout=(CONNECT_S, READ_S), allow_redirects=False, stream=True
            ) as answer:
                status, asked = answer.status_code, answer.headers.get("Retry-After", "")
        except InvalidIPAddress:
            return None, "not sent: network", 0
        except Exception as error:  # noqa: BLE001 - whatever a receiver does is its failure
            return None, type(error).__name__, 0
        finally:
            timer.cancel()
    arrived = 200 <= status < 300  # noqa: PLR2004
    return status, None if arrived else f"HTTP {status}", float(asked) if asked.isdecimal() and len(asked) < 9 else 0  # noqa: PLR2004


def _clock() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class Sender:
    """Sends due messages; several senders may run at the same time.

    ``networks``: admitted networks, in addition to the public internet.
    """

    log: Log
    queue: Any
    networks: Networks = ()
    clock: Callable[[], datetime] = _clock
    cache: RecordCache = field(init=False)
    _busy: dict[str, threading.Thread] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Use a separate cache: records in the jobs' cache must not get ahead of their projections."""
        self.cache = RecordCache(self.log, CACHE_BYTES)

    def due(self) -> list[str]:
        """The leagues for which a message is due now."""
        store, found = self.log.store, []
        named = webhooks.leagues_with(store)
        if not named:
            return []
        last, epoch = int(store.hget(feed.HEAD, "position") or 0), feed.epoch(self.log)
        for league in named:
            one = webhooks.get(store, league)
            waits = one is not None and one.due_at is not None and datetime.fromisoformat(one.due_at) > self.clock()
            new = one is not None and (one.position < last or one.epoch != epoch)
            if one is not None and (one.test or (new and not one.disabled and not waits)):
                found.append(league)
        return found

    def once(self) -> int:
        """Send due messages, league by league, and return the number delivered."""
        return sum(map(self.send, self.due()))

    def start(self) -> None:
        """Start threads that send due messages, one per league; they do not keep the worker from ending."""
        self._busy = {league: thread for league, thread in self._busy.items() if thread.is_alive()}
        for league in self.due():
            if league not in self._busy and len(self._busy) < THREADS:
                self._busy[league] = threading.Thread(target=self._send_safely, args=(league,), daemon=True)
                self._busy[league].start()

    def _send_safely(self, league: str) -> None:
        try:
            self.send(league)
        except redis.RedisError as error:
            logging.getLogger(__name__).warning("webhook of %s: %s; trying again", league, error)
        except Exception:  # an error of one league must not affect others
            logging.getLogger(__name__).exception("webhook of %s: trying again", league)

    def send(self, league: str) -> int:
        """Send a league's due messages, unless another worker does, and return the number delivered."""
        lock = f"mb:webhook:{league}"
        arrived = 0
        while arrived < AT_ONCE and self.queue.set(lock, 1, nx=True, ex=LOCK_S):
            try:
                one = webhooks.get(self.log.store, league)
                if one is None or not self._send_next(league, one):
                    break
                arrived += 1
            finally:
                self.queue.delete(lock)
        return arrived

    def _send_next(self, league: str, one: Webhook) -> bool:
        """Send the next message of a league; return False if none is due or it failed."""
        if one.test is not None:
            self._test(league, one)
            return True
        at = self.clock()
        if one.disabled or (one.due_at is not None and datetime.fromisoformat(one.due_at) > at):
            return False
        epoch = feed.epoch(self.log)
        after = one.position if one.epoch == epoch else 0
        sights = lists.sight_of(Token("", "league", league=league)).sights
        found, reached, _ = feed.read(self.log, sights, {"league": league}, after, 1)
        if not found:
            if (one.epoch, one.position) != (epoch, reached):
                self._write(league, one, replace(one, epoch=epoch, position=reached))
            return False
        line = found[0]
        summary = feed.summaries(self.log, [one_ for one_ in found if not one_.removed]).get(line.record)
        data = shown.line_of(
            self.cache, line, summary, {}, with_result=True, statement=statements.last(self.log, line.record)
        )
        data |= {"cursor": feed.cursor(self.log, epoch, line.position)}
        status, error, wait_s = self._post(one, f"{epoch}-{line.position}", "record.changed", data)
        made = webhooks.after_attempt(one, self.clock(), status, error, wait_s)
        if error is None:
            made = replace(made, epoch=epoch, position=line.position)
        elif made.due_at is not None:
            delay = datetime.fromisoformat(made.due_at) - self.clock()
            made = replace(made, due_at=format_time(self.clock() + delay * (1 + JITTER * random.random())))  # noqa: S311
        self._write(league, one, made)
        return error is None

    def _test(self, league: str, one: Webhook) -> None:
        status, error, _ = self._post(one, f"test-{one.test}", "test", {"league": league})
        last = {"at": format_time(self.clock()), "type": "test", "status": status, "error": error}
        # The receiver works: do not wait for the next attempt. A disabled webhook stays so until it is resumed.
        due: Json = {} if error else {"attempts": 0, "failing_since": None, "due_at": None}
        webhooks.change(
            self.log.store,
            league,
            lambda now: now and replace(now, **due, last=last, test=None if now.test == one.test else now.test),
        )

    def _write(self, league: str, before: Webhook, made: Webhook) -> None:
        """Store the outcome of an attempt, unless the webhook's address or position changed meanwhile."""

        def make(now: Webhook | None) -> Webhook | None:
            same = now is not None and all(
                getattr(now, name) == getattr(before, name)
                for name in ("url", "epoch", "position", "attempts", "disabled")
            )
            return replace(made, secrets=now.secrets, test=now.test) if now and same else now

        webhooks.change(self.log.store, league, make)

    def _post(self, one: Webhook, message: str, kind: str, data: Json) -> Attempt:
        at = self.clock()
        body = dumps({"type": kind, "timestamp": format_time(at), "data": data})
        signatures = [
            Signer(secret["secret"]).sign(message, at, body.decode())
            for secret in one.secrets
            if secret["until"] is None or datetime.fromisoformat(secret["until"]) > at
        ]
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"Movebook/{program_version()}",
            "webhook-id": message,
            "webhook-timestamp": str(int(at.timestamp())),
            "webhook-signature": " ".join(signatures),
        }
        return post(one.url, headers, body, self.networks)


def run(sender: Sender, every_s: float, stop: threading.Event) -> None:
    """Send due messages until ``stop`` is set; errors are logged, and sending is tried again."""
    while not stop.is_set():
        try:
            sender.start()
        except redis.RedisError as error:
            logging.getLogger(__name__).warning("webhooks: %s; trying again", error)
        except Exception:  # later messages must still be sent
            logging.getLogger(__name__).exception("webhooks: trying again")
        stop.wait(every_s)
