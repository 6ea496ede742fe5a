"""The language of an answer: asked for by ``?lang=``, else by ``Accept-Language``, else English."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from engines.kernel.game import LANGUAGES


def language_of(lang: str | None, header: str | None) -> str:
    """The language of titles and details: the first of ``lang`` that there is, or what the browser prefers.

    Args:
        lang: The value of ``?lang=``, as in ``es`` or ``en,es``; None without one.
        header: ``Accept-Language``; None without one.
    """
    if lang:
        for wanted in lang.split(","):
            if wanted in LANGUAGES:
                return wanted
    return preferred(header)


def languages_of(lang: str | None, header: str | None) -> tuple[str, ...]:
    """The languages of sentences: all of ``lang`` that there are, else the one of :func:`language_of`."""
    wanted = lang.split(",") if lang else ()
    return tuple(each for each in LANGUAGES if each in wanted) or (preferred(header),)


def in_languages(sentence: Mapping[str, str] | None, wanted: Sequence[str]) -> dict[str, str] | None:
    """Return a sentence in the languages asked for; None if there is none."""
    return None if sentence is None else {lang: sentence[lang] for lang in wanted}


@lru_cache(maxsize=256)
def preferred(header: str | None) -> str:
    """The language that an ``Accept-Language`` asks for."""
    # By the reader's own order, and es-MX is es: a best match of whole tags would prefer a distant en.
    for tag, quality in parse_accept_header(header, LanguageAccept):
        if quality > 0 and (wanted := tag.partition("-")[0].lower()) in LANGUAGES:
            return wanted
    return LANGUAGES[0]
