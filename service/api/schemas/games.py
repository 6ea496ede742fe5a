"""Games: what a form needs to record one."""

from marshmallow import fields

from service.api.schemas import output as out
from service.api.schemas.boxes import HashedComponents
from service.api.schemas.fields import Output, Sentence, doc


class FieldOut(Output):
    """A parameter of a move or an option of a record: what a form draws. What a field leaves open is left out."""

    kind = out.text(
        "Which of the members below it has.", among=["integer", "choice", "flag", "text", "list", "map", "group"]
    )
    label = out.part(Sentence, "Its label in a form.", optional=True)
    optional = out.flag("It may be left out; every secret parameter may.", optional=True)
    nullable = out.flag(
        "An item of a map or list: null is an answer of its own, apart from one left out.", optional=True
    )
    alone = out.flag("Of a group: exactly one of its parameters is given.", optional=True)
    choices = fields.List(
        fields.Raw(metadata={"type": ["string", "integer"]}), **doc("The ids, where it is one of several.")
    )
    aliases = out.mapping(
        "What one may type -> the id it means.", fields.Raw(metadata={"type": ["string", "integer"]}), optional=True
    )
    low = out.number("The least sensible value; the rules refuse, not the form.", optional=True)
    high = out.number("The greatest sensible value.", optional=True)
    place = out.texts("Of a list of numbers: what they are called in the key of a place of the board.", optional=True)
    seat = out.flag("The whole number is a seat; a person may type its colour.", optional=True)
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

    kind = out.text(
        "`names` is a text, or one in each language; `variants` has the `fields` and those of its "
        "`kind`; `free` is JSON that only the game checks.",
        among=["integer", "flag", "choice", "text", "names", "list", "map", "group", "variants", "free"],
    )
    label = out.part(Sentence, "Its label in an editor.", optional=True)
    low = out.number("The least plausible value.", optional=True)
    high = out.number("The greatest plausible value.", optional=True)
    nullable = out.flag("Null is a value.", optional=True)
    optional = out.flag("It may be left out.", optional=True)
    choices = fields.List(fields.Raw(metadata={"type": ["string", "integer"]}), **doc("The values it may have."))
    words = out.mapping("Value, or key of a map -> what an editor calls it.", fields.Nested(Sentence), optional=True)
    rows = out.text("The path of the table whose rows it names.", optional=True)
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
    sentences = out.mapping(
        "Kind, or value -> template of the generated text: a part in brackets is left out where one "
        "of its values is missing or 0; `{n:disc|discs}` agrees with n; `{n-}` is the opposite of a negative "
        "number, `{n+}` a positive one.",
        fields.Nested(Sentence),
        optional=True,
    )
    total = out.number("What the integers of a map add up to.", optional=True)
    follows = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        **doc("Kind of a variant, or another member of it -> the choice that it adds."),
    )
    derived = out.text(
        "How it follows from other values: `text` from the `effects` of the row by `sentences`; "
        "`membership`: the rows of `rows` that list this one; `mutual`: a link that the other row has, too.",
        optional=True,
        among=["text", "membership", "mutual"],
    )


class BoxTableOut(Output):
    """A table of a box. An owner compares its rows with a printed copy.

    A row lists in `stand_in` its members that nobody has compared.
    """

    path = out.text("Where it is in the box.", example="map.roads")
    label = out.part(Sentence, "Its name.")
    row = out.text("How a row is named: a template of its members.", example="{a}-{b}")
    keyed = out.flag("The rows are an object by key, not a list.")
    copies = out.texts("Members in which copies of one tile agree; they are entered once.")
    always = out.flag("Every game uses every row.")
    seats = out.numbers("Numbers of seats that use it; empty for any.")
    fields_ = out.mapping("Member of a row -> its field.", fields.Nested(BoxFieldOut), data_key="fields")


class BoxFormOut(Output):
    """The form of a game's boxes, for an editor."""

    tables = out.parts(BoxTableOut, "The tables, in the order to enter them.")


class MoveTypeOut(Output):
    """A type of move."""

    label = out.part(Sentence, "Its name.")
    seated = out.flag("False for a move of the table.")
    anytime = out.flag("It may be made at any time, and nobody waits for it.", optional=True)
    fields_ = out.mapping("Its parameters besides type and seat.", fields.Nested(FieldOut), data_key="fields")


class PackageOut(Output):
    """An installed package."""

    name = out.text("Its name.", example="movebook")
    version = out.text("Its version.", example="0.1.0")


class SeatCount(Output):
    """The possible numbers of players."""

    least = out.number("The smallest number.")
    most = out.number("The largest number.")


class TitleOut(Output):
    """A game that can be recorded."""

    name = out.text("Its name in every call.", example="kingdoms")
    title = out.part(Sentence, "The name on the box.")
    rules = out.text("What a record opened now is bound to.", example="kingdoms@1")
    package = out.part(PackageOut, "The installed package that contains it.", null=True)
    seats = out.part(SeatCount, "The possible numbers of players.")
    most_moves = out.number("Moves that a record of it takes here.")


class GamesOut(Output):
    """Every title."""

    games = out.parts(TitleOut, "The titles.")


class GameOut(TitleOut):
    """A game, with everything that a form needs to record it."""

    colours = out.texts("The colours of seats, in the order they are given.")
    options = out.mapping("The options of a record.", fields.Nested(FieldOut))
    moves = out.mapping("The types of move.", fields.Nested(MoveTypeOut))
    adjustments = out.mapping("The types of adjustment in a judge's ruling.", fields.Nested(MoveTypeOut))
    secret = out.mapping("Type of move -> secret parameter -> whose it is.", fields.Dict(values=fields.String()))
    box = out.part(HashedComponents, "The components of its own edition.")
    box_form = out.part(BoxFormOut, "What an editor of its boxes shows; null where the game declares none.", null=True)
