"""Games: what a form needs to record one."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.boxes import HashedComponents
from service.api.schemas.fields import Output, Sentence, doc


class FieldOut(Output):
    """A parameter of a move or an option of a record: what a form draws. What a field leaves open is left out."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["integer", "choice", "flag", "text", "list", "map", "group"]),
        **doc("Which of the members below it has."),
    )
    label = fields.Nested(Sentence, **doc("Its label in a form."))
    optional = fields.Boolean(**doc("It may be left out; every secret parameter may."))
    nullable = fields.Boolean(**doc("An item of a map or list: null is an answer of its own, apart from one left out."))
    alone = fields.Boolean(**doc("Of a group: exactly one of its parameters is given."))
    choices = fields.List(
        fields.Raw(metadata={"type": ["string", "integer"]}),
        **doc("The ids, where it is one of several."),
    )
    aliases = fields.Dict(
        values=fields.Raw(metadata={"type": ["string", "integer"]}),
        **doc("What a hand may write -> the id it means."),
    )
    low = fields.Integer(**doc("The least sensible value; the rules refuse, not the form."))
    high = fields.Integer(**doc("The greatest sensible value."))
    place = fields.List(
        fields.String(),
        **doc("Of a list of numbers: what they are called in the key of a place of the board."),
    )
    seat = fields.Boolean(**doc("The whole number is a seat; a hand may write its colour."))
    of = fields.Nested(lambda: FieldOut(), **doc("Each item of a list or map."))  # noqa: PLW0108
    keys = fields.Raw(
        **doc(
            "Of a map: `seat`, or the keys it may have; any where left out.",
            oneOf=[{"const": "seat", "type": "string"}, {"type": "array", "items": {"type": "string"}}],
        )
    )
    fields_ = fields.Dict(
        values=fields.Nested(lambda: FieldOut()),  # noqa: PLW0108 - itself
        data_key="fields",
        **doc("Of a group: its parameters."),
    )
    default = fields.Raw(**doc("Of an option: its value where a record names none."))


class BoxFieldOut(Output):
    """The value at a place of a box. What a field leaves open is left out."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(
            ["integer", "flag", "choice", "text", "names", "list", "map", "group", "variants", "free"]
        ),
        **doc(
            "`names` is a text, or one in each language; `variants` has the `fields` and those of its "
            "`kind`; `free` is JSON that only the game checks."
        ),
    )
    label = fields.Nested(Sentence, **doc("Its label in an editor."))
    low = fields.Integer(**doc("The least plausible value."))
    high = fields.Integer(**doc("The greatest plausible value."))
    nullable = fields.Boolean(**doc("Null is a value."))
    optional = fields.Boolean(**doc("It may be left out."))
    choices = fields.List(fields.Raw(metadata={"type": ["string", "integer"]}), **doc("The values it may have."))
    words = fields.Dict(values=fields.Nested(Sentence), **doc("Value, or key of a map -> what an editor calls it."))
    rows = fields.String(**doc("The path of the table whose rows it names."))
    of = fields.Nested(lambda: BoxFieldOut(), **doc("Each item of a list or map."))  # noqa: PLW0108
    fields_ = fields.Dict(
        values=fields.Nested(lambda: BoxFieldOut()),  # noqa: PLW0108 - itself
        data_key="fields",
        **doc("Member -> its field."),
    )
    variants = fields.Dict(
        values=fields.Dict(values=fields.Nested(lambda: BoxFieldOut())),  # noqa: PLW0108 - itself
        **doc("Kind -> member -> its field."),
    )
    sentences = fields.Dict(
        values=fields.Nested(Sentence),
        **doc(
            "Kind, or value -> template of the generated text: a part in brackets is left out where one "
            "of its values is missing or 0; `{n:disc|discs}` agrees with n; `{n-}` is the opposite of a negative "
            "number, `{n+}` a positive one."
        ),
    )
    total = fields.Integer(**doc("What the integers of a map add up to."))
    follows = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        **doc("Kind of a variant, or another member of it -> the choice that it adds."),
    )
    derived = fields.String(
        validate=validate.OneOf(["text", "membership", "mutual"]),
        **doc(
            "How it follows from other values: `text` from the `effects` of the row by `sentences`; "
            "`membership`: the rows of `rows` that list this one; `mutual`: a link that the other row has, too."
        ),
    )


class BoxTableOut(Output):
    """A table of a box. An owner compares its rows with a printed copy.

    A row lists in `stand_in` its members that nobody has compared.
    """

    path = fields.String(required=True, **doc("Where it is in the box.", example="map.roads"))
    label = fields.Nested(Sentence, required=True, **doc("Its name."))
    row = fields.String(required=True, **doc("How a row is named: a template of its members.", example="{a}-{b}"))
    keyed = fields.Boolean(required=True, **doc("The rows are an object by key, not a list."))
    copies = fields.List(
        fields.String(),
        required=True,
        **doc("Members in which copies of one tile agree; they are entered once."),
    )
    always = fields.Boolean(required=True, **doc("Every game uses every row."))
    seats = fields.List(fields.Integer(), required=True, **doc("Numbers of seats that use it; empty for any."))
    fields_ = fields.Dict(
        values=fields.Nested(BoxFieldOut),
        data_key="fields",
        required=True,
        **doc("Member of a row -> its field."),
    )


class BoxFormOut(Output):
    """The form of a game's boxes, for an editor."""

    tables = fields.List(fields.Nested(BoxTableOut), required=True, **doc("The tables, in the order to enter them."))


