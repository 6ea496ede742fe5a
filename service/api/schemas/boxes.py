"""Boxes: the components of an edition."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.api.schemas.queries import LanguageArgs


class BoxArgs(LanguageArgs):
    """Whose components."""

    game = fields.String(required=True, metadata={"example": "kingdoms"})


class BoxOut(Schema):
    """A box that is kept."""

    hash = fields.String(required=True)
    game = fields.String(required=True)
    edition = fields.String(allow_none=True)


class BoxNamed(Schema):
    """A box, named and not repeated."""

    hash = fields.String(required=True, metadata={"description": "proves which components were played with"})
    edition = fields.String(allow_none=True, metadata={"description": "what its owner calls it: to read, no proof"})


class BoxWhole(BoxNamed):
    """A box with all that is in it."""

    components = fields.Dict(required=True, metadata={"description": "the box as it is kept under its hash"})
