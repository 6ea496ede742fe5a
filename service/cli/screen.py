"""Pictures on the screen, in colour where it is a terminal; :mod:`service.out` writes all other text."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from engines.kernel.text import plain


def console(*, stderr: bool = False) -> Console:
    """A console that draws as told: no markup, no guesses at what might be highlighted."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def show(picture: Text) -> None:
    """Draw a picture; what a terminal would obey in its text is shown instead."""
    picture = picture.copy()
    # Sign for sign, so that colours stay where they are.
    picture.plain = "\n".join(plain(part) for part in picture.plain.split("\n"))
    console().print(picture, soft_wrap=True, end="")
