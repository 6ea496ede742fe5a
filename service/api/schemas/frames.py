"""Looking at a record: log, state, offers, replay, result."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from engines.kernel.canonical import MOST
from service.api.schemas.boxes import BoxNamed, BoxWhole
from service.api.schemas.moves import Entry
from service.api.schemas.queries import EyesArgs
from service.api.schemas.records import CopyOut, PoliciesOut, SeatOut

MOST_WAIT_S = 25
"""Seconds for which a reader may wait for the next entry; proxies give up after 30 and more."""


NAME = r"[1-9][0-9]{0,15}(\.[1-9][0-9]{0,3})?\Z"
"""What the name of a move looks like."""
GENERATION = (
    "version of the last entry that made frames other than they had been told, 0 for none; "
    "who holds frames of an earlier generation reads the replay anew"
)


class LogArgs(EyesArgs):
    """Which entries."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=MOST),
        metadata={"description": "only entries after this version"},
    )
    limit = fields.Integer(load_default=1000, validate=validate.Range(min=1, max=10000))
    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=MOST_WAIT_S),
        metadata={"description": "seconds to wait for an entry where there is none; then the answer has none"},
    )


class LineArgs(EyesArgs):
    """Which line of the record; today's where none is named."""

    version = fields.Integer(
        validate=validate.Range(min=1, max=MOST),
        metadata={"description": "the line as of this entry, as these eyes knew it then"},
    )
    at = fields.AwareDateTime(
        format="iso",
        metadata={
            "description": "the line as of this time (RFC 3339): what the record said then; not beside `version`",
            "example": "2026-11-21T19:40:00Z",
        },
    )

    @validates_schema
    def one_line(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse two lines at once."""
        if "version" in data and "at" in data:
            raise ValidationError("give version or at, not both", "at")


class StateArgs(LineArgs):
    """Which moment; the head where none is named."""

    ply = fields.Integer(
        validate=validate.Range(min=0, max=MOST),
        metadata={"description": "after so many moves, as the replay shows it: with what came to light for these eyes"},
    )
    name = fields.String(
        validate=validate.Regexp(NAME, error="a name is the version of a move's entry, as 41 or 57.2"),
        metadata={"description": "after the move of this name; not beside `ply`", "example": "41"},
    )
    what = fields.String(
        load_default="view",
        validate=validate.OneOf(["view", "facts"]),
        metadata={
            "description": "the view of the table; or the public facts whose SHA-256 (RFC 8785) is the `state` of the "
            "entry at this version"
        },
    )

    @validates_schema
    def one_place(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse two places at once."""
        if "ply" in data and "name" in data:
            raise ValidationError("give ply or name, not both", "name")


class OffersArgs(EyesArgs):
    """Given part of a move, the next field is asked for."""

    move = fields.String(
        metadata={"description": "part of a move, JSON", "example": '{"type": "place_castle", "rank": 2}'}
    )


class LogOut(Schema):
    """Entries, and the secrets the caller may see."""

    record = fields.String(required=True)
    version = fields.Integer(required=True)
    entries = fields.List(fields.Nested(Entry), required=True)
    secrets = fields.Dict(required=True, metadata={"description": "version -> secret -> salt and value"})
    generation = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": f"{GENERATION}; null while the record cannot be replayed"},
    )


class StateOut(Schema):
    """A view, or the public facts."""

    record = fields.String(required=True)
    eyes = fields.String(required=True)
    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    view = fields.Dict(metadata={"description": "the table as these eyes see it; left out where facts are asked for"})
    facts = fields.Dict(metadata={"description": "what an entry's `state` digests; only where it is asked for"})


class OffersOut(Schema):
    """What may be recorded now, or the next field of a part of a move."""

    record = fields.String(required=True)
    version = fields.Integer(required=True)
    moves = fields.List(fields.Dict())
    field = fields.String(allow_none=True)
    domain = fields.Dict(allow_none=True)


class ReplayOut(Schema):
    """A whole replay: the first view and a patch a move."""

    record = fields.String(required=True)
    copy = fields.Nested(CopyOut, required=True, allow_none=True)
    game = fields.String(required=True)
    rules = fields.String(required=True)
    box = fields.Nested(BoxWhole, required=True)
    options = fields.Dict(required=True)
    policies = fields.Nested(PoliciesOut, required=True)
    occasion = fields.Dict(required=True)
    seats = fields.List(fields.Nested(SeatOut), required=True)
    colours = fields.Dict(
        required=True, metadata={"description": "colour a seat may have -> its name in the box, by language"}
    )
    eyes = fields.String(required=True)
    eyes_allowed = fields.List(fields.String(), required=True)
    version = fields.Integer(required=True)
    generation = fields.Integer(required=True, metadata={"description": GENERATION})
    first = fields.Dict(required=True)
    frames = fields.List(fields.Dict(), required=True)
    result = fields.Dict(allow_none=True)


class Behind(Schema):
    """A worker is behind."""

    version = fields.Integer(required=True)
    projected = fields.Integer(required=True)


class Comparable(Schema):
    """What two records must have in common to be compared: the same here, and only then."""

    rules = fields.String(required=True, metadata={"example": "kingdoms@1"})
    options = fields.Dict(required=True, metadata={"description": "every option with its value"})
    box = fields.String(required=True, metadata={"description": "hash of the box"})


class ResultOut(Schema):
    """All a league needs."""

    record = fields.String(required=True)
    game = fields.String(required=True)
    rules = fields.String(required=True)
    box = fields.Nested(BoxNamed, required=True)
    options = fields.Dict(required=True)
    comparable = fields.Nested(
        Comparable,
        required=True,
        metadata={"description": "two results may be compared only where this is the same in both"},
    )
    occasion = fields.Dict(required=True)
    status = fields.String(required=True)
    seats = fields.List(
        fields.Dict(), required=True, metadata={"description": "seat, player, name, colour, rank, score, breakdown"}
    )
    end = fields.Dict(required=True)
    tie_break = fields.Dict(allow_none=True)
    winners = fields.List(fields.Integer())
    regular = fields.Boolean(
        required=True, metadata={"description": "whether the rules took every move, and no judge ordered one"}
    )
    irregularities = fields.List(
        fields.String(), required=True, metadata={"description": "names of the moves that the rules refuse, in order"}
    )
    ended_at = fields.String(required=True)
    version = fields.Integer(required=True)
    head_hash = fields.String(required=True)
