"""Limits requests and processor time per sender.

Each token has buckets of its own; an address has where no token is sent, for a whole club may sit behind one. What a
token made has small ones, and all of it shares one more: whoever makes tokens gains nothing by them, and none of them
holds up its maker. An admin's token is not counted.
"""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address
from typing import Any

from service.access import codes
from service.access.cpu_budget import CpuBudget
from service.access.rate_limits import RateLimits
from service.access.tokens import Token
from service.config import Settings


class Throttle:
    """Counts requests and what they take, each for whoever it is sent by.

    Args:
        store: A client of the queue's store.
        settings: Of them the rates and bursts.
    """

    def __init__(self, store: Any, settings: Settings) -> None:
        self._addresses = RateLimits(store, settings.rate_address, settings.burst)
        self._tokens = RateLimits(store, settings.rate, settings.burst)
        self._made = RateLimits(store, settings.rate_made, settings.burst_made)
        self._families = RateLimits(store, settings.rate_family, settings.burst_family)
        self._claims = RateLimits(store, codes.TRIES_A_SECOND, codes.TRIES_AT_ONCE)
        self._cpu = CpuBudget(store, settings.cost, settings.cost_burst)

    def count(self, token: Token | None, address: str | None) -> None:
        """Count one request.

        Args:
            token: The good token it brings; None where it brings none.
            address: Where it comes from.

        Raises:
            TooManyError: Its sender asks too often, or all together that go back to one maker.
        """
        if token is None:
            self._addresses.count(f"address:{address}")
        elif token.maker is not None:
            # Its own first: one that asks too often takes nothing from the others.
            self._made.count(f"token:{token.id}")
            self._families.count(f"family:{token.maker}")
        elif token.scope != "admin":
            self._tokens.count(f"token:{token.id}")

    def count_claim(self, address: str | None) -> None:
        """Count a claim of a code, beside the request that brings it: whoever guesses codes is slowed down.

        Args:
            address: Where it comes from.

        Raises:
            TooManyError: There were too many from there.
        """
        self._claims.count(f"claims:{network(address)}")

    def check(self, token: Token | None, address: str | None, *, expensive: bool = False) -> None:
        """Refuse a request whose sender has used up its processor time.

        Args:
            token: The good token it brings; None where it brings none.
            address: Where it comes from.
            expensive: Whether it takes long: half of the time that a sender may save up is kept for what does not.

        Raises:
            TooManyError: With the time after which there is enough again.
        """
        self._cpu.check(self._accounts(token, address), expensive=expensive)

    def charge(self, token: Token | None, address: str | None, seconds: float) -> None:
        """Take what a request took of the processor from its sender's time."""
        self._cpu.charge(self._accounts(token, address), seconds)

    @staticmethod
    def _accounts(token: Token | None, address: str | None) -> dict[str, int]:
        """The names of a sender's buckets of time, each with the part that it is of a whole one."""
        if token is None:
            return {f"address:{address}": 1}
        if token.maker is not None:
            return {f"token:{token.id}": ISSUED_SHARE, f"family:{token.maker}": 1}
        return {} if token.scope == "admin" else {f"token:{token.id}": 1}


def network(address: str | None) -> str:
    """What one connection has at its disposal: an IPv4 address, or the 64 bits in front of an IPv6 address."""
    try:
        found = ip_address((address or "").partition("%")[0])
    except ValueError:
        return str(address)
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped) if found.ipv4_mapped else f"{found.exploded[:19]}::/64"


ISSUED_SHARE = 4
"""A token that another one issued gets 1/N of a whole budget."""
