"""Errors that end a command early, each with a message of one line."""

from engines.kernel.game import LANGUAGES, Text
from engines.kernel.sentences import same
from service.texts import SaidError


class CommandError(SaidError):
    """The command failed or was refused: exit code 1.

    Args:
        says: The message in every language, or one that has no translation.
        where: What it is about, such as the name of a file.
    """

    code = 1

    def __init__(self, says: Text | str, *, where: str = "") -> None:
        text = same(says) if isinstance(says, str) else says
        super().__init__({lang: f"{where}: {text[lang]}" for lang in LANGUAGES} if where else text)


class UsageError(CommandError):
    """The command was used in an invalid way: exit code 2."""

    code = 2
