"""One-time codes, and what they are exchanged for."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.fields import MOST_SEAT, Input, Output, PlainText, TrueOrFalse, WholeNumber, doc


class CodeIn(Input):
    """A request for a pairing code."""

    scope = fields.String(
        required=True,
        validate=validate.OneOf(["seat", "record"]),
        **doc("A seat's own phone, or the phone that records from then on."),
    )
    seat = WholeNumber(
        validate=validate.Range(min=0, max=MOST_SEAT),
        **doc("The seat; with scope seat, and only there."),
    )
    again = TrueOrFalse(
        load_default=False,
        **doc("The seat's phone is lost: the links that it had are worthless at once, and the log says so."),
    )


def claim_page() -> fields.String:
    """The page on which a code is claimed."""
    return fields.String(
        required=True,
        allow_none=True,
        **doc(
            "Address of the page on which codes are claimed; null where no setting says how others "
            "reach this service: then it is at the address by which you reached it."
        ),
    )


class CodeMade(Output):
    """A new pairing code."""

    code = fields.String(required=True, **doc("The code, shown this once.", example="7K3M-QX2P-9HWD"))
    expires_at = fields.String(required=True, **doc("When it expires, RFC 3339."))
    record = fields.String(required=True, **doc("The record."))
    scope = fields.String(required=True, **doc("The scope of the token that it is exchanged for."))
    seat = fields.Integer(required=True, allow_none=True, **doc("The seat, of scope seat."))
    page = claim_page()


class PairedSeat(Output):
    """A seat, and the phones that have its link."""

    seat = fields.Integer(required=True, **doc("The seat."))
    phones = fields.Integer(required=True, **doc("Valid links of the seat."))
    paired_at = fields.String(required=True, allow_none=True, **doc("When the last of them was made, RFC 3339."))
    code_expires_at = fields.String(
        required=True,
        allow_none=True,
        **doc("Until when the seat's code may be claimed; null where there is none."),
    )


class PairedOut(Output):
    """The phones that are paired with a record."""

    seats = fields.List(fields.Nested(PairedSeat), required=True, **doc("Every seat."))
    recorders = fields.Integer(required=True, **doc("Valid tokens that may record the game."))
    code_expires_at = fields.String(
        required=True,
        allow_none=True,
        **doc("Until when the code for another recorder may be claimed; null where there is none."),
    )
    page = claim_page()


class ClaimIn(Input):
    """A pairing code, scanned or typed."""

    code = PlainText(
        required=True,
        validate=validate.Length(min=1, max=40),
        **doc(
            "The code; capital letters, hyphens and blanks do not matter, O is read as 0, I and L as 1.",
            example="7K3M-QX2P-9HWD",
        ),
    )
