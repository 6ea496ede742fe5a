"""Watching a record (``GET /v1/records/{id}/stream``): the log as server-sent events, as each watcher's eyes have it.

As a plain call it sends what there is, and the answer ends; the server's event loop
(:mod:`service.api.server.watching`) keeps it open and asks :func:`events_after` for what follows.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from flask import Response, request

from engines.kernel.canonical import MOST
from engines.kernel.game import Json
from service.access import rights
from service.access.eyes import JUDGE, Eyes
from service.access.rights import NotAllowedError, NoTokenError
from service.api.routes.log import RecordAt, current_if_readable, entries_after
from service.api.schemas.replay import StreamArgs
from service.api.web import authentication
from service.api.web.blueprint import Blueprint
from service.api.web.call import Call, json_of
from service.api.web.http import caller_of, finish, resolve_eyes, service
from service.api.web.problems import ProblemError
from service.api.web.service import Service
from service.record.files import copies
from service.record.write import status
from service.store.log import Head, RecordNotFoundError
from service.texts import said

blp = Blueprint("stream", __name__, url_prefix="/v1/records", description="Watching a record")

MEDIA_TYPE = "text/event-stream"
PENDING = "movebook.stream"
"""Key of the environment through which the event loop and the call share a :class:`PendingStream`."""
MOST_ENTRIES = 1000
"""Maximum number of entries in one event."""
PREAMBLE = b"retry: 2000\n\n"
"""Sent at once; a client that does not receive it is behind a buffering proxy."""

EVENT: Json = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "pattern": "^[1-9][0-9]*$"},
        "event": {"type": "string", "enum": ["message", "end"]},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {
                "anyOf": [
                    {"$ref": "#/components/schemas/LogOut"},
                    {
                        "type": "object",
                        "properties": {"why": {"type": "string", "enum": ["closed", "void", "copy"]}},
                        "required": ["why"],
                    },
                ]
            },
        },
    },
    "required": ["data"],
}
"""What the contract says of one event."""

_NUMBER = re.compile(r"[0-9]{1,16}")


class StreamAccess(NamedTuple):
    """All that the events of a watcher depend on."""

    authorization: str | None
    eyes: str | None


class StreamEvents(NamedTuple):
    """Events for a watcher.

    Args:
        events: As they are sent; empty where there is nothing new.
        version: Of the last entry that it has by then.
        more: Whether there are further entries already.
        over: Whether nothing will follow.
    """

    events: bytes
    version: int
    more: bool
    over: bool


@dataclass(slots=True)
class PendingStream:
    """A stream that is about to begin."""

    access: StreamAccess | None = None
    first: StreamEvents | None = None


@blp.get("/<record>/stream")
@blp.arguments(StreamArgs, location="query")
@blp.takes_headers("LastEventID")
@blp.response(
    200,
    content_type=MEDIA_TYPE,
    description="Events. The `data` of each is what `GET log` answers for the entries that came since the one before, "
    "its `id` the version of the last of them. `event: end` says with `why` that nothing follows",
    schema=EVENT,
)
@blp.refuses({403: "Not the caller's eyes"})
def stream_log(args: Json, record: str) -> Response:
    """Watch a record: the log as server-sent events.

    The answer stays open and sends each entry when it is written, and at least every 15 s a sign of life
    (a line with a colon). Who comes back says in `Last-Event-ID` what it has. Where there is no place for one more
    watcher (503) `GET log` with `wait` returns the same.
    """
    begun: PendingStream | None = request.environ.get(PENDING)
    after = _last_event() or args["after"]
    caller, head = caller_of(record, "log")
    events = _events_after(service(), head, resolve_eyes(caller, record, args.get("eyes")), after)
    if begun is not None:
        begun.access, begun.first = StreamAccess(request.headers.get("Authorization"), args.get("eyes")), events
    response = finish(Response(PREAMBLE + events.events, content_type=MEDIA_TYPE))
    # Neither kept nor packed nor held back on its way: nginx knows the second one.
    response.headers["Cache-Control"] = "no-store, no-transform"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _last_event() -> int:
    """The version that a reconnecting client has; 0 without ``Last-Event-ID``."""
    sent = request.headers.get("Last-Event-ID", "0")
    if not _NUMBER.fullmatch(sent) or int(sent) > MOST:
        raise ProblemError("invalid-request", said("last_event_id", sent=sent))
    return int(sent)


def events_after(
    service: Service, record: str, after: int, asks: Collection[StreamAccess]
) -> dict[StreamAccess, StreamEvents | None]:
    """The events of a record's watchers after a version.

    Each is asked for its right anew, by what it sent when it began: a token may have been revoked since. Those with the
    same eyes share one reading of the log. A read with the judge's eyes is noted in the record.

    Returns:
        For each its events; None for one that may not look any more.
    """
    try:
        head = service.log.head(record)
    except RecordNotFoundError:
        service.lives.drop(record)  # nothing of a removed record is kept in memory
        return dict.fromkeys(asks)
    of_eyes: dict[Eyes, StreamEvents] = {}
    found: dict[StreamAccess, StreamEvents | None] = {}
    for ask in asks:
        headers = {} if ask.authorization is None else {"Authorization": ask.authorization}
        try:
            caller = rights.caller(authentication.bearer(service, Call("", {}, headers)), head)
            caller.check_may("log")
            eyes = caller.resolve_eyes(ask.eyes)
        except (NoTokenError, NotAllowedError, RecordNotFoundError):
            found[ask] = None
            continue
        if eyes not in of_eyes:
            of_eyes[eyes] = _events_after(service, head, eyes, after)
        found[ask] = events = of_eyes[eyes]
        if eyes == JUDGE and events.events:
            service.log.note_look(record, caller.by, f"{blp.name}.{stream_log.__name__}")
    return found


def _events_after(service: Service, head: Head, eyes: Eyes, after: int) -> StreamEvents:
    """The events after a version, for some eyes."""
    now = current_if_readable(service, head.record)
    document = entries_after(service, head, now, eyes, after, MOST_ENTRIES)
    version = max([after, *(entry["version"] for entry in document["entries"])])
    events = _event(document, id=str(version)) if document["entries"] else b""
    more = version < document["version"]
    why = None if more or now is None else _why_over(now)
    if why is not None:
        events += _event({"why": why}, event="end")
    return StreamEvents(events, version, more, why is not None)


def _event(data: Json, **fields: str) -> bytes:
    """One event."""
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return b"%sdata: %s\n\n" % (head.encode(), json_of(data))


def _why_over(now: RecordAt) -> str | None:
    """Why nothing follows the events up to this version: ``closed``, ``void`` or ``copy``; None where it may."""
    if copies.as_json(now.live.fields) is not None:
        return "copy"
    with now.live.lock:
        return status.ended(now.live) if now.live.version == now.version else None
