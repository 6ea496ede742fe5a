"""Round checks: what a seat counted, where the record differs, and which slip may explain it."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.fields import BoundedDict, Input, OpenShape, Output, Says, WholeNumber, doc
from service.api.schemas.queries import LanguageArgs
from service.api.schemas.signatures import whose
from service.record.entries.checks import GREATEST
from service.record.entries.other_shapes import MOST_FIGURES
from service.record.entries.shapes import ID

POINT = {"description": "The check point, from 1."}


class CheckIn(Input):
    """The figures that a seat counted at a check point."""

    point = WholeNumber(required=True, validate=validate.Range(min=1, max=GREATEST), metadata=POINT)
    seat = whose()
    figures = BoundedDict(
        keys=fields.String(validate=validate.Regexp(f"^{ID}\\Z")),
        values=WholeNumber(validate=validate.Range(min=-GREATEST, max=GREATEST)),
        required=True,
        validate=validate.Length(min=1, max=MOST_FIGURES),
        **doc("Name of a figure -> what was counted, also where that is what the record has.", example={"gold": 12}),
    )


class SlipArgs(LanguageArgs):
    """Query parameters of the search for a slip."""

    point = fields.Integer(
        validate=validate.Range(min=1, max=GREATEST),
        **doc("The check point, from 1; without it the last one that was passed."),
    )
    after = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=10**12),
        **doc("`next` of the previous answer; 0 to begin."),
    )


class FigureOut(Output):
    """A number that the table is asked for."""

    name = fields.String(required=True, **doc("Its id."))
    label = fields.Nested(Says, required=True, **doc("Its label in a form."))


class CheckOut(Output):
    """A seat's check: the figures that it counted."""

    seat = fields.Integer(required=True, **doc("The seat."))
    way = fields.String(required=True, **doc("own_link: from the seat's own link; claimed: the recorder says so."))
    name = fields.String(required=True, **doc("The version of its entry, as text."))
    at = fields.String(required=True, **doc("When, RFC 3339."))
    figures = fields.Dict(values=fields.Integer(), required=True, **doc("Name -> what the seat counted."))
    differs = fields.List(fields.String(), required=True, **doc("Names of the figures that differ from the record."))


class PointOut(Output):
    """A check point that the table has passed."""

    point = fields.Integer(required=True, **doc("Its number, from 1."))
    label = fields.Nested(Says, required=True, **doc("Its name."))
    name = fields.String(required=True, **doc("The move after which it was reached."))
    figures = fields.Dict(
        values=fields.Dict(values=fields.Integer()),
        required=True,
        **doc("Seat -> name -> value in the record now."),
    )
    checks = fields.List(fields.Nested(CheckOut), required=True, **doc("The last check of each seat that made one."))


class ChecksOut(Output):
    """The check points of a record."""

    version = fields.Integer(required=True, **doc("The record's version."))
    figures = fields.List(
        fields.Nested(FigureOut), required=True, **doc("The figures to count, in the order of a form.")
    )
    points = fields.List(fields.Nested(PointOut), required=True, **doc("The check points that were passed, in order."))


class ChangeOut(OpenShape):
    """A change in the form that the call for corrections takes."""

    op = fields.String(required=True, **doc("amend, insert or retract."))


class CandidateOut(Output):
    """A change after which every later move is legal and every number fits."""

    kind = fields.String(required=True, **doc("The kind of slip: field, pair, seat, doubled, swapped or missing."))
    cost = fields.Integer(required=True, **doc("The cost of the change; lower is likelier."))
    name = fields.String(required=True, **doc("The move that it changes, or comes before."))
    changes = fields.List(fields.Nested(ChangeOut), required=True, **doc("The body of a correction that makes it."))
    was = fields.Nested(Says, required=True, **doc("The move as it was recorded."))
    says = fields.Nested(
        Says, required=True, allow_none=True, **doc("The move after the change; null if it is removed.")
    )


class SlipsOut(Output):
    """The result of a search for slips, so far."""

    point = fields.Integer(required=True, **doc("The check point that was looked at."))
    since = fields.Integer(required=True, **doc("The check point that agreed last; 0 for the beginning."))
    tried = fields.Integer(required=True, **doc("Changes that this call tried."))
    next = fields.Integer(
        required=True, allow_none=True, **doc("`after` of the next call; null once every change was tried.")
    )
    candidates = fields.List(
        fields.Nested(CandidateOut), required=True, **doc("The candidates that this call found, the likeliest first.")
    )
