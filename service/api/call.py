"""A call and its answer, without a web framework."""

from __future__ import annotations

from typing import Any, NamedTuple

Environ = dict[str, Any]
"""A call as WSGI has it."""


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
