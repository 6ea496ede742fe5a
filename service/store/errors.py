"""Errors of the store. Each message says what failed, where, and the remedy."""

import redis


class StoreError(RuntimeError):
    """The store cannot be opened."""


class NoServerError(StoreError):
    """No server is configured, and none that can be started was found."""


class FolderInUseError(StoreError):
    """Another process holds the data folder."""


class UnreadableFolderError(StoreError):
    """None of the servers found here can read the data folder."""


class LogLostError(StoreError):
    """Part of the log that was on disk is missing."""


class ServerFailedError(StoreError):
    """The server was found but does not start."""


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
