"""The language of the command line: ``--lang``, else MOVEBOOK_LANG, else the system's, else English."""

import os
from collections.abc import Mapping

from engines.kernel.game import LANGUAGES
from service.texts import said


class Speech:
    """Picks the text of one language.

    Args:
        lang: ``en`` or ``es``.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, en: str, es: str) -> str:
        """Return one of the two texts."""
        return es if self.lang == "es" else en

    def said(self, key: str, /, **values: object) -> str:
        """A sentence of :func:`service.texts.said` in this language."""
        return said(key, **values)[self.lang]

    def of(self, says: Mapping[str, str]) -> str:
        """The sentence in this language, or else in any that it has."""
        return says.get(self.lang) or next(iter(says.values()), "")


def language(asked: str | None = None, environ: Mapping[str, str] | None = None) -> str:
    """The language to use.

    Args:
        asked: The value of ``--lang``, if any.
        environ: The environment; by default that of this process.
    """
    environ = os.environ if environ is None else environ
    for wanted in (asked, *(environ.get(name) for name in ("MOVEBOOK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        if wanted:
            # The first variable that is set decides, as usual: LC_ALL=C overrides LANG=es.
            code = wanted[:2].casefold()
            return code if code in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]
