"""Why something is done: free text that may be left out."""

from __future__ import annotations

from marshmallow import validate

from service.api.schemas.fields import PlainText, doc
from service.record.entries.other_shapes import LONGEST_TEXT


def reason() -> PlainText:
    """Why something is done; free text."""
    return PlainText(
        load_default="",
        validate=validate.Length(max=LONGEST_TEXT),
        **doc("The reason; stored apart from the log, so that it can be erased."),
    )
