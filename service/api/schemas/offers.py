"""Offers: what may be recorded now, and what each field of a move may be."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.entries import Body
from service.api.schemas.fields import Output, Says, Sentence, doc


class Domain(Output):
    """The possible values of a field of a move, for a form. The members depend on the kind."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["choice", "range", "free", "flag", "list", "map", "group"]),
        **doc("Which of the members below it has."),
    )
    of = fields.Raw(
        **doc(
            "Of a choice: the values; a place of the board is a list of numbers. "
            "Of a list or map: the domain of each item.",
            oneOf=[
                {
                    "type": "array",
                    "items": {"type": ["string", "integer", "array"], "items": {"type": "integer"}},
                },
                {"$ref": "#/components/schemas/Domain"},
            ],
        )
    )
    low = fields.Integer(**doc("Of a range: the least value."))
    high = fields.Integer(**doc("Of a range: the greatest value."))
    least = fields.Integer(**doc("Of a list: how many items at least."))
    most = fields.Integer(**doc("Of a list: how many items at most."))
    keys = fields.List(fields.String(), **doc("Of a map: the keys it may have."))
    each = fields.Dict(
        values=fields.Nested(lambda: Domain()),  # noqa: PLW0108 - itself
        **doc("Of a map: the domain by key, where it is narrower than `of`."),
    )
    fields_ = fields.Dict(
        values=fields.Nested(lambda: Domain()),  # noqa: PLW0108 - itself
        data_key="fields",
        **doc("Of a group: the domain of each field."),
    )
    alone = fields.Boolean(**doc("Of a group: exactly one of its fields is given."))
    optional = fields.Boolean(**doc("The field may be left out."))
    exact = fields.Boolean(**doc("False where the rules may refuse what the domain allows."))
    secret = fields.Boolean(**doc("The value is a secret: it is sealed."))


class Offer(Output):
    """A move that may be recorded now."""

    type = fields.String(required=True, **doc("The type of the move."))
    seat = fields.Integer(required=True, allow_none=True, **doc("The seat that makes it; null for the table."))
    fields_ = fields.Dict(
        values=fields.Nested(Domain),
        required=True,
        data_key="fields",
        **doc("The domain of each of its parameters."),
    )


class Offers(Output):
    """The moves that can be recorded now."""

    moves = fields.List(fields.Nested(Offer), required=True, **doc("Each move with its seat and its fields."))


class Suggestion(Output):
    """A possible continuation of a line in text notation."""

    text = fields.String(required=True, **doc("What may be typed."))
    back = fields.Integer(required=True, **doc("How many signs before the cursor it takes the place of."))
    says = fields.Nested(Says, required=True, **doc("What it is; empty where it speaks for itself."))


class OffersOut(Output):
    """The moves that can be recorded now, the next field of a partial move, or continuations of a line."""

    record = fields.String(required=True, **doc("The id of the record."))
    version = fields.Integer(required=True, **doc("The version that this follows from."))
    moves = fields.List(fields.Nested(Offer), **doc("Every move; left out where part of a move or a line was given."))
    field = fields.String(allow_none=True, **doc("The next field of the part given; null where it is whole."))
    domain = fields.Nested(Domain, allow_none=True, **doc("What that field may be."))
    read = fields.Nested(
        Body,
        allow_none=True,
        **doc("Of a line: the move that it writes; null where it is none, or none yet."),
    )
    column = fields.Integer(allow_none=True, **doc("Of a line: where it cannot be read, in characters from 1."))
    why = fields.Nested(Sentence, allow_none=True, **doc("Of a line: why it cannot be read."))
    suggestions = fields.List(fields.Nested(Suggestion), **doc("Of a line: how it may go on, the most likely first."))
