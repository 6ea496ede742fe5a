"""Archived records: each is one immutable file, named by the SHA-256 of its bytes; the store keeps a summary."""

from service.store.archive.brief import Brief, briefs_of, head_of, shard_briefs
from service.store.archive.content import Content, read
from service.store.archive.folder import ArchiveError, FileMissingError, Folder, damaged
from service.store.archive.records import DERIVED, Archive, files_of

__all__ = [
    "DERIVED",
    "Archive",
    "ArchiveError",
    "Brief",
    "Content",
    "FileMissingError",
    "Folder",
    "briefs_of",
    "damaged",
    "files_of",
    "head_of",
    "read",
    "shard_briefs",
]
