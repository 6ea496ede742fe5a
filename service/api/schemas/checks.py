"""Round checks: what a seat counted, where the record differs, and which slip may explain it."""

from marshmallow import fields, validate

from service.api.schemas import output as out
from service.api.schemas.fields import BoundedDict, Input, LanguageArgs, OpenShape, Output, Says, WholeNumber, doc
from service.api.schemas.signatures import WordOut, whose
from service.record.entries.checks import GREATEST
from service.record.entries.other_shapes import MOST_FIGURES
from service.record.entries.shapes import ID


class CheckIn(Input):
    """The figures that a seat counted at a check point."""

    point = WholeNumber(required=True, **doc("The check point, from 1.", within=(1, GREATEST)))
    seat = whose()
    figures = BoundedDict(
        keys=fields.String(validate=validate.Regexp(f"^{ID}\\Z")),
        values=WholeNumber(validate=validate.Range(min=-GREATEST, max=GREATEST)),
        required=True,
        **doc(
            "Name of a figure -> what was counted, also where that is what the record has.",
            length=(1, MOST_FIGURES),
            example={"gold": 12},
        ),
    )


class SlipArgs(LanguageArgs):
    """Query parameters of the search for a slip."""

    point = fields.Integer(
        **doc("The check point, from 1; without it the last one that was passed.", within=(1, GREATEST))
    )
    after = fields.Integer(load_default=0, **doc("`next` of the previous answer; 0 to begin.", within=(0, 10**12)))


class FigureOut(Output):
    """A number that the table is asked for."""

    name = out.text("Its id.")
    label = out.part(Says, "Its label in a form.")


class CheckOut(WordOut):
    """A seat's check: the figures that it counted."""

    figures = out.mapping("Name -> what the seat counted.", fields.Integer())
    differs = out.texts("Names of the figures that differ from the record.")


class PointOut(Output):
    """A check point that the table has passed."""

    point = out.number("Its number, from 1.")
    label = out.part(Says, "Its name.")
    name = out.text("The move after which it was reached.")
    figures = out.mapping("Seat -> name -> value in the record now.", fields.Dict(values=fields.Integer()))
    checks = out.parts(CheckOut, "The last check of each seat that made one.")


class ChecksOut(Output):
    """The check points of a record."""

    version = out.number("The record's version.")
    figures = out.parts(FigureOut, "The figures to count, in the order of a form.")
    points = out.parts(PointOut, "The check points that were passed, in order.")


class ChangeOut(OpenShape):
    """A change in the form that the call for corrections takes."""

    op = out.text("amend, insert or retract.")


class CandidateOut(Output):
    """A change after which every later move is legal and every number fits."""

    kind = out.text("The kind of slip: field, pair, seat, doubled, swapped or missing.")
    cost = out.number("The cost of the change; lower is likelier.")
    name = out.text("The move that it changes, or comes before.")
    changes = out.parts(ChangeOut, "The body of a correction that makes it.")
    was = out.part(Says, "The move as it was recorded.")
    says = out.part(Says, "The move after the change; null if it is removed.", null=True)


class SlipsOut(Output):
    """The result of a search for slips, so far."""

    point = out.number("The check point that was searched.")
    since = out.number("The check point that agreed last; 0 for the beginning.")
    tried = out.number("Changes that this call tried.")
    next = out.number("`after` of the next call; null once every change was tried.", null=True)
    likely = out.flag("Whether every likely change was tried: those of the seats whose numbers differ.")
    candidates = out.parts(CandidateOut, "The candidates that this call found, the likeliest first.")
