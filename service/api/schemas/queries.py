"""Query parameters that calls of several subjects share."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.fields import Shape, doc

EYES = "Who is looking: public, seat:N, recorder or judge; by default the caller's own."


class LanguageArgs(Shape):
    """The language of sentences, titles and details."""

    lang = fields.String(
        **doc(
            "The language of sentences and refusals: en, es, or both (en,es); without it the one that "
            "`Accept-Language` prefers.",
            example="en",
        )
    )


class EyesArgs(LanguageArgs):
    """The eyes through which the caller looks."""

    eyes = fields.String(**doc(EYES, example="public"))
