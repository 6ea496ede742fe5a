"""Whole records as files."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.api.schemas.queries import EyesArgs, LanguageArgs
from service.api.schemas.records import CopyOut
from service.record.copies import VISIBILITIES


class ExportArgs(EyesArgs):
    """In which form."""

    format = fields.String(load_default="json", validate=validate.OneOf(["json", "text", "html"]))


class BringArgs(LanguageArgs):
    """As what a file is kept."""

    visibility = fields.String(
        validate=validate.OneOf(VISIBILITIES),
        metadata={"description": "who may look at the copy; left out: private where its opening is, else unlisted"},
    )
    adopt = fields.Boolean(
        load_default=False,
        metadata={
            "description": "make it a record of this service, under its own id and marked so for ever; admins only"
        },
    )


class BackOut(Schema):
    """A file taken in: a copy, or where an admin adopted it a record."""

    record = fields.String(required=True)
    version = fields.Integer(required=True)
    head_hash = fields.String(required=True)
    copy = fields.Nested(CopyOut, required=True, allow_none=True)
    known = fields.Boolean(required=True, metadata={"description": "whether it was here already"})
