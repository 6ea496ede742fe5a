"""Writing: a move, a secret, a file of moves; and what a write did."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, fields, validate

from service.api.schemas.fields import ID, MOST_SEAT, MOVES_LEFT, Row, Strict, Whole, Word, need_time, need_zone
from service.api.schemas.problems import Problem
from service.api.schemas.queries import LanguageArgs
from service.record import shapes
from service.record.entry_shapes import LONGEST_TEXT

PLAIN = {"type", "seat"}
"""What the envelope of every move has, or may have."""


SEATS = validate.Length(max=MOST_SEAT)


def reason() -> Word:
    """Why something is done; free text."""
    return Word(
        load_default="",
        validate=validate.Length(max=LONGEST_TEXT),
        metadata={"description": "why; sealed beside the log, so that it can be erased"},
    )


class IrregularIn(Strict):
    """What the rules refuse and the table played all the same."""

    reason = reason()
    accepted_by = Row(
        Whole(validate=validate.Range(min=0, max=MOST_SEAT)),
        load_default=list,
        validate=SEATS,
        metadata={"description": "the seats that accepted it"},
    )


class MoveIn(Schema):
    """One move: its type, its seat, and the parameters of its type (see the game)."""

    class Meta:
        """The parameters are the game's to check."""

        unknown = INCLUDE

    type = fields.String(required=True, metadata={"example": "draw_and_place"})
    seat = Whole(validate=validate.Range(min=0, max=MOST_SEAT))
    occurred_at = fields.String(
        validate=[
            validate.Regexp(
                shapes.OCCURRED,
                error="a time as 2026-11-21T19:30:00+01:00",
            ),
            need_time,
        ]
    )
    zone = fields.String(validate=need_zone)
    irregular = fields.Nested(IrregularIn)

    def load(self, data: Any, **how: Any) -> Any:
        """As its base's; a move that brings nothing beside its parameters is taken as it is, in a tenth of the time."""
        if not how and type(data) is dict and self.fields.keys() & data.keys() <= PLAIN:
            seat = data.get("seat", 0)
            if type(data.get("type")) is str and type(seat) is int and 0 <= seat <= MOST_SEAT:
                return data
        return super().load(data, **how)


class SecretIn(Schema):
    """A secret that an earlier move left open: the move's name, and the secret parameters."""

    class Meta:
        """The parameters are the game's to check."""

        unknown = INCLUDE

    name = fields.String(required=True, validate=ID, metadata={"example": "3"})


class EntryArgs(LanguageArgs):
    """How any entry is written."""

    dry_run = fields.Boolean(
        load_default=False, metadata={"description": "tell what would happen, as far as the caller may know"}
    )
    offers = fields.Boolean(load_default=False, metadata={"description": "add what may be recorded next"})


class WriteArgs(EntryArgs):
    """How a move is written."""

    run = fields.Boolean(
        load_default=False, metadata={"description": "go on through moves that are the only offer and have no field"}
    )


class ImportArgs(LanguageArgs):
    """How a file is written."""

    dry_run = fields.Boolean(load_default=False)
    until_refused = fields.Boolean(
        load_default=False, metadata={"description": "keep what comes before the first refused line"}
    )
    offers = fields.Boolean(load_default=False)


class Entry(Schema):
    """One line of the log."""

    version = fields.Integer(required=True)
    type = fields.String(required=True)
    at = fields.String(required=True)
    by = fields.String(required=True)
    body = fields.Dict(required=True)
    seals = fields.Dict()
    opens = fields.List(fields.Dict(), metadata={"description": "sealed facts that the move makes public whole"})
    barrier = fields.Dict()
    irregular = fields.Dict(metadata={"description": "who accepted what the rules refuse; in a correction by change"})
    occurred_at = fields.String()
    zone = fields.String()
    state = fields.String(required=True)
    prev = fields.String(required=True)
    hash = fields.String(required=True)


class WrittenOut(Schema):
    """What a write did."""

    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    entry = fields.Nested(Entry, allow_none=True)
    says = fields.Dict(allow_none=True, metadata={"description": "language -> the sentence to read back"})
    marks = fields.List(fields.Dict(), metadata={"description": "what followed"})
    moves = fields.List(fields.Dict(), metadata={"description": "each move, where several were written"})
    opens = fields.List(fields.Dict(), metadata={"description": "sealed facts that a dry run would open"})
    offers = fields.Dict()
    moves_left = fields.Integer(metadata={"description": MOVES_LEFT})
    refused = fields.Nested(Problem)
