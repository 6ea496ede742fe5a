"""Offers: what may be recorded now, and what each field of a move may be."""

from marshmallow import fields

from service.api.schemas import output as out
from service.api.schemas.entries import Body
from service.api.schemas.fields import Output, Says, Sentence, doc


class Domain(Output):
    """The possible values of a field of a move, for a form. The members depend on the kind."""

    kind = out.text(
        "Which of the members below it has.", among=["choice", "range", "free", "flag", "list", "map", "group"]
    )
    of = fields.Raw(
        **doc(
            "Of a choice: the values; a place of the board is a list of numbers. "
            "Of a list or map: the domain of each item.",
            oneOf=[
                {"type": "array", "items": {"type": ["string", "integer", "array"], "items": {"type": "integer"}}},
                {"$ref": "#/components/schemas/Domain"},
            ],
        )
    )
    low = out.number("Of a range: the least value.", optional=True)
    high = out.number("Of a range: the greatest value.", optional=True)
    least = out.number("Of a list: how many items at least.", optional=True)
    most = out.number("Of a list: how many items at most.", optional=True)
    keys = out.texts("Of a map: the keys it may have.", optional=True)
    each = fields.Dict(
        values=fields.Nested(lambda: Domain()),  # noqa: PLW0108 - itself
        **doc("Of a map: the domain by key, where it is narrower than `of`."),
    )
    known = out.mapping(
        "Of a map: the values that the record knows, to be confirmed; a list may lack some.", optional=True
    )
    fields_ = fields.Dict(
        values=fields.Nested(lambda: Domain()),  # noqa: PLW0108 - itself
        data_key="fields",
        **doc("Of a group: the domain of each field."),
    )
    alone = out.flag("Of a group: exactly one of its fields is given.", optional=True)
    optional = out.flag("The field may be left out.", optional=True)
    exact = out.flag("False where the rules may refuse what the domain allows.", optional=True)
    secret = out.flag("The value is a secret: it is sealed.", optional=True)


class Offer(Output):
    """A move that may be recorded now."""

    type = out.text("The type of the move.")
    seat = out.number("The seat that makes it; null for the table.", null=True)
    fields_ = out.mapping("The domain of each of its parameters.", fields.Nested(Domain), data_key="fields")


class Offers(Output):
    """The moves that can be recorded now."""

    moves = out.parts(Offer, "Each move with its seat and its fields.")


class Suggestion(Output):
    """A possible continuation of a line in text notation."""

    text = out.text("What may be typed.")
    back = out.number("Number of characters before the cursor that it replaces.")
    says = out.part(Says, "What it is; empty if the text is clear without it.")


class OffersOut(Output):
    """The moves that can be recorded now, the next field of a partial move, or continuations of a line."""

    record = out.text("The id of the record.")
    version = out.number("The version that this follows from.")
    moves = out.parts(Offer, "Every move; left out where part of a move or a line was given.", optional=True)
    field = out.text("The next field of the part given; null where it is whole.", optional=True, null=True)
    domain = out.part(Domain, "What that field may be.", optional=True, null=True)
    read = out.part(
        Body, "Of a line: the move that it writes; null where it is none, or none yet.", optional=True, null=True
    )
    column = out.number("Of a line: where it cannot be read, in characters from 1.", optional=True, null=True)
    why = out.part(Sentence, "Of a line: why it cannot be read.", optional=True, null=True)
    suggestions = out.parts(Suggestion, "Of a line: how it may go on, the most likely first.", optional=True)
