"""The language that the command line speaks: ``--lang``, else MOVEBOOK_LANG, else the system's, else English."""

from __future__ import annotations

import os
from collections.abc import Mapping

from engines.kernel.game import LANGUAGES


class Speech:
    """Picks the text of one language.

    Args:
        lang: ``en`` or ``es``.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, en: str, es: str) -> str:
        """One of the two."""
        return es if self.lang == "es" else en

    def of(self, says: Mapping[str, str]) -> str:
        """The sentence in this language, or in the one there is."""
        return says.get(self.lang) or next(iter(says.values()), "")


def language(asked: str | None = None, environ: Mapping[str, str] | None = None) -> str:
    """The language to speak.

    Args:
        asked: What ``--lang`` says, if anything.
        environ: The environment; this process's where none is given.
    """
    environ = os.environ if environ is None else environ
    for wanted in (asked, *(environ.get(name) for name in ("MOVEBOOK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        if wanted:
            # The first that is set decides, as everywhere: LANG=es says nothing where LC_ALL=C.
            code = wanted[:2].casefold()
            return code if code in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]
