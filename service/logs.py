"""What is logged, to standard error. What came from outside neither reaches a terminal's commands nor starts a line."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from types import TracebackType

from engines.kernel.text import plain
from service.out import note

_GENERIC = {"()": "service.logs.Formatter", "fmt": "%(message)s"}
GRANIAN = {"formatters": {"generic": _GENERIC, "access": _GENERIC}}
"""What granian's own messages are written by, in the form of :func:`logging.config.dictConfig`."""


class Formatter(logging.Formatter):
    """One line a message, whatever is in it; the lines of a traceback are set in below it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as its base has it
        """The line of a record."""
        return plain(super().formatMessage(record))

    def formatException(self, ei: object) -> str:  # noqa: N802 - as its base has it
        """A traceback."""
        return indented(super().formatException(ei))  # type: ignore[arg-type]

    def formatStack(self, stack_info: str) -> str:  # noqa: N802 - as its base has it
        """A stack."""
        return indented(super().formatStack(stack_info))


def indented(text: str) -> str:
    """Lines that belong to the one above them: set in, so that none of them looks like a message of its own."""
    return "\n".join(f"  {plain(part)}" for part in text.split("\n"))


def set_up(name: str = "") -> None:
    """Log warnings and errors of this process to standard error, and what nobody caught.

    Args:
        name: What stands before each message, as in ``worker``.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(Formatter(f"{name}: %(message)s" if name else "%(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    sys.excepthook = _uncaught
    threading.excepthook = _thread_ended


def _thread_ended(args: threading.ExceptHookArgs) -> None:
    """A thread that ended; one that asked to is nothing to tell."""
    if args.exc_type is not SystemExit:
        _uncaught(args.exc_type, args.exc_value, args.exc_traceback)


def _uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    note(indented("".join(traceback.format_exception(kind, error, trace)).rstrip("\n")))
