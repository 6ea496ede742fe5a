"""Files that are served without their documentation comments: their bytes and tags, read once for all who ask."""

import functools
import gzip
import hashlib
import re
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

LARGE = 1_000_000
"""Bytes from which on a file is packed less thoroughly, for somebody waits for it."""
SAVING = 0.9
"""What is packed is at most so large a part of it."""
_DOCS = re.compile(
    rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$|/\*\*(?:(?!\*/).)*\*/ ?|(?<=;) // [^\n\"]*$",
    re.DOTALL | re.MULTILINE,
)
"""Comments and types; without them a phone loads a quarter less."""
_SHEET_DOCS = re.compile(rb"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)
"""Comments of a style sheet on lines of their own."""


def tagged(content: bytes) -> tuple[bytes, str]:
    """Bytes with their tag: the first 16 hex digits of their SHA-256."""
    return content, hashlib.sha256(content).hexdigest()[:16]


def content_of(file: Traversable) -> tuple[bytes, str]:
    """The bytes of a file and their tag; read again where the file has changed. Some have a megabyte."""
    return _read(cast("Any", file), file.stat().st_mtime_ns if isinstance(file, Path) else 0)


@functools.lru_cache(maxsize=1024)
def _read(file: Any, _changed_ns: int) -> tuple[bytes, str]:
    content: bytes = file.read_bytes()
    # Lines keep their numbers.
    docs = _DOCS if file.name.endswith(".js") else _SHEET_DOCS if file.name.endswith(".css") else None
    return tagged(docs.sub(lambda found: b"\n" * found[0].count(b"\n"), content) if docs else content)


@functools.lru_cache(maxsize=1024)
def compressed(content: bytes) -> bytes | None:
    """Bytes by gzip, for those who take that; None where it saves too little, as of a picture.

    Args:
        content: As :func:`content_of` gives it: the same object each time, whose hash Python knows by then.
    """
    small = gzip.compress(content, compresslevel=9 if len(content) < LARGE else 6, mtime=0)
    return small if len(small) < SAVING * len(content) else None
