"""What can go wrong with the store. Each message says what, where, and the way out."""

from __future__ import annotations


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
