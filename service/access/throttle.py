"""Limits requests and processor time per caller: a valid token, else the network that the call comes from.

Tokens that a token made have small buckets and share one more, so making tokens gains nothing, and they do not use up
their maker's limit. An admin's token is not counted.
"""

from ipaddress import IPv6Address, ip_address
from typing import Any

from service.access import codes
from service.access.rate_limits import Buckets
from service.access.tokens import Token
from service.config import Settings


class Throttle:
    """Counts the requests and the processor time of each caller."""

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

        Raises:
            TooManyError: The caller, or all tokens of one maker together, send too many requests.
        """
        for buckets, name in self._request_buckets(token, address):
            buckets.count(name)

    def give_back(self, token: Token | None, address: str | None) -> None:
        """Take back the count of a request that found nothing new."""
        for buckets, name in self._request_buckets(token, address):
            buckets.give_back(name)

    def _request_buckets(self, token: Token | None, address: str | None) -> list[tuple[Buckets, str]]:
        """The buckets that a request counts against, in order, each with the name of the caller's bucket."""
        caller = caller_key(token, address)
        if token is None:
            return [(self._networks, caller)]
        if token.maker is not None:
            # Its own bucket first: a token that is over its limit takes nothing from the others.
            return [(self._made, caller), (self._families, f"family:{token.maker}")]
        return [] if token.scope == "admin" else [(self._tokens, caller)]

    def count_wrong_code(self, address: str | None) -> None:
        """Count a claim of a code that does not exist, in addition to its request.

        Raises:
            TooManyError: There were too many from its network, or from all networks together.
        """
        self._wrong_codes.count(f"codes:{caller_key(None, address)}")
        self._all_wrong_codes.count("codes:all")

    def check(self, token: Token | None, address: str | None, *, expensive: bool = False) -> None:
        """Refuse a request whose caller has used up its processor time.

        Args:
            token: The valid token of the request; None without one.
            address: The address it comes from.
            expensive: Whether it takes long: half of the saved processor time is reserved for other requests.

        Raises:
            TooManyError: The time is used up; the error has the time until there is enough again.
        """
        self._cpu.check(self._accounts(token, address), half=expensive)

    def charge(self, token: Token | None, address: str | None, seconds: float) -> None:
        """Charge the processor time of a request to its caller."""
        for name, part in self._accounts(token, address).items():
            self._cpu.take(name, seconds * 1000, part)

    @staticmethod
    def _accounts(token: Token | None, address: str | None) -> dict[str, int]:
        """The names of a caller's processor-time buckets, each with N if it is 1/N of the full size."""
        caller = caller_key(token, address)
        if token is not None and token.maker is not None:
            return {f"cost:{caller}": ISSUED_SHARE, f"cost:family:{token.maker}": 1}
        return {} if token is not None and token.scope == "admin" else {f"cost:{caller}": 1}


def caller_key(token: Token | None, address: str | None) -> str:
    """The key by which all limits and shares count a caller.

    Args:
        token: The valid token of the call; None without one.
        address: The address it comes from; a proxy may add the port. All invalid addresses count as one caller.

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
    """Whether a key (:func:`caller_key`) belongs to a call without a valid token."""
    return caller.startswith("network:")


ISSUED_SHARE = 4
"""A token that another token issued gets 1/N of a full budget."""
