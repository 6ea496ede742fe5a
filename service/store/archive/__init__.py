"""Archived records: each is one immutable file, named by the SHA-256 of its bytes; the store keeps only its head."""

from service.store.archive.content import Content, read
from service.store.archive.folder import ArchiveError, FileMissingError, Folder, damaged
from service.store.archive.records import DERIVED, Archive, files_of

__all__ = ["DERIVED", "Archive", "ArchiveError", "Content", "FileMissingError", "Folder", "damaged", "files_of", "read"]
