"""Ports for servers that a test starts on loopback."""

from __future__ import annotations

import contextlib
import random
import socket

FIRST, LAST = 10_000, 32_767
"""Below those that Linux gives to outgoing connections: between the choice of a port and the moment its server listens,
a client of another test would be given it."""


def free_ports(count: int) -> list[int]:
    """Ports that nobody uses now.

    Args:
        count: How many, all different.

    Raises:
        OSError: In none of 100 tries a port was free.
    """
    with contextlib.ExitStack() as held:
        return [held.enter_context(_listener()).getsockname()[1] for _ in range(count)]


def free_port() -> int:
    """A port that nobody uses now."""
    return free_ports(1)[0]


def _listener() -> socket.socket:
    chance = random.SystemRandom()
    for _ in range(99):
        with contextlib.suppress(OSError):
            return socket.create_server(("127.0.0.1", chance.randint(FIRST, LAST)))
    return socket.create_server(("127.0.0.1", chance.randint(FIRST, LAST)))
