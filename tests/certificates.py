"""Certificates for tests, made on the spot."""

from __future__ import annotations

import datetime as dt
import ipaddress
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Pair = tuple[Path, Path]
"""Files of a certificate and of its key."""


def _host(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def certificate(key: Any, names: Sequence[str], begins: float = -1, ends: float = 30) -> bytes:
    """A certificate in PEM that vouches for itself.

    Args:
        key: The key that it is for, and by which it is signed.
        names: Hosts that it is for; none: it names no host.
        begins: Days from now, from which it is good.
        ends: Days from now, at which it is over.
    """
    now, called = dt.datetime.now(dt.UTC), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Movebook")])
    made = (
        x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number())
        .not_valid_before(now + dt.timedelta(days=begins))
        .not_valid_after(now + dt.timedelta(days=ends))
    )
    if names:
        made = made.add_extension(x509.SubjectAlternativeName([_host(name) for name in names]), critical=False)
    return made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def written(key: Any, passphrase: bytes | None = None, form: str = "PKCS8") -> bytes:
    """A key in PEM, as PKCS #8 or in its own older form."""
    lock = serialization.BestAvailableEncryption(passphrase) if passphrase else serialization.NoEncryption()
    return bytes(key.private_bytes(serialization.Encoding.PEM, getattr(serialization.PrivateFormat, form), lock))


def pair(folder: Path, *names: str, **days: float) -> Pair:
    """A certificate and its key, in two files of a folder."""
    key = ec.generate_private_key(ec.SECP256R1())
    paths = folder / "fullchain.pem", folder / "privkey.pem"
    paths[0].write_bytes(certificate(key, names, **days))
    paths[1].write_bytes(written(key))
    return paths
