"""Boxes: the components of an edition."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.fields import OpenShape, Output
from service.api.schemas.queries import LanguageArgs


class BoxArgs(LanguageArgs):
    """Whose components."""

    game = fields.String(required=True, metadata={"example": "kingdoms", "description": "The title."})


class Components(OpenShape):
    """All that is in a box, with the members that its game names."""

    edition = fields.String(allow_none=True, metadata={"description": "What its owner calls it: to read, no proof."})


class HashedComponents(Components):
    """A box with its hash."""

    hash = fields.String(required=True, metadata={"description": "SHA-256 of the box's bytes, as hex."})


class BoxOut(Output):
    """A box that is kept."""

    hash = fields.String(required=True, metadata={"description": "What a record is opened with."})
    play_hash = fields.String(
        required=True,
        metadata={"description": "Of what changes play in it: the `box` of what makes results comparable."},
    )
    game = fields.String(required=True, metadata={"description": "The title."})
    edition = fields.String(
        required=True, allow_none=True, metadata={"description": "What its owner calls it; null where it has no name."}
    )


class BoxNamed(Output):
    """A box, named and not repeated."""

    hash = fields.String(required=True, metadata={"description": "Proves which components were played with."})
    edition = fields.String(
        required=True, allow_none=True, metadata={"description": "What its owner calls it: to read, no proof."}
    )


class BoxWhole(BoxNamed):
    """A box with all that is in it."""

    components = fields.Nested(
        Components,
        required=True,
        allow_none=True,
        metadata={"description": "The box as it is kept under its hash; null where a replay is read on."},
    )
