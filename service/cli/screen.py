"""Pictures on the screen, in colour if it is a terminal; :mod:`service.out` writes all other text."""

from rich.console import Console
from rich.text import Text

from engines.kernel.text import plain

_HANGING = 4
"""Indentation of continued lines, in columns."""


def console(*, stderr: bool = False) -> Console:
    """A console without markup and automatic highlighting."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def show(picture: Text) -> None:
    """Draw a picture; control characters in its text are made visible."""
    picture = picture.copy()
    # One character for one, so that colours keep their positions.
    picture.plain = "\n".join(plain(part) for part in picture.plain.split("\n"))
    console().print(picture, soft_wrap=True, end="")


def wrapped(text: str, width: int) -> str:
    """Text for a screen of this width: lines are broken at blanks, and go on below where their text begins."""
    out: list[str] = []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        behind = " " * min(indent + _HANGING, width // 2)
        first, *more = Text(line).wrap(console(), width) or [Text()]
        rest = Text(line[len(first.plain) :].lstrip() if more else "").wrap(console(), width - len(behind))
        out += [first.plain.rstrip(), *(behind + part.plain.rstrip() for part in rest if more)]
    return "\n".join(out)
