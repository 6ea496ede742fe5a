"""Signatures of a service: what its key signs, and how the key and its signatures are written. Pure."""

import base64
import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engines.kernel import canonical
from engines.kernel.game import Json

KEY_BYTES, SIGNATURE_BYTES = 32, 64
_ED25519 = b"\x01"
"""The type of signature in a C2SP verifier key."""


def encode(raw: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def decode(text: object, size: int) -> bytes:
    """The bytes of a text as :func:`encode` writes it; other spellings of the same bytes are refused.

    Raises:
        ValueError: It is not such a text, or not of ``size`` bytes.
    """
    raw = b""
    if isinstance(text, str) and text.isascii():
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if len(raw) != size or encode(raw) != text:
        msg = f"{text!r:.60}: {size} bytes are wanted, not {len(raw)}"
        raise ValueError(msg)
    return raw


def key_id(public: str) -> str:
    """The id of a public key in openings, files and statements: SHA-256 of its 32 bytes, as hex.

    Raises:
        ValueError: It is not a public key of this kind.
    """
    return hashlib.sha256(decode(public, KEY_BYTES)).hexdigest()


def public_of(key: Ed25519PrivateKey) -> str:
    """The public half of a private key."""
    return encode(key.public_key().public_bytes_raw())


def id_of(key: Ed25519PrivateKey) -> str:
    """The id of a private key's public half."""
    return key_id(public_of(key))


def verifier(public: str) -> str:
    """A public key as C2SP signed-note writes verifier keys; its name begins with ``movebook/``."""
    name, raw = f"movebook/{key_id(public)[:16]}", _ED25519 + decode(public, KEY_BYTES)
    number = hashlib.sha256(name.encode() + b"\n" + raw).hexdigest()[:8]
    return f"{name}+{number}+{base64.b64encode(raw).decode()}"


def sign(key: Ed25519PrivateKey, document: Json) -> str:
    """The signature of a document's canonical bytes; its ``format`` keeps one kind from passing for another."""
    return encode(key.sign(canonical.canonical(document)))


def is_signed(public: str, document: object, signature: object) -> bool:
    """Whether the private half of a key signed a document."""
    try:
        key = Ed25519PublicKey.from_public_bytes(decode(public, KEY_BYTES))
        key.verify(decode(signature, SIGNATURE_BYTES), canonical.canonical(document))
    except (ValueError, InvalidSignature):
        return False
    return True


def succession(key: str, following: str, at: str) -> Json:
    """What a key signs when another one replaces it: its id, the public half of the new one, and when."""
    return {"format": "movebook-key@1", "key": key, "next": following, "at": at}
