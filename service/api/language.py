"""The language of an answer: asked for by ``?lang=``, else by ``Accept-Language``, else English."""

from __future__ import annotations

from functools import lru_cache

from flask import has_request_context, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from engines.kernel.game import LANGUAGES


def language() -> str:
    """The language of titles and details: the first of ``?lang=`` that there is, or what the browser prefers."""
    if not has_request_context():
        return LANGUAGES[0]
    if request.query_string:
        for wanted in request.args.get("lang", "").split(","):
            if wanted in LANGUAGES:
                return wanted
    return preferred(request.headers.get("Accept-Language"))


@lru_cache(maxsize=256)
def preferred(header: str | None) -> str:
    """The language that an ``Accept-Language`` asks for."""
    # By the reader's own order, and es-MX is es: a best match of whole tags would prefer a distant en.
    for tag, quality in parse_accept_header(header, LanguageAccept):
        if quality > 0 and (wanted := tag.partition("-")[0].lower()) in LANGUAGES:
            return wanted
    return LANGUAGES[0]


def languages() -> tuple[str, ...]:
    """The languages of sentences: all of ``?lang=en,es`` that there are, else the one of :func:`language`."""
    if not request.query_string:
        return (language(),)
    wanted = request.args.get("lang", "").split(",")
    return tuple(lang for lang in LANGUAGES if lang in wanted) or (language(),)
