"""Logging to standard error. Text from outside cannot start a new line or send control sequences to a terminal."""

import logging
import sys
import threading
import traceback
from types import TracebackType

from engines.kernel.text import plain
from service.out import note

_GENERIC = {"()": "service.logs.Formatter", "fmt": "%(message)s"}
GRANIAN = {"formatters": {"generic": _GENERIC, "access": _GENERIC}}
"""The formatters of granian's own messages, for :func:`logging.config.dictConfig`."""


class Formatter(logging.Formatter):
    """Writes one line per message, whatever it contains; the lines of a traceback are indented below it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as its base has it
        """Format a log record as one line."""
        return plain(super().formatMessage(record))

    def formatException(self, ei: object) -> str:  # noqa: N802 - as its base has it
        """Format a traceback, indented."""
        return indented(super().formatException(ei))  # type: ignore[arg-type]

    def formatStack(self, stack_info: str) -> str:  # noqa: N802 - as its base has it
        """Format a stack, indented."""
        return indented(super().formatStack(stack_info))


def indented(text: str) -> str:
    """Indent lines that belong to the message above them, so that none looks like a message of its own."""
    return "\n".join(f"  {plain(part)}" for part in text.split("\n"))


def set_up(name: str = "") -> None:
    """Log warnings, errors and uncaught exceptions of this process to standard error.

    Args:
        name: Prefix of each message, for example ``worker``.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(Formatter(f"{name}: %(message)s" if name else "%(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    sys.excepthook = _uncaught
    threading.excepthook = _thread_ended


def _thread_ended(args: threading.ExceptHookArgs) -> None:
    """Log the exception that ended a thread, except SystemExit."""
    if args.exc_type is not SystemExit:
        _uncaught(args.exc_type, args.exc_value, args.exc_traceback)


def _uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    note(indented("".join(traceback.format_exception(kind, error, trace)).rstrip("\n")))
