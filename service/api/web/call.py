"""A call and its answer, without a web framework."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from service.api.web.language import language_of, languages_of

Environ = dict[str, Any]
"""A call as WSGI has it."""
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
"""A WSGI application."""
ABSENT = ("",)
"""The values of a parameter that is not given."""


class Call(NamedTuple):
    """What a caller sends.

    Args:
        path: As in ``/v1/records``, without the query.
        query: The values of each parameter.
        headers: By name, in any case.
        body: All of it.
    """

    path: str
    query: Mapping[str, Sequence[str]]
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def language(self) -> str:
        """The language of titles and details."""
        return language_of(self.query.get("lang", ABSENT)[0], self.headers.get("Accept-Language"))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of sentences."""
        return languages_of(self.query.get("lang", ABSENT)[0], self.headers.get("Accept-Language"))

    @property
    def media_type(self) -> str:
        """What the body is called, without parameters; ``""`` where it is not called anything."""
        return self.headers.get("Content-Type", "").partition(";")[0].strip().lower()


class EnvironHeaders:
    """The headers of a call as WSGI has them, by name in any case.

    Args:
        environ: The call.
    """

    __slots__ = ("_environ",)

    def __init__(self, environ: Environ) -> None:
        self._environ = environ

    def get(self, name: str, default: str | None = None) -> str | None:
        """The value of a header; the default where it was not sent."""
        value: str | None = self._environ.get(environ_name(name), default)
        return value


@lru_cache(maxsize=256)
def environ_name(name: str) -> str:
    """Where WSGI has a header, by its name in any case."""
    place = name.upper().replace("-", "_")
    return place if place in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{place}"


class Answer(NamedTuple):
    """What a call is answered with.

    Args:
        status: The status code.
        headers: Names and values.
        body: The whole body.
    """

    status: int
    headers: list[tuple[str, str]]
    body: bytes


def answer_of(app: Wsgi, environ: Environ) -> Answer:
    """The answer of a WSGI application, whole."""
    head: list[tuple[int, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
        head.append((int(status[:3]), headers))

    pieces = app(environ, start_response)
    try:
        body = b"".join(pieces)
    finally:
        if hasattr(pieces, "close"):
            pieces.close()
    return Answer(*head[-1], body)


VARY = {"Vary": "Authorization, Accept-Language"}
"""Every answer depends on who asks, and its sentences on the language."""
TO_BEARER = {**VARY, "Cache-Control": "no-store"}
"""Headers of an answer to a request that brought a token: it may hold secrets, so no browser or proxy keeps it."""
TO_ANYBODY = {**VARY, "Cache-Control": "no-cache"}
"""Headers of an answer to a request without a token: it may be kept, and is used again only after asking by its tag."""


def json_of(document: Any) -> bytes:
    """A document as the JSON of an answer."""
    return orjson.dumps(document, option=orjson.OPT_NON_STR_KEYS)
