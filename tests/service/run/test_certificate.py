"""What a certificate must be to be served with, and what is said of one that is not."""

import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from service.config import Settings
from service.run.certificate import CertificateError, Renewals, certificate_of, read
from tests.fixtures import certificates

SITE = "games.example.org"


def of(cert: Path, key: Path) -> str:
    """What is said of a certificate and a key that cannot be served with."""
    with pytest.raises(CertificateError) as refused:
        read(cert, key)
    return str(refused.value)


def test_a_certificate_that_fits_its_key_says_what_it_is_for(tmp_path: Path) -> None:
    found = read(*certificates.pair(tmp_path, SITE, "*.club.example", "192.168.1.20"))
    assert found.names == (SITE, "*.club.example", "192.168.1.20")
    assert [found.covers(host) for host in (SITE, SITE.upper(), "a.club.example", "192.168.1.20")] == [True] * 4
    # A star stands for one part of a name (RFC 6125, 6.4.3).
    assert [found.covers(host) for host in ("club.example", "a.b.club.example", "192.168.1.21")] == [False] * 3


def test_links_name_the_address_where_the_certificate_is_for_it_else_its_first_name(tmp_path: Path) -> None:
    found = read(*certificates.pair(tmp_path, "*.club.example", SITE, "192.168.1.20"))
    assert [found.host(wanted) for wanted in ("192.168.1.20", "10.0.0.7")] == ["192.168.1.20", SITE]
    stars = read(*certificates.pair(tmp_path, "*.club.example"))
    with pytest.raises(CertificateError, match="MOVEBOOK_PUBLIC_URL"):
        stars.host("10.0.0.7")


def test_one_without_the_other_is_named(tmp_path: Path) -> None:
    cert, key = certificates.pair(tmp_path, SITE)
    assert certificate_of(Settings(data=tmp_path)) is None
    for given, missing in (({"cert": cert}, "--key FILE"), ({"cert_key": key}, "--cert FILE")):
        with pytest.raises(CertificateError, match=re.escape(missing)):
            certificate_of(Settings(data=tmp_path, **given))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    cert, key = certificates.pair(tmp_path, SITE)
    nowhere = tmp_path / "nowhere.pem"
    assert of(nowhere, key) == f"{nowhere} cannot be read: No such file or directory."
    assert of(cert, tmp_path) == f"{tmp_path} cannot be read: Is a directory."


def test_what_is_no_certificate_and_what_is_no_key_are_told_apart(tmp_path: Path) -> None:
    cert, key = certificates.pair(tmp_path, SITE)
    other = tmp_path / "other"
    other.write_bytes(b"\x30\x82\x01\x0a")
    assert of(other, key) == f"{other} contains no PEM certificate (-----BEGIN CERTIFICATE-----)."
    assert of(cert, other) == f"{other} contains no PEM key (-----BEGIN PRIVATE KEY-----)."
    assert "the wrong way round" in of(key, cert)
    assert "the wrong way round" in of(cert, cert)
    other.write_bytes(cert.read_bytes().replace(b"MII", b"!!!", 1))
    assert of(other, key).startswith(f"{other} is damaged: ")
    other.write_bytes(key.read_bytes().replace(b"MI", b"AA", 1))
    assert of(cert, other).startswith(f"{other} is damaged: ")


def test_a_key_of_another_certificate_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    cert, _ = certificates.pair(tmp_path, SITE)
    _, key = certificates.pair(tmp_path / "other", SITE)
    assert of(cert, key) == f"{key} is not the key of the certificate in {cert}."


def test_a_chain_begins_with_the_certificate_of_the_key(tmp_path: Path) -> None:
    cert, key = certificates.pair(tmp_path, SITE)
    above = certificates.certificate(ec.generate_private_key(ec.SECP256R1()), [])
    own = cert.read_bytes()
    cert.write_bytes(own + above)
    assert read(cert, key).names == (SITE,)
    cert.write_bytes(above + own)
    assert "not first: move it to the top" in of(cert, key)


@pytest.mark.parametrize(("days", "said"), [
    ({"begins": -9, "ends": -1}, r"expired at 20\d\d-\d\d-\d\d \d\d:\d\d UTC: renew it\."),
    ({"begins": 1}, r"is valid from 20\d\d-\d\d-\d\d \d\d:\d\d UTC; .* Is the clock right\?"),
], ids=["over", "not yet"])  # fmt: skip
def test_an_expired_certificate_is_refused_with_its_time(tmp_path: Path, days: dict[str, float], said: str) -> None:
    cert, key = certificates.pair(tmp_path, SITE, **days)
    assert re.fullmatch(rf"The certificate in {re.escape(str(cert))} {said}", of(cert, key))


def test_a_certificate_without_a_host_is_refused(tmp_path: Path) -> None:
    assert "names no host (subjectAltName)" in of(*certificates.pair(tmp_path))


@pytest.mark.parametrize(("locked", "form"), [(b"secret", "PKCS8"), (None, "TraditionalOpenSSL")])
def test_a_key_in_another_form_is_refused_with_a_command(tmp_path: Path, locked: bytes | None, form: str) -> None:
    cert, key = certificates.pair(tmp_path, SITE)
    made = ec.generate_private_key(ec.SECP256R1())
    cert.write_bytes(certificates.certificate(made, [SITE]))
    key.write_bytes(certificates.written(made, locked, form))
    assert of(cert, key).endswith(f"openssl pkey -in {key} -out NEW")


def test_a_renewed_certificate_counts_once_both_files_rest(tmp_path: Path) -> None:
    cert, key = certificates.pair(tmp_path, SITE, ends=1)
    renewals = Renewals(read(cert, key))
    assert [renewals.renewed(), renewals.renewed()] == [None, None]
    (tmp_path / "new").mkdir()
    fresh, its = certificates.pair(tmp_path / "new", SITE, ends=90)
    fresh.replace(cert)
    assert renewals.renewed() is None, "its key may come in a moment"
    its.replace(key)
    assert renewals.renewed() is None
    found = renewals.renewed()
    assert found is not None
    assert found.until > read(cert, key).until.replace(year=2000)
    assert renewals.renewed() is None


def test_new_files_that_cannot_be_served_with_are_said_once(tmp_path: Path) -> None:
    cert, key = certificates.pair(tmp_path, SITE)
    renewals = Renewals(read(cert, key))
    cert.unlink()
    assert renewals.renewed() is None
    with pytest.raises(CertificateError, match="cannot be read"):
        renewals.renewed()
    assert renewals.renewed() is None
