"""Admits or refuses calls before their bodies are read, by token, rate, length and encoding."""

from service.access.rights import NoTokenError
from service.access.tokens import Token, bearer_text
from service.api.web.body import MediaTypeError
from service.api.web.call import Call
from service.api.web.problems import ProblemError
from service.api.web.service import Service
from service.texts import said


def bearer(service: Service, call: Call) -> Token | None:
    """The valid token of a call; None if it sends none.

    Raises:
        NoTokenError: The token it sends is not valid.
    """
    header = call.headers.get("Authorization")
    if header is None:
        return None
    token = service.tokens.find(bearer_text(header))
    if token is None:
        raise NoTokenError
    return token


def authenticate(
    service: Service, call: Call, address: str | None, size: int, most: int, *, writes: bool, records: bool = False
) -> Token | None:
    """Admit a call, or refuse it.

    ``size``: the announced bytes of its body. ``most``: the maximum bytes of its body. ``records``: whether it records
    one move, which is never refused for used-up processor time, so that a table can continue.

    Returns:
        Its valid token, or None: only a call that reads is admitted without one.

    Raises:
        NoTokenError: It writes without a valid token.
        TooManyError: The caller sends too many requests, or has used up its processor time.
        ProblemError: It announces too many bytes: too-large.
        MediaTypeError: Its body is compressed.
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
        raise ProblemError("too-large", said("body_too_large", size=size, most=most))
    # A few compressed bytes may expand to gigabytes.
    encoding = (call.headers.get("Content-Encoding") or "").strip()
    if writes and encoding.casefold() not in ("", "identity"):
        raise MediaTypeError(f"Content-Encoding: {encoding:.60}", ("identity",))
    return token
