"""Sends answers to callers that may be slow, as long as they continue to receive."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from functools import cache
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

CLIENT_TIMEOUT_S = 15.0
"""Time limit for receiving a body and for sending an answer; bytes that come or go extend it (s)."""
LEAST_BYTES_A_SECOND = 32 * 1024
"""Minimum rate that extends the limit; the remaining time never exceeds :data:`CLIENT_TIMEOUT_S`."""
PIECE = 16 * 1024
"""Bytes of an answer passed to the server at once; the server buffers about thirty pieces."""


async def send_head(send: Send, status: int, headers: list[tuple[str, str]]) -> None:
    """Send the head of an answer."""
    named = [(_name(name), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": named})


@cache
def _name(name: str) -> bytes:
    """A header's name as it is sent; cached, because the service uses few."""
    return name.lower().encode("latin-1")


async def send_answer(send: Send, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
    """Send a whole answer, head and body.

    Raises:
        TimeoutError: As in :func:`send_body`.
    """
    await send_head(send, status, headers)
    if len(body) > PIECE:
        await send_body(send, body)
    else:
        # A small body fits into the server's buffer: sending it does not wait for the caller and needs no deadline.
        await send({"type": "http.response.body", "body": body, "more_body": False})


async def send_body(send: Send, body: bytes, *, more: bool = False) -> None:
    """Send the rest of an answer; with ``more`` a part of it, and further ones follow.

    Raises:
        TimeoutError: The caller does not receive it in time. The server then closes the connection.
    """
    pieces = [body[at : at + PIECE] for at in range(0, len(body), PIECE)] or [b""]
    async with asyncio.timeout(CLIENT_TIMEOUT_S) as time_left:
        for piece in pieces[:-1]:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            extend_deadline(time_left, PIECE)
        await send({"type": "http.response.body", "body": pieces[-1], "more_body": more})


def extend_deadline(time_left: asyncio.Timeout, size: int) -> None:
    """Extend a caller's deadline by the time for ``size`` bytes."""
    now = asyncio.get_running_loop().time()
    time_left.reschedule(min((time_left.when() or now) + size / LEAST_BYTES_A_SECOND, now + CLIENT_TIMEOUT_S))
