"""How others reach this service: its network address, the base of links, and what plain HTTP lacks."""

import ipaddress
import socket
from dataclasses import dataclass

from service.run.certificate import Certificate

ANY = "0.0.0.0"  # noqa: S104 - what --lan is for
"""The wildcard address: all addresses of this machine."""
NOWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "169.254.255.254")
"""Addresses to look up a route to: a documentation address, for the internet route, then private networks."""
_USUAL = {"http": 80, "https": 443}
_HERE = {ANY: "127.0.0.1", "": "127.0.0.1", "::": "::1"}


class ReachError(RuntimeError):
    """Others cannot reach the service; the message says why."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How a service is reached.

    Args:
        here: Its address for programs on this machine, such as ``http://127.0.0.1:8080``; needs no name resolution.
        others: The base of links and codes; None if only this machine reaches it.
        listening: Its address in the network; None without ``--lan``.
    """

    here: str
    others: str | None
    listening: str | None

    @property
    def first(self) -> str:
        """The address to show to people."""
        return self.others or self.here

    @property
    def is_plain(self) -> bool:
        """Whether phones use plain HTTP."""
        return self.listening is not None and not self.first.startswith("https:")


def network_address() -> str | None:
    """The address of this machine in its network; None if it has only loopback addresses.

    Asks the system which of its addresses it would send from. Nothing is sent.
    """
    for there in NOWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            try:
                way.connect((there, 9))
            except OSError:
                continue
            found = str(way.getsockname()[0])
        if not ipaddress.ip_address(found).is_loopback and found != ANY:
            return found
    return None


def lan(host: str) -> tuple[str, str]:
    """The address that ``--lan`` listens on, and its address in the network.

    Args:
        host: The address in the settings. For a loopback or wildcard address, ``--lan`` listens on all addresses.

    Raises:
        ReachError: The machine is in no network.
    """
    if host not in (*_HERE, "127.0.0.1", "::1", "localhost"):
        return host, host
    found = network_address()
    if found is None:
        raise ReachError(
            "this machine has no network address. Connect it to the phones' network, or name the "
            "address: --lan --host ADDRESS."
        )
    return ANY, found


def reach(host: str, port: int, certificate: Certificate | None, network: str | None, public_url: str | None) -> Reach:
    """How a service that listens on an address is reached.

    Args:
        host: The address; may be a wildcard.
        port: The port.
        certificate: The certificate for HTTPS; None for plain HTTP.
        network: The address in the network, with ``--lan``; else None.
        public_url: The base of links in the settings; None if not set.

    Raises:
        CertificateError: The certificate has no host name that links can use.
    """
    scheme = "http" if certificate is None else "https"
    own = _HERE.get(host, host)
    others = public_url
    if others is None and (certificate is not None or network is not None):
        wanted = network or own
        others = url(scheme, wanted if certificate is None else certificate.host(wanted), port)
    return Reach(url(scheme, own, port), others, network)


def url(scheme: str, host: str, port: int) -> str:
    """The URL of a service, with an IPv6 address in brackets and without the default port."""
    named = f"[{host}]" if ":" in host else host
    return f"{scheme}://{named}" + ("" if _USUAL[scheme] == port else f":{port}")


MISSING = """\
This is plain HTTP. Recording works, but:
  - anyone in this network can read everything, including secrets and tokens;
  - a phone's screen turns off (browsers allow the wake lock only over HTTPS);
  - pages do not open offline and cannot be installed (no service worker);
  - WebCrypto is not available; phones are paired without it.
With a certificate none of this applies: --cert FILE --key FILE (docs/reaching.md)."""
"""The text about what phones lack over plain HTTP."""


def missing(found: Reach) -> str:
    """The text about what phones lack; empty if they lack nothing."""
    return MISSING if found.is_plain else ""
