"""Games: what a form needs to record one."""

from __future__ import annotations

from marshmallow import Schema, fields, validate


class FieldOut(Schema):
    """A parameter of a move or an option of a record: what a form draws. What a field leaves open is left out."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["integer", "choice", "flag", "text", "list", "map", "group"]),
    )
    label = fields.Dict(metadata={"description": "what a form calls it, by language"})
    optional = fields.Boolean(metadata={"description": "it may be left out; every secret parameter may"})
    nullable = fields.Boolean(
        metadata={"description": "an item of a map or list: null is an answer of its own, apart from one left out"}
    )
    alone = fields.Boolean(metadata={"description": "of a group: exactly one of its parameters is given"})
    choices = fields.List(fields.Raw(), metadata={"description": "the ids, where it is one of several"})
    aliases = fields.Dict(metadata={"description": "what a hand may write -> the id it means"})
    low = fields.Integer(metadata={"description": "least sensible value; the rules refuse, not the form"})
    high = fields.Integer(metadata={"description": "greatest sensible value"})
    seat = fields.Boolean(metadata={"description": "the whole number is a seat; a hand may write its colour"})
    of = fields.Nested(lambda: FieldOut(), metadata={"description": "each item of a list or map"})  # noqa: PLW0108
    keys = fields.Raw(metadata={"description": "of a map: `seat`, or the keys it may have; any where left out"})
    fields_ = fields.Dict(
        values=fields.Nested(lambda: FieldOut()),  # noqa: PLW0108 - itself
        data_key="fields",
        metadata={"description": "of a group: its parameters"},
    )
    default = fields.Raw(metadata={"description": "of an option: its value where a record names none"})


class MoveTypeOut(Schema):
    """A type of move."""

    label = fields.Dict(required=True)
    seated = fields.Boolean(required=True, metadata={"description": "false for a move of the table"})
    fields_ = fields.Dict(values=fields.Nested(FieldOut), data_key="fields", required=True)


class PackageOut(Schema):
    """An installed package."""

    name = fields.String(required=True, metadata={"example": "movebook"})
    version = fields.String(required=True, metadata={"example": "0.1.0"})


class TitleOut(Schema):
    """A game that can be recorded."""

    name = fields.String(required=True, metadata={"example": "kingdoms"})
    title = fields.Dict(required=True, metadata={"description": "the name on the box, by language"})
    rules = fields.String(required=True, metadata={"example": "kingdoms@1"})
    package = fields.Nested(
        PackageOut, required=True, allow_none=True, metadata={"description": "the installed package that brings it"}
    )
    seats = fields.Dict(required=True, values=fields.Integer(), metadata={"description": "`least` and `most`"})
    most_moves = fields.Integer(required=True, metadata={"description": "moves that a record of it takes here"})


class GamesOut(Schema):
    """Every title."""

    games = fields.List(fields.Nested(TitleOut), required=True)


class GameOut(TitleOut):
    """One game: what a form needs to record it."""

    colours = fields.List(fields.String(), required=True)
    options = fields.Dict(values=fields.Nested(FieldOut), required=True)
    moves = fields.Dict(values=fields.Nested(MoveTypeOut), required=True)
    secret = fields.Dict(required=True, metadata={"description": "move -> secret parameter -> whose it is"})
    box = fields.Dict(required=True, metadata={"description": "the components, with their `hash`"})
