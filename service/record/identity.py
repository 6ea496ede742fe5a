"""The identity of this service: an Ed25519 key, made once and stored; every opening names its public half.

So a file says which service recorded it, and a copy cannot pass for a record of another one. The private half signs
nothing yet; it lies here so that what is recorded from today on can be signed for.
"""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from service.store.keys import SERVICE_KEY


def private_key(store: Any) -> Ed25519PrivateKey:
    """The service's private key; created once for all processes if there is none.

    Args:
        store: A client of the log's store.
    """
    found = store.get(SERVICE_KEY)
    if found is None:
        store.set(SERVICE_KEY, base64.b64encode(Ed25519PrivateKey.generate().private_bytes_raw()), nx=True)
        found = store.get(SERVICE_KEY)
    return parse_private_key(found)


def parse_private_key(kept: bytes | str) -> Ed25519PrivateKey:
    """Read a private key from the base64 that the store or a backup holds.

    Raises:
        ValueError: It is not a private key of this kind.
    """
    return Ed25519PrivateKey.from_private_bytes(base64.b64decode(kept, validate=True))


def public_key(store: Any) -> str:
    """The public half, base64url without padding (43 characters)."""
    raw = private_key(store).public_key().public_bytes_raw()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def own_id(store: Any) -> str:
    """The id of this service's key; the key is created if there is none."""
    return key_id(public_key(store))


def key_id(public: str) -> str:
    """The id of a public key in openings and files: SHA-256 of its 32 bytes, as hex.

    Raises:
        ValueError: It is not a public key of this kind.
    """
    raw = base64.urlsafe_b64decode(public + "=")
    if len(raw) != 32:  # noqa: PLR2004 - bytes of a public key
        msg = f"{public!r:.60} is no Ed25519 public key: 32 bytes are wanted, not {len(raw)}"
        raise ValueError(msg)
    return hashlib.sha256(raw).hexdigest()


def writer_id(store: Any) -> str:
    """The ``by`` of an entry that the service writes by itself: 16 characters, made from the key's id.

    It has the form of a token's id, and no token has it.
    """
    return base64.b32encode(bytes.fromhex(own_id(store))[:10]).decode().lower()
