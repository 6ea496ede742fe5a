"""What ends a command early, in one clear line."""

from __future__ import annotations


class CommandError(Exception):
    """The command failed or was refused: exit code 1.

    Args:
        en: Why.
        es: Why, in Spanish; the English text where it comes from elsewhere.
    """

    code = 1

    def __init__(self, en: str, es: str | None = None) -> None:
        super().__init__(en)
        self.says = {"en": en, "es": en if es is None else es}


class UsageError(CommandError):
    """The command was asked for something that makes no sense: exit code 2."""

    code = 2
