"""The identity of this service: an Ed25519 key, which openings name and which signs files and statements.

The key is in the store and its backups, or in a file outside of both. The store also has the former keys, and its
origin: a store that was restored from a backup says so in what it signs.
"""

import base64
import contextlib
import json
import os
import secrets
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engines.kernel.game import Json
from service.record import signed
from service.record.signed import id_of, key_id, public_of
from service.store.keys import SERVICE_HISTORY, SERVICE_KEY
from service.store.log import now
from service.store.whole_file import OWNER_ONLY, replacing

OUTSIDE = "MOVEBOOK_SIGNING_KEY"
"""The variable that names the file of the private key, where it is not in the store."""
_KEY, _RESTORED = "key:", "restored:"
"""Fields of the history: a key by its number, a restore by its number."""


class SigningKeyError(Exception):
    """The file of the private key cannot be used; the message names it."""


def private_key(store: Any) -> Ed25519PrivateKey:
    """The service's private key; created once for all processes if the store should have it and has none.

    Raises:
        SigningKeyError: It should be in a file, and that cannot be used.
    """
    path = outside()
    if path is not None:
        try:
            return parse_private_key(path.read_text(encoding="ascii").strip())
        except (OSError, ValueError) as error:
            raise SigningKeyError(f"{OUTSIDE}: {path}: {error}") from None
    found = store.get(SERVICE_KEY)
    if found is None:
        made = Ed25519PrivateKey.generate()
        if store.set(SERVICE_KEY, _spelled(made), nx=True) and store.hlen(SERVICE_HISTORY):
            _register(store, made, None)
        found = store.get(SERVICE_KEY)
    return parse_private_key(found)


def outside() -> Path | None:
    """The file of the private key; None where it is in the store."""
    named = os.environ.get(OUTSIDE)
    return Path(named).expanduser() if named else None


def begin(store: Any) -> None:
    """Make the key at the first start, and note one that another has replaced outside of the store.

    A key in the store signs the one in a file that takes its place, and is deleted from the store.

    Raises:
        SigningKeyError: The file cannot be used.
    """
    path, inside = outside(), store.get(SERVICE_KEY)
    if path is not None:
        with contextlib.suppress(FileExistsError):
            _write(path, Ed25519PrivateKey.generate())
    key = private_key(store)
    if path is None:
        return
    before = parse_private_key(inside) if inside else None
    known = _rows(store, _KEY) or ([_row(public_of(before), None, None)] if before else [])
    if not known or known[-1]["public"] != public_of(key):
        _register(store, key, before)
    store.delete(SERVICE_KEY)


def rotate(store: Any) -> None:
    """Replace the key by a new one, which the old one signs.

    Raises:
        SigningKeyError: The file of the key cannot be used.
    """
    old, new, path = private_key(store), Ed25519PrivateKey.generate(), outside()
    with contextlib.ExitStack() as stack:
        if path is not None:
            try:
                file = stack.enter_context(replacing(path, OWNER_ONLY))
                file.write(_spelled(new) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            except OSError as error:
                raise SigningKeyError(f"{OUTSIDE}: {path}: {error.strerror}") from None
        _register(store, new, old)


def begin_origin(store: Any, at: str) -> None:
    """Note that the store was restored from a backup that was made at a time; it continues as a new origin."""
    number = len(_rows(store, _RESTORED))
    store.hset(SERVICE_HISTORY, f"{_RESTORED}{number}", json.dumps({"id": secrets.token_hex(8), "restored": at}))


def is_history(found: object) -> bool:
    """Whether a value has the form of the stored history: field -> JSON."""
    try:
        for name, value in found.items():  # type: ignore[attr-defined]
            row = json.loads(value)
            if name.startswith(_KEY):
                key_id(row["public"])
            valid = (name.startswith(_KEY) and set(row) == {"public", "at", "signature"}) or (
                name.startswith(_RESTORED) and type(row["id"]) is type(row["restored"]) is str
            )
            if not (valid and name.partition(":")[2].isdecimal()):
                return False
    except (AttributeError, KeyError, TypeError, ValueError):
        return False
    return True


def parse_private_key(kept: bytes | str) -> Ed25519PrivateKey:
    """Read a private key from the base64 that the store, a backup or a file holds.

    Raises:
        ValueError: It is not a private key of this kind.
    """
    return Ed25519PrivateKey.from_private_bytes(base64.b64decode(kept, validate=True))


def public_key(store: Any) -> str:
    """The public half, base64url without padding (43 characters)."""
    return public_of(private_key(store))


def own_id(store: Any) -> str:
    """The id of this service's key; the key is created if there is none."""
    return id_of(private_key(store))


def is_own(store: Any, key: str) -> bool:
    """Whether a key is or was this service's."""
    return key == own_id(store) or any(key == key_id(row["public"]) for row in _rows(store, _KEY))


def origin(store: Any) -> list[Json]:
    """The store's origin: the first, which is named by the first key, then one for each backup it was restored from."""
    rows = _rows(store, "")
    first = next((row["public"] for row in rows if "public" in row), None) or public_key(store)
    return [{"id": key_id(first)[:16], "restored": None}, *(row for row in rows if "restored" in row)]


def described(store: Any) -> Json:
    """The key as everybody may read it: id, public half, former keys, and the store's origin."""
    rows = _rows(store, _KEY) or [_row(public_key(store), None, None)]
    keys = [
        {"key": key_id(row["public"]), "public": row["public"], "verifier": signed.verifier(row["public"]), **row}
        for row in rows
    ]
    *former, present = keys
    for one, after in zip(former, keys[1:], strict=True):
        one["until"] = after["at"]
    return {**present, "former": former, "origin": origin(store)}


def writer_id(store: Any) -> str:
    """The ``by`` of an entry that the service writes by itself: 16 characters, made from the key's id.

    It has the form of a token's id, and no token has it.
    """
    return base64.b32encode(bytes.fromhex(own_id(store))[:10]).decode().lower()


def _spelled(key: Ed25519PrivateKey) -> bytes:
    return base64.b64encode(key.private_bytes_raw())


def _write(path: Path, key: Ed25519PrivateKey) -> None:
    """Write a key to a new file that only its owner can read."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(_spelled(key) + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise
    except OSError as error:
        raise SigningKeyError(f"{OUTSIDE}: {path}: {error.strerror}") from None


def _row(public: str, at: str | None, signature: str | None) -> Json:
    return {"public": public, "at": at, "signature": signature}


def _rows(store: Any, kind: str) -> list[Json]:
    """The rows of the history whose field begins with ``kind``, in order."""
    found = {name.decode(): value for name, value in store.hgetall(SERVICE_HISTORY).items()}
    names = [name for name in found if name.startswith(kind)]
    return [json.loads(found[name]) for name in sorted(names, key=lambda name: int(name.partition(":")[2]))]


def _register(store: Any, key: Ed25519PrivateKey, before: Ed25519PrivateKey | None) -> None:
    """Add a key to the history, signed by the one before where that is at hand; store it unless it is in a file."""
    known = _rows(store, _KEY)
    if not known and before is not None:
        known = [_row(public_of(before), None, None)]
    at = now() if known else None
    signature = signed.sign(before, signed.succession(id_of(before), public_of(key), str(at))) if before else None
    pipe = store.pipeline(transaction=True)
    for number, row in enumerate([*known, _row(public_of(key), at, signature)]):
        pipe.hset(SERVICE_HISTORY, f"{_KEY}{number}", json.dumps(row, sort_keys=True))
    if outside() is None:
        pipe.set(SERVICE_KEY, _spelled(key))
    pipe.execute()
