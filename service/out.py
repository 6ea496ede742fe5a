"""The door of output: all that this program writes for people and for pipes, but files and the wire, goes through here.

Names, boxes, files and answers of services come from outside. What a terminal would obey in them is shown instead
(:mod:`engines.kernel.text`); the ends of lines are ours.
"""

from __future__ import annotations

import importlib
import json
import sys
from types import ModuleType
from typing import Any

from engines.kernel.text import escaped, plain


def clean(text: str) -> str:
    """Lines of text as they may be written; a text from outside that must stay one line is made ``plain`` before."""
    return "\n".join(plain(part) for part in text.split("\n"))


def cleaned(value: Any) -> Any:
    """A JSON value, every text in it plain."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {plain(key): cleaned(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [cleaned(item) for item in value]
    return value


def write_line(text: str, *, flush: bool = False) -> None:
    """Write text and an end of line to standard output."""
    print(clean(text), flush=flush)


def note(text: str) -> None:
    """Write text and an end of line to standard error."""
    print(clean(text), file=sys.stderr, flush=True)


def write_json(value: Any, *, indent: int | None = None, flush: bool = False) -> None:
    """Write a value as JSON, one line where there is no indent."""
    print(escaped(json.dumps(value, ensure_ascii=False, indent=indent)), flush=flush)


def write_qr(text: str) -> None:
    """Draw a text as a QR code on standard output, which is a terminal.

    Raises:
        ModuleNotFoundError: The package segno is not installed.
    """
    segno: ModuleType = importlib.import_module("segno")  # slow to load, and hardly ever wanted
    segno.make(text, error="l", micro=False).terminal(out=sys.stdout, compact=True)


def write_bytes(content: bytes) -> None:
    """Write a file to standard output: byte for byte into a pipe, and what can be shown of it on a terminal."""
    if sys.stdout.isatty():
        print(clean(content.decode("utf-8", "replace")), end="")
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
