"""Taking back, correcting and ruling: undo, consents, corrections, rulings."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, ValidationError, fields, validate, validates_schema

from service.api.schemas.fields import ID, MOST_SEAT, Row, Shape, Strict, Whole
from service.api.schemas.moves import SEATS, IrregularIn, reason
from service.record.correcting import MOST_CHANGES
from service.record.ruling import MOST_ADJUSTMENTS

NEEDS = {
    "amend": ("name", "body"),
    "insert": ("before", "body"),
    "retract": ("name",),
    "keep": ("name", "irregular"),
}
"""Kind of change -> what it must say."""


def names(**more: Any) -> Any:
    """A list of names of moves."""
    return Row(fields.String(validate=ID), validate=validate.Length(max=MOST_CHANGES), **more)


class UndoIn(Strict):
    """What to take back: the last move, the last `count` of a `seat`, or by name; an undo by its name is redone."""

    undoes = names(
        load_default=list,
        metadata={"description": "Names of moves, or of one undo (the redo) or correction.", "example": ["41", "43"]},
    )
    seat = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=0, max=MOST_SEAT),
        metadata={"description": "Whose last moves."},
    )
    count = Whole(
        load_default=1,
        validate=validate.Range(min=1, max=MOST_CHANGES),
        metadata={"description": "How many of its last moves."},
    )
    consents = Row(
        Whole(),
        load_default=list,
        validate=SEATS,
        metadata={
            "description": "Seats that have consented, as the recorder says; a seat's own link does so by itself."
        },
    )
    requested_by = Whole(load_default=None, allow_none=True, metadata={"description": "The seat that asked for it."})
    reason = reason()


class ConsentIn(Strict):
    """A seat's consent that these moves are taken back."""

    to = names(required=True, metadata={"description": "Names of the moves.", "example": ["41"]})


class ChangeIn(Strict):
    """One change of a correction."""

    op = fields.String(required=True, validate=validate.OneOf(list(NEEDS)), metadata={"description": "What is done."})
    name = fields.String(validate=ID, metadata={"description": "The move that is amended, retracted or kept."})
    before = fields.String(validate=ID, metadata={"description": "The move before which one is inserted."})
    body = fields.Dict(
        metadata={
            "description": "The move as it should have been typed.",
        }
    )
    irregular = fields.Nested(IrregularIn, metadata={"description": "Where the table played what the rules refuse."})

    @validates_schema
    def says_what_it_must(self, data: Any, **_: Any) -> None:
        """Refuse a change that leaves out what its kind needs, or says what has no place in it."""
        needs = NEEDS[data["op"]]
        may = {"op", *needs, *(["irregular"] if "body" in needs else [])}
        wrong = {name: ["is missing"] for name in needs if name not in data}
        wrong |= {name: ["has no place here"] for name in data if name not in may}
        if wrong:
            raise ValidationError(wrong)


class CorrectionIn(Strict):
    """Changes of what was recorded; all of them, or none."""

    changes = Row(
        fields.Nested(ChangeIn),
        required=True,
        validate=validate.Length(min=1, max=MOST_CHANGES),
        metadata={"description": "Each of them."},
    )
    requested_by = Whole(load_default=None, allow_none=True, metadata={"description": "The seat that asked for it."})
    reason = reason()


class AdjustmentIn(Shape):
    """One adjustment: its type, the seat that it concerns, and the parameters of its type (see the game)."""

    class Meta:
        """The parameters are the game's to check."""

        unknown = INCLUDE

    type = fields.String(required=True, metadata={"description": "Its type.", "example": "change_gold"})
    seat = Whole(metadata={"description": "The seat that it concerns, where it concerns one."})


class RulingIn(Strict):
    """What a judge orders; all of it, or nothing."""

    adjustments = Row(
        fields.Nested(AdjustmentIn),
        required=True,
        validate=validate.Length(min=1, max=MOST_ADJUSTMENTS),
        metadata={"description": "Each of them, in their order: a type that the game declares, and its parameters."},
    )
    about = fields.String(
        load_default=None,
        allow_none=True,
        validate=ID,
        metadata={"description": "Name of the move that it is about.", "example": "41"},
    )
    requested_by = Whole(load_default=None, allow_none=True, metadata={"description": "The seat that asked for it."})
    reason = reason()
