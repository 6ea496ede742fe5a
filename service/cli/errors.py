"""Errors that end a command early, each with a message of one line."""

from __future__ import annotations


class CommandError(Exception):
    """The command failed or was refused: exit code 1.

    Args:
        en: The message in English.
        es: The message in Spanish; the English text if there is no translation.
    """

    code = 1

    def __init__(self, en: str, es: str | None = None) -> None:
        super().__init__(en)
        self.says = {"en": en, "es": en if es is None else es}


class UsageError(CommandError):
    """The command was used in an invalid way: exit code 2."""

    code = 2
