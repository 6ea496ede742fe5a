"""What can go wrong with the store. Each message says what, where, and the way out."""

from __future__ import annotations

import redis


class StoreError(RuntimeError):
    """The store cannot be opened."""


class NoServerError(StoreError):
    """No server is named, and none is found that could be started."""


class FolderInUseError(StoreError):
    """Another process holds the data folder."""


class UnreadableFolderError(StoreError):
    """The data folder was written by a server that those found here cannot follow."""


class LogLostError(StoreError):
    """Something of the log that was on disk is gone."""


class ServerFailedError(StoreError):
    """The server was found but does not come up."""


def refusal_cause(error: Exception) -> dict[str, str] | None:
    """Why a server refuses writes, by language; None for an error of another kind."""
    said = str(error)
    if isinstance(error, redis.OutOfMemoryError):
        return {"en": "memory limit reached", "es": "límite de memoria alcanzado"}
    if "No space left" in said:
        return {"en": "disk full", "es": "disco lleno"}
    if said.startswith("NOREPLICAS"):  # the embedded server is set to refuse so when its disk is almost full
        return {"en": "disk almost full, or replicas missing", "es": "disco casi lleno, o faltan réplicas"}
    if said.startswith("MISCONF"):
        return {"en": "the server cannot write to its disk", "es": "el servidor no puede escribir en su disco"}
    if isinstance(error, redis.ReadOnlyError):
        return {"en": "the server is a read-only replica", "es": "el servidor es una réplica de solo lectura"}
    return None
