"""Games: what a form needs to record one."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.boxes import HashedComponents
from service.api.schemas.fields import Output, Sentence


class FieldOut(Output):
    """A parameter of a move or an option of a record: what a form draws. What a field leaves open is left out."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["integer", "choice", "flag", "text", "list", "map", "group"]),
        metadata={"description": "Which of the members below it has."},
    )
    label = fields.Nested(Sentence, metadata={"description": "What a form calls it."})
    optional = fields.Boolean(metadata={"description": "It may be left out; every secret parameter may."})
    nullable = fields.Boolean(
        metadata={"description": "An item of a map or list: null is an answer of its own, apart from one left out."}
    )
    alone = fields.Boolean(metadata={"description": "Of a group: exactly one of its parameters is given."})
    choices = fields.List(
        fields.Raw(metadata={"type": ["string", "integer"]}),
        metadata={"description": "The ids, where it is one of several."},
    )
    aliases = fields.Dict(
        values=fields.Raw(metadata={"type": ["string", "integer"]}),
        metadata={"description": "What a hand may write -> the id it means."},
    )
    low = fields.Integer(metadata={"description": "The least sensible value; the rules refuse, not the form."})
    high = fields.Integer(metadata={"description": "The greatest sensible value."})
    place = fields.List(
        fields.String(),
        metadata={"description": "Of a list of numbers: what they are called in the key of a place of the board."},
    )
    seat = fields.Boolean(metadata={"description": "The whole number is a seat; a hand may write its colour."})
    of = fields.Nested(lambda: FieldOut(), metadata={"description": "Each item of a list or map."})  # noqa: PLW0108
    keys = fields.Raw(
        metadata={
            "oneOf": [{"const": "seat", "type": "string"}, {"type": "array", "items": {"type": "string"}}],
            "description": "Of a map: `seat`, or the keys it may have; any where left out.",
        }
    )
    fields_ = fields.Dict(
        values=fields.Nested(lambda: FieldOut()),  # noqa: PLW0108 - itself
        data_key="fields",
        metadata={"description": "Of a group: its parameters."},
    )
    default = fields.Raw(metadata={"description": "Of an option: its value where a record names none."})


class BoxFieldOut(Output):
    """The value at a place of a box. What a field leaves open is left out."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(
            ["integer", "flag", "choice", "text", "names", "list", "map", "group", "variants", "free"]
        ),
        metadata={
            "description": "`names` is a text, or one in each language; `variants` has the `fields` and those of its "
            "`kind`; `free` is JSON that only the game checks."
        },
    )
    label = fields.Nested(Sentence, metadata={"description": "What an editor calls it."})
    low = fields.Integer(metadata={"description": "The least plausible value."})
    high = fields.Integer(metadata={"description": "The greatest plausible value."})
    nullable = fields.Boolean(metadata={"description": "Null is a value."})
    optional = fields.Boolean(metadata={"description": "It may be left out."})
    choices = fields.List(
        fields.Raw(metadata={"type": ["string", "integer"]}), metadata={"description": "The values it may have."}
    )
    words = fields.Dict(
        values=fields.Nested(Sentence), metadata={"description": "Value, or key of a map -> what an editor calls it."}
    )
    rows = fields.String(metadata={"description": "The path of the table whose rows it names."})
    of = fields.Nested(lambda: BoxFieldOut(), metadata={"description": "Each item of a list or map."})  # noqa: PLW0108
    fields_ = fields.Dict(
        values=fields.Nested(lambda: BoxFieldOut()),  # noqa: PLW0108 - itself
        data_key="fields",
        metadata={"description": "Member -> its field."},
    )
    variants = fields.Dict(
        values=fields.Dict(values=fields.Nested(lambda: BoxFieldOut())),  # noqa: PLW0108 - itself
        metadata={"description": "Kind -> member -> its field."},
    )
    sentences = fields.Dict(
        values=fields.Nested(Sentence),
        metadata={
            "description": "Kind, or value -> template of the generated text: a part in brackets is left out where one "
            "of its values is missing or 0; `{n:disc|discs}` agrees with n; `{n-}` is the opposite of a negative "
            "number, `{n+}` a positive one."
        },
    )
    total = fields.Integer(metadata={"description": "What the integers of a map add up to."})
    follows = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata={"description": "Kind of a variant, or another member of it -> the choice that it brings."},
    )
    derived = fields.String(
        validate=validate.OneOf(["text", "membership", "mutual"]),
        metadata={
            "description": "How it follows from other values: `text` from the `effects` of the row by `sentences`; "
            "`membership`: the rows of `rows` that list this one; `mutual`: a link that the other row has, too."
        },
    )


class BoxTableOut(Output):
    """A table of a box: rows that an owner compares with a printed copy, one by one.

    A row lists in `stand_in` its members that nobody has compared.
    """

    path = fields.String(required=True, metadata={"example": "map.roads", "description": "Where it is in the box."})
    label = fields.Nested(Sentence, required=True, metadata={"description": "What it is called."})
    row = fields.String(
        required=True, metadata={"example": "{a}-{b}", "description": "How a row is named: a template of its members."}
    )
    keyed = fields.Boolean(required=True, metadata={"description": "The rows are an object by key, not a list."})
    copies = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Members in which copies of one tile agree; they are entered once."},
    )
    always = fields.Boolean(required=True, metadata={"description": "Every game uses every row."})
    seats = fields.List(
        fields.Integer(), required=True, metadata={"description": "Numbers of seats that use it; empty for any."}
    )
    fields_ = fields.Dict(
        values=fields.Nested(BoxFieldOut),
        data_key="fields",
        required=True,
        metadata={"description": "Member of a row -> its field."},
    )


class BoxFormOut(Output):
    """The form of a game's boxes, for an editor."""

    tables = fields.List(
        fields.Nested(BoxTableOut), required=True, metadata={"description": "The tables, in the order to enter them."}
    )


