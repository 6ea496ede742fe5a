"""The certificate for HTTPS: checked against its key and the clock, and read again after a renewal."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from service.config import Settings

SOON = timedelta(days=14)
"""If the certificate expires within this time, the start prints a note."""
_CERTIFICATE, _KEY = b"-----BEGIN CERTIFICATE-----", b"-----BEGIN PRIVATE KEY-----"


class CertificateError(ValueError):
    """The certificate or its key cannot be used; the message names the file and the remedy."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that fits its key and is valid now.

    Args:
        path: File of the certificate and its chain, in PEM.
        key: File of its key.
        names: The hosts in it: names, ``*.example.org``, addresses.
        until: When it expires.
    """

    path: Path
    key: Path
    names: tuple[str, ...]
    until: datetime

    def covers(self, host: str) -> bool:
        """Whether a browser accepts the certificate for a host.

        Args:
            host: A name or an address, without brackets.
        """
        return host.lower() in self.names or f"*.{host.lower().partition('.')[2]}" in self.names

    def host(self, wanted: str) -> str:
        """The host for links: the wanted one if the certificate covers it, else the certificate's first host.

        Raises:
            CertificateError: The certificate has only wildcard names.
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
        """A TLS context for calls to our own API: it trusts only this certificate, for any issuer."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        # The API is called by the address that it listens on, which the certificate need not name.
        context.check_hostname = False
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.load_verify_locations(self.path)
        return context


def certificate_of(settings: Settings) -> Certificate | None:
    """The certificate of the settings; None for plain HTTP.

    Raises:
        CertificateError: The certificate or its key is missing or cannot be used.
    """
    cert, key = settings.cert, settings.cert_key
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        missing = "the certificate (--cert FILE)" if cert is None else "the key (--key FILE)"
        raise CertificateError(f"HTTPS needs a certificate and its key: {missing} is missing.")
    return read(cert, key)


def read(cert: Path, key: Path) -> Certificate:
    """Read a certificate, and check it against its key and the clock.

    Args:
        cert: File in PEM: the certificate first, then its chain.
        key: File in PEM (PKCS #8), without a passphrase.

    Raises:
        CertificateError: A file cannot be read, the key does not match, or the certificate names no host or is not
            valid now.
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
    """Detects that the files of a certificate were renewed.

    A certificate and its key are two files: a renewal counts once neither has changed between two checks.
    """

    def __init__(self, certificate: Certificate) -> None:
        self._files = (certificate.path, certificate.key)
        self._served = self._seen = self._stamps()

    def renewed(self) -> Certificate | None:
        """The renewed certificate, returned once per renewal; else None.

        Raises:
            CertificateError: The renewed certificate cannot be used; raised once.
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
