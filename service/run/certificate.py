"""The certificate that HTTPS is served with: held against its key and the clock, and read again when it was renewed."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from service.config import Settings

SOON = timedelta(days=14)
"""A certificate that is over by then is spoken of at the start."""
_CERTIFICATE, _KEY = b"-----BEGIN CERTIFICATE-----", b"-----BEGIN PRIVATE KEY-----"


class CertificateError(ValueError):
    """The certificate or its key cannot be served with; the message names the file and says what would do."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that fits its key and is good now.

    Args:
        path: File of the certificate and of those that vouch for it, in PEM.
        key: File of its key.
        names: Hosts that it is for, as it spells them: names, ``*.example.org``, addresses.
        until: When it is over.
    """

    path: Path
    key: Path
    names: tuple[str, ...]
    until: datetime

    def covers(self, host: str) -> bool:
        """Whether a browser takes it for a host.

        Args:
            host: A name or an address, without brackets.
        """
        return host.lower() in self.names or f"*.{host.lower().partition('.')[2]}" in self.names

    def host(self, wanted: str) -> str:
        """The host that links name: the wanted one where the certificate is for it, else the first that it is for.

        Args:
            wanted: The address that is listened on, as others reach it.

        Raises:
            CertificateError: It is for patterns of names alone.
        """
        if self.covers(wanted):
            return wanted
        found = next((name for name in self.names if not name.startswith("*")), None)
        if found is None:
            raise CertificateError(
                f"{self.path} is for {', '.join(self.names)}, which does not name this service: set "
                "MOVEBOOK_PUBLIC_URL, as https://movebook.example.org."
            )
        return found

    def trusting(self) -> ssl.SSLContext:
        """What our own API is asked with: it takes this certificate, whoever vouches for it, and no other."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        # It is asked by the address that it listens on, whatever the certificate calls it.
        context.check_hostname = False
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.load_verify_locations(self.path)
        return context


def certificate_of(settings: Settings) -> Certificate | None:
    """The certificate of the settings; None where plain HTTP is served.

    Raises:
        CertificateError: It cannot be served with.
    """
    cert, key = settings.cert, settings.cert_key
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        missing = "the certificate (--cert FILE)" if cert is None else "the key (--key FILE)"
        raise CertificateError(f"HTTPS needs a certificate and its key: {missing} is missing.")
    return read(cert, key)


def read(cert: Path, key: Path) -> Certificate:
    """Read a certificate, and hold it against its key and the clock.

    Args:
        cert: File in PEM: the certificate first, then those that vouch for it.
        key: File in PEM (PKCS #8), without a passphrase.

    Raises:
        CertificateError: One of them cannot be read, they do not belong together, or the certificate is not good now.
    """
    chain, public = _chain(cert), _public(_private(key).public_key())
    own, *others = chain
    if _public(own.public_key()) != public:
        if any(_public(other.public_key()) == public for other in others):
            raise CertificateError(f"{cert} has the certificate for {key}, but not first: move it to the top.")
        raise CertificateError(f"{key} is not the key of the certificate in {cert}.")
    now, begins, ends = datetime.now(UTC), own.not_valid_before_utc, own.not_valid_after_utc
    if ends <= now:
        raise CertificateError(f"The certificate in {cert} expired at {ends:%Y-%m-%d %H:%M} UTC: renew it.")
    if begins > now:
        raise CertificateError(
            f"The certificate in {cert} is valid from {begins:%Y-%m-%d %H:%M} UTC; this machine's clock says "
            f"{now:%Y-%m-%d %H:%M} UTC now. Is the clock right?"
        )
    names = _names(own)
    if not names:
        raise CertificateError(
            f"The certificate in {cert} names no host (subjectAltName): browsers will not accept it."
        )
    return Certificate(cert, key, names, ends)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CertificateError(f"{path} cannot be read: {error.strerror or error}.") from None


def _chain(path: Path) -> list[x509.Certificate]:
    content = _bytes(path)
    if _CERTIFICATE not in content:
        hint = " It is a key: are --cert and --key the wrong way round?" if b"PRIVATE KEY" in content else ""
        raise CertificateError(f"{path} contains no PEM certificate ({_CERTIFICATE.decode()}).{hint}")
    try:
        return x509.load_pem_x509_certificates(content)
    except ValueError as error:
        raise CertificateError(f"{path} is damaged: {error}.") from None


def _private(path: Path) -> Any:
    content = _bytes(path)
    if b"PRIVATE KEY" not in content:
        hint = " It is a certificate: are --cert and --key the wrong way round?" if _CERTIFICATE in content else ""
        raise CertificateError(f"{path} contains no PEM key ({_KEY.decode()}).{hint}")
    plain = f"openssl pkey -in {path} -out NEW"
    if b"ENCRYPTED" in content:
        raise CertificateError(f"{path} is protected by a passphrase. To remove it: {plain}")
    if _KEY not in content:
        raise CertificateError(f"{path} contains a key in an unsupported form. To convert it: {plain}")
    try:
        return load_pem_private_key(content, None)
    except ValueError as error:
        raise CertificateError(f"{path} is damaged: {error}.") from None


def _public(key: Any) -> bytes:
    found: bytes = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return found


def _names(certificate: x509.Certificate) -> tuple[str, ...]:
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return ()
    hosts = [name.lower() for name in found.get_values_for_type(x509.DNSName)]
    return (*hosts, *(str(address) for address in found.get_values_for_type(x509.IPAddress)))


class Renewals:
    """Tells when a certificate was renewed in its files.

    A certificate and its key are two files: they count once both have stood unchanged from one look to the next.

    Args:
        certificate: The one that is served with.
    """

    def __init__(self, certificate: Certificate) -> None:
        self._files = (certificate.path, certificate.key)
        self._served = self._seen = self._stamps()

    def renewed(self) -> Certificate | None:
        """The certificate in the files, the first time that it is looked at since it was renewed; else None.

        Raises:
            CertificateError: It cannot be served with; said once.
        """
        stamps, seen = self._stamps(), self._seen
        self._seen = stamps
        if stamps == self._served or stamps != seen:
            return None
        self._served = stamps
        return read(*self._files)

    def _stamps(self) -> tuple[tuple[int, int, int] | None, ...]:
        return tuple(map(_stamp, self._files))


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