class MoveTypeOut(Output):
    """A type of move."""

    label = fields.Nested(Sentence, required=True, metadata={"description": "What it is called."})
    seated = fields.Boolean(required=True, metadata={"description": "False for a move of the table."})
    anytime = fields.Boolean(metadata={"description": "It may be made at any time, and nobody waits for it."})
    fields_ = fields.Dict(
        values=fields.Nested(FieldOut),
        data_key="fields",
        required=True,
        metadata={"description": "Its parameters beside type and seat."},
    )


class PackageOut(Output):
    """An installed package."""

    name = fields.String(required=True, metadata={"example": "movebook", "description": "Its name."})
    version = fields.String(required=True, metadata={"example": "0.1.0", "description": "Its version."})


class SeatCount(Output):
    """How many may sit down."""

    least = fields.Integer(required=True, metadata={"description": "At least so many."})
    most = fields.Integer(required=True, metadata={"description": "At most so many."})


class TitleOut(Output):
    """A game that can be recorded."""

    name = fields.String(required=True, metadata={"example": "kingdoms", "description": "Its name in every call."})
    title = fields.Nested(Sentence, required=True, metadata={"description": "The name on the box."})
    rules = fields.String(
        required=True, metadata={"example": "kingdoms@1", "description": "What a record opened now is bound to."}
    )
    package = fields.Nested(
        PackageOut, required=True, allow_none=True, metadata={"description": "The installed package that brings it."}
    )
    seats = fields.Nested(SeatCount, required=True, metadata={"description": "How many may sit down."})
    most_moves = fields.Integer(required=True, metadata={"description": "Moves that a record of it takes here."})


class GamesOut(Output):
    """Every title."""

    games = fields.List(fields.Nested(TitleOut), required=True, metadata={"description": "The titles."})


class GameOut(TitleOut):
    """One game: what a form needs to record it."""

    colours = fields.List(
        fields.String(), required=True, metadata={"description": "The colours of seats, in the order they are given."}
    )
    options = fields.Dict(
        values=fields.Nested(FieldOut), required=True, metadata={"description": "The options of a record."}
    )
    moves = fields.Dict(
        values=fields.Nested(MoveTypeOut), required=True, metadata={"description": "The types of move."}
    )
    adjustments = fields.Dict(
        values=fields.Nested(MoveTypeOut),
        required=True,
        metadata={"description": "The types of adjustment, of which a judge's ruling consists."},
    )
    secret = fields.Dict(
        values=fields.Dict(values=fields.String()),
        required=True,
        metadata={"description": "Type of move -> secret parameter -> whose it is."},
    )
    box = fields.Nested(HashedComponents, required=True, metadata={"description": "The components of its own edition."})
    box_form = fields.Nested(
        BoxFormOut,
        required=True,
        allow_none=True,
        metadata={"description": "What an editor of its boxes shows; null where the game declares none."},
    )
