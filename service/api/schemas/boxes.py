"""Boxes: the components of an edition."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.fields import OpenShape, Output, doc
from service.api.schemas.queries import LanguageArgs


class BoxArgs(LanguageArgs):
    """Whose components."""

    game = fields.String(required=True, **doc("The title.", example="kingdoms"))


class KeepArgs(BoxArgs):
    """Whose components, and whether unusual values are meant."""

    confirmed = fields.Boolean(**doc("Unusual values were looked at and are printed so: `box-questions` is not asked."))


class Components(OpenShape):
    """All that is in a box, with the members that its game names."""

    edition = fields.String(allow_none=True, **doc("What its owner calls it: to read, no proof."))


class HashedComponents(Components):
    """A box with its hash."""

    hash = fields.String(required=True, **doc("SHA-256 of the box's bytes, as hex."))


class BoxOut(Output):
    """A box that is kept."""

    hash = fields.String(required=True, **doc("What a record is opened with."))
    play_hash = fields.String(
        required=True,
        **doc("Of what changes play in it: the `box` of what makes results comparable."),
    )
    game = fields.String(required=True, **doc("The title."))
    edition = fields.String(
        required=True, allow_none=True, **doc("What its owner calls it; null where it has no name.")
    )


class BoxNamed(Output):
    """A box, named and not repeated."""

    hash = fields.String(required=True, **doc("Proves which components were played with."))
    edition = fields.String(required=True, allow_none=True, **doc("What its owner calls it: to read, no proof."))


class EditionOut(BoxNamed):
    """An edition, and how much of it was compared with a printed copy.

    The four numbers are null where the game does not say which rows its boxes have.
    """

    stand_in = fields.Boolean(required=True, **doc("Some of its rows are placeholders."))
    rows = fields.Integer(required=True, allow_none=True, **doc("Rows (tiles, cards, regions) of the box."))
    compared = fields.Integer(required=True, allow_none=True, **doc("Rows that were compared with a printed copy."))
    used = fields.Integer(required=True, allow_none=True, **doc("Rows that this game used so far."))
    used_compared = fields.Integer(
        required=True, allow_none=True, **doc("Rows that this game used and that were compared.")
    )


class EditionListed(BoxNamed):
    """An edition that records can be opened with."""

    play_hash = fields.String(required=True, **doc("Of what changes play in it."))
    stand_in = fields.Boolean(required=True, **doc("Some of its rows are placeholders."))
    rows = fields.Integer(required=True, allow_none=True, **doc("Its rows; null where not known."))
    compared = fields.Integer(required=True, allow_none=True, **doc("Rows that were compared with a printed copy."))


class DraftOut(Output):
    """An edition that is being filled in."""

    edition = fields.String(required=True, **doc("Its name."))
    game = fields.String(required=True, **doc("The title."))
    version = fields.Integer(required=True, **doc("What the next write follows."))
    changed_at = fields.String(required=True, **doc("When it was written; RFC 3339, UTC."))
    rows = fields.Integer(required=True, allow_none=True, **doc("Its rows; null where not known."))
    compared = fields.Integer(required=True, allow_none=True, **doc("Rows that were compared with a printed copy."))


class EditionsOut(Output):
    """The editions of a game."""

    boxes = fields.List(
        fields.Nested(EditionListed),
        required=True,
        **doc("This program's own first, then those that the caller's club stored."),
    )
    drafts = fields.List(fields.Nested(DraftOut), required=True, **doc("Those that the club is still filling in."))


class BoxWhole(BoxNamed):
    """A box with all that is in it."""

    components = fields.Nested(
        Components,
        required=True,
        allow_none=True,
        **doc("The box as it is kept under its hash; null where a replay is read on."),
    )
