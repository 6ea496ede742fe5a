"""Writing a file as a whole: readers see the old one or the complete new one, also after a power cut."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import IO

OWNER_ONLY = 0o600


@contextlib.contextmanager
def replacing(path: Path, mode: int | None = None) -> Iterator[IO[bytes]]:
    """Open a new file, which gets its name when the block ends without an error and its bytes are on disk.

    Args:
        path: Its path; an existing file is replaced.
        mode: Its permissions; None for those of the file that it replaces, else those that any new file has.
    """
    fresh = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        created = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
        with os.fdopen(created, "wb") as file:
            if mode is None and path.exists():
                fresh.chmod(path.stat().st_mode & 0o777)
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        sync_folder(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to disk; some mounted storage cannot, and that is no error."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
