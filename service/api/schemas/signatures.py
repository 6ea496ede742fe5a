"""The status of a record: signatures, disputes, closing; and the calls that write them."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from service.api.schemas import fields as kinds
from service.api.schemas.fields import HASH, ID, MOST_SEAT, Input, Output, VisibleText, WholeNumber, doc
from service.record.entries.other_shapes import EARLY, LONGEST_TEXT, NOTES_FOR


def whose(what: str = "Whose; a seat's own link may leave it out.") -> WholeNumber:
    """An optional seat; may be null."""
    return WholeNumber(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=0, max=MOST_SEAT),
        **doc(what),
    )


class NoteIn(Input):
    """A note about a move, or about the whole record."""

    text = VisibleText(
        required=True,
        validate=validate.Length(min=1, max=LONGEST_TEXT),
        **doc("The note; stored apart from the log, so that it can be erased."),
    )
    about = fields.String(load_default=None, allow_none=True, validate=ID, **doc("The name of a move."))
    readers = fields.String(
        data_key="for",
        load_default="all",
        validate=validate.OneOf(NOTES_FOR),
        **doc("Who reads it: all, or judges (and its writer)."),
    )


class SignatureIn(Input):
    """A seat's signature of the outcome, or of the start: who plays, and by which rules."""

    outcome = fields.String(
        load_default=None, validate=HASH, **doc("The hash of the outcome, as in `standing.outcome` of the result.")
    )
    opening = fields.String(
        load_default=None, validate=HASH, **doc("The hash of the start, as in `standing.start.opening`; or outcome.")
    )
    seat = whose()

    @validates_schema
    def signs_one(self, data: Any, **_: Any) -> None:
        """Refuse to sign both, or nothing."""
        if (data["outcome"] is None) == (data["opening"] is None):
            raise ValidationError({"outcome": ["give outcome or opening"]})


class DisputeIn(Input):
    """A seat's dispute of the outcome, or of its concession."""

    outcome = fields.String(
        load_default=None,
        allow_none=True,
        validate=HASH,
        **doc(
            "The hash of the outcome, as in `standing.outcome` of the result. Leave it out to "
            "dispute that the seat conceded, where that closed the record."
        ),
    )
    seat = whose()
    reason = VisibleText(
        required=True,
        validate=validate.Length(min=1, max=LONGEST_TEXT),
        **doc("Why; for those at the table and the judges alone."),
    )


class CloseIn(Input):
    """The reason why a record is closed."""

    reason = fields.String(
        required=True,
        validate=validate.OneOf([*EARLY, "ruled"]),
        **doc("The table stopped early (abandoned, conceded); a judge closes the outcome (ruled)."),
    )
    seat = whose("Who conceded; with conceded, and only there.")
    text = kinds.reason()


class VoidIn(Input):
    """The reason why a record is void."""

    reason = kinds.reason()


class WordOut(Output):
    """A signature or a dispute that counts."""

    seat = fields.Integer(required=True, **doc("The seat."))
    way = fields.String(required=True, **doc("own_link: from the seat's own link; claimed: the recorder says so."))
    name = fields.String(required=True, **doc("The version of its entry, as text."))
    at = fields.String(required=True, **doc("When, RFC 3339."))


class ClosedOut(Output):
    """The entry that closed the record."""

    reason = fields.String(required=True, **doc("signed, deadline, ruled, abandoned or conceded."))
    seat = fields.Integer(required=True, allow_none=True, **doc("Who conceded; else null."))
    way = fields.String(
        required=True,
        allow_none=True,
        **doc("How a concession came; claimed: the recorder says so. Null for any other reason."),
    )
    name = fields.String(required=True, **doc("The version of its entry, as text."))
    at = fields.String(required=True, **doc("When, RFC 3339."))


class ChecksSummary(Output):
    """How much of the game was checked at the table."""

    passed = fields.Integer(required=True, **doc("Check points passed: epochs, years, rounds."))
    checked = fields.Integer(required=True, **doc("Of these, how many somebody checked."))
    open = fields.Integer(required=True, **doc("Numbers that the table counted and the record has otherwise."))


class PointSummary(Output):
    """A check point in short."""

    name = fields.String(required=True, **doc("The move after which it was reached."))
    checked = fields.Boolean(required=True, **doc("Whether somebody checked it."))
    open = fields.Integer(required=True, **doc("Numbers that differ there."))


class StartOut(Output):
    """The start that seats can sign: who plays, and by which rules."""

    opening = fields.String(required=True, **doc("Its hash: what is signed."))
    required = fields.Boolean(required=True, **doc("Whether every seat signs it before the first move."))
    signatures = fields.List(fields.Nested(WordOut), required=True, **doc("The seats that signed it."))


class StandingOut(Output):
    """The status of a record. Signatures and disputes of an earlier outcome do not count."""

    status = fields.String(required=True, **doc("running, finished, disputed, closed or void."))
    outcome = fields.String(
        required=True,
        allow_none=True,
        **doc("The hash of who came where, by which rules: what is signed. Null while the game runs."),
    )
    regular = fields.Boolean(required=True, **doc("Whether the rules took every move, and no judge ordered one."))
    irregularities = fields.List(
        fields.String(), required=True, **doc("Names of the moves that they refuse, in order.")
    )
    signatures = fields.List(fields.Nested(WordOut), required=True, **doc("The seats that signed this outcome."))
    disputes = fields.List(fields.Nested(WordOut), required=True, **doc("The seats that dispute this outcome."))
    closed = fields.Nested(ClosedOut, required=True, allow_none=True, **doc("Null while the record is open."))
    closes_at = fields.String(
        required=True, allow_none=True, **doc("When it closes if nobody disputes; null for never.")
    )
    voided = fields.String(required=True, allow_none=True, **doc("Name of the entry that made it void; else null."))
    checks = fields.Nested(ChecksSummary, required=True, **doc("How far the game was checked."))
    check_points = fields.List(fields.Nested(PointSummary), required=True, **doc("The check points passed, in order."))
    start = fields.Nested(StartOut, required=True, **doc("The start, and who signed it."))
