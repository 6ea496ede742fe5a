"""Writes all output for people and pipes (not files or network data).

Names, boxes, files and answers of services come from outside. Control sequences in them are shown, not sent to the
terminal (:mod:`engines.kernel.text`); only this module writes line ends.
"""

import importlib
import json
import sys
from types import ModuleType
from typing import Any

from engines.kernel.text import escaped, plain


def clean(text: str) -> str:
    """Make lines of text safe to write; apply ``plain`` first to text from outside that must stay on one line."""
    return "\n".join(plain(part) for part in text.split("\n"))


def cleaned(value: Any) -> Any:
    """Return a JSON value with every text in it made plain."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {plain(key): cleaned(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [cleaned(item) for item in value]
    return value


def write_line(text: str, *, flush: bool = False) -> None:
    """Write text and a line end to standard output."""
    print(clean(text), flush=flush)


def note(text: str) -> None:
    """Write text and a line end to standard error."""
    print(clean(text), file=sys.stderr, flush=True)


def write_json(value: Any, *, indent: int | None = None, flush: bool = False) -> None:
    """Write a value as JSON to standard output, on one line if there is no indent."""
    print(escaped(json.dumps(value, ensure_ascii=False, indent=indent)), flush=flush)


def write_qr(text: str) -> None:
    """Draw a text as a QR code on standard output, which must be a terminal.

    Raises:
        ModuleNotFoundError: The package segno is not installed.
    """
    segno: ModuleType = importlib.import_module("segno")  # slow to load and rarely used
    segno.make(text, error="l", micro=False).terminal(out=sys.stdout, compact=True)


def write_bytes(content: bytes) -> None:
    """Write a file to standard output: unchanged into a pipe, or as safe text on a terminal."""
    if sys.stdout.isatty():
        print(clean(content.decode("utf-8", "replace")), end="")
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
