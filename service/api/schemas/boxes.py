"""Boxes: the components of an edition."""

from marshmallow import fields

from service.api.schemas import output as out
from service.api.schemas.fields import LanguageArgs, OpenShape, Output, doc


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

    edition = out.text("The owner's name for it. It proves nothing.", optional=True, null=True)


class HashedComponents(Components):
    """A box with its hash."""

    hash = out.text("SHA-256 of the box's bytes, as hex.")


class BoxOut(Output):
    """A stored box."""

    hash = out.text("The value for `box` when a record is opened.")
    play_hash = out.text("Of what changes play in it: the `box` of what makes results comparable.")
    game = out.text("The id of the game.")
    edition = out.text("The owner's name for it; null if it has none.", null=True)


class BoxNamed(Output):
    """A box by name and hash, without its content."""

    hash = out.text("Proves which components were played with.")
    edition = out.text("The owner's name for it. It proves nothing.", null=True)


class EditionOut(BoxNamed):
    """An edition, and how much of it was compared with a printed copy.

    The four numbers are null where the game does not say which rows its boxes have.
    """

    stand_in = out.flag("Some of its rows are placeholders.")
    rows = out.number("Rows (tiles, cards, regions) of the box.", null=True)
    compared = out.number("Rows that were compared with a printed copy.", null=True)
    used = out.number("Rows that this game used so far.", null=True)
    used_compared = out.number("Rows that this game used and that were compared.", null=True)


class EditionListed(BoxNamed):
    """An edition that records can be opened with."""

    play_hash = out.text("Of what changes play in it.")
    stand_in = out.flag("Some of its rows are placeholders.")
    rows = out.number("Its rows; null where not known.", null=True)
    compared = out.number("Rows that were compared with a printed copy.", null=True)


class DraftOut(Output):
    """An edition that is being filled in."""

    edition = out.text("Its name.")
    game = out.text("The id of the game.")
    version = out.number("The version of the draft, for `If-Match`.")
    changed_at = out.text("When it was written; RFC 3339, UTC.")
    rows = out.number("Its rows; null where not known.", null=True)
    compared = out.number("Rows that were compared with a printed copy.", null=True)


class EditionsOut(Output):
    """The editions of a game."""

    boxes = out.parts(EditionListed, "First the built-in editions, then those that the caller's club stored.")
    drafts = out.parts(DraftOut, "The drafts of the club.")


class BoxWhole(BoxNamed):
    """A box with its content."""

    components = out.part(Components, "The box as stored under its hash; null with `after`.", null=True)
