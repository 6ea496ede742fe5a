"""A call and its answer, without a web framework."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from service.api.language import language_of, languages_of

Environ = dict[str, Any]
"""A call as WSGI has it."""
NONE = ("",)
"""The values of a parameter that is not given."""


@dataclass(frozen=True, slots=True)
class Call:
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
        return language_of(self.query.get("lang", NONE)[0], self.headers.get("Accept-Language"))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of sentences."""
        return languages_of(self.query.get("lang", NONE)[0], self.headers.get("Accept-Language"))

    @property
    def media_type(self) -> str:
        """What the body is called, without parameters; ``""`` where it is not called anything."""
        return self.headers.get("Content-Type", "").partition(";")[0].strip().lower()


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


VARY = {"Vary": "Authorization, Accept-Language"}
"""Every answer depends on who asks, and its sentences on the language."""
TO_BEARER = {**VARY, "Cache-Control": "no-store"}
"""Headers of an answer to a request that brought a token: it may hold secrets, so no browser or proxy keeps it."""
TO_ANYBODY = {**VARY, "Cache-Control": "no-cache"}
"""Headers of an answer to a request without a token: it may be kept, and is used again only after asking by its tag."""


def json_of(document: Any) -> bytes:
    """A document as the JSON of an answer."""
    return orjson.dumps(document, option=orjson.OPT_NON_STR_KEYS)
