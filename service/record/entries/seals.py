"""Seals: commitments that include secret facts in the chain without revealing them."""

import base64
import hashlib
import hmac
import secrets
from typing import Any

from engines.kernel import canonical, sealing
from service.access.eyes import PUBLIC, RECORDER, Eyes
from service.record.signed import encode

SALT_BYTES = 16


def salt() -> str:
    """A new random salt, base64url without padding."""
    return encode(secrets.token_bytes(SALT_BYTES))


def seal(salted: str, value: Any) -> str:
    """The seal of a value: base64url(SHA-256(salt || canonical bytes)), without padding."""
    return encode(hashlib.sha256(_bytes(salted) + canonical.canonical(value)).digest())


def proves(sealed: str, salted: str, value: Any) -> bool:
    """Whether a salt and a value are what was sealed."""
    try:
        # Compare bytes: compare_digest accepts only ASCII texts, and a seal in a file may be any text.
        return hmac.compare_digest(sealed.encode(), seal(salted, value).encode())
    except ValueError:
        return False


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def salted(secret: sealing.Secret, eyes: Eyes) -> dict[str, Any]:
    """Return a secret with a new salt, for the eyes of its seat and of its writer.

    A judge without own eyes does not make a secret public by typing it: only the seat may see it, or, if it belongs to
    no seat, the recorder.
    """
    whose = [] if secret.seat is None else [f"seat:{secret.seat}"]
    names = [*whose, *([] if eyes == PUBLIC else [eyes.name])] or [RECORDER.name]
    return {"salt": salt(), "value": secret.value, "eyes": list(dict.fromkeys(names))}