class MoveTypeOut(Output):
    """A type of move."""

    label = fields.Nested(Sentence, required=True, **doc("Its name."))
    seated = fields.Boolean(required=True, **doc("False for a move of the table."))
    anytime = fields.Boolean(**doc("It may be made at any time, and nobody waits for it."))
    fields_ = fields.Dict(
        values=fields.Nested(FieldOut),
        data_key="fields",
        required=True,
        **doc("Its parameters besides type and seat."),
    )


class PackageOut(Output):
    """An installed package."""

    name = fields.String(required=True, **doc("Its name.", example="movebook"))
    version = fields.String(required=True, **doc("Its version.", example="0.1.0"))


class SeatCount(Output):
    """The possible numbers of players."""

    least = fields.Integer(required=True, **doc("The smallest number."))
    most = fields.Integer(required=True, **doc("The largest number."))


class TitleOut(Output):
    """A game that can be recorded."""

    name = fields.String(required=True, **doc("Its name in every call.", example="kingdoms"))
    title = fields.Nested(Sentence, required=True, **doc("The name on the box."))
    rules = fields.String(required=True, **doc("What a record opened now is bound to.", example="kingdoms@1"))
    package = fields.Nested(
        PackageOut, required=True, allow_none=True, **doc("The installed package that contains it.")
    )
    seats = fields.Nested(SeatCount, required=True, **doc("The possible numbers of players."))
    most_moves = fields.Integer(required=True, **doc("Moves that a record of it takes here."))


class GamesOut(Output):
    """Every title."""

    games = fields.List(fields.Nested(TitleOut), required=True, **doc("The titles."))


class GameOut(TitleOut):
    """A game, with everything that a form needs to record it."""

    colours = fields.List(fields.String(), required=True, **doc("The colours of seats, in the order they are given."))
    options = fields.Dict(values=fields.Nested(FieldOut), required=True, **doc("The options of a record."))
    moves = fields.Dict(values=fields.Nested(MoveTypeOut), required=True, **doc("The types of move."))
    adjustments = fields.Dict(
        values=fields.Nested(MoveTypeOut),
        required=True,
        **doc("The types of adjustment in a judge's ruling."),
    )
    secret = fields.Dict(
        values=fields.Dict(values=fields.String()),
        required=True,
        **doc("Type of move -> secret parameter -> whose it is."),
    )
    box = fields.Nested(HashedComponents, required=True, **doc("The components of its own edition."))
    box_form = fields.Nested(
        BoxFormOut,
        required=True,
        allow_none=True,
        **doc("What an editor of its boxes shows; null where the game declares none."),
    )
