"""Slow calls: the slow process answers them, their processor time is charged, and answers are cached."""

from collections.abc import Hashable

from flask import Response, request

from service.access.eyes import JUDGE, PUBLIC, Eyes
from service.access.rights import Caller
from service.access.throttle import caller_key
from service.api.web import compression
from service.api.web.call import Environ
from service.api.web.http import bearer, conditional, languages, service
from service.api.web.response_cache import CachedResponse
from service.api.web.slow_process import SlowAnswer, SlowProcess, UnfinishedError
from service.record import people
from service.record.entries import texts
from service.store.log import Head

CONDITIONS = ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH")
"""Request headers on which the whole answer of a read does not depend."""


def offload() -> Response | None:
    """The answer of the slow process to this request; None if this process must answer it.

    To be called when the caller is known to be allowed to make the call, and its body is here.

    Raises:
        TooManyError: The caller has used up its processor time.
        BusyError: Too many wait for the slow process.
        UnfinishedError: The call was interrupted.
    """
    slow, token, address = service().slow_process, bearer(), request.remote_addr
    if slow is None:
        return None
    service().throttle.check(token, address, expensive=True)
    done = _answer(slow, request.environ, request.get_data())
    return Response(done.answer.body, done.answer.status, done.answer.headers)


def read(head: Head, caller: Caller, eyes: Eyes) -> Response | None:
    """As :func:`offload`, for a read of a record: its answer is cached while the record's version is the same."""
    slow, cache, token, address = service().slow_process, service().response_cache, bearer(), request.remote_addr
    if slow is None:
        return None
    # A cached answer is not made again, but it is long and is sent again.
    service().throttle.check(token, address, expensive=True)
    takes = compression.accepted() if eyes == PUBLIC else ""
    call = _call(caller, eyes), takes, texts.forgotten(service().log.store, head.record)
    made = cache.find(call, head.version)
    if made is None or people.names(service().log.store, made.names) != made.names:
        environ = {name: value for name, value in request.environ.items() if name not in CONDITIONS}
        environ |= {"REQUEST_METHOD": "GET", "HTTP_ACCEPT_ENCODING": takes}
        done = _answer(slow, environ, b"")
        made = CachedResponse(done.answer, head.version, done.names)
        # A look of the judge's is noted each time it is made. What others write meanwhile makes it another version's.
        if done.answer.status == 200 and eyes != JUDGE:  # noqa: PLR2004
            cache.put(call, made)
    response = Response(made.answer.body, made.answer.status, made.answer.headers)
    return conditional(response)


def _answer(slow: SlowProcess, environ: Environ, body: bytes) -> SlowAnswer:
    """Let the slow process answer, and charge the caller for its processor time, also for a stopped call."""
    token, address, seconds = bearer(), request.remote_addr, 0.0
    try:
        done = slow.answer(caller_key(token, address), environ, body)
        seconds = done.seconds
    except UnfinishedError as error:
        seconds = error.seconds
        raise
    else:
        return done
    finally:
        service().throttle.charge(token, address, seconds)


def _call(caller: Caller, eyes: Eyes) -> Hashable:
    """All that the answer to a read depends on besides the record and names: who asks, for what, in which form."""
    # All who see what everybody sees get the same answer.
    who = caller.role if caller.eyes == (PUBLIC,) else caller.by
    return who, eyes, request.full_path, languages(), request.headers.get("Accept", "")
