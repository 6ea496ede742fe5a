"""Query parameters that calls of several subjects share."""

from __future__ import annotations

from marshmallow import Schema, fields

EYES = "public, seat:N, recorder or judge; by default the caller's own"


class LanguageArgs(Schema):
    """The language of sentences, titles and details."""

    lang = fields.String(metadata={"description": "en, es or both (en,es); else Accept-Language", "example": "en"})


class EyesArgs(LanguageArgs):
    """Who is looking."""

    eyes = fields.String(metadata={"description": EYES, "example": "public"})
