"""The files of an archive: a folder, and its errors. Another kind of storage needs the methods of :class:`Folder`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from service.store import packing
from service.store.errors import StoreError
from service.store.whole_file import OWNER_ONLY, replacing, sync_folder

_NAME = re.compile(r"[0-9a-f]{64}\Z")


class ArchiveError(StoreError):
    """A file of the archive cannot be read or written; everything else goes on."""

    def __init__(self, en: str, es: str) -> None:
        super().__init__(en)
        self.says = {"en": en, "es": es}


class FileMissingError(ArchiveError):
    """The folder has no file of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the archive has no file {name[:16]}", f"el archivo no tiene el fichero {name[:16]}")


class Folder:
    """A folder of immutable files, named by their SHA-256; only its owner may read it.

    Args:
        path: The folder; created when the first file is written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def at(cls, path: Path | None) -> Self | None:
        """The folder at a path; None without one."""
        return None if path is None else cls(path)

    def _path(self, name: str) -> Path:
        return self.path / name[:2] / name[2:4] / f"{name}.zst"

    def put(self, name: str, data: bytes) -> None:
        """Store a file, complete or not at all.

        Raises:
            ArchiveError: The folder is full, read-only or gone.
        """
        path = self._path(name)
        try:
            for folder in (self.path, path.parent.parent, path.parent):
                folder.mkdir(mode=0o700, exist_ok=True)
            with replacing(path, OWNER_ONLY) as file:
                file.write(data)
            for folder in (path.parent.parent, self.path):
                sync_folder(folder)
        except OSError as error:
            raise _unusable(self.path, error) from error

    def get(self, name: str) -> bytes:
        """Read a file.

        Raises:
            FileMissingError: There is none.
            ArchiveError: It cannot be read, or its bytes are not those of its name.
        """
        try:
            with self._path(name).open("rb") as file:
                data = file.read(packing.MOST_BYTES)
        except FileNotFoundError:
            raise FileMissingError(name) from None
        except OSError as error:
            raise _unusable(self.path, error) from error
        if hashlib.sha256(data).hexdigest() != name:
            raise damaged(name)
        return data

    def has(self, name: str) -> bool:
        """Whether there is a file of this name."""
        return self._path(name).exists()

    def delete(self, name: str) -> None:
        """Delete a file; one that is missing is no error.

        Raises:
            ArchiveError: The folder is read-only or gone.
        """
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            raise _unusable(self.path, error) from error

    def each(self) -> Iterator[tuple[str, int]]:
        """The name and size of each file.

        Raises:
            ArchiveError: The folder cannot be read.
        """
        try:
            self.path.stat()
            for path in self.path.glob("??/??/*.zst"):
                if _NAME.match(path.stem):
                    yield path.stem, path.stat().st_size
        except OSError as error:
            raise _unusable(self.path, error) from error


def _unusable(folder: Path, error: OSError) -> ArchiveError:
    why = error.strerror or str(error)
    return ArchiveError(
        f"the archive {folder} cannot be used: {why}", f"el archivo de {folder} no se puede usar: {why}"
    )


def damaged(name: str) -> ArchiveError:
    """The error for a file whose content is not what was written."""
    return ArchiveError(
        f"the archive's file {name[:16]} is damaged: restore it from a copy of the folder",
        f"el fichero {name[:16]} del archivo está dañado: recupéralo de una copia de la carpeta",
    )
