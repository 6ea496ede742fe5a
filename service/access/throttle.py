"""Limits requests and processor time per caller: a valid token, else the network that the call comes from.

What a token made has small buckets, and all of it shares one more: making tokens gains nothing, and none
of them holds up its maker. An admin's token is not counted.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Any

from service.access import codes
from service.access.rate_limits import Buckets
from service.access.tokens import Token
from service.config import Settings


class Throttle:
    """Counts requests and what they take, each for whoever it is sent by.

    Args:
        store: A client of the queue's store.
        settings: Of them the rates and bursts.
    """

    def __init__(self, store: Any, settings: Settings) -> None:
        self._networks = Buckets(store, settings.rate_address, settings.burst)
        self._tokens = Buckets(store, settings.rate, settings.burst)
        self._made = Buckets(store, settings.rate_made, settings.burst_made)
        self._families = Buckets(store, settings.rate_family, settings.burst_family)
        self._wrong_codes = Buckets(store, codes.WRONG_A_SECOND, codes.WRONG_AT_ONCE)
        self._all_wrong_codes = Buckets(store, codes.ALL_WRONG_A_SECOND, codes.ALL_WRONG_AT_ONCE)
        self._cpu = Buckets(store, settings.cost, settings.cost_burst, debt=settings.cost_burst)  # ms

    def count(self, token: Token | None, address: str | None) -> None:
        """Count one request.

        Args:
            token: The good token it brings; None where it brings none.
            address: Where it comes from.

        Raises:
            TooManyError: Its sender asks too often, or all together that go back to one maker.
        """
        for buckets, name in self._request_buckets(token, address):
            buckets.count(name)

    def give_back(self, token: Token | None, address: str | None) -> None:
        """Do not count a request after all: it found nothing new."""
        for buckets, name in self._request_buckets(token, address):
            buckets.give_back(name)

    def _request_buckets(self, token: Token | None, address: str | None) -> list[tuple[Buckets, str]]:
        """The buckets that a request is taken from, in order, each with the name of the sender's."""
        caller = caller_key(token, address)
        if token is None:
            return [(self._networks, caller)]
        if token.maker is not None:
            # Its own first: one that asks too often takes nothing from the others.
            return [(self._made, caller), (self._families, f"family:{token.maker}")]
        return [] if token.scope == "admin" else [(self._tokens, caller)]

    def count_wrong_code(self, address: str | None) -> None:
        """Count a claim of a code that does not exist, in addition to its request.

        Args:
            address: Where it comes from.

        Raises:
            TooManyError: There were too many from its network, or from all together.
        """
        self._wrong_codes.count(f"codes:{caller_key(None, address)}")
        self._all_wrong_codes.count("codes:all")

    def check(self, token: Token | None, address: str | None, *, expensive: bool = False) -> None:
        """Refuse a request whose sender has used up its processor time.

        Args:
            token: The good token it brings; None where it brings none.
            address: Where it comes from.
            expensive: Whether it takes long: half of the time that a sender may save up is kept for what does not.

        Raises:
            TooManyError: With the time after which there is enough again.
        """
        self._cpu.check(self._accounts(token, address), half=expensive)

    def charge(self, token: Token | None, address: str | None, seconds: float) -> None:
        """Take what a request took of the processor from its sender's time."""
        for name, part in self._accounts(token, address).items():
            self._cpu.take(name, seconds * 1000, part)

    @staticmethod
    def _accounts(token: Token | None, address: str | None) -> dict[str, int]:
        """The names of a sender's buckets of time, each with the part that it is of a whole one."""
        caller = caller_key(token, address)
        if token is not None and token.maker is not None:
            return {f"cost:{caller}": ISSUED_SHARE, f"cost:family:{token.maker}": 1}
        return {} if token is not None and token.scope == "admin" else {f"cost:{caller}": 1}


def caller_key(token: Token | None, address: str | None) -> str:
    """The key by which all limits and shares count a caller.

    Args:
        token: The valid token of the call; None without one.
        address: The address it comes from; a proxy may add the port. All that is no address counts as one.

    Returns:
        ``token:ID``, else ``network:`` with the IPv4 address or the first 64 bits of the IPv6 address: one connection
        has that many addresses at its disposal.
    """
    if token is not None:
        return f"token:{token.id}"
    text = address or ""
    if text.startswith("[") or text.count(":") == 1:
        text = text.rpartition(":")[0].strip("[]")
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return "network:unknown"
    if isinstance(found, IPv6Address):
        return f"network:{found.ipv4_mapped or f'{IPv6Address(int(found) >> 64 << 64)}/64'}"
    return f"network:{found}"


def is_network(caller: str) -> bool:
    """Whether a key (:func:`caller_key`) is that of a call without a valid token."""
    return caller.startswith("network:")


ISSUED_SHARE = 4
"""A token that another one issued gets 1/N of a whole budget."""
