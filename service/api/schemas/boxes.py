"""Boxes: the components of an edition."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.fields import OpenShape, Output, doc
from service.api.schemas.queries import LanguageArgs


class BoxArgs(LanguageArgs):
    """Query parameters of a call that returns the components of a box."""

    game = fields.String(required=True, **doc("The id of the game.", example="kingdoms"))


class KeepArgs(BoxArgs):
    """Query parameters of a call that stores a box."""

    confirmed = fields.Boolean(
        **doc("Unusual values were checked against the printed copy; do not answer `box-questions`.")
    )


class Components(OpenShape):
    """The content of a box; each game defines its members."""

    edition = fields.String(allow_none=True, **doc("The owner's name for it. It proves nothing."))


class HashedComponents(Components):
    """A box with its hash."""

    hash = fields.String(required=True, **doc("SHA-256 of the box's bytes, as hex."))


class BoxOut(Output):
    """A stored box."""

    hash = fields.String(required=True, **doc("The value for `box` when a record is opened."))
    play_hash = fields.String(
        required=True,
        **doc("Of what changes play in it: the `box` of what makes results comparable."),
    )
    game = fields.String(required=True, **doc("The id of the game."))
    edition = fields.String(required=True, allow_none=True, **doc("The owner's name for it; null if it has none."))


class BoxNamed(Output):
    """A box by name and hash, without its content."""

    hash = fields.String(required=True, **doc("Proves which components were played with."))
    edition = fields.String(required=True, allow_none=True, **doc("The owner's name for it. It proves nothing."))


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
    game = fields.String(required=True, **doc("The id of the game."))
    version = fields.Integer(required=True, **doc("The version of the draft, for `If-Match`."))
    changed_at = fields.String(required=True, **doc("When it was written; RFC 3339, UTC."))
    rows = fields.Integer(required=True, allow_none=True, **doc("Its rows; null where not known."))
    compared = fields.Integer(required=True, allow_none=True, **doc("Rows that were compared with a printed copy."))


class EditionsOut(Output):
    """The editions of a game."""

    boxes = fields.List(
        fields.Nested(EditionListed),
        required=True,
        **doc("First the built-in editions, then those that the caller's club stored."),
    )
    drafts = fields.List(fields.Nested(DraftOut), required=True, **doc("The drafts of the club."))


class BoxWhole(BoxNamed):
    """A box with its content."""

    components = fields.Nested(
        Components,
        required=True,
        allow_none=True,
        **doc("The box as it is kept under its hash; null where a replay is read on."),
    )
