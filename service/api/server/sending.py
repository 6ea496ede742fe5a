"""Sending what a caller may take slowly, as long as he goes on to take it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from functools import cache
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

CLIENT_TIMEOUT_S = 15.0
"""Time in which a body must arrive and an answer be taken, extended by the bytes that come or go (s)."""
LEAST_BYTES_A_SECOND = 32 * 1024
"""Bytes per second that a caller must send or take beyond that; a burst earns no more than :data:`CLIENT_TIMEOUT_S`."""
PIECE = 16 * 1024
"""Bytes of an answer that are handed to the server at once; it holds some thirty pieces that nobody takes."""


async def send_head(send: Send, status: int, headers: list[tuple[str, str]]) -> None:
    """Send the head of an answer."""
    named = [(_name(name), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": named})


@cache
def _name(name: str) -> bytes:
    """The name of a header as it is sent; the service has few."""
    return name.lower().encode("latin-1")


async def send_answer(send: Send, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
    """Send a whole answer, head and body.

    Raises:
        TimeoutError: As of :func:`send_body`.
    """
    await send_head(send, status, headers)
    if len(body) > PIECE:
        await send_body(send, body)
    else:
        # A small body fits into the server's buffer: sending it waits for no slow caller and needs no deadline.
        await send({"type": "http.response.body", "body": body, "more_body": False})


async def send_body(send: Send, body: bytes, *, more: bool = False) -> None:
    """Send the rest of an answer; with ``more`` a part of it, and further ones follow.

    Raises:
        TimeoutError: The caller does not take it in time. An answer that is not sent to its end is broken off, by the
            server.
    """
    pieces = [body[at : at + PIECE] for at in range(0, len(body), PIECE)] or [b""]
    async with asyncio.timeout(CLIENT_TIMEOUT_S) as time_left:
        for piece in pieces[:-1]:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            extend_deadline(time_left, PIECE)
        await send({"type": "http.response.body", "body": pieces[-1], "more_body": more})


def extend_deadline(time_left: asyncio.Timeout, size: int) -> None:
    """Give a caller time for so many bytes more."""
    now = asyncio.get_running_loop().time()
    time_left.reschedule(min((time_left.when() or now) + size / LEAST_BYTES_A_SECOND, now + CLIENT_TIMEOUT_S))
