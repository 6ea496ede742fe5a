"""Who is let in: before a body is read, by the token of a call, how often it comes, its length and its form."""

from __future__ import annotations

from service.access.rights import NoTokenError
from service.access.tokens import Token, bearer_text
from service.api.web.body import MediaTypeError
from service.api.web.call import Call
from service.api.web.problems import ProblemError
from service.api.web.service import Service


def bearer(service: Service, call: Call) -> Token | None:
    """The good token of a call; None where it sends none.

    Raises:
        NoTokenError: It sends one that is worthless.
    """
    header = call.headers.get("Authorization")
    if header is None:
        return None
    token = service.tokens.find(bearer_text(header))
    if token is None:
        raise NoTokenError
    return token


def authenticate(
    service: Service,
    call: Call,
    address: str | None,
    size: int,
    most: int,
    *,
    writes: bool,
    records: bool = False,
) -> Token | None:
    """Let a call in, or refuse it.

    Args:
        service: What it works with.
        call: The call; its body does not count yet.
        address: Where it comes from.
        size: Bytes of body that it announces.
        most: Bytes that it may bring.
        writes: Whether it writes.
        records: Whether it records one move: that is never refused for the processor time its caller has used up, so
            that a table goes on.

    Returns:
        Its good token. Without one only a call that reads is let in.

    Raises:
        NoTokenError: It writes without a good token.
        TooManyError: The caller asks too often, or has used up its processor time.
        ProblemError: It announces too many bytes: too-large.
        MediaTypeError: Its body is packed.
    """
    try:
        token = bearer(service, call)
    except NoTokenError:
        token = None
    service.throttle.count(token, address)
    if not records:
        service.throttle.check(token, address)
    if token is None and writes:
        raise NoTokenError
    if size > most:
        raise ProblemError("too-large", f"{size} bytes; the limit is {most}", f"{size} bytes; el límite es {most}")
    # A few bytes that would have to be unpacked may stand for gigabytes.
    encoding = (call.headers.get("Content-Encoding") or "").strip()
    if writes and encoding.casefold() not in ("", "identity"):
        raise MediaTypeError(f"Content-Encoding: {encoding:.60}", ("identity",))
    return token
