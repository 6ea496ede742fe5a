"""Webhooks: the URL that receives a league's lines of the feed, and the last position sent. The workers send.

Each league has at most one, in its hash. One position in the feed says what was sent.
"""

import base64
import ipaddress
import json
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar
from urllib.parse import urlsplit

from engines.kernel.game import Json
from service.record.derived import feed
from service.store.keys import key
from service.store.log import Log, format_time, now
from service.store.scripts import Script

INDEX = "mb:{lists}:webhooks"
"""The set of the leagues that have a webhook."""
FIELD = "webhook"
DELAYS_S = (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
"""Delays after failed attempts, as in the specification; the last one repeats (s)."""
GIVE_UP = timedelta(days=5)
"""Time for which a webhook may fail before it is disabled."""
LONGEST_URL = 500
GONE = 410

Networks = Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]

# Keys: the league's hash. Writes the new value if the old one is still there; returns 0 where it was changed meanwhile.
CHANGE = """
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return 1
"""


class WebhookNotFoundError(Exception):
    """The league has no webhook."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A league's webhook.

    Args:
        url: The address that receives the lines.
        secrets: The secrets that sign them; the newest first, each with the time ``until`` which it is used.
        created_at: RFC 3339, as are all times here.
        epoch: The numbering of the feed that the position belongs to; empty for none yet.
        position: Position of the last line that arrived.
        attempts: Number of attempts that failed since.
        failing_since: When the first of them failed; None for none.
        due_at: When the next attempt is due; None for at once.
        last: ``at``, ``type``, ``status`` and ``error`` of the last attempt; None for none.
        disabled: ``at`` and ``why`` (``gone``, ``failing``); None while it is not.
        test: Id of a test message that is to be sent; None for none.
    """

    url: str
    secrets: Sequence[Json]
    created_at: str
    epoch: str = ""
    position: int = 0
    attempts: int = 0
    failing_since: str | None = None
    due_at: str | None = None
    last: Json | None = None
    disabled: Json | None = None
    test: str | None = None


AWebhook = TypeVar("AWebhook", bound=Webhook | None)


def new_secret() -> Json:
    """A new secret in the form of the specification, without an end date."""
    return {"secret": "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode(), "until": None}


def why_not(url: str, networks: Networks) -> str | None:
    """Why the service never sends to a URL: ``form``, ``https`` or ``network``; None where it may try.

    Host names are resolved and checked when something is sent.
    """
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
        odd = not re.fullmatch(r"[!-~]+", url) or len(url) > LONGEST_URL or bool(parts.username or parts.password)
    except ValueError:
        return "form"
    if odd or not host or parts.fragment or parts.scheme not in ("http", "https"):
        return "form"
    if parts.scheme == "http" and not networks:
        return "https"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        here = host == "localhost" or host.endswith(".localhost")
        return "network" if here and not any(network.is_loopback for network in networks) else None
    admitted = any(address in network for network in networks)
    if parts.scheme == "http" and not admitted:
        return "https"
    return None if admitted or address.is_global else "network"


def get(store: Any, league: str) -> Webhook | None:
    """The webhook of a league; None for none."""
    found = store.hget(key("league", league), FIELD)
    return Webhook(**json.loads(found)) if found else None


def shown(log: Log, webhook: Webhook) -> Json:
    """A webhook as its owner sees it, without its secrets."""
    epoch = feed.epoch(log)
    position = webhook.position if webhook.epoch == epoch else 0
    names = ("url", "created_at", "attempts", "failing_since", "due_at", "last", "disabled")
    return {name: getattr(webhook, name) for name in names} | {"cursor": feed.cursor(log, epoch, position)}


def leagues_with(store: Any) -> list[str]:
    """The leagues that have a webhook."""
    return sorted(league.decode() for league in store.smembers(INDEX))


def change(store: Any, league: str, make: Callable[[Webhook | None], AWebhook]) -> AWebhook:
    """Change the webhook of a league atomically, also if others write it at the same time.

    ``make``: takes the current webhook (None for none) and returns the new one (None for none).
    """
    script, name = Script(store, CHANGE), key("league", league)
    while True:
        found = store.hget(name, FIELD)
        made = make(Webhook(**json.loads(found)) if found else None)
        if made is not None:
            store.sadd(INDEX, league)
        if script(keys=[name], args=[FIELD, found or "", "" if made is None else json.dumps(asdict(made))]):
            if made is None:
                store.srem(INDEX, league)
            return made


def update(store: Any, league: str, **fields: Any) -> Webhook:
    """Set some fields of the webhook of a league.

    Raises:
        WebhookNotFoundError: The league has no webhook.
    """

    def make(found: Webhook | None) -> Webhook:
        if found is None:
            raise WebhookNotFoundError(league)
        return replace(found, **fields)

    return change(store, league, make)


def enabled() -> Json:
    """The fields of a webhook whose next attempt is due at once."""
    return {"attempts": 0, "failing_since": None, "due_at": None, "disabled": None}


def rotated(found: Webhook, overlap: timedelta) -> Sequence[Json]:
    """The secrets of a webhook with a new one in front; the previous one stays valid until the overlap ends."""
    until = format_time(datetime.fromisoformat(now()) + overlap)
    return [new_secret(), {**found.secrets[0], "until": until}]


def after_attempt(found: Webhook, at: datetime, status: int | None, error: str | None, wait_s: float) -> Webhook:
    """The webhook after an attempt to send the next line.

    Args:
        found: The webhook before the attempt.
        at: When the attempt was made.
        status: HTTP status of the answer; None for no answer.
        error: Why it failed; None where the line arrived.
        wait_s: Delay that the receiver asks for (s).
    """
    when = format_time(at)
    last: Json = {"at": when, "type": "record.changed", "status": status, "error": error}
    if error is None:
        return replace(found, **enabled() | {"last": last})
    since = found.failing_since or when
    delay = max(DELAYS_S[min(found.attempts, len(DELAYS_S) - 1)], min(wait_s, DELAYS_S[-1]))
    over = at - datetime.fromisoformat(since) >= GIVE_UP
    why = "gone" if status == GONE else "failing" if over else None
    return replace(
        found,
        attempts=found.attempts + 1,
        failing_since=since,
        due_at=format_time(at + timedelta(seconds=delay)),
        last=last,
        disabled={"at": when, "why": why} if why else None,
    )


def is_webhook(found: object) -> bool:
    """Whether a value has the form of a stored webhook."""
    try:
        webhook = Webhook(**json.loads(found))  # type: ignore[arg-type]
        times = (webhook.created_at, webhook.failing_since, webhook.due_at)
        return (
            type(webhook.url) is type(webhook.epoch) is str
            and type(webhook.position) is type(webhook.attempts) is int
            and all(datetime.fromisoformat(time).tzinfo for time in times if time is not None)
            and bool(webhook.secrets)
            and all(one["secret"].startswith("whsec_") for one in webhook.secrets)
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return False
