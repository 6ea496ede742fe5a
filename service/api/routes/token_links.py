"""What tokens of a record have in common, however they are given out: the entry in the log, and the link."""

from dataclasses import asdict
from urllib.parse import urlsplit

from flask import Response, request

from service.access import tokens
from service.access.rights import Caller
from service.access.tokens import Token
from service.api.web.http import answer, service
from service.api.web.problems import ProblemError
from service.record.state.record import LiveRecord
from service.record.write import status
from service.record.write.request import WriteRequest, WriteResult
from service.store.chain import Entry
from service.texts import said

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Names of this machine that lead nowhere else."""


def check_seat(live: LiveRecord, scope: str, seat: int | None) -> None:
    """Check that a seat is named where one is wanted, and that somebody sits there.

    Raises:
        ProblemError: It is not: invalid-request.
    """
    if (scope == "seat") != (seat is not None):
        raise ProblemError("invalid-request", said("seat_required_scope_seat"))
    if seat is not None and seat >= len(live.opening.seats):
        last = len(live.opening.seats) - 1
        raise ProblemError("invalid-request", said("seat_no_seat_seats", seat=seat, last=last))


def link(token: Token, secret: str) -> str:
    """The address that opens the record with a token; the secret is in the fragment, which no server sees."""
    page = "seat.html" if token.scope == "seat" else ""
    return f"{_address()}/viewer/{page}?record={token.record}#t={secret}"


def made(token: Token, secret: str) -> Response:
    """The answer with a new token, its secret and a link."""
    return answer(
        {**asdict(token), "token": secret, "link": link(token, secret)},
        201,
        headers={"Location": f"/v1/records/{token.record}/tokens/{token.id}", "Cache-Control": "no-store"},
    )


def claim_page() -> str | None:
    """The address of the page on which codes are claimed; None where no setting says how others reach this service."""
    public = service().public_url
    return None if public is None else f"{public}/viewer/pair.html"


def _address() -> str:
    """What links begin with: the address that is set, else this machine, by the name and port it was called by.

    ``Host`` is what a caller says: by a forged one a link, and the secret in it, would lead to somebody else.
    """
    if service().public_url is not None:
        return str(service().public_url)
    parts = urlsplit(request.host_url)
    try:
        port = parts.port
    except ValueError:
        port = None
    host = parts.hostname if parts.hostname in LOOPBACK else "127.0.0.1"
    named = f"[{host}]" if ":" in str(host) else host
    return f"{parts.scheme}://{named}" + (f":{port}" if port else "")


def write_entry(caller: Caller, record: str, draft: Entry, call: str = "tokens", key: str | None = None) -> WriteResult:
    """Tell the table in the log what a token is given out for.

    Args:
        caller: Who gives it out.
        record: The record.
        draft: Type and body of the entry.
        call: The call that this is to a record that may be closed.
        key: With the same one the entry is written once, however often this is asked for.
    """
    call = status.APPOINTING if "judge" in draft["body"] else call
    # Pages ask before somebody takes over or a link ends; in league mode the entry is a breach.
    request = WriteRequest(caller, None, key=key, payload=draft["body"], call=call, breaks=True)
    return service().recording.entry(record, draft, request)


def revoke(record: str, token_id: str) -> None:
    """Revoke a token of a record, and check the rights of open streams of the record again at once."""
    tokens.revoke(service().log.store, token_id)
    service().tokens.forget(token_id)
    service().recording.wake(record)


def appoint_recorder(caller: Caller, record: str, token_id: str, key: str | None = None) -> WriteResult:
    """Note in the log who records from now on: the bearer of a token."""
    return write_entry(caller, record, {"type": "appointed", "body": {"recorder": token_id}}, call="recorder", key=key)


def note_seat_link(caller: Caller, record: str, seat: int, token_id: str, key: str | None = None) -> int:
    """Note in the log that a seat's link is given out; the version since which it sees what is sealed.

    A later link opens nothing that was sealed before it.
    """
    written = write_entry(caller, record, {"type": "seated", "body": {"seat": seat, "link": token_id}}, key=key)
    version: int = written.entries[-1]["version"]
    first = min(written.live.tally.links[str(seat)].values()) == version
    return 0 if first else version
