"""The store's own secret, from which it derives ids and MACs that no other store can create."""

import hashlib
import hmac
import secrets
from typing import Any

from service.store.keys import STORE_SECRET


def store_secret(store: Any) -> bytes:
    """The store's own secret; created at the first call."""
    found: bytes | None = store.get(STORE_SECRET)
    if found is None:
        store.set(STORE_SECRET, secrets.token_hex(32), nx=True)
        found = store.get(STORE_SECRET)
    if found is None:
        msg = f"{STORE_SECRET} was deleted while it was read"
        raise RuntimeError(msg)
    return found


def mac(store: Any, what: str, text: str) -> str:
    """A MAC that proves that a text came from this store: 128 bits, in hexadecimal.

    ``what``: the kind of text; a MAC is valid for one kind only.
    """
    return hmac.new(store_secret(store), f"{what}\n{text}".encode(), hashlib.sha256).hexdigest()[:32]
