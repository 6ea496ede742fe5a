"""Whole records as files."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.api.schemas.queries import EyesArgs


class ExportArgs(EyesArgs):
    """In which form."""

    format = fields.String(load_default="json", validate=validate.OneOf(["json", "text", "html"]))


class BackOut(Schema):
    """A record taken back."""

    record = fields.String(required=True)
    version = fields.Integer(required=True)
    head_hash = fields.String(required=True)
    known = fields.Boolean(required=True, metadata={"description": "whether it was here already"})
