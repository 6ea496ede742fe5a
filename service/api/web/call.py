"""A call and its answer, without a web framework: the language asked for, and the tag of the body."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import orjson
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from engines.kernel.game import LANGUAGES


def language_of(lang: str | None, header: str | None) -> str:
    """The language of titles and details: the first of ``lang`` that there is, or what the browser prefers.

    Args:
        lang: The value of ``?lang=``, as in ``es`` or ``en,es``; None without one.
        header: ``Accept-Language``; None without one.
    """
    if lang:
        for wanted in lang.split(","):
            if wanted in LANGUAGES:
                return wanted
    return preferred(header)


def languages_of(lang: str | None, header: str | None) -> tuple[str, ...]:
    """The languages of sentences: all of ``lang`` that there are, else the one of :func:`language_of`."""
    wanted = lang.split(",") if lang else ()
    return tuple(each for each in LANGUAGES if each in wanted) or (preferred(header),)


def in_languages(sentence: Mapping[str, str] | None, wanted: Sequence[str]) -> dict[str, str] | None:
    """Return a sentence in the languages asked for; None if there is none."""
    return None if sentence is None else {lang: sentence[lang] for lang in wanted}


@lru_cache(maxsize=256)
def preferred(header: str | None) -> str:
    """The language that an ``Accept-Language`` asks for."""
    # By the reader's own order, and es-MX is es: a best match of whole tags would prefer a distant en.
    for tag, quality in parse_accept_header(header, LanguageAccept):
        if quality > 0 and (wanted := tag.partition("-")[0].lower()) in LANGUAGES:
            return wanted
    return LANGUAGES[0]


Environ = dict[str, Any]
"""The WSGI environment of a call."""
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
"""A WSGI application."""
ABSENT = ("",)
"""The values of a missing parameter."""


class Call(NamedTuple):
    """A request.

    ``path``: such as ``/v1/records``, without the query. ``headers``: values by name, case-insensitive.
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
        """The media type of the body, without parameters; ``""`` if there is none."""
        return self.headers.get("Content-Type", "").partition(";")[0].strip().lower()


class EnvironHeaders:
    """The headers in a WSGI environment, by case-insensitive name."""

    __slots__ = ("_environ",)

    def __init__(self, environ: Environ) -> None:
        self._environ = environ

    def get(self, name: str, default: str | None = None) -> str | None:
        """The value of a header; the default if it was not sent."""
        value: str | None = self._environ.get(environ_name(name), default)
        return value


@lru_cache(maxsize=256)
def environ_name(name: str) -> str:
    """The key of a header in a WSGI environment, by its case-insensitive name."""
    place = name.upper().replace("-", "_")
    return place if place in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{place}"


class Answer(NamedTuple):
    """A response."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


def answer_of(app: Wsgi, environ: Environ) -> Answer:
    """Call a WSGI application, and return its whole answer."""
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
"""Every answer depends on the caller, and its sentences on the language."""
TO_BEARER = {**VARY, "Cache-Control": "no-store"}
"""Headers of an answer to a request with a token: it may hold secrets, so no browser or proxy may store it."""
TO_ANYBODY = {**VARY, "Cache-Control": "no-cache"}
"""Headers of an answer to a request without a token: it may be cached, but must be revalidated by its tag."""


def json_of(document: Any) -> bytes:
    """Serialize a document as the JSON of an answer."""
    return orjson.dumps(document, option=orjson.OPT_NON_STR_KEYS)


def etag(version: int, body: bytes) -> str:
    """The strong entity tag of an answer: ``"<version>-<hash of the body>"``.

    The version in front is what a write follows (``If-Match``). The hash keeps one reader's tag from validating what
    another reader, language or query is given at the same address and version.

    ``body``: the whole body, also where none is sent (HEAD, 304).
    """
    return f'"{version}-{hashlib.sha256(body).hexdigest()[:16]}"'
